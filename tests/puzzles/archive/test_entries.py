"""Archive entries: creation, text form, drawing and export."""

from __future__ import annotations

import csv
import datetime
import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

import numberdrop as nd
from archives import SHIPPED, faults, write
from entries import entries
from numberdrop.cli.streams import json_text
from numberdrop.locales import LANGUAGES, translate, translations
from numberdrop.plan.outcome import Status
from numberdrop.puzzles.archive.entries import DropProblem, Maker
from numberdrop.puzzles.archive.entry_text import (
    ArchivePuzzle,
    line_text,
    read_line,
    to_json,
    without_solution,
)
from numberdrop.puzzles.archive.export import csv_rows, json_items
from numberdrop.puzzles.archive.make_entries import improved, wants_search
from numberdrop.puzzles.archive.reading import line_texts
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.puzzles.grading import NEEDS
from numberdrop.puzzles.pockets.themes import THEMES
from numberdrop.turn import Turn
from numberdrop.version import identity
from numberdrop.view.puzzle_text import draw_entry
from samples import some_days, some_drop, some_pocket
from schemas import validator

FIRST = datetime.date(2026, 11, 20)


@pytest.mark.parametrize("number", range(2))
def test_entry_matches_the_schema_and_the_daily_puzzle(number: int) -> None:
    line = some_days()[number]
    document = to_json(line)
    validator("archive.schema.json").validate(document)
    validator("puzzle.schema.json").validate(without_solution(line))
    bare = daily_puzzle(FIRST + datetime.timedelta(number)).to_json()
    assert {key: document[key] for key in bare} | {
        "targets": {},
        "best": None,
        "generator": 1,
    } == bare
    assert document["made_by"] == identity()
    if line.best:
        total = nd.replay(line.best.solution)["result"]["final"]["total"]
        assert total == line.best.score


@pytest.mark.slow
def test_entries_are_reproduced_from_their_names() -> None:
    """After a change of the version, run `python tests/tools entries`."""
    assert entries() == lines()


def test_wants_search_of_unproved_entries_with_more_nodes() -> None:
    line, bare = some_days()
    assert wants_search(bare, 1)
    assert not wants_search(bare, None)
    assert line.best
    left_open = replace(line, best=replace(line.best, score=90, bound=91))
    assert [wants_search(left_open, nodes) for nodes in (20_000, 20_001)] == [False, True]
    proved = replace(line, best=replace(line.best, score=91, bound=91))
    assert not wants_search(proved, 20_001)


def test_improved_keeps_the_better_result() -> None:
    before = some_days()[0].best
    after = improved(some_days()[0], 1).best
    assert before
    assert after
    assert (after.score, after.solution) == (before.score, before.solution)
    assert after.bound <= before.bound


def test_best_score_at_its_bound_is_proved() -> None:
    best = some_days()[0].best
    assert best
    assert replace(best, score=90, bound=90).is_proved
    open_best = replace(best, score=90, bound=91)
    assert (open_best.is_proved, open_best.status) == (False, Status.BEST_FOUND)


def lines() -> list[ArchivePuzzle]:
    return [*some_days(), some_drop(), some_pocket()]


@pytest.mark.parametrize("number", range(4))
def test_line_of_an_entry_round_trips(number: int) -> None:
    line = lines()[number]
    assert read_line(line_text(line), "line") == line


def test_line_without_a_signature_round_trips() -> None:
    old = replace(some_drop(), made_by=Maker("numberdrop 0.1.0", None))
    assert '"made_by": {"program": "numberdrop 0.1.0"}, "digest": "' in line_text(old)
    assert read_line(line_text(old), "line") == old


