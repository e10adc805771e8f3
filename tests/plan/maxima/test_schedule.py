"""The schedule: which job has which number, by what is known. Nothing is searched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from numberdrop.plan.bounds import Bound
from numberdrop.plan.bounds.cpsat import method_of
from numberdrop.plan.maxima import Aim, Schedule
from numberdrop.plan.maxima.schedule import Beam, Construct, Exhaust, Job, Relax, State

AIM = Aim(100, 17, 2, False, (1 << 11) - 1, 11)
LONG = State(turns=17, score=80, bound=100, aim=AIM)
SHORT = State(turns=7, score=20, bound=40)
FEW = State(turns=3, score=20, bound=40)
SCHEDULE = Schedule(
    lookahead=3,
    few_lookahead=2,
    beam_width=10,
    widest_beam=1_500,
    first_grounds=2,
    most_grounds=16,
    relaxed=(5, 50),
    effort=0.5,
    few_nodes=1_000,
    few_beam_widths=(2, 8, 32),
    few_last_turn=30,
)


def jobs(state: State, count: int) -> list[Job]:
    return [SCHEDULE.job(number, 1, state) for number in range(count)]


def test_the_same_number_and_state_give_the_same_job() -> None:
    assert jobs(LONG, 40) == jobs(LONG, 40)
    assert jobs(FEW, 10) == jobs(FEW, 10)


def test_every_job_has_a_seed_of_its_own_and_every_search() -> None:
    built = [job for job in jobs(LONG, 40) if isinstance(job, Construct)]
    assert len({job.seed for job in built}) == len(built)
    one, other = (SCHEDULE.job(0, seed, LONG) for seed in (1, 2))
    assert isinstance(one, Construct)
    assert isinstance(other, Construct)
    assert one.seed != other.seed


def test_a_long_game_is_built_with_beams_and_relaxations_between() -> None:
    kinds = [type(job) for job in jobs(LONG, 70)]
    assert [number for number, kind in enumerate(kinds) if kind is Beam] == [1, 4, 64]
    assert [number for number, kind in enumerate(kinds) if kind is Relax] == [5, 50]
    assert kinds.count(Construct) == 65
    widths = [job.width for job in jobs(LONG, 70) if isinstance(job, Beam)]
    assert widths == [40, 360, 1_500]


def test_each_try_at_an_aim_begins_with_twice_as_many_drop_plans() -> None:
    tries = [SCHEDULE.job(0, 1, replace(LONG, begun=begun)) for begun in (0, 1, 2, 3, 4, 99)]
    assert [job.grounds for job in tries if isinstance(job, Construct)] == [2, 4, 8, 16, 16, 16]


def test_where_nothing_can_be_aimed_at_each_beam_is_wider() -> None:
    """Twice as wide in a short game, where they are cheap."""
    short = [job.width for job in jobs(SHORT, 5) if isinstance(job, Beam)]
    assert short == [10, 20, 80, 160]
    long = [job.width for job in jobs(replace(LONG, aim=None), 5) if isinstance(job, Beam)]
    assert long == [40, 50, 60, 70, 80]


def test_a_short_game_is_relaxed_early() -> None:
    assert isinstance(SCHEDULE.job(2, 1, SHORT), Relax)
    assert isinstance(SCHEDULE.job(2, 1, LONG), Construct)


def test_a_relaxation_looks_between_score_and_bound_and_later_ones_longer() -> None:
    assert SCHEDULE.job(5, 1, LONG) == Relax(0.5, 100, 80)
    assert SCHEDULE.job(50, 1, LONG) == Relax(5.0, 100, 80)


def test_few_turns_are_searched_to_the_end_ever_longer() -> None:
    found = jobs(FEW, 10)
    kinds = [type(job) for job in found]
    assert kinds == [Exhaust, Beam, Beam, Exhaust, Relax, Beam, Exhaust, Beam, Beam, Exhaust]
    assert [job.nodes for job in found if isinstance(job, Exhaust)] == [
        1_000 << 5 * n for n in range(4)
    ]
    assert [job.width for job in found if isinstance(job, Beam)] == [8, 32, 32, 32, 32]


def test_a_search_of_every_line_leaves_some_of_the_budget_for_beams() -> None:
    job = SCHEDULE.job(0, 1, replace(FEW, left=800))
    assert job == Exhaust(600, 20)
    assert job.promise == 600


def test_a_search_of_every_line_no_longer_than_another_is_left_out() -> None:
    assert isinstance(SCHEDULE.job(0, 1, replace(FEW, left=800, longest=600)), Beam)


@pytest.mark.parametrize("state", [LONG, FEW, SHORT])
def test_the_bound_of_an_earlier_result_is_proved_again_first(state: State) -> None:
    claim = Bound(30, method_of(0.25))
    assert SCHEDULE.job(1, 1, replace(state, resumed=claim)) == Relax(0.25, 31, 30)
    known = replace(state, bound=30, score=10, resumed=claim)
    assert not isinstance(SCHEDULE.job(1, 1, known), Relax)


def test_after_an_earlier_result_every_line_is_tried_first() -> None:
    claim = Bound(30, "exhaustive")
    assert isinstance(SCHEDULE.job(1, 1, replace(FEW, resumed=claim)), Exhaust)


def test_the_first_beam_and_how_far_jobs_look_ahead() -> None:
    assert (SCHEDULE.first(17, 7, 99).width, SCHEDULE.first(3, 7, 99).width) == (10, 2)
    assert SCHEDULE.first(17, 7, 99) == Beam(10, 7, 99)
    assert (SCHEDULE.ahead(17), SCHEDULE.ahead(3)) == (3, 2)
