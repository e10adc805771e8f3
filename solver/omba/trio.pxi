cdef int read_count(count, int cubes, uint8_t* out) except -1:
    """Read the cubes on the board of each of three players."""
    cdef int i
    if len(count) != TRIO or sum(count) != cubes or not all(0 <= each <= OWN_MOST for each in count):
        raise ValueError(f"expected 0 to {OWN_MOST} cubes of each of three players, {cubes} in all, got {count}")
    for i in range(TRIO):
        out[i] = count[i]
    return 0


cdef int expect_size(str name, Py_ssize_t found, uint64_t size) except -1:
    if <uint64_t>found != size:
        raise ValueError(f"{name}: expected {size} numbers, got {found}")
    return 0


cdef int expect_classes(const heights_t* heights, uint32_t first, uint32_t last) except -1:
    if not first <= last <= heights.classes:
        raise ValueError(f"expected classes up to {heights.classes}, got {first} to {last}")
    return 0


cdef class Endings:
    """The solved endings of three players who have `own` cubes each, by ground."""

    cdef grounds_t grounds
    cdef list known

    def __cinit__(self, int own):
        cdef int cubes
        cdef uint32_t number, cls
        cdef Heights heights
        if not 1 <= own <= OWN_MOST:
            raise ValueError(f"expected 1 to {OWN_MOST} cubes of each player, got {own}")
        self.grounds.own = own
        self.known = []
        number = 0
        for cubes in range(TRIO * own + 1):
            heights = Heights(cubes, bytes(SQUARES))
            self.known.append(heights)
            self.grounds.ground[cubes] = &heights.heights
            self.grounds.first[cubes] = number
            number += heights.heights.classes
        self.grounds.group = <uint8_t*>calloc(number, sizeof(uint8_t))
        self.grounds.bounds = <const uint64_t**>calloc(number * <size_t>LAYERS, sizeof(uint64_t*))
        if self.grounds.group == NULL or self.grounds.bounds == NULL:
            raise MemoryError
        for cubes in range(TRIO * own + 1):
            for cls in range(self.grounds.ground[cubes].classes):
                self.grounds.group[self.grounds.first[cubes] + cls] = heights_group(
                    self.grounds.ground[cubes].height + cls * SQUARES)

    def __dealloc__(self):
        free(self.grounds.group)
        free(self.grounds.bounds)

    def add(self, Heights above not None, totals, int mine, const uint64_t[::1] bounds not None):
        """Add the finished bounds of a layer: the heights `above` a ground that is the first of its
        class, the cubes of the mover and of the other in all, and those of the mover on the board.
        """
        cdef uint8_t level[SQUARES]
        cdef int group, deep, theirs = above.heights.cubes - mine
        cdef uint32_t vector, number
        if not (0 <= mine <= totals[0] <= OWN_MOST and 0 <= theirs <= totals[1] <= OWN_MOST):
            raise ValueError(f"expected up to {OWN_MOST} cubes of each player, got {totals}")
        expect_size("bounds", bounds.shape[0], above.size(mine))
        read_levels(above.ground, level)
        deep = sum(above.ground)
        if deep > TRIO * self.grounds.own:
            raise ValueError(f"expected a ground of up to {TRIO * self.grounds.own} cubes, got {deep}")
        vector = heights_rank(level, deep)
        number = self.grounds.first[deep] + self.grounds.ground[deep].class_of[vector]
        if above.ground != self.known[deep].first(self.grounds.ground[deep].class_of[vector]):
            raise ValueError("expected the first ground of its class")
        group = self.grounds.group[number]
        if self.grounds.above[group][above.heights.cubes] == NULL:
            self.grounds.above[group][above.heights.cubes] = &above.heights
            self.known.append(above)
        self.grounds.bounds[number * <size_t>LAYERS + layer_place(totals[0], totals[1], mine, theirs)] = &bounds[0]
        self.known.append(bounds)

    def fill(self, Heights here not None, count, uint64_t[::1] out not None, uint32_t first, uint32_t last):
        """Write the finished bounds of the boards of classes `first` .. `last` - 1, with `count` cubes
        of the mover, of the other, and of the player who is out. All their endings must be added."""
        cdef uint8_t counted[TRIO]
        read_count(count, here.heights.cubes, counted)
        expect_classes(&here.heights, first, last)
        expect_size("out", out.shape[0], here.heights.classes * <uint64_t>trits_words(counted))
        with nogil:
            endings_fill(&self.grounds, &here.heights, counted, first, last, &out[0])


