# The surface of a sheet, one of the three lists of traits (value/traits.pxd): what depends on the occupied
# cells alone, the outline of the columns, the rows, what can be reached from above.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from game.board cimport COLUMNS, EMPTY, GROUND_CELLS, LINE, MASK_WORDS, ROWS, SOLO_SHAPES, bits_count, sheet_t
from game.score cimport rows_complete
from game.shapes cimport SHAPE, turned_t
from value.traits cimport (AT_FIT, AT_HEIGHT, AT_HOLES, AT_QUAD, AT_ROOM, AT_ROW, AT_ROWS, AT_TRIPLE, clip,
                           trait_add, traits_t)

ctypedef struct surface_t:     # what depends on the occupied cells alone
    uint64_t reach[MASK_WORDS] # the empty cells under the Game Over line that can be reached from above
    int end                    # no cell from here on is occupied
    int spots                  # reachable cells beside or above an occupied one
    uint8_t spot[GROUND_CELLS]
    uint8_t lift[GROUND_CELLS] # how far above the top of its column, at most 3

cdef extern from *:
    """
    enum { ROW_SETS = 1 << COLUMNS, FIT_STEPS = 9 };
    static uint64_t REACH_CELLS[COLUMNS][ROWS + 1][MASK_WORDS];   /* by column and height */
    static uint16_t ROW_PATTERN[ROW_SETS][ROW_SETS];   /* by occupied cells and holes; the lesser of it and its mirror */
    static uint64_t FIT_PAIR[FIT_STEPS];             /* by steps clipped to -4..4: how many ways each shape fits, 12 bits each */
    static uint64_t FIT_TRIPLE[FIT_STEPS][FIT_STEPS];
    static uint64_t FIT_FLAT4;
    """
    enum:
        ROW_SETS               # sets of cells of a row
        FIT_STEPS              # steps from one column to the next, clipped to -4..4
    uint64_t REACH_CELLS[COLUMNS][ROWS + 1][MASK_WORDS]
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
    """Fill the tables of this file; called once, after shapes_init()."""
    cdef int column, height, row, i, occupied, holes, code, mirror
    memset(REACH_CELLS, 0, sizeof(REACH_CELLS))
    for column in range(COLUMNS):
        for height in range(ROWS + 1):
            for row in range(height, LINE):
                i = row * COLUMNS + column
                REACH_CELLS[column][height][i >> 6] |= <uint64_t>1 << (i & 63)
    for occupied in range(ROW_SETS):
        for holes in range(ROW_SETS):
            code = row_code(occupied, holes & ~occupied)
            mirror = row_code(row_mirror(occupied), row_mirror(holes & ~occupied))
            ROW_PATTERN[occupied][holes] = <uint16_t>min(code, mirror)
    fits_init()


cdef inline void surface_set(surface_t* surface, const sheet_t* sheet) noexcept nogil:
    """Look over the heights of a sheet; what is found holds for other digits, and after claims."""
    cdef int column, row, height, high, top = 0
    surface.reach[0] = surface.reach[1] = 0
    surface.spots = 0
    for column in range(COLUMNS):
        height = sheet.height[column]
        surface.reach[0] |= REACH_CELLS[column][height][0]
        surface.reach[1] |= REACH_CELLS[column][height][1]
        top = max(top, height)
        high = height + 1
        if column:
            high = max(high, <int>sheet.height[column - 1])
        if column < COLUMNS - 1:
            high = max(high, <int>sheet.height[column + 1])
        for row in range(height, min(high, LINE)):
            surface.spot[surface.spots] = <uint8_t>(row * COLUMNS + column)
            surface.lift[surface.spots] = <uint8_t>min(row - height, 3)
            surface.spots += 1
    surface.end = top * COLUMNS


cdef inline void outline_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """Steps between columns: three and four neighbours, single heights, shapes that fit."""
    cdef int i, a, b, c, place, way, back, fits = 0
    cdef int[COLUMNS + 1] step # step[i] leads from column i - 1 to i; the walls are high
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
        trait_add(out, AT_TRIPLE + (min(a, b) * 9 + max(a, b)) * 4 + place)
        trait_add(out, AT_HEIGHT + <int>sheet.height[i] * 4 + place)
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
        trait_add(out, AT_QUAD + min(way, back))
    for i in range(SOLO_SHAPES):
        fits = fits * 4 + min(<int>(count & 0xfff), 3)
        count >>= 12
    trait_add(out, AT_FIT + fits)


cdef inline void rows_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """Rows: what each looks like, how many are complete and can be; room and holes."""
    cdef int[ROWS + 1] cover
    cdef int column, row, occupied, top = 0, room = 0, holes = 0, can = 0
    memset(cover, 0, sizeof(cover))
    for column in range(COLUMNS):
        row = sheet.height[column]
        top = max(top, row)
        room += row
        cover[row] |= 1 << column
    for row in range(ROWS - 1, -1, -1):
        cover[row] |= cover[row + 1]
    for row in range(min(top, LINE)):
        occupied = 0
        for column in range(COLUMNS):
            occupied |= (sheet.cell[row * COLUMNS + column] != EMPTY) << column
        trait_add(out, AT_ROW + row * 2187 + ROW_PATTERN[occupied][cover[row + 1] & ~occupied])
        holes += bits_count(cover[row + 1] & ~occupied)
        can += occupied != ROW_SETS - 1 and not (cover[row + 1] & ~occupied)
    can += LINE - min(top, LINE)
    trait_add(out, AT_ROWS + rows_complete(sheet) * 12 + can)
    trait_add(out, AT_ROOM + room)
    trait_add(out, AT_HOLES + top * 12 + min(holes, 11))


cdef inline void surface_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    outline_list(sheet, out)
    rows_list(sheet, out)
