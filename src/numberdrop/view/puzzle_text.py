"""Puzzles as text. Every function returns text without a final newline."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ..dice import Roll
from ..plurals import count_noun
from ..position import Position
from ..puzzles.archive.entries import DropProblem
from ..puzzles.archive.entry_text import ArchivePuzzle
from ..puzzles.deal_puzzle import DealPuzzle
from ..puzzles.names import FIRST_DAY, puzzle_number
from ..record import load_record
from ..rules import LETTERS
from .footers import again
from .reports import draw_record
from .text import PLAIN, Look, draw_position, draw_shape

_ROLLS_IN_A_COLUMN = 10


def draw_puzzle(
    puzzle: DealPuzzle,
    look: Look = PLAIN,
    upto: int | None = None,
    today: datetime.date | None = None,
    start: str | None = None,
) -> str:
    """Draw a puzzle (formats.md, Puzzle): its tiles on their letters, and its rolls in order.

    With `upto` only that number of rolls is shown, and how to see more. `today` is compared with
    the day of a daily puzzle. `start` is the cell of the player's 1, if it is chosen.
    """
    return "\n".join([draw_tiles(puzzle, look, today), "", draw_rolls(puzzle, upto, start)])


def draw_tiles(puzzle: DealPuzzle, look: Look = PLAIN, today: datetime.date | None = None) -> str:
    """Draw what is known of a puzzle before its first roll."""
    tiles = "  ".join(
        f"{letter} {draw_shape(shape, look)}"
        for letter, shape in zip(LETTERS, puzzle.tiles, strict=True)
    )
    lines = [_headline(puzzle, look), *_facts(puzzle), *_when(puzzle, today)]
    return "\n".join([*lines, "", f"tiles   {tiles.rstrip()}"])


def draw_rolls(puzzle: DealPuzzle, upto: int | None = None, start: str | None = None) -> str:
    """Draw the first rolls of a puzzle, all without `upto`, and how to continue; before them the
    position at the start of the game, if its cell is chosen."""
    rolls = puzzle.rolls
    count = len(rolls) if upto is None else min(upto, len(rolls))
    lines = []
    if start is not None:
        lines.append(f"start   {Position.start(puzzle.tiles, start)}")
    lines += _roll_lines(rolls[:count])
    if upto is not None:
        lines += _next_steps(puzzle, count, start is not None)
    return "\n".join(lines)


def draw_entry(entry: ArchivePuzzle, look: Look = PLAIN, *, with_solution: bool = False) -> str:
    """Draw a puzzle of the archive with its targets; its best play only with `with_solution`."""
    if isinstance(entry, DropProblem):
        drawn = draw_problem(entry, look)
    else:
        drawn = draw_puzzle(entry.puzzle, look)
    lines = [drawn, "", *target_lines(entry)]
    if with_solution and entry.best:
        played = load_record(entry.best.solution)
        lines += ["", f"solution, by {entry.best.found_by}:", "", draw_record(played, look)]
        if isinstance(entry, DropProblem):
            from .lessons import lesson_lines

            lines += ["", *lesson_lines(entry)]
    return "\n".join(lines)


def draw_problem(entry: DropProblem, look: Look = PLAIN) -> str:
    """Draw a drop problem: its position, its rolls, and the score to reach."""
    rolls, position = entry.rolls, entry.position
    with_rolls = "with this roll" if len(rolls) == 1 else f"with these {len(rolls)} rolls"
    head = look.ink("strong", f"Drop problem {entry.id}")
    goal, gain = count_noun(entry.goal, "point"), entry.goal - position.score().total
    return "\n".join(
        [
            f"{head} ({entry.variant})",
            "",
            draw_position(position, entry.variant, look),
            "",
            f"rolls   {'  '.join(map(str, rolls))}",
            "",
            f"Score at least {goal} {with_rolls}: {gain} more than the sheet has.",
        ]
    )


def target_lines(
    entry: ArchivePuzzle, *, with_best: bool = True, source: str = ""
) -> Iterator[str]:
    """Yield the targets of a puzzle of the archive, its difficulty, and what is known of the best
    score, by whom, and from which `source` if one is named."""
    hard = entry.difficulty
    if isinstance(entry, DropProblem):
        yield f"difficulty: {hard.word} ({hard.figure})"
        return
    medals = (f"{medal} {points}" for medal, points in entry.targets.to_json().items())
    yield f"medals  {', '.join(medals)}"
    if with_best and (best := entry.best):
        gap = f"{best.status}, at most {best.bound}: the gap is {best.bound - best.score}"
        where = f" ({source}, {best.program})" if source else ""
        yield f"best    {best.score} {f'PROVED by {best.proof}' if best.is_proved else gap}{where}"
    yield f"difficulty: {hard.word} ({hard.figure})"


def _headline(puzzle: DealPuzzle, look: Look) -> str:
    head = look.ink("strong", f"Number Drop, {puzzle.kind} puzzle {puzzle.id}")
    return f"{head} ({puzzle.variant})"


def _facts(puzzle: DealPuzzle) -> list[str]:
    number = puzzle_number(puzzle.day) if puzzle.day else None
    said = [f"number {number}"] if number else []
    said += [f"recipe {puzzle.deal.recipe}"] if puzzle.day else []
    return [", ".join([*said, f"longest possible game {count_noun(puzzle.longest_game, 'turn')}"])]


def _when(puzzle: DealPuzzle, today: datetime.date | None) -> Iterator[str]:
    """Yield a remark on a day in the future, or before the first puzzle."""
    if puzzle.day is None:
        return
    if puzzle.day < FIRST_DAY:
        yield f"this day is before the first numbered puzzle, {FIRST_DAY}"
    if today is not None and puzzle.day > today:
        yield f"this day is in the future: today is {today} (UTC)"


def _roll_lines(rolls: Sequence[Roll]) -> Iterator[str]:
    shown = [f"{number:>2}  {roll}" for number, roll in enumerate(rolls, 1)]
    left, right = shown[:_ROLLS_IN_A_COLUMN], shown[_ROLLS_IN_A_COLUMN:]
    for index, (first, second) in enumerate(zip_longest(left, right, fillvalue="")):
        yield f"{'' if index else 'rolls':<8}{first:<18}{second}".rstrip()


def _next_steps(puzzle: DealPuzzle, shown: int, has_start: bool) -> Iterator[str]:
    if shown == 0 and not has_start:
        yield "Write a 1 in any cell of row 1, then ask for the first roll, naming the cell:"
    elif shown == 1 and not has_start:
        yield "\nYour sheet starts with a 1 in any cell of row 1. Then play this roll."
    first = {"start": "d1"} if shown == 0 and not has_start else {"upto": shown + 1}
    if shown < len(puzzle.rolls):
        which = "next" if shown else "first"
        yield f"\n{f'the {which} roll':<15} {again('daily', puzzle.id, **first)}"
        yield f"{'all rolls':<15} {again('daily', puzzle.id, open=True)}"
    if shown == 0 and not has_start:
        empty = f"- -:-:- {','.join(f'{shape}0' for shape in puzzle.tiles)} 1"
        yield f"{'where to start':<15} {again('hint', empty)}"
