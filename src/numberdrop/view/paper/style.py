"""How pages are printed: on which paper, in which language, with which ink."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from ...locales import name, translate
from .page import PAPERS, Page


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of what is drawn, as `#rrggbb`.

    Where `is_black`, there is nothing but black and white, and what is told by a shade elsewhere is
    told by a stroke.
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
#: The inks there are.
INKS: Final = {"colour": _COLOUR, "black": _BLACK}


@dataclass(frozen=True, slots=True)
class Style:
    """One of PAPERS, of LANGUAGES and of INKS."""

    paper: str = "a4"
    language: str = "en"
    ink: str = "colour"

    @property
    def colours(self) -> Ink:
        """What its ink is."""
        return INKS[self.ink]

    @property
    def scale(self) -> float:
        """How wide its paper is, in widths of A4."""
        return PAPERS[self.paper][0] / PAPERS["a4"][0]

    def page(self) -> Page:
        """An empty page."""
        return Page(*PAPERS[self.paper])

    def translate(self, key: str, **values: object) -> str:
        """The words of a key, filled in."""
        return translate(self.language, key, **values)

    def name(self, kind: str, known: str) -> str:
        """The word for what documents know by a name."""
        return name(self.language, kind, known)

    def day(self, day: datetime.date) -> str:
        """A day as the language writes it: `1 December 2026`."""
        key = "paper.day.first" if day.day == 1 else "paper.day"
        month = self.translate(f"paper.month.{day.month}")
        return self.translate(key, day=day.day, month=month, year=f"{day.year:04}")
