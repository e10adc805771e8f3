"""The fuzz target of options: every option of every command of the app, with values at its bounds,
beyond them, and nearly valid."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from written import ENDLESS, LONGER_WRITES, READS, SHORT, WRITES, commands, lay_out

from .cases import Case
from .nearly import near
from .reading import number_meant

#: Typical invalid values for a number.
_NUMBERS = (
    *("0", "-0", "1", "-1", "2", "7", "20", "21", "1e3", "0x10", "1_000", "+3", " 5", "5 "),
    *("\u0663", "1.5", ".5", "nan", "inf", "-inf", "", "x", "--", "1,5", "1 000"),
    *("99999999999999999999", "-99999999999999999999"),
)
#: Options whose numbers don't affect the duration of a run, so any value within the bounds will do.
_LIGHT = (
    *("--top", "--upto", "--turn", "--seat", "--target", "--seed", "--per-page", "--record"),
    *("--remove", "--inaccuracy", "--mistake", "--blunder", "--learning-rate", "--lambda"),
)
#: Values for a word or a text, by the name of its kind.
_WORDS = {
    "LEVEL": ("fast", "fast", "quick"),
    "VARIANT": ("rulebook", "bga", "bga+slide", "bga+review-dice"),
    "CELL": ("d1", "a1"),
    "DATE": ("2026-11-20",),
    "ABC": ("ABC", "you"),
    "ROLLS": ("156*O 4165*", "156*O"),
    "TURN": ("D f8=4,e9=7,f9=5,g9=4 !a7b7c7",),
    "HOST": ("127.0.0.1",),
}
#: Options that accept only these words.
_KNOWN = {"LEVEL": ["fast", "strong", "deep", "quick"]}
_NAMES = ("", ".", "-", "no/out.json", "game.json", "days.jsonl", "out", "out\n.svg", "puzzle.json")


def option(rng: random.Random) -> Case:
    """Draw a short run of a command with one or more additional options."""
    name, command = rng.choice(list(commands(with_endless=True)))
    options = [each for each in command.params if each.param_type_name == "option"]
    one = rng.choice([*options, *(each for each in options if not each.is_flag)])
    words, judged = _given(rng, name, one)
    argv = [*name.split(), *SHORT.get(name, [])]
    if name in ENDLESS:
        if not judged or number_meant(*judged[2:]) is not None:
            words, judged = ["--no-such"], []
    elif rng.random() < 0.3:
        flags = [each.opts[0] for each in options if each.is_flag]
        words += rng.sample(flags, min(len(flags), rng.choice([1, 1, 2])))
    if rng.random() < 0.15:
        words[0], judged = near(rng, one.opts[0]), []
        words = words[:1] if name in ENDLESS or one.metavar == "N" else words
        if name in ENDLESS:
            words.append(
                "--no-such"
            )  # a near value may be valid, or "--", which counts as no value
    is_written = (name, one.opts[0]) in {*WRITES, *LONGER_WRITES} or name == "sheet"
    made = ["*"] if is_written else []
    return Case(
        [*argv, *words], _files(), results=[], table=[], made=made or ["out.*"], judged=judged
    )


def _given(rng: random.Random, command: str, one: Any) -> tuple[list[str], list[Any]]:
    """Return an option, with a value if it takes one, and the questions for the judges."""
    opt = rng.choice([*one.opts, *one.secondary_opts])
    if one.is_flag:
        return [opt if rng.random() < 0.9 else f"{opt}=1"], []
    kind = one.type_descriptor.annotation
    if kind in (int, float):
        text = _number(rng, one, kind is int)
        return [opt, text], ["number", opt, text, kind is int, one.min, one.max]
    if (command, opt) in WRITES:
        return [opt, rng.choice([*_NAMES, WRITES[command, opt]])], []
    if (command, opt) in READS or one.metavar == "FILE":
        return [opt, rng.choice([*_NAMES, "drops.jsonl"])], []
    listed = one.metavar.split("|")
    known = listed if len(listed) > 1 else _KNOWN.get(one.metavar)
    text = rng.choice(_WORDS.get(one.metavar, listed))
    text = near(rng, text) if rng.random() < 0.6 else text
    return [opt, text], ["word", opt, text, known] if known else []


def _number(rng: random.Random, one: Any, is_whole: bool) -> str:
    """Draw a number at an option's bounds or beyond them, or a nearly valid one, but none that
    makes a run long."""
    texts = list(_NUMBERS)
    step = 1 if is_whole else 0.001
    if one.min is not None:
        texts += [str(one.min), str(one.min + step), str(one.min - step)] * 2
    if one.max is not None:
        texts += [str(one.max + step), str(one.max), f"{one.max}0"] * 2
    text = rng.choice(texts)
    number = number_meant(text, is_whole, one.min, one.max)
    least = 0 if one.min is None else one.min
    if number is None or one.opts[0] in _LIGHT or number <= least + step:
        return text
    return str(least)


@cache
def _files() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}
