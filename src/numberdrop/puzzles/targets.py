"""The targets of a puzzle, the blind player's games behind them, and how hard it is, by rules that
anyone can apply again.

formats.md, Archive; docs/daily.md says what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..documents import Fields
from ..rules import LADDER, SCORES

#: Games of the field behind the targets: twenty from each column.
GAMES: Final = 140
MEDALS: Final = ("bronze", "silver", "gold", "perfect")
#: The fewest and the most turns of a game.
TURNS: Final = (10, 20)
#: Turns to look at, and 1/100 points to slip by, that a document may name.
_MOST: Final = 10**6

#: The figure from which on a day is called so: the quarters that bench/year.py found.
WORDS: Final = ((0, "gentle"), (38, "fair"), (40, "hard"), (42, "fierce"))


@dataclass(frozen=True, slots=True)
class Targets:
    """Points for each medal; None for the last where the best score isn't proved."""

    bronze: int
    silver: int
    gold: int
    perfect: int | None = None

    @classmethod
    def from_json(cls, value: object, where: str = "targets") -> Targets:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only(*(MEDALS if "perfect" in fields else MEDALS[:-1]))
        return cls(**{medal: fields.count(medal, *SCORES) for medal in MEDALS if medal in fields})

    def to_json(self) -> dict[str, int]:
        """Points by medal, from the lowest on."""
        points = (self.bronze, self.silver, self.gold, self.perfect)
        return {medal: each for medal, each in zip(MEDALS, points, strict=True) if each is not None}

    def medal_of(self, score: int) -> str | None:
        """The highest medal that a score earns; None below bronze."""
        earned = [medal for medal, points in self.to_json().items() if score >= points]
        return earned[-1] if earned else None


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is: a figure, and the word for it."""

    figure: int
    word: str

    @classmethod
    def of(cls, figure: int, words: Sequence[tuple[int, str]]) -> Difficulty:
        """With the word of the last of these, in order, whose figure is reached."""
        return cls(figure, [word for least, word in words if figure >= least][-1])

    @classmethod
    def from_json(cls, value: object, where: str = "difficulty") -> Difficulty:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only("figure", "word")
        return cls(fields.count("figure", -1000, 1000), fields.label("word"))

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Archive)."""
        return {"figure": self.figure, "word": self.word}


@dataclass(frozen=True, slots=True)
class Player:
    """What names a blind player: players of one name play the same games.

    `weights` names his value, `width` how widely he looks; among the best `few` turns he takes
    those that lose less than `slip` 1/100 points.
    """

    weights: str
    width: tuple[int, ...]
    few: int
    slip: int

    @classmethod
    def from_json(cls, value: object, where: str = "player") -> Player:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only("weights", "width", "few", "slip")
        return cls(
            fields.label("weights"),
            tuple(fields.counts("width", 1, _MOST)),
            fields.count("few", 1, _MOST),
            fields.count("slip", 1, _MOST),
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Archive)."""
        return {
            "weights": self.weights,
            "width": list(self.width),
            "few": self.few,
            "slip": self.slip,
        }


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
            fields.count("turns", *TURNS),
            fields.count("forced", 0, TURNS[1]),
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


def quantile(scores: Sequence[int], quarters: int) -> int:
    """The score that so many quarters (0..4) of the sorted scores lie at or below; of the scores
    themselves, the nearest rank."""
    ranked = sorted(scores)
    return ranked[(quarters * (len(ranked) - 1) + 2) // 4]


def targets_of(scores: Sequence[int], expert: int, best: int | None, bound: int) -> Targets:
    """Points for each medal: bronze is the lower quartile of the blind player's games, silver their
    median, gold the upper quartile or the expert's score, the higher of the two, and perfect the
    best score, where it meets the bound.

    No medal asks for more than the next: all are at most `best`, the best score known, if any.
    """
    bronze, silver = quantile(scores, 1), quantile(scores, 2)
    gold = max(quantile(scores, 3), expert)
    if best is None:
        return Targets(bronze, silver, gold)
    perfect = best if best == bound else None
    return Targets(min(bronze, best), min(silver, best), min(gold, best), perfect)


def rung_of(score: int) -> int | None:
    """The highest line of the rulebook's ladder that a score reaches; None below the lowest."""
    return next((rung for rung in LADDER if score >= rung), None)


def difficulty_of(bound: int, scores: Sequence[int], forced: int) -> Difficulty:
    """How hard a day is: the points from the blind player's median up to the bound on every score,
    and one for each turn of the expert that admitted one good move alone."""
    return Difficulty.of(bound - quantile(scores, 2) + forced, WORDS)


def place_among(score: int, scores: Sequence[int]) -> int:
    """The per cent, 0..100, of these games that a score beats, ties counting half."""
    below = sum(other < score for other in scores)
    level = sum(other == score for other in scores)
    return (200 * below + 100 * level + len(scores)) // (2 * len(scores))
