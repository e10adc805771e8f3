"""Earlier answers to a search for the best score, from the shipped archive or a puzzle's document.

A search starts from such an answer. Its game is replayed to compute the score. Its upper bound is
not trusted: the search proves it again before using it.
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
    """An earlier answer to a question, and its origin.

    `source` names the archive or the document, `id` the puzzle, and `program` the program that
    found the answer, empty if unknown. The answer's work is 0.
    """

    answer: Maximum
    source: str
    id: str
    program: str

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object `known` in the `made_by` of a maximum."""
        return {
            "source": self.source,
            "id": self.id,
            "program": self.program,
            "score": self.answer.score,
            "bound": self.answer.bound,
            "method": self.answer.method,
        }


#: The `source` of answers from the shipped archive.
ARCHIVE = "archive"


def cached_in_archive(question: Question) -> CachedAnswer | None:
    """Return the shipped archive's answer for the same tiles, rolls and variant, or None."""
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
    """Return the answer under the key `best` in a puzzle's document.

    Returns None if the key is missing or null, or has no game. Raises NotationError or IllegalTurn,
    naming the key, if it is malformed or its game answers another question.
    """
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
    """Return the first day of the archive whose best game scores `points`, or None."""
    return next(
        (entry for entry in shipped_days() if entry.best and entry.best.score == points), None
    )
