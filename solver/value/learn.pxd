# Learning the weights of traits by self-play. Games are played with the current weights. In each
# turn up to six rolls are tried, in which each die shows each face once at most, and the first is
# played. Then the sheets are processed from the last to the first. The value of each is moved
# towards a target: the mean of the best values of those rolls, plus a share of what the rest of the
# game brought beyond the value of the roll that was played (TD with a trace).
#
# In each turn another of the best turns, an aside, can be tried as well. The rolls after it move
# its value, so that a turn that isn't played doesn't stay misjudged. Each weight has its own step
# size, which falls where its errors cancel out (temporal coherence, D. Beal and M. Smith, 1999).
# With each trait some coarse traits are learned, which it shares with others
# (plan/hints/coarse.py), so that a rare trait starts from what frequent ones have learned.
from libc.math cimport fabsf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from game.board cimport (CELLS, COLUMNS, DICE, DIGITS, DIGIT_NINE, DIGIT_ZERO, FACES, NUMBER_DICE, SOLO,
                         SOLO_SHAPES, TILES, TURNS_MOST, sheet_put, sheet_t)
from game.random_game cimport dice_t
from game.ranked cimport rank_t, ranked_t, ranking_sort, ranking_t, ranking_turn
from game.rng cimport rng_below, rng_next, rng_order
from game.roll cimport roll_set, roll_t
from game.score cimport POINT, score_total
from game.tiles cimport WILD, sheet_is_over
from game.turn cimport turns_fall
from value.grids cimport choose_t
from value.learned cimport STAGE, STAGES, UNITS, WEIGHTS, rows_sum, sheet_traits, sum_t, sum_value, unit_sign
from value.learned_turns cimport ranked_sheet, turns_narrow
from value.traits cimport slides_left, traits_t

cdef enum:
    SHEETS_MOST = TURNS_MOST + 2  # of a solo game: the start, its turns, and a spare
    COARSE_MOST = 5            # the most coarse traits of a trait
    NO_TRAIT = 0x7fffffff      # marks the end of a trait's coarse traits
    LEARNED_MOST = 4096        # the most traits of a sheet, coarse ones included
    START_COLUMN = 3           # half of the games start in this column, the others in any
    ASIDE_ROOM = 24            # an aside is one of this number of best turns,
    ASIDE_BEHIND = 400         # and at most this many hundredths of a point below the best

ctypedef struct played_t:      # a game: the sheet at its start and after each turn
    int count
    sheet_t sheet[SHEETS_MOST]
    float mean[SHEETS_MOST]    # by sheet: mean of the best values of the rolls tried there
    float value[SHEETS_MOST]   # best value of the roll that was played
    bint has_aside[SHEETS_MOST]  # an aside was tried in place of the turn after each sheet
    sheet_t aside[SHEETS_MOST]   # the sheet after it
    float aside_mean[SHEETS_MOST]  # as `mean`, for the sheet after it

ctypedef struct learned_t:     # the traits of a sheet, coarse ones last
    int count
    uint32_t item[LEARNED_MOST]

ctypedef struct pace_t:        # the parameters of learning
    float rate                 # the share of an error that is corrected before step sizes have fallen
    float trace                # share of the rest of the game in a target; the next value has the remaining share
    bint steady                # step sizes don't change
    float units                # learning rate of the units relative to that of the stages
    uint64_t frozen            # tables that aren't learned, a bit each: for experiments
    const uint32_t* coarse     # COARSE_MOST for each trait

ctypedef struct table_t:       # three numbers for every weight
    float* weight
    float* error               # sum of its errors
    float* size                # sum of their absolute values


cdef inline uint64_t game_rng(uint64_t seed, uint64_t number) noexcept nogil:
    """Return the random state of a game, which the seed and its number determine."""
    cdef uint64_t state = seed
    state = rng_next(&state) ^ number
    return rng_next(&state)


cdef inline void start_random(sheet_t* sheet, uint64_t* rng) noexcept nogil:
    """Set up a solo sheet before its first turn, with random tiles and a random start cell."""
    cdef uint8_t[TILES] shape
    cdef int i
    memset(sheet, 0, sizeof(sheet_t))
    sheet.kind = SOLO
    sheet.turn = 1
    rng_order(rng, shape, TILES)
    for i in range(TILES):
        sheet.shapes |= <uint32_t>shape[i] << (4 * i)
    sheet_put(sheet, START_COLUMN if rng_below(rng, 2) else rng_below(rng, COLUMNS), DIGIT_ZERO + 1)


