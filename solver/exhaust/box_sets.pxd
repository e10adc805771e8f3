# Sets of boxes that known rolls might still fill. From turn to turn, a set is dropped if the turns laid down can
# fill too few of its boxes.
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset
from exhaust.laid_turns cimport boxes_settle, laid_t
from exhaust.upper_bounds cimport LOWEST
from game.board cimport BOXES, BOX_SETS, TURNS_MOST, bits_count, sheet_t
from game.score cimport BOX_POINTS

cdef enum:
    GAIN_MOST = 100            # more than any boxes bring

ctypedef struct box_set_t:     # boxes that may be filled, and what they bring
    uint16_t boxes
    uint8_t gain

ctypedef struct box_sets_t:
    int turns                  # the most turns to be played
    int boxes                  # filled before them
    box_set_t item[BOX_SETS]   # the highest gain first
    uint16_t list[TURNS_MOST + 2][BOX_SETS]  # [0]: all items; [n]: those left in turn n, from 1
    int listed[TURNS_MOST + 2]
    int reached[TURNS_MOST + 1]  # by turns played: the boxes that they can fill, each by itself


cdef inline void box_sets_list(box_sets_t* sets, int boxes, int turns) noexcept nogil:
    """List every set of boxes that `turns` turns could fill."""
    cdef int gain, more
    sets.turns = turns
    sets.boxes = boxes
    sets.listed[0] = 0
    for gain in range(GAIN_MOST, -1, -1):
        for more in range(BOX_SETS):
            if (more & boxes or bits_count(<unsigned long long>more) > turns
                    or BOX_POINTS[boxes | more] - BOX_POINTS[boxes] != gain):
                continue
            sets.item[sets.listed[0]].boxes = <uint16_t>more
            sets.item[sets.listed[0]].gain = <uint8_t>gain
            sets.list[0][sets.listed[0]] = <uint16_t>sets.listed[0]
            sets.listed[0] += 1


cdef inline const box_set_t* box_set_at(const box_sets_t* sets, int turns, int n) noexcept nogil:
    return &sets.item[sets.list[turns][n]]


cdef inline int box_set_points(const box_sets_t* sets, const box_set_t* wanted) noexcept nogil:
    """Return the points of all boxes once these are filled."""
    return BOX_POINTS[sets.boxes] + wanted.gain


cdef inline int box_sets_most(const box_sets_t* sets, int turns) noexcept nogil:
    """Return the most points that the boxes can have in the end."""
    return box_set_points(sets, box_set_at(sets, turns, 0)) if sets.listed[turns] else LOWEST


cdef inline bint box_set_suits(const box_sets_t* sets, const box_set_t* wanted, int kept) noexcept nogil:
    """Return False if a box in `kept`, which must be filled, would stay open."""
    return not kept & ~(wanted.boxes | sets.boxes)


cdef inline bint box_set_is_late(const box_sets_t* sets, const box_set_t* wanted, int played, int turns) noexcept nogil:
    """Return True if, after `played` of `turns` turns, too few are left for the boxes that can't be filled yet."""
    return bits_count(<unsigned long long>(wanted.boxes & ~sets.reached[played])) > turns - played


cdef inline bint box_set_may(const box_sets_t* sets, const box_set_t* wanted, int turns, int reached, int kept) noexcept nogil:
    """Return False if the boxes reached after each of `turns` turns, or `reached` in the end, rule these boxes out."""
    cdef int played
    if wanted.boxes & ~reached or not box_set_suits(sets, wanted, kept):
        return False
    for played in range(turns):
        if box_set_is_late(sets, wanted, played, turns):
            return False
    return True


cdef inline void box_sets_keep(box_sets_t* sets, int played, int kept) noexcept nogil:
    """Keep those sets of the turn before that suit and aren't late."""
    cdef const box_set_t* wanted
    cdef int n, count = 0
    for n in range(sets.listed[played]):
        wanted = box_set_at(sets, played, n)
        if box_set_suits(sets, wanted, kept) and not box_set_is_late(sets, wanted, played, sets.turns):
            sets.list[played + 1][count] = sets.list[played][n]
            count += 1
    sets.listed[played + 1] = count


cdef inline void box_sets_reach(box_sets_t* sets, int played, int reached) noexcept nogil:
    """Drop the sets with a box that is out of reach."""
    cdef int n, count = 0
    for n in range(sets.listed[played + 1]):
        if not box_set_at(sets, played + 1, n).boxes & ~reached:
            sets.list[played + 1][count] = sets.list[played + 1][n]
            count += 1
    sets.listed[played + 1] = count


cdef inline bint boxes_hold(laid_t* laid, const sheet_t* sheet, int played, int boxes, int spare, int box,
                            uint8_t* asked) noexcept nogil:
    """Return True if the first `played` turns can fill these boxes together, except for `spare` of them.

    The boxes left out are chosen from `box` on. `asked` caches the answers for this sheet, by set of boxes: 0 unknown,
    1 no, 2 yes.
    """
    if spare == 0:
        if not asked[boxes]:
            asked[boxes] = <uint8_t>(1 + boxes_settle(laid, sheet, played, boxes))
        return asked[boxes] == 2
    while boxes >> box:
        if boxes >> box & 1 and boxes_hold(laid, sheet, played, boxes & ~(1 << box), spare - 1, box + 1, asked):
            return True
        box += 1
    return False


cdef inline void box_sets_hold(box_sets_t* sets, laid_t* laid, const sheet_t* sheet, int played, int need) noexcept nogil:
    """Drop the sets of at least `need` points of which too few boxes can be filled by now."""
    cdef const box_set_t* wanted
    cdef uint8_t[BOX_SETS] asked
    cdef int n, now, spare, count = 0
    memset(asked, 0, sizeof(asked))
    for n in range(sets.listed[played + 1]):
        wanted = box_set_at(sets, played + 1, n)
        now = wanted.boxes & sets.reached[played]
        spare = sets.turns - played - bits_count(<unsigned long long>(wanted.boxes & ~now))
        if (box_set_points(sets, wanted) < need or bits_count(<unsigned long long>now) <= spare
                or boxes_hold(laid, sheet, played, now, spare, 0, asked)):
            sets.list[played + 1][count] = sets.list[played + 1][n]
            count += 1
    sets.listed[played + 1] = count


cdef inline bint box_set_ends(const box_sets_t* sets, laid_t* laid, const sheet_t* sheet, int played, int boxes) noexcept nogil:
    """Return True if these boxes, each in reach by itself, may all be filled with the turn after `played`."""
    cdef int box
    for box in range(BOXES):
        if boxes >> box & 1 and not boxes & ~(1 << box) & ~sets.reached[played]:
            if boxes_settle(laid, sheet, played, boxes & ~(1 << box)):
                return boxes_settle(laid, sheet, played + 1, boxes)
    return boxes == 0
