# The empty cells beside free digits, a part of the digits' list of traits (value/traits.pxd): what one digit
# there would join, and two of them together.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGIT_NINE, DIGIT_ZERO, EMPTY, GROUND_CELLS, SETS, SIZES, SIZE_BONUS,
                         SIZE_MAX, SIZE_MIN, sheet_t)
from value.clusters cimport clusters_t, group_root
from value.surface cimport surface_t
from value.traits cimport (AT_AROUND, AT_BRIDGE_C, AT_BRIDGE_I, AT_JOIN_C, AT_JOIN_I, AT_READY_C, AT_READY_I,
                           AT_SPOT, TOPS, trait_add, traits_t)

cdef enum:
    SIDES = 3                  # of a cell; above it nothing lies

ctypedef struct spot_t:        # an empty cell and the digits beside it
    int code[SIDES]            # left, below, right
    int cell[SIDES]            # -1 where there is no free digit
    int root[SIDES]
    bint alone                 # no free digit beside it



cdef inline int ready_code(int filled, const int* joins) noexcept nogil:
    """For each open box of one kind the empty cells where one digit would complete it, 0..3; 4 where
    the box is filled. joins[n] cells make n at the most."""
    cdef int size, code = 0, cells = joins[SIZE_BONUS]
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        cells += joins[size]
        code = code * 5 + (4 if filled >> (size - SIZE_MIN) & 1 else min(cells, 3))
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


cdef inline void spot_set(spot_t* spot, const sheet_t* sheet, const clusters_t* clusters, int i) noexcept nogil:
    cdef int k, row = i // COLUMNS
    cdef int column = i - row * COLUMNS
    spot.code[0] = TOPS - 1 if column == 0 else top_of(sheet.cell[i - 1])
    spot.code[1] = TOPS - 1 if row == 0 else top_of(sheet.cell[i - COLUMNS])
    spot.code[2] = TOPS - 1 if column == COLUMNS - 1 else top_of(sheet.cell[i + 1])
    spot.cell[0] = i - 1
    spot.cell[1] = i - COLUMNS
    spot.cell[2] = i + 1
    spot.alone = True
    for k in range(SIDES):
        if spot.code[k] == EMPTY or spot.code[k] > DIGIT_NINE:
            spot.cell[k] = -1
        else:
            spot.root[k] = group_root(clusters, spot.cell[k])
            spot.alone = False


cdef inline int spot_size(clusters_t* clusters, const spot_t* spot) noexcept nogil:
    """The largest group that a digit in this cell would make; noted at the groups it joins."""
    cdef int k, m, size, best = 1
    for k in range(SIDES):
        if spot.cell[k] < 0:
            continue
        size = 1 + clusters.size[spot.root[k]]
        for m in range(SIDES):
            if (m != k and spot.cell[m] >= 0 and spot.code[m] == spot.code[k] and spot.root[m] != spot.root[k]
                    and not (m == 2 and k == 1 and spot.cell[0] >= 0 and spot.root[0] == spot.root[2])
                    and not (m == 2 and k == 0 and spot.cell[1] >= 0 and spot.root[1] == spot.root[2])
                    and not (m == 1 and k == 2 and spot.cell[0] >= 0 and spot.root[0] == spot.root[1])):
                size += clusters.size[spot.root[m]]
        clusters.grown[spot.root[k]] = max(clusters.grown[spot.root[k]], <uint8_t>min(size, SIZE_BONUS))
        best = max(best, size)
    return min(best, SIZE_BONUS)


cdef inline int spot_length(clusters_t* clusters, const spot_t* spot) noexcept nogil:
    """The longest run that a digit in this cell would make; noted at the digits it goes on from."""
    cdef int k, m, up, down, best = 1
    for k in range(SIDES):
        if spot.cell[k] < 0:
            continue
        if spot.code[k] < DIGIT_NINE:
            up = 0
            for m in range(SIDES):
                if spot.cell[m] >= 0 and spot.code[m] == spot.code[k] + 2:
                    up = max(up, clusters.up[spot.cell[m]] >> 3)
            up = min(up + 1 + (clusters.down[spot.cell[k]] >> 3), SIZE_BONUS)
            clusters.over[spot.cell[k]] = max(clusters.over[spot.cell[k]], <uint8_t>up)
            best = max(best, up)
        if spot.code[k] > DIGIT_ZERO:
            down = 0
            for m in range(SIDES):
                if spot.cell[m] >= 0 and spot.code[m] == spot.code[k] - 2:
                    down = max(down, clusters.down[spot.cell[m]] >> 3)
            down = min(down + 1 + (clusters.up[spot.cell[k]] >> 3), SIZE_BONUS)
            clusters.under[spot.cell[k]] = max(clusters.under[spot.cell[k]], <uint8_t>down)
            best = max(best, down)
    return best


