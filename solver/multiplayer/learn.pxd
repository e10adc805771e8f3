# Learning the value of sheets among others, by self-play of whole tables. As in value/learn.pxd, the values of each
# seat's sheets are moved, from the last to the first, towards their outcomes. Also measures how far final scores lie
# from those values, by turns left (multiplayer/chances.pxd).
from libc.stdint cimport uint8_t
from game.board cimport sheet_t
from game.score cimport score_total
from multiplayer.play cimport TABLES_MOST, history_t
from multiplayer.rivals cimport rivals_set, rivals_t
from multiplayer.table cimport SEATS_MOST
from multiplayer.seat_value cimport TURNS_LEFT, left_of, seat_traits, seat_value
from value.learn cimport pace_t, sheet_reflect, table_t as learning_t, traits_mend
from value.learned cimport rows_sum, sum_t, sum_value
from value.traits cimport traits_t


cdef inline void seat_learn(const learning_t* table, const history_t* game, int seat, bint reflected,
                            const pace_t* pace, const uint8_t* owner, traits_t* traits) noexcept nogil:
    """Learn from the sheets of one seat, last to first, or from their reflections up to the first free 9."""
    cdef int[TABLES_MOST] left
    cdef sheet_t sheet
    cdef rivals_t rivals
    cdef sum_t sum
    cdef float value, target = score_total(&game.table[game.count - 1].sheet[seat], game.flags)
    cdef int n
    for n in range(1, game.count - 1):
        sheet = game.table[n].sheet[seat]
        if reflected and not sheet_reflect(&sheet):
            return
        rivals_set(&rivals, &game.table[n - 1], seat)
        left[n] = left_of(&sheet, &rivals)
        seat_traits(&sheet, &rivals, game.flags, &traits[n])
    for n in range(game.count - 2, 0, -1):
        sum = rows_sum(table.weight, traits[n].item, traits[n].count)
        value = score_total(&game.table[n].sheet[seat], game.flags) + sum_value(&sum, left[n])
        traits_mend(table, traits[n].item, traits[n].count, &sum, left[n], target - value, pace, owner)
        target = pace.trace * target + (1 - pace.trace) * value


cdef inline void game_learn(const learning_t* table, const history_t* game, bint reflected, const pace_t* pace,
                            const uint8_t* owner, traits_t* traits) noexcept nogil:
    """Learn from all seats of a game."""
    cdef int seat
    for seat in range(game.table[0].seats):
        seat_learn(table, game, seat, reflected, pace, owner, traits)


cdef inline void game_spread(const float* weights, const history_t* game, double* squares, double* counts) noexcept nogil:
    """Sum, by turns left, half the squared differences of two seats' errors.

    This is the variance of one seat's final score around its value, without the luck that both share.
    """
    cdef float[SEATS_MOST] error
    cdef rivals_t rivals
    cdef int n, seat, other, left, seats = game.table[0].seats
    cdef double apart
    for n in range(1, game.count - 1):
        left = TURNS_LEFT - 1
        for seat in range(seats):
            rivals_set(&rivals, &game.table[n - 1], seat)
            left = min(left, left_of(&game.table[n].sheet[seat], &rivals))
            error[seat] = (score_total(&game.table[game.count - 1].sheet[seat], game.flags)
                              - seat_value(weights, &game.table[n].sheet[seat], &rivals, game.flags))
        for seat in range(seats):
            for other in range(seat):
                apart = error[seat] - error[other]
                squares[left] += apart * apart / 2
                counts[left] += 1
