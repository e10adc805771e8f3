# The combos that the digits of known rolls could still make on a sheet. Of new cells only so much is
# asked: that a shape could fill them, and that the rolls bring the digits. What is out of reach here is
# out of reach in the game; with no roll at all the answer is exact.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from board cimport COLUMNS, DIGIT_ZERO, EMPTY, SIZE_BONUS, SLIDE, code_is_free, mask_add, mask_t, sheet_t
from roll cimport roll_t
from score cimport BOX_BONUS

cdef enum:
    STARS_MOST = 3             # where there are more, every digit counts as shown

ctypedef struct supply_t:      # the digits that some rolls bring
    uint8_t cells[10]          # by digit: the number dice that can be it, stars among them
    bint shown[10]
    int stars                  # digits beside those shown that can be had

ctypedef struct digits_t:      # a sheet as combos see it
    mask_t old[10]             # by digit: its free cells
    uint8_t count[10]          # how many they are
    mask_t open                # empty cells that a shape could still fill


cdef inline void supply_add(supply_t* supply, const roll_t* roll) noexcept nogil:
    """Add what a roll shows: the digits that are in all its arrangements, the other dice being stars."""
    cdef int a, i, d, faces = 0
    cdef uint8_t[10] least
    cdef uint8_t[10] has
    memset(least, 4, 10)
    for a in range(roll.count):
        memset(has, 0, 10)
        for i in range(4):
            has[roll.digits[a][i]] += 1
        for d in range(10):
            least[d] = min(least[d], has[d])
    for d in range(10):
        faces += least[d]
    supply.stars += 4 - faces
    for d in range(10):
        supply.shown[d] = supply.shown[d] or least[d] > 0 or supply.stars > STARS_MOST
        supply.cells[d] += <uint8_t>(least[d] + 4 - faces)


# Masks of cells.

cdef inline mask_t mask_near(const mask_t* mask) noexcept nogil:
    """The cells beside those of a mask, and some bits past the last cell."""
    cdef mask_t near
    cdef uint64_t low = mask.word[0], high = mask.word[1]
    cdef uint64_t east_low = low & ~<uint64_t>0x4081020408102040, east_high = high & ~<uint64_t>0x204081020
    cdef uint64_t west_low = low & ~<uint64_t>0x8102040810204081, west_high = high & ~<uint64_t>0x8102040
    near.word[0] = low << 7 | low >> 7 | high << 57 | east_low << 1 | west_low >> 1 | west_high << 63
    near.word[1] = high << 7 | low >> 57 | high >> 7 | east_high << 1 | east_low >> 63 | west_high >> 1
    return near


cdef inline int mask_count(const mask_t* mask) noexcept nogil:
    cdef uint64_t low = mask.word[0], high = mask.word[1]
    cdef int count = 0
    while low:
        low &= low - 1
        count += 1
    while high:
        high &= high - 1
        count += 1
    return count


cdef inline bint mask_grow(mask_t* mask, const mask_t* among) noexcept nogil:
    """Take in the cells beside a mask that are `among` these; False if there is none."""
    cdef mask_t near = mask_near(mask)
    cdef uint64_t low = near.word[0] & among.word[0] & ~mask.word[0]
    cdef uint64_t high = near.word[1] & among.word[1] & ~mask.word[1]
    mask.word[0] |= low
    mask.word[1] |= high
    return (low | high) != 0


cdef inline void mask_flood(mask_t* mask, const mask_t* among) noexcept nogil:
    while mask_grow(mask, among):
        pass


cdef inline mask_t mask_first(const mask_t* mask) noexcept nogil:
    """The lowest cell of a mask alone."""
    cdef mask_t first
    first.word[0] = mask.word[0] & (0 - mask.word[0])
    first.word[1] = mask.word[1] & (0 - mask.word[1]) if mask.word[0] == 0 else 0
    return first


