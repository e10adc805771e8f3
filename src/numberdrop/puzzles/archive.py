"""The lines of the archive: puzzles with their targets, and what is known of their best scores.

A line is one JSON object in canonical text, its last key a digest of all the others (formats.md,
Archive). Making one takes nothing but the name of the day and the budget: no clock, no chance.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ..dice import Deal
from ..errors import NotationError, shown
from ..record import parse_json
from ..rules import Variant
from ..version import PROGRAM, identity
from . import blind
from .daily import daily_deal, daily_puzzle
from .targets import GAMES, difficulty_of, targets_of

SEARCH_SEED = 1


def daily_line(
    date: datetime.date, *, games: int = GAMES, nodes: int | None = None, workers: int = 1
) -> dict[str, Any]:
    """The line of a day: its puzzle, the targets from `games` games (1 or more) of the blind
    player, and with `nodes` the best score that a search of so many finds."""
    deal = daily_deal(date)
    variant = Variant()
    expert = blind.expert_game(deal, variant)
    told = {
        "player": blind.player(),
        "expert": expert.score,
        "turns": expert.turns,
        "forced": expert.forced,
        "scores": [blind.field_score(deal, variant, number) for number in range(games)],
    }
    best = None if nodes is None else search_best(deal, variant, nodes, workers)
    return _sealed({**daily_puzzle(date), "blind": told}, deal, best)


def improved(line: Mapping[str, Any], nodes: int, workers: int = 1) -> dict[str, Any]:
    """The line with a search of so many nodes for its best score; what was known and is better
    stays."""
    deal = daily_deal(datetime.date.fromisoformat(line["id"]))
    found, before = search_best(deal, Variant(), nodes, workers), line["best"]
    if before is not None:
        if before["bound"] < found["bound"]:
            found |= {key: before[key] for key in ("bound", "proof")}
        if before["score"] >= found["score"]:
            found |= {key: before[key] for key in ("score", "found_by", "solution")}
    return _sealed(line, deal, found)


def wants_search(line: Mapping[str, Any], nodes: int | None) -> bool:
    """True if a search of so many nodes may add to what the line knows."""
    best = line["best"]
    if nodes is None or (best is not None and best["score"] == best["bound"]):
        return False
    return best is None or best["nodes"] < nodes


def search_best(deal: Deal, variant: Variant, nodes: int, workers: int = 1) -> dict[str, Any]:
    """What is known of the best score after a search of so many nodes, as in a puzzle's `best`."""
    from ..plan.maxima.maximum import maximum  # OR-Tools comes with it

    found = maximum(deal, variant=variant, nodes=nodes, seed=SEARCH_SEED, workers=workers)
    return {
        "score": found.score,
        "bound": found.bound,
        "proof": found.method,
        "found_by": found.found_by,
        "nodes": nodes,
        "program": PROGRAM,
        "solution": found.solution,
    }


def bound_of(deal: Deal, variant: Variant, best: Mapping[str, Any] | None) -> int:
    """The lowest bound known; where nothing was searched, the one that costs nothing."""
    from ..plan.bounds.bounds import drop_plan_bound  # OR-Tools comes with it

    return drop_plan_bound(deal, None, variant) if best is None else int(best["bound"])


def _sealed(line: Mapping[str, Any], deal: Deal, best: dict[str, Any] | None) -> dict[str, Any]:
    told = line["blind"]
    found = {key: value for key, value in line.items() if key not in _LAST_KEYS}
    return sealed(
        found
        | {
            "targets": targets_of(told["scores"], told["expert"], best),
            "best": best,
            "difficulty": difficulty_of(
                bound_of(deal, Variant(), best), told["scores"], told["forced"]
            ),
        }
    )


_LAST_KEYS = ("difficulty", "made_by", "digest")


def sealed(line: Mapping[str, Any]) -> dict[str, Any]:
    """The line with the program that made it, and its digest, at the end."""
    found = {key: value for key, value in line.items() if key not in ("made_by", "digest")}
    found["made_by"] = identity()
    return {**found, "digest": digest_of(found)}


def digest_of(line: Mapping[str, Any]) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the line's text without its digest."""
    rest = {key: value for key, value in line.items() if key != "digest"}
    return hashlib.sha256(line_text(rest).encode()).hexdigest()[:16]


def line_text(line: Mapping[str, Any]) -> str:
    """The one text of a line, without a newline."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def parse_line(text: str, where: str) -> dict[str, Any]:
    """The object that a line holds. NotationError if it isn't a canonical text of a puzzle; what
    it says is for puzzles.verify to judge."""
    line = parse_json(text, where)
    if not isinstance(line, dict):
        raise NotationError(f"{where}: expected an object, got {shown(line)}")
    for key, expected in (("format", "numberdrop.puzzle"), ("version", 1)):
        if type(line.get(key)) is not type(expected) or line[key] != expected:
            raise NotationError(
                f"{where}, {key}: expected {expected!r}, got {shown(line.get(key))}"
            )
    if line_text(line) != text:
        raise NotationError(f"{where}: expected the canonical text, with one blank after , and :")
    return line


def check_digest(line: Mapping[str, Any], where: str) -> None:
    """NotationError unless the line's digest is the one of its text."""
    if line.get("digest") != digest_of(line):
        raise NotationError(
            f"{where}, digest: expected {digest_of(line)!r}, got {shown(line.get('digest'))}: "
            "the line was changed"
        )
