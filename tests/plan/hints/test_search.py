"""The search: that it repeats, and when it stops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean

import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.hints.candidates import Leader, lead
from numberdrop.plan.hints.decision import Decision
from numberdrop.plan.hints.levels import LEVELS, Level, SearchSettings
from numberdrop.plan.hints.search import search
from numberdrop.plan.limits import Limit, Stop
from numberdrop.plan.ply import WIDE, end_of, rank_learned
from numberdrop.plan.weights import shipped
from numberdrop.turn import Turn
from samples import CASES

RULEBOOK = nd.Variant()
SMALL = Level("small", 6, 96)


def decision_of(case: tuple[str, str]) -> Decision:
    position, roll = case
    return Decision(nd.Position.from_text(position), nd.Roll.from_text(roll), RULEBOOK)


MIDDLE = decision_of(CASES[3])


def small(seed: int = 1, playouts: int | None = None, workers: int = 1) -> SearchSettings:
    return SearchSettings(SMALL, seed=seed, limit=Limit(playouts=playouts, workers=workers))


@pytest.mark.parametrize("case", CASES[3::16], ids=lambda case: case[1])
def test_a_search_repeats_whatever_the_workers(case: tuple[str, str]) -> None:
    asked = decision_of(case)
    found = [search(asked, small(5, workers=workers)) for workers in (1, 1, 3)]
    assert len({(f.estimates, f.playouts, str(f.candidates[0].turn)) for f in found}) == 1
    assert list(found[0].estimates) == sorted(found[0].estimates, reverse=True)
    other = search(asked, small(6))
    assert other.is_exact or other.estimates != found[0].estimates


def test_a_search_keeps_to_its_budget() -> None:
    for playouts in (1, 6, 50, 500):
        found = search(MIDDLE, small(playouts=playouts))
        assert found.playouts <= -(-playouts // 6) * 6
        assert found.playouts == sum(len(c.values) for c in found.candidates)


def test_stopped_search_repeats_with_its_number_of_playouts() -> None:
    stop = Stop()
    reported: list[Leader] = []

    def enough(leader: Leader) -> None:
        reported.append(leader)
        if len(reported) == 2:
            stop.set()

    settings = SearchSettings(SMALL, limit=Limit(seconds=1e6, stop=stop))
    cut = search(MIDDLE, settings, progress=enough)
    assert len(reported) == 2
    assert 0 < reported[0].playouts < reported[1].playouts == cut.playouts
    assert reported[1].turn == cut.candidates[0].turn
    assert cut.estimates == search(MIDDLE, small(playouts=cut.playouts)).estimates


def test_a_search_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def monotonic() -> float:
        now[0] += 1
        return now[0]

    monkeypatch.setattr("numberdrop.plan.hints.search.time.monotonic", monotonic)
    found = search(MIDDLE, SearchSettings(SMALL, limit=Limit(seconds=10)))
    # The clock is read once at the start, once before each round, and before each batch.
    assert found.playouts == (6 + 1) * 6


def test_stopped_search_returns_a_legal_turn() -> None:
    stop = Stop()
    stop.set()
    found = search(MIDDLE, SearchSettings.of("deep", limit=Limit(stop=stop)))
    assert found.playouts == 0
    best = found.candidates[0]
    assert nd.play(MIDDLE.position, best.turn) == best.position
    worth = _core.learned_value(best.position.core, shipped().table)
    edge = LEVELS["deep"].edge_at(MIDDLE.position)
    assert math.isclose(found.estimates[0], worth + edge, abs_tol=0.0051)


def test_stopped_search_adds_no_turns() -> None:
    stop = Stop()
    asked: list[int] = []

    def is_enough(turns: Sequence[Turn], _: Sequence[float], __: float) -> bool:
        asked.append(len(turns))
        stop.set()
        return False

    settings = SearchSettings.of("fast", limit=Limit(stop=stop))
    found = search(MIDDLE, settings, top=4, is_enough=is_enough)
    assert asked == [len(found.candidates)] == [4]


def test_a_lead_is_measured_on_the_same_dice() -> None:
    best, other = search(MIDDLE, small(), top=6).candidates[:2]
    leads = [mine - others for mine, others in zip(best.values, other.values, strict=False)]
    ahead, error = lead(best, other)
    assert math.isclose(ahead, mean(leads), rel_tol=1e-6)
    assert 0 < error < 1


def test_the_edge_of_a_level_is_added_to_all_estimates() -> None:
    start = Decision(nd.Position.start("IOTLS", "d1"), nd.Roll.from_text("1463L"), RULEBOOK)
    plain, moved = (
        search(start, SearchSettings(Level("x", edge=edge)), top=3).estimates for edge in (0, 4.0)
    )
    assert [b - a for a, b in zip(plain, moved, strict=True)] == pytest.approx([4] * 3)


def test_played_turn_is_compared() -> None:
    position, roll = MIDDLE.position, MIDDLE.roll
    turns = [turn for _, turn in rank_learned(position, roll, RULEBOOK, WIDE, 40, shipped())]
    for played, more in ((turns[2], 0), (turns[30], 1), (next(position.turns(roll)), 1)):
        found = search(MIDDLE, small(), top=40, played=played)
        [mine] = [c for c in found.candidates if c.position == end_of(position, played)]
        compared = [c for c in found.candidates if len(c.values)]
        assert mine in compared
        assert len(compared) == SMALL.candidates + more
