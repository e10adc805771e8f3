# Letters, while it isn't known yet which boxes will be filled when. Whether a letter is circled before its tile
# falls is decided when the tile comes down, and required of the claims at the end.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy
from fill.region cimport ground_t
from game.board cimport LAST_NOTCH, SIZES, SOLO, TILES, bits_count, sheet_t
from game.tiles cimport tile_notch

cdef enum:
    BOTH_BOXES = 0b100001      # both boxes of letter A

ctypedef struct letters_t:     # by letter: the turn in which its tile came down, 0 for not yet,
    uint8_t fell[TILES]        # if the letter must not be circled before
    uint8_t kept[TILES]        # if it must be


cdef inline int boxes_kept(const letters_t* letters) noexcept nogil:
    """Return the boxes of the letters that must be circled."""
    cdef int letter, boxes = 0
    for letter in range(TILES):
        if letters.kept[letter]:
            boxes |= BOTH_BOXES << letter
    return boxes


cdef inline void letters_keep(ground_t* ground, const letters_t* letters) noexcept nogil:
    """Restrict the claims so that no letter is circled too early or too late."""
    cdef int letter
    memcpy(ground.falls, letters.fell, TILES)
    for letter in range(TILES):
        if letters.kept[letter]:
            ground.last[letter] = ground.last[letter + SIZES] = <uint8_t>(letters.kept[letter] - 1)


cdef inline int letters_may(const letters_t* letters, const sheet_t* sheet, int filled, int reached, int played) noexcept nogil:
    """Return the letters, a bit each, that a turn could slide down and that earlier claims could have circled.

    Those claims are not decided yet: `filled` are the boxes filled without them, `reached` the boxes that could be
    filled by now, after `played` turns.
    """
    cdef int letter, boxes, kept = boxes_kept(letters) & ~filled, may = 0
    if sheet.kind != SOLO:
        return 0
    for letter in range(TILES):
        boxes = (BOTH_BOXES << letter) & ~filled
        if (boxes and LAST_NOTCH - 2 <= tile_notch(sheet, letter) < LAST_NOTCH
                and not (sheet.circled | sheet.crossed) >> letter & 1
                and not boxes & ~reached and bits_count(<unsigned long long>(boxes | kept)) <= played):
            may |= 1 << letter
    return may


cdef inline bint letters_note(letters_t* letters, const sheet_t* before, const sheet_t* after, int filled, int turn,
                              int circled) noexcept nogil:
    """Record the tiles that came down in a turn, with the letters in `circled` circled before.

    Return False if the tile of one of these letters hasn't come down.
    """
    cdef int letter
    for letter in range(TILES):
        if before.kind != SOLO or tile_notch(after, letter) < LAST_NOTCH:
            if circled >> letter & 1:
                return False
        elif tile_notch(before, letter) < LAST_NOTCH and not before.circled >> letter & 1:
            if circled >> letter & 1:
                letters.kept[letter] = <uint8_t>turn
            elif (BOTH_BOXES << letter) & ~filled:
                letters.fell[letter] = <uint8_t>turn
    return True
