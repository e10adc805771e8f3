# Random numbers inside the core: SplitMix64, documented in numberdrop.dice. Bounded numbers use D.
# Lemire's multiplication, which needs no division. The frozen dice don't use it.
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef inline uint64_t rng_next(uint64_t* state) noexcept nogil:
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ z >> 30) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ z >> 27) * <uint64_t>0x94D049BB133111EB
    return z ^ z >> 31


cdef inline int rng_below(uint64_t* state, uint32_t n) noexcept nogil:
    """Return a number 0..n-1, each equally likely."""
    cdef uint64_t product = (rng_next(state) >> 32) * n
    while <uint32_t>product < n and <uint32_t>product < (<uint32_t>0 - n) % n:
        product = (rng_next(state) >> 32) * n
    return <int>(product >> 32)


cdef inline void rng_order(uint64_t* state, uint8_t* out, int count) noexcept nogil:
    """Write a random permutation of 0 .. count - 1, each equally likely."""
    cdef int i, j
    for i in range(count):
        out[i] = <uint8_t>i
    for i in range(count - 1, 0, -1):
        j = rng_below(state, i + 1)
        out[i], out[j] = out[j], out[i]
