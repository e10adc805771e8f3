# The surface traits of a sheet, one of the three lists of traits (value/traits.pxd): what depends
# only on the occupied cells, which is the outline of the columns, the rows, and what can be reached
# from above.
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from game.board cimport COLUMNS, EMPTY, LINE, ROWS, SOLO_SHAPES, bits_count, sheet_t
from game.score cimport rows_complete
from game.shapes cimport SHAPE, turned_t
from value.traits cimport (AT_FIT, AT_HEIGHT, AT_HOLES, AT_QUAD, AT_ROOM, AT_ROW, AT_ROWS, AT_TRIPLE, clip,
                           trait_add)

cdef extern from *:
    """
    enum { ROW_SETS = 1 << COLUMNS, FIT_STEPS = 9 };
    static uint16_t ROW_PATTERN[ROW_SETS][ROW_SETS];   /* by occupied cells and holes: the smaller code of the row and its mirror image */
    static uint64_t FIT_PAIR[FIT_STEPS];             /* by steps clipped to -4..4: the number of ways each shape fits, 12 bits each */
    static uint64_t FIT_TRIPLE[FIT_STEPS][FIT_STEPS];
    static uint64_t FIT_FLAT4;
    """
    enum:
        ROW_SETS               # sets of cells of a row
        FIT_STEPS              # steps from one column to the next, clipped to -4..4
    uint16_t ROW_PATTERN[ROW_SETS][ROW_SETS]
    uint64_t FIT_PAIR[FIT_STEPS]
    uint64_t FIT_TRIPLE[FIT_STEPS][FIT_STEPS]
    uint64_t FIT_FLAT4


cdef inline int row_mirror(int bits) noexcept nogil:
    cdef int i, mirror = 0
    for i in range(COLUMNS):
        mirror |= (bits >> i & 1) << (COLUMNS - 1 - i)
    return mirror


cdef inline int row_code(int occupied, int holes) noexcept nogil:
    cdef int i, code = 0
    for i in range(COLUMNS):
        code = 3 * code + (1 if occupied >> i & 1 else 2 if holes >> i & 1 else 0)
    return code


cdef inline void fits_init() noexcept nogil:
    cdef const turned_t* turned
    cdef int s, w, first, second
    memset(FIT_PAIR, 0, sizeof(FIT_PAIR))
    memset(FIT_TRIPLE, 0, sizeof(FIT_TRIPLE))
    global FIT_FLAT4
    FIT_FLAT4 = 0
    for s in range(SOLO_SHAPES):
        for w in range(SHAPE[s].count):
            turned = &SHAPE[s].turned[w]
            if turned.width == 1:
                continue
            first = <int>turned.bottom[1] - <int>turned.bottom[0]
            if turned.width == 2:
                FIT_PAIR[first + 4] += <uint64_t>1 << (12 * s)
            elif turned.width == 3:
                second = <int>turned.bottom[2] - <int>turned.bottom[1]
                FIT_TRIPLE[first + 4][second + 4] += <uint64_t>1 << (12 * s)
            else:
                FIT_FLAT4 += <uint64_t>1 << (12 * s)


cdef inline void surface_init() noexcept nogil:
    """Fill the tables of this file. Called once, after shapes_init()."""
    cdef int occupied, holes, code, mirror
    for occupied in range(ROW_SETS):
        for holes in range(ROW_SETS):
            code = row_code(occupied, holes & ~occupied)
            mirror = row_code(row_mirror(occupied), row_mirror(holes & ~occupied))
            ROW_PATTERN[occupied][holes] = <uint16_t>min(code, mirror)
    fits_init()


cdef inline uint32_t* outline_list(const sheet_t* sheet, uint32_t* out) noexcept nogil:
    """List the traits of the outline: steps between three and four neighbouring columns, single
    heights, and shapes that fit."""
    cdef int i, a, b, c, place, way, back, fits = 0
    cdef int[COLUMNS + 1] step # step[i] is from column i - 1 to i; the walls are high
    cdef uint64_t count = 0
    step[0] = -4
    step[COLUMNS] = 4
    for i in range(1, COLUMNS):
        step[i] = clip(<int>sheet.height[i] - <int>sheet.height[i - 1], -4, 4)
        count += FIT_PAIR[step[i] + 4]
    for i in range(COLUMNS):
        a = 4 - step[i]
        b = step[i + 1] + 4
        place = min(i, COLUMNS - 1 - i)
        trait_add(&out, AT_TRIPLE + (min(a, b) * 9 + max(a, b)) * 4 + place)
        trait_add(&out, AT_HEIGHT + <int>sheet.height[i] * 4 + place)
    for i in range(1, COLUMNS - 1):
        count += FIT_TRIPLE[step[i] + 4][step[i + 1] + 4]
    for i in range(1, COLUMNS - 2):
        a = clip(step[i], -3, 3)
        b = clip(step[i + 1], -3, 3)
        c = clip(step[i + 2], -3, 3)
        if a == 0 and b == 0 and c == 0:
            count += FIT_FLAT4
        way = (i - 1) * 343 + ((a + 3) * 7 + b + 3) * 7 + c + 3
        back = (4 - i) * 343 + ((3 - c) * 7 + 3 - b) * 7 + 3 - a
        trait_add(&out, AT_QUAD + min(way, back))
    for i in range(SOLO_SHAPES):
        fits = fits * 4 + min(<int>(count & 0xfff), 3)
        count >>= 12
    trait_add(&out, AT_FIT + fits)
    return out


cdef inline int row_occupied(const sheet_t* sheet, int row) noexcept nogil:
    """Return the occupied cells of a row, a bit each."""
    cdef int column, occupied = 0
    for column in range(COLUMNS):
        occupied |= (sheet.cell[row * COLUMNS + column] != EMPTY) << column
    return occupied


cdef inline uint32_t* rows_list(const sheet_t* sheet, uint32_t* out) noexcept nogil:
    """List the traits of the rows: the pattern of each, how many are complete and can be, room and
    holes."""
    cdef int[ROWS + 1] cover   # by row: the columns with at least this height, a bit each
    cdef int column, row, occupied, gaps, top = 0, room = 0, holes = 0, can = 0
    memset(cover, 0, sizeof(cover))
    for column in range(COLUMNS):
        row = sheet.height[column]
        top = max(top, row)
        room += row
        cover[row] |= 1 << column
    for row in range(top - 1, -1, -1):
        cover[row] |= cover[row + 1]
    for row in range(min(top, LINE)):
        occupied = cover[row + 1]
        gaps = bits_count(occupied) - <int>(sheet.fill >> (4 * row) & 15)
        if gaps:
            occupied = row_occupied(sheet, row)
        trait_add(&out, AT_ROW + row * 2187 + ROW_PATTERN[occupied][cover[row + 1] & ~occupied])
        holes += gaps
        can += occupied != ROW_SETS - 1 and gaps == 0
    can += LINE - min(top, LINE)
    trait_add(&out, AT_ROWS + rows_complete(sheet) * 12 + can)
    trait_add(&out, AT_ROOM + room)
    trait_add(&out, AT_HOLES + top * 12 + min(holes, 11))
    return out


cdef inline uint32_t* surface_list(const sheet_t* sheet, uint32_t* out) noexcept nogil:
    return rows_list(sheet, outline_list(sheet, out))
