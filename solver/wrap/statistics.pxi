# Wrappers of the statistics of playouts. Included by _core.pyx.
from libc.math cimport sqrt
from value cimport statistics


cdef Py_ssize_t count_at_least(int least, Py_ssize_t count) except -1:
    if count < least:
        raise ValueError(f"expected at least {least} values, got {count}")
    return count


def total(const float[::1] values not None):
    """Return the sum of float32 values, in double precision."""
    return statistics.values_total(&values[0], values.shape[0]) if values.shape[0] else 0.0


def mean(const float[::1] values not None):
    """Return the mean of at least one float32 value, in single precision."""
    return statistics.ahead_mean(&values[0], NULL, count_at_least(1, values.shape[0]))


def standard_error(const float[::1] values not None):
    """Return the standard error of the mean of at least two float32 values."""
    cdef Py_ssize_t count = count_at_least(2, values.shape[0])
    return <double>statistics.ahead_deviation(&values[0], NULL, count) / sqrt(<double>count)


def lead(const float[::1] values not None, const float[::1] others not None):
    """Return the mean of `values` - `others`, pair by pair, and its standard error.

    The longer row is cut to the length of the shorter one, at least two.
    """
    cdef Py_ssize_t count = count_at_least(2, min(values.shape[0], others.shape[0]))
    cdef double deviation = statistics.ahead_deviation(&values[0], &others[0], count)
    return statistics.ahead_mean(&values[0], &others[0], count), deviation / sqrt(<double>count)
