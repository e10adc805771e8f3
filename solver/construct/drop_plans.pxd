# Drop plans: all ways to drop given shapes one after another without leaving a hole, such that in the end
# every column reaches a given row and none crosses the Game Over line. An exact dynamic program over outlines:
# a forward pass finds the reachable ones, a backward pass counts the ways to finish from each.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from construct.layer cimport (edge_add, edge_t, layer_add, layer_before, layer_find, layer_free, layer_has,
                              layer_prune, layer_room, layer_t, layer_weigh)
from construct.outline cimport (PLACE, PLACES, STEPS, drop_t, height_at, outline_after, outline_lowest,
                                outline_near, outline_row, place_t, places_of, steps_fit)
from game.board cimport COLUMNS, LINE, SOLO_CELLS, TILES, TURNS_MOST
from game.rng cimport rng_next

cdef enum:
    PIECES_MOST = TURNS_MOST + TILES  # own shapes and X shapes
    STARTS_MOST = COLUMNS      # starting outlines: the starting digit lies in one of the columns
    LAST_PIECES = 6            # the most pieces passed to drop_plans_end()

ctypedef struct drop_plans_t:
    int pieces
    uint8_t shape[PIECES_MOST] # 0..4, or WILD
    int starts                 # starting outlines, all different
    uint32_t start[STARTS_MOST]
    int rows                   # rows that must be full in the end
    int steep                  # the largest height difference of neighbouring columns that is tried
    layer_t layer[PIECES_MOST + 1]
    bint failed                # memory ran out


cdef inline void drop_plans_free(drop_plans_t* plans) noexcept nogil:
    cdef int n
    for n in range(PIECES_MOST + 1):
        layer_free(&plans.layer[n])


cdef inline void drop_plans_pass(drop_plans_t* plans, int n, const layer_t* ends) noexcept nogil:
    """Add the outlines that piece n can make of those before it; with `ends`, only between outlines in these layers."""
    cdef int i, k, shape = places_of(plans.shape[n])
    cdef layer_t* layer = &plans.layer[n]
    cdef uint32_t near[COLUMNS]
    cdef uint32_t after
    for i in range(layer.slots):
        if layer.outline[i] == 0 or ends != NULL and not layer_has(&ends[n], layer.outline[i] - 1):
            continue
        outline_near(layer.outline[i] - 1, near)
        for k in range(PLACES[shape]):
            after = outline_after(layer.outline[i] - 1, near, &PLACE[shape][k], plans.steep)
            if after == 0 or ends != NULL and not layer_has(&ends[n + 1], after):
                continue
            if not layer_add(&plans.layer[n + 1], after):
                plans.failed = True
                return


cdef inline void drop_plans_count(drop_plans_t* plans, int n) noexcept nogil:
    """List the edges from each outline before piece n, and sum its ways to finish from the next layer."""
    cdef int i, k, slot, shape = places_of(plans.shape[n])
    cdef layer_t* layer = &plans.layer[n]
    cdef layer_t* next_layer = &plans.layer[n + 1]
    cdef uint32_t near[COLUMNS]
    cdef uint32_t after
    if not layer_weigh(layer):
        plans.failed = True
        return
    for i in range(layer.slots):
        if layer.outline[i] == 0:
            continue
        layer.first[i] = layer.edges
        outline_near(layer.outline[i] - 1, near)
        for k in range(PLACES[shape]):
            after = outline_after(layer.outline[i] - 1, near, &PLACE[shape][k], plans.steep)
            if after == 0:
                continue
            slot = layer_find(next_layer, after)
            if next_layer.outline[slot]:
                layer.ways[i] += next_layer.ways[slot]
                if not edge_add(layer, slot, k):
                    plans.failed = True
                    return
        if layer.ways[i] > 0:
            layer.edge[layer.edges - 1].is_last = True
    plans.failed = not layer_prune(layer)


cdef inline bint ends_list(layer_t* layer, int column, int spare, int rows, uint32_t outline) noexcept nogil:
    """Add all outlines with at least `rows` in every column and `spare` cells above. Return False if memory ran out."""
    cdef int more
    if column == COLUMNS:
        return spare > 0 or layer_add(layer, outline)
    for more in range(min(spare, LINE - rows) + 1):
        if not ends_list(layer, column + 1, spare - more, rows, outline | <uint32_t>(rows + more) << (4 * column)):
            return False
    return True


cdef inline int drop_plans_spare(const drop_plans_t* plans) noexcept nogil:
    """Return the number of cells above the wanted rows in the end; below 0 if the starting outlines differ in it."""
    cdef int k, i, spare, found = 0
    for k in range(plans.starts):
        spare = SOLO_CELLS * plans.pieces - COLUMNS * plans.rows
        for i in range(COLUMNS):
            spare += height_at(plans.start[k], i)
        if k and spare != found:
            return -1
        found = spare
    return found


