# Turns with their values, and a list of the best of them.
from libc.stdint cimport uint8_t
from game.board cimport SOLO_CELLS
from game.combo cimport claim_t
from game.drop cimport landing_t
from game.fall cimport fall_t

ctypedef struct ranked_t:      # a turn and what it is worth
    int value                  # hundredths of a point
    fall_t fall
    bint placed
    landing_t place
    uint8_t digits[SOLO_CELLS]
    bint claimed
    claim_t claim

ctypedef struct ranking_t:     # the best turns so far, best first; of equals the first found
    ranked_t* item
    int count
    int room


cdef inline void ranking_add(ranking_t* ranking, const ranked_t* turn) noexcept nogil:
    cdef int i
    if ranking.count == ranking.room:
        if turn.value <= ranking.item[ranking.count - 1].value:
            return
        ranking.count -= 1
    i = ranking.count
    ranking.count += 1
    while i and ranking.item[i - 1].value < turn.value:
        ranking.item[i] = ranking.item[i - 1]
        i -= 1
    ranking.item[i] = turn[0]
