"""Texts of the page and of printed pages, one file for each language: `fr.json` for French.

A key is a dotted name, and names in braces are placeholders. A text with a count has two keys,
ending in `.one` and `.other`; `language.one` lists the counts that take the first.

All files have the same keys, except those that begin with `said.`: the program's messages by code.
English has none of these, since the messages are in English. To add a language, add its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..errors import Sentence

#: The files, by language tag.
FILES: Final[Mapping[str, Path]] = {
    file.stem: file for file in sorted(Path(__file__).parent.glob("*.json"))
}
#: The language tags, English first.
LANGUAGES: Final = tuple(sorted(FILES, key=lambda tag: (tag != "en", tag)))


@cache
def translations(language: str) -> dict[str, str]:
    """Return all texts of `language`, one of LANGUAGES, by key."""
    found: dict[str, str] = json.loads(FILES[language].read_text("utf-8"))
    return found


def translate(language: str, key: str, **values: object) -> str:
    """Return the text of `key` in `language`, one of LANGUAGES, with its placeholders filled in."""
    return translations(language)[key].format(**values)


def translate_plural(language: str, key: str, count: int) -> str:
    """Return the text of `key` for `count`: that of `key.one` or `key.other`."""
    return translations(language)[f"{key}.{_plural_form(language, count)}"]


def _plural_form(language: str, count: object) -> str:
    return "one" if str(count) in translations(language)["language.one"].split() else "other"


def name(language: str, kind: str, known: str) -> str:
    """Translate a name that documents use, such as a difficulty or a theme.

    Returns `known` itself if it has no translation, as in an archive made by a later version.
    """
    return translations(language).get(f"{kind}.{known}", known)


def translate_sentence(language: str, sentence: str) -> str:
    """Translate a message of the program. Returns it unchanged if it has no translation."""
    return translate_json(language, Sentence.of(sentence).to_json())


def translate_json(language: str, value: Any) -> str:
    """Translate a sentence, or a field of one, in its JSON form."""
    if isinstance(value, list):
        return ", ".join(translate_json(language, item) for item in value)
    if not isinstance(value, dict):
        return str(value)
    known, key = translations(language), f"said.{value.get('code')}"
    fields = value.get("fields", {})
    if "n" in fields:
        form = _plural_form(language, fields["n"])
        key = f"{key}.{form}" if f"{key}.{form}" in known else key
    text: str = value["text"]
    if key not in known:
        return text
    return known[key].format(
        **{name: translate_json(language, field) for name, field in fields.items()}
    )
