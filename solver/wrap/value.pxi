# Wrappers of the learned value: weights, chosen turns, playouts and games to learn from. Included
# by _core.pyx.
from value cimport grids as grids_
from value cimport halves as halves_
from value cimport learn as learn_
from value cimport learned, learned_turns, surface
from value cimport playouts as playouts_
from value cimport traits as traits_
from value.grids cimport choose_t
from value.learn cimport learned_t, pace_t, played_t, table_t
from value.playouts cimport luck_t
from value.traits cimport traits_t

surface.surface_init()
learned.stages_init()

TRAITS = traits_.TRAITS
STAGES = learned.STAGES
UNITS = learned.UNITS
#: The most coarse traits that are learned with a trait, and the marker after the last of them.
COARSE_MOST = learn_.COARSE_MOST
NO_TRAIT = learn_.NO_TRAIT

#: The tables of traits: name and first index.
TABLES = (
    ("bias", traits_.AT_BIAS), ("boxes", traits_.AT_BOXES), ("open", traits_.AT_OPEN),
    ("letter", traits_.AT_LETTER), ("notches", traits_.AT_NOTCHES), ("falling", traits_.AT_FALLING),
    ("triple", traits_.AT_TRIPLE), ("quad", traits_.AT_QUAD), ("height", traits_.AT_HEIGHT),
    ("row", traits_.AT_ROW), ("rows", traits_.AT_ROWS), ("fit", traits_.AT_FIT), ("room", traits_.AT_ROOM),
    ("holes", traits_.AT_HOLES), ("group", traits_.AT_GROUP), ("groups", traits_.AT_GROUPS),
    ("need_i", traits_.AT_NEED_I), ("chain", traits_.AT_CHAIN), ("chains", traits_.AT_CHAINS),
    ("need_c", traits_.AT_NEED_C), ("spot", traits_.AT_SPOT), ("join_i", traits_.AT_JOIN_I),
    ("join_c", traits_.AT_JOIN_C), ("ready_i", traits_.AT_READY_I), ("ready_c", traits_.AT_READY_C),
    ("around", traits_.AT_AROUND), ("pair", traits_.AT_PAIR), ("dead", traits_.AT_DEAD),
    ("both", traits_.AT_BOTH), ("counts_i", traits_.AT_COUNTS_I), ("counts_c", traits_.AT_COUNTS_C),
    ("grow_i", traits_.AT_GROW_I), ("grow_c", traits_.AT_GROW_C), ("bridge_i", traits_.AT_BRIDGE_I),
    ("bridge_c", traits_.AT_BRIDGE_C), ("role", traits_.AT_ROLE), ("same", traits_.AT_SAME),
)


