"""Hints for many positions at once: the best turn for each, with its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice

from ...dice import Roll
from ...errors import NotationError, shown
from ...jobs import Executors, in_order
from ...position import Position
from ...rules import Variant
from ...validate import expect_kind
from ..limits import Limit
from ..weights import Weights
from .decision import Decision
from .hint import ranked_turn
from .ideas import RankedTurn
from .levels import SearchSettings
from .search import search

#: The questions of one job.
CHUNK = 64

_Question = tuple[Position, Roll]


def hint_batch(
    questions: Iterable[tuple[Position | str, Roll | str]],
    *,
    level: str = "fast",
    variant: str | Variant = "rulebook",
    seed: int = 1,
    playouts: int | None = None,
    weights: Weights | None = None,
    workers: int | None = 1,
    executor: Executors = "processes",
) -> Iterator[RankedTurn]:
    """Yield the best turn for each position and roll, in order, with its figures in points.

    The turns are those that self-play and reviews play at the `level`: "fast", "strong" or "deep",
    with its own budget or `playouts` in all. No ideas are grouped, so a question costs what a turn
    of self-play costs. `questions` may be a generator: only those being answered are held. The
    `workers` of an `executor` share them; None is one for each CPU.

    Raises NumberdropError if a game is over, the level is unknown or a number is out of range, and
    NotationError and WrongType, naming the question, counted from 1, if it isn't a position and a
    roll of the variant's dice.
    """
    chosen = Variant.of(variant)
    settings = SearchSettings.of(level, weights, seed, Limit(playouts=playouts))
    answer = partial(_answer, variant=chosen, settings=settings)
    checked = (_question(number, one, chosen) for number, one in enumerate(questions, 1))
    chunks = iter(lambda: tuple(islice(checked, CHUNK)), ())
    if workers == 1:
        for chunk in chunks:
            yield from answer(chunk)
        return
    with closing(in_order(answer, chunks, workers, executor)) as answers:
        for found in answers:
            yield from found


def _question(number: int, question: object, variant: Variant) -> _Question:
    where = f"question {number}"
    pair = expect_kind(question, (tuple, list), where)
    if len(pair) != 2:
        raise NotationError(f"{where}: expected a position and a roll, got {shown(question)}")
    try:
        return Position.of(pair[0]), Roll.of(pair[1], variant.dice)
    except NotationError as error:
        raise type(error)(f"{where}: {error}") from None


def _answer(
    questions: tuple[_Question, ...], variant: Variant, settings: SearchSettings
) -> list[RankedTurn]:
    return [
        ranked_turn(search(Decision(position, roll, variant), settings), 0)
        for position, roll in questions
    ]
