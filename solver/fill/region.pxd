# Regions: the combo of a box laid on a drop plan.
#
# A drop plan says which turn fills each cell. A region is the cells of a combo with their digits: connected cells
# of one digit, or a rising path. The turns of its cells must be able to pay for it: each digit with a die that shows
# it, or else with a star of that turn.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from game.board cimport BOXES, CELLS, DIGITS, SIZES, SIZE_BONUS, SIZE_MIN, TILES, TURNS_MOST, mask_add, mask_t

cdef enum:
    BONUS_BOX = BOXES - 1
    DICE_WORDS = (DIGITS * (TURNS_MOST + 1) >> 6) + 1  # words with a bit for each turn and digit

ctypedef struct ground_t:      # a drop plan with its dice
    int turns
    int boxes                  # the boxes wanted, a bit each
    int filled                 # the boxes filled before the first turn
    int8_t turn[CELLS]         # the turn that fills a cell, 0 for a digit already there, -1 for no turn
    uint8_t digit[CELLS]       # of the cells with a digit already there
    uint8_t dice[TURNS_MOST + 1][DIGITS]  # number dice of a turn that show a digit
    uint8_t stars[TURNS_MOST + 1]
    uint8_t last[BOXES]        # the last turn in which each box may be filled
    uint8_t falls[TILES]       # by size: the turn in which its tile falls, 0 for never; the letter must
                               # not be circled before, so one of the two boxes waits for that turn

ctypedef struct region_t:
    mask_t cells
    uint64_t dice[DICE_WORDS]  # bit DIGITS * turn + digit: wanted at least once
    uint8_t cell[SIZE_BONUS]   # in the order of the digits
    uint8_t box
    uint8_t digit              # the first digit
    uint8_t rise               # 1 for a consecutive combo
    uint8_t size
    uint8_t turn               # the last of its cells' turns: it can be claimed from then on
    bint crowded               # two of its cells belong to the same turn


cdef inline int box_size(int box) noexcept nogil:
    return SIZE_BONUS if box == BONUS_BOX else SIZE_MIN + box % SIZES


cdef inline int box_of_size(int size, bint rise) noexcept nogil:
    return BONUS_BOX if size == SIZE_BONUS else size - SIZE_MIN + (SIZES if rise else 0)


cdef inline bint region_lay(region_t* region, const ground_t* ground) noexcept nogil:
    """Set the fields of a region that follow from its cells and their turns.

    Return False if a cell has no digit, or if the last turn is too late for the box.
    """
    cdef int i, turn, bit
    cdef uint32_t turns = 0
    memset(&region.cells, 0, sizeof(mask_t))
    memset(region.dice, 0, sizeof(region.dice))
    region.turn = 1
    region.crowded = False
    for i in range(region.size):
        mask_add(&region.cells, region.cell[i])
        turn = ground.turn[region.cell[i]]
        if turn < 0:
            return False
        if turn == 0:
            continue
        region.turn = <uint8_t>max(region.turn, turn)
        if turns >> turn & 1:
            region.crowded = True
        turns |= <uint32_t>1 << turn
        bit = DIGITS * turn + region.digit + (i if region.rise else 0)
        region.dice[bit >> 6] |= <uint64_t>1 << (bit & 63)
    return region.turn <= ground.last[region.box]


cdef inline bint region_set(region_t* region, const ground_t* ground, const uint8_t* cell, int size, int digit,
                            bint rise) noexcept nogil:
    """Set a region of the first `size` of eight cells, in digit order. Return False as region_lay() does."""
    memcpy(region.cell, cell, SIZE_BONUS)
    region.box = <uint8_t>box_of_size(size, rise)
    region.size = <uint8_t>size
    region.digit = <uint8_t>digit
    region.rise = rise
    return region_lay(region, ground)
