"""What people read on the page and on paper, by language: one file for each, `fr.json` for French.

A key is a dotted name, and what stands in braces in its words is filled in. Words for a count have
two keys, ending in `.one` and `.other`; `language.one` says of which counts the first are.

All files have the same keys, but for those that begin with `said.`: sentences of the program by
their code, which it says in English of itself. To add a language, add its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from ..errors import Sentence

#: The files, by their language's tag.
FILES: Final[Mapping[str, Traversable]] = {
    file.name.removesuffix(".json"): file
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name)
    if file.name.endswith(".json")
}
#: The languages that there are, English first.
LANGUAGES: Final = tuple(sorted(FILES, key=lambda tag: (tag != "en", tag)))


@cache
def translations(language: str) -> dict[str, str]:
    """All words of one of LANGUAGES, by key."""
    found: dict[str, str] = json.loads(FILES[language].read_text("utf-8"))
    return found


def translate(language: str, key: str, **values: object) -> str:
    """The words of a key in one of LANGUAGES, filled in."""
    return translations(language)[key].format(**values)


def name(language: str, kind: str, known: str) -> str:
    """The word for what documents know by a name, such as a difficulty or a theme; the name itself
    where there is no word, as of an archive that a later program has made."""
    return translations(language).get(f"{kind}.{known}", known)


def translate_sentence(language: str, sentence: str) -> str:
    """A sentence of the program in a language; as it is where there are no words for it."""
    return _told(language, Sentence.of(sentence).to_json())


def _told(language: str, said: Any) -> str:
    """A field of a sentence, or one itself, as documents hold them."""
    if isinstance(said, list):
        return ", ".join(_told(language, one) for one in said)
    if not isinstance(said, dict):
        return str(said)
    known, key = translations(language), f"said.{said.get('code')}"
    fields = said.get("fields", {})
    if "n" in fields:
        form = "one" if str(fields["n"]) in known["language.one"].split() else "other"
        key = f"{key}.{form}" if f"{key}.{form}" in known else key
    text: str = said["text"]
    if key not in known:
        return text
    return known[key].format(**{name: _told(language, value) for name, value in fields.items()})
