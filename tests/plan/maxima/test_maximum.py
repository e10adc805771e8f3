"""The highest score with known rolls: witness, bound, repeatability, and invalid arguments."""

from __future__ import annotations

import copy
import datetime
import json
import random
import re
import signal
import threading
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import numberdrop as nd
import oracle
from numberdrop.plan.bounds import Bound, Known, counting_bound
from numberdrop.plan.exhaustive import best_line
from numberdrop.plan.limits import Limit
from numberdrop.plan.maxima import Schedule, SearchResult, beam, maximum
from numberdrop.plan.maxima.maximum import Search
from numberdrop.plan.maxima.planners import Planners
from numberdrop.plan.maxima.schedule import Beam, Exhaust, Job, Relax
from numberdrop.plan.question import Question
from numberdrop.puzzles.daily import daily_deal
from samples import BENCH, some_rolls

Json = dict[str, Any]

TILES = tuple("IOTLS")
DAILY = daily_deal(datetime.date(2026, 11, 20))
#: Enough rolls for every planner, and few enough for a short run.
SHORT = nd.Deal("short", TILES, nd.plain_deal(1, 3).rolls[:7])
SIX = nd.Deal("six", TILES, nd.plain_deal(1, 3).rolls[:6])
#: Enough nodes for a search of these to reach a relaxation that proves something.
MANY = 1_500_000
MIDDLE = nd.Position.from_text("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3")
ROLLS = ["156*O", "1562L", "1234I", "156*O", "1562L", "1234I", "124*T"]
CIRCLED = nd.Position.from_text("777..../.7...../1744... 3:3:- I3o,O0,T4x,L2,S3 9")


@cache
def found_on(asked: nd.Deal | nd.Position, *rolls: str, nodes: int = 1, **more: Any) -> nd.Maximum:
    return nd.maximum(asked, list(rolls) or None, nodes=nodes, **more)


def shown(found: nd.Maximum) -> Json:
    """Return the document of a maximum with the time set to 0."""
    return {**found.to_json(), "seconds": 0}


# The witness


@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide", "bga+slide+review-dice"])
@pytest.mark.parametrize("nodes", [1, pytest.param(300_000, marks=pytest.mark.slow)])
def test_the_witness_of_a_deal_is_a_game_of_its_score(variant: str, nodes: int) -> None:
    dice = nd.Variant.of(variant).dice
    short = nd.Deal("short", TILES, nd.plain_deal(1, 3, dice).rolls[:7], dice)
    deal = short if nodes > 1 else nd.plain_deal(1, 3, dice)
    found = found_on(deal, nodes=nodes, variant=variant)
    record = found.solution
    assert nd.replay(record) == record
    assert oracle.play_record(record)["final"]["total"] == found.score
    assert record["variant"] == variant
    assert record["tiles"] == list(deal.tiles)
    rolls = [str(roll) for roll in deal.rolls[: len(record["turns"])]]
    assert [turn["roll"] for turn in record["turns"]] == rolls
    assert found.score <= found.bound <= 100


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
@pytest.mark.parametrize(
    ("position", "rolls"),
    [
        (MIDDLE, ROLLS[:1]),
        (MIDDLE, ROLLS[:3]),
        (MIDDLE, ROLLS),
        (CIRCLED, ROLLS),
        (nd.Position.from_text("......1 -:-:- I0,O0,T0,L0,S0 1"), [*ROLLS, *ROLLS]),
    ],
)
def test_the_witness_from_the_middle_leads_to_its_score(
    position: nd.Position, rolls: list[str], variant: str
) -> None:
    found = found_on(position, *rolls, variant=variant)
    record = found.solution
    assert record["format"] == "numberdrop.line"
    assert record["position"] == str(position)
    assert (record["variant"], record["score"]) == (variant, found.score)
    assert [turn["roll"] for turn in record["turns"]] == rolls[: len(record["turns"])]
    sheet, there = oracle.parse(str(position)), position
    for turn in record["turns"]:
        there = nd.play(there, nd.Turn.from_json(turn), variant)
        sheet = oracle.play_turn(sheet, turn, "slide" in variant)
    assert sheet.to_text() == str(there)
    assert there.score(variant).total == found.score <= found.bound
    assert len(record["turns"]) == len(rolls) or there.is_over()


