# Turns laid down: the cells of the player's own shapes are known, turn by turn, but not yet which die lies
# in which of them. What they can fill: each box for itself, some boxes together.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset
from exhaust.combo_bounds cimport boxes_near, digits_lay, digits_lift, digits_t
from exhaust.outlook cimport ahead_t
from fill.settle cimport settle_run, settle_t
from game.board cimport (BOXES, BOX_SETS, CELLS, DIGITS, DIGIT_ZERO, TURNS_MOST, code_is_free, mask_any, mask_pop,
                         mask_t, sheet_t)
from game.budget cimport budget_is_spent
from game.roll cimport roll_t

cdef enum:
    FILLED_SLOTS = 1 << 17     # answers remembered
    FILLED_TURNS = 5           # of no more turns than these
    EACH = BOX_SETS            # past every set of boxes

ctypedef struct filled_t:      # what the digits laid down in some turns can fill
    mask_t place[FILLED_TURNS]
    uint16_t boxes             # asked about, together; EACH: which boxes, each for itself, the last
                               # turn's digits help to fill
    uint16_t answer
    uint8_t turns              # 0: nothing is remembered here

ctypedef struct laid_t:
    const ahead_t* ahead       # the rolls
    int boxes                  # filled before them
    mask_t place[TURNS_MOST]   # by turn: the cells of the player's own shape
    filled_t* filled
    settle_t settle


cdef inline bint laid_open(laid_t* laid, const ahead_t* ahead, int boxes) noexcept nogil:
    """Begin with nothing laid down; False if memory ran out. The budget of `settle` is the caller's to set."""
    laid.ahead = ahead
    laid.boxes = boxes
    laid.filled = <filled_t*>calloc(FILLED_SLOTS, sizeof(filled_t))
    return laid.filled != NULL


cdef inline void laid_close(laid_t* laid) noexcept nogil:
    free(laid.filled)


cdef inline void laid_ground(laid_t* laid, const sheet_t* sheet, int turns, int boxes) noexcept nogil:
    """What has been laid down in so many turns, with its dice, as a drop plan on which to fill some boxes."""
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
    """Where the answer for so many turns, laid down as they are now, is remembered; set up for it, with `turns` 0,
    if it isn't yet. NULL for more turns than are remembered."""
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
    """The boxes that what was laid down in so many turns can fill, each for itself, with a digit of the last of them,
    which isn't in `digits` yet."""
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
    """True if what was laid down in so many turns can fill these boxes together, as far as cells and dice go."""
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
