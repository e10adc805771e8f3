"""The sentences of the program: each has a code of its own, and words in French."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import numberdrop as nd
from commands import GAMES
from mutations import changes
from numberdrop import NumberdropError
from numberdrop.errors import Sentence
from numberdrop.locales import translate_sentence, translations
from numberdrop.record import load_record
from numberdrop.server.responses import error_document
from places import ROOT

SOURCES = ROOT / "src" / "numberdrop"
#: Calls that make a sentence of a code and a text.
MAKERS = {"coded_message", "coded", "_illegal", "Sentence"}
FORMS = (".one", ".other")


@dataclass(frozen=True)
class Made:
    """Where a sentence is made: its code, the values that it has by name, and the place."""

    code: str
    values: frozenset[str]
    place: str


def made() -> Iterator[Made]:
    for path in sorted(SOURCES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                yield from made_by(call, path.relative_to(SOURCES).as_posix())


def made_by(call: ast.Call, module: str) -> Iterator[Made]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
    texts = [text for text in texts if isinstance(text, str)]
    if name not in MAKERS or not texts:
        return
    code, *others = texts
    values = {key.arg for key in call.keywords if key.arg}
    values |= set(re.findall(r"\{(\w+)\}", "".join(others)))
    if name == "Sentence":
        values |= {key.value for key in getattr(call.args[-1], "keys", [])}
    yield Made(code, frozenset(values), f"{module}:{call.lineno}")


def french() -> dict[str, list[str]]:
    """The French words by code, in one form or two."""
    pairs = [
        (key.removeprefix("said."), text)
        for key, text in translations("fr").items()
        if key.startswith("said.")
    ]
    keys = [key for key, _ in pairs]
    found: dict[str, list[str]] = {}
    for key, text in pairs:
        assert text.strip(), key
        found.setdefault(re.sub(r"\.(one|other)$", "", key), []).append(text)
    for code, texts in found.items():
        assert len(texts) == (1 if code in keys else 2), code
    return found


def untold(told: Any) -> Iterator[str]:
    """What of a sentence can't be told in another language: texts without a code, in it or all of
    it."""
    if not isinstance(told, dict) or "code" not in told:
        yield str(told)
        return
    if "fault" in told["fields"]:
        yield from untold(told["fields"]["fault"])
    if told["code"] == "value.got":
        yield from untold(told["fields"]["expected"])


TYPED = [
    "1443O A",
    "1443O  A -",
    "1443O A x -",
    "1443O A A@a1 a1=x",
    "1443O A D -",
    "1443O A a1=1,a1=2",
]


def fault_of(record: dict[str, Any]) -> NumberdropError | None:
    """What is wrong with a record."""
    try:
        load_record(record)
    except NumberdropError as error:
        return error
    return None


def test_what_is_wrong_with_a_pasted_game_can_be_told_in_french() -> None:
    """By its shape; what the rules say of it is known by what makes it."""
    record = {**GAMES[0], "turns": GAMES[0]["turns"][:2]}
    faults = [fault for change in changes(record) if (fault := fault_of(change.of(record)))]
    assert len(faults) > 100
    for text in TYPED:
        with pytest.raises(NumberdropError) as caught:
            nd.Turn.from_text(text)
        faults.append(caught.value)
    told = {
        text for fault in faults for text in untold(error_document(fault).get("said", [fault])[0])
    }
    assert told == set()


def test_each_code_stands_in_one_place() -> None:
    places: dict[str, list[str]] = {}
    for one in made():
        assert not one.code.endswith(FORMS), one
        places.setdefault(one.code, []).append(one.place)
    assert {code: where for code, where in places.items() if len(where) > 1} == {}


def test_each_sentence_is_there_in_french_with_its_own_values() -> None:
    words, codes = french(), {one.code: one for one in made()}
    assert set(words) == set(codes)
    for code, texts in words.items():
        for text in texts:
            assert set(re.findall(r"\{(\w+)\}", text)) <= codes[code].values, codes[code].place
            assert len(texts) == 1 or "n" in codes[code].values, codes[code].place


def test_sentences_are_told_in_a_language_with_all_that_is_in_them() -> None:
    with pytest.raises(NumberdropError) as caught:
        nd.Turn.from_text("1443O A x -")
    said = caught.value.sentence
    assert translate_sentence("en", said) == said
    french = translate_sentence("fr", said)
    assert french != said
    assert "reçu" in french
    assert "{" not in french
    assert translate_sentence("fr", "no sentence of ours") == "no sentence of ours"


@pytest.mark.parametrize(("count", "form"), [(0, "one"), (1, "one"), (2, "other")])
def test_counts_have_two_forms(count: int, form: str) -> None:
    code = next(
        key[5:-4] for key in translations("fr") if key.startswith("said.") and key[-4:] == ".one"
    )
    fields = dict.fromkeys(re.findall(r"\{(\w+)\}", translations("fr")[f"said.{code}.one"]), "x")
    told = translate_sentence("fr", Sentence("", code, {**fields, "n": count}))
    assert told == translations("fr")[f"said.{code}.{form}"].format(**{**fields, "n": count})
