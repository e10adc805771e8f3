# The line that has been found: what sets it apart from others of the same score. All cells of each kind, and the boxes filled;
# slides, the order of turns, and digits that no box needs don't matter.
from libc.string cimport memcmp, memset
from game.board cimport BLOCK, CELLS, SOLO_CELLS, TURNS_MOST, mask_add, mask_t, sheet_t
from game.ranked cimport ranked_t

ctypedef struct known_line_t:
    int turns                  # 0: no line is known
    int boxes
    mask_t place[TURNS_MOST]   # the player's own shapes, in any order
    mask_t fallen              # X, with what was X before


cdef inline mask_t cells_fallen(const sheet_t* sheet) noexcept nogil:
    cdef mask_t fallen
    cdef int i
    memset(&fallen, 0, sizeof(fallen))
    for i in range(CELLS):
        if sheet.cell[i] == BLOCK:
            mask_add(&fallen, i)
    return fallen


cdef inline void known_line_set(known_line_t* known, const ranked_t* line, int turns) noexcept nogil:
    """Note a line, which ends on the sheet of its last turn."""
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
    """True if what was laid down in so many turns, up to this sheet, and these boxes are those of the known line."""
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
