"""Wrong usage: messages for what Typer refuses, and suggestions for misspelt words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from ..plurals import format_number

#: A grid. Rows may be too long or too short: the parser of positions reports that.
_GRID = re.compile(r"-|/?(?:[\da-jx._·]{3,}/)*[\da-jx._·]{3,}/?", re.IGNORECASE)
#: A grid that can't be a number, whatever follows it.
_SURE_GRID = re.compile(r"(?!\d+$)(?:.*/)?[\da-jx._·]{7}(?:/.*)?", re.IGNORECASE)
_TILES = re.compile(r"-|(?:\w+,\s*){4}\w+,?|(?:[IOTLSJZ][0-4]?[xo]?){5}", re.ASCII | re.IGNORECASE)
#: Parts of the fields after a grid: more rows, boxes, tiles or some of them, the turn.
_FIELDS = [
    re.compile(parts, re.ASCII | re.IGNORECASE)
    for parts in (
        r"/|/?(?:[\da-jx._]{7}/)*[\da-jx._]{7}/?",
        r"[-3-7,]*:[-3-7,]*(?::[-8]?)?",
        rf"{_TILES.pattern}|(?:\w+,)+\w*|(?:[IOTLSJZ][0-4]?[xo]?){{1,4}},?",
        r"turn|#?\d{1,2}",
    )
]


class UsageError(Exception):
    """Wrong usage that Typer does not detect. `faults` has one sentence for each fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def with_quotes(argv: Sequence[str]) -> list[str]:
    """Join the fields of each position that was typed without quotes into one argument.

    Fields may be missing: the parser of positions reports that.
    """
    args: list[str] = []
    rest = list(argv)
    while rest:
        end = 1
        if _GRID.fullmatch(rest[0].strip()):
            for field in _FIELDS:
                while end < len(rest) and field.fullmatch(rest[end]) and not _is_roll(rest[end:]):
                    end += 1
            if not (_SURE_GRID.fullmatch(rest[0]) or any(map(_TILES.fullmatch, rest[1:end]))):
                end = 1
        args.append(" ".join(rest[:end]))
        rest = rest[end:]
    return args


def _is_roll(args: Sequence[str]) -> bool:
    """Return whether the arguments begin with a roll, one die each."""
    dice = "".join(args[:5])
    return len(dice) == 5 and sum(face in "1234567*" for face in dice) > 3 and not dice.isdigit()


def suggestion(text: str, known: Iterable[str]) -> str:
    """Return `, did you mean 'WORD'?` with the known word most like `text`, or an empty string."""
    by_word = {word.casefold(): word for word in known}
    start = text.casefold()
    longer = [word for word in by_word if len(start.strip("-")) > 1 and word.startswith(start)]
    matches = longer if len(longer) == 1 else get_close_matches(start, by_word, 1)
    return f", did you mean {by_word[matches[0]]!r}?" if matches else ""


def usage_message(error: Exception, program: Any, argv: Sequence[str]) -> str:
    """Return what Typer refused in the arguments of `program`, and which help to see."""
    context = getattr(error, "ctx", None)
    path, command = _named_command(program, argv)
    if context is not None:
        path, command = context.command_path, context.command
    fault = _fault(error, command, argv)
    return f"{fault}{'' if fault.endswith('?') else ','} see '{path} --help'"


def _named_command(program: Any, argv: Sequence[str]) -> tuple[str, Any]:
    """Return the path of the command that the arguments name, and the command."""
    path, command = "numberdrop", program
    for arg in argv:
        inner = getattr(command, "commands", {}).get(arg)
        if inner is None:
            break
        path, command = f"{path} {arg}", inner
    return path, command


def _fault(error: Exception, command: Any, argv: Sequence[str]) -> str:
    param = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    message = str(getattr(error, "message", "") or error).rstrip(".")
    kind = type(error).__name__
    if kind == "NoSuchOption":
        known = [name for one in command.params for name in one.opts if name.startswith("--")]
        return f"no such option {option!r}{suggestion(str(option), known)}"
    if option is not None:
        given = next((arg for arg in argv if arg.startswith(f"{option}=")), None)
        if given is not None:
            return f"{option}: expected no value, got {given.partition('=')[2]!r}"
        return f"{option}: expected {_kind(command, option)} after it, got nothing"
    if kind == "MissingParameter" and param is not None:
        is_argument = param.param_type_name == "argument"
        name = param.metavar if is_argument else param.opts[0]
        return f"missing {param.param_type_name} {name!r}"
    if param is not None:
        option = param.opts[0]
        given = _last_value(argv, param.opts)
        got = "" if given is None else f", got {given!r}"
        return f"{option}: expected {_kind(command, option)}{got}"
    if extra := re.match(r"Got unexpected extra arguments?\S* \((.*)\)", message, re.DOTALL):
        return f"expected no more arguments, got {extra[1]!r}; put text with blanks in quotes"
    if unknown := re.match(r"No such command '(.*?)'", message, re.DOTALL):
        similar = suggestion(unknown[1], command.commands).replace(", did", ". Did")
        return f"no such command {unknown[1]!r}{similar}"
    return message[:1].lower() + message[1:]


def _last_value(argv: Sequence[str], names: Sequence[str]) -> str | None:
    """Return the last value given for an option with these names, or None."""
    found = None
    for arg, following in zip(argv, [*argv[1:], None], strict=True):
        name, is_joined, value = arg.partition("=")
        if name in names:
            found = value if is_joined else following
    return found


def _kind(command: Any, option: str) -> str:
    """Return what value an option expects, with its range if it has one."""
    param = next(one for one in command.params if option in one.opts)
    kind = param.type_descriptor.annotation
    if kind not in (int, float):
        return str(param.metavar or "a value")
    number = "a whole number" if kind is int else "a number"
    if param.min is None:
        return number
    return f"{number} {format_number(param.min)} to {format_number(param.max)}"
