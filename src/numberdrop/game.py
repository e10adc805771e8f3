"""Games: the sheets of one to six players, the turns played so far, and the result.

Chance comes from outside: a turn carries its roll. The rules of one sheet are in position.py and
transitions.py. This module has the rules that connect the sheets of several players (rules.md, Two
to six players).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from .dice import Roll
from .errors import IllegalTurn, NotationError, coded_message, shown
from .initials import coerce_names
from .notation import coerce_cells, coerce_tiles
from .plurals import count_noun
from .position import Position
from .record_types import GameRecord
from .rules import BLOCK_SHAPES, LAST_NOTCH, LETTERS, SHAPES, Variant
from .transitions import check_roll, play_canonical, play_part
from .turn import Part, SharedTurn, Turn
from .validate import coerce, expect_kind, integer_between

MOST_PLAYERS = 6


class Game:
    """A game in progress. :meth:`push` plays a turn, and :meth:`pop` takes the last one back.

    `positions` has one Position per seat. Turns are of type Turn in a solo game and SharedTurn in a
    game of several players. `names` has the three letters of each seat or None, and is empty if no
    seat has a name. Games with the same moves are equal, whoever played them. A copy is
    independent of the original. A game must not be used by several threads at a time; its positions
    and turns are immutable and may be shared.
    """

    __slots__ = ("_history", "_turns", "names", "start", "tiles", "variant")

    def __init__(
        self,
        tiles: Sequence[str] | str,
        start: Iterable[str] | str,
        variant: str | Variant = "rulebook",
        turns: Iterable[Turn | SharedTurn | str] = (),
        names: Iterable[str | None] = (),
    ) -> None:
        """Start a game and play `turns`.

        `tiles` are the shapes on A..E, also as one text, `IOTLS`. `start` has a cell of row 1 for
        each seat, also as one text, `d1`. `names` has three letters A to Z or digits, or None, for
        each seat. Raises NotationError if the tiles can't be dealt, a cell is not in row 1 or a
        name is another text, and IllegalTurn for a turn that breaks a rule.
        """
        self.variant = Variant.of(variant)
        self.tiles = coerce_tiles(tiles, SHAPES)
        self.start = coerce_cells(start, "start")
        if not 1 <= len(self.start) <= MOST_PLAYERS:
            raise NotationError.coded(
                "game.players",
                "players: expected 1 to {most}, got {count}",
                most=MOST_PLAYERS,
                count=len(self.start),
            )
        self.names = coerce_names(names, len(self.start))
        solo = len(self.start) == 1
        if self.variant.bga and not solo and not set(self.tiles) <= set(BLOCK_SHAPES):
            raise NotationError.coded(
                "tiles.blocks",
                "tiles: expected only blocks ({blocks}) in {variant}, got {got}",
                blocks=BLOCK_SHAPES,
                variant=str(self.variant),
                got=shown(tiles),
            )
        self._history = [
            tuple(
                Position.start(self.tiles, cell, seat, solo=solo)
                for seat, cell in enumerate(self.start, 1)
            )
        ]
        self._turns: list[Any] = []
        for turn in expect_kind(turns, Iterable, "turns"):
            self.push(turn)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Game:
        """Return the game of a record (formats.md, Game record).

        The result in the record is ignored. Raises IllegalTurn, with the number of the turn and the
        rule, if the record is not a legal game; the number is 0 if the head of the record is at
        fault.
        """
        from .record import load_game

        return load_game(record)

    @property
    def turns(self) -> tuple[Turn, ...] | tuple[SharedTurn, ...]:
        """The turns played so far, in canonical form."""
        return tuple(self._turns)

    @property
    def players(self) -> int:
        """The number of players, 1 to 6."""
        return len(self.start)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The current position of each seat."""
        return self._history[-1]

    @property
    def history(self) -> tuple[tuple[Position, ...], ...]:
        """The positions of each seat at the start and after each turn."""
        return tuple(self._history)

    @property
    def first_player(self) -> int:
        """The seat, from 1, that rolls next. It moves on by one each turn."""
        return len(self._turns) % self.players + 1

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self._turns) and any(position.is_over() for position in self.positions)

    def active_letter(self) -> str | None:
        """Return the highest letter that a player has circled and that is not crossed off.

        A is higher than B. Returns None if there is no such letter.
        """
        marked = {
            letter
            for position in self.positions
            for letter, (_, _, mark) in zip(LETTERS, position.tiles, strict=True)
            if mark == "o"
        }
        return min(marked, default=None)

    def falling_letter(self, roll: Roll | str) -> str | None:
        """Return the letter whose block falls with this roll (rules.md, Two to six players).

        Returns None if the roll shows no star, or if every letter that a player has circled is
        crossed off. Raises
        NotationError if the dice can't show the roll.
        """
        roll = Roll.of(roll, self.variant.dice)
        return self.active_letter() if self.players > 1 and roll.has_star else None

    def play_part(self, seat: int, roll: Roll | str, part: Part | str) -> tuple[Position, Part]:
        """Return the position of a seat after its part of a turn, and the part in canonical form.

        The game is not changed. `seat` counts from 1. Raises IllegalTurn, with the seat and the
        rule, if the part breaks a rule, and NotationError if there is no such seat or the dice
        can't show the roll.
        """
        seat = integer_between(seat, 1, self.players, "seat")
        roll = Roll.of(roll, self.variant.dice)
        part = coerce(part, Part, Part.from_text, "part")
        return self._played_part(seat, roll, part, self.falling_letter(roll))

    def push(self, turn: Turn | SharedTurn | str) -> None:
        """Play a turn.

        Raises IllegalTurn, with the rule, if the turn breaks one, and NotationError for text that
        is not a turn. The game is not changed then.
        """
        kind = Turn if self.players == 1 else SharedTurn
        if isinstance(turn, str):
            turn = kind.from_text(turn, self.variant.dice)
        expect_kind(turn, (Turn, SharedTurn), "turn")
        number = len(self._turns) + 1
        if self.is_over():
            ended = coded_message(
                "game.ended_with", "the game ended with turn {turn}", turn=number - 1
            )
            raise IllegalTurn(ended, turn=number)
        if isinstance(turn, Turn) and self.players == 1:
            after, canonical = play_canonical(self.positions[0], turn, self.variant)
            self._history.append((after,))
            self._turns.append(canonical)
        elif isinstance(turn, SharedTurn) and self.players > 1:
            self._push_shared(turn, number)
        else:
            players = count_noun(self.players, "player")
            expected = coded_message(
                "turn.players", f"expected a turn for {players}", n=self.players
            )
            raise IllegalTurn(expected, turn=number)

    def pop(self) -> Turn | SharedTurn:
        """Take back the last turn and return it. Raises IndexError if no turn has been played."""
        turn: Turn | SharedTurn = self._turns.pop()
        self._history.pop()
        return turn

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        other = object.__new__(type(self))
        other.variant, other.tiles, other.start = self.variant, self.tiles, self.start
        other.names = self.names
        other._history, other._turns = self._history.copy(), self._turns.copy()
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()  # positions and turns are immutable

    def __reduce__(self) -> tuple[Any, ...]:
        more = (self.names,) if self.names else ()
        turns = [*map(str, self._turns)]
        return type(self), (self.tiles, self.start, str(self.variant), turns, *more)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = (
            (game.variant, game.tiles, game.start, game._turns) for game in (self, other)
        )
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # a game is mutable

    def __repr__(self) -> str:
        _, arguments = self.__reduce__()
        return f"Game({', '.join(map(repr, arguments))})"

    def _push_shared(self, turn: SharedTurn, number: int) -> None:
        if len(turn.parts) != self.players:
            expected = coded_message(
                "turn.parts",
                "expected a part for each of {n} seats, got {count}",
                n=self.players,
                count=len(turn.parts),
            )
            raise IllegalTurn(expected, turn=number)
        check_roll(self.positions[0], turn.roll, self.variant)
        letter = self.falling_letter(turn.roll)
        played = [
            self._played_part(seat, turn.roll, part, letter)
            for seat, part in enumerate(turn.parts, 1)
        ]
        positions = tuple(position for position, _ in played)
        self._history.append(_cross_off(positions, letter))
        parts = tuple(part for _, part in played)
        self._turns.append(SharedTurn(turn.roll, parts))

    def _played_part(
        self, seat: int, roll: Roll, part: Part, letter: str | None
    ) -> tuple[Position, Part]:
        try:
            return play_part(self.positions[seat - 1], roll, part, letter, self.variant)
        except IllegalTurn as error:
            number = len(self._turns) + 1
            raise IllegalTurn(error.message, turn=number, seat=seat) from None

    # Results

    def text(self) -> str:
        """Return the turns with the score after each, and the final score, as text.

        The text is that of numberdrop.view.draw_game().
        """
        from .view.reports import draw_game

        return draw_game(self)

    def svg(self) -> str:
        """Return the sheets as an SVG document, as from numberdrop.view.game_svg()."""
        from .view.pictures import game_svg

        return game_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from .view.notebook import game_html

        return game_html(self)

    def end(self) -> str:
        """Return why the game ended: "line", "tiles", "line+tiles", or "unfinished"."""
        return why_ended(self.positions) if self.is_over() else "unfinished"

    def winners(self) -> list[int]:
        """Return the seats, from 1, with the highest score, or an empty list if the game is not
        over."""
        if not self.is_over():
            return []
        totals = [position.score(self.variant).total for position in self.positions]
        return [seat for seat, total in enumerate(totals, 1) if total == max(totals)]

    def result(self) -> dict[str, Any]:
        """Return the `result` of the game's record (formats.md, Game record)."""
        totals = [
            [position.score(self.variant).total for position in positions]
            for positions in self._history[1:]
        ]
        final = [position.score(self.variant).to_json() for position in self.positions]
        if self.players == 1:
            return {"scores": [total for [total] in totals], "final": final[0], "end": self.end()}
        return {"scores": totals, "final": final, "end": self.end(), "winners": self.winners()}

    def to_record(self) -> GameRecord:
        """Return the game as a JSON object (formats.md, Game record)."""
        record: dict[str, Any] = {
            "format": "numberdrop.game",
            "version": 1,
            "variant": str(self.variant),
            "players": self.players,
            **({"names": list(self.names)} if self.names else {}),
            "tiles": list(self.tiles),
            "start": self.start[0] if self.players == 1 else list(self.start),
            "turns": [turn.to_json() for turn in self._turns],
            "result": self.result(),
        }
        return cast(GameRecord, record)


def why_ended(positions: Sequence[Position]) -> str:
    """Return the `end` of a record's result from the positions of all players (formats.md, Game
    record)."""
    if not any(position.is_over() for position in positions):
        return "unfinished"
    line = any(position.is_past_line() for position in positions)
    tiles = all(notch == LAST_NOTCH for _, notch, _ in positions[0].tiles)
    return "+".join(name for name, is_so in (("line", line), ("tiles", tiles)) if is_so)


def _cross_off(positions: tuple[Position, ...], fallen: str | None) -> tuple[Position, ...]:
    """Cross off the letter whose block fell, and the letters that everyone has circled."""
    circled, crossed = (
        [
            {x for x, tile in zip(LETTERS, p.tiles, strict=True) if tile[2] == mark}
            for p in positions
        ]
        for mark in "ox"
    )
    gone = set.intersection(*circled) | set.union(*crossed) | ({fallen} if fallen else set())
    return tuple(
        position.mark_letters("".join(mine - gone), "".join(gone))
        for position, mine in zip(positions, circled, strict=True)
    )
