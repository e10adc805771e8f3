# The ten shapes in all their orientations.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memset
from game.board cimport COLUMNS, SHAPES, SHAPE_CELLS, WAYS_MOST

cdef extern from *:
    """
    enum { SHAPE_SIDE = 4 };
    typedef struct {
        uint64_t fill;
        uint16_t lift;
        uint8_t width, tall, size, cell[SHAPE_CELLS], bottom[SHAPE_SIDE], top[SHAPE_SIDE];
    } turned_t;
    typedef struct { int count; turned_t turned[WAYS_MOST]; } shape_t;
    static shape_t SHAPE[SHAPES];

    /* One orientation of each shape: rows from the bottom up, an x for each cell. */
    static const char *SHAPE_PICTURE[SHAPES] = {
        "xxxx", "xx/xx", "xxx/.x.", "xxx/x..", "xx./.xx",
        "xx/x.", "xxx", "x.x/xxx", ".x./xxx/.x.", ".x./.x./xxx"};
    """
    enum:
        SHAPE_SIDE             # the most columns or rows of a shape

    ctypedef struct turned_t:  # a shape in one of its orientations
        uint64_t fill          # a nibble per row, the lowest first: the number of its cells
        uint16_t lift          # a nibble per column, the left one lowest: the rows from its lowest to its top
        uint8_t width
        uint8_t tall
        uint8_t size           # the number of cells
        uint8_t cell[SHAPE_CELLS]  # cells of the sheet, with its lower left corner on a1
        uint8_t bottom[SHAPE_SIDE]  # per column: its lowest row
        uint8_t top[SHAPE_SIDE]  # per column: one above its highest row

    ctypedef struct shape_t:
        int count              # distinct orientations: 1, 2, 4 or 8
        turned_t turned[WAYS_MOST]

    shape_t SHAPE[SHAPES]
    const char* SHAPE_PICTURE[SHAPES]


cdef inline bint shape_cell(bint[SHAPE_SIDE][SHAPE_SIDE] grid, int way, int width, int tall, int x, int y) noexcept nogil:
    if way & 1:
        x = width - 1 - x
    if way & 2:
        y = tall - 1 - y
    return grid[x][y] if way & 4 else grid[y][x]


cdef inline void shape_add(shape_t* shape, const char* picture, int way) noexcept nogil:
    """Add an orientation of the picture (`way`: bits 0 and 1 mirror, bit 2 swaps the axes), unless
    it is listed already."""
    cdef turned_t new
    cdef bint[SHAPE_SIDE][SHAPE_SIDE] grid
    cdef int width = 0, tall = 1, x = 0, y, i = 0
    memset(grid, 0, sizeof(grid))
    while picture[i]:
        if picture[i] == c"/":
            x = 0
            tall += 1
        else:
            grid[tall - 1][x] = picture[i] == c"x"
            x += 1
            width = max(width, x)
        i += 1

    memset(&new, 0, sizeof(turned_t))
    new.width = <uint8_t>(tall if way & 4 else width)
    new.tall = <uint8_t>(width if way & 4 else tall)
    for y in range(new.tall):
        for x in range(new.width):
            if shape_cell(grid, way, new.width, new.tall, x, y):
                if new.top[x] == 0:
                    new.bottom[x] = <uint8_t>y
                new.top[x] = <uint8_t>(y + 1)
                new.cell[new.size] = <uint8_t>(y * COLUMNS + x)
                new.size += 1
                new.fill += <uint64_t>1 << (4 * y)
    for x in range(new.width):
        new.lift |= <uint16_t>((new.top[x] - new.bottom[x]) << (4 * x))
    for i in range(shape.count):
        if memcmp(&shape.turned[i], &new, sizeof(turned_t)) == 0:
            return
    shape.turned[shape.count] = new
    shape.count += 1


cdef inline void shapes_init() noexcept nogil:
    """Derive every orientation from the pictures. Called once, when the module is imported."""
    cdef int s, way
    for s in range(SHAPES):
        SHAPE[s].count = 0
        for way in range(WAYS_MOST):
            shape_add(&SHAPE[s], SHAPE_PICTURE[s], way)
