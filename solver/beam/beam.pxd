# Beam search over whole turns with known dice: the candidate turns of one sheet. Each stage of a turn
# keeps only a few candidates: sheets after slides and falls, landings, arrangements of digits, claims.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from beam.forecast cimport forecast_t, state_of, terrain_level, terrain_set, terrain_t
from beam.prospects cimport boxes_promise
from game.board cimport (BLOCK, CELLS, COLUMNS, DIGITS, DIGIT_NINE, ROWS, SIZE_BONUS, SOLO_CELLS, TURNS_MOST,
                         cells_hash, sheet_t)
from game.combo cimport CONSECUTIVE, IDENTICAL, claim_t, claims_t, sheet_claim, sizes_open
from game.contact cimport INNER_PAIRS, contact_t
from game.drop cimport landing_t
from game.fall cimport fall_t
from game.move cimport move_t
from game.roll cimport roll_t
from game.score cimport POINT, score_total
from game.turn cimport places_list, turns_t

cdef enum:
    FALLS = 12                 # sheets after slides and falls, at most ALIKE for one choice of slides
    ALIKE = 2
    PLACES_ALIKE = 8           # landings on each of these sheets
    BROAD_TURNS = 6            # if no sheet has more turns left, the later stages keep the most candidates
    LANDINGS_MOST = 40
    DIGITS_MOST = 12
    CLAIMS_MOST = 6
    CHILDREN_MOST = 64
    PAST = 20 * POINT          # penalty of a landing past the line, which ends the game
    NOISE = 150                # upper limit of the random number added to a value
    # Weights of adjacent digits in the choice of arrangements.
    GROUP = 44
    RUN = 26
    LONGER_RUN = 3

ctypedef struct breadth_t:     # candidates kept by the later stages
    int landings               # landings, over all sheets after falls
    int digits                 # arrangements per landing
    int claims                 # claims that don't need the new digits
    int children               # turns per sheet

ctypedef struct ranks_t:       # the indices of the best items, best first
    int value[LANDINGS_MOST]
    int item[LANDINGS_MOST]
    int count

ctypedef struct child_t:       # a turn, with the value and hashes of the sheet after it
    int value
    uint32_t surface           # hash of its surface
    uint64_t hash
    uint16_t boxes
    move_t move

ctypedef struct landed_t:      # a landing on one of the sheets after falls
    int fall                   # index into the falls of the turn
    landing_t place

ctypedef struct worker_t:      # the working memory of one thread
    turns_t turns
    terrain_t terrain
    ranks_t ranks              # of the landings
    landed_t landed[LANDINGS_MOST]
    child_t child[CHILDREN_MOST]
    int children
    uint64_t nodes
    int best                   # best score of a line that ends in the current turn or earlier
    move_t best_move

ctypedef struct level_t:       # the turns that lead to the sheets kept after one roll
    move_t* move
    int count

ctypedef struct beam_t:
    forecast_t forecast
    roll_t* rolls
    int count                  # of rolls
    int flags
    uint64_t seed
    int turn                   # index of the current roll
    sheet_t* sheet             # the sheets to expand
    int sheets
    breadth_t breadth
    child_t* child             # breadth.children slots per sheet
    uint8_t* children          # number of children of each sheet
    level_t level[TURNS_MOST]
    int best                   # the best complete line: its score, the roll it ends with, its last turn
    int best_level
    move_t best_move
    uint64_t nodes
    bint failed                # memory ran out
    volatile bint halted       # set by another thread: return what has been found so far
    volatile bint stopped      # set once is_stopped() returns True: all threads end
    bint (*is_stopped)() noexcept nogil


cdef inline void breadth_set(beam_t* beam) noexcept nogil:
    """Set how many candidates the later stages keep: more in short games, where a wider beam soon adds nothing."""
    cdef breadth_t* breadth = &beam.breadth
    cdef int i, turns = 0
    for i in range(beam.sheets):
        turns = max(turns, <int>beam.forecast.most[0][state_of(&beam.sheet[i])])
    if turns > BROAD_TURNS:
        breadth.landings, breadth.digits, breadth.claims, breadth.children = 10, 3, 2, 16
    else:
        breadth.landings, breadth.digits = LANDINGS_MOST, DIGITS_MOST
        breadth.claims, breadth.children = CLAIMS_MOST, CHILDREN_MOST


