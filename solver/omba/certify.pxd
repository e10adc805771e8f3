# An independent check of finished bounds. It takes positions one by one, as stacks on squares,
# plays every move, and looks up the number of the resulting position from scratch. It shares only
# the rule of a move (reach.pxd) and the numbering (heights.pxd, RANK) with the code that computed
# the bounds.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from omba.heights cimport IMAGE, heights_rank, heights_t
from omba.layer cimport GAP_BITS, GAP_MOST, ONE
from omba.reach cimport DIE, HAND, SOURCES, SQUARES, reach_any, reach_from, reach_t
from omba.words cimport CHOOSE, RANK

ctypedef struct stacks_t:
    uint8_t height[SQUARES]
    uint16_t mine[SQUARES]     # a bit for each cube, set if it is the mover's, the lowest first

ctypedef struct verdict_t:
    uint64_t positions
    uint64_t faults            # positions whose bounds don't follow
    uint64_t first             # the number of the first of these
    uint64_t widest            # the widest gap


cdef inline uint64_t stacks_number(const stacks_t* stacks, const heights_t* heights) noexcept nogil:
    """Return the number of a position among those with the same number of the mover's cubes."""
    cdef uint32_t vector = heights_rank(stacks.height, heights.cubes)
    cdef uint32_t cls = heights.class_of[vector]
    cdef const uint8_t* image = IMAGE[heights.image_of[vector]]
    cdef const uint8_t* first = heights.height + cls * SQUARES
    cdef uint16_t put[SQUARES]
    cdef uint16_t set
    cdef int square, bit = 0, mine = 0
    cdef unsigned word = 0
    for square in range(SQUARES):
        put[image[square]] = stacks.mine[square]
    for square in range(SQUARES):
        word |= put[square] << bit
        bit += first[square]
        set = put[square]
        while set:
            set &= set - 1
            mine += 1
    return cls * <uint64_t>CHOOSE[heights.cubes][mine] + RANK[word]


cdef inline void stacks_turn(stacks_t* stacks) noexcept nogil:
    """Exchange the sides, so that the opponent is to move."""
    cdef int square
    for square in range(SQUARES):
        stacks.mine[square] ^= (1 << stacks.height[square]) - 1


cdef inline void stacks_weigh(const stacks_t* stacks, const reach_t* reaches, const heights_t* here, const heights_t* more,
                              const uint64_t* opposite, const uint64_t* entered, uint64_t* lower,
                              uint64_t* upper) noexcept nogil:
    """Write, by roll, the least lower and the least upper bound that the opponent can be left with;
    ONE if there is no move."""
    cdef stacks_t after
    cdef uint64_t bounds
    cdef int roll, source, end
    cdef unsigned ends
    for roll in range(DIE):
        lower[roll] = ONE
        upper[roll] = ONE
    for source in range(SOURCES):
        if source == HAND:
            if entered == NULL:
                continue
        elif stacks.height[source] == 0 or not stacks.mine[source] >> stacks.height[source] - 1 & 1:
            continue
        ends = reach_any(&reaches[source])
        for end in range(SQUARES):
            if not ends >> end & 1:
                continue
            after = stacks[0]
            if source != HAND:
                after.height[source] -= 1
                after.mine[source] ^= 1 << after.height[source]
            after.mine[end] |= 1 << after.height[end]
            after.height[end] += 1
            stacks_turn(&after)
            if source == HAND:
                bounds = entered[stacks_number(&after, more)]
            else:
                bounds = opposite[stacks_number(&after, here)]
            for roll in range(DIE):
                if reaches[source].ends[roll] >> end & 1:
                    if bounds >> GAP_BITS < lower[roll]:
                        lower[roll] = bounds >> GAP_BITS
                    if (bounds >> GAP_BITS) + (bounds & GAP_MOST) < upper[roll]:
                        upper[roll] = (bounds >> GAP_BITS) + (bounds & GAP_MOST)


cdef inline void bounds_judge(const heights_t* here, const heights_t* more, const uint8_t* ground, int variant, int mine,
                              const uint64_t* own, const uint64_t* opposite, const uint64_t* entered, uint32_t first,
                              uint32_t last, verdict_t* verdict) noexcept nogil:
    """Check the bounds of classes `first` to `last` - 1."""
    cdef uint64_t lower[DIE]
    cdef uint64_t upper[DIE]
    cdef uint64_t number, low, high, floor_, top
    cdef uint8_t level[SQUARES]
    cdef reach_t reaches[SOURCES]
    cdef stacks_t stacks
    cdef uint32_t cls
    cdef int square, source, roll, bit, word, count
    for cls in range(first, last):
        for square in range(SQUARES):
            stacks.height[square] = here.height[cls * SQUARES + square]
            level[square] = ground[square] + stacks.height[square]
        for source in range(SOURCES):
            if source == HAND:
                reach_from(level, source, variant, &reaches[source])
            elif stacks.height[source]:
                level[source] -= 1
                reach_from(level, source, variant, &reaches[source])
                level[source] += 1
        for word in range(1 << here.cubes):
            bit = 0
            count = 0
            for square in range(SQUARES):
                stacks.mine[square] = word >> bit & (1 << stacks.height[square]) - 1
                bit += stacks.height[square]
            for bit in range(here.cubes):
                count += word >> bit & 1
            if count != mine:
                continue
            number = cls * <uint64_t>CHOOSE[here.cubes][mine] + RANK[word]
            low = own[number] >> GAP_BITS
            high = low + (own[number] & GAP_MOST)
            stacks_weigh(&stacks, reaches, here, more, opposite, entered, lower, upper)
            floor_ = 0
            top = 0
            for roll in range(DIE):
                floor_ += ONE - upper[roll]
                top += ONE - lower[roll]
            verdict.positions += 1
            if high - low > verdict.widest:
                verdict.widest = high - low
            if high > ONE or (low and DIE * low >= floor_) or DIE * high < top:
                if verdict.faults == 0:
                    verdict.first = number
                verdict.faults += 1
