"""Drop problems as lines of the archive (formats.md, Archive)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...dice import Roll, parse_rolls
from ...documents import Fields
from ...position import Position
from ...rules import Variant
from ..player import Player
from ..puzzle import FORMAT, MOST_VERSIONS, texts
from ..targets import SCORES, Difficulty
from .best import Best, Maker

#: The most rolls that a problem has.
MOST_ROLLS = 3

_KEYS = (
    *("format", "version", "id", "kind", "variant", "generator", "position", "rolls", "targets"),
    *("best", "greedy", "player", "chance", "needs", "themes", "difficulty", "made_by"),
)
_NAME = re.compile(r"drop#(?:0|[1-9][0-9]{0,19})\.(?:0|[1-9][0-9]{0,19})")
#: How often a solution may need one thing.
_MOST_NEEDS = 100


@dataclass(frozen=True, slots=True)
class DropProblem:
    """A position, one to three rolls, and the score to reach, which `best` proves the highest.

    `greedy` is what a greedy player scores, `player` the blind player whose game the position is
    from, and `chance`, 0..1, how often one who sees a roll at a time reaches the score; `needs`
    counts what the solution needs, by name, and `themes` are those that it has at all.
    """

    id: str
    variant: Variant
    generator: int
    position: Position
    rolls: tuple[Roll, ...]
    goal: int
    best: Best
    greedy: int
    player: Player
    chance: float
    needs: dict[str, int]
    themes: tuple[str, ...]
    difficulty: Difficulty
    made_by: Maker

    @classmethod
    def from_json(cls, value: object, where: str = "puzzle") -> DropProblem:
        """Reads what to_json() wrote. Only its form is checked, and that the solution can be
        replayed; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only(*_KEYS)
        fields.expect_format(FORMAT)
        fields.expect("kind", "drop")
        if not _NAME.fullmatch(fields.text("id")):
            raise fields.fault("id", "expected drop#SEED.N")
        variant = fields.read("variant", Variant.from_text)
        position = fields.read("position", Position.from_text)
        rolls = fields.read("rolls", lambda value: parse_rolls(value, variant.dice))
        targets, needs = fields.fields("targets"), fields.fields("needs")
        targets.expect_only("goal")
        if not position.is_solo:
            raise fields.fault("position", "expected one of a solo game")
        if len(rolls) > MOST_ROLLS:
            raise fields.fault("rolls", f"expected at most {MOST_ROLLS}")
        return cls(
            fields.text("id"),
            variant,
            fields.count("generator", 1, MOST_VERSIONS),
            position,
            rolls,
            targets.count("goal", *SCORES),
            Best.from_json(fields["best"], "numberdrop.line", fields.place("best")),
            fields.count("greedy", *SCORES),
            Player.from_json(fields["player"], fields.place("player")),
            fields.number("chance", 0, 1),
            {need: needs.count(need, 0, _MOST_NEEDS) for need in needs.values},
            tuple(fields.texts("themes")),
            Difficulty.from_json(fields["difficulty"], fields.place("difficulty")),
            Maker.from_json(fields["made_by"], fields.place("made_by")),
        )

    def to_json(self) -> dict[str, Any]:
        """The line without its digest, which archive.lines adds."""
        return {
            "format": FORMAT,
            "version": 1,
            "id": self.id,
            "kind": "drop",
            "variant": str(self.variant),
            "generator": self.generator,
            "position": str(self.position),
            "rolls": texts(self.rolls),
            "targets": {"goal": self.goal},
            "best": self.best.to_json(),
            "greedy": self.greedy,
            "player": self.player.to_json(),
            "chance": self.chance,
            "needs": self.needs,
            "themes": list(self.themes),
            "difficulty": self.difficulty.to_json(),
            "made_by": self.made_by.to_json(),
        }
