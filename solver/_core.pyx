# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled core of numberdrop: the packed sheet and the rules that act on it.

Private: use :mod:`numberdrop.game` instead. Cells are indices 0..97 (a1, b1, .. g14), letters 0..4
(A..E), shapes 0..9 (I O T L S V3 I3 U5 X5 T5; 15 is a star), flags a sum of BGA and SLIDE. Nothing
here checks that an action is legal: callers do that first. Arguments out of range raise ValueError,
or OverflowError if they don't fit a C integer.
"""
from cpython.buffer cimport PyBUF_F_CONTIGUOUS, PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memset

cimport bench as bench_
from bench cimport bench_t
from game cimport board, combo, drop, shapes, stream, tiles
from game cimport fall as fall_
from game cimport perft as perft_
from game cimport roll as roll_
from game cimport score as score_
from game.board cimport mask_t, sheet_t
from game.budget cimport budget_is_spent, budget_t
from game.combo cimport claim_t, claims_t
from game.drop cimport landing_t
from game.fall cimport fall_t, falls_t
from game.perft cimport perft_t
from game.random_game cimport dice_t
from game.ranked cimport ranked_t, ranking_close, ranking_open, ranking_sort, ranking_t, ranking_turn
from game.roll cimport roll_t
from game.stream cimport PLACE_IN_STAGES, stream_t
from game.tiles cimport slides_t
from game.turn cimport turns_are_last, turns_fall, turns_free, turns_t
from value cimport plain, plain_turns

from threading import main_thread as _main_thread

cdef extern from "Python.h":
    unsigned long PyThread_get_thread_ident() noexcept nogil

cdef extern from *:
    const char* NUMBERDROP_BUILD   # "portable" or "native", from setup.py

assert sizeof(sheet_t) == board.SHEET_BYTES
board.board_init()
shapes.shapes_init()
score_.score_init()

COLUMNS = board.COLUMNS
ROWS = board.ROWS
LINE = board.LINE
LAST_NOTCH = board.LAST_NOTCH
SIZE_MIN = board.SIZE_MIN
SIZE_MAX = board.SIZE_MAX
SIZE_BONUS = board.SIZE_BONUS
ROW_POINTS = score_.ROW_POINTS
LINE_PENALTY = score_.LINE_PENALTY
COLUMN_POINTS = score_.COLUMN_POINTS
NO_TILES = board.NO_TILES
SOLO = board.SOLO
SEVERAL = board.SEVERAL
BGA = board.BGA
SLIDE = board.SLIDE
LAST = board.LAST
WILD = tiles.WILD
USED = board.USED
BLOCK = board.BLOCK
CHECKED = bool(board.SHEET_CHECKED)
BUILD = NUMBERDROP_BUILD.decode()


cdef int index_below(object value, int limit, str name) except -1:
    if not isinstance(value, int) or not 0 <= value < limit:
        raise ValueError(f"expected {name} in 0..{limit - 1}, got {value!r}")
    return value


cdef void expect_roll_shape(int shape) except *:
    if not (0 <= shape < board.SOLO_SHAPES or shape == tiles.WILD):
        raise ValueError(f"expected a shape in 0..4 or WILD, got {shape}")


cdef unsigned long main_ident = _main_thread().ident
#: The exception that a signal handler raised while a loop ran without the GIL.
cdef object interruption = None


cdef bint is_interrupted() noexcept nogil:
    """Return True if a signal handler has raised. Long loops without the GIL poll this to stop."""
    # Handlers run in the main thread alone; the others needn't wait for the GIL.
    return PyThread_get_thread_ident() == main_ident and handler_raised()


cdef bint handler_raised() noexcept with gil:
    global interruption
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        interruption = error
        return True
    return False


cdef int raise_interruption() except -1:
    """Raise what the handler raised, or KeyboardInterrupt."""
    global interruption
    error, interruption = interruption, None
    raise KeyboardInterrupt if error is None else error


cdef class Flag:
    """A flag that another thread sets to stop a search early."""
    cdef volatile bint value

    def set(self):
        """Request a stop. The flag can't be cleared."""
        self.value = True


cdef void budget_flag(budget_t* budget, Flag flag):
    """Let `flag`, if given, stop the work. It must outlive the work."""
    if flag is not None:
        budget.flag = &flag.value


