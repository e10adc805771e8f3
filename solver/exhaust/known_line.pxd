# The line found, reduced to what distinguishes it from others of the same score: the cells of its own shapes, the X
# cells, and the boxes filled. Slides, the order of turns, and digits that no box needs don't matter.
from libc.string cimport memcmp, memset
from game.board cimport BLOCK, CELLS, SOLO_CELLS, TURNS_MOST, mask_add, mask_t, sheet_t
from game.ranked cimport ranked_t

ctypedef struct known_line_t:
    int turns                  # 0: no line is known
    int boxes
    mask_t place[TURNS_MOST]   # the player's own shapes, in any order
    mask_t fallen              # all X cells, including those from before


cdef inline mask_t cells_fallen(const sheet_t* sheet) noexcept nogil:
    cdef mask_t fallen
    cdef int i
    memset(&fallen, 0, sizeof(fallen))
    for i in range(CELLS):
        if sheet.cell[i] == BLOCK:
            mask_add(&fallen, i)
    return fallen


cdef inline void known_line_set(known_line_t* known, const ranked_t* line, int turns) noexcept nogil:
    """Record a line, which ends on the sheet of its last turn."""
    cdef int n, i
    memset(known, 0, sizeof(known_line_t))
    known.turns = turns
    for n in range(turns):
        if line[n].claimed:
            known.boxes |= line[n].claim.box
        if line[n].placed:
            for i in range(SOLO_CELLS):
                mask_add(&known.place[n], line[n].place.cell[i])
    known.fallen = cells_fallen(&line[turns - 1].fall.sheet)


cdef inline bint line_is_known(const known_line_t* known, const mask_t* place, int turns, const sheet_t* sheet, int boxes) noexcept nogil:
    """Return True if the cells of `turns` turns, the X cells of `sheet` and `boxes` are those of the known line."""
    cdef mask_t fallen
    cdef int n, k
    if known.turns != turns or known.boxes != boxes:
        return False
    for n in range(turns):
        for k in range(turns):
            if memcmp(&place[n], &known.place[k], sizeof(mask_t)) == 0:
                break
        else:
            return False
    fallen = cells_fallen(sheet)
    return memcmp(&fallen, &known.fallen, sizeof(mask_t)) == 0
