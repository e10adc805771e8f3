# Refitting: redrop the pieces of a drop plan, from some piece on, so that given regions stay in place.
#
# A piece may lie where the dice of its turn pay for the digits wanted there; an X shape only where no digit is
# wanted. As no hole is left, an outline determines which cells are filled, and so whether the rest can be dropped.
# An outline from which that has failed isn't tried again.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from construct.drop_plans cimport PIECES_MOST, drop_plans_t
from construct.layer cimport edge_t, layer_find, layer_t
from construct.outline cimport PLACE, PLACES, drop_t, outline_of, outline_row, place_t, places_of
from construct.pack cimport filling_t
from construct.site cimport site_lay, site_t
from fill.region cimport ground_t, region_t
from game.board cimport (BOXES, CELLS, COLUMNS, DIGITS, GROUND_CELLS, SIZES, SOLO_CELLS, TURNS_MOST, mask_add,
                         mask_any, mask_t, mask_without)
from game.rng cimport rng_below

cdef enum:
    NODES_MOST = 1000          # the most outlines that one refitting expands
    FAILED_SLOTS = 2048        # a power of two

ctypedef struct refit_t:
    const drop_plans_t* plans  # the drop plans to choose from
    site_t site                # the drop plan being built
    int8_t want[CELLS]         # the digit of each cell of the regions, -1 elsewhere
    int boxes                  # boxes of the regions, and the cells of each
    mask_t cells[BOXES]
    int nodes
    drop_t was[PIECES_MOST]    # the previous drop plan,
    int first                  # and the first piece that may be dropped elsewhere
    uint64_t rng
    uint64_t failed[FAILED_SLOTS]  # pairs of piece and outline that have failed: an open-addressing table
    uint64_t dice[TURNS_MOST + 1]  # by turn: the number dice that show each digit, a nibble each


cdef inline uint64_t* failed_slot(refit_t* refit, uint64_t key) noexcept nogil:
    """Return the slot of a key other than 0, or the free slot where it belongs."""
    cdef uint32_t slot = <uint32_t>(key * <uint64_t>0x9E3779B97F4A7C15 >> 32) & (FAILED_SLOTS - 1)
    while refit.failed[slot] and refit.failed[slot] != key:
        slot = (slot + 1) & (FAILED_SLOTS - 1)
    return &refit.failed[slot]


cdef inline bint claims_wait(const refit_t* refit, int turn, const mask_t* filled) noexcept nogil:
    """Return True if after a turn too many boxes are still to be claimed, or one of them too late."""
    cdef const ground_t* ground = &refit.site.ground
    cdef int box, size, waiting = 0, still = 0, both = refit.boxes | ground.filled
    cdef mask_t rest
    for box in range(BOXES):
        if refit.boxes >> box & 1:
            rest = mask_without(&refit.cells[box], filled)
            if mask_any(&rest):
                if turn >= ground.last[box]:
                    return True
                still |= 1 << box
                waiting += 1
    for size in range(SIZES):
        if ground.falls[size] > turn and both >> size & both >> (size + SIZES) & 1 and not (still >> size | still >> (size + SIZES)) & 1:
            waiting += 1
    return waiting > ground.turns - turn


cdef inline bint dice_pay(const refit_t* refit, int owner, const int* cell) noexcept nogil:
    """Return True if the dice of a turn pay for the digits wanted in the four cells of its piece.

    An X shape pays for no digit.
    """
    cdef uint64_t used = 0
    cdef int i, want, stars = refit.site.ground.stars[owner] if owner > 0 else 0
    for i in range(SOLO_CELLS):
        want = refit.want[cell[i]]
        if want < 0:
            continue
        if owner < 0:
            return False
        if (used >> (4 * want) & 15) < (refit.dice[owner] >> (4 * want) & 15):
            used += <uint64_t>1 << (4 * want)
        elif stars:
            stars -= 1
        else:
            return False
    return True


cdef inline int edge_same(const refit_t* refit, int n, const edge_t* edge, int edges) noexcept nogil:
    """Return the index of the edge that leaves piece n as it was, or -1."""
    cdef const drop_t* was = &refit.was[n]
    cdef const drop_t* drop
    cdef int k
    for k in range(edges):
        drop = &PLACE[places_of(refit.site.shape[n])][edge[k].place].drop
        if drop.shape == was.shape and drop.way == was.way and drop.x == was.x:
            return k
    return -1


