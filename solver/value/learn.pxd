# Learning what traits are worth, by self-play. Games are played with the weights as they stand; for each
# turn up to six rolls are tried, together showing each face of each die once at most, and the first is
# played. Then the values of the sheets are moved, from the last to the first, towards what came of them: the
# mean of the best values of those rolls, and a share of what the rest of the game brought beyond the value
# that was played (TD with a trace). Each weight has a step size of its own, which falls where its errors
# cancel out (temporal coherence, D. Beal and M. Smith, 1999). With each trait some coarse ones are learned,
# which it shares with others (plan/hints/coarse.py): what is seen rarely begins with what is seen often.
from libc.math cimport fabsf
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from game.board cimport (CELLS, COLUMNS, DICE, DIGITS, DIGIT_NINE, DIGIT_ZERO, FACES, NUMBER_DICE, SOLO,
                         SOLO_SHAPES, TILES, TURNS_MOST, sheet_put, sheet_t)
from game.random_game cimport dice_t
from game.ranked cimport rank_t, ranked_t, ranking_t
from game.rng cimport rng_below, rng_next, rng_order
from game.roll cimport roll_set, roll_t
from game.score cimport POINT, score_total
from game.tiles cimport WILD, sheet_is_over
from game.turn cimport turns_fall
from value.grids cimport choose_t
from value.learned cimport STAGE, STAGES, UNITS, WEIGHTS, rows_sum, sheet_traits, sum_t, sum_worth, unit_sign
from value.learned_turns cimport ranked_sheet, turns_narrow
from value.traits cimport slides_left, traits_t

cdef enum:
    SHEETS_MOST = TURNS_MOST + 2  # of a solo game: the start, its turns, and one to spare
    COARSE_MOST = 5            # coarse traits of one
    NO_TRAIT = 0x7fffffff      # after the last of them
    LEARNED_MOST = 4096        # room for a sheet's traits with their coarse ones
    START_COLUMN = 3           # where half of the games write their 1; the others anywhere

ctypedef struct played_t:      # a game: the sheet at its start and after each turn
    int count
    sheet_t sheet[SHEETS_MOST]
    float mean[SHEETS_MOST]    # after each sheet: of the best values of the rolls that were tried
    float value[SHEETS_MOST]   # of the one that was played

ctypedef struct learned_t:     # the traits of a sheet, coarse ones last
    int count
    uint32_t item[LEARNED_MOST]

ctypedef struct pace_t:        # how to learn
    float rate                 # of an error, this share is mended where the steps have not fallen yet
    float trace                # share of the rest of the game in a target; the next value has the others
    bint steady                # the step sizes stay as they are
    float units                # how much faster or slower than the stages the units are learned
    uint64_t frozen            # tables that are not learned, a bit each: for experiments
    const uint32_t* coarse     # COARSE_MOST for each trait

ctypedef struct table_t:       # three numbers for every weight
    float* weight
    float* error               # sum of the errors it met
    float* size                # sum of their sizes


cdef inline uint64_t game_rng(uint64_t seed, uint64_t number) noexcept nogil:
    """The random numbers of a game, told by the seed and its number."""
    cdef uint64_t state = seed
    state = rng_next(&state) ^ number
    return rng_next(&state)


cdef inline void start_random(sheet_t* sheet, uint64_t* rng) noexcept nogil:
    """A solo sheet before its first turn."""
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
    """The roll in which the four number dice and the shape die show these faces, each 0..5."""
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
    """Six rolls in which every die shows each face once."""
    cdef uint8_t[FACES] order
    cdef int die, i
    for die in range(DICE):
        rng_order(rng, order, FACES)
        for i in range(FACES):
            faces[i][die] = order[i]


cdef inline void game_learned(choose_t* choose, roll_t* roll, const dice_t* dice, int flags, uint64_t rng, int rolls,
                              played_t* game) noexcept nogil:
    """Play a game with the best turn of each roll that the widths let through, last turns not excepted, and try so
    many `rolls` in each turn, 1..6; `choose.turns.failed` if memory ran out."""
    cdef ranked_t best
    cdef rank_t rank
    cdef ranking_t ranking
    cdef uint8_t[FACES][DICE] faces
    cdef float sum
    cdef int n, i
    ranking.item = &best
    ranking.rank = &rank
    ranking.room = 1
    start_random(&game.sheet[0], &rng)
    game.count = 1
    while not sheet_is_over(&game.sheet[game.count - 1]) and game.count < SHEETS_MOST:
        n = game.count - 1
        faces_deal(faces, &rng)
        sum = 0
        for i in range(rolls - 1, -1, -1):  # the first last: `best` is its turn
            roll_show(roll, dice, faces[i])
            turns_fall(&choose.turns, &game.sheet[n], roll, flags)
            turns_narrow(choose, roll, flags, &ranking)
            if choose.turns.failed:
                return
            sum += <float>best.value / POINT
        game.mean[n] = sum / rolls
        game.value[n] = <float>best.value / POINT
        ranked_sheet(&best, &game.sheet[game.count])
        game.count += 1


cdef inline bint sheet_reflect(sheet_t* sheet) noexcept nogil:
    """Write 8 - d for every free digit d; False, the sheet spoilt, if there is a free 9. The dice show
    each digit 1..7 equally often, so the game goes on alike."""
    cdef int i
    for i in range(CELLS):
        if sheet.cell[i] == DIGIT_NINE:
            return False
        if 0 < sheet.cell[i] < DIGIT_NINE:
            sheet.cell[i] = <uint8_t>(10 - sheet.cell[i])
    return True


cdef inline void traits_mend(const table_t* table, const uint32_t* item, int count, const sum_t* sum, int slides,
                             float error, const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Move the weights of some traits towards mending an error; `owner` tells the table of each."""
    cdef float[WEIGHTS] slope  # of the value, by column
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
    """The traits of a sheet, and the coarse ones of each."""
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


cdef inline void game_learn(const table_t* table, const played_t* game, const learned_t* traits,
                            const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Learn from a game, backwards; traits[n] are those of its sheet n."""
    cdef sum_t sum
    cdef float value, after = score_total(&game.sheet[game.count - 1], 0), target = after
    cdef int n, slides
    for n in range(game.count - 2, -1, -1):
        slides = slides_left(&game.sheet[n])
        sum = rows_sum(table.weight, traits[n].item, traits[n].count)
        value = score_total(&game.sheet[n], 0) + sum_worth(&sum, slides)
        # The sheet after this one is worth `after` by now, and was worth less or more when it was chosen.
        target = game.mean[n] + (after - game.value[n]) + pace.trace * (target - after)
        traits_mend(table, traits[n].item, traits[n].count, &sum, slides, target - value, pace, owner)
        after = value


cdef inline bint game_study(const table_t* table, const played_t* game, learned_t* traits, bint reflected,
                            const pace_t* pace, const uint8_t* owner) noexcept nogil:
    """Learn from a game, or from its reflection up to the first free 9."""
    cdef sheet_t sheet
    cdef int n
    for n in range(game.count - 1):
        sheet = game.sheet[n]
        if reflected and not sheet_reflect(&sheet):
            return False
        learned_list(&sheet, pace.coarse, &traits[n])
    game_learn(table, game, traits, pace, owner)
    return True
