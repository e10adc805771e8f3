# An outline holds the heights of the seven columns, a nibble each. A place is a piece in one orientation and
# column, with its effect on an outline. A piece leaves no hole if its underside matches the outline below it.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from game.board cimport COLUMNS, LINE, SOLO_CELLS, SOLO_SHAPES
from game.shapes cimport SHAPE, turned_t
from game.tiles cimport WILD

cdef enum:
    ANY_SHAPE = SOLO_SHAPES    # index of the places of a wild piece
    LEVEL = 64                 # code of two columns of equal height

cdef extern from *:
    """
    enum { PIECE_PLACES = 200 };
    typedef struct { uint8_t shape, way, x, row; } drop_t;
    typedef struct {
        uint64_t steps;
        uint32_t lift, columns, under, above;
        uint8_t bottom, tall, top, cell[SOLO_CELLS];
        drop_t drop;
    } place_t;
    static const uint64_t STEPS = UINT64_C(0x808080808080);
    static int PLACES[SOLO_SHAPES + 1];
    static place_t PLACE[SOLO_SHAPES + 1][PIECE_PLACES];
    """
    enum:
        PIECE_PLACES           # the most places of one piece: five shapes in all orientations and columns

    ctypedef struct drop_t:    # one piece of a drop plan
        uint8_t shape
        uint8_t way            # its orientation
        uint8_t x
        uint8_t row

    ctypedef struct place_t:   # a piece in one orientation and column, and its effect on an outline
        uint64_t steps         # a byte per pair of neighbouring columns: 128 if it lifts at least one of them
        uint32_t lift          # a nibble per column: what it adds to the height
        uint32_t columns       # a byte per covered column, the left one first: 255,
        uint32_t under         # its lowest row there less that in the left column, plus LEVEL,
        uint32_t above         # and the same of its highest row
        uint8_t bottom         # its lowest row in the left column
        uint8_t tall
        uint8_t top            # one above its highest row in the left column
        uint8_t cell[SOLO_CELLS]  # its cells if it lies on row 0
        drop_t drop            # with row 0

    const uint64_t STEPS       # all six pairs of columns
    int PLACES[SOLO_SHAPES + 1]  # number of places of each shape, and of ANY_SHAPE
    place_t PLACE[SOLO_SHAPES + 1][PIECE_PLACES]  # these places, by shape, orientation and column


cdef inline int height_at(uint32_t outline, int column) noexcept nogil:
    return outline >> (4 * column) & 15


cdef inline uint64_t outline_bytes(uint32_t outline) noexcept nogil:
    """Return the heights, a byte each."""
    cdef uint64_t bytes = outline
    bytes = (bytes | bytes << 16) & <uint64_t>0x0000FFFF0000FFFF
    bytes = (bytes | bytes << 8) & <uint64_t>0x00FF00FF00FF00FF
    return (bytes | bytes << 4) & <uint64_t>0x0F0F0F0F0F0F0F0F


cdef inline void outline_near(uint32_t outline, uint32_t* near) noexcept nogil:
    """Set, for each column, the heights of it and the next three less its own, plus LEVEL, a byte each."""
    cdef uint64_t bytes = outline_bytes(outline)
    cdef int x
    for x in range(COLUMNS):
        near[x] = <uint32_t>(bytes >> (8 * x)) + <uint32_t>0x01010101 * <uint32_t>(LEVEL - height_at(outline, x))


cdef inline int outline_row(uint32_t outline, const place_t* place) noexcept nogil:
    """Return the lowest row of a piece that lands at `place` and leaves no hole; below 0 if there is no such row."""
    return height_at(outline, place.drop.x) - place.bottom


cdef inline bint steps_fit(uint32_t outline, uint64_t steps, int steep) noexcept nogil:
    """Return True if none of the steps marked in `steps` exceeds `steep`."""
    cdef uint64_t one = STEPS >> 7, bytes = outline_bytes(outline)
    # A byte per step: 128 + steep + left height - right height.
    cdef uint64_t rise = bytes + STEPS + one * <uint64_t>steep - (bytes >> 8)
    return rise & ~(rise - one * <uint64_t>(2 * steep + 1)) & steps == steps


