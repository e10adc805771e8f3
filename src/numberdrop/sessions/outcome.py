"""What a game on the table has come to, once it is over: its medal, its line to share, its place in
the high scores."""

from __future__ import annotations

import datetime
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
from ..puzzles.scores import UNNAMED, Result
from ..puzzles.submit import judge
from .saved_game import SavedGame
from .session import Session
from .store import Store

#: Kinds of games whose result goes into the high scores.
SCORED = ("daily", "solo")


def outcome(sitting: Session, results: Results) -> dict[str, Any] | None:
    """The object `result` of a game that is over (formats.md, Game on the table): of a puzzle or
    random dice the verdict, the targets, the share line, and `number` where it stands in the high
    scores; of a drop problem the answer; of a table the scores of all seats, and the winners; of
    any other game its score alone. None while the game goes on."""
    from ..view.scores import share_line

    if not sitting.is_over() or sitting.position is None:
        return None
    score = sitting.position.score(sitting.variant).total
    if sitting.head.kind == "drop":
        return _answer(sitting)
    if sitting.state.game:
        scores = [at.score(sitting.variant).total for at in sitting.state.game.positions]
        return {"score": score, "scores": scores, "winners": sitting.state.game.winners()}
    if sitting.head.kind not in SCORED:
        return {"score": score}
    puzzle = _puzzle(sitting)
    entry = _entry(puzzle, results)
    verdict = judge(Game.from_record(sitting.to_record()), entry)
    found = place(sitting, results)
    return {
        **({"number": found[0]} if found else {}),
        **verdict.to_json(),
        "targets": entry.targets.to_json() if entry else {},
        **_share(share_line(verdict, puzzle), sitting),
    }


def hand_in(store: Store, game: str, results: Results, name: str = UNNAMED) -> None:
    """Put the result of a game that is over into the high scores under a name of three letters, as
    keep() does; but once and for all, so that what was removed from there isn't put there again.

    NumberdropError if it can't be kept, and the result is still to be handed in.
    """

    def see_to(kept: SavedGame) -> None:
        ended = datetime.datetime.fromisoformat(kept.touched).astimezone(datetime.UTC)
        keep(kept.sitting, name, ended.date(), results)

    store.score(game, see_to)


def hand_in_rest(store: Store, results: Results) -> None:
    """Hand in the results that are still to be: of games whose program was killed before it did, or
    couldn't. One that can't be handed in now either stays what it is."""
    with suppress(NumberdropError):
        for game in store.unscored():
            with suppress(NumberdropError):
                hand_in(store, game, results)


def place(sitting: Session, results: Results, name: str = "") -> tuple[int, str] | None:
    """The number and the name by which a game stands in the high scores: this name, if it does so
    by it too. None where it doesn't, or they can't be read."""
    if not _is_scored(sitting):
        return None
    puzzle = _puzzle(sitting)
    with suppress(NumberdropError):
        return results.find(puzzle.id, str(puzzle.variant), sitting.to_record(), name)
    return None


def keep(
    sitting: Session, name: str, today: datetime.date, results: Results
) -> tuple[int, bool] | None:
    """Put a finished game into the high scores under a name of three letters, on this day: the
    number of the result, and False if it was there already. None for a game that isn't scored: one
    in which ended turns were taken back, and every kind but SCORED.

    NumberdropError if it can't be kept.
    """
    if not _is_scored(sitting):
        return None
    puzzle, record = _puzzle(sitting), sitting.to_record()
    verdict = judge(Game.from_record(record), _entry(puzzle, results))
    if sitting.helped:
        record["help"] = sitting.to_json()["help"]
    result = Result(puzzle.id, str(puzzle.variant), name, verdict.score, verdict.medal, today)
    return results.add(result, record)


def _is_scored(sitting: Session) -> bool:
    return sitting.is_over() and not sitting.undone and sitting.head.kind in SCORED


def _puzzle(sitting: Session) -> DealPuzzle:
    assert sitting.head.puzzle
    if sitting.head.kind == "solo":
        return puzzle_of(sitting.head.deal(), sitting.variant)
    return puzzle_of(*parse_name(sitting.head.puzzle))


def _entry(puzzle: DealPuzzle, results: Results) -> DailyPuzzle | None:
    """What is known of the puzzle of a day; a database that can't be read is no hindrance."""
    if puzzle.day is None:
        return None
    try:
        found = known_entry(puzzle.id, results)
    except NumberdropError:
        found = shipped_entry(puzzle.id)
    return found if isinstance(found, DailyPuzzle) else None


def _answer(sitting: Session) -> dict[str, Any]:
    from ..puzzles.answers import answered  # which needs a planner
    from ..puzzles.lessons import lesson_of

    problem = shipped_entry(sitting.head.puzzle or "")
    assert isinstance(problem, DropProblem)
    told = answered(problem, sitting.state.turns).to_json()
    if told["solved"]:
        line = coded_message("share.solved", "Number Drop {name}: solved", name=problem.id)
    else:
        line = coded_message(
            "share.missed",
            "Number Drop {name}: {score} of {goal}",
            name=problem.id,
            score=str(told["score"]),
            goal=str(told["goal"]),
        )
    return {key: told[key] for key in ("score", "goal", "solved", "lost", "missed")} | {
        "lesson": lesson_of(problem).to_json(),
        **_share(line, sitting),
    }


def _share(line: Sentence, sitting: Session) -> dict[str, Any]:
    """Return the keys `share` and `said` for the line to share. Help taken and turns taken back are
    noted in it, so that scores compare fairly."""
    helps, undone = len(sitting.helped), sitting.undone
    notes = []
    if helps:
        taken = "help taken once" if helps == 1 else f"help taken {helps} times"
        notes.append(coded_message("share.helps", taken, n=helps))
    if undone:
        back = count_noun(undone, "turn taken back", "turns taken back")
        notes.append(coded_message("share.undone", back, n=undone))
    if notes:
        line = coded_message("share.notes", "{line} ({notes})", line=line, notes=notes)
    return {"share": str(line), "said": [line.to_json()]}
