"""What a finished game on the table has come to, and what helps give away."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

import numberdrop as nd
from numberdrop.puzzles.results import Results
from numberdrop.sessions import PartialTurn, SavedGame, Session, Store, turn_options
from numberdrop.sessions.help import best_turn, help_of
from numberdrop.sessions.outcome import hand_in, hand_in_rest, keep, outcome, place
from numberdrop.view.scores import draw_scores
from sessions import DAY, TODAY, ended, new, played_on

README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path)


def finished(number: int, **head: object) -> Session:
    return played_on(new(**head), random.Random(number))


def test_a_puzzle_has_a_verdict_and_a_line_to_share(results: Results) -> None:
    session = finished(1, kind="daily", puzzle=DAY)
    found = outcome(session, results)
    assert found
    assert found["score"] == session.to_record()["result"]["final"]["total"]
    assert found["share"].startswith(f"Number Drop #6 {DAY}: {found['score']}")
    assert list(found["targets"])[:3] == ["bronze", "silver", "gold"]
    assert outcome(new(kind="daily", puzzle=DAY), results) is None


def test_a_finished_puzzle_is_kept_once(results: Results) -> None:
    session = finished(1, kind="daily", puzzle=DAY)
    assert keep(session, "ABC", TODAY, results) == (1, True)
    assert keep(session, "ABC", TODAY, results) == (1, False)
    [kept], _ = results.all()
    assert (kept.puzzle, kept.name) == (DAY, "ABC")
    assert results.record(1) == session.to_record()


def test_a_result_that_was_removed_stays_removed(results: Results, tmp_path: Path) -> None:
    store = Store(tmp_path)
    kept = ended(store, random.Random(1), kind="daily", puzzle=DAY)
    hand_in(store, kept.id, results)
    [result], _ = results.all()
    assert (result.puzzle, result.name) == (DAY, "YOU")
    assert result.day.isoformat() == kept.touched[:10]
    assert place(kept.session, results) == (1, "YOU")
    results.remove(1)
    for other in (store, Store(tmp_path)):
        hand_in(other, kept.id, results, "ABC")
        hand_in_rest(other, results)
    assert results.all() == ([], [])
    assert place(kept.session, results) is None
    assert keep(kept.session, "ABC", TODAY, results) == (1, True)
    assert place(kept.session, results) == (1, "ABC")


class Killed(BaseException):
    """What happens to a program."""


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_program_killed_before_a_result_is_noted_loses_and_doubles_none(
    is_kept: bool, results: Results, tmp_path: Path
) -> None:
    store = Store(tmp_path)
    kept = ended(store, random.Random(1), kind="solo", seed=9)

    def killed(kept: SavedGame) -> None:
        if is_kept:
            keep(kept.session, "YOU", TODAY, results)
        raise Killed

    with pytest.raises(Killed):
        store.score(kept.id, killed)
    for _ in range(2):
        hand_in_rest(Store(tmp_path), results)
    assert [result.puzzle for result in results.all()[0]] == ["plain#9.0"]


def test_one_result_that_cannot_be_handed_in_is_in_no_others_way(
    results: Results, tmp_path: Path
) -> None:
    store = Store(tmp_path)
    spoilt, whole = (ended(store, random.Random(1), kind="solo", seed=seed) for seed in (1, 2))
    with sqlite3.connect(store.path) as database:
        database.execute("update steps set step = '{' where game = ?", (spoilt.id,))
    hand_in_rest(Store(tmp_path), results)
    assert [result.puzzle for result in results.all()[0]] == [whole.session.head.puzzle]
    assert Store(tmp_path).unscored() == (spoilt.id,)


def test_helps_are_kept_with_the_result(results: Results) -> None:
    session = new(kind="daily", puzzle=DAY).do({"do": "start", "cell": "d1"})
    for grade in ("region", "turn"):
        session = session.do({"do": "help", "grade": grade})
    session = played_on(session, random.Random(1))
    assert keep(session, "ABC", TODAY, results) == (1, True)
    [kept], _ = results.all()
    assert kept.helps == 2
    assert results.record(1) == session.to_record()
    assert "help taken 2 times" in draw_scores([kept], {})


def test_random_dice_are_kept_by_their_name_in_any_variant(results: Results) -> None:
    session = finished(2, kind="solo", seed=9, variant="bga+review-dice")
    found = keep(session, "ABC", TODAY, results)
    assert found == (1, True)
    [kept], _ = results.all()
    assert (kept.puzzle, kept.variant) == ("plain#9.0", "bga+review-dice")


def test_undone_turns_and_help_are_reported(results: Results) -> None:
    session = finished(2, kind="solo", seed=9).do({"do": "undo"})
    session = played_on(session.do({"do": "help", "grade": "region"}), random.Random(3))
    found = outcome(session, results)
    assert found
    assert found["share"].endswith(" (help taken once, 1 turn taken back)")
    assert keep(session, "ABC", TODAY, results) is None


def test_a_problem_is_solved_or_not(results: Results) -> None:
    session = finished(1, kind="drop", puzzle="drop#1.4")
    found = outcome(session, results)
    assert found
    assert found["solved"] is False
    assert found["share"] == f"Number Drop drop#1.4: {found['score']} of {found['goal']}"
    assert keep(session, "ABC", TODAY, results) is None


def test_other_games_have_a_score_alone(results: Results) -> None:
    session = finished(1, kind="free", tiles=list("IOTLS"))
    assert outcome(session, results) == {"score": session.to_record()["result"]["final"]["total"]}


def test_helps_give_more_and_more_away() -> None:
    best = nd.hint(README, "156*O", level="fast").turns[0].turn
    cells = {cell for cell, _ in best.place or ()}
    region = {*help_of(best, "region")["region"]}
    assert cells < region
    assert len(region) in (12, 16)  # at the wall, or not
    assert {*help_of(best, "placement")["cells"]} == cells
    whole = help_of(best, "turn")["turn"]
    assert whole["slides"] == list(best.slides)
    assert turn_options(README, "156*O", PartialTurn.from_json(whole)).turn() == best
    with pytest.raises(nd.NotationError, match="grade: expected one of"):
        help_of(best, "all")


def test_the_best_turn_of_a_problem_begins_its_best_line() -> None:
    session = new(kind="drop", puzzle="drop#1.4")
    while not session.is_over():
        session = session.do({"do": "type", "text": str(best_turn(session))}).do({"do": "end"})
    assert session.to_record()["score"] == session.head.goal
    with pytest.raises(nd.NumberdropError, match="there is no roll to play"):
        best_turn(session)


def test_the_best_turn_of_other_games_is_that_of_a_hint() -> None:
    session = new(kind="free", position=README).do({"do": "roll", "roll": "156*O"})
    best = nd.hint(README, "156*O", level="fast").turns[0].turn
    assert best_turn(session, "fast") == best
