"""A player's game on a puzzle: replayed, and held against the puzzle's targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..dice import Deal
from ..documents import parse_json
from ..errors import IllegalTurn, NotationError
from ..game import Game
from ..plan.question import Question
from ..record import load_game
from ..rules import Variant
from ..turn import Turn
from .archive.puzzles import DailyPuzzle
from .targets import place_among, rung_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a game is worth: its score, the medal (None for none), how many per cent of the blind
    player's games it beats, and the highest line of the rulebook's ladder that it reaches.

    `above` are the points by which it beats the best score known, 0 if it doesn't.
    """

    game: Game
    score: int
    medal: str | None
    beats: int | None
    rung: int | None
    above: int

    def to_json(self) -> dict[str, Any]:
        """All but the game itself, for `numberdrop daily --submit --json` (cli.md, Daily)."""
        names = ("score", "medal", "beats", "rung", "above")
        return {name: getattr(self, name) for name in names}


def parse_game(text: str, deal: Deal, variant: Variant, where: str) -> Game:
    """A whole game on these dice, from a record in JSON or typed turn by turn: the cell of the
    first 1, then a turn a line in the one-line form; blank lines are passed over.

    NotationError or IllegalTurn if it is none, is played with other dice, or isn't over.
    """
    if text.lstrip()[:1] in ("{", "["):
        game = load_game(parse_json(text, where))
    else:
        game = _typed(text, deal, variant, where)
    if game.tiles != deal.tiles or game.variant != variant or game.players != 1:
        raise NotationError(
            f"{where}: expected a solo game on the tiles {' '.join(deal.tiles)} in {variant}, got "
            f"{' '.join(game.tiles)} in {game.variant}"
        )
    question = Question.of(deal, None, variant)
    start, turns = question.read_record(game.to_record())
    question.score(start, turns)
    return game


def _typed(text: str, deal: Deal, variant: Variant, where: str) -> Game:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError(f"{where}: expected a game, got an empty text")
    game = Game(deal.tiles, [lines[0]], variant)
    for number, line in enumerate(lines[1:], 1):
        try:
            turn = Turn.from_text(line, variant.dice)
        except NotationError as error:
            raise IllegalTurn(str(error), turn=number) from None
        game.push(turn)
    return game


def judge(game: Game, entry: DailyPuzzle | None) -> Verdict:
    """What a finished game on a puzzle is worth, by the puzzle's entry in the archive, if it has
    one."""
    score = game.positions[0].score(game.variant).total
    if entry is None:
        return Verdict(game, score, None, None, rung_of(score), 0)
    return Verdict(
        game,
        score,
        entry.targets.medal_of(score),
        place_among(score, entry.blind.scores),
        rung_of(score),
        max(0, score - entry.best.score) if entry.best else 0,
    )
