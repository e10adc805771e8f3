# Packing: as many boxes as possible filled on one drop plan, by large-neighbourhood search.
#
# A step takes a few regions away, at random or for a box that is missing,
# and looks, exactly but within a limit of nodes, for a packing of all open boxes that leaves no more
# digits missing than before. Regions stand as bits, so those still possible are found by masks.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from board cimport bit_first
from packing cimport (claims_order, claims_plan, missing_digits, packing_add, packing_start, packing_t,
                      region_fits, region_paid)
from region cimport (BOXES, BOX_REGIONS, BOX_WORDS, GROUND_CELLS, box_size, ground_t, region_t,
                     regions_list, regions_t)
from rng cimport rng_below

cdef enum:
    OPEN_MOST = 6              # boxes that one step fills anew
    LIST_MOST = 384            # regions of a box that one step looks at
    STEP_NODES = 50            # partial packings that one step tries
    STRICT = 10                # one step in so many takes nothing but a better packing
    OUT_LEAST = 2              # regions taken away at random
    OUT_MOST = 5
    PUSHED_MOST = 4            # regions that stand in the way of one

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static int bits_count(uint64_t x) { return (int)__popcnt64(x); }
    #else
    static inline int bits_count(uint64_t x) { return __builtin_popcountll(x); }
    #endif
    """
    int bits_count(uint64_t x) noexcept nogil

ctypedef struct pack_t:
    regions_t regions
    uint64_t* beside           # [cell][box][word]: the regions that don't use the cell
    packing_t packing          # the one to improve
    int missing                # its digits missing
    uint64_t rng
    uint64_t nodes
    uint64_t limit             # of nodes in this step
    uint32_t list[12][11][384]


cdef inline bint pack_fill(pack_t* pack, const packing_t* packing, int depth, const int* count, int todo,
                           int missing, int most, packing_t* result) noexcept nogil:
    """Fill boxes of `todo` from the lists at `depth`, so that at most `most` digits are missing."""
    cdef const regions_t* regions = &pack.regions
    cdef const region_t* region
    cdef packing_t next_packing
    cdef uint8_t turn[11]
    cdef int next_count[11]
    cdef int box, best = -1, i, j, k, kept, lost, rest
    cdef uint32_t* item
    cdef uint32_t index
    for box in range(BOXES):
        if todo >> box & 1:
            if count[box] == 0:
                missing += box_size(box)
                todo &= ~(1 << box)
            elif best < 0 or count[box] < count[best]:
                best = box
    if missing > most:
        return False
    if todo == 0:
        if not claims_plan(packing, &regions.ground, turn):
            return False
        result[0] = packing[0]
        return True
    pack.nodes += 1
    if pack.nodes > pack.limit:
        return False
    rest = todo & ~(1 << best)
    item = pack.list[depth][best]
    for i in range(count[best]):
        j = i + rng_below(&pack.rng, <uint32_t>(count[best] - i))
        index = item[j]
        item[j] = item[i]
        item[i] = index
        region = &regions.region[index]
        if not region_paid(region, packing, &regions.ground):
            continue
        next_packing = packing[0]
        packing_add(&next_packing, regions, index)
        if not claims_order(&next_packing, next_packing.turn, regions.ground.last, turn):
            continue
        lost = missing
        for box in range(BOXES):
            if not rest >> box & 1:
                continue
            kept = 0
            for k in range(count[box]):
                if region_fits(&regions.region[pack.list[depth][box][k]], &next_packing):
                    pack.list[depth + 1][box][kept] = pack.list[depth][box][k]
                    kept += 1
            next_count[box] = kept
            if kept == 0:
                lost += box_size(box)
                if lost > most:
                    break
        if lost > most:
            continue
        if pack_fill(pack, &next_packing, depth + 1, next_count, rest, missing, most, result):
            return True
        if pack.nodes > pack.limit:
            return False
    if missing + box_size(best) > most:
        return False
    for box in range(BOXES):
        if rest >> box & 1:
            memcpy(pack.list[depth + 1][box], pack.list[depth][box], count[box] * sizeof(uint32_t))
    return pack_fill(pack, packing, depth + 1, count, rest, missing + box_size(best), most, result)


cdef inline uint64_t* beside_row(const pack_t* pack, int cell, int box) noexcept nogil:
    return pack.beside + (cell * BOXES + box) * BOX_WORDS


cdef inline int pack_lists(pack_t* pack, const packing_t* packing, int box) noexcept nogil:
    """List the regions of a box that fit, a random choice where they are many; how many there are."""
    cdef const regions_t* regions = &pack.regions
    cdef int words = <int>(regions.kept[box] + 63) >> 6
    cdef int w, cell, half, total = 0, kept = 0
    cdef uint64_t live[93]     # BOX_WORDS
    cdef uint64_t used
    cdef const uint64_t* row
    cdef uint32_t index
    memset(live, 255, words * sizeof(uint64_t))
    if regions.kept[box] & 63:
        live[words - 1] = (<uint64_t>1 << (regions.kept[box] & 63)) - 1
    for half in range(2):
        used = ~packing.cells[half] & (~<uint64_t>0 if half == 0 else (<uint64_t>1 << (GROUND_CELLS - 64)) - 1)
        while used:
            cell = bit_first(used) + 64 * half
            used &= used - 1
            if regions.ground.turn[cell] < 0:
                continue
            row = beside_row(pack, cell, box)
            for w in range(words):
                live[w] &= row[w]
    for w in range(words):
        total += bits_count(live[w])
    for w in range(words):
        while live[w]:
            index = <uint32_t>(BOX_REGIONS * box + 64 * w + bit_first(live[w]))
            live[w] &= live[w] - 1
            if total > LIST_MOST and rng_below(&pack.rng, <uint32_t>total) >= LIST_MOST:
                continue
            if kept < LIST_MOST and region_fits(&regions.region[index], packing):
                pack.list[0][box][kept] = index
                kept += 1
    return kept


cdef inline void pack_again(pack_t* pack, packing_t* kept, int most_open) noexcept nogil:
    """Fill boxes on top of the regions kept, and take it if no more digits are missing than before.

    Where more boxes are open than a step can fill, some of those that were missing stay so.
    """
    cdef packing_t result
    cdef int count[11]
    cdef int box, most = pack.missing, missing = 0, todo = pack.regions.ground.boxes & ~kept.filled
    while bits_count(<uint64_t>todo) > most_open:
        box = rng_below(&pack.rng, BOXES)
        if (todo & ~pack.packing.filled) >> box & 1:
            todo &= ~(1 << box)
            missing += box_size(box)
    if rng_below(&pack.rng, STRICT) == 0:
        most -= 1
    for box in range(BOXES):
        if todo >> box & 1:
            count[box] = pack_lists(pack, kept, box)
    pack.limit = pack.nodes + STEP_NODES
    if pack_fill(pack, kept, 0, count, todo, missing, most, &result):
        pack.packing = result
        pack.missing = missing_digits(pack.regions.ground.boxes, result.filled)


cdef inline void packing_keep(packing_t* kept, const pack_t* pack, int boxes) noexcept nogil:
    """Of the packing at hand, the regions of these boxes alone."""
    cdef int box
    packing_start(kept, &pack.regions.ground)
    for box in range(BOXES):
        if pack.packing.filled & boxes & 1 << box:
            packing_add(kept, &pack.regions, pack.packing.region[box])


cdef inline void pack_shake(pack_t* pack) noexcept nogil:
    """Take a few regions away, and fill the gap no worse."""
    cdef packing_t kept
    cdef int order[11]
    cdef int i, j, box, out, filled = 0, boxes = pack.packing.filled
    for box in range(BOXES):
        if pack.packing.filled >> box & 1:
            order[filled] = box
            filled += 1
    out = min(filled, OUT_LEAST + rng_below(&pack.rng, OUT_MOST - OUT_LEAST + 1))
    for i in range(out):
        j = i + rng_below(&pack.rng, <uint32_t>(filled - i))
        box = order[j]
        order[j] = order[i]
        boxes &= ~(1 << box)
    packing_keep(&kept, pack, boxes)
    pack_again(pack, &kept, max(OPEN_MOST, out + 1))


cdef inline int boxes_beside(const pack_t* pack, const region_t* region, int boxes) noexcept nogil:
    """Those of the boxes whose regions share no cell with this one."""
    cdef const region_t* other
    cdef int box
    for box in range(BOXES):
        if pack.packing.filled & boxes & 1 << box:
            other = &pack.regions.region[pack.packing.region[box]]
            if region.cells[0] & other.cells[0] or region.cells[1] & other.cells[1]:
                boxes &= ~(1 << box)
    return boxes


cdef inline int boxes_paying(const pack_t* pack, const region_t* region, const packing_t* kept, int boxes) noexcept nogil:
    """Those of the boxes whose regions don't take a die that this one lacks."""
    cdef const region_t* other
    cdef int box, i
    for box in range(BOXES):
        if pack.packing.filled & boxes & 1 << box:
            other = &pack.regions.region[pack.packing.region[box]]
            for i in range(4):
                if other.dice[i] & region.dice[i] & ~kept.dice[i]:
                    boxes &= ~(1 << box)
    return boxes


