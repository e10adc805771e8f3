# A plain evaluation: the score now, and for each open box and row its points times an estimated
# chance of filling it. Integers throughout, in hundredths of a point, so that every machine gets
# the same figure. It ignores the dice; docs/evaluation.md explains it.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGITS, DIGIT_NINE, DIGIT_ZERO, EMPTY, LAST, LINE, NEAR, NEAR_COUNT, ROWS,
                         ROW_OF, SETS, SIZES, SIZE_BONUS, SIZE_MAX, SIZE_MIN, SOLO, TILES, code_is_free, sheet_t)
from game.score cimport COLUMN_POINTS, POINT, ROW_POINTS, score_total
from game.tiles cimport sheet_is_over, tile_notch
from value.tally cimport tally_add, tally_t, tally_take

cdef enum:
    SURE = 1000                # a chance of 1, in thousandths
    # Each missing digit or cell multiplies the chance by T / (T + this / 10), with T turns left.
    MISSING_IDENTICAL = 16
    MISSING_CONSECUTIVE = 35
    MISSING_IN_ROW = 3
    CLAIM_LATER = 494          # the chance of a combo that is complete but not claimed yet
    HOLE = 29                  # subtracted for each hole
    STEP = 33                  # subtracted for each row of height difference between neighbouring columns
    TURN_CELLS = 90            # tenths of a cell that a turn fills, holes and X shapes included

ctypedef struct promise_t:     # what depends on the occupied cells and the tiles, not on the digits
    bint over
    int turns                  # turns left, in tenths
    int surface                # surface_value()
    int count
    uint8_t cell[CELLS]        # the cells that hold free digits
    uint8_t loose[CELLS]       # by cell: True if an adjacent empty cell can still be reached


