# Branch and bound for the best score when the next rolls are known and nothing comes after them.
#
# Each search asks whether a sheet can still reach `goal` points. It returns a score that does, with its turns
# recorded, or an upper bound below the goal. Goals first descend from the highest possible score, each being the
# last bound proved, as long as that is cheap. Then they rise, each one point above the best line so far, with another
# attempt from above whenever the work has doubled. Alternatively, goals only rise, and the first turns are divided
# into parts that are searched separately: the results of one part hardly help another.
#
# Geometry comes first: slides, X shapes and landings of all turns are tried while the digits stay open. A turn whose
# cells are fixed in this way is *laid down*. Only when all turns are laid down, and can bring enough, are digits
# assigned and boxes filled (fill/settle.pxd). Whether a letter is circled before its tile falls is decided when the
# tile comes down, and enforced at the end. Sheets are in plain form here; cells laid down hold a used digit.
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from exhaust.box_sets cimport box_sets_hold, box_sets_keep, box_sets_list, box_sets_most, box_sets_reach
from exhaust.combo_bounds cimport boxes_reach, digits_lay, digits_set, digits_t, supply_t
from exhaust.ending cimport line_deal, line_end, line_note
from exhaust.known_line cimport known_line_set
from exhaust.laid_turns cimport boxes_each, laid_close, laid_open
from exhaust.letters cimport boxes_kept, letters_may, letters_note, letters_t
from exhaust.upper_bounds cimport LOWEST, ahead_set, ahead_t, falls_most, rows_most, tiles_plain
from exhaust.state cimport PROVED_SLOTS, exhaust_t, is_halted, node_t, proved_t
from game.board cimport (BLOCK, CELLS, COLUMNS, DIGIT_ZERO, ROWS, SLIDE, SOLO_CELLS, SOLO_SHAPES, TURNS_MOST, USED,
                         mask_add, mask_t, past_bits, sheet_t)
from game.budget cimport budget_spend, budget_widen
from game.drop cimport drop_row, landing_set, landing_t, rows_entered
from game.fall cimport fall_t, falls_unique, sheet_hash
from game.roll cimport roll_t
from game.score cimport rows_points, score_total
from game.shapes cimport SHAPE, turned_t
from game.tiles cimport WILD, sheet_is_over
from game.turn cimport places_list, turns_fall, turns_free, turns_t

cdef enum:
    TURNS_APART = 10           # turns whose cells, laid down, can be distinguished on a sheet
    HIGHEST = 100              # no score is higher
    FROM_ABOVE = 2_000_000     # nodes, plus a quarter of those spent, for goals that may be out of reach

# Turns that don't end the game.

cdef inline int place_try(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                          const letters_t* letters, int rows) noexcept nogil:
    """Search on from a placement. `rows` is an upper bound on the points for rows."""
    cdef sheet_t after = fall.sheet
    cdef int i, score
    if box_sets_most(&x.sets, node.ply + 1) + rows < node.goal:
        return box_sets_most(&x.sets, node.ply + 1) + rows
    after.fill += place.fill
    memcpy(after.height, place.height, COLUMNS)
    memset(&x.laid.place[node.ply], 0, sizeof(mask_t))
    for i in range(SOLO_CELLS):
        after.cell[place.cell[i]] = <uint8_t>(USED + DIGIT_ZERO + node.ply % TURNS_APART)
        mask_add(&x.laid.place[node.ply], place.cell[i])
    after.turn = <uint8_t>(node.ply + 2)
    x.sets.reached[node.ply + 1] = x.sets.reached[node.ply] | boxes_each(&x.laid, &node.digits, node.ply + 1)
    score = best_from(x, node.ply + 1, &after, letters, node.goal)
    if score >= node.goal and not is_halted(x):
        line_note(x, node.ply, fall, place)
    return score


cdef inline int last_try(exhaust_t* x, node_t* node, const fall_t* fall, const letters_t* letters) noexcept nogil:
    """Try all placements of the last roll, dropped straight down. For most of them, only the rows are computed."""
    cdef int shape = x.ahead[node.ply].roll.shape
    cdef const turned_t* turned
    cdef landing_t place
    cdef sheet_t after = fall.sheet
    cdef int s, w, column, row, rows, score, bound = LOWEST
    for s in range(0 if shape == WILD else shape, SOLO_SHAPES if shape == WILD else shape + 1):
        for w in range(SHAPE[s].count):
            turned = &SHAPE[s].turned[w]
            for column in range(COLUMNS - turned.width + 1):
                row = drop_row(&fall.sheet, turned, column)
                if row + turned.tall > ROWS:
                    continue
                if not budget_spend(&x.budget):
                    return bound
                after.fill = fall.sheet.fill + (turned.fill << (4 * row))
                after.past = fall.sheet.past | <uint8_t>(past_bits(DIGIT_ZERO) * rows_entered(turned, row))
                rows = rows_points(&after, x.flags)
                score = box_sets_most(&x.sets, node.ply + 1) + rows
                if score >= node.goal:
                    landing_set(&place, &fall.sheet, turned, s, column, row)
                    score = line_end(x, node, fall, &place, letters, rows)
                bound = max(bound, score)
                if score >= node.goal or is_halted(x):
                    return bound
    if bound == LOWEST:        # X has crossed the Game Over line
        return line_end(x, node, fall, NULL, letters, rows_points(&fall.sheet, x.flags))
    return bound


