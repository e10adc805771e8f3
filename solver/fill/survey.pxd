# Surveys: every region that some boxes can still have on top of a packing.
#
# Bit masks hold the free cells that can show a digit, and those from which a run of a given size can rise, each cell
# judged by itself. The regions grown from there are checked against the dice.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from fill.packing cimport packing_digits, packing_t
from fill.region cimport BONUS_BOX, box_of_size, box_size, ground_t, region_set, region_t
from game.board cimport (BOXES, DIGITS, NEAR_CELLS, SIZES, SIZE_BONUS, SIZE_MIN, TURNS_MOST, bit_first, mask_add,
                         mask_any, mask_both, mask_count, mask_drop, mask_either, mask_first, mask_flood, mask_has,
                         mask_near, mask_one, mask_pop, mask_t, mask_without)
from game.rng cimport rng_below

cdef enum:
    ROOM = 384                 # the most regions of a box that a survey keeps
    FIELDS_MOST = 256

# Visits a region; returns True to stop the survey.
ctypedef bint (*region_visit_t)(const region_t*, void*) noexcept nogil

ctypedef struct field_t:       # connected cells that can all show a digit
    mask_t cells
    int digit
    int most                   # the largest wanted group that its dice can pay for

ctypedef struct survey_t:
    const ground_t* ground
    const packing_t* packing
    int boxes                  # the boxes surveyed, a bit each
    int group_most             # the largest wanted group; while listing, that of the current field
    int group_least            # the smallest wanted group
    uint8_t run_next[SIZE_BONUS + 1]  # the next longer wanted run, or 0
    mask_t can[DIGITS]         # free cells that can show a digit
    mask_t by_star[DIGITS]     # those of them that need a star for it
    mask_t rising[SIZE_BONUS + 1][DIGITS]  # [size][digit]: cells from which a run of that size may rise
    int fields
    uint64_t count[BOXES]      # regions of each box
    int kept[BOXES]
    region_t* region           # ROOM for each box, or NULL to count only
    uint64_t* rng
    region_visit_t visit       # NULL, or called with each region; no region is kept then
    void* context
    bint done                  # `visit` returned True
    uint8_t cell[SIZE_BONUS]
    mask_t path
    uint8_t used[TURNS_MOST + 1]  # dice used by the current group, or stars used by the current run
    uint8_t most[TURNS_MOST + 1]  # dice that can show the group's digit
    int digit
    field_t field[FIELDS_MOST] # must be last: only the first `fields` entries are set


cdef inline mask_t mask_beside(int cell, const mask_t* mask) noexcept nogil:
    """Return the cells of a mask that are neighbours of `cell`."""
    cdef mask_t near
    near.word[0] = NEAR_CELLS[cell][0] & mask.word[0]
    near.word[1] = NEAR_CELLS[cell][1] & mask.word[1]
    return near


cdef inline void group_begin(survey_t* survey, int digit) noexcept nogil:
    """Start the groups of a digit, with no die used."""
    cdef int turn
    memset(survey.used, 0, sizeof(survey.used))
    survey.most[0] = SIZE_BONUS
    for turn in range(1, survey.ground.turns + 1):
        survey.most[turn] = survey.packing.left[turn][digit] + survey.packing.stars[turn]


cdef inline bint group_take(survey_t* survey, int cell) noexcept nogil:
    """Use a die or a star of a cell's turn for a group. Return False if none is left."""
    cdef int turn = survey.ground.turn[cell]
    if survey.used[turn] == survey.most[turn]:
        return False
    survey.used[turn] += 1
    return True


cdef inline bint star_take(survey_t* survey, int cell) noexcept nogil:
    """Use a star of a cell's turn for a run. Return False if none is left."""
    cdef int turn = survey.ground.turn[cell]
    if survey.used[turn] == survey.packing.stars[turn]:
        return False
    survey.used[turn] += 1
    return True


cdef inline void survey_add(survey_t* survey, int size, int digit, bint rise) noexcept nogil:
    """Count the region of the first `size` cells and keep it; of more than ROOM, keep a random sample."""
    cdef int box = box_of_size(size, rise), at, i
    cdef region_t shown
    if not survey.boxes >> box & 1 or survey.ground.last[box] == 0:
        return
    if survey.ground.last[box] < survey.ground.turns:
        for i in range(size):
            if survey.ground.turn[survey.cell[i]] > survey.ground.last[box]:
                return
    survey.count[box] += 1
    if survey.visit != NULL:
        region_set(&shown, survey.ground, survey.cell, size, digit, rise)
        survey.done = survey.visit(&shown, survey.context)
        return
    if survey.region == NULL:
        return
    at = survey.kept[box]
    if at == ROOM:
        at = rng_below(survey.rng, <uint32_t>survey.count[box])
        if at >= ROOM:
            return
    else:
        survey.kept[box] += 1
    region_set(&survey.region[ROOM * box + at], survey.ground, survey.cell, size, digit, rise)


