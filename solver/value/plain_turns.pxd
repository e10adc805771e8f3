# One ply: the best turns for a roll by the evaluation of value/plain.pxd. Only the best landings
# are kept; their digits and claims are then tried in full.
from libc.stdint cimport uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from game.board cimport NUMBER_DICE, SOLO_CELLS, sheet_t
from game.combo cimport sheet_claim
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport landing_t, sheet_write
from game.ranked cimport ranked_t, ranking_add, ranking_clear, ranking_t
from game.roll cimport roll_t
from game.score cimport POINT, score_total
from game.turn cimport places_list, turns_fall, turns_t
from value.plain cimport promise_set, promise_t, promised_value

ctypedef struct candidate_t:   # a landing
    int value
    int fall                   # index into the falls of the turn
    landing_t place


cdef inline void candidates_add(candidate_t* best, int* count, int keep, const candidate_t* new) noexcept nogil:
    cdef int i
    if count[0] == keep:
        if new.value <= best[keep - 1].value:
            return
        count[0] -= 1
    i = count[0]
    count[0] += 1
    while i and best[i - 1].value < new.value:
        best[i] = best[i - 1]
        i -= 1
    best[i] = new[0]


cdef inline int candidates_list(turns_t* turns, const roll_t* roll, int flags, int keep, candidate_t* best) noexcept nogil:
    """Rank the landings of a turn by their surface only. Returns the number kept."""
    cdef candidate_t new
    cdef sheet_t after
    cdef promise_t promise
    cdef uint8_t[SOLO_CELLS] digits
    cdef int i, p, places, count = 0
    memset(digits, 0, sizeof(digits))
    for i in range(turns.falls.count):
        new.fall = i
        places = places_list(&turns.falls.item[i].sheet, roll.shape, flags, turns.places)
        for p in range(places):
            after = turns.falls.item[i].sheet
            sheet_write(&after, &turns.places[p], digits)
            promise_set(&promise, &after, flags)
            new.value = POINT * score_total(&after, flags) + promise.surface
            new.place = turns.places[p]
            candidates_add(best, &count, keep, &new)
    return count


cdef inline void ranking_claims(ranking_t* ranking, turns_t* turns, const sheet_t* placed, ranked_t* turn,
                                const promise_t* promise, int flags) noexcept nogil:
    """Rank a placement without a claim, then with each claim that it allows."""
    cdef sheet_t after
    cdef int i, old = turns.base.claims.count
    turn.claimed = False
    turn.value = promised_value(placed, promise, flags)
    ranking_add(ranking, turn)
    turn.claimed = True
    for i in range(old + turns.fresh.count):
        turn.claim = turns.base.claims.item[i] if i < old else turns.fresh.item[i - old]
        after = placed[0]
        sheet_claim(&after, &turn.claim)
        turn.value = promised_value(&after, promise, flags)
        ranking_add(ranking, turn)


cdef inline void turns_rank(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags, int keep,
                            ranking_t* ranking) noexcept nogil:
    """Fill `ranking`, opened by the caller, with the best turns on the `keep` best landings."""
    cdef candidate_t* candidates = <candidate_t*>malloc(keep * sizeof(candidate_t))
    cdef contact_t contact
    cdef promise_t promise
    cdef ranked_t turn
    cdef sheet_t after
    cdef int i, a, count, fall = -1
    memset(&turn, 0, sizeof(ranked_t))
    ranking_clear(ranking)
    if candidates == NULL:
        turns.failed = True
        return
    turns_fall(turns, sheet, roll, flags)
    count = candidates_list(turns, roll, flags, keep, candidates)
    turn.placed = count > 0
    for i in range(count):
        if candidates[i].fall != fall:
            fall = candidates[i].fall
            turn.fall = turns.falls.item[fall]
            base_set(&turns.base, &turn.fall.sheet)
        turn.place = candidates[i].place
        contact_set(&contact, &turns.base, &turn.place)
        for a in range(roll.count):
            after = turn.fall.sheet
            sheet_write(&after, &turn.place, roll.digits[a])
            if a == 0:
                promise_set(&promise, &after, flags)
            memcpy(turn.digits, roll.digits[a], NUMBER_DICE)
            claims_new(&turns.base, &contact, &turn.place, turn.digits, &after, &turns.fresh)
            ranking_claims(ranking, turns, &after, &turn, &promise, flags)
    if count == 0:
        turns.fresh.count = 0
        for i in range(turns.falls.count):
            turn.fall = turns.falls.item[i]
            base_set(&turns.base, &turn.fall.sheet)
            promise_set(&promise, &turn.fall.sheet, flags)
            ranking_claims(ranking, turns, &turn.fall.sheet, &turn, &promise, flags)
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed
    free(candidates)
