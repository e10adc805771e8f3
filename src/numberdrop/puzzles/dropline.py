"""Drop problems as lines of the archive: made, and judged (formats.md, Archive)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..dice import parse_rolls
from ..errors import NotationError, NumberdropError, as_text
from ..plan.exhaustive import Exact, best_line
from ..plan.question import Question
from ..position import Position
from ..record import PlayedLine
from ..rules import Variant
from ..version import PROGRAM
from . import blind
from .archive import sealed
from .drops import (
    GENERATOR_VERSION,
    NODES,
    Drop,
    candidate,
    drop_id,
    find_drop,
    greedy_score,
)
from .form import expect_count, expect_keys, expect_same
from .grading import chance_of, grade_of, in_short, needs_of, themes_of

#: What proving a best score again may take where it isn't asked for at any cost.
CHEAP_NODES = 100_000

_KEYS = (
    *("format", "version", "id", "kind", "variant", "generator", "position", "rolls", "targets"),
    *("best", "greedy", "player", "chance", "needs", "themes", "difficulty", "made_by", "digest"),
)
_BEST_KEYS = ("score", "bound", "proof", "found_by", "nodes", "program", "solution")


def drop_line(name: str) -> dict[str, Any] | None:
    """The line of the problem of that name; None if the candidate is no good problem."""
    problem = find_drop(name)
    if problem is None:
        return None
    position, exact, needs = problem.position, problem.exact, needs_of(problem)
    return sealed(
        {
            "format": "numberdrop.puzzle",
            "version": 1,
            "id": name,
            "kind": "drop",
            "variant": str(Variant()),
            "generator": GENERATOR_VERSION,
            "position": str(position),
            "rolls": [str(roll) for roll in problem.rolls],
            "targets": {"goal": exact.score},
            "best": {
                "score": exact.score,
                "bound": exact.bound,
                "proof": "exhaustive",
                "found_by": "exhaustive",
                "nodes": exact.nodes,
                "program": PROGRAM,
                "solution": PlayedLine.of(position, exact.turns).to_record(),
            },
            "greedy": problem.greedy,
            "player": blind.player(),
            "chance": in_short(chance_of(position, problem.rolls, exact.score)),
            "needs": needs,
            "themes": themes_of(needs),
            "difficulty": grade_of(needs),
        }
    )


def check_drop(line: Mapping[str, Any], *, is_again: bool, is_deep: bool) -> None:
    """NotationError unless the line says what is so, its digest apart.

    With `is_again` the turns before the problem are played again, where they are this program's
    blind player's; with `is_deep` the best score is proved again whatever it takes.
    """
    expect_keys(line, _KEYS, "line")
    name = as_text(line["id"], "id")
    position = Position.from_text(as_text(line["position"], "position"))
    rolls = parse_rolls(line["rolls"], Variant().dice)
    expect_same(line["variant"], str(Variant()), "variant")
    expect_same(line["generator"], GENERATOR_VERSION, "generator")
    _check_dice(line, name, position, is_again)
    expect_keys(line["best"], _BEST_KEYS, "best")
    best = line["best"]
    try:
        question = Question.of(position, rolls)
        start, turns = question.read_record(best["solution"])
        score, written = question.score(start, turns), question.record(start, turns)
    except NumberdropError as error:
        raise NotationError(f"best, solution: {error}") from None
    for key, expected in (
        *(("score", score), ("bound", score), ("solution", written)),
        *(("proof", "exhaustive"), ("found_by", "exhaustive")),
    ):
        expect_same(best[key], expected, f"best, {key}")
    expect_count(best["nodes"], 1, NODES, "best, nodes")
    as_text(best["program"], "best, program")
    expect_same(line["targets"], {"goal": score}, "targets")
    exact = best_line(position, rolls, nodes=None if is_deep else CHEAP_NODES, others=True)
    if exact.is_exact:
        expect_same(score, exact.score, "best, score")
        if exact.another:
            raise NotationError("best, solution: expected the only one, and there is another")
    problem = Drop(name, position, rolls, Exact(score, score, turns, best["nodes"]), 0)
    needs = needs_of(problem)
    expect_same(line["needs"], needs, "needs")
    expect_same(line["themes"], themes_of(needs), "themes")
    expect_same(line["difficulty"], grade_of(needs), "difficulty")
    expect_count(line["greedy"], -15, score - 1, "greedy")
    if is_again and line["player"] == blind.player():
        expect_same(line["greedy"], greedy_score(position, rolls), "greedy")
    if is_deep and line["player"] == blind.player():
        expect_same(line["chance"], in_short(chance_of(position, rolls, score)), "chance")


def _check_dice(line: Mapping[str, Any], name: str, position: Position, is_again: bool) -> None:
    """The rolls and tiles are those of the name, and so is the position."""
    seed, _, number = name.removeprefix("drop#").partition(".")
    if not (seed.isdecimal() and number.isdecimal() and drop_id(int(seed), int(number)) == name):
        raise NotationError(f"id: expected drop#SEED.N, got {name!r}")
    dice, before, count = candidate(name)
    rolls = [str(roll) for roll in dice.rolls[before : before + count]]
    expect_same(line["rolls"], rolls, "rolls")
    expect_same([shape for shape, _, _ in position.tiles], list(dice.tiles), "position, tiles")
    expect_same(position.turn, before + 1, "position, turn")
    if is_again and line["player"] == blind.player():
        played = blind.field_position(dice, Variant(), 0, before)
        expect_same(str(position), str(played), "position")
