# Belief propagation: a rough estimate of how many packings a drop plan has, before any search.
#
# Each wanted box picks one of its regions, or stays open at a price. The boxes share *things*: cells, dice, stars
# and the last turns for claims. Boxes send messages to things, and each thing answers how free it is. The final
# messages give the Bethe estimate of the logarithm of the number of packings (J. Yedidia, W. Freeman, Y. Weiss
# 2005). The estimate serves only to compare drop plans. It uses only sums, products and quotients, and a single
# logarithm at the end, so that the order of drop plans is the same on every processor.
from libc.math cimport frexp, log
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from fill.packing cimport packing_start, packing_t
from fill.region cimport BONUS_BOX, box_size, ground_t, region_t
from fill.survey cimport ROOM, survey_open, survey_run, survey_t
from game.board cimport BOXES, DIGITS, GROUND_CELLS, KINDS, SIZES, SIZE_BONUS, TURNS_MOST, bit_first, bits_count

cdef enum:
    ROUNDS = 20
    DICE_AT = GROUND_CELLS     # the things shared: 77 cells, then for each turn ten digits
    STAR = 10                  # and the stars, then the claims from each turn on
    CLAIMS = DICE_AT + (STAR + 1) * (TURNS_MOST + 1)
    SHARED = CLAIMS + TURNS_MOST + 1
    PAIRS = DIGITS * GROUND_CELLS  # a cell with a digit
    COUPLES = SIZES + 1        # the two boxes of each size, and the bonus box alone
    NOBODY = BOXES             # stands for the partner that the bonus box lacks
    LATE = 7                   # number of last turns in which claims may get scarce
    OPEN_PRICE = 8             # an open box counts as one region divided by this for each of its digits

cdef extern from *:
    """
    static const double LOG_2 = 0.6931471805599453;
    static const double KEEP = 0.7; /* damping: the weight of the previous message */
    """
    const double LOG_2
    const double KEEP

ctypedef struct option_t:      # a region, reduced to what is needed here
    uint16_t pair[SIZE_BONUS]  # its cells with their digits: 10 * cell + digit
    uint8_t turn

ctypedef struct belief_t:
    survey_t survey
    region_t region[BOXES * ROOM]
    option_t option[BOXES * ROOM]
    double scale[BOXES]        # regions represented by each listed one
    int room[SHARED]           # the number of boxes that can share each thing
    uint16_t wanted[SHARED]    # the boxes that can use each thing, a bit each
    uint16_t die[PAIRS]        # the thing that pays for each pair, 0 if it costs nothing
    double free[BOXES][SHARED] # message to a box: how free a thing is for it
    double wish[NOBODY + 1][SHARED]  # message from a box: the odds that it wants a thing; 0 for NOBODY
    int pairs[BOXES]           # the number of pairs in the regions of each box,
    uint16_t pair[BOXES][PAIRS]  # these pairs in ascending order,
    int things[BOXES]          # the number of things that pay for them,
    uint16_t thing[BOXES][SHARED]  # and these things
    double open[PAIRS]         # for the current box: how free each of its pairs is,
    double part[PAIRS]         # the weight of the regions with each pair,
    double parts[SHARED]       # and of those with each thing other than a cell
    double mantissa            # the estimate is mantissa * 2 ** exponent
    int exponent


