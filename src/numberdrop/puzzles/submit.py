"""A player's game on a puzzle: replayed, and held against the puzzle's targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..dice import Deal, Roll
from ..errors import IllegalTurn, NotationError
from ..game import Game
from ..record import load_game
from ..rules import COLUMNS, LETTERS, ROW_COUNT, SHAPES, Variant
from .archive.entries import DailyPuzzle
from .targets import place_among, rung_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a game is worth: its score, the medal (None for none), how many per cent of the people's
    games it beats, and the highest line of the rulebook's ladder that it reaches.

    `above` are the points by which it beats the best score known, 0 if it doesn't; `rows` is how
    many rows of the sheet are complete at the end. `next` is the next medal, with the points
    missing to it, and `luck` how kind the dice were to the people, a figure in points and its word;
    None where there is none.
    """

    game: Game
    score: int
    medal: str | None
    beats: int | None
    rung: int | None
    above: int
    rows: int
    next: tuple[str, int] | None = None
    luck: tuple[int, str] | None = None

    def to_json(self) -> dict[str, Any]:
        """All but the game itself, for `numberdrop daily --submit --json` (cli.md, Daily)."""
        names = ("score", "medal", "beats", "rung", "above", "rows")
        return {
            **{name: getattr(self, name) for name in names},
            "next": self.next and {"medal": self.next[0], "missing": self.next[1]},
            "luck": self.luck and {"figure": self.luck[0], "word": self.luck[1]},
        }


def whole_game(record: object, deal: Deal, variant: Variant, where: str) -> Game:
    """The game on these dice that a record tells, played to its end.

    NotationError, naming `where` and the first tile and roll that differ, where it is a game with
    other dice; IllegalTurn if it breaks a rule, or isn't over.
    """
    if isinstance(record, Mapping) and (found := list(_differences(record, deal, variant))):
        raise NotationError(
            f"{where}: "
            + "; ".join(f"{what} of this puzzle is {o}, the game's is {g}" for what, o, g in found)
        )
    game = load_game(record)  # type: ignore[arg-type]
    if game.players != 1:
        raise NotationError(f"{where}: expected a solo game, got one of {game.players} players")
    if not game.is_over():
        raise IllegalTurn("the game goes on: expected another turn", turn=len(game.turns) + 1)
    return game


def _differences(
    record: Mapping[str, Any], deal: Deal, variant: Variant
) -> Iterator[tuple[str, object, object]]:
    """The first things in which the dice of a record, as far as they can be read, are others: what
    it is, ours, and the game's."""
    with suppress(NotationError):
        its = Variant.from_text(record.get("variant", ""))
        if its != variant:
            yield "the variant", variant, its
    for letter, shape, other in zip(LETTERS, deal.tiles, _items(record, "tiles"), strict=False):
        if other in SHAPES and other != shape:
            yield f"tile {letter}", shape, other
            break
    for number, (roll, turn) in enumerate(zip(deal.rolls, _items(record, "turns"), strict=False)):
        try:
            found = Roll.from_text(turn["roll"], variant.dice)
        except (NotationError, LookupError, TypeError):
            break  # what can't be read is what there is to tell
        if found.in_order() != roll.in_order():
            yield f"roll {number + 1}", roll, found
            break


def _items(record: Mapping[str, Any], key: str) -> list[Any]:
    items = record.get(key)
    return items if isinstance(items, list) else []


def judge(game: Game, entry: DailyPuzzle | None) -> Verdict:
    """What a finished game on a puzzle is worth, by the puzzle's entry in the archive, if it has
    one."""
    sheet = game.positions[0]
    score = sheet.score(game.variant).total
    rows = sum(
        all(sheet.symbol(f"{column}{row}") != "." for column in COLUMNS)
        for row in range(1, ROW_COUNT + 1)
    )
    if entry is None:
        return Verdict(game, score, None, None, rung_of(score), 0, rows)
    people = entry.people
    return Verdict(
        game,
        score,
        entry.targets.medal_of(score),
        place_among(score, people.all_scores() if people else entry.blind.scores),
        rung_of(score),
        max(0, score - entry.best.score) if entry.best else 0,
        rows,
        entry.targets.next_after(score),
        people.luck() if people else None,
    )
