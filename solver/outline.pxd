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

ctypedef struct layer_t:       # the outlines in reach after some pieces: an open table
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


cdef inline void outlines_free(outlines_t* plans) noexcept nogil:
    cdef int n
    for n in range(PIECES_MOST + 1):
        free(plans.layer[n].outline)
        free(plans.layer[n].ways)
    memset(plans.layer, 0, sizeof(plans.layer))


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
        free(larger.outline)
        free(larger.ways)
        return False
    for i in range(layer.slots):
        if layer.outline[i]:
            slot = layer_find(&larger, layer.outline[i] - 1)
            larger.outline[slot] = layer.outline[i]
            larger.ways[slot] = layer.ways[i]
    larger.count = layer.count
    free(layer.outline)
    free(layer.ways)
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


cdef inline uint32_t outline_after(uint32_t outline, const turned_t* turned, int x, int steep) noexcept nogil:
    """The outline after a piece that leaves no hole, its left column at x; 0 where it would leave
    one, cross the line, or make a step that is too steep."""
    cdef int i, height, row = outline_row(outline, turned, x)
    cdef int left, right
    if row < 0:
        return 0
    for i in range(turned.width):
        if <int>(outline >> (4 * (x + i)) & 15) != row + turned.bottom[i] or row + turned.top[i] > LINE:
            return 0
    for i in range(turned.width):
        height = row + turned.top[i]
        outline = outline & ~(<uint32_t>15 << (4 * (x + i))) | <uint32_t>height << (4 * (x + i))
    for i in range(max(0, x - 1), min(COLUMNS - 1, x + turned.width)):
        left = outline >> (4 * i) & 15
        right = outline >> (4 * (i + 1)) & 15
        if left - right > steep or right - left > steep:
            return 0
    return outline


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


cdef inline void outlines_pass(outlines_t* plans, int n, bint is_back) noexcept nogil:
    """Forwards: the outlines that piece n can make of those before it. Backwards: the ways to finish from each of
    those, by the ways of the ones after."""
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
            if after == 0:
                continue
            if is_back:
                layer.ways[i] += next_layer.ways[layer_find(next_layer, after)]
            elif not layer_add(next_layer, after):
                plans.failed = True


cdef inline void outlines_build(outlines_t* plans) noexcept nogil:
    """Fill the layers; `pieces`, `shape`, `rows` and `steep` are set, the rest is zero."""
    cdef int n, i
    cdef layer_t* layer
    for n in range(plans.pieces + 1):
        if not layer_room(&plans.layer[n], 1024):
            plans.failed = True
            return
    for i in range(plans.starts):
        layer_add(&plans.layer[0], plans.start[i])
    for n in range(plans.pieces):
        outlines_pass(plans, n, False)
        if plans.failed:
            return
    layer = &plans.layer[plans.pieces]
    for i in range(layer.slots):
        if layer.outline[i] and outline_lowest(layer.outline[i] - 1) >= plans.rows:
            layer.ways[i] = 1
    for n in range(plans.pieces - 1, -1, -1):
        outlines_pass(plans, n, True)


cdef inline double outline_ways(const outlines_t* plans, int n, uint32_t outline) noexcept nogil:
    """The ways to finish from an outline before piece n, 0 where it isn't in reach."""
    return plans.layer[n].ways[layer_find(&plans.layer[n], outline)]


cdef inline double outlines_total(const outlines_t* plans) noexcept nogil:
    """The number of drop plans (exact below 2^53)."""
    cdef int i
    cdef double total = 0
    for i in range(plans.starts):
        total += outline_ways(plans, 0, plans.start[i])
    return total


cdef inline uint32_t outline_before(uint32_t outline, const turned_t* turned, int x) noexcept nogil:
    """The outline before a piece that left no hole, its left column at x, made this one; 0 if none
    can have been the last."""
    cdef int i, row = <int>(outline >> (4 * x) & 15) - turned.top[0]
    if row < 0:
        return 0
    for i in range(turned.width):
        if <int>(outline >> (4 * (x + i)) & 15) != row + turned.top[i]:
            return 0
    for i in range(turned.width):
        outline = outline & ~(<uint32_t>15 << (4 * (x + i))) | <uint32_t>(row + turned.bottom[i]) << (4 * (x + i))
    return outline


cdef inline bint outlines_end(const uint8_t* shape, int pieces) noexcept nogil:
    """True if these pieces, the last ones of all, can complete the rectangle up to the line."""
    cdef layer_t layer, before
    cdef drop_t place[200]
    cdef uint32_t outline = 0
    cdef int n, i, k, count
    cdef bint can = layer_room(&layer, 1024)
    for i in range(COLUMNS):
        outline |= <uint32_t>LINE << (4 * i)
    can = can and layer_add(&layer, outline)
    for n in range(pieces - 1, -1, -1):
        if not can:
            break
        can = layer_room(&before, 1024)
        count = places_list(shape[n], place)
        for i in range(layer.slots):
            if not (can and layer.outline[i]):
                continue
            for k in range(count):
                outline = outline_before(layer.outline[i] - 1, drop_turned(&place[k]), place[k].x)
                if outline:
                    layer_add(&before, outline)
        free(layer.outline)
        free(layer.ways)
        layer = before
        can = can and layer.count > 0
    free(layer.outline)
    free(layer.ways)
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
