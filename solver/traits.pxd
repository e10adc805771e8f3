# The traits of a sheet at the end of a turn: what the learned value looks at. Each trait is an entry
# of a table, given by its index; what the entries are worth is learned (worth.pxd, learn.pxd).
# Three lists, because they change at different steps of a turn: tiles and boxes; the ground, which
# hangs on the occupied cells alone; the digits. A sheet and its mirror image have the same traits.
# docs/value.md explains every table.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from board cimport (COLUMNS, DIGIT_NINE, DIGIT_ZERO, EMPTY, LAST_NOTCH, LINE, NEAR_CELLS, SIZE_BONUS, SIZE_MAX,
                    SIZE_MIN, SOLO, SOLO_SHAPES, TILES, bits_count, sheet_t)
from score cimport BOX_BONUS, rows_complete
from shapes cimport SHAPE, turned_t
from tiles cimport tile_notch, tile_shape

cdef enum:
    SLIDES = 20                # what all notches of a solo game allow
    SIZES = 5                  # boxes of one kind
    SETS = 32                  # sets of filled boxes of one kind
    TOPS = 12                  # what a cell shows: empty, a free digit, anything else
    TRAITS_MOST = 512          # room for a list

# Where each table begins. TABLES is the number of them, TRAITS of all their entries.
cdef enum:
    AT_BIAS = 0
    AT_BOXES = AT_BIAS + 1                       # the filled boxes
    AT_OPEN = AT_BOXES + 2048                    # slides left, open boxes of each kind
    AT_LETTER = AT_OPEN + 21 * 36                # letter, its shape, notch and boxes
    AT_NOTCHES = AT_LETTER + 5 * 5 * 5 * 4       # how many tiles stand on each notch
    AT_FALLING = AT_NOTCHES + 1296               # shapes that fall with their next slide
    AT_TRIPLE = AT_FALLING + 32                  # steps on both sides of a column
    AT_QUAD = AT_TRIPLE + 81 * 4                 # four neighbouring columns
    AT_HEIGHT = AT_QUAD + 4 * 343                # height of a column, by its place
    AT_ROW = AT_HEIGHT + 15 * 4                  # a row: occupied, open and buried cells
    AT_ROWS = AT_ROW + 11 * 2187                 # complete rows, rows that can still be completed
    AT_FIT = AT_ROWS + 144                       # shapes that fit without a hole
    AT_ROOM = AT_FIT + 1024                      # height of all columns together
    AT_HOLES = AT_ROOM + 99                      # highest column, buried cells
    AT_GROUP = AT_HOLES + 15 * 12                # a group: size, free neighbours, rare digit; filled boxes
    AT_GROUPS = AT_GROUP + 8 * 6 * 2 * 32        # the three largest groups that can grow; filled boxes
    AT_NEED_I = AT_GROUPS + 512 * 32             # what each identical box lacks
    AT_CHAIN = AT_NEED_I + 3125                  # a run: start, length, free neighbours of its ends; filled boxes
    AT_CHAINS = AT_CHAIN + 720 * 32              # the three longest that can grow; filled boxes
    AT_NEED_C = AT_CHAINS + 729 * 32             # what each consecutive box lacks
    AT_SPOT = AT_NEED_C + 3125                   # an empty cell: what a digit there would join, how high it is
    AT_JOIN_I = AT_SPOT + 8 * 9 * 4              # the two best joins of groups; filled boxes
    AT_JOIN_C = AT_JOIN_I + 64 * 32              # the two best joins of runs; filled boxes
    AT_READY_I = AT_JOIN_C + 64 * 32             # for each identical box: cells that would complete it
    AT_READY_C = AT_READY_I + 3125
    AT_AROUND = AT_READY_C + 3125                # an empty cell: what is left of it, below and right; kinds still open
    AT_PAIR = AT_AROUND + 1728 * 4               # tops of neighbouring columns
    AT_DEAD = AT_PAIR + 720                      # free digits that nothing can be put beside; the others
    AT_BOTH = AT_DEAD + 16 * 24                  # what all boxes lack, identical and consecutive
    AT_COUNTS_I = AT_BOTH + 13 * 13 * 36         # how many groups of each size can grow; filled boxes
    AT_COUNTS_C = AT_COUNTS_I + 180 * 32         # how many runs; filled boxes
    AT_GROW_I = AT_COUNTS_C + 360 * 32           # a group: size, what one digit would make of it, free neighbours; filled boxes
    AT_GROW_C = AT_GROW_I + 8 * 8 * 4 * 32       # a run: start, length, what one digit would make of it; filled boxes
    AT_BRIDGE_I = AT_GROW_C + 10 * 8 * 9 * 32    # the two best joins by two cells, groups; filled boxes
    AT_BRIDGE_C = AT_BRIDGE_I + 64 * 32          # the same for runs
    TRAITS = AT_BRIDGE_C + 64 * 32

