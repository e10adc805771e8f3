# Walking: move from one drop plan to another such that most regions of a packing stay in place, then pack again.
# A step redrops a few consecutive pieces so that the same outline results, or swaps two pieces of one shape. Or it
# removes a few regions and redrops pieces under the others (refit.pxd).
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp
from construct.outline cimport (PIECE_PLACES, PLACE, PLACES, drop_t, outline_after, outline_below, outline_near,
                                outline_row, place_t, places_of)
from construct.pack cimport filling_t, pack_rest, pack_run, pack_start, pack_t
from construct.refit cimport refit_run, refit_t
from construct.site cimport drop_fits, outline_at, site_lay, site_t
from fill.packing cimport claims_plan, missing_digits, packing_add, packing_start, packing_t, region_fits, region_paid
from fill.region cimport ground_t, region_lay, region_t
from game.board cimport BOXES, COLUMNS, LINE
from game.rng cimport rng_below, rng_next

cdef enum:
    WINDOW_MOST = 5            # the most pieces redropped in one step
    TRIES = 10                 # drop plans that one step compares
    SWAPS = 3                  # tenths of them that are swaps
    SWAP_PAIRS = 20            # pairs of pieces tried for a swap
    REFITS = 8                 # tenths of the steps that redrop pieces under regions that stay
    FREED = 3                  # the most regions removed for that

ctypedef struct walk_t:
    site_t site
    pack_t* pack               # NULL before the first packing
    refit_t* refit             # NULL if there are no drop plans to choose from
    volatile bint stopped      # set by another thread: take no more steps
    uint64_t rng
    site_t other               # the drop plan that a step moves to
    int end                    # of the window that it redrops
    uint32_t target            # and the outline there


cdef inline bint window_drop(walk_t* walk, int n, uint32_t outline, bint is_other) noexcept nogil:
    """Redrop the pieces from n to the end of the window at random, from `outline` to the target.

    Return False if there is no way other than the current one.
    """
    cdef uint8_t way[PIECE_PLACES]
    cdef uint32_t after[PIECE_PLACES]
    cdef uint32_t near[COLUMNS]
    cdef const place_t* place
    cdef drop_t* drop = &walk.other.drop[n]
    cdef int i, j, k, count = 0, shape = places_of(walk.site.shape[n])
    if n == walk.end:
        return is_other
    outline_near(outline, near)
    for k in range(PLACES[shape]):
        after[count] = outline_after(outline, near, &PLACE[shape][k], LINE)
        if after[count] and outline_below(after[count], walk.target):
            way[count] = <uint8_t>k
            count += 1
    for i in range(count):
        j = i + rng_below(&walk.rng, <uint32_t>(count - i))
        place = &PLACE[shape][way[j]]
        drop[0] = place.drop
        drop.row = <uint8_t>outline_row(outline, place)
        if window_drop(walk, n + 1, after[j], is_other or memcmp(drop, &walk.site.drop[n], sizeof(drop_t)) != 0):
            return True
        way[j] = way[i]
        after[j] = after[i]
    return False


cdef inline bint walk_window(walk_t* walk) noexcept nogil:
    """Redrop a few consecutive pieces of `other`. Return False if there is no other way."""
    cdef site_t* site = &walk.site
    cdef int length = min(site.pieces, 2 + rng_below(&walk.rng, WINDOW_MOST - 1))
    cdef int start = rng_below(&walk.rng, <uint32_t>(site.pieces - length + 1))
    walk.end = start + length
    walk.target = outline_at(site, walk.end)
    return window_drop(walk, start, outline_at(site, start), False)


cdef inline bint walk_swap(walk_t* walk) noexcept nogil:
    """Swap two pieces of one shape in `other`. Return False if no suitable pair was found."""
    cdef site_t* site = &walk.other
    cdef int tries, i, j, n
    cdef bint fits
    for tries in range(SWAP_PAIRS):
        i = rng_below(&walk.rng, <uint32_t>site.pieces)
        j = rng_below(&walk.rng, <uint32_t>site.pieces)
        if i >= j or site.drop[i].shape != site.drop[j].shape:
            continue
        site.drop[i] = walk.site.drop[j]
        site.drop[j] = walk.site.drop[i]
        fits = True
        for n in range(i, site.pieces):
            fits = fits and drop_fits(site, n)
        if fits:
            return True
        site.drop[i] = walk.site.drop[i]
        site.drop[j] = walk.site.drop[j]
    return False