cdef inline int ranks_add(ranks_t* ranks, int room, int value, int item) noexcept nogil:
    """Insert `item` if its value is among the best `room`.

    Return the item that it displaces, the old count if there was room, or -1 if it isn't inserted. A negative
    `item` stands for the returned number, which callers use as a slot for data that belongs to the item.
    """
    cdef int i, last = ranks.count
    if ranks.count == room:
        if value <= ranks.value[room - 1]:
            return -1
        ranks.count -= 1
        last = ranks.item[ranks.count]
    i = ranks.count
    ranks.count += 1
    while i and ranks.value[i - 1] < value:
        ranks.value[i] = ranks.value[i - 1]
        ranks.item[i] = ranks.item[i - 1]
        i -= 1
    ranks.value[i] = value
    ranks.item[i] = item if item >= 0 else last
    return last


cdef inline void ranks_remove(ranks_t* ranks, int i) noexcept nogil:
    ranks.count -= 1
    for i in range(i, ranks.count):
        ranks.value[i] = ranks.value[i + 1]
        ranks.item[i] = ranks.item[i + 1]


cdef inline uint64_t future_hash(const sheet_t* sheet) noexcept nogil:
    """Return a hash that is equal for sheets from which the same scores can be reached.

    Used digits count as X, and a sheet equals its mirror image.
    """
    cdef uint8_t[CELLS] cells
    cdef uint8_t[CELLS] mirrored
    cdef int row, column, i, code
    cdef uint64_t h = (<uint64_t>sheet.notches << 32 | <uint64_t>sheet.boxes << 16
                       | <uint64_t>sheet.circled << 8 | sheet.crossed)
    for row in range(ROWS):
        for column in range(COLUMNS):
            i = row * COLUMNS + column
            code = sheet.cell[i] if sheet.cell[i] <= DIGIT_NINE else BLOCK
            cells[i] = <uint8_t>code
            mirrored[row * COLUMNS + COLUMNS - 1 - column] = <uint8_t>code
    return min(cells_hash(cells, h), cells_hash(mirrored, h))


cdef inline uint32_t surface_hash(const sheet_t* sheet) noexcept nogil:
    """Return a hash of the heights and filled rows that is equal for mirror images."""
    cdef uint64_t one = 0, other = 0
    cdef int i
    for i in range(COLUMNS):
        one = one << 4 | sheet.height[i]
        other = other << 4 | sheet.height[COLUMNS - 1 - i]
    one = (min(one, other) ^ sheet.fill * <uint64_t>0x9E3779B97F4A7C15) * <uint64_t>0xBF58476D1CE4E5B9
    return <uint32_t>(one >> 32)


cdef inline bint slides_equal(const fall_t* a, const fall_t* b) noexcept nogil:
    """Return True if two falls count as alike: no X fell in either, or the same tiles slid."""
    if a.dropped == 0 or b.dropped == 0:
        return a.dropped == b.dropped
    return a.slides.letter[0] == b.slides.letter[0] and a.slides.letter[1] == b.slides.letter[1]


cdef inline void falls_choose(worker_t* w, const beam_t* beam, ranks_t* ranks) noexcept nogil:
    """Rank the sheets after slides and falls, keeping at most ALIKE that are alike."""
    cdef terrain_t* terrain = &w.terrain
    cdef const fall_t* fall
    cdef int i, n, value, alike, worst = 0
    ranks.count = 0
    for i in range(w.turns.falls.count):
        fall = &w.turns.falls.item[i]
        terrain_level(terrain, &beam.forecast, beam.turn + 1, fall.sheet.height, fall.sheet.fill, &fall.sheet)
        value = terrain.value + POINT * score_total(&fall.sheet, beam.flags)
        if fall.sheet.past:
            value -= PAST
        alike = 0
        for n in range(ranks.count):
            if slides_equal(fall, &w.turns.falls.item[ranks.item[n]]):
                alike += 1
                worst = n
        if alike == ALIKE:
            if value <= ranks.value[worst]:
                continue
            ranks_remove(ranks, worst)
        ranks_add(ranks, FALLS, value, i)


cdef inline int landing_value(worker_t* w, const beam_t* beam, const sheet_t* sheet,
                              const landing_t* place) noexcept nogil:
    """Return the value of a landing by its surface alone."""
    cdef sheet_t after
    after.fill = sheet.fill + place.fill
    after.past = <uint8_t>(sheet.past | place.line * 9)
    after.boxes = sheet.boxes
    if after.past:
        return POINT * score_total(&after, beam.flags) - PAST
    terrain_level(&w.terrain, &beam.forecast, beam.turn + 1, place.height, after.fill, sheet)
    return POINT * score_total(&after, beam.flags) + w.terrain.value


