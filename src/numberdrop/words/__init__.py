"""What people read on the page and on paper, by language: one file for each, `fr.json` for French.

A key is a dotted name, and what stands in braces in its words is filled in. All files have the same
keys, but for those that begin with `said.`: sentences of the program by their code, which it says
in English of itself. To add a language, add its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

#: The files, by their language's tag.
FILES: Final[Mapping[str, Traversable]] = {
    file.name.removesuffix(".json"): file
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name)
    if file.name.endswith(".json")
}
#: The languages that there are, English first.
LANGUAGES: Final = tuple(sorted(FILES, key=lambda tag: (tag != "en", tag)))


@cache
def words_of(language: str) -> dict[str, str]:
    """All words of one of LANGUAGES, by key."""
    found: dict[str, str] = json.loads(FILES[language].read_text("utf-8"))
    return found


def words(language: str, key: str, **values: object) -> str:
    """The words of a key in one of LANGUAGES, filled in."""
    return words_of(language)[key].format(**values)


def name(language: str, kind: str, known: str) -> str:
    """The word for what documents know by a name, such as a difficulty or a theme; the name itself
    where there is no word, as of an archive that a later program has made."""
    return words_of(language).get(f"{kind}.{known}", known)
