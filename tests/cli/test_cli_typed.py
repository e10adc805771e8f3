"""What a person types at the command line is read as people write it, and its form is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import MIDDLE, START, Run
from samples import some_days

pytestmark = pytest.mark.usefixtures("here")

FEW = ["--level", "fast", "--top", "1", "--games", "0"]


@pytest.mark.parametrize("roll", ["156*o", "1 5 6 * O", "1,5,6,*,O", "15-6* 0", "[1,5,6,*] o"])
def test_a_roll_is_read_and_told(roll: str, run: Run) -> None:
    done = run("hint", MIDDLE, roll, "--json", *FEW)
    assert (done.code, done.err) == (0, "roll read as 156*O\n")
    assert done.json()["roll"] == "156*O"


def test_what_is_canonical_is_not_told(run: Run) -> None:
    assert run("hint", f" {MIDDLE} ", "156*O", "--json", *FEW).err == ""
    assert run("daily", "2026-11-25").err == ""
    assert run("max", START, "--rolls", "1562O 1562L", "--nodes", "1", "--json").code == 0


@pytest.mark.parametrize(
    "rolls",
    [
        ["1463o", "1562L"],
        ["1463O 1562L"],
        ["1463O,1562L"],
        ["1 4 6 3 O", "L1562"],
        [*"1463O1562L"],
    ],
)
def test_several_rolls(rolls: list[str], run: Run) -> None:
    found = run("perft", START, *rolls, "--json").json()["rolls"]
    assert [found[0], found[1]] == ["1463O", "1562L"]


@pytest.mark.parametrize("rolls", ["1562o,1562j", "1 5 6 2 O; 1 5 6 2 L", "1562O  1562L "])
def test_rolls_of_a_maximum(rolls: str, run: Run) -> None:
    done = run("max", START, "--rolls", rolls, "--nodes", "1", "--json")
    assert done.json()["rolls"] == ["1562O", "1562L"]
    assert "rolls read as 1562O 1562L\n" in done.err


@pytest.mark.parametrize(
    "day", ["6", "#6", "2026/11/25", "25.11.2026", "20261125", "25 Nov 2026", "25/11/2026"]
)
def test_a_day_is_read_and_told(day: str, run: Run) -> None:
    done = run("daily", day, "--json")
    assert (done.code, done.err) == (0, "puzzle read as 2026-11-25\n")
    assert done.json()["id"] == "2026-11-25"


def test_a_day_is_read_wherever_one_is_named(run: Run, here: Path) -> None:
    told = "puzzle read as 2026-11-25\n"
    assert run("scores", "#6", "--json").err == told
    assert run("sheet", "6", "--out", "six.svg", "--json").err == told
    assert run("max", "2026/11/25", "--nodes", "1", "--json").err.startswith(told)
    made = ["puzzles", "generate", "--days", "1", "--games", "2", "--out", "made.jsonl"]
    assert "day read as 2026-11-25\n" in run(*made, "--from", "#6").err
    assert run("puzzles", "show", "made.jsonl", "25.11.2026", "--json").json()["id"] == "2026-11-25"


def test_an_entry_is_shown_by_its_number_or_by_its_very_name(run: Run, here: Path) -> None:
    from numberdrop.puzzles.archive.lines import line_text

    (here / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    name = some_days()[0].id
    assert run("puzzles", "show", "days.jsonl", name, "--json").json()["id"] == name
    assert run.fails("puzzles", "show", "days.jsonl", "2030-01-01").code == 1


def test_a_file_of_the_name_of_a_day_is_a_file(run: Run, here: Path) -> None:
    puzzle = {"tiles": ["I", "O", "T", "L", "S"], "rolls": ["4567I"]}
    (here / "6").write_text(json.dumps(puzzle))
    assert run("max", "6", "--nodes", "1", "--json").json()["rolls"] == ["4567I"]


@pytest.mark.parametrize(
    "position",
    [
        MIDDLE.lower(),
        MIDDLE.replace(" ", "  "),
        MIDDLE.replace(" -", "/ -"),
        MIDDLE.replace(",", ", "),
        MIDDLE.replace("-", "–"),  # noqa: RUF001
        f'"{MIDDLE}"',
        f"......./{MIDDLE}",
    ],
)
def test_a_position_is_read_and_told(position: str, run: Run) -> None:
    done = run("show", position, "--json")
    assert (done.code, done.err) == (0, f"position read as {MIDDLE}\n")
    assert done.json()["position"] == MIDDLE


@pytest.mark.parametrize("position", [MIDDLE, START, "- -:-:- I0,O0,T0,L0,S0 1", MIDDLE.lower()])
def test_a_position_without_its_quotes_is_read(position: str, run: Run) -> None:
    with_quotes = run("show", position)
    assert with_quotes.code == 0
    assert run("show", *position.split()) == with_quotes
    hinted = run("hint", *MIDDLE.split(), "156*O", "--json", *FEW)
    assert hinted.json()["position"] == MIDDLE


def test_a_variant_is_read_and_told(run: Run) -> None:
    done = run("show", MIDDLE, "--variant", "BGA + slide", "--json")
    assert (done.code, done.err) == (0, "variant read as bga+slide\n")
    assert done.json()["variant"] == "bga+slide"