def test_non_canonical_line_is_refused(tmp_path: Path) -> None:
    text = line_text(some_days()[1])
    document = json.loads(text)
    shuffled = json.dumps(dict(reversed(document.items())))
    for other in (text.replace(", ", ","), text + " ", shuffled, ""):
        path = write(tmp_path / "other.jsonl", text, other)
        assert f"{path}, line 2: expected " in faults(path)[1]


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_lines_round_trip(path: Path) -> None:
    schema, rng = validator("archive.schema.json"), random.Random(path.name)
    texts = list(line_texts(io.BytesIO(path.read_bytes()), path.name))
    assert len(texts) >= 300
    for where, text in texts:
        assert line_text(read_line(text, where)).encode() == text
    for _, text in rng.sample(texts, 15):
        schema.validate(json.loads(text))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_lines_match_the_schema(path: Path) -> None:
    schema = validator("archive.schema.json")
    for where, text in line_texts(io.BytesIO(path.read_bytes()), path.name):
        assert schema.is_valid(json.loads(text)), where


def test_drawn_entry_hides_the_solution_by_default() -> None:
    for line in (some_days()[0], some_drop(), some_pocket()):
        assert line.best
        written = [str(nd.Turn.from_json(turn)) for turn in line.best.solution["turns"]]
        hidden, shown = draw_entry(line), draw_entry(line, with_solution=True)
        assert not any(turn in hidden for turn in written)
        unbroken = " ".join(shown.split())  # a long claim is wrapped
        assert all(turn in unbroken for turn in written)
        assert line.difficulty.word in hidden


# Export


def test_csv_has_no_solutions_by_default() -> None:
    rows = list(csv.DictReader(io.StringIO("".join(csv_rows(lines())))))
    assert [row["number"] for row in rows] == ["1", "2", "", ""]
    assert rows[0]["rolls"].split() == [str(roll) for roll in some_days()[0].puzzle.rolls]
    assert rows[0]["status"] in ("PROVED", "BEST FOUND")
    assert (rows[1]["score"], rows[1]["status"], rows[1]["perfect"]) == ("", "", "")
    assert (rows[2]["tiles"], rows[2]["position"]) == ("", str(some_drop().position))
    goals = [str(problem.goal) for problem in (some_drop(), some_pocket())]
    assert [row["goal"] for row in rows] == ["", "", *goals]
    assert not {"start", "turns"} & set(rows[0])


def test_csv_with_solutions_has_start_and_turns() -> None:
    text = "".join(csv_rows(lines(), with_solutions=True))
    first, second, drop, _ = csv.DictReader(io.StringIO(text))
    best = some_days()[0].best
    assert best
    assert first["start"] == best.solution["start"]
    turns = [Turn.from_text(turn).to_json() for turn in first["turns"].split("; ")]
    assert turns == best.solution["turns"]
    assert (second["start"], second["turns"]) == ("", "")
    assert drop["start"] == ""
    assert Turn.from_text(drop["turns"]).to_json() == some_drop().best.solution["turns"][0]


def test_export_translates_difficulty_and_themes() -> None:
    problem = some_pocket()
    for language in LANGUAGES:
        *_, row = csv.DictReader(io.StringIO("".join(csv_rows(lines(), language))))
        hard = translate(language, f"difficulty.{problem.difficulty.word}")
        themes = [translate(language, f"theme.{theme}") for theme in problem.themes]
        assert (row["difficulty"], row["themes"]) == (hard, ", ".join(themes))
        items = json.loads("".join(json_items(lines(), language, with_solutions=False)))
        assert items[-1]["words"] == {"language": language, "difficulty": hard, "themes": themes}
    named = {*NEEDS, *THEMES} - {"rolls"}
    assert {f"theme.{theme}" for theme in named} <= set(translations("fr"))
    odd = replace(problem, themes=("odd",), difficulty=replace(problem.difficulty, word="odd"))
    [row] = csv.DictReader(io.StringIO("".join(csv_rows([odd]))))
    assert (row["themes"], row["difficulty"]) == ("odd", "odd")


def test_json_has_solutions_only_on_request() -> None:
    """The text equals that of json_text(), which all commands use for lists."""
    assert "solution" not in "".join(json_items(lines(), with_solutions=False))
    whole = json_text([to_json(line) for line in lines()])
    assert "".join(json_items(lines(), with_solutions=True)) == f"{whole}\n"
    assert "".join(json_items([], with_solutions=True)) == f"{json_text([])}\n"
    assert isinstance(lines()[2], DropProblem)
