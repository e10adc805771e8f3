# Groups or runs counted by size, and codes of such counts for the index of a trait.
from libc.stdint cimport uint64_t
from game.board cimport SIZE_BONUS, SIZE_MAX, SIZE_MIN, bit_first

ctypedef uint64_t sizes_t      # counts of each size 1..8: a byte each, that of the largest size lowest

ctypedef struct tally_t:       # groups or runs: those that can grow, and the others
    sizes_t growing
    sizes_t closed


cdef inline sizes_t sizes_one(int size) noexcept nogil:
    """Return the counts of one item of this size."""
    return <sizes_t>1 << 8 * (SIZE_BONUS - size)


cdef inline int sizes_count(sizes_t sizes, int size) noexcept nogil:
    return <int>(sizes >> 8 * (SIZE_BONUS - size) & 255)


cdef inline int sizes_largest(sizes_t sizes) noexcept nogil:
    """Return the largest size that is counted, or 0."""
    return SIZE_BONUS - (bit_first(sizes) >> 3) if sizes else 0


cdef inline int sizes_take(sizes_t* sizes) noexcept nogil:
    """Remove one item of the largest size. Returns its size, or 0."""
    cdef int size = sizes_largest(sizes[0])
    if size:
        sizes[0] -= sizes_one(size)
    return size


cdef inline void tally_add(tally_t* tally, int size, bint grows) noexcept nogil:
    cdef sizes_t one = sizes_one(size)
    tally.growing += one if grows else 0
    tally.closed += 0 if grows else one


cdef inline int tally_take(tally_t* tally, int size) noexcept nogil:
    """Remove the largest group or run that can grow, or a larger one that fills a box of this size.
    Returns its size, or 0."""
    cdef sizes_t fitting = tally.closed & ((sizes_one(size) << 8) - 1)
    cdef int have = sizes_largest(tally.growing | fitting)
    if have == 0:
        return 0
    if sizes_count(tally.growing, have):
        tally.growing -= sizes_one(have)
    else:
        tally.closed -= sizes_one(have)
    return have


cdef inline int needs_code(int filled, tally_t* tally, int* sum) noexcept nogil:
    """Return a code of what each open box of one kind lacks, 0..3, or 4 for a filled box.

    The largest group is assigned to the largest box, and so on down. Adds what the boxes lack to
    `sum`.
    """
    cdef int size, lacks, code = 0
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        if filled >> (size - SIZE_MIN) & 1:
            code = code * 5 + 4
            continue
        lacks = max(0, size - tally_take(tally, size))
        sum[0] += lacks
        code = code * 5 + min(lacks, 3)
    return code


cdef inline int ready_code(int filled, sizes_t joins) noexcept nogil:
    """Return a code of the number of empty cells, 0..3, in which one digit would complete each open
    box of one kind, or 4 for a filled box. `joins` counts those cells by the largest size that a
    digit makes."""
    cdef int size, code = 0, cells = sizes_count(joins, SIZE_BONUS)
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        cells += sizes_count(joins, size)
        code = code * 5 + (4 if filled >> (size - SIZE_MIN) & 1 else min(cells, 3))
    return code


cdef inline int two_best(sizes_t sizes) noexcept nogil:
    """Return the two largest sizes, each less one, as digits in base 8."""
    cdef int first = sizes_take(&sizes), second = sizes_take(&sizes)
    return max(first - 1, 0) * 8 + max(second - 1, 0)


cdef inline int three_best(sizes_t sizes, int most) noexcept nogil:
    """Return the three largest sizes, each at most `most`, as digits in base most + 1."""
    cdef int n, code = 0
    for n in range(3):
        code = code * (most + 1) + min(sizes_take(&sizes), most)
    return code
