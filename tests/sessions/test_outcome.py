"""Results of finished games, and help."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

import numberdrop as nd
from numberdrop.puzzles.results import Results
from numberdrop.sessions import PartialTurn, SavedGame, Session, Store, turn_options
from numberdrop.sessions.help import best_turn, help_to_json
from numberdrop.sessions.outcome import (
    figures_so_far,
    find_result,
    outcome,
    save_result,
    submit_pending_results,
    submit_result,
)
from numberdrop.view.scores import draw_scores, so_far_in_words
from sessions import DAY, TODAY, ended, new, played_on

README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@pytest.fixture
def results(tmp_path: Path) -> Results:
    return Results(tmp_path)


def finished(number: int, **head: object) -> Session:
    return played_on(new(**head), random.Random(number))


def test_daily_puzzle_has_verdict_and_shared_lines(results: Results) -> None:
    session = finished(1, kind="daily", puzzle=DAY)
    found = outcome(session, results)
    assert found
    assert found["score"] == session.to_record()["result"]["final"]["total"]
    assert found["share"].startswith(f"Number Drop #6 {DAY}: {found['score']}")
    assert list(found["targets"])[:3] == ["bronze", "silver", "gold"]
    assert outcome(new(kind="daily", puzzle=DAY), results) is None


def test_same_result_is_saved_once(results: Results) -> None:
    session = finished(1, kind="daily", puzzle=DAY)
    assert save_result(session, "ABC", TODAY, results) == (1, True)
    assert save_result(session, "ABC", TODAY, results) == (1, False)
    [saved], _ = results.all()
    assert (saved.puzzle, saved.name) == (DAY, "ABC")
    assert results.record(1) == session.to_record()


def test_figures_of_a_daily_puzzle_are_those_of_its_player(results: Results) -> None:
    session = finished(1, kind="daily", puzzle=DAY)
    assert figures_so_far(session, results, TODAY) == {}
    save_result(finished(2, kind="solo", seed=9), "ABC", TODAY, results)
    save_result(finished(3, kind="solo", seed=9), "DEF", TODAY, results)
    save_result(session, "ABC", TODAY, results)
    found = figures_so_far(session, results, TODAY)
    assert found["statistics"]["games"] == 2
    assert found["streak"] == {"now": 1, "most": 1}
    assert so_far_in_words(found).startswith("2 games so far, ")
    solo = finished(2, kind="solo", seed=9)
    assert figures_so_far(solo, results, TODAY) == {}


def test_removed_result_is_not_submitted_again(results: Results, tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = ended(store, random.Random(1), kind="daily", puzzle=DAY)
    submit_result(store, saved.id, results)
    [result], _ = results.all()
    assert (result.puzzle, result.name) == (DAY, "YOU")
    assert result.day.isoformat() == saved.touched[:10]
    assert find_result(saved.session, results) == (1, "YOU")
    results.remove(1)
    for other in (store, Store(tmp_path)):
        submit_result(other, saved.id, results, "ABC")
        submit_pending_results(other, results)
    assert results.all() == ([], [])
    assert find_result(saved.session, results) is None
    assert save_result(saved.session, "ABC", TODAY, results) == (1, True)
    assert find_result(saved.session, results) == (1, "ABC")


class Killed(BaseException):
    """A simulated kill of the program."""


@pytest.mark.parametrize("is_saved", [False, True])
def test_kill_during_submission_neither_loses_nor_duplicates_the_result(
    is_saved: bool, results: Results, tmp_path: Path
) -> None:
    store = Store(tmp_path)
    saved = ended(store, random.Random(1), kind="solo", seed=9)

    def killed(saved: SavedGame) -> None:
        if is_saved:
            save_result(saved.session, "YOU", TODAY, results)
        raise Killed

    with pytest.raises(Killed):
        store.submit_once(saved.id, killed)
    for _ in range(2):
        submit_pending_results(Store(tmp_path), results)
    assert [result.puzzle for result in results.all()[0]] == ["plain#9.0"]


def test_unreadable_game_does_not_block_other_results(results: Results, tmp_path: Path) -> None:
    store = Store(tmp_path)
    spoilt, whole = (ended(store, random.Random(1), kind="solo", seed=seed) for seed in (1, 2))
    with sqlite3.connect(store.path) as database:
        database.execute("update steps set step = '{' where game = ?", (spoilt.id,))
    submit_pending_results(Store(tmp_path), results)
    assert [result.puzzle for result in results.all()[0]] == [whole.session.setup.puzzle]
    assert Store(tmp_path).unscored() == (spoilt.id,)


def test_help_is_saved_with_the_result(results: Results) -> None:
    session = new(kind="daily", puzzle=DAY).do({"do": "start", "cell": "d1"})
    for grade in ("region", "turn"):
        session = session.do({"do": "help", "grade": grade})
    session = played_on(session, random.Random(1))
    assert save_result(session, "ABC", TODAY, results) == (1, True)
    [saved], _ = results.all()
    assert saved.helps == 2
    assert results.record(1) == session.to_record()
    assert "help taken 2 times" in draw_scores([saved], {})


def test_result_of_random_dice_has_their_name_and_variant(results: Results) -> None:
    session = finished(2, kind="solo", seed=9, variant="bga+review-dice")
    found = save_result(session, "ABC", TODAY, results)
    assert found == (1, True)
    [saved], _ = results.all()
    assert (saved.puzzle, saved.variant) == ("plain#9.0", "bga+review-dice")


def test_first_shared_line_notes_undone_turns_and_help(results: Results) -> None:
    session = finished(2, kind="solo", seed=9).do({"do": "undo"})
    session = played_on(session.do({"do": "help", "grade": "region"}), random.Random(3))
    found = outcome(session, results)
    assert found
    first, *others = found["share"].split("\n")
    assert first.endswith(" (help taken once, 1 turn taken back)")
    assert [one["text"] for one in found["said"]] == [first, *others]
    assert save_result(session, "ABC", TODAY, results) is None


def test_unsolved_problem_shows_score_and_goal(results: Results) -> None:
    session = finished(1, kind="drop", puzzle="drop#1.4")
    found = outcome(session, results)
    assert found
    assert found["solved"] is False
    assert found["share"] == f"Number Drop drop#1.4: {found['score']} of {found['goal']}"
    assert save_result(session, "ABC", TODAY, results) is None


def test_free_game_has_only_a_score(results: Results) -> None:
    session = finished(1, kind="free", tiles=list("IOTLS"))
    assert outcome(session, results) == {"score": session.to_record()["result"]["final"]["total"]}


def test_help_grades_reveal_region_cells_and_turn() -> None:
    best = nd.hint(README, "156*O", level="fast").turns[0].turn
    cells = {cell for cell, _ in best.place or ()}
    region = {*help_to_json(best, "region")["region"]}
    assert cells < region
    assert len(region) in (12, 16)  # at a wall, or not
    assert {*help_to_json(best, "placement")["cells"]} == cells
    whole = help_to_json(best, "turn")["turn"]
    assert whole["slides"] == list(best.slides)
    assert turn_options(README, "156*O", PartialTurn.from_json(whole)).turn() == best
    with pytest.raises(nd.NotationError, match="grade: expected one of"):
        help_to_json(best, "all")


def test_best_turns_of_a_problem_reach_its_goal() -> None:
    session = new(kind="drop", puzzle="drop#1.4")
    while not session.is_over():
        session = session.do({"do": "type", "text": str(best_turn(session))}).do({"do": "end"})
    assert session.to_record()["score"] == session.setup.goal
    with pytest.raises(nd.NumberdropError, match="there is no roll to play"):
        best_turn(session)


def test_best_turn_of_a_free_game_is_the_best_hint() -> None:
    session = new(kind="free", position=README).do({"do": "roll", "roll": "156*O"})
    best = nd.hint(README, "156*O", level="fast").turns[0].turn
    assert best_turn(session, "fast") == best
