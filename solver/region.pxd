# Regions: every way to lay the combo of a box on a drop plan, given the dice of its turns.
#
# A drop plan says which turn fills each cell under the line. A region is the cells of a combo with
# its digits: connected cells of one digit, or a path that rises. Its cells' turns must be able to
# pay for it: each digit from a die that shows it, or else from a star of that turn.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from board cimport COLUMNS, LINE, NEAR, NEAR_COUNT, SIZE_BONUS, SIZE_MIN

cdef enum:
    BOXES = 11                 # identical 3..7, consecutive 3..7, bonus: the bits of sheet_t.boxes
    BONUS_BOX = 10
    GROUND_CELLS = COLUMNS * LINE
    TURNS_MOST = 20
    BOX_REGIONS = 5952         # regions listed of one box, a multiple of 64
    BOX_WORDS = BOX_REGIONS >> 6

ctypedef struct ground_t:      # a drop plan with its dice
    int turns
    int boxes                  # the boxes wanted, a bit each
    int filled                 # those filled before the first turn
    int8_t turn[77]            # the turn that fills a cell, 0 for digits there already, -1 for none
    uint8_t digit[77]          # of the digits there already
    uint8_t dice[21][10]       # number dice of a turn that show a digit
    uint8_t stars[21]
    uint8_t last[11]           # the last turn in which each box may be filled
    uint8_t falls[5]           # by size: the turn its tile falls, 0 for never; the letter must not
                               # be circled before, so one of the two boxes waits for that turn

ctypedef struct region_t:
    uint64_t cells[2]
    uint64_t dice[4]           # bit 10 * turn + digit: wanted at least once
    uint8_t cell[8]            # in the order of the digits
    uint8_t box
    uint8_t digit              # the first one
    uint8_t rise               # 1 in a consecutive one
    uint8_t size
    uint8_t turn               # the last of its cells' turns: it can be claimed from then on
    bint crowded               # two of its cells are of one turn

ctypedef struct regions_t:
    ground_t ground
    region_t* region
    uint32_t count[11]         # of each box, all of them
    uint32_t kept[11]          # and how many are listed, from BOX_REGIONS * box on

ctypedef struct survey_t:      # the listing under way
    const ground_t* ground
    regions_t* to              # NULL: only count
    uint32_t count[11]
    uint8_t cell[8]
    bint seen[77]
    uint8_t dice[21][10]       # used so far
    uint8_t stars[21]
    int digit


cdef inline int box_size(int box) noexcept nogil:
    return SIZE_BONUS if box == BONUS_BOX else SIZE_MIN + box % 5


cdef inline int box_of_size(int size, bint rise) noexcept nogil:
    return BONUS_BOX if size == SIZE_BONUS else size - SIZE_MIN + (5 if rise else 0)


cdef inline bint die_take(survey_t* survey, int cell, int digit) noexcept nogil:
    """Use a die of a cell's turn for the digit, a star where no other is left; False if none is."""
    cdef int turn = survey.ground.turn[cell]
    if turn <= 0:
        return turn == 0 and survey.ground.digit[cell] == digit
    if survey.dice[turn][digit] < survey.ground.dice[turn][digit]:
        survey.dice[turn][digit] += 1
        return True
    if survey.stars[turn] < survey.ground.stars[turn]:
        survey.stars[turn] += 1
        survey.dice[turn][digit] += 1
        return True
    return False


cdef inline void die_give(survey_t* survey, int cell, int digit) noexcept nogil:
    cdef int turn = survey.ground.turn[cell]
    if turn == 0:
        return
    if survey.dice[turn][digit] > survey.ground.dice[turn][digit]:
        survey.stars[turn] -= 1
    survey.dice[turn][digit] -= 1


cdef inline void region_set(region_t* region, const survey_t* survey, int box, int size, int digit,
                            bint rise, int turn) noexcept nogil:
    cdef int i, t, bit
    cdef uint32_t turns = 0
    memset(region, 0, sizeof(region_t))
    region.box = <uint8_t>box
    region.size = <uint8_t>size
    region.digit = <uint8_t>digit
    region.rise = rise
    region.turn = <uint8_t>turn
    for i in range(size):
        region.cell[i] = survey.cell[i]
        region.cells[survey.cell[i] >> 6] |= <uint64_t>1 << (survey.cell[i] & 63)
        t = survey.ground.turn[survey.cell[i]]
        if t == 0:
            continue
        if turns >> t & 1:
            region.crowded = True
        turns |= <uint32_t>1 << t
        bit = 10 * t + digit + (i if rise else 0)
        region.dice[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline void survey_add(survey_t* survey, int size, int digit, bint rise) noexcept nogil:
    """Count the region of the first `size` cells, and keep it where there is room."""
    cdef int i, turn = 1, box = box_of_size(size, rise)
    cdef regions_t* to = survey.to
    if not survey.ground.boxes >> box & 1:
        return
    for i in range(size):
        turn = max(turn, survey.ground.turn[survey.cell[i]])
    if turn > survey.ground.last[box]:
        return
    survey.count[box] += 1
    if to != NULL and to.kept[box] < BOX_REGIONS:
        region_set(&to.region[BOX_REGIONS * box + to.kept[box]], survey, box, size, digit, rise, turn)
        to.kept[box] += 1


cdef inline void groups_grow(survey_t* survey, int size, const uint8_t* edge, int count, int root) noexcept nogil:
    """Every connected set that adds cells of `edge` to those chosen, each set once (D. Redelmeier)."""
    cdef uint8_t wider[77]
    cdef uint8_t added[4]
    cdef int i, k, cell, neighbour, new
    for i in range(count):
        wider[i] = edge[i]
    while count:
        count -= 1
        cell = wider[count]
        if not die_take(survey, cell, survey.digit):
            continue
        survey.cell[size] = <uint8_t>cell
        if size + 1 >= SIZE_MIN:
            survey_add(survey, size + 1, survey.digit, False)
        if size + 1 < SIZE_BONUS:
            new = 0
            for k in range(NEAR_COUNT[cell]):
                neighbour = NEAR[cell][k]
                if root < neighbour < GROUND_CELLS and not survey.seen[neighbour]:
                    survey.seen[neighbour] = True
                    added[new] = <uint8_t>neighbour
                    wider[count + new] = <uint8_t>neighbour
                    new += 1
            groups_grow(survey, size + 1, wider, count + new, root)
            for k in range(new):
                survey.seen[added[k]] = False
        die_give(survey, cell, survey.digit)


cdef inline void runs_grow(survey_t* survey, int size, int start) noexcept nogil:
    """Every path that goes on from the cells chosen, digit by digit."""
    cdef int k, neighbour, cell = survey.cell[size - 1], digit = start + size
    if size >= SIZE_MIN:
        survey_add(survey, size, start, True)
    if size == SIZE_BONUS or digit > 9:
        return
    for k in range(NEAR_COUNT[cell]):
        neighbour = NEAR[cell][k]
        if neighbour < GROUND_CELLS and not survey.seen[neighbour] and die_take(survey, neighbour, digit):
            survey.seen[neighbour] = True
            survey.cell[size] = <uint8_t>neighbour
            runs_grow(survey, size + 1, start)
            survey.seen[neighbour] = False
            die_give(survey, neighbour, digit)


cdef inline void survey_run(survey_t* survey, const ground_t* ground, regions_t* to) noexcept nogil:
    cdef int cell, digit
    cdef uint8_t edge[1]
    memset(survey, 0, sizeof(survey_t))
    survey.ground = ground
    survey.to = to
    for cell in range(GROUND_CELLS):
        if ground.turn[cell] < 0:
            continue
        survey.seen[cell] = True
        edge[0] = <uint8_t>cell
        for digit in range(10):
            survey.digit = digit
            groups_grow(survey, 0, edge, 1, cell)
        survey.cell[0] = <uint8_t>cell
        for digit in range(10 - SIZE_MIN + 1):
            if die_take(survey, cell, digit):
                runs_grow(survey, 1, digit)
                die_give(survey, cell, digit)
        survey.seen[cell] = False


cdef inline void regions_count(const ground_t* ground, uint32_t* count) noexcept nogil:
    """How many regions each box has on a drop plan."""
    cdef survey_t survey
    cdef int box
    survey_run(&survey, ground, NULL)
    for box in range(BOXES):
        count[box] = survey.count[box]


cdef inline bint regions_list(regions_t* regions) noexcept nogil:
    """List the regions of `regions.ground`, of each box at most so many as there is room for;
    False if some box that is wanted has none."""
    cdef survey_t survey
    cdef int box
    memset(regions.kept, 0, sizeof(regions.kept))
    survey_run(&survey, &regions.ground, regions)
    for box in range(BOXES):
        regions.count[box] = survey.count[box]
        if regions.ground.boxes >> box & 1 and regions.kept[box] == 0:
            return False
    return True