cdef class Weights:
    """A table of weights, float32 of shape (`rows`, STAGES + UNITS), as an immutable buffer.

    `halves` are the bytes of a table of float16, little-endian, of shape (`rows`, `columns`), row by
    row; the other columns are 0. The memory is aligned as the core needs it, which that of bytes
    and arrays need not be.
    """
    cdef void* memory
    cdef float* table
    cdef Py_ssize_t[2] sizes, steps
    cdef bint finite

    def __cinit__(self, const uint8_t[::1] halves not None, Py_ssize_t rows, Py_ssize_t columns):
        cdef Py_ssize_t width = learned.WEIGHTS
        if not (1 <= rows <= 1 << 20 and 1 <= columns <= width and halves.shape[0] == 2 * rows * columns):
            raise ValueError(f"expected rows of 1 to {width} float16, got {halves.shape[0]} bytes for ({rows}, {columns})")
        self.memory = calloc(rows * width * sizeof(float) + learned.ALIGNMENT, 1)
        if self.memory == NULL:
            raise MemoryError
        self.table = <float*>(<char*>self.memory + (-<size_t>self.memory) % learned.ALIGNMENT)
        self.sizes[0], self.sizes[1] = rows, width
        self.steps[0], self.steps[1] = width * sizeof(float), sizeof(float)
        with nogil:
            self.finite = halves_.halves_widen(&halves[0], rows, columns, self.table, width)

    def __dealloc__(self):
        free(self.memory)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE or flags & PyBUF_F_CONTIGUOUS == PyBUF_F_CONTIGUOUS:
            raise BufferError("weights can only be read, row by row")
        buffer.obj, buffer.buf, buffer.readonly = self, self.table, True
        buffer.len, buffer.itemsize = self.sizes[0] * self.steps[0], sizeof(float)
        buffer.format = <char*>"f" if flags & PyBUF_FORMAT else NULL
        buffer.ndim = 2
        buffer.shape = self.sizes if flags & PyBUF_ND else NULL
        buffer.strides = self.steps if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        buffer.suboffsets, buffer.internal = NULL, NULL

    def __reduce__(self):
        return Weights, (self.halves(learned.WEIGHTS), self.sizes[0], learned.WEIGHTS)

    @property
    def is_finite(self):
        """Whether all weights are finite."""
        return self.finite

    @property
    def shape(self):
        """The numbers of rows and columns."""
        return self.sizes[0], self.sizes[1]

    def used(self):
        """Return the number of columns up to the last one that isn't 0."""
        return halves_.columns_used(self.table, self.sizes[0], self.sizes[1])

    def halves(self, Py_ssize_t columns):
        """Return the first `columns` columns, as the constructor takes them."""
        cdef bytes found
        cdef uint8_t* out
        if not 1 <= columns <= self.sizes[1]:
            raise ValueError(f"expected 1 to {self.sizes[1]} columns, got {columns}")
        found = PyBytes_FromStringAndSize(NULL, 2 * self.sizes[0] * columns)
        out = <uint8_t*><char*>found
        with nogil:
            halves_.halves_narrow(self.table, self.sizes[0], columns, self.sizes[1], out)
        return found


cdef void weights_check(const float[:, ::1] array) except *:
    if array.shape[0] != traits_.TRAITS or array.shape[1] != learned.WEIGHTS:
        raise ValueError(f"expected weights of shape ({TRAITS}, {learned.WEIGHTS}), got ({array.shape[0]}, {array.shape[1]})")
    if <size_t>&array[0, 0] % learned.ALIGNMENT:
        raise ValueError(f"expected weights at a multiple of {learned.ALIGNMENT} bytes")


cdef void rows_check(float[:, ::1] array, Py_ssize_t count) except *:
    """Check the shape and alignment of an array that learning updates."""
    if array.shape[0] != count or count < TRAITS or array.shape[1] != learned.WEIGHTS:
        raise ValueError(f"expected rows of {learned.WEIGHTS} weights, for each trait and as many in all three arrays, got shape ({array.shape[0]}, {array.shape[1]})")
    if <size_t>&array[0, 0] % learned.ALIGNMENT:
        raise ValueError(f"expected weights at a multiple of {learned.ALIGNMENT} bytes")


cdef void choose_set(choose_t* choose, const float[:, ::1] weights, object width, Flag flag) except *:
    """Set the weights, width and stop flag of a zeroed `choose`."""
    if len(width) != 3 or not all(1 <= part <= 100_000 for part in width):
        raise ValueError(f"expected three widths in 1..100000, got {width!r}")
    choose.width.grids, choose.width.landings, choose.width.writings = width
    choose.width.writings = min(choose.width.writings, roll_.ARRANGEMENTS_MOST)
    choose.weights = &weights[0, 0]
    choose.budget.most = ~<uint64_t>0
    budget_flag(&choose.budget, flag)


def sheet_traits(Sheet sheet not None):
    """Return the traits of a sheet, as indices 0..TRAITS-1, in the order in which they are summed."""
    cdef traits_t traits
    learned.sheet_traits(&sheet.sheet, &traits)
    return [traits.item[i] for i in range(traits.count)]


