# The best score that can be reached when the next rolls are known and nothing comes after them: branch
# and bound. The question is always whether a sheet can still come to `goal` points; the answer is a
# score that does, its turns noted, or a bound below the goal. Goals come down from above what any game
# makes, each the last bound proved, as long as that is cheap; then they rise, each a point above the best
# line so far, with another try from above whenever the work has doubled.
#
# Geometry comes first: slides, X shapes and landings of all turns, the digits laid down still open. Only
# where everything lies, and can bring enough, are the digits dealt and the boxes filled (settle.pxd). That
# a letter is circled before its tile falls, or is not, is decided when the tile comes down, and kept to at
# the end. Sheets are in plain form here; what has been laid down stands on them as a used digit.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from board cimport (BLOCK, CELLS, COLUMNS, DIGIT_ZERO, LAST_NOTCH, ROWS, SLIDE, SOLO, SOLO_SHAPES, TILES, USED, bits_count,
                    code_is_free, mask_add, mask_any, mask_pop, mask_t, past_bits, sheet_t)
from budget cimport budget_spend, budget_t, budget_widen
from drop cimport drop_row, landing_set, landing_t, rows_entered
from fall cimport fall_t, falls_unique, sheet_hash
from outlook cimport LOWEST, ahead_set, ahead_t, falls_most, rows_most, tiles_plain
from reach cimport boxes_near, boxes_reach, digits_lay, digits_lift, digits_set, digits_t, supply_t
from region cimport BOXES, box_size, ground_t
from roll cimport roll_t
from score cimport BOX_POINTS, rows_points, score_total
from search cimport ranked_t
from settle cimport settle_run, settle_t
from shapes cimport SHAPE, turned_t
from tiles cimport WILD, sheet_is_over, tile_notch
from turn cimport places_list, turns_fall, turns_free, turns_t

cdef enum:
    ROLLS_MOST = 20            # rolls that may be known
    SEEN_SLOTS = 1 << 16       # sheets remembered
    FILLED_SLOTS = 1 << 17     # answers remembered
    FILLED_TURNS = 5           # of no more turns than these
    EACH = 1 << 11             # past every set of boxes
    TOLD_APART = 10            # turns whose digits, laid down, are told apart on a sheet
    HIGHEST = 100              # above none
    FROM_ABOVE = 2_000_000     # nodes, beside a quarter of those spent, for goals that may be out of reach

ctypedef struct plan_t:        # boxes that may be filled, and what they bring
    uint16_t boxes
    uint8_t gain

ctypedef struct letters_t:     # by letter: in which turn its tile has come down, 0 for not yet
    uint8_t fell[5]            # where its letter mustn't be circled before
    uint8_t kept[5]            # where it must

ctypedef struct node_t:        # a sheet before a roll, and what is known of it
    int ply
    int left                   # rolls still to be played
    int goal
    letters_t letters
    digits_t digits
    sheet_t sheet

ctypedef struct seen_t:        # a bound proved for a sheet before the rolls that are left
    sheet_t sheet
    letters_t letters
    int bound

ctypedef struct filled_t:      # what the digits laid down in some turns can fill
    mask_t place[5]            # FILLED_TURNS
    uint16_t boxes             # asked about, together; EACH: which boxes, each for itself; EACH + 1:
                               # those that the last turn's digits help
    uint16_t answer
    uint8_t turns              # 0: nothing is remembered here

ctypedef struct told_t:        # what tells lines apart: all cells of each kind, and the boxes
    bint is_set
    int turns
    int boxes
    mask_t place[20]           # the player's own shapes, in any order
    mask_t fallen              # X, with what was X before

ctypedef struct exhaust_t:
    int count                  # rolls
    int flags
    int boxes                  # filled at the start
    ahead_t ahead[21]
    turns_t turns[20]
    plan_t plan[2048]          # the highest gain first
    uint16_t list[22][2048]    # all of them, then by ply, from 1, those that are left
    int listed[22]
    int reached[21]            # by ply: the boxes that what lies there can fill, each for itself
    mask_t place[20]           # by ply: the cells of the player's own shape
    seen_t* seen
    filled_t* filled
    int best                   # the best score known
    int bound                  # no score is higher
    int length                 # turns of the line found, 0 if none
    ranked_t line[20]
    told_t told                # the line found, once the question is whether there is another
    settle_t settle
    budget_t budget            # of landings tried, and regions on them
    bint failed                # memory ran out


