# Perft: the number of sequences of distinct turns, a test and a benchmark of game/turn.pxd.
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from game.board cimport sheet_t
from game.roll cimport roll_t
from game.turn cimport turns_count, turns_free, turns_t, turns_visit

ctypedef struct perft_t:
    const roll_t* rolls        # the rolls still to be played
    int depth                  # the number of these rolls
    int flags
    uint64_t total
    bint failed                # memory ran out: `total` is too low
    bint stopped               # is_stopped() returned True: `total` is too low
    bint (*is_stopped)() noexcept nogil


cdef inline bint perft_visit(const sheet_t* sheet, void* context) noexcept nogil:
    """Add the number of sequences from this sheet to the total, 0 if the game is over. Returns True
    to stop."""
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
