# The other sheets as one player sees them: how near they are to the Game Over line, and which letters are circled
# on them. Nothing else on them affects how a sheet can develop.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport COLUMNS, LINE, SLIDES, TILES, sheet_t
from multiplayer.table cimport table_t
from value.traits cimport clip

cdef enum:
    # A game ends some turns before the room under the line is used up: ROOM_LEFT cells then stay open, and each turn
    # takes ROOM_TURN.
    ROOM_LEFT = 6
    ROOM_TURN = 4

ctypedef struct rivals_t:
    int seats                  # of the whole table
    int left                   # turns left on the sheet that is nearest to its end
    int top                    # the highest column on any sheet
    uint8_t circled            # letters that at least one of them has circled
    uint8_t twice              # letters that at least two have circled
    uint8_t every              # letters that all have circled


cdef inline int sheet_top(const sheet_t* sheet) noexcept nogil:
    """Return the height of the highest column of a sheet."""
    cdef int i, top = 0
    for i in range(COLUMNS):
        top = max(top, <int>sheet.height[i])
    return top


cdef inline int sheet_left(const sheet_t* sheet) noexcept nogil:
    """Estimate the turns that a sheet has before it crosses the line, 0..20."""
    cdef int i, room = 0
    for i in range(COLUMNS):
        room += max(0, LINE - <int>sheet.height[i])
    return clip((room - ROOM_LEFT) // ROOM_TURN if room > ROOM_LEFT else 0, 0, SLIDES)


cdef inline void rivals_set(rivals_t* rivals, const table_t* table, int seat) noexcept nogil:
    """Set `rivals` to the others of the player in `seat`, counted from 0."""
    cdef const sheet_t* sheet
    cdef int other
    memset(rivals, 0, sizeof(rivals_t))
    rivals.seats = table.seats
    rivals.left = SLIDES
    rivals.every = (1 << TILES) - 1
    for other in range(table.seats):
        if other == seat:
            continue
        sheet = &table.sheet[other]
        rivals.left = min(rivals.left, sheet_left(sheet))
        rivals.top = max(rivals.top, sheet_top(sheet))
        rivals.twice |= rivals.circled & sheet.circled
        rivals.circled |= sheet.circled
        rivals.every &= sheet.circled
