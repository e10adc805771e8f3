"""Schedules: what they cost by a literal reading of docs/daily.md, and that the best ones are found
and the bounds hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from numberdrop import NumberdropError, Stream
from numberdrop.plan.limits import Stop
from numberdrop.plan.outcome import Status
from numberdrop.puzzles import ArchiveFile, DropProblem, read_lines
from numberdrop.puzzles.schedule.choose import Choice, choose
from numberdrop.puzzles.schedule.costs import (
    Sort,
    Wishes,
    first_schedule,
    themes_of,
    usual_week,
)
from numberdrop.puzzles.schedule.search import find_schedule
from places import ROOT

POCKETS = ROOT / "puzzles" / "pockets.jsonl"
THEMES = ("X", "bends", "gaps", "rows")


def some_sorts(stream: Stream, count: int) -> list[Sort]:
    """Draw sorts, few enough of them for some to be alike."""
    return [
        Sort(
            stream.below(6),
            "IT"[stream.below(2)],
            tuple(theme for theme in THEMES[: 1 + stream.below(4)] if stream.below(2)),
        )
        for _ in range(count)
    ]


def some_wishes(stream: Stream, days: int, sorts: Sequence[Sort]) -> Wishes:
    return Wishes(days, stream.below(7), usual_week(sorts), 1 + stream.below(5), themes_of(sorts))


def literal_cost(wishes: Wishes, sorts: Sequence[Sort]) -> tuple[int, int, int]:
    """Return the parts of the cost as docs/daily.md has them."""
    difficulty = sum(
        abs(sort.figure - wishes.week[(wishes.first + day) % 7]) for day, sort in enumerate(sorts)
    )
    alike = 0
    for day, sort in enumerate(sorts):
        later = [
            then
            for then in range(day + 1, len(sorts))
            if (sorts[then].shapes, sorts[then].themes) == (sort.shapes, sort.themes)
        ]
        if later and later[0] - day < wishes.apart:
            alike += wishes.apart - (later[0] - day)
    lacking = 0
    for monday in range(len(sorts) - 6):
        if (wishes.first + monday) % 7 == 0:
            week = [theme for sort in sorts[monday : monday + 7] for theme in sort.themes]
            lacking += sum(theme not in week for theme in wishes.themes)
    return difficulty, alike, lacking


@pytest.mark.parametrize("number", range(40))
def test_a_cost_is_what_the_document_says(number: int) -> None:
    stream = Stream.from_key(f"schedule/cost/{number}")
    sorts = some_sorts(stream, 1 + stream.below(40))
    wishes = some_wishes(stream, len(sorts), sorts)
    cost = wishes.cost(sorts)
    assert (cost.difficulty, cost.alike, cost.themes) == literal_cost(wishes, sorts)
    assert cost.total == cost.difficulty + cost.alike + 3 * cost.themes


@pytest.mark.parametrize("number", range(12))
def test_the_best_of_few_is_found_and_proved(number: int) -> None:
    """Every order of every choice is tried, with and without days that are settled."""
    stream = Stream.from_key(f"schedule/best/{number}")
    fixed = some_sorts(stream, stream.below(4))
    supply = some_sorts(stream, 7)
    days = len(fixed) + 5 + stream.below(3)
    wishes = some_wishes(stream, days, [*fixed, *supply])
    found = find_schedule(wishes, Counter(supply), fixed, effort=30)
    tried = {*permutations(supply, days - len(fixed))}
    least = min(wishes.cost([*fixed, *rest]).total for rest in tried)
    assert (found.cost.total, found.bound, found.status) == (least, least, Status.PROVED)
    assert found.cost == wishes.cost(found.sorts)
    assert list(found.sorts[: len(fixed)]) == fixed
    assert Counter(found.sorts[len(fixed) :]) <= Counter(supply)


@pytest.mark.parametrize("number", range(4))
def test_a_bound_holds_for_every_schedule(number: int) -> None:
    """Of longer schedules, for which there is no proof at once."""
    stream = Stream.from_key(f"schedule/bound/{number}")
    supply = some_sorts(stream, 60)
    wishes = some_wishes(stream, 49, supply)
    spent: list[float] = []
    totals: list[int] = []

    def note(effort: float, found: object) -> None:
        spent.append(effort)
        totals.append(found.cost.total)  # type: ignore[attr-defined]

    found = find_schedule(wishes, Counter(supply), effort=3, progress=note)
    assert Counter(found.sorts) <= Counter(supply)
    assert len(found.sorts) == 49
    assert spent == sorted(spent)
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] == found.cost.total >= found.bound
    assert found == find_schedule(wishes, Counter(supply), effort=3)
    for _ in range(200):
        stream.shuffle(supply)
        assert wishes.cost(supply[:49]).total >= found.bound
    greedy = first_schedule(wishes, [], Counter(supply), [])
    assert wishes.cost(greedy).total >= found.cost.total


def test_a_schedule_whose_days_are_settled_costs_what_it_costs() -> None:
    alike = [Sort(1, "I", ())] * 3
    wishes = Wishes(3, 0, (2,) * 7, 2, ("rows",))
    found = find_schedule(wishes, Counter(), alike, effort=1)
    assert (found.cost.total, found.bound, found.status) == (5, 5, Status.PROVED)


def test_a_stop_leaves_a_whole_schedule() -> None:
    stream = Stream.from_key("schedule/stop")
    supply = some_sorts(stream, 60)
    wishes = some_wishes(stream, 50, supply)
    stop = Stop()
    stop.set()
    found = find_schedule(wishes, Counter(supply), effort=100, stop=stop)
    assert len(found.sorts) == 50
    assert Counter(found.sorts) <= Counter(supply)


def test_the_usual_week_rises_to_saturday() -> None:
    sorts = [Sort(figure, "I", ()) for figure in range(70)]
    assert usual_week(sorts) == (5, 15, 25, 35, 55, 65, 45)
    assert usual_week(sorts[:1]) == (0,) * 7


def chosen(path: Path, days: int, **more: object) -> Choice:
    with ArchiveFile(str(path)) as file:
        return choose(file, read_lines(str(POCKETS)), days, 4, effort=2, **more)  # type: ignore[arg-type]


def test_an_archive_is_continued_and_its_days_stay(tmp_path: Path) -> None:
    path = tmp_path / "chosen.jsonl"
    first = chosen(path, 9)
    before = path.read_bytes()
    second = chosen(path, 16)
    assert (first.made, second.made) == (9, 7)
    assert path.read_bytes().startswith(before)
    entries = [entry for _, entry in read_lines(str(path))]
    assert entries == list(second.problems)
    assert second.problems[:9] == first.problems
    assert len({entry.id for entry in entries}) == 16
    assert second.schedule.sorts == tuple(
        Sort.of(entry) for entry in entries if isinstance(entry, DropProblem)
    )
    known = {entry.id: entry for _, entry in read_lines(str(POCKETS))}
    assert all(known[entry.id] == entry for entry in entries)
    assert chosen(path, 16).made == 0
    assert len(path.read_bytes().splitlines()) == 16


def test_problems_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    drops, days = str(ROOT / "puzzles" / "drops.jsonl"), str(ROOT / "puzzles" / "days.jsonl")
    with ArchiveFile(str(tmp_path / "out.jsonl")) as file:
        for files, wanted, message in (
            ([days], 1, r"line 1: expected a drop problem, got the puzzle 2026-11-20"),
            (
                [drops, str(POCKETS)],
                1,
                r"line 1: expected a drop problem that isn't a pocket one, as drop#1\.",
            ),
            ([str(POCKETS)], 367, r"candidates: expected 367 problems at least, got 366"),
            ([str(POCKETS)], 0, r"days: expected 1 to 3660, got 0"),
        ):
            entries = (each for name in files for each in read_lines(name))
            with pytest.raises(NumberdropError, match=message):
                choose(file, entries, wanted, 0, effort=1)
        assert file.ids == []
    path = tmp_path / "chosen.jsonl"
    chosen(path, 3)
    with (
        ArchiveFile(str(path)) as file,
        pytest.raises(NumberdropError, match=r"expected 2 puzzles at most, got 3: name more days"),
    ):
        choose(file, read_lines(str(POCKETS)), 2, 0, effort=1)