cdef inline void box_open(belief_t* belief, int box) noexcept nogil:
    """Convert a box's regions to options, and list their pairs and the things that pay for them."""
    cdef bint is_pair[PAIRS]
    cdef bint is_thing[SHARED]
    cdef const region_t* region
    cdef option_t* option
    cdef int n, i, pair, thing
    memset(is_pair, 0, sizeof(is_pair))
    memset(is_thing, 0, sizeof(is_thing))
    for n in range(ROOM * box, ROOM * box + belief.survey.kept[box]):
        region = &belief.region[n]
        option = &belief.option[n]
        option.turn = region.turn
        for i in range(region.size):
            option.pair[i] = <uint16_t>(10 * region.cell[i] + region.digit + (i if region.rise else 0))
            is_pair[option.pair[i]] = True
    belief.pairs[box] = belief.things[box] = 0
    for pair in range(PAIRS):
        if is_pair[pair]:
            belief.pair[box][belief.pairs[box]] = <uint16_t>pair
            belief.pairs[box] += 1
            is_thing[belief.die[pair]] = True
            belief.wanted[pair // 10] |= <uint16_t>(1 << box)
    for thing in range(DICE_AT, CLAIMS):
        if is_thing[thing]:
            belief.thing[box][belief.things[box]] = <uint16_t>thing
            belief.things[box] += 1
            belief.wanted[thing] |= <uint16_t>(1 << box)


cdef inline void belief_open(belief_t* belief, const ground_t* ground, uint64_t* rng) noexcept nogil:
    cdef packing_t packing
    cdef int box, i, t, digit
    packing_start(&packing, ground)
    survey_open(&belief.survey, ground, &packing, ground.boxes)
    survey_run(&belief.survey, belief.region, rng)
    memset(belief.room, 0, sizeof(belief.room))
    memset(belief.wanted, 0, sizeof(belief.wanted))
    memset(belief.wish, 0, sizeof(belief.wish))
    memset(belief.die, 0, sizeof(belief.die))
    for t in range(1, ground.turns + 1):
        for digit in range(DIGITS):
            if ground.dice[t][digit]:
                belief.room[DICE_AT + (STAR + 1) * t + digit] = ground.dice[t][digit] + ground.stars[t]
        belief.room[DICE_AT + (STAR + 1) * t + STAR] = ground.stars[t]
        belief.room[CLAIMS + t] = ground.turns - t + 1
    for i in range(GROUND_CELLS):
        belief.room[i] = 1
        t = ground.turn[i]
        if t > 0:
            for digit in range(DIGITS):
                belief.die[10 * i + digit] = <uint16_t>(DICE_AT + (STAR + 1) * t + (digit if ground.dice[t][digit] else STAR))
    for box in range(BOXES):
        for i in range(SHARED):
            belief.free[box][i] = 1
        if belief.survey.kept[box]:
            belief.scale[box] = <double>belief.survey.count[box] / belief.survey.kept[box]
        box_open(belief, box)


cdef inline double box_odds(double part, double free, double total) noexcept nogil:
    """Return the odds that a box wants a thing, supposing that it is free."""
    return part / free / max(total - part, 1e-9 * total)


cdef inline double box_ask(belief_t* belief, const ground_t* ground, int box) noexcept nogil:
    """Set the odds that a box wants each thing, given how free they are. Return the weight of all its regions."""
    cdef double late[TURNS_MOST + 1]
    cdef double weight, part = 0, total = 1
    cdef const double* free = belief.free[box]
    cdef double* wish = belief.wish[box]
    cdef const uint16_t* pair = belief.pair[box]
    cdef const option_t* option
    cdef int n, i, t, thing, first = max(1, ground.turns - LATE + 1), size = box_size(box)
    for n in range(belief.pairs[box]):
        thing = belief.die[pair[n]]
        belief.open[pair[n]] = free[pair[n] // 10] * (free[thing] if thing else 1)
        belief.part[pair[n]] = 0
    for n in range(belief.things[box]):
        belief.parts[belief.thing[box][n]] = 0
    late[0] = 1
    for t in range(1, ground.turns + 1):
        late[t] = late[t - 1] * (free[CLAIMS + t] if t >= first else 1)
        belief.parts[CLAIMS + t] = 0
    for i in range(size):
        total /= OPEN_PRICE
    for n in range(ROOM * box, ROOM * box + belief.survey.kept[box]):
        option = &belief.option[n]
        weight = belief.scale[box] * late[option.turn]
        for i in range(size):
            weight *= belief.open[option.pair[i]]
        total += weight
        for i in range(size):
            belief.part[option.pair[i]] += weight
        belief.parts[CLAIMS + option.turn] += weight
    for n in range(belief.pairs[box]):
        part += belief.part[pair[n]]
        if belief.die[pair[n]]:
            belief.parts[belief.die[pair[n]]] += belief.part[pair[n]]
        i = pair[n] // 10
        if n + 1 == belief.pairs[box] or pair[n + 1] // 10 != i:
            wish[i] = box_odds(part, free[i], total)
            part = 0
    for n in range(belief.things[box]):
        thing = belief.thing[box][n]
        wish[thing] = box_odds(belief.parts[thing], free[thing], total)
    for t in range(ground.turns, first - 1, -1):
        part += belief.parts[CLAIMS + t]
        wish[CLAIMS + t] = box_odds(part, free[CLAIMS + t], total)
    return total


cdef inline void ways_times(double* ways, int most, double one, double two, bint is_one) noexcept nogil:
    """Extend `ways` by one or two boxes: ways[k] is the weight of k boxes using a thing, up to `most`.

    Of the new boxes 0, 1 or 2 use it, with the weights 1, `one` and `two`; with `is_one`, at least one does.
    """
    cdef int k
    for k in range(most, -1, -1):
        ways[k] = (0 if is_one else ways[k]) + (ways[k - 1] * one if k > 0 else 0) + (ways[k - 2] * two if k > 1 else 0)


cdef inline double ways_sum(const double* ways, int most) noexcept nogil:
    cdef double total = 0
    cdef int k
    for k in range(most + 1):
        total += ways[k]
    return total


cdef inline void estimate_times(belief_t* belief, double factor) noexcept nogil:
    cdef int power
    belief.mantissa = frexp(belief.mantissa * factor, &power)
    belief.exponent += power


cdef inline void box_hear(belief_t* belief, int box, int thing, double before, double others, bint is_last) noexcept nogil:
    """Send a box how free a thing is.

    `before` is the weight of the other boxes' choices that leave room for it, `others` that of all their choices.
    """
    cdef double* free = &belief.free[box][thing]
    free[0] = KEEP * free[0] + (1 - KEEP) * before / others
    if is_last:
        estimate_times(belief, 1 / (1 + belief.wish[box][thing] * free[0]))


cdef inline void thing_answer(belief_t* belief, int thing, bint is_last) noexcept nogil:
    """Send each box that wants a thing how free it is. In the last round, add the thing's part to the estimate."""
    cdef double ways[BOXES + 1]
    cdef double total = 1
    cdef int box, other, many = 0, room = belief.room[thing]
    cdef int wanting[BOXES]
    cdef uint64_t boxes = belief.wanted[thing]
    if bits_count(boxes) <= room:
        return
    while boxes:
        box = bit_first(boxes)
        boxes &= boxes - 1
        if belief.wish[box][thing] > 0:
            wanting[many] = box
            many += 1
            total += belief.wish[box][thing]
    if many <= room:
        return
    if room == 1:
        if is_last:
            estimate_times(belief, total)
        for box in range(many):
            box_hear(belief, wanting[box], thing, 1, total - belief.wish[wanting[box]][thing], is_last)
        return
    for box in range(-1 if is_last else 0, many):
        memset(ways, 0, sizeof(ways))
        ways[0] = 1
        for other in range(many):
            if other != box:
                ways_times(ways, room, belief.wish[wanting[other]][thing], 0, False)
        if box < 0:
            estimate_times(belief, ways_sum(ways, room))
        else:
            box_hear(belief, wanting[box], thing, ways_sum(ways, room - 1), ways_sum(ways, room), is_last)


cdef inline void claims_answer(belief_t* belief, const ground_t* ground, int turn, bint is_last) noexcept nogil:
    """Do as thing_answer() for the claims from `turn` on. Of two boxes that share a falling letter, one waits."""
    cdef double ways[BOXES + 1]
    cdef double one[COUPLES]
    cdef double two[COUPLES]
    cdef double other_wish, fewer
    cdef int boxes[COUPLES][KINDS]
    cdef bint waits[COUPLES]
    cdef int size, pair, other, k, thing = CLAIMS + turn, room = belief.room[thing]
    cdef int both = ground.boxes | ground.filled
    for size in range(COUPLES):
        boxes[size][0] = size if size < SIZES else BONUS_BOX
        boxes[size][1] = size + SIZES if size < SIZES else NOBODY
        waits[size] = size < SIZES and ground.falls[size] >= turn and (both >> size & both >> (size + SIZES) & 1)
        one[size] = belief.wish[boxes[size][0]][thing] + belief.wish[boxes[size][1]][thing] + waits[size]
        two[size] = belief.wish[boxes[size][0]][thing] * belief.wish[boxes[size][1]][thing]
    for pair in range(-1 if is_last else 0, COUPLES):
        memset(ways, 0, sizeof(ways))
        ways[0] = 1
        for other in range(COUPLES):
            if other != pair:
                ways_times(ways, room, one[other], two[other], waits[other])
        if pair < 0:
            estimate_times(belief, max(ways_sum(ways, room), 1e-300))
            continue
        fewer = ways_sum(ways, room - 1)
        for k in range(KINDS):
            if belief.wish[boxes[pair][k]][thing] > 0:
                other_wish = belief.wish[boxes[pair][1 - k]][thing]
                box_hear(belief, boxes[pair][k], thing, fewer + other_wish * ways_sum(ways, room - 2),
                         max((fewer if waits[pair] else ways_sum(ways, room)) + other_wish * fewer, 1e-300), is_last)


cdef inline double belief_estimate(belief_t* belief, const ground_t* ground, uint64_t* rng) noexcept nogil:
    """Estimate the logarithm of the number of packings, counting open boxes at their price."""
    cdef double weight
    cdef int number, box, thing
    cdef bint is_last
    belief_open(belief, ground, rng)
    belief.mantissa = 1
    belief.exponent = 0
    for number in range(ROUNDS):
        is_last = number == ROUNDS - 1
        for box in range(BOXES):
            if ground.boxes >> box & 1:
                weight = box_ask(belief, ground, box)
                if is_last:
                    estimate_times(belief, weight)
        for thing in range(CLAIMS):
            if belief.room[thing]:
                thing_answer(belief, thing, is_last)
        for thing in range(max(1, ground.turns - LATE + 1), ground.turns + 1):
            claims_answer(belief, ground, thing, is_last)
    return log(belief.mantissa) + belief.exponent * LOG_2


cdef inline belief_t* belief_new() noexcept nogil:
    """Allocate the working memory. Return NULL if memory runs out."""
    return <belief_t*>malloc(sizeof(belief_t))


cdef inline void belief_delete(belief_t* belief) noexcept nogil:
    free(belief)
