# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled core of games for two to six players: tables, the value of a sheet among others, the
best turns by it, and playouts of all seats.

Private: use :mod:`numberdrop.multiplayer`. Cells, letters, shapes and flags are those of
numberdrop._core, whose Sheet objects are read here but never created. Seats count from 0. Arguments
out of range raise ValueError.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from game cimport board, drop, shapes, tiles
from game cimport roll as roll_
from game cimport score as score_
from game.board cimport sheet_t
from game.budget cimport budget_is_spent
from game.drop cimport landing_t
from game.random_game cimport dice_t
from game.ranked cimport ranked_t, ranking_close, ranking_open, ranking_sort, ranking_t, ranking_turn
from game.roll cimport roll_t
from game.turn cimport places_list
from multiplayer cimport chances as chances_
from multiplayer cimport play as play_
from multiplayer cimport playouts as playouts_
from multiplayer cimport learn as learn_
from multiplayer cimport table as table_
from multiplayer cimport turns as turns_
from multiplayer cimport seat_value as seat_value_
from multiplayer.chances cimport chances_t
from multiplayer.play cimport history_t
from multiplayer.rivals cimport rivals_set, rivals_t
from multiplayer.table cimport table_t
from value cimport learned, surface
from value cimport traits as traits_
from value.grids cimport choose_free, choose_t
from value.learn cimport game_rng, pace_t
from value.learn cimport table_t as learning_t
from value.learned_turns cimport ranked_sheet
from value.playouts cimport luck_set, luck_t
from value.traits cimport traits_t

board.board_init()
shapes.shapes_init()
score_.score_init()
surface.surface_init()
learned.stages_init()

SEATS = (table_.SEATS_LEAST, table_.SEATS_MOST)
TRAITS = seat_value_.TRAITS
SOLO_TRAITS = traits_.TRAITS
STAGES = learned.STAGES
UNITS = learned.UNITS
TURNS_LEFT = seat_value_.TURNS_LEFT
#: The columns of a playout's result.
CHANCES = ("share", "alone", "shared", "margin", "score")

#: The tables of traits in addition to those of a solo sheet: name, first index.
TABLES = (("mark", seat_value_.AT_MARK), ("next", seat_value_.AT_NEXT), ("pending", seat_value_.AT_PENDING), ("pace", seat_value_.AT_PACE),
          ("high", seat_value_.AT_HIGH), ("rules", seat_value_.AT_RULES))
#: First index of the table of turns left and open boxes, which sets the gate of a unit.
OPEN = traits_.AT_OPEN


cdef void weights_check(const float[:, ::1] array) except *:
    if array.shape[0] != seat_value_.TRAITS or array.shape[1] != learned.WEIGHTS:
        raise ValueError(f"expected weights of shape ({TRAITS}, {learned.WEIGHTS}), got ({array.shape[0]}, {array.shape[1]})")
    if <size_t>&array[0, 0] % learned.ALIGNMENT:
        raise ValueError(f"expected weights at a multiple of {learned.ALIGNMENT} bytes")


