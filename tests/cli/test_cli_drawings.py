"""Sheets drawn by hand or by the program, in and out."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import MIDDLE, Run
from numberdrop.plan.hints.hint import Hint
from numberdrop.typed import read_drawing
from numberdrop.view.hints import draw_hint
from samples import BENCH, CASES, VARIANTS

pytestmark = pytest.mark.usefixtures("here")

FEW = ["--level", "fast", "--top", "1"]
SHEET = "6......\n612....\n6533..1\nI1OT1LS\n"
POSITION = "6....../612..../6533..1 -:-:- I1,O0,T1,L0,S0 3"
TOLD = f"position read as {POSITION}\n"


@pytest.fixture
def typed_in(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """What stands on stdin."""
    stdin = io.BytesIO()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(stdin)))  # type: ignore[arg-type]
    return stdin


def test_a_drawing_is_read_at_every_door(run: Run, here: Path, typed_in: io.BytesIO) -> None:
    (here / "sheet.txt").write_text(SHEET)
    typed_in.write(SHEET.encode())
    for source in ("sheet.txt", "-", SHEET):
        for asked in (
            ["show", source],
            ["hint", source, "156*O", *FEW],
            ["max", source, "--rolls", "156*O", "--nodes", "1"],
            ["lab", "perft", source, "1463O"],
        ):
            typed_in.seek(0)
            done = run(*asked, "--json")
            assert (done.code, done.json()["position"]) == (0, POSITION), asked
            assert done.err.startswith(TOLD)


def test_canonical_roll_prints_no_note(run: Run, here: Path) -> None:
    (here / "line.txt").write_text(f"{POSITION}\n")
    assert run("show", "line.txt").err == ""
    (here / "drawn.txt").write_text(run("show", POSITION).out)
    assert run("show", "drawn.txt").err == TOLD
    assert run("show", "drawn.txt").out == run("show", POSITION).out


def test_a_variant_is_the_one_of_the_drawing_unless_named(run: Run, here: Path) -> None:
    (here / "sheet.txt").write_text(f"{SHEET}bga\n")
    assert run("show", "sheet.txt", "--json").json()["variant"] == "bga"
    found = run("show", "sheet.txt", "--variant", "rulebook+slide", "--json").json()
    assert found["variant"] == "rulebook+slide"


def test_all_faults_of_a_drawing_name_their_rows(run: Run, here: Path) -> None:
    (here / "sheet.txt").write_text(" 3 |6.....\n 2 |61?....\n 1 |6533..1\nidentical: 9\n")
    done = run("hint", "sheet.txt", "156*O")
    assert (done.code, done.out) == (1, "")
    assert [line[: line.index(": expected") + 10] for line in done.err.splitlines()] == [
        "numberdrop: sheet.txt: row 3 (line 1): expected",
        "numberdrop: sheet.txt: row 2 (line 2): expected",
        "numberdrop: sheet.txt: line 4: identical: expected",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "sheet.txt: expected a sheet, got an empty file"),
        (
            "Dear Sir,\nhow are you?\n",
            "sheet.txt: expected rows of 7 cells, one row per line, got 'Dear",
        ),
        ("653..1\n6533?.1\nI1OT1LS", "sheet.txt: row 2 (line 1): expected 7 cells, got 6"),
        ("612....", "sheet.txt: position: expected the tiles on A to E after the grid, as in"),
    ],
)
def test_a_file_that_holds_no_sheet(text: str, words: str, run: Run, here: Path) -> None:
    (here / "sheet.txt").write_text(text)
    done = run("show", "sheet.txt")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"numberdrop: {words}")


def test_a_drawing_needs_its_rolls_for_a_maximum(run: Run, here: Path) -> None:
    (here / "sheet.txt").write_text(SHEET)
    assert "--rolls: expected with a position" in run.fails("max", "sheet.txt").err


def test_a_blank_sheet_is_given_filled_in_and_read(run: Run, here: Path) -> None:
    blank = run("sheet", "--blank").out
    assert run("sheet", "--out", "sheet.txt").out == "sheet.txt\n"
    assert (here / "sheet.txt").read_text() == blank
    assert run("sheet", "--blank", "--json").json() == {"files": [], "drawing": blank}
    assert "tiles: expected the tiles on A to E" in run.fails("show", "sheet.txt").err
    day = run("sheet", "2026-11-20", "--blank").out
    assert "\ntiles: T S O I L\n" in day
    (here / "sheet.txt").write_text(day.replace(" 1 |\n", " 1 |...1...\n"))
    found = run("show", "sheet.txt", "--json").json()
    assert found["position"] == "...1... -:-:- T0,S0,O0,I0,L0 1"


@pytest.mark.parametrize(
    "more", [["--out", "sheet.pdf"], ["--paper", "a4"], ["--drops", "d.jsonl"], ["--solution"]]
)
def test_blank_sheet_is_not_a_page(more: list[str], run: Run) -> None:
    assert run.fails("sheet", "--blank", *more).code == 2


GAMES = [
    pytest.param(
        variant,
        encoding,
        marks=[] if (variant, encoding) == ("bga+slide", "ascii") else [pytest.mark.slow],
    )
    for variant in VARIANTS
    for encoding in ("utf-8", "ascii")
]


@pytest.mark.parametrize(("variant", "encoding"), GAMES)
def test_a_whole_game_is_played_from_hint_to_hint(
    variant: str, encoding: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a hint prints is kept, and the next hint asked for what is kept."""
    found: list[Hint] = []

    def draw(hint: Hint, *more: Any, **others: Any) -> str:
        found.append(hint)
        return draw_hint(hint, *more, **others)

    monkeypatch.setattr("numberdrop.view.hints.draw_hint", draw)
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(encoding=encoding)
    deal = nd.plain_deal(5, VARIANTS.index(variant))
    (here / "turn1.txt").write_text(str(nd.Position.start(deal.tiles, "d1")))
    named = ["--variant", variant]
    for turn, roll in enumerate(deal.rolls, 1):
        done = run("hint", f"turn{turn}.txt", str(roll), *FEW, *named)
        assert done.code == 0, done.err
        assert done.out.isascii() == (encoding == "ascii")
        (here / f"turn{turn + 1}.txt").write_text(done.out)
        after, rules = read_drawing(done.out)
        assert (after, rules) == (found[-1].turns[0].position, nd.Variant.of(variant))
        named = []
        if after.is_over():
            break
    assert len(found) >= 10
    done = run("hint", f"turn{len(found) + 1}.txt", "156*O")
    assert (done.code, done.out) == (1, "")
    assert "the game is over" in done.err