cdef inline int fall_try(exhaust_t* x, node_t* node, const fall_t* fall, const letters_t* letters) noexcept nogil:
    """Try all placements on a sheet after its slides."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef sheet_t after = fall.sheet
    cdef const landing_t* place
    cdef int falls = falls_most(&fall.sheet, &x.ahead[node.ply + 1])
    cdef int p, count, rows, score, bound = LOWEST
    if not sheet_is_over(&fall.sheet):
        rows = rows_most(&fall.sheet, node.left + falls, x.flags)
        if box_sets_most(&x.sets, node.ply + 1) + rows < node.goal:
            return box_sets_most(&x.sets, node.ply + 1) + rows
    if node.left == 1 and not x.flags & SLIDE:
        return last_try(x, node, fall, letters)
    count = places_list(&fall.sheet, x.ahead[node.ply].roll.shape, x.flags, turns.places)
    if count == 0:             # X has crossed the Game Over line
        return line_end(x, node, fall, NULL, letters, rows_points(&fall.sheet, x.flags))
    for p in range(count):
        if node.ply == 0 and (x.falls + p) % x.parts != x.part:
            continue
        place = &turns.places[p]
        if not budget_spend(&x.budget):
            return bound
        after.fill = fall.sheet.fill + place.fill
        after.past = fall.sheet.past | <uint8_t>(place.line * past_bits(DIGIT_ZERO))
        memcpy(after.height, place.height, COLUMNS)
        if node.left == 1 or sheet_is_over(&after):
            score = line_end(x, node, fall, place, letters, rows_points(&after, x.flags))
        else:
            score = place_try(x, node, fall, place, letters, rows_most(&after, node.left - 1 + falls, x.flags))
        bound = max(bound, score)
        if score >= node.goal or is_halted(x):
            break
    return bound


cdef inline int turn_try(exhaust_t* x, node_t* node) noexcept nogil:
    """Try all turns of a sheet; of slides that lead to the same plain sheet, only the first."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef letters_t letters
    cdef sheet_t sheet = node.sheet
    cdef int i, score, bound = LOWEST, may, circled
    may = letters_may(&node.letters, &node.sheet, x.sets.boxes, x.sets.reached[node.ply], node.ply)
    circled = may
    while True:                # every subset of `may`
        sheet.circled = node.sheet.circled | <uint8_t>circled
        turns_fall(turns, &sheet, x.ahead[node.ply].roll, x.flags)
        for i in range(turns.falls.count):
            tiles_plain(&turns.falls.item[i].sheet, &x.ahead[node.ply + 1])
        falls_unique(&turns.falls, 0)
        for i in range(turns.falls.count):
            letters = node.letters
            x.falls += node.ply == 0
            if not letters_note(&letters, &node.sheet, &turns.falls.item[i].sheet, x.sets.boxes, node.ply + 1, circled):
                continue
            score = fall_try(x, node, &turns.falls.item[i], &letters)
            bound = max(bound, score)
            if score >= node.goal or is_halted(x):
                return bound
        x.failed = x.failed or turns.falls.failed
        if circled == 0:
            return bound
        circled = (circled - 1) & may