cdef void dice_read(dice_t* dice, faces) except *:
    cdef int n, face
    for n in range(board.NUMBER_DICE * board.FACES):
        face = faces[n // board.FACES][n % board.FACES]
        if not 0 <= face <= board.DIGITS:
            raise ValueError(f"expected a face in 0..{board.DIGITS}, got {face!r}")
        dice.face[n // board.FACES][n % board.FACES] = <uint8_t>face


cdef void sheet_read(object sheet, sheet_t* out) except *:
    """Read a numberdrop._core.Sheet of a game for several players."""
    cdef const uint8_t[::1] grid = sheet.grid
    cdef int i
    dealt = sheet.shapes
    if len(dealt) != board.TILES or sheet.notches or grid.shape[0] != board.CELLS:
        raise ValueError("expected the sheet of a game for several players")
    board.sheet_build(out, &grid[0])
    out.boxes = <uint16_t>sheet.boxes
    out.circled = <uint8_t>sheet.circled
    out.crossed = <uint8_t>sheet.crossed
    out.turn = <uint8_t>sheet.turn
    out.kind = board.SEVERAL
    for i in range(board.TILES):
        out.shapes |= <uint32_t>dealt[i] << (4 * i)


cdef tuple sheet_fields(const sheet_t* sheet):
    """Return the fields of a numberdrop._core.Sheet: grid, boxes, shapes, notches, circled, crossed, turn."""
    cdef int i
    return ((<const char*>sheet.cell)[:board.CELLS], sheet.boxes,
            tuple([tiles.tile_shape(sheet, i) for i in range(board.TILES)]), (), sheet.circled, sheet.crossed, sheet.turn)


cdef tuple cells_tuple(const uint8_t* cells, int count):
    cdef int i
    return tuple([cells[i] for i in range(count)])


cdef class Flag:
    """A flag that another thread can set to cut a search short."""
    cdef volatile bint value

    def set(self):
        """Set the flag; it can't be cleared."""
        self.value = True


cdef class Roll:
    """A roll for the core.

    `digits` are the digits shown (0..9, at most four); the other number dice are stars. `shape` is 0..4, or
    15 for a star.
    """
    cdef roll_t roll

    def __init__(self, digits, int shape):
        cdef uint8_t[board.NUMBER_DICE] fixed
        cdef int i, digit
        if len(digits) > board.NUMBER_DICE:
            raise ValueError(f"expected at most {board.NUMBER_DICE} digits, got {digits!r}")
        if not (0 <= shape < board.SOLO_SHAPES or shape == tiles.WILD):
            raise ValueError(f"expected a shape in 0..4 or 15, got {shape}")
        for i, digit in enumerate(digits):
            if not 0 <= digit <= 9:
                raise ValueError(f"expected a digit, got {digit!r}")
            fixed[i] = <uint8_t>digit
        roll_.roll_set(&self.roll, len(digits), fixed, shape)


cdef class Table:
    """The sheets of two to six players between two turns, an immutable value."""
    cdef table_t table

    def __init__(self, sheets):
        cdef int i
        if not table_.SEATS_LEAST <= len(sheets) <= table_.SEATS_MOST:
            raise ValueError(f"expected {table_.SEATS_LEAST} to {table_.SEATS_MOST} sheets, got {len(sheets)}")
        self.table.seats = len(sheets)
        for i in range(self.table.seats):
            sheet_read(sheets[i], &self.table.sheet[i])

    @property
    def seats(self):
        """The number of players."""
        return self.table.seats

    def sheets(self):
        """Return the fields of each sheet, in seat order, as numberdrop._core.Sheet takes them."""
        cdef int i
        return [sheet_fields(&self.table.sheet[i]) for i in range(self.table.seats)]

    def is_over(self):
        """Return True if the game ends when a turn ends with these sheets."""
        return bool(table_.table_is_over(&self.table))

    def falling(self, Roll roll not None):
        """Return the letter whose block falls with this roll, or -1 if all players drop their own shapes."""
        return table_.table_falling(&self.table, roll.roll.star)

    def must_end(self, int seat, Roll roll not None, int flags=0):
        """Return True if the game ends with this turn, whatever the player in `seat` does."""
        cdef landing_t* places = <landing_t*>malloc(board.SOLO_SHAPES * drop.LANDINGS_MOST * sizeof(landing_t))
        cdef int p, count, letter
        self.seat_check(seat)
        if places == NULL:
            raise MemoryError
        try:
            letter = table_.table_falling(&self.table, roll.roll.star)
            if letter == table_.NO_LETTER:
                count = places_list(&self.table.sheet[seat], roll.roll.shape, flags, places)
            else:
                count = turns_.block_places(&self.table.sheet[seat], letter, flags, places)
            for p in range(count):
                if places[p].line == 0:
                    return False
            return count > 0
        finally:
            free(places)

    def after(self, sheets, int fallen):
        """Return the table after a turn.

        `sheets` are those of all seats, each after its own part of the turn; `fallen` is the letter that fell,
        or -1. Letters are crossed off for all players as at the end of a turn.
        """
        cdef Table after = Table(sheets)
        if not -1 <= fallen < board.TILES:
            raise ValueError(f"expected a letter in -1..4, got {fallen}")
        table_.table_cross(&after.table, fallen)
        return after

    cdef void seat_check(self, int seat) except *:
        if not 0 <= seat < self.table.seats:
            raise ValueError(f"expected a seat in 0..{self.table.seats - 1}, got {seat}")


cdef void choose_set(choose_t* choose, const float[:, ::1] weights, object width, Flag flag) except *:
    """Set the parameters of a zeroed `choose`."""
    if len(width) != 2 or not all(1 <= part <= 100_000 for part in width):
        raise ValueError(f"expected two widths in 1..100000, got {width!r}")
    choose.width.grids = 1
    choose.width.landings, choose.width.writings = width
    choose.width.writings = min(choose.width.writings, roll_.ARRANGEMENTS_MOST)
    choose.weights = &weights[0, 0]
    choose.budget.most = ~<uint64_t>0
    if flag is not None:
        choose.budget.flag = &flag.value


def seat_value(sheet, Table before not None, int seat, const float[:, ::1] weights, int flags=0):
    """Return the value, in points, of a sheet (numberdrop._core.Sheet) at the end of a turn of `seat`.

    The other sheets are taken from `before`, the table before that turn.
    """
    cdef sheet_t read
    cdef rivals_t rivals
    weights_check(weights)
    before.seat_check(seat)
    sheet_read(sheet, &read)
    rivals_set(&rivals, &before.table, seat)
    return seat_value_.seat_value(&weights[0, 0], &read, &rivals, flags)


def seat_traits(sheet, Table before not None, int seat, int flags=0):
    """Return the traits of a sheet as indices, in the order in which they are summed; arguments as in seat_value()."""
    cdef traits_t traits
    cdef sheet_t read
    cdef rivals_t rivals
    cdef int i
    before.seat_check(seat)
    sheet_read(sheet, &read)
    rivals_set(&rivals, &before.table, seat)
    seat_value_.seat_traits(&read, &rivals, flags, &traits)
    return [traits.item[i] for i in range(traits.count)]


def turns_left(sheet, Table before not None, int seat):
    """Estimate the turns that the game has left, 0..20, as the value does; arguments as in seat_value()."""
    cdef sheet_t read
    cdef rivals_t rivals
    before.seat_check(seat)
    sheet_read(sheet, &read)
    rivals_set(&rivals, &before.table, seat)
    return seat_value_.left_of(&read, &rivals)


def choose(Table table not None, int seat, Roll roll not None, const float[:, ::1] weights, int flags, width, int top,
           Flag flag=None):
    """Return the best `top` turns of a seat, best first.

    Each is (value in points, fields of the sheet after its own part, cells, digits, claim). In a block turn,
    digits and claim are () and None. Cells are () if nothing falls or fits. A claim is (kind, cells).

    `width` is (landings kept, arrangements of digits kept on each). Once `flag` is set, the best of the turns
    tried so far are returned. With LAST in `flags` only the score counts.
    """
    cdef choose_t* chosen
    cdef ranking_t ranking
    cdef rivals_t rivals
    cdef int n, letter
    weights_check(weights)
    table.seat_check(seat)
    if not 1 <= top <= 100_000:
        raise ValueError(f"expected top in 1..100000, got {top}")
    letter = table_.table_falling(&table.table, roll.roll.star)
    if letter != table_.NO_LETTER:
        return blocks(table, seat, letter, weights, flags)[:top]
    rivals_set(&rivals, &table.table, seat)
    chosen = <choose_t*>calloc(1, sizeof(choose_t))
    memset(&ranking, 0, sizeof(ranking_t))
    try:
        if not ranking_open(&ranking, top) or chosen == NULL:
            raise MemoryError
        choose_set(chosen, weights, width, flag)
        with nogil:
            turns_.seat_choose(chosen, &table.table.sheet[seat], &rivals, &roll.roll, flags, &ranking)
            ranking_sort(&ranking)
        if chosen.turns.failed:
            raise MemoryError("too many turns")
        return [turn_tuple(ranking_turn(&ranking, n)) for n in range(ranking.count)]
    finally:
        ranking_close(&ranking)
        if chosen != NULL:
            choose_free(chosen)
        free(chosen)


cdef tuple turn_tuple(const ranked_t* turn):
    cdef sheet_t after
    cdef board.mask_t rest
    cdef tuple cells = (), digits = ()
    cdef object claim = None
    cdef list used = []
    ranked_sheet(turn, &after)
    if turn.placed:
        cells = cells_tuple(turn.place.cell, board.SOLO_CELLS)
        digits = cells_tuple(turn.digits, board.SOLO_CELLS)
    if turn.claimed:
        rest = turn.claim.cells
        while rest.word[0] | rest.word[1]:
            used.append(board.mask_pop(&rest))
        if turn.claim.kind:
            used.sort(key=lambda cell: after.cell[<int>cell])
        claim = turn.claim.kind, tuple(used)
    return turn.value / 100.0, sheet_fields(&after), cells, digits, claim


cdef list blocks(Table table, int seat, int letter, const float[:, ::1] weights, int flags):
    """Return every way in which the block of a letter can come down, best first."""
    cdef landing_t[drop.LANDINGS_MOST] places
    cdef const sheet_t* sheet = &table.table.sheet[seat]
    cdef const landing_t* place
    cdef sheet_t after
    cdef rivals_t rivals
    cdef float value
    cdef tuple cells
    cdef list found = []
    cdef int p, count = turns_.block_places(sheet, letter, flags, places)
    rivals_set(&rivals, &table.table, seat)
    for p in range(max(1, count)):
        place = &places[p] if count else NULL
        turns_.block_sheet(sheet, letter, place, &after)
        value = turns_.block_worth(&weights[0, 0], sheet, &rivals, letter, place, flags)
        cells = tuple(sorted(cells_tuple(place.cell, place.size))) if count else ()
        found.append((value, sheet_fields(&after), cells, (), None))
    found.sort(key=lambda turn: -turn[0])
    return found


cdef class Learner:
    """Weights that learn, and the games that they learn from.

    The three arrays are float32 of shape (TRAITS, STAGES + UNITS): the weights and, for each weight, the sum of
    its errors and the sum of their sizes. They belong to the caller and are updated in place. `room` is the
    number of games kept at once.
    """
    cdef float[:, ::1] weights
    cdef float[:, ::1] errors
    cdef float[:, ::1] sizes
    cdef history_t* game
    cdef int places
    cdef dice_t dice

    def __cinit__(self, float[:, ::1] weights, float[:, ::1] errors, float[:, ::1] sizes, int room, faces):
        weights_check(weights)
        weights_check(errors)
        weights_check(sizes)
        if not 1 <= room <= 10_000:
            raise ValueError(f"expected room for 1..10000 games, got {room}")
        self.weights, self.errors, self.sizes = weights, errors, sizes
        self.places = room
        dice_read(&self.dice, faces)
        self.game = <history_t*>calloc(room, sizeof(history_t))
        if self.game == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.game)

    cdef void place_check(self, int place, bint played) except *:
        if not 0 <= place < self.places or (played and self.game[place].count == 0):
            raise ValueError(f"no game in place {place}")

    def play(self, int place, int seats, uint64_t seed, uint64_t number, width, int flags=0):
        """Play game `number` of a seed into a place, without changing the weights.

        Several threads may play into different places at once.
        """
        cdef choose_t* choose
        cdef roll_t* roll
        cdef bint failed
        self.place_check(place, False)
        if not table_.SEATS_LEAST <= seats <= table_.SEATS_MOST:
            raise ValueError(f"expected {table_.SEATS_LEAST} to {table_.SEATS_MOST} seats, got {seats}")
        choose = <choose_t*>calloc(1, sizeof(choose_t))
        roll = <roll_t*>malloc(sizeof(roll_t))
        try:
            if choose == NULL or roll == NULL:
                raise MemoryError
            choose_set(choose, self.weights, width, None)
            with nogil:
                play_.game_play(choose, roll, &self.dice, seats, flags, game_rng(seed, number), &self.game[place])
                failed = choose.turns.failed
            if failed:
                raise MemoryError("too many turns")
        finally:
            if choose != NULL:
                choose_free(choose)
            free(choose)
            free(roll)

    def scores(self, int place):
        """Return the final scores of the game in a place, in seat order."""
        cdef const history_t* game = &self.game[place]
        cdef int i
        self.place_check(place, True)
        return [score_.score_total(&game.table[game.count - 1].sheet[i], game.flags) for i in range(game.table[0].seats)]

    def history(self, int place):
        """Return the game in a place, as a list of (fields of each sheet, dice), for its start and after each turn.

        The dice are those that led there: four digits, 10 for a star, and the shape.
        """
        cdef const history_t* game = &self.game[place]
        cdef int n, i
        self.place_check(place, True)
        return [([sheet_fields(&game.table[n].sheet[i]) for i in range(game.table[0].seats)], cells_tuple(game.face[n], board.DICE))
                for n in range(game.count)]

    def learn(self, places, float rate, float trace, bint steady=False, float units=1):
        """Learn from the games in these places, one after another, from all seats of each.

        A negative place -1 - n is the reflection of game n (8 - d for every digit d), up to a free 9.
        """
        cdef pace_t pace
        cdef learning_t table
        cdef int count = len(places), n, place
        cdef int* order = <int*>malloc((count + 1) * sizeof(int))
        cdef traits_t* traits = <traits_t*>malloc(play_.TABLES_MOST * sizeof(traits_t))
        try:
            if order == NULL or traits == NULL:
                raise MemoryError
            for n in range(count):
                order[n] = place = places[n]
                self.place_check(place if place >= 0 else -1 - place, True)
            pace.rate, pace.trace, pace.steady, pace.units, pace.frozen = rate, trace, steady, units, 0
            table.weight, table.error, table.size = &self.weights[0, 0], &self.errors[0, 0], &self.sizes[0, 0]
            with nogil:
                for n in range(count):
                    place = order[n] if order[n] >= 0 else -1 - order[n]
                    learn_.game_learn(&table, &self.game[place], order[n] < 0, &pace, NULL, traits)
        finally:
            free(order)
            free(traits)

    def spread(self, places, const float[:, ::1] weights):
        """Measure how far final scores lie from the values by `weights`, in the games in these places.

        Return (sum of squares, count) for each number of turns left (multiplayer/learn.pxd).
        """
        cdef double[seat_value_.TURNS_LEFT] squares, counts
        cdef int place, i
        weights_check(weights)
        memset(squares, 0, sizeof(squares))
        memset(counts, 0, sizeof(counts))
        for place in places:
            self.place_check(place, True)
            learn_.game_spread(&weights[0, 0], &self.game[place], squares, counts)
        return [(squares[i], counts[i]) for i in range(seat_value_.TURNS_LEFT)]


def chances(mean, sd, int seat):
    """Return the CHANCES of a seat, given the means and standard deviations of all seats' scores."""
    cdef double[table_.SEATS_MOST] means, sds
    cdef chances_t out
    cdef int i, seats = len(mean)
    if not (table_.SEATS_LEAST <= seats <= table_.SEATS_MOST and len(sd) == seats and 0 <= seat < seats):
        raise ValueError("expected as many deviations as means, and a seat among them")
    for i in range(seats):
        means[i], sds[i] = mean[i], sd[i]
    chances_.chances_set(&out, seats, seat, means, sds)
    return out.share, out.alone, out.shared, out.margin, out.score


cdef class Playouts:
    """Playouts of tables by the value, on the dice of numbered playouts (multiplayer/playouts.pxd).

    `spread`, float32, holds the standard deviation of final scores for each number of turns left. `width` and
    `flag` are as in choose(). Only one thread at a time may use an instance.
    """
    cdef const float[:, ::1] weights
    cdef float[seat_value_.TURNS_LEFT] spread
    cdef choose_t choose
    cdef roll_t* roll
    cdef dice_t dice
    cdef int flags
    cdef Flag flag

    def __cinit__(self, const float[:, ::1] weights, spread, width, faces, int flags=0, Flag flag=None):
        cdef int i
        weights_check(weights)
        if len(spread) != seat_value_.TURNS_LEFT:
            raise ValueError(f"expected a spread of {seat_value_.TURNS_LEFT} deviations, got {len(spread)}")
        for i in range(seat_value_.TURNS_LEFT):
            self.spread[i] = spread[i]
        memset(&self.choose, 0, sizeof(choose_t))
        self.weights = weights
        self.flags = flags
        self.flag = flag
        choose_set(&self.choose, weights, width, flag)
        dice_read(&self.dice, faces)
        self.roll = <roll_t*>malloc(sizeof(roll_t))
        if self.roll == NULL:
            raise MemoryError

    def __dealloc__(self):
        choose_free(&self.choose)
        free(self.roll)

    def play(self, Table before not None, Table start not None, int seat, uint64_t seed, uint64_t number, int turns,
             float[:, ::1] found):
        """Run playouts `number`, `number` + 1, ... of a seed from the table `start`, one for each row of `found`.

        Each plays 0..20 `turns` and writes the CHANCES of `seat` to its row, float32. `before` is the table one
        turn earlier. Return False if the flag cut the playouts short; their results are meaningless then.
        """
        cdef luck_t luck
        cdef chances_t out
        cdef int i
        start.seat_check(seat)
        if not 0 <= turns <= board.TURNS_MOST or found.shape[1] != 5 or before.table.seats != start.table.seats:
            raise ValueError("expected 0 to 20 turns, five columns, and two tables of as many seats")
        with nogil:
            for i in range(found.shape[0]):
                luck_set(&luck, seed, number + <uint64_t>i)
                playouts_.playout_chances(&self.choose, self.roll, &self.dice, self.flags, self.spread, &before.table,
                                          &start.table, seat, &luck, turns, &out)
                if self.choose.turns.failed or budget_is_spent(&self.choose.budget):
                    break
                found[i, 0] = <float>out.share
                found[i, 1] = <float>out.alone
                found[i, 2] = <float>out.shared
                found[i, 3] = <float>out.margin
                found[i, 4] = <float>out.score
        if self.choose.turns.failed:
            raise MemoryError("too many turns")
        return not budget_is_spent(&self.choose.budget)
