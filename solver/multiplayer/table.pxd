# A table: the sheets of two to six players, and what connects them (rules.md, Two to six players): the falling
# letter, letters crossed off for all, the end of the game.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from game.board cimport BGA, COLUMNS, DIGIT_ZERO, SEVERAL, SHAPES, SOLO_SHAPES, TILES, bit_first, sheet_put, sheet_t
from game.rng cimport rng_below

cdef extern from *:
    """
    enum { SEATS_LEAST = 2, SEATS_MOST = 6 };
    """
    enum:
        SEATS_LEAST
        SEATS_MOST

cdef enum:
    START_COLUMN = 3           # column of half of the first digits; the others are in random ones
    NO_LETTER = -1

ctypedef struct table_t:
    int seats
    sheet_t sheet[SEATS_MOST]


cdef inline int table_falling(const table_t* table, bint star) noexcept nogil:
    """Return the letter whose shape falls in a turn, or NO_LETTER if all players drop their own shapes.

    If the roll shows a star, it is the highest letter that anyone has circled and that isn't crossed off.
    """
    cdef int seat, marked = 0
    if not star:
        return NO_LETTER
    for seat in range(table.seats):
        marked |= table.sheet[seat].circled & ~table.sheet[seat].crossed
    return bit_first(<uint64_t>marked) if marked else NO_LETTER


cdef inline bint table_is_over(const table_t* table) noexcept nogil:
    """Return True if the game ends with these sheets at the end of a turn."""
    cdef int seat, past = 0
    for seat in range(table.seats):
        past |= table.sheet[seat].past
    return past != 0


cdef inline void table_cross(table_t* table, int fallen) noexcept nogil:
    """Cross off for all, at the end of a turn, the letter that fell, if any, and those that everyone has circled."""
    cdef int seat, all = (1 << TILES) - 1, gone = 1 << fallen if fallen != NO_LETTER else 0
    for seat in range(table.seats):
        all &= table.sheet[seat].circled
        gone |= table.sheet[seat].crossed
    gone |= all
    for seat in range(table.seats):
        table.sheet[seat].crossed = <uint8_t>gone
        table.sheet[seat].circled &= <uint8_t>~gone


cdef inline void table_start(table_t* table, int seats, int flags, uint64_t* rng) noexcept nogil:
    """Set up a table before its first turn: five of the ten shapes on A..E, with BGA only blocks."""
    cdef uint8_t[SHAPES] shape
    cdef int i, j, seat, first = SOLO_SHAPES if flags & BGA else 0
    memset(table, 0, sizeof(table_t))
    for i in range(SHAPES - first):
        shape[i] = <uint8_t>(first + i)
    for i in range(TILES):
        j = i + rng_below(rng, <uint32_t>(SHAPES - first - i))
        shape[i], shape[j] = shape[j], shape[i]
    table.seats = seats
    for seat in range(seats):
        table.sheet[seat].kind = SEVERAL
        table.sheet[seat].turn = 1
        for i in range(TILES):
            table.sheet[seat].shapes |= <uint32_t>shape[i] << (4 * i)
        sheet_put(&table.sheet[seat], START_COLUMN if rng_below(rng, 2) else rng_below(rng, COLUMNS), DIGIT_ZERO + seat + 1)
