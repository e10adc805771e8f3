# The end of a line, where all turns are laid down: fill the boxes, and assign the digits of the line found.
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy, memset
from exhaust.box_sets cimport box_set_at, box_set_ends, box_set_may, box_set_points, box_set_t, box_sets_most
from exhaust.known_line cimport line_is_known
from exhaust.laid_turns cimport boxes_each, laid_ground
from exhaust.letters cimport boxes_kept, letters_keep, letters_t
from exhaust.state cimport exhaust_t, is_halted, node_t
from fill.region cimport box_size
from fill.settle cimport settle_run
from game.board cimport BLOCK, BOXES, CELLS, DIGITS, DIGIT_ZERO, SOLO_CELLS, USED, mask_add, mask_t
from game.drop cimport landing_t
from game.fall cimport fall_t
from game.ranked cimport ranked_t
from game.roll cimport roll_t


cdef inline void line_note(exhaust_t* x, int ply, const fall_t* fall, const landing_t* place) noexcept nogil:
    """Record a turn of the line found, without its digits and claim. The turns after it are recorded already."""
    cdef ranked_t* turn = &x.line[ply]
    memset(turn, 0, sizeof(ranked_t))
    turn.fall = fall[0]
    if place != NULL:
        turn.placed = True
        turn.place = place[0]


cdef inline void line_deal(exhaust_t* x) noexcept nogil:
    """Assign the digits of the line found to its cells, and make its claims."""
    cdef int[CELLS] digit
    cdef uint8_t[DIGITS] left
    cdef const roll_t* roll
    cdef ranked_t* turn
    cdef int i, d, ply, box, boxes = x.laid.settle.ground.boxes
    memset(digit, -1, sizeof(digit))
    for box in range(BOXES):
        if boxes >> box & 1:
            for i in range(box_size(box)):
                digit[x.laid.settle.region[box].cell[i]] = x.laid.settle.region[box].digit + (i if x.laid.settle.region[box].rise else 0)
            turn = &x.line[x.laid.settle.turn[box] - 1]
            turn.claimed = True
            turn.claim.cells = x.laid.settle.region[box].cells
            turn.claim.kind = x.laid.settle.region[box].rise
            turn.claim.size = x.laid.settle.region[box].size
            turn.claim.box = <uint16_t>(1 << box)
    for ply in range(x.length):
        turn = &x.line[ply]
        for i in range(CELLS):
            if USED < turn.fall.sheet.cell[i] < BLOCK:
                turn.fall.sheet.cell[i] = <uint8_t>(DIGIT_ZERO + digit[i])
        if not turn.placed:
            continue
        roll = x.ahead[ply].roll
        memcpy(left, roll.shown, DIGITS)
        for i in range(SOLO_CELLS):
            d = digit[turn.place.cell[i]]
            if d >= 0 and left[d]:
                left[d] -= 1
        d = 0
        for i in range(SOLO_CELLS):
            if digit[turn.place.cell[i]] < 0:
                while d < DIGITS and left[d] == 0:
                    d += 1
                if d < DIGITS:
                    left[d] -= 1
                digit[turn.place.cell[i]] = d % DIGITS
            turn.digits[i] = <uint8_t>digit[turn.place.cell[i]]


cdef inline int line_end(exhaust_t* x, node_t* node, const fall_t* fall, const landing_t* place,
                         const letters_t* letters, int rows) noexcept nogil:
    """Evaluate a placement that ends the line. Return a score that reaches the goal, or an upper bound below it."""
    cdef const box_set_t* wanted
    cdef int n, score, reached = x.sets.reached[node.ply], kept = boxes_kept(letters)
    if box_sets_most(&x.sets, node.ply + 1) + rows < node.goal:
        return box_sets_most(&x.sets, node.ply + 1) + rows
    memset(&x.laid.place[node.ply], 0, sizeof(mask_t))
    if place != NULL:
        for n in range(SOLO_CELLS):
            mask_add(&x.laid.place[node.ply], place.cell[n])
        reached |= boxes_each(&x.laid, &node.digits, node.ply + 1)
    for n in range(x.sets.listed[node.ply + 1]):
        wanted = box_set_at(&x.sets, node.ply + 1, n)
        if not box_set_may(&x.sets, wanted, node.ply + 1, reached, kept):
            continue
        score = box_set_points(&x.sets, wanted) + rows
        if score < node.goal:
            return score
        if not box_set_ends(&x.sets, &x.laid, &fall.sheet, node.ply, wanted.boxes):
            continue
        laid_ground(&x.laid, &fall.sheet, node.ply + 1, wanted.boxes)
        letters_keep(&x.laid.settle.ground, letters)
        if settle_run(&x.laid.settle):
            if is_halted(x):
                return node.goal - 1
            if line_is_known(&x.known, x.laid.place, node.ply + 1, &fall.sheet, wanted.boxes):
                continue
            x.length = node.ply + 1
            line_note(x, node.ply, fall, place)
            return score
    return node.goal - 1
