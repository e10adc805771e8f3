"""Text for answers to drop problems: their score and what they missed."""

from __future__ import annotations

from collections.abc import Iterator

from ..plurals import count_noun
from ..puzzles.answers import Answer
from .footers import again
from .text import PLAIN, Look, draw_position


def draw_answer(answer: Answer, look: Look = PLAIN) -> str:
    """Draw the position after the turns, then the score and what was missed, but not how to get it.
    An unfinished answer has its remaining rolls instead."""
    line = answer.line
    lines = [draw_position(line.positions[-1], line.variant, look), ""]
    if answer.left:
        rolls = "  ".join(map(str, answer.left))
        lines += [f"rolls   {rolls}", "", *_so_far(answer)]
    elif answer.is_solved:
        lines.append(
            look.ink(
                "strong", f"Solved: {count_noun(answer.score, 'point')}, the best possible score."
            )
        )
    else:
        lines += [look.ink("strong", _short(answer)), *_missed(answer)]
    return "\n".join(lines)


def _short(answer: Answer) -> str:
    goal = answer.problem.goal
    return f"{answer.score} of {count_noun(goal, 'point')}: {goal - answer.score} short."


def _so_far(answer: Answer) -> Iterator[str]:
    goal = answer.problem.goal
    so_far = f"{count_noun(answer.score, 'point')} so far."
    if answer.lost is None:
        yield f"{so_far} Score at least {goal} with the remaining rolls."
    else:
        yield f"{so_far} A score of {goal} has been out of reach since turn {answer.lost}."


def _missed(answer: Answer) -> Iterator[str]:
    missed = answer.missed()
    if answer.lost is not None and len(answer.problem.rolls) > 1:
        yield f"lost    with turn {answer.lost} of {len(answer.problem.rolls)}"
    if missed.boxes:
        yield f"missed  {', '.join(missed.boxes)}"
    parts = (
        f"{abs(points)} {'more' if points > 0 else 'less'} for {part}"
        for part, points in missed.points.items()
    )
    yield f"best    has {', '.join(parts)}"
    yield f"\nthe solution   {again('drop', answer.problem.id, solution=True)}"