def trait_sums(Sheet sheet not None, const float[:, ::1] table):
    """Return the sum of the rows of a sheet's traits in a table of the shape of weights, by column."""
    cdef traits_t traits
    cdef learned.sum_t sum
    cdef int i
    weights_check(table)
    learned.sheet_traits(&sheet.sheet, &traits)
    sum = learned.rows_sum(&table[0, 0], traits.item, traits.count)
    return [sum.at[i] for i in range(learned.WEIGHTS)]


def learned_value(Sheet sheet not None, const float[:, ::1] weights, int flags=0):
    """Return the learned value of a sheet at the end of a turn, in points."""
    weights_check(weights)
    return learned.learned_value(&weights[0, 0], &sheet.sheet, flags)


cdef class Chosen:
    """The best `top` turns for a roll by the learned value, best first, as a lazy sequence.

    An item is built on access: the sheet after the turn, then the fields of a Sheet.rank() item.
    `width` limits how many are kept of the sheets with their X shapes, of the landings, and of the
    arrangements of digits on each landing.

    Setting `flag` ends the search with the best of the turns tried by then, at most some thousands
    if it was set beforehand. Raises what a signal handler raises meanwhile.
    """
    cdef ranking_t ranking

    def __cinit__(self, Sheet sheet not None, Roll roll not None, const float[:, ::1] weights, int flags, width,
                  int top, Flag flag=None):
        cdef choose_t* choose
        weights_check(weights)
        if not 1 <= top <= 100_000:
            raise ValueError(f"expected top in 1..100000, got {top}")
        if tiles.sheet_is_over(&sheet.sheet):
            return
        choose = <choose_t*>calloc(1, sizeof(choose_t))
        try:
            if not ranking_open(&self.ranking, top) or choose == NULL:
                raise MemoryError
            choose_set(choose, weights, width, flag)
            choose.budget.is_stopped = is_interrupted
            with nogil:
                learned_turns.turns_choose(choose, &sheet.sheet, &roll.roll, flags, &self.ranking)
                ranking_sort(&self.ranking)
            if choose.budget.stopped:
                raise_interruption()
            if choose.turns.failed:
                raise MemoryError("too many turns")
        finally:
            if choose != NULL:
                grids_.choose_free(choose)
            free(choose)

    def __dealloc__(self):
        ranking_close(&self.ranking)

    def __len__(self):
        return self.ranking.count

    def __getitem__(self, int n):
        cdef Sheet after
        cdef const ranked_t* turn
        if not 0 <= n < self.ranking.count:
            raise IndexError(f"expected a turn in 0..{self.ranking.count - 1}, got {n}")
        turn = ranking_turn(&self.ranking, n)
        after = Sheet.__new__(Sheet)
        learned_turns.ranked_sheet(turn, &after.sheet)
        return after, *ranked_tuple(turn)


def bench_values(Sheet sheet not None, Roll roll not None, int rounds, const float[:, ::1] weights=None):
    """Value every placement of a roll, for bench/core.py to time.

    Values are learned with `weights`, plain without. Returns (the number of values computed in
    `rounds` rounds, a checksum).
    """
    cdef int n
    cdef uint64_t done = 0, checksum
    cdef const float* table = NULL
    cdef bench_t* bench = <bench_t*>calloc(1, sizeof(bench_t))
    if bench == NULL:
        raise MemoryError
    if weights is not None:
        weights_check(weights)
        table = &weights[0, 0]
    with nogil:
        for n in range(rounds):
            done += bench_.bench_values(bench, &sheet.sheet, &roll.roll, table)
    checksum = bench.checksum
    turns_free(&bench.turns)
    free(bench)
    return done, checksum


cdef Sheet sheet_of(const sheet_t* sheet):
    cdef Sheet one = Sheet.__new__(Sheet)
    one.sheet = sheet[0]
    return one


