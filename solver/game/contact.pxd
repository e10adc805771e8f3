# The claims that four new digits make. For most arrangements the groups and runs that they touch
# prove that there are no such claims, so that only the others are searched.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGITS, DIGIT_ZERO, NEAR, NEAR_COUNT, ROW_OF, SIZE_BONUS, SOLO_CELLS,
                         code_is_free, sheet_t)
from game.combo cimport CONSECUTIVE, IDENTICAL, claims_all, claims_around, claims_free, claims_t, sizes_open
from game.drop cimport landing_t

cdef enum:
    INNER_PAIRS = SOLO_CELLS * (SOLO_CELLS - 1) // 2  # pairs of a landing's cells

ctypedef struct base_t:        # a sheet on which many landings and arrangements are tried
    sheet_t sheet
    claims_t claims            # its claims, which stay valid after every placement
    int identical              # the smallest open size, SIZE_BONUS + 1 if all are filled
    int consecutive
    uint8_t group[CELLS]       # size, at most 8, of the group of equal free digits around a cell
    uint8_t below[CELLS]       # longest run that rises to a cell, including it
    uint8_t above[CELLS]       # longest run that rises from a cell, including it

ctypedef struct contact_t:     # what a landing touches, by its cells and by digit
    uint8_t group[SOLO_CELLS][DIGITS]  # total size of the adjacent groups of the digit
    uint8_t below[SOLO_CELLS][DIGITS + 2]  # at [digit + 1]: the longest adjacent run that ends at digit - 1
    uint8_t above[SOLO_CELLS][DIGITS + 2]  # at [digit + 1]: the longest adjacent run that starts at digit + 1
    int inner                  # pairs of its cells that are neighbours, a bit each


cdef inline int size_smallest(int sizes) noexcept nogil:
    cdef int size = 0
    while size <= SIZE_BONUS and not (sizes >> size & 1):
        size += 1
    return size


cdef inline void group_measure(base_t* base, int i) noexcept nogil:
    """Flood-fill the group of equal digits around cell `i`, and store its size at its cells."""
    cdef uint8_t[CELLS] found
    cdef int n, j, count = 1, next = 0
    found[0] = <uint8_t>i
    base.group[i] = 1
    while next < count:
        for n in range(NEAR_COUNT[found[next]]):
            j = NEAR[found[next]][n]
            if base.sheet.cell[j] == base.sheet.cell[i] and base.group[j] == 0:
                base.group[j] = 1
                found[count] = <uint8_t>j
                count += 1
        next += 1
    for n in range(count):
        base.group[found[n]] = <uint8_t>min(count, SIZE_BONUS)


cdef inline void base_measure(base_t* base) noexcept nogil:
    """Measure the groups and runs for claims_possible()."""
    cdef uint8_t[CELLS] by_digit
    cdef int[DIGITS + 2] start
    cdef int i, n, j, code, count = 0
    cdef const sheet_t* sheet = &base.sheet
    base.identical = size_smallest(sizes_open(sheet.boxes, IDENTICAL))
    base.consecutive = size_smallest(sizes_open(sheet.boxes, CONSECUTIVE))
    memset(base.group, 0, sizeof(base.group))

    memset(start, 0, sizeof(start))
    for i in range(CELLS):
        if code_is_free(sheet.cell[i]):
            start[sheet.cell[i] + 1] += 1
            if base.group[i] == 0:
                group_measure(base, i)
    for code in range(1, DIGITS + 2):
        start[code] += start[code - 1]
    for i in range(CELLS):
        if code_is_free(sheet.cell[i]):
            by_digit[start[sheet.cell[i]]] = <uint8_t>i
            start[sheet.cell[i]] += 1
            count += 1

    for n in range(count):
        i = by_digit[n]
        base.below[i] = 1
        base.above[i] = 1
        for j in range(NEAR_COUNT[i]):
            if sheet.cell[NEAR[i][j]] + 1 == sheet.cell[i] and sheet.cell[i] > 1:
                base.below[i] = max(base.below[i], <uint8_t>(base.below[NEAR[i][j]] + 1))
    for n in range(count - 1, -1, -1):
        i = by_digit[n]
        for j in range(NEAR_COUNT[i]):
            if sheet.cell[NEAR[i][j]] == sheet.cell[i] + 1 and code_is_free(sheet.cell[NEAR[i][j]]):
                base.above[i] = max(base.above[i], <uint8_t>(base.above[NEAR[i][j]] + 1))