cdef inline void pack_push(pack_t* pack) noexcept nogil:
    """Give a box that is missing a region of its own, and fill anew those that stood in its way."""
    cdef const regions_t* regions = &pack.regions
    cdef const region_t* region
    cdef packing_t kept
    cdef uint8_t turn[11]
    cdef int box, missing = -1, seen = 0, boxes
    cdef uint32_t index
    for box in range(BOXES):
        if (regions.ground.boxes & ~pack.packing.filled) >> box & 1:
            seen += 1
            if rng_below(&pack.rng, <uint32_t>seen) == 0:
                missing = box
    index = BOX_REGIONS * missing + <uint32_t>rng_below(&pack.rng, regions.kept[missing])
    region = &regions.region[index]
    boxes = boxes_beside(pack, region, pack.packing.filled)
    packing_keep(&kept, pack, boxes)
    if not region_fits(region, &kept):
        boxes = boxes_paying(pack, region, &kept, boxes)
        packing_keep(&kept, pack, boxes)
    if bits_count(<uint64_t>(pack.packing.filled & ~boxes)) > PUSHED_MOST:
        return
    if not region_fits(region, &kept) or not region_paid(region, &kept, &regions.ground):
        return
    packing_add(&kept, regions, <int>index)
    if claims_order(&kept, kept.turn, regions.ground.last, turn):
        pack_again(pack, &kept, OPEN_MOST)