cdef class Learner:
    """Weights being learned, and the games to learn from.

    Games are played with `weights`, float32 of shape (TRAITS, STAGES + UNITS), which are never
    written to. Learning updates three arrays of the caller in place: `rows`, what each row adds;
    `errors`, the sum of its errors; `sizes`, the sum of their absolute values. These have the rows
    of the traits, then those of coarse traits. `coarse`, uint32 of shape (TRAITS, COARSE_MOST),
    lists the rows that are learned with each trait, ending with NO_TRAIT. `room` is the number of
    games kept at once.
    """
    cdef const float[:, ::1] weights
    cdef float[:, ::1] rows
    cdef float[:, ::1] errors
    cdef float[:, ::1] sizes
    cdef const uint32_t[:, ::1] coarse
    cdef played_t* game
    cdef int places
    cdef dice_t dice
    cdef uint8_t* owner

    def __cinit__(self, const float[:, ::1] weights, float[:, ::1] rows, float[:, ::1] errors, float[:, ::1] sizes,
                  const uint32_t[:, ::1] coarse, int room, faces):
        cdef int n, i, k
        cdef Py_ssize_t count = rows.shape[0]
        weights_check(weights)
        rows_check(rows, count)
        rows_check(errors, count)
        rows_check(sizes, count)
        if coarse.shape[0] != TRAITS or coarse.shape[1] != COARSE_MOST:
            raise ValueError(f"expected coarse traits of shape ({TRAITS}, {COARSE_MOST}), got ({coarse.shape[0]}, {coarse.shape[1]})")
        for n in range(TRAITS):
            for k in range(COARSE_MOST):
                if coarse[n, k] != NO_TRAIT and not TRAITS <= coarse[n, k] < count:
                    raise ValueError(f"expected coarse traits in {TRAITS}..{count - 1}, got {coarse[n, k]}")
        if not 1 <= room <= 100_000:
            raise ValueError(f"expected room for 1..100000 games, got {room}")
        self.weights, self.rows, self.errors, self.sizes, self.coarse = weights, rows, errors, sizes, coarse
        self.places = room
        for n in range(board.NUMBER_DICE * board.FACES):
            self.dice.face[n // 6][n % 6] = <uint8_t>index_below(faces[n // 6][n % 6], 11, "a face")
        self.game = <played_t*>calloc(room, sizeof(played_t))
        self.owner = <uint8_t*>calloc(count, 1)
        if self.game == NULL or self.owner == NULL:
            raise MemoryError
        for n, (_, start) in enumerate(TABLES):
            for i in range(start, traits_.TRAITS):
                self.owner[i] = <uint8_t>n
        for n in range(TRAITS):  # a coarse trait belongs to the table of its traits
            for k in range(COARSE_MOST):
                if coarse[n, k] != NO_TRAIT:
                    self.owner[coarse[n, k]] = self.owner[n]

    def __dealloc__(self):
        free(self.game)
        free(self.owner)

    @property
    def room(self):
        """The number of games kept at once."""
        return self.places

    def play(self, int first, int end, uint64_t seed, uint64_t number, width, int rolls=1, int flags=0,
             bint asides=False):
        """Play games into places `first` .. `end` - 1, numbered from `number` under a seed.

        Each turn tries `rolls` rolls, 1..6, and with `asides` as many after an alternative to the
        turn played. The weights don't change. Several threads may play into different places at
        once.
        """
        cdef int i
        cdef bint failed = False
        cdef choose_t* choose
        cdef roll_t* roll
        if not 0 <= first <= end <= self.places:
            raise ValueError(f"expected places in 0..{self.places}, got {first} and {end}")
        if not 1 <= rolls <= board.FACES:
            raise ValueError(f"expected 1..{board.FACES} rolls, got {rolls}")
        choose = <choose_t*>calloc(1, sizeof(choose_t))
        roll = <roll_t*>malloc(sizeof(roll_t))
        try:
            if choose == NULL or roll == NULL:
                raise MemoryError
            choose_set(choose, self.weights, width, None)
            with nogil:
                for i in range(first, end):
                    learn_.game_learned(choose, roll, &self.dice, flags,
                                        learn_.game_rng(seed, number + <uint64_t>(i - first)), rolls, asides,
                                        &self.game[i])
                    failed = failed or choose.turns.failed
            if failed:
                raise MemoryError("too many turns")
        finally:
            if choose != NULL:
                grids_.choose_free(choose)
            free(choose)
            free(roll)

    def kept(self, int place):
        """Return the game in a place, as (sheets, means, values, asides).

        The sheets are those at the start and after each turn. The other lists have an entry for
        each sheet but the last: the mean of the best values of the rolls tried, in points; the
        value of the roll played; and (the sheet after an alternative turn, the mean of the rolls
        tried there), or None if no alternative was tried.
        """
        cdef const played_t* game
        cdef int i
        if not 0 <= place < self.places:
            raise ValueError(f"expected a place in 0..{self.places - 1}, got {place}")
        game = &self.game[place]
        turns = range(max(0, game.count - 1))
        return (
            [sheet_of(&game.sheet[i]) for i in range(game.count)],
            [game.mean[i] for i in turns],
            [game.value[i] for i in turns],
            [(sheet_of(&game.aside[i]), game.aside_mean[i]) if game.has_aside[i] else None for i in turns],
        )

    def put(self, int place, sheets, means, values, asides):
        """Store in a place a game played elsewhere with the same weights; arguments as from kept()."""
        cdef int i, count = len(sheets)
        cdef played_t* game
        if not 0 <= place < self.places:
            raise ValueError(f"expected a place in 0..{self.places - 1}, got {place}")
        if not 1 <= count <= learn_.SHEETS_MOST:
            raise ValueError(f"expected 1..{learn_.SHEETS_MOST} sheets, got {count}")
        if not len(means) == len(values) == len(asides) == count - 1:
            raise ValueError(f"expected {count - 1} means, values and asides, got {len(means)}, {len(values)} "
                             f"and {len(asides)}")
        beside = [aside[0] for aside in asides if aside]
        if any((<Sheet?>sheet).sheet.kind != board.SOLO for sheet in (*sheets, *beside)):
            raise ValueError("expected sheets of a solo game")
        game = &self.game[place]
        for i in range(count):
            game.sheet[i] = (<Sheet>sheets[i]).sheet
        for i in range(count - 1):
            game.mean[i], game.value[i] = means[i], values[i]
            game.has_aside[i] = asides[i] is not None
            if game.has_aside[i]:
                game.aside[i], game.aside_mean[i] = (<Sheet>asides[i][0]).sheet, asides[i][1]
        game.count = count

    def scores(self, int first, int end, int flags=0):
        """Return the final scores of the games in places `first` .. `end` - 1, skipping empty
        places."""
        cdef int i
        if not 0 <= first <= end <= self.places:
            raise ValueError(f"expected places in 0..{self.places}, got {first} and {end}")
        return [score_.score_total(&self.game[i].sheet[self.game[i].count - 1], flags)
                for i in range(first, end) if self.game[i].count]

    def turns(self, int first, int end):
        """Return the total number of turns of the games in places `first` .. `end` - 1."""
        cdef int i, total = 0
        if not 0 <= first <= end <= self.places:
            raise ValueError(f"expected places in 0..{self.places}, got {first} and {end}")
        for i in range(first, end):
            total += max(0, self.game[i].count - 1)
        return total

    def learn(self, places, float rate, float trace, bint steady=False, float units=1, uint64_t frozen=0):
        """Learn from the games in these places, in order.

        A negative place -1 - n is the reflection of game n (8 - d for every digit d). It is skipped
        if a free 9 prevents the reflection. The other arguments are fields of pace_t
        (value/learn.pxd).
        """
        cdef pace_t pace
        cdef table_t table
        cdef int count = len(places), n, place
        cdef int* order = <int*>malloc((count + 1) * sizeof(int))
        cdef learned_t* traits = <learned_t*>malloc(2 * learn_.SHEETS_MOST * sizeof(learned_t))
        try:
            if order == NULL or traits == NULL:
                raise MemoryError
            for n in range(count):
                place = places[n]
                if not -self.places <= place < self.places or self.game[place if place >= 0 else -1 - place].count == 0:
                    raise ValueError(f"no game in place {place}")
                order[n] = place
            pace.rate, pace.trace, pace.steady, pace.units, pace.frozen = rate, trace, steady, units, frozen
            pace.coarse = &self.coarse[0, 0]
            table.weight, table.error, table.size = &self.rows[0, 0], &self.errors[0, 0], &self.sizes[0, 0]
            with nogil:
                for n in range(count):
                    place = order[n] if order[n] >= 0 else -1 - order[n]
                    learn_.game_study(&table, &self.game[place], traits, &traits[learn_.SHEETS_MOST],
                                      order[n] < 0, &pace, self.owner)
        finally:
            free(order)
            free(traits)


cdef class Playouts:
    """Playouts by the learned value, on dice given by a seed and a number (value/playouts.pxd).

    `width` and `flag` are as for Chosen. Only one thread at a time may use an object.
    """
    cdef const float[:, ::1] weights
    cdef choose_t choose
    cdef roll_t* roll
    cdef dice_t dice
    cdef int flags
    cdef Flag flag

    def __cinit__(self, const float[:, ::1] weights, width, faces, int flags=0, Flag flag=None):
        cdef int n
        weights_check(weights)
        memset(&self.choose, 0, sizeof(choose_t))
        self.weights = weights
        self.flags = flags
        self.flag = flag
        choose_set(&self.choose, weights, width, flag)
        self.choose.budget.is_stopped = is_interrupted
        for n in range(board.NUMBER_DICE * board.FACES):
            self.dice.face[n // 6][n % 6] = <uint8_t>index_below(faces[n // 6][n % 6], 11, "a face")
        self.roll = <roll_t*>malloc(sizeof(roll_t))
        if self.roll == NULL:
            raise MemoryError

    def __dealloc__(self):
        grids_.choose_free(&self.choose)
        free(self.roll)

    def play(self, Sheet sheet not None, uint64_t seed, uint64_t number, turns, float[::1] values,
             int[:, ::1] parts=None, list ends=None):
        """Play the playouts `number` and up of a seed, one for each of `values`.

        `turns` is (first, last), in 1..20. Each of `values`, float32, is set to the mean of the
        values in points after turns first to last; the playout ends there. `parts`, int32 with four
        columns, is set to the points at that end for rows, identical boxes, consecutive boxes and
        the bonus. The sheets at the end are appended to `ends`. Returns False if the flag stopped the work; the results are then meaningless. Raises
        what a signal handler raises meanwhile.
        """
        cdef luck_t luck
        cdef sheet_t end
        cdef int i, boxes, first, last
        cdef bint apart = parts is not None
        first, last = turns
        if not 1 <= first <= last <= board.TURNS_MOST:
            raise ValueError(f"expected two turns in 1..{board.TURNS_MOST}, the first not later, got {turns!r}")
        if apart and (parts.shape[0] != values.shape[0] or parts.shape[1] != 4):
            raise ValueError("expected a row of four parts for each value")
        with nogil:
            for i in range(values.shape[0]):
                playouts_.luck_set(&luck, seed, number + <uint64_t>i)
                values[i] = playouts_.playout_value(&self.choose, self.roll, &self.dice, self.flags, &sheet.sheet,
                                                     &luck, first, last, &end)
                if budget_is_spent(&self.choose.budget):
                    break
                if ends is not None:
                    with gil:
                        ends.append(sheet_of(&end))
                if apart:
                    boxes = end.boxes
                    parts[i, 0] = score_.rows_points(&end, self.flags)
                    parts[i, 1] = score_.column_points(boxes & score_.ALL_IDENTICAL)
                    parts[i, 2] = score_.column_points(boxes >> 5 & score_.ALL_IDENTICAL)
                    parts[i, 3] = board.SIZE_BONUS if boxes >> score_.BOX_BONUS else 0
        if self.choose.budget.stopped:
            self.choose.budget.stopped = False
            raise_interruption()
        if self.choose.turns.failed:
            raise MemoryError("too many turns")
        return not budget_is_spent(&self.choose.budget)