cdef tuple cells_tuple(const uint8_t* cells, int count):
    cdef int i
    return tuple([cells[i] for i in range(count)])


cdef mask_t mask_of(object cells) except *:
    cdef mask_t mask
    memset(&mask, 0, sizeof(mask_t))
    for cell in cells:
        board.mask_add(&mask, index_below(cell, board.CELLS, "a cell"))
    return mask


cdef tuple claim_tuple(const sheet_t* sheet, const claim_t* claim):
    """Return (kind, size, cells), the cells in sheet order, or by digit if consecutive."""
    cdef mask_t rest = claim.cells
    cells = []
    while rest.word[0] | rest.word[1]:
        cells.append(board.mask_pop(&rest))
    if claim.kind == combo.CONSECUTIVE:
        cells.sort(key=lambda cell: sheet.cell[<int>cell])
    return claim.kind, claim.size, tuple(cells)


cdef class Roll:
    """A roll: the digits that show (0..9, at most four; the other number dice are stars) and the
    shape (0..4, or WILD)."""
    cdef roll_t roll

    def __init__(self, digits, int shape):
        cdef uint8_t[board.NUMBER_DICE] fixed
        if len(digits) > 4:
            raise ValueError(f"expected at most 4 digits, got {digits!r}")
        expect_roll_shape(shape)
        for i, digit in enumerate(digits):
            fixed[i] = <uint8_t>index_below(digit, 10, "a digit")
        roll_.roll_set(&self.roll, len(digits), fixed, shape)

    def arrangements(self):
        """Return the distinct arrangements of the digits on four cells, as tuples, ascending."""
        return [cells_tuple(self.roll.digits[i], 4) for i in range(self.roll.count)]


