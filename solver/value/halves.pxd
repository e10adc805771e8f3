# Weights in a file: float16, little-endian, row by row. The core computes in float32, which
# represents every float16 exactly.
from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef extern from *:
    """
    static inline float half_widen(uint16_t half) {
        union { uint32_t bits; float value; } to;
        to.bits = (uint32_t)(half & 0x7fff) << 13;
        if (to.bits >= 0x0f800000u) to.bits += 224u << 23;             /* infinite, or not a number */
        else if (to.bits >= 0x00800000u) to.bits += 112u << 23;        /* the exponents differ by 112 */
        else { to.bits += 113u << 23; to.value -= 0x1p-14f; }          /* subnormal */
        to.bits |= (uint32_t)(half & 0x8000) << 16;
        return to.value;
    }
    static inline uint16_t half_narrow(float value) {                  /* exact for what half_widen() returns */
        union { float value; uint32_t bits; } from = {value};
        uint32_t size = from.bits & 0x7fffffff, half;
        if (size >= 0x7f800000u) half = (size - (224u << 23)) >> 13;
        else if (size >= 113u << 23) half = (size - (112u << 23)) >> 13;
        else if (size == 0) half = 0;
        else half = ((size & 0x7fffffu) | 0x800000u) >> (126 - (size >> 23));
        return (uint16_t)(half | (from.bits >> 16 & 0x8000));
    }
    """
    float half_widen(uint16_t half) noexcept nogil
    uint16_t half_narrow(float value) noexcept nogil


cdef inline uint16_t half_read(const uint8_t* byte) noexcept nogil:
    return <uint16_t>(byte[0] | byte[1] << 8)


cdef inline bint halves_widen(const uint8_t* halves, Py_ssize_t rows, Py_ssize_t columns, float* out,
                              Py_ssize_t width) noexcept nogil:
    """Widen a table of `columns` columns into one of `width` columns, whose others stay as they are.

    Returns True if all numbers are finite.
    """
    cdef Py_ssize_t row, column
    cdef uint16_t half
    cdef bint finite = True
    for row in range(rows):
        for column in range(columns):
            half = half_read(halves + 2 * (row * columns + column))
            finite &= half & 0x7c00 != 0x7c00
            out[row * width + column] = half_widen(half)
    return finite


cdef inline void halves_narrow(const float* table, Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t width,
                               uint8_t* out) noexcept nogil:
    """Narrow the first `columns` of the `width` columns of a widened table."""
    cdef Py_ssize_t row, column, place
    cdef uint16_t half
    for row in range(rows):
        for column in range(columns):
            half = half_narrow(table[row * width + column])
            place = 2 * (row * columns + column)
            out[place] = <uint8_t>half
            out[place + 1] = <uint8_t>(half >> 8)


cdef inline Py_ssize_t columns_used(const float* table, Py_ssize_t rows, Py_ssize_t width) noexcept nogil:
    """Return the number of columns up to the last one that isn't 0."""
    cdef Py_ssize_t row, column
    for column in range(width - 1, -1, -1):
        for row in range(rows):
            if table[row * width + column] != 0:
                return column + 1
    return 0
