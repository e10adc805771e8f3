# Tiles, notches and letters: sliding, falling, circling, and the end of the game.
from libc.stdint cimport uint8_t, uint32_t
from game.board cimport LAST_NOTCH, NO_TILES, SIZE_MIN, SOLO, TILES, sheet_t

cdef enum:
    WILD = 15                  # a star on the shape die
    SLIDES_EACH = 2            # the most slides of one turn
    SLIDES_MOST = 15           # 5 free slides x at most 5 star slides, each pair once
    ALL_ON_LAST = 0x44444      # all five notches at 4

ctypedef struct slides_t:      # the slides of one turn
    uint8_t count
    uint8_t letter[SLIDES_EACH]  # the free slide, then the star's
    uint8_t either_order       # both tiles fall, and the player chooses which falls first


cdef inline int tile_shape(const sheet_t* sheet, int letter) noexcept nogil:
    return sheet.shapes >> (4 * letter) & 15


cdef inline int tile_notch(const sheet_t* sheet, int letter) noexcept nogil:
    return sheet.notches >> (4 * letter) & 15


cdef inline bint tile_can_slide(const sheet_t* sheet, int letter) noexcept nogil:
    return tile_notch(sheet, letter) < LAST_NOTCH


cdef inline void letter_cross(sheet_t* sheet, int letter) noexcept nogil:
    sheet.crossed |= <uint8_t>(1 << letter)
    sheet.circled &= <uint8_t>~(1 << letter)


cdef inline bint tile_slide(sheet_t* sheet, int letter) noexcept nogil:
    """Slide a tile one notch, crossing off its letter if it gets there. Returns True if its shape
    falls now."""
    cdef bint falls
    sheet.notches += <uint32_t>1 << (4 * letter)
    if tile_notch(sheet, letter) < LAST_NOTCH:
        return False
    falls = not (sheet.circled >> letter & 1)
    letter_cross(sheet, letter)
    return falls


cdef inline void letter_circle(sheet_t* sheet, int size) noexcept nogil:
    """Circle the letter of a size just claimed, if both its boxes are filled and it isn't crossed
    off. The bonus box has no letter: its bit is shifted out of the five."""
    cdef int both = sheet.boxes & sheet.boxes >> 5 & 31 & 1 << (size - SIZE_MIN)
    if sheet.kind == NO_TILES:
        return
    sheet.circled |= <uint8_t>(both & ~sheet.crossed)


cdef inline int tile_of_shape(const sheet_t* sheet, int shape) noexcept nogil:
    """Return the letter of the tile with this shape, or -1."""
    cdef int letter
    for letter in range(TILES):
        if tile_shape(sheet, letter) == shape:
            return letter
    return -1


cdef inline bint sheet_is_over(const sheet_t* sheet) noexcept nogil:
    """Return True if the game ends when a turn ends with this sheet (rules.md: Solo; Two to six
    players)."""
    return sheet.past != 0 or (sheet.kind == SOLO and sheet.notches == ALL_ON_LAST)


cdef inline bint tile_falls_next(const sheet_t* sheet, int letter) noexcept nogil:
    return tile_notch(sheet, letter) == LAST_NOTCH - 1 and not (sheet.circled >> letter & 1)


cdef inline void slides_add(slides_t* out, int* count, int first, int second) noexcept nogil:
    out[count[0]].letter[0] = <uint8_t>first
    out[count[0]].letter[1] = <uint8_t>(second if second >= 0 else 0)
    out[count[0]].count = 2 if second >= 0 else 1
    out[count[0]].either_order = False
    count[0] += 1


cdef inline int slides_list(const sheet_t* sheet, bint star, int shape, slides_t* out) noexcept nogil:
    """List the slides of a solo turn, each outcome once. Returns their number.

    `shape` is what the shape die shows, WILD for a star. With a wild shape the free slide and the
    star's slide are any two steps: a pair is listed in letter order, with `either_order` set if
    both tiles fall, the only case where the order matters.
    """
    cdef int first, second, count = 0
    cdef sheet_t after
    for first in range(TILES):
        if not tile_can_slide(sheet, first):
            continue
        if not star:
            slides_add(out, &count, first, -1)
            continue
        after = sheet[0]
        tile_slide(&after, first)
        if shape != WILD:
            second = tile_of_shape(sheet, shape)
            slides_add(out, &count, first, second if tile_can_slide(&after, second) else -1)
        elif after.notches == ALL_ON_LAST:
            slides_add(out, &count, first, -1)
        else:
            for second in range(first, TILES):
                if tile_can_slide(&after, second):
                    slides_add(out, &count, first, second)
                    out[count - 1].either_order = (
                        first != second and tile_falls_next(sheet, first) and tile_falls_next(sheet, second))
    return count
