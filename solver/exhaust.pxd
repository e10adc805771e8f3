# The best score that can be reached when the next rolls are known and nothing comes after them: branch
# and bound. The question is always whether a sheet can still come to `goal` points; the answer is a
# score that does, its turns noted, or a bound below the goal. The goal starts above what any game
# makes and goes down to the last bound proved, until a line meets it. Sheets are in plain form here.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from board cimport DIGIT_ZERO, past_bits, sheet_t
from combo cimport claim_t, claims_all, claims_around, claims_t, sheet_claim
from drop cimport landing_t, sheet_write
from fall cimport fall_t, falls_unique, sheet_hash
from fits cimport landing_fits
from outlook cimport (LOWEST, NO_CLAIM, ahead_set, ahead_t, claims_most, falls_most, options_worth, rows_most,
                      sheet_plain, tiles_plain, worth_set, worth_t)
from reach cimport boxes_reach, digits_set, digits_t, supply_t
from roll cimport roll_t
from score cimport BOX_POINTS, rows_points
from search cimport ranked_t
from tiles cimport sheet_is_over
from turn cimport places_list, turns_fall, turns_free, turns_t

cdef enum:
    ROLLS_MOST = 20            # rolls that may be known
    SEEN_SLOTS = 1 << 16       # sheets remembered
    POLL = 4095                # nodes, less one, from one question whether to stop to the next
    HIGHEST = 100              # above none

ctypedef struct node_t:        # a sheet before a roll, and what is known of it
    int ply
    int left                   # rolls still to be played
    int goal
    int now                    # the options that need no new digit, a bit each
    int soon                   # those that this roll could bring about
    worth_t later              # where the game goes on
    worth_t last               # where it ends with this turn
    digits_t digits
    sheet_t sheet

ctypedef struct seen_t:        # a bound proved for a sheet before the rolls that are left
    sheet_t sheet
    int bound

ctypedef struct exhaust_t:
    int count                  # rolls
    int flags
    ahead_t ahead[21]
    turns_t turns[20]
    claims_t old[20]           # by ply: the claims of a sheet that are worth trying
    seen_t* seen
    int best                   # the best score known
    int bound                  # no score is higher
    int length                 # turns of the line found, 0 if none
    ranked_t line[20]
    uint64_t nodes             # landings tried, and arrangements on them
    uint64_t most              # how many may be
    bint cut                   # that many were
    bint failed                # memory ran out
    bint stopped               # is_stopped() said so
    bint (*is_stopped)() noexcept nogil
    const volatile bint* flag  # NULL, or cuts the search short once it is set


cdef inline bint is_halted(const exhaust_t* x) noexcept nogil:
    return x.cut or x.stopped or x.failed


cdef inline void node_count(exhaust_t* x) noexcept nogil:
    """Count a landing, or one of its arrangements; now and then look whether to go on."""
    if x.nodes >= x.most:
        x.cut = True
        return
    x.nodes += 1
    if x.nodes & POLL == 0:
        x.stopped = x.stopped or x.is_stopped()
        x.cut = x.flag != NULL and x.flag[0]


cdef inline void claims_list(const sheet_t* sheet, const landing_t* place, int options, claims_t* out) noexcept nogil:
    """Replace `out` by the claims for these boxes that use a new digit, or by all where `place` is NULL."""
    cdef sheet_t asked = sheet[0]
    out.count = 0
    asked.boxes = <uint16_t>(~options & ((1 << NO_CLAIM) - 1))
    if place == NULL:
        claims_all(&asked, out)
    else:
        claims_around(&asked, place.cell, 4, out)


# A turn that ends the line.

cdef inline void line_note(exhaust_t* x, int ply, const fall_t* fall, const landing_t* place, const uint8_t* digits,
                           const claim_t* claim) noexcept nogil:
    """Note a turn of the line found; those after it have been noted before."""
    cdef ranked_t* turn = &x.line[ply]
    memset(turn, 0, sizeof(ranked_t))
    turn.fall = fall[0]
    if place != NULL:
        turn.placed = True
        turn.place = place[0]
        memcpy(turn.digits, digits, 4)
    if claim != NULL:
        turn.claimed = True
        turn.claim = claim[0]


