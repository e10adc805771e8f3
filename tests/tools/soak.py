"""Compare maxima with the oracle, and every method of the planner with every bound.

    python tests/tools soak --short 200 --long 300 --seed 7 [--forever]

Short questions are positions with 1 to 3 known rolls: `maximum` must equal the oracle's best score
over all turns, if these are few enough. Long ones have 4 to 20 rolls, from the start or from the
middle of a game, and are searched with small and large budgets. No score may exceed any bound, and,
if rolls are few, no beam's score may exceed `maximum`. Progress is written to stderr, a final
summary to stdout. The first disagreement is printed with its question and ends the run.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numberdrop as nd
import oracle
from numberdrop.plan.bounds import Bound, Known, bounds_of
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.maxima import beam, check, maximum
from numberdrop.plan.question import Maximum, Question
from numberdrop.record import load_game
from samples import VARIANTS, some_rolls
from soaking import Disagreement, run_soak, soak_parser

#: The oracle tries all turns if the product of the numbers of turns that each roll would have now
#: is at most about this.
TURNS = 40_000
#: Time limit of the bounds that a solver finds, in its deterministic unit.
EFFORT = 0.3


@dataclass
class Tally:
    """The numbers of comparisons made so far."""

    short: int = 0
    by_oracle: int = 0
    long: int = 0
    proved: int = 0
    witnesses: int = 0
    bounds: int = 0

    def __str__(self) -> str:
        return (
            f"{self.short} short questions, {self.by_oracle} of them by the oracle; "
            f"{self.long} long ones; {self.proved} scores proved; "
            f"{self.witnesses} witnesses below {self.bounds} bounds"
        )


def positions_of(game: nd.Game) -> list[nd.Position]:
    """Return every position of a solo game, the last first."""
    positions = list(game.positions)
    while game.turns:
        game.pop()
        positions += game.positions
    return positions


def some_position(rng: random.Random, variant: str) -> nd.Position:
    """Return a solo position that isn't over, usually a late one: from a random game, from one that
    the hints play, or from a beam that knows the dice."""
    kind = rng.randrange(3)
    if kind == 0:
        positions = positions_of(load_game(oracle.random_game(rng, 1, variant)))
    elif kind == 1:
        positions = positions_of(play_game(rng.randrange(1 << 32), 0, variant))
    else:
        deal = nd.plain_deal(rng.randrange(1 << 32), 0)
        positions = [nd.Position.start(deal.tiles, rng.choice("abcdefg") + "1")]
        for turn in beam(positions, deal.rolls, variant, width=30).turns:
            positions.append(nd.play(positions[-1], turn, variant))
    positions = [position for position in positions if not position.is_over()]
    return max(rng.sample(positions, min(2, len(positions))), key=lambda p: p.turn)


def oracle_best(
    position: nd.Position, rolls: Sequence[nd.Roll], variant: str, turns: int
) -> int | None:
    """Return the oracle's highest score, or None if that would take too long."""
    if math.prod(position.count_turns(roll, variant) for roll in rolls) > turns:
        return None
    bga, slide, _ = oracle.read_variant(variant)
    return oracle.best(oracle.parse(str(position)), [str(roll) for roll in rolls], slide, bga)


def need(condition: bool, reason: str, question: Question) -> None:
    if not condition:
        raise Disagreement(f"{reason}: {question.to_json()}")


def replay(found: Maximum) -> None:
    """Check that the oracle's replay of the witness reaches the score."""
    question = found.question
    bga, slide, _ = oracle.read_variant(str(question.variant))
    sheet = oracle.parse(str(question.starts[found.start]))
    for turn in found.turns:
        sheet = oracle.play_turn(sheet, turn.to_json(), slide)
    score = oracle.score(sheet, bga)["total"]
    need(score == found.score, f"a witness of {found.score} makes {score}", question)


def compare(question: Question, nodes: int, tally: Tally) -> tuple[Maximum, int]:
    """Compare all methods on a question. Returns the maximum and the beam's score."""
    starts, rolls, variant = question.starts, question.rolls, question.variant
    found = maximum(question, nodes=nodes)
    replay(found)
    reached = beam(starts, rolls, variant, width=30).score
    best = max(found.score, reached)
    shown = bounds_of(Known.asked_by(question), target=best, effort=EFFORT)
    for bound in (*shown, Bound(found.bound, found.method)):
        need(best <= bound.points, f"{bound} is below {best}", question)
        tally.bounds += 1
    if found.is_proved:
        need(check(found), f"{found.bound} by {found.method} isn't proved again", question)
    tally.proved += found.is_proved
    tally.witnesses += 2
    return found, reached


def ask_short(rng: random.Random, tally: Tally, turns: int = TURNS) -> None:
    variant = rng.choice(VARIANTS)
    position = some_position(rng, variant)
    rolls = some_rolls(rng, rng.randint(1, 3))
    question = Question.of(position, rolls, variant)
    best = oracle_best(position, rolls, variant, turns)
    found, reached = compare(question, 2_000_000 if best is None else 10_000_000, tally)
    need(reached <= found.score, f"a beam reaches {reached}, max {found.score}", question)
    if best is not None:
        need(found.score == best, f"the oracle finds {best}, max {found.score}", question)
        need(found.bound == best, f"max has the bound {found.bound}, not {best}", question)
        tally.by_oracle += 1
    tally.short += 1


def ask_long(rng: random.Random, tally: Tally) -> None:
    variant = rng.choice(VARIANTS)
    if rng.random() < 0.5:
        deal = nd.plain_deal(rng.randrange(1 << 32), 0)
        question = Question.of(deal, None, variant)
    else:
        rolls = some_rolls(rng, rng.randint(4, 20))
        question = Question.of(some_position(rng, variant), rolls, variant)
    # Searches with small and large budgets: no score may exceed a bound.
    nodes = rng.choice([1, 30_000, 300_000])
    compare(question, nodes, tally)
    tally.long += 1


def run(
    seed: int, short: int, long: int, tally: Tally | None = None, turns: int = TURNS
) -> Iterator[Tally]:
    """Compare on `short` and `long` questions, and yield after each. Raises Disagreement."""
    rng = random.Random(seed)
    tally = tally or Tally()
    for number in range(max(short, long)):
        if number < short:
            ask_short(rng, tally, turns)
            yield tally
        if number < long:
            ask_long(rng, tally)
            yield tally


def main() -> int:
    parser = soak_parser("Compare maxima, bounds and the oracle.", seed=7)
    parser.add_argument("--short", type=int, default=200)
    parser.add_argument("--long", type=int, default=300)
    parser.add_argument(
        "--turns", type=int, default=TURNS, help="turns that the oracle plays at most"
    )
    args, tally = parser.parse_args(), Tally()
    return run_soak(args, tally, lambda seed: run(seed, args.short, args.long, tally, args.turns))


if __name__ == "__main__":
    sys.exit(main())
