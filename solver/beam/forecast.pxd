# Forecast for known dice: the turns and digits still to come, and the value of a surface given these.
# Integers throughout, in hundredths of a point. The weights were tuned on seeded deals.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memset
from game.board cimport (CELLS, COLUMNS, DIGITS, LAST_NOTCH, LINE, NEAR, NEAR_COUNT, NEAR_MOST, ROWS, SIZE_BONUS,
                         TILES, TURNS_MOST, code_is_free, sheet_t)
from game.roll cimport roll_t
from game.score cimport POINT, ROW_POINTS
from game.tiles cimport WILD, tile_notch

cdef enum:
    STATES = 3125              # 5**5: the notches as a number in base 5, that of A least significant
    SURE = 1024                # a chance of 1
    QUARTERS = 4               # the digits still to come are counted in quarters
    SUPPLY_MOST = 256
    JOINTS_MOST = 48
    OUT_OF_REACH = 99
    DEEPEST = 3                # an empty cell counts only with at most this many empty cells below it

    STAR = 2                   # quarters of each digit that a star counts as
    # A digit of which s quarters are to come turns up in the right place with the chance s / (s + this):
    EQUAL = 4                  # for a group
    FIRST = 6                  # for the cell next to a run
    FURTHER = 4                # for each cell after that

    TURN = 40                  # value of a turn still to come
    HOLE = 77                  # penalty of a hole
    STEP = 29                  # penalty per row of height difference between neighbouring columns
    ROW_SHIFT = 70             # tenths of a cell by which rows are easier to fill than they seem
    ROW_SPREAD = 22            # tenths of a cell between a hopeless row and a certain one
    SLACK = 12                 # tenths of a turn still played once the room under the Game Over line is used up

ctypedef struct horizon_t:     # the dice of the turns to come, for one number of turns
    int supply[DIGITS + 2]     # quarters of each digit, indexed by digit code as `first` and `more` are
    int first[DIGITS + 2]      # the chance that a digit comes next to a run
    uint16_t more[DIGITS + 2][DIGITS + 2][SIZE_BONUS + 1]  # [low][high][n]: the chance that a run grows by n
    int scratch[SIZE_BONUS + 1]  # [n]: the chance of a whole new run of n digits

ctypedef struct forecast_t:
    int rolls
    uint8_t most[TURNS_MOST + 1][STATES]  # [n]: the most turns from roll n on, by state of the notches
    int supply[TURNS_MOST + 1][DIGITS]  # [n]: quarters of each digit in the rolls before roll n
    int equal[SIZE_BONUS + 1][SUPPLY_MOST]  # [n]: the chance of n equal digits, by their supply
    horizon_t horizon[TURNS_MOST + 1]  # [n]: for n turns after the current one

ctypedef struct joint_t:       # an empty cell that touches several free digits
    uint8_t count
    uint8_t near[NEAR_MOST]
    uint8_t far

ctypedef struct terrain_t:     # what depends on the occupied cells and the tiles but not on the digits
    int turns                  # turns still to come
    int value
    int many
    uint8_t cell[CELLS]        # cells of the free digits
    uint8_t loose[CELLS]       # by cell: the room that its empty neighbours give
    uint8_t far[CELLS]         # by cell: the fewest cells to fill before a neighbour can be filled
    int joints
    joint_t joint[JOINTS_MOST]

cdef extern from *:
    """
    /* [n]: a nibble for each row, 1 in the lowest n rows. */
    static const uint64_t ROWS_UNDER[ROWS + 1] = {
        0, 0x1, 0x11, 0x111, 0x1111, 0x11111, 0x111111, 0x1111111, 0x11111111, 0x111111111,
        0x1111111111, 0x11111111111, 0x111111111111, 0x1111111111111, 0x11111111111111};
    static const int STATE_STEP[TILES] = {1, 5, 25, 125, 625};
    """
    const uint64_t ROWS_UNDER[ROWS + 1]
    const int STATE_STEP[TILES]


