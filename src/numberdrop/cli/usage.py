"""Wrong usage in our own words: what Typer refuses, and what was probably meant."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, get_args, get_type_hints

import typer

from ..plurals import format_number

#: Rows with a cell too many or too few as well: that is told by what reads the position.
_GRID = re.compile(r"-|/?(?:[\da-jx._·]{3,}/)*[\da-jx._·]{3,}/?", re.IGNORECASE)
#: What is no number, and so a grid whatever follows it.
_SURE_GRID = re.compile(r"(?!\d+$)(?:.*/)?[\da-jx._·]{7}(?:/.*)?", re.IGNORECASE)
_TILES = re.compile(r"-|(?:\w+,\s*){4}\w+,?|(?:[IOTLSJZ][0-4]?[xo]?){5}", re.ASCII | re.IGNORECASE)
#: The fields behind a grid, each with its parts: more rows, boxes, tiles or some of them, the turn.
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
    """Wrong usage that Typer doesn't see: `faults` has one sentence for each fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def with_quotes(argv: Sequence[str]) -> list[str]:
    """The arguments, where the fields of a position that was typed without its quotes are one
    again, as far as they are there: what is missing is told by what reads the position."""
    args: list[str] = []
    left = list(argv)
    while left:
        end = 1
        if _GRID.fullmatch(left[0].strip()):
            for field in _FIELDS:
                while end < len(left) and field.fullmatch(left[end]) and not _is_roll(left[end:]):
                    end += 1
            if not (_SURE_GRID.fullmatch(left[0]) or any(map(_TILES.fullmatch, left[1:end]))):
                end = 1
        args.append(" ".join(left[:end]))
        left = left[end:]
    return args


def _is_roll(args: Sequence[str]) -> bool:
    """Whether these arguments begin with a roll whose dice stand apart."""
    dice = "".join(args[:5])
    return len(dice) == 5 and sum(face in "1234567*" for face in dice) > 3 and not dice.isdigit()


def meant(text: str, known: Iterable[str]) -> str:
    """`, did you mean 'WORD'?` where one of the known words is like the text; empty otherwise."""
    by_word = {word.casefold(): word for word in known}
    start = text.casefold()
    begun = [word for word in by_word if len(start.strip("-")) > 1 and word.startswith(start)]
    found = begun if len(begun) == 1 else get_close_matches(start, by_word, 1)
    return f", did you mean {by_word[found[0]]!r}?" if found else ""


def said(error: Exception, program: Any, argv: Sequence[str]) -> str:
    """What Typer refused, in one sentence that says where help is.

    `program` is the command that `argv` was for.
    """
    context = getattr(error, "ctx", None)
    path, command = _named(program, argv)
    if context is not None:
        path, command = context.command_path, context.command
    words = _words(error, command, argv)
    return f"{words}{'' if words.endswith('?') else ','} see '{path} --help'"


def _named(program: Any, argv: Sequence[str]) -> tuple[str, Any]:
    """The path of the command that some arguments name, and the command itself."""
    path, command = "numberdrop", program
    for arg in argv:
        inner = getattr(command, "commands", {}).get(arg)
        if inner is None:
            break
        path, command = f"{path} {arg}", inner
    return path, command


def _words(error: Exception, command: Any, argv: Sequence[str]) -> str:
    param = getattr(error, "param", None)
    option = getattr(error, "option_name", None)
    message = str(getattr(error, "message", "") or error).rstrip(".")
    kind = type(error).__name__
    if kind == "NoSuchOption":
        known = [name for one in command.params for name in one.opts if name.startswith("--")]
        return f"no such option {option!r}{meant(str(option), known)}"
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
        given = _given(argv, param.opts)
        got = "" if given is None else f", got {given!r}"
        return f"{option}: expected {_kind(command, option)}{got}"
    if extra := re.match(r"Got unexpected extra arguments?\S* \((.*)\)", message, re.DOTALL):
        return f"expected no more arguments, got {extra[1]!r}; put a text with blanks in quotes"
    if unknown := re.match(r"No such command '(.*?)'", message, re.DOTALL):
        likely = meant(unknown[1], command.commands).replace(", did", ". Did")
        return f"no such command {unknown[1]!r}{likely}"
    return message[:1].lower() + message[1:]


def _given(argv: Sequence[str], names: Sequence[str]) -> str | None:
    """The last value that an option was given."""
    found = None
    for arg, following in zip(argv, [*argv[1:], None], strict=True):
        name, is_joined, value = arg.partition("=")
        if name in names:
            found = value if is_joined else following
    return found


def _kind(command: Any, option: str) -> str:
    """What an option takes, in words, with the range where there is one."""
    param = next(one for one in command.params if option in one.opts)
    hints = get_type_hints(inspect.unwrap(command.callback), include_extras=True)
    hint = hints[param.name]
    types = [one for arg in (hint, *get_args(hint)) for one in (arg, *get_args(arg))]
    info = next((one for one in types if isinstance(one, typer.models.OptionInfo)), None)
    if int in types or float in types:
        least, most = getattr(info, "min", None), getattr(info, "max", None)
        number = "a whole number" if int in types else "a number"
        if least is None:
            return number
        if most is None:
            return f"{number} from {format_number(least)}"
        return f"{number} {format_number(least)} to {format_number(most)}"
    return str(param.metavar or "a value")
