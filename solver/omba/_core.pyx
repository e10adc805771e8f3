# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled core of Omba: where cubes can move, and bounds for all positions, layer by layer.

Private: use :mod:`numberdrop.omba` instead. Squares are 0..8 (a1, b1, c1, a2, .. c3), 9 is the
hand, variants are 0..3 (S, R, E, F). Arguments out of range raise ValueError.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from omba cimport heights as heights_
from omba cimport trits as trits_
from omba cimport words as words_
from omba.certify cimport bounds_judge, stacks_number, stacks_t, verdict_t
from omba.endings cimport LAYERS, OWN_MOST, endings_fill, grounds_t, layer_place
from omba.heights cimport CUBES, heights_free, heights_group, heights_make, heights_rank, heights_t
from omba.layer cimport GAP_BITS, GAP_MOST, ONE, layer_make, layer_prune, layer_step, layer_t, moves_free, moves_make, moves_t
from omba.playout cimport SEATS, THUMB, game_choose, game_finish, game_t, step_t
from omba.reach cimport DIE, SOURCES, SQUARES, reach_from, reach_t
from omba.trio cimport ROW, after_t, change_t, trio_choose, trio_follow, trio_make, trio_pack, trio_t
from omba.trio_certify cimport board_number, board_t, places_t, trio_verdict_t
from omba.trio_certify cimport trio_judge as judge_trio
from omba.trits cimport TRIO, TRIO_CUBES, trits_words
from omba.words cimport CHOOSE, words_apart

heights_.heights_init()
words_.words_init()
trits_.trits_init()

# UNITS is a chance of 1, in the units of the bounds. A finished bound is lower << GAP | upper -
# lower.
UNITS = ONE
GAP = GAP_BITS


cdef int read_levels(const uint8_t[::1] levels, uint8_t* out) except -1:
    cdef int square
    if levels.shape[0] != SQUARES:
        raise ValueError(f"expected {SQUARES} levels, got {levels.shape[0]}")
    for square in range(SQUARES):
        if levels[square] > CUBES:
            raise ValueError(f"expected levels up to {CUBES}, got {levels[square]}")
        out[square] = levels[square]
    return 0


cdef int read_variant(int variant) except -1:
    if not 0 <= variant <= 3:
        raise ValueError(f"expected a variant 0 .. 3, got {variant}")
    return variant


def reach(const uint8_t[::1] levels not None, int source, int variant):
    """Return where a move of a cube from `source` can end: for each roll 1..6, a bit for each
    square.

    `levels` has the number of cubes on each square, without the cube that moves.
    """
    cdef uint8_t level[SQUARES]
    cdef reach_t found
    cdef int roll
    read_levels(levels, level)
    if not 0 <= source < SOURCES:
        raise ValueError(f"expected a source 0 .. {SOURCES - 1}, got {source}")
    reach_from(level, source, read_variant(variant), &found)
    return tuple([found.ends[roll] for roll in range(DIE)])


