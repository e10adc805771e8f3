"""Old spellings of commands and options. They go on working for one version, and a line on stderr
names the new spelling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .streams import say
from .usage import UsageError

#: The old and the new name of each command that has moved.
COMMANDS: Final = {
    "selfplay": "lab selfplay",
    "match": "lab match",
    "study": "lab study",
    "train": "lab train",
    "perft": "lab perft",
}
#: The old and the new names of options, by the name of their command.
OPTIONS: Final[dict[str, dict[str, str]]] = {
    "daily": {"--hint": "--known"},
    "lab selfplay": {"--records": "--out"},
    "lab match": {"--seconds": "--move-seconds"},
    "lab train": {
        "--rate": "--learning-rate",
        "--trace": "--lambda",
        "--recent": "--averaging-window",
    },
}
#: Commands that work as before but are hidden, each with what does the same.
HIDDEN: Final = {"puzzles show": "daily --archive FILE or drop --archive FILE"}


def with_current_spellings(argv: Sequence[str]) -> list[str]:
    """Return the arguments with old spellings replaced, and name the new ones on stderr.

    Raises UsageError if both spellings of an option are there.
    """
    args = [*argv]
    for old, new in COMMANDS.items():
        if _begins_with(args, old):
            say(f"numberdrop {old} is now numberdrop {new}")
            args = [*new.split(), *args[len(old.split()) :]]
            break
    for name, instead in HIDDEN.items():
        if _begins_with(args, name):
            say(f"numberdrop {name} is now numberdrop {instead}")
    for name, renamed in OPTIONS.items():
        if _begins_with(args, name):
            args = _with_current_options(args, renamed)
    return _with_out_for_record(args) if _begins_with(args, "replay") else args


def _begins_with(args: Sequence[str], name: str) -> bool:
    words = name.split()
    return args[: len(words)] == words


def _with_current_options(args: list[str], renamed: dict[str, str]) -> list[str]:
    end = args.index("--") if "--" in args else len(args)
    given = {arg.partition("=")[0] for arg in args[:end]}
    for old, new in renamed.items():
        if old in given:
            if new in given:
                raise UsageError(f"{old}: expected without {new}, which is its new name")
            say(f"{old} is now {new}")
    return [
        renamed.get(name, name) + sign + value
        for name, sign, value in (arg.partition("=") for arg in args[:end])
    ] + args[end:]


def _with_out_for_record(args: list[str]) -> list[str]:
    """Replace `replay FILE --record RECORD` by `replay FILE --out RECORD`, and `--record` without
    RECORD by `--json`."""
    if "--record" not in args:
        return args
    if any(arg.partition("=")[0] == "--out" for arg in args):
        raise UsageError("--record: expected without --out, which is its new name")
    args = [arg for arg in args if arg != "--record"]
    operands = [
        number for number, arg in enumerate(args) if number and (arg == "-" or arg[:1] != "-")
    ]
    if len(operands) < 2:
        say("--record is now --json")
        return args if "--json" in args else [*args, "--json"]
    say("--record RECORD is now --out RECORD")
    out = args.pop(operands[1])
    return [*args, "--out", out]
