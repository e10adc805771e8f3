# What the other sheets are to one player: how near they are to the Game Over line, and which letters
# are circled on them. Nothing else on them changes what a sheet comes to.
from libc.stdint cimport uint8_t
from libc.string cimport memset
from game.board cimport COLUMNS, LINE, SLIDES, TILES, sheet_t
from multiplayer.table cimport table_t
from value.traits cimport clip

cdef enum:
    # A game ends some turns before the room under the line is used up: so many cells stay open then,
    # and each turn takes so many.
    ROOM_LEFT = 6
    ROOM_TURN = 4

ctypedef struct rivals_t:
    int seats                  # of the whole table
    int left                   # turns left to the one that is nearest to its end
    int top                    # the highest column of all
    uint8_t circled            # letters that one of them has circled at least
    uint8_t twice              # that two have
    uint8_t every              # that all have


cdef inline int sheet_top(const sheet_t* sheet) noexcept nogil:
    """The highest column of a sheet."""
    cdef int i, top = 0
    for i in range(COLUMNS):
        top = max(top, <int>sheet.height[i])
    return top


cdef inline int sheet_left(const sheet_t* sheet) noexcept nogil:
    """About how many turns a sheet has before it crosses the line, 0..20."""
    cdef int i, room = 0
    for i in range(COLUMNS):
        room += max(0, LINE - <int>sheet.height[i])
    return clip((room - ROOM_LEFT) // ROOM_TURN if room > ROOM_LEFT else 0, 0, SLIDES)


cdef inline void rivals_set(rivals_t* rivals, const table_t* table, int seat) noexcept nogil:
    """What the others are to the player in a seat, from 0."""
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