cdef inline void filling_keep(const filling_t* from_, const ground_t* ground, int boxes, filling_t* to) noexcept nogil:
    """Set `to` to the regions of `boxes` that `ground` still pays for, from the last box down."""
    cdef int box
    cdef uint8_t turns[BOXES]
    cdef region_t* region
    cdef packing_t trial
    packing_start(&to.packing, ground)
    for box in range(BOXES - 1, -1, -1):
        if not from_.packing.filled & boxes & 1 << box:
            continue
        region = &to.region[box]
        region[0] = from_.region[box]
        if not region_lay(region, ground) or not region_fits(region, &to.packing) or not region_paid(region, &to.packing, ground):
            continue
        trial = to.packing
        packing_add(&trial, region, ground)
        if claims_plan(&trial, ground, turns):
            to.packing = trial
    to.missing = missing_digits(ground.boxes, to.packing.filled)


cdef inline void walk_step(walk_t* walk, uint64_t steps) noexcept nogil:
    """Move to another drop plan and pack again. Keep the result if no more is missing than before.

    Of a few candidates, take the one on which the remaining regions leave the fewest digits missing.
    """
    cdef pack_t* pack = walk.pack
    cdef filling_t before = pack.now, trial, best
    cdef site_t best_site
    cdef int i
    best.missing = -1
    for i in range(TRIES):
        walk.other = walk.site
        if not (walk_swap(walk) if rng_below(&walk.rng, 10) < SWAPS else walk_window(walk)):
            continue
        site_lay(&walk.other)
        if memcmp(walk.other.ground.turn, walk.site.ground.turn, sizeof(walk.site.ground.turn)) == 0:
            continue
        filling_keep(&before, &walk.other.ground, before.packing.filled, &trial)
        if best.missing < 0 or trial.missing < best.missing:
            best = trial
            best_site = walk.other
    if best.missing < 0:
        return
    pack.now = best
    pack_run(pack, &best_site.ground, steps, before.missing - 1)
    if pack.now.missing <= before.missing:
        walk.site = best_site
    else:
        pack.now = before


cdef inline void walk_refit(walk_t* walk) noexcept nogil:
    """Remove a few regions, redrop pieces and fill the gap. Keep the result if no more is missing than before."""
    cdef pack_t* pack = walk.pack
    cdef filling_t before = pack.now
    cdef int i, boxes = before.packing.filled
    cdef bint is_refitted
    for i in range(1 + rng_below(&walk.rng, FREED)):
        boxes &= ~(1 << rng_below(&walk.rng, BOXES))
    is_refitted = refit_run(walk.refit, &walk.site, &before, boxes, rng_next(&walk.rng))
    pack.nodes += walk.refit.nodes
    if not is_refitted:
        return
    walk.other = walk.refit.site
    filling_keep(&before, &walk.other.ground, boxes, &pack.now)
    pack_rest(pack, &walk.other.ground, before.missing)
    if pack.now.missing <= before.missing:
        walk.site = walk.other
    else:
        pack.now = before


cdef inline void walk_start(walk_t* walk, uint64_t seed, uint64_t steps) noexcept nogil:
    """Pack on the current drop plan."""
    walk.rng = seed
    walk.pack.rng = rng_next(&walk.rng)
    pack_start(walk.pack, &walk.site.ground)
    pack_run(walk.pack, &walk.site.ground, steps, 0)


cdef inline void walk_run(walk_t* walk, int walks, uint64_t steps) noexcept nogil:
    """Take `walks` steps to other drop plans, or fewer once nothing is missing."""
    cdef int i
    for i in range(walks):
        if walk.pack.now.missing == 0 or walk.stopped or walk.site.pieces == 0:
            return
        if walk.refit != NULL and rng_below(&walk.rng, 10) < REFITS:
            walk_refit(walk)
        else:
            walk_step(walk, steps)
