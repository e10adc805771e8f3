# Turns with their values, and a list of the best of them.
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from game.board cimport SOLO_CELLS
from game.combo cimport claim_t
from game.drop cimport landing_t
from game.fall cimport fall_t

ctypedef struct ranked_t:      # a turn and its value
    int value                  # hundredths of a point
    fall_t fall
    bint placed
    landing_t place
    uint8_t digits[SOLO_CELLS]
    bint claimed
    claim_t claim

ctypedef struct rank_t:        # the sort key of a turn, so that turns themselves needn't be moved
    int value
    uint32_t found             # the number of turns found before it
    int item

ctypedef struct ranking_t:     # the best turns so far; ties go to the first found
    ranked_t* item             # unordered
    rank_t* rank               # a heap, the worst on top; after ranking_sort(), the best first
    int count
    int room
    uint32_t found


cdef inline void ranking_clear(ranking_t* ranking) noexcept nogil:
    ranking.count = 0
    ranking.found = 0


cdef inline bint ranking_open(ranking_t* ranking, int room) noexcept nogil:
    """Allocate memory for `room` turns. Returns False if memory ran out. Call ranking_close()
    either way."""
    ranking.item = <ranked_t*>malloc(room * sizeof(ranked_t))
    ranking.rank = <rank_t*>malloc(room * sizeof(rank_t))
    ranking.room = room
    ranking_clear(ranking)
    return ranking.item != NULL and ranking.rank != NULL


cdef inline void ranking_close(ranking_t* ranking) noexcept nogil:
    free(ranking.item)
    free(ranking.rank)


cdef inline bint rank_behind(const rank_t* a, const rank_t* b) noexcept nogil:
    return a.value < b.value or (a.value == b.value and a.found > b.found)


cdef inline void rank_sink(rank_t* rank, int count, rank_t new) noexcept nogil:
    """Replace the heap's top with `new`."""
    cdef int i = 0, child = 1
    while child < count:
        if child + 1 < count and rank_behind(&rank[child + 1], &rank[child]):
            child += 1
        if not rank_behind(&rank[child], &new):
            break
        rank[i] = rank[child]
        i = child
        child = 2 * i + 1
    rank[i] = new


cdef inline bint ranking_takes(const ranking_t* ranking, int value) noexcept nogil:
    """Return True if a turn of this value, found now, is one of the best so far."""
    return ranking.count < ranking.room or value > ranking.rank[0].value


cdef inline void ranking_add(ranking_t* ranking, const ranked_t* turn) noexcept nogil:
    cdef rank_t new
    cdef int i
    new.value = turn.value
    new.found = ranking.found
    ranking.found += 1
    if not ranking_takes(ranking, turn.value):
        return
    if ranking.count == ranking.room:
        new.item = ranking.rank[0].item
        rank_sink(ranking.rank, ranking.count, new)
    else:
        new.item = i = ranking.count
        ranking.count += 1
        while i and rank_behind(&new, &ranking.rank[(i - 1) // 2]):
            ranking.rank[i] = ranking.rank[(i - 1) // 2]
            i = (i - 1) // 2
        ranking.rank[i] = new
    ranking.item[new.item] = turn[0]


cdef inline void ranking_sort(ranking_t* ranking) noexcept nogil:
    """Sort the ranks, best first. Nothing can be added afterwards."""
    cdef rank_t last
    cdef int left
    for left in range(ranking.count - 1, 0, -1):
        last = ranking.rank[left]
        ranking.rank[left] = ranking.rank[0]
        rank_sink(ranking.rank, left, last)


cdef inline const ranked_t* ranking_turn(const ranking_t* ranking, int n) noexcept nogil:
    """Return turn number `n`, from 0, of a sorted ranking."""
    return &ranking.item[ranking.rank[n].item]
