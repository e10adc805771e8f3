# Perft: the number of sequences of distinct turns, the check and the yardstick of game/turn.pxd.
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from game.board cimport sheet_t
from game.roll cimport roll_t
from game.turn cimport turns_count, turns_free, turns_t, turns_visit

ctypedef struct perft_t:
    const roll_t* rolls        # those still to be played
    int depth                  # how many they are
    int flags
    uint64_t total
    bint failed                # memory ran out: `total` is too low
    bint stopped               # is_stopped() said so: `total` is too low
    bint (*is_stopped)() noexcept nogil


cdef inline bint perft_visit(const sheet_t* sheet, void* context) noexcept nogil:
    """Add the sequences from here to the total; a game that is over has none. True to stop."""
    cdef perft_t* perft = <perft_t*>context
    cdef perft_t below
    cdef turns_t* turns = <turns_t*>calloc(1, sizeof(turns_t))
    if turns == NULL:
        perft.failed = True
        return True
    turns.is_stopped = perft.is_stopped
    if perft.depth == 1:
        perft.total += turns_count(turns, sheet, perft.rolls, perft.flags)
        perft.stopped = turns.stopped
    else:
        below = perft[0]
        below.rolls += 1
        below.depth -= 1
        below.total = 0
        turns_visit(turns, sheet, perft.rolls, perft.flags, perft_visit, &below)
        perft.total += below.total
        perft.failed = perft.failed or below.failed
        perft.stopped = below.stopped
    perft.failed = perft.failed or turns.failed
    turns_free(turns)
    free(turns)
    return perft.stopped or perft.failed
