# Letters where it isn't known yet which boxes will be filled when: whether one is circled before its tile falls is
# decided when the tile comes down, and asked of the claims in the end.
from libc.stdint cimport uint8_t
from libc.string cimport memcpy
from fill.region cimport ground_t
from game.board cimport LAST_NOTCH, SIZES, SOLO, TILES, bits_count, sheet_t
from game.tiles cimport tile_notch

cdef enum:
    BOTH_BOXES = 0b100001      # those of the first letter

ctypedef struct letters_t:     # by letter: in which turn its tile has come down, 0 for not yet
    uint8_t fell[TILES]        # where its letter mustn't be circled before
    uint8_t kept[TILES]        # where it must


cdef inline int boxes_kept(const letters_t* letters) noexcept nogil:
    """The boxes of the letters that must be circled."""
    cdef int letter, boxes = 0
    for letter in range(TILES):
        if letters.kept[letter]:
            boxes |= BOTH_BOXES << letter
    return boxes


cdef inline void letters_keep(ground_t* ground, const letters_t* letters) noexcept nogil:
    """Let no letter be circled too early, or too late."""
    cdef int letter
    memcpy(ground.falls, letters.fell, TILES)
    for letter in range(TILES):
        if letters.kept[letter]:
            ground.last[letter] = ground.last[letter + SIZES] = <uint8_t>(letters.kept[letter] - 1)


cdef inline int letters_may(const letters_t* letters, const sheet_t* sheet, int filled, int reached, int played) noexcept nogil:
    """The letters that a turn could slide down, circled before it by claims not made yet, a bit each. `filled` are the
    boxes without those claims, `reached` those that could be filled by now, in so many turns `played`."""
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
    """Note the tiles that have come down in a turn, the letters `circled` being so; False if one of those hasn't."""
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
