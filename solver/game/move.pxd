# A turn in 40 bytes, to be replayed from the sheet before it.
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset
from game.board cimport BLOCK, DIGIT_ZERO, SIZE_BONUS, SOLO_CELLS, mask_add, mask_pop, mask_t, sheet_put, sheet_t
from game.combo cimport box_of, claim_t, sheet_claim
from game.drop cimport landing_t
from game.fall cimport fall_t
from game.tiles cimport SLIDES_EACH, tile_slide

ctypedef struct move_t:
    uint32_t parent            # index in the beam of the sheet before it
    uint8_t slides             # number of slides; their letters follow
    uint8_t letter[SLIDES_EACH]
    uint8_t dropped            # X shapes that fell: 0..2
    uint8_t fits[SLIDES_EACH]  # 0 if the shape could not be placed
    uint8_t block[SLIDES_EACH][SOLO_CELLS]
    uint8_t placed
    uint8_t cell[SOLO_CELLS]
    uint8_t digit[SOLO_CELLS]
    uint8_t kind               # of the claim
    uint8_t size               # 0 without a claim
    uint8_t claim[SIZE_BONUS]


cdef inline void move_set(move_t* move, int parent, const fall_t* fall, const landing_t* place,
                          const uint8_t* digits, const claim_t* claim) noexcept nogil:
    cdef mask_t rest
    cdef int i, k
    memset(move, 0, sizeof(move_t))
    move.parent = <uint32_t>parent
    move.slides = fall.slides.count
    move.dropped = fall.dropped
    for i in range(SLIDES_EACH):
        move.letter[i] = fall.slides.letter[i]
        if i < fall.dropped and fall.size[i]:
            move.fits[i] = 1
            for k in range(SOLO_CELLS):
                move.block[i][k] = fall.cell[i][k]
    if place != NULL:
        move.placed = 1
        for i in range(SOLO_CELLS):
            move.cell[i] = place.cell[i]
            move.digit[i] = digits[i]
    if claim != NULL:
        move.kind = claim.kind
        rest = claim.cells
        while rest.word[0] | rest.word[1]:
            move.claim[move.size] = <uint8_t>mask_pop(&rest)
            move.size += 1


cdef inline void move_claim(const move_t* move, claim_t* claim) noexcept nogil:
    cdef int i
    memset(claim, 0, sizeof(claim_t))
    for i in range(move.size):
        mask_add(&claim.cells, move.claim[i])
    claim.kind = move.kind
    claim.size = move.size
    claim.box = 1 << box_of(move.kind, move.size)


cdef inline void move_apply(const move_t* move, sheet_t* sheet) noexcept nogil:
    """Play a move on the sheet that it was found on."""
    cdef claim_t claim
    cdef int i, k
    for i in range(move.slides):
        tile_slide(sheet, move.letter[i])
    for i in range(move.dropped):
        if move.fits[i]:
            for k in range(SOLO_CELLS):
                sheet_put(sheet, move.block[i][k], BLOCK)
    if move.placed:
        for i in range(SOLO_CELLS):
            sheet_put(sheet, move.cell[i], DIGIT_ZERO + move.digit[i])
    if move.size:
        move_claim(move, &claim)
        sheet_claim(sheet, &claim)
    sheet.turn += 1
