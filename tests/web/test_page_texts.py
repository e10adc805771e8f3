"""Texts of the page and of printed pages: every language has every key, and every key is used."""

import json
import re
from pathlib import Path

import pytest

from numberdrop.bots.bot import OWN_BOTS
from numberdrop.locales import FILES, LANGUAGES
from numberdrop.omba.policies import OPPONENTS
from numberdrop.omba.session import PERSON
from numberdrop.rules import Variant
from numberdrop.sessions.key_bindings import page_keys
from places import ROOT

SOURCES = ROOT / "src" / "numberdrop"
PAGES = [SOURCES / room / "page" for room in ("server", "web", "omba/web", "browser")]
PLURAL_FORMS = (".one", ".other")
#: A key in a call or an attribute; in backquotes it may end in `${...}`: a prefix of keys.
KEY_USE = re.compile(
    r"""\b(?P<call>tn?)\(\s*(?P<quote>["'`])(?P<key>[a-z][\w.-]*)(?P<open>\$\{[^`]*)?(?P=quote)"""
    r"""|data-t(?:-label|-title)?["']?\s*[=:]\s*["'](?P<named>[a-z][\w.-]*)["']"""
)
#: A string that may be a key, such as one in a table of keys.
STRING = re.compile(r"""["'`]([a-z][\w.-]*)["'`]""")
#: A key of printed pages and pictures in Python; in an f-string it may be a prefix of keys.
PRINTED_KEY = re.compile(
    r"""["'](?P<key>(?:paper|picture|language)\.[\w.]*)(?P<open>\{[^"']*)?["']"""
)
#: A prefix of keys that only name() uses.
NAMED_KIND = re.compile(r"""\bname\((?:language, )?["'](\w+)["']""")


def page_texts(language: str) -> dict[str, str]:
    """Return the texts that every language has, by key."""
    pairs = json.loads(FILES[language].read_text("utf-8"), object_pairs_hook=list)
    assert [key for key, _ in pairs] == sorted({key for key, _ in pairs})
    return {key: text for key, text in pairs if not key.startswith("said.")}


def page_modules() -> list[Path]:
    found = (path for page in PAGES for path in sorted(page.rglob("*")))
    return [path for path in found if path.suffix in (".js", ".html")]


def printed_keys() -> tuple[set[str], set[str]]:
    """Return the keys that Python uses for printed pages, and prefixes of such keys."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(SOURCES.rglob("*.py")))
    uses = list(PRINTED_KEY.finditer(text))
    keys = {use["key"] for use in uses if use["open"] is None}
    prefixes = {use["key"] for use in uses if use["open"] is not None}
    return keys, prefixes | {f"{kind}." for kind in NAMED_KIND.findall(text)}


def test_languages_have_the_same_keys() -> None:
    assert LANGUAGES[:2] == ("en", "fr")
    for language in LANGUAGES:
        assert list(page_texts(language)) == list(page_texts("en"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_placeholders(language: str) -> None:
    others = page_texts(language)
    for key, text in page_texts("en").items():
        assert set(re.findall(r"\{\w*\}", text)) == set(re.findall(r"\{\w*\}", others[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    assert all(text.strip() for text in page_texts(language).values())


def test_every_key_binding_has_a_text() -> None:
    known = {key for key in page_texts("en") if key.startswith("keys.")}
    actions = {f"keys.{binding['action']}" for binding in page_keys()}
    assert known == actions | {f"keys.group.{binding['group']}" for binding in page_keys()}


def test_every_player_has_a_name() -> None:
    known = page_texts("en")
    assert {f"bot.{name}" for name in OWN_BOTS} <= set(known)
    for kind in ("name", "player"):
        found = {key for key in known if key.startswith(f"omba.{kind}.")}
        assert found == {f"omba.{kind}.{name}" for name in (PERSON, *OPPONENTS)}


def test_every_variant_has_a_name() -> None:
    names = {key.partition(".")[2] for key in page_texts("en") if key.startswith("variant.")}
    assert all(str(Variant.from_text(name)) == name for name in names)
    assert len(names) == 8


@pytest.mark.parametrize(
    "module", page_modules(), ids=lambda path: path.relative_to(SOURCES).as_posix()
)
def test_every_key_used_on_the_page_exists(module: Path) -> None:
    known = page_texts("en")
    for use in KEY_USE.finditer(module.read_text("utf-8")):
        key = use["key"] or use["named"]
        if use["open"] is not None:
            assert any(name.startswith(key) for name in known), key
        elif use["call"] == "tn":
            assert all(f"{key}{form}" in known for form in PLURAL_FORMS), key
        else:
            assert key in known, key


def test_every_key_used_on_paper_exists() -> None:
    keys, prefixes = printed_keys()
    known = set(page_texts("en"))
    known |= {key.rpartition(".")[0] for key in known if key.endswith(PLURAL_FORMS)}
    assert keys <= known
    assert all(any(key.startswith(prefix) for key in page_texts("en")) for prefix in prefixes)


def test_every_key_is_used() -> None:
    text = "\n".join(module.read_text("utf-8") for module in page_modules())
    keys, prefixes = printed_keys()
    prefixes |= {use["key"] for use in KEY_USE.finditer(text) if use["open"] is not None}
    strings = set(STRING.findall(text)) | keys
    for key in page_texts("en"):
        stem = key.removesuffix(".one").removesuffix(".other")
        assert {key, stem} & strings or any(key.startswith(prefix) for prefix in prefixes), key
