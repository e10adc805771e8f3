"""Schemas, readers and writers agree, on documents that are changed in one place.

What a schema refuses the reader refuses. What a schema takes the reader takes as well, but for what
no schema can tell: whether turns are legal, and a few facts that join two places of a document.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import numberdrop as nd
import oracle
from mutations import Change, Json, changes
from numberdrop.puzzles.archive import lines
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.puzzle import daily_puzzle, parse_puzzle
from places import ROOT
from schemas import validator

READERS: dict[str, Callable[[Any], object]] = {
    "game": nd.replay,
    "line": nd.replay,
    "maximum": nd.Maximum.from_json,
    "archive": lambda value: lines.from_json(value, "line"),
    "puzzle": parse_puzzle,
}


#: Where readers don't look, by document: they work it out anew, keep it as it is, or have no use
#: for it (formats.md).
UNREAD = {
    "solo game": ("result",),
    "game of two": ("result",),
    "line": ("score",),
    "maximum": ("score", "status", "made_by", "solution.score"),
    "puzzle": ("kind", "generator", "recipe", "longest_game", "targets", "best"),
}
#: What no schema can tell, as readers say it.
BEYOND = re.compile(
    r"turn [0-9]+[:,]|best, solution: expected \{|the witness scores|"
    r"solution: expected the (position|tiles) and (the )?variant of the question|"
    r"expected 1 to 1000 printable characters|best, (score|bound): expected \d+|"
    r"targets, goal: expected \d+"
)


@cache
def documents() -> dict[str, tuple[str, Json]]:
    """Documents by name, each with its schema."""
    solo = nd.replay(oracle.random_game(random.Random(4), 1, "rulebook"))
    table = nd.replay(oracle.random_game(random.Random(2), 2, "rulebook"))
    table["turns"] = table["turns"][:6]
    position = nd.Position.from_text("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3")
    ending = nd.maximum(position, ["156*O", "1562L"], nodes=1).to_json()
    day, drop = (
        json.loads((ROOT / "puzzles" / name).read_text("utf-8").partition("\n")[0])
        for name in ("days.jsonl", "drops.jsonl")
    )
    return {
        "solo game": ("game", solo),
        "game of two": ("game", nd.replay(table)),
        "line": ("line", ending["solution"]),
        "maximum": ("maximum", ending),
        "day": ("archive", day),
        "drop problem": ("archive", drop),
        "puzzle": ("puzzle", daily_puzzle(parse_date("2026-11-20")).to_json()),
    }


def fault(read: Callable[[Any], object], document: Json) -> str:
    """Why a reader refuses a document; empty if it takes it."""
    try:
        read(document)
    except nd.NumberdropError as error:
        return str(error)
    return ""


def is_unread(name: str, change: Change) -> bool:
    """Whether a reader need not see this change."""
    place = ".".join(map(str, change.path))
    if name == "puzzle":  # tiles and rolls are enough, and the rolls may be fewer than twenty
        is_gone = change.what == "is gone" and change.path[0] != "tiles"
        is_short = place == "rolls" and isinstance(change.value, list)
        if is_gone or is_short or (place == "id" and isinstance(change.value, str)):
            return True
    return any(place == key or place.startswith(f"{key}.") for key in UNREAD.get(name, ()))


@pytest.mark.parametrize("name", documents())
@pytest.mark.parametrize("most", [100, pytest.param(None, marks=pytest.mark.slow)])
def test_schema_and_reader_agree(name: str, most: int | None) -> None:
    kind, document = documents()[name]
    schema, read = validator(f"{kind}.schema.json"), READERS[kind]
    assert schema.is_valid(document)
    assert fault(read, document) == ""
    every = list(changes(document))
    tried = every if most is None else random.Random(name).sample(every, most)
    seen = {True: 0, False: 0}
    for change in tried:
        changed = change.of(document)
        is_valid, why = schema.is_valid(changed), fault(read, changed)
        seen[is_valid] += 1
        if is_valid:
            assert not why or BEYOND.search(why), (str(change), why)
        else:
            assert why or is_unread(name, change), str(change)
    assert min(seen.values()) > len(tried) // 50


def test_a_change_is_made_in_one_place() -> None:
    document = {"a": [1, 2], "b": {"c": "x"}}
    made = {str(change): change.of(document) for change in changes(document)}
    assert document == {"a": [1, 2], "b": {"c": "x"}}
    assert made["a is gone None"] == {"b": {"c": "x"}}
    assert made["a.0 becomes True"] == {"a": [True, 2], "b": {"c": "x"}}
    assert made["b.c becomes 'x '"] == {"a": [1, 2], "b": {"c": "x "}}
    assert made["b has more 'more'"] == {"a": [1, 2], "b": {"c": "x", "more": 1}}
    assert made["a repeats its last None"] == {"a": [1, 2, 2], "b": {"c": "x"}}
    assert all(changed != document or "True" in name for name, changed in made.items())
