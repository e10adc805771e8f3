"""Messages of the program: each has a code of its own, and a French translation."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from commands import GAMES
from mutations import changes
from numberdrop import NumberdropError
from numberdrop.errors import Sentence
from numberdrop.locales import translate_sentence, translations
from numberdrop.record import load_record
from numberdrop.server.responses import error_document
from places import ROOT
from serving import Client

SOURCES = ROOT / "src" / "numberdrop"
#: Functions that make a sentence of a code and a text.
MAKERS = {"coded_message", "coded", "_illegal", "Sentence"}
PLURAL_FORMS = (".one", ".other")


@dataclass(frozen=True)
class Coded:
    """A coded message in the sources: its code, the names of its values, and its place."""

    code: str
    values: frozenset[str]
    place: str


@cache
def calls() -> list[tuple[Path, ast.Call]]:
    """Return every call in the sources, with its file."""
    return [
        (path.relative_to(SOURCES), node)
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def function_name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def coded_messages() -> Iterator[Coded]:
    """Yield every coded message in the sources."""
    for path, call in calls():
        constants = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        texts = [text for text in constants if isinstance(text, str)]
        if function_name(call) not in MAKERS or not texts:
            continue
        code, *others = texts
        values = {key.arg for key in call.keywords if key.arg}
        values |= set(re.findall(r"\{(\w+)\}", "".join(others)))
        if function_name(call) == "Sentence":
            values |= {key.value for key in getattr(call.args[-1], "keys", [])}
        yield Coded(code, frozenset(values), f"{path.as_posix()}:{call.lineno}")


def french() -> dict[str, list[str]]:
    """Return the French translations by code, in one form or two."""
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


def untranslated(sentence: Any) -> Iterator[str]:
    """Yield the parts of a sentence, as JSON, that have no code: the whole of it, or messages in
    its fields."""
    if not isinstance(sentence, Mapping) or "code" not in sentence:
        yield str(sentence)
        return
    if "fault" in sentence["fields"]:
        yield from untranslated(sentence["fields"]["fault"])
    if sentence["code"] == "value.got":
        yield from untranslated(sentence["fields"]["expected"])


def untranslated_in(document: Mapping[str, Any]) -> list[str]:
    """Return what of an error document can't be translated."""
    sentences = document.get("said", [document["error"]])
    return [text for sentence in sentences for text in untranslated(sentence)]


def fault_of(record: dict[str, Any]) -> NumberdropError | None:
    """Return the error that reading a record raises, if it raises one."""
    try:
        load_record(record)
    except NumberdropError as error:
        return error
    return None


def test_each_code_is_used_in_one_place() -> None:
    places: dict[str, list[str]] = {}
    for message in coded_messages():
        assert not message.code.endswith(PLURAL_FORMS), message
        places.setdefault(message.code, []).append(message.place)
    assert {code: where for code, where in places.items() if len(where) > 1} == {}


def test_each_code_has_a_french_translation_with_its_values() -> None:
    translated, messages = french(), {message.code: message for message in coded_messages()}
    assert set(translated) == set(messages)
    for code, texts in translated.items():
        message = messages[code]
        for text in texts:
            assert set(re.findall(r"\{(\w+)\}", text)) <= message.values, message.place
            assert len(texts) == 1 or "n" in message.values, message.place


#: What answers requests: messages here reach the page.
SERVING = ("server", "web", "sessions", "omba/web", "omba/session.py", "omba/rules.py")
#: Messages here are for the terminal that starts the server.
STARTING = "server/address.py"
#: Functions that take a message: the position of the message among the arguments.
MESSAGE_AT = {
    **dict.fromkeys(("NotationError", "NumberdropError", "IllegalTurn", "IllegalStep"), 0),
    **dict.fromkeys(("Missing", "WrongType", "DatabaseUnavailable"), 0),
    **dict.fromkeys(("RequestError", "HTTPException", "fault", "expected_got", "at_place"), 1),
}


def is_plain_text(node: ast.expr) -> bool:
    """Return whether an expression makes text without a code."""
    if isinstance(node, ast.BinOp):
        return is_plain_text(node.left) or is_plain_text(node.right)
    if isinstance(node, ast.IfExp):
        return is_plain_text(node.body) or is_plain_text(node.orelse)
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr)