cdef class Sheet:
    """One player's sheet with its tiles, boxes and turn number; immutable."""
    cdef sheet_t sheet

    def __init__(self, const uint8_t[::1] grid, int boxes=0, shapes=(), notches=(), int circled=0,
                 int crossed=0, int turn=1):
        cdef int i
        if grid.shape[0] != board.CELLS:
            raise ValueError(f"expected {board.CELLS} cell codes, got {grid.shape[0]}")
        if not (0 <= boxes < board.BOX_SETS and 0 <= circled < 32 and 0 <= crossed < 32 and 1 <= turn <= 255):
            raise ValueError("boxes, letters or turn out of range")
        if len(shapes) not in (0, board.TILES) or len(notches) not in (0, len(shapes)):
            raise ValueError("expected no tiles or five, with five notches or none")
        board.sheet_build(&self.sheet, &grid[0])
        self.sheet.boxes = <uint16_t>boxes
        self.sheet.circled = <uint8_t>circled
        self.sheet.crossed = <uint8_t>crossed
        self.sheet.turn = <uint8_t>turn
        for i in range(len(shapes)):
            self.sheet.shapes |= <uint32_t>index_below(shapes[i], board.SHAPES, "a shape") << (4 * i)
        for i in range(len(notches)):
            self.sheet.notches |= <uint32_t>index_below(notches[i], board.LAST_NOTCH + 1, "a notch") << (4 * i)
        self.sheet.kind = board.SOLO if len(notches) else board.SEVERAL if len(shapes) else board.NO_TILES
        if not board.sheet_ok(&self.sheet):
            raise ValueError("grid holds a cell code that doesn't exist")

    def __eq__(self, other):
        if not isinstance(other, Sheet):
            return NotImplemented
        return memcmp(&self.sheet, &(<Sheet>other).sheet, sizeof(sheet_t)) == 0

    def __hash__(self):
        return hash(PyBytes_FromStringAndSize(<const char*>&self.sheet, sizeof(sheet_t)))

    def __reduce__(self):
        return (Sheet, (self.grid, self.boxes, self.shapes, self.notches, self.circled, self.crossed, self.turn))

    # Fields.

    @property
    def grid(self):
        """The 98 cell codes as bytes, a1 first."""
        return PyBytes_FromStringAndSize(<const char*>self.sheet.cell, board.CELLS)

    @property
    def boxes(self):
        """The filled boxes: bits 0..4 identical 3..7, 5..9 consecutive 3..7, 10 bonus."""
        return self.sheet.boxes

    @property
    def shapes(self):
        """The shapes on A..E, or () if there are no tiles."""
        if self.sheet.kind == board.NO_TILES:
            return ()
        return tuple([tiles.tile_shape(&self.sheet, i) for i in range(board.TILES)])

    @property
    def notches(self):
        """The notches of A..E, or () outside solo games."""
        if self.sheet.kind != board.SOLO:
            return ()
        return tuple([tiles.tile_notch(&self.sheet, i) for i in range(board.TILES)])

    @property
    def circled(self):
        """The circled letters, a bit each, A lowest."""
        return self.sheet.circled

    @property
    def crossed(self):
        """The crossed-off letters, a bit each, A lowest."""
        return self.sheet.crossed

    @property
    def turn(self):
        """The number of the turn about to be played."""
        return self.sheet.turn

    @property
    def kind(self):
        """NO_TILES, SOLO or SEVERAL."""
        return self.sheet.kind

    @property
    def heights(self):
        """The heights of the columns a..g, 0..14."""
        return cells_tuple(self.sheet.height, board.COLUMNS)

    # Queries.

    def rows(self, int flags=0):
        """Return the numbers of complete rows and of rows past the line that cost points."""
        return score_.rows_complete(&self.sheet), score_.rows_past(&self.sheet, flags)

    def score(self, int flags=0):
        """Return the score as (rows, identical, consecutive, bonus), in points."""
        cdef int boxes = self.sheet.boxes
        return (score_.rows_points(&self.sheet, flags),
                score_.column_points(boxes & score_.ALL_IDENTICAL),
                score_.column_points(boxes >> 5 & score_.ALL_IDENTICAL),
                board.SIZE_BONUS if boxes >> score_.BOX_BONUS else 0)

    def total(self, int flags=0):
        """Return the total score in points, as searches compute it."""
        return score_.score_total(&self.sheet, flags)

    def is_over(self):
        """Return True if the game ends when a turn ends with this sheet."""
        return bool(tiles.sheet_is_over(&self.sheet))

    def is_past_line(self):
        """Return True if any cell in rows 12..14 is occupied."""
        return self.sheet.past != 0

    def landings(self, int shape, int flags=0):
        """Return every landing of a shape (0..9), as tuples of cells in sheet order."""
        cdef landing_t[drop.LANDINGS_MOST] places
        cdef int count
        index_below(shape, board.SHAPES, "a shape")
        count = drop.landings_list(&self.sheet, shape, flags, places)
        return [cells_tuple(places[i].cell, places[i].size) for i in range(count)]

    def claims(self, most=None):
        """Return the legal claims as (kind, size, cells), sorted; identical ones come first.

        `most`, at least 1, limits the result to the first claims.
        """
        cdef claims_t found
        memset(&found, 0, sizeof(claims_t))
        try:
            if most is None:
                combo.claims_all(&self.sheet, &found)
            elif most < 1:
                raise ValueError(f"expected at least 1 claim to be listed, got {most}")
            else:
                combo.claims_first(&self.sheet, most, &found)
            if found.failed:
                raise MemoryError("too many claims on one sheet")
            return sorted([claim_tuple(&self.sheet, &found.item[i]) for i in range(found.count)])[:most]
        finally:
            combo.claims_free(&found)

    def claims_around(self, cells):
        """Return the claims that use at least one of `cells`, in the form and order of claims()."""
        cdef claims_t found
        cdef uint8_t[board.CELLS] around
        cdef int count = 0
        for cell in sorted(set(cells)):
            index_below(cell, board.CELLS, "a cell")
            if board.code_is_free(self.sheet.cell[<int>cell]):
                around[count] = cell
                count += 1
        memset(&found, 0, sizeof(claims_t))
        try:
            combo.claims_around(&self.sheet, around, count, &found)
            if found.failed:
                raise MemoryError("too many claims on one sheet")
            return sorted([claim_tuple(&self.sheet, &found.item[i]) for i in range(found.count)])
        finally:
            combo.claims_free(&found)

    def slides(self, bint star, int shape):
        """Return the slides that a roll allows as (letters, either_order), each outcome once."""
        cdef slides_t[tiles.SLIDES_MOST] out
        cdef int count
        expect_roll_shape(shape)
        self.expect_slides(())
        count = tiles.slides_list(&self.sheet, star, shape, out)
        return [(cells_tuple(out[i].letter, out[i].count), bool(out[i].either_order)) for i in range(count)]

    def falls(self, letters, bint either_order=False, int flags=0):
        """Play slides, with every landing of the X shapes that fall.

        Returns (sheet, letters in the order played, cells of each X shape that fell) for every
        distinct sheet.
        """
        cdef slides_t slides
        cdef falls_t found
        cdef Sheet after
        cdef int i
        if not 1 <= len(letters) <= 2:
            raise ValueError(f"expected one or two letters, got {letters!r}")
        self.expect_slides(letters)
        slides.count = <uint8_t>len(letters)
        slides.either_order = either_order
        slides.letter[1] = 0
        slides.letter[0] = <uint8_t>letters[0]
        if slides.count == 2:
            slides.letter[1] = <uint8_t>letters[1]
        memset(&found, 0, sizeof(falls_t))
        try:
            fall_.falls_list(&self.sheet, &slides, flags, &found)
            if found.failed:
                raise MemoryError("too many outcomes of one turn")
            result = []
            for i in range(found.count):
                after = Sheet.__new__(Sheet)
                after.sheet = found.item[i].sheet
                result.append((after, fall_letters(&found.item[i]), fall_cells(&found.item[i])))
            return result
        finally:
            fall_.falls_free(&found)

    # Transitions.

    cdef void expect_slides(self, letters) except *:
        """Raise ValueError unless the tiles of `letters` can slide, one after the other."""
        cdef sheet_t after = self.sheet
        if after.kind != board.SOLO:
            raise ValueError("expected a solo sheet, its tiles on notches")
        for letter in letters:
            index_below(letter, board.TILES, "a letter")
            if not tiles.tile_can_slide(&after, letter):
                raise ValueError(f"tile {letter} stands on the last notch")
            tiles.tile_slide(&after, letter)

    cdef Sheet copy(self):
        cdef Sheet after = Sheet.__new__(Sheet)
        after.sheet = self.sheet
        return after

    def slid(self, int letter):
        """Return (the sheet after a tile slides, True if its shape falls now)."""
        cdef Sheet after = self.copy()
        cdef bint falls
        self.expect_slides([letter])
        falls = tiles.tile_slide(&after.sheet, letter)
        return after, bool(falls)

    def put(self, cells, codes):
        """Return the sheet with cell codes written into empty cells."""
        cdef Sheet after = self.copy()
        for cell, code in zip(cells, codes, strict=True):
            index_below(cell, board.CELLS, "a cell")
            if after.sheet.cell[<int>cell] != board.EMPTY:
                raise ValueError(f"cell {cell} is not empty")
            if not (board.code_is_free(code) or code == board.BLOCK):
                raise ValueError(f"expected a digit's code or BLOCK, got {code!r}")
            board.sheet_put(&after.sheet, cell, code)
        return after

    def claimed(self, int kind, cells):
        """Return the sheet after a claim of `cells`, which must be legal."""
        cdef Sheet after = self.copy()
        cdef claim_t claim
        cdef int size = len(cells)
        if kind not in (combo.IDENTICAL, combo.CONSECUTIVE) or not board.SIZE_MIN <= size <= board.SIZE_BONUS:
            raise ValueError(f"expected a combo of 3 to 8 cells, got kind {kind}, {size} cells")
        claim.cells = mask_of(cells)
        for cell in cells:
            if not board.code_is_free(self.sheet.cell[<int>cell]):
                raise ValueError(f"cell {cell} holds no free digit")
        claim.kind = <uint8_t>kind
        claim.size = <uint8_t>size
        claim.box = <uint16_t>(1 << combo.box_of(kind, size))
        combo.sheet_claim(&after.sheet, &claim)
        return after

    def with_letters(self, int circled, int crossed):
        """Return the sheet with other circled and crossed-off letters (a bit each)."""
        cdef Sheet after = self.copy()
        if not (0 <= circled < 32 and 0 <= crossed < 32):
            raise ValueError("letters out of range")
        after.sheet.circled = <uint8_t>circled
        after.sheet.crossed = <uint8_t>crossed
        return after

    def next_turn(self):
        """Return the sheet with its turn number increased by one."""
        cdef Sheet after = self.copy()
        if self.sheet.turn == 255:
            raise ValueError("turn 255 is the last that a sheet can count")
        after.sheet.turn += 1
        return after

    # Counting and ranking turns.

    def perft(self, rolls, int flags=0):
        """Return the number of sequences of distinct turns for `rolls` (at least one).

        Raises what a signal handler raises meanwhile.
        """
        cdef perft_t perft
        cdef int i, count = len(rolls)
        cdef bytearray buffer = bytearray(count * sizeof(roll_t))
        cdef roll_t* items = <roll_t*><char*>buffer
        if count == 0:
            raise ValueError("expected at least one roll")
        for i in range(count):
            items[i] = (<Roll?>rolls[i]).roll
        perft.rolls = items
        perft.depth = count
        perft.flags = flags
        perft.total = 0
        perft.failed = False
        perft.stopped = False
        perft.is_stopped = is_interrupted
        with nogil:
            perft_.perft_visit(&self.sheet, &perft)
        if perft.stopped:
            raise_interruption()
        if perft.failed:
            raise MemoryError("perft ran out of memory")
        return perft.total

    def is_last_turn(self, Roll roll not None, int flags=0):
        """Return True if the game ends with this roll's turn, whichever turn is played."""
        cdef turns_t* turns = <turns_t*>calloc(1, sizeof(turns_t))
        cdef bint last
        if turns == NULL:
            raise MemoryError
        with nogil:
            turns_fall(turns, &self.sheet, &roll.roll, flags)
            last = turns_are_last(turns, &roll.roll, flags)
            turns_free(turns)
        free(turns)
        return bool(last)

    def value(self, int flags=0):
        """Return the plain evaluation of a sheet at the end of a turn, in hundredths of a point."""
        return plain.sheet_value(&self.sheet, flags)

    def stream(self, Roll roll not None, int flags, TurnRows rows not None, uint64_t step=1):
        """Pass every turn for a roll to `rows`, chunk by chunk, or every `step`-th."""
        cdef turns_t* turns
        if step < 1:
            raise ValueError(f"expected a step of 1 or more, got {step}")
        if tiles.sheet_is_over(&self.sheet):
            return
        turns = <turns_t*>calloc(1, sizeof(turns_t))
        if turns == NULL:
            raise MemoryError
        rows.out.count, rows.out.seen, rows.out.step = 0, 0, step
        rows.error = None
        try:
            with nogil:
                stream.turns_stream(turns, &self.sheet, &roll.roll, flags, &rows.out)
            if rows.error is not None:
                raise rows.error
            if turns.failed:
                raise MemoryError("too many turns")
        finally:
            turns_free(turns)
            free(turns)

    def turn_at(self, Roll roll not None, int flags, where):
        """Return the turn that stream() found at `where`, in the form of rank() without a value."""
        cdef turns_t* turns
        cdef ranked_t turn
        cdef int32_t[PLACE_IN_STAGES] found = where
        turns = <turns_t*>calloc(1, sizeof(turns_t))
        if turns == NULL:
            raise MemoryError
        try:
            stream.turn_at(turns, &self.sheet, &roll.roll, flags, found, &turn)
            return ranked_tuple(&turn)[1:]
        finally:
            turns_free(turns)
            free(turns)

    def rank(self, Roll roll not None, int flags, int keep, int top):
        """Return the best `top` turns for a roll by value(), best first.

        Only the `keep` best landings are tried. Each turn is (value, letters of the slides, cells
        of each X shape that fell, cells placed, digits placed, (kind, cells) of the claim or None).
        Cells and digits placed are () if no shape fits.
        """
        cdef turns_t* turns
        cdef ranking_t ranking
        cdef int i
        if not 1 <= keep <= 100_000 or not 1 <= top <= 100_000:
            raise ValueError(f"expected keep and top in 1..100000, got {keep} and {top}")
        if tiles.sheet_is_over(&self.sheet):
            return []
        turns = <turns_t*>calloc(1, sizeof(turns_t))
        try:
            if not ranking_open(&ranking, top) or turns == NULL:
                raise MemoryError
            with nogil:
                plain_turns.turns_rank(turns, &self.sheet, &roll.roll, flags, keep, &ranking)
            if turns.failed:
                raise MemoryError("too many turns")
            ranking_sort(&ranking)
            return [ranked_tuple(ranking_turn(&ranking, i)) for i in range(ranking.count)]
        finally:
            if turns != NULL:
                turns_free(turns)
            free(turns)
            ranking_close(&ranking)