cdef inline bint is_halted(const exhaust_t* x) noexcept nogil:
    return x.budget.cut or x.budget.stopped or x.failed


# Plans.

cdef inline void plans_set(exhaust_t* x, int boxes) noexcept nogil:
    """List every set of boxes that so many turns could fill."""
    cdef int gain, more
    x.boxes = boxes
    x.listed[0] = 0
    for gain in range(HIGHEST, -1, -1):
        for more in range(1 << BOXES):
            if (more & boxes or bits_count(<uint64_t>more) > x.count
                    or BOX_POINTS[boxes | more] - BOX_POINTS[boxes] != gain):
                continue
            x.plan[x.listed[0]].boxes = <uint16_t>more
            x.plan[x.listed[0]].gain = <uint8_t>gain
            x.list[0][x.listed[0]] = <uint16_t>x.listed[0]
            x.listed[0] += 1


cdef inline int boxes_kept(const letters_t* letters) noexcept nogil:
    """The boxes of the letters that must be circled."""
    cdef int letter, boxes = 0
    for letter in range(TILES):
        if letters.kept[letter]:
            boxes |= 0b100001 << letter
    return boxes


cdef inline bint plan_may(const exhaust_t* x, const plan_t* plan, int turns, int reached, int kept) noexcept nogil:
    """False if what lies there after each of so many turns, and `reached` in the end, can't fill these boxes."""
    cdef int ply
    if plan.boxes & ~reached or kept & ~(plan.boxes | x.boxes):
        return False
    for ply in range(turns):
        if bits_count(<uint64_t>(plan.boxes & ~x.reached[ply])) > turns - ply:
            return False
    return True


cdef inline void plans_keep(exhaust_t* x, int ply, int reached, int kept) noexcept nogil:
    """Those plans of the turn before that are still possible."""
    cdef const plan_t* plan
    cdef int n, count = 0
    for n in range(x.listed[ply]):
        plan = &x.plan[x.list[ply][n]]
        if (plan.boxes & ~reached or kept & ~(plan.boxes | x.boxes)
                or bits_count(<uint64_t>(plan.boxes & ~x.reached[ply])) > x.count - ply):
            continue
        x.list[ply + 1][count] = x.list[ply][n]
        count += 1
    x.listed[ply + 1] = count


cdef inline int plans_most(const exhaust_t* x, int ply) noexcept nogil:
    """The most points of boxes in the end."""
    return BOX_POINTS[x.boxes] + x.plan[x.list[ply + 1][0]].gain if x.listed[ply + 1] else LOWEST


# Another line.

cdef inline mask_t cells_fallen(const sheet_t* sheet) noexcept nogil:
    cdef mask_t fallen
    cdef int i
    memset(&fallen, 0, sizeof(fallen))
    for i in range(CELLS):
        if sheet.cell[i] == BLOCK:
            mask_add(&fallen, i)
    return fallen


cdef inline bint line_is_told(const exhaust_t* x, const sheet_t* sheet, int turns, int boxes) noexcept nogil:
    """True if what was laid down in so many turns, and these boxes, are those of the line told: slides, the order
    of turns, and digits that no box needs don't matter."""
    cdef mask_t fallen
    cdef int i, k
    if not x.told.is_set or x.told.turns != turns or x.told.boxes != boxes:
        return False
    for i in range(turns):
        for k in range(turns):
            if memcmp(&x.place[i], &x.told.place[k], sizeof(mask_t)) == 0:
                break
        else:
            return False
    fallen = cells_fallen(sheet)
    return memcmp(&fallen, &x.told.fallen, sizeof(mask_t)) == 0


