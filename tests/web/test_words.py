"""The words: all languages have the same, and page and paper use no other."""

import json
import re
from pathlib import Path

import pytest

from numberdrop.locales import FILES, LANGUAGES
from numberdrop.sessions.key_bindings import page_keys
from places import ROOT

SOURCES = ROOT / "src" / "numberdrop"
PAGES = [SOURCES / room / "page" for room in ("server", "web", "omba/web")]
COUNTED = (".one", ".other")
#: A key in a call or an attribute; in backquotes it may end in `${...}`: any key that so begins.
USED = re.compile(
    r"""\b(?P<call>tn?)\(\s*(?P<quote>["'`])(?P<key>[a-z][\w.-]*)(?P<open>\$\{[^`]*)?(?P=quote)"""
    r"""|data-t(?:-label|-title)?["']?\s*[=:]\s*["'](?P<named>[a-z][\w.-]*)["']"""
)
#: A text that is one of the keys, wherever it stands: in a table of keys, for one.
QUOTED = re.compile(r"""["'`]([a-z][\w.-]*)["'`]""")


#: A key of what isn't on the page; in an f-string the rest may be filled in.
PRINTED = re.compile(r"""["'](?P<key>(?:paper|language)\.[\w.]*)(?P<open>\{[^"']*)?["']""")
#: The kind of what is called by name() alone.
NAMED = re.compile(r"""\bname\((?:language, )?["'](\w+)["']""")


def words(language: str) -> dict[str, str]:
    """Those that all languages have."""
    pairs = json.loads(FILES[language].read_text("utf-8"), object_pairs_hook=list)
    assert [key for key, _ in pairs] == sorted({key for key, _ in pairs})
    return {key: text for key, text in pairs if not key.startswith("said.")}


def modules() -> list[Path]:
    found = (path for page in PAGES for path in sorted(page.rglob("*")))
    return [path for path in found if path.suffix in (".js", ".html")]


def test_english_and_french_are_there_and_all_languages_have_the_same_keys() -> None:
    assert LANGUAGES[:2] == ("en", "fr")
    for language in LANGUAGES:
        assert list(words(language)) == list(words("en"))


def test_every_action_and_group_of_the_keys_has_its_words() -> None:
    there = {key for key in words("en") if key.startswith("keys.")}
    keys = {f"keys.{each['action']}" for each in page_keys()}
    assert there == keys | {f"keys.group.{each['group']}" for each in page_keys()}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_fill_in_the_same_values(language: str) -> None:
    others = words(language)
    for key, text in words("en").items():
        assert set(re.findall(r"\{\w*\}", text)) == set(re.findall(r"\{\w*\}", others[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_empty(language: str) -> None:
    assert all(text.strip() for text in words(language).values())


@pytest.mark.parametrize("module", modules(), ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_every_key_that_is_used_is_there(module: Path) -> None:
    known = words("en")
    for use in USED.finditer(module.read_text("utf-8")):
        key = use["key"] or use["named"]
        if use["open"] is not None:
            assert any(name.startswith(key) for name in known), key
        elif use["call"] == "tn":
            assert all(f"{key}{end}" in known for end in COUNTED), key
        else:
            assert key in known, key


def printed() -> tuple[set[str], set[str]]:
    """The keys of printed pages that the sources name, and how others begin."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")))
    uses = list(PRINTED.finditer(text))
    whole = {use["key"] for use in uses if use["open"] is None}
    begun = {use["key"] for use in uses if use["open"] is not None}
    return whole, begun | {f"{kind}." for kind in NAMED.findall(text)}


def test_every_key_that_is_printed_is_there() -> None:
    whole, begun = printed()
    assert whole <= set(words("en"))
    assert all(any(key.startswith(start) for key in words("en")) for start in begun)


def test_every_key_is_used() -> None:
    text = "\n".join(module.read_text("utf-8") for module in modules())
    whole, starts = printed()
    begun = {use["key"] for use in USED.finditer(text) if use["open"] is not None} | starts
    quoted = set(QUOTED.findall(text)) | whole
    for key in words("en"):
        one = key.removesuffix(".one").removesuffix(".other")
        assert {key, one} & quoted or any(key.startswith(prefix) for prefix in begun), key
