# A line told: what tells it apart from other lines of the same score. All cells of each kind, and the boxes filled;
# slides, the order of turns, and digits that no box needs don't matter.
from libc.string cimport memcmp, memset
from board cimport BLOCK, CELLS, mask_add, mask_t, sheet_t
from search cimport ranked_t

ctypedef struct told_t:
    int turns                  # 0: no line is told
    int boxes
    mask_t place[20]           # the player's own shapes, in any order
    mask_t fallen              # X, with what was X before


cdef inline mask_t cells_fallen(const sheet_t* sheet) noexcept nogil:
    cdef mask_t fallen
    cdef int i
    memset(&fallen, 0, sizeof(fallen))
    for i in range(CELLS):
        if sheet.cell[i] == BLOCK:
            mask_add(&fallen, i)
    return fallen


cdef inline void told_set(told_t* told, const ranked_t* line, int turns) noexcept nogil:
    """Tell a line, which ends on the sheet of its last turn."""
    cdef int n, i
    memset(told, 0, sizeof(told_t))
    told.turns = turns
    for n in range(turns):
        if line[n].claimed:
            told.boxes |= line[n].claim.box
        if line[n].placed:
            for i in range(4):
                mask_add(&told.place[n], line[n].place.cell[i])
    told.fallen = cells_fallen(&line[turns - 1].fall.sheet)


cdef inline bint told_is_same(const told_t* told, const mask_t* place, int turns, const sheet_t* sheet, int boxes) noexcept nogil:
    """True if what was laid down in so many turns, up to this sheet, and these boxes are those of the line told."""
    cdef mask_t fallen
    cdef int n, k
    if told.turns != turns or told.boxes != boxes:
        return False
    for n in range(turns):
        for k in range(turns):
            if memcmp(&place[n], &told.place[k], sizeof(mask_t)) == 0:
                break
        else:
            return False
    fallen = cells_fallen(sheet)
    return memcmp(&fallen, &told.fallen, sizeof(mask_t)) == 0
