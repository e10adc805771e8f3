"""Questions for max: a puzzle, a position with rolls or a file; and what is known of the answer."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import IllegalTurn, NotationError, NumberdropError, typed
from ..plurals import count_noun
from .app import read, read_puzzle, read_rolls
from .drop import problem_called
from .sources import documents, is_file, is_position, read_source
from .usage import UsageError

if TYPE_CHECKING:
    from ..plan.question import Maximum, Question
    from ..puzzles.archive.search_cache import CachedAnswer


def read_question(
    text: str, rolls: str | None, variant: str | None
) -> tuple[Question, Maximum | None, CachedAnswer | None]:
    """Parse a question: a puzzle, a drop problem, a position with `rolls`, or a file (- is stdin).

    Returns it with an earlier result from the file, if there is one, and with the answer that the
    file or the problem has.
    """
    from ..plan.question import Question

    if rolls is not None:
        source = read_source(text, variant)
        chosen = source.variant
        asked = read(Question.of, source.position, read_rolls([rolls], chosen), chosen)
        return asked, None, None
    if is_position(text):
        raise UsageError("--rolls: expected with a position, got none")
    if text == "-" or is_file(text):
        return _from_file(text)
    name = read_puzzle(text)
    if typed.is_problem(name):
        return _of_problem(name)
    from ..puzzles.names import parse_name

    deal, chosen = read(parse_name, name)
    return Question.of(deal, None, chosen), None, None


def _of_problem(name: str) -> tuple[Question, None, CachedAnswer | None]:
    from ..plan.question import Question
    from ..puzzles.archive.entry_text import to_json
    from ..puzzles.archive.search_cache import ARCHIVE, cached_in_document

    problem = problem_called(name)
    question = Question.of(problem.position, problem.rolls, problem.variant)
    return question, None, cached_in_document(question, to_json(problem), ARCHIVE)


def _from_file(path: str) -> tuple[Question, Maximum | None, CachedAnswer | None]:
    from ..json_reader import Fields
    from ..plan.question import Maximum, Question
    from ..puzzles.archive.search_cache import cached_in_document
    from ..puzzles.deal_puzzle import FORMAT, parse_puzzle

    found = list(documents(path))
    if len(found) != 1:
        name = "stdin" if path == "-" else path
        raise NotationError(
            f"{name}: expected one puzzle, got {count_noun(len(found), 'document')}"
        )
    place, value = found[0]
    try:
        if isinstance(value, dict) and value.get("format") == "numberdrop.maximum":
            earlier = Maximum.from_json(value)
            return earlier.question, earlier, None
        if isinstance(value, dict) and "position" in value:
            if "format" in value:
                Fields(value, "puzzle").expect_format(FORMAT)
            question = Question.from_json(value)
        else:
            deal, chosen = parse_puzzle(value)
            question = Question.of(deal, None, chosen)
        return question, None, cached_in_document(question, value, path)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
    except IllegalTurn as error:
        raise NumberdropError(f"{place}: solution: {error}") from None


def result_in(path: str | None, question: Question) -> Maximum | None:
    """Return the result in a file if it answers `question`, else None."""
    if path is None or not os.path.isfile(path):
        return None
    try:
        asked, there, _ = _from_file(path)
    except (OSError, NumberdropError):
        return None
    return there if replace(asked, deal=None) == replace(question, deal=None) else None


def best_known(question: Question, known: CachedAnswer | None) -> CachedAnswer | None:
    """Return the better of the answers in the archive and in the puzzle's document (`known`)."""
    from ..puzzles.archive.search_cache import cached_in_archive

    both = [found for found in (known, cached_in_archive(question)) if found is not None]
    return max(both, key=lambda found: (found.answer.score, -found.answer.bound), default=None)


def better(earlier: Maximum | None, known: CachedAnswer | None) -> Maximum | None:
    """Return what the search starts from: the earlier result, with the known game if that scores
    more; without an earlier result, what is known."""
    if earlier is None or known is None:
        return earlier if known is None else known.answer
    if known.answer.score <= earlier.score:
        return earlier
    score, start, turns = known.answer.score, known.answer.start, known.answer.turns
    bound = max(score, earlier.bound)
    found_by = known.answer.found_by
    return replace(earlier, score=score, start=start, turns=turns, found_by=found_by, bound=bound)
