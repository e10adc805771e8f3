"""Parsing of typed games, one turn per line (formats.md, Typed game)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..dice import Deal, Roll
from ..errors import (
    IllegalTurn,
    MultipleFaults,
    NotationError,
    Sentence,
    at_place,
    coded_message,
    shown,
)
from ..game import Game
from ..plurals import count_noun
from ..position import Position
from ..puzzles.names import parse_name
from ..record import PlayedLine
from ..rules import SOLO_SHAPES, Variant
from ..transitions import play_canonical
from ..turn import SharedTurn, Turn
from .characters import normalise, strip_quote_marks
from .faults import at_line, given_twice
from .names import is_problem, read_puzzle
from .positions import read_position
from .rolls import FLIPPED
from .starts import read_start
from .suggestions import form_fault, suggest_turn
from .turns import build_turn, read_shared_turn, split_turn
from .variants import read_variant

_HEAD = re.compile(r"(puzzle|tiles|start|variant|position)\b\s*[:=]?\s*(.*)", re.IGNORECASE)
_CELL = re.compile(r"[a-g](?:1[0-4]|[1-9])(?!\d)")
_START = re.compile(rf"(?:{_CELL.pattern}(?:\s*=\s*1)?[\s,]*)+", re.IGNORECASE)
_PLACED = re.compile(r"[a-g]\d{1,2}\s*=\s*\d", re.IGNORECASE)
#: `#6` is a number; any other `#` begins a comment.
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#(?!\d)|;|//).*")
_LONGEST = 2**20
_MOST_FAULTS = 40


class FaultyGame(MultipleFaults):
    """A typed game with errors, each with its line number."""


class _NoRoll(NotationError):  # noqa: N818
    """A turn without its roll in a game that names no puzzle; one line would fix all of them."""


def is_game(text: str) -> bool:
    """Return whether a text looks like a typed game, well formed or not."""
    lines = [bare for _, bare in _lines(text[:_LONGEST])]
    heads = any(_HEAD.fullmatch(line) for line in lines)
    return bool(lines) and (
        heads
        or _START.fullmatch(lines[0]) is not None
        or any(_PLACED.search(line) for line in lines)
    )


def read_game(
    text: str,
    puzzle: tuple[Deal, Variant] | None = None,
    where: str = "game",
) -> Game | PlayedLine:
    """Parse a game typed turn by turn, or the turns from a position on.

    The head names the puzzle, or the tiles, and the cell of the first digit; then each turn has a
    line of its own, as in read_turn(). If the puzzle is named, in the text or as `puzzle`, rolls
    may be left out. Comments begin with `#`, `;` or `//`.

    Raises FaultyGame with every fault found, each with `where` and its line. If suggest_turn()
    finds what an illegal turn probably meant, the message shows it, and later turns are checked as
    if it had been played. Otherwise only the form of later turns is checked.
    """
    lines = _lines(text)
    if not lines:
        raise FaultyGame(
            (
                coded_message(
                    "game.empty", "{where}: expected a game, got an empty text", where=where
                ),
            )
        )
    parser = _GameParser(where, puzzle)
    for number, line in lines:
        parser.read_line(number, line)
    return parser.game()


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines with content and their numbers, normalised and without comments."""
    found = []
    for number, line in enumerate(strip_quote_marks(text.splitlines()), 1):
        bare = _COMMENT.sub("", normalise(line, "line")).strip()
        if bare:
            found.append((number, bare))
    return found


