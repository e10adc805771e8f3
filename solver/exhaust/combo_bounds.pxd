# Upper bounds on the combos that the digits of known rolls could still make on a sheet. Of new cells they require
# only that a shape could fill them and that the rolls bring the digits. What is out of reach here is out of reach
# in the game. With no rolls to come and no digits left open, the bounds are exact.
#
# A roll may be laid down already: its cells are known but its digits are still open, so that each cell can show any
# digit of the roll.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from game.board cimport (COLUMNS, DIGITS, DIGIT_ZERO, EMPTY, NUMBER_DICE, SIZES, SIZE_BONUS, SIZE_MAX, SLIDE,
                         TURNS_MOST, code_is_free, mask_add, mask_any, mask_both, mask_count, mask_either,
                         mask_first, mask_flood, mask_grow, mask_near, mask_t, mask_without, sheet_t)
from game.roll cimport roll_t
from game.score cimport BOX_BONUS

cdef enum:
    STARS_MOST = 3             # with more stars, every digit counts as shown

ctypedef struct supply_t:      # the digits that some rolls bring
    uint8_t cells[DIGITS]      # by digit: the number dice that can show it, stars included
    bint shown[DIGITS]
    int stars                  # digits of any value, in addition to those shown

ctypedef struct digits_t:      # the digits and open cells of a sheet
    mask_t old[DIGITS]         # by digit: cells that hold it free, and cells laid down that can show it
    uint8_t count[DIGITS]      # the most cells that can show it at once
    mask_t open                # empty cells that a shape could still fill
    int laid                   # rolls laid down
    mask_t place[TURNS_MOST]   # the cells of each
    const supply_t* dice[TURNS_MOST]


cdef inline void supply_add(supply_t* supply, const roll_t* roll) noexcept nogil:
    """Add what a roll shows: the digits common to all its arrangements; the other dice are stars."""
    cdef int a, i, d, faces = 0
    cdef uint8_t[DIGITS] least
    cdef uint8_t[DIGITS] has
    memset(least, NUMBER_DICE, DIGITS)
    for a in range(roll.count):
        memset(has, 0, DIGITS)
        for i in range(NUMBER_DICE):
            has[roll.digits[a][i]] += 1
        for d in range(DIGITS):
            least[d] = min(least[d], has[d])
    for d in range(DIGITS):
        faces += least[d]
    supply.stars += NUMBER_DICE - faces
    for d in range(DIGITS):
        supply.shown[d] = supply.shown[d] or least[d] > 0 or supply.stars > STARS_MOST
        supply.cells[d] += <uint8_t>(least[d] + NUMBER_DICE - faces)


cdef inline void digits_lay(digits_t* digits, const mask_t* place, const supply_t* dice) noexcept nogil:
    """Lay a roll down in these cells, leaving its digits open."""
    cdef int d
    for d in range(DIGITS):
        if dice.cells[d]:
            digits.old[d] = mask_either(&digits.old[d], place)
            digits.count[d] += dice.cells[d]
    digits.place[digits.laid] = place[0]
    digits.dice[digits.laid] = dice
    digits.laid += 1


cdef inline void digits_lift(digits_t* digits) noexcept nogil:
    """Undo the last digits_lay()."""
    cdef const supply_t* dice
    cdef mask_t* place
    cdef int d
    digits.laid -= 1
    dice = digits.dice[digits.laid]
    place = &digits.place[digits.laid]
    for d in range(DIGITS):
        if dice.cells[d]:
            digits.old[d] = mask_without(&digits.old[d], place)
            digits.count[d] -= dice.cells[d]


cdef inline int digits_count(const digits_t* digits, int d, const mask_t* cells) noexcept nogil:
    """Return how many of `cells` can show digit `d` at once."""
    cdef mask_t both
    cdef int i, here, count = mask_count(cells)
    for i in range(digits.laid):
        both = mask_both(cells, &digits.place[i])
        here = mask_count(&both)
        if here > digits.dice[i].cells[d]:
            count -= here - digits.dice[i].cells[d]
    return count


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
    """Return the size of the largest group of equal digits that could arise.

    A group with an old cell and `more` new ones lies within `more` steps through open cells from the old cell.
    """
    cdef mask_t rest, root, grown, old, fresh
    cdef int d, more, step, most = 0
    for d in range(DIGITS):
        more = supply.cells[d]
        if digits.count[d] + more <= most:
            continue
        most = max(most, more)
        rest = digits.old[d]
        while mask_any(&rest):
            root = mask_first(&rest)
            mask_flood(&root, &rest)
            grown = root
            for step in range(min(more, <int>SIZE_BONUS)):
                if not mask_grow(&grown, &digits.open):
                    break
                mask_flood(&grown, &rest)
            old = mask_both(&grown, &rest)
            fresh = mask_both(&grown, &digits.open)
            rest = mask_without(&rest, &root)
            most = max(most, digits_count(digits, d, &old) + min(more, mask_count(&fresh)))
    return most


cdef inline int consecutive_reach(const digits_t* digits, const supply_t* supply) noexcept nogil:
    """Return the length, at most 8, of the longest run that could arise.

    All runs grow one digit at a time; they are grouped by last digit and by stars spent.
    """
    cdef mask_t[STARS_MOST + 1][DIGITS] ends
    cdef mask_t near, spent
    cdef int size, d, s, stars = 0 if supply.stars > STARS_MOST else supply.stars
    cdef bint some
    memset(ends, 0, sizeof(ends))
    for d in range(DIGITS):
        ends[0][d] = digits.old[d]
        if supply.shown[d] or stars:
            s = 0 if supply.shown[d] else 1
            ends[s][d] = mask_either(&ends[s][d], &digits.open)
    for size in range(2, SIZE_BONUS + 1):
        some = False
        for d in range(DIGITS - 1, size - 2, -1):
            for s in range(stars, -1, -1):
                near = mask_near(&ends[s][d - 1])
                ends[s][d] = mask_both(&near, &digits.old[d])
                if supply.shown[d] or s:
                    spent = near
                    if not supply.shown[d]:
                        spent = mask_near(&ends[s - 1][d - 1])
                    spent = mask_both(&spent, &digits.open)
                    ends[s][d] = mask_either(&ends[s][d], &spent)
                some = some or mask_any(&ends[s][d])
        if not some:
            return size - 1
    return SIZE_BONUS


cdef inline int boxes_upto(int identical, int consecutive) noexcept nogil:
    """Return the boxes for combos of these sizes and smaller ones."""
    cdef int boxes = (1 << max(0, min(identical, SIZE_MAX) - 2)) - 1 | ((1 << max(0, min(consecutive, SIZE_MAX) - 2)) - 1) << SIZES
    return boxes | (1 << BOX_BONUS if max(identical, consecutive) >= SIZE_BONUS else 0)


cdef inline int boxes_reach(const digits_t* digits, const supply_t* supply) noexcept nogil:
    """Return the boxes whose combos could arise with the digits that the rolls bring."""
    return boxes_upto(identical_reach(digits, supply), consecutive_reach(digits, supply))


cdef inline int identical_near(const digits_t* digits, const mask_t* place) noexcept nogil:
    """Return the size of the largest group of equal digits possible now with a digit in one of the cells of `place`."""
    cdef mask_t rest, group
    cdef int d, most = 0
    for d in range(DIGITS):
        rest = mask_both(&digits.old[d], place)
        while mask_any(&rest):
            group = mask_first(&rest)
            mask_flood(&group, &digits.old[d])
            rest = mask_without(&rest, &group)
            most = max(most, digits_count(digits, d, &group))
    return most


cdef inline int consecutive_near(const digits_t* digits, const mask_t* place) noexcept nogil:
    """Return the length of the longest run possible now with a digit in one of the cells of `place`."""
    cdef mask_t start, cells
    cdef int d, e, length, most = 0
    for d in range(DIGITS):
        start = mask_both(&digits.old[d], place)
        if not mask_any(&start):
            continue
        length = 1
        cells = start
        for e in range(d + 1, DIGITS):
            cells = mask_near(&cells)
            cells = mask_both(&cells, &digits.old[e])
            if not mask_any(&cells):
                break
            length += 1
        cells = start
        for e in range(d - 1, -1, -1):
            cells = mask_near(&cells)
            cells = mask_both(&cells, &digits.old[e])
            if not mask_any(&cells):
                break
            length += 1
        most = max(most, length)
    return most


cdef inline int boxes_near(const digits_t* digits, const mask_t* place) noexcept nogil:
    """Return the boxes that can be filled now, each by itself, with a digit in one of the cells of `place`."""
    return boxes_upto(identical_near(digits, place), consecutive_near(digits, place))
