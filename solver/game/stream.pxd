# Every turn for a roll in chunks of rows, for an evaluation in Python: what the sheet shows after the
# turn, and where the turn stands among the stages, from which it can be made again.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset
from game.board cimport BOXES, CELLS, NUMBER_DICE, TILES, sheet_t
from game.combo cimport sheet_claim
from game.contact cimport base_set, claims_new, contact_set, contact_t
from game.drop cimport sheet_write
from game.ranked cimport ranked_t
from game.roll cimport roll_t
from game.score cimport score_total
from game.shown cimport shown_sheet
from game.tiles cimport sheet_is_over
from game.turn cimport places_list, turns_fall, turns_t

cdef enum:
    PLACE_IN_STAGES = 4        # the numbers of the fall, the landing, the arrangement, the claim

ctypedef struct stream_t:
    uint8_t* cell              # CELLS a row: 0 empty, 1..10 free, 11..20 used, 21 an X
    uint8_t* box               # BOXES a row
    uint8_t* notch             # TILES a row
    uint8_t* letter            # TILES a row: 0 open, 1 circled, 2 crossed off
    uint8_t* over              # the game is over
    int32_t* points
    int32_t* where             # PLACE_IN_STAGES a row, -1 for no landing and no claim
    int count
    int room
    uint64_t step              # only every step-th turn gets a row
    uint64_t seen
    bint (*flush)(void*) noexcept nogil   # takes the rows when all are full; True to stop
    void* context


cdef inline bint stream_add(stream_t* out, const sheet_t* after, int flags, int f, int p, int a, int c) noexcept nogil:
    """Add a row, unless the turn is left out. Returns True to stop."""
    cdef int n = out.count
    out.seen += 1
    if out.seen % out.step:
        return False
    shown_sheet(after, out.cell + n * CELLS, out.box + n * BOXES, out.notch + n * TILES, out.letter + n * TILES)
    out.over[n] = sheet_is_over(after)
    out.points[n] = score_total(after, flags)
    out.where[n * PLACE_IN_STAGES] = f
    out.where[n * PLACE_IN_STAGES + 1] = p
    out.where[n * PLACE_IN_STAGES + 2] = a
    out.where[n * PLACE_IN_STAGES + 3] = c
    out.count += 1
    return out.count == out.room and out.flush(out.context)


cdef inline bint stream_claims(stream_t* out, turns_t* turns, const sheet_t* placed, int flags, int f, int p, int a) noexcept nogil:
    """Add a placement without a claim, then with each claim that it allows. Returns True to stop."""
    cdef sheet_t after
    cdef int i, old = turns.base.claims.count
    if stream_add(out, placed, flags, f, p, a, -1):
        return True
    for i in range(old + turns.fresh.count):
        after = placed[0]
        sheet_claim(&after, &turns.base.claims.item[i] if i < old else &turns.fresh.item[i - old])
        if stream_add(out, &after, flags, f, p, a, i):
            return True
    return False


cdef inline void turns_stream(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags, stream_t* out) noexcept nogil:
    """Pass every distinct turn to `out`, in the order of the stages, and the last rows too."""
    cdef contact_t contact
    cdef sheet_t after
    cdef int f, p, a, count
    turns_fall(turns, sheet, roll, flags)
    for f in range(turns.falls.count):
        base_set(&turns.base, &turns.falls.item[f].sheet)
        count = places_list(&turns.base.sheet, roll.shape, flags, turns.places)
        turns.fresh.count = 0
        if count == 0 and stream_claims(out, turns, &turns.base.sheet, flags, f, -1, -1):
            return
        for p in range(count):
            contact_set(&contact, &turns.base, &turns.places[p])
            for a in range(roll.count):
                after = turns.base.sheet
                sheet_write(&after, &turns.places[p], roll.digits[a])
                claims_new(&turns.base, &contact, &turns.places[p], roll.digits[a], &after, &turns.fresh)
                if stream_claims(out, turns, &after, flags, f, p, a):
                    return
    turns.failed = turns.failed or turns.base.claims.failed or turns.fresh.failed
    if out.count:
        out.flush(out.context)


cdef inline void turn_at(turns_t* turns, const sheet_t* sheet, const roll_t* roll, int flags, const int32_t* where, ranked_t* out) noexcept nogil:
    """Make the turn again that turns_stream() found at `where`."""
    cdef contact_t contact
    cdef sheet_t after
    cdef int i, old
    memset(out, 0, sizeof(ranked_t))
    turns_fall(turns, sheet, roll, flags)
    out.fall = turns.falls.item[where[0]]
    base_set(&turns.base, &out.fall.sheet)
    turns.fresh.count = 0
    out.placed = where[1] >= 0
    if out.placed:
        places_list(&turns.base.sheet, roll.shape, flags, turns.places)
        out.place = turns.places[where[1]]
        for i in range(NUMBER_DICE):
            out.digits[i] = roll.digits[where[2]][i]
        after = turns.base.sheet
        sheet_write(&after, &out.place, out.digits)
        contact_set(&contact, &turns.base, &out.place)
        claims_new(&turns.base, &contact, &out.place, out.digits, &after, &turns.fresh)
    out.claimed = where[3] >= 0
    old = turns.base.claims.count
    if out.claimed:
        out.claim = turns.base.claims.item[where[3]] if where[3] < old else turns.fresh.item[where[3] - old]