@dataclass
class _GameParser:
    """A line-by-line parser of a typed game."""

    where: str
    puzzle: tuple[Deal, Variant] | None
    tiles: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    variant: Variant | None = None
    position: Position | None = None
    #: The text of each field of the head so far, by its name.
    head: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    turns: list[Turn] | list[SharedTurn] = field(default_factory=list)
    #: The game, or the positions of a line; None before the first turn, or if the head is invalid.
    played: Game | list[Position] | None = None
    count: int = 0
    #: The offset of the last wrong turn number.
    slip: int = 0
    #: Whether a missing roll has been reported; only the first one is.
    is_without_rolls: bool = False
    #: The first turn that couldn't be played, 0 if the head is invalid: the positions after it are
    #: unknown.
    unplayable: int | None = None
    #: Whether a roll is that of the puzzle, the number of others, and the faults of a game on other
    #: dice.
    has_same_roll: bool = False
    other_rolls: int = 0
    other_dice: list[str] = field(default_factory=list)

    def read_line(self, number: int, line: str) -> None:
        """Parse a line."""
        place = at_line(number)
        try:
            named = _HEAD.fullmatch(line)
            if named:
                self._expect_head(line)
                self._read_head(named[1].lower(), named[2])
            elif _START.fullmatch(line) and not (self.start and self.count):
                self._expect_head(line)
                self._read_head("start", line)
            else:
                self._read_turn_line(number, line)
        except NotationError as error:
            self._add_fault(at_place(place, error.sentence))

    def game(self) -> Game | PlayedLine:
        """Return the game. Raises FaultyGame if there are faults.

        For a game on other dice than the puzzle's, that is the only fault.
        """
        if self.other_rolls > 1 or (self.other_rolls and not self.has_same_roll):
            raise FaultyGame((self._whole_fault("; ".join(self.other_dice)),))
        if not self.count and not self.faults:
            self._begin(coded_message("game.end", "end"))
        if self.unplayable is not None and self.count > self.unplayable:
            self._add_fault(
                coded_message(
                    "game.lost",
                    "after turn {turn}, which can't be played, only the form of turns was checked",
                    turn=self.unplayable,
                )
                if self.unplayable
                else coded_message(
                    "game.no_start",
                    "without a valid start, only the form of turns was checked",
                )
            )
        if self.faults or self.played is None:
            more = len(self.faults) - _MOST_FAULTS
            reported = self.faults[:_MOST_FAULTS]
            if more > 0:
                reported = [
                    *reported,
                    self._whole_fault(
                        coded_message(
                            "game.more", "{faults}", n=more, faults=count_noun(more, "more fault")
                        )
                    ),
                ]
            raise FaultyGame(reported)
        if isinstance(self.played, Game):
            return self.played
        solo = tuple(turn for turn in self.turns if isinstance(turn, Turn))
        assert self.variant is not None
        return PlayedLine(tuple(self.played), solo, self.variant)

    def _whole_fault(self, fault: str) -> Sentence:
        return coded_message("game.whole", "{where}: {fault}", where=self.where, fault=fault)

    def _add_fault(self, fault: str) -> None:
        if self.where:
            fault = coded_message("game.fault", "{where}, {fault}", where=self.where, fault=fault)
        self.faults.append(fault)

    def _add_dice_fault(self, place: str, fault: str) -> None:
        self._add_fault(at_place(place, fault))
        self.other_dice.append(fault)

    # The head.

    def _expect_head(self, line: str) -> None:
        if self.count:
            raise NotationError.coded(
                "game.head_late",
                "expected this line before the first turn, got {got}",
                got=shown(line),
            )

    def _read_head(self, word: str, text: str) -> None:
        if word in self.head and word != "puzzle":  # which has a message of its own
            raise given_twice(word, self.head[word], text)
        if word == "puzzle":
            named = parse_name(_puzzle_name(text))
            if self.puzzle is not None and named != self.puzzle:
                raise NotationError.coded(
                    "puzzle.differs",
                    "puzzle: expected {expected}, got {got}",
                    expected=self.puzzle[0].recipe,
                    got=named[0],
                )
            self.puzzle = named
        elif word == "variant":
            self.variant = read_variant(text)
        elif word == "position":
            self.position = read_position(text)
        elif word == "start":
            cells = re.sub(r"\s*=\s*1\b", " ", text).replace(",", " ").split()
            self.start = tuple(read_start(cell) for cell in cells or [text])
        else:
            self.tiles = _tiles(text)
        self.head[word] = text

    def _begin(self, place: str) -> None:
        """Set up the game once the head has been parsed."""
        if self.puzzle is not None:
            deal, rules = self.puzzle
            for what, ours, theirs in (
                ("tiles of this puzzle are", deal.tiles, self.tiles),
                ("variant of this puzzle is", rules, self.variant),
            ):
                if theirs and theirs != ours:
                    names = [x if isinstance(x, Variant) else " ".join(x) for x in (ours, theirs)]
                    self._add_dice_fault(place, f"the {what} {names[0]}, the game's {names[1]}")
            self.tiles, self.variant = deal.tiles, rules
        self.variant = self.variant or Variant()
        try:
            if self.position is not None:
                self._expect_solo(self.position)
                self.played = [self.position]
            elif not self.tiles:
                raise NotationError.coded(
                    "game.no_puzzle",
                    "expected a line that names the puzzle, such as 'puzzle 2026-11-25', or the "
                    "tiles on A to E, such as 'tiles IOTLS', before the first turn",
                )
            elif not self.start:
                raise NotationError.coded(
                    "game.no_cell",
                    "expected the cell of the first digit, such as 'start d1', before the first "
                    "turn",
                )
            else:
                self.played = Game(self.tiles, self.start, self.variant)
        except NotationError as error:
            self.unplayable = 0
            self._add_fault(at_place(place, error.sentence))

    def _expect_solo(self, position: Position) -> None:
        if not position.is_solo or self.tiles or self.start or self.puzzle:
            raise NotationError.coded(
                "game.no_solo",
                "position: expected a solo position, without tiles, start or puzzle",
            )

    # The turns.

    def _read_turn_line(self, line_number: int, line: str) -> None:
        self.count += 1
        if self.count == 1:
            self._begin(at_line(line_number))
        first = self.position.turn if self.position is not None else 1
        number = first + self.count - 1
        if self.slip and _number_of(line) == number + self.slip:
            # The last number wasn't mistyped: a turn is missing or repeated.
            self.count, number, self.slip = self.count + self.slip, number + self.slip, 0
        place = coded_message(
            "line_turn", "line {line}, turn {turn}", line=line_number, turn=number
        )
        variant = self.variant or Variant()
        if self.unplayable is None and self._is_over():
            if not any("the game ended" in fault for fault in self.faults):
                ended = coded_message(
                    "game.ended", "the game ended with turn {turn}", turn=number - 1
                )
                self._add_fault(at_place(place, ended))
            return
        try:
            turn = self._read_turn(line, number, variant.dice)
        except NotationError as error:
            self._mark_unplayable(number)
            if not (isinstance(error, _NoRoll) and self.is_without_rolls):
                self._add_fault(at_place(place, error.sentence))
            self.is_without_rolls |= isinstance(error, _NoRoll)
            return
        self._compare_roll(place, turn.roll, number)
        try:
            self._play(turn, number, variant)
        except IllegalTurn as error:
            seat = "" if error.seat is None else f", seat {error.seat}"
            meant = self._suggest(turn, variant)
            if meant is None:
                self._add_fault(at_place(f"{place}{seat}" if seat else place, error.message))
                self._mark_unplayable(number)
                return
            fault = coded_message(
                "game.meant",
                "{fault}; did you mean {meant}? Later turns are checked as if you did",
                fault=error.message,
                meant=repr(str(meant)),
            )
            self._add_fault(at_place(place, fault))
            self._play(meant, number, variant)

    def _read_turn(self, line: str, number: int, dice: str) -> Turn | SharedTurn:
        roll = self._roll_of(number)
        if "|" in line:
            return read_shared_turn(line, dice, roll)
        fields = split_turn(line)
        if fields.number is not None and fields.number != number:
            self.slip = fields.number - number
            raise NotationError.coded(
                "game.turn",
                "expected turn {number} here, got turn {got}",
                number=number,
                got=fields.number,
            )
        if fields.number is not None:
            self.slip = 0
        if fields.roll is None and roll is None and self.puzzle is None:
            raise _NoRoll.coded(
                "game.no_roll",
                "turn: expected its roll first, such as 156*O, as no line names the puzzle",
            )
        return build_turn(fields, line, dice, roll)

    def _roll_of(self, number: int) -> Roll | None:
        rolls = self.puzzle[0].rolls if self.puzzle else ()
        return rolls[number - 1] if number <= len(rolls) else None

    def _compare_roll(self, place: str, roll: Roll, number: int) -> None:
        """Compare a roll with the puzzle's, and report the first difference.

        Further differences mean that the game was played on other dice.
        """
        ours = self._roll_of(number)
        if ours is None:
            return
        if ours.in_order() == roll.in_order():
            self.has_same_roll = True
            return
        self.other_rolls += 1
        if self.other_rolls == 1:
            fault = coded_message(
                "game.other_roll",
                "roll {number} of this puzzle is {ours}, the game's is {roll}",
                number=number,
                ours=ours,
                roll=roll,
            )
            self._add_dice_fault(place, fault)

    def _play(self, turn: Turn | SharedTurn, number: int, variant: Variant) -> None:
        if self.unplayable is not None:
            if isinstance(turn, Turn) and (why := form_fault(turn, variant)):
                raise IllegalTurn(why, turn=number)
        elif isinstance(self.played, Game):
            self.played.push(turn)
        elif self.played is not None:
            if not isinstance(turn, Turn):
                raise IllegalTurn(
                    coded_message("turn.solo", "expected a turn of a solo game"), turn=number
                )
            after, legal = play_canonical(self.played[-1], turn, variant)
            self.played.append(after)
            self.turns.append(legal)  # type: ignore[arg-type]

    def _is_over(self) -> bool:
        if isinstance(self.played, Game):
            return self.played.is_over()
        return self.played is not None and len(self.played) > 1 and self.played[-1].is_over()

    def _mark_unplayable(self, number: int) -> None:
        if self.unplayable is None:
            self.unplayable = number

    def _suggest(self, turn: Turn | SharedTurn, variant: Variant) -> Turn | None:
        if self.unplayable is not None or not isinstance(turn, Turn) or self.played is None:
            return None
        played = self.played
        there = played.positions[0] if isinstance(played, Game) else played[-1]
        return suggest_turn(there, turn, variant) if there.is_solo else None


def _puzzle_name(text: str) -> str:
    """Return the canonical name of the puzzle that a game was played on."""
    name = read_puzzle(text)
    if is_problem(name):
        raise NotationError.coded(
            "game.problem",
            "puzzle: expected a puzzle of twenty rolls, got {name}, a drop problem",
            name=name,
        )
    return name


def _number_of(line: str) -> int | None:
    """Return the number typed before a turn of a solo game, or None."""
    try:
        return None if "|" in line else split_turn(line).number
    except NotationError:
        return None


def _tiles(text: str) -> tuple[str, ...]:
    """Parse the shapes on A to E: five letters, or names of blocks, with any separators."""
    bare = re.sub(r"\b[A-E]\s*[:=]", " ", text.upper())
    words = [word for word in re.split(r"[\s,;/-]+", bare) if word]
    if len(words) == 1 and len(words[0]) == len(SOLO_SHAPES):
        words = list(words[0])
    if len(words) != len(SOLO_SHAPES):
        raise NotationError.coded(
            "tiles.five",
            "tiles: expected the five shapes on A to E, such as IOTLS, got {got}",
            got=shown(text),
        )
    return tuple(FLIPPED.get(word, word) for word in words)
