# Drop plans: every way to drop given shapes one after the other without leaving a hole, so that at
# the end every column reaches a given row and none crosses the line. An exact program over outlines
# (the seven heights of the columns, a nibble each), forwards to find those in reach, backwards to
# count the ways on from each.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from board cimport COLUMNS, LINE, SOLO_SHAPES
from rng cimport rng_next
from shapes cimport SHAPE, turned_t
from tiles cimport WILD

cdef enum:
    PIECES_MOST = 25           # 20 own shapes and 5 tiles
    PLACES_MOST = 200          # of one piece: five shapes in all orientations and columns

ctypedef struct layer_t:       # outlines after some pieces, in the end those that can finish: an open table
    uint32_t* outline          # outline + 1, 0 where the slot is free
    double* ways               # ways to finish from here
    int slots                  # a power of two
    int count

ctypedef struct outlines_t:
    int pieces
    uint8_t shape[25]          # 0..4, or WILD
    int starts                 # outlines to begin with, all different
    uint32_t start[7]
    int rows                   # rows that must be full at the end
    int steep                  # the largest difference of neighbouring columns that is tried
    layer_t layer[26]
    bint failed                # memory ran out

ctypedef struct drop_t:        # one piece of a drop plan
    uint8_t shape
    uint8_t way                # its orientation
    uint8_t x
    uint8_t row


cdef inline void layer_free(layer_t* layer) noexcept nogil:
    free(layer.outline)
    free(layer.ways)
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
    layer.outline = <uint32_t*>calloc(slots, sizeof(uint32_t))
    layer.ways = <double*>calloc(slots, sizeof(double))
    layer.slots = slots
    layer.count = 0
    return layer.outline != NULL and layer.ways != NULL


cdef inline bint layer_grow(layer_t* layer) noexcept nogil:
    cdef layer_t larger
    cdef int i, slot
    if not layer_room(&larger, 2 * layer.slots):
        layer_free(&larger)
        return False
    for i in range(layer.slots):
        if layer.outline[i]:
            slot = layer_find(&larger, layer.outline[i] - 1)
            larger.outline[slot] = layer.outline[i]
            larger.ways[slot] = layer.ways[i]
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


cdef inline int outline_row(uint32_t outline, const turned_t* turned, int x) noexcept nogil:
    """The lowest row of a piece that comes down with its left column at x and leaves no hole there; below 0: none."""
    return <int>(outline >> (4 * x) & 15) - turned.bottom[0]


cdef inline bint steps_fit(uint32_t outline, int x, int width, int steep) noexcept nogil:
    """True if no step of these columns, or beside them, is too steep."""
    cdef int i, left, right
    for i in range(max(0, x - 1), min(COLUMNS - 1, x + width)):
        left = outline >> (4 * i) & 15
        right = outline >> (4 * (i + 1)) & 15
        if left - right > steep or right - left > steep:
            return False
    return True


cdef inline uint32_t outline_after(uint32_t outline, const turned_t* turned, int x, int steep) noexcept nogil:
    """The outline after a piece that leaves no hole, its left column at x; 0 where it would leave
    one, cross the line, or make a step that is too steep."""
    cdef int row = outline_row(outline, turned, x)
    if row < 0 or row + turned.tall > LINE:
        return 0
    if (outline >> (4 * x) & 15 * turned.ones) != <uint32_t>(turned.under + row * turned.ones):
        return 0
    outline += <uint32_t>turned.lift << (4 * x)
    return outline if steps_fit(outline, x, turned.width, steep) else 0


cdef inline uint32_t outline_before(uint32_t outline, const turned_t* turned, int x) noexcept nogil:
    """The outline before a piece that left no hole, its left column at x, made this one; 0 if none
    can have been the last."""
    cdef int row = <int>(outline >> (4 * x) & 15) - turned.top[0]
    if row < 0:
        return 0
    if (outline >> (4 * x) & 15 * turned.ones) != <uint32_t>(turned.under + turned.lift + row * turned.ones):
        return 0
    return outline - (<uint32_t>turned.lift << (4 * x))


cdef inline uint32_t outline_of(const uint8_t* heights) noexcept nogil:
    """The seven heights, packed."""
    cdef uint32_t outline = 0
    cdef int i
    for i in range(COLUMNS):
        outline |= <uint32_t>heights[i] << (4 * i)
    return outline


cdef inline int outline_lowest(uint32_t outline) noexcept nogil:
    cdef int i, lowest = 15
    for i in range(COLUMNS):
        lowest = min(lowest, <int>(outline >> (4 * i) & 15))
    return lowest


