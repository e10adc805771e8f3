# Turns laid down: the cells of the player's own shapes are known for each turn, but not which die goes into which
# cell. Finds the boxes that they can fill, each by itself or several together.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from exhaust.combo_bounds cimport boxes_near, digits_lay, digits_lift, digits_t
from exhaust.upper_bounds cimport ahead_t
from fill.settle cimport settle_run, settle_t
from game.board cimport (BOXES, BOX_SETS, CELLS, DIGITS, DIGIT_ZERO, TURNS_MOST, code_is_free, mask_any, mask_pop,
                         mask_t, sheet_t)
from game.budget cimport budget_is_spent
from game.roll cimport roll_t

cdef enum:
    FILLED_SLOTS = 1 << 17     # cached answers
    FILLED_TURNS = 5           # for at most this many turns
    EACH = BOX_SETS            # a key beyond every set of boxes

ctypedef struct filled_t:      # a cached answer: what the digits laid down in some turns can fill
    mask_t place[FILLED_TURNS]
    uint16_t boxes             # boxes to fill together; or EACH: the answer is the boxes that the
                               # last turn's digits help to fill, each by itself
    uint16_t answer
    uint8_t turns              # 0 if the slot is empty

ctypedef struct laid_t:
    const ahead_t* ahead       # the rolls
    int boxes                  # filled before them
    mask_t place[TURNS_MOST]   # by turn: the cells of the player's own shape
    filled_t* filled
    settle_t settle


cdef inline bint laid_open(laid_t* laid, const ahead_t* ahead, int boxes) noexcept nogil:
    """Start with nothing laid down. Return False if memory ran out. The caller sets the budget of `settle`."""
    laid.ahead = ahead
    laid.boxes = boxes
    laid.filled = <filled_t*>calloc(FILLED_SLOTS, sizeof(filled_t))
    return laid.filled != NULL


cdef inline void laid_close(laid_t* laid) noexcept nogil:
    free(laid.filled)


cdef inline void laid_ground(laid_t* laid, const sheet_t* sheet, int turns, int boxes) noexcept nogil:
    """Set the ground on which to fill `boxes`: the cells and dice of the first `turns` turns."""
    cdef const roll_t* roll
    cdef mask_t place
    cdef int i, n
    memset(&laid.settle.ground, 0, sizeof(laid.settle.ground))
    laid.settle.ground.turns = turns
    laid.settle.ground.filled = laid.boxes
    laid.settle.ground.boxes = boxes
    for i in range(CELLS):
        laid.settle.ground.turn[i] = -1
        if code_is_free(sheet.cell[i]):
            laid.settle.ground.turn[i] = 0
            laid.settle.ground.digit[i] = <uint8_t>(sheet.cell[i] - DIGIT_ZERO)
    for n in range(turns):
        roll = laid.ahead[n].roll
        memcpy(laid.settle.ground.dice[n + 1], roll.shown, DIGITS)
        laid.settle.ground.stars[n + 1] = <uint8_t>roll.stars
        place = laid.place[n]
        while mask_any(&place):
            laid.settle.ground.turn[mask_pop(&place)] = <signed char>(n + 1)
    for i in range(BOXES):
        laid.settle.ground.last[i] = <uint8_t>turns


cdef inline filled_t* filled_at(laid_t* laid, int turns, int boxes) noexcept nogil:
    """Return the cache slot for the first `turns` turns as they are laid down now.

    If the slot holds another answer, it is reset, with its `turns` 0. Return NULL for more turns than are cached.
    """
    cdef uint64_t h = <uint64_t>(turns << 12 | boxes)
    cdef filled_t* filled
    cdef int i
    if not 0 < turns <= FILLED_TURNS:
        return NULL
    for i in range(turns):
        h = (h ^ laid.place[i].word[0]) * <uint64_t>0x9E3779B97F4A7C15
        h = (h ^ h >> 32 ^ laid.place[i].word[1]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 29
    filled = &laid.filled[h & (FILLED_SLOTS - 1)]
    if (filled.turns != turns or filled.boxes != boxes
            or memcmp(filled.place, laid.place, turns * sizeof(mask_t)) != 0):
        memcpy(filled.place, laid.place, turns * sizeof(mask_t))
        filled.boxes = <uint16_t>boxes
        filled.turns = 0
    return filled


cdef inline int boxes_each(laid_t* laid, digits_t* digits, int turns) noexcept nogil:
    """Return the boxes that the first `turns` turns can fill, each by itself, with a digit of the last of them.

    That last turn isn't in `digits` yet.
    """
    cdef filled_t* filled = filled_at(laid, turns, EACH)
    cdef int boxes
    if filled != NULL and filled.turns:
        return filled.answer
    digits_lay(digits, &laid.place[turns - 1], &laid.ahead[turns - 1].one)
    boxes = boxes_near(digits, &laid.place[turns - 1])
    digits_lift(digits)
    if filled != NULL:
        filled.turns = <uint8_t>turns
        filled.answer = <uint16_t>boxes
    return boxes


cdef inline bint boxes_settle(laid_t* laid, const sheet_t* sheet, int turns, int boxes) noexcept nogil:
    """Return True if the cells and dice of the first `turns` turns allow filling these boxes together."""
    cdef filled_t* filled = filled_at(laid, turns, boxes)
    cdef bint may
    if filled != NULL and filled.turns:
        return filled.answer
    laid_ground(laid, sheet, turns, boxes)
    may = settle_run(&laid.settle)
    if filled != NULL and not budget_is_spent(laid.settle.budget):
        filled.turns = <uint8_t>turns
        filled.answer = may
    return may