cdef inline void digits_set(digits_t* digits, const sheet_t* sheet, int flags) noexcept nogil:
    cdef int i = 0, row, column, d, top = 0
    memset(digits, 0, sizeof(digits_t))
    for column in range(COLUMNS):
        top = max(top, <int>sheet.height[column])
    for row in range(top):
        for column in range(COLUMNS):
            if code_is_free(sheet.cell[i]):
                d = sheet.cell[i] - DIGIT_ZERO
                mask_add(&digits.old[d], i)
                digits.count[d] += 1
            elif sheet.cell[i] == EMPTY and (flags & SLIDE or row >= sheet.height[column]):
                mask_add(&digits.open, i)
            i += 1
    # Above the highest symbol everything is open, up to cell 97.
    if i < 64:
        digits.open.word[0] |= ~<uint64_t>0 << i
        i = 64
    digits.open.word[1] |= ~<uint64_t>0 << (i - 64) & <uint64_t>0x3FFFFFFFF


# Combos.

cdef inline int identical_reach(const digits_t* digits, const supply_t* supply) noexcept nogil:
    """The largest group of equal digits that could come about. A group that holds some old one and
    `more` new cells lies within so many steps through open cells from it."""
    cdef mask_t rest, root, grown, old, fresh
    cdef int d, more, step, most = 0
    for d in range(10):
        more = supply.cells[d]
        if digits.count[d] + more <= most:
            continue
        most = max(most, more)
        rest = digits.old[d]
        while rest.word[0] | rest.word[1]:
            root = mask_first(&rest)
            mask_flood(&root, &rest)
            grown = root
            for step in range(min(more, <int>SIZE_BONUS)):
                if not mask_grow(&grown, &digits.open):
                    break
                mask_flood(&grown, &rest)
            for step in range(2):
                old.word[step] = grown.word[step] & rest.word[step]
                fresh.word[step] = grown.word[step] & digits.open.word[step]
                rest.word[step] &= ~root.word[step]
            most = max(most, mask_count(&old) + min(more, mask_count(&fresh)))
    return most


cdef inline int consecutive_reach(const digits_t* digits, const supply_t* supply) noexcept nogil:
    """The longest run, at most 8, that could come about: all runs grow by a digit at a time, kept by
    the digit they have come to and the stars spent on them."""
    cdef mask_t[4][10] ends
    cdef mask_t near, spent
    cdef int size, d, s, half, stars = 0 if supply.stars > STARS_MOST else supply.stars
    cdef uint64_t some
    memset(ends, 0, sizeof(ends))
    for d in range(10):
        ends[0][d] = digits.old[d]
        if supply.shown[d] or stars:
            for half in range(2):
                ends[0 if supply.shown[d] else 1][d].word[half] |= digits.open.word[half]
    for size in range(2, SIZE_BONUS + 1):
        some = 0
        for d in range(9, size - 2, -1):
            for s in range(stars, -1, -1):
                near = mask_near(&ends[s][d - 1])
                spent.word[0] = spent.word[1] = 0
                if supply.shown[d]:
                    spent = near
                elif s:
                    spent = mask_near(&ends[s - 1][d - 1])
                for half in range(2):
                    ends[s][d].word[half] = (near.word[half] & digits.old[d].word[half]
                                             | spent.word[half] & digits.open.word[half])
                    some |= ends[s][d].word[half]
        if some == 0:
            return size - 1
    return SIZE_BONUS


cdef inline int boxes_upto(int identical, int consecutive) noexcept nogil:
    """The boxes that combos of these sizes, and smaller ones, are for."""
    cdef int boxes = (1 << max(0, min(identical, 7) - 2)) - 1 | ((1 << max(0, min(consecutive, 7) - 2)) - 1) << 5
    return boxes | (1 << BOX_BONUS if max(identical, consecutive) >= SIZE_BONUS else 0)


cdef inline int boxes_reach(const digits_t* digits, const supply_t* supply) noexcept nogil:
    """The boxes whose combos could come about with what the rolls bring."""
    return boxes_upto(identical_reach(digits, supply), consecutive_reach(digits, supply))
