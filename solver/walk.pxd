# Walking from one drop plan to the next: a few pieces in a row are dropped in another way that leads
# to the same outline, so that most regions of a packing stay as they are; then the packing goes on.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from board cimport COLUMNS, SOLO_SHAPES
from outline cimport drop_t
from pack cimport pack_open, pack_run, pack_t
from packing cimport (claims_plan, die_spend, missing_digits, packing_add, packing_start, packing_t, region_fits,
                      region_paid)
from region cimport BOXES, BOX_REGIONS, ground_t, region_t
from rng cimport rng_below, rng_next
from shapes cimport SHAPE, turned_t
from tiles cimport WILD

cdef enum:
    WINDOW_MOST = 5            # pieces dropped anew in one step
    OTHERS_MOST = 64           # other ways kept of one window
    TRIES = 10                 # of them that are looked at

ctypedef struct site_t:        # a drop plan, piece by piece
    ground_t ground
    int pieces
    int8_t owner[25]           # the turn whose digits a piece takes, -1 for an X shape
    uint8_t shape[25]          # 0..4, or WILD
    uint8_t outline[7]         # the heights before the first piece
    int8_t below[77]           # what is there before it: 0 a free digit, -1 anything else
    drop_t drop[25]

ctypedef struct window_t:
    const site_t* site
    int end
    uint8_t target[7]
    drop_t drop[5]
    int count
    drop_t other[64][5]

ctypedef struct walk_t:
    site_t site[2]
    pack_t* pack[2]
    int now                    # which of the two counts
    bint is_open               # every box that is wanted has a region there
    volatile bint stopped      # another thread said so: no more steps
    uint64_t rng
    window_t window


cdef inline void site_lay(site_t* site) noexcept nogil:
    """Write the turns of all pieces into the ground."""
    cdef int n, i, cell
    cdef const turned_t* turned
    memcpy(site.ground.turn, site.below, sizeof(site.ground.turn))
    for n in range(site.pieces):
        turned = &SHAPE[site.drop[n].shape].turned[site.drop[n].way]
        for i in range(turned.size):
            cell = COLUMNS * (site.drop[n].row + turned.dy[i]) + site.drop[n].x + turned.dx[i]
            site.ground.turn[cell] = site.owner[n]


cdef inline void outline_at(const site_t* site, int pieces, uint8_t* heights) noexcept nogil:
    """The heights after so many pieces."""
    cdef int n, i
    cdef const turned_t* turned
    memcpy(heights, site.outline, 7)
    for n in range(pieces):
        turned = &SHAPE[site.drop[n].shape].turned[site.drop[n].way]
        for i in range(turned.width):
            heights[site.drop[n].x + i] = <uint8_t>(site.drop[n].row + turned.top[i])


cdef inline bint drop_fits(const site_t* site, int n) noexcept nogil:
    """True if piece n is of its shape and lies on the ones before it without a hole."""
    cdef const drop_t* drop = &site.drop[n]
    cdef const turned_t* turned = &SHAPE[drop.shape].turned[drop.way]
    cdef uint8_t heights[7]
    cdef int i
    outline_at(site, n, heights)
    for i in range(turned.width):
        if heights[drop.x + i] != drop.row + turned.bottom[i]:
            return False
    return site.shape[n] == WILD or site.shape[n] == drop.shape


cdef inline void window_fill(window_t* window, int start, int n, uint8_t* heights) noexcept nogil:
    """Every way to drop pieces n.. of the window on these heights up to its target."""
    cdef int s, w, x, i, row, length = window.end - start
    cdef uint8_t before[4]
    cdef const turned_t* turned
    cdef bint fits
    if n == window.end:
        if window.count < OTHERS_MOST:
            memcpy(window.other[window.count], window.drop, length * sizeof(drop_t))
            window.count += 1
        return
    for s in range(SOLO_SHAPES):
        if window.site.shape[n] != WILD and window.site.shape[n] != s:
            continue
        for w in range(SHAPE[s].count):
            turned = &SHAPE[s].turned[w]
            for x in range(COLUMNS - turned.width + 1):
                row = heights[x] - turned.bottom[0]
                fits = row >= 0
                for i in range(turned.width):
                    fits = (fits and heights[x + i] == row + turned.bottom[i]
                            and row + turned.top[i] <= window.target[x + i])
                if not fits:
                    continue
                for i in range(turned.width):
                    before[i] = heights[x + i]
                    heights[x + i] = <uint8_t>(row + turned.top[i])
                window.drop[n - start].shape = <uint8_t>s
                window.drop[n - start].way = <uint8_t>w
                window.drop[n - start].x = <uint8_t>x
                window.drop[n - start].row = <uint8_t>row
                window_fill(window, start, n + 1, heights)
                for i in range(turned.width):
                    heights[x + i] = before[i]


cdef inline bint region_move(region_t* region, const ground_t* ground) noexcept nogil:
    """Set what the turns of its cells make of a region; False if a cell is no digit's any more."""
    cdef int i, turn, bit
    cdef uint32_t turns = 0
    memset(region.dice, 0, sizeof(region.dice))
    region.turn = 1
    region.crowded = False
    for i in range(region.size):
        turn = ground.turn[region.cell[i]]
        if turn < 0:
            return False
        if turn == 0:
            continue
        region.turn = <uint8_t>max(region.turn, turn)
        if turns >> turn & 1:
            region.crowded = True
        turns |= <uint32_t>1 << turn
        bit = 10 * turn + region.digit + (i if region.rise else 0)
        region.dice[bit >> 6] |= <uint64_t>1 << (bit & 63)
    return region.turn <= ground.last[region.box]