cdef class Heights:
    """All heights of `cubes` cubes, 0..12, above the ground, whose levels are 0..12."""

    cdef heights_t heights
    cdef int group
    cdef readonly bytes ground

    def __cinit__(self, int cubes, const uint8_t[::1] ground not None):
        cdef uint8_t level[SQUARES]
        read_levels(ground, level)
        if not 0 <= cubes <= CUBES:
            raise ValueError(f"expected 0 to {CUBES} cubes, got {cubes}")
        self.ground = bytes(ground)
        self.group = heights_group(level)
        if not heights_make(&self.heights, cubes, self.group):
            raise MemoryError

    def __dealloc__(self):
        heights_free(&self.heights)

    @property
    def cubes(self):
        return self.heights.cubes

    @property
    def classes(self):
        """The number of classes of heights under the symmetries of the ground."""
        return self.heights.classes

    def first(self, uint32_t cls):
        """Return the first vector of a class, nine heights."""
        if cls >= self.heights.classes:
            raise ValueError(f"expected a class below {self.heights.classes}, got {cls}")
        return <bytes>self.heights.height[cls * SQUARES:(cls + 1) * SQUARES]

    def apart(self, int mine):
        """Return the number of positions, distinct up to symmetry, with `mine` cubes of the mover."""
        cdef uint64_t count = 0
        cdef uint32_t cls
        if not 0 <= mine <= self.heights.cubes:
            raise ValueError(f"expected 0 to {self.heights.cubes} cubes of the mover, got {mine}")
        with nogil:
            for cls in range(self.heights.classes):
                count += words_apart(self.heights.height + cls * SQUARES, mine, self.heights.cubes, self.group)
        return count

    def number(self, const uint8_t[::1] height not None, stacks):
        """Return the number of a position among those with the same number of the mover's cubes.

        `height` has the number of cubes on each square above the ground. `stacks` has a bit mask
        for each square: the cubes of the mover, the lowest cube in bit 0.
        """
        cdef stacks_t found
        cdef int square, total = 0
        read_levels(height, found.height)
        for square in range(SQUARES):
            total += found.height[square]
            found.mine[square] = stacks[square]
            if found.mine[square] >> found.height[square]:
                raise ValueError(f"expected one bit per cube on square {square}, got {stacks[square]}")
        if total != self.heights.cubes:
            raise ValueError(f"expected {self.heights.cubes} cubes, got {total}")
        return stacks_number(&found, &self.heights)

    def size(self, int mine):
        """Return how many position numbers there are with `mine` cubes of the mover."""
        if not 0 <= mine <= self.heights.cubes:
            raise ValueError(f"expected 0 to {self.heights.cubes} cubes of the mover, got {mine}")
        return self.heights.classes * <uint64_t>CHOOSE[self.heights.cubes][mine]

    def judge(self, Heights more, int variant, int mine, const uint64_t[::1] own not None,
              const uint64_t[::1] opposite not None, const uint64_t[::1] entered, uint32_t first, uint32_t last):
        """Check the finished bounds `own` of classes `first` .. `last` - 1 against the opponent's.

        `opposite` and `entered` are as for Layer.step(), and `more` are the heights of `entered`.
        Returns (positions, how many of them have bounds that don't follow, the number of the first
        of these, the widest gap).
        """
        cdef verdict_t verdict
        cdef const uint64_t* finished = NULL
        cdef const heights_t* above = NULL
        cdef uint8_t level[SQUARES]
        cdef uint64_t size = self.size(mine)
        read_levels(self.ground, level)
        read_variant(variant)
        if <uint64_t>own.shape[0] != size or <uint64_t>opposite.shape[0] != size:
            raise ValueError(f"expected bounds of {size} positions")
        if not first <= last <= self.heights.classes:
            raise ValueError(f"expected classes up to {self.heights.classes}, got {first} to {last}")
        if entered is not None:
            if more is None or more.heights.cubes != self.heights.cubes + 1 or more.ground != self.ground:
                raise ValueError("expected heights on the same ground with one more cube")
            if <uint64_t>entered.shape[0] != more.size(mine + 1):
                raise ValueError("expected the bounds of all positions with one more cube")
            finished, above = &entered[0], &more.heights
        verdict.positions = verdict.faults = verdict.first = verdict.widest = 0
        with nogil:
            bounds_judge(&self.heights, above, level, variant, mine, &own[0], &opposite[0], finished, first, last, &verdict)
        return verdict.positions, verdict.faults, verdict.first, verdict.widest


cdef class Moves:
    """The moves from all positions of `here`.

    Moves that enter a cube lead to `more`; None if no cube may enter.
    """

    cdef moves_t moves
    cdef Heights here
    cdef Heights more

    def __cinit__(self, Heights here not None, Heights more, int variant):
        cdef uint8_t level[SQUARES]
        cdef const heights_t* above = NULL
        cdef bint made
        read_levels(here.ground, level)
        read_variant(variant)
        if more is not None:
            if more.heights.cubes != here.heights.cubes + 1 or more.ground != here.ground:
                raise ValueError("expected heights on the same ground with one more cube")
            above = &more.heights
        self.here, self.more = here, more
        with nogil:
            made = moves_make(&self.moves, &here.heights, above, level, variant)
        if not made:
            raise MemoryError

    def __dealloc__(self):
        moves_free(&self.moves)