cdef inline void roll_show(roll_t* roll, const dice_t* dice, const uint8_t* faces) noexcept nogil:
    """Set the roll in which the four number dice and the shape die show `faces`, each 0..5."""
    cdef uint8_t[NUMBER_DICE] shown
    cdef int i, face, count = 0
    for i in range(NUMBER_DICE):
        face = dice.face[i][faces[i]]
        if face < DIGITS:
            shown[count] = <uint8_t>face
            count += 1
    roll_set(roll, count, shown, WILD if faces[NUMBER_DICE] == SOLO_SHAPES else faces[NUMBER_DICE])


cdef inline void roll_random(roll_t* roll, const dice_t* dice, uint64_t* rng) noexcept nogil:
    cdef uint8_t[DICE] faces
    cdef int i
    for i in range(DICE):
        faces[i] = <uint8_t>rng_below(rng, FACES)
    roll_show(roll, dice, faces)


cdef inline void faces_deal(uint8_t (*faces)[DICE], uint64_t* rng) noexcept nogil:
    """Draw six rolls in which every die shows each face once."""
    cdef uint8_t[FACES] order
    cdef int die, i
    for die in range(DICE):
        rng_order(rng, order, FACES)
        for i in range(FACES):
            faces[i][die] = order[i]


cdef inline float rolls_mean(choose_t* choose, roll_t* roll, const dice_t* dice, int flags, const sheet_t* sheet,
                             const uint8_t (*faces)[DICE], int rolls, ranking_t* ranking) noexcept nogil:
    """Return the mean of the best values of the first `rolls` of these faces, in points.

    The first roll is evaluated last, so that its turns stay in the ranking, best first, up to its
    room. The result is meaningless if `choose.turns.failed`.
    """
    cdef float sum = 0
    cdef int i, room = ranking.room
    for i in range(rolls - 1, -1, -1):
        roll_show(roll, dice, faces[i])
        turns_fall(&choose.turns, sheet, roll, flags)
        ranking.room = 1 if i else room
        turns_narrow(choose, roll, flags, ranking)
        if choose.turns.failed:
            return 0
        ranking_sort(ranking)
        sum += <float>ranking.rank[0].value / POINT
    return sum / rolls


cdef inline bint aside_pick(const ranking_t* ranking, uint64_t* rng, sheet_t* out) noexcept nogil:
    """Pick a turn that is nearly the best of a ranking, but not the best, and write the sheet after
    it. Returns False if there is no such turn, or if the game would be over."""
    cdef int count = 1
    while count < ranking.count and ranking.rank[count].value >= ranking.rank[0].value - ASIDE_BEHIND:
        count += 1
    if count == 1:
        return False
    ranked_sheet(ranking_turn(ranking, 1 + <int>rng_below(rng, count - 1)), out)
    return not sheet_is_over(out)


cdef inline void game_learned(choose_t* choose, roll_t* roll, const dice_t* dice, int flags, uint64_t rng, int rolls,
                              bint asides, played_t* game) noexcept nogil:
    """Play a game, choosing for each roll the best turn that the widths let through.

    The widths apply to last turns too. Each turn tries `rolls` rolls, 1..6, and with `asides` as
    many after another turn. Sets `choose.turns.failed` if memory ran out.
    """
    cdef ranked_t[ASIDE_ROOM] best
    cdef rank_t[ASIDE_ROOM] rank
    cdef ranking_t ranking
    cdef uint8_t[FACES][DICE] faces
    cdef uint64_t beside = rng  # so that asides don't change the dice of the game
    cdef int n
    rng_next(&beside)
    beside = rng_next(&beside)
    ranking.item = &best[0]
    ranking.rank = &rank[0]
    start_random(&game.sheet[0], &rng)
    game.count = 1
    while not sheet_is_over(&game.sheet[game.count - 1]) and game.count < SHEETS_MOST:
        n = game.count - 1
        faces_deal(faces, &rng)
        ranking.room = ASIDE_ROOM if asides else 1
        game.mean[n] = rolls_mean(choose, roll, dice, flags, &game.sheet[n], faces, rolls, &ranking)
        if choose.turns.failed:
            return
        game.value[n] = <float>ranking.rank[0].value / POINT
        ranked_sheet(ranking_turn(&ranking, 0), &game.sheet[game.count])
        game.has_aside[n] = asides and aside_pick(&ranking, &beside, &game.aside[n])
        if game.has_aside[n]:
            faces_deal(faces, &beside)
            ranking.room = 1
            game.aside_mean[n] = rolls_mean(choose, roll, dice, flags, &game.aside[n], faces, rolls, &ranking)
            if choose.turns.failed:
                return
        game.count += 1