cdef inline void line_tell(exhaust_t* x) noexcept nogil:
    """Look for other lines than the one found from now on."""
    cdef int ply, i
    memset(&x.told, 0, sizeof(told_t))
    x.told.is_set = True
    x.told.turns = x.length
    for ply in range(x.length):
        if x.line[ply].claimed:
            x.told.boxes |= x.line[ply].claim.box
        if x.line[ply].placed:
            for i in range(4):
                mask_add(&x.told.place[ply], x.line[ply].place.cell[i])
    x.told.fallen = cells_fallen(&x.line[x.length - 1].fall.sheet)


# The end of a line.

cdef inline void ground_set(exhaust_t* x, const sheet_t* sheet, int turns) noexcept nogil:
    """What has been laid down in so many turns, with its dice, as a drop plan."""
    cdef const roll_t* roll
    cdef mask_t place
    cdef int i, ply
    memset(&x.settle.ground, 0, sizeof(x.settle.ground))
    x.settle.ground.turns = turns
    x.settle.ground.filled = x.boxes
    for i in range(CELLS):
        x.settle.ground.turn[i] = -1
        if code_is_free(sheet.cell[i]):
            x.settle.ground.turn[i] = 0
            x.settle.ground.digit[i] = <uint8_t>(sheet.cell[i] - DIGIT_ZERO)
    for ply in range(turns):
        roll = x.ahead[ply].roll
        memcpy(x.settle.ground.dice[ply + 1], roll.shown, 10)
        x.settle.ground.stars[ply + 1] = <uint8_t>roll.stars
        place = x.place[ply]
        while mask_any(&place):
            x.settle.ground.turn[mask_pop(&place)] = <signed char>(ply + 1)
    for i in range(BOXES):
        x.settle.ground.last[i] = <uint8_t>turns


cdef inline void letters_keep(ground_t* ground, const letters_t* letters) noexcept nogil:
    """No letter is circled too early, or too late."""
    cdef int letter
    memcpy(ground.falls, letters.fell, TILES)
    for letter in range(TILES):
        if letters.kept[letter]:
            ground.last[letter] = ground.last[letter + 5] = <uint8_t>(letters.kept[letter] - 1)