def test_every_sheet_that_can_be_written_has_a_maximum() -> None:
    for text in (
        "b...... 34567:34567:8 I1,O0,T1,L0,S0 3",
        "1...... -:-:- I4,O0,T1,L0,S0 3",
        "/".join(["X1XXXX."] * 11) + " -:-:- I3,O3,T3,L3,S3 16",
        "- 34567:-:- I4x,O4x,T4x,L4x,S3 97",
    ):
        found = found_on(nd.Position.from_text(text), "1234O", "*23*I", nodes=20_000)
        assert found.status == "PROVED"
        assert found.turns


# Score, bound and status


def test_one_known_roll_is_the_best_claim() -> None:
    found = found_on(nd.Deal("one", TILES, (nd.Roll.from_text("2*3*I"),)), nodes=20_000)
    assert (found.score, found.bound, found.status) == (5, 5, "PROVED")
    assert found.method in ("counting", "exhaustive")
    assert len(found.turns) == 1
    assert found.solution["result"]["end"] == "unfinished"


def test_few_rolls_are_proved_by_trying_every_line() -> None:
    found = found_on(MIDDLE, *ROLLS[:2], nodes=100_000)
    assert found.status == "PROVED"
    assert found.score == best_line(MIDDLE, found.question.rolls).score


def test_nearly_full_sheet_limits_the_turns() -> None:
    """Ten cells are left under the Game Over line, so the third turn is the last, whatever is
    rolled."""
    position = nd.Position.from_text(
        ".3XXX.7/.525XX5/.hheXX6/6hgf3X2/4h1253h/2h6XX2g/35.XX4f/25cdefe/6b4cbgd/2bb2ah6 "
        "34:3456:- I4x,O4x,L4x,S3,T4x 14"
    )
    rolls = ["1232*", "*1*6O", "3*22L", "5*66T", "*666*", "7625*", "1112O", "2244S"]
    found = found_on(position, *rolls, nodes=3_000_000)
    assert found.status == "PROVED"
    assert len(found.turns) <= 3
    assert found.score == best_line(position, found.question.rolls[:3]).score


@pytest.mark.parametrize("nodes", [1, 4_000, pytest.param(300_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "question",
    [(DAILY,), (SHORT,), (MIDDLE, *ROLLS), (MIDDLE, *ROLLS[:4])],
    ids=["day", "short", "middle", "few"],
)
def test_all_work_keeps_to_the_budget(question: Any, nodes: int) -> None:
    found = found_on(*question, nodes=nodes)
    assert found.is_proved or nodes <= found.nodes <= nodes + 5_000


@pytest.mark.slow
def test_relaxations_keep_to_the_budget() -> None:
    """Here they take half of what is left, and prove something."""
    found = found_on(SIX, nodes=MANY)
    assert found.method.startswith("cpsat")
    assert found.bound < counting_bound(SIX)
    assert MANY <= found.nodes <= MANY + 20_000


@pytest.mark.parametrize("number", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 6))])
def test_a_deal_of_few_rolls_is_proved_from_every_start(number: int) -> None:
    """On these deals some starts lead to more points than others, and a1 isn't among the best."""
    whole = nd.plain_deal(7, number)
    deal = nd.Deal("few", whole.tiles, whole.rolls[:3])
    starts = nd.Position.starts(deal.tiles)
    best = [best_line(start, deal.rolls).score for start in starts]
    found = found_on(deal, nodes=20_000_000)
    assert (found.score, found.bound, found.status) == (max(best), max(best), "PROVED")
    assert len(set(best)) > 1
    assert best == best[::-1]


def test_status_is_proved_only_where_the_bound_is_met() -> None:
    value = found_on(DAILY).to_json()
    assert value["status"] == "BEST FOUND"
    proved = nd.Maximum.from_json({**value, "bound": value["score"]})
    assert (proved.status, proved.to_json()["status"]) == ("PROVED", "PROVED")


