"""Typed games: turn by turn, a line each (formats.md, Typed game)."""

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
from .suggestions import suggest_turn, wrong_form
from .turns import read_shared_turn, split_turn, turn_of
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
    """A turn without its roll in a game that names no puzzle: one line at the head would mend
    all."""


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

    Raises FaultyGame with every fault that can be found, each with `where` and its line. If an
    illegal turn can only have meant one legal turn, the message names that, and later turns are
    judged as if it had been played; otherwise only their form is judged.
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
    reading = _Reading(where, puzzle)
    for number, line in lines:
        reading.take(number, line)
    return reading.game()


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines with content and their numbers, normalised and without comments."""
    found = []
    for number, line in enumerate(strip_quote_marks(text.splitlines()), 1):
        bare = _COMMENT.sub("", normalise(line, "line")).strip()
        if bare:
            found.append((number, bare))
    return found


@dataclass
class _Reading:
    """The parser of a typed game, line by line."""

    where: str
    puzzle: tuple[Deal, Variant] | None
    tiles: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    variant: Variant | None = None
    position: Position | None = None
    #: The fields of the head so far, by their words.
    stated: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    turns: list[Turn] | list[SharedTurn] = field(default_factory=list)
    #: The game, or the positions of a line; None before the first turn, and after a fault that
    #: leaves no position.
    played: Game | list[Position] | None = None
    count: int = 0
    #: The offset of the last wrong turn number.
    slip: int = 0
    #: Whether a missing roll has been reported; only the first one is.
    is_without_rolls: bool = False
    #: The first turn that couldn't be played: after it, positions are unknown.
    lost: int | None = None
    #: How many rolls agree with the puzzle's, how many differ, and the message about it.
    agreeing: int = 0
    differing: int = 0
    other_dice: list[str] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        """Parse a line."""
        place = at_line(number)
        try:
            head = _HEAD.fullmatch(line)
            if head:
                self._expect_head(place, line)
                self._take_head(head[1].lower(), head[2])
            elif _START.fullmatch(line) and not (self.start and self.count):
                self._expect_head(place, line)
                self._take_head("start", line)
            else:
                self._take_turn(number, line)
        except NotationError as error:
            self._blame(at_place(place, error.sentence))

    def game(self) -> Game | PlayedLine:
        """Return what has been parsed. Raises FaultyGame if anything was wrong; for a game on
        another puzzle, that is the only fault."""
        if self.differing > min(1, self.agreeing):
            raise FaultyGame((self._here("; ".join(self.other_dice)),))
        if not self.count and not self.faults:
            self._begin(coded_message("game.end", "end"))
        if self.lost is not None and self.count > self.lost:
            self._blame(
                coded_message(
                    "game.lost",
                    "after turn {turn}, which can't be played as it stands, turns were judged by "
                    "their form alone",
                    turn=self.lost,
                )
                if self.lost
                else coded_message(
                    "game.no_start",
                    "with nothing to begin from turns were judged by their form alone",
                )
            )
        if self.faults or self.played is None:
            more = len(self.faults) - _MOST_FAULTS
            reported = self.faults[:_MOST_FAULTS]
            if more > 0:
                reported = [
                    *reported,
                    self._here(
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

    def _here(self, fault: str) -> Sentence:
        return coded_message("game.whole", "{where}: {fault}", where=self.where, fault=fault)

    def _blame(self, fault: str) -> None:
        where = self.where
        reported = (
            coded_message("game.fault", "{where}, {fault}", where=where, fault=fault)
            if where
            else fault
        )
        self.faults.append(reported)

    def _blame_dice(self, place: str, fault: str) -> None:
        self._blame(at_place(place, fault))
        self.other_dice.append(fault)

    # The head.

    def _expect_head(self, place: str, line: str) -> None:
        if self.count:
            raise NotationError.coded(
                "game.head_late",
                "expected it before the first turn, got {got}",
                got=shown(line),
            )

    def _take_head(self, word: str, text: str) -> None:
        if word in self.stated and word != "puzzle":  # which has a message of its own
            raise given_twice(word, self.stated[word], text)
        if word == "puzzle":
            named = parse_name(_dealt(text))
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
        self.stated[word] = text

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
                    self._blame_dice(place, f"the {what} {names[0]}, the game's {names[1]}")
            self.tiles, self.variant = deal.tiles, rules
        self.variant = self.variant or Variant()
        try:
            if self.position is not None:
                self._expect_solo(self.position)
                self.played = [self.position]
            elif not self.tiles:
                raise NotationError.coded(
                    "game.no_puzzle",
                    "expected a line that names the puzzle, as 'puzzle 2026-11-25', or the "
                    "tiles on A to "
                    "E, as 'tiles IOTLS', before the first turn",
                )
            elif not self.start:
                raise NotationError.coded(
                    "game.no_cell",
                    "expected the cell of the first digit, as 'start d1', before the first turn",
                )
            else:
                self.played = Game(self.tiles, self.start, self.variant)
        except NotationError as error:
            self.lost = 0
            self._blame(at_place(place, error.sentence))

    def _expect_solo(self, position: Position) -> None:
        if not position.is_solo or self.tiles or self.start or self.puzzle:
            raise NotationError.coded(
                "game.no_solo",
                "position: expected one of a solo game, and no tiles, start or puzzle with it",
            )

    # The turns.

    def _take_turn(self, line_number: int, line: str) -> None:
        self.count += 1
        if self.count == 1:
            self._begin(at_line(line_number))
        first = self.position.turn if self.position is not None else 1
        number = first + self.count - 1
        if self.slip and _number_of(line) == number + self.slip:
            # The number before wasn't mistyped: a turn is missing or repeated.
            self.count, number, self.slip = self.count + self.slip, number + self.slip, 0
        place = coded_message(
            "line_turn", "line {line}, turn {turn}", line=line_number, turn=number
        )
        variant = self.variant or Variant()
        if self.lost is None and self._is_over():
            if not any("the game ended" in fault for fault in self.faults):
                ended = coded_message(
                    "game.ended", "the game ended with turn {turn}", turn=number - 1
                )
                self._blame(at_place(place, ended))
            return
        try:
            turn = self._read(line, number, variant.dice)
        except NotationError as error:
            self._lose(number)
            if not (isinstance(error, _NoRoll) and self.is_without_rolls):
                self._blame(at_place(place, error.sentence))
            self.is_without_rolls |= isinstance(error, _NoRoll)
            return
        self._compare(place, turn.roll, number)
        try:
            self._play(turn, number, variant)
        except IllegalTurn as error:
            seat = "" if error.seat is None else f", seat {error.seat}"
            meant = self._meant(turn, variant)
            if meant is None:
                self._blame(at_place(f"{place}{seat}" if seat else place, error.message))
                self._lose(number)
                return
            fault = coded_message(
                "game.meant",
                "{fault}; is {meant} meant? Later turns are judged as if it were",
                fault=error.message,
                meant=repr(str(meant)),
            )
            self._blame(at_place(place, fault))
            self._play(meant, number, variant)

    def _read(self, line: str, number: int, dice: str) -> Turn | SharedTurn:
        roll = self._roll_of(number)
        if "|" in line:
            return read_shared_turn(line, dice, roll)
        says = split_turn(line)
        if says.number is not None and says.number != number:
            self.slip = says.number - number
            raise NotationError.coded(
                "game.turn",
                "expected turn {number} here, got turn {got}",
                number=number,
                got=says.number,
            )
        if says.number is not None:
            self.slip = 0
        if says.roll is None and roll is None and self.puzzle is None:
            raise _NoRoll.coded(
                "game.no_roll",
                "turn: expected its roll first, such as 156*O, as no line names the puzzle",
            )
        return turn_of(says, line, dice, roll)

    def _roll_of(self, number: int) -> Roll | None:
        rolls = self.puzzle[0].rolls if self.puzzle else ()
        return rolls[number - 1] if number <= len(rolls) else None

    def _compare(self, place: str, roll: Roll, number: int) -> None:
        """Compare a roll with the puzzle's. Only the first difference is reported: more of them
        mean another puzzle."""
        ours = self._roll_of(number)
        if ours is None:
            return
        if ours.in_order() == roll.in_order():
            self.agreeing += 1
            return
        self.differing += 1
        if self.differing == 1:
            fault = coded_message(
                "game.other_roll",
                "roll {number} of this puzzle is {ours}, the game's is {roll}",
                number=number,
                ours=ours,
                roll=roll,
            )
            self._blame_dice(place, fault)

    def _play(self, turn: Turn | SharedTurn, number: int, variant: Variant) -> None:
        if self.lost is not None:
            if isinstance(turn, Turn) and (why := wrong_form(turn, variant)):
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

    def _lose(self, number: int) -> None:
        if self.lost is None:
            self.lost = number

    def _meant(self, turn: Turn | SharedTurn, variant: Variant) -> Turn | None:
        if self.lost is not None or not isinstance(turn, Turn) or self.played is None:
            return None
        played = self.played
        there = played.positions[0] if isinstance(played, Game) else played[-1]
        return suggest_turn(there, turn, variant) if there.is_solo else None


def _dealt(text: str) -> str:
    """Return the canonical name of the puzzle that a game was played on."""
    name = read_puzzle(text)
    if is_problem(name):
        raise NotationError.coded(
            "game.problem",
            "puzzle: expected one of twenty rolls, got {name}, a drop problem",
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
    """Return the shapes on A to E: five letters with anything between, or names of blocks as
    well."""
    bare = re.sub(r"\b[A-E]\s*[:=]", " ", text.upper())
    words = [word for word in re.split(r"[\s,;/-]+", bare) if word]
    if len(words) == 1 and len(words[0]) == len(SOLO_SHAPES):
        words = list(words[0])
    if len(words) != len(SOLO_SHAPES):
        raise NotationError.coded(
            "tiles.five",
            "tiles: expected the five shapes on A to E, as IOTLS, got {got}",
            got=shown(text),
        )
    return tuple(FLIPPED.get(word, word) for word in words)
