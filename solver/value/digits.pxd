# The traits of a sheet's digits, the list that changes with every digit (value/traits.pxd): groups
# and runs, what they lack for the open boxes, and the tops of the columns. The traits of the spots
# are in value/spots.pxd.
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from game.board cimport CELLS, COLUMNS, DIGIT_NINE, DIGIT_ZERO, SETS, SIZES, SIZE_BONUS, bits_count, sheet_t
from value.clusters cimport clusters_meet, clusters_read, clusters_t
from value.layout cimport RUN_SHIFT, RUN_STEP, layout_t
from value.spots cimport spots_list, top_of
from value.tally cimport needs_code, sizes_count, tally_add, tally_t, three_best
from value.traits cimport (AT_BOTH, AT_CHAIN, AT_CHAINS, AT_COUNTS_C, AT_COUNTS_I, AT_DEAD, AT_GROUP, AT_GROUPS,
                           AT_GROW_C, AT_GROW_I, AT_NEED_C, AT_NEED_I, AT_PAIR, AT_ROLE, AT_SAME, TOPS, clip, trait_add)

cdef enum:
    CHAIN_SHIFT = 4            # position of `up` in a word with other data below it


cdef inline int grows_code(const tally_t* tally) noexcept nogil:
    """Return a code of how many growing groups or runs have 2, 3 and 4 digits, up to 4, 3 and 2 of
    them."""
    return (min(sizes_count(tally.growing, 2), 4) * 4 + min(sizes_count(tally.growing, 3), 3)) * 3 + min(
        sizes_count(tally.growing, 4), 2)


cdef inline int larger_count(const tally_t* tally, int least) noexcept nogil:
    """Return how many growing groups or runs have at least `least` digits."""
    cdef int size, count = 0
    for size in range(least, SIZE_BONUS + 1):
        count += sizes_count(tally.growing, size)
    return count


cdef inline uint32_t* groups_list(const clusters_t* clusters, const layout_t* layout, int set, int* lacking,
                                  uint32_t* out) noexcept nogil:
    cdef int n, i, code, size, free, grown, count = layout.digits, dead = layout.dead
    cdef tally_t tally
    cdef int[DIGIT_NINE + 1] shown  # free digits, by code
    cdef int[DIGIT_NINE + 1] most   # the largest group, by code
    memset(shown, 0, sizeof(shown))
    memset(most, 0, sizeof(most))
    tally.growing = tally.closed = 0
    for n in range(clusters.groups):
        i = clusters.group[n]
        code = clusters.code[i]
        shown[code] += clusters.size[i]
        most[code] = max(most[code], <int>clusters.size[i])
        size = min(<int>clusters.size[i], SIZE_BONUS)
        free = clusters.free[i]
        grown = max(<int>clusters.grown[i], size)
        trait_add(&out, AT_GROUP + (((size - 1) * 6 + min(free, 5)) * 2 + ((code == 1) | (code > 8))) * SETS + set)
        trait_add(&out, AT_GROW_I + (((size - 1) * 8 + grown - 1) * 4 + min(free, 3)) * SETS + set)
        tally_add(&tally, size, free != 0)
    for n in range(layout.digits):
        if clusters.size[n] == 0:
            count -= 1
            dead -= layout.free[n] == 0
    trait_add(&out, AT_GROUPS + three_best(tally.growing, SIZE_BONUS - 1) * SETS + set)
    trait_add(&out, AT_COUNTS_I + (grows_code(&tally) * 3 + min(larger_count(&tally, 5), 2)) * SETS + set)
    trait_add(&out, AT_NEED_I + needs_code(set, &tally, lacking))
    trait_add(&out, AT_DEAD + min(dead, 15) * 24 + min(count - dead, 23))
    for code in range(DIGIT_ZERO + 1, DIGIT_ZERO + 8):
        out[0] = <uint32_t>(AT_SAME + (min(shown[code], 8) * 8 + min(most[code], SIZE_BONUS - 1)) * SETS + set)
        out += shown[code] > 0
    return out


