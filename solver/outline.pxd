# Drop plans: every way to drop given shapes one after the other without leaving a hole, so that at
# the end every column reaches a given row and none crosses the line. An exact program over outlines,
# forwards to find those in reach, backwards to count the ways on from each.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset
from board cimport COLUMNS, LINE
from place cimport (PLACE, PLACES, STEPS, drop_t, height_at, outline_after, outline_before, outline_lowest,
                    outline_near, outline_row, place_t, places_of, steps_fit)
from rng cimport rng_next

cdef enum:
    PIECES_MOST = 25           # 20 own shapes and 5 tiles

ctypedef struct edge_t:        # a way on from an outline:
    uint32_t slot              # of the outline after the next piece,
    uint8_t place              # which of the places of its shape it takes,
    uint8_t is_last            # and whether this is the last way on

ctypedef struct layer_t:       # outlines after some pieces, in the end those that can finish: an open table
    uint32_t* outline          # outline + 1, 0 where the slot is free
    double* ways               # ways to finish from here
    uint32_t* first            # the first edge from here
    int slots                  # a power of two
    int count
    edge_t* edge               # in the end, all that lead to outlines that can finish, by place
    int edges
    int edges_most             # room for them

ctypedef struct outlines_t:
    int pieces
    uint8_t shape[25]          # 0..4, or WILD
    int starts                 # outlines to begin with, all different
    uint32_t start[7]
    int rows                   # rows that must be full at the end
    int steep                  # the largest difference of neighbouring columns that is tried
    layer_t layer[26]
    bint failed                # memory ran out


cdef inline void layer_free(layer_t* layer) noexcept nogil:
    free(layer.outline)
    free(layer.ways)
    free(layer.first)
    free(layer.edge)
    memset(layer, 0, sizeof(layer_t))


cdef inline void outlines_free(outlines_t* plans) noexcept nogil:
    cdef int n
    for n in range(PIECES_MOST + 1):
        layer_free(&plans.layer[n])


cdef inline int layer_find(const layer_t* layer, uint32_t outline) noexcept nogil:
    """The slot of an outline, or the free one where it belongs."""
    cdef int slot = <int>((outline * <uint32_t>2654435769) >> 8) & (layer.slots - 1)
    while layer.outline[slot] and layer.outline[slot] != outline + 1:
        slot = (slot + 1) & (layer.slots - 1)
    return slot


cdef inline bint layer_room(layer_t* layer, int slots) noexcept nogil:
    """Begin an empty layer; False where memory ran out."""
    memset(layer, 0, sizeof(layer_t))
    layer.outline = <uint32_t*>calloc(slots, sizeof(uint32_t))
    layer.slots = slots
    return layer.outline != NULL


cdef inline bint layer_weigh(layer_t* layer) noexcept nogil:
    """Make room for the ways on, and to finish; False where memory ran out."""
    layer.ways = <double*>calloc(layer.slots, sizeof(double))
    layer.first = <uint32_t*>malloc(layer.slots * sizeof(uint32_t))
    return layer.ways != NULL and layer.first != NULL


cdef inline bint layer_grow(layer_t* layer) noexcept nogil:
    cdef layer_t larger
    cdef int i
    if not layer_room(&larger, 2 * layer.slots):
        return False
    for i in range(layer.slots):
        if layer.outline[i]:
            larger.outline[layer_find(&larger, layer.outline[i] - 1)] = layer.outline[i]
    larger.count = layer.count
    layer_free(layer)
    layer[0] = larger
    return True


cdef inline bint layer_add(layer_t* layer, uint32_t outline) noexcept nogil:
    cdef int slot
    if 2 * layer.count >= layer.slots and not layer_grow(layer):
        return False
    slot = layer_find(layer, outline)
    if layer.outline[slot] == 0:
        layer.outline[slot] = outline + 1
        layer.count += 1
    return True


cdef inline bint layer_has(const layer_t* layer, uint32_t outline) noexcept nogil:
    return layer.outline[layer_find(layer, outline)] != 0


cdef inline void outlines_pass(outlines_t* plans, int n, const layer_t* ends) noexcept nogil:
    """The outlines that piece n can make of those before it; with `ends` by piece, from and to those alone."""
    cdef int i, k, shape = places_of(plans.shape[n])
    cdef layer_t* layer = &plans.layer[n]
    cdef uint32_t near[7]
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


cdef inline bint layer_prune(layer_t* layer) noexcept nogil:
    """Forget the outlines from which there is no way to finish; False where memory ran out."""
    cdef layer_t alive
    cdef int i, slot, count = 0, slots = 2
    for i in range(layer.slots):
        count += layer.ways[i] > 0
    while slots <= 2 * count:
        slots *= 2
    if not layer_room(&alive, slots) or not layer_weigh(&alive):
        layer_free(&alive)
        return False
    for i in range(layer.slots):
        if layer.ways[i] > 0:
            slot = layer_find(&alive, layer.outline[i] - 1)
            alive.outline[slot] = layer.outline[i]
            alive.ways[slot] = layer.ways[i]
            alive.first[slot] = layer.first[i]
    alive.count = count
    alive.edge, alive.edges, alive.edges_most = layer.edge, layer.edges, layer.edges_most
    layer.edge = NULL
    layer_free(layer)
    layer[0] = alive
    return True