def test_the_lowest_of_the_bounds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def solver(_: Known, *, points: int, target: int, **more: object) -> tuple[Bound, float]:
        assert {"effort", "stop"} <= more.keys()
        asked.append((points, target))
        return Bound(40, "cpsat (effort 3)"), 0.1

    monkeypatch.setattr("numberdrop.plan.maxima.planners.solver_bound", solver)
    before = found_on(SHORT)
    assert asked == []
    found = maximum(SHORT, nodes=600_000, schedule=Schedule(effort=0.05, least_effort=0.01))
    assert (found.bound, found.method) == (40, "cpsat (effort 3)")
    [(points, target), *_] = asked
    assert points == before.bound
    assert before.score <= target <= found.score


# Repeating and resuming


@pytest.mark.parametrize("workers", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("question", [(SHORT,), (MIDDLE, *ROLLS)], ids=["deal", "position"])
def test_the_same_nodes_and_seed_give_the_same_answer(question: Any, workers: int) -> None:
    nodes = 300_000 if question == (SHORT,) else 60_000
    first = found_on(*question, nodes=nodes)
    assert first.jobs > 0
    again = found_on(*question, nodes=nodes, workers=workers, seed=1)
    assert shown(again) == shown(first)


def test_endgame_is_proved_in_parts() -> None:
    """The result is that of a single search, and the same for any number of threads."""
    position, rolls = BENCH[45], some_rolls(random.Random(45), 3)
    best = best_line(position, rolls)
    schedule = Schedule(endgame_nodes=100, endgame_part_nodes=2_000, endgame_parts=8)
    alone = maximum(position, rolls, nodes=10**7, schedule=schedule)
    assert (alone.score, alone.bound, alone.method) == (best.score, best.score, "exhaustive")
    assert alone.jobs > 10
    for workers in (2, 3):
        found = maximum(position, rolls, nodes=10**7, workers=workers, schedule=schedule)
        assert shown(found) == shown(alone)


def test_parts_share_a_budget_the_same_for_any_number_of_threads() -> None:
    """Each part wants more than the whole budget."""
    position, rolls = BENCH[45], some_rolls(random.Random(45), 3)
    schedule = Schedule(
        endgame_nodes=100,
        endgame_part_nodes=10**6,
        endgame_parts=8,
        endgame_beam_widths=(2, 2, 2),
        endgame_relaxed=99,
    )
    alone = maximum(position, rolls, nodes=40_000, schedule=schedule)
    assert alone.jobs > 10
    for workers in (2, 3):
        found = maximum(position, rolls, nodes=40_000, workers=workers, schedule=schedule)
        assert shown(found) == shown(alone)


@pytest.mark.slow
def test_another_seed_may_give_another_answer() -> None:
    found = [found_on(DAILY, seed=seed) for seed in range(3)]
    assert len({(one.score, one.turns) for one in found}) > 1


def test_search_uses_its_seconds() -> None:
    found, _ = Ticking().search(seconds=30)
    assert found.seconds >= 30
    assert found.jobs >= 25


def test_the_best_does_not_fall_and_the_work_does_not_shrink() -> None:
    reported: list[nd.Maximum] = []
    found = nd.maximum(SHORT, nodes=300_000, progress=reported.append)
    for figures in ("score", "nodes", "jobs", "seconds"):
        values = [getattr(one, figures) for one in reported]
        assert values == sorted(values)
    assert [one.bound for one in reported] == sorted((one.bound for one in reported), reverse=True)
    assert all(one.score <= one.bound for one in reported)
    assert shown(reported[-1]) == shown(found)


@pytest.mark.slow
def test_resumed_search_never_loses_score() -> None:
    far = found_on(SHORT, nodes=300_000)
    best = max((found_on(DAILY, seed=seed) for seed in range(3)), key=lambda one: one.score)
    for earlier, asked in ((far, SHORT), (best, DAILY)):
        for seed in range(2):
            found = nd.maximum(asked, nodes=1, seed=seed, resume=earlier)
            assert found.score >= earlier.score
            assert found.nodes > earlier.nodes
            assert found.jobs >= earlier.jobs
            assert oracle.play_record(found.solution)["final"]["total"] == found.score
    more = nd.maximum(SHORT, nodes=far.nodes + 200_000, resume=far)
    assert more.jobs > far.jobs
    assert more.seconds > far.seconds


@pytest.mark.slow
def test_resumed_search_proves_the_bound_again() -> None:
    """A bound claimed by a file doesn't count until the solver has proved it again."""
    found = found_on(SIX, nodes=MANY)
    assert found.score < found.bound < counting_bound(SIX)
    again = nd.maximum(SIX, nodes=found.nodes + 600_000, resume=found)
    assert (again.bound, again.method) == (found.bound, found.method)
    method = re.sub(r"effort [\d.]+", "effort 0.05", found.method)
    claim = replace(found, bound=found.score, method=method)
    forged = nd.maximum(SIX, nodes=found.nodes + 200_000, resume=claim)
    assert not forged.is_proved


@pytest.mark.slow
def test_an_interrupt_leaves_the_best_so_far() -> None:
    reported: list[nd.Maximum] = []

    def report(now: nd.Maximum) -> None:
        reported.append(now)
        if len(reported) == 3:
            signal.raise_signal(signal.SIGINT)

    # The parent process may have made the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            nd.maximum(nd.plain_deal(2026, 14), nodes=10**12, progress=report)
    finally:
        signal.signal(signal.SIGINT, before)
    last = reported[-1]
    assert last.score == max(one.score for one in reported)
    assert nd.replay(last.solution)["result"]["final"]["total"] == last.score


# When time is up: planners that do only what a test says, with a clock of their own


NOTHING = SearchResult("nobody", 1)


class Ticking(Planners):
    """Planners whose first beam is real, while each other job ends after a second without a result.

    Jobs of the kind `endless` end only at a stop, with the result `by_then`. Once such a job has
    begun, ten seconds pass between two readings of the clock.
    """

    def __init__(self, endless: type | None = None, by_then: SearchResult = NOTHING) -> None:
        question = Question.of(MIDDLE, ROLLS[:4])
        self.known = Known.asked_by(question)
        self.limits = Limit()
        super().__init__(question, self.known, self.limits.stop)
        self.question, self.endless, self.by_then = question, endless, by_then
        self.jobs: list[Job] = []
        self.has_begun = threading.Event()
        self.done = self.looks = 0

    def do(self, job: Job) -> SearchResult:
        if isinstance(job, Beam) and job.width == Schedule().endgame_beam_widths[0]:
            return super().do(job)
        self.jobs.append(job)
        if self.endless is None or not isinstance(job, self.endless):
            self.done += 1
            return NOTHING
        self.has_begun.set()
        is_stopped = threading.Event()
        with self.limits.stop.on_set(is_stopped.set):
            is_stopped.wait()
        return self.by_then

    def clock(self) -> float:
        self.looks += self.has_begun.is_set()
        return self.done + 10.0 * self.looks

    def search(
        self, seconds: float, workers: int = 1, resume: nd.Maximum | None = None
    ) -> tuple[nd.Maximum, list[Job]]:
        limit = Limit(seconds, workers=workers, stop=self.limits.stop)
        search = Search(self.question, self.known, self, 1, limit, resume=resume, clock=self.clock)
        return search.run(), self.jobs


def test_results_of_jobs_under_way_count_when_time_is_up() -> None:
    """The first job is stopped, and returns what it has proved by then."""
    first = found_on(MIDDLE, *ROLLS[:4], nodes=1)
    by_then = SearchResult("exhaustive", 10**9, bound=first.bound - 1, method="exhaustive")
    found, _ = Ticking(Exhaust, by_then).search(seconds=100)
    assert first.method == "counting"
    assert (found.bound, found.method) == (first.bound - 1, "exhaustive")
    assert found.nodes < 10**9


@pytest.mark.slow
def test_results_of_later_jobs_count_when_time_is_up() -> None:
    """The first job doesn't end; a later one has long found the best line."""
    best = found_on(MIDDLE, *ROLLS[:4], nodes=20_000_000)
    better = SearchResult("beam", 5, best.score, best.start, best.turns)
    is_found = threading.Event()

    class Later(Ticking):
        def do(self, job: Job) -> SearchResult:
            found = super().do(job)
            if not isinstance(job, Beam) or not self.jobs:
                return found
            is_found.set()
            return better

        def clock(self) -> float:
            if self.has_begun.is_set():
                is_found.wait()
            return super().clock()

    found, _ = Later(Exhaust).search(seconds=200, workers=2)
    assert (found.score, found.turns, found.found_by) == (best.score, best.turns, "beam")
    assert found.jobs == 1


def test_short_runs_get_past_a_job_longer_than_they_are() -> None:
    found, jobs = Ticking(Exhaust).search(seconds=30)
    assert found.jobs == 1
    assert sum(isinstance(job, Exhaust) for job in jobs) == 1
    again, _ = Ticking(Relax).search(seconds=300, resume=found)
    assert again.jobs == 4
    assert again.seconds > found.seconds


@pytest.mark.slow
def test_a_budget_is_left_for_wide_beams() -> None:
    """Searches of every line, cut short, would take all of it; a beam alone does better here."""
    position = nd.Position.from_text(
        "......1/......h/....XXg/...44Xf/..X76Xe/..Xhgfe/27Xbcdd/22Xbbbb 4:345:- I4x,L4x,S0,T1,O1 7"
    )
    question = Question.of(position, ["11*7*", "*276*", "12*7T"], "rulebook")
    found = nd.maximum(question, nodes=2_000_000)
    assert found.score >= beam(question.starts, question.rolls, width=30).score


# As JSON

QUESTIONS = [(DAILY,), (SHORT,), (MIDDLE, *ROLLS), (MIDDLE, *ROLLS[:2]), (CIRCLED, *ROLLS)]


@pytest.mark.parametrize("question", QUESTIONS, ids=range(len(QUESTIONS)))
def test_json_round_trip(question: Any) -> None:
    found = found_on(*question)
    value = json.loads(json.dumps(found.to_json()))
    read = nd.Maximum.from_json(value)
    assert read.to_json() == value
    assert (read.question, read.start, read.score) == (found.question, found.start, found.score)
    resumed = nd.maximum(found.question, nodes=1, resume=read)
    assert resumed.score >= found.score


@pytest.mark.parametrize("question", [(SHORT,), (MIDDLE, *ROLLS)], ids=["deal", "position"])
def test_witness_edited_by_one_digit_raises(question: Any) -> None:
    value = found_on(*question).to_json()
    edited = 0
    for number, turn in enumerate(value["solution"]["turns"]):
        if "*" in turn["roll"][:4]:
            continue
        for cell, digit in turn["place"].items():
            wrong = copy.deepcopy(value)
            wrong["solution"]["turns"][number]["place"][cell] = (digit + 1) % 10
            with pytest.raises(nd.IllegalTurn) as error:
                nd.Maximum.from_json(wrong)
            assert "place" in str(error.value)
            edited += 1
    assert edited >= 4


def test_claimed_score_is_ignored() -> None:
    found = found_on(DAILY)
    value = {**found.to_json(), "score": 99, "status": "PROVED"}
    read = nd.Maximum.from_json(value)
    assert (read.score, read.status) == (found.score, "BEST FOUND")


def wrong_documents() -> list[Any]:
    deal, line = (found_on(*question).to_json() for question in ((SHORT,), (MIDDLE, *ROLLS)))
    turns = line["solution"]["turns"]
    other = found_on(nd.Deal("short", TILES, SHORT.rolls[::-1])).solution
    return [
        None,
        [],
        {},
        {**deal, "format": "numberdrop.puzzle"},
        {**deal, "version": 2},
        {**deal, "variant": "house"},
        {**deal, "tiles": ["I"]},
        {**deal, "tiles": ["O", "I", "T", "L", "S"]},
        {**deal, "rolls": []},
        {**deal, "rolls": "1234I"},
        {**deal, "rolls": ["****I"]},
        {**deal, "rolls": [1]},
        {**deal, "rolls": deal["rolls"][:3]},
        {**deal, "rolls": deal["rolls"][::-1]},
        {**deal, "variant": "bga"},
        {**deal, "variant": "rulebook+review-dice"},
        {**deal, "solution": None},
        {**deal, "solution": other},
        {**deal, "solution": line["solution"]},
        {**deal, "bound": deal["score"] - 1},
        {**deal, "bound": "100"},
        {**deal, "bound": True},
        {**deal, "bound": 2**70},
        {**deal, "nodes": 1.5},
        {**deal, "jobs": None},
        {**deal, "seconds": "1"},
        {**deal, "seconds": float("nan")},
        {**deal, "made_by": []},
        {**deal, "method": 3},
        {**deal, "found_by": None},
        {**line, "solution": deal["solution"]},
        {**line, "position": str(CIRCLED)},
        {**line, "position": "x"},
        {**line, "position": 3},
        {**line, "solution": {**line["solution"], "turns": None}},
        {**line, "solution": {**line["solution"], "turns": [*turns, turns[-1]]}},
        {**line, "solution": {**line["solution"], "turns": [turns[1], *turns[1:]]}},
        {**line, "solution": {**line["solution"], "turns": [{}]}},
    ]


@pytest.mark.parametrize("number", range(38))
def test_invalid_documents_raise_one_line_errors(number: int) -> None:
    documents = wrong_documents()
    assert len(documents) == 38
    with pytest.raises((nd.NotationError, nd.IllegalTurn)) as error:
        nd.Maximum.from_json(documents[number])
    assert str(error.value)
    assert "\n" not in str(error.value)


# Invalid arguments

PAST = "/".join(["X......"] * 12) + " -:-:- I1,O0,T1,L0,S0 3"
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "21 rolls": ({"rolls": ["156*O"] * 21}, "rolls: expected 1 to 20, got 21"),
    "no rolls": ({"rolls": []}, "rolls: expected 1 to 20, got 0"),
    "rolls missing": ({"rolls": None}, "expected rolls with the position"),
    "impossible roll": ({"rolls": ["1234O", "****O"]}, r"publisher dice can show, got '\*\*\*\*O'"),
    "short roll": ({"rolls": ["123O"]}, "expected five characters, got '123O'"),
    "other dice": (
        {"rolls": ["666*O"], "variant": "rulebook+review-dice"},
        r"review dice can show, got '666\*O'",
    ),
    "deal of other dice": (
        {"asked": nd.Deal("x", TILES, (nd.Roll("****", "O"),), "review"), "rolls": None},
        "expected a deal of the publisher dice in rulebook",
    ),
    "text of no position": ({"asked": "1...... -:-:-"}, "position: expected"),
    "deal with rolls": ({"asked": SHORT}, "a deal has its own rolls: expected no others"),
    "deal of 21": (
        {"asked": nd.Deal("x", TILES, (nd.Roll("1234", "O"),) * 21), "rolls": None},
        "rolls: expected 1 to 20, got 21",
    ),
    "deal of wrong tiles": (
        {"asked": nd.Deal("x", ("I",) * 5, SHORT.rolls), "rolls": None},
        "tiles: expected five different shapes",
    ),
    "past the line": ({"asked": nd.Position.from_text(PAST)}, "the game is over"),
    "all tiles down": (
        {"asked": nd.Position.from_text("1...... -:-:- I4x,O4x,T4x,L4x,S4x 18")},
        "the game is over, there is no turn to play: 1......",
    ),
    "turn 100": (
        {"asked": nd.Position.from_text("1...... -:-:- I0,O0,T0,L0,S0 93")},
        "expected no turn after 99, got 1......",
    ),
    "several players": (
        {"asked": nd.Position.from_text("1...... -:-:- V3,I3,U5,X5,T5 1")},
        "expected a position of a solo game, got 1...... -:-:- V3",
    ),
    "no tiles": (
        {"asked": nd.Position.from_text("1...... -:-:- - 1")},
        "expected a position of a solo game",
    ),
    "unknown variant": ({"variant": "house"}, "variant: expected 'rulebook'"),
    "no workers": ({"workers": 0}, "workers: expected 1 to 64, got 0"),
    "many workers": ({"workers": 65}, "workers: expected 1 to 64, got 65"),
    "no seed": ({"seed": True}, "seed: expected a whole number, got True"),
    "half a seed": ({"seed": 1.5}, "seed: expected a whole number, got 1.5"),
    "too many nodes": ({"nodes": 2**62}, "nodes: expected at most 4611686018427387903"),
    "no result": ({"resume": 5}, "resume: expected Maximum, got 5"),
    "no function": ({"progress": 1}, "progress: expected a function, got 1"),
    "no schedule": ({"schedule": 5}, "schedule: expected Schedule, got 5"),
    "no nodes": ({"nodes": 0}, "nodes: expected 1 or more, got 0"),
    "negative nodes": ({"nodes": -5}, "nodes: expected 1 or more, got -5"),
    "no seconds": ({"seconds": 0}, "seconds: expected a positive number, got 0"),
    "negative seconds": ({"seconds": -1.5}, "seconds: expected a positive number, got -1.5"),
    "endless": ({"seconds": float("inf")}, "seconds: expected a positive number, got inf"),
    "not a number": ({"seconds": float("nan")}, "seconds: expected a positive number, got nan"),
    "negative seed": ({"seed": -1}, "seed: expected 0 to"),
    "resume of other rolls": (
        {"resume": found_on(MIDDLE, *ROLLS[:2])},
        "resume: the earlier result answers another question",
    ),
    "resume of a deal": (
        {"resume": found_on(SHORT)},
        "resume: the earlier result answers another question",
    ),
}