cdef inline void base_set(base_t* base, const sheet_t* sheet) noexcept nogil:
    """Set the sheet of `base`, which must have been zeroed once. Release it with base_free()."""
    base.sheet = sheet[0]
    base.claims.count = 0
    claims_all(sheet, &base.claims)
    base_measure(base)


cdef inline void base_free(base_t* base) noexcept nogil:
    claims_free(&base.claims)


cdef inline void contact_set(contact_t* contact, const base_t* base, const landing_t* place) noexcept nogil:
    """Measure what the four cells of a landing touch."""
    cdef int i, k, n, j, digit, pair = 0
    memset(contact, 0, sizeof(contact_t))
    for i in range(SOLO_CELLS):
        for n in range(NEAR_COUNT[place.cell[i]]):
            j = NEAR[place.cell[i]][n]
            if not code_is_free(base.sheet.cell[j]):
                continue
            digit = base.sheet.cell[j] - DIGIT_ZERO
            contact.group[i][digit] += base.group[j]
            contact.below[i][digit + 2] = max(contact.below[i][digit + 2], base.below[j])
            contact.above[i][digit] = max(contact.above[i][digit], base.above[j])
        for k in range(i):
            n = place.cell[i] - place.cell[k]
            if n == COLUMNS or (n == 1 and ROW_OF[place.cell[i]] == ROW_OF[place.cell[k]]):
                contact.inner |= 1 << pair
            pair += 1


cdef inline int link_length(const contact_t* contact, const uint8_t* d, int pair, int low, int high) noexcept nogil:
    """Return how many steps a run can take from new digit `low` up to new digit `high`: 1 if they
    are neighbours, more through old digits that both touch, 0 if no run connects them."""
    cdef int gap = <int>d[high] - <int>d[low]
    if gap == 1:
        return contact.inner >> pair & 1
    if gap > 1 and contact.above[low][d[low] + 1] >= gap - 1 and contact.below[high][d[high] + 1] >= gap - 1:
        return gap
    return 0


cdef inline bint run_possible(const base_t* base, const contact_t* contact, const uint8_t* d) noexcept nogil:
    """Return True if a run through several new digits could reach the smallest open size."""
    cdef int[SOLO_CELLS] below
    cdef int[SOLO_CELLS] above
    cdef int i, k, pair, steps, round
    for i in range(SOLO_CELLS):
        below[i] = 1 + contact.below[i][d[i] + 1]
        above[i] = 1 + contact.above[i][d[i] + 1]
    for round in range(3):
        pair = 0
        for i in range(1, SOLO_CELLS):
            for k in range(i):
                steps = link_length(contact, d, pair, k, i)
                if steps:
                    below[i] = max(below[i], below[k] + steps)
                    above[k] = max(above[k], above[i] + steps)
                steps = link_length(contact, d, pair, i, k)
                if steps:
                    below[k] = max(below[k], below[i] + steps)
                    above[i] = max(above[i], above[k] + steps)
                pair += 1
    for i in range(SOLO_CELLS):
        if below[i] + above[i] - 1 >= base.consecutive:
            return True
    return False


cdef inline bint claims_possible(const base_t* base, const contact_t* contact, const uint8_t* d) noexcept nogil:
    """Return False only if these digits make no new claim.

    Checks three upper bounds: the digits equal to a new one, with all the groups they touch; the
    run through one new digit and old ones; the run through several new digits, if two are linked.
    """
    cdef int i, k, pair = 0, reach
    for i in range(SOLO_CELLS):
        reach = 1 + contact.group[i][d[i]]
        for k in range(SOLO_CELLS):
            if k != i and d[k] == d[i]:
                reach += 1 + contact.group[k][d[k]]
        if reach >= base.identical:
            return True
        if 1 + contact.below[i][d[i] + 1] + contact.above[i][d[i] + 1] >= base.consecutive:
            return True
    for i in range(1, SOLO_CELLS):
        for k in range(i):
            if link_length(contact, d, pair, k, i) or link_length(contact, d, pair, i, k):
                return run_possible(base, contact, d)
            pair += 1
    return False


cdef inline int claims_new(const base_t* base, const contact_t* contact, const landing_t* place,
                           const uint8_t* digits, const sheet_t* after, claims_t* out) noexcept nogil:
    """Replace `out` with the claims that the digits just written on `after` make. Returns their
    number."""
    out.count = 0
    if claims_possible(base, contact, digits):
        claims_around(after, place.cell, SOLO_CELLS, out)
    return out.count
