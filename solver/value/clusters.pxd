# Groups of equal free digits and rising runs of them: what value/spots.pxd and value/digits.pxd look at.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from game.board cimport CELLS, COLUMNS, DIGITS, DIGIT_NINE, LINE, MASK_WORDS, NEAR_CELLS, ROWS, sheet_t
from value.surface cimport surface_t

cdef enum:
    NEIGHBOURS = COLUMNS * (ROWS - 1) + (COLUMNS - 1) * ROWS  # pairs of cells beside each other

ctypedef struct link_t:        # two neighbours, the second digit one higher
    uint8_t low
    uint8_t high

ctypedef struct clusters_t:    # the groups and runs of a sheet
    int count                  # free digits
    uint8_t cell[CELLS]
    uint8_t beside[CELLS]      # by cell: reachable empty cells beside it
    uint8_t root[CELLS]        # by cell: a cell of its group, perhaps not yet the one that stands for it
    uint8_t size[CELLS]        # by cell that stands for a group
    uint64_t free[CELLS][MASK_WORDS]  # by cell that stands for a group: reachable cells beside it
    uint8_t down[CELLS]        # by cell: longest run that rises to it, times 8, and what is beside its start
    uint8_t up[CELLS]          # by cell: longest run that rises from it, times 8, and what is beside its end
    uint8_t grown[CELLS]       # by cell that stands for a group: the most that one more digit makes of it
    uint8_t under[CELLS]       # by cell: the longest run that one digit before it makes with what rises from it
    uint8_t over[CELLS]        # by cell: the longest that one digit after it makes with what rises to it
    int links[DIGITS]
    link_t link[DIGITS][NEIGHBOURS]  # by the lower digit


cdef inline int group_root(const clusters_t* clusters, int i) noexcept nogil:
    while clusters.root[i] != i:
        i = clusters.root[i]
    return i


cdef inline void groups_join(clusters_t* clusters, int a, int b) noexcept nogil:
    a = group_root(clusters, a)
    b = group_root(clusters, b)
    if a == b:
        return
    clusters.root[b] = <uint8_t>a
    clusters.size[a] += clusters.size[b]
    clusters.free[a][0] |= clusters.free[b][0]
    clusters.free[a][1] |= clusters.free[b][1]


cdef inline void link_add(clusters_t* clusters, int code, int low, int high) noexcept nogil:
    cdef link_t* link = &clusters.link[code - 1][clusters.links[code - 1]]
    clusters.links[code - 1] += 1
    link.low = <uint8_t>low
    link.high = <uint8_t>high


cdef inline void clusters_scan(clusters_t* clusters, const sheet_t* sheet, const surface_t* surface) noexcept nogil:
    """Find groups and links; then the longest runs, from the links in the order of the clusters."""
    cdef int i, j, n, code, other, column = 0, row = 0
    cdef link_t* link
    clusters.count = 0
    memset(clusters.links, 0, sizeof(clusters.links))
    for i in range(surface.end):
        code = sheet.cell[i]
        if 0 < code <= DIGIT_NINE:
            clusters.cell[clusters.count] = <uint8_t>i
            clusters.count += 1
            clusters.root[i] = <uint8_t>i
            clusters.size[i] = 1
            clusters.grown[i] = clusters.under[i] = clusters.over[i] = 0
            clusters.free[i][0] = NEAR_CELLS[i][0] & surface.reach[0]
            clusters.free[i][1] = NEAR_CELLS[i][1] & surface.reach[1]
            n = 0
            if row < LINE:     # the cell below is occupied or out of reach
                n += row + 1 == sheet.height[column] and row + 1 < LINE
                n += column > 0 and row >= sheet.height[column - 1]
                n += column < COLUMNS - 1 and row >= sheet.height[column + 1]
            clusters.beside[i] = <uint8_t>n
            clusters.down[i] = clusters.up[i] = <uint8_t>(8 + min(n, 2))
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
                    groups_join(clusters, other, i)
                elif sheet.cell[other] + 1 == code and code > 1:
                    link_add(clusters, code - 1, other, i)
                elif sheet.cell[other] == code + 1 and code < DIGIT_NINE:
                    link_add(clusters, code, i, other)
        column += 1
        if column == COLUMNS:
            column = 0
            row += 1
    for code in range(9):
        for n in range(clusters.links[code]):
            link = &clusters.link[code][n]
            clusters.down[link.high] = max(clusters.down[link.high], <uint8_t>(clusters.down[link.low] + 8))
    for code in range(8, -1, -1):
        for n in range(clusters.links[code]):
            link = &clusters.link[code][n]
            clusters.up[link.low] = max(clusters.up[link.low], <uint8_t>(clusters.up[link.high] + 8))
