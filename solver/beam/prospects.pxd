# The value of a sheet's open boxes with known dice. Each box gets the best group or run to fill it from, no
# digit being reserved twice, and the chance that the missing digits come.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from beam.forecast cimport OUT_OF_REACH, QUARTERS, SURE, forecast_t, horizon_t, joint_t, terrain_t
from game.board cimport (BOXES, CELLS, DIGITS, DIGIT_NINE, KINDS, NEAR, NEAR_COUNT, SIZES, SIZE_BONUS, SIZE_MAX,
                         SIZE_MIN, code_is_free, mask_add, mask_either, mask_meets, mask_t, sheet_t)
from game.score cimport BOX_BONUS, COLUMN_POINTS, POINT

cdef enum:
    RUNS_MOST = 96
    NO_GROUP = 255
    LATER = 975                # the chance of a combo that is complete but not yet claimed
    LIBERTY = 5                # a group with room r grows with the chance 8 r / (8 r + this)
    FAR = 8                    # 128ths of a chance lost for each cell to fill first
    WHOLE_IDENTICAL = 33       # weights in 64ths: points of a complete column, of identical 7, of the bonus box
    WHOLE_CONSECUTIVE = 46
    SEVEN_IDENTICAL = 54
    BONUS = 37
    DEMAND = 24                # penalty of each missing digit beyond those that the turns can place well,
    PLACED = 24                # which are this many tenths of a digit per turn

ctypedef struct group_t:       # connected equal free digits
    mask_t cells
    int code
    int size
    int joined                 # `size` plus the largest group that one more digit would join to it; 0 without room
    int room

ctypedef struct run_t:         # a run plus one digit, at one end or between two parts of it
    mask_t cells               # without that digit
    int code                   # that digit
    int low
    int high
    int far

ctypedef struct prospects_t:
    const forecast_t* look
    const horizon_t* horizon
    int supply[DIGITS + 2]     # the rest of horizon.supply
    mask_t used                # digits reserved for a box
    int missing                # digits that all boxes together still lack
    int many
    uint8_t cell[CELLS]        # cells of the free digits, by ascending digit
    int groups
    uint8_t group_of[CELLS]
    group_t group[CELLS]
    uint8_t down[CELLS]        # by cell: length of the longest run that ends there, and that starts there
    uint8_t up[CELLS]
    mask_t below[CELLS]        # the cells of these runs
    mask_t above[CELLS]
    int runs
    run_t run[RUNS_MOST]


cdef inline void digits_find(prospects_t* p, const sheet_t* sheet, const terrain_t* terrain) noexcept nogil:
    """List the free digits in order; a claim may have used some since the terrain was set."""
    cdef int[DIGITS + 3] start
    cdef int n, code
    memset(start, 0, sizeof(start))
    for n in range(terrain.many):
        code = sheet.cell[terrain.cell[n]]
        if code <= DIGIT_NINE:
            start[code + 1] += 1
    for code in range(1, DIGITS + 2):
        start[code] += start[code - 1]
    p.many = start[DIGITS + 1]
    for n in range(terrain.many):
        code = sheet.cell[terrain.cell[n]]
        if code <= DIGIT_NINE:
            p.cell[start[code]] = terrain.cell[n]
            start[code] += 1


cdef inline void groups_find(prospects_t* p, const sheet_t* sheet, const terrain_t* terrain) noexcept nogil:
    cdef uint8_t[CELLS] found
    cdef group_t* group
    cdef int first, i, j, n, next
    memset(p.group_of, NO_GROUP, sizeof(p.group_of))
    p.groups = 0
    for first in range(p.many):
        i = p.cell[first]
        if p.group_of[i] != NO_GROUP:
            continue
        group = &p.group[p.groups]
        memset(group, 0, sizeof(group_t))
        found[0] = <uint8_t>i
        p.group_of[i] = <uint8_t>p.groups
        group.size = 1
        next = 0
        while next < group.size:
            mask_add(&group.cells, found[next])
            group.room += terrain.loose[found[next]]
            for n in range(NEAR_COUNT[found[next]]):
                j = NEAR[found[next]][n]
                if sheet.cell[j] == sheet.cell[i] and p.group_of[j] == NO_GROUP:
                    p.group_of[j] = <uint8_t>p.groups
                    found[group.size] = <uint8_t>j
                    group.size += 1
            next += 1
        group.joined = group.size if group.room else 0
        group.code = sheet.cell[i]
        p.groups += 1


cdef inline void chain_set(const sheet_t* sheet, int i, int step, uint8_t* length, mask_t* cells) noexcept nogil:
    """Set the longest run from a free digit in steps of 1 or -1, given the runs from the next digits."""
    cdef int n, j, best = -1, code = sheet.cell[i] + step
    if code_is_free(code):
        for n in range(NEAR_COUNT[i]):
            j = NEAR[i][n]
            if sheet.cell[j] == code and (best < 0 or length[j] > length[best]):
                best = j
    length[i] = 1
    memset(&cells[i], 0, sizeof(mask_t))
    if best >= 0:
        length[i] += length[best]
        cells[i] = cells[best]
    mask_add(&cells[i], i)


cdef inline void chains_find(prospects_t* p, const sheet_t* sheet) noexcept nogil:
    """Find the longest runs that end at, and that start from, each free digit."""
    cdef int n
    for n in range(p.many):
        chain_set(sheet, p.cell[n], -1, p.down, p.below)
    for n in range(p.many - 1, -1, -1):
        chain_set(sheet, p.cell[n], 1, p.up, p.above)


cdef inline void run_add(prospects_t* p, int below, int above, int code, int far) noexcept nogil:
    """Add the run that digit `code` would make after the run `below` and before the run `above` (-1: no run)."""
    cdef run_t* run = &p.run[p.runs]
    if not code_is_free(code) or p.runs == RUNS_MOST:
        return
    p.runs += 1
    run.code = code
    run.low = code
    run.high = code
    run.far = far
    memset(&run.cells, 0, sizeof(mask_t))
    if below >= 0:
        run.low -= p.down[below]
        run.cells = mask_either(&run.cells, &p.below[below])
    if above >= 0:
        run.high += p.up[above]
        run.cells = mask_either(&run.cells, &p.above[above])


cdef inline void joint_use(prospects_t* p, const sheet_t* sheet, const joint_t* joint) noexcept nogil:
    """Find what one digit in an empty cell would join, pair by pair."""
    cdef group_t* one
    cdef group_t* other
    cdef int n, k, i, j, size
    for n in range(joint.count):
        i = joint.near[n]
        if sheet.cell[i] > DIGIT_NINE:
            continue
        for k in range(joint.count):
            j = joint.near[k]
            if sheet.cell[j] == sheet.cell[i] + 2 and sheet.cell[j] <= DIGIT_NINE:
                run_add(p, i, j, sheet.cell[i] + 1, joint.far)
            elif k < n and sheet.cell[j] == sheet.cell[i] and p.group_of[j] != p.group_of[i]:
                one = &p.group[p.group_of[i]]
                other = &p.group[p.group_of[j]]
                size = one.size + other.size
                one.joined = max(one.joined, size)
                other.joined = max(other.joined, size)


cdef inline void runs_find(prospects_t* p, const sheet_t* sheet, const terrain_t* terrain) noexcept nogil:
    """List the runs that one digit would extend or join, and record the groups it would join."""
    cdef int n, i
    p.runs = 0
    for n in range(p.many):
        i = p.cell[n]
        if terrain.far[i] == OUT_OF_REACH:
            continue
        if p.up[i] == 1 and p.down[i] > 1:
            run_add(p, i, -1, sheet.cell[i] + 1, terrain.far[i])
        if p.down[i] == 1 and p.up[i] > 1:
            run_add(p, -1, i, sheet.cell[i] - 1, terrain.far[i])
    for n in range(terrain.joints):
        joint_use(p, sheet, &terrain.joint[n])


cdef inline int identical_chance(prospects_t* p, int size) noexcept nogil:
    """Return the chance to fill an identical box, and reserve its best group, or digits for a new one."""
    cdef group_t* group
    cdef int n, chance, missing = size, best = 0, code = 0
    cdef group_t* chosen = NULL
    for n in range(1, DIGITS + 1):
        if p.look.equal[size][max(0, p.supply[n])] > best:
            best = p.look.equal[size][max(0, p.supply[n])]
            code = n
    for n in range(p.groups):
        group = &p.group[n]
        if group.size >= size:
            chance = LATER
        elif group.joined == 0:
            continue
        else:
            chance = p.look.equal[max(1, size - group.joined)][max(0, p.supply[group.code])]
            chance = chance * 8 * group.room // (8 * group.room + LIBERTY)
        if chance > best and not mask_meets(&group.cells, &p.used):
            best = chance
            chosen = group
    if chosen != NULL:
        missing = 0 if chosen.size >= size else max(1, size - chosen.joined)
        code = chosen.code
        p.used = mask_either(&p.used, &chosen.cells)
    p.supply[code] -= QUARTERS * missing
    p.missing += missing
    return best


