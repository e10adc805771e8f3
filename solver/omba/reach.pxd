# The one rule of Omba: where a cube can move with a roll.
from libc.stdint cimport uint8_t, uint16_t

cdef extern from *:
    """
    enum { SQUARES = 9, DIE = 6, SOURCES = 10 };

    /* Squares a1 b1 c1 a2 b2 c2 a3 b3 c3: the neighbours of each, -1 after the last of them. */
    static const signed char NEAR[SQUARES][5] = {
        {1, 3, -1}, {0, 2, 4, -1}, {1, 5, -1}, {0, 4, 6, -1}, {1, 3, 5, 7, -1},
        {2, 4, 8, -1}, {3, 7, -1}, {4, 6, 8, -1}, {5, 7, -1}};
    static const signed char ENTRIES[5] = {1, 3, 5, 7, -1};
    """
    enum:
        SQUARES
        DIE
        SOURCES                # the squares, then the hand
    const signed char NEAR[SQUARES][5]
    const signed char ENTRIES[5]

cdef enum:
    HAND = 9                   # the source of a cube that enters
    NOWHERE = -1

cdef enum:                     # the variants
    STANDARD = 0
    STEP_BACK = 1              # R: only the step straight back is forbidden
    EMPTY_ENTRY = 2            # E: a cube enters only onto an empty square
    CHEAP_ENTRY = 3            # F: entering costs 1, at any level

ctypedef struct reach_t:
    uint16_t ends[DIE]         # by roll 1..6: a bit for each square where the move can end


cdef inline void reach_walk(const uint8_t* level, int at, int spent, unsigned barred, bint loops, reach_t* out) noexcept nogil:
    """Take every step from `at` onto a square that isn't `barred`, and on from there, while a roll
    pays for it."""
    cdef const signed char* near = NEAR[at]
    cdef int other, total
    while near[0] != NOWHERE:
        other = near[0]
        near += 1
        if barred >> other & 1:
            continue
        total = spent + 1
        total += level[other] - level[at] if level[other] > level[at] else level[at] - level[other]
        if total <= DIE:
            out.ends[total - 1] |= 1 << other
            reach_walk(level, other, total, 1 << at if loops else barred | 1 << other, loops, out)


cdef inline void reach_from(const uint8_t* level, int source, int variant, reach_t* out) noexcept nogil:
    """Find where a cube from `source`, a square or HAND, can move. `level` doesn't count the moving
    cube."""
    cdef const signed char* entry = ENTRIES
    cdef bint loops = variant == STEP_BACK
    cdef int cost, roll
    for roll in range(DIE):
        out.ends[roll] = 0
    if source != HAND:
        reach_walk(level, source, 0, 0 if loops else 1 << source, loops, out)
        return
    while entry[0] != NOWHERE:
        if variant != EMPTY_ENTRY or level[entry[0]] == 0:
            cost = 1 if variant == CHEAP_ENTRY else level[entry[0]] + 1
            if cost <= DIE:
                out.ends[cost - 1] |= 1 << entry[0]
                reach_walk(level, entry[0], cost, 0 if loops else 1 << entry[0], loops, out)
        entry += 1


cdef inline unsigned reach_any(const reach_t* reach) noexcept nogil:
    """Return the squares where a move can end with some roll."""
    cdef unsigned ends = 0
    cdef int roll
    for roll in range(DIE):
        ends |= reach.ends[roll]
    return ends