cdef class Layer:
    """The positions of `moves` in which the mover has `mine` cubes on the board."""

    cdef layer_t layer
    cdef Moves moves

    def __cinit__(self, Moves moves not None, int mine):
        if not 0 <= mine <= moves.here.heights.cubes:
            raise ValueError(f"expected 0 to {moves.here.heights.cubes} cubes of the mover, got {mine}")
        self.moves = moves
        if not layer_make(&self.layer, &moves.here.heights, &moves.moves, mine):
            raise MemoryError

    def __dealloc__(self):
        free(self.layer.counts)

    @property
    def size(self):
        """The number of positions."""
        return self.layer.words * <uint64_t>self.layer.heights.classes

    @property
    def classes(self):
        return self.layer.heights.classes

    def step(self, const uint64_t[::1] opposite not None, const uint64_t[::1] entered, bint upper,
             uint64_t[::1] out not None, const uint64_t[::1] other not None, uint32_t first, uint32_t last):
        """Compute the upper (or lower) bounds of classes `first` .. `last` - 1 into `out`.

        `opposite` has the opponent's lower (or upper) bounds with the same cubes on the board.
        `entered` has the opponent's finished bounds after the mover has entered a cube, None if the
        mover has no cube left. Returns the widest gap to `other`, the mover's lower (or upper)
        bounds.
        """
        cdef uint64_t gap
        cdef const uint64_t* finished = self._finished(entered)
        self._expect(opposite.shape[0], first, last)
        self._expect(out.shape[0], first, last)
        self._expect(other.shape[0], first, last)
        with nogil:
            gap = layer_step(&self.layer, &opposite[0], finished, upper, first, last, &out[0], &other[0])
        return gap

    def prune(self, const uint64_t[::1] lower not None, const uint64_t[::1] upper not None,
              const uint64_t[::1] entered, uint32_t first, uint32_t last):
        """Drop moves that the opponent's bounds prove worse than others.

        Later steps give the same results, faster. Arguments are as for step(). Returns the number
        of moves dropped, counted for each position.
        """
        cdef uint64_t dropped
        cdef const uint64_t* finished = self._finished(entered)
        self._expect(lower.shape[0], first, last)
        self._expect(upper.shape[0], first, last)
        with nogil:
            dropped = layer_prune(&self.layer, &lower[0], &upper[0], finished, first, last)
        return dropped

    cdef int _expect(self, Py_ssize_t found, uint32_t first, uint32_t last) except -1:
        if <uint64_t>found != self.layer.words * <uint64_t>self.layer.heights.classes:
            raise ValueError(f"expected bounds of {self.size} positions, got {found}")
        if not first <= last <= self.layer.heights.classes:
            raise ValueError(f"expected classes up to {self.classes}, got {first} to {last}")
        return 0

    cdef const uint64_t* _finished(self, const uint64_t[::1] entered) except? NULL:
        if entered is None:
            return NULL
        if self.moves.more is None:
            raise ValueError("expected moves that can enter cubes")
        if <uint64_t>entered.shape[0] != (
            self.moves.more.heights.classes * <uint64_t>CHOOSE[self.layer.cubes + 1][self.layer.mine + 1]
        ):
            raise ValueError(f"expected the bounds of all positions with one more cube, got {entered.shape[0]}")
        return &entered[0]


def pack(const uint64_t[::1] lower not None, const uint64_t[::1] upper not None, uint64_t[::1] out not None):
    """Pack both bounds of each position into one number, lower << GAP | upper - lower."""
    cdef Py_ssize_t i
    cdef uint64_t gap, widest = 0
    if lower.shape[0] != upper.shape[0] or lower.shape[0] != out.shape[0]:
        raise ValueError("expected three buffers of equal length")
    with nogil:
        for i in range(lower.shape[0]):
            gap = upper[i] - lower[i]
            out[i] = lower[i] << GAP_BITS | gap
            if gap > widest:
                widest = gap
    if widest > GAP_MOST:
        raise ValueError(f"expected bounds at most {GAP_MOST} units apart, got {widest}")


cdef int read_game(stacks, hands, still_in, int side, int variant, game_t* game) except -1:
    cdef int square, level
    game.players = len(hands)
    if not 2 <= game.players <= SEATS or len(stacks) != SQUARES or len(still_in) != game.players:
        raise ValueError("expected nine stacks and two to four players")
    if not 0 <= side < game.players or not still_in[side]:
        raise ValueError(f"expected the side of a player who is in, got {side}")
    game.side = side
    game.variant = read_variant(variant)
    game.still_in = 0
    for seat in range(game.players):
        game.hand[seat] = hands[seat]
        game.still_in |= bool(still_in[seat]) << seat
    if sum(map(len, stacks)) + sum(hands) > CUBES:
        raise ValueError(f"expected at most {CUBES} cubes")
    for square, stack in enumerate(stacks):
        game.height[square] = len(stack)
        for level, owner in enumerate(stack):
            if not 0 <= owner < game.players:
                raise ValueError(f"expected owners below {game.players}, got {owner}")
            game.owner[square][level] = owner
    return 0


def choose(stacks, hands, still_in, int side, int roll, int variant, int policy, uint64_t seed):
    """Choose a move by a policy: 0 any move, 1 the rule of thumb, with ties broken at random.

    `stacks` has nine sequences of owners from bottom to top, `hands` and `still_in` have a value
    for each player. Returns (source, end), or None if there is no move.
    """
    cdef game_t game
    cdef step_t step
    read_game(stacks, hands, still_in, side, variant, &game)
    if not 1 <= roll <= DIE or not 0 <= policy <= THUMB:
        raise ValueError("expected a roll 1 .. 6, and a policy 0 or 1")
    if not game_choose(&game, roll, policy, &seed, &step):
        return None
    return step.source, step.end


def playouts(stacks, hands, still_in, int side, int variant, int policy, int count, uint64_t seed):
    """Return the wins of each player in `count` games from a position, all players by one policy.

    The other arguments are as for choose().
    """
    cdef game_t game, played
    cdef int i
    cdef uint32_t wins[SEATS]
    read_game(stacks, hands, still_in, side, variant, &game)
    if not 0 <= policy <= THUMB:
        raise ValueError("expected a policy 0 or 1")
    for i in range(SEATS):
        wins[i] = 0
    with nogil:
        for i in range(count):
            played = game
            wins[game_finish(&played, policy, &seed)] += 1
    return [wins[i] for i in range(game.players)]


include "omba/trio.pxi"
