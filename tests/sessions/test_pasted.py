"""Detection and parsing of pasted text."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest

import numberdrop as nd
from growth import grows_in_proportion
from numberdrop.dice import Roll
from numberdrop.sessions.pasted import read_pasted
from places import ROOT

SHEET = nd.Position.from_text("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3")
ROLL = Roll.from_text("156*O")
TODAY = datetime.date(2026, 11, 25)
TURN = "E,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3"
AFTER = "15...../gg...../g12..../g5335.1 4:-:- I1,O1,T1,L0,S1 4"
GAME = (ROOT / "docs" / "game.json").read_text("utf-8")


def pasted(text: str, **more: Any) -> dict[str, Any]:
    return read_pasted(text, **{"position": SHEET, "roll": ROLL, "today": TODAY, **more})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" 1 5 6 * o\n", {"is": "roll", "roll": "156*O"}),
        ("25/11/2026", {"is": "puzzle", "puzzle": "2026-11-25"}),
        ("today", {"is": "puzzle", "puzzle": "2026-11-25"}),
        ("plain#7.0", {"is": "puzzle", "puzzle": "plain#7.0"}),
        *((text, {"is": "drop", "puzzle": "drop#1.4"}) for text in ("drop 1.4", "1.4", "#1.4")),
        (str(SHEET), {"is": "position", "position": str(SHEET), "problems": []}),
        (TURN, {"is": "turn", "text": f"{ROLL} {TURN}", "after": AFTER}),
        (f"\n3. {ROLL} {TURN}", {"is": "turn", "text": f"{ROLL} {TURN}", "after": AFTER}),
    ],
)
def test_kind_of_text_is_detected(text: str, expected: dict[str, Any]) -> None:
    assert pasted(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "612....\n65335.1",
        "612....\r\n65335.1\r\nI1 O T1 L S\r\n",
        "6\t1\t2\t\t\t\t\n6\t5\t3\t3\t5\t\t1\n",
        SHEET.text(),
    ],
    ids=["rows alone", "a drawing", "cells of a table", "the program's own drawing"],
)
def test_rows_are_a_drawing_with_the_fields_of_the_sheet(text: str) -> None:
    found = pasted(text)
    assert (found["is"], found["position"]) == ("drawing", str(SHEET))


def test_bare_rows_keep_the_boxes_of_the_sheet() -> None:
    sheet = nd.Position.from_text(AFTER)
    rows = AFTER.split(" ")[0].replace("/", "\n")
    assert pasted(rows, position=sheet)["position"] == AFTER


ASKED = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"{ASKED}\n156*O", {"roll": "156*O"}),
        (f"{ASKED}\n\n 15 6* O \n", {"roll": "156*O"}),
        (f"{ASKED} 156*o", {"roll": "156*O"}),
        (f'numberdrop hint "{ASKED}" "156*O"', {"roll": "156*O"}),
        (
            f"$ .venv/bin/numberdrop hint '{ASKED}' '156*O' --level fast --variant bga",
            {"roll": "156*O", "variant": "bga"},
        ),
        (f'numberdrop hint "{ASKED}"', {}),
    ],
)
def test_position_with_its_roll_is_read(text: str, more: dict[str, str]) -> None:
    """As the program itself prints them."""
    assert read_pasted(text) == {"is": "position", "position": ASKED, "problems": [], **more}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{ASKED}\n1568O", "no die shows '8'"),
        (f"{ASKED.replace('I1', 'I9')}\n156*O", "tiles"),
        ('numberdrop hint "612" "156*O"', "pasted text: expected"),
        (f'numberdrop hint "{ASKED}', "pasted text: expected"),
        (f'numberdrop hint "{ASKED}" "156*O" --variant chess', "variant: expected"),
    ],
)
def test_bad_position_or_roll_of_a_question_raises(text: str, why: str) -> None:
    with pytest.raises(nd.NotationError, match=why):
        read_pasted(text)


def test_problem_is_reported_and_blocks_nothing() -> None:
    found = pasted("6c2..../65335.1 -:-:- I1,O0,T1,L0,S0 3")
    assert found["position"]
    assert "one digit is marked as used" in found["problems"][0]


def test_several_turns_are_played_in_order() -> None:
    second = "1463L A b5=6,a5=4,a6=3,a7=1"
    found = pasted(f"{TURN}\n\n{second}\n")
    first, then = found["text"].split("\n")
    assert (found["is"], first) == ("turns", f"{ROLL} {TURN}")
    position = nd.Position.from_text(AFTER)
    assert pasted(second, position=position) == {
        "is": "turn",
        "text": then,
        "after": found["after"],
    }


def test_pasted_record_is_replayed() -> None:
    record = json.loads(GAME)
    assert pasted(GAME) == {"is": "record", "record": nd.replay(record)}


def test_typed_game_becomes_a_record() -> None:
    typed = f"position {SHEET}\n{ROLL} {TURN}\n"
    assert pasted(typed)["record"]["turns"][0]["claim"] == ["a1", "a2", "a3", "b3"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected a position, a turn, a roll, a game"),
        ("hello", "expected a position, a turn, a roll, a game"),
        ("9156O", "no die shows '9'"),
        ("612..../65335.1 -:-:- I1,O0,T1 3", "tiles: expected"),
        ("61q....\n65335.1", "row 2 .* 'q' in column c"),
        ("E,B a7=6,b3=6,a4=1,b4=5", "shape O can't come to rest"),
        (f"{TURN}\n1463L A a5=1", "line 2: turn 4: place"),
        ('{"a":', "expected JSON"),
        ("{}", "expected the key 'format'"),
    ],
)
def test_unreadable_text_raises(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pasted(text)


def test_turns_without_a_sheet_raise() -> None:
    with pytest.raises(nd.NotationError, match="expected a line that names the puzzle"):
        pasted(f"{ROLL} {TURN}", position=None)


@pytest.mark.slow
@pytest.mark.parametrize("sign", ["a", "1", "\n", " ", "\t", "drop", "a\n", "a3=6,"])
def test_long_text_without_a_game_raises_quickly(sign: str) -> None:
    def refused(size: int) -> None:
        with pytest.raises(nd.NumberdropError):
            pasted(f"x{sign * size}x", position=None)

    assert grows_in_proportion(refused, 250)
