# Draw a random region of a box, using a survey.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from fill.region cimport BONUS_BOX, box_size, region_set, region_t
from fill.survey cimport group_begin, group_take, mask_beside, star_take, survey_t
from game.board cimport (DIGITS, GROUND_CELLS, SIZES, mask_add, mask_any, mask_count, mask_drop, mask_either,
                         mask_pop, mask_t, mask_without)
from game.rng cimport rng_below

cdef enum:
    DRAWS_MOST = 50            # the most attempts to draw a region
    RISE = 16                  # added to the first digit of a run


cdef inline int one_of(mask_t mask, uint64_t* rng) noexcept nogil:
    """Return a cell of a mask that isn't empty: the first from a random cell on."""
    cdef int start = rng_below(rng, GROUND_CELLS)
    cdef mask_t rest
    rest.word[0] = mask.word[0] & ~<uint64_t>0 << (start & 63) if start < 64 else 0
    rest.word[1] = mask.word[1] if start < 64 else mask.word[1] & ~<uint64_t>0 << (start & 63)
    return mask_pop(&rest) if mask_any(&rest) else mask_pop(&mask)


cdef inline bint draw_start(const survey_t* survey, int box, uint64_t* rng, mask_t* cells, int* digit) noexcept nogil:
    """Draw the first digit of a region of `box`, and set the cells where the region may begin.

    Digits with more such cells are likelier. RISE is added to the digit of a run. Return False if `box` has no region.
    """
    cdef int n, d, count, seen = 0, size = box_size(box)
    digit[0] = -1
    if box < SIZES or box == BONUS_BOX:
        for n in range(survey.fields):
            count = mask_count(&survey.field[n].cells)
            if survey.field[n].most >= size:
                seen += count
                if rng_below(rng, <uint32_t>seen) < count:
                    cells[0] = survey.field[n].cells
                    digit[0] = survey.field[n].digit
    if box >= SIZES:
        for d in range(DIGITS - size + 1):
            count = mask_count(&survey.rising[size][d])
            if count:
                seen += count
                if rng_below(rng, <uint32_t>seen) < count:
                    cells[0] = survey.rising[size][d]
                    digit[0] = d + RISE
    return digit[0] >= 0


cdef inline bint region_draw(region_t* region, survey_t* survey, int box, uint64_t* rng) noexcept nogil:
    """Draw a random region of `box`, grown cell by cell. Return False if none was found.

    The survey needs to be opened but not run: only the cells that can show each digit are used.
    """
    cdef int size = box_size(box), tries, n, digit, cell, turn
    cdef bint rise
    cdef mask_t near, edge, used
    for tries in range(DRAWS_MOST):
        if not draw_start(survey, box, rng, &edge, &digit):
            return False
        rise = digit >= RISE
        digit -= RISE if rise else 0
        if rise:
            memset(survey.used, 0, sizeof(survey.used))
        else:
            group_begin(survey, digit)
        used.word[0] = used.word[1] = 0
        n = 0
        while mask_any(&edge):
            cell = one_of(edge, rng)
            mask_add(&used, cell)
            mask_drop(&edge, cell)
            turn = survey.ground.turn[cell]
            if rise:
                if turn and not survey.packing.left[turn][digit + n] and not star_take(survey, cell):
                    continue
            elif not group_take(survey, cell):
                continue
            survey.cell[n] = <uint8_t>cell
            n += 1
            if n == size:
                if region_set(region, survey.ground, survey.cell, size, digit, rise):
                    return True
                break
            if rise:
                edge = mask_beside(cell, &survey.rising[size - n][digit + n])
            else:
                near = mask_beside(cell, &survey.can[digit])
                edge = near if n == 1 else mask_either(&edge, &near)
            edge = mask_without(&edge, &used)
    return False
