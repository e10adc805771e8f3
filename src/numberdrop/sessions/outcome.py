"""The result of a finished game: its medal, its lines to share, its place in the high scores."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ..errors import NumberdropError, Sentence, coded_message
from ..game import Game
from ..plurals import count_noun
from ..puzzles.archive.entries import DailyPuzzle, DropProblem
from ..puzzles.archive.shipped import known_entry, shipped_entry
from ..puzzles.deal_puzzle import DealPuzzle, puzzle_of
from ..puzzles.names import parse_name
from ..puzzles.results import Results
from ..puzzles.scores import UNNAMED, Result, first_results, streak_to_json, streaks
from ..puzzles.statistics import statistics
from ..puzzles.submit import judge
from .saved_game import SavedGame
from .session import Session
from .store import Store

#: The kinds of games whose results go into the high scores.
SCORED = ("daily", "solo")


def outcome(session: Session, results: Results) -> dict[str, Any] | None:
    """Return the object `result` of a finished game (formats.md, Game on the table), else None.

    For a puzzle or random dice it has the verdict, the targets, the lines to share, and `number`,
    the number in the high scores; for a drop problem the answer; for several seats all scores and
    the winners; for any other game only its score.
    """
    from ..view.scores import share_lines

    if not session.is_over() or session.position is None:
        return None
    score = session.position.score(session.variant).total
    if session.setup.kind == "drop":
        return _answer(session)
    if session.state.game:
        scores = [at.score(session.variant).total for at in session.state.game.positions]
        return {"score": score, "scores": scores, "winners": session.state.game.winners()}
    if session.setup.kind not in SCORED:
        return {"score": score}
    puzzle = _puzzle(session)
    entry = _entry(puzzle, results)
    verdict = judge(Game.from_record(session.to_record()), entry)
    found = find_result(session, results)
    return {
        **({"number": found[0]} if found else {}),
        **verdict.to_json(),
        "targets": entry.targets.to_json() if entry else {},
        **_share(share_lines(verdict, puzzle), session),
    }


def figures_so_far(
    session: Session, results: Results, today: datetime.date, name: str = ""
) -> dict[str, Any]:
    """Return the keys `statistics` and `streak` for the player of a finished daily puzzle.

    They are those of the name in the high scores, preferably `name`. Empty for any other game or
    variant, and if the game isn't in the high scores, or these can't be read.
    """
    found = find_result(session, results, name) if session.setup.kind == "daily" else None
    if not found:
        return {}
    try:
        firsts = first_results(results.all()[0])
    except NumberdropError:
        return {}
    own = [result for result in firsts if result.name == found[1]]
    known = statistics(own).get(found[1])
    if known is None:
        return {}
    return {
        "statistics": known.to_json(),
        "streak": streak_to_json(streaks(own, today)[found[1]]),
    }


def submit_result(store: Store, game: str, results: Results, name: str = UNNAMED) -> None:
    """Save the result of a finished game under a name of three letters, but only once.

    Unlike save_result(), this doesn't add a removed result again. Raises NumberdropError if the
    result can't be stored; then it stays pending.
    """

    def submit(saved: SavedGame) -> None:
        ended = datetime.datetime.fromisoformat(saved.touched).astimezone(datetime.UTC)
        save_result(saved.session, name, ended.date(), results)

    store.submit_once(game, submit)


def submit_pending_results(store: Store, results: Results) -> None:
    """Submit the results that earlier runs couldn't submit, or were killed before submitting.

    Results that fail again stay pending.
    """
    with suppress(NumberdropError):
        for game in store.unscored():
            with suppress(NumberdropError):
                submit_result(store, game, results)


def find_result(session: Session, results: Results, name: str = "") -> tuple[int, str] | None:
    """Return the number and the name of a game in the high scores, preferring `name`.

    None if it isn't there, or the high scores can't be read.
    """
    if not _is_scored(session):
        return None
    puzzle = _puzzle(session)
    with suppress(NumberdropError):
        return results.find(puzzle.id, str(puzzle.variant), session.to_record(), name)
    return None


def save_result(
    session: Session, name: str, today: datetime.date, results: Results
) -> tuple[int, bool] | None:
    """Add a finished game to the high scores under a name of three letters, dated `today`.

    Return the number of the result, and False if it was there already. Return None for a game that
    isn't scored: any kind not in SCORED, or a game with ended turns taken back. Raises
    NumberdropError if the result can't be stored.
    """
    if not _is_scored(session):
        return None
    puzzle, record = _puzzle(session), session.to_record()
    verdict = judge(Game.from_record(record), _entry(puzzle, results))
    if session.helped:
        record["help"] = session.to_json()["help"]
    result = Result(puzzle.id, str(puzzle.variant), name, verdict.score, verdict.medal, today)
    return results.add(result, record)


def _is_scored(session: Session) -> bool:
    return session.is_over() and not session.undone and session.setup.kind in SCORED


def _puzzle(session: Session) -> DealPuzzle:
    assert session.setup.puzzle
    if session.setup.kind == "solo":
        return puzzle_of(session.setup.deal(), session.variant)
    return puzzle_of(*parse_name(session.setup.puzzle))


def _entry(puzzle: DealPuzzle, results: Results) -> DailyPuzzle | None:
    """Return the archive entry of a daily puzzle, if any.

    A database that can't be read counts as empty.
    """
    if puzzle.day is None:
        return None
    try:
        found = known_entry(puzzle.id, results)
    except NumberdropError:
        found = shipped_entry(puzzle.id)
    return found if isinstance(found, DailyPuzzle) else None


def _answer(session: Session) -> dict[str, Any]:
    from ..puzzles.answers import answered  # which needs a planner
    from ..puzzles.lessons import lesson_of

    problem = shipped_entry(session.setup.puzzle or "")
    assert isinstance(problem, DropProblem)
    answer = answered(problem, session.state.turns).to_json()
    if answer["solved"]:
        line = coded_message("share.solved", "Number Drop {name}: solved", name=problem.id)
    else:
        line = coded_message(
            "share.missed",
            "Number Drop {name}: {score} of {goal}",
            name=problem.id,
            score=str(answer["score"]),
            goal=str(answer["goal"]),
        )
    return {key: answer[key] for key in ("score", "goal", "solved", "lost", "missed")} | {
        "lesson": lesson_of(problem).to_json(),
        **_share([line], session),
    }


def _share(lines: Sequence[Sentence], session: Session) -> dict[str, Any]:
    """Return the keys `share` and `said` for the lines to share.

    The first line notes help taken and turns taken back, so that scores compare fairly.
    """
    helps, undone = len(session.helped), session.undone
    notes = []
    if helps:
        taken = "help taken once" if helps == 1 else f"help taken {helps} times"
        notes.append(coded_message("share.helps", taken, n=helps))
    if undone:
        back = count_noun(undone, "turn taken back", "turns taken back")
        notes.append(coded_message("share.undone", back, n=undone))
    first, *others = lines
    if notes:
        first = coded_message("share.notes", "{line} ({notes})", line=first, notes=notes)
    said = [first, *others]
    return {"share": "\n".join(said), "said": [line.to_json() for line in said]}