cdef inline int state_of(const sheet_t* sheet) noexcept nogil:
    cdef int letter, state = 0
    for letter in range(TILES):
        state += STATE_STEP[letter] * tile_notch(sheet, letter)
    return state


cdef inline bint state_can_slide(int state, int letter) noexcept nogil:
    return state // STATE_STEP[letter] % (LAST_NOTCH + 1) < LAST_NOTCH


cdef inline int most_from(const uint8_t* after, const roll_t* roll, int star_letter, int state) noexcept nogil:
    """Return the most turns from `state` on, with this roll next; `after` holds them for the roll after it."""
    cdef int first, second, middle, best = 0
    for first in range(TILES):
        if not state_can_slide(state, first):
            continue
        middle = state + STATE_STEP[first]
        if not roll.star or middle == STATES - 1:
            best = max(best, <int>after[middle])
        elif roll.shape != WILD:
            if star_letter >= 0 and state_can_slide(middle, star_letter):
                middle += STATE_STEP[star_letter]
            best = max(best, <int>after[middle])
        else:
            for second in range(TILES):
                if state_can_slide(middle, second):
                    best = max(best, <int>after[middle + STATE_STEP[second]])
    return 1 + best


cdef inline void forecast_set(forecast_t* look, const roll_t* rolls, int count, const sheet_t* sheet) noexcept nogil:
    """Read the rolls; `sheet` has the tiles."""
    cdef int i, d, m, s, x, state, star_letter
    look.rolls = count
    memset(look.most, 0, sizeof(look.most))
    for i in range(count - 1, -1, -1):
        star_letter = -1
        for d in range(TILES):
            if <int>(sheet.shapes >> (4 * d) & 15) == rolls[i].shape:
                star_letter = d
        for state in range(STATES - 1):
            look.most[i][state] = <uint8_t>most_from(look.most[i + 1], &rolls[i], star_letter, state)
    memset(look.supply, 0, sizeof(look.supply))
    for i in range(count):
        for d in range(DIGITS):
            look.supply[i + 1][d] = look.supply[i][d] + QUARTERS * rolls[i].shown[d] + STAR * rolls[i].stars
    for s in range(SUPPLY_MOST):
        look.equal[0][s] = SURE
        for m in range(1, SIZE_BONUS + 1):
            x = max(0, s - QUARTERS * (m - 1))
            look.equal[m][s] = look.equal[m - 1][s] * x // (x + EQUAL)


cdef inline void horizon_grow(horizon_t* horizon, int low, int high) noexcept nogil:
    """Set the chances that a run grows, each time at the end where the digit is more likely."""
    cdef int n, below, above, l = low, h = high, chance = SURE
    for n in range(SIZE_BONUS + 1):
        horizon.more[low][high][n] = <uint16_t>chance
        below = SURE * horizon.supply[l - 1] // (horizon.supply[l - 1] + FURTHER) if l > 1 else 0
        above = SURE * horizon.supply[h + 1] // (horizon.supply[h + 1] + FURTHER) if h < 10 else 0
        chance = chance * max(below, above) // SURE
        if below >= above:
            l = max(1, l - 1)
        else:
            h = min(10, h + 1)


