"""Standings: the results of the bots of a match, with standard errors.

Games on one deal are not independent: its dice are kind to all or to none, and a game in another
seating is much the same. So errors are those of a mean of clusters, a cluster a deal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..errors import NotationError
from ..game import MOST_PLAYERS
from ..json_reader import Fields


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game of a match: its deal; the bots and their scores, in seat order; the
    seats, from 1, whose bots forfeited; and the number of turns."""

    deal: str
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    failed: frozenset[int]
    turns: int

    @classmethod
    def from_record(cls, record: object, where: str = "record") -> Outcome:
        """Return the outcome of a game's record, with `match` as play_match() writes it. Raises
        NotationError, naming the key, if it is missing or malformed."""
        fields = Fields(record, where)
        told, players = fields.fields("match"), fields.count("players", 2, MOST_PLAYERS)
        forfeits = [Fields(item, f"{where}, forfeits") for item in told.items("forfeits")]
        finals = fields.fields("result").items("final")
        bots, scores = (
            tuple(told.texts("bots")),
            tuple(
                Fields(final, f"{where}, final").count("total", -(10**3), 10**3) for final in finals
            ),
        )
        if not len(bots) == len(scores) == players:
            raise NotationError(f"{where}: expected {players} bots and scores")
        return cls(
            told.text("deal"),
            bots,
            scores,
            frozenset(forfeit.count("seat", 1, players) for forfeit in forfeits),
            len(fields.items("turns")),
        )


class Mean:
    """A mean of figures that come in clusters."""

    def __init__(self) -> None:
        self.count = 0
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, figure: float, cluster: str) -> None:
        self.count += 1
        sums = self._sums[cluster]
        sums[0] += 1
        sums[1] += figure

    @property
    def mean(self) -> float | None:
        """The mean, or None without figures."""
        if not self.count:
            return None
        return sum(total for _, total in self._sums.values()) / self.count

    @property
    def error(self) -> float | None:
        """The standard error of the mean, or None with fewer than two clusters."""
        clusters, mean = len(self._sums), self.mean
        if clusters < 2 or mean is None:
            return None
        squares = sum((total - mean * count) ** 2 for count, total in self._sums.values())
        return math.sqrt(squares * clusters / (clusters - 1)) / self.count


class Standing:
    """The results of one bot. `win`: its share of victories, where a victory shared by k seats
    counts 1/k; `alone` and `shared`: how often it won so; `score`; `margin`: by how much its score
    exceeds the best other score, or falls short of it. A forfeited game counts as a loss, and
    neither its score nor its margin counts."""

    def __init__(self, bot: str) -> None:
        self.bot, self.forfeits = bot, 0
        self.win, self.alone, self.shared = Mean(), Mean(), Mean()
        self.score, self.margin = Mean(), Mean()

    def to_json(self) -> dict[str, Any]:
        """Return the object for documents."""
        told: dict[str, Any] = {"bot": self.bot, "games": self.win.count}
        for name in ("win", "alone", "shared", "score", "margin"):
            mean: Mean = getattr(self, name)
            told[name] = _rounded(mean.mean)
            if name in ("win", "score", "margin"):
                told[f"{name}_se"] = _rounded(mean.error)
        return {**told, "forfeits": self.forfeits}


class Standings:
    """The state of a match: `games` of `total` have been added."""

    def __init__(self, bots: Sequence[str], total: int) -> None:
        self.total, self.games, self.turns = total, 0, 0
        self.bots = tuple(dict.fromkeys(bots))
        self.of = {bot: Standing(bot) for bot in self.bots}
        #: How often the first of a pair is ahead of the second; a tie counts half.
        self.ahead = {pair: Mean() for pair in combinations(self.bots, 2)}

    def add(self, game: Outcome) -> None:
        """Add a game of the match."""
        seats = range(1, len(game.bots) + 1)
        rest = [seat for seat in seats if seat not in game.failed]
        best = max((game.scores[seat - 1] for seat in rest), default=0)
        winners = [seat for seat in rest if game.scores[seat - 1] == best]
        for seat, bot in zip(seats, game.bots, strict=True):
            standing, has_won = self.of[bot], seat in winners
            standing.win.add(has_won / max(1, len(winners)), game.deal)
            standing.alone.add(has_won and len(winners) == 1, game.deal)
            standing.shared.add(has_won and len(winners) > 1, game.deal)
            standing.forfeits += seat in game.failed
            if seat in rest:
                score = game.scores[seat - 1]
                standing.score.add(score, game.deal)
                if others := [game.scores[other - 1] for other in rest if other != seat]:
                    standing.margin.add(score - max(others), game.deal)
        ranks = {seat: game.scores[seat - 1] if seat in rest else -math.inf for seat in seats}
        for (one, bot), (other, rival) in combinations(enumerate(game.bots, 1), 2):
            if (bot, rival) in self.ahead:
                self.ahead[bot, rival].add(_ahead(ranks[one], ranks[other]), game.deal)
            elif (rival, bot) in self.ahead:
                self.ahead[rival, bot].add(_ahead(ranks[other], ranks[one]), game.deal)
        self.games += 1
        self.turns += game.turns

    def to_json(self) -> dict[str, Any]:
        """Return the figures for documents."""
        return {
            "games": self.games,
            "of": self.total,
            "turns": _rounded(self.turns / self.games if self.games else None),
            "standings": [standing.to_json() for standing in self.of.values()],
            "pairs": [
                {
                    "bots": list(pair),
                    "games": mean.count,
                    "ahead": _rounded(mean.mean),
                    "ahead_se": _rounded(mean.error),
                }
                for pair, mean in self.ahead.items()
                if mean.count
            ],
        }


def _ahead(one: float, other: float) -> float:
    return 0.5 if one == other else float(one > other)


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)
