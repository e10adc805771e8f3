# The chance of winning, from the expected score of each seat. Final scores are modelled as normally distributed
# around their values, in whole points, with independent errors. Luck that the shared dice bring to all seats alike
# doesn't decide who wins, and is left out of the spread (multiplayer/learn.pxd).
from libc.math cimport erfc
from multiplayer.table cimport SEATS_MOST

cdef extern from *:
    """
    enum { SHARE_POINTS = 3 };
    /* Points and weights of Gauss-Legendre quadrature on 0..1: exact for the polynomials of up to five rivals. */
    static const double SHARE_AT[SHARE_POINTS] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double SHARE_OF[SHARE_POINTS] = {0.2777777777777778, 0.4444444444444444, 0.2777777777777778};
    """
    enum:
        SHARE_POINTS
    const double SHARE_AT[SHARE_POINTS]
    const double SHARE_OF[SHARE_POINTS]

cdef enum:
    SCORE_LOW = -15            # no score is lower than the one, or higher than the other
    SCORE_HIGH = 100
    REACH = 5                  # standard deviations around a value in which scores are considered

ctypedef struct chances_t:     # of the player in one seat
    double share               # of the win: 1 / k if k players share it
    double alone               # the chance to win alone
    double shared              # the chance to share the win
    double margin              # points ahead of the best of the others
    double score


cdef inline double score_below(double mean, double sd, int score) noexcept nogil:
    """Return the chance that a final score is at most `score`."""
    if sd == 0:
        return 1 if mean <= score else 0
    return erfc((mean - score - 0.5) / sd * 0.7071067811865476) / 2


cdef inline double best_rival(int seats, int seat, const double* mean, const double* sd) noexcept nogil:
    """Return the expected highest score of the other seats."""
    cdef double most, high = SCORE_LOW, product
    cdef int x, i, low = SCORE_HIGH
    for i in range(seats):
        if i != seat:
            high = max(high, mean[i] + REACH * sd[i])
            low = min(low, <int>(mean[i] - REACH * sd[i]) - 1)
    most = <int>high + 1
    for x in range(low, <int>high + 1):
        product = 1
        for i in range(seats):
            if i != seat:
                product *= score_below(mean[i], sd[i], x)
        most -= product
    return most


cdef inline double share_between(int seats, int seat, const double* below, const double* upto) noexcept nogil:
    """Return the win share of a score x.

    `below` holds each seat's chance to score less than x, `upto` its chance to score at most x. Sharing with
    k - 1 others counts 1/k, which is the mean of t ** (k - 1) for t in 0..1.
    """
    cdef double share = 0, product
    cdef int i, n
    for n in range(SHARE_POINTS):
        product = SHARE_OF[n]
        for i in range(seats):
            if i != seat:
                product *= below[i] + SHARE_AT[n] * (upto[i] - below[i])
        share += product
    return share


cdef inline void chances_set(chances_t* out, int seats, int seat, const double* mean, const double* sd) noexcept nogil:
    """Set the chances of `seat`, if scores lie around `mean` with the standard deviations `sd`, 0 for a final score."""
    cdef double[SEATS_MOST] below, upto
    cdef double chance, alone, reached
    cdef int x, i
    cdef int first = max(SCORE_LOW, <int>(mean[seat] - REACH * sd[seat]) - 1)
    cdef int last = min(SCORE_HIGH, <int>(mean[seat] + REACH * sd[seat]) + 1)
    out.share = out.alone = out.shared = 0
    out.score = mean[seat]
    out.margin = mean[seat] - best_rival(seats, seat, mean, sd)
    for i in range(seats):
        below[i] = upto[i] = score_below(mean[i], sd[i], first - 1)
    for x in range(first, last + 1):
        alone = reached = 1
        for i in range(seats):
            upto[i] = score_below(mean[i], sd[i], x)
            if i != seat:
                alone *= below[i]
                reached *= upto[i]
        chance = upto[seat] - below[seat]
        out.share += chance * share_between(seats, seat, below, upto)
        out.alone += chance * alone
        out.shared += chance * (reached - alone)
        for i in range(seats):
            below[i] = upto[i]
