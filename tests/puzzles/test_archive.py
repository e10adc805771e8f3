"""The archive: its lines, what verifying them sees, and how a file of them grows."""

from __future__ import annotations

import csv
import datetime
import io
import json
import random
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from numberdrop.puzzles.export import to_csv, to_json
from numberdrop.puzzles.generate import generate_days
from numberdrop.puzzles.lines import LinesFile, read_lines
from numberdrop.puzzles.verify import verify

import numberdrop as nd
from commands import ENVIRON, PROGRAM
from numberdrop.puzzles import archive, shipped
from numberdrop.puzzles.archive import daily_line, improved, line_text, sealed, wants_search
from numberdrop.puzzles.daily import daily_puzzle
from numberdrop.puzzles.results import Results
from numberdrop.view.puzzles import draw_line
from places import ROOT
from samples import some_days, some_drop
from schemas import validator

FIRST = datetime.date(2026, 11, 20)
MUTATIONS = 100


def write(path: Path, *lines: str) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def faults(path: str, **more: Any) -> list[str]:
    return [fault for _, fault in verify(path, **more)]


@pytest.fixture
def days(tmp_path: Path) -> str:
    return write(tmp_path / "days.jsonl", *map(line_text, some_days()))


# Lines.


@pytest.mark.parametrize("number", range(2))
def test_a_line_is_a_puzzle(number: int) -> None:
    line = some_days()[number]
    validator("puzzle.schema.json").validate(line)
    bare = daily_puzzle(FIRST + datetime.timedelta(number))
    assert {key: line[key] for key in bare} | {"targets": {}, "best": None} == bare
    if line["best"]:
        solution = line["best"]["solution"]
        assert nd.replay(solution)["result"]["final"]["total"] == line["best"]["score"]


def test_a_line_is_made_again_the_same() -> None:
    assert line_text(daily_line(FIRST, games=3, nodes=20_000)) == line_text(some_days()[0])


def test_a_search_later_gives_the_line_of_a_search_at_once() -> None:
    line = daily_line(FIRST, games=3)
    assert wants_search(line, 20_000)
    assert not wants_search(line, None)
    later = improved(line, 20_000)
    assert line_text(later) == line_text(some_days()[0])
    assert not wants_search(later, 20_000)


def test_a_search_keeps_what_was_better() -> None:
    line = some_days()[0]
    worse = improved(line, 1)
    assert worse["best"]["score"] == line["best"]["score"]
    assert worse["best"]["solution"] == line["best"]["solution"]
    assert worse["best"]["bound"] <= line["best"]["bound"]


# Verifying.


def test_an_archive_verifies(days: str) -> None:
    assert faults(days) == ["", ""]
    assert faults(days, is_deep=True) == ["", ""]


def places_of_digits(text: str) -> list[int]:
    return [match.start() for match in re.finditer("[0-9]", text)]


def test_a_digit_changed_anywhere_is_refused(tmp_path: Path) -> None:
    """A hundred places drawn from all that a line has, each with another digit."""
    text = line_text(some_days()[0])
    rng = random.Random(26)
    where = {"id": 0, "dice": 0, "targets": 0, "witness": 0, "games": 0, "digest": 0}
    for place in rng.sample(places_of_digits(text), MUTATIONS):
        digit = rng.choice([digit for digit in "0123456789" if digit != text[place]])
        path = write(tmp_path / "changed.jsonl", text[:place] + digit + text[place + 1 :])
        [fault] = faults(path)
        assert fault.startswith(f"{path}, line 1"), (place, text[place - 20 : place + 5])
        assert "expected" in fault or "turn " in fault or "not be proved" in fault, fault
        parts = (("digest", "digest"), ("witness", "solution"), ("dice", "roll"), ("games", "game"))
        where[next((name for name, word in parts if word in fault), "targets")] += 1
    assert sum(where.values()) == MUTATIONS
    assert where["witness"] > 30


