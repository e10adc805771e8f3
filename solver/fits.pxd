# Whether a roll, laid down on a landing in some order, makes a combo of some size: asked of all its
# arrangements at once, and exact.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from board cimport DIGIT_ZERO, NEAR, NEAR_COUNT, SIZE_BONUS, SIZE_MIN, mask_add, mask_t, sheet_t
from drop cimport landing_t
from reach cimport STARS_MOST, digits_t, mask_count, mask_first, mask_flood, supply_t
from score cimport BOX_BONUS

cdef enum:
    NEW = 64                   # on a sheet in work: cell i of the landing, its digit still open


cdef inline int size_wanted(int boxes, int kind) noexcept nogil:
    """The smallest combo of a kind that one of these boxes takes; more than any has if none does."""
    cdef int size
    for size in range(SIZE_MIN, SIZE_BONUS):
        if boxes >> (5 * kind) & 1 << (size - SIZE_MIN):
            return size
    return SIZE_BONUS if boxes >> BOX_BONUS & 1 else 99


cdef inline bint identical_fits(const digits_t* digits, const supply_t* one, const landing_t* place,
                                int want) noexcept nogil:
    """True if a digit of the roll, in as many of the new cells as it can have, makes a group."""
    cdef mask_t among, rest, group
    cdef int d, i, half, chosen
    for d in range(10):
        if one.cells[d] == 0 or digits.count[d] + one.cells[d] < want:
            continue
        for chosen in range(1, 16):
            if (chosen & 1) + (chosen >> 1 & 1) + (chosen >> 2 & 1) + (chosen >> 3) != one.cells[d]:
                continue
            memset(&rest, 0, sizeof(mask_t))
            for i in range(4):
                if chosen >> i & 1:
                    mask_add(&rest, place.cell[i])
            for half in range(2):
                among.word[half] = rest.word[half] | digits.old[d].word[half]
            while rest.word[0] | rest.word[1]:
                group = mask_first(&rest)
                mask_flood(&group, &among)
                if mask_count(&group) >= want:
                    return True
                for half in range(2):
                    rest.word[half] &= ~group.word[half]
    return False


cdef inline int run_on(const sheet_t* marked, const supply_t* one, int cell, int digit, int step, int used,
                       int stars) noexcept nogil:
    """By how many digits a run can go on from a cell, up or down; it may not take the new cells `used`."""
    cdef int n, code, length = 0
    digit += step
    if not 0 <= digit <= 9:
        return 0
    for n in range(NEAR_COUNT[cell]):
        code = marked.cell[NEAR[cell][n]]
        if code == DIGIT_ZERO + digit:
            length = max(length, 1 + run_on(marked, one, NEAR[cell][n], digit, step, used, stars))
        elif code >= NEW and not used >> (code - NEW) & 1 and (one.shown[digit] or stars):
            length = max(length, 1 + run_on(marked, one, NEAR[cell][n], digit, step, used | 1 << (code - NEW),
                                            stars - (not one.shown[digit])))
    return length


cdef inline bint consecutive_fits(const sheet_t* sheet, const supply_t* one, const landing_t* place,
                                  int want) noexcept nogil:
    """True if there is such a run through a new cell, the lowest of those in it."""
    cdef sheet_t marked = sheet[0]
    cdef int i, d, stars = 0 if one.stars > STARS_MOST else one.stars
    for i in range(4):
        marked.cell[place.cell[i]] = <uint8_t>(NEW + i)
    for i in range(4):
        for d in range(10):
            if ((one.shown[d] or stars) and want <= 1 + run_on(&marked, one, place.cell[i], d, -1, 15, 0)
                    + run_on(&marked, one, place.cell[i], d, 1, 1 << i, stars - (not one.shown[d]))):
                return True
    return False


cdef inline bint landing_fits(const sheet_t* sheet, const digits_t* digits, const supply_t* one,
                              const landing_t* place, int boxes) noexcept nogil:
    """True if some arrangement brings a new combo for one of these boxes."""
    cdef int identical = size_wanted(boxes, 0), consecutive = size_wanted(boxes, 1)
    return (identical <= SIZE_BONUS and identical_fits(digits, one, place, identical)
            or consecutive <= SIZE_BONUS and consecutive_fits(sheet, one, place, consecutive))
