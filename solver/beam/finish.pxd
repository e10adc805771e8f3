# The last turn of a game, or of the known rolls. Only the score counts, and the best turn is found exactly.
# Most turns can be skipped: rows depend only on the surface, claims only on what a landing touches.
from libc.stdint cimport uint8_t
from game.board cimport DIGITS, KINDS, SIZE_BONUS, SIZE_MIN, SOLO_CELLS, sheet_t
from game.combo cimport CONSECUTIVE, IDENTICAL, box_of, claim_t, sizes_open
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport landing_t, sheet_write
from game.fall cimport fall_t
from game.move cimport move_set, move_t
from game.roll cimport roll_t
from game.score cimport BOX_POINTS, ROW_POINTS, rows_points
from game.turn cimport places_list, turns_t

cdef enum:
    ROWS_AT_ONCE = 4           # the most rows that one shape completes

ctypedef struct finish_t:
    int gain[KINDS][SIZE_BONUS + 1]  # the most points of one claim, by kind and maximum size
    int gain_most
    int parent
    int* best                  # the score to beat, and the turn that beats it
    move_t* move


cdef inline void finish_set(finish_t* finish, const sheet_t* sheet) noexcept nogil:
    cdef int kind, size, open, gain
    for kind in range(KINDS):
        open = sizes_open(sheet.boxes, kind)
        finish.gain[kind][0] = 0
        for size in range(1, SIZE_BONUS + 1):
            gain = 0
            if size >= SIZE_MIN and open >> size & 1:
                gain = <int>BOX_POINTS[sheet.boxes | 1 << box_of(kind, size)] - <int>BOX_POINTS[sheet.boxes]
            finish.gain[kind][size] = max(gain, finish.gain[kind][size - 1])
    finish.gain_most = max(finish.gain[IDENTICAL][SIZE_BONUS], finish.gain[CONSECUTIVE][SIZE_BONUS])


cdef inline int group_bound(const contact_t* contact, const roll_t* roll) noexcept nogil:
    """Return an upper bound on the largest group of equal digits that the roll can make here."""
    cdef int d, i, count, sum, most, best = 0
    for d in range(DIGITS):
        count = min(SOLO_CELLS, roll.shown[d] + roll.stars)
        if count == 0:
            continue
        sum = 0
        most = 0
        for i in range(SOLO_CELLS):
            sum += contact.group[i][d]
            most = max(most, <int>contact.group[i][d])
        best = max(best, count + (most if count == 1 else sum))
    return min(best, SIZE_BONUS)


cdef inline int run_bound(const contact_t* contact, const roll_t* roll) noexcept nogil:
    """Return an upper bound on the longest run that the roll can make here.

    A run through several new digits can contain old ones below them, above them, and up to three times between
    two of them, above the one and below the other.
    """
    cdef int i, d, single = 1, low = 0, high = 0
    for i in range(SOLO_CELLS):
        for d in range(DIGITS):
            if roll.shown[d] + roll.stars:
                single = max(single, 1 + contact.below[i][d + 1] + contact.above[i][d + 1])
                low = max(low, <int>contact.below[i][d + 1])
                high = max(high, <int>contact.above[i][d + 1])
    if contact.inner == 0 and min(low, high) == 0:
        return min(single, SIZE_BONUS)
    return min(SOLO_CELLS + low + high + 3 * min(low, high), SIZE_BONUS)


cdef inline void finish_try(finish_t* finish, int score, const fall_t* fall, const landing_t* place,
                            const uint8_t* digits, const claim_t* claim) noexcept nogil:
    if score > finish.best[0]:
        finish.best[0] = score
        move_set(finish.move, finish.parent, fall, place, digits, claim)


cdef inline void finish_old(finish_t* finish, const turns_t* turns, const fall_t* fall, const landing_t* place,
                            const uint8_t* digits, int rows) noexcept nogil:
    """Try a placement without a claim, and with each claim that doesn't need its digits; any digits will do."""
    cdef const claim_t* claim
    cdef int i, boxes = fall.sheet.boxes
    finish_try(finish, rows + BOX_POINTS[boxes], fall, place, digits, NULL)
    for i in range(turns.base.claims.count):
        claim = &turns.base.claims.item[i]
        finish_try(finish, rows + BOX_POINTS[boxes | claim.box], fall, place, digits, claim)


cdef inline void finish_new(finish_t* finish, turns_t* turns, const fall_t* fall, const landing_t* place,
                            const roll_t* roll, int rows) noexcept nogil:
    """Try the claims that new digits allow, as long as they could beat the best score."""
    cdef contact_t contact
    cdef sheet_t after
    cdef const claim_t* claim
    cdef int a, i, most, boxes = fall.sheet.boxes
    contact_set(&contact, &turns.base, place)
    most = rows + BOX_POINTS[boxes] + max(finish.gain[IDENTICAL][group_bound(&contact, roll)],
                                          finish.gain[CONSECUTIVE][run_bound(&contact, roll)])
    for a in range(roll.count):
        if most <= finish.best[0]:
            return
        after = fall.sheet
        sheet_write(&after, place, roll.digits[a])
        claims_new(&turns.base, &contact, place, roll.digits[a], &after, &turns.fresh)
        for i in range(turns.fresh.count):
            claim = &turns.fresh.item[i]
            finish_try(finish, rows + BOX_POINTS[boxes | claim.box], fall, place, roll.digits[a], claim)


cdef inline void finish_turn(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags, int parent,
                             int* best, move_t* move) noexcept nogil:
    """Raise `best` and set `move` if some turn scores more. Call turns_fall() first."""
    cdef finish_t finish
    cdef sheet_t after
    cdef const fall_t* fall
    cdef int f, p, count, rows, boxes = BOX_POINTS[sheet.boxes]
    finish.parent = parent
    finish.best = best
    finish.move = move
    finish_set(&finish, sheet)
    for f in range(turns.falls.count):
        if f % 16 == 0 and turns.is_stopped != NULL and turns.is_stopped():
            turns.stopped = True
            return
        fall = &turns.falls.item[f]
        rows = rows_points(&fall.sheet, flags)
        if boxes + rows + ROWS_AT_ONCE * ROW_POINTS + finish.gain_most <= best[0]:
            continue
        base_set(&turns.base, &fall.sheet)
        count = places_list(&fall.sheet, roll.shape, flags, turns.places)
        if count == 0:
            finish_old(&finish, turns, fall, NULL, NULL, rows)
        for p in range(count):
            after = fall.sheet
            sheet_write(&after, &turns.places[p], roll.digits[0])
            rows = rows_points(&after, flags)
            if boxes + rows + finish.gain_most > best[0]:
                finish_old(&finish, turns, fall, &turns.places[p], roll.digits[0], rows)
                finish_new(&finish, turns, fall, &turns.places[p], roll, rows)
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed
