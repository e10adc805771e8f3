"""Verification of archives: it finds every change that isn't protected only by the digest."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from archives import SHIPPED, faults, sealed, write
from numberdrop.puzzles.archive.entry_text import line_text, to_json
from numberdrop.puzzles.archive.make_entries import completed
from numberdrop.puzzles.archive.verify import EntryReport, verify
from samples import FIRST_ENTRIES, some_days

Json = dict[str, Any]


@pytest.fixture
def days(tmp_path: Path) -> str:
    return write(tmp_path / "days.jsonl", *map(line_text, some_days()))


def test_valid_archive_verifies(days: str) -> None:
    assert faults(days) == ["", ""]


@pytest.mark.slow
def test_valid_archive_verifies_in_a_deep_check(days: str) -> None:
    assert faults(days, is_deep=True) == ["", ""]


def places_of_digits(text: str) -> list[int]:
    return [match.start() for match in re.finditer("[0-9]", text)]


@pytest.mark.parametrize("most", [30, pytest.param(None, marks=pytest.mark.slow)])
def test_changed_digit_is_refused(most: int | None, tmp_path: Path) -> None:
    """Checks a sample of all digits of a line, or all in the slow test."""
    text = line_text(some_days()[0])
    rng, places = random.Random(26), places_of_digits(text)
    where = {"id": 0, "dice": 0, "targets": 0, "witness": 0, "games": 0, "digest": 0}
    count = most or len(places)
    for place in rng.sample(places, count):
        digit = rng.choice([digit for digit in "0123456789" if digit != text[place]])
        path = write(tmp_path / "changed.jsonl", text[:place] + digit + text[place + 1 :])
        [fault] = faults(path)
        assert fault.startswith(f"{path}, line 1"), (place, text[place - 20 : place + 5])
        assert "expected" in fault or "turn " in fault or "not be proved" in fault, fault
        parts = (("digest", "digest"), ("witness", "solution"), ("dice", "roll"), ("games", "game"))
        where[next((name for name, word in parts if word in fault), "targets")] += 1
    assert sum(where.values()) == count
    assert where["witness"] > 0.3 * count


CHANGES: dict[str, tuple[Callable[[Json], object], str]] = {
    "id": (lambda line: line.update(id="2026-11-21"), "recipe: expected 'solo#2026-11-21.J'"),
    "no day": (lambda line: line.update(id="2026-02-30"), "expected a day of the calendar"),
    "roll": (
        lambda line: line["rolls"].__setitem__(2, "3664*"),
        "best, solution: turn 3: expected the roll 3664*, got 3663*",
    ),
    "tile": (lambda line: line["tiles"].reverse(), "best, solution: expected the tiles"),
    "target": (lambda line: line["targets"].update(gold=1), "targets: expected {"),
    "word": (lambda line: line["difficulty"].update(word="fierce"), "difficulty: expected {"),
    "unknown word": (lambda line: line["difficulty"].update(word="x"), "word: expected one of"),
    "game": (lambda line: line["blind"]["scores"].__setitem__(0, 99), "expected"),
    "player": (lambda line: line["people"]["adept"].__setitem__(0, 99), "expected"),
    "good move": (
        lambda line: line["people"]["forced"].append(1),
        "people, forced, games: expected 2, got 3",
    ),
    "no people": (lambda line: line.pop("people"), "expected the key 'people'"),
    "generator": (lambda line: line.update(generator=3), "generator: expected 1 to 2, got 3"),
    "first": (
        lambda line: line.update(generator=1),
        "line 1, generator: expected 2 or more with the key 'people', got 1",
    ),
    "expert": (lambda line: line["blind"].update(expert=True), "blind, expert: expected -15 to"),
    "forced": (lambda line: line["blind"].update(forced=20), "blind, forced: expected 0 to"),
    "score": (lambda line: line["best"].update(score=100), "best, score: expected "),
    "bound": (lambda line: line["best"].update(bound=1), "best, bound: expected "),
    "key": (lambda line: line.update(more=1), "expected no other key, got 'more'"),
    "kind": (
        lambda line: line.update(kind="weekly"),
        "kind: expected 'daily' or 'drop', got 'weekly'",
    ),
    "witness": (
        lambda line: line["best"]["solution"]["turns"].pop(),
        "best, solution: turn 16: the game goes on: expected another turn",
    ),
    "unfinished": (
        lambda line: line["best"].update(solution=unfinished(line["best"]["solution"])),
        "best, solution: turn ",
    ),
    "dice": (
        lambda line: line["best"]["solution"]["turns"][0].update(roll="1234I"),
        "best, solution: turn 1: ",
    ),
}


def unfinished(record: Json) -> Json:
    return nd.replay({**record, "turns": record["turns"][:-1]})


@pytest.mark.parametrize("name", CHANGES)
def test_changed_entry_with_a_new_digest_is_refused(name: str, tmp_path: Path) -> None:
    change, words = CHANGES[name]
    document = json.loads(line_text(some_days()[0]))
    del document["digest"]
    change(document)
    [fault] = faults(write(tmp_path / "changed.jsonl", sealed(document)))
    assert words in fault


def test_digest_of_another_line_is_refused(tmp_path: Path) -> None:
    document = to_json(some_days()[0]) | {"digest": "0123456789abcdef"}
    [fault] = faults(write(tmp_path / "changed.jsonl", json.dumps(document)))
    assert "line 1, digest: expected '" in fault
    assert fault.endswith("got '0123456789abcdef': the line was changed")


def test_forged_blind_game_is_found_by_replaying(tmp_path: Path) -> None:
    line = some_days()[1]
    scores = (*line.blind.scores[:2], line.blind.scores[2] + 1)
    forged = completed(line.puzzle, line.simulated, replace(line.blind, scores=scores), line.best)
    path = write(tmp_path / "forged.jsonl", line_text(forged))
    assert faults(path) == [""]
    assert "blind, score of game 2: expected " in faults(path, games=3)[0]


def test_forged_simulated_game_is_found_by_replaying(tmp_path: Path) -> None:
    line = some_days()[1]
    assert line.simulated
    regular = line.simulated.scores["regular"]
    scores = line.simulated.scores | {"regular": (*regular[:2], regular[2] + 1)}
    forged = replace(line.simulated, scores=scores)
    path = write(
        tmp_path / "forged.jsonl", line_text(completed(line.puzzle, forged, line.blind, line.best))
    )
    assert faults(path) == [""]
    assert "people, score of regular in game 2: expected " in faults(path, games=3)[0]


def test_entries_of_generator_1_verify(tmp_path: Path) -> None:
    texts = FIRST_ENTRIES.read_text("utf-8").splitlines()
    path = write(tmp_path / "first.jsonl", *texts)
    assert faults(path) == [""] * len(texts) == ["", ""]
    changed = json.loads(texts[0])
    del changed["digest"]
    changed["targets"]["silver"] += 1
    assert "targets: expected {" in faults(write(tmp_path / "changed.jsonl", sealed(changed)))[0]


def test_duplicate_puzzle_is_refused(tmp_path: Path) -> None:
    text = line_text(some_days()[0])
    path = write(tmp_path / "twice.jsonl", text, text)
    assert faults(path) == [
        "",
        f"{path}, line 2, id: '2026-11-20' is already used at {path}, line 1",
    ]


@pytest.mark.slow
def test_reports_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    """The file has valid, wrong, malformed and duplicate lines, and a truncated last one."""
    first, second = map(line_text, some_days())
    wrong = second.replace('"word": "', '"word": "very ')
    path = write(tmp_path / "mixed.jsonl", first, "{", wrong, first, second)
    Path(path).write_text(Path(path).read_text("utf-8") + second[:50], "utf-8")

    def reports_with(workers: int) -> list[EntryReport]:
        reports = verify(path, workers=workers)
        found = [next(reports) for _ in range(5)]
        with pytest.raises(nd.NotationError, match="the last line is cut off"):
            next(reports)
        return found

    alone, together = reports_with(1), reports_with(2)
    assert alone == together
    assert [bool(each.fault) for each in alone] == [False, True, True, True, True]


def test_truncated_file_is_refused(tmp_path: Path, days: str) -> None:
    torn = Path(days).read_bytes()[:-1]
    (tmp_path / "torn.jsonl").write_bytes(torn)
    with pytest.raises(nd.NotationError, match="the last line is cut off"):
        list(verify(str(tmp_path / "torn.jsonl")))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_sample_of_shipped_entries_verifies(path: Path, tmp_path: Path) -> None:
    texts = path.read_text("utf-8").splitlines()
    some = random.Random(path.name).sample(texts, 8)
    assert faults(write(tmp_path / "some.jsonl", *some), games=0) == [""] * 8


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_all_shipped_entries_verify(path: Path, tmp_path: Path) -> None:
    """One game of every fourth puzzle is played again."""
    texts = path.read_text("utf-8").splitlines()
    again = faults(write(tmp_path / "some.jsonl", *texts[::4]))
    assert again == [""] * len(texts[::4])
    found = list(verify(str(path), games=0))
    assert len(found) == len(texts) > 0
    assert [each.fault for each in found if each.fault] == []
