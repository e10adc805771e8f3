"""The targets and the difficulty of a puzzle, and the blind player's games behind them.

All follow from simple rules, so that anyone can check them (formats.md, Archive; docs/daily.md
explains their purpose).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..json_reader import Fields, one_of
from ..rules import HIGH_SCORES, SCORES, TURNS
from .quantiles import quantile, word_for
from .simulated.results import SimulatedResults
from .simulated.roster import NAMES, ROSTER

#: The number of games behind a day's targets, for each simulated player and the blind player.
GAMES: Final = 21
#: The number of players of these games: the simulated players and the blind player.
PLAYERS: Final = len(NAMES) + 1
MEDALS: Final = ("bronze", "silver", "gold", "expert", "master", "perfect")
#: The fewest points between two medals, and between the medals of the simulated players, from
#: bronze to gold.
APART: Final = 3
SIMULATED_APART: Final = 7
#: The largest search width and slip of a blind player accepted in a document.
_MOST: Final = 10**6

#: The lowest figure for each word, the quartiles measured by bench/year.py.
WORDS: Final = ((0, "gentle"), (59, "fair"), (61, "hard"), (63, "fierce"))
#: The same for entries of generator 1.
FIRST_WORDS: Final = ((0, "gentle"), (38, "fair"), (40, "hard"), (42, "fierce"))
#: The lowest grade of a drop problem for each word; pocket problems have the first two words.
PROBLEM_WORDS: Final = ((0, "easy"), (5, "medium"), (11, "hard"), (15, "fiendish"))


@dataclass(frozen=True, slots=True)
class Targets:
    """Points for each medal.

    `expert` and `master` are None in entries of generator 1. `perfect` is None unless the best
    score is proved.
    """

    bronze: int
    silver: int
    gold: int
    expert: int | None = None
    master: int | None = None
    perfect: int | None = None

    @classmethod
    def from_json(cls, value: object, where: str = "targets") -> Targets:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
        fields = Fields(value, where)
        left_out = {medal for medal in ("perfect",) if medal not in fields}
        if not {"expert", "master"} & fields.values.keys():
            left_out |= {"expert", "master"}
        medals = [medal for medal in MEDALS if medal not in left_out]
        fields.expect_only(*medals)
        return cls(**{medal: fields.count(medal, *SCORES) for medal in medals})

    def to_json(self) -> dict[str, int]:
        """Return the points by medal, lowest first."""
        points = {medal: getattr(self, medal) for medal in MEDALS}
        return {medal: each for medal, each in points.items() if each is not None}

    def medal_of(self, score: int) -> str | None:
        """Return the highest medal that `score` earns, or None below bronze."""
        earned = [medal for medal, points in self.to_json().items() if score >= points]
        return earned[-1] if earned else None

    def next_after(self, score: int) -> tuple[str, int] | None:
        """Return the next medal above `score` and the points missing, or None if all are earned."""
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
        """Create the difficulty with the word for `figure`, as in word_for()."""
        return cls(figure, word_for(figure, words))

    @classmethod
    def from_json(
        cls,
        value: object,
        where: str = "difficulty",
        words: Sequence[tuple[int, str]] = (*WORDS, *PROBLEM_WORDS),
    ) -> Difficulty:
        """Parse the output of to_json(), whose word is one of `words`.

        Raises NotationError, naming the place, if invalid.
        """
        fields = Fields(value, where)
        fields.expect_only("figure", "word")
        known = [word for _, word in words]
        if fields.label("word") not in known:
            raise fields.fault("word", one_of(known))
        return cls(fields.count("figure", -1000, 1000), fields.label("word"))

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Archive)."""
        return {"figure": self.figure, "word": self.word}


