# One ply by the learned value: the best turns for a roll. What is looked at narrows from stage to stage:
# sheets with their X shapes, landings by the surface they leave, arrangements of the digits by the
# groups and runs they touch; what is left is valued in full, with every claim.
#
# Slides that let nothing fall lead to sheets that differ in their tiles alone. Such sheets are gone
# through once, as one grid; only the sum of the tiles' weights is added for each of them.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy, memset
from board cimport CELLS, LAST, LINE, SOLO, TILES, sheet_t
from combo cimport claim_t, sheet_claim
from contact cimport base_set, claims_new, contact_set, contact_t
from drop cimport landing_t, sheet_write
from fall cimport falls_t
from roll cimport roll_t
from score cimport score_total
from search cimport ranked_t, ranking_add, ranking_t
from surface cimport surface_set, surface_t
from tiles cimport letter_circle
from traits cimport slides_left
from turn cimport places_list, turns_fall, turns_free, turns_t
from value cimport POINT
from worth cimport (digits_sum, surface_sum, sheet_counts_alone, sum_t, sum_worth, sums_added, tiles_sum)

cdef enum:
    OPTIONS = 12               # no claim, or one of eleven boxes
    WRITINGS_MOST = 10000      # arrangements of a roll

ctypedef struct width_t:       # how many of each stage are kept
    int grids
    int landings
    int writings

ctypedef struct grid_t:        # falls that differ in their tiles alone
    int first                  # indices into the falls of the turn
    int slides                 # left afterwards
    float value                # to choose between grids
    sum_t digits               # before the player's own shape
    sum_t rest                 # the same, and the surface
    int best                   # the fall with the best tiles, nothing claimed
    bint known[12]             # by option: whether the tiles of its falls are summed

ctypedef struct landed_t:
    float value                # as if nothing had been written
    sum_t surface
    int grid
    landing_t place

ctypedef struct choose_t:      # room to work in; zeroed once, then choose_free()
    turns_t turns
    width_t width
    const float* weights
    grid_t* grid
    int grids
    int grid_room
    int* next                  # by fall: the next of its grid, -1 after the last
    int* slot                  # a hash table of grids, one more than their number; room for four a fall
    sum_t* tiles               # by fall and option
    landed_t* landed
    int landed_count
    int landed_room
    float quick[10000]         # by arrangement kept
    int writing[10000]

cdef extern from *:
    """
    /* A rough worth of a group of equal digits and of a run, by size: only to sort arrangements. */
    static const float GROUP_QUICK[9] = {0, 0, 1.0f, 2.2f, 3.4f, 4.6f, 5.6f, 6.4f, 6.8f};
    static const float RUN_QUICK[9] = {0, 0, 1.0f, 2.2f, 3.5f, 4.9f, 6.3f, 7.8f, 8.0f};
    """
    const float GROUP_QUICK[9]
    const float RUN_QUICK[9]


cdef inline void choose_free(choose_t* choose) noexcept nogil:
    turns_free(&choose.turns)
    free(choose.grid)
    free(choose.next)
    free(choose.slot)
    free(choose.tiles)
    free(choose.landed)
    memset(choose, 0, sizeof(choose_t))


cdef inline bint choose_room(choose_t* choose) noexcept nogil:
    """Make room for the falls of a turn, each a grid of its own, and for the landings kept."""
    cdef int falls = choose.turns.falls.count
    cdef void* grown
    if choose.grid_room < falls:
        grown = realloc(choose.grid, falls * sizeof(grid_t))
        if grown == NULL:
            return False
        choose.grid = <grid_t*>grown
        grown = realloc(choose.next, falls * sizeof(int))
        if grown == NULL:
            return False
        choose.next = <int*>grown
        grown = realloc(choose.slot, (16 + 4 * falls) * sizeof(int))
        if grown == NULL:
            return False
        choose.slot = <int*>grown
        grown = realloc(choose.tiles, OPTIONS * falls * sizeof(sum_t))
        if grown == NULL:
            return False
        choose.tiles = <sum_t*>grown
        choose.grid_room = falls
    if choose.landed_room < choose.width.landings:
        grown = realloc(choose.landed, choose.width.landings * sizeof(landed_t))
        if grown == NULL:
            return False
        choose.landed = <landed_t*>grown
        choose.landed_room = choose.width.landings
    return True


