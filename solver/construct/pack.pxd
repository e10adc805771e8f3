# Packing: fill as many boxes as possible on one drop plan, by large-neighbourhood search.
#
# A step removes a few regions, at random or to make room for a missing box. It then searches, exactly but within
# a node limit, for regions of all open boxes that leave no more digits missing.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy
from fill.random_region cimport region_draw
from fill.packing cimport (claims_order, claims_plan, missing_digits, packing_add, packing_start, packing_t,
                           region_fits, region_paid)
from fill.region cimport box_of_size, box_size, ground_t, region_t
from fill.survey cimport ROOM, survey_groups, survey_open, survey_places, survey_run, survey_runs, survey_t
from game.board cimport BOXES, SIZES, SIZE_BONUS, SIZE_MIN, bits_count
from game.rng cimport rng_below

cdef enum:
    GROUPS = (1 << SIZES) - 1  # the boxes that no run can fill
    OPEN_MOST = 6              # the most boxes that one step refills
    STEP_NODES = 50            # the most partial packings that one step tries
    STRICT = 2                 # one step in this many accepts only a better packing
    PUSH = 10                  # one step in this many begins with a missing box
    OUT = 1                    # regions removed at random: this many or one more, and another one
                               # in a strict step
    PUSHED_MOST = 4            # the most regions removed for a missing box
    DRAWS = 4                  # regions drawn for a missing box; the one that displaces least is taken

ctypedef struct filling_t:     # boxes filled on a drop plan
    packing_t packing
    region_t region[BOXES]     # of the filled boxes
    int missing                # digits missing

ctypedef struct pack_t:
    filling_t now
    uint64_t rng
    uint64_t nodes
    uint64_t limit             # value of `nodes` at which this step ends
    const ground_t* ground     # the ground of the current step,
    packing_t empty            # and a packing on it with nothing filled
    region_t* chosen[BOXES]
    survey_t survey
    region_t region[BOXES * ROOM]
    uint16_t list[BOXES + 1][BOXES][ROOM]


cdef inline bint pack_fill(pack_t* pack, const packing_t* packing, int depth, const int* count, int todo,
                           int missing, int most) noexcept nogil:
    """Fill boxes of `todo` from the lists at `depth`, leaving at most `most` digits missing.

    Return False if that is impossible within the limit.
    """
    cdef region_t* region
    cdef packing_t next_packing
    cdef uint8_t turn[BOXES]
    cdef int next_count[BOXES]
    cdef int box, best = -1, i, j, k, kept, lost, rest
    cdef uint16_t* item
    cdef uint16_t index
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
        if not claims_plan(packing, pack.ground, turn):
            return False
        pack.now.packing = packing[0]
        for box in range(BOXES):
            if packing.filled >> box & 1 and pack.chosen[box] != &pack.now.region[box]:
                pack.now.region[box] = pack.chosen[box][0]
        pack.now.missing = missing_digits(pack.ground.boxes, packing.filled)
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
        region = &pack.region[ROOM * best + index]
        if not region_paid(region, packing, pack.ground):
            continue
        next_packing = packing[0]
        packing_add(&next_packing, region, pack.ground)
        if not claims_order(&next_packing, next_packing.turn, pack.ground.last, turn):
            continue
        lost = missing
        for box in range(BOXES):
            if not rest >> box & 1:
                continue
            kept = 0
            for k in range(count[box]):
                if region_fits(&pack.region[ROOM * box + pack.list[depth][box][k]], &next_packing):
                    pack.list[depth + 1][box][kept] = pack.list[depth][box][k]
                    kept += 1
            next_count[box] = kept
            if kept == 0:
                lost += box_size(box)
                if lost > most:
                    break
        if lost > most:
            continue
        pack.chosen[best] = region
        if pack_fill(pack, &next_packing, depth + 1, next_count, rest, missing, most):
            return True
        if pack.nodes > pack.limit:
            return False
    if missing + box_size(best) > most:
        return False
    for box in range(BOXES):
        if rest >> box & 1:
            memcpy(pack.list[depth + 1][box], pack.list[depth][box], count[box] * sizeof(uint16_t))
    return pack_fill(pack, packing, depth + 1, count, rest, missing + box_size(best), most)


