"""What is known of a best score before it is sought: by the archive that comes with the program, or
by the document of a puzzle. A search starts from there.

The game is replayed and its score worked out; the bound is as good as who proved it, and the search
proves it again before it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...errors import IllegalTurn, NotationError
from ...json_reader import Fields
from ...plan.question import MOST_WORK, Maximum, Question
from ...rules import MOST_TURNS, SCORES
from .entries import DailyPuzzle
from .shipped import shipped_days


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """An earlier answer to a question, whose work doesn't count, and who gave it: `source` is where
    it is from, `id` the puzzle, and `program` what found it, empty where that isn't said."""

    answer: Maximum
    source: str
    id: str
    program: str

    def to_json(self) -> dict[str, Any]:
        """The object `known` in the `made_by` of a maximum."""
        return {
            "source": self.source,
            "id": self.id,
            "program": self.program,
            "score": self.answer.score,
            "bound": self.answer.bound,
            "method": self.answer.method,
        }


#: What the archive in the package is called as a source.
ARCHIVE = "archive"


def cached_in_archive(question: Question) -> CachedAnswer | None:
    """What the archive knows of these tiles and rolls; None where it has no day with them."""
    deal = question.deal
    if deal is None or len(deal.rolls) != MOST_TURNS:
        return None
    for entry in shipped_days(deal):
        if entry.puzzle.variant == question.variant and entry.best is not None:
            best = entry.best
            answer = _answer(
                question, best.solution, best.bound, best.proof, best.found_by, f"{ARCHIVE}, best"
            )
            return CachedAnswer(answer, ARCHIVE, entry.id, best.program)
    return None


def cached_in_document(question: Question, value: object, source: str) -> CachedAnswer | None:
    """What the key `best` in the document of a puzzle says; None if there is none, it is null, or
    has no game. NotationError, or IllegalTurn, naming the key, if it isn't well formed or its game
    answers another question."""
    fields = Fields(value, "puzzle")
    if fields.values.get("best") is None:
        return None
    best = fields.fields("best")
    best.expect_keys("score", "bound", "proof")
    best.count("score", *SCORES)
    bound = SCORES[1] if best["bound"] is None else best.count("bound", *SCORES)
    method = "" if best["proof"] is None else best.text("proof")
    found_by = best.text("found_by") if "found_by" in best else "document"
    program = best.text("program") if "program" in best else ""
    if "nodes" in best:
        best.count("nodes", 1, MOST_WORK)
    if "solution" not in best:
        return None
    place = best.place("solution")
    answer = _answer(question, best["solution"], bound, method, found_by, place)
    name = fields.text("id") if "id" in fields else ""
    return CachedAnswer(answer, source, name, program)


def _answer(
    question: Question, solution: object, bound: int, method: str, found_by: str, place: str
) -> Maximum:
    try:
        start, turns = question.read_record(solution)
        score = question.score(start, turns)
    except (IllegalTurn, NotationError) as error:
        raise NotationError(f"{place}: {error}") from None
    if score > bound:
        raise NotationError(f"{place}: expected a score up to the bound, {bound}, got {score}")
    return Maximum(question, score, bound, method, found_by, start, turns, 0, 0, 0.0)


def shipped_game(points: int) -> DailyPuzzle | None:
    """The first day of the archive whose best game scores so much; None if there is none."""
    return next(
        (entry for entry in shipped_days() if entry.best and entry.best.score == points), None
    )
