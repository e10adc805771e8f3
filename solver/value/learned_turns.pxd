# One ply by the learned value: the best turns for a roll. Each stage keeps only the best
# candidates: sheets with their X shapes (value/grids.pxd), landings by the surface that they leave,
# arrangements of the digits by the groups and runs that they touch. What remains is valued in full,
# with every claim.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from game.board cimport DIGITS, LAST, NUMBER_DICE, SIZE_BONUS, SOLO_CELLS, sheet_t
from game.budget cimport budget_is_spent, budget_spend
from game.combo cimport sheet_claim
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport sheet_write
from game.ranked cimport ranked_t, ranking_add, ranking_clear, ranking_t, ranking_takes
from game.roll cimport roll_t
from game.score cimport POINT, score_total
from game.turn cimport places_list, turns_are_last, turns_fall, turns_t
from value.grids cimport GAINS, OPTIONS, choose_room, choose_t, grid_settle, grid_t, grids_list, landed_t, width_t
from value.layout cimport layout_set, layout_t
from value.learned cimport digits_sum, sheet_counts_alone, sum_t, sum_value, sums_added, surface_sum

# If the game ends with this turn only scores are compared. That is cheap, so each width is at least
# these.
cdef enum:
    GRIDS_LAST = 32
    LANDINGS_LAST = 64
    WRITINGS_LAST = 32

cdef enum:
    SLACK = 2 * POINT          # how much more a claim may add to this placement than to those before it

cdef extern from *:
    """
    /* A rough value of a group of equal digits and of a run, by size, only for sorting arrangements. */
    static const float GROUP_QUICK[SIZE_BONUS + 1] = {0, 0, 1.0f, 2.2f, 3.4f, 4.6f, 5.6f, 6.4f, 6.8f};
    static const float RUN_QUICK[SIZE_BONUS + 1] = {0, 0, 1.0f, 2.2f, 3.5f, 4.9f, 6.3f, 7.8f, 8.0f};
    """
    const float GROUP_QUICK[SIZE_BONUS + 1]
    const float RUN_QUICK[SIZE_BONUS + 1]

cdef inline void landed_add(choose_t* choose, const landed_t* new) noexcept nogil:
    cdef int i = choose.landed_count
    if i == choose.width.landings:
        i -= 1
        if new.value <= choose.landed[i].value:
            return
    else:
        choose.landed_count += 1
    while i and choose.landed[i - 1].value < new.value:
        choose.landed[i] = choose.landed[i - 1]
        i -= 1
    choose.landed[i] = new[0]


cdef inline void landed_list(choose_t* choose, const roll_t* roll, int flags) noexcept nogil:
    """Keep the landings that leave the best surface. If the budget runs out, only some grids are
    tried."""
    cdef turns_t* turns = &choose.turns
    cdef uint8_t[SOLO_CELLS] digits
    cdef landed_t new
    cdef sheet_t after
    cdef const sheet_t* sheet
    cdef grid_t* grid
    cdef sum_t before, sum
    cdef int p, g, places
    memset(digits, 0, sizeof(digits))
    memset(&new, 0, sizeof(landed_t))
    choose.landed_count = 0
    for g in range(choose.grids):
        grid = &choose.grid[g]
        sheet = &turns.falls.item[grid.best].sheet
        before = sums_added(choose.tiles[OPTIONS * grid.best], grid.digits)
        places = places_list(sheet, roll.shape, flags, turns.places)
        for p in range(places):
            after = sheet[0]
            sheet_write(&after, &turns.places[p], digits)
            new.grid = g
            new.place = turns.places[p]
            new.value = score_total(&after, flags)
            if not sheet_counts_alone(&after, flags):
                new.surface = surface_sum(choose.weights, &after)
                sum = sums_added(before, new.surface)
                new.value += sum_value(&sum, grid.slides)
            landed_add(choose, &new)
            budget_spend(&choose.budget)
        if budget_is_spent(&choose.budget):
            choose.grids = g + 1
            break