cdef inline void landings_choose(worker_t* w, const beam_t* beam, const ranks_t* falls) noexcept nogil:
    """Rank the landings on the sheets in `falls`."""
    cdef ranks_t own
    cdef const sheet_t* sheet
    cdef int n, p, i, count
    w.ranks.count = 0
    for n in range(falls.count):
        sheet = &w.turns.falls.item[falls.item[n]].sheet
        count = places_list(sheet, beam.rolls[beam.turn].shape, beam.flags, w.turns.places)
        own.count = 0
        for p in range(count):
            ranks_add(&own, PLACES_ALIKE, landing_value(w, beam, sheet, &w.turns.places[p]), p)
        for p in range(own.count):
            i = ranks_add(&w.ranks, beam.breadth.landings, own.value[p], -1)
            if i >= 0:
                w.landed[i].fall = falls.item[n]
                w.landed[i].place = w.turns.places[own.item[p]]


cdef inline int pair_gain(const contact_t* contact, const uint8_t* digit, int low, int high) noexcept nogil:
    """Return the value of two new digits in adjacent cells to each other."""
    if digit[low] == digit[high]:
        return GROUP
    if digit[low] + 1 == digit[high]:
        return RUN + LONGER_RUN * (contact.below[low][digit[low] + 1] + contact.above[high][digit[high] + 1])
    if digit[high] + 1 == digit[low]:
        return RUN + LONGER_RUN * (contact.below[high][digit[high] + 1] + contact.above[low][digit[low] + 1])
    return 0


cdef inline void digits_choose(const contact_t* contact, const sheet_t* sheet, const roll_t* roll, int room,
                               ranks_t* ranks) noexcept nogil:
    """Rank the best `room` arrangements by the groups and runs that adjacent digits form."""
    cdef int[SOLO_CELLS][DIGITS] gain
    cdef int[INNER_PAIRS] low
    cdef int[INNER_PAIRS] high
    cdef int i, k, d, a, n, value, pair = 0, pairs = 0
    cdef int identical = sizes_open(sheet.boxes, IDENTICAL), consecutive = sizes_open(sheet.boxes, CONSECUTIVE)
    for i in range(SOLO_CELLS):
        for k in range(i):
            if contact.inner >> pair & 1:
                low[pairs] = k
                high[pairs] = i
                pairs += 1
            pair += 1
        for d in range(DIGITS):
            gain[i][d] = 0
            n = contact.group[i][d]
            if identical >> min(n + 1, SIZE_BONUS):
                gain[i][d] += GROUP * n
            n = contact.below[i][d + 1] + contact.above[i][d + 1]
            if consecutive >> min(n + 1, SIZE_BONUS):
                gain[i][d] += RUN * n
    ranks.count = 0
    for a in range(roll.count):
        value = 0
        for i in range(SOLO_CELLS):
            value += gain[i][roll.digits[a][i]]
        for n in range(pairs):
            value += pair_gain(contact, roll.digits[a], low[n], high[n])
        ranks_add(ranks, room, value, a)


cdef inline void claims_choose(worker_t* w, const beam_t* beam, const sheet_t* sheet) noexcept nogil:
    """Keep the most promising of the claims that a sheet has before the own shape is placed."""
    cdef claims_t* claims = &w.turns.base.claims
    cdef claim_t[CLAIMS_MOST] kept
    cdef ranks_t ranks
    cdef sheet_t after
    cdef int i
    if claims.count <= beam.breadth.claims:
        return
    ranks.count = 0
    terrain_level(&w.terrain, &beam.forecast, beam.turn + 1, sheet.height, sheet.fill, sheet)
    terrain_set(&w.terrain, sheet)
    for i in range(claims.count):
        after = sheet[0]
        sheet_claim(&after, &claims.item[i])
        ranks_add(&ranks, beam.breadth.claims, POINT * score_total(&after, beam.flags)
                  + boxes_promise(&after, &w.terrain, &beam.forecast), i)
    for i in range(ranks.count):
        kept[i] = claims.item[ranks.item[i]]
    memcpy(claims.item, kept, ranks.count * sizeof(claim_t))
    claims.count = ranks.count
