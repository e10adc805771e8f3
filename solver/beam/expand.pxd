# Beam search, continued: evaluate whole turns, and keep the best of each sheet.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from beam.beam cimport (NOISE, beam_t, child_t, claims_choose, digits_choose, falls_choose, future_hash,
                        landings_choose, ranks_t, surface_hash, worker_t)
from beam.finish cimport finish_turn
from beam.forecast cimport state_of, terrain_level, terrain_set
from beam.prospects cimport boxes_promise
from game.board cimport sheet_t
from game.combo cimport claim_t, sheet_claim
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport landing_t, sheet_write
from game.fall cimport fall_t
from game.move cimport move_set
from game.rng cimport rng_next
from game.roll cimport roll_t
from game.score cimport POINT, score_total
from game.tiles cimport sheet_is_over
from game.turn cimport turns_fall


cdef inline int noise(const beam_t* beam, uint64_t hash) noexcept nogil:
    """Return a random number below NOISE, determined by the seed and the hash of a sheet."""
    cdef uint64_t state = beam.seed ^ hash
    return <int>(rng_next(&state) >> 40) % NOISE


cdef inline void child_add(worker_t* w, const beam_t* beam, const sheet_t* after, int parent, const fall_t* fall,
                           const landing_t* place, const uint8_t* digits, const claim_t* claim) noexcept nogil:
    """Evaluate a turn by the sheet after it, and keep it if it is among the parent's best."""
    cdef child_t* child
    cdef int i, value = score_total(after, beam.flags), room = beam.breadth.children
    cdef uint64_t hash
    w.nodes += 1
    if sheet_is_over(after):
        if value > w.best:
            w.best = value
            move_set(&w.best_move, parent, fall, place, digits, claim)
        return
    value = POINT * value + w.terrain.value + boxes_promise(after, &w.terrain, &beam.forecast)
    if w.children == room and value + NOISE <= w.child[room - 1].value:
        return
    hash = future_hash(after)
    value += noise(beam, hash)
    if w.children == room and value <= w.child[room - 1].value:
        return
    for i in range(w.children):
        if w.child[i].hash == hash:
            return
    i = min(w.children, room - 1)
    w.children = i + 1
    while i and w.child[i - 1].value < value:
        w.child[i] = w.child[i - 1]
        i -= 1
    child = &w.child[i]
    child.value = value
    child.hash = hash
    child.surface = surface_hash(after)
    child.boxes = after.boxes
    move_set(&child.move, parent, fall, place, digits, claim)


cdef inline void claims_add(worker_t* w, const beam_t* beam, const sheet_t* placed, int parent, const fall_t* fall,
                            const landing_t* place, const uint8_t* digits) noexcept nogil:
    """Evaluate a placement without a claim, then with each claim."""
    cdef sheet_t after = placed[0]
    cdef const claim_t* claim
    cdef int i, old = w.turns.base.claims.count
    child_add(w, beam, &after, parent, fall, place, digits, NULL)
    for i in range(old + w.turns.fresh.count):
        claim = &w.turns.base.claims.item[i] if i < old else &w.turns.fresh.item[i - old]
        after = placed[0]
        sheet_claim(&after, claim)
        child_add(w, beam, &after, parent, fall, place, digits, claim)


cdef inline void terrain_look(worker_t* w, const beam_t* beam, const sheet_t* sheet) noexcept nogil:
    terrain_level(&w.terrain, &beam.forecast, beam.turn + 1, sheet.height, sheet.fill, sheet)
    terrain_set(&w.terrain, sheet)


cdef inline void place_expand(worker_t* w, const beam_t* beam, int parent, const fall_t* fall,
                              const landing_t* place) noexcept nogil:
    """Evaluate the best arrangements on one landing, with their claims."""
    cdef const roll_t* roll = &beam.rolls[beam.turn]
    cdef contact_t contact
    cdef ranks_t ranks
    cdef sheet_t after
    cdef int n
    contact_set(&contact, &w.turns.base, place)
    digits_choose(&contact, &fall.sheet, roll, beam.breadth.digits, &ranks)
    for n in range(ranks.count):
        after = fall.sheet
        sheet_write(&after, place, roll.digits[ranks.item[n]])
        if n == 0:
            terrain_look(w, beam, &after)
        claims_new(&w.turns.base, &contact, place, roll.digits[ranks.item[n]], &after, &w.turns.fresh)
        claims_add(w, beam, &after, parent, fall, place, roll.digits[ranks.item[n]])


cdef inline void parent_expand(worker_t* w, const beam_t* beam, int parent) noexcept nogil:
    """Fill w.child with the best turns of one sheet. If its last turn is due, update only w.best and w.best_move."""
    cdef ranks_t falls
    cdef const fall_t* fall
    cdef bint based
    cdef int f, n
    w.children = 0
    turns_fall(&w.turns, &beam.sheet[parent], &beam.rolls[beam.turn], beam.flags)
    if beam.turn == beam.count - 1 or beam.forecast.most[beam.turn][state_of(&beam.sheet[parent])] == 1:
        w.nodes += 1
        finish_turn(&w.turns, &beam.sheet[parent], &beam.rolls[beam.turn], beam.flags, parent, &w.best, &w.best_move)
        return
    falls_choose(w, beam, &falls)
    landings_choose(w, beam, &falls)
    for f in range(falls.count):
        fall = &w.turns.falls.item[falls.item[f]]
        based = False
        for n in range(w.ranks.count):
            if w.landed[w.ranks.item[n]].fall != falls.item[f]:
                continue
            if not based:
                base_set(&w.turns.base, &fall.sheet)
                claims_choose(w, beam, &fall.sheet)
                based = True
            place_expand(w, beam, parent, fall, &w.landed[w.ranks.item[n]].place)
        if w.ranks.count == 0:
            base_set(&w.turns.base, &fall.sheet)
            w.turns.fresh.count = 0
            terrain_look(w, beam, &fall.sheet)
            claims_add(w, beam, &fall.sheet, parent, fall, NULL, NULL)
    w.turns.failed = w.turns.failed or w.turns.base.claims.failed or w.turns.fresh.failed


cdef inline void beam_expand(beam_t* beam, worker_t* w, int first, int step) noexcept nogil:
    """Expand every `step`th sheet from `first` on.

    The turns found for a sheet depend neither on the other sheets nor on how the sheets are shared among threads.
    Once the beam is halted, only the first sheet is expanded.
    """
    cdef int p = first
    w.best = beam.best
    if first == 0:
        w.turns.is_stopped = beam.is_stopped
    while p < beam.sheets and not beam.stopped and not (beam.halted and p > first):
        parent_expand(w, beam, p)
        memcpy(&beam.child[<size_t>p * beam.breadth.children], w.child, w.children * sizeof(child_t))
        beam.children[p] = <uint8_t>w.children
        if w.turns.stopped or (first == 0 and p // step % 16 == 0 and beam.is_stopped()):
            beam.stopped = True
        p += step