cdef inline sum_t tiles_with(const choose_t* choose, const sheet_t* sheet, int option, int slides) noexcept nogil:
    """The tiles and boxes of a sheet once the box of `option` is filled."""
    cdef sheet_t after
    if option == 0:
        return tiles_sum(choose.weights, sheet, slides)
    after = sheet[0]
    after.boxes |= <uint16_t>(1 << (option - 1))
    letter_circle(&after, 3 + (option - 1) % 5 if option < 11 else 8)
    return tiles_sum(choose.weights, &after, slides)


cdef inline void grid_settle(choose_t* choose, grid_t* grid, int option) noexcept nogil:
    """Sum the tiles of every fall of a grid for an option."""
    cdef int fall = grid.first
    if grid.known[option]:
        return
    grid.known[option] = True
    while fall >= 0:
        choose.tiles[OPTIONS * fall + option] = tiles_with(choose, &choose.turns.falls.item[fall].sheet, option, grid.slides)
        fall = choose.next[fall]


cdef inline uint64_t cells_hash(const sheet_t* sheet) noexcept nogil:
    """Mix the cells of a sheet (as sheet_hash() in fall.pxd does all of it)."""
    cdef uint64_t[12] word
    cdef uint64_t h = sheet.fill
    cdef int i
    memcpy(word, sheet.cell, sizeof(word))
    for i in range(12):
        h = (h ^ word[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 32
    return h


cdef inline bint grid_same(const sheet_t* a, const sheet_t* b) noexcept nogil:
    return a.fill == b.fill and memcmp(a.cell, b.cell, CELLS) == 0


cdef inline void grids_sort(choose_t* choose, int keep) noexcept nogil:
    """Bring the `keep` best grids to the front, best first; of equals the first found."""
    cdef grid_t grid
    cdef int i, j
    for i in range(1, choose.grids):
        grid = choose.grid[i]
        j = min(i, keep)
        if j == keep and grid.value <= choose.grid[keep - 1].value:
            continue
        while j and choose.grid[j - 1].value < grid.value:
            if j < keep:
                choose.grid[j] = choose.grid[j - 1]
            j -= 1
        choose.grid[j] = grid
    choose.grids = min(choose.grids, keep)


cdef inline void grid_measure(choose_t* choose, grid_t* grid, int flags) noexcept nogil:
    """Value a grid before the own shape is dropped."""
    cdef const sheet_t* sheet = &choose.turns.falls.item[grid.first].sheet
    cdef surface_t surface
    cdef sum_t sum
    cdef float value
    cdef int fall = grid.first
    surface_set(&surface, sheet)
    grid.digits = digits_sum(choose.weights, sheet, &surface)
    grid.rest = sums_added(surface_sum(choose.weights, sheet), grid.digits)
    grid_settle(choose, grid, 0)
    while fall >= 0:
        sum = sums_added(choose.tiles[OPTIONS * fall], grid.rest)
        value = score_total(sheet, flags) + sum_worth(&sum, grid.slides)
        if fall == grid.first or value > grid.value:
            grid.value = value
            grid.best = fall
        fall = choose.next[fall]


cdef inline void grids_list(choose_t* choose, int flags) noexcept nogil:
    """Gather the falls of a turn into grids, and keep the best."""
    cdef falls_t* falls = &choose.turns.falls
    cdef grid_t* grid
    cdef int i, g, slides, slot, slots = 16
    choose.grids = 0
    while slots < 2 * falls.count:
        slots *= 2
    memset(choose.slot, 0, slots * sizeof(int))
    for i in range(falls.count):
        choose.next[i] = -1
        slides = slides_left(&falls.item[i].sheet)
        slot = <int>(cells_hash(&falls.item[i].sheet) + <uint64_t>slides & <uint64_t>(slots - 1))
        while choose.slot[slot]:
            grid = &choose.grid[choose.slot[slot] - 1]
            if grid.slides == slides and grid_same(&falls.item[i].sheet, &falls.item[grid.first].sheet):
                choose.next[i] = choose.next[grid.first]
                choose.next[grid.first] = i
                break
            slot = (slot + 1) & (slots - 1)
        else:
            grid = &choose.grid[choose.grids]
            choose.grids += 1
            choose.slot[slot] = choose.grids
            memset(grid.known, 0, sizeof(grid.known))
            grid.first = i
            grid.slides = slides
    for g in range(choose.grids):
        grid_measure(choose, &choose.grid[g], flags)
    if choose.grids > choose.width.grids:
        grids_sort(choose, choose.width.grids)


cdef inline void landed_add(choose_t* choose, const landed_t* new) noexcept nogil:
    cdef int i = choose.landed_count
    if i == choose.width.landings:
        i -= 1
        if new.value <= choose.landed[i].value:
            return
    else:
        choose.landed_count += 1
    while i and choose.landed[i - 1].value < new.value:
        choose.landed[i] = choose.landed[i - 1]
        i -= 1
    choose.landed[i] = new[0]


cdef inline void landed_list(choose_t* choose, const roll_t* roll, int flags) noexcept nogil:
    """Keep the landings that leave the best surface."""
    cdef turns_t* turns = &choose.turns
    cdef uint8_t[4] digits
    cdef landed_t new
    cdef sheet_t after
    cdef const sheet_t* sheet
    cdef grid_t* grid
    cdef sum_t before, sum
    cdef int p, g, places
    memset(digits, 0, sizeof(digits))
    memset(&new, 0, sizeof(landed_t))
    choose.landed_count = 0
    for g in range(choose.grids):
        grid = &choose.grid[g]
        sheet = &turns.falls.item[grid.best].sheet
        before = sums_added(choose.tiles[OPTIONS * grid.best], grid.digits)
        places = places_list(sheet, roll.shape, flags, turns.places)
        for p in range(places):
            after = sheet[0]
            sheet_write(&after, &turns.places[p], digits)
            new.grid = g
            new.place = turns.places[p]
            new.value = score_total(&after, flags)
            if not sheet_counts_alone(&after, flags):
                new.surface = surface_sum(choose.weights, &after)
                sum = sums_added(before, new.surface)
                new.value += sum_worth(&sum, grid.slides)
            landed_add(choose, &new)


cdef inline int writings_list(choose_t* choose, const contact_t* contact, const roll_t* roll) noexcept nogil:
    """Keep the arrangements that touch the largest groups and longest runs; returns how many."""
    cdef float[4][10] alone
    cdef float value
    cdef int i, k, a, d, pair, low, high, n, count = 0, keep = choose.width.writings
    cdef const uint8_t* digits
    if keep >= roll.count:
        for a in range(roll.count):
            choose.writing[a] = a
        return roll.count
    for i in range(4):
        for d in range(10):
            alone[i][d] = (GROUP_QUICK[min(8, 1 + contact.group[i][d])]
                           + RUN_QUICK[min(8, 1 + contact.below[i][d + 1] + contact.above[i][d + 1])])
    for a in range(roll.count):
        digits = roll.digits[a]
        value = alone[0][digits[0]] + alone[1][digits[1]] + alone[2][digits[2]] + alone[3][digits[3]]
        pair = 0
        for i in range(1, 4):
            for k in range(i):
                if contact.inner >> pair & 1:
                    if digits[i] == digits[k]:
                        low = contact.group[i][digits[i]]
                        high = contact.group[k][digits[i]]
                        value += (GROUP_QUICK[min(8, 2 + low + high)] - GROUP_QUICK[min(8, 1 + low)]
                                  - GROUP_QUICK[min(8, 1 + high)])
                    elif digits[i] == digits[k] + 1 or digits[k] == digits[i] + 1:
                        low = k if digits[k] < digits[i] else i
                        high = i + k - low
                        n = 2 + contact.below[low][digits[low] + 1] + contact.above[high][digits[high] + 1]
                        value += RUN_QUICK[min(8, n)] - max(
                            RUN_QUICK[min(8, 1 + contact.below[low][digits[low] + 1])],
                            RUN_QUICK[min(8, 1 + contact.above[high][digits[high] + 1])])
                pair += 1
        n = count
        if n == keep:
            n -= 1
            if value <= choose.quick[n]:
                continue
        else:
            count += 1
        while n and choose.quick[n - 1] < value:
            choose.quick[n] = choose.quick[n - 1]
            choose.writing[n] = choose.writing[n - 1]
            n -= 1
        choose.quick[n] = value
        choose.writing[n] = a
    return count


cdef inline int points_rounded(float value) noexcept nogil:
    """Points in hundredths."""
    return <int>(POINT * value + 0.5) if value > 0 else -<int>(0.5 - POINT * value)


cdef inline void option_rank(choose_t* choose, grid_t* grid, const sheet_t* after, const surface_t* surface,
                             const sum_t* stands, int option, int flags, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a turn that ends on `after`, with each of the grid's tiles; `stands` is its surface."""
    cdef int score = score_total(after, flags), fall = grid.first
    cdef bint alone = sheet_counts_alone(after, flags)
    cdef sum_t rest, sum
    grid_settle(choose, grid, option)
    if not alone:
        rest = sums_added(stands[0], digits_sum(choose.weights, after, surface))
    while fall >= 0:
        turn.value = POINT * score
        if not alone:
            sum = sums_added(choose.tiles[OPTIONS * fall + option], rest)
            turn.value = points_rounded(score + sum_worth(&sum, grid.slides))
        if ranking.count < ranking.room or turn.value > ranking.item[ranking.count - 1].value:
            turn.fall = choose.turns.falls.item[fall]
            ranking_add(ranking, turn)
        fall = choose.next[fall]


cdef inline void claims_rank(choose_t* choose, grid_t* grid, const sheet_t* placed, const surface_t* surface,
                             const sum_t* stands, int flags, ranked_t* turn, ranking_t* ranking) noexcept nogil:
    """Rank a placement without a claim, then with each claim it allows."""
    cdef sheet_t after
    cdef int i, option, old = choose.turns.base.claims.count
    turn.claimed = False
    option_rank(choose, grid, placed, surface, stands, 0, flags, turn, ranking)
    turn.claimed = True
    for i in range(old + choose.turns.fresh.count):
        turn.claim = choose.turns.base.claims.item[i] if i < old else choose.turns.fresh.item[i - old]
        after = placed[0]
        sheet_claim(&after, &turn.claim)
        option = 0
        while turn.claim.box >> option:
            option += 1
        option_rank(choose, grid, &after, surface, stands, option, flags, turn, ranking)


cdef inline void turns_choose(choose_t* choose, const sheet_t* sheet, const roll_t* roll, int flags,
                              ranking_t* ranking) noexcept nogil:
    """Fill `ranking` (its room is the caller's) with the best turns that the widths let through."""
    cdef turns_t* turns = &choose.turns
    cdef contact_t contact
    cdef surface_t surface
    cdef ranked_t turn
    cdef sheet_t after
    cdef landed_t* landed
    cdef grid_t* grid
    cdef sum_t stands
    cdef int i, a, count, last = -1
    memset(&turn, 0, sizeof(ranked_t))
    ranking.count = 0
    turns_fall(turns, sheet, roll, flags)
    if not choose_room(choose):
        turns.failed = True
        return
    grids_list(choose, flags)
    landed_list(choose, roll, flags)
    turn.placed = choose.landed_count > 0
    for i in range(choose.landed_count):
        landed = &choose.landed[i]
        grid = &choose.grid[landed.grid]
        if landed.grid != last:
            last = landed.grid
            base_set(&turns.base, &turns.falls.item[grid.first].sheet)
        turn.place = landed.place
        contact_set(&contact, &turns.base, &landed.place)
        count = writings_list(choose, &contact, roll)
        for a in range(count):
            after = turns.base.sheet
            memcpy(turn.digits, roll.digits[choose.writing[a]], 4)
            sheet_write(&after, &landed.place, turn.digits)
            if a == 0:
                surface_set(&surface, &after)
            claims_new(&turns.base, &contact, &landed.place, turn.digits, &after, &turns.fresh)
            claims_rank(choose, grid, &after, &surface, &landed.surface, flags, &turn, ranking)
    if choose.landed_count == 0:
        turns.fresh.count = 0
        for i in range(choose.grids):
            grid = &choose.grid[i]
            after = turns.falls.item[grid.first].sheet
            base_set(&turns.base, &after)
            surface_set(&surface, &after)
            stands = surface_sum(choose.weights, &after)
            claims_rank(choose, grid, &after, &surface, &stands, flags, &turn, ranking)
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed


cdef inline void ranked_sheet(const ranked_t* turn, sheet_t* out) noexcept nogil:
    """The sheet after a turn that turns_choose() gave."""
    out[0] = turn.fall.sheet
    if turn.placed:
        sheet_write(out, &turn.place, turn.digits)
    if turn.claimed:
        sheet_claim(out, &turn.claim)
    out.turn += 1
