# The first stage of choosing a turn by the learned value (value/learned_turns.pxd): the sheets that
# slides and X shapes lead to. Slides by which no shape falls lead to sheets that differ only in
# their tiles. Such sheets are processed once, as one grid; only the sum of the tiles' weights is
# added for each of them.
from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memset
from game.board cimport BOXES, CELLS, SIZES, SIZE_BONUS, SIZE_MIN, cells_hash, sheet_t
from game.budget cimport budget_spend, budget_t
from game.drop cimport landing_t
from game.fall cimport falls_t
from game.roll cimport ARRANGEMENTS_MOST
from game.score cimport score_total
from game.tiles cimport letter_circle
from game.turn cimport turns_free, turns_t
from value.clusters cimport clusters_read, clusters_t
from value.layout cimport layout_set, layout_spots, layout_t
from value.learned cimport clusters_sum, sum_t, sum_value, sums_added, surface_sum, tiles_sum
from value.traits cimport slides_left

cdef enum:
    OPTIONS = BOXES + 1        # no claim, or one of the boxes
    GAINS = 64                 # the number of claims whose gain is recorded

ctypedef struct width_t:       # how many candidates each stage keeps
    int grids
    int landings
    int writings

ctypedef struct grid_t:        # falls that differ only in their tiles
    int first                  # first fall, an index into the falls of the turn
    int slides                 # slides left afterwards
    float value                # for choosing between grids
    sum_t digits               # sum of the digits before the player's own shape drops
    sum_t rest                 # sum of these digits and the surface
    int best                   # the fall with the best tiles if nothing is claimed
    bint known[OPTIONS]        # by option: True once the tiles of its falls are summed

ctypedef struct landed_t:
    float value                # without the digits of this turn
    sum_t surface
    int grid
    landing_t place

ctypedef struct choose_t:      # work space: zero it, set width, weights and budget; release it with choose_free()
    width_t width
    const float* weights
    budget_t budget            # counts grids, landings and final sheets valued; once it is spent, the best of those remain
    turns_t turns
    grid_t* grid
    int grids
    int grid_room
    int* next                  # by fall: the next fall of its grid, -1 after the last
    int* slot                  # a hash table of grid numbers plus 1, with room for four slots per fall
    sum_t* tiles               # sums of the tiles, by fall and option
    landed_t* landed
    int landed_count
    int landed_room
    float quick[ARRANGEMENTS_MOST]  # by arrangement kept
    int writing[ARRANGEMENTS_MOST]
    int gain[GAINS]            # by claim of digits from before the turn: the most that it has added to a placement


cdef inline void choose_free(choose_t* choose) noexcept nogil:
    turns_free(&choose.turns)
    free(choose.grid)
    free(choose.next)
    free(choose.slot)
    free(choose.tiles)
    free(choose.landed)
    memset(choose, 0, sizeof(choose_t))


cdef inline bint choose_room(choose_t* choose) noexcept nogil:
    """Allocate memory for the falls of a turn, each a grid of its own, and for the landings kept.
    Returns False if memory ran out."""
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
    """Return the sum of a sheet's tiles and boxes once the box of `option` is filled."""
    cdef sheet_t after = sheet[0]
    after.boxes |= <uint16_t>(1 << (option - 1))
    letter_circle(&after, SIZE_MIN + (option - 1) % SIZES if option < BOXES else SIZE_BONUS)
    return tiles_sum(choose.weights, &after, slides)


cdef inline void grid_settle(choose_t* choose, grid_t* grid, int option) noexcept nogil:
    """Sum the tiles of every fall of a grid for `option`, unless that is already done."""
    cdef int fall = grid.first
    if grid.known[option]:
        return
    grid.known[option] = True
    while fall >= 0:
        choose.tiles[OPTIONS * fall + option] = tiles_with(choose, &choose.turns.falls.item[fall].sheet, option, grid.slides)
        fall = choose.next[fall]


cdef inline bint grid_same(const sheet_t* a, const sheet_t* b) noexcept nogil:
    return a.fill == b.fill and memcmp(a.cell, b.cell, CELLS) == 0


cdef inline void grids_sort(choose_t* choose, int keep) noexcept nogil:
    """Move the `keep` best grids to the front, best first; ties keep their order."""
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


cdef inline void grid_measure(choose_t* choose, grid_t* grid, layout_t* layout, clusters_t* clusters, int flags) noexcept nogil:
    """Value a grid before the player's own shape drops. Its digits were read on another grid."""
    cdef const sheet_t* sheet = &choose.turns.falls.item[grid.first].sheet
    cdef sum_t sum
    cdef float value
    cdef int fall = grid.first
    layout_spots(layout, sheet)
    grid.digits = clusters_sum(choose.weights, sheet, layout, clusters)
    grid.rest = sums_added(surface_sum(choose.weights, sheet), grid.digits)
    while fall >= 0:
        sum = sums_added(choose.tiles[OPTIONS * fall], grid.rest)
        value = score_total(sheet, flags) + sum_value(&sum, grid.slides)
        if fall == grid.first or value > grid.value:
            grid.value = value
            grid.best = fall
        fall = choose.next[fall]


cdef inline void grids_list(choose_t* choose, int flags) noexcept nogil:
    """Group the falls of a turn into grids, and keep the best. If the budget runs out, these are
    the best of those measured so far, at least one."""
    cdef falls_t* falls = &choose.turns.falls
    cdef layout_t layout
    cdef clusters_t clusters
    cdef grid_t* grid
    cdef int i, g, slides, slot, slots = 16
    choose.grids = 0
    while slots < 2 * falls.count:
        slots *= 2
    memset(choose.slot, 0, slots * sizeof(int))
    for i in range(falls.count):
        choose.next[i] = -1
        slides = slides_left(&falls.item[i].sheet)
        if i and falls.item[i].sheet.notches == falls.item[i - 1].sheet.notches:  # the tiles are the same
            choose.tiles[OPTIONS * i] = choose.tiles[OPTIONS * (i - 1)]
        else:
            choose.tiles[OPTIONS * i] = tiles_sum(choose.weights, &falls.item[i].sheet, slides)
        slot = <int>(cells_hash(falls.item[i].sheet.cell, <uint64_t>slides) & <uint64_t>(slots - 1))
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
            grid.known[0] = True
            grid.first = i
            grid.slides = slides
    if choose.grids:
        layout_set(&layout, &falls.item[0].sheet)
        clusters_read(&clusters, &falls.item[0].sheet, &layout)
    for g in range(choose.grids):
        grid_measure(choose, &choose.grid[g], &layout, &clusters, flags)
        if not budget_spend(&choose.budget):
            choose.grids = g + 1
            break
    if choose.grids > choose.width.grids:
        grids_sort(choose, choose.width.grids)
