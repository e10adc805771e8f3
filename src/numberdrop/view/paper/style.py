"""The style of printed pages: the paper, the language, the ink."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from ...locales import name, translate
from .page import PAPERS, Page


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of a page, as `#rrggbb`.

    With `is_black`, there is only black and white, and strokes replace shades.
    """

    ink: str
    faint: str
    red: str
    shade: str
    pale: str
    blocked: str
    combos: tuple[str, ...]
    is_black: bool = False


_COLOUR: Final = Ink(
    ink="#25303f",
    faint="#6b7584",
    red="#b8392a",
    shade="#d9dee5",
    pale="#f8e9e5",
    blocked="#4a5563",
    combos=("#b8392a", "#1d6fa8", "#3f7d22", "#8245b8", "#b06a00", "#12857a"),
)
_BLACK: Final = Ink(
    *("#000000",) * 3, *("#ffffff",) * 2, blocked="#000000", combos=("#000000",), is_black=True
)
#: The known inks.
INKS: Final = {"colour": _COLOUR, "black": _BLACK}


@dataclass(frozen=True, slots=True)
class Style:
    """One of PAPERS, of LANGUAGES and of INKS."""

    paper: str = "a4"
    language: str = "en"
    ink: str = "colour"

    @property
    def colours(self) -> Ink:
        """The colours of its ink."""
        return INKS[self.ink]

    @property
    def scale(self) -> float:
        """The width of its paper, in widths of A4."""
        return PAPERS[self.paper][0] / PAPERS["a4"][0]

    def page(self) -> Page:
        """A new empty page."""
        return Page(*PAPERS[self.paper])

    def translate(self, key: str, **values: object) -> str:
        """Return the text of a key, with its placeholders filled in."""
        return translate(self.language, key, **values)

    def name(self, kind: str, known: str) -> str:
        """Return the localised name of a value in documents."""
        return name(self.language, kind, known)

    def day(self, day: datetime.date) -> str:
        """Format a day in the language: `1 December 2026`."""
        key = "paper.day.first" if day.day == 1 else "paper.day"
        month = self.translate(f"paper.month.{day.month}")
        return self.translate(key, day=day.day, month=month, year=f"{day.year:04}")
