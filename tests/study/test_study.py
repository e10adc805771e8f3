"""Studies of many deals: reproducible results, interrupted runs, statistics and output."""

from __future__ import annotations

import csv
import json
import math
import random
import statistics
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import Run
from numberdrop.jobs import Executors
from numberdrop.plan.maxima.maximum import maximum
from numberdrop.puzzles.archive.entries import Best
from numberdrop.rules import Variant
from numberdrop.study.deals import LevelGame, Settings, StudiedDeal, StudyFormat
from numberdrop.study.statistics import Mean, Share, by_length, figures_of
from numberdrop.study.study_file import StudyFile, study
from numberdrop.view.study.page import draw_page
from numberdrop.view.study.table import draw_study
from schemas import faults, validator

SETTINGS = Settings.this(1, ("fast",), Variant())
NAMES = [f"plain#1.{number}" for number in range(3)]


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the text of a file of three deals, studied by one process."""
    path = tmp_path_factory.mktemp("study") / "study.jsonl"
    with StudyFile(str(path), SETTINGS) as file:
        assert study(file, NAMES) == 3
    return path.read_text("utf-8")


@pytest.fixture
def file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "study.jsonl"
    path.write_text(text, "utf-8")
    return path


def invented(count: int) -> list[StudiedDeal]:
    """Return studied deals with random figures."""
    rng = random.Random(count)
    found = []
    for number in range(count):
        score = rng.choice([86, 92, 98, 100])
        best = Best(score, rng.choice([score, 100]), "counting", "beam", 1, "numberdrop", {})
        blind = {"fast": LevelGame(rng.randint(40, 75), 15)}
        found.append(StudiedDeal(f"plain#1.{number}", rng.randint(13, 18), best, blind, SETTINGS))
    return found


# One deal


def test_studied_deal_agrees_with_other_commands(text: str) -> None:
    for number, line in enumerate(text.splitlines()):
        found = json.loads(line)
        deal = nd.deal(found["id"])
        known = maximum(deal, nodes=1, seed=1)
        best = found["best"]
        assert (best["score"], best["bound"]) == (known.score, known.bound)
        assert nd.replay(best["solution"])["result"]["final"]["total"] == best["score"]
        played = nd.plan.selfplay(1, 1) if number == 0 else None
        if played is not None:
            assert found["blind"]["fast"]["score"] == played.mean
        assert found["made_by"] == SETTINGS.to_json()


def test_changed_line_is_refused(text: str) -> None:
    form = StudyFormat(SETTINGS)
    line = text.splitlines()[0]
    assert form.text(form.read(line.encode(), "here")) == line
    assert faults(validator("study.schema.json"), json.loads(line)) == []
    changes: dict[str, Callable[[dict[str, Any]], object]] = {
        "here, longest_game: expected": lambda one: one.update(longest_game=11),
        "here, best, score: expected": lambda one: one["best"].update(score=100),
        "here, id, deal: ": lambda one: one.update(id="plain#1.x"),
        "here, blind: expected": lambda one: one["blind"].update(deep={"score": 1, "turns": 1}),
        "here, blind, fast, turns: ": lambda one: one["blind"]["fast"].update(turns=99),
        "with nodes 1, got 2: name another file": lambda one: one["made_by"].update(nodes=2),
        "with weights [0-9a-f]{8}, got x": lambda one: one["made_by"].update(weights="x"),
        "here, format: expected": lambda one: one.update(format="numberdrop.puzzle"),
    }
    for message, change in changes.items():
        document = json.loads(line)
        change(document)
        with pytest.raises(nd.NotationError, match=message):
            form.read(json.dumps(document).encode(), "here")
    with pytest.raises(nd.NotationError, match="here: expected the canonical text"):
        form.read(line.replace(", ", ",").encode(), "here")


# The file


@pytest.mark.parametrize(
    ("workers", "executor"),
    [
        (2, "threads"),
        pytest.param(2, "processes", marks=pytest.mark.slow),
        pytest.param(4, "processes", marks=pytest.mark.slow),
        pytest.param(2, "loky:ProcessPoolExecutor", marks=pytest.mark.slow),
    ],
)
def test_study_file_does_not_depend_on_workers(
    workers: int, executor: Executors, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "study.jsonl"
    with StudyFile(str(path), SETTINGS) as file:
        study(file, NAMES, workers=workers, executor=executor)
    assert path.read_text("utf-8") == text


def test_interrupted_study_is_continued(text: str, tmp_path: Path) -> None:
    path, reported = tmp_path / "study.jsonl", list[int]()
    path.write_text(text.splitlines(keepends=True)[0], "utf-8")
    Path(f"{path}.part").write_bytes(b"")
    with StudyFile(str(path), SETTINGS) as file:
        assert study(file, NAMES, progress=reported.append) == 2
    assert path.read_text("utf-8") == text
    assert reported == [1, 2, 3]


def test_deal_that_kills_its_workers_is_named_and_the_others_are_saved(
    text: str, run: Run, here: Path
) -> None:
    words = [
        "lab",
        "study",
        "--deals",
        "3",
        "--nodes",
        "1",
        "--levels",
        "fast",
        "--out",
        "study.jsonl",
    ]
    done = run(*words, "--executor", "worker_jobs:Breaking")
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines()[-1] == (
        "numberdrop: plain#1.1: killed its workers, possibly out of memory: try fewer --workers; "
        "all others are done"
    )
    first, _, third = text.splitlines(keepends=True)
    assert (here / "study.jsonl").read_text("utf-8") == first
    assert (here / "study.jsonl.part").read_text("utf-8").endswith(f"\n\t{third}")
    assert run(*words, "--workers", "1").code == 0
    assert (here / "study.jsonl").read_text("utf-8") == text
    assert sorted(path.name for path in here.iterdir()) == ["study.jsonl"]


def test_other_deals_or_settings_are_refused(file: Path) -> None:
    before = file.read_bytes()
    with (
        StudyFile(str(file), SETTINGS) as opened,
        pytest.raises(nd.NumberdropError, match=r"line 1: expected plain#2.0, got plain#1.0"),
    ):
        study(opened, ["plain#2.0"])
    other = replace(SETTINGS, nodes=5)
    with (
        pytest.raises(nd.NotationError, match="line 1: expected a deal studied with nodes 5"),
        StudyFile(str(file), other),
    ):
        pass
    assert file.read_bytes() == before


# Statistics


def test_mean_and_share_match_the_textbook() -> None:
    numbers = [3.0, 5.0, 8.0, 8.0, 1.0]
    mean = Mean.of(numbers)
    assert mean.value == statistics.fmean(numbers)
    assert mean.se is not None
    assert math.isclose(mean.se, statistics.stdev(numbers) / math.sqrt(5))
    assert (str(Mean.of([2.0])), str(mean)) == ("2.00", "5.00 ± 1.38")
    # By definition, the ends of Wilson's interval solve (p - share)^2 = z^2 p (1 - p) / n.
    for count in (0, 1, 30, 99, 100):
        share = Share(count, 100)
        for end in share.interval:
            left = (end - share.value) ** 2
            assert math.isclose(left, 1.959964**2 * end * (1 - end) / 100, abs_tol=1e-12)
        assert share.interval[0] <= share.value <= share.interval[1]


def test_classes_partition_the_deals() -> None:
    deals = invented(200)
    *classes, whole = figures_of(deals)
    assert sum(row.share.count for row in classes) == whole.share.count == 200
    assert [row.least for row in by_length(deals)] == [13, 14, 15, 16, 17, 18]
    assert math.isclose(whole.best.value, statistics.fmean(deal.best.score for deal in deals))
    gap = statistics.fmean(deal.best.score - deal.blind["fast"].score for deal in deals)
    assert math.isclose(whole.gaps["fast"].value, gap)
    assert whole.proved.count == sum(deal.best.score == deal.best.bound for deal in deals)
    assert whole.hundred.count + whole.ruled_out.count < 200


# Output


class Parts(HTMLParser):
    """A parser that checks that elements are closed properly and have no links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.counts: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        assert not {"src", "href", "xlink:href"} & {name for name, _ in attrs}
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("count", [1, 2, 300])
def test_page_is_well_formed_and_self_contained(count: int) -> None:
    page = draw_page(invented(count))
    parts = Parts()
    parts.feed(page)
    assert parts.open == []
    assert (parts.counts["svg"], parts.counts["figure"]) == (3, 3)
    assert "http" not in page.replace("http-equiv", "")
    assert "nan" not in page


