# The value of a sheet among others at the end of a turn: its current score plus the weights of its traits. The
# surface and the digits have the traits of a solo sheet (value/). Letters and the time left have tables of their
# own after those. The other sheets are taken as they were before the turn, since all players choose at once.
from libc.stdint cimport uint32_t
from game.board cimport BGA, SETS, SHAPES, SIZES, SLIDES, TILES, bit_first, bits_count, sheet_t
from game.score cimport score_total
from game.tiles cimport tile_shape
from multiplayer.rivals cimport rivals_t, sheet_left, sheet_top
from multiplayer.table cimport SEATS_LEAST, SEATS_MOST
from value.digits cimport digits_list
from value.layout cimport layout_set, layout_t
from value.learned cimport digits_sum, rows_sum, sum_t, sum_value, sums_added, surface_sum
from value.surface cimport surface_list
from value.traits cimport (AT_BIAS, AT_BOXES, AT_OPEN, TRAITS as SOLO_TRAITS, TRAITS_MOST, clip, trait_add,
                           traits_t)

cdef enum:
    TURNS_LEFT = SLIDES + 1    # number of values of sheet_left()
    TABLES_OF = SEATS_MOST - SEATS_LEAST + 1  # numbers of players
    TOPS_HIGH = 15             # heights of a column
    PENDING = 4                # counts of circled letters that the traits distinguish
    LETTER_STATES = 4          # crossed off, circled here, one box open, both
    LETTER_OTHERS = 3          # circled by none of the others, one, more

cdef enum:
    AT_MARK = SOLO_TRAITS                            # letter, shape, its state on this sheet and on the others
    AT_NEXT = AT_MARK + TILES * SHAPES * LETTER_STATES * LETTER_OTHERS  # the shape that falls next, protected or not
    AT_PENDING = AT_NEXT + (SHAPES + 1) * 2 * TURNS_LEFT  # number of letters that threaten this sheet, and the others
    AT_PACE = AT_PENDING + PENDING * PENDING * TURNS_LEFT  # turns left on this sheet and on the others, players
    AT_HIGH = AT_PACE + TURNS_LEFT * TURNS_LEFT * TABLES_OF  # the highest columns of this sheet and of the others
    AT_RULES = AT_HIGH + TOPS_HIGH * TOPS_HIGH       # variant, players
    TRAITS = AT_RULES + 2 * TABLES_OF * TURNS_LEFT


cdef inline int left_of(const sheet_t* sheet, const rivals_t* rivals) noexcept nogil:
    """Estimate the turns that the game has left, which is the stage of a sheet's weights."""
    return min(sheet_left(sheet), rivals.left)


cdef inline uint32_t* marks_list(const sheet_t* sheet, const rivals_t* rivals, int left, uint32_t* out) noexcept nogil:
    """Write the traits of the letters: who has circled which, and which one falls next.

    Return where the next trait goes.
    """
    cdef int i, state, others, next, shape = SHAPES, safe = 0
    cdef int crossed = sheet.crossed | (sheet.circled & rivals.every)
    cdef int mine = sheet.circled & ~crossed, theirs = rivals.circled & ~crossed
    cdef int boxes = sheet.boxes
    for i in range(TILES):
        if crossed >> i & 1:
            state = 0
        elif mine >> i & 1:
            state = 1
        else:
            state = 3 - (boxes >> i & 1) - (boxes >> (SIZES + i) & 1)
        others = (theirs >> i & 1) + ((theirs & rivals.twice) >> i & 1)
        trait_add(&out, AT_MARK + ((i * SHAPES + tile_shape(sheet, i)) * LETTER_STATES + state) * LETTER_OTHERS + others)
    if mine | theirs:
        next = bit_first(mine | theirs)
        shape = tile_shape(sheet, next)
        safe = mine >> next & 1
    trait_add(&out, AT_NEXT + (shape * 2 + safe) * TURNS_LEFT + left)
    trait_add(&out, AT_PENDING + (min(bits_count(theirs & ~mine), PENDING - 1) * PENDING
                                  + min(bits_count(mine), PENDING - 1)) * TURNS_LEFT + left)
    return out


cdef inline uint32_t* seat_list(const sheet_t* sheet, const rivals_t* rivals, int left, int flags, uint32_t* out) noexcept nogil:
    """Write the traits of boxes, letters and time. Return where the next trait goes."""
    cdef int identical = sheet.boxes & (SETS - 1), consecutive = sheet.boxes >> SIZES & (SETS - 1)
    cdef int players = rivals.seats - SEATS_LEAST
    trait_add(&out, AT_BIAS)
    trait_add(&out, AT_BOXES + sheet.boxes)
    trait_add(&out, AT_OPEN + (left * 6 + SIZES - bits_count(identical)) * 6 + SIZES - bits_count(consecutive))
    out = marks_list(sheet, rivals, left, out)
    trait_add(&out, AT_PACE + (sheet_left(sheet) * TURNS_LEFT + rivals.left) * TABLES_OF + players)
    trait_add(&out, AT_HIGH + sheet_top(sheet) * TOPS_HIGH + rivals.top)
    trait_add(&out, AT_RULES + ((1 if flags & BGA else 0) * TABLES_OF + players) * TURNS_LEFT + left)
    return out


cdef inline sum_t seat_sum(const float* weights, const sheet_t* sheet, const rivals_t* rivals, int left, int flags) noexcept nogil:
    cdef uint32_t[TRAITS_MOST] item
    return rows_sum(weights, item, <int>(seat_list(sheet, rivals, left, flags, item) - item))


cdef inline float seat_value(const float* weights, const sheet_t* sheet, const rivals_t* rivals, int flags) noexcept nogil:
    """Compute the value of a sheet at the end of a turn, in points, from scratch."""
    cdef layout_t layout
    cdef sum_t sum
    cdef int left = left_of(sheet, rivals)
    if sheet.past:
        return score_total(sheet, flags)
    layout_set(&layout, sheet)
    sum = sums_added(seat_sum(weights, sheet, rivals, left, flags),
                     sums_added(surface_sum(weights, sheet), digits_sum(weights, sheet, &layout)))
    return score_total(sheet, flags) + sum_value(&sum, left)


cdef inline void seat_traits(const sheet_t* sheet, const rivals_t* rivals, int flags, traits_t* out) noexcept nogil:
    """List all traits of a sheet in the order in which seat_value() sums them."""
    cdef layout_t layout
    cdef uint32_t* end = surface_list(sheet, seat_list(sheet, rivals, left_of(sheet, rivals), flags, out.item))
    layout_set(&layout, sheet)
    out.count = <int>(digits_list(sheet, &layout, end) - out.item)
