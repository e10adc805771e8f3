# X shapes: every sheet that the slides of a turn can lead to.
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset
from game.board cimport SHAPE_CELLS, SHEET_BYTES, sheet_t
from game.drop cimport LANDINGS_MOST, landing_t, landings_list, sheet_block
from game.tiles cimport SLIDES_EACH, slides_t, tile_shape, tile_slide

ctypedef struct fall_t:        # the sheet before the player's own shape drops, and how it was reached
    sheet_t sheet
    slides_t slides            # in the order played
    uint8_t dropped            # shapes that fell: 0..2
    uint8_t size[SLIDES_EACH]  # the number of their cells, 0 if one could not be placed
    uint8_t cell[SLIDES_EACH][SHAPE_CELLS]

ctypedef struct falls_t:       # a growing list; `failed` if memory ran out
    fall_t* item
    int count
    int room
    bint failed


cdef inline void falls_free(falls_t* falls) noexcept nogil:
    free(falls.item)
    memset(falls, 0, sizeof(falls_t))


cdef inline void falls_push(falls_t* falls, const fall_t* fall) noexcept nogil:
    cdef fall_t* grown
    cdef int room
    if falls.count == falls.room:
        room = 2 * falls.room + 16
        grown = <fall_t*>realloc(falls.item, room * sizeof(fall_t))
        if grown == NULL:
            falls.failed = True
            return
        falls.item = grown
        falls.room = room
    falls.item[falls.count] = fall[0]
    falls.count += 1


cdef inline void fall_none(const sheet_t* sheet, falls_t* out) noexcept nogil:
    """Append the unchanged sheet, the only one in games of several players, where no tile slides."""
    cdef fall_t fall
    memset(&fall, 0, sizeof(fall_t))
    fall.sheet = sheet[0]
    falls_push(out, &fall)


cdef inline void falls_step(const fall_t* so_far, int step, int flags, falls_t* out) noexcept nogil:
    """Play slide number `step` and the ones after it, with every landing of the shapes that fall."""
    cdef fall_t fall = so_far[0]
    cdef fall_t next
    cdef landing_t[LANDINGS_MOST] places
    cdef int i, count, letter
    if step == fall.slides.count:
        falls_push(out, &fall)
        return
    letter = fall.slides.letter[1 if step else 0]
    if not tile_slide(&fall.sheet, letter):
        falls_step(&fall, step + 1, flags, out)
        return
    count = landings_list(&fall.sheet, tile_shape(&fall.sheet, letter), flags, places)
    if count == 0:
        fall.dropped += 1
        falls_step(&fall, step + 1, flags, out)
    for i in range(count):
        next = fall
        sheet_block(&next.sheet, &places[i])
        next.size[next.dropped] = places[i].size
        memcpy(next.cell[next.dropped], places[i].cell, SHAPE_CELLS)
        next.dropped += 1
        falls_step(&next, step + 1, flags, out)


cdef inline uint64_t sheet_hash(const sheet_t* sheet) noexcept nogil:
    """Return a hash of the sixteen words of a sheet (multiply and fold, with the constant of
    SplitMix64)."""
    cdef uint64_t[SHEET_BYTES >> 3] word
    cdef uint64_t h = 0
    cdef int i
    memcpy(word, sheet, sizeof(sheet_t))
    for i in range(SHEET_BYTES >> 3):
        h = (h ^ word[i]) * <uint64_t>0x9E3779B97F4A7C15
        h ^= h >> 32
    return h


cdef inline void falls_unique(falls_t* falls, int first) noexcept nogil:
    """Remove duplicate sheets from item[first:]. The first of each stays, in order."""
    cdef int slots = 16, i, slot, kept = first
    cdef int* table
    while slots < 2 * (falls.count - first):
        slots *= 2
    table = <int*>calloc(slots, sizeof(int))
    if table == NULL:
        falls.failed = True
        return
    for i in range(first, falls.count):
        slot = <int>(sheet_hash(&falls.item[i].sheet) & <uint64_t>(slots - 1))
        while table[slot] and memcmp(&falls.item[table[slot] - 1].sheet, &falls.item[i].sheet, sizeof(sheet_t)):
            slot = (slot + 1) & (slots - 1)
        if table[slot] == 0:
            falls.item[kept] = falls.item[i]
            kept += 1
            table[slot] = kept
    free(table)
    falls.count = kept


cdef inline void falls_list(const sheet_t* sheet, const slides_t* slides, int flags, falls_t* out) noexcept nogil:
    """Append every distinct sheet after these slides. If two X shapes can fill the same cells in
    several ways, only the first is kept."""
    cdef fall_t start
    cdef int first = out.count
    cdef uint8_t letter
    memset(&start, 0, sizeof(fall_t))
    start.sheet = sheet[0]
    start.slides = slides[0]
    falls_step(&start, 0, flags, out)
    if slides.either_order:
        letter = start.slides.letter[0]
        start.slides.letter[0] = start.slides.letter[1]
        start.slides.letter[1] = letter
        falls_step(&start, 0, flags, out)
    if out.count > first and out.item[out.count - 1].dropped == 2:
        falls_unique(out, first)