cdef inline int turns_left(const sheet_t* sheet) noexcept nogil:
    """Return the turns left, in tenths, as limited by the notches and by the room under the Game
    Over line. About every second roll shows a star, which slides a tile that isn't on its last
    notch."""
    cdef int i, open = 0, slides = 0, room = 0, by_room
    for i in range(COLUMNS):
        room += LINE - sheet.height[i]
    by_room = room * 100 // TURN_CELLS
    if sheet.kind != SOLO:
        return by_room
    for i in range(TILES):
        slides += 4 - tile_notch(sheet, i)
        open += tile_notch(sheet, i) < 4
    return min(slides * 1000 // (100 + 10 * open), by_room)


cdef inline int chance_of(int missing, int turns, int hard) noexcept nogil:
    """Return the chance, in thousandths, of filling `missing` cells in `turns` tenths of a turn."""
    cdef int chance = SURE
    while missing > 0:
        chance = chance * turns // (turns + hard)
        missing -= 1
    return chance


cdef inline int surface_value(const sheet_t* sheet, int turns) noexcept nogil:
    """Return the value of the surface: rows that can still be completed, less holes and steps."""
    cdef int[ROWS] holes
    cdef int column, row, value = 0
    memset(holes, 0, sizeof(holes))
    for column in range(COLUMNS):
        for row in range(sheet.height[column]):
            if sheet.cell[row * COLUMNS + column] == EMPTY:
                holes[row] += 1
                value -= HOLE
        if column:
            value -= STEP * abs(<int>sheet.height[column] - <int>sheet.height[column - 1])
    for row in range(LINE):
        if holes[row] == 0 and (sheet.fill >> (4 * row) & 15) < COLUMNS:
            value += (ROW_POINTS * POINT * chance_of(COLUMNS - <int>(sheet.fill >> (4 * row) & 15), turns, MISSING_IN_ROW)
                      // SURE)
    return value


cdef inline bint cell_is_loose(const sheet_t* sheet, int i) noexcept nogil:
    """Return True if an empty cell next to this one can still be reached from above."""
    cdef int n, j
    for n in range(NEAR_COUNT[i]):
        j = NEAR[i][n]
        if sheet.cell[j] == EMPTY and ROW_OF[j] >= sheet.height[j - ROW_OF[j] * COLUMNS]:
            return True
    return False


cdef inline int digits_sort(const sheet_t* sheet, const promise_t* promise, uint8_t* cells) noexcept nogil:
    """List the cells of the free digits by rising digit. Returns their number."""
    cdef int[DIGITS + 2] start
    cdef int n, code
    memset(start, 0, sizeof(start))
    for n in range(promise.count):
        code = sheet.cell[promise.cell[n]]
        start[(code if code <= DIGIT_NINE else DIGITS) + 1] += code <= DIGIT_NINE
    for code in range(1, DIGITS + 2):
        start[code] += start[code - 1]
    for n in range(promise.count):
        code = sheet.cell[promise.cell[n]]
        if code <= DIGIT_NINE:
            cells[start[code]] = promise.cell[n]
            start[code] += 1
    return start[DIGITS]


cdef inline void groups_count(const sheet_t* sheet, const promise_t* promise, const uint8_t* cells, int many,
                              tally_t* tally) noexcept nogil:
    """Count the groups of equal free digits by size (8 and more as 8), those that can grow
    separately."""
    cdef uint8_t[CELLS] seen
    cdef uint8_t[CELLS] found
    cdef int first, i, j, n, count, next
    cdef bint grows
    memset(seen, 0, sizeof(seen))
    for first in range(many):
        i = cells[first]
        if seen[i]:
            continue
        found[0] = <uint8_t>i
        seen[i] = 1
        count = 1
        next = 0
        grows = False
        while next < count:
            grows = grows or promise.loose[found[next]]
            for n in range(NEAR_COUNT[found[next]]):
                j = NEAR[found[next]][n]
                if sheet.cell[j] == sheet.cell[i] and not seen[j]:
                    seen[j] = 1
                    found[count] = <uint8_t>j
                    count += 1
            next += 1
        tally_add(tally, min(count, SIZE_BONUS), grows)


cdef inline void runs_count(const sheet_t* sheet, const promise_t* promise, const uint8_t* cells, int many,
                            tally_t* tally) noexcept nogil:
    """Count the rising runs that aren't part of a longer one, by length, those that can grow
    separately."""
    cdef uint8_t[CELLS] length # of the longest run that rises to a cell
    cdef uint8_t[CELLS] tail   # its lowest cell
    cdef uint8_t[CELLS] longer # True if that run is continued
    cdef int first, code, i, j, n, before
    cdef bint grows
    memset(longer, 0, sizeof(longer))
    for first in range(many):
        i = cells[first]
        code = sheet.cell[i]
        length[i] = 1
        tail[i] = <uint8_t>i
        before = -1
        if code > DIGIT_ZERO:
            for n in range(NEAR_COUNT[i]):
                j = NEAR[i][n]
                if sheet.cell[j] == code - 1 and length[j] >= length[i]:
                    length[i] = <uint8_t>(length[j] + 1)
                    tail[i] = tail[j]
                    before = j
        if before >= 0:
            longer[before] = 1
    for first in range(many):
        i = cells[first]
        if longer[i]:
            continue
        grows = ((sheet.cell[i] < DIGIT_NINE and promise.loose[i])
                 or (sheet.cell[tail[i]] > DIGIT_ZERO and promise.loose[tail[i]]))
        tally_add(tally, min(<int>length[i], SIZE_BONUS), grows)


cdef inline int combos_value(int filled, tally_t* tally, int turns, int hard) noexcept nogil:
    """Return the value of the open boxes of one kind. The largest group is assigned to the largest
    open box, and so on down. The points of the whole column count with the chance that all boxes
    get filled."""
    cdef int size, have, chance, all_filled = SURE, value = 0
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        if filled >> (size - SIZE_MIN) & 1:
            continue
        have = tally_take(tally, size)
        if have >= size:
            chance = CLAIM_LATER
        else:
            chance = chance_of(size - have, turns, hard)
        value += POINT * size * chance // SURE
        all_filled = all_filled * chance // SURE
    if filled != SETS - 1:
        value += POINT * COLUMN_POINTS * all_filled // SURE
    return value


cdef inline int boxes_value(const sheet_t* sheet, const promise_t* promise) noexcept nogil:
    """Return the value of the open boxes."""
    cdef uint8_t[CELLS] cells
    cdef tally_t tally
    cdef int value, many = digits_sort(sheet, promise, cells)
    memset(&tally, 0, sizeof(tally))
    groups_count(sheet, promise, cells, many, &tally)
    value = combos_value(sheet.boxes & (SETS - 1), &tally, promise.turns, MISSING_IDENTICAL)
    memset(&tally, 0, sizeof(tally))
    runs_count(sheet, promise, cells, many, &tally)
    return value + combos_value(sheet.boxes >> SIZES & (SETS - 1), &tally, promise.turns, MISSING_CONSECUTIVE)


cdef inline void promise_set(promise_t* promise, const sheet_t* sheet, int flags) noexcept nogil:
    """Analyse a sheet. The result stays valid for other digits in the same cells, and after claims."""
    cdef int i
    promise.over = sheet_is_over(sheet) or flags & LAST != 0
    promise.surface = 0
    promise.count = 0
    if promise.over:
        return
    promise.turns = turns_left(sheet)
    promise.surface = surface_value(sheet, promise.turns)
    for i in range(CELLS):
        if code_is_free(sheet.cell[i]):
            promise.cell[promise.count] = <uint8_t>i
            promise.count += 1
            promise.loose[i] = cell_is_loose(sheet, i)


cdef inline int promised_value(const sheet_t* sheet, const promise_t* promise, int flags) noexcept nogil:
    """Return the evaluation of a sheet with the occupied cells and tiles that promise_set()
    analysed."""
    cdef int value = POINT * score_total(sheet, flags)
    return value if promise.over else value + promise.surface + boxes_value(sheet, promise)


cdef inline int sheet_value(const sheet_t* sheet, int flags) noexcept nogil:
    """Return the evaluation of a sheet at the end of a turn, in hundredths of a point."""
    cdef promise_t promise
    promise_set(&promise, sheet, flags)
    return promised_value(sheet, &promise, flags)