cdef inline uint32_t* chains_list(const clusters_t* clusters, const layout_t* layout, int set, int* lacking,
                                  uint32_t* out) noexcept nogil:
    """List the traits of runs, each link of which is on the longest run up from its lower digit and
    on the longest run down from its upper digit, so that few runs overlap."""
    cdef uint16_t[CELLS] chain # as `up`, along such links only; below it the longest run that one more digit makes
    cdef uint8_t[CELLS] goes_on  # True if such a link leads down from the digit
    cdef uint8_t[CELLS] start  # first digits of the runs
    cdef int n, i, code, length, low, high, grown, count = 0
    cdef bint is_whole
    cdef tally_t tally
    tally.growing = tally.closed = 0
    for n in range(layout.digits):
        goes_on[n] = 0
        chain[n] = <uint16_t>(layout.alone[n] << CHAIN_SHIFT | clusters.over[n])
    for n in range(clusters.links - 1, -1, -1):
        low = clusters.link[n].low
        high = clusters.link[n].high
        is_whole = ((clusters.up[high] + RUN_STEP == clusters.up[low])
                    & (clusters.down[low] + RUN_STEP == clusters.down[high]))
        goes_on[high] |= is_whole
        chain[low] = max(chain[low], <uint16_t>(chain[high] + (RUN_STEP << CHAIN_SHIFT) if is_whole else 0))
    for n in range(layout.digits):
        start[count] = <uint8_t>n
        count += (goes_on[n] == 0) & (clusters.size[n] > 0)
    for n in range(count):
        i = start[n]
        code = clusters.code[i]
        length = min(chain[i] >> (CHAIN_SHIFT + RUN_SHIFT), SIZE_BONUS)
        low = layout.alone[i] & (RUN_STEP - 1)
        high = chain[i] >> CHAIN_SHIFT & (RUN_STEP - 1)
        grown = max(length, max(<int>clusters.under[i], chain[i] & 15))
        trait_add(&out, AT_CHAIN + ((((code - 1) * 8 + length - 1) * 3 + low) * 3 + high) * SETS + set)
        trait_add(&out, AT_GROW_C + (((code - 1) * 8 + length - 1) * 9 + grown) * SETS + set)
        # A run that starts with 0 can't grow below, nor one that ends with 9 above.
        tally_add(&tally, length, (code - DIGIT_ZERO) * low + (DIGIT_NINE - (code + length - 1)) * high != 0)
    trait_add(&out, AT_CHAINS + three_best(tally.growing, SIZE_BONUS) * SETS + set)
    trait_add(&out, AT_COUNTS_C + ((grows_code(&tally) * 3 + min(sizes_count(tally.growing, 5), 2)) * 2
                                   + min(larger_count(&tally, 6), 1)) * SETS + set)
    trait_add(&out, AT_NEED_C + needs_code(set, &tally, lacking))
    return out


cdef inline uint32_t* tops_list(const clusters_t* clusters, const layout_t* layout, const sheet_t* sheet,
                                uint32_t* out) noexcept nogil:
    """List the traits of the tops of neighbouring columns."""
    cdef int i, step, left, right = top_of(clusters, layout.top[0])
    for i in range(COLUMNS - 1):
        left = right
        right = top_of(clusters, layout.top[i + 1])
        step = clip(<int>sheet.height[i + 1] - <int>sheet.height[i], -2, 2)
        trait_add(&out, AT_PAIR + min((left * TOPS + right) * 5 + step + 2, (right * TOPS + left) * 5 + 2 - step))
    return out


cdef inline uint32_t* roles_list(const clusters_t* clusters, const layout_t* layout, int kinds, uint32_t* out) noexcept nogil:
    """List the role of each free digit; `kinds` has a bit for each kind with an open box."""
    cdef int n, size, length
    for n in range(layout.digits):
        size = min(<int>clusters.size[n], SIZE_BONUS - 1)
        length = min((clusters.down[n] >> RUN_SHIFT) + (clusters.up[n] >> RUN_SHIFT) - 1, SIZE_BONUS)
        out[0] = <uint32_t>(AT_ROLE + (((size - 1) * 8 + length - 1) * 3 + min(<int>layout.free[n], 2)) * 4 + kinds)
        out += size > 0
    return out


cdef inline uint32_t* clusters_list(const sheet_t* sheet, const layout_t* layout, clusters_t* clusters, uint32_t* out) noexcept nogil:
    """List the traits of the digits. clusters_read() must have been called with these digits, on
    this sheet or on one with other X shapes."""
    cdef int lack_i = 0, lack_c = 0
    cdef int set_i = sheet.boxes & (SETS - 1), set_c = sheet.boxes >> SIZES & (SETS - 1)
    clusters_meet(clusters, layout)
    out = spots_list(clusters, layout, sheet.boxes, out)
    out = groups_list(clusters, layout, set_i, &lack_i, out)
    out = chains_list(clusters, layout, set_c, &lack_c, out)
    out = tops_list(clusters, layout, sheet, out)
    out = roles_list(clusters, layout, (set_i != SETS - 1) * 2 + (set_c != SETS - 1), out)
    trait_add(&out, AT_BOTH + ((min(lack_i, 12) * 13 + min(lack_c, 12)) * 6 + SIZES - bits_count(set_i)) * 6
              + SIZES - bits_count(set_c))
    return out


cdef inline uint32_t* digits_list(const sheet_t* sheet, const layout_t* layout, uint32_t* out) noexcept nogil:
    cdef clusters_t clusters
    clusters_read(&clusters, sheet, layout)
    return clusters_list(sheet, layout, &clusters, out)
