"""The page's words: both languages have the same, and the modules use no other."""

import json
import re
from pathlib import Path

import pytest

from numberdrop.table.keys import page_keys
from numberdrop.view.paper import words as paper
from places import ROOT

PAGE = ROOT / "src" / "numberdrop" / "web" / "page"
LANGUAGES = ("en", "fr")
COUNTED = (".one", ".other")
#: A key in a call or an attribute; in backquotes it may end in `${...}`: any key that so begins.
USED = re.compile(
    r"""\b(?P<call>tn?)\(\s*(?P<quote>["'`])(?P<key>[a-z][\w.-]*)(?P<open>\$\{[^`]*)?(?P=quote)"""
    r"""|data-t(?:-label|-title)?["']?\s*[=:]\s*["'](?P<named>[a-z][\w.-]*)["']"""
)
#: A text that is one of the keys, wherever it stands: in a table of keys, for one.
QUOTED = re.compile(r"""["'`]([a-z][\w.-]*)["'`]""")


def words(language: str) -> dict[str, str]:
    pairs = json.loads(
        (PAGE / "i18n" / f"{language}.json").read_text("utf-8"), object_pairs_hook=list
    )
    assert len(dict(pairs)) == len(pairs), "a key stands twice"
    return dict(pairs)


def modules() -> list[Path]:
    return [*sorted(PAGE.rglob("*.js")), *sorted(PAGE.rglob("*.html"))]


def test_both_languages_have_the_same_keys_in_order() -> None:
    english, french = map(words, LANGUAGES)
    assert list(english) == list(french) == sorted(english)


def test_every_action_and_group_of_the_keys_has_its_words() -> None:
    there = {key for key in words("en") if key.startswith("keys.")}
    keys = {f"keys.{each['action']}" for each in page_keys()}
    assert there == keys | {f"keys.group.{each['group']}" for each in page_keys()}


def test_both_languages_fill_in_the_same_values() -> None:
    english, french = map(words, LANGUAGES)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", french[key])), key


#: Words that stand on printed pages as well, by their keys there and here.
ON_PAPER = {
    **{kind: f"box.{kind}" for kind in ("identical", "consecutive", "bonus")},
    **{medal: f"medal.{medal}" for medal in ("bronze", "silver", "gold", "perfect")},
    **{word: f"difficulty.{word}" for word in ("gentle", "fair", "hard", "fierce")},
    **{word: f"difficulty.{word}" for word in ("easy", "medium", "fiendish")},
    "rows": "game.rows",
    "drops": "drops.title",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_screen_and_paper_have_one_word_for_one_thing(language: str) -> None:
    on_screen = words(language)
    for printed, shown in ON_PAPER.items():
        assert on_screen[shown] == paper.words(language, printed)
    kinds = json.loads((PAGE / "i18n" / "said.fr.json").read_text("utf-8"))
    for kind in ("identical", "consecutive", "bonus"):
        assert kinds[f"kind.{kind}"] == paper.words("fr", kind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_empty(language: str) -> None:
    assert all(text.strip() for text in words(language).values())


@pytest.mark.parametrize("module", modules(), ids=lambda path: path.relative_to(PAGE).as_posix())
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


def test_every_key_is_used() -> None:
    text = "\n".join(module.read_text("utf-8") for module in modules())
    begun = {use["key"] for use in USED.finditer(text) if use["open"] is not None}
    quoted = set(QUOTED.findall(text))
    for key in words("en"):
        whole = key.removesuffix(".one").removesuffix(".other")
        assert {key, whole} & quoted or any(key.startswith(prefix) for prefix in begun), key