cdef inline bint refit_drop(refit_t* refit, int n, int slot, mask_t filled, bint is_other) noexcept nogil:
    """Drop the pieces from n on, onto the outline of `slot`. Return False if only the previous plan was found.

    `is_other` is true if an earlier piece was dropped elsewhere. The previous place of a piece is tried last.
    """
    cdef const layer_t* layer = &refit.plans.layer[n]
    cdef const place_t* place
    cdef const edge_t* edge
    cdef site_t* site = &refit.site
    cdef uint64_t key = <uint64_t>(n + 1) << 32 | <uint32_t>slot
    cdef int[SOLO_CELLS] cell
    cdef int i, k, at, row, shape, start, begin = 0, edges = 1, same = -1
    cdef uint32_t outline = layer.outline[slot] - 1
    cdef mask_t now
    if n == site.pieces:
        return is_other
    if refit.nodes == NODES_MOST or is_other and failed_slot(refit, key)[0]:
        return False
    refit.nodes += 1
    shape = places_of(site.shape[n])
    start = rng_below(&refit.rng, <uint32_t>PLACES[shape])
    edge = &layer.edge[layer.first[slot]]
    while not edge[edges - 1].is_last:
        edges += 1
    while begin < edges and edge[begin].place < start:
        begin += 1
    if not is_other:
        same = edge_same(refit, n, edge, edges)
    for k in range(begin, begin + edges + (same >= 0)):
        at = k % edges if k < begin + edges else same
        if k < begin + edges and same >= 0 and (at == same or n < refit.first):
            continue
        slot = edge[at].slot
        place = &PLACE[shape][edge[at].place]
        row = outline_row(outline, place)
        now = filled
        for i in range(SOLO_CELLS):
            cell[i] = COLUMNS * row + place.cell[i]
            mask_add(&now, cell[i])
        if not dice_pay(refit, site.owner[n], cell):
            continue
        if site.owner[n] > 0 and claims_wait(refit, site.owner[n], &now):
            continue
        site.drop[n] = place.drop
        site.drop[n].row = <uint8_t>row
        if refit_drop(refit, n + 1, slot, now, is_other or at != same):
            return True
    if is_other:
        failed_slot(refit, key)[0] = key
    return False


cdef inline void refit_open(refit_t* refit, const drop_plans_t* plans, const ground_t* ground) noexcept nogil:
    """Set the drop plans to choose from, and the dice."""
    cdef int turn, digit
    refit.plans = plans
    for turn in range(ground.turns + 1):
        refit.dice[turn] = 0
        for digit in range(DIGITS):
            refit.dice[turn] |= <uint64_t>ground.dice[turn][digit] << (4 * digit)


cdef inline bint refit_run(refit_t* refit, const site_t* site, const filling_t* filling, int boxes, uint64_t seed) noexcept nogil:
    """Look for another drop plan, equal up to some piece, on which the regions of `boxes` can stay.

    Return False if none was found.
    """
    cdef const region_t* region
    cdef mask_t filled
    cdef int box, i, slot = layer_find(&refit.plans.layer[0], outline_of(site.outline))
    if refit.plans.layer[0].outline[slot] == 0:
        return False
    refit.site = site[0]
    refit.boxes = boxes
    refit.rng = seed
    refit.nodes = 0
    refit.first = rng_below(&refit.rng, <uint32_t>site.pieces)
    memcpy(refit.was, site.drop, sizeof(refit.was))
    memset(refit.failed, 0, sizeof(refit.failed))
    memset(refit.want, -1, sizeof(refit.want))
    for box in range(BOXES):
        if boxes >> box & 1:
            region = &filling.region[box]
            refit.cells[box] = region.cells
            for i in range(region.size):
                refit.want[region.cell[i]] = <int8_t>(region.digit + (i if region.rise else 0))
    filled.word[0] = filled.word[1] = 0
    for i in range(GROUND_CELLS):
        if i // COLUMNS < site.outline[i % COLUMNS]:
            mask_add(&filled, i)
    if not refit_drop(refit, 0, slot, filled, False):
        return False
    site_lay(&refit.site)
    return True