cdef inline void forecast_turn(forecast_t* look, int next) noexcept nogil:
    """Set the horizons from roll `next` on."""
    cdef horizon_t* horizon
    cdef int turns, code, high, n
    for turns in range(look.rolls - next + 1):
        horizon = &look.horizon[turns]
        memset(horizon, 0, sizeof(horizon_t))
        for code in range(1, DIGITS + 1):
            n = look.supply[next + turns][code - 1] - look.supply[next][code - 1]
            horizon.supply[code] = min(SUPPLY_MOST - 1, n)
            horizon.first[code] = SURE * n // (n + FIRST)
        for code in range(1, DIGITS + 1):
            for high in range(code, DIGITS + 1):
                horizon_grow(horizon, code, high)
            for n in range(1, SIZE_BONUS + 1):
                horizon.scratch[n] = max(
                    horizon.scratch[n], horizon.first[code] * horizon.more[code][code][n - 1] // SURE)


cdef inline void terrain_level(terrain_t* terrain, const forecast_t* look, int next, const uint8_t* height,
                              uint64_t fill, const sheet_t* sheet) noexcept nogil:
    """Set `turns` and `value` from the surface alone; `sheet` has the tiles."""
    cdef uint64_t holes = 0   # a nibble per row: its number of holes
    cdef int i, row, missing, turns, tenths, cells, room = 0, below = 0, falls = 0, slides = 0
    for i in range(COLUMNS):
        holes += ROWS_UNDER[height[i]]
        room += LINE - <int>height[i]
    holes -= fill
    for i in range(TILES):
        if tile_notch(sheet, i) < LAST_NOTCH:
            slides += LAST_NOTCH - tile_notch(sheet, i)
            falls += not (sheet.circled >> i & 1)
    turns = look.most[next][state_of(sheet)]
    if turns == look.rolls - next and 2 * turns < slides:
        falls = falls * 2 * turns // slides
    tenths = min(10 * turns, max(0, room - 4 * falls) * 10 // 4 + SLACK)
    cells = 4 * tenths + 40 * falls
    terrain.turns = min(turns, (tenths + 5) // 10)
    terrain.value = TURN * tenths // 10
    for row in range(LINE):
        i = fill >> (4 * row) & 15
        missing = COLUMNS - i - <int>(holes >> (4 * row) & 15)
        below += missing
        if holes >> (4 * row) & 15:
            terrain.value -= HOLE * <int>(holes >> (4 * row) & 15)
        elif missing:
            i = max(0, min(ROW_SPREAD, cells + ROW_SHIFT - 10 * below))
            terrain.value += ROW_POINTS * POINT * i // ROW_SPREAD
    for i in range(1, COLUMNS):
        terrain.value -= STEP * abs(<int>height[i] - <int>height[i - 1])


cdef inline void gap_add(terrain_t* terrain, const sheet_t* sheet, int i, int far) noexcept nogil:
    """Record the free digits next to an empty cell."""
    cdef joint_t* joint = &terrain.joint[terrain.joints]
    cdef int n, j
    joint.count = 0
    joint.far = <uint8_t>far
    for n in range(NEAR_COUNT[i]):
        j = NEAR[i][n]
        if code_is_free(sheet.cell[j]):
            joint.near[joint.count] = <uint8_t>j
            joint.count += 1
            terrain.loose[j] += <uint8_t>(1 + DEEPEST - far)
            terrain.far[j] = min(terrain.far[j], <uint8_t>far)
    if joint.count > 1 and terrain.joints < JOINTS_MOST - 1:
        terrain.joints += 1


cdef inline void terrain_set(terrain_t* terrain, const sheet_t* sheet) noexcept nogil:
    """Find the free digits and the empty cells next to them that can still be reached."""
    cdef int x, row, top, i
    terrain.many = 0
    terrain.joints = 0
    memset(terrain.loose, 0, sizeof(terrain.loose))
    memset(terrain.far, OUT_OF_REACH, sizeof(terrain.far))
    for x in range(COLUMNS):
        for row in range(sheet.height[x]):
            i = row * COLUMNS + x
            if code_is_free(sheet.cell[i]):
                terrain.cell[terrain.many] = <uint8_t>i
                terrain.many += 1
        top = <int>sheet.height[x] + 1
        if x:
            top = max(top, <int>sheet.height[x - 1])
        if x < COLUMNS - 1:
            top = max(top, <int>sheet.height[x + 1])
        top = min(min(top, LINE), <int>sheet.height[x] + 1 + DEEPEST)
        for row in range(sheet.height[x], top):
            gap_add(terrain, sheet, row * COLUMNS + x, row - sheet.height[x])