# From the paper sheet to a hint: what is typed, beyond the digits of the sheet.


def in_one_line(position: nd.Position, roll: str) -> str:
    """The command as it is typed, with the boxes left out where none is filled, and the turn, the
    marks of letters and notches 0 always."""
    grid, boxes, _, _ = str(position).lower().split(" ")
    shapes = "".join(f"{shape}{notch or ''}" for shape, notch, _ in position.tiles).lower()
    filled = [boxes] if boxes != "-:-:-" else []
    # A star needs quotes in some shells.
    return " ".join(["numberdrop hint", grid, *filled, shapes, f'"{roll}"'])


def row_by_row(position: nd.Position) -> str:
    """The same on stdin, one row per line."""
    rows = in_one_line(position, "").split(" ")[2:-1]
    return "\n".join(rows).replace("/", "\n") + "\n"


def keystrokes(text: str, position: nd.Position) -> int:
    """The keys that a text takes, without those of the digits in the cells."""
    grid = str(position).split(" ")[0]
    return len(text) - sum(symbol in "0123456789abcdefghij" for symbol in grid)


QUICK = [nd.Position.from_text(text) for text in (MIDDLE, POSITION)]


@pytest.mark.parametrize("position", QUICK + BENCH[::6], ids=str)
def test_from_paper_to_hint_in_ninety_keystrokes(
    position: nd.Position, run: Run, typed_in: io.BytesIO
) -> None:
    """With the command, its roll and Enter; fifty are enough for a sheet of three rows."""
    most = 50 if position in QUICK else 90
    roll = dict(zip(BENCH, (roll for _, roll in CASES), strict=True)).get(position, "156*O")
    line, rows = in_one_line(position, roll), row_by_row(position)
    assert keystrokes(f"{line}\n", position) <= most
    # Ctrl-D is the last key.
    assert keystrokes(f'numberdrop hint - "{roll}"\n{rows}', position) + 1 <= most
    typed_in.write(rows.encode())
    for words in (["show", *line.split(" ")[2:-1]], ["show", "-"]):
        typed_in.seek(0)
        done = run(*words, "--json")
        assert (done.code, done.json()["position"]) == (0, str(position))
