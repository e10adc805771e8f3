"""Fuzz targets for files: records, puzzles, maxima, archives."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import numberdrop as nd
import oracle
from archives import sealed
from changed import changed_round, changed_turn
from commands import GAMES, MIDDLE
from mutations import Json
from numberdrop.plan.maxima import maximum
from numberdrop.puzzles.archive.entries import DailyPuzzle, DropProblem
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from samples import VARIANTS, some_days, some_drop

from .cases import Case
from .nearly import as_bytes, near_bytes, near_document


def record(rng: random.Random) -> Case:
    """Draw a game's record, with turns that are legal only by luck, or with a changed document."""
    if rng.random() < 0.6:
        players = rng.choice([1, 1, 1, 2, 3])
        document = oracle.random_game(rng, players, rng.choice(VARIANTS))
        turns = document["turns"]
        if turns:
            at = rng.randrange(len(turns))
            changed = changed_turn if players == 1 else changed_round
            turns[at] = changed(turns[at], rng)
    else:
        document = near_document(rng, rng.choice(GAMES))
    data, judged = as_bytes(document), ["record", document]
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    if rng.random() < 0.3:
        return Case(["hint", "f.json", "--level", "fast", "--json"], {"f.json": data})
    return Case(["replay", "f.json", "--json"], {"f.json": data}, judged=judged)


@cache
def _deal(name: str) -> Json:
    """Return the dice of a puzzle."""
    dice = nd.deal(name)
    rolls = [str(roll) for roll in dice.rolls]
    return {"tiles": list(dice.tiles), "rolls": rolls, "variant": "rulebook"}


def submitted(rng: random.Random) -> Case:
    """Draw a nearly valid game submitted for a puzzle."""
    document: Json = {key: value for key, value in rng.choice(GAMES).items() if key != "result"}
    what = rng.random()
    if what < 0.5:
        document = near_document(rng, document)
    elif what < 0.8:
        turns = [*document["turns"]]
        at = rng.randrange(len(turns))
        turns[at] = changed_turn(turns[at], rng)
        document["turns"] = turns[: rng.choice([at + 1, len(turns)])]
    name = rng.choice(["2026-11-20", "plain#1.0", "plain#1.1"])
    data, judged = as_bytes(document), ["submitted", document, _deal(name)]
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    return Case(["daily", name, "--submit", "f.json", "--json"], {"f.json": data}, judged=judged)


@cache
def _puzzles() -> list[Json]:
    day = daily_puzzle(parse_date("2026-11-20")).to_json()
    short = {key: day[key] for key in ("tiles", "rolls")}
    short["rolls"] = short["rolls"][:2]
    found = maximum(nd.Position.from_text(MIDDLE), ["156*O"], nodes=2_000, workers=1)
    return [day, short, found.to_json()]


def question(rng: random.Random) -> Case:
    """Draw a puzzle or a maximum as `max` reads it."""
    at = rng.randrange(3)
    document = near_document(rng, _puzzles()[at])
    data = as_bytes(document)
    judged: list[Any] = ["document", "maximum" if at == 2 else "puzzle", document]
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    argv = ["max", "f.json", "--json", "--workers", "1"]
    if at == 2 and rng.random() < 0.7:
        argv = ["max", "f.json", "--json", "--check", "--seconds", "1"]
    else:
        argv += ["--nodes", "300"]
        judged = [] if at == 2 else judged
    return Case(argv, {"f.json": data}, judged=judged)


def archive(rng: random.Random) -> Case:
    """Draw an archive with one changed entry, whose digest is recomputed."""
    entries: list[DailyPuzzle | DropProblem] = [*some_days(), some_drop()]
    document = near_document(rng, json.loads(line_text(rng.choice(entries))))
    judged: list[Any] = []
    try:
        text = sealed(document) if rng.random() < 0.8 else json.dumps(document)
        judged = ["document", "archive", json.loads(text)]
    except (TypeError, ValueError, KeyError):
        text = json.dumps(document)
    data = f"{line_text(some_days()[0])}\n{text}\n".encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    argv = rng.choice(
        [
            ["puzzles", "verify", "f.jsonl", "--games", "0", "--workers", "1"],
            ["daily", "--archive", "f.jsonl"],
            ["puzzles", "export", "f.jsonl"],
            ["puzzles", "export", "f.jsonl", "--out", rng.choice(["made.json", "made.csv"])],
            ["sheet", rng.choice(["--drops", "--archive"]), "f.jsonl"],
            ["drop", some_drop().id, "--archive", "f.jsonl", "--solution"],
        ]
    )
    judged = judged if argv[1] == "verify" else []
    return Case(argv, {"f.jsonl": data}, made=["sheet.pdf", "made.json", "made.csv"], judged=judged)