cdef inline filled_t* filled_at(exhaust_t* x, int turns, int boxes) noexcept nogil:
    """Where the answer for so many turns, laid down as they are now, is remembered; set up for it, with `turns` 0,
    if it isn't yet. NULL for more turns than are remembered."""
    cdef uint64_t h = <uint64_t>(turns << 12 | boxes)
    cdef filled_t* filled
    cdef int i
    if not 0 < turns <= FILLED_TURNS:
        return NULL
    for i in range(turns):
        h = (h ^ x.place[i].word[0]) * <uint64_t>0x9E3779B97F4A7C15
        h = (h ^ h >> 32 ^ x.place[i].word[1]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 29
    filled = &x.filled[h & (FILLED_SLOTS - 1)]
    if (filled.turns != turns or filled.boxes != boxes
            or memcmp(filled.place, x.place, turns * sizeof(mask_t)) != 0):
        memcpy(filled.place, x.place, turns * sizeof(mask_t))
        filled.boxes = <uint16_t>boxes
        filled.turns = 0
    return filled


cdef inline int boxes_each(exhaust_t* x, digits_t* digits, int turns) noexcept nogil:
    """The boxes that what was laid down in so many turns can fill, each for itself; if the last of them isn't in
    `digits` yet, those that its digits help."""
    cdef supply_t none
    cdef filled_t* filled = filled_at(x, turns, EACH + (digits.laid < turns))
    cdef int boxes
    if filled != NULL and filled.turns:
        return filled.answer
    if digits.laid < turns:
        digits_lay(digits, &x.place[turns - 1], &x.ahead[turns - 1].one)
        boxes = boxes_near(digits, &x.place[turns - 1])
        digits_lift(digits)
    else:
        memset(&none, 0, sizeof(supply_t))
        boxes = boxes_reach(digits, &none)
    if filled != NULL:
        filled.turns = <uint8_t>turns
        filled.answer = <uint16_t>boxes
    return boxes


cdef inline bint boxes_settle(exhaust_t* x, const sheet_t* sheet, int turns, int boxes) noexcept nogil:
    """True if what was laid down in so many turns can fill these boxes together, as far as cells and dice go."""
    cdef filled_t* filled = filled_at(x, turns, boxes)
    cdef bint may
    if filled != NULL and filled.turns:
        return filled.answer
    ground_set(x, sheet, turns)
    x.settle.ground.boxes = boxes
    may = settle_run(&x.settle)
    if filled != NULL and not is_halted(x):
        filled.turns = <uint8_t>turns
        filled.answer = may
    return may


cdef inline void line_note(exhaust_t* x, int ply, const fall_t* fall, const landing_t* place) noexcept nogil:
    """Note a turn of the line found, but for its digits and its claim; those after it have been noted before."""
    cdef ranked_t* turn = &x.line[ply]
    memset(turn, 0, sizeof(ranked_t))
    turn.fall = fall[0]
    if place != NULL:
        turn.placed = True
        turn.place = place[0]


cdef inline void line_deal(exhaust_t* x) noexcept nogil:
    """Deal the digits of the line found, and make its claims."""
    cdef int[98] digit
    cdef uint8_t[10] left
    cdef const roll_t* roll
    cdef ranked_t* turn
    cdef int i, d, ply, box, boxes = x.settle.ground.boxes
    memset(digit, -1, sizeof(digit))
    for box in range(BOXES):
        if boxes >> box & 1:
            for i in range(box_size(box)):
                digit[x.settle.region[box].cell[i]] = x.settle.region[box].digit + (i if x.settle.region[box].rise else 0)
            turn = &x.line[x.settle.turn[box] - 1]
            turn.claimed = True
            turn.claim.cells = x.settle.region[box].cells
            turn.claim.kind = x.settle.region[box].rise
            turn.claim.size = x.settle.region[box].size
            turn.claim.box = <uint16_t>(1 << box)
    for ply in range(x.length):
        turn = &x.line[ply]
        for i in range(CELLS):
            if USED < turn.fall.sheet.cell[i] < BLOCK:
                turn.fall.sheet.cell[i] = <uint8_t>(DIGIT_ZERO + digit[i])
        if not turn.placed:
            continue
        roll = x.ahead[ply].roll
        memcpy(left, roll.shown, 10)
        for i in range(4):
            d = digit[turn.place.cell[i]]
            if d >= 0 and left[d]:
                left[d] -= 1
        d = 0
        for i in range(4):
            if digit[turn.place.cell[i]] < 0:
                while d < 10 and left[d] == 0:
                    d += 1
                if d < 10:
                    left[d] -= 1
                digit[turn.place.cell[i]] = d % 10
            turn.digits[i] = <uint8_t>digit[turn.place.cell[i]]


cdef inline bint plan_ends(exhaust_t* x, const sheet_t* sheet, int ply, int boxes) noexcept nogil:
    """True if these boxes, each in reach by itself, may all be filled with the turn after so many."""
    cdef int box
    for box in range(BOXES):
        if boxes >> box & 1 and not boxes & ~(1 << box) & ~x.reached[ply]:
            if boxes_settle(x, sheet, ply, boxes & ~(1 << box)):
                return boxes_settle(x, sheet, ply + 1, boxes)
    return boxes == 0


cdef inline int line_end(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                         const letters_t* letters, int rows) noexcept nogil:
    """A placement after which nothing comes: a score that reaches the goal, or a bound."""
    cdef const plan_t* plan
    cdef int n, score, reached = x.reached[node.ply], kept = boxes_kept(letters)
    if plans_most(x, node.ply) + rows < node.goal:
        return plans_most(x, node.ply) + rows
    memset(&x.place[node.ply], 0, sizeof(mask_t))
    if place != NULL:
        for n in range(4):
            mask_add(&x.place[node.ply], place.cell[n])
        reached |= boxes_each(x, &node.digits, node.ply + 1)
    for n in range(x.listed[node.ply + 1]):
        plan = &x.plan[x.list[node.ply + 1][n]]
        if not plan_may(x, plan, node.ply + 1, reached, kept):
            continue
        score = BOX_POINTS[x.boxes] + plan.gain + rows
        if score < node.goal:
            return score
        if not plan_ends(x, &fall.sheet, node.ply, plan.boxes):
            continue
        ground_set(x, &fall.sheet, node.ply + 1)
        letters_keep(&x.settle.ground, letters)
        x.settle.ground.boxes = plan.boxes
        if settle_run(&x.settle):
            if is_halted(x):
                return node.goal - 1
            if line_is_told(x, &fall.sheet, node.ply + 1, plan.boxes):
                continue
            x.length = node.ply + 1
            line_note(x, node.ply, fall, place)
            return score
    return node.goal - 1


# A turn after which the game goes on.

cdef inline int place_try(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                          const letters_t* letters, int rows) noexcept nogil:
    """What comes of a placement; rows bring `rows` at the most."""
    cdef sheet_t after = fall.sheet
    cdef int i, score
    if plans_most(x, node.ply) + rows < node.goal:
        return plans_most(x, node.ply) + rows
    after.fill += place.fill
    memcpy(after.height, place.height, 7)
    memset(&x.place[node.ply], 0, sizeof(mask_t))
    for i in range(4):
        after.cell[place.cell[i]] = <uint8_t>(USED + DIGIT_ZERO + node.ply % TOLD_APART)
        mask_add(&x.place[node.ply], place.cell[i])
    after.turn = <uint8_t>(node.ply + 2)
    score = best_from(x, node.ply + 1, &after, letters, node.goal)
    if score >= node.goal and not is_halted(x):
        line_note(x, node.ply, fall, place)
    return score


cdef inline int last_try(exhaust_t* x, node_t* node, const fall_t* fall, const letters_t* letters) noexcept nogil:
    """All placements of the last roll, dropped straight down: of most only the rows count."""
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
                score = plans_most(x, node.ply) + rows
                if score >= node.goal:
                    landing_set(&place, &fall.sheet, turned, s, column, row)
                    score = line_end(x, node, fall, &place, letters, rows)
                bound = max(bound, score)
                if score >= node.goal or is_halted(x):
                    return bound
    if bound == LOWEST:        # X has crossed the line
        return line_end(x, node, fall, NULL, letters, rows_points(&fall.sheet, x.flags))
    return bound


cdef inline int fall_try(exhaust_t* x, node_t* node, const fall_t* fall, const letters_t* letters) noexcept nogil:
    """All placements on a sheet after its slides."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef sheet_t after = fall.sheet
    cdef const landing_t* place
    cdef int falls = falls_most(&fall.sheet, &x.ahead[node.ply + 1])
    cdef int p, count, rows, score, bound = LOWEST
    if not sheet_is_over(&fall.sheet):
        rows = rows_most(&fall.sheet, node.left + falls, x.flags)
        if plans_most(x, node.ply) + rows < node.goal:
            return plans_most(x, node.ply) + rows
    if node.left == 1 and not x.flags & SLIDE:
        return last_try(x, node, fall, letters)
    count = places_list(&fall.sheet, x.ahead[node.ply].roll.shape, x.flags, turns.places)
    if count == 0:             # X has crossed the line
        return line_end(x, node, fall, NULL, letters, rows_points(&fall.sheet, x.flags))
    for p in range(count):
        place = &turns.places[p]
        if not budget_spend(&x.budget):
            return bound
        after.fill = fall.sheet.fill + place.fill
        after.past = fall.sheet.past | <uint8_t>(place.line * past_bits(DIGIT_ZERO))
        memcpy(after.height, place.height, 7)
        if node.left == 1 or sheet_is_over(&after):
            score = line_end(x, node, fall, place, letters, rows_points(&after, x.flags))
        else:
            score = place_try(x, node, fall, place, letters, rows_most(&after, node.left - 1 + falls, x.flags))
        bound = max(bound, score)
        if score >= node.goal or is_halted(x):
            break
    return bound


cdef inline int letters_may(const exhaust_t* x, const node_t* node) noexcept nogil:
    """The letters that this turn could slide down, circled before it by claims not made yet, a bit each."""
    cdef int letter, boxes, kept = boxes_kept(&node.letters) & ~x.boxes, may = 0
    if node.sheet.kind != SOLO:
        return 0
    for letter in range(TILES):
        boxes = (0b100001 << letter) & ~x.boxes
        if (boxes and LAST_NOTCH - 2 <= tile_notch(&node.sheet, letter) < LAST_NOTCH
                and not (node.sheet.circled | node.sheet.crossed) >> letter & 1
                and not boxes & ~x.reached[node.ply] and bits_count(<uint64_t>(boxes | kept)) <= node.ply):
            may |= 1 << letter
    return may


cdef inline bint letters_set(letters_t* letters, const exhaust_t* x, const node_t* node, const sheet_t* after,
                             int circled) noexcept nogil:
    """Note the tiles that have come down in a turn, these letters being circled; False if one of those hasn't."""
    cdef int letter
    letters[0] = node.letters
    for letter in range(TILES):
        if node.sheet.kind != SOLO or tile_notch(after, letter) < LAST_NOTCH:
            if circled >> letter & 1:
                return False
        elif tile_notch(&node.sheet, letter) < LAST_NOTCH and not node.sheet.circled >> letter & 1:
            if circled >> letter & 1:
                letters.kept[letter] = <uint8_t>(node.ply + 1)
            elif (0b100001 << letter) & ~x.boxes:
                letters.fell[letter] = <uint8_t>(node.ply + 1)
    return True


cdef inline int turn_try(exhaust_t* x, node_t* node) noexcept nogil:
    """All turns of a sheet; of slides that lead to the same plain sheets only the first."""
    cdef turns_t* turns = &x.turns[node.ply]
    cdef letters_t letters
    cdef sheet_t sheet = node.sheet
    cdef int i, score, bound = LOWEST, may = letters_may(x, node), circled = may
    while True:                # every set of them
        sheet.circled = node.sheet.circled | <uint8_t>circled
        turns_fall(turns, &sheet, x.ahead[node.ply].roll, x.flags)
        for i in range(turns.falls.count):
            tiles_plain(&turns.falls.item[i].sheet, &x.ahead[node.ply + 1])
        falls_unique(&turns.falls, 0)
        for i in range(turns.falls.count):
            if not letters_set(&letters, x, node, &turns.falls.item[i].sheet, circled):
                continue
            score = fall_try(x, node, &turns.falls.item[i], &letters)
            bound = max(bound, score)
            if score >= node.goal or is_halted(x):
                return bound
        x.failed = x.failed or turns.falls.failed
        if circled == 0:
            return bound
        circled = (circled - 1) & may


cdef inline bint plan_holds(exhaust_t* x, const sheet_t* sheet, int ply, int boxes, int later) noexcept nogil:
    """True if after so many turns all these boxes may be filled but for some, one for each turn `later`."""
    cdef int box
    if bits_count(<uint64_t>boxes) <= later:
        return True
    if later == 0:
        return not boxes & ~x.reached[ply] and boxes_settle(x, sheet, ply, boxes)
    for box in range(BOXES):
        if boxes >> box & 1 and plan_holds(x, sheet, ply, boxes & ~(1 << box), later - 1):
            return True
    return False


cdef inline void plans_hold(exhaust_t* x, const sheet_t* sheet, int ply, int need) noexcept nogil:
    """Drop those plans, worth as much as is needed, of which too little can be filled by now."""
    cdef const plan_t* plan
    cdef int n, count = 0
    for n in range(x.listed[ply + 1]):
        plan = &x.plan[x.list[ply + 1][n]]
        if BOX_POINTS[x.boxes] + plan.gain < need or plan_holds(x, sheet, ply, plan.boxes, x.count - ply):
            x.list[ply + 1][count] = x.list[ply + 1][n]
            count += 1
    x.listed[ply + 1] = count


cdef inline int best_from(exhaust_t* x, int ply, const sheet_t* sheet, const letters_t* letters, int goal) noexcept nogil:
    """A score of at least `goal` that this plain sheet can come to, or a bound below the goal."""
    cdef const ahead_t* ahead = &x.ahead[ply]
    cdef node_t node
    cdef seen_t* seen
    cdef int rows, bound, i
    node.ply = ply
    node.left = x.count - ply
    node.goal = goal
    node.letters = letters[0]
    seen = &x.seen[sheet_hash(sheet) & (SEEN_SLOTS - 1)]
    if (seen.bound < goal and ply <= TOLD_APART and memcmp(&seen.sheet, sheet, sizeof(sheet_t)) == 0
            and memcmp(&seen.letters, letters, sizeof(letters_t)) == 0):
        return seen.bound
    rows = rows_most(sheet, node.left + falls_most(sheet, ahead), x.flags)
    digits_set(&node.digits, sheet, x.flags)
    for i in range(ply):
        digits_lay(&node.digits, &x.place[i], &x.ahead[i].one)
    x.reached[ply] = boxes_each(x, &node.digits, ply)
    plans_keep(x, ply, boxes_reach(&node.digits, &ahead.all), boxes_kept(letters))
    bound = plans_most(x, ply) + rows
    if bound < goal:
        return bound
    plans_hold(x, sheet, ply, goal - rows)
    bound = plans_most(x, ply) + rows
    if bound < goal:
        return bound
    node.sheet = sheet[0]
    bound = turn_try(x, &node)
    if bound < goal and not is_halted(x):
        seen.sheet = sheet[0]
        seen.letters = letters[0]
        seen.bound = bound
    return bound


cdef inline void sheet_plain(sheet_t* sheet, const ahead_t* ahead) noexcept nogil:
    """Forget what can't matter any more: used digits are X, a tile that cannot fall stands on notch 0, and
    `turn` counts the rolls played. The best score is that of the sheet itself."""
    cdef int i
    for i in range(CELLS):
        if sheet.cell[i] > USED:
            sheet.cell[i] = BLOCK
    sheet.turn = 1
    tiles_plain(sheet, ahead)


cdef inline void goal_try(exhaust_t* x, const sheet_t* plain, int goal) noexcept nogil:
    """Ask whether the goal can be met, and note what is found or proved."""
    cdef letters_t letters
    cdef int score
    memset(&letters, 0, sizeof(letters_t))
    score = best_from(x, 0, plain, &letters, goal)
    if is_halted(x):
        return
    if score >= goal:
        x.best = score
        line_deal(x)
    else:
        x.bound = min(x.bound, max(score, x.best))


cdef inline void exhaust_run(exhaust_t* x, const sheet_t* sheet, const roll_t* rolls, int known) noexcept nogil:
    """Find the best score above the one known; `x` was zeroed, its head and budget set, and is handed to
    exhaust_free() at the end."""
    cdef sheet_t plain = sheet[0]
    cdef uint64_t most = x.budget.most, again = 0
    x.seen = <seen_t*>calloc(SEEN_SLOTS, sizeof(seen_t))
    x.filled = <filled_t*>calloc(FILLED_SLOTS, sizeof(filled_t))
    x.failed = x.seen == NULL or x.filled == NULL
    x.settle.budget = &x.budget
    ahead_set(x.ahead, rolls, x.count)
    sheet_plain(&plain, x.ahead)
    plans_set(x, sheet.boxes)
    x.best = known
    x.bound = HIGHEST
    while x.bound > x.best and not is_halted(x):
        if x.bound == x.best + 1 or x.budget.nodes < again:
            goal_try(x, &plain, x.best + 1 if x.best > LOWEST else min(x.bound, score_total(sheet, x.flags)))
            continue
        x.budget.most = min(most, x.budget.nodes + FROM_ABOVE + x.budget.nodes // 4)
        goal_try(x, &plain, x.bound)
        if budget_widen(&x.budget, most):
            again = 2 * x.budget.nodes


cdef inline bint exhaust_again(exhaust_t* x, const sheet_t* sheet, uint64_t most) noexcept nogil:
    """After exhaust_run(), which has found a line and proved its score: True if another line makes that score too,
    False if none does or the budget, of so many nodes in all, came to its end."""
    cdef sheet_t plain = sheet[0]
    cdef letters_t letters
    sheet_plain(&plain, x.ahead)
    memset(&letters, 0, sizeof(letters_t))
    line_tell(x)
    x.budget.most = most
    return best_from(x, 0, &plain, &letters, x.best) >= x.best and not is_halted(x)


cdef inline void exhaust_free(exhaust_t* x) noexcept nogil:
    cdef int i
    for i in range(ROLLS_MOST):
        turns_free(&x.turns[i])
    free(x.seen)
    free(x.filled)