cdef inline void groups_grow(survey_t* survey, int size, mask_t edge, mask_t fresh, int left) noexcept nogil:
    """Visit every connected set that extends the chosen cells, each once (D. Redelmeier).

    It adds cells of `edge`, and cells of `fresh` next to those; `left` cells are available in all.
    """
    cdef mask_t near
    cdef int cell
    while not survey.done and size + left >= survey.group_least and mask_any(&edge):
        cell = mask_pop(&edge)
        left -= 1
        if not group_take(survey, cell):
            continue
        survey.cell[size] = <uint8_t>cell
        if size + 1 >= SIZE_MIN:
            survey_add(survey, size + 1, survey.digit, False)
        if size + 1 < survey.group_most:
            near = mask_beside(cell, &fresh)
            groups_grow(survey, size + 1, mask_either(&edge, &near), mask_without(&fresh, &near), left)
        survey.used[survey.ground.turn[cell]] -= 1


cdef inline void runs_grow(survey_t* survey, int size, int start) noexcept nogil:
    """Visit every path that continues from the chosen cells, digit by digit, to a wanted size."""
    cdef int cell, digit = start + size, size_next = survey.run_next[size]
    cdef mask_t near
    if size >= SIZE_MIN:
        survey_add(survey, size, start, True)
    if size_next == 0 or start + size_next > DIGITS:
        return
    near = mask_beside(survey.cell[size - 1], &survey.rising[size_next - size][digit])
    near = mask_without(&near, &survey.path)
    while mask_any(&near) and not survey.done:
        cell = mask_pop(&near)
        if mask_has(&survey.by_star[digit], cell) and not star_take(survey, cell):
            continue
        survey.cell[size] = <uint8_t>cell
        mask_add(&survey.path, cell)
        runs_grow(survey, size + 1, start)
        mask_drop(&survey.path, cell)
        if mask_has(&survey.by_star[digit], cell):
            survey.used[survey.ground.turn[cell]] -= 1


cdef inline void field_add(survey_t* survey, const mask_t* cells, int digit) noexcept nogil:
    """Add a field if it can hold a wanted group."""
    cdef uint8_t used[TURNS_MOST + 1]
    cdef mask_t rest = cells[0]
    cdef field_t* field = &survey.field[survey.fields]
    cdef int turn, paid = 0, most = survey.group_most
    if mask_count(cells) < survey.group_least or survey.fields == FIELDS_MOST:
        return
    memset(used, 0, sizeof(used))
    while mask_any(&rest):
        turn = survey.ground.turn[mask_pop(&rest)]
        if turn == 0 or used[turn] < survey.packing.left[turn][digit] + survey.packing.stars[turn]:
            used[turn] += 1
            paid += 1
    while most >= survey.group_least and (most > paid or not survey.boxes >> box_of_size(most, False) & 1):
        most -= 1
    if most < survey.group_least:
        return
    field.cells = cells[0]
    field.digit = digit
    field.most = most
    survey.fields += 1


