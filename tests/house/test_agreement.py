"""Tests that schemas, readers and writers agree on documents with a single change.

The reader refuses what a schema refuses. It accepts what a schema accepts, except for faults that
no schema can express: illegal turns, and a few relations between two parts of a document.
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
from numberdrop.puzzles.archive import entry_text
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle, parse_puzzle
from numberdrop.sessions import PartialTurn, Session, turn_options
from places import ROOT
from schemas import validator

TODAY = parse_date("2026-11-25")
README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
#: The game for the tests of steps: one turn has ended, the next has begun.
SITTING = (
    Session.begin({"kind": "free", "position": README})
    .do({"do": "roll", "roll": "156*O"})
    .do({"do": "type", "text": "E,B a3=6,b3=6,a4=1,b4=5"})
    .do({"do": "end"})
    .do({"do": "roll", "roll": "1463L"})
)

#: By schema, or by a part of a schema.
READERS: dict[str, Callable[[Any], object]] = {
    "moment.schema.json#/$defs/tentative": lambda value: turn_options(
        README, "156*O", PartialTurn.from_json(value)
    ),
    "sitting.schema.json#/$defs/head": lambda value: Session.begin(value, TODAY),
    "sitting.schema.json#/$defs/step": SITTING.do,
    "game.schema.json": nd.replay,
    "line.schema.json": nd.replay,
    "maximum.schema.json": nd.Maximum.from_json,
    "archive.schema.json": lambda value: entry_text.from_json(value, "line"),
    "puzzle.schema.json": parse_puzzle,
}
TENTATIVE, HEAD, STEP = list(READERS)[:3]
#: Setups of saved games, and steps.
ASKED: list[tuple[str, Json]] = [
    (HEAD, {"kind": "daily", "puzzle": "2026-11-20", "variant": "rulebook"}),
    (HEAD, {"kind": "solo", "seed": 7, "variant": "bga+slide"}),
    (HEAD, {"kind": "solo", "puzzle": "plain#7.0"}),
    (HEAD, {"kind": "drop", "puzzle": "drop#1.4"}),
    (HEAD, {"kind": "free", "position": README}),
    (HEAD, {"kind": "free", "tiles": list("IOTLS")}),
    (HEAD, {"kind": "record", "record": SITTING.to_record()}),
    (STEP, {"do": "set", "turn": {"slides": ["A"], "claim": None}}),
    (STEP, {"do": "type", "text": "A b5=6,a5=4,a6=3,a7=1"}),
    (STEP, {"do": "undo"}),
    (STEP, {"do": "back", "turn": 1}),
    (STEP, {"do": "help", "grade": "region"}),
    (STEP, {"do": "roll", "roll": "1234I"}),
]


#: Fields that readers ignore, by document: they recompute, copy or don't use the value
#: (formats.md).
UNREAD = {
    "solo game": ("result",),
    "game of two": ("result",),
    "line": ("score",),
    "maximum": ("score", "status", "made_by", "solution.score"),
    "puzzle": ("kind", "generator", "recipe", "longest_game", "targets", "best"),
}
#: Errors of readers that no schema can express.
BEYOND = re.compile(
    r"turn [0-9]+[:,]|best, solution: expected \{|the witness scores|"
    r"solution: expected the (position|tiles) and (the )?variant of the question|"
    r"expected 1 to 1000 printable characters|best, (score|bound): expected \d+|"
    r"targets, goal: expected \d+|digits: expected \d, got \d"
)
#: Further such errors, for names, typed text, and input that doesn't fit the game.
BEYOND_ASKED = re.compile(
    rf"{BEYOND.pattern}|recipe: expected|expected one of the drop problems|as what is named with|"
    r"roll: |place\.|turn: expected ROLL|step, turn: expected 1 to 1"
)
TURN = {
    "slides": ["E", "B"],
    "drops": [],
    "cells": ["a4", "b4", "a3", "b3"],
    "digits": [1, 5, None, 6],
    "claim": None,
}


def game_of_two() -> Json:
    table = nd.replay(oracle.random_game(random.Random(2), 2, "rulebook"))
    return nd.replay({**table, "turns": table["turns"][:6]})


@cache
def ending() -> Json:
    position = nd.Position.from_text("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3")
    return nd.maximum(position, ["156*O", "1562L"], nodes=1).to_json()


def first_line(name: str) -> Json:
    return json.loads((ROOT / "puzzles" / name).read_text("utf-8").partition("\n")[0])


#: Documents by name, each with its schema.
DOCUMENTS: dict[str, tuple[str, Callable[[], Json]]] = {
    "solo game": (
        "game.schema.json",
        lambda: nd.replay(oracle.random_game(random.Random(4), 1, "rulebook")),
    ),
    "game of two": ("game.schema.json", game_of_two),
    "line": ("line.schema.json", lambda: ending()["solution"]),
    "maximum": ("maximum.schema.json", ending),
    "day": ("archive.schema.json", lambda: first_line("days.jsonl")),
    "drop problem": ("archive.schema.json", lambda: first_line("drops.jsonl")),
    "tentative turn": (TENTATIVE, lambda: TURN),
    "puzzle": (
        "puzzle.schema.json",
        lambda: daily_puzzle(parse_date("2026-11-20")).to_json(),
    ),
}


def fault(read: Callable[[Any], object], document: Json) -> str:
    """Return the error of a reader, "" if it accepts the document."""
    try:
        read(document)
    except nd.NumberdropError as error:
        return str(error)
    return ""


def is_unread(name: str, change: Change) -> bool:
    """Return whether a reader may ignore this change."""
    place = ".".join(map(str, change.path))
    if name == "puzzle":  # tiles and rolls suffice, and there may be fewer than twenty rolls
        is_gone = change.what == "is gone" and change.path[0] != "tiles"
        is_short = place == "rolls" and isinstance(change.value, list)
        if is_gone or is_short or (place == "id" and isinstance(change.value, str)):
            return True
    return any(place == key or place.startswith(f"{key}.") for key in UNREAD.get(name, ()))


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("most", [50, pytest.param(600, marks=pytest.mark.slow)])
def test_schema_and_reader_agree(name: str, most: int) -> None:
    kind, make = DOCUMENTS[name]
    document = make()
    schema, read = validator(kind), READERS[kind]
    assert schema.is_valid(document)
    assert fault(read, document) == ""
    every = list(changes(document))
    tried = random.Random(name).sample(every, min(most, len(every)))
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


@pytest.mark.parametrize(("part", "document"), ASKED, ids=json.dumps)
def test_schema_and_reader_agree_on_what_is_asked(part: str, document: Json) -> None:
    schema, read = validator(part), READERS[part]
    assert schema.is_valid(document)
    assert fault(read, document) == ""
    for change in changes(document):
        if change.path[:2] == ("record", "score"):
            continue  # recomputed
        changed = change.of(document)
        why = fault(read, changed)
        if schema.is_valid(changed):
            assert not why or BEYOND_ASKED.search(why), (str(change), why)
        else:
            assert why, str(change)


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
