"""The turns in a log: what the notifications of the game say of each turn and each player.

Only the form of the notifications and their order are checked here. Whether the turns are legal is
decided by a replay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ..combo import BOX_SIZES, KINDS, box_name
from ..errors import IllegalTurn, NotationError, Sentence, coded_message, expected_got, shown
from ..game import MOST_PLAYERS
from ..json_reader import Fields, items_between
from ..notation import MOST_TURN, cell_name
from ..rules import COLUMN_COUNT, LAST_NOTCH, LETTERS, ROW_COUNT, SIZES
from ..turn import Place
from .events import Event, Log, as_whole, player_id, whole

#: The shape of each shape id, in a solo game and in one of several players.
SOLO_IDS: Final = ("S", "O", "T", "I", "L")
BLOCK_IDS: Final = ("V3", "I3", "U5", "X5", "T5")

#: Columns of scribbles that are not on the grid: rows, boxes, letters, bonus, letters of the board.
_ROWS, _IDENTICAL, _CONSECUTIVE, _LETTERS, _BONUS, _BOARD = 10, 11, 12, 13, 14, 20
_COLUMNS: Final = (*range(COLUMN_COUNT), 10, 11, 12, 13, 14, 20)
#: The number of rows of each column that is not on the grid.
_HEIGHTS: Final = {
    _ROWS: ROW_COUNT,
    _IDENTICAL: len(SIZES),
    _CONSECUTIVE: len(SIZES),
    _LETTERS: len(LETTERS),
    _BONUS: 1,
    _BOARD: len(LETTERS),
}
#: Numbers of scribbles: 0 to 9 are digits.
_X, _MARK = -2, -1
#: The highest id of a scribble, and the highest total that is compared.
_HIGHEST, _MOST_TOTAL = 2**53 - 1, 1000

#: Private states have been sent under both names.
_STATES = ("newPrivateState", "newPrivateStateNumberDrop")


class Box(NamedTuple):
    """A box of the sheet: its kind, and its size."""

    kind: str
    size: int

    @property
    def name(self) -> Sentence:
        """The name of the box in messages."""
        return box_name(self.kind, self.size)


#: The boxes in the order of their bits in a position.
BOXES: Final = (*(Box(kind, size) for kind in KINDS for size in SIZES), Box("bonus", BOX_SIZES[-1]))


class Scribble(NamedTuple):
    """Something written: a cell of the grid or a place beside it, a number, and who wrote it."""

    id: int
    row: int
    col: int
    number: int
    turn: int
    player: int


@dataclass(slots=True)
class LoggedPart:
    """What a player wrote in a turn, in the order of writing.

    `groups` are the cells with X. In a solo game there is a group for each letter that is crossed
    off, and `crossed` has these letters; X after the last cross make one more group.
    """

    digits: dict[str, int] = field(default_factory=dict)
    groups: list[list[str]] = field(default_factory=lambda: [[]])
    crossed: list[str] = field(default_factory=list)
    claim: list[str] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    @property
    def place(self) -> Place | None:
        """The digits as in a turn, or None if there are none."""
        return tuple(self.digits.items()) or None

    @property
    def claimed(self) -> tuple[str, ...] | None:
        """The cells of the combo as in a turn, or None without one."""
        return tuple(self.claim) or None

    @property
    def crosses(self) -> list[str]:
        """All cells with X."""
        return [cell for group in self.groups for cell in group]


@dataclass(slots=True)
class LoggedTurn:
    """What a log says of a turn.

    `slides` are letters with the notch that each reached, and `falling` letters whose shape falls.
    `shown` are shapes seen at letters. `parts` and `totals` are by the ids of the players; they are
    empty as long as the turn hasn't ended.
    """

    number: int
    roll: str
    slides: list[tuple[str, int]] = field(default_factory=list)
    falling: list[str] = field(default_factory=list)
    shown: list[tuple[str, str]] = field(default_factory=list)
    parts: dict[int, LoggedPart] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)

    @property
    def is_ended(self) -> bool:
        """Whether the log has the end of the turn."""
        return bool(self.totals)


@dataclass(slots=True)
class LoggedGame:
    """What a log says of a game.

    `seats` are the ids of the players in seat order, and `starts` their first cells. `names` are
    the players' names by id. `finals` are final scores by id, empty if the log hasn't any.
    `has_end` is whether it says that the game ended, and `has_slides` whether it shows slides.
    """

    seats: list[int] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    turns: list[LoggedTurn] = field(default_factory=list)
    finals: dict[int, int] = field(default_factory=dict)
    has_end: bool = False
    has_slides: bool = False

    @property
    def is_solo(self) -> bool:
        """Whether the game has one player."""
        return len(self.seats) == 1

    @property
    def unfinished(self) -> LoggedTurn | None:
        """The last turn if the log breaks off before its end."""
        return self.turns[-1] if self.turns and not self.turns[-1].is_ended else None

    def fault(self, turn: int, player: int, fault: Sentence) -> IllegalTurn:
        """Return the error that names the turn and, in a game of several players, the seat."""
        seat = None if self.is_solo else self.seats.index(player) + 1
        return IllegalTurn(fault, turn=turn, seat=seat)


def read_turns(log: Log) -> LoggedGame:
    """Read the turns of a log.

    Raises NotationError for a log of another game, one that lacks its beginning, or a notification
    of another form; and IllegalTurn, with the turn, where notifications don't follow each other as
    in a game.
    """
    return _Reader(log).game


class _Reader:
    """Reads the events of a log into a LoggedGame."""

    def __init__(self, log: Log) -> None:
        self.game = LoggedGame(names=dict(log.players))
        #: The ids of scribbles seen, and the cells written by each player.
        self.ids: set[int] = set()
        self.written: set[tuple[int, str]] = set()
        handlers = {
            "throwDices": self.throw,
            "updatePlayersData": self.update,
            "slideDown": self.slide,
            "blockTriggered": self.fall,
            "clearTurn": self.restart,
            "gameStateChange": self.change_state,
            **dict.fromkeys(_STATES, self.show_state),
        }
        for event in log.events:
            if isinstance(event.arguments, dict):
                self._note_name(event.arguments)
            if event.kind in handlers:
                handlers[event.kind](event)
        if not self.game.seats:
            fault = coded_message(
                "log.game",
                "expected a log of Number Drop from its beginning, with updatePlayersData before "
                "throwDices, got {n} events",
                n=len(log.events),
            )
            raise NotationError(expected_got("log", fault))

    def _note_name(self, arguments: dict[str, object]) -> None:
        player, name = as_whole(arguments.get("player_id")), arguments.get("player_name")
        if player is not None and isinstance(name, str):
            self.game.names.setdefault(player, name)

    # Events

    def throw(self, event: Event) -> None:
        """Begin a turn."""
        fields, game = event.fields(), self.game
        number = whole(fields, "turn", 1, MOST_TURN)
        if not game.seats:
            fault = coded_message(
                "log.no_start", "expected the starting digits before the dice of turn {n}", n=number
            )
            raise NotationError(expected_got(event.where, fault))
        if game.unfinished:
            fault = coded_message(
                "log.no_end", "expected updatePlayersData, got the dice of turn {next}", next=number
            )
            raise IllegalTurn(fault, turn=game.turns[-1].number)
        due = len(game.turns) + 1
        if number != due:
            fault = coded_message(
                "log.gap", "expected its dice, got those of turn {next}", next=number
            )
            raise IllegalTurn(fault, turn=due)
        dice = fields.items("dices")
        game.turns.append(LoggedTurn(number, "".join(_die(die) for die in dice)))

    def update(self, event: Event) -> None:
        """End a turn, or at first note the starting digits."""
        fields = event.fields()
        where = fields.place("scribbles")
        scribbles = [
            _scribble(Fields(item, f"{where}[{i}]"))
            for i, item in enumerate(fields.items("scribbles"))
        ]
        scribbles.sort()
        for one in scribbles:
            if one.player and one.id in self.ids:
                expected = coded_message("log.id", "expected each id once")
                raise NotationError(expected_got(where, expected, one.id))
            self.ids.add(one.id)
        if self.game.turns:
            self._end_turn(scribbles, fields)
        else:
            self._start(scribbles, event.where)

    def slide(self, event: Event) -> None:
        """Note a slide."""
        turn = self._running(event)
        fields = event.fields()
        letter = LETTERS[whole(fields, "tile", 0, len(LETTERS) - 1)]
        turn.slides.append((letter, whole(fields, "col", 1, LAST_NOTCH)))
        self.game.has_slides = True

    def fall(self, event: Event) -> None:
        """Note that a shape falls."""
        turn = self._running(event)
        fields = event.fields()
        letter = LETTERS[whole(fields, "block", 0, len(LETTERS) - 1)]
        if fields.values.get("letter", letter) != letter:
            expected = coded_message("log.letter", "expected {letter}", letter=letter)
            raise fields.fault("letter", expected)
        turn.falling.append(letter)

    def restart(self, event: Event) -> None:
        """Forget what a restart of the turn took back, and note the tiles that it shows."""
        turn = self._running(event)
        fields = event.fields()
        if (number := whole(fields, "turn", 0, MOST_TURN)) != turn.number:
            fault = coded_message(
                "log.restart", "expected a restart of this turn, got one of turn {got}", got=number
            )
            raise IllegalTurn(fault, turn=turn.number)
        if "blocks" in fields:
            blocks = fields.items("blocks")
            if len(blocks) != len(LETTERS):
                raise fields.fault("blocks", items_between(len(LETTERS), len(LETTERS)))
            for i, (letter, block) in enumerate(zip(LETTERS, blocks, strict=True)):
                shown_block = Fields(block, f"{fields.place('blocks')}[{i}]")
                turn.shown.append((letter, self._shape(shown_block, "id")))
        if self.game.is_solo:  # the block of several players falls again without a notification
            turn.slides.clear()
            turn.falling.clear()

    def show_state(self, event: Event) -> None:
        """Note the shape that a player is to drop as X."""
        arguments = event.arguments
        state = arguments.get("state") if isinstance(arguments, dict) else None
        turn = self.game.unfinished
        if not isinstance(state, dict) or state.get("name") != "dropBlock" or not turn:
            return
        more = event.fields().fields("args")
        shape = self._shape(more, "block")
        if turn.falling:
            turn.shown.append((turn.falling[-1], shape))

    def change_state(self, event: Event) -> None:
        """Note the final scores."""
        arguments = event.arguments
        if not isinstance(arguments, dict) or arguments.get("name") != "gameEnd":
            return
        self.game.has_end = True
        more = arguments.get("args")
        listed = (
            more.get("allPlayersScores", more.get("result")) if isinstance(more, dict) else None
        )
        for one in listed if isinstance(listed, list) else ():
            player, score = (
                as_whole(one.get(key)) if isinstance(one, dict) else None for key in ("id", "score")
            )
            if player in self.game.seats and score is not None:
                self.game.finals[player] = score

    # Parts of events

    def _running(self, event: Event) -> LoggedTurn:
        """Return the turn that has begun and not ended. Raises NotationError if there is none."""
        if turn := self.game.unfinished:
            return turn
        expected = coded_message("log.between", "expected between throwDices and updatePlayersData")
        raise NotationError(expected_got(event.where, expected, event.kind))

    def _shape(self, fields: Fields, key: str) -> str:
        ids = SOLO_IDS if self.game.is_solo else BLOCK_IDS
        return ids[whole(fields, key, 0, len(ids) - 1)]

    def _start(self, scribbles: Iterable[Scribble], where: str) -> None:
        """Note the seats and the starting digits."""
        game = self.game
        if game.seats:
            fault = coded_message(
                "log.start_again", "expected the starting digits once, got them again"
            )
            raise NotationError(expected_got(where, fault))
        first: dict[int, tuple[int, str]] = {}
        for one in scribbles:
            if one.player == 0:
                continue
            if one.turn or one.row or one.col >= COLUMN_COUNT or one.number in (_X, _MARK):
                expected = coded_message(
                    "log.start_cell", "expected a starting digit in row 1, as before turn 1"
                )
                raise NotationError(expected_got(where, expected, one._asdict()))
            if one.number in first:
                expected = coded_message("log.start_digit", "expected each starting digit once")
                raise NotationError(expected_got(where, expected, one.number))
            first[one.number] = one.player, cell_name(one.col)
        players = len({player for player, _ in first.values()})
        if not first or sorted(first) != [*range(1, players + 1)] or players > MOST_PLAYERS:
            expected = coded_message(
                "log.start_digits", "expected a starting digit of each player, from 1 on"
            )
            raise NotationError(expected_got(where, expected, sorted(first)))
        for _, (player, cell) in sorted(first.items()):
            game.seats.append(player)
            game.starts.append(cell)
            self.written.add((player, cell))

    def _end_turn(self, scribbles: Iterable[Scribble], fields: Fields) -> None:
        """Note what was written in a turn, and the totals after it."""
        game = self.game
        turn = game.turns[-1]
        if turn.is_ended:
            fault = coded_message("log.end_again", "expected updatePlayersData once, got it again")
            raise IllegalTurn(fault, turn=turn.number)
        turn.parts = {player: LoggedPart() for player in game.seats}
        for one in scribbles:
            if one.player == 0 or one.col == _BOARD:
                continue
            if one.player not in turn.parts:
                expected = coded_message("log.player", "expected scribbles of the players")
                raise IllegalTurn(expected_got("", expected, one.player), turn=turn.number)
            if one.turn == turn.number:
                self._write(one, turn)
            elif one.col != _LETTERS:
                fault = coded_message(
                    "log.scribble_turn",
                    "expected what was written in it, got turn {got}",
                    got=one.turn,
                )
                raise game.fault(turn.number, one.player, fault)
        scores = fields.fields("scores")
        for player in game.seats:
            turn.totals[player] = whole(
                scores.fields(str(player)), "total", -_MOST_TOTAL, _MOST_TOTAL
            )

    def _write(self, one: Scribble, turn: LoggedTurn) -> None:
        """Note a scribble of the turn that ends."""
        part = turn.parts[one.player]
        if one.col < COLUMN_COUNT:
            cell = cell_name(one.row * COLUMN_COUNT + one.col)
            if one.number == _MARK:
                part.claim.append(cell)
                return
            if (one.player, cell) in self.written:
                fault = coded_message(
                    "log.cell", "cell {cell}: expected one digit or X, got another", cell=cell
                )
                raise self.game.fault(turn.number, one.player, fault)
            self.written.add((one.player, cell))
            if one.number == _X:
                part.groups[-1].append(cell)
            else:
                part.digits[cell] = one.number
        elif one.col == _LETTERS and one.number == _X:
            part.crossed.append(LETTERS[one.row])
            part.groups.append([])
        elif one.col == _BONUS:
            part.boxes.append(BOXES[-1])
        elif one.col in (_IDENTICAL, _CONSECUTIVE):
            kind = KINDS[(_IDENTICAL, _CONSECUTIVE).index(one.col)]
            part.boxes.append(Box(kind, SIZES[one.row]))


def _die(die: object) -> str:
    return die if isinstance(die, str) else shown(die)


def _scribble(fields: Fields) -> Scribble:
    col = whole(fields, "col", _COLUMNS[0], _COLUMNS[-1])
    if col not in _COLUMNS:
        expected = coded_message("log.column", "expected a column 0 to 6, 10 to 14 or 20")
        raise fields.fault("col", expected)
    lowest, highest = (_X, 9) if col < COLUMN_COUNT else (_MARK, _MARK)
    if col in (_LETTERS, _BOARD):
        lowest = _X
    return Scribble(
        whole(fields, "id", 0, _HIGHEST),
        whole(fields, "row", 0, _HEIGHTS.get(col, ROW_COUNT) - 1),
        col,
        whole(fields, "number", lowest, highest),
        whole(fields, "turn", 0, MOST_TURN),
        player_id(fields, "pId"),
    )