cdef class Trio:
    """The positions of `moves`, on the empty ground, in which three players have `count` cubes on the
    board: the mover, the player after it, the third."""

    cdef trio_t trio
    cdef Moves moves

    def __cinit__(self, Moves moves not None, count):
        cdef uint8_t counted[TRIO]
        read_count(count, moves.here.heights.cubes, counted)
        if any(moves.here.ground):
            raise ValueError("expected moves on the empty ground")
        self.moves = moves
        trio_make(&self.trio, &moves.here.heights, &moves.moves, counted)

    @property
    def size(self):
        """The number of positions."""
        return self.trio.words * <uint64_t>self.trio.heights.classes

    @property
    def classes(self):
        return self.trio.heights.classes

    cdef int _after(self, const uint64_t[::1] moved, const uint64_t[::1] entered, const uint64_t[::1] ending,
                    after_t* after) except -1:
        expect_size("moved", moved.shape[0], TRIO * self.trio.heights.classes * <uint64_t>self.trio.moved)
        expect_size("ending", ending.shape[0], self.size)
        after.moved, after.ending, after.entered = &moved[0], &ending[0], NULL
        if entered is not None:
            if self.moves.more is None:
                raise ValueError("expected moves that can enter cubes")
            expect_size("entered", entered.shape[0], ROW * self.moves.more.heights.classes * <uint64_t>self.trio.entered)
            after.entered = &entered[0]
        return 0

    def choose(self, const uint64_t[::1] moved not None, const uint64_t[::1] entered, const uint64_t[::1] ending not None,
               bint takes_first, uint8_t[::1] picks not None, uint32_t first, uint32_t last):
        """Choose the moves of classes `first` .. `last` - 1 into `picks`, six numbers a position.

        `moved` has the bounds after a move on the board, three a position, `entered` the finished rows
        after a move from the hand, None if it is empty, and `ending` the bounds once the mover is out.
        A move in `picks` stays unless another one is better. Of equal ones it takes the first, or the
        last. Returns how many moves have changed.
        """
        cdef after_t after
        cdef change_t change
        self._after(moved, entered, ending, &after)
        expect_size("picks", picks.shape[0], DIE * self.size)
        expect_classes(self.trio.heights, first, last)
        change.picks = change.widest = change.positions = 0
        with nogil:
            trio_choose(&self.trio, &after, takes_first, first, last, &picks[0], &change)
        return change.picks

    def follow(self, const uint64_t[::1] moved not None, const uint64_t[::1] entered, const uint64_t[::1] ending not None,
               const uint8_t[::1] picks not None, int damping, const uint64_t[::1] held not None,
               uint64_t[::1] out not None, uint32_t first, uint32_t last):
        """Compute the bounds of classes `first` .. `last` - 1 under the moves `picks` into `out`. They go
        1 / `damping` of the way from the bounds `held`: unless it is 1, they bound nothing.

        The other arguments are as for choose(). Returns the largest change from the bounds `held`,
        and the number of positions in which a bound changes by more than 1e-9.
        """
        cdef after_t after
        cdef change_t change
        self._after(moved, entered, ending, &after)
        expect_size("picks", picks.shape[0], DIE * self.size)
        expect_size("held", held.shape[0], TRIO * self.size)
        expect_size("out", out.shape[0], TRIO * self.size)
        expect_classes(self.trio.heights, first, last)
        change.picks = change.widest = change.positions = 0
        with nogil:
            trio_follow(&self.trio, &after, &picks[0], damping, first, last, &held[0], &out[0], &change)
        return change.widest, change.positions

    def pack(self, const uint64_t[::1] bounds not None, const uint8_t[::1] picks not None, uint64_t[::1] out not None):
        """Write finished rows of four numbers: the bounds, and the moves, eight bits for each roll:
        9 x source + end, 255 for no move."""
        expect_size("bounds", bounds.shape[0], TRIO * self.size)
        expect_size("picks", picks.shape[0], DIE * self.size)
        expect_size("out", out.shape[0], ROW * self.size)
        with nogil:
            trio_pack(&self.trio, &bounds[0], &picks[0], &out[0])