cdef class TurnRows:
    """The rows of a chunk of turns, and the `handler`, called with their number when it is full.

    The arrays have a row for each turn: `cells` (98), `boxes` (11), `notches` (5), `letters` (5),
    `over` and uint8, `points` int32, `where` int32 (4). An exception of `handler` ends the walk.
    """
    cdef uint8_t[:, ::1] cells
    cdef uint8_t[:, ::1] boxes
    cdef uint8_t[:, ::1] notches
    cdef uint8_t[:, ::1] letters
    cdef uint8_t[::1] over
    cdef int32_t[::1] points
    cdef int32_t[:, ::1] where
    cdef object handler
    cdef object error
    cdef stream_t out

    def __init__(self, arrays, handler):
        self.cells, self.boxes = arrays["cells"], arrays["boxes"]
        self.notches, self.letters = arrays["notches"], arrays["letters"]
        self.over, self.points, self.where = arrays["over"], arrays["points"], arrays["where"]
        self.handler = handler
        cdef int room = self.over.shape[0]
        sizes = [(self.cells, board.CELLS), (self.boxes, board.BOXES), (self.notches, board.TILES),
                 (self.letters, board.TILES), (self.where, stream.PLACE_IN_STAGES)]
        if room < 1 or self.points.shape[0] != room or any(
                rows.shape[0] != room or rows.shape[1] != size for rows, size in sizes):
            raise ValueError("expected as many rows in each array, at least one")
        self.out.room = room
        self.out.cell, self.out.box = &self.cells[0, 0], &self.boxes[0, 0]
        self.out.notch, self.out.letter = &self.notches[0, 0], &self.letters[0, 0]
        self.out.over, self.out.points, self.out.where = &self.over[0], &self.points[0], &self.where[0, 0]
        self.out.flush = &rows_flush
        self.out.context = <void*>self