cdef inline void pack_run(pack_t* pack, uint64_t steps) noexcept nogil:
    """So many steps, or fewer if nothing is missing any more."""
    cdef uint64_t i
    for i in range(steps):
        if pack.missing == 0:
            return
        if pack.packing.filled and rng_below(&pack.rng, 2):
            pack_push(pack)
        else:
            pack_shake(pack)


cdef inline void pack_delete(pack_t* pack) noexcept nogil:
    if pack != NULL:
        free(pack.regions.region)
        free(pack.beside)
        free(pack)


cdef inline pack_t* pack_new() noexcept nogil:
    """Room for a packing, NULL where memory runs out."""
    cdef pack_t* pack = <pack_t*>calloc(1, sizeof(pack_t))
    if pack != NULL:
        pack.regions.region = <region_t*>malloc(BOXES * BOX_REGIONS * sizeof(region_t))
        pack.beside = <uint64_t*>malloc(<size_t>GROUND_CELLS * BOXES * BOX_WORDS * sizeof(uint64_t))
        if pack.regions.region == NULL or pack.beside == NULL:
            pack_delete(pack)
            return NULL
    return pack


cdef inline bint pack_open(pack_t* pack, const ground_t* ground, uint64_t seed) noexcept nogil:
    """Begin on a drop plan, nothing filled; False if a box that is wanted has no region."""
    cdef int cell, i, box
    cdef uint32_t index
    cdef const region_t* region
    pack.regions.ground = ground[0]
    pack.rng = seed
    packing_start(&pack.packing, ground)
    pack.missing = missing_digits(ground.boxes, 0)
    if not regions_list(&pack.regions):
        return False
    for box in range(BOXES):
        for cell in range(GROUND_CELLS):
            memset(beside_row(pack, cell, box), 255, ((pack.regions.kept[box] + 63) >> 6) * sizeof(uint64_t))
        for index in range(pack.regions.kept[box]):
            region = &pack.regions.region[BOX_REGIONS * box + index]
            for i in range(region.size):
                beside_row(pack, region.cell[i], box)[index >> 6] &= ~(<uint64_t>1 << (index & 63))
    return True
