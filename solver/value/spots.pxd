# The traits of a sheet's spots (value/layout.pxd), a part of the list of digit traits
# (value/traits.pxd): what surrounds a spot, what one digit in it would join, and what digits in two
# adjacent spots would join.
from libc.stdint cimport uint8_t, uint32_t
from game.board cimport DIGIT_NINE, DIGIT_ZERO, SETS, SIZES, SIZE_BONUS
from value.clusters cimport clusters_t
from value.layout cimport RUN_SHIFT, SIDES, SPOTS_MOST, layout_t, spot_t
from value.tally cimport ready_code, sizes_one, sizes_t, two_best
from value.traits cimport (AT_AROUND, AT_BRIDGE_C, AT_BRIDGE_I, AT_JOIN_C, AT_JOIN_I, AT_READY_C, AT_READY_I,
                           AT_SPOT, TOPS, trait_add)


cdef inline int top_of(const clusters_t* clusters, int n) noexcept nogil:
    """Return what the place of digit `n` shows, in 0..TOPS - 1."""
    return min(<int>clusters.code[n], TOPS - 1)


cdef inline int around_code(const clusters_t* clusters, const spot_t* spot) noexcept nogil:
    cdef int left = top_of(clusters, spot.around[0]), right = top_of(clusters, spot.around[2])
    return (min(left, right) * TOPS + max(left, right)) * TOPS + top_of(clusters, spot.around[1])


cdef inline int spot_size(clusters_t* clusters, const spot_t* spot) noexcept nogil:
    """Return the largest group that a digit in this spot would make, and record it at the groups
    joined."""
    cdef int[SIDES] size       # of the group of each digit, 0 if an earlier digit is in the same group
    cdef int k, m, root, joined, best = 1
    for k in range(spot.count):
        size[k] = clusters.size[spot.digit[k]]
        for m in range(k):
            if clusters.root[spot.digit[m]] == clusters.root[spot.digit[k]]:
                size[k] = 0
    for k in range(spot.count):
        joined = 1
        for m in range(spot.count):
            joined += size[m] if clusters.code[spot.digit[m]] == clusters.code[spot.digit[k]] else 0
        root = clusters.root[spot.digit[k]]
        clusters.grown[root] = max(clusters.grown[root], <uint8_t>min(joined, SIZE_BONUS))
        best = max(best, joined)
    return min(best, SIZE_BONUS)


cdef inline int spot_length(clusters_t* clusters, const spot_t* spot) noexcept nogil:
    """Return the longest run that a digit in this spot would make, and record it at the digits
    extended."""
    cdef int k, m, n, other, step, up, down, best = 1
    for k in range(spot.count):
        n = spot.digit[k]
        if clusters.size[n] == 0:
            continue
        up = down = 0          # of adjacent runs that could continue the run of digit n
        for m in range(spot.count):
            other = spot.digit[m]
            step = <int>clusters.code[other] - <int>clusters.code[n]
            up = max(up, clusters.up[other] >> RUN_SHIFT if step == 2 else 0)
            down = max(down, clusters.down[other] >> RUN_SHIFT if step == -2 else 0)
        if clusters.code[n] < DIGIT_NINE:
            up = min(up + 1 + (clusters.down[n] >> RUN_SHIFT), SIZE_BONUS)
            clusters.over[n] = max(clusters.over[n], <uint8_t>up)
            best = max(best, up)
        if clusters.code[n] > DIGIT_ZERO:
            down = min(down + 1 + (clusters.up[n] >> RUN_SHIFT), SIZE_BONUS)
            clusters.under[n] = max(clusters.under[n], <uint8_t>down)
            best = max(best, down)
    return best


cdef inline void bridge_measure(const clusters_t* clusters, const spot_t* a, const spot_t* b, int* size, int* length) noexcept nogil:
    """Compute the largest group and the longest run that digits in two adjacent spots join, beyond
    what one digit would join; 0 if they join nothing."""
    cdef int k, m, i, j, step
    size[0] = length[0] = 0
    for k in range(a.count):
        i = a.digit[k]
        for m in range(b.count):
            j = b.digit[m]
            if clusters.size[i] == 0 or clusters.size[j] == 0:
                continue
            step = <int>clusters.code[j] - <int>clusters.code[i]
            if step == 0 and clusters.root[i] != clusters.root[j]:
                size[0] = max(size[0], 2 + clusters.size[i] + clusters.size[j])
            elif step == 3:
                length[0] = max(length[0], 2 + (clusters.down[i] >> RUN_SHIFT) + (clusters.up[j] >> RUN_SHIFT))
            elif step == -3:
                length[0] = max(length[0], 2 + (clusters.down[j] >> RUN_SHIFT) + (clusters.up[i] >> RUN_SHIFT))
    size[0] = min(size[0], SIZE_BONUS)
    length[0] = min(length[0], SIZE_BONUS)


cdef inline uint32_t codes_beside(const clusters_t* clusters, const spot_t* spot) noexcept nogil:
    """Return the codes of the digits next to a spot, a bit each."""
    cdef uint32_t codes = 0
    cdef int k
    for k in range(spot.count):
        codes |= <uint32_t>1 << clusters.code[spot.digit[k]]
    return codes


cdef inline uint32_t* bridges_list(const clusters_t* clusters, const layout_t* layout, const uint32_t* codes,
                                   int set_i, int set_c, uint32_t* out) noexcept nogil:
    """List the traits of adjacent spots; `codes` has codes_beside() for each spot."""
    cdef sizes_t sizes = 0, lengths = 0
    cdef uint32_t low, high
    cdef int n, size, length
    for n in range(layout.bridges):
        low = codes[layout.bridge[n].low]
        high = codes[layout.bridge[n].high]
        if low & (high | high << 3 | high >> 3):
            bridge_measure(clusters, &layout.spot[layout.bridge[n].low], &layout.spot[layout.bridge[n].high],
                           &size, &length)
            sizes += sizes_one(size) if size else 0
            lengths += sizes_one(length) if length else 0
    trait_add(&out, AT_BRIDGE_I + two_best(sizes) * SETS + set_i)
    trait_add(&out, AT_BRIDGE_C + two_best(lengths) * SETS + set_c)
    return out


cdef inline uint32_t* spots_list(clusters_t* clusters, const layout_t* layout, int boxes, uint32_t* out) noexcept nogil:
    cdef uint32_t[SPOTS_MOST] codes
    cdef const spot_t* spot
    cdef sizes_t sizes = 0, lengths = 0
    cdef int n, size, length, set_i = boxes & (SETS - 1), set_c = boxes >> SIZES & (SETS - 1)
    cdef int kinds = (set_i != SETS - 1) * 2 + (set_c != SETS - 1)
    for n in range(layout.spots):
        spot = &layout.spot[n]
        size = spot_size(clusters, spot)
        length = spot_length(clusters, spot)
        codes[n] = codes_beside(clusters, spot)
        sizes += sizes_one(size)
        lengths += sizes_one(length)
        trait_add(&out, AT_AROUND + around_code(clusters, spot) * 4 + kinds)
        trait_add(&out, AT_SPOT + ((size - 1) * 9 + length) * 4 + spot.lift)
    trait_add(&out, AT_READY_I + ready_code(set_i, sizes))
    trait_add(&out, AT_READY_C + ready_code(set_c, lengths))
    trait_add(&out, AT_JOIN_I + two_best(sizes) * SETS + set_i)
    trait_add(&out, AT_JOIN_C + two_best(lengths) * SETS + set_c)
    return bridges_list(clusters, layout, codes, set_i, set_c, out)
