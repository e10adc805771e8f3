"""The puzzle of a day as a line of the archive (formats.md, Archive)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...documents import Fields
from ..player import Player
from ..puzzle import DealPuzzle
from ..targets import SCORES, Difficulty, Targets
from .best import Best, Maker

_KEYS = (
    *("format", "version", "id", "kind", "variant", "generator", "recipe", "longest_game"),
    *("tiles", "rolls", "targets", "best", "blind", "difficulty", "made_by"),
)
#: The fewest and the most turns of a whole game.
_TURNS = (10, 20)


@dataclass(frozen=True, slots=True)
class Blind:
    """The blind player's games: the `expert`'s score, the `turns` of that game, how many of them
    were `forced`, admitting one good move alone; and the `scores` of the games with slips."""

    player: Player
    expert: int
    turns: int
    forced: int
    scores: tuple[int, ...]

    @classmethod
    def from_json(cls, value: object, where: str = "blind") -> Blind:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only("player", "expert", "turns", "forced", "scores")
        return cls(
            Player.from_json(fields["player"], fields.place("player")),
            fields.count("expert", *SCORES),
            fields.count("turns", *_TURNS),
            fields.count("forced", 0, _TURNS[1]),
            tuple(fields.counts("scores", *SCORES)),
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents."""
        return {
            "player": self.player.to_json(),
            "expert": self.expert,
            "turns": self.turns,
            "forced": self.forced,
            "scores": list(self.scores),
        }


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day, its targets and their games, and what is known of its best score, None
    where none was searched."""

    puzzle: DealPuzzle
    targets: Targets
    best: Best | None
    blind: Blind
    difficulty: Difficulty
    made_by: Maker

    @property
    def id(self) -> str:
        """The day, YYYY-MM-DD."""
        return self.puzzle.id

    @classmethod
    def from_json(cls, value: object, where: str = "puzzle") -> DailyPuzzle:
        """Reads what to_json() wrote. Only its form is checked, and that the solution can be
        replayed; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only(*_KEYS)
        best = fields["best"]
        return cls(
            DealPuzzle.from_fields(fields),
            Targets.from_json(fields["targets"], fields.place("targets")),
            None if best is None else Best.from_json(best, "numberdrop.game", fields.place("best")),
            Blind.from_json(fields["blind"], fields.place("blind")),
            Difficulty.from_json(fields["difficulty"], fields.place("difficulty")),
            Maker.from_json(fields["made_by"], fields.place("made_by")),
        )

    def to_json(self) -> dict[str, Any]:
        """The line without its digest, which archive.lines adds."""
        return {
            **self.puzzle.head(),
            "targets": self.targets.to_json(),
            "best": None if self.best is None else self.best.to_json(),
            "blind": self.blind.to_json(),
            "difficulty": self.difficulty.to_json(),
            "made_by": self.made_by.to_json(),
        }
