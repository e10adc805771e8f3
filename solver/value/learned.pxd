# The learned value of a sheet at the end of a turn, in points: the score now, plus what its traits
# are worth. Every trait has a weight at each of four stages of the game; between stages, the two
# nearest weights are interpolated. Sums are made in one order everywhere, so that incremental sums
# equal sums from scratch, on every machine.
from libc.stdint cimport uint32_t
from libc.string cimport memset
from game.board cimport LAST, SLIDES, sheet_t
from game.score cimport score_total
from game.tiles cimport sheet_is_over
from value.clusters cimport clusters_t
from value.digits cimport clusters_list, digits_list
from value.layout cimport layout_set, layout_t
from value.surface cimport surface_list
from value.traits cimport TRAITS_MOST, slides_left, tiles_list, traits_t

cdef extern from *:
    """
    enum { STAGES = 4, UNITS = 28, WEIGHTS = STAGES + UNITS, LANES = 4, ALIGNMENT = 16 };
    typedef struct { float at[WEIGHTS]; } sum_t;
    static float STAGE[SLIDES + 1][STAGES];                  /* by slides left: the share of each stage */
    static const int STAGE_AT[STAGES] = {1, 5, 11, 19};   /* slides left at which a stage counts alone */

    #ifdef __GNUC__   /* four columns at a time: compilers don't always vectorise this by themselves */
    typedef float four_t __attribute__((vector_size(16), may_alias));
    static inline sum_t rows_sum(const float *weights, const uint32_t *item, int count) {
        four_t columns[WEIGHTS / 4] = {{0}};
        sum_t sum;
        for (int n = 0; n < count; n++) {
            const four_t *row = (const four_t *)(weights + WEIGHTS * (size_t)item[n]);
            for (int i = 0; i < WEIGHTS / 4; i++) columns[i] += row[i];
        }
        memcpy(sum.at, columns, sizeof sum.at);
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
    /* What all traits of a sheet are worth: the interpolated stages, plus the units above 0, of which every second
       one is subtracted. Four sums in parallel, each with a stage. */
    static inline float sum_value(const sum_t *sum, int slides) {
        float lane[LANES] = {0};
        for (int i = STAGES; i < WEIGHTS; i += LANES)
            for (int k = 0; k < LANES; k++) lane[k] += sum->at[i + k] > 0 ? sum->at[i + k] : 0;
        for (int k = 0; k < LANES; k++) lane[k] = STAGE[slides][k] * sum->at[k] + (k & 1 ? -lane[k] : lane[k]);
        return (lane[0] + lane[2]) + (lane[1] + lane[3]);
    }
    """
    enum:
        STAGES
        UNITS
        WEIGHTS                # of each trait: one per stage and unit
        ALIGNMENT              # of the weights, in bytes

    ctypedef struct sum_t:     # the sum of the weights of some traits
        float at[WEIGHTS]
    float STAGE[SLIDES + 1][STAGES]
    const int STAGE_AT[STAGES]
    sum_t rows_sum(const float* weights, const uint32_t* item, int count) noexcept nogil
    sum_t sums_added(sum_t a, sum_t b) noexcept nogil
    float sum_value(const sum_t* sum, int slides) noexcept nogil


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


cdef inline sum_t tiles_sum(const float* weights, const sheet_t* sheet, int slides) noexcept nogil:
    cdef uint32_t[TRAITS_MOST] item
    return rows_sum(weights, item, <int>(tiles_list(sheet, slides, item) - item))


cdef inline sum_t surface_sum(const float* weights, const sheet_t* sheet) noexcept nogil:
    cdef uint32_t[TRAITS_MOST] item
    return rows_sum(weights, item, <int>(surface_list(sheet, item) - item))


cdef inline sum_t digits_sum(const float* weights, const sheet_t* sheet, const layout_t* layout) noexcept nogil:
    cdef uint32_t[TRAITS_MOST] item
    return rows_sum(weights, item, <int>(digits_list(sheet, layout, item) - item))


cdef inline sum_t clusters_sum(const float* weights, const sheet_t* sheet, const layout_t* layout,
                               clusters_t* clusters) noexcept nogil:
    """Do what digits_sum() does, for digits that clusters_read() has read."""
    cdef uint32_t[TRAITS_MOST] item
    return rows_sum(weights, item, <int>(clusters_list(sheet, layout, clusters, item) - item))


cdef inline bint sheet_counts_alone(const sheet_t* sheet, int flags) noexcept nogil:
    """Return True if only the score counts: the game is over, or ends with this turn."""
    return flags & LAST != 0 or sheet_is_over(sheet)


cdef inline float learned_value(const float* weights, const sheet_t* sheet, int flags) noexcept nogil:
    """Return the value of a sheet at the end of a turn, summed from scratch."""
    cdef layout_t layout
    cdef sum_t sum
    cdef int slides = slides_left(sheet)
    if sheet_counts_alone(sheet, flags):
        return score_total(sheet, flags)
    layout_set(&layout, sheet)
    sum = sums_added(tiles_sum(weights, sheet, slides),
                     sums_added(surface_sum(weights, sheet), digits_sum(weights, sheet, &layout)))
    return score_total(sheet, flags) + sum_value(&sum, slides)


cdef inline void sheet_traits(const sheet_t* sheet, traits_t* out) noexcept nogil:
    """List all traits of a sheet, in the order in which learned_value() sums them."""
    cdef layout_t layout
    cdef uint32_t* end = surface_list(sheet, tiles_list(sheet, slides_left(sheet), out.item))
    layout_set(&layout, sheet)
    out.count = <int>(digits_list(sheet, &layout, end) - out.item)
