# Packings: the cells, dice and turns that the regions of some boxes leave. No two regions share a cell or a die,
# and their claims fit into the turns: one per turn, none before its digits are there, none after the last
# turn of its box, and no letter circled before the turn in which its tile falls.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from fill.region cimport DICE_WORDS, box_size, ground_t, region_t
from game.board cimport BOXES, CELLS, DIGITS, SIZES, TURNS_MOST, bit_first, mask_add, mask_t, mask_without

ctypedef struct packing_t:
    mask_t cells               # cells still free
    uint64_t dice[DICE_WORDS]  # bit DIGITS * turn + digit: a die or a star is left for it
    uint8_t left[TURNS_MOST + 1][DIGITS]  # dice left
    uint8_t stars[TURNS_MOST + 1]
    int filled                 # boxes, a bit each
    uint8_t turn[BOXES]        # the first turn in which each can be claimed


cdef inline int missing_digits(int wanted, int filled) noexcept nogil:
    cdef int box, count = 0
    for box in range(BOXES):
        if (wanted & ~filled) >> box & 1:
            count += box_size(box)
    return count


cdef inline void packing_start(packing_t* packing, const ground_t* ground) noexcept nogil:
    """Start with nothing filled."""
    cdef int cell, turn, digit, bit
    memset(packing, 0, sizeof(packing_t))
    for cell in range(CELLS):
        if ground.turn[cell] >= 0:
            mask_add(&packing.cells, cell)
    memcpy(packing.left, ground.dice, sizeof(packing.left))
    memcpy(packing.stars, ground.stars, sizeof(packing.stars))
    for turn in range(1, ground.turns + 1):
        for digit in range(DIGITS):
            if ground.dice[turn][digit] or ground.stars[turn]:
                bit = DIGITS * turn + digit
                packing.dice[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline uint64_t packing_digits(const packing_t* packing, int turn) noexcept nogil:
    """Return the digits for which a die or a star of `turn` is left, a bit each."""
    cdef int bit = DIGITS * turn
    cdef uint64_t digits = packing.dice[bit >> 6] >> (bit & 63)
    if bit & 63 > 64 - DIGITS:
        digits |= packing.dice[(bit >> 6) + 1] << (64 - (bit & 63))
    return digits & ((1 << DIGITS) - 1)


cdef inline bint region_fits(const region_t* region, const packing_t* packing) noexcept nogil:
    """Return True if the region's cells are free and each die that it needs is left at least once."""
    return not ((region.cells.word[0] & ~packing.cells.word[0]) | (region.cells.word[1] & ~packing.cells.word[1])
                | (region.dice[0] & ~packing.dice[0]) | (region.dice[1] & ~packing.dice[1])
                | (region.dice[2] & ~packing.dice[2]) | (region.dice[3] & ~packing.dice[3]))


cdef inline bint region_paid(const region_t* region, const packing_t* packing, const ground_t* ground) noexcept nogil:
    """Return True if the dice left pay for all cells of a region that fits."""
    cdef uint8_t wanted[TURNS_MOST + 1]
    cdef int i, turn
    if not region.crowded:
        return True
    for i in range(region.size):
        wanted[ground.turn[region.cell[i]]] = 0
    for i in range(region.size):
        turn = ground.turn[region.cell[i]]
        if turn == 0:
            continue
        if not region.rise:
            wanted[turn] += 1
            if wanted[turn] > packing.left[turn][region.digit] + packing.stars[turn]:
                return False
        elif packing.left[turn][region.digit + i] == 0:
            wanted[turn] += 1
            if wanted[turn] > packing.stars[turn]:
                return False
    return True


cdef inline void die_spend(packing_t* packing, int turn, int digit) noexcept nogil:
    cdef int other, bit
    if packing.left[turn][digit]:
        packing.left[turn][digit] -= 1
        if packing.left[turn][digit] == 0 and packing.stars[turn] == 0:
            bit = DIGITS * turn + digit
            packing.dice[bit >> 6] &= ~(<uint64_t>1 << (bit & 63))
        return
    packing.stars[turn] -= 1
    if packing.stars[turn] == 0:
        for other in range(DIGITS):
            if packing.left[turn][other] == 0:
                bit = DIGITS * turn + other
                packing.dice[bit >> 6] &= ~(<uint64_t>1 << (bit & 63))


cdef inline void packing_add(packing_t* packing, const region_t* region, const ground_t* ground) noexcept nogil:
    """Take the cells and dice of a region, which must be available."""
    cdef int i, turn
    packing.cells = mask_without(&packing.cells, &region.cells)
    for i in range(region.size):
        turn = ground.turn[region.cell[i]]
        if turn > 0:
            die_spend(packing, turn, region.digit + (i if region.rise else 0))
    packing.filled |= 1 << region.box
    packing.turn[region.box] = region.turn


cdef inline bint claim_put(uint32_t* free, int first, int last, uint8_t* turn) noexcept nogil:
    """Give a box the earliest free turn from `first` to `last`. Return False if no turn is free."""
    cdef int at = bit_first(free[0] & ~((<uint32_t>1 << first) - 1) | <uint64_t>1 << 32)
    if at > last:
        return False
    free[0] &= ~(<uint32_t>1 << at)
    turn[0] = <uint8_t>at
    return True


cdef inline bint claims_order(const packing_t* packing, const uint8_t* first, const uint8_t* last,
                              uint8_t* turn) noexcept nogil:
    """Give each filled box a turn of its own between its first and its last. Return False if that is impossible.

    Boxes are served by last turn, each with the earliest free turn. If that fails, too many claims share the turns
    after the previous free one (the marriage theorem for intervals).
    """
    cdef uint32_t free = ~<uint32_t>0
    cdef int box, best, latest = 0, rest = packing.filled
    for box in range(BOXES):
        latest = max(latest, last[box])
    while True:
        best = -1
        for box in range(BOXES):
            if rest >> box & 1 and last[box] < (latest if best < 0 else last[best]):
                best = box
        if best < 0:
            break
        rest &= ~(1 << best)
        if not claim_put(&free, first[best], last[best], &turn[best]):
            return False
    for box in range(BOXES):
        if rest >> box & 1 and not claim_put(&free, first[box], latest, &turn[box]):
            return False
    return True


cdef inline bint claims_plan(const packing_t* packing, const ground_t* ground, uint8_t* turn) noexcept nogil:
    """Set the turns of all claims, as claims_order() does, with no letter circled before its tile falls.

    Of two boxes that share such a letter, one waits. If one of them is late enough anyway, the other is free;
    otherwise either may be the one that waits.
    """
    cdef uint8_t first[BOXES]
    cdef uint8_t wait[BOXES]
    cdef int either[SIZES]
    cdef int choice, size, box, i, many = 0, filled = packing.filled | ground.filled
    memcpy(first, packing.turn, sizeof(first))
    for size in range(SIZES):
        if ground.falls[size] == 0 or filled >> size & filled >> (size + SIZES) & 1 == 0:
            continue
        box = size if packing.filled >> size & 1 else size + SIZES
        if not packing.filled >> box & 1:
            return False
        if not packing.filled >> size & packing.filled >> (size + SIZES) & 1:
            first[box] = max(first[box], ground.falls[size])
        elif max(first[size], first[size + SIZES]) < ground.falls[size]:
            either[many] = size
            many += 1
    for choice in range(1 << many):
        memcpy(wait, first, sizeof(first))
        for i in range(many):
            wait[either[i] + (SIZES if choice >> i & 1 else 0)] = ground.falls[either[i]]
        if claims_order(packing, wait, ground.last, turn):
            return True
    return False
