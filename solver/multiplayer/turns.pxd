# One ply for one of several players: the best turns for a roll, and the best landing of a block. As in
# value/learned_turns.pxd, the candidates narrow from stage to stage; no tile slides here, so there is one grid. The
# box that a claim fills, and the landing of a shape, change what the other sheets mean. So boxes, letters and time
# are summed again for each landing and claim.
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy, memset
from game.board cimport LAST, NUMBER_DICE, SOLO_CELLS, sheet_t
from game.budget cimport budget_is_spent, budget_spend
from game.combo cimport sheet_claim
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport LANDINGS_MOST, landing_t, landings_list, sheet_block, sheet_write
from game.ranked cimport ranked_t, ranking_add, ranking_clear, ranking_t, ranking_takes
from game.roll cimport roll_t
from game.score cimport POINT, score_total
from game.tiles cimport letter_cross, tile_shape
from game.turn cimport places_list, turns_fall, turns_t
from multiplayer.rivals cimport rivals_t
from multiplayer.seat_value cimport left_of, seat_sum, seat_value
from value.grids cimport choose_room, choose_t, landed_t
from value.layout cimport layout_set, layout_t
from value.learned cimport digits_sum, sum_t, sum_value, sums_added, surface_sum
from value.learned_turns cimport claim_gained, claim_may_do, landed_add, points_rounded, writings_list


cdef inline void seat_landed(choose_t* choose, const sheet_t* sheet, const rivals_t* rivals, const sum_t* digits,
                             const roll_t* roll, int flags) noexcept nogil:
    """Keep the landings that leave the best surface; `digits` is the sum of the digits before the landing."""
    cdef turns_t* turns = &choose.turns
    cdef uint8_t[SOLO_CELLS] zeros
    cdef landed_t new
    cdef sheet_t after
    cdef sum_t sum
    cdef int p, left, places = places_list(sheet, roll.shape, flags, turns.places)
    memset(zeros, 0, sizeof(zeros))
    memset(&new, 0, sizeof(landed_t))
    choose.landed_count = 0
    for p in range(places):
        after = sheet[0]
        sheet_write(&after, &turns.places[p], zeros)
        new.place = turns.places[p]
        new.value = score_total(&after, flags)
        if not (flags & LAST or after.past):
            left = left_of(&after, rivals)
            new.surface = surface_sum(choose.weights, &after)
            sum = sums_added(seat_sum(choose.weights, &after, rivals, left, flags), sums_added(new.surface, digits[0]))
            new.value += sum_value(&sum, left)
        landed_add(choose, &new)
        budget_spend(&choose.budget)