CHANGES = {
    "id": (lambda line: line.update(id="2026-11-21"), "recipe: expected 'solo#2026-11-21.3'"),
    "roll": (lambda line: line["rolls"].__setitem__(2, "3664*"), "roll 3: expected '3663*', got"),
    "tile": (lambda line: line["tiles"].reverse(), "tiles: expected ['T', 'S', 'O', 'I', 'L']"),
    "target": (lambda line: line["targets"].update(gold=1), "targets: expected {"),
    "word": (lambda line: line["difficulty"].update(word="x"), "difficulty: expected {"),
    "game": (lambda line: line["blind"]["scores"].__setitem__(0, 99), "expected"),
    "expert": (lambda line: line["blind"].update(expert=True), "blind, expert: expected -15 to"),
    "score": (lambda line: line["best"].update(score=100), "best, score: expected "),
    "bound": (lambda line: line["best"].update(bound=1), "best, bound: expected "),
    "key": (lambda line: line.update(more=1), "expected the keys format, version"),
    "kind": (
        lambda line: line.update(kind="weekly"),
        "kind: expected 'daily' or 'drop', got 'weekly'",
    ),
    "witness": (lambda line: line["best"]["solution"]["turns"].pop(), "best, solution: turn "),
    "dice": (
        lambda line: line["best"]["solution"]["turns"][0].update(roll="1234I"),
        "best, solution: turn 1: ",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_refused_with_its_reason_whatever_the_digest(name: str, tmp_path: Path) -> None:
    change, words = CHANGES[name]
    line = json.loads(line_text(some_days()[0]))
    change(line)
    path = write(tmp_path / "changed.jsonl", line_text(sealed(line)))
    [fault] = faults(path)
    assert words in fault


def test_a_forged_game_is_seen_when_it_is_played_again(tmp_path: Path) -> None:
    line = json.loads(line_text(some_days()[1]))
    line["blind"]["scores"][2] += 1
    told = line["blind"]
    line["targets"] = archive.targets_of(told["scores"], told["expert"], None)
    bound = archive.bound_of(nd.deal(line["recipe"]), nd.Variant(), None)
    line["difficulty"] = archive.difficulty_of(bound, told["scores"], told["forced"])
    path = write(tmp_path / "forged.jsonl", line_text(sealed(line)))
    assert faults(path) == [""]
    assert "blind, score of game 2: expected " in faults(path, games=3)[0]


def test_the_same_puzzle_twice_is_refused(tmp_path: Path) -> None:
    text = line_text(some_days()[0])
    path = write(tmp_path / "twice.jsonl", text, text)
    assert faults(path) == [
        "",
        f"{path}, line 2, id: '2026-11-20' stands at {path}, line 1 already",
    ]


def test_a_text_that_is_not_canonical_is_refused(tmp_path: Path) -> None:
    text = line_text(some_days()[1])
    for other in (text.replace(", ", ","), text + " ", "[]", "{}", "nonsense", ""):
        assert "expected" in faults(write(tmp_path / "other.jsonl", other))[0]


def test_a_torn_file_is_refused(tmp_path: Path, days: str) -> None:
    torn = Path(days).read_bytes()[:-1]
    (tmp_path / "torn.jsonl").write_bytes(torn)
    with pytest.raises(nd.NotationError, match="the last line is cut off"):
        list(verify(str(tmp_path / "torn.jsonl")))


SHIPPED = sorted((ROOT / "puzzles").glob("*.jsonl"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_what_is_shipped_verifies(path: Path) -> None:
    """The cheap part, on all lines."""
    found = list(verify(str(path), games=0))
    assert found
    assert not any(fault for _, fault in found)


def test_a_shipped_puzzle_is_found_by_its_id(
    tmp_path: Path, days: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "_PLACES", (tmp_path / "nowhere", tmp_path))
    assert shipped.shipped_line("2026-11-21") == some_days()[1]
    assert shipped.shipped_line("1999-01-01") is None
    results = Results(tmp_path / "data")
    assert shipped.known_line("1999-01-01", results) is None
    assert shipped.line_of(FIRST, results) == some_days()[0]
    assert not results.path.exists()


def test_a_day_that_is_not_shipped_is_worked_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "_PLACES", ())
    monkeypatch.setattr(shipped, "GAMES", 2)
    results, told = Results(tmp_path), []
    first = shipped.line_of(FIRST, results, lambda: told.append(1))
    assert shipped.line_of(FIRST, results, lambda: told.append(1)) == first
    assert told == [1]
    assert first["targets"]


def test_a_line_is_drawn_with_its_solution_only_if_asked_for() -> None:
    for line in (some_days()[0], some_drop()):
        turns = line["best"]["solution"]["turns"]
        written = [str(nd.Turn.from_json(turn)) for turn in turns]
        quiet, told = draw_line(line), draw_line(line, with_solution=True)
        assert not any(turn in quiet for turn in written)
        assert all(turn in told for turn in written)
        assert line["difficulty"]["word"] in quiet


# Growing.


def test_a_file_grows_and_stays(tmp_path: Path) -> None:
    path = str(tmp_path / "days.jsonl")
    done: list[int] = []
    with LinesFile(path) as file:
        assert generate_days(file, FIRST, 1, games=3, progress=done.append) == 1
    with LinesFile(path) as file:
        assert generate_days(file, FIRST, 2, games=3, nodes=20_000, progress=done.append) == 2
        assert generate_days(file, FIRST, 2, games=9) == 0
    assert done == [0, 1, 0, 1, 2]
    assert [line["best"] is None for _, line in read_lines(path)] == [False, False]
    first = next(line for _, line in read_lines(path))
    assert line_text(first) == line_text(some_days()[0])


def test_a_file_with_other_days_is_left_alone(days: str) -> None:
    before = Path(days).read_bytes()
    with LinesFile(days) as file, pytest.raises(nd.NumberdropError, match=r"line 1: expected the"):
        generate_days(file, FIRST + datetime.timedelta(1), 5, games=1)
    assert Path(days).read_bytes() == before


def test_two_programs_do_not_write_one_file(days: str) -> None:
    with LinesFile(days) as file:
        with pytest.raises(nd.NumberdropError, match="another program is writing"), LinesFile(days):
            pass
        file.put(1, file.lines[1])
        with pytest.raises(nd.NumberdropError, match="another program is writing"), LinesFile(days):
            pass
    with LinesFile(days) as file:
        assert len(file.lines) == 2


def test_a_changed_line_is_not_built_upon(tmp_path: Path) -> None:
    text = line_text(some_days()[0]).replace('"expert": ', '"expert": 1')
    with pytest.raises(nd.NotationError, match="line 1, digest"):
        LinesFile(write(tmp_path / "days.jsonl", text)).__enter__()


DAYS = 6


def generate(path: Path, *more: str) -> list[str]:
    options = ["--from", "2026-11-20", "--days", str(DAYS), "--games", "1", "--out", str(path)]
    return [*PROGRAM, "puzzles", "generate", *options, *more]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_and_started_again_it_makes_the_same_file(workers: str, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    subprocess.run(generate(whole), env=ENVIRON, check=True, capture_output=True)
    rng = random.Random(5)
    kills = 0
    while kills < 5:
        process = subprocess.Popen(
            generate(broken, "--workers", workers),
            env=ENVIRON,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(rng.uniform(0.3, 1.5))
        process.send_signal(rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        process.wait(30)
        kills += 1
        if broken.exists():
            text = broken.read_bytes()
            assert whole.read_bytes().startswith(text)
            assert not text or text.endswith(b"\n")
    subprocess.run(generate(broken, "--workers", workers), env=ENVIRON, check=True)
    assert broken.read_bytes() == whole.read_bytes()


# Export.


def test_the_table_has_no_solution() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(some_days()))))
    assert [row["number"] for row in rows] == ["1", "2"]
    assert rows[0]["rolls"].split() == some_days()[0]["rolls"]
    assert rows[0]["status"] in ("PROVED", "BEST FOUND")
    assert (rows[1]["score"], rows[1]["status"], rows[1]["perfect"]) == ("", "", "")
    assert "place" not in to_csv(some_days())


def test_the_document_has_solutions_where_they_are_asked_for() -> None:
    assert "solution" not in json.dumps(to_json(some_days(), with_solutions=False))
    assert to_json(some_days(), with_solutions=True) == some_days()
