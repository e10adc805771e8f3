# Beam search, continued: the selection of the turns to keep, and the memory of a beam.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from beam.beam cimport beam_t, child_t, worker_t
from beam.forecast cimport forecast_turn
from game.board cimport BOX_SETS, TURNS_MOST, sheet_t
from game.move cimport move_apply, move_t

cdef enum:
    RADIX = 11                 # bits per pass of the radix sort
    BOXES_SHARE = 3            # tenths of the width allowed to sheets with the same boxes filled
    SURFACE_SHARE = 200        # the width divided by this is allowed to sheets with the same surface,
    SURFACE_LEAST = 2          # but at least this many, or one in a beam narrower than NARROW
    NARROW = 150

ctypedef struct keeper_t:      # working memory of the selection; `slots` is a power of two
    uint32_t* order            # indices of the children, then scratch space to sort them
    uint64_t* seen             # hashes of the sheets kept, an open-addressing table
    uint64_t* surface          # likewise: a surface in the high half, its number of sheets in the low half
    int* boxes                 # number of sheets kept, by filled boxes
    uint32_t slots
    int width
    int kept
    move_t* move
    sheet_t* sheet


cdef inline void keeper_free(keeper_t* keeper) noexcept nogil:
    free(keeper.order)
    free(keeper.seen)
    free(keeper.surface)
    free(keeper.boxes)
    free(keeper.move)
    free(keeper.sheet)


cdef inline bint keeper_room(keeper_t* keeper, int count, int width) noexcept nogil:
    memset(keeper, 0, sizeof(keeper_t))
    keeper.width = min(width, count)
    keeper.slots = 64
    while keeper.slots < 2 * <uint32_t>keeper.width:
        keeper.slots *= 2
    keeper.order = <uint32_t*>malloc(2 * sizeof(uint32_t) * count + 1)
    keeper.seen = <uint64_t*>calloc(keeper.slots, sizeof(uint64_t))
    keeper.surface = <uint64_t*>calloc(keeper.slots, sizeof(uint64_t))
    keeper.boxes = <int*>calloc(BOX_SETS, sizeof(int))
    keeper.move = <move_t*>malloc(sizeof(move_t) * keeper.width + 1)
    keeper.sheet = <sheet_t*>malloc(sizeof(sheet_t) * keeper.width + 1)
    return (keeper.order != NULL and keeper.seen != NULL and keeper.surface != NULL and keeper.boxes != NULL
            and keeper.move != NULL and keeper.sheet != NULL)


cdef inline const uint32_t* order_sort(const child_t* child, uint32_t* order, int count) noexcept nogil:
    """Sort by descending value, stably. Return the half of `order` that holds the result."""
    cdef int[(1 << RADIX) + 1] start
    cdef uint32_t* other = order + count
    cdef uint32_t key
    cdef int i, digit
    for digit in range(3):
        memset(start, 0, sizeof(start))
        for i in range(count):
            key = <uint32_t>(0x40000000 - child[order[i]].value)
            start[(key >> (RADIX * digit) & ((1 << RADIX) - 1)) + 1] += 1
        for i in range(1, (1 << RADIX) + 1):
            start[i] += start[i - 1]
        for i in range(count):
            key = <uint32_t>(0x40000000 - child[order[i]].value) >> (RADIX * digit) & ((1 << RADIX) - 1)
            other[start[key]] = order[i]
            start[key] += 1
        order, other = other, order
    return order


