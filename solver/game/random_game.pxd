# A random solo game from a sheet to its end: the fastest code that exercises every rule.
from libc.stdint cimport uint8_t, uint64_t
from game.board cimport COLUMNS, DIGITS, FACES, NUMBER_DICE, ROWS, SLIDE, SOLO_CELLS, SOLO_SHAPES, TILES, sheet_t
from game.combo cimport claims_around, claims_keep, claims_t, sheet_claim
from game.drop cimport LANDINGS_MOST, drop_row, landing_set, landing_t, landings_list, sheet_block, sheet_write
from game.rng cimport rng_below
from game.shapes cimport SHAPE, turned_t
from game.tiles cimport sheet_is_over, tile_can_slide, tile_of_shape, tile_shape, tile_slide

cdef enum:
    TRIES = 32                 # random orientations and columns tried before all landings are listed

ctypedef struct dice_t:        # the faces of the number dice, 10 for a star
    uint8_t face[NUMBER_DICE][FACES]


cdef inline bint landing_random(const sheet_t* sheet, int shape, int flags, uint64_t* rng, landing_t* out) noexcept nogil:
    """Pick one of a shape's landings, each equally likely. Returns False if there is no landing."""
    cdef const turned_t* turned
    cdef landing_t[LANDINGS_MOST] places
    cdef int x, row, count, n
    if not flags & SLIDE:
        for n in range(TRIES):
            turned = &SHAPE[shape].turned[rng_below(rng, SHAPE[shape].count)]
            x = rng_below(rng, COLUMNS)
            if x + turned.width > COLUMNS:
                continue
            row = drop_row(sheet, turned, x)
            if row + turned.tall <= ROWS:
                landing_set(out, sheet, turned, shape, x, row)
                return True
    count = landings_list(sheet, shape, flags, places)
    if count == 0:
        return False
    out[0] = places[rng_below(rng, count)]
    return True


cdef inline int tile_random(const sheet_t* sheet, uint64_t* rng) noexcept nogil:
    """Return a random letter whose tile can still slide, or -1."""
    cdef uint8_t[TILES] can
    cdef int letter, count = 0
    for letter in range(TILES):
        if tile_can_slide(sheet, letter):
            can[count] = <uint8_t>letter
            count += 1
    return can[rng_below(rng, count)] if count else -1


cdef inline void slide_random(sheet_t* sheet, int letter, int flags, uint64_t* rng) noexcept nogil:
    """Slide a tile. If its shape falls, it lands at random."""
    cdef landing_t place
    if tile_slide(sheet, letter) and landing_random(sheet, tile_shape(sheet, letter), flags, rng, &place):
        sheet_block(sheet, &place)


cdef inline bint place_random(const sheet_t* sheet, int shape, int flags, uint64_t* rng, landing_t* out) noexcept nogil:
    """Pick a landing of the rolled shape or, for a wild one, of any shape that fits. Returns False
    if there is no landing."""
    cdef int first, i
    if shape < SOLO_SHAPES:
        return landing_random(sheet, shape, flags, rng, out)
    first = rng_below(rng, SOLO_SHAPES)
    for i in range(SOLO_SHAPES):
        if landing_random(sheet, (first + i) % SOLO_SHAPES, flags, rng, out):
            return True
    return False


cdef inline void turn_random(sheet_t* sheet, claims_t* claims, const dice_t* dice, int flags, uint64_t* rng) noexcept nogil:
    """Roll, and play one turn at random. Every choice is uniform; making no claim counts as one
    choice. `claims` holds the sheet's claims before and after, updated instead of listed from
    scratch."""
    cdef uint8_t[NUMBER_DICE] digits
    cdef landing_t place
    cdef int i, face, letter, shape
    cdef bint star = False
    for i in range(NUMBER_DICE):
        face = dice.face[i][rng_below(rng, FACES)]
        star = star or face == DIGITS
        digits[i] = <uint8_t>(rng_below(rng, DIGITS) if face == DIGITS else face)
    for i in range(NUMBER_DICE - 1, 0, -1):
        face = rng_below(rng, i + 1)
        digits[i], digits[face] = digits[face], digits[i]
    shape = rng_below(rng, SOLO_SHAPES + 1)
    star = star or shape == SOLO_SHAPES

    slide_random(sheet, tile_random(sheet, rng), flags, rng)
    if star:
        letter = tile_random(sheet, rng) if shape == SOLO_SHAPES else tile_of_shape(sheet, shape)
        if letter >= 0 and tile_can_slide(sheet, letter):
            slide_random(sheet, letter, flags, rng)

    if place_random(sheet, shape, flags, rng, &place):
        sheet_write(sheet, &place, digits)
        claims_around(sheet, place.cell, SOLO_CELLS, claims)
    i = rng_below(rng, claims.count + 1)
    if i < claims.count:
        sheet_claim(sheet, &claims.item[i])
        claims_keep(claims, &claims.item[i])
    sheet.turn += 1


cdef inline void game_random(sheet_t* sheet, claims_t* claims, const dice_t* dice, int flags, uint64_t* rng) noexcept nogil:
    """Play random turns until the game is over; `claims` is as in turn_random()."""
    while not sheet_is_over(sheet):
        turn_random(sheet, claims, dice, flags, rng)
