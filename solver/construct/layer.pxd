# Layers: the distinct outlines after a given number of pieces, and the edges from each to the next layer.
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset
from construct.outline cimport PLACE, PLACES, outline_before, outline_near, places_of
from game.board cimport COLUMNS

ctypedef struct edge_t:        # an edge from an outline to the next layer
    uint32_t slot              # slot of the outline after the next piece
    uint8_t place              # index among the places of the piece's shape
    uint8_t is_last            # True for the last edge of an outline

ctypedef struct layer_t:       # outlines after some pieces, in the end those that can finish; open addressing
    uint32_t* outline          # outline + 1, or 0 if the slot is free
    double* ways               # ways to finish from each outline
    uint32_t* first            # index of its first edge
    int slots                  # a power of two
    int count
    edge_t* edge               # in the end, all edges to outlines that can finish, by place
    int edges
    int edges_most             # capacity of `edge`


cdef inline void layer_free(layer_t* layer) noexcept nogil:
    free(layer.outline)
    free(layer.ways)
    free(layer.first)
    free(layer.edge)
    memset(layer, 0, sizeof(layer_t))


cdef inline int layer_find(const layer_t* layer, uint32_t outline) noexcept nogil:
    """Return the slot of an outline, or the free slot where it belongs."""
    cdef int slot = <int>((outline * <uint32_t>2654435769) >> 8) & (layer.slots - 1)
    while layer.outline[slot] and layer.outline[slot] != outline + 1:
        slot = (slot + 1) & (layer.slots - 1)
    return slot


cdef inline bint layer_room(layer_t* layer, int slots) noexcept nogil:
    """Set up an empty layer. Return False if memory ran out."""
    memset(layer, 0, sizeof(layer_t))
    layer.outline = <uint32_t*>calloc(slots, sizeof(uint32_t))
    layer.slots = slots
    return layer.outline != NULL


cdef inline bint layer_weigh(layer_t* layer) noexcept nogil:
    """Allocate `ways` and `first`. Return False if memory ran out."""
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


cdef inline bint layer_prune(layer_t* layer) noexcept nogil:
    """Remove the outlines that cannot finish. Return False if memory ran out."""
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
    """Add an edge from the current outline. Return False if memory ran out."""
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


cdef inline bint layer_before(const layer_t* layer, int shape, int steep, layer_t* before) noexcept nogil:
    """Add to `before` the outlines from which a piece can make one of `layer`, with no step above `steep`.

    Return False if memory ran out.
    """
    cdef int i, k, places = places_of(shape)
    cdef uint32_t near[COLUMNS]
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
