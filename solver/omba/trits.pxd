# Words of three players: the owners of the cubes, square by square and from bottom to top, as digits
# to base 3: 0 the mover, 1 the player after it, 2 the third.
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from omba.words cimport CHOOSE

cdef extern from *:
    """
    enum { TRIO = 3, TRIO_CUBES = 9, TRITS = 19683, TRITS_MOST = 1680, LOW_CUBES = 5, LOW_TRITS = 243 };

    static unsigned short TRIT_RANK[TRITS];     /* among the words with the same number of each digit */
    static unsigned short POWER[TRIO_CUBES + 1];
    """
    enum:
        TRIO                   # the players
        TRIO_CUBES             # the most cubes of all three
        TRITS
        TRITS_MOST             # the most words with the same number of each digit
        LOW_CUBES              # the digits in the first table of a shuffle
        LOW_TRITS
    uint16_t TRIT_RANK[TRITS]
    uint16_t POWER[TRIO_CUBES + 1]

ctypedef struct trits_shuffle_t:    # where the digits of a word go, as lookup tables for its two parts
    uint16_t low[LOW_TRITS]
    uint16_t high[LOW_TRITS]


cdef inline void trits_count(unsigned word, int cubes, uint8_t* count) noexcept nogil:
    """Count each digit of a word of `cubes` cubes."""
    cdef int i
    count[0] = count[1] = count[2] = 0
    for i in range(cubes):
        count[word % TRIO] += 1
        word //= TRIO


cdef inline uint32_t trits_words(const uint8_t* count) noexcept nogil:
    """Return the number of words with `count` of each digit."""
    return CHOOSE[count[0] + count[1] + count[2]][count[0]] * <uint32_t>CHOOSE[count[1] + count[2]][count[1]]


cdef inline void trits_init() noexcept nogil:
    """Fill the tables. Called once, when the module is imported, after words_init()."""
    cdef uint16_t seen[TRIO_CUBES + 1][TRIO_CUBES + 1]
    cdef uint8_t count[TRIO]
    cdef int i, k, word
    POWER[0] = 1
    for i in range(TRIO_CUBES):
        POWER[i + 1] = POWER[i] * TRIO
    for i in range(TRIO_CUBES + 1):
        for k in range(TRIO_CUBES + 1):
            seen[i][k] = 0
    for word in range(TRITS):
        trits_count(word, TRIO_CUBES, count)
        TRIT_RANK[word] = seen[count[1]][count[2]]
        seen[count[1]][count[2]] += 1


cdef inline int trit_turned(int owner) noexcept nogil:
    """Return the digit of an owner once the next player is to move."""
    return (owner + TRIO - 1) % TRIO


cdef inline void trits_shuffle_part(const uint8_t* to, int cubes, uint16_t* part) noexcept nogil:
    cdef int i, k, digit
    part[0] = 0
    for i in range(cubes):
        part[0] += trit_turned(0) * POWER[to[i]]
    for i in range(cubes):
        for k in range(POWER[i]):
            for digit in range(1, TRIO):
                part[digit * POWER[i] + k] = part[k] + (trit_turned(digit) - trit_turned(0)) * POWER[to[i]]


cdef inline void trits_shuffle_make(trits_shuffle_t* shuffle, const uint8_t* to, int cubes, int entered) noexcept nogil:
    """Make the shuffle that sends digit i to digit to[i], seen by the next player. `entered` is the
    digit of a cube that the mover enters, -1 if there is none."""
    cdef int k
    trits_shuffle_part(to, cubes if cubes < LOW_CUBES else LOW_CUBES, shuffle.low)
    trits_shuffle_part(to + LOW_CUBES, cubes - LOW_CUBES if cubes > LOW_CUBES else 0, shuffle.high)
    if entered >= 0:
        for k in range(POWER[cubes - LOW_CUBES] if cubes > LOW_CUBES else 1):
            shuffle.high[k] += trit_turned(0) * POWER[entered]


cdef inline unsigned trits_shuffled(const trits_shuffle_t* shuffle, unsigned word) noexcept nogil:
    return shuffle.low[word % LOW_TRITS] + shuffle.high[word // LOW_TRITS]
