# Wrapper of the beam search for numberdrop.plan.beam. The caller advances from turn to turn and distributes the
# sheets among threads.
from beam cimport beam as beam_
from beam cimport expand as expand_
from beam cimport forecast as forecast_
from beam cimport selection
from beam.beam cimport beam_t, worker_t
from game.move cimport move_t


cdef class BeamSearch:
    """A beam search over whole turns along 1 to 20 rolls.

    `sheets` are solo sheets with the same tiles, none of them over. For each roll, call expand() in any number
    of threads, take() each result, then advance().
    """
    cdef beam_t* beam

    def __cinit__(self, sheets, rolls, int flags, uint64_t seed):
        cdef int i, count = len(rolls)
        if not 1 <= count <= board.TURNS_MOST or not len(sheets):
            raise ValueError(f"expected sheets, and 1..{board.TURNS_MOST} rolls, got {len(sheets)} and {count}")
        self.beam = <beam_t*>calloc(1, sizeof(beam_t))
        if self.beam == NULL:
            raise MemoryError
        self.beam.sheets = len(sheets)
        self.beam.count = count
        self.beam.rolls = <roll_t*>malloc(count * sizeof(roll_t))
        self.beam.sheet = <sheet_t*>malloc(self.beam.sheets * sizeof(sheet_t))
        if self.beam.rolls == NULL or self.beam.sheet == NULL:
            raise MemoryError
        for i in range(count):
            self.beam.rolls[i] = (<Roll?>rolls[i]).roll
        for i in range(self.beam.sheets):
            self.beam.sheet[i] = (<Sheet?>sheets[i]).sheet
            if self.beam.sheet[i].kind != board.SOLO or self.beam.sheet[i].shapes != self.beam.sheet[0].shapes:
                raise ValueError("expected solo sheets with the same tiles")
            for shape in sheets[i].shapes:
                index_below(shape, board.SOLO_SHAPES, "a solo shape")
            if tiles.sheet_is_over(&self.beam.sheet[i]):
                raise ValueError("a game is over")
        self.beam.flags = flags
        self.beam.seed = seed
        self.beam.best = -1000
        self.beam.best_level = -1
        self.beam.is_stopped = is_interrupted
        forecast_.forecast_set(&self.beam.forecast, self.beam.rolls, count, self.beam.sheet)
        beam_.breadth_set(self.beam)
        if not selection.beam_room(self.beam):
            raise MemoryError

    def __dealloc__(self):
        if self.beam != NULL:
            selection.beam_free(self.beam)

    def expand(self, int first, int step):
        """Expand every `step`th sheet from index `first` on, and return the result for take()."""
        cdef BeamWorker result = BeamWorker()
        if first < 0 or step < 1:
            raise ValueError(f"expected a first sheet and a step, got {first} and {step}")
        with nogil:
            expand_.beam_expand(self.beam, result.worker, first, step)
        return result

    def take(self, BeamWorker found not None):
        """Merge a result of expand().

        Raises what a signal handler raised meanwhile, and KeyboardInterrupt after stop().
        """
        selection.beam_take(self.beam, found.worker)
        if self.beam.stopped:
            raise_interruption()
        if self.beam.failed:
            raise MemoryError("too many turns")

    def halt(self):
        """Make all threads return soon with what they have found; each expands at least one sheet."""
        self.beam.halted = True

    def stop(self):
        """Make all threads end."""
        self.beam.stopped = True

    def advance(self, int width):
        """Advance to the next roll with the best `width` sheets. Return how many there are."""
        cdef bint done = False
        if width < 1 or self.beam.turn >= self.beam.count:
            raise ValueError(f"expected a width of 1 or more and a roll to come, got {width}")
        with nogil:
            done = selection.beam_keep(self.beam, width)
        if not done:
            raise MemoryError("the beam is too wide")
        return self.beam.sheets

    @property
    def nodes(self):
        """The number of turns tried."""
        return self.beam.nodes

    @property
    def best(self):
        """The score of the best complete line."""
        return self.beam.best

    def line(self):
        """Return the best complete line as (index of its first sheet, turns).

        Each turn is (letters of the slides, cells of each X shape that fell, cells placed, digits placed, claim).
        Cells and digits are () if nothing was placed; the claim is (kind, cells) or None. Raises ValueError if no
        line is complete yet.
        """
        cdef move_t move = self.beam.best_move
        cdef int level = self.beam.best_level
        if level < 0:
            raise ValueError("no line is complete yet")
        turns = [move_tuple(&move)]
        for level in range(level - 1, -1, -1):
            move = self.beam.level[level].move[move.parent]
            turns.append(move_tuple(&move))
        return move.parent, turns[::-1]


cdef class BeamWorker:
    """The result of one call of expand()."""
    cdef worker_t* worker

    def __cinit__(self):
        self.worker = <worker_t*>calloc(1, sizeof(worker_t))
        if self.worker == NULL:
            raise MemoryError

    def __dealloc__(self):
        if self.worker != NULL:
            turns_free(&self.worker.turns)
            free(self.worker)


cdef tuple move_tuple(const move_t* move):
    drops = tuple([cells_tuple(move.block[i], 4 if move.fits[i] else 0) for i in range(move.dropped)])
    placed = 4 if move.placed else 0
    claim = (move.kind, cells_tuple(move.claim, move.size)) if move.size else None
    return (cells_tuple(move.letter, move.slides), drops, cells_tuple(move.cell, placed),
            cells_tuple(move.digit, placed), claim)
