# A roll for the core, with every distinct arrangement of its digits on four cells.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from game.board cimport DIGITS, NUMBER_DICE
from game.tiles cimport WILD

cdef enum:
    ARRANGEMENTS_MOST = 10000  # four stars, which only the review dice can show

ctypedef struct roll_t:        # a roll and the distinct arrangements of its digits
    int shape                  # 0..4, or WILD
    bint star
    uint8_t shown[DIGITS]      # how often each digit shows
    int stars                  # on the number dice
    int count
    uint8_t digits[ARRANGEMENTS_MOST][NUMBER_DICE]


cdef inline void arrangements_add(roll_t* roll, int* need, int stars, int i, uint8_t* digits) noexcept nogil:
    """Choose the digit of cell `i` and those after it. A digit that shows is used up before a star
    stands for it, so that each arrangement is listed once."""
    cdef int d
    if i == NUMBER_DICE:
        memcpy(roll.digits[roll.count], digits, NUMBER_DICE)
        roll.count += 1
        return
    for d in range(DIGITS):
        digits[i] = <uint8_t>d
        if need[d]:
            need[d] -= 1
            arrangements_add(roll, need, stars, i + 1, digits)
            need[d] += 1
        elif stars:
            arrangements_add(roll, need, stars - 1, i + 1, digits)


cdef inline void roll_set(roll_t* roll, int fixed_count, const uint8_t* fixed, int shape) noexcept nogil:
    """Set a roll from `fixed`, the digits that show (the other number dice are stars), and a shape,
    0..4 or WILD."""
    cdef int code, i, left
    cdef int[DIGITS] need
    cdef uint8_t[NUMBER_DICE] digits
    memset(need, 0, sizeof(need))
    for i in range(fixed_count):
        need[fixed[i]] += 1
    for i in range(DIGITS):
        roll.shown[i] = <uint8_t>need[i]
    roll.stars = NUMBER_DICE - fixed_count
    roll.shape = shape
    roll.star = fixed_count < NUMBER_DICE or shape == WILD
    roll.count = 0
    arrangements_add(roll, need, NUMBER_DICE - fixed_count, 0, digits)
