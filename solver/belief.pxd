# Belief propagation: how many packings a drop plan has, roughly, before any is looked for.
#
# Each wanted box picks one of its regions, or stays open at a price; cells, dice, stars and the last
# turns for claims are shared, and say back how free they are. What the messages settle on gives the
# Bethe estimate of the logarithm of the number of packings (J. Yedidia, W. Freeman, Y. Weiss 2005).
# Only a comparison of drop plans is made of it. Sums, products and quotients alone, and one
# logarithm in the end, so that the order is the same on every processor.
from libc.math cimport frexp, log
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from packing cimport packing_start, packing_t
from region cimport BOXES, GROUND_CELLS, TURNS_MOST, box_size, ground_t, region_t
from survey cimport ROOM, survey_open, survey_run, survey_t

cdef enum:
    ROUNDS = 40
    DICE = GROUND_CELLS        # the things shared: 77 cells, then 10 digits a turn,
    STARS = DICE + 10 * (TURNS_MOST + 1)
    CLAIMS = STARS + TURNS_MOST + 1  # the stars of each turn, the claims from each turn on
    SHARED = CLAIMS + TURNS_MOST + 1
    LATE = 7                   # turns before the end in which claims may get scarce
    OPEN_PRICE = 8             # an open box counts as a region, divided by this for each digit

cdef extern from *:
    """
    static const double LOG_2 = 0.6931471805599453;
    """
    const double LOG_2

ctypedef struct belief_t:
    survey_t survey
    region_t region[11 * 384]
    uint16_t use[11 * 384][23] # what each region takes: eight cells, their dice, and LATE claims
    uint8_t uses[11 * 384]
    double scale[11]           # regions that each one listed stands for
    int room[329]              # how many can share a thing
    double free[11][329]       # the message to a box: how free it is for it
    double wish[11][329]       # and from it: the odds that it wants it
    double part[329]
    double mantissa            # the estimate, times 2 to the power of:
    int exponent


cdef inline void use_add(belief_t* belief, int n, int thing) noexcept nogil:
    belief.use[n][belief.uses[n]] = <uint16_t>thing
    belief.uses[n] += 1


cdef inline void belief_open(belief_t* belief, const ground_t* ground, uint64_t* rng) noexcept nogil:
    cdef packing_t packing
    cdef const region_t* region
    cdef int box, n, i, t, digit, thing
    packing_start(&packing, ground)
    survey_open(&belief.survey, ground, &packing, ground.boxes)
    survey_run(&belief.survey, belief.region, rng)
    memset(belief.room, 0, sizeof(belief.room))
    memset(belief.wish, 0, sizeof(belief.wish))
    memset(belief.uses, 0, sizeof(belief.uses))
    for i in range(GROUND_CELLS):
        belief.room[i] = 1
    for t in range(1, ground.turns + 1):
        for digit in range(10):
            if ground.dice[t][digit]:
                belief.room[DICE + 10 * t + digit] = ground.dice[t][digit] + ground.stars[t]
        belief.room[STARS + t] = ground.stars[t]
        belief.room[CLAIMS + t] = ground.turns - t + 1
    for box in range(BOXES):
        for thing in range(SHARED):
            belief.free[box][thing] = 1
        if belief.survey.kept[box]:
            belief.scale[box] = <double>belief.survey.count[box] / belief.survey.kept[box]
        for n in range(ROOM * box, ROOM * box + belief.survey.kept[box]):
            region = &belief.region[n]
            for i in range(region.size):
                use_add(belief, n, region.cell[i])
                t = ground.turn[region.cell[i]]
                digit = region.digit + (i if region.rise else 0)
                if t > 0:
                    use_add(belief, n, DICE + 10 * t + digit if ground.dice[t][digit] else STARS + t)
            for t in range(max(1, ground.turns - LATE + 1), region.turn + 1):
                use_add(belief, n, CLAIMS + t)


cdef inline double box_ask(belief_t* belief, int box, double keep) noexcept nogil:
    """What a box wants of each thing, given how free they are; the weight of all its regions. `keep` is the part of
    the message before that stays."""
    cdef double weight, wish, total = 1
    cdef int n, i, thing
    for i in range(box_size(box)):
        total /= OPEN_PRICE
    memset(belief.part, 0, sizeof(belief.part))
    for n in range(ROOM * box, ROOM * box + belief.survey.kept[box]):
        weight = belief.scale[box]
        for i in range(belief.uses[n]):
            weight *= belief.free[box][belief.use[n][i]]
        total += weight
        for i in range(belief.uses[n]):
            belief.part[belief.use[n][i]] += weight
    for thing in range(SHARED):
        if belief.part[thing] > 0:
            wish = belief.part[thing] / belief.free[box][thing] / max(total - belief.part[thing], 1e-9 * total)
            belief.wish[box][thing] = keep * belief.wish[box][thing] + (1 - keep) * wish
    return total


cdef inline void ways_add(double* ways, int many, double wish) noexcept nogil:
    """One more may share: ways[k] is the weight of k that do."""
    cdef int k
    for k in range(many, 0, -1):
        ways[k] += ways[k - 1] * wish


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


cdef inline void thing_answer(belief_t* belief, int thing, double keep, bint is_last) noexcept nogil:
    """How free a thing is for each box that wants it; in the last round, its part of the estimate."""
    cdef double ways[12]
    cdef double others, before
    cdef int box, other, many = 0, room = belief.room[thing]
    cdef int wanting[11]
    for box in range(BOXES):
        if belief.wish[box][thing] > 0:
            wanting[many] = box
            many += 1
    if many <= room:
        return
    if is_last:
        memset(ways, 0, sizeof(ways))
        ways[0] = 1
        for box in range(many):
            ways_add(ways, box + 1, belief.wish[wanting[box]][thing])
        estimate_times(belief, ways_sum(ways, room))
    for box in range(many):
        if room == 1:
            others = 1
            for other in range(many):
                others += belief.wish[wanting[other]][thing] if other != box else 0
            before = 1
        else:
            memset(ways, 0, sizeof(ways))
            ways[0] = 1
            for other in range(many):
                if other != box:
                    ways_add(ways, many - 1, belief.wish[wanting[other]][thing])
            others = ways_sum(ways, room)
            before = ways_sum(ways, room - 1)
        belief.free[wanting[box]][thing] = keep * belief.free[wanting[box]][thing] + (1 - keep) * before / others
        if is_last:
            estimate_times(belief, 1 / (1 + belief.wish[wanting[box]][thing] * belief.free[wanting[box]][thing]))


cdef inline double belief_estimate(belief_t* belief, const ground_t* ground, uint64_t* rng) noexcept nogil:
    """The logarithm of the number of packings, roughly; open boxes at their price."""
    cdef double weight, keep = 0
    cdef int number, box, thing
    cdef bint is_last
    belief_open(belief, ground, rng)
    belief.mantissa = 1
    belief.exponent = 0
    for number in range(ROUNDS):
        is_last = number == ROUNDS - 1
        for box in range(BOXES):
            if ground.boxes >> box & 1:
                weight = box_ask(belief, box, keep)
                if is_last:
                    estimate_times(belief, weight)
        for thing in range(SHARED):
            thing_answer(belief, thing, keep, is_last)
        keep = 0.5
    return log(belief.mantissa) + belief.exponent * LOG_2


cdef inline belief_t* belief_new() noexcept nogil:
    """Room to work in, NULL where memory runs out."""
    return <belief_t*>malloc(sizeof(belief_t))


cdef inline void belief_delete(belief_t* belief) noexcept nogil:
    free(belief)
