# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled core of the environments: many solo games at once, played action by action.

Private: use :mod:`numberdrop.gym.vector` instead. Cells, letters, shapes and flags are numbered as
in numberdrop._core. Actions and stages are those of numberdrop.stages, observations those of
numberdrop.gym.observation. Arguments out of range raise ValueError.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset

from game cimport board, shapes
from game cimport roll as roll_
from game cimport score as score_
from game.board cimport (BOXES, CELLS, COLUMNS, DICE, DIGITS, FACES, NUMBER_DICE, SHAPES, SOLO, SOLO_SHAPES, TILES,
                         TURNS_MOST, WAYS_MOST)
from game.random_game cimport dice_t
from game.roll cimport roll_t
from game.shapes cimport SHAPE, turned_t
from game.tiles cimport WILD, sheet_is_over
from game.turn cimport turns_free, turns_t, turns_visit
from gym.actions cimport ACTIONS as ACTIONS_, poses_t
from gym.deal cimport deal_draw
from gym.episode cimport (OVER, episode_begin, episode_free, episode_gain, episode_pass, episode_step, episode_t, turn_begin)
from gym.reach cimport ends_sort, ends_t, ends_visit, episode_reach
from gym.observation cimport FACES_SHOWN, NOW, episode_observe, observation_t

board.board_init()
shapes.shapes_init()
score_.score_init()

ACTIONS = ACTIONS_


def forms():
    """Return the orientations of each shape, in the order of the core.

    An orientation is a tuple of cells, with the lower left corner of the shape on a1.
    """
    cdef const turned_t* turned
    cdef int shape, way, i
    found = []
    for shape in range(SHAPES):
        ways = []
        for way in range(SHAPE[shape].count):
            turned = &SHAPE[shape].turned[way]
            ways.append(tuple([turned.cell[i] for i in range(turned.size)]))
        found.append(ways)
    return found


cdef class Observations:
    """The arrays of an observation, overwritten at every step, with a row for each episode.

    `action_mask` is int8, all others are uint8; names and shapes are those of
    numberdrop.gym.observation.
    """
    cdef int8_t[:, ::1] action_mask
    cdef uint8_t[:, :, ::1] cells
    cdef uint8_t[:, :, ::1] marked
    cdef uint8_t[:, ::1] boxes
    cdef uint8_t[:, ::1] shapes
    cdef uint8_t[:, ::1] notches
    cdef uint8_t[:, ::1] letters
    cdef uint8_t[:, ::1] dice
    cdef uint8_t[:, ::1] now

    def __init__(self, arrays, int count):
        for name, size in (("action_mask", ACTIONS_), ("cells", CELLS), ("marked", CELLS), ("boxes", BOXES),
                           ("shapes", TILES), ("notches", TILES), ("letters", TILES), ("dice", FACES_SHOWN), ("now", NOW)):
            if arrays[name].shape[0] != count or arrays[name].size != count * size:
                raise ValueError(f"expected {size} numbers an episode in {name}")
        self.action_mask = arrays["action_mask"]
        self.cells = arrays["cells"]
        self.marked = arrays["marked"]
        self.boxes = arrays["boxes"]
        self.shapes = arrays["shapes"]
        self.notches = arrays["notches"]
        self.letters = arrays["letters"]
        self.dice = arrays["dice"]
        self.now = arrays["now"]

    cdef observation_t row(self, int i) noexcept nogil:
        cdef observation_t out
        out.mask = &self.action_mask[i, 0]
        out.cell = &self.cells[i, 0, 0]
        out.marked = &self.marked[i, 0, 0]
        out.box = &self.boxes[i, 0]
        out.shape = &self.shapes[i, 0]
        out.notch = &self.notches[i, 0]
        out.letter = &self.letters[i, 0]
        out.die = &self.dice[i, 0]
        out.now = &self.now[i, 0]
        return out