cdef inline int seat_rank(choose_t* choose, const sheet_t* after, const rivals_t* rivals, const layout_t* layout,
                          const sum_t* stands, int flags, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a turn that ends on `after`, given `stands`, the sum of its surface. Return its value."""
    cdef int left, score = score_total(after, flags)
    cdef sum_t sum
    turn.value = POINT * score
    if not (flags & LAST or after.past):
        left = left_of(after, rivals)
        sum = sums_added(seat_sum(choose.weights, after, rivals, left, flags),
                         sums_added(stands[0], digits_sum(choose.weights, after, layout)))
        turn.value = points_rounded(score + sum_value(&sum, left))
    if ranking_takes(ranking, turn.value):
        ranking_add(ranking, turn)
    budget_spend(&choose.budget)
    return turn.value


cdef inline void seat_claims(choose_t* choose, const sheet_t* placed, const rivals_t* rivals, const layout_t* layout,
                             const sum_t* stands, int flags, bint is_first, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a placement without a claim and then with each claim, as claims_rank() does."""
    cdef turns_t* turns = &choose.turns
    cdef sheet_t after
    cdef int i, gain, none, old = turns.base.claims.count
    turn.claimed = False
    none = seat_rank(choose, placed, rivals, layout, stands, flags, turn, ranking)
    turn.claimed = True
    for i in range(old + turns.fresh.count):
        if budget_is_spent(&choose.budget):
            break
        if i < old and not (is_first or claim_may_do(choose, i, none, ranking)):
            continue
        turn.claim = turns.base.claims.item[i] if i < old else turns.fresh.item[i - old]
        after = placed[0]
        sheet_claim(&after, &turn.claim)
        gain = seat_rank(choose, &after, rivals, layout, stands, flags, turn, ranking) - none
        if i < old:
            claim_gained(choose, i, gain, is_first)


cdef inline void seat_choose(choose_t* choose, const sheet_t* sheet, const rivals_t* rivals, const roll_t* roll,
                             int flags, ranking_t* ranking) noexcept nogil:
    """Fill `ranking` with the best turns within the widths of `choose`, if no block falls.

    With LAST only the score counts. ranked_sheet() sets the sheet after a ranked turn.
    """
    cdef turns_t* turns = &choose.turns
    cdef contact_t contact
    cdef layout_t layout
    cdef ranked_t turn
    cdef sheet_t after
    cdef landed_t* landed
    cdef sum_t stands, digits
    cdef int i, a, count
    memset(&turn, 0, sizeof(ranked_t))
    ranking_clear(ranking)
    turns_fall(turns, sheet, roll, flags)
    if turns.failed or not choose_room(choose):
        turns.failed = True
        return
    turn.fall = turns.falls.item[0]
    base_set(&turns.base, sheet)
    layout_set(&layout, sheet)
    digits = digits_sum(choose.weights, sheet, &layout)
    seat_landed(choose, sheet, rivals, &digits, roll, flags)
    turn.placed = choose.landed_count > 0
    for i in range(choose.landed_count):
        landed = &choose.landed[i]
        turn.place = landed.place
        contact_set(&contact, &turns.base, &landed.place)
        count = writings_list(choose, &contact, roll)
        for a in range(count):
            after = sheet[0]
            memcpy(turn.digits, roll.digits[choose.writing[a]], NUMBER_DICE)
            sheet_write(&after, &landed.place, turn.digits)
            if a == 0:
                layout_set(&layout, &after)
            claims_new(&turns.base, &contact, &landed.place, turn.digits, &after, &turns.fresh)
            seat_claims(choose, &after, rivals, &layout, &landed.surface, flags, i == 0 and a == 0, &turn, ranking)
            if budget_is_spent(&choose.budget):
                return
    if choose.landed_count == 0:
        turns.fresh.count = 0
        stands = surface_sum(choose.weights, sheet)
        seat_claims(choose, sheet, rivals, &layout, &stands, flags, True, &turn, ranking)
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed


cdef inline int block_places(const sheet_t* sheet, int letter, int flags, landing_t* out) noexcept nogil:
    """List the landings of a letter's shape in `out`, which has room for LANDINGS_MOST.

    Return their number, 0 if the letter is circled.
    """
    if sheet.circled >> letter & 1:
        return 0
    return landings_list(sheet, tile_shape(sheet, letter), flags, out)


cdef inline void block_sheet(const sheet_t* sheet, int letter, const landing_t* place, sheet_t* out) noexcept nogil:
    """Set `out` to the sheet after a block turn; `place` is NULL if nothing falls or fits."""
    out[0] = sheet[0]
    if place != NULL:
        sheet_block(out, place)
    letter_cross(out, letter)
    out.turn += 1


cdef inline float block_worth(const float* weights, const sheet_t* sheet, const rivals_t* rivals, int letter,
                              const landing_t* place, int flags) noexcept nogil:
    """Return the value of the sheet after a block turn; with LAST, its score."""
    cdef sheet_t after
    block_sheet(sheet, letter, place, &after)
    if flags & LAST:
        return score_total(&after, flags)
    return seat_value(weights, &after, rivals, flags)


cdef inline void block_choose(const float* weights, const sheet_t* sheet, const rivals_t* rivals, int letter,
                              int flags, sheet_t* out) noexcept nogil:
    """Set `out` to the sheet after the best block turn by the value, the first of equals."""
    cdef landing_t[LANDINGS_MOST] places
    cdef int p, best = 0, count = block_places(sheet, letter, flags, places)
    cdef float value, most = 0
    for p in range(count):
        value = block_worth(weights, sheet, rivals, letter, &places[p], flags)
        if p == 0 or value > most:
            best = p
            most = value
    block_sheet(sheet, letter, &places[best] if count else NULL, out)
