# The dice of an episode: plain deals, drawn as documented in numberdrop.dice, and given deals.
from libc.stdint cimport uint8_t, uint64_t
from game.board cimport FACES, NUMBER_DICE, SOLO_SHAPES, TILES, TURNS_MOST
from game.random_game cimport dice_t
from game.rng cimport rng_next

ctypedef struct throw_t:       # what the five dice show
    uint8_t number[NUMBER_DICE]  # 1..7, DIGITS for a star
    uint8_t shape              # 0..4, SOLO_SHAPES for a star

ctypedef struct deal_t:
    uint8_t shape[TILES]       # on A..E
    uint8_t rolls
    throw_t roll[TURNS_MOST]


cdef inline int frozen_below(uint64_t* state, uint64_t n) noexcept nogil:
    """Return a number 0..n-1, drawn as the frozen dice draw it."""
    cdef uint64_t uneven = (<uint64_t>0 - n) % n
    cdef uint64_t x = rng_next(state)
    while x < uneven:
        x = rng_next(state)
    return <int>(x % n)


cdef inline void deal_draw(deal_t* deal, uint64_t state, const dice_t* dice) noexcept nogil:
    """Draw the deal of a recipe from its random stream."""
    cdef int i, j, turn
    for i in range(TILES):
        deal.shape[i] = <uint8_t>i
    for i in range(TILES - 1, 0, -1):
        j = frozen_below(&state, i + 1)
        deal.shape[i], deal.shape[j] = deal.shape[j], deal.shape[i]
    deal.rolls = TURNS_MOST
    for turn in range(TURNS_MOST):
        for i in range(NUMBER_DICE):
            deal.roll[turn].number[i] = dice.face[i][frozen_below(&state, FACES)]
        deal.roll[turn].shape = <uint8_t>frozen_below(&state, SOLO_SHAPES + 1)