cdef bint rows_flush(void* context) noexcept nogil:
    """Pass the rows to Python. Returns True after an exception, which is kept."""
    with gil:
        rows = <TurnRows>context
        count, rows.out.count = rows.out.count, 0
        try:
            rows.handler(count)
        except BaseException as error:
            rows.error = error
            return True
    return False


cdef tuple ranked_tuple(const ranked_t* turn):
    cdef sheet_t placed = turn.fall.sheet
    cells = cells_tuple(turn.place.cell, turn.place.size) if turn.placed else ()
    digits = cells_tuple(turn.digits, 4) if turn.placed else ()
    if turn.placed:
        drop.sheet_write(&placed, &turn.place, turn.digits)
    claim = None
    if turn.claimed:
        kind, _, claimed = claim_tuple(&placed, &turn.claim)
        claim = (kind, claimed)
    return turn.value, fall_letters(&turn.fall), fall_cells(&turn.fall), cells, digits, claim


cdef tuple fall_letters(const fall_t* fall):
    return cells_tuple(fall.slides.letter, fall.slides.count)


cdef tuple fall_cells(const fall_t* fall):
    return tuple([cells_tuple(fall.cell[i], fall.size[i]) for i in range(fall.dropped)])


def bench(str what, Sheet sheet not None, Roll roll not None, int rounds, faces):
    """Run work for bench/core.py to time: `what` is "copies", "drops", "claims" or "games".

    `faces` are the four number dice, six faces each, 10 for a star. Returns (the number of those
    operations done in `rounds` rounds, a checksum).
    """
    cdef int n, kind = ("copies", "drops", "claims", "games").index(what)
    cdef uint64_t done = 0, rng = 1, checksum
    cdef dice_t dice
    cdef bench_t* bench = <bench_t*>calloc(1, sizeof(bench_t))
    if bench == NULL:
        raise MemoryError
    for n in range(board.NUMBER_DICE * board.FACES):
        dice.face[n // 6][n % 6] = faces[n // 6][n % 6]
    with nogil:
        for n in range(rounds):
            if kind == 0:
                done += bench_.bench_copies(bench)
            elif kind == 1:
                done += bench_.bench_drops(bench, &sheet.sheet, &roll.roll)
            elif kind == 2:
                done += bench_.bench_claims(bench, &sheet.sheet, &roll.roll)
            else:
                done += bench_.bench_game(bench, &sheet.sheet, &dice, &rng)
    checksum = bench.checksum
    turns_free(&bench.turns)
    free(bench)
    return done, checksum

include "wrap/exhaust.pxi"
include "wrap/beam.pxi"
include "wrap/construct.pxi"
include "wrap/value.pxi"
include "wrap/statistics.pxi"