cdef inline void line_end(exhaust_t* x, const node_t* node, const fall_t* fall, const landing_t* place,
                          int options) noexcept nogil:
    """Note the last turn: the first arrangement that allows one of the options, with the first of them."""
    cdef const roll_t* roll = x.ahead[node.ply].roll
    cdef claims_t* claims = &x.turns[node.ply].fresh
    cdef sheet_t after
    cdef int a
    x.length = node.ply + 1
    for a in range(roll.count):
        after = fall.sheet
        if place != NULL:
            sheet_write(&after, place, roll.digits[a])
        claims_list(&after, NULL, options, claims)
        if claims.count or options >> NO_CLAIM:
            line_note(x, node.ply, fall, place, roll.digits[a], &claims.item[0] if claims.count else NULL)
            return
    x.failed = True            # landing_fits() has promised one: never to be reached


cdef inline int place_last(exhaust_t* x, const node_t* node, const fall_t* fall, const landing_t* place,
                           int rows) noexcept nogil:
    """A placement after which nothing comes: a score that reaches the goal, or a bound."""
    cdef int options = options_worth(&node.last, node.goal - rows)
    if options == 0:
        return node.last.most + rows
    if not options & node.now and (place == NULL or not landing_fits(
            &fall.sheet, &node.digits, &x.ahead[node.ply].one, place, options)):
        return node.goal - 1
    line_end(x, node, fall, place, options)
    return node.goal


# A turn after which the game goes on. What can't be part of a line to the goal is dropped at the stage
# that shows it.

cdef inline int child_try(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                          const uint8_t* digits, const sheet_t* placed, const claim_t* claim) noexcept nogil:
    """What comes of a turn, `claim` being NULL where none is made."""
    cdef sheet_t after = placed[0]
    cdef int score
    if claim != NULL:
        sheet_claim(&after, claim)
    sheet_plain(&after, &x.ahead[node.ply + 1], node.ply + 1)
    score = best_from(x, node.ply + 1, &after, node.goal)
    if score >= node.goal and not is_halted(x):
        line_note(x, node.ply, fall, place, digits, claim)
    return score


cdef inline int place_try(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                          int rows) noexcept nogil:
    """A placement: its arrangements, each with every claim worth trying; rows bring `rows` at the most."""
    cdef const roll_t* roll = x.ahead[node.ply].roll
    cdef claims_t* fresh = &x.turns[node.ply].fresh
    cdef claims_t* old = &x.old[node.ply]
    cdef const claim_t* claim
    cdef sheet_t after
    cdef const supply_t* one = &x.ahead[node.ply].one
    cdef int options = options_worth(&node.later, node.goal - rows)
    cdef int a, i, score, bound = node.goal - 1
    if options == 0:
        return node.later.most + rows
    if not options & node.now and not landing_fits(&fall.sheet, &node.digits, one, place, options):
        return bound
    for a in range(roll.count):
        node_count(x)
        if is_halted(x):
            return bound
        after = fall.sheet
        sheet_write(&after, place, roll.digits[a])
        claims_list(&after, place, options, fresh)
        for i in range(fresh.count + old.count + 1):
            claim = NULL
            if i < fresh.count + old.count:
                claim = &fresh.item[i] if i < fresh.count else &old.item[i - fresh.count]
            if not options & (claim.box if claim != NULL else 1 << NO_CLAIM):
                continue
            score = child_try(x, node, fall, place, roll.digits[a], &after, claim)
            if score >= node.goal or is_halted(x):
                return score
    return bound


cdef inline void old_set(exhaust_t* x, const node_t* node, const sheet_t* sheet, int rows) noexcept nogil:
    """List the claims that a sheet has already and that leave the goal possible."""
    cdef claims_t* old = &x.old[node.ply]
    cdef digits_t digits
    cdef sheet_t after
    cdef int i, reached, kept = 0
    claims_list(sheet, NULL, options_worth(&node.later, node.goal - rows) & node.now, old)
    for i in range(old.count):
        after = sheet[0]
        sheet_claim(&after, &old.item[i])
        digits_set(&digits, &after, x.flags)
        reached = boxes_reach(&digits, &x.ahead[node.ply].all)
        if BOX_POINTS[after.boxes] + rows + claims_most(after.boxes, reached, node.left - 1) >= node.goal:
            old.item[kept] = old.item[i]
            kept += 1
    old.count = kept


