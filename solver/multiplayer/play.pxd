# Whole turns of a table: all seats play the same roll, each its best turn by the value, without knowing what the
# others choose.
from libc.stdint cimport uint8_t, uint64_t
from game.board cimport DICE, DIGITS, NUMBER_DICE
from game.random_game cimport dice_t
from game.ranked cimport rank_t, ranked_t, ranking_t
from game.roll cimport roll_t
from multiplayer.rivals cimport rivals_set, rivals_t
from multiplayer.table cimport NO_LETTER, SEATS_MOST, table_cross, table_falling, table_is_over, table_start, table_t
from multiplayer.turns cimport block_choose, seat_choose
from value.grids cimport choose_t
from value.learn cimport roll_random
from value.learned_turns cimport ranked_sheet

cdef extern from *:
    """
    enum { TABLES_MOST = 44 };
    """
    enum:
        TABLES_MOST            # of a game: its start and its turns, 98 cells at four a turn and five block turns

ctypedef struct history_t:     # a game: the table at its start and after each turn
    int count
    int flags
    table_t table[TABLES_MOST]
    uint8_t face[TABLES_MOST][DICE]  # the dice that led there: digits, 10 for a star, the shape


cdef inline void seat_play(choose_t* choose, const table_t* before, int seat, const roll_t* roll, int flags,
                           table_t* after) noexcept nogil:
    """Play the best turn of a seat, by the value, and write its sheet to `after`.

    No letters are crossed off for all yet. If memory runs out, set `choose.turns.failed` and write nothing.
    """
    cdef ranked_t best
    cdef rank_t rank
    cdef ranking_t ranking
    cdef rivals_t rivals
    cdef int letter = table_falling(before, roll.star)
    rivals_set(&rivals, before, seat)
    if letter != NO_LETTER:
        block_choose(choose.weights, &before.sheet[seat], &rivals, letter, flags, &after.sheet[seat])
        return
    ranking.item = &best
    ranking.rank = &rank
    ranking.room = 1
    seat_choose(choose, &before.sheet[seat], &rivals, roll, flags, &ranking)
    if ranking.count:
        ranked_sheet(&best, &after.sheet[seat])


cdef inline void table_play(choose_t* choose, const table_t* before, const roll_t* roll, int flags, int given,
                            table_t* after) noexcept nogil:
    """Play a turn of all seats except those in `given`, a bit each, whose sheets are in `after` already."""
    cdef int seat
    after.seats = before.seats
    for seat in range(before.seats):
        if not given >> seat & 1:
            seat_play(choose, before, seat, roll, flags, after)
    table_cross(after, table_falling(before, roll.star))


cdef inline void faces_tell(const roll_t* roll, uint8_t* face) noexcept nogil:
    """Write what the dice of a roll show, in ascending order: digits, DIGITS for a star, then the shape."""
    cdef int d, n, count = 0
    for d in range(DIGITS):
        for n in range(roll.shown[d]):
            face[count] = <uint8_t>d
            count += 1
    while count < NUMBER_DICE:
        face[count] = DIGITS
        count += 1
    face[NUMBER_DICE] = <uint8_t>roll.shape


cdef inline void game_play(choose_t* choose, roll_t* roll, const dice_t* dice, int seats, int flags, uint64_t rng,
                           history_t* game) noexcept nogil:
    """Play a game. Set `choose.turns.failed` if memory runs out."""
    table_start(&game.table[0], seats, flags, &rng)
    game.flags = flags
    game.count = 1
    while not table_is_over(&game.table[game.count - 1]) and game.count < TABLES_MOST:
        roll_random(roll, dice, &rng)
        faces_tell(roll, game.face[game.count])
        table_play(choose, &game.table[game.count - 1], roll, flags, 0, &game.table[game.count])
        if choose.turns.failed:
            return
        game.count += 1
