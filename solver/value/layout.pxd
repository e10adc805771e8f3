# The layout of a sheet's digits, independent of their values: which of them are neighbours, and the
# spots, which are the reachable empty cells next to or above an occupied one. It is computed once
# for each landing, and is valid for every arrangement of digits there and after every claim. If
# only X shapes have fallen since, just the spots are recomputed. Digits are identified by number,
# in sheet order.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from game.board cimport CELLS, COLUMNS, EMPTY, LINE, ROWS, ROW_OF, code_is_free, sheet_t

cdef enum:
    NO_SYMBOL = CELLS          # in place of a digit's number: an empty cell
    NO_DIGIT = CELLS + 1       # an X, a used digit, or the wall
    PLACES = CELLS + 2
    SIDES = 3                  # of a spot; the cell above it is empty
    SPOTS_MOST = 5 * LINE      # three neighbouring columns have 2 * LINE at most
    NEIGHBOURS = COLUMNS * (ROWS - 1) + (COLUMNS - 1) * ROWS  # pairs of adjacent cells
    WIDE = COLUMNS + 1         # a row of cells, and a wall between it and the next row
    PADDED = WIDE * (ROWS + 2)
    RUN_SHIFT = 3              # a packed run: its length, and below it the number of spots next to its end,
    RUN_STEP = 1 << RUN_SHIFT  # at most 2; one more digit adds this

ctypedef struct pair_t:        # two digits or two spots, by number
    uint8_t low
    uint8_t high

ctypedef struct spot_t:
    uint8_t around[SIDES]      # left, below, right: a digit's number, NO_SYMBOL or NO_DIGIT
    uint8_t lift               # rows above the top of its column, at most 3
    uint8_t count              # number of adjacent digits
    uint8_t digit[SIDES]

ctypedef struct layout_t:
    int digits                 # number of free digits
    uint8_t cell[CELLS]        # by digit
    uint8_t number[PADDED]     # by padded index: a digit's number, NO_SYMBOL in other cells, NO_DIGIT beyond the walls
    int pairs
    pair_t pair[NEIGHBOURS]    # adjacent digits
    uint64_t beside[CELLS]     # by digit: the adjacent spots, a bit each
    uint8_t free[CELLS]        # by digit: the number of these
    uint8_t alone[CELLS]       # by digit: the packed run of this digit alone
    int dead                   # number of digits without an adjacent spot
    int spots
    spot_t spot[SPOTS_MOST]
    int bridges
    pair_t bridge[NEIGHBOURS]  # adjacent spots, each next to a digit
    uint8_t top[COLUMNS]       # of each column: a digit's number, NO_SYMBOL or NO_DIGIT


cdef inline int padded(int row, int column) noexcept nogil:
    """Return the index of a cell in an array whose rows have WIDE places, walls included."""
    return WIDE * (row + 1) + column + 1


cdef inline void digits_find(layout_t* layout, const sheet_t* sheet) noexcept nogil:
    cdef int i, column, top = 0, digits = 0
    for column in range(COLUMNS):
        top = max(top, <int>sheet.height[column])
    for i in range(top * COLUMNS):
        layout.cell[digits] = <uint8_t>i
        digits += code_is_free(sheet.cell[i])
    layout.digits = digits


cdef inline void pairs_find(layout_t* layout) noexcept nogil:
    """Number the digits, and find the adjacent pairs."""
    cdef int n, row, side, other, at, pairs = 0
    memset(layout.number, NO_DIGIT, PADDED)
    for row in range(ROWS):
        memset(&layout.number[padded(row, 0)], NO_SYMBOL, COLUMNS)
    for n in range(layout.digits):
        row = ROW_OF[layout.cell[n]]
        at = padded(row, layout.cell[n] - COLUMNS * row)
        layout.number[at] = <uint8_t>n
        for side in range(2):  # left and below: digits there are numbered already
            other = layout.number[at - (WIDE if side else 1)]
            layout.pair[pairs].low = <uint8_t>other
            layout.pair[pairs].high = <uint8_t>n
            pairs += other < NO_SYMBOL
    layout.pairs = pairs


cdef inline int held_by(const layout_t* layout, const sheet_t* sheet, int row, int column) noexcept nogil:
    """Return the number of the digit in a cell, NO_SYMBOL if it is empty, else NO_DIGIT."""
    cdef int number = layout.number[padded(row, column)]
    return NO_DIGIT if number == NO_SYMBOL and sheet.cell[row * COLUMNS + column] != EMPTY else number


cdef inline void spot_set(layout_t* layout, const sheet_t* sheet, int n, int row, int column) noexcept nogil:
    cdef spot_t* spot = &layout.spot[n]
    cdef int side, digit
    spot.around[0] = <uint8_t>held_by(layout, sheet, row, column - 1)
    spot.around[1] = <uint8_t>held_by(layout, sheet, row - 1, column)
    spot.around[2] = <uint8_t>held_by(layout, sheet, row, column + 1)
    spot.lift = <uint8_t>min(row - <int>sheet.height[column], 3)
    spot.count = 0
    for side in range(SIDES):
        digit = spot.around[side]
        if digit < NO_SYMBOL:
            spot.digit[spot.count] = <uint8_t>digit
            spot.count += 1
            layout.beside[digit] |= <uint64_t>1 << n
            layout.free[digit] += 1


cdef inline void bridge_add(layout_t* layout, int low, int high) noexcept nogil:
    if layout.spot[low].count and layout.spot[high].count:
        layout.bridge[layout.bridges].low = <uint8_t>low
        layout.bridge[layout.bridges].high = <uint8_t>high
        layout.bridges += 1


cdef inline void layout_spots(layout_t* layout, const sheet_t* sheet) noexcept nogil:
    """Find the spots of a sheet that has the digits of the last layout_set()."""
    cdef int column, row, height, high, n = 0
    cdef int left = 0, left_height = 0, left_high = 0  # of the previous column: its first spot, its rows with spots
    memset(layout.beside, 0, layout.digits * sizeof(uint64_t))
    memset(layout.free, 0, layout.digits)
    layout.bridges = 0
    for column in range(COLUMNS):
        height = sheet.height[column]
        layout.top[column] = <uint8_t>(held_by(layout, sheet, height - 1, column) if height else NO_SYMBOL)
        high = height + 1
        if column:
            high = max(high, <int>sheet.height[column - 1])
        if column < COLUMNS - 1:
            high = max(high, <int>sheet.height[column + 1])
        high = min(high, LINE)
        for row in range(height, high):
            spot_set(layout, sheet, n, row, column)
            if row > height:
                bridge_add(layout, n - 1, n)
            if left_height <= row < left_high:
                bridge_add(layout, left + row - left_height, n)
            n += 1
        left = n - max(high - height, 0)
        left_height = height
        left_high = high
    layout.spots = n
    layout.dead = 0
    for n in range(layout.digits):
        layout.dead += layout.free[n] == 0
        layout.alone[n] = <uint8_t>(RUN_STEP + min(layout.free[n], <uint8_t>2))


cdef inline void layout_set(layout_t* layout, const sheet_t* sheet) noexcept nogil:
    """Compute the layout of a sheet. It stays valid for other digits in the same cells, and after
    claims."""
    digits_find(layout, sheet)
    pairs_find(layout)
    layout_spots(layout, sheet)
