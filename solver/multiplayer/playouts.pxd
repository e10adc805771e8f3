# Playouts of a table: all seats play on, each its best turn by the value, on sampled dice. If the game is not over
# after the last turn played, the chances are computed from the values and their spread.
#
# Playout number n has the same dice from every starting table, so that turns are compared on equal luck
# (value/playouts.pxd).
from libc.stdint cimport uint64_t
from game.board cimport LAST
from game.budget cimport budget_is_spent
from game.random_game cimport dice_t
from game.roll cimport roll_t
from game.score cimport score_total
from multiplayer.chances cimport chances_set, chances_t
from multiplayer.play cimport table_play
from multiplayer.rivals cimport rivals_set, rivals_t
from multiplayer.table cimport SEATS_MOST, table_is_over, table_t
from multiplayer.seat_value cimport TURNS_LEFT, left_of, seat_value
from value.grids cimport choose_t
from value.learn cimport roll_show
from value.playouts cimport luck_t


cdef inline void table_chances(const float* weights, const float* spread, const table_t* before, const table_t* table,
                               int seat, int flags, chances_t* out) noexcept nogil:
    """Set the chances of a seat on a table at the end of a turn.

    `before` is the table before that turn, `spread` the standard deviation of final scores by turns left.
    """
    cdef double[SEATS_MOST] mean, sd
    cdef rivals_t rivals
    cdef int i, left = TURNS_LEFT - 1
    cdef bint over = table_is_over(table)
    for i in range(table.seats):
        if over:
            mean[i] = score_total(&table.sheet[i], flags)
            continue
        rivals_set(&rivals, before, i)
        mean[i] = seat_value(weights, &table.sheet[i], &rivals, flags)
        left = min(left, left_of(&table.sheet[i], &rivals))
    for i in range(table.seats):
        sd[i] = 0 if over else spread[left]
    chances_set(out, table.seats, seat, mean, sd)


cdef inline void playout_chances(choose_t* choose, roll_t* roll, const dice_t* dice, int flags, const float* spread,
                                 const table_t* before, const table_t* start, int seat, const luck_t* luck, int turns,
                                 chances_t* out) noexcept nogil:
    """Play at most 20 `turns` from `start`, then set the chances of `seat`; `before` is the table one turn earlier.

    If memory runs out or the budget is spent, `out` isn't set.
    """
    cdef table_t last = before[0], table = start[0], next
    cdef int turn
    for turn in range(turns):
        if table_is_over(&table):
            break
        roll_show(roll, dice, luck.face[turn])
        next = table
        table_play(choose, &table, roll, flags, 0, &next)
        if choose.turns.failed or budget_is_spent(&choose.budget):
            return
        last = table
        table = next
    table_chances(choose.weights, spread, &last, &table, seat, flags, out)
