"""Fuzz targets for games: played in plain lines, and over the API."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numberdrop as nd
from commands import GAMES, MIDDLE, START
from mutations import Json
from samples import CASES
from sessions import DAY, new, next_step

from .cases import GAME, LATEST, Case
from .nearly import as_bytes, near, near_bytes, near_document, typed
from .typed import a_game

_WORDS = (
    *("board", "sheet", "tiles", "score", "roll", "log", "turn", "claims", "help", "undo", "redo"),
    *("c4?", "a?", "3?", "slide A", "slide", "drop", "drop 1", "place 3", "place c", "place c4"),
    *("digits 1234", "claim 1", "claim a1b1c1", "claim none", "why a1a2a3", "back 1", "end"),
)
_GAME = f"/games/{GAME}"
_TYPED = ("place", "digits", "claim", "slide", "drop", "why", "back")


def played(rng: random.Random) -> Case:
    """Draw a game in plain lines, with slips, and with commands that the game may know."""
    game = rng.choice(GAMES)
    lines = [game["start"]]
    for turn in game["turns"][: rng.randint(1, 6)]:
        lines += _in_lines(rng, nd.Turn.from_json(turn))
    for _ in range(rng.randint(1, 12)):
        word = rng.choice(_WORDS)
        word = near(rng, word) if rng.random() < 0.5 else word
        lines.insert(rng.randint(0, len(lines)), word)
    at = rng.randrange(len(lines))
    lines[at] = near(rng, lines[at])
    data = typed("\n".join(lines))
    if rng.random() < 0.1:
        data = near_bytes(rng, data)
    argv = rng.choice([["plain#1.0"], ["--seed", "1"], ["1.4"], [START], [MIDDLE]])
    more = rng.choice([[], ["--json"], ["--json"], ["--plain"]])
    return Case(["play", *argv, *more], stdin=data, judged=["kept"] if "--json" in more else [])


def _in_lines(rng: random.Random, turn: nd.Turn) -> list[str]:
    """Return the lines of a turn: one line, or one for each choice."""
    if rng.random() < 0.5:
        return [rng.choice([f"{turn}", f"{str(turn)[6:]}"]), "end"]
    place = turn.place or ()
    lines = [f"slide {' '.join(turn.slides)}"]
    lines += [f"drop {''.join(drop.cells)}" for drop in turn.drops]
    lines += [f"place {''.join(cell for cell, _ in place)}"]
    lines += [f"{cell}={digit}" for cell, digit in place] if rng.random() < 0.2 else []
    lines += [f"digits {''.join(str(digit) for _, digit in place[::-1])}"]
    return [*lines, *([f"claim {''.join(turn.claim)}"] if turn.claim else []), "end"]


# Over the API.


@cache
def _heads() -> list[Json]:
    position, roll = CASES[7]
    record = {key: value for key, value in GAMES[1].items() if key != "result"}
    return [
        {"kind": "daily", "puzzle": DAY},
        {"kind": "daily", "puzzle": "plain#1.1", "variant": "rulebook"},
        {"kind": "solo", "seed": 7, "variant": "bga+slide"},
        {"kind": "solo", "puzzle": "plain#12.0"},
        {"kind": "drop", "puzzle": "drop#1.4"},
        {"kind": "free", "position": position, "roll": roll},
        {"kind": "free", "tiles": list("SLIOT"), "variant": "bga"},
        {"kind": "record", "record": record},
        {"kind": "record", "record": {**record, "turns": record["turns"][:3]}},
        {"game": GAME, "turn": 2},
    ]


def head(rng: random.Random) -> Case:
    """Draw a changed setup of a game, and requests for the game."""
    document = near_document(rng, rng.choice(_heads()))
    body: Any = near_bytes(rng, as_bytes(document)) if rng.random() < 0.2 else document
    if rng.random() < 0.3:
        body = near_document(rng, {**rng.choice(_heads()), "key": "a"})
    requests: list[list[Any]] = [["POST", "/games", _heads()[8]], *[["POST", "/games", body]] * 2]
    step = {"do": rng.choice(["end", "undo"])}
    requests += [
        ["GET", _GAME, None],
        ["POST", f"{_GAME}/steps", {"revision": LATEST, "step": step}],
        ["GET", f"{_GAME}/record", None],
        ["GET", "/games", None],
    ]
    return Case(requests=requests, judged=["table", 1])


def steps(rng: random.Random) -> Case:
    """Draw a random game with changed steps among its steps."""
    begun = dict(rng.choice(_heads()[:-2]))
    requests: list[list[Any]] = [["POST", "/games", begun]]
    session = new(**{key: value for key, value in begun.items() if key != "roll"})
    if "roll" in begun:
        session = session.do({"do": "roll", "roll": begun["roll"]})
    legal = rng.randint(0, 12)
    for number in range(legal + rng.randint(1, 8)):
        if session.is_over():
            step: Json = {"do": "back", "turn": 1}
        else:
            step = next_step(session, rng)
        if number < legal and not session.is_over():
            session = session.do(step)
        else:
            legal = min(legal, number)
            step = _odd_step(rng, step)
        requests.append(_step(rng, step) if number >= legal else _asked(step))
        if number >= legal:
            requests.append(["GET", _GAME, None])
    requests.append(["GET", f"{_GAME}/record", None])
    return Case(requests=requests, judged=["table", legal + 1])


def _asked(step: Json) -> list[Any]:
    return ["POST", f"{_GAME}/steps", {"revision": LATEST, "step": step}]


def _step(rng: random.Random, step: Json) -> list[Any]:
    """Return a request for a step, perhaps changed."""
    method, path, body = _asked(step)
    what = rng.random()
    if what < 0.1:
        body = near_document(rng, {**body, "key": "a"})
    elif what < 0.15:
        body = near_bytes(rng, as_bytes({**body, "revision": rng.randint(0, 9)}))
    return [method, path, body]


def _odd_step(rng: random.Random, step: Json) -> Json:
    """Return a different step, a changed step, or a typed one with slips."""
    what = rng.randrange(6)
    if what == 0:
        return near_document(rng, step)
    if what == 1:
        position, roll = CASES[7]
        turn = str(nd.Position.from_text(position).random_turn(roll, rng))
        return {"do": "type", "text": near(rng, turn) if rng.random() < 0.8 else turn}
    if what == 2:
        return {"do": "roll", "roll": near(rng, rng.choice(["156*O", "random", "4165*"]))}
    if what == 3:
        return {"do": "start", "cell": near(rng, "d1")}
    if what == 4 and step["do"] == "set":
        return {"do": "set", "turn": near_document(rng, step["turn"])}
    return rng.choice(
        [
            *({"do": name} for name in ("end", "undo", "redo", "help")),
            {"do": "back", "turn": rng.randint(-1, 3)},
            {"do": "help", "grade": rng.choice(["region", "turn", near(rng, "placement")])},
        ]
    )


def pasted(rng: random.Random) -> Case:
    """Draw a text pasted on the page: any format that it reads, with slips."""
    position, roll = rng.choice(CASES)
    sheet = nd.Position.from_text(position)
    texts = [position, roll, "2026-11-20", "#6", "drop 1.4", "plain#1.0", sheet.text()]
    texts += ["\n".join(a_game(rng)), position.split(" ")[0].replace("/", "\n")]
    texts += ["\n".join("\t".join(row) for row in position.split(" ")[0].split("/"))]
    texts += [str(sheet.random_turn(roll, rng)), as_bytes(rng.choice(GAMES)).decode()]
    text = rng.choice(texts)
    body: Json = {"text": near(rng, text) if rng.random() < 0.8 else text}
    for key, value in (("position", position), ("roll", roll), ("variant", "rulebook")):
        if rng.random() < 0.5:
            body[key] = value
    if rng.random() < 0.1:
        body["puzzle"] = "plain#1.0"
    if rng.random() < 0.1:
        body = near_document(rng, body)
    return Case(requests=[["POST", "/read", body]], judged=["pasted"])


def asked(rng: random.Random) -> Case:
    """Draw a question that needs no game, or a request about a game, changed."""
    position, roll = rng.choice(CASES)
    moment = {"position": position, "roll": roll, "variant": "rulebook", "turn": {}}
    if rng.random() < 0.5:
        session = new(kind="free", position=position).do({"do": "roll", "roll": roll})
        for _ in range(rng.randint(0, 5)):
            step = next_step(session, rng)
            if step["do"] != "set":
                break
            session = session.do(step)
            moment["turn"] = step["turn"]
    turn = str(nd.Position.from_text(position).random_turn(roll, rng))
    one = {key: GAMES[0][key] for key in ("format", "version", "variant", "players", "tiles")}
    one |= {"start": GAMES[0]["start"], "turns": GAMES[0]["turns"][:1]}
    hinted = {"position": position, "roll": roll, "levels": ["fast"], "top": 2, "target": 60}
    questions: list[tuple[str, Json]] = [
        *[("/moments", moment)] * 6,
        ("/claims/why", {"position": position, "cells": ["a1", "b1", "c1"]}),
        ("/hints", hinted),
        ("/reviews", {"position": position, "turn": turn, "level": "fast"}),
        ("/reviews", {"record": one, "level": "fast"}),
        ("/prints", {"puzzles": ["2026-11-20"], "paper": "a4", "language": "fr"}),
        ("/prints", {"drops": ["drop#1.4"], "format": "svg"}),
        ("/prints", {"blank": True}),
        (f"{_GAME}/name", {"name": "ABC"}),
    ]
    path, body = rng.choice(questions)
    body = near_document(rng, body) if rng.random() < 0.9 else body
    sent: Any = near_bytes(rng, as_bytes(body)) if rng.random() < 0.1 else body
    requests: list[list[Any]] = [["POST", path, sent]]
    if rng.random() < 0.1:
        name = near(rng, rng.choice(["2026-11-20", "plain%231.0", "drop%231.4"]))
        requests += [["GET", f"/puzzles/{_in_a_path(name)}", None]]
        requests += [["GET", f"/days?month={_in_a_path(near(rng, '2026-11'))}", None]]
        skip, puzzle = _in_a_path(near(rng, "10")), _in_a_path(near(rng, "plain%231.0"))
        requests += [["GET", f"/games?skip={skip}&puzzle={puzzle}", None]]
    return Case(requests=requests, judged=["moment"])


def _in_a_path(text: str) -> str:
    """Return a text encoded as one part of a path, with its slashes escaped."""
    from urllib.parse import quote

    return quote(text.replace("/", ""), safe="%", errors="surrogatepass") or "x"
