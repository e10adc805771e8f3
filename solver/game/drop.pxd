# Dropping a shape: where it can come to rest, and writing it there.
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport abort
from libc.string cimport memcpy, memset
from game.board cimport (BLOCK, CELLS, COLUMNS, DIGIT_ZERO, EMPTY, LINE, ROWS, SHAPE_CELLS, SHEET_CHECKED, SLIDE,
                         SOLO_CELLS, WAYS_MOST, past_bits, sheet_ok, sheet_t)
from game.shapes cimport SHAPE, shape_t, turned_t

cdef enum:
    LANDINGS_DROPPED = 44      # the most straight drops of one shape (L: 4 x 5 + 4 x 6)
    LANDINGS_MOST = WAYS_MOST * CELLS  # an upper bound in the `slide` variant

ctypedef struct landing_t:
    uint64_t fill              # to add to the sheet's fill
    uint8_t height[COLUMNS]    # column heights afterwards
    uint8_t line               # the rows 12..14 that it enters (bits 0..2)
    uint8_t cell[SHAPE_CELLS]  # `size` cells, in sheet order
    uint8_t size
    uint8_t shape


cdef inline int drop_row(const sheet_t* sheet, const turned_t* turned, int x) noexcept nogil:
    """Return the row (0 is the lowest) where a shape's underside comes to rest, its left column at
    `x`."""
    cdef int i, reach, row = 0
    for i in range(turned.width):
        reach = <int>sheet.height[x + i] - <int>turned.bottom[i]
        if reach > row:
            row = reach
    return row


cdef inline int rows_entered(const turned_t* turned, int row) noexcept nogil:
    """Return the rows 12..14 (bits 0..2) that a shape enters with its underside in `row`."""
    return ((1 << turned.tall) - 1) << row >> LINE


cdef inline void landing_set(landing_t* landing, const sheet_t* sheet, const turned_t* turned,
                             int shape, int x, int row) noexcept nogil:
    cdef int i, y, corner = row * COLUMNS + x
    memcpy(landing.height, sheet.height, COLUMNS)
    landing.fill = turned.fill << (4 * row)
    landing.line = <uint8_t>rows_entered(turned, row)
    landing.size = turned.size
    landing.shape = <uint8_t>shape
    for i in range(SHAPE_CELLS):
        landing.cell[i] = <uint8_t>(corner + turned.cell[i])
    for i in range(turned.width):
        y = row + turned.top[i]
        if landing.height[x + i] < y:
            landing.height[x + i] = <uint8_t>y


cdef inline bint shape_clear(const sheet_t* sheet, const turned_t* turned, int x, int row) noexcept nogil:
    """Return True if the shape, placed there, is inside the sheet and on empty cells only."""
    cdef int i, corner = row * COLUMNS + x
    if x < 0 or row < 0 or x + turned.width > COLUMNS or row + turned.tall > ROWS:
        return False
    for i in range(turned.size):
        if sheet.cell[corner + turned.cell[i]] != EMPTY:
            return False
    return True


cdef inline int slide_list(const sheet_t* sheet, const turned_t* turned, int shape,
                           landing_t* out) noexcept nogil:
    """List the landings of one orientation in the `slide` variant: from each landing a step
    sideways, then down."""
    cdef bint[ROWS][COLUMNS] seen
    cdef int x, row, side, count = 0, next = 0
    cdef uint8_t[CELLS] xs
    cdef uint8_t[CELLS] ys
    memset(seen, 0, sizeof(seen))
    for x in range(COLUMNS - turned.width + 1):
        row = drop_row(sheet, turned, x)
        if row + turned.tall <= ROWS:
            seen[row][x] = True
            xs[count] = <uint8_t>x
            ys[count] = <uint8_t>row
            count += 1
    while next < count:
        landing_set(&out[next], sheet, turned, shape, xs[next], ys[next])
        for side in range(-1, 2, 2):
            x = xs[next] + side
            row = ys[next]
            if not shape_clear(sheet, turned, x, row):
                continue
            while shape_clear(sheet, turned, x, row - 1):
                row -= 1
            if not seen[row][x]:
                seen[row][x] = True
                xs[count] = <uint8_t>x
                ys[count] = <uint8_t>row
                count += 1
        next += 1
    return count


cdef inline int landings_list(const sheet_t* sheet, int shape, int flags, landing_t* out) noexcept nogil:
    """List every landing of a shape. Returns their number.

    The order is fixed: orientation, column, then depth of the slide. `out` must have room for
    LANDINGS_MOST with SLIDE in `flags`, LANDINGS_DROPPED without.
    """
    cdef const shape_t* s = &SHAPE[shape]
    cdef const turned_t* turned
    cdef int w, x, row, count = 0
    for w in range(s.count):
        turned = &s.turned[w]
        if flags & SLIDE:
            count += slide_list(sheet, turned, shape, out + count)
            continue
        for x in range(COLUMNS - turned.width + 1):
            row = drop_row(sheet, turned, x)
            if row + turned.tall <= ROWS:
                landing_set(&out[count], sheet, turned, shape, x, row)
                count += 1
    return count


cdef inline void sheet_write(sheet_t* sheet, const landing_t* landing, const uint8_t* digits) noexcept nogil:
    """Write four digits (0..9) into a landing's cells."""
    cdef int i
    sheet.fill += landing.fill
    memcpy(sheet.height, landing.height, COLUMNS)
    sheet.past |= <uint8_t>(landing.line * past_bits(DIGIT_ZERO))
    for i in range(SOLO_CELLS):
        sheet.cell[landing.cell[i]] = <uint8_t>(DIGIT_ZERO + digits[i])
    if SHEET_CHECKED and not sheet_ok(sheet):
        abort()


cdef inline void sheet_block(sheet_t* sheet, const landing_t* landing) noexcept nogil:
    """Write X into a landing's cells."""
    cdef int i
    sheet.fill += landing.fill
    memcpy(sheet.height, landing.height, COLUMNS)
    sheet.past |= <uint8_t>(landing.line * past_bits(BLOCK))
    for i in range(landing.size):
        sheet.cell[landing.cell[i]] = BLOCK
    if SHEET_CHECKED and not sheet_ok(sheet):
        abort()
