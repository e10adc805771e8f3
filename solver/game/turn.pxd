# A turn in stages: slides, X shapes that fall, landings, digits, claim. A caller can prune between
# any two stages; the loops here run through all five.
from libc.stdint cimport uint64_t
from game.board cimport LAST, SOLO, SOLO_SHAPES, sheet_t
from game.combo cimport claims_free, claims_t, sheet_claim
from game.contact cimport base_free, base_set, base_t, claims_new, contact_set, contact_t
from game.drop cimport LANDINGS_MOST, landing_t, landings_list, sheet_write
from game.fall cimport fall_none, falls_free, falls_list, falls_t
from game.roll cimport roll_t
from game.tiles cimport SLIDES_MOST, WILD, sheet_is_over, slides_list, slides_t

cdef enum:
    PLACES_MOST = SOLO_SHAPES * LANDINGS_MOST

ctypedef struct turns_t:       # work space for iterating over the turns of one sheet
    falls_t falls
    base_t base
    claims_t fresh
    landing_t places[PLACES_MOST]
    bint failed                # memory ran out: counts are too low
    bint (*is_stopped)() noexcept nogil   # polled now and then; may be NULL
    bint stopped               # is_stopped() returned True: counts are too low

# A callback that receives the sheet after a whole turn, its turn number one higher. Returns True to
# stop.
ctypedef bint (*visit_t)(const sheet_t*, void*) noexcept nogil


cdef inline int places_list(const sheet_t* sheet, int shape, int flags, landing_t* out) noexcept nogil:
    """List the landings of a shape, or of all five if it is WILD. `out` must have room for
    PLACES_MOST."""
    cdef int s, count = 0
    if shape != WILD:
        return landings_list(sheet, shape, flags, out)
    for s in range(SOLO_SHAPES):
        count += landings_list(sheet, s, flags, out + count)
    return count


cdef inline void turns_free(turns_t* turns) noexcept nogil:
    falls_free(&turns.falls)
    base_free(&turns.base)
    claims_free(&turns.fresh)


cdef inline void turns_fall(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags) noexcept nogil:
    """Run the first two stages: list every distinct sheet on which the player's own shape can drop."""
    cdef slides_t[SLIDES_MOST] slides
    cdef int i, count
    turns.falls.count = 0
    if sheet.kind != SOLO:
        fall_none(sheet, &turns.falls)
    else:
        count = slides_list(sheet, roll.star, roll.shape, slides)
        for i in range(count):
            falls_list(sheet, &slides[i], flags, &turns.falls)
    turns.failed = turns.failed or turns.falls.failed


cdef inline bint turns_are_last(turns_t* turns, const roll_t* roll, int flags) noexcept nogil:
    """Return True if the game ends with this turn, whichever is played. Call turns_fall() first."""
    cdef const sheet_t* sheet
    cdef int f, p, count
    if flags & LAST:
        return True
    for f in range(turns.falls.count):
        sheet = &turns.falls.item[f].sheet
        if sheet_is_over(sheet):
            continue
        count = places_list(sheet, roll.shape, flags, turns.places)
        if count == 0:
            return False
        for p in range(count):
            if turns.places[p].line == 0:
                return False
    return True


cdef inline uint64_t placements_count(turns_t* turns, const roll_t* roll, int flags) noexcept nogil:
    """Count the placements on `turns.base`, each without a claim and with every claim that it
    allows."""
    cdef contact_t contact
    cdef sheet_t after
    cdef int p, a, count
    cdef uint64_t total = 0
    cdef base_t* base = &turns.base
    count = places_list(&base.sheet, roll.shape, flags, turns.places)
    if count == 0:
        return 1 + base.claims.count
    for p in range(count):
        contact_set(&contact, base, &turns.places[p])
        for a in range(roll.count):
            after = base.sheet
            sheet_write(&after, &turns.places[p], roll.digits[a])
            total += claims_new(base, &contact, &turns.places[p], roll.digits[a], &after, &turns.fresh)
    return total + <uint64_t>count * roll.count * (1 + base.claims.count)


cdef inline uint64_t turns_count(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags) noexcept nogil:
    """Count the distinct turns of one player. The caller zeroes `turns` before, and frees it after."""
    cdef int i
    cdef uint64_t total = 0
    if sheet_is_over(sheet):
        return 0
    turns_fall(turns, sheet, roll, flags)
    for i in range(turns.falls.count):
        if turns.is_stopped != NULL and turns.is_stopped():
            turns.stopped = True
            break
        base_set(&turns.base, &turns.falls.item[i].sheet)
        total += placements_count(turns, roll, flags)
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed
    return total


cdef inline bint claims_visit(const sheet_t* placed, const claims_t* old, const claims_t* fresh,
                              visit_t visit, void* context) noexcept nogil:
    """Pass a placement to `visit` without a claim, then with each claim of both lists. Returns True
    to stop."""
    cdef sheet_t after = placed[0]
    cdef int i
    after.turn += 1
    if visit(&after, context):
        return True
    for i in range(old.count + fresh.count):
        after = placed[0]
        after.turn += 1
        sheet_claim(&after, &old.item[i] if i < old.count else &fresh.item[i - old.count])
        if visit(&after, context):
            return True
    return False


cdef inline void turns_visit(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags,
                             visit_t visit, void* context) noexcept nogil:
    """Pass the sheet after every distinct turn to `visit`, in the order of the stages."""
    cdef contact_t contact
    cdef sheet_t after
    cdef int i, p, a, count
    cdef base_t* base = &turns.base
    if sheet_is_over(sheet):
        return
    turns_fall(turns, sheet, roll, flags)
    for i in range(turns.falls.count):
        base_set(base, &turns.falls.item[i].sheet)
        count = places_list(&base.sheet, roll.shape, flags, turns.places)
        if count == 0:
            turns.fresh.count = 0
            if claims_visit(&base.sheet, &base.claims, &turns.fresh, visit, context):
                return
        for p in range(count):
            contact_set(&contact, base, &turns.places[p])
            for a in range(roll.count):
                after = base.sheet
                sheet_write(&after, &turns.places[p], roll.digits[a])
                claims_new(base, &contact, &turns.places[p], roll.digits[a], &after, &turns.fresh)
                if claims_visit(&after, &base.claims, &turns.fresh, visit, context):
                    return
    turns.failed = turns.failed or base.claims.failed or turns.fresh.failed