cdef inline void survey_open(survey_t* survey, const ground_t* ground, const packing_t* packing, int boxes) noexcept nogil:
    """Find the fields, and the cells from which runs may rise."""
    cdef mask_t rest, wide, near
    cdef uint64_t digits
    cdef int box, cell, digit, size, turn, run_most = 0
    memset(survey, 0, sizeof(survey_t) - sizeof(survey.field))
    survey.ground = ground
    survey.packing = packing
    survey.boxes = boxes
    survey.group_least = SIZE_BONUS + 1
    for box in range(BOXES):
        if boxes >> box & 1 and (box < SIZES or box == BONUS_BOX):
            survey.group_most = max(survey.group_most, box_size(box))
            survey.group_least = min(survey.group_least, box_size(box))
    for size in range(SIZE_BONUS - 1, -1, -1):
        box = box_of_size(size + 1, True)
        survey.run_next[size] = survey.run_next[size + 1]
        if size + 1 >= SIZE_MIN and boxes >> box & 1:
            survey.run_next[size] = <uint8_t>(size + 1)
            run_most = max(run_most, size + 1)
    rest = packing.cells
    while mask_any(&rest):
        cell = mask_pop(&rest)
        turn = ground.turn[cell]
        if turn == 0:
            mask_add(&survey.can[ground.digit[cell]], cell)
            continue
        digits = packing_digits(packing, turn)
        while digits:
            digit = bit_first(digits)
            mask_add(&survey.can[digit], cell)
            if packing.left[turn][digit] == 0:
                mask_add(&survey.by_star[digit], cell)
            digits &= digits - 1
    for digit in range(DIGITS):
        rest = survey.can[digit]
        if survey.group_most == 0:
            break
        if mask_count(&rest) < survey.group_least:
            continue
        while mask_any(&rest):
            wide = mask_first(&rest)
            mask_flood(&wide, &rest)
            rest = mask_without(&rest, &wide)
            field_add(survey, &wide, digit)
    if survey.run_next[0]:
        for digit in range(DIGITS):
            survey.rising[1][digit] = survey.can[digit]
        for size in range(2, run_most + 1):
            for digit in range(DIGITS - size + 1):
                near = mask_near(&survey.rising[size - 1][digit + 1])
                survey.rising[size][digit] = mask_both(&near, &survey.can[digit])


cdef inline int survey_places(const survey_t* survey, int box) noexcept nogil:
    """Return the number of cells where a region of `box` may begin, a rough count of its regions; 0 if it has none."""
    cdef int digit, n, size = box_size(box), count = 0
    if box < SIZES or box == BONUS_BOX:
        for n in range(survey.fields):
            if survey.field[n].most >= size:
                count += mask_count(&survey.field[n].cells)
    if box >= SIZES:
        for digit in range(DIGITS - size + 1):
            count += mask_count(&survey.rising[size][digit])
    return count


cdef inline void survey_groups(survey_t* survey, region_t* region, uint64_t* rng) noexcept nogil:
    """List the groups, at most ROOM for each box; only count them if `region` is NULL."""
    cdef mask_t rest, one
    cdef int n, left
    survey.region = region
    survey.rng = rng
    for n in range(survey.fields):
        survey.digit = survey.field[n].digit
        survey.group_most = survey.field[n].most
        group_begin(survey, survey.digit)
        rest = survey.field[n].cells
        left = mask_count(&rest)
        while mask_any(&rest) and not survey.done:
            one = mask_one(mask_pop(&rest))
            groups_grow(survey, 0, one, rest, left)
            left -= 1


cdef inline void survey_runs(survey_t* survey, region_t* region, uint64_t* rng) noexcept nogil:
    """List the runs in the same way as survey_groups()."""
    cdef mask_t rest
    cdef int cell, digit, size = survey.run_next[0]
    survey.region = region
    survey.rng = rng
    if size == 0:
        return
    memset(survey.used, 0, sizeof(survey.used))
    for digit in range(DIGITS - size + 1):
        rest = survey.rising[size][digit]
        while mask_any(&rest) and not survey.done:
            cell = mask_pop(&rest)
            survey.cell[0] = <uint8_t>cell
            survey.path = mask_one(cell)
            if mask_has(&survey.by_star[digit], cell):
                star_take(survey, cell)
            runs_grow(survey, 1, digit)
            survey.used[survey.ground.turn[cell]] = 0


cdef inline void survey_run(survey_t* survey, region_t* region, uint64_t* rng) noexcept nogil:
    """List all regions, at most ROOM for each box; only count them if `region` is NULL."""
    survey_groups(survey, region, rng)
    survey_runs(survey, region, rng)


cdef inline void survey_show(survey_t* survey, int box, region_visit_t visit, void* context) noexcept nogil:
    """Call `visit` with every region of one box until it returns True.

    The survey must have been opened for this box, among others; it can't be run again.
    """
    cdef int n, at, kept = 0, size = box_size(box)
    survey.boxes = 1 << box
    survey.visit = visit
    survey.context = context
    for n in range(survey.fields):
        if survey.field[n].most >= size and (box < SIZES or box == BONUS_BOX):
            survey.field[kept] = survey.field[n]
            survey.field[kept].most = size
            kept += 1
    survey.fields = kept
    survey.group_least = size
    for at in range(SIZE_BONUS + 1):
        survey.run_next[at] = <uint8_t>(size if at < size and box >= SIZES else 0)
    survey_run(survey, NULL, NULL)