cdef inline int writings_list(choose_t* choose, const contact_t* contact, const roll_t* roll) noexcept nogil:
    """Keep the arrangements that touch the largest groups and longest runs. Returns their number."""
    cdef float[SOLO_CELLS][DIGITS] alone
    cdef float value
    cdef int i, k, a, d, pair, low, high, n, count = 0, keep = choose.width.writings
    cdef const uint8_t* digits
    if keep >= roll.count:
        for a in range(roll.count):
            choose.writing[a] = a
        return roll.count
    for i in range(SOLO_CELLS):
        for d in range(DIGITS):
            alone[i][d] = (GROUP_QUICK[min(SIZE_BONUS, 1 + contact.group[i][d])]
                           + RUN_QUICK[min(SIZE_BONUS, 1 + contact.below[i][d + 1] + contact.above[i][d + 1])])
    for a in range(roll.count):
        digits = roll.digits[a]
        value = alone[0][digits[0]] + alone[1][digits[1]] + alone[2][digits[2]] + alone[3][digits[3]]
        pair = 0
        for i in range(1, SOLO_CELLS):
            for k in range(i):
                if contact.inner >> pair & 1:
                    if digits[i] == digits[k]:
                        low = contact.group[i][digits[i]]
                        high = contact.group[k][digits[i]]
                        value += (GROUP_QUICK[min(SIZE_BONUS, 2 + low + high)] - GROUP_QUICK[min(SIZE_BONUS, 1 + low)]
                                  - GROUP_QUICK[min(SIZE_BONUS, 1 + high)])
                    elif digits[i] == digits[k] + 1 or digits[k] == digits[i] + 1:
                        low = k if digits[k] < digits[i] else i
                        high = i + k - low
                        n = 2 + contact.below[low][digits[low] + 1] + contact.above[high][digits[high] + 1]
                        value += RUN_QUICK[min(SIZE_BONUS, n)] - max(
                            RUN_QUICK[min(SIZE_BONUS, 1 + contact.below[low][digits[low] + 1])],
                            RUN_QUICK[min(SIZE_BONUS, 1 + contact.above[high][digits[high] + 1])])
                pair += 1
        n = count
        if n == keep:
            n -= 1
            if value <= choose.quick[n]:
                continue
        else:
            count += 1
        while n and choose.quick[n - 1] < value:
            choose.quick[n] = choose.quick[n - 1]
            choose.writing[n] = choose.writing[n - 1]
            n -= 1
        choose.quick[n] = value
        choose.writing[n] = a
    return count


cdef inline int points_rounded(float value) noexcept nogil:
    """Convert points to hundredths, rounded."""
    return <int>(POINT * value + 0.5) if value > 0 else -<int>(0.5 - POINT * value)


