"""Fuzz targets for text typed on a command line, or written by hand into a file."""

from __future__ import annotations

import datetime
import random
from functools import cache

import numberdrop as nd
from commands import GAMES, MIDDLE, OVER, START
from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.shipped import shipped_entry
from samples import CASES

from .cases import Case
from .nearly import near, near_bytes, typed
from .trying import run

_DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%Y%m%d", "%d %b %Y", "%d/%m/%Y", "%B %d, %Y")
_ROLLS = ["156*O", "4165*", "* 5 6 1 T", "****S", "4,4,4,5,J", "roll 2736z"]
_PUZZLES = ["2026-11-20", "plain#1.0", "plain#9.1", "#3", "IOTLS:4165*", "drop#1.4"]
_PROBLEMS = ["drop#1.4", "drop#1.36", "drop#1.71"]


def a_position(rng: random.Random) -> str:
    return rng.choice([MIDDLE, START, OVER, rng.choice(CASES)[0]])


def typed_roll(rng: random.Random) -> Case:
    text = near(rng, rng.choice([*_ROLLS, rng.choice(CASES)[1]]))
    return Case(["hint", START, text, "--level", "fast", "--json"], judged=["roll", text])


def typed_day(rng: random.Random) -> Case:
    day = datetime.date(2026, 1, 1) + datetime.timedelta(rng.randrange(700))
    text = day.strftime(rng.choice(_DAYS))
    if rng.random() < 0.7:
        text = near(rng, text)
    return Case(["daily", text, "--json"], judged=["day", text])


def typed_position(rng: random.Random) -> Case:
    text = near(rng, a_position(rng))
    return Case(["show", text, "--json"], judged=["position", text])


def typed_puzzle(rng: random.Random) -> Case:
    name = near(rng, rng.choice(_PUZZLES))
    argv = rng.choice(
        [
            ["daily", name, "--json"],
            ["daily", name, "--id"],
            ["max", name, "--nodes", "1", "--json", "--workers", "1"],
            ["drop", name, "--json"],
            ["scores", name],
            ["sheet", name, "--out", "sheet.svg"],
        ]
    )
    return Case(argv, made=["sheet*.svg"])


@cache
def problem(name: str) -> DropProblem:
    """Return a drop problem that is included in the package."""
    found = shipped_entry(name)
    assert isinstance(found, DropProblem)
    return found


def answer(rng: random.Random) -> Case:
    """Draw turns for a drop problem, legal or not."""
    name = rng.choice(_PROBLEMS)
    asked = problem(name)
    position, best = asked.position, asked.best.solution["turns"]
    argv = ["drop", rng.choice([name, name.removeprefix("drop#")])]
    for number, roll in enumerate(asked.rolls[: rng.randint(0, len(asked.rolls))]):
        turn = nd.Turn.from_json(best[number])
        if rng.random() < 0.5 and not position.is_over():
            turn = position.random_turn(roll, rng)
        text = str(turn)
        argv += ["--answer", near(rng, text) if rng.random() < 0.6 else text]
        position = nd.play(position, turn) if not number else position
    more = rng.choice([[], ["--json"], ["--json"], ["--json"], ["--solution"]])
    judged = ["answer", asked.goal, [*map(str, asked.rolls)]] if "--json" in more else []
    if rng.random() < 0.1:
        argv[1], judged = near(rng, argv[1]), []
    return Case([*argv, *more], judged=judged)


def drawing(rng: random.Random) -> Case:
    """Draw a sheet as `show` or a person would, with manual changes."""
    text = a_position(rng)
    if rng.random() < 0.5:
        grid, boxes, tiles, _ = text.split(" ")
        between = rng.choice(["\n", " |\n|"])
        text = "\n".join([grid.replace("/", between), boxes, f"tiles: {tiles}", ""])
    else:
        text = run(["show", text]).out
    text = near(rng, text)
    data, judged = typed(text), ["drawing", text]
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    if rng.random() < 0.3:
        return Case(["show", "-", "--json"], stdin=data, judged=judged)
    return Case(["show", "f.txt", "--json"], {"f.txt": data}, judged=judged)


def a_game(rng: random.Random) -> list[str]:
    """Return the lines of a typed game."""
    game = rng.choice(GAMES)
    turns = [str(nd.Turn.from_json(turn)) for turn in game["turns"][: rng.randint(1, 20)]]
    lines = [f"tiles {''.join(game['tiles'])}", f"start {game['start']}"]
    return lines + [f"{number}. {turn}" for number, turn in enumerate(turns, 1)]


def typed_game(rng: random.Random) -> Case:
    """Draw a game typed turn by turn, with slips."""
    lines = a_game(rng)
    at = rng.randrange(len(lines))
    lines[at] = near(rng, lines[at])
    text = "\n".join(lines)
    command = rng.choice([["replay", "f.txt"], ["daily", "plain#1.0", "--submit", "f.txt"]])
    judged = ["game", text] if command[0] == "replay" else []
    return Case([*command, "--json"], {"f.txt": typed(text)}, judged=judged)