cdef inline int places_list(int shape, drop_t* place) noexcept nogil:
    """Every shape that a piece may be, in every orientation and column, its row left 0; how many
    there are, at most PLACES_MOST."""
    cdef int s, w, x, count = 0
    for s in range(SOLO_SHAPES):
        if shape != WILD and shape != s:
            continue
        for w in range(SHAPE[s].count):
            for x in range(COLUMNS - SHAPE[s].turned[w].width + 1):
                place[count].shape = <uint8_t>s
                place[count].way = <uint8_t>w
                place[count].x = <uint8_t>x
                place[count].row = 0
                count += 1
    return count


cdef inline const turned_t* drop_turned(const drop_t* drop) noexcept nogil:
    return &SHAPE[drop.shape].turned[drop.way]


cdef inline bint layer_has(const layer_t* layer, uint32_t outline) noexcept nogil:
    return layer.outline[layer_find(layer, outline)] != 0


cdef inline void outlines_pass(outlines_t* plans, int n, const layer_t* ends) noexcept nogil:
    """The outlines that piece n can make of those before it; with `ends` by piece, from and to those alone."""
    cdef drop_t place[200]
    cdef int i, k, count = places_list(plans.shape[n], place)
    cdef layer_t* layer = &plans.layer[n]
    cdef uint32_t after
    for i in range(layer.slots):
        if layer.outline[i] == 0 or ends != NULL and not layer_has(&ends[n], layer.outline[i] - 1):
            continue
        for k in range(count):
            after = outline_after(layer.outline[i] - 1, drop_turned(&place[k]), place[k].x, plans.steep)
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
    if not layer_room(&alive, slots):
        layer_free(&alive)
        return False
    for i in range(layer.slots):
        if layer.ways[i] > 0:
            slot = layer_find(&alive, layer.outline[i] - 1)
            alive.outline[slot] = layer.outline[i]
            alive.ways[slot] = layer.ways[i]
    alive.count = count
    layer_free(layer)
    layer[0] = alive
    return True


cdef inline void outlines_count(outlines_t* plans, int n) noexcept nogil:
    """The ways to finish from each outline before piece n, by the ways of those after it."""
    cdef drop_t place[200]
    cdef int i, k, count = places_list(plans.shape[n], place)
    cdef layer_t* layer = &plans.layer[n]
    cdef layer_t* next_layer = &plans.layer[n + 1]
    cdef uint32_t after
    for i in range(layer.slots):
        if layer.outline[i] == 0:
            continue
        for k in range(count):
            after = outline_after(layer.outline[i] - 1, drop_turned(&place[k]), place[k].x, plans.steep)
            if after:
                layer.ways[i] += next_layer.ways[layer_find(next_layer, after)]
    plans.failed = not layer_prune(layer)


cdef inline bint layer_before(const layer_t* layer, int shape, int steep, layer_t* before) noexcept nogil:
    """Add the outlines, with no steeper a step, from which a piece can make one of the layer's; False where memory ran
    out."""
    cdef drop_t place[200]
    cdef int i, k, count = places_list(shape, place)
    cdef const turned_t* turned
    cdef uint32_t outline
    for i in range(layer.slots):
        if layer.outline[i] == 0:
            continue
        for k in range(count):
            turned = drop_turned(&place[k])
            outline = outline_before(layer.outline[i] - 1, turned, place[k].x)
            if outline and steps_fit(outline, place[k].x, turned.width, steep) and not layer_add(before, outline):
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
            spare += plans.start[k] >> (4 * i) & 15
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
        if not steps_fit(plans.start[n], 0, COLUMNS, steep):
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
    for i in range(layer.slots):
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
    cdef drop_t place[200]
    cdef uint32_t outline, after, next_outline
    cdef int start = -1, n, k, count
    for k in range(plans.starts):
        ways = outline_ways(plans, 0, plans.start[k])
        if ways > 0:
            start = k
            if part < ways:
                break
            part -= ways
    outline = plans.start[start]
    for n in range(plans.pieces):
        part = random_part(rng, outline_ways(plans, n, outline))
        next_outline = 0
        count = places_list(plans.shape[n], place)
        for k in range(count):
            after = outline_after(outline, drop_turned(&place[k]), place[k].x, plans.steep)
            if after == 0:
                continue
            ways = outline_ways(plans, n + 1, after)
            if ways > 0:
                next_outline = after
                drops[n] = place[k]
                part -= ways
                if part < 0:
                    break
        drops[n].row = <uint8_t>outline_row(outline, drop_turned(&drops[n]), drops[n].x)
        outline = next_outline
    return start