cdef inline int consecutive_chance(prospects_t* p, int size) noexcept nogil:
    """Return the chance to fill a consecutive box, and reserve its best run."""
    cdef const run_t* run
    cdef const run_t* chosen = NULL
    cdef int n, i, length, chance, best = p.horizon.scratch[size]
    for n in range(p.many):
        i = p.cell[n]
        if p.down[i] == size and not mask_meets(&p.below[i], &p.used):
            p.used = mask_either(&p.used, &p.below[i])
            return LATER
    for n in range(p.runs):
        run = &p.run[n]
        length = run.high - run.low + 1
        chance = p.horizon.first[run.code]
        if length < size:
            chance = chance * p.horizon.more[run.low][run.high][size - length] // SURE
        chance = chance * (128 - FAR * run.far) // 128
        if chance > best and not mask_meets(&run.cells, &p.used):
            best = chance
            chosen = run
    if chosen == NULL:
        p.missing += size
    else:
        p.missing += max(1, size - (chosen.high - chosen.low))
        p.used = mask_either(&p.used, &chosen.cells)
    return best


cdef inline int worth_best(int* worth, int count, int turns) noexcept nogil:
    """Return the sum of the largest values, one per turn, since no turn has two claims."""
    cdef int n, k, value = 0
    for n in range(min(count, turns)):
        for k in range(n + 1, count):
            if worth[k] > worth[n]:
                worth[n], worth[k] = worth[k], worth[n]
        value += worth[n]
    return value


cdef inline int boxes_promise(const sheet_t* sheet, const terrain_t* terrain, const forecast_t* look) noexcept nogil:
    """Return the value of the open boxes, which reserve their digits from the largest box down."""
    cdef prospects_t p
    cdef int[BOXES] worth
    cdef int[KINDS] whole
    cdef int[KINDS] open
    cdef int size, chance, count = 0, value = 0, turns = terrain.turns
    if turns == 0:
        return 0
    whole[0] = whole[1] = SURE
    open[0] = open[1] = 0
    p.look = look
    p.horizon = &look.horizon[turns]
    p.missing = 0
    memset(&p.used, 0, sizeof(mask_t))
    memcpy(p.supply, p.horizon.supply, sizeof(p.supply))
    digits_find(&p, sheet, terrain)
    groups_find(&p, sheet, terrain)
    chains_find(&p, sheet)
    runs_find(&p, sheet, terrain)
    for size in range(SIZE_MAX, SIZE_MIN - 1, -1):
        if not sheet.boxes >> (size - SIZE_MIN) & 1:
            chance = identical_chance(&p, size)
            whole[0] = whole[0] * chance // SURE
            open[0] += 1
            worth[count] = POINT * size * chance // SURE
            if size == SIZE_MAX:
                worth[count] = worth[count] * SEVEN_IDENTICAL // 64
            count += 1
        if not sheet.boxes >> (size - SIZE_MIN + SIZES) & 1:
            chance = consecutive_chance(&p, size)
            whole[1] = whole[1] * chance // SURE
            open[1] += 1
            worth[count] = POINT * size * chance // SURE
            count += 1
    size = p.missing * 10 - PLACED * turns
    if size > 0:
        value -= DEMAND * size // 10
    if not sheet.boxes >> BOX_BONUS & 1:
        chance = max(identical_chance(&p, SIZE_BONUS), consecutive_chance(&p, SIZE_BONUS))
        worth[count] = POINT * SIZE_BONUS * chance // SURE * BONUS // 64
        count += 1
    if 0 < open[0] <= turns:
        value += POINT * COLUMN_POINTS * whole[0] // SURE * WHOLE_IDENTICAL // 64
    if 0 < open[1] <= turns:
        value += POINT * COLUMN_POINTS * whole[1] // SURE * WHOLE_CONSECUTIVE // 64
    return value + worth_best(worth, count, turns)