cdef inline bint is_hopeless(const pack_t* pack, int todo, int boxes, int missing, int most) noexcept nogil:
    """Return True if those of `boxes` that have no region leave more than `most` digits missing."""
    cdef int box
    for box in range(BOXES):
        if todo & boxes & 1 << box and pack.survey.count[box] == 0:
            missing += box_size(box)
    return missing > most


cdef inline bint pack_again(pack_t* pack, const packing_t* kept, int strict, int most) noexcept nogil:
    """Fill boxes on top of the regions kept (`chosen`), leaving at most `strict` digits missing, else at most `most`.

    Return False on failure. If more boxes are open than a step can fill, some that were missing stay missing.
    """
    cdef int count[BOXES]
    cdef int box, i, missing = 0, todo = pack.ground.boxes & ~kept.filled
    while bits_count(<uint64_t>todo) > OPEN_MOST:
        box = rng_below(&pack.rng, BOXES)
        if (todo & ~pack.now.packing.filled) >> box & 1:
            todo &= ~(1 << box)
            missing += box_size(box)
    survey_open(&pack.survey, pack.ground, kept, todo)
    for box in range(BOXES):
        if todo >> box & 1 and missing + box_size(box) > most and survey_places(&pack.survey, box) == 0:
            return False
    survey_groups(&pack.survey, pack.region, &pack.rng)
    if is_hopeless(pack, todo, GROUPS, missing, most):
        return False
    survey_runs(&pack.survey, pack.region, &pack.rng)
    if is_hopeless(pack, todo, ~0, missing, most):
        return False
    for box in range(BOXES):
        count[box] = pack.survey.kept[box]
        for i in range(count[box]):
            pack.list[0][box][i] = <uint16_t>i
    pack.limit = pack.nodes + STEP_NODES
    if pack_fill(pack, kept, 0, count, todo, missing, strict):
        return True
    if strict == most:
        return False
    pack.limit = pack.nodes + STEP_NODES
    return pack_fill(pack, kept, 0, count, todo, missing, most)


cdef inline void pack_open(pack_t* pack, const ground_t* ground) noexcept nogil:
    pack.ground = ground
    packing_start(&pack.empty, ground)


cdef inline void packing_keep(pack_t* pack, packing_t* kept, int boxes) noexcept nogil:
    """Set `kept` to the current regions of `boxes`."""
    cdef int box
    kept[0] = pack.empty
    for box in range(BOXES):
        if pack.now.packing.filled & boxes & 1 << box:
            pack.chosen[box] = &pack.now.region[box]
            packing_add(kept, pack.chosen[box], pack.ground)


cdef inline void pack_rest(pack_t* pack, const ground_t* ground, int most) noexcept nogil:
    """Fill the open boxes on top of the current regions, with pack_again(), preferably so that less is missing."""
    cdef packing_t kept
    pack_open(pack, ground)
    packing_keep(pack, &kept, pack.now.packing.filled)
    pack_again(pack, &kept, most - 1, most)


cdef inline void pack_shake(pack_t* pack, int most) noexcept nogil:
    """Remove a few regions, and fill the gap with pack_again()."""
    cdef packing_t kept
    cdef int order[BOXES]
    cdef int i, j, box, out, filled = 0, boxes = pack.now.packing.filled
    for box in range(BOXES):
        if boxes >> box & 1:
            order[filled] = box
            filled += 1
    out = min(filled, OUT + rng_below(&pack.rng, 2) + (most < pack.now.missing))
    for i in range(out):
        j = i + rng_below(&pack.rng, <uint32_t>(filled - i))
        box = order[j]
        order[j] = order[i]
        boxes &= ~(1 << box)
    packing_keep(pack, &kept, boxes)
    pack_again(pack, &kept, most, most)