cdef inline int fall_try(exhaust_t* x, node_t* node, const fall_t* fall) noexcept nogil:
    """All placements on a sheet after its slides."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef sheet_t after = fall.sheet
    cdef const landing_t* place
    cdef int falls = falls_most(&fall.sheet, &x.ahead[node.ply + 1])
    cdef int p, count, rows, score, bound = LOWEST
    if not sheet_is_over(&fall.sheet):
        rows = rows_most(&fall.sheet, node.left + falls, x.flags)
        if node.later.most + rows < node.goal:
            return node.later.most + rows
        if node.left > 1:
            old_set(x, node, &fall.sheet, rows)
    count = places_list(&fall.sheet, x.ahead[node.ply].roll.shape, x.flags, turns.places)
    if count == 0:             # X has crossed the line
        return place_last(x, node, fall, NULL, rows_points(&fall.sheet, x.flags))
    for p in range(count):
        place = &turns.places[p]
        node_count(x)
        if is_halted(x):
            return bound
        after.fill = fall.sheet.fill + place.fill
        after.past = fall.sheet.past | <uint8_t>(place.line * past_bits(DIGIT_ZERO))
        memcpy(after.height, place.height, 7)
        if node.left == 1 or sheet_is_over(&after):
            score = place_last(x, node, fall, place, rows_points(&after, x.flags))
        else:
            score = place_try(x, node, fall, place, rows_most(&after, node.left - 1 + falls, x.flags))
        bound = max(bound, score)
        if score >= node.goal or is_halted(x):
            break
    return bound


cdef inline int turn_try(exhaust_t* x, node_t* node) noexcept nogil:
    """All turns of a sheet; of slides that lead to the same plain sheets only the first."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef int i, score, bound = LOWEST
    turns_fall(turns, &node.sheet, x.ahead[node.ply].roll, x.flags)
    for i in range(turns.falls.count):
        tiles_plain(&turns.falls.item[i].sheet, &x.ahead[node.ply + 1])
    falls_unique(&turns.falls, 0)
    for i in range(turns.falls.count):
        score = fall_try(x, node, &turns.falls.item[i])
        bound = max(bound, score)
        if score >= node.goal or is_halted(x):
            break
    x.failed = x.failed or turns.falls.failed or turns.fresh.failed or x.old[node.ply].failed
    return bound


cdef inline int best_from(exhaust_t* x, int ply, const sheet_t* sheet, int goal) noexcept nogil:
    """A score of at least `goal` that this plain sheet can come to, or a bound below the goal."""
    cdef const ahead_t* ahead = &x.ahead[ply]
    cdef supply_t none
    cdef node_t node
    cdef seen_t* seen
    cdef int rows, bound, all
    node.ply = ply
    node.left = x.count - ply
    node.goal = goal
    seen = &x.seen[sheet_hash(sheet) & (SEEN_SLOTS - 1)]
    if seen.bound < goal and memcmp(&seen.sheet, sheet, sizeof(sheet_t)) == 0:
        return seen.bound
    rows = rows_most(sheet, node.left + falls_most(sheet, ahead), x.flags)
    digits_set(&node.digits, sheet, x.flags)
    all = boxes_reach(&node.digits, &ahead.all)
    bound = BOX_POINTS[sheet.boxes] + rows + claims_most(sheet.boxes, all, node.left)
    if bound < goal:
        return bound
    memset(&none, 0, sizeof(supply_t))
    node.sheet = sheet[0]
    node.soon = boxes_reach(&node.digits, &ahead.one) & ~sheet.boxes | 1 << NO_CLAIM
    node.digits.open.word[0] = node.digits.open.word[1] = 0
    node.now = boxes_reach(&node.digits, &none) & ~sheet.boxes | 1 << NO_CLAIM
    worth_set(&node.later, sheet.boxes, node.soon, all, node.left - 1)
    worth_set(&node.last, sheet.boxes, node.soon, 0, 0)
    bound = turn_try(x, &node)
    if bound < goal and not is_halted(x):
        seen.sheet = sheet[0]
        seen.bound = bound
    return bound


cdef inline void exhaust_run(exhaust_t* x, const sheet_t* sheet, const roll_t* rolls, int known) noexcept nogil:
    """Find the best score above the one known; `x` was zeroed, its head set, and is handed to
    exhaust_free() at the end."""
    cdef sheet_t plain = sheet[0]
    cdef int score
    x.seen = <seen_t*>calloc(SEEN_SLOTS, sizeof(seen_t))
    x.failed = x.seen == NULL
    ahead_set(x.ahead, rolls, x.count)
    sheet_plain(&plain, x.ahead, 0)
    x.best = known
    x.bound = HIGHEST
    while x.bound > x.best and not is_halted(x):
        score = best_from(x, 0, &plain, x.bound)
        if is_halted(x):
            break
        if score >= x.bound:
            x.best = x.bound
        else:
            x.bound = max(score, x.best)


cdef inline void exhaust_free(exhaust_t* x) noexcept nogil:
    cdef int i
    for i in range(ROLLS_MOST):
        turns_free(&x.turns[i])
        free(x.old[i].item)
    free(x.seen)