cdef class Episodes:
    """A batch of `count` episodes.

    `numbers` has for each shape the public numbers of its orientations, in the order of forms().
    The `flags` of the methods are those of a variant.
    """
    cdef episode_t* item
    cdef readonly int count
    cdef poses_t poses

    def __cinit__(self, int count, numbers):
        cdef int shape, way
        if count < 1:
            raise ValueError(f"expected one episode or more, got {count}")
        for shape in range(SHAPES):
            if sorted(numbers[shape]) != list(range(SHAPE[shape].count)):
                raise ValueError(f"expected each orientation of shape {shape} once, got {numbers[shape]}")
            for way in range(SHAPE[shape].count):
                self.poses.number[shape][way] = numbers[shape][way]
                self.poses.way[shape][<int>numbers[shape][way]] = <uint8_t>way
        self.item = <episode_t*>calloc(count, sizeof(episode_t))
        if self.item == NULL:
            raise MemoryError
        self.count = count

    def __dealloc__(self):
        cdef int i
        if self.item != NULL:
            for i in range(self.count):
                episode_free(&self.item[i])
            free(self.item)

    cdef episode_t* at(self, int number) except NULL:
        if not 0 <= number < self.count:
            raise ValueError(f"expected an episode 0 .. {self.count - 1}, got {number}")
        return &self.item[number]

    def draw(self, int number, int flags, uint64_t state, const uint8_t[::1] faces not None):
        """Start a new episode, on the deal that the random stream with this `state` draws.

        `faces` are the 24 faces of the number dice, 10 for a star.
        """
        cdef episode_t* e = self.at(number)
        cdef dice_t dice
        cdef int i
        if faces.shape[0] != NUMBER_DICE * FACES:
            raise ValueError(f"expected {NUMBER_DICE * FACES} faces, got {faces.shape[0]}")
        for i in range(NUMBER_DICE * FACES):
            if not 1 <= faces[i] <= DIGITS:
                raise ValueError(f"expected a face 1 .. {DIGITS}, got {faces[i]}")
            dice.face[i // FACES][i % FACES] = faces[i]
        deal_draw(&e.deal, state, &dice)
        e.flags = flags
        episode_begin(e, &self.poses)

    def deal(self, int number, int flags, tiles, rolls):
        """Start a new episode, on these tiles (shapes 0..4) and up to 20 rolls.

        A roll is four digits, 1..7, or 10 for a star, and a shape, 0..4, or 5 for a star.
        """
        cdef episode_t* e = self.at(number)
        self.set_deal(e, tiles, rolls)
        e.flags = flags
        episode_begin(e, &self.poses)

    cdef int set_deal(self, episode_t* e, tiles, rolls) except -1:
        cdef int i, turn
        if sorted(tiles) != list(range(SOLO_SHAPES)) or len(rolls) > TURNS_MOST:
            raise ValueError(f"expected each shape once and up to {TURNS_MOST} rolls, got {tiles} and {len(rolls)}")
        for i in range(TILES):
            e.deal.shape[i] = tiles[i]
        for turn in range(len(rolls)):
            roll = rolls[turn]
            if len(roll) != DICE or not all(1 <= x <= DIGITS for x in roll[:4]) or not 0 <= roll[4] <= SOLO_SHAPES:
                raise ValueError(f"expected four numbers and a shape, got {roll}")
            for i in range(NUMBER_DICE):
                e.deal.roll[turn].number[i] = roll[i]
            e.deal.roll[turn].shape = roll[NUMBER_DICE]
        e.deal.rolls = <uint8_t>len(rolls)
        return 0

    def set(self, int number, int flags, const uint8_t[::1] grid not None, int boxes, tiles, notches, int circled, int crossed,
            int turn, roll):
        """Put an episode into the middle of a solo game, with one roll to come.

        Arguments are those of numberdrop._core.Sheet.
        """
        cdef episode_t* e = self.at(number)
        cdef int i
        if grid.shape[0] != CELLS or not 0 <= boxes < board.BOX_SETS or not 1 <= turn <= 255:
            raise ValueError("grid, boxes or turn out of range")
        if not 0 <= circled < 1 << TILES or not 0 <= crossed < 1 << TILES or len(notches) != TILES:
            raise ValueError("letters or notches out of range")
        self.set_deal(e, tiles, [roll])
        board.sheet_build(&e.sheet, &grid[0])
        e.sheet.kind = SOLO
        e.sheet.boxes = <uint16_t>boxes
        e.sheet.circled = <uint8_t>circled
        e.sheet.crossed = <uint8_t>crossed
        e.sheet.turn = <uint8_t>turn
        for i in range(TILES):
            e.sheet.shapes |= <uint32_t>tiles[i] << (4 * i)
            e.sheet.notches |= <uint32_t>notches[i] << (4 * i)
        if not board.sheet_ok(&e.sheet) or sheet_is_over(&e.sheet):
            raise ValueError("expected a sheet on which the game goes on")
        e.flags = flags
        e.turns = 0
        turn_begin(e)
        episode_pass(e, &self.poses)

    def step(self, const int64_t[::1] actions not None, const uint8_t[::1] begun not None, Observations rows not None,
             double[::1] rewards not None, uint8_t[::1] ended not None, uint8_t[::1] cut not None,
             uint8_t[::1] illegal not None):
        """Take an action in each episode except those just `begun`, and write the results to the
        arrays."""
        cdef int i, failed = 0
        cdef episode_t* e
        cdef observation_t observation
        if not (actions.shape[0] == begun.shape[0] == rows.now.shape[0] == rewards.shape[0] == ended.shape[0]
                == cut.shape[0] == illegal.shape[0] == self.count):
            raise ValueError(f"expected {self.count} of each")
        with nogil:
            for i in range(self.count):
                e = &self.item[i]
                illegal[i] = not begun[i] and not episode_step(e, &self.poses, <int>actions[i])
                rewards[i] = episode_gain(e)
                ended[i] = e.stage == OVER and sheet_is_over(&e.sheet)
                cut[i] = e.stage == OVER and not ended[i]
                observation = rows.row(i)
                episode_observe(e, &observation)
                failed |= e.claims.failed
        if failed:
            raise MemoryError("too many claims on one sheet")

    def observe(self, const int64_t[::1] numbers not None, Observations rows not None):
        """Write the observations of the episodes `numbers`, each to its own row."""
        cdef observation_t observation
        cdef episode_t* episode
        cdef int i
        if rows.now.shape[0] != self.count:
            raise ValueError(f"expected {self.count} rows, got {rows.now.shape[0]}")
        for i in range(numbers.shape[0]):
            episode = self.at(<int>numbers[i])
            observation = rows.row(<int>numbers[i])
            episode_observe(episode, &observation)

    def reach(self, int number):
        """Compare the turns that actions reach with the turns that the rules allow.

        The episode must have been positioned by set(). Returns (the number of sheets that all
        sequences of actions lead to, the number of turns by the rules, True if both lead to the
        same sheets).
        """
        cdef episode_t* e = self.at(number)
        cdef ends_t found, allowed
        cdef turns_t turns
        cdef roll_t roll
        cdef uint8_t[NUMBER_DICE] fixed
        cdef int i, count = 0, counted, shape
        memset(&found, 0, sizeof(ends_t))
        memset(&allowed, 0, sizeof(ends_t))
        memset(&turns, 0, sizeof(turns_t))
        for i in range(NUMBER_DICE):
            if e.deal.roll[0].number[i] < DIGITS:
                fixed[count] = e.deal.roll[0].number[i]
                count += 1
        shape = e.deal.roll[0].shape
        roll_.roll_set(&roll, count, fixed, <int>WILD if shape == SOLO_SHAPES else shape)
        try:
            with nogil:
                episode_reach(e, &self.poses, &found)
                turns_visit(&turns, &e.sheet, &roll, e.flags, &ends_visit, &allowed)
                counted = allowed.count
                ends_sort(&found)
                ends_sort(&allowed)
            if found.failed or allowed.failed or turns.failed:
                raise MemoryError("too many turns of one position")
            same = found.count == counted == allowed.count and (
                memcmp(found.item, allowed.item, found.count * sizeof(uint64_t)) == 0)
            return found.count, counted, bool(same)
        finally:
            turns_free(&turns)
            free(found.item)
            free(allowed.item)