cdef inline bint edge_add(layer_t* layer, uint32_t slot, int place) noexcept nogil:
    """Add an edge from the outline under way; False where memory ran out."""
    cdef edge_t* larger
    if layer.edges == layer.edges_most:
        layer.edges_most = max(1024, 2 * layer.edges_most)
        larger = <edge_t*>realloc(layer.edge, layer.edges_most * sizeof(edge_t))
        if larger == NULL:
            return False
        layer.edge = larger
    layer.edge[layer.edges].slot = slot
    layer.edge[layer.edges].place = <uint8_t>place
    layer.edge[layer.edges].is_last = False
    layer.edges += 1
    return True


cdef inline void outlines_count(outlines_t* plans, int n) noexcept nogil:
    """The edges from each outline before piece n, and its ways to finish, by those after it."""
    cdef int i, k, slot, shape = places_of(plans.shape[n])
    cdef layer_t* layer = &plans.layer[n]
    cdef layer_t* next_layer = &plans.layer[n + 1]
    cdef uint32_t near[7]
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


cdef inline bint layer_before(const layer_t* layer, int shape, int steep, layer_t* before) noexcept nogil:
    """Add the outlines, with no steeper a step, from which a piece can make one of the layer's; False where memory ran
    out."""
    cdef int i, k, places = places_of(shape)
    cdef uint32_t near[7]
    cdef uint32_t outline
    for i in range(layer.slots):
        if layer.outline[i] == 0:
            continue
        outline_near(layer.outline[i] - 1, near)
        for k in range(PLACES[places]):
            outline = outline_before(layer.outline[i] - 1, near, &PLACE[places][k], steep)
            if outline and not layer_add(before, outline):
                return False
    return True


cdef inline bint ends_list(layer_t* layer, int column, int spare, int rows, uint32_t outline) noexcept nogil:
    """Add the outlines of at least `rows` in every column and `spare` cells above them; False where memory ran out."""
    cdef int more
    if column == COLUMNS:
        return spare > 0 or layer_add(layer, outline)
    for more in range(min(spare, LINE - rows) + 1):
        if not ends_list(layer, column + 1, spare - more, rows, outline | <uint32_t>(rows + more) << (4 * column)):
            return False
    return True


cdef inline int outlines_spare(const outlines_t* plans) noexcept nogil:
    """The cells above the rows wanted, at the end; below 0 where that differs from start to start."""
    cdef int k, i, spare, found = 0
    for k in range(plans.starts):
        spare = 4 * plans.pieces - COLUMNS * plans.rows
        for i in range(COLUMNS):
            spare += height_at(plans.start[k], i)
        if k and spare != found:
            return -1
        found = spare
    return found


cdef inline void outlines_reach(outlines_t* plans, layer_t* ends) noexcept nogil:
    """Fill the layers with what is in reach. Where few outlines can be the last, from both sides at once, the smaller
    one first: those that were met before the sides do may be dead ends, the others can all finish."""
    cdef int n, first = 0, last = plans.pieces
    cdef int spare = outlines_spare(plans)
    cdef int steep = plans.steep
    for n in range(plans.starts):
        if not steps_fit(plans.start[n], STEPS, steep):
            steep = LINE       # such a step may stay
    if 0 <= spare < COLUMNS:
        for n in range(plans.pieces + 1):
            plans.failed = plans.failed or not layer_room(&ends[n], 64)
        plans.failed = plans.failed or not ends_list(&ends[last], 0, spare, plans.rows, 0)
    else:
        last += 1              # from the front alone
    while first < min(last, plans.pieces) and not plans.failed:
        if last > plans.pieces or plans.layer[first].count <= ends[last].count:
            outlines_pass(plans, first, NULL)
            first += 1
        else:
            plans.failed = not layer_before(&ends[last], plans.shape[last - 1], steep, &ends[last - 1])
            last -= 1
    for n in range(first, plans.pieces):
        if not plans.failed:
            outlines_pass(plans, n, ends)


cdef inline void outlines_build(outlines_t* plans) noexcept nogil:
    """Fill the layers; `pieces`, `shape`, `rows` and `steep` are set, the rest is zero."""
    cdef layer_t ends[26]
    cdef layer_t* layer
    cdef int n, i
    for n in range(plans.pieces + 1):
        if not layer_room(&plans.layer[n], 1024):
            plans.failed = True
            return
    for i in range(plans.starts):
        layer_add(&plans.layer[0], plans.start[i])
    memset(ends, 0, sizeof(ends))
    outlines_reach(plans, ends)
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
            outlines_count(plans, n)


cdef inline double outline_ways(const outlines_t* plans, int n, uint32_t outline) noexcept nogil:
    """The ways to finish from an outline before piece n, 0 where there is none or it isn't in reach."""
    return plans.layer[n].ways[layer_find(&plans.layer[n], outline)]


cdef inline double outlines_total(const outlines_t* plans) noexcept nogil:
    """The number of drop plans (exact below 2^53)."""
    cdef int i
    cdef double total = 0
    for i in range(plans.starts):
        total += outline_ways(plans, 0, plans.start[i])
    return total


cdef inline bint outlines_end(const uint8_t* shape, int pieces) noexcept nogil:
    """True if these pieces, the last ones of all, can complete the rectangle up to the line."""
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
    """A number from 0 up to, not including, `total`."""
    return total * <double>(rng_next(rng) >> 11) / 9007199254740992.0


cdef inline int outlines_draw(const outlines_t* plans, uint64_t* rng, drop_t* drops) noexcept nogil:
    """One drop plan, every one equally likely; there must be one. Returns the start it takes."""
    cdef double part = random_part(rng, outlines_total(plans))
    cdef double ways
    cdef const layer_t* layer = plans.layer
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
