# Plans: sets of boxes that known rolls might still fill. From turn to turn those are dropped of which too
# little can be filled by what has been laid down.
from libc.stdint cimport uint8_t, uint16_t
from board cimport bits_count, sheet_t
from laid cimport boxes_settle, laid_t
from outlook cimport LOWEST
from region cimport BOXES
from score cimport BOX_POINTS

cdef enum:
    GAIN_MOST = 100            # above what any boxes bring

ctypedef struct plan_t:        # boxes that may be filled, and what they bring
    uint16_t boxes
    uint8_t gain

ctypedef struct plans_t:
    int turns                  # to be played at the most
    int boxes                  # filled before them
    plan_t plan[2048]          # the highest gain first
    uint16_t list[22][2048]    # all of them, then by turn, from 1, those that are left
    int listed[22]
    int reached[21]            # by turns played: the boxes that what lies there can fill, each for itself


cdef inline void plans_set(plans_t* plans, int boxes, int turns) noexcept nogil:
    """List every set of boxes that so many turns could fill."""
    cdef int gain, more
    plans.turns = turns
    plans.boxes = boxes
    plans.listed[0] = 0
    for gain in range(GAIN_MOST, -1, -1):
        for more in range(1 << BOXES):
            if (more & boxes or bits_count(<unsigned long long>more) > turns
                    or BOX_POINTS[boxes | more] - BOX_POINTS[boxes] != gain):
                continue
            plans.plan[plans.listed[0]].boxes = <uint16_t>more
            plans.plan[plans.listed[0]].gain = <uint8_t>gain
            plans.list[0][plans.listed[0]] = <uint16_t>plans.listed[0]
            plans.listed[0] += 1


cdef inline const plan_t* plan_at(const plans_t* plans, int turns, int n) noexcept nogil:
    return &plans.plan[plans.list[turns][n]]


cdef inline int plan_points(const plans_t* plans, const plan_t* plan) noexcept nogil:
    """The points of all boxes once these are filled."""
    return BOX_POINTS[plans.boxes] + plan.gain


cdef inline int plans_most(const plans_t* plans, int turns) noexcept nogil:
    """The most points of boxes in the end."""
    return plan_points(plans, plan_at(plans, turns, 0)) if plans.listed[turns] else LOWEST


cdef inline bint plan_suits(const plans_t* plans, const plan_t* plan, int reached, int kept) noexcept nogil:
    """False if these boxes aren't all `reached`, or leave open some that must be filled."""
    return not (plan.boxes & ~reached or kept & ~(plan.boxes | plans.boxes))


cdef inline bint plan_is_late(const plans_t* plans, const plan_t* plan, int played, int turns) noexcept nogil:
    """True if after so many of all turns the others don't suffice for what can't be filled yet."""
    return bits_count(<unsigned long long>(plan.boxes & ~plans.reached[played])) > turns - played


cdef inline bint plan_may(const plans_t* plans, const plan_t* plan, int turns, int reached, int kept) noexcept nogil:
    """False if what lies there after each of so many turns, and `reached` in the end, can't fill these boxes."""
    cdef int played
    if not plan_suits(plans, plan, reached, kept):
        return False
    for played in range(turns):
        if plan_is_late(plans, plan, played, turns):
            return False
    return True


cdef inline void plans_keep(plans_t* plans, int played, int reached, int kept) noexcept nogil:
    """Those plans of the turn before that are still possible."""
    cdef const plan_t* plan
    cdef int n, count = 0
    for n in range(plans.listed[played]):
        plan = plan_at(plans, played, n)
        if plan_suits(plans, plan, reached, kept) and not plan_is_late(plans, plan, played, plans.turns):
            plans.list[played + 1][count] = plans.list[played][n]
            count += 1
    plans.listed[played + 1] = count


cdef inline bint plan_holds(const plans_t* plans, laid_t* laid, const sheet_t* sheet, int played, int boxes,
                            int later) noexcept nogil:
    """True if after so many turns all these boxes may be filled but for some, one for each turn `later`."""
    cdef int box
    if bits_count(<unsigned long long>boxes) <= later:
        return True
    if later == 0:
        return not boxes & ~plans.reached[played] and boxes_settle(laid, sheet, played, boxes)
    for box in range(BOXES):
        if boxes >> box & 1 and plan_holds(plans, laid, sheet, played, boxes & ~(1 << box), later - 1):
            return True
    return False


cdef inline void plans_hold(plans_t* plans, laid_t* laid, const sheet_t* sheet, int played, int need) noexcept nogil:
    """Drop those plans, worth as much as is needed, of which too little can be filled by now."""
    cdef const plan_t* plan
    cdef int n, count = 0
    for n in range(plans.listed[played + 1]):
        plan = plan_at(plans, played + 1, n)
        if (plan_points(plans, plan) < need
                or plan_holds(plans, laid, sheet, played, plan.boxes, plans.turns - played)):
            plans.list[played + 1][count] = plans.list[played + 1][n]
            count += 1
    plans.listed[played + 1] = count


cdef inline bint plan_ends(const plans_t* plans, laid_t* laid, const sheet_t* sheet, int played, int boxes) noexcept nogil:
    """True if these boxes, each in reach by itself, may all be filled with the turn after so many."""
    cdef int box
    for box in range(BOXES):
        if boxes >> box & 1 and not boxes & ~(1 << box) & ~plans.reached[played]:
            if boxes_settle(laid, sheet, played, boxes & ~(1 << box)):
                return boxes_settle(laid, sheet, played + 1, boxes)
    return boxes == 0
