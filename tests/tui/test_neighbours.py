"""Games of several seats, in plain lines."""

from __future__ import annotations

import random
from pathlib import Path

import numberdrop as nd
from numberdrop.tui.ending import ending_lines
from numberdrop.tui.other_seats import part_in_words, standing_lines
from numberdrop.tui.plain_lines import Lines
from numberdrop.tui.seat import Seat
from numberdrop.view.text import PLAIN
from sessions import next_step
from terminals import seat_at

TURN = "e1=3,f1=1,e2=3,f2=5"


def typed(seat: Seat, *inputs: str) -> tuple[list[str], list[str]]:
    """Return the answers to typed lines, and the refusals."""
    waiting: list[str | None] = [*inputs, None]
    lines: list[str] = []
    refused: list[str] = []
    Lines(seat, lambda: waiting.pop(0), lines.append, refused.append).play()
    return lines, refused


def test_bots_play_after_a_typed_turn(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="table", seats=[None, "easy", "hard"], seed=3)
    lines, refused = typed(seat, "seats", "d1", "sheet 3", f"{TURN} end", "seats")
    assert refused == []
    assert lines[0] == "table table2#3.0; type help for the commands, quit to leave"
    assert lines[2:5] == ["seat 1 (you)", "seat 2 (easy)", "seat 3 (hard)"]
    assert lines[1].endswith("write your 1 in row 1: a1 to g1")
    assert any("  3  " in line for line in lines if line.startswith("  1 |"))
    assert "seat 1 (you): place e1=3 f1=1 e2=3 f2=5: +0" in lines
    assert [line.partition(":")[0] for line in lines[-3:]] == lines[2:5]
    assert seat.state == "turn 2, score 0"


def test_two_people_choose_one_after_the_other(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="table", seats=[None, None], seed=3)
    lines, refused = typed(seat, "d1", "c1", f"{TURN} end")
    assert refused == []
    assert lines[2].startswith("seat 2: tiles ")
    assert lines[2].endswith("write your 2 in row 1: a1 to g1")
    assert "chosen; the others see it at the end of the turn" in lines
    assert lines[-2].startswith("seat 2, turn 1, roll 3135O")
    assert seat.state == "turn 1, score 0, seat 2"


def test_unknown_sheet_is_reported(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="table", seats=[None, "easy"], seed=3)
    assert typed(seat, "sheet 1")[1] == ["sheet: expected a game of several players that has begun"]
    _, refused = typed(seat, "d1", "sheet 3", "sheet x")
    assert refused == [f"sheet: expected a seat, 1 to 2, got {text!r}" for text in ("3", "x")]


def test_end_names_the_winner(tmp_path: Path) -> None:
    seat, rng = seat_at(tmp_path, kind="table", seats=[None, "hard"], seed=3), random.Random(1)
    while not seat.session.is_over():
        seat.do(next_step(seat.session, rng))
    lines = ending_lines(seat, PLAIN)
    assert lines[0].startswith("the game is over, past the line: ")
    assert lines[1] == "; ".join(["seat 2 (hard) wins", *standing_lines(seat)])
    assert typed(seat)[0][-1] == lines[-1]


def test_block_parts_are_described_in_words() -> None:
    position = nd.Position.from_text("1...... -:-:- V3,O,U5,L,S 9")
    roll = nd.Roll.from_text("*567L")
    parts = [nd.Part.from_text(text) for text in ("A@a2b2a3", "A@-", ".")]
    turn = nd.SharedTurn(roll, tuple(parts))
    assert [part_in_words(part, turn, position) for part in parts] == [
        "the block V3 of A on a2 b2 a3",
        "the block V3 of A finds no room",
        "protected from the block",
    ]


def test_hint_for_a_seat_ranks_by_the_chance_of_winning(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="table", seats=[None, "easy"], seed=3)
    lines, refused = typed(seat, "d1", "hint", "hint quick")
    assert refused == ["hint: expected one of fast, strong, deep, why, got 'quick'"]
    ideas = lines[-3:]
    assert [line.partition(" % to win, ")[0].partition(": ")[0] for line in ideas] == [
        "1",
        "2",
        "3",
    ]
    assert typed(seat, "hint why")[0][-1].startswith("why 1 rather than 2: ")
    part = nd.Part.from_text(ideas[0].rpartition(": ")[2])
    assert part.place
