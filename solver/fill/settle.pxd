# Settling: decide whether the digits of all turns, each laid down in known cells, can be assigned such that some
# boxes are all filled. Box by box, the one with the fewest places first, every region is tried, without a limit on
# their number.
from libc.stdint cimport uint8_t
from fill.packing cimport claims_order, claims_plan, packing_add, packing_start, packing_t
from fill.region cimport box_size, ground_t, region_t
from fill.survey cimport survey_open, survey_places, survey_show, survey_t
from game.board cimport BOXES, bits_count
from game.budget cimport budget_spend, budget_t

ctypedef struct settle_t:
    ground_t ground            # its boxes are those to be filled
    budget_t* budget
    region_t region[BOXES]     # of each box, if it succeeds
    uint8_t turn[BOXES]        # and the turn that claims it

ctypedef struct settled_t:     # a partial solution, in which some boxes have their regions
    settle_t* settle
    packing_t packing


cdef inline bint settle_region(const region_t* region, void* context) noexcept nogil:
    """Continue with one more region. Return True to stop the survey."""
    cdef settled_t* so_far = <settled_t*>context
    cdef settle_t* settle = so_far.settle
    cdef settled_t next
    cdef uint8_t turn[BOXES]
    if not budget_spend(settle.budget):
        return True
    next.settle = settle
    next.packing = so_far.packing
    packing_add(&next.packing, region, &settle.ground)
    if not claims_order(&next.packing, next.packing.turn, settle.ground.last, turn):
        return False
    settle.region[region.box] = region[0]
    return settle_more(&next)


cdef inline bint settle_more(settled_t* so_far) noexcept nogil:
    """Fill the boxes that are left. Return True if they are filled or the budget is spent."""
    cdef settle_t* settle = so_far.settle
    cdef survey_t survey
    cdef int box, places, fewest = -1, best = -1, todo = settle.ground.boxes & ~so_far.packing.filled
    if todo == 0:
        return claims_plan(&so_far.packing, &settle.ground, settle.turn)
    survey_open(&survey, &settle.ground, &so_far.packing, todo)
    for box in range(BOXES - 1, -1, -1):
        if todo >> box & 1:
            places = survey_places(&survey, box)
            if places == 0:
                return False
            if fewest < 0 or places * box_size(best) < fewest * box_size(box):
                fewest = places
                best = box
    survey_show(&survey, best, settle_region, so_far)
    return survey.done


cdef inline bint settle_run(settle_t* settle) noexcept nogil:
    """Return True if all boxes can be filled, with `region` and `turn` set, or if the budget is spent."""
    cdef settled_t start
    start.settle = settle
    if bits_count(<unsigned long long>settle.ground.boxes) > settle.ground.turns:
        return False
    packing_start(&start.packing, &settle.ground)
    return settle_more(&start)
