# Loops for bench/core.py to time, each with a checksum so that compilers don't remove it.
from libc.stdint cimport uint64_t
from game.board cimport sheet_t
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport sheet_write
from game.random_game cimport dice_t, game_random
from game.roll cimport roll_t
from game.score cimport score_total
from game.turn cimport places_list, turns_t
from value.learned cimport learned_value
from value.plain cimport sheet_value

cdef enum:
    BLOCK_WORDS = 8            # 64 bytes
    BLOCKS = 64                # a power of two, like SHEETS
    SHEETS = 16

ctypedef struct block_t:
    uint64_t word[BLOCK_WORDS]

ctypedef struct bench_t:       # memory that the loops write to, so that compilers keep the writes
    turns_t turns
    block_t block[BLOCKS]
    sheet_t sheet[SHEETS]
    uint64_t checksum


cdef inline uint64_t bench_copies(bench_t* bench) noexcept nogil:
    """Copy 64 bytes from one block to another, 4,096 times: the baseline."""
    cdef int i, n
    for n in range(BLOCKS):
        for i in range(BLOCKS):
            bench.block[(i * 29 + n) & (BLOCKS - 1)] = bench.block[(i * 13 + 7 * n + 1) & (BLOCKS - 1)]
    return BLOCKS * BLOCKS


cdef inline sheet_t* bench_place(bench_t* bench, const sheet_t* sheet, const roll_t* roll, int place, int a) noexcept nogil:
    """Return a copy of the sheet with arrangement `a` written into a landing of places_list()."""
    cdef sheet_t* after = &bench.sheet[a & (SHEETS - 1)]
    after[0] = sheet[0]
    sheet_write(after, &bench.turns.places[place], roll.digits[a])
    return after


cdef inline uint64_t bench_drops(bench_t* bench, const sheet_t* sheet, const roll_t* roll) noexcept nogil:
    """Write and score every landing with every arrangement. Returns their number."""
    cdef sheet_t* after
    cdef int p, a, count
    count = places_list(sheet, roll.shape, 0, bench.turns.places)
    for p in range(count):
        for a in range(roll.count):
            after = bench_place(bench, sheet, roll, p, a)
            bench.checksum += score_total(after, 0)
    return <uint64_t>count * roll.count


cdef inline uint64_t bench_claims(bench_t* bench, const sheet_t* sheet, const roll_t* roll) noexcept nogil:
    """Do the work of bench_drops(), and list the claims that the new digits make."""
    cdef contact_t contact
    cdef sheet_t* after
    cdef turns_t* turns = &bench.turns
    cdef int p, a, count
    base_set(&turns.base, sheet)
    count = places_list(sheet, roll.shape, 0, turns.places)
    for p in range(count):
        contact_set(&contact, &turns.base, &turns.places[p])
        for a in range(roll.count):
            after = bench_place(bench, sheet, roll, p, a)
            bench.checksum += score_total(after, 0) + claims_new(
                &turns.base, &contact, &turns.places[p], roll.digits[a], after, &turns.fresh)
    return <uint64_t>count * roll.count


cdef inline uint64_t bench_game(bench_t* bench, const sheet_t* sheet, const dice_t* dice, uint64_t* rng) noexcept nogil:
    """Play one random game from this sheet to its end."""
    bench.sheet[0] = sheet[0]
    bench.turns.fresh.count = 0
    game_random(&bench.sheet[0], &bench.turns.fresh, dice, 0, rng)
    bench.checksum += score_total(&bench.sheet[0], 0)
    return 1


cdef inline uint64_t bench_values(bench_t* bench, const sheet_t* sheet, const roll_t* roll, const float* weights) noexcept nogil:
    """Value every landing and arrangement from scratch: learned, or plain if `weights` is NULL."""
    cdef sheet_t* after
    cdef int p, a, count
    count = places_list(sheet, roll.shape, 0, bench.turns.places)
    for p in range(count):
        for a in range(roll.count):
            after = bench_place(bench, sheet, roll, p, a)
            if weights != NULL:
                bench.checksum += <uint64_t>(1000 + learned_value(weights, after, 0))
            else:
                bench.checksum += <uint64_t>(100000 + sheet_value(after, 0))
    return <uint64_t>count * roll.count
