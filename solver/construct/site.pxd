# A site: a drop plan, piece by piece, and the ground that it makes, which holds the turn that fills each cell.
from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memcpy
from construct.drop_plans cimport PIECES_MOST
from construct.outline cimport drop_t, drop_turned, height_at, outline_of
from fill.region cimport ground_t
from game.board cimport CELLS, COLUMNS
from game.shapes cimport turned_t
from game.tiles cimport WILD

ctypedef struct site_t:        # a drop plan, piece by piece
    ground_t ground
    int pieces
    int8_t owner[PIECES_MOST]  # the turn whose digits a piece takes, -1 for an X shape
    uint8_t shape[PIECES_MOST] # 0..4, or WILD
    uint8_t outline[COLUMNS]   # the heights before the first piece
    int8_t below[CELLS]        # each cell before it: 0 for a free digit, -1 for anything else
    drop_t drop[PIECES_MOST]


cdef inline void site_lay(site_t* site) noexcept nogil:
    """Write the turns of all pieces into the ground."""
    cdef int n, i, cell
    cdef const turned_t* turned
    memcpy(site.ground.turn, site.below, sizeof(site.ground.turn))
    for n in range(site.pieces):
        turned = drop_turned(&site.drop[n])
        for i in range(turned.size):
            cell = COLUMNS * site.drop[n].row + site.drop[n].x + turned.cell[i]
            site.ground.turn[cell] = site.owner[n]


cdef inline uint32_t outline_at(const site_t* site, int pieces) noexcept nogil:
    """Return the outline after the first `pieces` pieces."""
    cdef uint32_t outline = outline_of(site.outline)
    cdef int n
    for n in range(pieces):
        outline += <uint32_t>drop_turned(&site.drop[n]).lift << (4 * site.drop[n].x)
    return outline


cdef inline bint drop_fits(const site_t* site, int n) noexcept nogil:
    """Return True if piece n has its shape and lies on the pieces before it without a hole."""
    cdef const drop_t* drop = &site.drop[n]
    cdef const turned_t* turned = drop_turned(drop)
    cdef uint32_t outline = outline_at(site, n)
    cdef int i
    for i in range(turned.width):
        if height_at(outline, drop.x + i) != drop.row + turned.bottom[i]:
            return False
    return site.shape[n] == WILD or site.shape[n] == drop.shape
