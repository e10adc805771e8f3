# Heights: how many cubes are on each square, numbered up to the symmetries of the ground.
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from omba.reach cimport SQUARES

cdef extern from *:
    """
    enum { CUBES = 12, SYMMETRIES = 8, NONE = 0xFFFFFFFF };

    /* The image of each square; bits 0 and 1 of a symmetry's number mirror, bit 2 swaps the axes. */
    static unsigned char IMAGE[SYMMETRIES][SQUARES];
    static unsigned char BACK[SYMMETRIES];

    /* BELOW[k][n][h]: vectors of k + 1 squares with n cubes whose first square has fewer than h. */
    static unsigned BELOW[SQUARES][CUBES + 1][CUBES + 2];
    """
    enum:
        CUBES                  # the most cubes above the ground
        SYMMETRIES
        NONE
    uint8_t IMAGE[SYMMETRIES][SQUARES]
    uint8_t BACK[SYMMETRIES]
    uint32_t BELOW[SQUARES][CUBES + 1][CUBES + 2]

ctypedef struct heights_t:
    int cubes
    uint32_t vectors           # the number of height vectors, ordered by square
    uint32_t classes           # the number of classes under the symmetries of the ground
    uint8_t* height            # classes x SQUARES: the first vector of each class
    uint32_t* class_of         # by vector
    uint8_t* image_of          # by vector: the symmetry that makes it the first of its class


cdef inline void heights_init() noexcept nogil:
    """Fill the tables. Called once, when the module is imported."""
    cdef int g, other, square, x, y, k, n, h
    for g in range(SYMMETRIES):
        for square in range(SQUARES):
            x = 2 - square % 3 if g & 1 else square % 3
            y = 2 - square // 3 if g & 2 else square // 3
            IMAGE[g][square] = 3 * x + y if g & 4 else 3 * y + x
    for g in range(SYMMETRIES):
        for other in range(SYMMETRIES):
            for square in range(SQUARES):
                if IMAGE[other][IMAGE[g][square]] != square:
                    break
            else:
                BACK[g] = other
    for k in range(SQUARES):
        for n in range(CUBES + 1):
            BELOW[k][n][0] = 0
            for h in range(n + 1):
                if k == 0:     # the last square takes all that are left
                    BELOW[k][n][h + 1] = h == n
                else:
                    BELOW[k][n][h + 1] = BELOW[k][n][h] + BELOW[k - 1][n - h][n - h + 1]


cdef inline uint32_t heights_rank(const uint8_t* height, int cubes) noexcept nogil:
    """Return the number of a vector among those with the same number of cubes."""
    cdef int square
    cdef uint32_t rank = 0
    for square in range(SQUARES - 1):
        rank += BELOW[SQUARES - 1 - square][cubes][height[square]]
        cubes -= height[square]
    return rank


cdef inline void heights_unrank(uint32_t rank, int cubes, uint8_t* height) noexcept nogil:
    cdef int square, k
    for square in range(SQUARES - 1):
        k = SQUARES - 1 - square
        height[square] = 0
        while BELOW[k][cubes][height[square] + 1] <= rank:
            height[square] += 1
        rank -= BELOW[k][cubes][height[square]]
        cubes -= height[square]
    height[SQUARES - 1] = cubes


cdef inline void heights_free(heights_t* heights) noexcept nogil:
    free(heights.height)
    free(heights.class_of)
    free(heights.image_of)


cdef inline bint heights_make(heights_t* heights, int cubes, int group) noexcept nogil:
    """List all vectors, in classes by the symmetries in `group`, a bit each. Returns False if
    memory ran out."""
    cdef uint32_t rank, other
    cdef int g, square
    cdef uint8_t height[SQUARES]
    cdef uint8_t image[SQUARES]
    heights.cubes = cubes
    heights.classes = 0
    heights.vectors = BELOW[SQUARES - 1][cubes][cubes + 1]
    heights.height = <uint8_t*>malloc(heights.vectors * SQUARES)
    heights.class_of = <uint32_t*>malloc(heights.vectors * sizeof(uint32_t))
    heights.image_of = <uint8_t*>malloc(heights.vectors)
    if heights.height == NULL or heights.class_of == NULL or heights.image_of == NULL:
        return False
    for rank in range(heights.vectors):
        heights.class_of[rank] = NONE
    for rank in range(heights.vectors):
        if heights.class_of[rank] != NONE:
            continue
        heights_unrank(rank, cubes, height)
        for square in range(SQUARES):
            heights.height[heights.classes * SQUARES + square] = height[square]
        for g in range(SYMMETRIES):
            if not group >> g & 1:
                continue
            for square in range(SQUARES):
                image[IMAGE[g][square]] = height[square]
            other = heights_rank(image, cubes)
            if heights.class_of[other] == NONE:
                heights.class_of[other] = heights.classes
                heights.image_of[other] = BACK[g]
        heights.classes += 1
    return True


cdef inline int heights_group(const uint8_t* level) noexcept nogil:
    """Return the symmetries that leave these levels unchanged, a bit each."""
    cdef int g, square, group = 0
    for g in range(SYMMETRIES):
        for square in range(SQUARES):
            if level[IMAGE[g][square]] != level[square]:
                break
        else:
            group |= 1 << g
    return group
