"""A player's game on a puzzle: replayed and compared with the puzzle's targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..dice import Deal, Roll
from ..errors import IllegalTurn, NotationError
from ..game import Game
from ..record import load_game
from ..rules import COLUMNS, HIGH_SCORES, LETTERS, ROW_COUNT, SHAPES, Variant
from ..turn import SharedTurn, Turn
from .archive.entries import DailyPuzzle
from .targets import place_among, rung_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluation of a finished game.

    `medal` is None without a medal. `beats` is the percentage of the simulated players' games that
    the score beats, None without an archive entry. `rung` is the highest line of the rulebook's
    ladder that the score reaches, None below the lowest. `above` is the points by which the score
    beats the best score known, or 0. `rows` counts the complete rows of the final sheet.

    `next` is the next medal with the points missing, None above the last. `luck` is how kind the
    dice were to the simulated players, a figure in points and its word, None if unknown.
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

    @property
    def beaten(self) -> int | None:
        """The highest line of the rulebook's high scores below the score, None if there is
        none."""
        return next((line for line in HIGH_SCORES if line < self.score), None)

    @property
    def to_beat(self) -> int | None:
        """The lowest line of the rulebook's high scores that isn't beaten, None if there is
        none."""
        return next((line for line in sorted(HIGH_SCORES) if line >= self.score), None)

    def to_json(self) -> dict[str, Any]:
        """Return all but the game, for `numberdrop daily --submit --json` (cli.md, Daily)."""
        names = ("score", "medal", "beats", "rung", "above", "rows")
        return {
            **{name: getattr(self, name) for name in names},
            "beaten": high_score_to_json(self.beaten),
            "to_beat": high_score_to_json(self.to_beat),
            "next": self.next and {"medal": self.next[0], "missing": self.next[1]},
            "luck": self.luck and {"figure": self.luck[0], "word": self.luck[1]},
        }


def high_score_to_json(line: int | None) -> dict[str, Any] | None:
    """Return a line of the rulebook's high scores, and whose they are."""
    return None if line is None else {"score": line, "names": list(HIGH_SCORES[line])}


def whole_game(record: object, deal: Deal, variant: Variant, where: str) -> Game:
    """Load the record of a finished game on these dice.

    Raises NotationError if the game has other dice, naming `where` and the first tile and roll that
    differ. Raises IllegalTurn if the game breaks a rule or isn't over. The game has the rolls as
    `deal` writes them, so that the same game is always the same record.
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
    return with_rolls_of(game, deal)


def with_rolls_of(game: Game, deal: Deal) -> Game:
    """Return a solo game with the numbers of each roll in the order of `deal`.

    A roll that differs from that of the deal is left as it is.
    """
    turns: list[Turn | SharedTurn] = [*game.turns]
    for number, (turn, roll) in enumerate(zip(game.turns, deal.rolls, strict=False)):
        if isinstance(turn, Turn) and turn.roll.in_order() == roll.in_order():
            turns[number] = replace(turn, roll=roll)
    return Game(game.tiles, game.start, game.variant, turns, game.names)


def _differences(
    record: Mapping[str, Any], deal: Deal, variant: Variant
) -> Iterator[tuple[str, object, object]]:
    """Yield the first differences between a record and `deal`: what differs, ours and the game's.

    Stops at the first part of the record that can't be read.
    """
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
            break  # load_game() reports the part that can't be read
        if found.in_order() != roll.in_order():
            yield f"roll {number + 1}", roll, found
            break


def _items(record: Mapping[str, Any], key: str) -> list[Any]:
    items = record.get(key)
    return items if isinstance(items, list) else []


def judge(game: Game, entry: DailyPuzzle | None) -> Verdict:
    """Evaluate a finished game by the puzzle's entry in the archive, if it has one."""
    sheet = game.positions[0]
    score = sheet.score(game.variant).total
    rows = sum(
        all(sheet.symbol(f"{column}{row}") != "." for column in COLUMNS)
        for row in range(1, ROW_COUNT + 1)
    )
    if entry is None:
        return Verdict(game, score, None, None, rung_of(score), 0, rows)
    simulated = entry.simulated
    return Verdict(
        game,
        score,
        entry.targets.medal_of(score),
        place_among(score, simulated.all_scores() if simulated else entry.blind.scores),
        rung_of(score),
        max(0, score - entry.best.score) if entry.best else 0,
        rows,
        entry.targets.next_after(score),
        simulated.luck() if simulated else None,
    )
