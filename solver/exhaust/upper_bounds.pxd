# Upper bounds on the rows, claims and X shapes that known rolls can still bring to a sheet, wherever they land.
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset
from exhaust.combo_bounds cimport supply_add, supply_t
from game.board cimport (COLUMNS, LAST_NOTCH, LINE, NO_TILES, SETS, SHAPES, SIZES, SIZE_BONUS, SIZE_MIN, SLIDE,
                         SOLO, SOLO_CELLS, TILES, sheet_t)
from game.roll cimport roll_t
from game.score cimport ALL_IDENTICAL, BOX_BONUS, COLUMN_POINTS, ROW_POINTS
from game.tiles cimport WILD, tile_notch, tile_shape

cdef extern from *:
    """
    static uint8_t COLUMN_MOST[SETS][SETS][SIZES + 1];
    """
    # The most points of one column of boxes, by boxes filled, boxes in reach and number of claims.
    uint8_t COLUMN_MOST[SETS][SETS][SIZES + 1]

cdef enum:
    LOWEST = -1000             # below every score

ctypedef struct ahead_t:       # a known roll, and what it and all later rolls bring
    const roll_t* roll
    supply_t one               # digits of this roll
    supply_t all               # digits of this and all later rolls
    int slides                 # from here on
    int steps[SHAPES]          # by shape: the slides that its tile can make


cdef inline void bounds_init() noexcept nogil:
    """Fill COLUMN_MOST, taking the largest boxes first. Called once, when the module is imported."""
    cdef int filled, reached, claims, size, now, points
    for filled in range(SETS):
        for reached in range(SETS):
            now = filled
            points = 0
            size = SIZES - 1
            for claims in range(SIZES + 1):
                COLUMN_MOST[filled][reached][claims] = <uint8_t>points
                while size >= 0 and not reached & ~filled & 1 << size:
                    size -= 1
                if size >= 0:
                    now |= 1 << size
                    points += SIZE_MIN + size + (COLUMN_POINTS if now == ALL_IDENTICAL else 0)
                    size -= 1


# The rolls.

cdef inline void ahead_set(ahead_t* ahead, const roll_t* rolls, int count) noexcept nogil:
    """Look ahead from each roll. `ahead` has room for one more entry, which stands for the end."""
    cdef int i, shape
    memset(&ahead[count], 0, sizeof(ahead_t))
    for i in range(count - 1, -1, -1):
        ahead[i] = ahead[i + 1]
        ahead[i].roll = &rolls[i]
        memset(&ahead[i].one, 0, sizeof(supply_t))
        supply_add(&ahead[i].one, &rolls[i])
        supply_add(&ahead[i].all, &rolls[i])
        ahead[i].slides += 2 if rolls[i].star else 1
        for shape in range(SHAPES):
            ahead[i].steps[shape] += 2 if rolls[i].star and rolls[i].shape in (WILD, shape) else 1


# Claims.

cdef inline int claims_most(int boxes, int reached, int turns) noexcept nogil:
    """Return the most points of `turns` claims for boxes in `reached`, if `boxes` are filled already."""
    cdef int bonus, k, points, most = 0
    for bonus in range(2 if reached & ~boxes & 1 << BOX_BONUS and turns else 1):
        for k in range(min(SIZES, turns - bonus) + 1):
            points = (SIZE_BONUS * bonus + COLUMN_MOST[boxes & (SETS - 1)][reached & (SETS - 1)][k]
                      + COLUMN_MOST[boxes >> SIZES & (SETS - 1)][reached >> SIZES & (SETS - 1)][min(SIZES, turns - bonus - k)])
            most = max(most, points)
    return most


# Rows and tiles.

cdef inline int rows_most(const sheet_t* sheet, int shapes, int flags) noexcept nogil:
    """Return the most points for rows after `shapes` more shapes.

    Their cells go where they complete the most rows. A cell under an overhang can be filled only with SLIDE.
    """
    cdef int[COLUMNS + 1] lacking
    cdef int row, column, have, cells = SOLO_CELLS * shapes, rows = 0
    memset(lacking, 0, sizeof(lacking))
    for row in range(LINE):
        have = sheet.fill >> (4 * row) & 15
        if not flags & SLIDE and have < COLUMNS:
            for column in range(COLUMNS):
                have += sheet.height[column] <= row
            if have < COLUMNS:
                continue
            have = sheet.fill >> (4 * row) & 15
        lacking[COLUMNS - have] += 1
    for have in range(COLUMNS + 1):
        while lacking[have] and cells >= have:
            lacking[have] -= 1
            cells -= have
            rows += 1
    return ROW_POINTS * rows


cdef inline int falls_most(const sheet_t* sheet, const ahead_t* ahead) noexcept nogil:
    """Return the most X shapes that can still fall, taking the tiles with the fewest notches left first."""
    cdef int[LAST_NOTCH + 1] count
    cdef int letter, lack, slides = ahead.slides, falls = 0
    if sheet.kind != SOLO:
        return 0
    memset(count, 0, sizeof(count))
    for letter in range(TILES):
        lack = LAST_NOTCH - tile_notch(sheet, letter)
        if lack <= ahead.steps[tile_shape(sheet, letter)] and not (sheet.circled >> letter & 1):
            count[lack] += 1
    for lack in range(1, LAST_NOTCH + 1):
        while count[lack] and slides >= lack:
            count[lack] -= 1
            slides -= lack
            falls += 1
    return falls


# The plain form of a sheet leaves out what can't matter any more: a tile that cannot fall is on notch 0.

cdef inline void tiles_plain(sheet_t* sheet, const ahead_t* ahead) noexcept nogil:
    """Remove the notches and marks that can't matter any more."""
    cdef int letter, lack
    if sheet.kind != SOLO:
        sheet.kind = NO_TILES
        sheet.shapes = 0
        sheet.circled = 0
        sheet.crossed = 0
        return
    for letter in range(TILES):
        lack = LAST_NOTCH - tile_notch(sheet, letter)
        if lack > ahead.steps[tile_shape(sheet, letter)]:
            sheet.notches &= ~(<uint32_t>15 << (4 * letter))
        if lack == 0 or lack > ahead.steps[tile_shape(sheet, letter)]:
            sheet.circled &= <uint8_t>~(1 << letter)
            sheet.crossed &= <uint8_t>~(1 << letter)