def trio_number(Heights heights not None, stacks):
    """Return the number of a board of three players among those with the same count of each player's
    cubes, and the symmetry that turns it into the first of its class.

    `stacks` has the owners on each square from bottom to top: 0 the mover, 1 the player after it, 2
    the third.
    """
    cdef board_t board
    cdef uint8_t found[TRIO]
    cdef int square, level
    if len(stacks) != SQUARES or sum(map(len, stacks)) != heights.heights.cubes or heights.heights.cubes > TRIO_CUBES:
        raise ValueError(f"expected {heights.heights.cubes} cubes on nine squares")
    read_count([sum(list(stack).count(owner) for stack in stacks) for owner in range(TRIO)], heights.heights.cubes, found)
    for square, stack in enumerate(stacks):
        board.height[square] = len(stack)
        for level, owner in enumerate(stack):
            board.owner[square][level] = owner
    return board_number(&board, &heights.heights), heights.heights.image_of[heights_rank(board.height, heights.heights.cubes)]


def trio_size(Heights heights not None, count):
    """Return how many position numbers there are with `count` cubes of each of three players."""
    cdef uint8_t counted[TRIO]
    read_count(count, heights.heights.cubes, counted)
    return heights.heights.classes * <uint64_t>trits_words(counted)


def trio_judge(Heights here not None, Heights more, int variant, count, bint is_ending, const uint64_t[::1] own not None,
               const uint64_t[::1] moved not None, const uint64_t[::1] entered, const uint64_t[::1] ending,
               uint32_t first, uint32_t last):
    """Check the rows `own` of classes `first` .. `last` - 1, or with `is_ending` the bounds of endings.

    `moved` and `entered` are those after a move on the board and from the hand, None if it is empty;
    `ending` has the endings of the same boards without the mover. Returns (positions, how many of
    them are wrong, the number of the first of these, the widest gap, the most that another move could
    gain, rolls with several moves, those in which another move gains more than 1e-9, those in which an
    equal move gives the others different chances).
    """
    cdef trio_verdict_t verdict
    cdef places_t places
    cdef uint8_t counted[TRIO]
    cdef uint8_t after[TRIO]
    cdef int numbers = 1 if is_ending else ROW
    read_variant(variant)
    read_count(count, here.heights.cubes, counted)
    expect_classes(&here.heights, first, last)
    after[0], after[1], after[2] = (count[1], count[0], count[2]) if is_ending else (count[1], count[2], count[0])
    expect_size("own", own.shape[0], numbers * here.heights.classes * <uint64_t>trits_words(counted))
    expect_size("moved", moved.shape[0], own.shape[0])
    places.here, places.more, places.own, places.moved = &here.heights, NULL, &own[0], &moved[0]
    places.entered = places.ending = NULL
    if entered is not None:
        if more is None or more.heights.cubes != here.heights.cubes + 1:
            raise ValueError("expected heights with one more cube")
        after[1 if is_ending else 2] += 1
        expect_size("entered", entered.shape[0], numbers * more.heights.classes * <uint64_t>trits_words(after))
        places.more, places.entered = &more.heights, &entered[0]
    if not is_ending:
        expect_size("ending", ending.shape[0], here.heights.classes * <uint64_t>trits_words(counted))
        places.ending = &ending[0]
    verdict.positions = verdict.faults = verdict.first = verdict.widest = verdict.gain = 0
    verdict.choices = verdict.better = verdict.ties = 0
    with nogil:
        judge_trio(&places, variant, counted, is_ending, first, last, &verdict)
    return (verdict.positions, verdict.faults, verdict.first, verdict.widest, verdict.gain, verdict.choices, verdict.better,
            verdict.ties)
