# The digits of a sheet, the list of traits that changes with every digit (value/traits.pxd): groups and runs,
# what they lack for the open boxes, the tops of the columns; the cells beside them are in value/spots.pxd.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGIT_NINE, EMPTY, SETS, SIZES, SIZE_BONUS, SIZE_MAX, SIZE_MIN,
                         bits_count, sheet_t)
from value.clusters cimport clusters_scan, clusters_t, link_t
from value.plain cimport tally_add, tally_t, tally_take
from value.spots cimport spots_list, top_of
from value.surface cimport surface_t
from value.traits cimport (AT_BOTH, AT_CHAIN, AT_CHAINS, AT_COUNTS_C, AT_COUNTS_I, AT_DEAD, AT_GROUP, AT_GROUPS,
                           AT_GROW_C, AT_GROW_I, AT_NEED_C, AT_NEED_I, AT_PAIR, TOPS, clip, trait_add, traits_t)


cdef inline int needs_code(int filled, tally_t* tally, int* sum) noexcept nogil:
    """What each open box of one kind lacks, 0..3, the largest group given to the largest box and so
    on down; 4 where the box is filled. Adds what they lack to `sum`."""
    cdef int size, have, lacks, code = 0
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        if filled >> (size - SIZE_MIN) & 1:
            code = code * 5 + 4
            continue
        have = tally_take(tally, size)
        lacks = max(0, size - have)
        sum[0] += lacks
        code = code * 5 + min(lacks, 3)
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


cdef inline void groups_list(const sheet_t* sheet, clusters_t* clusters, int* lacking, traits_t* out) noexcept nogil:
    cdef int n, i, size, free, set = sheet.boxes & (SETS - 1), dead = 0
    cdef tally_t tally
    cdef int[SIZE_BONUS] live
    memset(&tally, 0, sizeof(tally))
    for n in range(clusters.count):
        i = clusters.cell[n]
        dead += clusters.beside[i] == 0
        if clusters.root[i] != i:
            continue
        size = min(<int>clusters.size[i], SIZE_BONUS)
        free = clusters.beside[i]
        if size > 1:
            free = min(bits_count(clusters.free[i][0]) + bits_count(clusters.free[i][1]), 5)
        trait_add(out, AT_GROUP + ((((size - 1) * 6 + free) * 2
                                    + (sheet.cell[i] == 1 or sheet.cell[i] > 8)) * SETS) + set)
        trait_add(out, AT_GROW_I + (((size - 1) * 8 + max(<int>clusters.grown[i], size) - 1) * 4 + min(free, 3)) * SETS + set)
        tally_add(&tally, size, free != 0)
    for n in range(8):
        live[n] = tally.growing[n]
    live[7] += tally.growing[8]
    trait_add(out, AT_GROUPS + top_three(live, 7) * SETS + set)
    trait_add(out, AT_COUNTS_I + (((min(tally.growing[2], 4) * 4 + min(tally.growing[3], 3)) * 3 + min(tally.growing[4], 2)) * 3
                                  + min(tally.growing[5] + tally.growing[6] + tally.growing[7] + tally.growing[8], 2)) * SETS + set)
    trait_add(out, AT_NEED_I + needs_code(set, &tally, lacking))
    trait_add(out, AT_DEAD + min(dead, 15) * 24 + min(clusters.count - dead, 23))


cdef inline void chains_list(const sheet_t* sheet, clusters_t* clusters, int* lacking, traits_t* out) noexcept nogil:
    """Runs that are the longest way for each pair of cells on them, so that hardly two share a cell."""
    cdef uint8_t[CELLS] chain  # as `up`, along those pairs alone
    cdef uint8_t[CELLS] end    # the most that one digit after such a run makes of it
    cdef uint8_t[CELLS] goes_on  # True where such a pair leads down from a cell
    cdef link_t* link
    cdef int n, i, code, length, best, low, high, set = sheet.boxes >> SIZES & (SETS - 1)
    cdef tally_t tally
    memset(&tally, 0, sizeof(tally))
    for n in range(clusters.count):
        i = clusters.cell[n]
        goes_on[i] = 0
        end[i] = clusters.over[i]
        chain[i] = <uint8_t>(8 + min(<int>clusters.beside[i], 2))
    for code in range(8, -1, -1):
        for n in range(clusters.links[code]):
            link = &clusters.link[code][n]
            if (clusters.up[link.high] + 8 == clusters.up[link.low]
                    and clusters.down[link.low] + 8 == clusters.down[link.high]):
                goes_on[link.high] = 1
                if chain[link.high] + 8 > chain[link.low]:
                    chain[link.low] = <uint8_t>(chain[link.high] + 8)
                    end[link.low] = end[link.high]
                elif chain[link.high] + 8 == chain[link.low]:
                    end[link.low] = max(end[link.low], end[link.high])
    for n in range(clusters.count):
        i = clusters.cell[n]
        if goes_on[i]:
            continue
        length = min(chain[i] >> 3, SIZE_BONUS)
        low = min(<int>clusters.beside[i], 2)
        high = chain[i] & 7
        trait_add(out, AT_CHAIN + (((((<int>sheet.cell[i] - 1) * 8 + length - 1) * 3 + low) * 3 + high) * SETS) + set)
        best = max(length, max(<int>clusters.under[i], <int>end[i]))
        trait_add(out, AT_GROW_C + (((<int>sheet.cell[i] - 1) * 8 + length - 1) * 9 + best) * SETS + set)
        # 0 can't be continued below, nor 9 above.
        tally_add(&tally, length, (low and sheet.cell[i] > 1) or (high and sheet.cell[i] + length - 1 < DIGIT_NINE))
    trait_add(out, AT_CHAINS + top_three(tally.growing, 8) * SETS + set)
    trait_add(out, AT_COUNTS_C + ((((min(tally.growing[2], 4) * 4 + min(tally.growing[3], 3)) * 3 + min(tally.growing[4], 2)) * 3
                                   + min(tally.growing[5], 2)) * 2 + min(tally.growing[6] + tally.growing[7] + tally.growing[8], 1)) * SETS + set)
    trait_add(out, AT_NEED_C + needs_code(set, &tally, lacking))


cdef inline void tops_list(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """Tops of neighbouring columns."""
    cdef int[COLUMNS] top
    cdef int i, step, way, back
    for i in range(COLUMNS):
        top[i] = EMPTY if sheet.height[i] == 0 else top_of(sheet.cell[(sheet.height[i] - 1) * COLUMNS + i])
    for i in range(COLUMNS - 1):
        step = clip(<int>sheet.height[i + 1] - <int>sheet.height[i], -2, 2)
        way = (top[i] * TOPS + top[i + 1]) * 5 + step + 2
        back = (top[i + 1] * TOPS + top[i]) * 5 + 2 - step
        trait_add(out, AT_PAIR + min(way, back))


cdef inline void digits_list(const sheet_t* sheet, const surface_t* surface, traits_t* out) noexcept nogil:
    cdef clusters_t clusters
    cdef int lack_i = 0, lack_c = 0
    clusters_scan(&clusters, sheet, surface)
    spots_list(sheet, surface, &clusters, out)
    groups_list(sheet, &clusters, &lack_i, out)
    chains_list(sheet, &clusters, &lack_c, out)
    tops_list(sheet, out)
    trait_add(out, AT_BOTH + ((min(lack_i, 12) * 13 + min(lack_c, 12)) * 6
                              + SIZES - bits_count(sheet.boxes & (SETS - 1))) * 6 + SIZES - bits_count(sheet.boxes >> SIZES & (SETS - 1)))
