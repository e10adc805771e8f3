# The learned value of a sheet at the end of a turn, in points: the score now, and what its traits are
# worth. Every trait has a weight at each of four stages of the game; between them the weight is a
# mixture of the two nearest. The sums are made in one order everywhere, so that what is summed in
# steps equals what is summed from nothing, on every machine.
from libc.stdint cimport uint32_t
from libc.string cimport memset
from game.board cimport LAST, SLIDES, sheet_t
from game.score cimport score_total
from game.tiles cimport sheet_is_over
from value.digits cimport digits_list
from value.surface cimport surface_list, surface_set, surface_t
from value.traits cimport slides_left, tiles_list, traits_t

cdef extern from *:
    """
    enum { STAGES = 4, UNITS = 12, WEIGHTS = STAGES + UNITS };
    typedef struct { float at[WEIGHTS]; } sum_t;
    static float STAGE[SLIDES + 1][STAGES];                  /* by slides left: the share of each stage */
    static const int STAGE_AT[STAGES] = {1, 5, 11, 19};   /* slides left at which a stage counts alone */

    #ifdef __GNUC__   /* four columns at a time, which compilers don't always see by themselves */
    typedef float four_t __attribute__((vector_size(16), aligned(4), may_alias));
    static inline sum_t rows_sum(const float *weights, const uint32_t *item, int count) {
        four_t a = {0}, b = {0}, c = {0}, d = {0};
        sum_t sum;
        for (int n = 0; n < count; n++) {
            const four_t *row = (const four_t *)(weights + WEIGHTS * (size_t)item[n]);
            a += row[0]; b += row[1]; c += row[2]; d += row[3];
        }
        four_t *out = (four_t *)sum.at;
        out[0] = a; out[1] = b; out[2] = c; out[3] = d;
        return sum;
    }
    #else
    static inline sum_t rows_sum(const float *weights, const uint32_t *item, int count) {
        sum_t sum = {{0}};
        for (int n = 0; n < count; n++)
            for (int i = 0; i < WEIGHTS; i++)
                sum.at[i] += weights[WEIGHTS * (size_t)item[n] + i];
        return sum;
    }
    #endif
    static inline sum_t sums_added(sum_t a, sum_t b) {
        for (int i = 0; i < WEIGHTS; i++) a.at[i] += b.at[i];
        return a;
    }
    """
    enum:
        STAGES
        UNITS
        WEIGHTS                # of each trait: one for every stage and unit

    ctypedef struct sum_t:     # the weights of some traits together
        float at[WEIGHTS]
    float STAGE[SLIDES + 1][STAGES]
    const int STAGE_AT[STAGES]
    sum_t rows_sum(const float* weights, const uint32_t* item, int count) noexcept nogil
    sum_t sums_added(sum_t a, sum_t b) noexcept nogil


cdef inline void stages_init() noexcept nogil:
    cdef int slides, s
    cdef float share
    memset(STAGE, 0, sizeof(STAGE))
    for slides in range(SLIDES + 1):
        if slides <= STAGE_AT[0]:
            STAGE[slides][0] = 1
        elif slides >= STAGE_AT[STAGES - 1]:
            STAGE[slides][STAGES - 1] = 1
        else:
            for s in range(STAGES - 1):
                if STAGE_AT[s] <= slides < STAGE_AT[s + 1]:
                    share = <float>(slides - STAGE_AT[s]) / <float>(STAGE_AT[s + 1] - STAGE_AT[s])
                    STAGE[slides][s] = 1 - share
                    STAGE[slides][s + 1] = share


cdef inline float unit_sign(int unit) noexcept nogil:
    return -1 if unit & 1 else 1


cdef inline float sum_worth(const sum_t* sum, int slides) noexcept nogil:
    """What all traits of a sheet are worth: a mixture of the stages, and the units that are above 0."""
    cdef const float* share = STAGE[slides]
    cdef float worth = 0, value
    cdef int i
    for i in range(STAGES):
        worth += sum.at[i] * share[i]
    for i in range(UNITS):
        value = sum.at[STAGES + i]
        if value > 0:
            worth += unit_sign(i) * value
    return worth


cdef inline sum_t tiles_sum(const float* weights, const sheet_t* sheet, int slides) noexcept nogil:
    cdef traits_t traits
    traits.count = 0
    tiles_list(sheet, slides, &traits)
    return rows_sum(weights, traits.item, traits.count)


cdef inline sum_t surface_sum(const float* weights, const sheet_t* sheet) noexcept nogil:
    cdef traits_t traits
    traits.count = 0
    surface_list(sheet, &traits)
    return rows_sum(weights, traits.item, traits.count)


cdef inline sum_t digits_sum(const float* weights, const sheet_t* sheet, const surface_t* surface) noexcept nogil:
    cdef traits_t traits
    traits.count = 0
    digits_list(sheet, surface, &traits)
    return rows_sum(weights, traits.item, traits.count)


cdef inline bint sheet_counts_alone(const sheet_t* sheet, int flags) noexcept nogil:
    """True if nothing but the score counts: the game is over, or ends with this turn."""
    return flags & LAST != 0 or sheet_is_over(sheet)


cdef inline float sheet_worth(const float* weights, const sheet_t* sheet, int flags) noexcept nogil:
    """The value of a sheet at the end of a turn, from nothing."""
    cdef surface_t surface
    cdef sum_t sum
    cdef int slides = slides_left(sheet)
    if sheet_counts_alone(sheet, flags):
        return score_total(sheet, flags)
    surface_set(&surface, sheet)
    sum = sums_added(tiles_sum(weights, sheet, slides),
                     sums_added(surface_sum(weights, sheet), digits_sum(weights, sheet, &surface)))
    return score_total(sheet, flags) + sum_worth(&sum, slides)


cdef inline void sheet_traits(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """All traits of a sheet, in the order in which sheet_worth() sums them."""
    cdef surface_t surface
    out.count = 0
    surface_set(&surface, sheet)
    tiles_list(sheet, slides_left(sheet), out)
    surface_list(sheet, out)
    digits_list(sheet, &surface, out)
