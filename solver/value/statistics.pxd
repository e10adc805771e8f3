# Means and standard deviations of playouts.
#
# Sums are pairwise (Higham 1993): in blocks of up to BLOCK values, of which eight sums run side by
# side, then of two halves each. That is how NumPy adds up a row of floats, which earlier versions
# left it to: the results are the same to the last bit, so answers haven't changed. A test compares
# them.
from libc.math cimport sqrtf
from libc.string cimport memset

cdef enum:
    BLOCK = 128
    LANES = 8
    BUFFER = 8192              # a sum in double precision starts afresh after as many values

ctypedef fused real_t:
    float
    double


cdef inline real_t block_sum(const real_t* value, Py_ssize_t count) noexcept nogil:
    """Return the sum of at most BLOCK values."""
    cdef real_t[LANES] lane
    cdef real_t sum = 0
    cdef Py_ssize_t i, k, whole = count - count % LANES
    if whole:
        for k in range(LANES):
            lane[k] = value[k]
        for i in range(1, count // LANES):
            for k in range(LANES):
                lane[k] += value[LANES * i + k]
        sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))
    for i in range(whole, count):
        sum += value[i]
    return sum


cdef inline Py_ssize_t first_half(Py_ssize_t count) noexcept nogil:
    return count // 2 - count // 2 % LANES


cdef inline const float* row_from(const float* row, Py_ssize_t first) noexcept nogil:
    """Return the values from `first` on, or NULL if there is no row."""
    if row == NULL:
        return NULL
    return row + first


cdef inline double wide_sum(const float* value, Py_ssize_t count) noexcept nogil:
    """Return the sum of at most BUFFER values in double precision."""
    cdef double[BLOCK] block
    cdef Py_ssize_t i, half
    if count > BLOCK:
        half = first_half(count)
        return wide_sum(value, half) + wide_sum(value + half, count - half)
    memset(block, 0, sizeof(block))  # gcc doesn't see which of them are read
    for i in range(count):
        block[i] = value[i]
    return block_sum[double](block, count)


cdef inline double values_total(const float* value, Py_ssize_t count) noexcept nogil:
    """Return the sum of any number of values in double precision."""
    cdef double total = 0
    cdef Py_ssize_t first = 0
    while first < count:
        total += wide_sum(value + first, min(BUFFER, count - first))
        first += BUFFER
    return total


cdef inline float ahead_sum(const float* value, const float* other, Py_ssize_t count) noexcept nogil:
    """Return the sum of the differences between two rows of values, or of one row if `other` is NULL."""
    cdef float[BLOCK] block
    cdef Py_ssize_t i, half
    if count > BLOCK:
        half = first_half(count)
        return ahead_sum(value, other, half) + ahead_sum(value + half, row_from(other, half), count - half)
    memset(block, 0, sizeof(block))
    for i in range(count):
        block[i] = value[i] if other == NULL else value[i] - other[i]
    return block_sum[float](block, count)


cdef inline float squares_sum(const float* value, const float* other, float mean, Py_ssize_t count) noexcept nogil:
    """Return the sum of the squared distances of these differences from `mean`."""
    cdef float[BLOCK] block
    cdef float off
    cdef Py_ssize_t i, half
    if count > BLOCK:
        half = first_half(count)
        return squares_sum(value, other, mean, half) + squares_sum(value + half, row_from(other, half), mean, count - half)
    memset(block, 0, sizeof(block))
    for i in range(count):
        off = (value[i] if other == NULL else value[i] - other[i]) - mean
        block[i] = off * off
    return block_sum[float](block, count)


cdef inline float ahead_mean(const float* value, const float* other, Py_ssize_t count) noexcept nogil:
    """Return the mean of the differences between two rows of values, or of one row if `other` is NULL."""
    return ahead_sum(value, other, count) / <float>count


cdef inline float ahead_deviation(const float* value, const float* other, Py_ssize_t count) noexcept nogil:
    """Return the standard deviation of the same, estimated from a sample of at least two."""
    cdef float mean = ahead_mean(value, other, count)
    return sqrtf(squares_sum(value, other, mean, count) / <float>(count - 1))
