# Groups of equal free digits and rising runs, the input of value/spots.pxd and value/digits.pxd.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from game.board cimport BLOCK, CELLS, DIGITS, DIGIT_NINE, EMPTY, USED, bits_count, sheet_t
from value.layout cimport NEIGHBOURS, NO_DIGIT, NO_SYMBOL, PLACES, RUN_STEP, layout_t, pair_t

ctypedef struct clusters_t:    # the groups and runs of a sheet, by digit number (value/layout.pxd)
    # From the digits alone, wherever spots are.
    uint8_t code[PLACES]       # of the digit: free, or used since the layout was computed
    uint8_t root[CELLS]        # first digit of its group
    uint8_t size[CELLS]        # of its group, 0 if it is used
    int groups
    uint8_t group[CELLS]       # first digit of each group
    int joins
    pair_t join[CELLS]         # first digits of two groups that were merged; the lower one represents both
    int links
    pair_t link[NEIGHBOURS]    # neighbours of which the second digit is one higher, sorted by digit
    # From the adjacent spots.
    uint64_t beside[CELLS]     # by first digit of a group: the adjacent spots, a bit each
    uint8_t free[CELLS]        # the number of these
    uint8_t down[CELLS]        # longest run that rises to it, and the spots next to its start; invalid for a used digit
    uint8_t up[CELLS]          # longest run that rises from it, and the spots next to its end; invalid for a used digit
    # What one more digit in a spot would join (value/spots.pxd).
    uint8_t grown[CELLS]       # by first digit of a group: the largest group that one more digit makes of it
    uint8_t under[CELLS]       # longest run that one more digit below makes, with the run that rises from it
    uint8_t over[CELLS]        # longest run that one more digit above makes, with the run that rises to it


cdef inline void codes_read(clusters_t* clusters, const sheet_t* sheet, const layout_t* layout) noexcept nogil:
    """Read the digits, each as a group of its own."""
    cdef int n
    for n in range(layout.digits):
        clusters.code[n] = sheet.cell[layout.cell[n]]
    for n in range(layout.digits):
        clusters.root[n] = <uint8_t>n
        clusters.size[n] = clusters.code[n] <= DIGIT_NINE
    clusters.code[NO_SYMBOL] = EMPTY
    clusters.code[NO_DIGIT] = BLOCK


cdef inline void groups_join(clusters_t* clusters, int a, int b) noexcept nogil:
    """Merge the groups of two digits."""
    cdef int first, second
    while clusters.root[a] != a:
        a = clusters.root[a]
    while clusters.root[b] != b:
        b = clusters.root[b]
    if a == b:
        return
    first = min(a, b)
    second = max(a, b)
    clusters.root[second] = <uint8_t>first
    clusters.size[first] += clusters.size[second]
    clusters.join[clusters.joins].low = <uint8_t>first
    clusters.join[clusters.joins].high = <uint8_t>second
    clusters.joins += 1


cdef inline void groups_find(clusters_t* clusters, int digits, const pair_t* same, int count) noexcept nogil:
    """Merge the groups of equal neighbours, the `count` pairs in `same`."""
    cdef int n, groups = 0
    clusters.joins = 0
    for n in range(count):
        groups_join(clusters, same[n].low, same[n].high)
    for n in range(digits):
        clusters.root[n] = clusters.root[clusters.root[n]]  # the root of a lower digit is final by now
        clusters.size[n] = clusters.size[clusters.root[n]]
        clusters.group[groups] = <uint8_t>n
        groups += (clusters.root[n] == n) & (clusters.size[n] > 0)
    clusters.groups = groups


cdef inline void links_sort(clusters_t* clusters, const pair_t* found, int count) noexcept nogil:
    cdef int[DIGITS + 2] start # by code
    cdef int n, code
    memset(start, 0, sizeof(start))
    for n in range(count):
        start[clusters.code[found[n].low] + 1] += 1
    for code in range(1, DIGITS + 2):
        start[code] += start[code - 1]
    for n in range(count):
        code = clusters.code[found[n].low]
        clusters.link[start[code]] = found[n]
        start[code] += 1
    clusters.links = count


cdef inline void clusters_read(clusters_t* clusters, const sheet_t* sheet, const layout_t* layout) noexcept nogil:
    """Find the groups and the links of runs, from the digits alone."""
    cdef pair_t[NEIGHBOURS] near # digits that differ by 1 at most
    cdef pair_t[NEIGHBOURS] same
    cdef pair_t[NEIGHBOURS] found
    cdef int n, i, j, step, nears = 0, sames = 0, links = 0
    codes_read(clusters, sheet, layout)
    for n in range(layout.pairs):
        i = clusters.code[layout.pair[n].low]
        j = clusters.code[layout.pair[n].high]
        near[nears] = layout.pair[n]
        nears += ((j - i) * (j - i) <= 1) & ((i | j) < USED)
    for n in range(nears):
        i = near[n].low
        j = near[n].high
        step = <int>clusters.code[j] - <int>clusters.code[i]
        same[sames] = near[n]
        sames += step == 0
        found[links].low = <uint8_t>(i if step > 0 else j)
        found[links].high = <uint8_t>(j if step > 0 else i)
        links += step != 0
    groups_find(clusters, layout.digits, same, sames)
    links_sort(clusters, found, links)


cdef inline void clusters_meet(clusters_t* clusters, const layout_t* layout) noexcept nogil:
    """Find the spots adjacent to each group, and the longest runs, by following their links."""
    cdef int n, low, high
    memcpy(clusters.beside, layout.beside, layout.digits * sizeof(uint64_t))
    memcpy(clusters.free, layout.free, CELLS)
    for n in range(clusters.joins):
        low = clusters.join[n].low
        clusters.beside[low] |= clusters.beside[clusters.join[n].high]
        clusters.free[low] = <uint8_t>bits_count(clusters.beside[low])
    memcpy(clusters.down, layout.alone, CELLS)
    memcpy(clusters.up, layout.alone, CELLS)
    for n in range(clusters.links):
        low = clusters.link[n].low
        high = clusters.link[n].high
        clusters.down[high] = max(clusters.down[high], <uint8_t>(clusters.down[low] + RUN_STEP))
    for n in range(clusters.links - 1, -1, -1):
        low = clusters.link[n].low
        high = clusters.link[n].high
        clusters.up[low] = max(clusters.up[low], <uint8_t>(clusters.up[high] + RUN_STEP))
    memset(clusters.grown, 0, layout.digits)
    memset(clusters.under, 0, layout.digits)
    memset(clusters.over, 0, layout.digits)
