"""Footers: the command that repeats a run, and what it depends on."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from ..plurals import format_number


def again(command: str, *words: str, **options: object) -> str:
    """Return a command line to paste into a shell: the words, quoted where necessary, then the
    options with their values, numbers as people type them. A value of None or False omits the
    option, True makes it a flag, and a list repeats it.

    >>> again("hint", "1...... -:-:- - 1", "156*O", top=3, games_level=None, last=True)
    'numberdrop hint "1...... -:-:- - 1" "156*O" --top 3 --last'
    """
    said = ["numberdrop", command, *map(_quoted, words)]
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None and one is not False:
                said.append(f"--{name.replace('_', '-')}")
                said += [] if one is True else [_quoted(_typed(one))]
    return " ".join(said)


def unless(value: Any, default: object) -> Any:
    """Return the value, or None if it is the default."""
    return None if value == default else value


def made_by_in_words(made_by: Mapping[str, Any], seconds: float | None = None) -> str:
    """Describe `made_by`: the program, then all that an answer depends on, and the time it took."""
    program, *rest = made_by.items()
    said = [str(program[1])]
    for key, value in rest:
        if value is not None and value is not False:
            name = key.replace("_", " ")
            said.append(name if value is True else f"{name} {_listed(value)}")
    took = "" if seconds is None else f"; {seconds:.2f} s"
    return f"made by: {', '.join(said)}{took}"


def _typed(value: object) -> str:
    """Return a value as a person types it."""
    return format_number(value) if isinstance(value, float) else str(value)


def _quoted(word: str) -> str:
    """Quote a word in double quotes if a shell leaves its characters alone, as the documents do."""
    quoted = shlex.quote(word)
    return f'"{word}"' if quoted != word and not set(word) & set('"\\$`!') else quoted


def _listed(value: object) -> str:
    return " ".join(map(_typed, value)) if isinstance(value, list) else _typed(value)