cdef inline int packing_move(const pack_t* pack, const ground_t* ground, packing_t* packing, region_t* kept) noexcept nogil:
    """Keep the regions of a packing that another ground still pays for; the digits missing then."""
    cdef int box, i, turn
    cdef uint8_t turns[11]
    cdef region_t region
    cdef packing_t trial
    packing_start(packing, ground)
    for box in range(BOXES - 1, -1, -1):
        if not pack.packing.filled >> box & 1:
            continue
        region = pack.regions.region[pack.packing.region[box]]
        if not region_move(&region, ground) or not region_fits(&region, packing) or not region_paid(&region, packing, ground):
            continue
        trial = packing[0]
        trial.cells[0] &= ~region.cells[0]
        trial.cells[1] &= ~region.cells[1]
        for i in range(region.size):
            turn = ground.turn[region.cell[i]]
            if turn > 0:
                die_spend(&trial, turn, region.digit + (i if region.rise else 0))
        trial.filled |= 1 << box
        trial.turn[box] = region.turn
        if claims_plan(&trial, ground, turns):
            packing[0] = trial
            kept[box] = region
    return missing_digits(ground.boxes, packing.filled)


cdef inline void pack_resume(pack_t* pack, const packing_t* packing, const region_t* kept) noexcept nogil:
    """Take up a packing whose regions stand in `kept`: find each in the list. A group is its cells,
    a run needs their order too: two can go around the same four cells."""
    cdef int box
    cdef uint32_t index
    cdef const region_t* region
    cdef packing_t taken
    packing_start(&taken, &pack.regions.ground)
    for box in range(BOXES):
        if not packing.filled >> box & 1:
            continue
        for index in range(BOX_REGIONS * box, BOX_REGIONS * box + pack.regions.kept[box]):
            region = &pack.regions.region[index]
            if (region.cells[0] == kept[box].cells[0] and region.cells[1] == kept[box].cells[1]
                    and region.digit == kept[box].digit and region.rise == kept[box].rise
                    and (not region.rise or memcmp(region.cell, kept[box].cell, region.size) == 0)):
                packing_add(&taken, &pack.regions, <int>index)
                break
    pack.packing = taken
    pack.missing = missing_digits(pack.regions.ground.boxes, taken.filled)


cdef inline bint walk_open(walk_t* walk, uint64_t seed) noexcept nogil:
    """Begin on the drop plan at hand; False if a box that is wanted has no region."""
    walk.rng = seed
    walk.is_open = pack_open(walk.pack[walk.now], &walk.site[walk.now].ground, rng_next(&walk.rng))
    return walk.is_open


cdef inline void walk_step(walk_t* walk, uint64_t steps) noexcept nogil:
    """Drop a window in another way, and pack on; kept if no more is missing than before.

    Of a few ways tried, the one that leaves most regions standing.
    """
    cdef site_t* site = &walk.site[walk.now]
    cdef site_t* other = &walk.site[1 - walk.now]
    cdef pack_t* pack = walk.pack[walk.now]
    cdef pack_t* next_pack = walk.pack[1 - walk.now]
    cdef window_t* window = &walk.window
    cdef packing_t packing, best_packing
    cdef region_t kept[11]
    cdef region_t best_kept[11]
    cdef uint8_t heights[7]
    cdef int length = min(site.pieces, 2 + rng_below(&walk.rng, WINDOW_MOST - 1))
    cdef int start = rng_below(&walk.rng, <uint32_t>(site.pieces - length + 1))
    cdef int i, k, missing, best = -1, fewest = 0
    window.site = site
    window.end = start + length
    window.count = 0
    outline_at(site, start + length, window.target)
    outline_at(site, start, heights)
    window_fill(window, start, start, heights)
    other[0] = site[0]
    for i in range(TRIES):
        k = rng_below(&walk.rng, <uint32_t>window.count)
        memcpy(&other.drop[start], window.other[k], length * sizeof(drop_t))
        site_lay(other)
        if memcmp(other.ground.turn, site.ground.turn, sizeof(site.ground.turn)) == 0:
            continue
        missing = packing_move(pack, &other.ground, &packing, kept)
        if best < 0 or missing < fewest:
            fewest = missing
            best = k
            best_packing = packing
            memcpy(best_kept, kept, sizeof(kept))
    if best < 0:
        return
    memcpy(&other.drop[start], window.other[best], length * sizeof(drop_t))
    site_lay(other)
    if not pack_open(next_pack, &other.ground, rng_next(&walk.rng)):
        return
    pack_resume(next_pack, &best_packing, best_kept)
    pack_run(next_pack, steps)
    if next_pack.missing <= pack.missing:
        walk.now = 1 - walk.now


cdef inline void walk_run(walk_t* walk, int walks, uint64_t steps) noexcept nogil:
    """Pack, and then so many steps to other drop plans, until nothing is missing."""
    cdef int i
    if not walk.is_open:
        return
    pack_run(walk.pack[walk.now], steps)
    for i in range(walks):
        if walk.pack[walk.now].missing == 0 or walk.stopped:
            return
        walk_step(walk, steps)