cdef inline int boxes_beside(pack_t* pack, const region_t* region, packing_t* kept) noexcept nogil:
    """Set `kept` to a region and the current ones that are compatible with it, from a random box on.

    Return the number of digits in the other current regions.
    """
    cdef const region_t* other
    cdef int i, box, lost = 0, start = rng_below(&pack.rng, BOXES)
    kept[0] = pack.empty
    packing_add(kept, region, pack.ground)
    for i in range(BOXES):
        box = (start + i) % BOXES
        if not pack.now.packing.filled >> box & 1:
            continue
        other = &pack.now.region[box]
        if region_fits(other, kept) and region_paid(other, kept, pack.ground):
            packing_add(kept, other, pack.ground)
        else:
            lost += other.size
    return lost


cdef inline void pack_push(pack_t* pack, int most) noexcept nogil:
    """Give a missing box a region, and refill the boxes that it displaces with pack_again()."""
    cdef packing_t kept, best_kept
    cdef region_t region, best
    cdef uint8_t turn[BOXES]
    cdef int box, missing = -1, seen = 0, i, lost, least = -1
    for box in range(BOXES):
        if (pack.ground.boxes & ~pack.now.packing.filled) >> box & 1:
            seen += 1
            if rng_below(&pack.rng, <uint32_t>seen) == 0:
                missing = box
    kept = pack.empty
    survey_open(&pack.survey, pack.ground, &kept, 1 << missing)
    for i in range(DRAWS):
        if not region_draw(&region, &pack.survey, missing, &pack.rng):
            return
        lost = boxes_beside(pack, &region, &kept)
        if least < 0 or lost < least:
            least = lost
            best = region
            best_kept = kept
    if bits_count(<uint64_t>(pack.now.packing.filled & ~best_kept.filled)) > PUSHED_MOST:
        return
    if not claims_order(&best_kept, best_kept.turn, pack.ground.last, turn):
        return
    for box in range(BOXES):
        pack.chosen[box] = &pack.now.region[box]
    pack.chosen[missing] = &best
    pack_again(pack, &best_kept, most, most)


cdef inline void pack_run(pack_t* pack, const ground_t* ground, uint64_t steps, int enough) noexcept nogil:
    """Take `steps` steps, or fewer once at most `enough` digits are missing."""
    cdef uint64_t i
    cdef int most
    pack_open(pack, ground)
    for i in range(steps):
        if pack.now.missing <= enough:
            return
        most = pack.now.missing - (rng_below(&pack.rng, STRICT) == 0)
        if pack.now.packing.filled and rng_below(&pack.rng, PUSH) == 0:
            pack_push(pack, most)
        else:
            pack_shake(pack, most)


cdef inline void pack_start(pack_t* pack, const ground_t* ground) noexcept nogil:
    """Start with nothing filled, then fill each box that has a region, one by one from the largest down."""
    cdef int size, kind, box, i, count
    cdef packing_t kept
    cdef region_t* region
    cdef uint8_t turn[BOXES]
    packing_start(&pack.now.packing, ground)
    for size in range(SIZE_BONUS, SIZE_MIN - 1, -1):
        for kind in range(2):
            box = box_of_size(size, kind)
            if not (ground.boxes & ~pack.now.packing.filled) >> box & 1:
                continue
            survey_open(&pack.survey, ground, &pack.now.packing, 1 << box)
            survey_run(&pack.survey, pack.region, &pack.rng)
            count = pack.survey.kept[box]
            while count:
                i = rng_below(&pack.rng, <uint32_t>count)
                region = &pack.region[ROOM * box + i]
                kept = pack.now.packing
                packing_add(&kept, region, ground)
                if claims_plan(&kept, ground, turn):
                    pack.now.packing = kept
                    pack.now.region[box] = region[0]
                    break
                count -= 1
                region[0] = pack.region[ROOM * box + count]
    pack.now.missing = missing_digits(ground.boxes, pack.now.packing.filled)


cdef inline pack_t* pack_new() noexcept nogil:
    """Allocate the working memory. Return NULL if memory runs out."""
    return <pack_t*>calloc(1, sizeof(pack_t))


cdef inline void pack_delete(pack_t* pack) noexcept nogil:
    free(pack)
