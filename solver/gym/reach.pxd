# A test of the stages: every turn that actions reach, for comparison with every turn that the rules
# allow.
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcpy, memset
from game.board cimport sheet_t
from game.combo cimport claim_t
from game.fall cimport sheet_hash
from gym.actions cimport poses_t
from gym.episode cimport OVER, action_take, episode_pass, episode_t

ctypedef struct ends_t:        # hashes of the sheets after turns
    uint64_t* item
    int count
    int room
    bint failed


cdef inline void ends_push(ends_t* ends, const sheet_t* sheet) noexcept nogil:
    cdef uint64_t* grown
    if ends.count == ends.room:
        ends.room = 2 * ends.room + 1024
        grown = <uint64_t*>realloc(ends.item, ends.room * sizeof(uint64_t))
        if grown == NULL:
            ends.failed = True
            ends.room = ends.count
            return
        ends.item = grown
    ends.item[ends.count] = sheet_hash(sheet)
    ends.count += 1


cdef inline bint ends_visit(const sheet_t* sheet, void* context) noexcept nogil:
    ends_push(<ends_t*>context, sheet)
    return (<ends_t*>context).failed


cdef inline int numbers_compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<const uint64_t*>a)[0], y = (<const uint64_t*>b)[0]
    return (x > y) - (x < y)


cdef inline void ends_sort(ends_t* ends) noexcept nogil:
    """Sort the hashes, and remove duplicates."""
    cdef int i, kept = 0
    qsort(ends.item, ends.count, sizeof(uint64_t), &numbers_compare)
    for i in range(ends.count):
        if i == 0 or ends.item[i] != ends.item[kept - 1]:
            ends.item[kept] = ends.item[i]
            kept += 1
    ends.count = kept


cdef inline void episode_reach(const episode_t* e, const poses_t* poses, ends_t* ends) noexcept nogil:
    """Follow every sequence of actions to the end of the turn, which must be the last of its deal."""
    cdef episode_t* next
    cdef int i
    if e.stage == OVER:
        ends_push(ends, &e.sheet)
        return
    next = <episode_t*>malloc(sizeof(episode_t))
    if next == NULL:
        ends.failed = True
        return
    for i in range(e.count):
        next[0] = e[0]
        next.claims.room = next.claims.count
        next.claims.item = NULL
        if next.claims.count:
            next.claims.item = <claim_t*>malloc(next.claims.count * sizeof(claim_t))
            if next.claims.item == NULL:
                ends.failed = True
                break
            memcpy(next.claims.item, e.claims.item, next.claims.count * sizeof(claim_t))
        action_take(next, poses, e.legal[i])
        episode_pass(next, poses)
        episode_reach(next, poses, ends)
        free(next.claims.item)
        if ends.failed:
            break
    free(next)