cdef inline uint32_t outline_after(uint32_t outline, const uint32_t* near, const place_t* place, int steep) noexcept nogil:
    """Return the outline after a piece at `place`.

    Return 0 if the piece would leave a hole, cross the Game Over line, or make a step above `steep`.
    """
    cdef int row
    if near[place.drop.x] & place.columns != place.under:
        return 0
    row = outline_row(outline, place)
    if row < 0 or row + place.tall > LINE:
        return 0
    outline += place.lift
    return outline if steps_fit(outline, place.steps, steep) else 0


cdef inline uint32_t outline_before(uint32_t outline, const uint32_t* near, const place_t* place, int steep) noexcept nogil:
    """Return the outline from which a piece at `place`, leaving no hole, made this one.

    Return 0 if that piece cannot have been the last, or if the outline before it had a step above `steep`.
    """
    if near[place.drop.x] & place.columns != place.above or height_at(outline, place.drop.x) < place.top:
        return 0
    outline -= place.lift
    return outline if steps_fit(outline, place.steps, steep) else 0


cdef inline uint32_t outline_of(const uint8_t* heights) noexcept nogil:
    """Return the seven heights, packed."""
    cdef uint32_t outline = 0
    cdef int i
    for i in range(COLUMNS):
        outline |= <uint32_t>heights[i] << (4 * i)
    return outline


cdef inline bint outline_below(uint32_t outline, uint32_t other) noexcept nogil:
    """Return True if no column is higher than in `other`."""
    cdef uint64_t high = <uint64_t>0x0080808080808080
    return (outline_bytes(other) + high - outline_bytes(outline)) & high == high


cdef inline int outline_lowest(uint32_t outline) noexcept nogil:
    cdef int i, lowest = 15
    for i in range(COLUMNS):
        lowest = min(lowest, height_at(outline, i))
    return lowest


cdef inline place_t place_of(int shape, int way, int x) noexcept nogil:
    cdef const turned_t* turned = &SHAPE[shape].turned[way]
    cdef place_t place
    cdef int i
    memset(&place, 0, sizeof(place))
    place.drop.shape, place.drop.way, place.drop.x = <uint8_t>shape, <uint8_t>way, <uint8_t>x
    place.lift = <uint32_t>turned.lift << (4 * x)
    for i in range(turned.width):
        place.columns |= <uint32_t>255 << (8 * i)
        place.under |= <uint32_t>(LEVEL + turned.bottom[i] - turned.bottom[0]) << (8 * i)
        place.above |= <uint32_t>(LEVEL + turned.top[i] - turned.top[0]) << (8 * i)
    place.bottom = turned.bottom[0]
    place.tall = turned.tall
    place.top = turned.top[0]
    for i in range(turned.size):
        place.cell[i] = <uint8_t>(x + turned.cell[i])
    for i in range(max(0, x - 1), min(COLUMNS - 1, x + turned.width)):
        place.steps |= <uint64_t>128 << (8 * i)
    return place


cdef inline void places_init() noexcept nogil:
    """List the places of all shapes; called once, when the module is imported."""
    cdef int shape, way, x
    for shape in range(SOLO_SHAPES):
        for way in range(SHAPE[shape].count):
            for x in range(COLUMNS - SHAPE[shape].turned[way].width + 1):
                PLACE[shape][PLACES[shape]] = place_of(shape, way, x)
                PLACE[ANY_SHAPE][PLACES[ANY_SHAPE]] = PLACE[shape][PLACES[shape]]
                PLACES[shape] += 1
                PLACES[ANY_SHAPE] += 1


cdef inline int places_of(int shape) noexcept nogil:
    """Return the index of a shape, or of WILD, in PLACES and PLACE."""
    return ANY_SHAPE if shape == WILD else shape


cdef inline const turned_t* drop_turned(const drop_t* drop) noexcept nogil:
    return &SHAPE[drop.shape].turned[drop.way]