cdef inline int option_rank(choose_t* choose, grid_t* grid, const sheet_t* after, const layout_t* layout,
                            const sum_t* stands, int option, int flags, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a turn that ends on `after`, with the tiles of each fall of the grid. `stands` is the
    sum of its surface. Returns the best value."""
    cdef int score = score_total(after, flags), fall = grid.first, best = POINT * score
    cdef bint alone = sheet_counts_alone(after, flags)
    cdef sum_t rest, sum
    grid_settle(choose, grid, option)
    if not alone:
        rest = sums_added(stands[0], digits_sum(choose.weights, after, layout))
    while fall >= 0:
        turn.value = POINT * score
        if not alone:
            sum = sums_added(choose.tiles[OPTIONS * fall + option], rest)
            turn.value = points_rounded(score + sum_value(&sum, grid.slides))
            best = turn.value if fall == grid.first else max(best, turn.value)
        if ranking_takes(ranking, turn.value):
            turn.fall = choose.turns.falls.item[fall]
            ranking_add(ranking, turn)
        fall = choose.next[fall]
    budget_spend(&choose.budget)
    return best


cdef inline bint claim_may_do(const choose_t* choose, int i, int none, const ranking_t* ranking) noexcept nogil:
    """Return False if claim `i`, of digits from before the turn, can't get into the ranking: not
    even with `none`, the value of the placement without it, plus the most that it added to others
    on the same grid, plus SLACK."""
    return i >= GAINS or ranking_takes(ranking, none + choose.gain[i] + SLACK)


cdef inline void claim_gained(choose_t* choose, int i, int gain, bint is_first) noexcept nogil:
    """Record what claim `i` added to a placement, in hundredths of a point. `is_first` marks the
    first placement on its grid."""
    if i < GAINS:
        choose.gain[i] = gain if is_first else max(gain, choose.gain[i])


cdef inline void claims_rank(choose_t* choose, grid_t* grid, const sheet_t* placed, const layout_t* layout, const sum_t* stands,
                             int flags, bint is_first, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a placement without a claim, then with each claim that it allows. Claims of digits from
    before the turn are skipped if claim_may_do() rules them out; on the first placement of a grid
    all of them are tried."""
    cdef sheet_t after
    cdef int i, option, gain, none, old = choose.turns.base.claims.count
    turn.claimed = False
    none = option_rank(choose, grid, placed, layout, stands, 0, flags, turn, ranking)
    turn.claimed = True
    for i in range(old + choose.turns.fresh.count):
        if budget_is_spent(&choose.budget):
            break
        if i < old and not (is_first or claim_may_do(choose, i, none, ranking)):
            continue
        turn.claim = choose.turns.base.claims.item[i] if i < old else choose.turns.fresh.item[i - old]
        after = placed[0]
        sheet_claim(&after, &turn.claim)
        option = 0
        while turn.claim.box >> option:
            option += 1
        gain = option_rank(choose, grid, &after, layout, stands, option, flags, turn, ranking) - none
        if i < old:
            claim_gained(choose, i, gain, is_first)


cdef inline void turns_narrow(choose_t* choose, const roll_t* roll, int flags, ranking_t* ranking) noexcept nogil:
    """Fill `ranking` with the turns that the widths let through. Call turns_fall() first."""
    cdef turns_t* turns = &choose.turns
    cdef contact_t contact
    cdef layout_t layout
    cdef ranked_t turn
    cdef sheet_t after
    cdef landed_t* landed
    cdef grid_t* grid
    cdef sum_t stands
    cdef int i, a, count, last = -1
    cdef bint is_first = True  # whether the next placement is the first on its grid
    memset(&turn, 0, sizeof(ranked_t))
    ranking_clear(ranking)
    if not choose_room(choose):
        turns.failed = True
        return
    grids_list(choose, flags)
    landed_list(choose, roll, flags)
    turn.placed = choose.landed_count > 0
    for i in range(choose.landed_count):
        landed = &choose.landed[i]
        grid = &choose.grid[landed.grid]
        if landed.grid != last:
            last = landed.grid
            base_set(&turns.base, &turns.falls.item[grid.first].sheet)
            is_first = True
        turn.place = landed.place
        contact_set(&contact, &turns.base, &landed.place)
        count = writings_list(choose, &contact, roll)
        for a in range(count):
            after = turns.base.sheet
            memcpy(turn.digits, roll.digits[choose.writing[a]], NUMBER_DICE)
            sheet_write(&after, &landed.place, turn.digits)
            if a == 0:
                layout_set(&layout, &after)
            claims_new(&turns.base, &contact, &landed.place, turn.digits, &after, &turns.fresh)
            claims_rank(choose, grid, &after, &layout, &landed.surface, flags, is_first, &turn, ranking)
            is_first = False
            if budget_is_spent(&choose.budget):
                return
    if choose.landed_count == 0:
        turns.fresh.count = 0
        for i in range(choose.grids):
            grid = &choose.grid[i]
            after = turns.falls.item[grid.first].sheet
            base_set(&turns.base, &after)
            layout_set(&layout, &after)
            stands = surface_sum(choose.weights, &after)
            claims_rank(choose, grid, &after, &layout, &stands, flags, True, &turn, ranking)
            if budget_is_spent(&choose.budget):
                return
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed


cdef inline void turns_choose(choose_t* choose, const sheet_t* sheet, const roll_t* roll, int flags,
                              ranking_t* ranking) noexcept nogil:
    """Fill `ranking`, opened by the caller, with the best turns that the widths let through."""
    cdef width_t width = choose.width
    turns_fall(&choose.turns, sheet, roll, flags)
    if turns_are_last(&choose.turns, roll, flags):
        flags |= LAST
        choose.width.grids = max(width.grids, GRIDS_LAST)
        choose.width.landings = max(width.landings, LANDINGS_LAST)
        choose.width.writings = max(width.writings, WRITINGS_LAST)
    turns_narrow(choose, roll, flags, ranking)
    choose.width = width


cdef inline void ranked_sheet(const ranked_t* turn, sheet_t* out) noexcept nogil:
    """Write the sheet after a turn that turns_choose() has ranked."""
    out[0] = turn.fall.sheet
    if turn.placed:
        sheet_write(out, &turn.place, turn.digits)
    if turn.claimed:
        sheet_claim(out, &turn.claim)
    out.turn += 1
