# Playouts: some turns from a sheet on, each the best for its roll by the learned value. The value
# of a playout is that of its last sheet, or the score if the game is over before.
#
# Playout number n has the same dice whatever sheet it starts from, so that turns are compared with
# equal luck. In any six playouts 6k .. 6k + 5 each die shows each of its faces once at every turn.
from libc.stdint cimport uint8_t, uint64_t
from game.board cimport DICE, FACES, TURNS_MOST, sheet_t
from game.budget cimport budget_is_spent
from game.random_game cimport dice_t
from game.ranked cimport rank_t, ranked_t, ranking_t
from game.rng cimport rng_order
from game.roll cimport roll_t
from game.score cimport score_total
from game.tiles cimport sheet_is_over
from value.grids cimport choose_t
from value.learn cimport game_rng, roll_show
from value.learned cimport learned_value
from value.learned_turns cimport ranked_sheet, turns_choose

ctypedef struct luck_t:        # the faces that the dice of a playout show
    uint8_t face[TURNS_MOST][DICE]


cdef inline void luck_set(luck_t* luck, uint64_t seed, uint64_t number) noexcept nogil:
    cdef uint8_t[FACES] order
    cdef uint64_t rng = game_rng(seed, number // FACES)
    cdef int turn, die, place = <int>(number % FACES)
    for turn in range(TURNS_MOST):
        for die in range(DICE):
            rng_order(&rng, order, FACES)
            luck.face[turn][die] = order[place]


cdef inline float playout_value(choose_t* choose, roll_t* roll, const dice_t* dice, int flags, const sheet_t* start,
                                const luck_t* luck, int first, int turns, sheet_t* end) noexcept nogil:
    """Play at most `turns` turns, up to 20.

    Returns the mean of the values after turns `first` to `turns`, and writes the last sheet to
    `end`. Meaningless if `choose.turns.failed` (memory ran out) or if the budget is spent.
    """
    cdef ranked_t best
    cdef rank_t rank
    cdef ranking_t ranking
    cdef float value = 0, sum = 0
    cdef int turn
    ranking.item = &best
    ranking.rank = &rank
    ranking.room = 1
    end[0] = start[0]
    if sheet_is_over(end):
        value = score_total(end, flags)
    for turn in range(1, turns + 1):
        if not sheet_is_over(end):
            roll_show(roll, dice, luck.face[turn - 1])
            turns_choose(choose, end, roll, flags, &ranking)
            if choose.turns.failed or budget_is_spent(&choose.budget):
                return 0
            ranked_sheet(&best, end)
            value = learned_value(choose.weights, end, flags)
        if turn >= first:
            sum += value
    return sum / (turns - first + 1)