def test_table_has_a_row_for_each_class(text: str) -> None:
    drawn = draw_study(invented(300))
    assert "300 deals, plain#1.0 to plain#1.299; rulebook, 1 node each" in drawn
    assert [line.split("  ")[0] for line in drawn.splitlines() if line.endswith("all")] == []
    assert len([line for line in drawn.splitlines() if "±" in line and "%" in line]) == 5


def test_level_above_the_best_of_a_short_search_is_reported() -> None:
    [deal] = invented(1)
    for score, said in (
        (deal.best.score - 3, "is 3.00 points below"),
        (deal.best.score, "is 0.00 points below"),
        (deal.best.score + 4, "is 4.00 points above"),
    ):
        one = replace(
            deal, blind={level: replace(game, score=score) for level, game in deal.blind.items()}
        )
        assert f"fast {said} the best of the search." in draw_study([one])
        assert f"fast {said} it" in draw_page([one])


def test_study_command_writes_all_files(run: Run, here: Path, text: str) -> None:
    words = ["lab", "study", "--deals", "3", "--nodes", "1", "--levels", "fast", "--workers", "1"]
    files = ["--out", "study.jsonl", "--csv", "table.csv", "--page", "page.html"]
    (here / "study.jsonl").write_text(text, "utf-8")
    done = run(*words, *files, "--json")
    assert done.code == 0
    found = done.json()
    assert (found["deals"], found["made"], found["made_by"]) == (3, 0, SETTINGS.to_json())
    assert found["figures"][-1]["deals"]["count"] == 3
    with open(here / "table.csv", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [row["id"] for row in rows] == NAMES
    assert {row["status"] for row in rows} <= {"PROVED", "BEST FOUND"}
    assert "<svg" in (here / "page.html").read_text("utf-8")
    assert sorted(path.name for path in here.iterdir()) == ["page.html", "study.jsonl", "table.csv"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--levels", "slow"], "--levels: expected some of fast, strong, deep, each once, got"),
        (["--levels", "fast,fast"], "--levels: expected some of fast, strong, deep, each once"),
        (["--from", "2026-11-20", "--deals", "3"], "--from: expected without --deals"),
        (["--days", "3"], "--days: expected with --from"),
    ],
)
def test_wrong_usage_is_refused(words: list[str], said: str, run: Run) -> None:
    done = run.fails("lab", "study", *words)
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {said}")
