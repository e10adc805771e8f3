"""The targets of a puzzle, the blind player's games behind them, and how hard it is, by rules that
anyone can apply again.

formats.md, Archive; docs/daily.md says what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..json_reader import Fields
from ..rules import LADDER, SCORES, TURNS
from .quantiles import quantile, word_for
from .simulated.results import SimulatedResults
from .simulated.roster import NAMES, PEOPLE

#: Games behind the targets of a day: of each of the people, and of the blind player.
GAMES: Final = 21
#: Who plays them: the three people, and the blind player.
PLAYERS: Final = len(NAMES) + 1
MEDALS: Final = ("bronze", "silver", "gold", "expert", "master", "perfect")
#: Points that a medal asks for more than the one below it, at least; and that silver and gold, the
#: people's, are to ask for more.
APART: Final = 3
PEOPLE_APART: Final = 7
#: Turns to look at, and 1/100 points to slip by, that a document may name.
_MOST: Final = 10**6

#: The figure from which on a day is called so: the quarters that bench/year.py found.
WORDS: Final = ((0, "gentle"), (59, "fair"), (61, "hard"), (63, "fierce"))
#: The same of entries of generator 1.
FIRST_WORDS: Final = ((0, "gentle"), (38, "fair"), (40, "hard"), (42, "fierce"))


@dataclass(frozen=True, slots=True)
class Targets:
    """Points for each medal. `expert` and `master` are None in entries of generator 1; `perfect`
    is None where the best score isn't proved."""

    bronze: int
    silver: int
    gold: int
    expert: int | None = None
    master: int | None = None
    perfect: int | None = None

    @classmethod
    def from_json(cls, value: object, where: str = "targets") -> Targets:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        left_out = {medal for medal in ("perfect",) if medal not in fields}
        if not {"expert", "master"} & fields.values.keys():
            left_out |= {"expert", "master"}
        medals = [medal for medal in MEDALS if medal not in left_out]
        fields.expect_only(*medals)
        return cls(**{medal: fields.count(medal, *SCORES) for medal in medals})

    def to_json(self) -> dict[str, int]:
        """Points by medal, from the lowest on."""
        points = {medal: getattr(self, medal) for medal in MEDALS}
        return {medal: each for medal, each in points.items() if each is not None}

    def medal_of(self, score: int) -> str | None:
        """The highest medal that a score earns; None below bronze."""
        earned = [medal for medal, points in self.to_json().items() if score >= points]
        return earned[-1] if earned else None

    def next_after(self, score: int) -> tuple[str, int] | None:
        """The lowest medal that a score doesn't earn, and the points missing; None where there is
        none."""
        return next(
            ((medal, each - score) for medal, each in self.to_json().items() if each > score), None
        )


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is: a figure, and the word for it."""

    figure: int
    word: str

    @classmethod
    def of(cls, figure: int, words: Sequence[tuple[int, str]]) -> Difficulty:
        """With the word of the last of these, in order, whose figure is reached."""
        return cls(figure, word_for(figure, words))

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


def ladder_of(people: SimulatedResults, blind: Blind, best: int | None, bound: int) -> Targets:
    """Points for each medal: bronze, silver and gold are the medians of the people's games, expert
    is the median of the blind player's, master their upper quartile or the score of the game
    without slips, the higher of the two, and perfect the best score, where it meets the bound.

    Silver and gold ask for PEOPLE_APART more than the one below at least, the rest for APART; where
    the best score known, or else the bound, leaves no room for APART, those below it ask for less.
    """
    scores = blind.scores
    rungs = [*people.medians(), quantile(scores, 2), max(quantile(scores, 3), blind.expert)]
    for number in range(1, len(rungs)):
        apart = PEOPLE_APART if number < len(PEOPLE) else APART
        rungs[number] = max(rungs[number], rungs[number - 1] + apart)
    above = bound if best is None else best
    for number in reversed(range(len(rungs))):
        above = rungs[number] = min(rungs[number], above - APART)
    bronze, silver, gold, expert, master = rungs
    perfect = best if best == bound else None
    return Targets(bronze, silver, gold, expert, master, perfect)


def first_ladder_of(blind: Blind, best: int | None, bound: int) -> Targets:
    """Points for each medal by generator 1, all from the blind player's games: bronze is their
    lower quartile, silver their median, gold their upper quartile or the score of the game without
    slips, the higher of the two, and perfect the best score, where it meets the bound.

    No medal asks for more than the next: all are at most `best`, the best score known, if any.
    """
    scores = blind.scores
    rungs = [quantile(scores, 1), quantile(scores, 2), max(quantile(scores, 3), blind.expert)]
    if best is not None:
        rungs = [min(rung, best) for rung in rungs]
    bronze, silver, gold = rungs
    return Targets(bronze, silver, gold, perfect=best if best == bound else None)


def rung_of(score: int) -> int | None:
    """The highest line of the rulebook's ladder that a score reaches; None below the lowest."""
    return next((rung for rung in LADDER if score >= rung), None)


def difficulty_of(bound: int, people: SimulatedResults) -> Difficulty:
    """How hard a day is: the points from the median of the people's games up to the bound on every
    score, and one for each turn of an adept's game, on average, that had one good move alone."""
    figure = bound - quantile(people.all_scores(), 2) + people.mean_forced()
    return Difficulty.of(figure, WORDS)


def first_difficulty_of(bound: int, blind: Blind) -> Difficulty:
    """How hard a day is by generator 1: the same from the blind player's games, and for the turns
    of the one without slips."""
    return Difficulty.of(bound - quantile(blind.scores, 2) + blind.forced, FIRST_WORDS)


def place_among(score: int, scores: Sequence[int]) -> int:
    """The per cent, 0..100, of these games that a score beats, ties counting half."""
    below = sum(other < score for other in scores)
    level = sum(other == score for other in scores)
    return (200 * below + 100 * level + len(scores)) // (2 * len(scores))