cdef inline bint sheet_reflect(sheet_t* sheet) noexcept nogil:
    """Replace every free digit d with 8 - d. Returns False, with the sheet spoilt, if there is a
    free 9. The dice show each digit 1..7 equally often, so the odds of the game stay the same."""
    cdef int i
    for i in range(CELLS):
        if sheet.cell[i] == DIGIT_NINE:
            return False
        if 0 < sheet.cell[i] < DIGIT_NINE:
            sheet.cell[i] = <uint8_t>(10 - sheet.cell[i])
    return True


cdef inline void traits_mend(const table_t* table, const uint32_t* item, int count, const sum_t* sum, int slides,
                             float error, const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Move the weights of some traits to reduce an error; `owner` has the table of each trait."""
    cdef float[WEIGHTS] slope  # of the value, by column of weights
    cdef float all_slopes = 0, step, part, size, pull
    cdef int n, s
    cdef long i
    for s in range(STAGES):
        slope[s] = STAGE[slides][s]
    for s in range(UNITS):
        slope[STAGES + s] = unit_sign(s) if pace.units > 0 and sum.at[STAGES + s] > 0 else 0
    for s in range(WEIGHTS):
        all_slopes += slope[s] * slope[s] * (1 if s < STAGES else pace.units)
    step = pace.rate * error / (count * all_slopes)
    for n in range(count):
        if pace.frozen and pace.frozen >> owner[item[n]] & 1:
            continue
        for s in range(WEIGHTS):
            if slope[s] == 0:
                continue
            i = WEIGHTS * <long>item[n] + s
            size = table.size[i]
            pull = step * slope[s] * (1 if s < STAGES else pace.units)
            table.weight[i] += pull * fabsf(table.error[i]) / size if size > 0 else pull
            if not pace.steady:
                part = error * slope[s]
                table.error[i] += part
                table.size[i] += fabsf(part)


cdef inline void learned_list(const sheet_t* sheet, const uint32_t* coarse, learned_t* out) noexcept nogil:
    """List the traits of a sheet, then the coarse traits of each."""
    cdef traits_t traits
    cdef uint32_t row
    cdef int n, k
    sheet_traits(sheet, &traits)
    memcpy(out.item, traits.item, traits.count * sizeof(uint32_t))
    out.count = traits.count
    for n in range(traits.count):
        for k in range(COARSE_MOST):
            row = coarse[COARSE_MOST * <long>traits.item[n] + k]
            if row == NO_TRAIT or out.count == LEARNED_MOST:
                break
            out.item[out.count] = row
            out.count += 1


cdef inline float sheet_learn(const table_t* table, const sheet_t* sheet, const learned_t* traits, float target,
                              const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Move the value of a sheet towards `target`. Returns its value before. Both are in points."""
    cdef int slides = slides_left(sheet)
    cdef sum_t sum = rows_sum(table.weight, traits.item, traits.count)
    cdef float value = score_total(sheet, 0) + sum_value(&sum, slides)
    traits_mend(table, traits.item, traits.count, &sum, slides, target - value, pace, owner)
    return value


cdef inline void game_learn(const table_t* table, const played_t* game, const learned_t* traits,
                            const learned_t* asides, const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Learn from a game, backwards. `traits[n]` are those of its sheet n, `asides[n]` those of the
    sheet after the aside tried there; the count is 0 without an aside."""
    cdef float after = score_total(&game.sheet[game.count - 1], 0), target = after
    cdef int n
    for n in range(game.count - 2, -1, -1):
        # `after` is the current value of the next sheet, `game.value[n]` its value when it was
        # chosen.
        target = game.mean[n] + (after - game.value[n]) + pace.trace * (target - after)
        after = sheet_learn(table, &game.sheet[n], &traits[n], target, pace, owner)
    for n in range(game.count - 1):
        if asides[n].count:
            sheet_learn(table, &game.aside[n], &asides[n], game.aside_mean[n], pace, owner)


cdef inline bint game_study(const table_t* table, const played_t* game, learned_t* traits, learned_t* asides,
                            bint reflected, const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Learn from a game, or from its reflection. Returns False, having learned nothing, if a free 9
    prevents the reflection."""
    cdef sheet_t sheet
    cdef int n
    for n in range(game.count - 1):
        sheet = game.sheet[n]
        if reflected and not sheet_reflect(&sheet):
            return False
        learned_list(&sheet, pace.coarse, &traits[n])
        asides[n].count = 0
        if game.has_aside[n]:
            sheet = game.aside[n]
            if not reflected or sheet_reflect(&sheet):
                learned_list(&sheet, pace.coarse, &asides[n])
    game_learn(table, game, traits, asides, pace, owner)
    return True
