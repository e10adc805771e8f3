"""Review of a game of several players: how the chances of winning moved, and why.

The win share of a seat moves three times in a turn. The roll brings *luck*: the value of the best
part for it, less the average over all rolls. The seat's own part brings *loss*, its difference from
the best part. The rest is what the *others* chose, compared with what was expected of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .. import _core
from ..dice import Roll, Stream
from ..errors import NotationError, NumberdropError
from ..game import Game
from ..initials import Names
from ..json_reader import seed_to_json
from ..plan.limits import Stop, expect_between, expect_callback
from ..position import Position
from ..rules import Variant
from ..turn import Part, SharedTurn
from ..validate import MOST_SEED, expect_kind, integer
from ..validate import real_number as number_of
from ..version import identity
from .candidates import SHARE
from .hints import LEVEL, hint, level_of
from .ply import blank_rows, columns_of, player_of, rows_in
from .seats import Seats
from .weights import SeatWeights, weights_of

#: The playouts that estimate the win shares between two turns, and the turns of each.
PLAYOUTS, TURNS = 128, 2


@dataclass(frozen=True, slots=True)
class ShareThresholds:
    """The losses of win share, in per cent, from which a part is an inaccuracy, a mistake, a
    blunder; below, it is good. Raises NotationError unless they are numbers above 0, at most 100,
    and rise."""

    inaccuracy: float = 2.0
    mistake: float = 5.0
    blunder: float = 10.0

    def __post_init__(self) -> None:
        for name in ("inaccuracy", "mistake", "blunder"):
            number_of(getattr(self, name), f"thresholds, {name}")
        if not 0 < self.inaccuracy <= self.mistake <= self.blunder <= 100:
            raise NotationError(
                "thresholds: expected inaccuracy, mistake and blunder to rise from above 0 to 100 "
                f"per cent, got {self.inaccuracy}, {self.mistake}, {self.blunder}"
            )

    def word(self, loss: float) -> str:
        """Return the word for a loss, which is a share, 0 to 1."""
        for word in ("blunder", "mistake", "inaccuracy"):
            if 100 * loss >= getattr(self, word):
                return word
        return "good"


@dataclass(frozen=True, slots=True)
class ReviewedPart:
    """A seat's part of a turn: what it `played` at `position`, and its win shares: `before` the
    roll was known, of the `best` part (`best_win`) and of the played one (`win`), and `after` all
    had played. A `loss` within sampling error is reported as 0."""

    seat: int
    position: Position
    played: Part
    best: Part
    before: float
    best_win: float
    win: float
    after: float
    loss: float
    word: str

    @property
    def luck(self) -> float:
        """The luck of the roll."""
        return self.best_win - self.before

    @property
    def others(self) -> float:
        """The effect of what the others played, compared with what was expected of them."""
        return self.after - self.best_win + self.loss

    @property
    def swing(self) -> float:
        """The change of the win share in this turn."""
        return self.after - self.before

    def to_json(self) -> dict[str, Any]:
        """Return the object of the part in the document of a review; shares are 0..1."""
        return {
            "seat": self.seat,
            "position": str(self.position),
            "played": str(self.played),
            "best": str(self.best),
            "before": self.before,
            "best_win": self.best_win,
            "win": self.win,
            "after": self.after,
            "luck": self.luck,
            "loss": self.loss,
            "others": self.others,
            "word": self.word,
        }


def turn_to_json(number: int, roll: Roll, parts: tuple[ReviewedPart, ...]) -> dict[str, Any]:
    """Return the JSON object of a turn, for the document and for streaming."""
    return {"turn": number, "roll": str(roll), "seats": [part.to_json() for part in parts]}


@dataclass(frozen=True, slots=True)
class SharedReview:
    """The review of a game of several players: for each turn its roll and the parts of all seats,
    in seat order. `scores`, `winners` and `names` are those of the game so far. `made_by` is all
    that is needed to repeat the review, `seconds` the time it took."""

    rolls: tuple[Roll, ...]
    turns: tuple[tuple[ReviewedPart, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    names: Names
    variant: Variant
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)

    @property
    def decided(self) -> int | None:
        """The turn that decided the game: the first from which the winner (the first of several)
        had the highest win share to the end. None without a winner."""
        if not self.winners:
            return None
        seat, decided = self.winners[0] - 1, len(self.turns)
        for number in range(len(self.turns), 0, -1):
            shares = [part.after for part in self.turns[number - 1]]
            if shares[seat] < max(shares):
                break
            decided = number
        return decided

    def sums(self, seat: int) -> tuple[float, float, float]:
        """Return luck, skill (losses, below 0) and the effect of the others, summed over all turns
        of a seat."""
        parts = [parts[seat - 1] for parts in self.turns]
        return (
            sum(part.luck for part in parts),
            0.0 - sum(part.loss for part in parts),
            sum(part.others for part in parts),
        )

    def largest(self) -> tuple[int, ReviewedPart]:
        """The turn and the seat whose win share moved most."""
        moved = [(n, part) for n, parts in enumerate(self.turns, 1) for part in parts]
        return max(moved, key=lambda one: abs(one[1].swing))

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop review --json` for several players (cli.md,
        Review)."""
        number, part = self.largest()
        seats = []
        names = self.names or (None,) * len(self.scores)
        for seat, score in enumerate(self.scores, 1):
            luck, skill, others = self.sums(seat)
            won = seat in self.winners
            told = {"luck": luck, "skill": skill, "others": others}
            name = names[seat - 1]
            seats.append({"seat": seat, "name": name, "score": score, "won": won, **told})
        return {
            "variant": str(self.variant),
            "seats": seats,
            "turns": [
                turn_to_json(n, roll, parts)
                for n, (roll, parts) in enumerate(zip(self.rolls, self.turns, strict=True), 1)
            ],
            "decided": self.decided,
            "largest": {"turn": number, "seat": part.seat, "swing": part.swing},
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }


def review_seats(
    game: Game,
    *,
    level: str = LEVEL,
    thresholds: ShareThresholds | None = None,
    seed: int = 1,
    workers: int = 1,
    weights: SeatWeights | None = None,
    progress: Callable[[int], None] | None = None,
    reviewed: Callable[[int, Roll, tuple[ReviewedPart, ...]], None] | None = None,
    stop: Stop | None = None,
) -> SharedReview:
    """Review a game of two to six players at a level. `progress` is called with the number of turns
    done, `reviewed` with each turn: its number, its roll and the parts of all seats.

    `stop` ends the review early, with the turns done. Raises NumberdropError for a solo game, for a
    game without turns, and for a number or a level out of range.
    """
    if expect_kind(game, Game, "game").players < 2:
        raise NumberdropError("review: expected a game of several players, got a solo game")
    if not game.turns:
        raise NumberdropError("review: expected at least one turn, got none")
    level_of(level)
    expect_between("seed", integer(seed, "seed"), 0, MOST_SEED)
    expect_callback(progress, "progress")
    expect_callback(reviewed, "reviewed")
    started, stop = time.perf_counter(), Stop.of(stop)
    words = ShareThresholds() if thresholds is None else thresholds
    expect_kind(words, ShareThresholds, "thresholds")
    chosen = weights_of(weights)
    tables = [Seats(positions, game.variant) for positions in game.history]
    shares = _Shares(chosen, seed)
    before = shares.between(tables[0], tables[0])
    done: list[tuple[ReviewedPart, ...]] = []
    rolls: list[Roll] = []
    for number, ((seats, after), turn) in enumerate(
        zip(pairwise(tables), game.turns, strict=True), 1
    ):
        assert isinstance(turn, SharedTurn)
        is_end = number == len(game.turns) and game.is_over()
        reached = _final(game) if is_end else shares.between(seats, after)
        parts = []
        for seat, part in enumerate(turn.parts, 1):
            found = hint(
                seats,
                seat,
                turn.roll,
                played=part,
                level=level,
                top=1,
                seed=seed,
                workers=workers,
                weights=chosen,
                stop=stop,
            ).turns
            if stop.is_set():
                break
            best, mine = found[0], found[-1]
            loss = 0.0 if mine.is_tied else mine.loss
            parts.append(
                ReviewedPart(
                    seat,
                    seats.positions[seat - 1],
                    part,
                    best.part,
                    before[seat - 1],
                    _share(best.win),
                    _share(mine.win),
                    reached[seat - 1],
                    loss,
                    words.word(loss),
                )
            )
        if stop.is_set():
            break
        done.append(tuple(parts))
        rolls.append(turn.roll)
        before = reached
        if progress:
            progress(number)
        if reviewed:
            reviewed(number, turn.roll, done[-1])
    if not done:
        raise stop.reason or NumberdropError("review: stopped before the first turn was done")
    made_by = {
        **identity(),
        "level": level,
        "seed": seed_to_json(seed),
        "weights": chosen.name,
        "playouts": PLAYOUTS,
        "thresholds": [words.inaccuracy, words.mistake, words.blunder],
        "variant": str(game.variant),
    }
    scores = tuple(at.score(game.variant).total for at in game.history[len(done)])
    winners = tuple(game.winners()) if len(done) == len(game.turns) else ()
    took = time.perf_counter() - started
    return SharedReview(
        tuple(rolls), tuple(done), scores, winners, game.names, game.variant, made_by, took
    )


def _final(game: Game) -> list[float]:
    winners = game.winners()
    return [(seat in winners) / len(winners) for seat in range(1, game.players + 1)]


def _share(estimate: float) -> float:
    """Clamp an estimate of a share to 0 .. 1."""
    return min(max(estimate, 0.0), 1.0)


class _Shares:
    """An estimator of the win shares between two turns."""

    def __init__(self, weights: SeatWeights, seed: int) -> None:
        self._weights, self._seed = weights, seed

    def between(self, before: Seats, after: Seats) -> list[float]:
        """Return the win share of each seat after a turn; `before` is the table before it. They add
        up to 1."""
        player = player_of(after, self._weights)
        named = "/".join(map(str, after.positions))
        dice = Stream.from_key(f"review/{self._seed}/{named}").next64()
        rows = blank_rows(PLAYOUTS)
        view = rows_in(rows)
        found = []
        for place in range(len(after)):
            player.play(before.core, after.core, place, dice, 0, TURNS, view)
            found.append(_core.total(columns_of(rows)[SHARE]) / PLAYOUTS)
        return [share / sum(found) for share in found]