cdef inline void bridge_measure(const clusters_t* clusters, const spot_t* a, const spot_t* b, int* size, int* length) noexcept nogil:
    """What two digits in neighbouring cells join at the most, beyond what one would: 0 if nothing."""
    cdef int k, m
    size[0] = length[0] = 0
    for k in range(SIDES):
        if a.cell[k] < 0:
            continue
        for m in range(SIDES):
            if b.cell[m] < 0:
                continue
            if a.code[k] == b.code[m]:
                if a.root[k] != b.root[m]:
                    size[0] = max(size[0], 2 + clusters.size[a.root[k]] + clusters.size[b.root[m]])
            elif a.code[k] + 3 == b.code[m]:
                length[0] = max(length[0], 2 + (clusters.down[a.cell[k]] >> 3) + (clusters.up[b.cell[m]] >> 3))
            elif b.code[m] + 3 == a.code[k]:
                length[0] = max(length[0], 2 + (clusters.down[b.cell[m]] >> 3) + (clusters.up[a.cell[k]] >> 3))
    size[0] = min(size[0], SIZE_BONUS)
    length[0] = min(length[0], SIZE_BONUS)


cdef inline void spots_list(const sheet_t* sheet, const surface_t* surface, clusters_t* clusters, traits_t* out) noexcept nogil:
    """Empty cells: what stands beside them, what one digit there would join, and two of them together."""
    cdef spot_t[GROUND_CELLS] spot
    cdef uint8_t[CELLS + 2 * COLUMNS] number  # by cell: one more than its number among the spots
    cdef int n, i, j, k, size, length, row, column
    cdef int[SIZE_BONUS + 1] sizes
    cdef int[SIZE_BONUS + 1] lengths
    cdef int[SIZE_BONUS + 1] wide_sizes
    cdef int[SIZE_BONUS + 1] wide_lengths
    cdef int set_i = sheet.boxes & (SETS - 1), set_c = sheet.boxes >> SIZES & (SETS - 1)
    cdef int kinds = (set_i != SETS - 1) * 2 + (set_c != SETS - 1)
    memset(sizes, 0, sizeof(sizes))
    memset(lengths, 0, sizeof(lengths))
    memset(wide_sizes, 0, sizeof(wide_sizes))
    memset(wide_lengths, 0, sizeof(wide_lengths))
    memset(number, 0, sizeof(number))
    for n in range(surface.spots):
        i = surface.spot[n]
        spot_set(&spot[n], sheet, clusters, i)
        number[i] = <uint8_t>(n + 1)
        trait_add(out, AT_AROUND + ((min(spot[n].code[0], spot[n].code[2]) * TOPS + max(spot[n].code[0], spot[n].code[2])) * TOPS
                                    + spot[n].code[1]) * 4 + kinds)
        size = length = 1
        if not spot[n].alone:
            size = spot_size(clusters, &spot[n])
            length = spot_length(clusters, &spot[n])
        sizes[size] += 1
        lengths[length] += 1
        trait_add(out, AT_SPOT + (((size - 1) * 9 + length) * 4) + surface.lift[n])
    for n in range(surface.spots):
        i = surface.spot[n]
        for j in range(2):
            k = number[i + 1] if j == 0 else number[i + COLUMNS]
            if k == 0 or (j == 0 and i % COLUMNS == COLUMNS - 1):
                continue
            if spot[n].alone or spot[k - 1].alone:
                continue
            bridge_measure(clusters, &spot[n], &spot[k - 1], &size, &length)
            wide_sizes[size] += 1
            wide_lengths[length] += 1
    trait_add(out, AT_READY_I + ready_code(set_i, sizes))
    trait_add(out, AT_READY_C + ready_code(set_c, lengths))
    trait_add(out, AT_JOIN_I + two_best(sizes) * SETS + set_i)
    trait_add(out, AT_JOIN_C + two_best(lengths) * SETS + set_c)
    trait_add(out, AT_BRIDGE_I + two_best(wide_sizes) * SETS + set_i)
    trait_add(out, AT_BRIDGE_C + two_best(wide_lengths) * SETS + set_c)