ctypedef struct traits_t:      # a list of traits
    int count
    uint32_t item[512]

ctypedef struct ground_t:      # what hangs on the occupied cells alone
    uint64_t reach[2]          # the empty cells under the line that can be reached from above
    int end                    # no cell from here on is occupied
    int spots                  # reachable cells beside or above an occupied one
    uint8_t spot[77]
    uint8_t lift[77]           # how far above the top of its column, at most 3

cdef extern from *:
    """
    static uint64_t REACH_CELLS[7][15][2];   /* by column and height */
    static uint16_t ROW_PATTERN[128][128];   /* by occupied and buried cells; the lesser of it and its mirror */
    static uint64_t FIT_PAIR[9];             /* by steps clipped to -4..4: how many ways each shape fits, 12 bits each */
    static uint64_t FIT_TRIPLE[9][9];
    static uint64_t FIT_FLAT4;
    """
    uint64_t REACH_CELLS[7][15][2]
    uint16_t ROW_PATTERN[128][128]
    uint64_t FIT_PAIR[9]
    uint64_t FIT_TRIPLE[9][9]
    uint64_t FIT_FLAT4


cdef inline int clip(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline int row_mirror(int bits) noexcept nogil:
    cdef int i, mirror = 0
    for i in range(COLUMNS):
        mirror |= (bits >> i & 1) << (COLUMNS - 1 - i)
    return mirror


cdef inline int row_code(int occupied, int buried) noexcept nogil:
    cdef int i, code = 0
    for i in range(COLUMNS):
        code = 3 * code + (1 if occupied >> i & 1 else 2 if buried >> i & 1 else 0)
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


cdef inline void traits_init() noexcept nogil:
    """Fill the tables of this file; called once, after shapes_init()."""
    cdef int column, height, row, i, occupied, buried, code, mirror
    memset(REACH_CELLS, 0, sizeof(REACH_CELLS))
    for column in range(COLUMNS):
        for height in range(15):
            for row in range(height, LINE):
                i = row * COLUMNS + column
                REACH_CELLS[column][height][i >> 6] |= <uint64_t>1 << (i & 63)
    for occupied in range(128):
        for buried in range(128):
            code = row_code(occupied, buried & ~occupied)
            mirror = row_code(row_mirror(occupied), row_mirror(buried & ~occupied))
            ROW_PATTERN[occupied][buried] = <uint16_t>min(code, mirror)
    fits_init()


cdef inline void trait_add(traits_t* traits, int i) noexcept nogil:
    traits.item[traits.count] = <uint32_t>i
    traits.count += 1


cdef inline int slides_left(const sheet_t* sheet) noexcept nogil:
    """Slides still to come, 0..20. In games of several players, where nothing slides, as many as
    leave the turns that the room under the line allows."""
    cdef int i, left = SLIDES, room = 0
    if sheet.kind == SOLO:
        for i in range(TILES):
            left -= tile_notch(sheet, i)
        return left
    for i in range(COLUMNS):
        room += max(0, LINE - <int>sheet.height[i])
    return clip(room // 6, 1, SLIDES)


# Tiles and boxes.

cdef inline void tiles_list(const sheet_t* sheet, int slides, traits_t* out) noexcept nogil:
    cdef int i, notch, shape, lacks, falling = 0, notches = 0
    cdef int[5] count
    cdef int identical = sheet.boxes & 31, consecutive = sheet.boxes >> 5 & 31
    trait_add(out, AT_BIAS)
    trait_add(out, AT_BOXES + sheet.boxes)
    trait_add(out, AT_OPEN + (slides * 6 + SIZES - bits_count(identical)) * 6 + SIZES - bits_count(consecutive))
    if sheet.kind != SOLO:
        return
    memset(count, 0, sizeof(count))
    for i in range(TILES):
        notch = tile_notch(sheet, i)
        shape = tile_shape(sheet, i)
        count[notch] += 1
        lacks = 2 - (identical >> i & 1) - (consecutive >> i & 1)
        lacks = 0 if sheet.crossed >> i & 1 else 1 if sheet.circled >> i & 1 else 1 + lacks if lacks else 1
        if shape < SOLO_SHAPES:
            trait_add(out, AT_LETTER + ((i * 5 + shape) * 5 + notch) * 4 + lacks)
            if notch == LAST_NOTCH - 1 and lacks > 1:
                falling |= 1 << shape
    for i in range(4):
        notches = notches * 6 + count[i]
    trait_add(out, AT_NOTCHES + notches)
    trait_add(out, AT_FALLING + falling)


# The ground.

cdef inline void ground_set(ground_t* ground, const sheet_t* sheet) noexcept nogil:
    """Look over the heights of a sheet; what is found holds for other digits, and after claims."""
    cdef int column, row, height, high, top = 0
    ground.reach[0] = ground.reach[1] = 0
    ground.spots = 0
    for column in range(COLUMNS):
        height = sheet.height[column]
        ground.reach[0] |= REACH_CELLS[column][height][0]
        ground.reach[1] |= REACH_CELLS[column][height][1]
        top = max(top, height)
        high = height + 1
        if column:
            high = max(high, <int>sheet.height[column - 1])
        if column < COLUMNS - 1:
            high = max(high, <int>sheet.height[column + 1])
        for row in range(height, min(high, LINE)):
            ground.spot[ground.spots] = <uint8_t>(row * COLUMNS + column)
            ground.lift[ground.spots] = <uint8_t>min(row - height, 3)
            ground.spots += 1
    ground.end = top * COLUMNS


cdef inline void outline_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """Steps between columns: three and four neighbours, single heights, shapes that fit."""
    cdef int i, a, b, c, place, way, back, fits = 0
    cdef int[8] step           # step[i] leads from column i - 1 to i; the walls are high
    cdef uint64_t count = 0
    step[0] = -4
    step[7] = 4
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
    cdef int[15] cover
    cdef int column, row, occupied, top = 0, room = 0, holes = 0, can = 0
    memset(cover, 0, sizeof(cover))
    for column in range(COLUMNS):
        row = sheet.height[column]
        top = max(top, row)
        room += row
        cover[row] |= 1 << column
    for row in range(13, -1, -1):
        cover[row] |= cover[row + 1]
    for row in range(min(top, LINE)):
        occupied = 0
        for column in range(COLUMNS):
            occupied |= (sheet.cell[row * COLUMNS + column] != EMPTY) << column
        trait_add(out, AT_ROW + row * 2187 + ROW_PATTERN[occupied][cover[row + 1] & ~occupied])
        holes += bits_count(cover[row + 1] & ~occupied)
        can += occupied != 127 and not (cover[row + 1] & ~occupied)
    can += LINE - min(top, LINE)
    trait_add(out, AT_ROWS + rows_complete(sheet) * 12 + can)
    trait_add(out, AT_ROOM + room)
    trait_add(out, AT_HOLES + top * 12 + min(holes, 11))


cdef inline void ground_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    outline_list(sheet, out)
    rows_list(sheet, out)


# The digits.

ctypedef struct link_t:        # two neighbours, the second digit one higher
    uint8_t low
    uint8_t high

ctypedef struct digits_t:      # the groups and runs of a sheet
    int count                  # free digits
    uint8_t cell[98]
    uint8_t beside[98]         # by cell: reachable empty cells beside it
    uint8_t root[98]           # by cell: a cell of its group, perhaps not yet the one that stands for it
    uint8_t size[98]           # by cell that stands for a group
    uint64_t free[98][2]       # by cell that stands for a group: reachable cells beside it
    uint8_t down[98]           # by cell: longest run that rises to it, times 8, and what is beside its start
    uint8_t up[98]             # by cell: longest run that rises from it, times 8, and what is beside its end
    uint8_t grown[98]          # by cell that stands for a group: the most that one more digit makes of it
    uint8_t under[98]          # by cell: the longest run that one digit before it makes with what rises from it
    uint8_t over[98]           # by cell: the longest that one digit after it makes with what rises to it
    int[10] links
    link_t link[10][175]       # by the lower digit; 175 pairs of cells are neighbours


cdef inline int group_root(const digits_t* digits, int i) noexcept nogil:
    while digits.root[i] != i:
        i = digits.root[i]
    return i


cdef inline void groups_join(digits_t* digits, int a, int b) noexcept nogil:
    a = group_root(digits, a)
    b = group_root(digits, b)
    if a == b:
        return
    digits.root[b] = <uint8_t>a
    digits.size[a] += digits.size[b]
    digits.free[a][0] |= digits.free[b][0]
    digits.free[a][1] |= digits.free[b][1]


cdef inline void link_add(digits_t* digits, int code, int low, int high) noexcept nogil:
    cdef link_t* link = &digits.link[code - 1][digits.links[code - 1]]
    digits.links[code - 1] += 1
    link.low = <uint8_t>low
    link.high = <uint8_t>high


cdef inline void digits_scan(digits_t* digits, const sheet_t* sheet, const ground_t* ground) noexcept nogil:
    """Find groups and links; then the longest runs, from the links in the order of the digits."""
    cdef int i, j, n, code, other, column = 0, row = 0
    cdef link_t* link
    digits.count = 0
    memset(digits.links, 0, sizeof(digits.links))
    for i in range(ground.end):
        code = sheet.cell[i]
        if 0 < code <= DIGIT_NINE:
            digits.cell[digits.count] = <uint8_t>i
            digits.count += 1
            digits.root[i] = <uint8_t>i
            digits.size[i] = 1
            digits.grown[i] = digits.under[i] = digits.over[i] = 0
            digits.free[i][0] = NEAR_CELLS[i][0] & ground.reach[0]
            digits.free[i][1] = NEAR_CELLS[i][1] & ground.reach[1]
            n = 0
            if row < LINE:     # the cell below is occupied or out of reach
                n += row + 1 == sheet.height[column] and row + 1 < LINE
                n += column > 0 and row >= sheet.height[column - 1]
                n += column < COLUMNS - 1 and row >= sheet.height[column + 1]
            digits.beside[i] = <uint8_t>n
            digits.down[i] = digits.up[i] = <uint8_t>(8 + min(n, 2))
            for j in range(2):
                if j == 0:
                    if column == 0:
                        continue
                    other = i - 1
                else:
                    if i < COLUMNS:
                        continue
                    other = i - COLUMNS
                if sheet.cell[other] == code:
                    groups_join(digits, other, i)
                elif sheet.cell[other] + 1 == code and code > 1:
                    link_add(digits, code - 1, other, i)
                elif sheet.cell[other] == code + 1 and code < DIGIT_NINE:
                    link_add(digits, code, i, other)
        column += 1
        if column == COLUMNS:
            column = 0
            row += 1
    for code in range(9):
        for n in range(digits.links[code]):
            link = &digits.link[code][n]
            digits.down[link.high] = max(digits.down[link.high], <uint8_t>(digits.down[link.low] + 8))
    for code in range(8, -1, -1):
        for n in range(digits.links[code]):
            link = &digits.link[code][n]
            digits.up[link.low] = max(digits.up[link.low], <uint8_t>(digits.up[link.high] + 8))


cdef inline int needs_code(int filled, int* growing, int* closed, int* sum) noexcept nogil:
    """What each open box of one kind lacks, 0..3, the largest group given to the largest box and so
    on down; 4 where the box is filled. Adds what they lack to `sum`."""
    cdef int size, have, lacks, code = 0
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        if filled >> (size - SIZE_MIN) & 1:
            code = code * 5 + 4
            continue
        for have in range(SIZE_BONUS, -1, -1):
            if growing[have] and have:
                growing[have] -= 1
                break
            if have >= size and closed[have]:
                closed[have] -= 1
                break
        lacks = max(0, size - have)
        sum[0] += lacks
        code = code * 5 + min(lacks, 3)
    return code


cdef inline int ready_code(int filled, const int* joins) noexcept nogil:
    """For each open box of one kind the empty cells where one digit would complete it, 0..3; 4 where
    the box is filled. joins[n] cells make n at the most."""
    cdef int size, code = 0, cells = joins[SIZE_BONUS]
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        cells += joins[size]
        code = code * 5 + (4 if filled >> (size - SIZE_MIN) & 1 else min(cells, 3))
    return code


cdef inline int top_three(const int* count, int most) noexcept nogil:
    """The three highest n with count[n], as digits to the base most + 1."""
    cdef int n = most, taken = 0, code = 0, left = count[most]
    while taken < 3 and n > 0:
        if left:
            code = code * (most + 1) + n
            left -= 1
            taken += 1
        else:
            n -= 1
            left = count[n]
    while taken < 3:
        code *= most + 1
        taken += 1
    return code


cdef inline int two_best(const int* count) noexcept nogil:
    """The two highest n with count[n], from 1 to 8, each less one, as digits to the base 8."""
    cdef int n, first = 0, second = 0
    for n in range(SIZE_BONUS, 0, -1):
        if count[n] and first == 0:
            first = n
            second = n if count[n] > 1 else 0
        elif count[n] and second == 0:
            second = n
    return max(first - 1, 0) * 8 + max(second - 1, 0)


cdef inline int top_of(int code) noexcept nogil:
    return code if code <= DIGIT_NINE else TOPS - 1


ctypedef struct spot_t:        # an empty cell and the digits beside it
    int code[3]                # left, below, right
    int cell[3]                # -1 where there is no free digit
    int root[3]
    bint alone                 # no free digit beside it


cdef inline void spot_set(spot_t* spot, const sheet_t* sheet, const digits_t* digits, int i) noexcept nogil:
    cdef int k, row = i // COLUMNS
    cdef int column = i - row * COLUMNS
    spot.code[0] = TOPS - 1 if column == 0 else top_of(sheet.cell[i - 1])
    spot.code[1] = TOPS - 1 if row == 0 else top_of(sheet.cell[i - COLUMNS])
    spot.code[2] = TOPS - 1 if column == COLUMNS - 1 else top_of(sheet.cell[i + 1])
    spot.cell[0] = i - 1
    spot.cell[1] = i - COLUMNS
    spot.cell[2] = i + 1
    spot.alone = True
    for k in range(3):
        if spot.code[k] == EMPTY or spot.code[k] > DIGIT_NINE:
            spot.cell[k] = -1
        else:
            spot.root[k] = group_root(digits, spot.cell[k])
            spot.alone = False


cdef inline int spot_size(digits_t* digits, const spot_t* spot) noexcept nogil:
    """The largest group that a digit in this cell would make; noted at the groups it joins."""
    cdef int k, m, size, best = 1
    for k in range(3):
        if spot.cell[k] < 0:
            continue
        size = 1 + digits.size[spot.root[k]]
        for m in range(3):
            if (m != k and spot.cell[m] >= 0 and spot.code[m] == spot.code[k] and spot.root[m] != spot.root[k]
                    and not (m == 2 and k == 1 and spot.cell[0] >= 0 and spot.root[0] == spot.root[2])
                    and not (m == 2 and k == 0 and spot.cell[1] >= 0 and spot.root[1] == spot.root[2])
                    and not (m == 1 and k == 2 and spot.cell[0] >= 0 and spot.root[0] == spot.root[1])):
                size += digits.size[spot.root[m]]
        digits.grown[spot.root[k]] = max(digits.grown[spot.root[k]], <uint8_t>min(size, SIZE_BONUS))
        best = max(best, size)
    return min(best, SIZE_BONUS)


cdef inline int spot_length(digits_t* digits, const spot_t* spot) noexcept nogil:
    """The longest run that a digit in this cell would make; noted at the digits it goes on from."""
    cdef int k, m, up, down, best = 1
    for k in range(3):
        if spot.cell[k] < 0:
            continue
        if spot.code[k] < DIGIT_NINE:
            up = 0
            for m in range(3):
                if spot.cell[m] >= 0 and spot.code[m] == spot.code[k] + 2:
                    up = max(up, digits.up[spot.cell[m]] >> 3)
            up = min(up + 1 + (digits.down[spot.cell[k]] >> 3), SIZE_BONUS)
            digits.over[spot.cell[k]] = max(digits.over[spot.cell[k]], <uint8_t>up)
            best = max(best, up)
        if spot.code[k] > DIGIT_ZERO:
            down = 0
            for m in range(3):
                if spot.cell[m] >= 0 and spot.code[m] == spot.code[k] - 2:
                    down = max(down, digits.down[spot.cell[m]] >> 3)
            down = min(down + 1 + (digits.up[spot.cell[k]] >> 3), SIZE_BONUS)
            digits.under[spot.cell[k]] = max(digits.under[spot.cell[k]], <uint8_t>down)
            best = max(best, down)
    return best


cdef inline void bridge_measure(const digits_t* digits, const spot_t* a, const spot_t* b, int* size, int* length) noexcept nogil:
    """What two digits in neighbouring cells join at the most, beyond what one would: 0 if nothing."""
    cdef int k, m
    size[0] = length[0] = 0
    for k in range(3):
        if a.cell[k] < 0:
            continue
        for m in range(3):
            if b.cell[m] < 0:
                continue
            if a.code[k] == b.code[m]:
                if a.root[k] != b.root[m]:
                    size[0] = max(size[0], 2 + digits.size[a.root[k]] + digits.size[b.root[m]])
            elif a.code[k] + 3 == b.code[m]:
                length[0] = max(length[0], 2 + (digits.down[a.cell[k]] >> 3) + (digits.up[b.cell[m]] >> 3))
            elif b.code[m] + 3 == a.code[k]:
                length[0] = max(length[0], 2 + (digits.down[b.cell[m]] >> 3) + (digits.up[a.cell[k]] >> 3))
    size[0] = min(size[0], SIZE_BONUS)
    length[0] = min(length[0], SIZE_BONUS)


cdef inline void spots_list(const sheet_t* sheet, const ground_t* ground, digits_t* digits, traits_t* out) noexcept nogil:
    """Empty cells: what stands beside them, what one digit there would join, and two of them together."""
    cdef spot_t[77] spot
    cdef uint8_t[112] number   # by cell: one more than its number among the spots
    cdef int n, i, j, k, size, length, row, column
    cdef int[9] sizes
    cdef int[9] lengths
    cdef int[9] wide_sizes
    cdef int[9] wide_lengths
    cdef int set_i = sheet.boxes & 31, set_c = sheet.boxes >> 5 & 31
    cdef int kinds = (set_i != SETS - 1) * 2 + (set_c != SETS - 1)
    memset(sizes, 0, sizeof(sizes))
    memset(lengths, 0, sizeof(lengths))
    memset(wide_sizes, 0, sizeof(wide_sizes))
    memset(wide_lengths, 0, sizeof(wide_lengths))
    memset(number, 0, sizeof(number))
    for n in range(ground.spots):
        i = ground.spot[n]
        spot_set(&spot[n], sheet, digits, i)
        number[i] = <uint8_t>(n + 1)
        trait_add(out, AT_AROUND + ((min(spot[n].code[0], spot[n].code[2]) * TOPS + max(spot[n].code[0], spot[n].code[2])) * TOPS
                                    + spot[n].code[1]) * 4 + kinds)
        size = length = 1
        if not spot[n].alone:
            size = spot_size(digits, &spot[n])
            length = spot_length(digits, &spot[n])
        sizes[size] += 1
        lengths[length] += 1
        trait_add(out, AT_SPOT + (((size - 1) * 9 + length) * 4) + ground.lift[n])
    for n in range(ground.spots):
        i = ground.spot[n]
        for j in range(2):
            k = number[i + 1] if j == 0 else number[i + COLUMNS]
            if k == 0 or (j == 0 and i % COLUMNS == COLUMNS - 1):
                continue
            if spot[n].alone or spot[k - 1].alone:
                continue
            bridge_measure(digits, &spot[n], &spot[k - 1], &size, &length)
            wide_sizes[size] += 1
            wide_lengths[length] += 1
    trait_add(out, AT_READY_I + ready_code(set_i, sizes))
    trait_add(out, AT_READY_C + ready_code(set_c, lengths))
    trait_add(out, AT_JOIN_I + two_best(sizes) * SETS + set_i)
    trait_add(out, AT_JOIN_C + two_best(lengths) * SETS + set_c)
    trait_add(out, AT_BRIDGE_I + two_best(wide_sizes) * SETS + set_i)
    trait_add(out, AT_BRIDGE_C + two_best(wide_lengths) * SETS + set_c)


cdef inline void groups_list(const sheet_t* sheet, digits_t* digits, int* lacking, traits_t* out) noexcept nogil:
    cdef int n, i, size, free, set = sheet.boxes & 31, dead = 0
    cdef int[9] growing
    cdef int[9] closed
    cdef int[8] live
    memset(growing, 0, sizeof(growing))
    memset(closed, 0, sizeof(closed))
    for n in range(digits.count):
        i = digits.cell[n]
        dead += digits.beside[i] == 0
        if digits.root[i] != i:
            continue
        size = min(<int>digits.size[i], SIZE_BONUS)
        free = digits.beside[i]
        if size > 1:
            free = min(bits_count(digits.free[i][0]) + bits_count(digits.free[i][1]), 5)
        trait_add(out, AT_GROUP + ((((size - 1) * 6 + free) * 2
                                    + (sheet.cell[i] == 1 or sheet.cell[i] > 8)) * SETS) + set)
        trait_add(out, AT_GROW_I + (((size - 1) * 8 + max(<int>digits.grown[i], size) - 1) * 4 + min(free, 3)) * SETS + set)
        if free:
            growing[size] += 1
        else:
            closed[size] += 1
    for n in range(8):
        live[n] = growing[n]
    live[7] += growing[8]
    trait_add(out, AT_GROUPS + top_three(live, 7) * SETS + set)
    trait_add(out, AT_COUNTS_I + (((min(growing[2], 4) * 4 + min(growing[3], 3)) * 3 + min(growing[4], 2)) * 3
                                  + min(growing[5] + growing[6] + growing[7] + growing[8], 2)) * SETS + set)
    trait_add(out, AT_NEED_I + needs_code(set, growing, closed, lacking))
    trait_add(out, AT_DEAD + min(dead, 15) * 24 + min(digits.count - dead, 23))


cdef inline void chains_list(const sheet_t* sheet, digits_t* digits, int* lacking, traits_t* out) noexcept nogil:
    """Runs that are the longest way for each pair of cells on them, so that hardly two share a cell."""
    cdef uint8_t[98] chain     # as `up`, along those pairs alone
    cdef uint8_t[98] end       # the most that one digit after such a run makes of it
    cdef uint8_t[98] goes_on   # True where such a pair leads down from a cell
    cdef link_t* link
    cdef int n, i, code, length, best, low, high, set = sheet.boxes >> 5 & 31
    cdef int[9] growing
    cdef int[9] closed
    memset(growing, 0, sizeof(growing))
    memset(closed, 0, sizeof(closed))
    for n in range(digits.count):
        i = digits.cell[n]
        goes_on[i] = 0
        end[i] = digits.over[i]
        chain[i] = <uint8_t>(8 + min(<int>digits.beside[i], 2))
    for code in range(8, -1, -1):
        for n in range(digits.links[code]):
            link = &digits.link[code][n]
            if (digits.up[link.high] + 8 == digits.up[link.low]
                    and digits.down[link.low] + 8 == digits.down[link.high]):
                goes_on[link.high] = 1
                if chain[link.high] + 8 > chain[link.low]:
                    chain[link.low] = <uint8_t>(chain[link.high] + 8)
                    end[link.low] = end[link.high]
                elif chain[link.high] + 8 == chain[link.low]:
                    end[link.low] = max(end[link.low], end[link.high])
    for n in range(digits.count):
        i = digits.cell[n]
        if goes_on[i]:
            continue
        length = min(chain[i] >> 3, SIZE_BONUS)
        low = min(<int>digits.beside[i], 2)
        high = chain[i] & 7
        trait_add(out, AT_CHAIN + (((((<int>sheet.cell[i] - 1) * 8 + length - 1) * 3 + low) * 3 + high) * SETS) + set)
        best = max(length, max(<int>digits.under[i], <int>end[i]))
        trait_add(out, AT_GROW_C + (((<int>sheet.cell[i] - 1) * 8 + length - 1) * 9 + best) * SETS + set)
        # 0 can't be continued below, nor 9 above.
        if (low and sheet.cell[i] > 1) or (high and sheet.cell[i] + length - 1 < DIGIT_NINE):
            growing[length] += 1
        else:
            closed[length] += 1
    trait_add(out, AT_CHAINS + top_three(growing, 8) * SETS + set)
    trait_add(out, AT_COUNTS_C + ((((min(growing[2], 4) * 4 + min(growing[3], 3)) * 3 + min(growing[4], 2)) * 3
                                   + min(growing[5], 2)) * 2 + min(growing[6] + growing[7] + growing[8], 1)) * SETS + set)
    trait_add(out, AT_NEED_C + needs_code(set, growing, closed, lacking))


cdef inline void tops_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """Tops of neighbouring columns."""
    cdef int[7] top
    cdef int i, step, way, back
    for i in range(COLUMNS):
        top[i] = EMPTY if sheet.height[i] == 0 else top_of(sheet.cell[(sheet.height[i] - 1) * COLUMNS + i])
    for i in range(COLUMNS - 1):
        step = clip(<int>sheet.height[i + 1] - <int>sheet.height[i], -2, 2)
        way = (top[i] * TOPS + top[i + 1]) * 5 + step + 2
        back = (top[i + 1] * TOPS + top[i]) * 5 + 2 - step
        trait_add(out, AT_PAIR + min(way, back))


cdef inline void digits_list(const sheet_t* sheet, const ground_t* ground, traits_t* out) noexcept nogil:
    cdef digits_t digits
    cdef int lack_i = 0, lack_c = 0
    digits_scan(&digits, sheet, ground)
    spots_list(sheet, ground, &digits, out)
    groups_list(sheet, &digits, &lack_i, out)
    chains_list(sheet, &digits, &lack_c, out)
    tops_list(sheet, out)
    trait_add(out, AT_BOTH + ((min(lack_i, 12) * 13 + min(lack_c, 12)) * 6
                              + SIZES - bits_count(sheet.boxes & 31)) * 6 + SIZES - bits_count(sheet.boxes >> 5 & 31))