cdef inline int best_from(exhaust_t* x, int ply, const sheet_t* sheet, const letters_t* letters, int goal) noexcept nogil:
    """Return a score of at least `goal` that this plain sheet can reach, or an upper bound below the goal."""
    cdef const ahead_t* ahead = &x.ahead[ply]
    cdef node_t node
    cdef proved_t* proved
    cdef int rows, bound, i
    node.ply = ply
    node.left = x.count - ply
    node.goal = goal
    node.letters = letters[0]
    rows = rows_most(sheet, node.left + falls_most(sheet, ahead), x.flags)
    box_sets_keep(&x.sets, ply, boxes_kept(letters))
    bound = box_sets_most(&x.sets, ply + 1) + rows
    if bound < goal:
        return bound
    box_sets_hold(&x.sets, &x.laid, sheet, ply, goal - rows)
    bound = box_sets_most(&x.sets, ply + 1) + rows
    if bound < goal:
        return bound
    digits_set(&node.digits, sheet, x.flags)
    for i in range(ply):
        digits_lay(&node.digits, &x.laid.place[i], &x.ahead[i].one)
    box_sets_reach(&x.sets, ply, boxes_reach(&node.digits, &ahead.all))
    bound = box_sets_most(&x.sets, ply + 1) + rows
    if bound < goal:
        return bound
    proved = &x.proved[sheet_hash(sheet) & (PROVED_SLOTS - 1)]
    if (proved.bound < goal and ply <= TURNS_APART and memcmp(&proved.sheet, sheet, sizeof(sheet_t)) == 0
            and memcmp(&proved.letters, letters, sizeof(letters_t)) == 0):
        return proved.bound
    node.sheet = sheet[0]
    bound = turn_try(x, &node)
    if bound < goal and not is_halted(x):
        proved.sheet = sheet[0]
        proved.letters = letters[0]
        proved.bound = bound
    return bound


cdef inline void sheet_plain(sheet_t* sheet, const ahead_t* ahead) noexcept nogil:
    """Convert to plain form, without what can't matter any more. The best score stays the same.

    Used digits become X, a tile that cannot fall goes to notch 0, and `turn` counts the rolls played.
    """
    cdef int i
    for i in range(CELLS):
        if sheet.cell[i] > USED:
            sheet.cell[i] = BLOCK
    sheet.turn = 1
    tiles_plain(sheet, ahead)


cdef inline void goal_try(exhaust_t* x, const sheet_t* plain, int goal) noexcept nogil:
    """Search for the goal, and record the line found or the bound proved."""
    cdef letters_t letters
    cdef int score
    memset(&letters, 0, sizeof(letters_t))
    x.falls = 0
    score = best_from(x, 0, plain, &letters, goal)
    if is_halted(x):
        return
    if score >= goal:
        x.best = score
        line_deal(x)
    else:
        x.bound = min(x.bound, max(score, x.best))


cdef inline void exhaust_run(exhaust_t* x, const sheet_t* sheet, const roll_t* rolls, int known) noexcept nogil:
    """Find the best score above `known`.

    The caller has zeroed `x` and set its parameters and budget, and calls exhaust_free() at the end.
    """
    cdef sheet_t plain = sheet[0]
    cdef digits_t digits
    cdef supply_t none
    cdef uint64_t most = x.budget.most, again = 0
    x.proved = <proved_t*>calloc(PROVED_SLOTS, sizeof(proved_t))
    x.failed = x.proved == NULL or not laid_open(&x.laid, x.ahead, sheet.boxes)
    x.laid.settle.budget = &x.budget
    ahead_set(x.ahead, rolls, x.count)
    sheet_plain(&plain, x.ahead)
    box_sets_list(&x.sets, sheet.boxes, x.count)
    digits_set(&digits, &plain, x.flags)
    memset(&none, 0, sizeof(supply_t))
    x.sets.reached[0] = boxes_reach(&digits, &none)
    x.best = known
    x.bound = HIGHEST
    while x.bound > x.best and not is_halted(x):
        if x.rising or x.bound == x.best + 1 or x.budget.nodes < again:
            goal_try(x, &plain, x.best + 1 if x.best > LOWEST else min(x.bound, score_total(sheet, x.flags)))
            continue
        x.budget.most = min(most, x.budget.nodes + FROM_ABOVE + x.budget.nodes // 4)
        goal_try(x, &plain, x.bound)
        if budget_widen(&x.budget, most):
            again = 2 * x.budget.nodes


cdef inline bint exhaust_again(exhaust_t* x, const sheet_t* sheet, uint64_t most) noexcept nogil:
    """Search for another line of the same score after exhaust_run() has found a line and proved its score.

    Return True if there is one, False if there isn't or the budget of `most` nodes in all has run out.
    """
    cdef sheet_t plain = sheet[0]
    cdef letters_t letters
    sheet_plain(&plain, x.ahead)
    memset(&letters, 0, sizeof(letters_t))
    known_line_set(&x.known, x.line, x.length)
    x.budget.most = most
    x.falls = 0
    return best_from(x, 0, &plain, &letters, x.best) >= x.best and not is_halted(x)


cdef inline void exhaust_free(exhaust_t* x) noexcept nogil:
    cdef int i
    for i in range(TURNS_MOST):
        turns_free(&x.turns[i])
    free(x.proved)
    laid_close(&x.laid)
