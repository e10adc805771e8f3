# Scoring: rows, boxes and the Game Over line.
from libc.stdint cimport uint8_t, uint64_t
from game.board cimport BGA, BOXES, BOX_SETS, SETS, SIZE_BONUS, SIZE_MAX, SIZE_MIN, sheet_t

cdef enum:
    ROW_POINTS = 2
    LINE_PENALTY = 5
    COLUMN_POINTS = 10         # all five boxes of one kind
    POINT = 100                # the unit of evaluations: a hundredth of a point
    BOX_BONUS = BOXES - 1      # index of the bonus box; 0..4 identical, 5..9 consecutive
    ALL_IDENTICAL = SETS - 1

cdef extern from *:
    """
    static uint8_t BOX_POINTS[BOX_SETS];   /* the points of each set of filled boxes */
    """
    uint8_t BOX_POINTS[BOX_SETS]


cdef inline int column_points(int filled) noexcept nogil:
    """Return the points of one column of boxes; `filled` has a bit for each size from 3."""
    cdef int size, points = COLUMN_POINTS if filled == ALL_IDENTICAL else 0
    for size in range(SIZE_MIN, SIZE_MAX + 1):
        if filled >> (size - SIZE_MIN) & 1:
            points += size
    return points


cdef inline void score_init() noexcept nogil:
    cdef int boxes
    for boxes in range(BOX_SETS):
        BOX_POINTS[boxes] = <uint8_t>(column_points(boxes & ALL_IDENTICAL)
                                      + column_points(boxes >> 5 & ALL_IDENTICAL)
                                      + (SIZE_BONUS if boxes >> BOX_BONUS else 0))


cdef inline int rows_complete(const sheet_t* sheet) noexcept nogil:
    """Return the number of complete rows under the Game Over line. A complete row's nibble is 7, so
    adding 1 sets its top bit."""
    cdef uint64_t ones = <uint64_t>0x11111111111
    cdef uint64_t full = ((sheet.fill & (ones * 15)) + ones) >> 3 & ones
    return <int>((full * <uint64_t>0x1111111111111111) >> 60)


cdef inline int rows_past(const sheet_t* sheet, int flags) noexcept nogil:
    """Return the number of rows past the line that cost points."""
    cdef int rows = sheet.past >> 3 if flags & BGA else sheet.past & 7
    return (rows & 1) + (rows >> 1 & 1) + (rows >> 2)


cdef inline int rows_points(const sheet_t* sheet, int flags) noexcept nogil:
    return ROW_POINTS * rows_complete(sheet) - LINE_PENALTY * rows_past(sheet, flags)


cdef inline int score_total(const sheet_t* sheet, int flags) noexcept nogil:
    return BOX_POINTS[sheet.boxes] + rows_points(sheet, flags)
