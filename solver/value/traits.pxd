# The traits of a sheet at the end of a turn: the features of the learned value. Each trait is an
# entry of a table, identified by its index; what the entries are worth is learned
# (value/learned.pxd, value/learn.pxd). There are three lists, because they change at different
# steps of a turn: tiles and boxes (here), the surface, which depends only on the occupied cells
# (value/surface.pxd), and the digits (value/digits.pxd, value/spots.pxd). Each list is appended to
# the one before. A sheet and its mirror image have the same traits. docs/value.md explains every
# table.
from libc.stdint cimport uint32_t
from libc.string cimport memset
from game.board cimport (BOX_SETS, COLUMNS, LAST_NOTCH, LINE, SETS, SIZES, SLIDES, SOLO, SOLO_SHAPES, TILES,
                         bits_count, sheet_t)
from game.tiles cimport tile_notch, tile_shape

cdef enum:
    TOPS = 12                  # what a cell shows: empty, a free digit, anything else
    TRAITS_MOST = 640          # the most traits in a list

# The first index of each table. TRAITS is the total number of entries.
cdef enum:
    AT_BIAS = 0
    AT_BOXES = AT_BIAS + 1                       # the filled boxes
    AT_OPEN = AT_BOXES + BOX_SETS  # slides left, open boxes of each kind
    AT_LETTER = AT_OPEN + 21 * 36                # letter, its shape, notch and boxes
    AT_NOTCHES = AT_LETTER + 5 * 5 * 5 * 4       # how many tiles are on each notch
    AT_FALLING = AT_NOTCHES + 1296               # shapes that fall with their next slide
    AT_TRIPLE = AT_FALLING + 32                  # steps on both sides of a column
    AT_QUAD = AT_TRIPLE + 81 * 4                 # four neighbouring columns
    AT_HEIGHT = AT_QUAD + 4 * 343                # height of a column, by its place
    AT_ROW = AT_HEIGHT + 15 * 4                  # a row: occupied and open cells, holes
    AT_ROWS = AT_ROW + 11 * 2187                 # complete rows, rows that can still be completed
    AT_FIT = AT_ROWS + 144                       # shapes that fit without a hole
    AT_ROOM = AT_FIT + 1024                      # total height of all columns
    AT_HOLES = AT_ROOM + 99                      # highest column, holes
    AT_GROUP = AT_HOLES + 15 * 12                # a group: size, free neighbours, rare digit; filled boxes
    AT_GROUPS = AT_GROUP + 8 * 6 * 2 * 32        # the three largest groups that can grow; filled boxes
    AT_NEED_I = AT_GROUPS + 512 * 32             # what each identical box lacks
    AT_CHAIN = AT_NEED_I + 3125                  # a run: start, length, free neighbours of its ends; filled boxes
    AT_CHAINS = AT_CHAIN + 720 * 32              # the three longest runs that can grow; filled boxes
    AT_NEED_C = AT_CHAINS + 729 * 32             # what each consecutive box lacks
    AT_SPOT = AT_NEED_C + 3125                   # an empty cell: what a digit there would join, how high it is
    AT_JOIN_I = AT_SPOT + 8 * 9 * 4              # the two best joins of groups; filled boxes
    AT_JOIN_C = AT_JOIN_I + 64 * 32              # the two best joins of runs; filled boxes
    AT_READY_I = AT_JOIN_C + 64 * 32             # for each identical box: cells that would complete it
    AT_READY_C = AT_READY_I + 3125
    AT_AROUND = AT_READY_C + 3125                # an empty cell: what is left of, below and right of it; kinds still open
    AT_PAIR = AT_AROUND + 1728 * 4               # tops of neighbouring columns
    AT_DEAD = AT_PAIR + 720                      # free digits without a reachable empty neighbour; the others
    AT_BOTH = AT_DEAD + 16 * 24                  # what all boxes lack, identical and consecutive
    AT_COUNTS_I = AT_BOTH + 13 * 13 * 36         # how many groups of each size can grow; filled boxes
    AT_COUNTS_C = AT_COUNTS_I + 180 * 32         # how many runs of each length can grow; filled boxes
    AT_GROW_I = AT_COUNTS_C + 360 * 32           # a group: size, size with one more digit, free neighbours; filled boxes
    AT_GROW_C = AT_GROW_I + 8 * 8 * 4 * 32       # a run: start, length, length with one more digit; filled boxes
    AT_BRIDGE_I = AT_GROW_C + 10 * 8 * 9 * 32    # the two best joins of groups by two cells; filled boxes
    AT_BRIDGE_C = AT_BRIDGE_I + 64 * 32          # the two best joins of runs by two cells; filled boxes
    AT_ROLE = AT_BRIDGE_C + 64 * 32              # a digit: its group, the longest run through it, free neighbours; kinds still open
    AT_SAME = AT_ROLE + 7 * 8 * 3 * 4            # a digit 1..7: how many are free, its largest group; filled boxes
    TRAITS = AT_SAME + 9 * 8 * 32

ctypedef struct traits_t:      # a list of traits
    int count
    uint32_t item[TRAITS_MOST]


cdef inline int clip(int value, int low, int high) noexcept nogil:
    return low if value < low else high if value > high else value


cdef inline void trait_add(uint32_t** out, int i) noexcept nogil:
    """Append a trait, and advance `out`."""
    out[0][0] = <uint32_t>i
    out[0] += 1


cdef inline int slides_left(const sheet_t* sheet) noexcept nogil:
    """Return the slides still to come, 0..20. In games of several players, where nothing slides,
    this is the number of turns that the room under the Game Over line allows."""
    cdef int i, left = SLIDES, room = 0
    if sheet.kind == SOLO:
        for i in range(TILES):
            left -= tile_notch(sheet, i)
        return left
    for i in range(COLUMNS):
        room += max(0, LINE - <int>sheet.height[i])
    return clip(room // 6, 1, SLIDES)


cdef inline uint32_t* tiles_list(const sheet_t* sheet, int slides, uint32_t* out) noexcept nogil:
    """List the traits of tiles and boxes. Returns where the next trait goes, as every list function
    does."""
    cdef int i, notch, shape, lacks, falling = 0, notches = 0
    cdef int[LAST_NOTCH + 1] count
    cdef int identical = sheet.boxes & (SETS - 1), consecutive = sheet.boxes >> SIZES & (SETS - 1)
    trait_add(&out, AT_BIAS)
    trait_add(&out, AT_BOXES + sheet.boxes)
    trait_add(&out, AT_OPEN + (slides * 6 + SIZES - bits_count(identical)) * 6 + SIZES - bits_count(consecutive))
    if sheet.kind != SOLO:
        return out
    memset(count, 0, sizeof(count))
    for i in range(TILES):
        notch = tile_notch(sheet, i)
        shape = tile_shape(sheet, i)
        count[notch] += 1
        lacks = 2 - (identical >> i & 1) - (consecutive >> i & 1)
        lacks = 0 if sheet.crossed >> i & 1 else 1 if sheet.circled >> i & 1 else 1 + lacks if lacks else 1
        if shape < SOLO_SHAPES:
            trait_add(&out, AT_LETTER + ((i * 5 + shape) * 5 + notch) * 4 + lacks)
            if notch == LAST_NOTCH - 1 and lacks > 1:
                falling |= 1 << shape
    for i in range(4):
        notches = notches * 6 + count[i]
    trait_add(&out, AT_NOTCHES + notches)
    trait_add(&out, AT_FALLING + falling)
    return out
