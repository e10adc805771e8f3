# Words: the owners of the cubes, square by square and from bottom to top; a set bit is a cube of
# the mover.
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from omba.heights cimport CUBES, IMAGE, SYMMETRIES
from omba.reach cimport SQUARES

cdef extern from *:
    """
    enum { WORDS = 1 << CUBES, HALVES = 1 << CUBES / 2 };

    static unsigned short RANK[WORDS];          /* among the words with the same number of bits set */
    static unsigned short CHOOSE[CUBES + 1][CUBES + 1];
    """
    enum:
        WORDS
        HALVES
    uint16_t RANK[WORDS]
    uint16_t CHOOSE[CUBES + 1][CUBES + 1]

ctypedef struct shuffle_t:     # a permutation of a word's bits, as lookup tables for its two halves
    int half
    uint16_t low[HALVES]
    uint16_t high[HALVES]


cdef inline int word_bits(unsigned word) noexcept nogil:
    cdef int bits = 0
    while word:
        word &= word - 1
        bits += 1
    return bits


cdef inline void words_init() noexcept nogil:
    """Fill the tables. Called once, when the module is imported."""
    cdef uint16_t seen[CUBES + 1]
    cdef int n, k, word
    for n in range(CUBES + 1):
        seen[n] = 0
        CHOOSE[n][0] = 1
        for k in range(1, CUBES + 1):
            CHOOSE[n][k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k] if n else 0
    for word in range(WORDS):
        n = word_bits(word)
        RANK[word] = seen[n]
        seen[n] += 1


cdef inline void shuffle_make(shuffle_t* shuffle, const uint8_t* to, int cubes, unsigned turned) noexcept nogil:
    """Make the shuffle that sends bit i to bit to[i], then inverts the bits in `turned`."""
    cdef int i, k
    shuffle.half = (cubes + 1) // 2
    shuffle.low[0] = turned
    shuffle.high[0] = 0
    for i in range(shuffle.half):
        for k in range(1 << i):
            shuffle.low[1 << i | k] = shuffle.low[k] ^ 1 << to[i]
    for i in range(cubes - shuffle.half):
        for k in range(1 << i):
            shuffle.high[1 << i | k] = shuffle.high[k] ^ 1 << to[shuffle.half + i]


cdef inline unsigned word_shuffled(const shuffle_t* shuffle, unsigned word) noexcept nogil:
    return shuffle.low[word & (1 << shuffle.half) - 1] ^ shuffle.high[word >> shuffle.half]


cdef inline void offsets_of(const uint8_t* height, uint8_t* offset) noexcept nogil:
    """Write the bit of each square's lowest cube."""
    cdef int square, bit = 0
    for square in range(SQUARES):
        offset[square] = bit
        bit += height[square]


cdef inline void bits_moved(const uint8_t* height, const uint8_t* onto, const uint8_t* image, uint8_t* to) noexcept nogil:
    """Write where the bits of a word go if each square goes to its image, and the heights become
    `onto`."""
    cdef uint8_t offset[SQUARES]
    cdef int square, level, bit = 0
    offsets_of(onto, offset)
    for square in range(SQUARES):
        for level in range(height[square]):
            to[bit] = offset[image[square]] + level
            bit += 1


cdef inline uint32_t words_apart(const uint8_t* height, int mine, int cubes, int group) noexcept nogil:
    """Return the number of words with `mine` bits set, distinct up to the symmetries in `group`
    (Burnside's lemma)."""
    cdef uint8_t to[CUBES]
    cdef uint32_t ways[CUBES + 1]
    cdef uint32_t fixed = 0
    cdef int g, square, bit, at, size, k, order = 0
    cdef unsigned seen
    for g in range(SYMMETRIES):
        if not group >> g & 1:
            continue
        for square in range(SQUARES):
            if height[IMAGE[g][square]] != height[square]:
                break
        else:
            order += 1
            bits_moved(height, height, IMAGE[g], to)
            for k in range(CUBES + 1):
                ways[k] = k == 0
            seen = 0
            for bit in range(cubes):
                size, at = 0, bit
                while not seen >> at & 1:
                    seen |= 1 << at
                    at = to[at]
                    size += 1
                if size:       # the bits of a cycle are either all set or all clear
                    for k in range(CUBES, size - 1, -1):
                        ways[k] += ways[k - size]
            fixed += ways[mine]
    return fixed // order