def test_every_message_of_the_server_has_a_code() -> None:
    uncoded = []
    for path, call in calls():
        at = MESSAGE_AT.get(function_name(call))
        is_serving = path.as_posix().startswith(SERVING) and path.as_posix() != STARTING
        if is_serving and at is not None and len(call.args) > at and is_plain_text(call.args[at]):
            uncoded.append(f"{path}:{call.lineno}: {ast.unparse(call)}")
    assert uncoded == []


TYPED = [
    "1443O A",
    "1443O  A -",
    "1443O A x -",
    "1443O A A@a1 a1=x",
    "1443O A D -",
    "1443O A a1=1,a1=2",
]


@pytest.mark.parametrize("text", TYPED)
def test_a_faulty_turn_is_reported_in_french(text: str) -> None:
    with pytest.raises(NumberdropError) as caught:
        nd.Turn.from_text(text)
    assert untranslated_in(error_document(caught.value)) == []


RECORDS = {
    "solo": {**GAMES[0], "turns": GAMES[0]["turns"][:2]},
    "multiplayer": oracle.random_game(random.Random(1), 2),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_faulty_record_is_reported_in_french(record: dict[str, Any]) -> None:
    record = {**record, "turns": record["turns"][:2]}
    faults = [fault for change in changes(record) if (fault := fault_of(change.of(record)))]
    assert len(faults) > 100
    texts = {text for fault in faults for text in untranslated_in(error_document(fault))}
    assert texts == set()


def test_refused_requests_are_reported_in_french(client: Client) -> None:
    """Over-long pastes, unknown addresses, wrong methods, and requests that no page sends."""
    refused = [
        client.ask("POST", "read", {"text": "x" * 30_001}),
        client.ask("POST", "read", {"text": "x" * 2**20}),
        client.ask("POST", "read", b'{"text": "\xff"}'),
        client.ask("POST", "read", b'{"text": NaN}'),
        client.ask("POST", "read", b'{"text": 1, "text": 1}'),
        client.ask("GET", "nothing"),
        client.ask("GET", "/nothing"),
        client.ask("GET", "read"),
        client.ask("GET", "days?month=0000-01"),
        client.ask("GET", "games?skip=x"),
        client.ask("GET", "games/0123456789abcdef"),
        client.ask("GET", "puzzles/plain#1"),
        client.ask("POST", "games", {"kind": "solo", "seed": -1}),
        client.ask("POST", "games", {"kind": "table", "seats": [None]}),
        client.ask("POST", "games", {"kind": "table", "seats": ["easy", "hard"]}),
        client.ask("POST", "reviews", {"record": 1}),
        client.ask("POST", "hints", {"position": "x", "roll": "156*O"}),
        client.ask("POST", "prints", {"blank": True, "paper": "a0"}),
        client.ask("POST", "games", {}, host="evil.example"),
        client.ask("POST", "games", {}, [("Origin", "http://evil.example")]),
    ]
    for answer in refused:
        assert answer.status >= 400, answer
        assert untranslated_in(answer.json()) == [], answer
        for sentence in answer.json()["said"]:
            said = Sentence(sentence["text"], sentence["code"], sentence["fields"])
            assert translate_sentence("fr", said) != sentence["text"], sentence


def test_every_field_of_a_message_is_translated() -> None:
    with pytest.raises(NumberdropError) as caught:
        nd.Turn.from_text("1443O A x -")
    message = caught.value.sentence
    assert translate_sentence("en", message) == message
    translated = translate_sentence("fr", message)
    assert translated != message
    assert "reçu" in translated
    assert "{" not in translated


def test_a_text_without_a_code_stays_as_it_is() -> None:
    assert translate_sentence("fr", "not one of our messages") == "not one of our messages"


@pytest.mark.parametrize(("count", "form"), [(0, "one"), (1, "one"), (2, "other")])
def test_a_count_chooses_the_plural_form(count: int, form: str) -> None:
    known = translations("fr")
    code = next(key[5:-4] for key in known if key.startswith("said.") and key[-4:] == ".one")
    fields = dict.fromkeys(re.findall(r"\{(\w+)\}", known[f"said.{code}.one"]), "x")
    translated = translate_sentence("fr", Sentence("", code, {**fields, "n": count}))
    assert translated == known[f"said.{code}.{form}"].format(**{**fields, "n": count})