@pytest.mark.parametrize(("more", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_invalid_arguments_raise_one_line_errors(more: Json, words: str) -> None:
    asked: Json = {"asked": MIDDLE, "rolls": ROLLS, **more}
    with pytest.raises(nd.NumberdropError, match=words) as error:
        nd.maximum(asked.pop("asked"), asked.pop("rolls"), **asked)
    assert "\n" not in str(error.value)


def test_a_puzzle_brings_its_own_dice_and_variant() -> None:
    daily = nd.daily("2026-11-20")
    puzzle = replace(daily, variant=nd.Variant.from_text("bga"))
    question = Question.of(puzzle)
    assert (question.deal, str(question.variant)) == (daily.deal, "bga")
    assert Question.of(puzzle, variant="bga") == question
    with pytest.raises(nd.NumberdropError, match=r"expected bga for this puzzle, got bga\+slide"):
        Question.of(puzzle, variant="bga+slide")
    with pytest.raises(
        TypeError, match="asked: expected Deal or DealPuzzle or Position or Question, got 3"
    ):
        nd.maximum(3)  # type: ignore[arg-type]


def test_a_name_is_dealt_with_the_dice_of_the_variant() -> None:
    question = Question.of("plain#3.0", variant="rulebook+review-dice")
    assert question.deal == nd.plain_deal(3, 0, "review")
    with pytest.raises(nd.NotationError, match="dice: expected publisher with this name"):
        Question.of("2026-11-25", variant="rulebook+review-dice")
    with pytest.raises(nd.NotationError, match=r"^dice: expected a deal of the publisher dice"):
        Question.of(nd.plain_deal(1, 0, "review"))


def test_question_is_returned_unchanged_and_takes_no_rolls() -> None:
    question = Question.of("plain#1.0", variant="bga")
    assert Question.of(question) is Question.of(question, variant="bga") is question
    with pytest.raises(nd.NumberdropError, match="expected bga for this question, got bga\\+slide"):
        nd.maximum(question, variant="bga+slide")
    with pytest.raises(nd.NumberdropError, match="a question has its own rolls"):
        nd.maximum(question, "1562O")


def test_a_maximum_has_a_hash_and_its_seed_is_a_number() -> None:
    found = nd.maximum(MIDDLE, ROLLS, nodes=10, seed=np.int64(3))  # type: ignore[arg-type]
    assert hash(found) == hash(copy.deepcopy(found))
    assert json.loads(json.dumps(found.to_json()))["made_by"]["seed"] == 3


def test_a_question_is_read_from_the_text_it_is_written_to() -> None:
    for asked in (Question.of(DAILY), Question.of(MIDDLE, ROLLS, "bga+slide")):
        read = Question.from_json(json.loads(json.dumps(asked.to_json())))
        assert read.to_json() == asked.to_json()
        assert read == asked
