"""Matches: tournaments of bots, in which every table plays the same dice in every seating."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations, islice
from threading import get_ident
from typing import Any

from ..dice import named_table_deal
from ..errors import NumberdropError
from ..game import MOST_PLAYERS
from ..initials import Names, initials_of
from ..jobs import Executors, before_worker_exit, in_order
from ..json_reader import seed_to_json
from ..multiplayer.weights import shipped as shipped_for_seats
from ..plan.limits import Stop
from ..plan.weights import shipped
from ..rules import TABLE_RECIPE, Variant
from ..validate import MOST_SEED, integer_between
from ..version import PROGRAM, identity
from .bot import Bot
from .builtin import BOTS_VERSION
from .names import SECONDS, open_bot, parse_bot
from .standings import Outcome, Standings
from .table_game import play_table

#: A record of a game, with the key `match`: its deal, the bots in seat order, the forfeits.
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A tournament. Every choice of `players` of the `bots` (names as parse_bot() returns them)
    plays at a table of its own. All tables play the same `games` deals, each once in each seating:
    all move on by one seat, so that each bot sits once in every seat. `recipe` is that of the deals
    (numberdrop.dice)."""

    bots: tuple[str, ...]
    players: int
    games: int
    seed: int = 1
    variant: Variant = field(default_factory=Variant)
    seconds: float = SECONDS
    recipe: str = TABLE_RECIPE

    def __post_init__(self) -> None:
        for name in self.bots:
            parse_bot(name)
        integer_between(self.players, 2, MOST_PLAYERS, "players")
        integer_between(self.games, 1, 10**6, "games")
        integer_between(self.seed, 0, MOST_SEED, "seed")
        if len(self.bots) < self.players:
            raise NumberdropError(
                f"bots: expected {self.players} or more, for as many seats, got {len(self.bots)}; "
                "one may be named more than once"
            )

    def tables(self) -> list[tuple[str, ...]]:
        """The bots at each table, each set of bots once."""
        return list({tuple(sorted(t)): t for t in combinations(self.bots, self.players)}.values())

    def total(self) -> int:
        """The number of games."""
        return self.games * sum(len(seatings(table)) for table in self.tables())

    def made_by(self) -> dict[str, Any]:
        """All that is needed to repeat the match."""
        return {
            **identity(),
            "version": BOTS_VERSION,
            "weights": shipped().name,
            "seat_weights": shipped_for_seats().name,
            "bots": list(self.bots),
            "players": self.players,
            "games": self.games,
            "seed": seed_to_json(self.seed),
            "variant": str(self.variant),
            "seconds": self.seconds,
            "recipe": self.recipe,
        }

    def names(self) -> Iterator[str]:
        """Yield the names of all its games, in order."""
        for job in self.jobs():
            for head in job.heads():
                yield name_of({"variant": str(self.variant), "match": head})

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs, deal by deal, so that an interrupted match is fair."""
        for number in range(self.games):
            for table in self.tables():
                deal = f"{self.recipe}#{self.seed}.{number}"
                yield Job(deal, table, self.variant, self.seconds)


@dataclass(frozen=True, slots=True)
class Job:
    """The games of a table on one deal, given by its name, in every seating."""

    deal: str
    table: tuple[str, ...]
    variant: Variant
    seconds: float

    def names(self, seats: Sequence[str]) -> Names:
        """The three letters of each seat. Records on deals of an older recipe have none, so that a
        match begun by an older version ends as it would have by that version."""
        return tuple(initials_of(seats)) if recipe_of(self.deal) == TABLE_RECIPE else ()

    def heads(self) -> list[dict[str, Any]]:
        """The value of `match` in the record of each game, without its forfeits."""
        weights = [shipped().name, shipped_for_seats().name]
        return [
            {"program": PROGRAM, "weights": weights, "deal": self.deal, "bots": list(seats)}
            for seats in seatings(self.table)
        ]


def recipe_of(deal: str) -> str:
    """Return the recipe in the name of a table's deal."""
    return deal.partition("#")[0]


def seatings(table: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the seatings of a table: all move on by one seat, and no seating is repeated."""
    return list(dict.fromkeys((*table[n:], *table[:n]) for n in range(len(table))))


def name_of(record: Record) -> str:
    """Return the unique name of a game: program, weights, variant, deal, and the bots in seat
    order."""
    made_for = record["match"]
    made = f"{made_for['program']} ({', '.join(made_for['weights'])})"
    return f"{made}, {record['variant']}, {made_for['deal']}: {' - '.join(made_for['bots'])}"


def jobs_done(match: Match, games: Sequence[Outcome]) -> tuple[int, int]:
    """Return how many complete jobs of a match `games` begin with, and how many games these
    have."""
    jobs = done = 0
    for job in match.jobs():
        size = len(seatings(job.table))
        if done + size > len(games):
            break
        jobs, done = jobs + 1, done + size
    return jobs, done


def play_match(
    match: Match,
    *,
    workers: int | None = 1,
    executor: Executors = "processes",
    kept: Sequence[Outcome] = (),
    keep: Callable[[Sequence[Record]], None] | None = None,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Standings:
    """Play the tournament. Return the standings at the end, or when `stop` is set.

    `kept` are the first games from an earlier run; those in complete jobs aren't played again.
    `keep` gets the records of each new job, in order, and `progress` the number of games done. Any
    number of `workers`, 1 .. 64, plays the same games if the bots are deterministic, as the
    program's own are. A bot that fails forfeits its game, so BotFault is never raised.
    """
    standings = Standings(match.bots, match.total())
    first, games = jobs_done(match, kept)
    jobs = islice(match.jobs(), first, None)
    for game in kept[:games]:
        standings.add(game)
    stop = stop or Stop()
    try:
        with closing(in_order(_play, jobs, workers, executor, is_ended=stop.is_set)) as played:
            for records in played:
                for record in records:
                    standings.add(Outcome.from_record(record))
                if keep:
                    keep(records)
                if progress:
                    progress(standings.games)
    finally:
        _close_all()
    return standings


def _play(job: Job) -> list[Record]:
    """Play a job and return its records."""
    deal = named_table_deal(job.deal, job.variant)
    records = []
    for head in job.heads():
        bots = [_opened(name, job.seconds) for name in head["bots"]]
        game, forfeits = play_table(deal, job.variant, bots, job.names(head["bots"]))
        told = {**head, "forfeits": [forfeit.to_json() for forfeit in forfeits]}
        records.append({**game.to_record(), "match": told})
    return records


#: The bots opened in each thread: a program plays one game after another.
_open: dict[tuple[int, str, float], Bot] = {}


def _opened(name: str, seconds: float) -> Bot:
    key = (get_ident(), name, seconds)
    if key not in _open:
        _open[key] = open_bot(name, seconds)
    return _open[key]


def _close_all() -> None:
    """Close all bots of this process."""
    while _open:
        _open.popitem()[1].close()


atexit.register(_close_all)
before_worker_exit(_close_all)