cdef inline void drop_plans_reach(drop_plans_t* plans, layer_t* ends) noexcept nogil:
    """Fill the layers with the reachable outlines.

    If few final outlines are possible, search from both ends, always from the smaller layer. Outlines found before
    the two searches meet may be dead ends; all others can finish.
    """
    cdef int n, first = 0, last = plans.pieces
    cdef int spare = drop_plans_spare(plans)
    cdef int steep = plans.steep
    for n in range(plans.starts):
        if not steps_fit(plans.start[n], STEPS, steep):
            steep = LINE       # a step of a starting outline may stay
    if 0 <= spare < COLUMNS:
        for n in range(plans.pieces + 1):
            plans.failed = plans.failed or not layer_room(&ends[n], 64)
        plans.failed = plans.failed or not ends_list(&ends[last], 0, spare, plans.rows, 0)
    else:
        last += 1              # search forwards only
    while first < min(last, plans.pieces) and not plans.failed:
        if last > plans.pieces or plans.layer[first].count <= ends[last].count:
            drop_plans_pass(plans, first, NULL)
            first += 1
        else:
            plans.failed = not layer_before(&ends[last], plans.shape[last - 1], steep, &ends[last - 1])
            last -= 1
    for n in range(first, plans.pieces):
        if not plans.failed:
            drop_plans_pass(plans, n, ends)


cdef inline void drop_plans_build(drop_plans_t* plans) noexcept nogil:
    """Fill the layers. The fields from `pieces` to `steep` must be set, and the rest zero."""
    cdef layer_t ends[PIECES_MOST + 1]
    cdef layer_t* layer
    cdef int n, i
    for n in range(plans.pieces + 1):
        if not layer_room(&plans.layer[n], 1024):
            plans.failed = True
            return
    for i in range(plans.starts):
        layer_add(&plans.layer[0], plans.start[i])
    memset(ends, 0, sizeof(ends))
    drop_plans_reach(plans, ends)
    for n in range(plans.pieces + 1):
        layer_free(&ends[n])
    if plans.failed:
        return
    layer = &plans.layer[plans.pieces]
    if not layer_weigh(layer):
        plans.failed = True
        return
    for i in range(layer.slots):
        layer.first[i] = 0
        if layer.outline[i] and outline_lowest(layer.outline[i] - 1) >= plans.rows:
            layer.ways[i] = 1
    plans.failed = not layer_prune(layer)
    for n in range(plans.pieces - 1, -1, -1):
        if not plans.failed:
            drop_plans_count(plans, n)


cdef inline double outline_ways(const drop_plans_t* plans, int n, uint32_t outline) noexcept nogil:
    """Return the ways to finish from an outline before piece n, 0 if it is out of reach or cannot finish."""
    return plans.layer[n].ways[layer_find(&plans.layer[n], outline)]


cdef inline double drop_plans_total(const drop_plans_t* plans) noexcept nogil:
    """Return the number of drop plans, exact below 2^53."""
    cdef int i
    cdef double total = 0
    for i in range(plans.starts):
        total += outline_ways(plans, 0, plans.start[i])
    return total


cdef inline bint drop_plans_end(const uint8_t* shape, int pieces) noexcept nogil:
    """Return True if these pieces, as the last ones, can complete the rectangle up to the Game Over line."""
    cdef layer_t layer, before
    cdef int n
    cdef bint can = layer_room(&layer, 1024)
    can = can and ends_list(&layer, 0, 0, LINE, 0)
    for n in range(pieces - 1, -1, -1):
        if not can:
            break
        can = layer_room(&before, 1024)
        can = can and layer_before(&layer, shape[n], LINE, &before) and before.count > 0
        layer_free(&layer)
        layer = before
    layer_free(&layer)
    return can


cdef inline double random_part(uint64_t* rng, double total) noexcept nogil:
    """Return a random number in [0, total)."""
    return total * <double>(rng_next(rng) >> 11) / 9007199254740992.0


cdef inline int drop_plans_draw(const drop_plans_t* plans, uint64_t* rng, drop_t* drops) noexcept nogil:
    """Draw a drop plan uniformly at random; there must be one. Return the index of its starting outline."""
    cdef double part = random_part(rng, drop_plans_total(plans))
    cdef double ways
    cdef const layer_t* layer = &plans.layer[0]
    cdef const edge_t* edge
    cdef const place_t* place
    cdef int start = -1, n, k, slot
    for k in range(plans.starts):
        ways = outline_ways(plans, 0, plans.start[k])
        if ways > 0:
            start = k
            if part < ways:
                break
            part -= ways
    slot = layer_find(layer, plans.start[start])
    for n in range(plans.pieces):
        part = random_part(rng, layer.ways[slot])
        edge = &layer.edge[layer.first[slot]]
        while True:
            part -= layer[1].ways[edge.slot]
            if part < 0 or edge.is_last:
                break
            edge += 1
        place = &PLACE[places_of(plans.shape[n])][edge.place]
        drops[n] = place.drop
        drops[n].row = <uint8_t>outline_row(layer.outline[slot] - 1, place)
        slot = edge.slot
        layer += 1
    return start
