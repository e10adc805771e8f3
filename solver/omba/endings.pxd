# Endings: boards of three players of whom two are left. The cubes of the third, and those beneath
# them, never move: they are a ground, on which the game of two has been solved. Its bounds are copied
# to every board with that ground, whatever the owners of the cubes in it.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from omba.certify cimport stacks_number, stacks_t
from omba.heights cimport IMAGE, SYMMETRIES, heights_rank, heights_t
from omba.reach cimport SQUARES
from omba.trits cimport TRIO, TRIO_CUBES, TRIT_RANK, POWER, trits_count, trits_words

cdef enum:
    OWN_MOST = 3               # the most cubes of each player
    TOTALS = OWN_MOST + 1
    LAYERS = TOTALS * TOTALS * TOTALS * TOTALS
    LIVE_MOST = 2 * OWN_MOST
    GROUPS = 1 << SYMMETRIES

ctypedef struct grounds_t:
    int own                    # the cubes of each player in all
    const heights_t* ground[TRIO_CUBES + 1]    # by number of cubes: the grounds
    uint32_t first[TRIO_CUBES + 1]             # the number of the first of these
    uint8_t* group             # by ground: its symmetries
    const heights_t* above[GROUPS][LIVE_MOST + 1]  # by symmetries and cubes: the heights above a ground
    const uint64_t** bounds    # by ground and layer_place()


cdef inline uint32_t layer_place(int total_mine, int total_theirs, int mine, int theirs) noexcept nogil:
    """Return the number of a layer: the cubes of the mover and of the other, in all and on the board,
    without those in the ground."""
    return ((total_mine * TOTALS + total_theirs) * TOTALS + mine) * TOTALS + theirs


cdef inline uint64_t ending_bounds(const grounds_t* grounds, const uint8_t* height, unsigned word) noexcept nogil:
    """Return the finished bounds of a board. The digits of `word` are 0 for the mover, 1 for the
    other and 2 for the player who is out."""
    cdef uint8_t level[SQUARES]
    cdef uint8_t owner[TRIO_CUBES]
    cdef int locked[TRIO]
    cdef int live[TRIO]
    cdef stacks_t stacks
    cdef const heights_t* known
    cdef const uint8_t* image
    cdef const uint64_t* layer
    cdef int square, i, cubes, deep = 0
    cdef unsigned left = word
    cdef uint32_t vector, number
    for i in range(TRIO):
        locked[i] = live[i] = 0
    for square in range(SQUARES):
        level[square] = 0
        for i in range(height[square]):
            owner[i] = left % TRIO
            left //= TRIO
            if owner[i] == 2:
                level[square] = i + 1
        deep += level[square]
        for i in range(height[square]):
            if i < level[square]:
                locked[owner[i]] += 1
            else:
                live[owner[i]] += 1
    known = grounds.ground[deep]
    vector = heights_rank(level, deep)
    number = grounds.first[deep] + known.class_of[vector]
    image = IMAGE[known.image_of[vector]]
    left = word
    for square in range(SQUARES):
        stacks.height[image[square]] = height[square] - level[square]
        stacks.mine[image[square]] = 0
        for i in range(height[square]):
            if i >= level[square] and left % TRIO == 0:
                stacks.mine[image[square]] |= 1 << i - level[square]
            left //= TRIO
    cubes = live[0] + live[1]
    layer = grounds.bounds[number * <uint64_t>LAYERS + layer_place(
        grounds.own - locked[0], grounds.own - locked[1], live[0], live[1])]
    return layer[stacks_number(&stacks, grounds.above[grounds.group[number]][cubes])]


cdef inline void endings_fill(const grounds_t* grounds, const heights_t* heights, const uint8_t* count, uint32_t first,
                              uint32_t last, uint64_t* out) noexcept nogil:
    """Write the finished bounds of the boards of classes `first` to `last` - 1, with `count` cubes
    of the mover, of the other, and of the player who is out."""
    cdef uint8_t found[TRIO]
    cdef uint32_t words = trits_words(count), cls
    cdef int word
    for word in range(POWER[heights.cubes]):
        trits_count(word, heights.cubes, found)
        if found[0] == count[0] and found[1] == count[1]:
            for cls in range(first, last):
                out[cls * <uint64_t>words + TRIT_RANK[word]] = ending_bounds(grounds, heights.height + cls * SQUARES, word)
