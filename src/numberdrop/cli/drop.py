"""The command about drop problems: drop."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import IllegalTurn, NotationError, NumberdropError, typed
from .app import AsJson, app, read, read_puzzle
from .archives import find_entry, show_entry
from .streams import complain, is_interactive, say, typed_line, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.answers import Answer
    from ..puzzles.archive.entries import DropProblem
    from ..turn import Turn


@app.command()
def drop(
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="PROBLEM",
            help="A drop problem, such as 1.4 or pocket 1.4, or a day, for the problem of that "
            "day; today's (in UTC) if left out.",
            show_default=False,
        ),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="TURN",
            help="Your turn for the first roll; given again, for the next. The roll may be left "
            "out.",
            show_default=False,
        ),
    ] = None,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution",
            help="Also show the one line that reaches the score, and what greed misses.",
        ),
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            "--archive",
            metavar="FILE",
            help="Take the problem from this archive file instead of those that come with the "
            "program; the first one if none is named.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a drop problem, and judge your answer.

    A drop problem is a position, one to three known rolls, and a score to reach: the highest there
    is. Every day has one. On a terminal you are asked for your turns, one a roll; elsewhere
    --answer gives them. You are told what you score and what you missed, not how to get it.

    \b
    Example:
      numberdrop drop
      numberdrop drop 1.4
      numberdrop drop 1.4 --answer "D f8=4,e9=7,f9=5,g9=4 !a7b7c7"
      numberdrop drop 1.4 --solution
    """
    from ..puzzles.lessons import lesson_of
    from ..view.answers import draw_answer
    from ..view.text import Look

    day, found = _named(problem, archive)
    given = answer or []
    if len(given) > len(found.rolls):
        raise UsageError(
            f"--answer: expected at most {len(found.rolls)}, one for each roll, got {len(given)}"
        )
    turns = [read(_turn, text, found, number) for number, text in enumerate(given)]
    judged = _judge(found, turns) if turns else None
    if as_json:
        if not judged:
            show_entry(found, solution=solution, as_json=True)
        else:
            more = {"solution": found.best.solution, "lesson": lesson_of(found).to_json()}
            write_json({**judged.to_json(), **(more if solution else {})})
        return
    look = Look.of(sys.stdout)
    if not judged or solution:
        if day:
            print(f"The drop problem of {day}", end="\n\n")
        show_entry(found, solution=solution, as_json=False)
    if not judged and not solution and is_interactive():
        judged = _ask(found)
    if judged:
        print(*([""] if solution else []), draw_answer(judged, look), sep="\n")


def _named(text: str | None, archive: str | None) -> tuple[datetime.date | None, DropProblem]:
    """The problem that a text names, and its day where it names a day."""
    from ..puzzles.archive.shipped import problem_of_day
    from ..puzzles.daily import parse_date

    if archive is not None:
        return None, _archived(archive, None if text is None else read_puzzle(text))
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    name = today if text is None else read_puzzle(text)
    if typed.is_problem(name):
        return None, problem_called(name)
    try:
        day = parse_date(name)
    except NotationError:
        raise UsageError(f"expected a drop problem, such as 1.4, or a day, got {name}") from None
    return day, problem_of_day(day)


def _archived(file: str, name: str | None) -> DropProblem:
    """Return a drop problem of an archive file, the first if `name` is None."""
    from ..puzzles.archive.entries import DropProblem

    if name is not None and not typed.is_problem(name):
        raise UsageError("--archive: expected the name of a drop problem, such as 1.4")
    found = find_entry(file, name, DropProblem, "drop problem")
    assert isinstance(found, DropProblem)
    return found


def problem_called(name: str) -> DropProblem:
    """Return the drop problem of this id that comes with the program.

    Raises NumberdropError if there is none.
    """
    from ..puzzles.archive.entries import DropProblem
    from ..puzzles.archive.shipped import shipped_entry

    found = shipped_entry(name)
    if not isinstance(found, DropProblem):
        raise NumberdropError(
            f"{name}: expected one of those that come with the program, and it isn't there"
        )
    return found


def _turn(text: str, problem: DropProblem, number: int) -> Turn:
    """A turn as people write it, for the roll of this number, from 0; NotationError names it."""
    try:
        turn = typed.read_turn(text, problem.variant.dice, problem.rolls[number])
    except NotationError as error:
        raise NotationError(f"turn {number + 1}: {error}") from None
    if str(turn) != text.strip():
        say(f"turn {number + 1} read as {turn}")
    return turn


def _judge(problem: DropProblem, turns: list[Turn]) -> Answer:
    """What the turns come to. IllegalTurn, with the one that was probably meant, as answered()."""
    from ..puzzles.answers import answered

    try:
        return answered(problem, turns)
    except IllegalTurn as error:
        before = answered(problem, turns[: error.turn - 1]).line.positions[-1]
        meant = typed.meant_turn(before, turns[error.turn - 1], problem.variant)
        if meant is None or before.is_over():
            raise
        message = f"{error.message}; is {str(meant)!r} meant?"
        raise IllegalTurn(message, turn=error.turn) from None


def _ask(problem: DropProblem) -> Answer | None:
    """The answer that is typed, turn by turn, each asked for until it is legal; without the turns
    after the first that isn't answered."""
    print()
    turns: list[Turn] = []
    judged = None
    while judged is None or judged.left:
        number = len(turns)
        roll = f"turn {number + 1} of {len(problem.rolls)}, {problem.rolls[number]}"
        print(f"Your {roll} (return: later): ", end="", flush=True)
        text = typed_line()
        if not text.strip():
            print()
            break
        try:
            turn = _turn(text.strip(), problem, number)
            judged = _judge(problem, [*turns, turn])
        except (NotationError, IllegalTurn) as error:
            complain(str(error))
        else:
            turns.append(turn)
    return judged
