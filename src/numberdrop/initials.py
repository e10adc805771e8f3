"""The three letters by which players are named on the sheet and in the high scores."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from .errors import NotationError, as_text, coded_message, expected_got
from .json_reader import LIST
from .plurals import count_noun

#: A name: three letters or digits, as LU6 on the rulebook's list.
INITIALS = re.compile("[A-Z0-9]{3}")
LETTERS_EXPECTED = coded_message("name.letters", "expected three letters A to Z or digits")

#: The name of each seat, None without one. Empty if no seat has one.
Names = tuple[str | None, ...]


def parse_player(text: str) -> str:
    """Parse a player's name as written on the sheet: three letters or digits, converted to upper
    case.

    Raises NotationError if `text` isn't such a name.
    """
    name = as_text(text, "name").upper()
    if not INITIALS.fullmatch(name):
        raise NotationError(expected_got("name", LETTERS_EXPECTED, text))
    return name


def coerce_names(names: Iterable[str | None], players: int, where: str = "names") -> Names:
    """Return the names of `players` seats, in seat order, each None or three letters or digits in
    upper case.

    `names` is empty, or has a name or None for each seat; without any name the result is empty.
    Raises NotationError for anything else.
    """
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise NotationError(expected_got(where, LIST, names))
    found = tuple(names)
    if found and len(found) != players:
        expected = coded_message(
            "names.count",
            f"expected a name or null for each of {count_noun(players, 'player')}",
            n=players,
        )
        raise NotationError(expected_got(where, expected, list(found)))
    for name in found:
        if name is not None and not (isinstance(name, str) and INITIALS.fullmatch(name)):
            raise NotationError(expected_got(where, LETTERS_EXPECTED, name))
    return found if any(found) else ()


def seat_label(names: Names, seat: int) -> str:
    """Return "seat 2 (MUM)", or "seat 2" without a name."""
    name = names[seat - 1] if names else None
    return f"seat {seat} ({name})" if name else f"seat {seat}"


def initials_of(words: Iterable[str]) -> list[str]:
    """Return three letters for each of some bots, all different: the first letters of the bot's
    name, or of the last word of a program or function, with a digit in the third place where others
    have the same."""
    found: list[str] = []
    for word in words:
        kind, _, command = word.partition(":")
        last = re.split(r"[\s:/\\]", command)[-1] if kind in ("program", "python") else kind
        found.append(_new_initials(_letters(last) or "XXX", found))
    return found


def initials_of_people(names: Iterable[str | None]) -> Names:
    """Return three letters for each of some people, all different, like initials_of(). Letters lose
    their accents. The result has None for a person without a name, and for a name in another
    script."""
    found: list[str | None] = []
    for name in names:
        letters = _letters(unicodedata.normalize("NFKD", name or ""))
        found.append(_new_initials(letters, found) if letters else None)
    return tuple(found)


def _letters(name: str) -> str:
    """Return the first three letters or digits of a name, or an empty text if it has none."""
    letters = re.sub("[^A-Z0-9]", "", name.upper())[:3]
    return letters and letters.ljust(3, "X")


def _new_initials(letters: str, found: Sequence[str | None]) -> str:
    """Return three letters, with a digit in the third place if `found` has them."""
    numbers = (f"{letters[:2]}{number}" for number in range(2, 10))
    return next(name for name in (letters, *numbers) if name not in found)
