"""Hints for one of several players: the parts of a turn, ranked by the chance of winning or by
points (docs/players.md)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..dice import Roll, Stream
from ..errors import NumberdropError, as_text, shown
from ..game import Game
from ..json_reader import seed_to_json
from ..plan.hints.candidates import TIE, Leader, lead
from ..plan.hints.rounds import Rounds
from ..plan.limits import Limit, Stop, expect_between, expect_callback
from ..plan.ply import WIDE
from ..position import Position
from ..rules import LETTERS
from ..turn import Part
from ..validate import MOST_SEED, expect_kind, integer
from ..version import identity
from .candidates import MARGIN, SCORE, SHARE, Contest, SeatCandidate, Tables, scales_of, spread_of
from .opponents import known_choice, opponents_of
from .ply import Aim, Choice, choices, exact_choices, expect_aim
from .ranked import RankedPart, SeatHint
from .seats import Seats
from .weights import SeatWeights, weights_of

#: The default level, and the default number of parts in a hint.
LEVEL, TOP = "strong", 5
#: The number of parts whose chances are calculated one ply deep, at every level.
LOOKED_AT = 48


@dataclass(frozen=True, slots=True)
class SeatLevel:
    """The budget of a level: the number of `candidates`, the `playouts` for all of them together,
    and the `turns` of all seats in each."""

    candidates: int
    playouts: int
    turns: int


LEVELS = {
    "fast": SeatLevel(1, 0, 0),
    "strong": SeatLevel(12, 360, 3),
    "deep": SeatLevel(24, 3600, 5),
}


def hint(
    game: Game | Seats,
    seat: int,
    roll: Roll | str,
    *,
    aim: Aim = "win",
    known: Mapping[int, Part | str] | None = None,
    played: Part | str | None = None,
    level: str = LEVEL,
    top: int = TOP,
    seed: int = 1,
    playouts: int | None = None,
    seconds: float | None = None,
    workers: int = 1,
    weights: SeatWeights | None = None,
    progress: Callable[[Leader[Part]], None] | None = None,
    stop: Stop | None = None,
) -> SeatHint:
    """Rank the parts of a turn for `seat`, from 1, by the chance of "win"ning or by "points".

    All seats choose at once. `known` maps seats to their parts if those are known; the others are
    assumed to play one of their best few turns (opponents.py), the same ones for every candidate.
    The hint has the best `top` parts, 1 to 1000, and after them `played`, a part to compare as
    well. `level` is "fast", "strong" or "deep"; `playouts` or `seconds` set another budget. The
    same seed, level and budget in playouts give the same answer, for any number of `workers` and
    any order of the seats. `progress` is called now and then with the best part so far; `stop` ends
    the search early, with the result so far.

    If the game certainly ends with this turn, the answer is exact: everyone plays for the most
    points. Raises NumberdropError if the game is over, a number is out of range, the seat, level or
    aim doesn't exist, or the dice can't show the roll; and IllegalTurn, with the seat, if a known
    part breaks a rule.
    """
    seats, began = Seats.of(game), time.perf_counter()
    rolled = Roll.of(roll, seats.variant.dice)
    rolled.check(seats.variant.dice)
    limit = Limit(seconds=seconds, playouts=playouts, workers=workers, stop=Stop.of(stop))
    chosen, thinking = weights_of(weights), _level(level, limit)
    expect_between("top", integer(top, "top"), 1, 1000)
    expect_between("seed", integer(seed, "seed"), 0, MOST_SEED)
    expect_aim(aim)
    expect_callback(progress, "progress")
    chosen_by = {} if known is None else expect_kind(known, Mapping, "known")
    if seats.is_over():
        raise NumberdropError("the game is over, there is no turn to play")
    told = {other: known_choice(seats, other, rolled, part) for other, part in chosen_by.items()}
    seats.place(seat)
    if seat in told:
        raise NumberdropError(f"known: expected what others have chosen, got seat {seat} itself")
    order = _order(seats, seat, told)
    found = _Search(seats.ordered(order), rolled, told, order, chosen, thinking, limit, seed, aim)
    kept = None if played is None else known_choice(seats, seat, rolled, played)
    ranked, used = found.run(top, kept, progress)
    made_by = {
        **identity(),
        "level": level,
        "for": aim,
        "playouts": used,
        "top": top,
        "seed": seed_to_json(seed),
        "weights": chosen.name,
        "variant": str(seats.variant),
        "exact": found.is_last,
    }
    if (playouts is not None or seconds is not None or limit.stop.is_set()) and not found.is_last:
        made_by["budget"] = used
    parts = {other: choice.part for other, choice in told.items()}
    took = time.perf_counter() - began
    return SeatHint(seats, seat, rolled, aim, parts, ranked, made_by, took)


def level_of(name: str) -> SeatLevel:
    """Return the level of a name. Raises NumberdropError if it does not exist."""
    if as_text(name, "level") not in LEVELS:
        raise NumberdropError(f"level: expected one of {', '.join(LEVELS)}, got {shown(name)}")
    return LEVELS[name]


def _level(name: str, limit: Limit) -> SeatLevel:
    level = level_of(name)
    is_limited = limit.playouts is not None or limit.seconds is not None
    if is_limited and not level.playouts:
        raise NumberdropError(f"level: {name} samples nothing, expected another with a budget")
    return level


def _order(seats: Seats, seat: int, told: Mapping[int, Choice]) -> list[int]:
    """Return the seats in an order that doesn't depend on their numbers: the asking one, then the
    others by their sheets and by what is known of them."""
    others = [other for other in range(1, len(seats) + 1) if other != seat]

    def name(other: int) -> tuple[str, str]:
        return str(seats.positions[other - 1]), str(told[other].part) if other in told else ""

    return [seat, *sorted(others, key=name)]


class _Search:
    """The search of one hint: the seats, the asking one first, and its settings."""

    def __init__(
        self,
        seats: Seats,
        roll: Roll,
        told: Mapping[int, Choice],
        order: list[int],
        weights: SeatWeights,
        level: SeatLevel,
        limit: Limit,
        seed: int,
        aim: Aim,
    ) -> None:
        self.seats, self.roll, self.weights, self.level = seats, roll, weights, level
        self.limit, self.column = limit, SHARE if aim == "win" else SCORE
        known = {place: told[s] for place, s in enumerate(order, 1) if s in told}
        #: Whether the game ends with this turn, whatever the asking seat does.
        self.is_last = any(choice.sheet.is_past_line() for choice in known.values()) or any(
            seats.must_end(place, roll) for place in range(1, len(seats) + 1) if place not in known
        )
        named = "/".join([*map(str, seats.positions), *(str(c.part) for c in known.values())])
        self._dice = Stream.from_key(f"seat/{seed}/{named}/{roll}")
        letter = seats.falling(roll)
        self.contest = Contest(
            seats,
            opponents_of(
                seats, roll, known, weights, self._dice, is_last=self.is_last, stop=limit.stop
            ),
            -1 if letter is None else LETTERS.index(letter),
            weights,
            self.column,
        )

    def run(
        self, top: int, kept: Choice | None, progress: Callable[[Leader[Part]], None] | None
    ) -> tuple[tuple[RankedPart, ...], int]:
        """Return the best `top` parts, best first, with `kept` added if it isn't among them; and
        the number of playouts."""
        count = max(top, LOOKED_AT)
        if self.is_last:
            found = exact_choices(self.seats, 1, self.roll, count, self.weights, self.limit.stop)
        else:
            found = choices(
                self.seats,
                1,
                self.roll,
                count,
                widths=WIDE,
                weights=self.weights,
                stop=self.limit.stop,
            )
        candidates = [self.contest.candidate(choice) for choice in found]
        # In the last turn more points are never worse, and they order parts with equal chances.
        candidates.sort(
            key=lambda c: (-c.prior, -c.choice.value if self.is_last else -float(c.first[MARGIN]))
        )
        used, compared = 0, candidates[: self.level.candidates]
        others, extra = candidates[len(compared) :], None
        if kept is not None:
            same = (c for c in candidates if c.choice.sheet == kept.sheet)
            extra = next(same, None) or self.contest.candidate(kept)
            if extra not in compared:
                compared.append(extra)
                others = [other for other in others if other is not extra]
        if not self.is_last and self.level.playouts and len(compared) > 1:
            used = self._play(compared, extra, progress)
        return self._ranked(compared, others, top, extra), used

    def _play(
        self,
        compared: list[SeatCandidate],
        kept: SeatCandidate | None,
        progress: Callable[[Leader[Part]], None] | None,
    ) -> int:
        limit, budget = self.limit, self.limit.playouts or self.level.playouts
        if limit.seconds is not None and limit.playouts is None:
            budget = 10**9
        deadline = None if limit.seconds is None else time.monotonic() + limit.seconds

        def is_ended() -> bool:
            return limit.stop.is_set() or (deadline is not None and time.monotonic() >= deadline)

        with self.contest.sampling(self._dice.next64(), self.level.turns, limit) as sampler:
            rounds: Rounds[Part, Tables] = Rounds(
                compared, budget, sampler, kept=kept, is_ended=is_ended, progress=progress
            )
            rounds.run()
        return rounds.used

    def _ranked(
        self,
        compared: list[SeatCandidate],
        others: list[SeatCandidate],
        top: int,
        kept: SeatCandidate | None,
    ) -> tuple[RankedPart, ...]:
        """Return the ranking. The first of those compared on dice stays first: candidates that were
        left out are never above it."""
        scales, column = scales_of(compared), self.column
        spread = spread_of(compared)
        rows = {id(c): c.row(scales) for c in (*compared, *others)}

        def rank(candidate: SeatCandidate) -> tuple[float, ...]:
            row = rows[id(candidate)]
            return -row[column], -row[MARGIN], -candidate.choice.value

        best, *rest = sorted(compared, key=rank)
        most = float(rows[id(best)][column])
        ranked = [best, *sorted([*rest, *others], key=rank)][:top]
        if kept is not None and kept not in ranked:
            ranked.append(kept)
        made = []
        for candidate in ranked:
            row, errors = rows[id(candidate)], candidate.errors(spread)
            loss = max(0.0, most - float(row[column]))
            is_tied = False
            if candidate is not best and self.is_last:
                is_tied = loss == 0 and candidate.choice.value == best.choice.value
            elif candidate is not best and len(candidate.values) > 1:
                ahead, error = lead(best, candidate)
                is_tied = ahead <= TIE * error
            win, alone, shared, margin, score = map(float, row)
            exactly = (0.0,) * len(row) if self.is_last else None
            made.append(
                RankedPart(
                    candidate.turn,
                    Position(candidate.choice.sheet),
                    win,
                    alone,
                    shared,
                    margin,
                    score,
                    exactly if errors is None else tuple(map(float, errors)),
                    1.0 if self.is_last else candidate.ends,
                    loss,
                    is_tied,
                    len(candidate.values),
                )
            )
        return tuple(made)