@dataclass(frozen=True, slots=True)
class Player:
    """The identity of a blind player. Equal players play the same games.

    `weights` names the weights of the learned value and `width` is the search width. Each turn is
    drawn among the best `few` that lose less than `slip` 1/100 points.
    """

    weights: str
    width: tuple[int, ...]
    few: int
    slip: int

    @classmethod
    def from_json(cls, value: object, where: str = "player") -> Player:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
        fields = Fields(value, where)
        fields.expect_only("weights", "width", "few", "slip")
        return cls(
            fields.label("weights"),
            tuple(fields.counts("width", 1, _MOST)),
            fields.count("few", 1, _MOST),
            fields.count("slip", 1, _MOST),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Archive)."""
        return {
            "weights": self.weights,
            "width": list(self.width),
            "few": self.few,
            "slip": self.slip,
        }


@dataclass(frozen=True, slots=True)
class Blind:
    """The games that the blind player, who doesn't know the rolls to come, played on a puzzle.

    `expert` is the score of the game in which each turn is the best one known, `turns` its number
    of turns, and `forced` how many of those had only one good choice. `scores` holds the scores of
    the games with slips, in which the player now and then takes a slightly worse turn.
    """

    player: Player
    expert: int
    turns: int
    forced: int
    scores: tuple[int, ...]

    @classmethod
    def from_json(cls, value: object, where: str = "blind") -> Blind:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
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
        """Return the JSON object."""
        return {
            "player": self.player.to_json(),
            "expert": self.expert,
            "turns": self.turns,
            "forced": self.forced,
            "scores": list(self.scores),
        }


def ladder_of(simulated: SimulatedResults, blind: Blind, best: int | None, bound: int) -> Targets:
    """Return the points for each medal.

    Bronze, silver and gold are the medians of the simulated players' games. Expert is the median of
    the blind player's games. Master is their upper quartile or the score of the game without slips,
    whichever is higher. Perfect is the best score, if it meets the bound.

    Silver and gold are at least SIMULATED_APART points above the medal below, the others at least
    APART. All stay at least APART below the best score known, or else the bound, and below the
    next medal. If this leaves too little room, the lower medals are reduced.
    """
    scores = blind.scores
    rungs = [*simulated.medians(), quantile(scores, 2), max(quantile(scores, 3), blind.expert)]
    for number in range(1, len(rungs)):
        apart = SIMULATED_APART if number < len(ROSTER) else APART
        rungs[number] = max(rungs[number], rungs[number - 1] + apart)
    above = bound if best is None else best
    for number in reversed(range(len(rungs))):
        above = rungs[number] = min(rungs[number], above - APART)
    bronze, silver, gold, expert, master = rungs
    perfect = best if best == bound else None
    return Targets(bronze, silver, gold, expert, master, perfect)


def first_ladder_of(blind: Blind, best: int | None, bound: int) -> Targets:
    """Return the points for each medal by the rules of generator 1.

    Bronze is the lower quartile of the blind player's games and silver their median. Gold is their
    upper quartile or the score of the game without slips, whichever is higher. Perfect is the best
    score, if it meets the bound. All are limited to `best`, the best score known, if there is one.
    """
    scores = blind.scores
    rungs = [quantile(scores, 1), quantile(scores, 2), max(quantile(scores, 3), blind.expert)]
    if best is not None:
        rungs = [min(rung, best) for rung in rungs]
    bronze, silver, gold = rungs
    return Targets(bronze, silver, gold, perfect=best if best == bound else None)


def rung_of(score: int) -> int | None:
    """Return the highest line of the rulebook's ladder that `score` reaches, or None."""
    return next((rung for rung in HIGH_SCORES if score >= rung), None)


def difficulty_of(bound: int, simulated: SimulatedResults) -> Difficulty:
    """Return the difficulty of a day.

    The figure is the distance in points from the median of the simulated players' games to the
    upper bound, plus the adept's average number of turns with only one good move.
    """
    figure = bound - quantile(simulated.all_scores(), 2) + simulated.mean_forced()
    return Difficulty.of(figure, WORDS)


def first_difficulty_of(bound: int, blind: Blind) -> Difficulty:
    """Return the difficulty of a day by generator 1: the same from the blind player's games, with
    the forced turns of the game without slips."""
    return Difficulty.of(bound - quantile(blind.scores, 2) + blind.forced, FIRST_WORDS)


def place_among(score: int, scores: Sequence[int]) -> int:
    """Return the percentage, 0..100, of `scores` that `score` beats. Ties count half."""
    below = sum(other < score for other in scores)
    level = sum(other == score for other in scores)
    return (200 * below + 100 * level + len(scores)) // (2 * len(scores))
