"""The fuzzer's judges reject wrong answers and accept right ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

import numberdrop as nd
from commands import GAMES, MIDDLE
from fuzz_targets import JUDGES, Answered, Ended, Fault
from fuzz_targets.reading import days_meant, number_meant
from numberdrop.sessions import PartialTurn, turn_options

GAME = GAMES[0]
DEAL = {
    "tiles": GAME["tiles"],
    "rolls": [turn["roll"] for turn in GAME["turns"]],
    "variant": "rulebook",
}
UNFINISHED = nd.replay({**GAME, "turns": GAME["turns"][:2]})
TYPED = "\n".join(
    [
        f"tiles {''.join(GAME['tiles'])}",
        f"start {GAME['start']}",
        *(str(nd.Turn.from_json(turn)) for turn in GAME["turns"][:2]),
    ]
)


def ended(document: Any = None, code: int = 0) -> Ended:
    return Ended(code, "" if document is None else json.dumps(document), "numberdrop: no\n")


def shown(text: str, **more: Any) -> Ended:
    position = nd.Position.from_text(text)
    score = position.score().to_json()
    return ended({"position": text, "score": score, "variant": "rulebook", **more})


def pasted(text: str, **document: Any) -> list[Answered]:
    return [Answered("POST", "/read", {"text": text}, 200, [document])]


def step(document: Any, status: int = 200, path: str = "/games/x/record") -> Answered:
    return Answered("GET", path, None, status, [document])


def illegal(record: Any) -> Any:
    """Return the record with its first claim or first slide changed."""
    turns = [dict(turn) for turn in record["turns"]]
    turns[0]["claim"] = ["a14", "b14", "c14"]
    return {**record, "turns": turns}


LINE = {"line": UNFINISHED, "score": UNFINISHED["result"]["final"]["total"], "solved": None}
RIGHT: list[tuple[str, Any, list[Any]]] = [
    ("roll", ended({"roll": "156*O"}), ["o 1 5 6 *"]),
    ("day", ended({"id": "2026-11-05"}), ["5.11.2026"]),
    ("position", shown(MIDDLE), [MIDDLE.upper()]),
    ("drawing", shown(MIDDLE), ["612....\n65335.1"]),
    ("game", ended(UNFINISHED), [TYPED]),
    ("record", ended(UNFINISHED), [UNFINISHED]),
    ("record", ended(code=1), [illegal(UNFINISHED)]),
    ("submitted", ended({"score": GAME["result"]["final"]["total"]}), [GAME, DEAL]),
    ("submitted", ended(code=1), [UNFINISHED, DEAL]),
    ("answer", ended(LINE), [90, DEAL["rolls"]]),
    ("kept", ended(UNFINISHED), []),
    ("number", ended(code=2), ["--top", "0", True, 1, 9]),
    ("number", ended(code=0), ["--top", "9", True, 1, 9]),
    ("number", Ended(2, "", "numberdrop: --turn: expected a file"), ["--turn", "9", True, 1, 9]),
    ("word", ended(code=2), ["--level", "Fast", ["fast"]]),
    ("table", [step(UNFINISHED)], [1]),
    ("pasted", pasted("O156*", **{"is": "roll", "roll": "156*O"}), []),
]
WRONG: list[tuple[str, Any, list[Any]]] = [
    ("roll", ended({"roll": "156*O"}), ["1563O"]),
    ("roll", ended({"roll": "156*O"}), ["156*T"]),
    ("roll", ended({"roll": "9999O"}), ["9999O"]),
    ("day", ended({"id": "2026-11-05"}), ["05/11/2026"]),
    ("day", ended({"id": "2026-11-05"}), ["2026-11-50"]),
    ("position", shown(MIDDLE), [MIDDLE.replace("612", "6127")]),
    ("position", shown(MIDDLE), [MIDDLE.replace("612", "61.")]),
    ("position", shown(MIDDLE, score={}), [MIDDLE]),
    ("drawing", shown(MIDDLE), ["612....\n65.35.1"]),
    ("game", ended(UNFINISHED), [TYPED.replace("start", "start 7")]),
    ("game", ended(illegal(UNFINISHED)), [TYPED]),
    ("record", ended(illegal(UNFINISHED)), [illegal(UNFINISHED)]),
    ("record", ended(code=1), [UNFINISHED]),
    ("record", ended({**UNFINISHED, "result": {}}), [UNFINISHED]),
    ("submitted", ended({"score": 1}), [UNFINISHED, DEAL]),
    ("submitted", ended(code=1), [GAME, DEAL]),
    ("submitted", ended({"score": 1}), [GAME, DEAL]),
    ("submitted", ended({"score": 1}), [GAME, {**DEAL, "rolls": DEAL["rolls"][::-1]}]),
    ("answer", ended({**LINE, "score": 99}), [90, DEAL["rolls"]]),
    ("answer", ended({**LINE, "solved": True}), [90, DEAL["rolls"]]),
    ("kept", ended(illegal(UNFINISHED)), []),
    ("listed", ended({"results": 7}), ["api.schema.json#/$defs/scores"]),
    ("document", ended({}), ["puzzle", {"kind": 7, "tiles": 7}]),
    ("number", ended(code=0), ["--top", "10", True, 1, 9]),
    ("number", ended(code=0), ["--top", "1.5", True, 1, 9]),
    ("number", Ended(2, "", "--top: expected a whole number"), ["--top", "9", True, 1, 9]),
    ("word", ended(code=0), ["--level", "Fast", ["fast"]]),
    ("table", [step({"error": "no"}, 422)], [1]),
    ("table", [step(illegal(UNFINISHED))], [0]),
    ("pasted", pasted("O156*", **{"is": "roll", "roll": "156*T"}), []),
    ("pasted", pasted("#6", **{"is": "puzzle", "puzzle": "2026-11-26"}), []),
]  # fmt: skip


@pytest.mark.parametrize(("judge", "came", "more"), RIGHT, ids=str)
def test_correct_answer_passes(judge: str, came: Any, more: list[Any]) -> None:
    JUDGES[judge](came, *more)


@pytest.mark.parametrize(("judge", "came", "more"), WRONG, ids=str)
def test_wrong_answer_is_found(judge: str, came: Any, more: list[Any]) -> None:
    with pytest.raises(Fault):
        JUDGES[judge](came, *more)


def options(**turn: Any) -> dict[str, Any]:
    """Return the options of a turn."""
    return turn_options(MIDDLE, "4561O", PartialTurn.from_json(turn)).to_json()


WHOLE = options(slides=["A"], cells=["a3", "b3", "a4", "b4"], digits=[4, 5, 6, 1])


def test_moments_are_as_the_rules_have_them() -> None:
    for document in (options(), options(slides=["A"]), WHOLE):
        JUDGES["moment"]([Answered("POST", "/moments", {}, 200, [document])])


@pytest.mark.parametrize(
    "document",
    [
        {**options(slides=["A"]), "poses": {"O": options(slides=["A"])["poses"]["O"][1:]}},
        {**WHOLE, "claims": WHOLE["claims"][1:] or [{"cells": ["a1", "b1", "c1"]}]},
        {**WHOLE, "turn": {**WHOLE["turn"], "digits": [4, 5, 6, 2]}},
        {**WHOLE, "preview": {**WHOLE["preview"], "score": {}}},
    ],
    ids=["a landing is missing", "claims", "digits", "score"],
)
def test_moments_that_are_otherwise_are_found(document: dict[str, Any]) -> None:
    with pytest.raises(Fault):
        JUDGES["moment"]([Answered("POST", "/moments", {}, 200, [document])])


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-11-05", ["2026-11-05"]),
        ("3/14/2026", ["2026-03-14"]),
        ("5 Nov 2026", ["2026-11-05"]),
        ("#6", ["2026-11-25"]),
        ("20261125", ["2026-11-25"]),
        ("3/4/2026", []),
        ("2026-02-30", []),
        ("0", []),
    ],
)
def test_days_are_read_as_people_read_them(text: str, days: list[str]) -> None:
    assert [*map(str, days_meant(text))] == days


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), (" 1", 1), ("0", None), ("10", None), ("nan", None), ("\u0663", None)],
)
def test_numbers_are_within_their_bounds(text: str, number: int | None) -> None:
    assert number_meant(text, True, 1, 9) == number