cdef inline bint surface_is_full(keeper_t* keeper, uint32_t surface) noexcept nogil:
    """Return True if enough sheets have this surface; otherwise count one more."""
    cdef uint32_t slot = surface & (keeper.slots - 1)
    cdef int least = SURFACE_LEAST if keeper.width >= NARROW else 1
    cdef uint64_t cap = <uint64_t>max(least, keeper.width // SURFACE_SHARE)
    while keeper.surface[slot] and keeper.surface[slot] >> 32 != surface:
        slot = (slot + 1) & (keeper.slots - 1)
    if (keeper.surface[slot] & <uint64_t>0xFFFFFFFF) >= cap:
        return True
    keeper.surface[slot] = (<uint64_t>surface << 32 | (keeper.surface[slot] & <uint64_t>0xFFFFFFFF)) + 1
    return False


cdef inline void child_keep(keeper_t* keeper, const beam_t* beam, const child_t* child, bint capped) noexcept nogil:
    """Keep a sheet unless an equal one is kept already or, if `capped`, enough similar ones are."""
    cdef uint32_t slot = <uint32_t>child.hash & (keeper.slots - 1)
    while keeper.seen[slot]:
        if keeper.seen[slot] == child.hash:
            return
        slot = (slot + 1) & (keeper.slots - 1)
    if capped:
        if 10 * keeper.boxes[child.boxes] > BOXES_SHARE * keeper.width or surface_is_full(keeper, child.surface):
            return
        keeper.boxes[child.boxes] += 1
    keeper.seen[slot] = child.hash
    keeper.move[keeper.kept] = child.move
    keeper.sheet[keeper.kept] = beam.sheet[child.move.parent]
    move_apply(&keeper.move[keeper.kept], &keeper.sheet[keeper.kept])
    keeper.kept += 1


cdef inline bint beam_room(beam_t* beam) noexcept nogil:
    """Prepare to search turn beam.turn. Return False if memory runs out."""
    free(beam.child)
    free(beam.children)
    beam.child = <child_t*>malloc(sizeof(child_t) * beam.breadth.children * beam.sheets + 1)
    beam.children = <uint8_t*>calloc(beam.sheets + 1, 1)
    if beam.child == NULL or beam.children == NULL:
        return False
    if beam.turn < beam.count:
        forecast_turn(&beam.forecast, beam.turn + 1)
    return True


cdef inline bint beam_keep(beam_t* beam, int width) noexcept nogil:
    """Advance to the best turns: first those that the caps allow, then any others. Return False if memory runs out."""
    cdef keeper_t keeper
    cdef const uint32_t* order
    cdef int p, i, count = 0
    for p in range(beam.sheets):
        count += beam.children[p]
    if not keeper_room(&keeper, count, width):
        keeper_free(&keeper)
        return False
    count = 0
    for p in range(beam.sheets):
        for i in range(beam.children[p]):
            keeper.order[count] = <uint32_t>(p * beam.breadth.children + i)
            count += 1
    order = order_sort(beam.child, keeper.order, count)
    for p in range(2):
        for i in range(count):
            if keeper.kept < keeper.width:
                child_keep(&keeper, beam, &beam.child[order[i]], p == 0)
    free(beam.sheet)
    beam.sheet = keeper.sheet
    beam.sheets = keeper.kept
    beam.level[beam.turn].move = keeper.move
    beam.level[beam.turn].count = keeper.kept
    beam.turn += 1
    keeper.sheet = NULL
    keeper.move = NULL
    keeper_free(&keeper)
    return beam_room(beam)


cdef inline void beam_take(beam_t* beam, const worker_t* w) noexcept nogil:
    """Merge the results of a thread. Of equal lines that end with the same roll, that of the first sheet wins."""
    beam.nodes += w.nodes
    beam.failed = beam.failed or w.turns.failed
    if w.best > beam.best or (w.best == beam.best and beam.best_level == beam.turn and w.best_move.slides
                              and w.best_move.parent < beam.best_move.parent):
        beam.best = w.best
        beam.best_level = beam.turn
        beam.best_move = w.best_move


cdef inline void beam_free(beam_t* beam) noexcept nogil:
    cdef int i
    for i in range(TURNS_MOST):
        free(beam.level[i].move)
    free(beam.child)
    free(beam.children)
    free(beam.sheet)
    free(beam.rolls)
    free(beam)
