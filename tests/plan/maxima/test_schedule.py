"""The schedule: which job has which number, given what is known. Nothing is searched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from numberdrop.plan.bounds import Bound
from numberdrop.plan.bounds.cpsat import method_of
from numberdrop.plan.maxima import Objective, Schedule
from numberdrop.plan.maxima.schedule import (
    Beam,
    Construct,
    Exhaust,
    Job,
    Part,
    Relax,
    State,
    nodes_for,
)

OBJECTIVE = Objective(100, 17, 2, False, (1 << 11) - 1, 11)
LONG = State(turns=17, score=80, bound=100, objective=OBJECTIVE)
SHORT = State(turns=7, score=20, bound=40)
ENDGAME = State(turns=3, score=20, bound=40)
IN_PARTS = replace(ENDGAME, part=Part(2, begun=1, longest=3_000), parts=4)
SCHEDULE = Schedule(
    lookahead=3,
    endgame_lookahead=2,
    beam_width=10,
    widest_beam=1_500,
    first_drop_plans=2,
    most_drop_plans=16,
    relaxed=(5, 50),
    effort=0.5,
    endgame_nodes=1_000,
    endgame_parts=4,
    endgame_part_nodes=3_000,
    endgame_beam_widths=(2, 8, 32),
    endgame_last_turn=30,
    beam_nodes=100,
    drop_plan_nodes=1_000,
    initial_solution_nodes=500,
    draw_nodes=10,
    relaxed_nodes=10_000,
    model_nodes=(100, 1_000),
)
#: More nodes than any job wants.
RICH = 10**19


def job(number: int, state: State, seed: int = 1) -> Job:
    found = SCHEDULE.job(number, seed, state)
    assert found is not None
    return found


def jobs(state: State, count: int) -> list[Job]:
    return [job(number, state) for number in range(count)]


def test_the_same_number_and_state_give_the_same_job() -> None:
    assert jobs(LONG, 40) == jobs(LONG, 40)
    assert jobs(ENDGAME, 10) == jobs(ENDGAME, 10)


def test_every_job_has_a_seed_of_its_own_and_every_search() -> None:
    built = [one for one in jobs(LONG, 40) if isinstance(one, Construct)]
    assert len({one.seed for one in built}) == len(built)
    one, other = (job(0, LONG, seed) for seed in (1, 2))
    assert isinstance(one, Construct)
    assert isinstance(other, Construct)
    assert one.seed != other.seed


def test_a_long_game_is_built_with_beams_and_relaxations_between() -> None:
    kinds = [type(one) for one in jobs(LONG, 70)]
    assert [number for number, kind in enumerate(kinds) if kind is Beam] == [1, 10, 64]
    assert [number for number, kind in enumerate(kinds) if kind is Relax] == [5, 50]
    assert kinds.count(Construct) == 65
    widths = [one.width for one in jobs(LONG, 70) if isinstance(one, Beam)]
    assert widths == [40, 640, 1_500]


def test_built_incumbent_skips_wide_beams() -> None:
    built = jobs(replace(LONG, built=True), 70)
    assert [number for number, one in enumerate(built) if isinstance(one, Beam)] == [1]


def test_each_attempt_begins_with_twice_as_many_drop_plans() -> None:
    tries = [job(0, replace(LONG, begun=begun)) for begun in (0, 1, 2, 3, 4, 99)]
    assert [one.drop_plans for one in tries if isinstance(one, Construct)] == [2, 4, 8, 16, 16, 16]


def test_without_an_objective_each_beam_is_wider() -> None:
    """Twice as wide in a short game, where beams are cheap."""
    short = [one.width for one in jobs(SHORT, 5) if isinstance(one, Beam)]
    assert short == [10, 20, 80, 160]
    long = [one.width for one in jobs(replace(LONG, objective=None), 5) if isinstance(one, Beam)]
    assert long == [40, 50, 60, 70, 80]


def test_a_short_game_is_relaxed_early() -> None:
    assert isinstance(job(2, SHORT), Relax)
    assert isinstance(job(2, LONG), Construct)


def test_relaxation_tests_bound_to_score_and_later_ones_take_longer() -> None:
    assert job(5, LONG) == Relax(0.5, 100, 80, 10_000, 1_000)
    assert job(50, LONG) == Relax(5.0, 100, 80, 10_000, 1_000)
    assert job(2, SHORT) == Relax(0.5, 40, 20, 10_000, 100)


def test_endgame_is_searched_whole_twice_then_in_parts() -> None:
    found = jobs(IN_PARTS, 10)
    kinds = [type(one) for one in found]
    assert kinds == [Exhaust, Beam, Beam, Exhaust, Relax, Beam, Exhaust, Exhaust, Beam, Exhaust]
    every = [one for one in found if isinstance(one, Exhaust)]
    assert every[:2] == [Exhaust(1_000, 20), Exhaust(32_000, 20)]
    assert every[2:] == 3 * [Exhaust(3_000 << 4, 20, (2, 4))]
    assert [one.width for one in found if isinstance(one, Beam)] == [8, 32, 32, 32]


def test_each_search_of_a_part_is_longer() -> None:
    """By the number of its searches, or by that of the job over many short runs."""
    begun = [job(6, replace(IN_PARTS, part=Part(2, begun))) for begun in (0, 1, 2)]
    assert [nodes_for(one) for one in begun] == [3_000, 48_000, 768_000]
    later = [job(number, replace(IN_PARTS, part=Part(2))) for number in (6, 7, 9, 15, 17)]
    assert [nodes_for(one) for one in later] == [3_000, 3_000, 48_000, 48_000, 768_000]


def test_without_a_part_to_search_a_beam_runs() -> None:
    assert [type(one) for one in jobs(ENDGAME, 10)[6:]] == 4 * [Beam]


def test_a_part_may_take_its_share_of_the_budget() -> None:
    """Three quarters of it for four parts, unless that is little or no more than an earlier search
    had."""
    assert job(6, replace(IN_PARTS, left=20_000)) == Exhaust(3_750, 20, (2, 4))
    assert isinstance(job(6, replace(IN_PARTS, left=16_000)), Beam)
    first = replace(IN_PARTS, part=Part(2))
    assert job(6, replace(first, left=12_000)) == Exhaust(2_250, 20, (2, 4))
    assert isinstance(job(6, replace(first, left=5_000)), Beam)
    assert job(6, replace(first, left=12_000, under_way=True)) == Exhaust(2_250, 20, (2, 4))


def test_a_search_of_every_line_leaves_some_of_the_budget_for_beams() -> None:
    found = job(0, replace(ENDGAME, left=800))
    assert found == Exhaust(600, 20)
    assert nodes_for(found) == 600


def test_a_search_of_every_line_no_longer_than_another_is_left_out() -> None:
    assert isinstance(job(0, replace(ENDGAME, left=800, longest=600)), Beam)


# Budgets


@pytest.mark.parametrize("state", [LONG, ENDGAME, IN_PARTS, SHORT, replace(LONG, objective=None)])
def test_no_job_may_take_more_than_is_left(state: State) -> None:
    for left in (1, 10, 100, 1_000, 10_000, 100_000, 10**6, 10**9):
        for number in range(70):
            found = job(number, replace(state, left=left))
            assert 0 < nodes_for(found) <= max(left, SCHEDULE.endgame_last_turn + 1), (number, left)


@pytest.mark.parametrize("state", [LONG, ENDGAME, IN_PARTS, SHORT, replace(LONG, objective=None)])
def test_ample_budget_changes_only_the_limits(state: State) -> None:
    for free, bounded in zip(jobs(state, 70), jobs(replace(state, left=RICH), 70), strict=True):
        assert type(free) is type(bounded)
        assert nodes_for(bounded) > 0
        match bounded:
            case Beam() | Construct():
                assert replace(bounded, nodes=None) == free
            case Relax():
                assert replace(bounded, most=None) == free
            case Exhaust():
                assert bounded == free


def test_a_job_that_wants_more_than_is_left_waits_for_those_under_way() -> None:
    for left in (0, 100, 2_000):
        assert SCHEDULE.job(0, 1, replace(LONG, left=left, under_way=True)) is None
    assert SCHEDULE.job(0, 1, replace(LONG, left=RICH, under_way=True)) == job(
        0, replace(LONG, left=RICH)
    )


def test_attempt_with_fewer_nodes_begins_with_fewer_drop_plans() -> None:
    whole = job(0, replace(LONG, begun=2, left=RICH))
    assert isinstance(whole, Construct)
    assert (whole.drop_plans, whole.nodes, whole.extra) == (8, 8_000, 500)
    less = job(0, replace(LONG, begun=2, left=4_200))
    assert isinstance(less, Construct)
    assert (less.drop_plans, less.nodes, less.extra) == (4, 3_700, 500)


def test_sifted_drop_plans_are_charged() -> None:
    """For sixteen drop plans, three times as many are drawn."""
    found = job(0, replace(LONG, begun=3))
    assert isinstance(found, Construct)
    assert (found.drop_plans, found.extra) == (16, 500 + 48 * 10)


def test_useless_attempt_is_replaced_by_a_beam() -> None:
    found = job(0, replace(LONG, left=900))
    assert isinstance(found, Beam)
    assert (found.width, found.nodes) == (40, 900)


def test_a_relaxation_takes_its_part_of_the_nodes_left() -> None:
    found = job(5, replace(LONG, left=40_000))
    assert isinstance(found, Relax)
    assert found.most == pytest.approx(0.9)
    assert nodes_for(found) == 10_000
    found = job(2, replace(SHORT, left=40_000))
    assert isinstance(found, Relax)
    assert nodes_for(found) == 20_000


def test_a_relaxation_that_would_prove_nothing_is_left_out() -> None:
    assert isinstance(job(5, replace(LONG, left=5_000)), Construct)
    assert isinstance(job(2, replace(SHORT, left=1_000)), Beam)
    assert isinstance(job(4, replace(ENDGAME, left=1_000)), Beam)


def test_a_relaxation_costs_what_the_solver_spent_and_the_model() -> None:
    assert Relax(0.5, 100, 80, 10_000, 1_000).cost(0.25) == 3_500


# Resuming


@pytest.mark.parametrize("state", [LONG, ENDGAME, SHORT])
def test_the_bound_of_an_earlier_result_is_proved_again_first(state: State) -> None:
    claim = Bound(30, method_of(0.25))
    found = job(1, replace(state, resumed=claim))
    assert isinstance(found, Relax)
    assert (found.effort, found.points, found.target) == (0.25, 31, 30)
    bounded = job(1, replace(state, resumed=claim, left=4_000))
    assert isinstance(bounded, Relax)
    assert nodes_for(bounded) == 4_000
    known = replace(state, bound=30, score=10, resumed=claim)
    assert not isinstance(job(1, known), Relax)


def test_after_an_earlier_result_every_line_is_tried_first() -> None:
    claim = Bound(30, "exhaustive")
    assert isinstance(job(1, replace(ENDGAME, resumed=claim)), Exhaust)


def test_the_first_beam_and_how_far_jobs_look_ahead() -> None:
    assert (SCHEDULE.first(17, 7, 99).width, SCHEDULE.first(3, 7, 99).width) == (10, 2)
    assert SCHEDULE.first(17, 7, 99) == Beam(10, 7, 99)
    assert [SCHEDULE.ahead(17, number) for number in (0, 99)] == [3, 3]
    assert [SCHEDULE.ahead(3, number) for number in (0, 6, 7)] == [2, 2, 3]
