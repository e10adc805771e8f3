"""The command for drop problems: drop."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import IllegalTurn, NotationError, NumberdropError, typed
from .app import AsJson, read, read_puzzle
from .archives import find_entry, show_entry
from .help_text import App
from .streams import complain, is_interactive, read_line, say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.answers import Answer
    from ..puzzles.archive.entries import DropProblem
    from ..turn import Turn

app = App()


@app.command()
def drop(
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="PROBLEM",
            help="A drop problem, such as 1.4 or pocket 1.4; or a day, for its problem.",
            show_default="today (UTC)",
        ),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="TURN",
            help="Your turn for the first roll; repeat the option for the next rolls. The roll may "
            "be left out of the turn.",
            show_default=False,
        ),
    ] = None,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution",
            help="Also show the only line that reaches the score, and what greedy play misses.",
        ),
    ] = False,
    archive: Annotated[
        str | None,
        typer.Option(
            "--archive",
            metavar="FILE",
            help="Take the problem from this archive instead of the one that comes with the "
            "program: the first problem, unless PROBLEM names one.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a drop problem and judge your answer.

    A drop problem is a position, one to three known rolls, and a score to reach: the highest that
    is possible. Every day has one. On a terminal the program asks for your turns, one for each
    roll; otherwise give them with --answer. You see what you scored and what you missed, but not
    the solution.

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

    day, found = _find_problem(problem, archive)
    given = answer or []
    if len(given) > len(found.rolls):
        raise UsageError(
            f"--answer: expected at most {len(found.rolls)}, one for each roll, got {len(given)}"
        )
    turns = [read(_turn, text, found, number) for number, text in enumerate(given)]
    verdict = _judge(found, turns) if turns else None
    if as_json:
        if not verdict:
            show_entry(found, solution=solution, as_json=True)
        else:
            more = {"solution": found.best.solution, "lesson": lesson_of(found).to_json()}
            write_json({**verdict.to_json(), **(more if solution else {})})
        return
    look = Look.of(sys.stdout)
    if not verdict or solution:
        if day:
            print(f"The drop problem of {day}", end="\n\n")
        show_entry(found, solution=solution, as_json=False)
    if not verdict and not solution and is_interactive():
        verdict = _ask(found)
    if verdict:
        print(*([""] if solution else []), draw_answer(verdict, look), sep="\n")


def _find_problem(
    text: str | None, archive: str | None
) -> tuple[datetime.date | None, DropProblem]:
    """Return the problem that `text` names, and its day if `text` is a day."""
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

    Raises NumberdropError for an unknown one.
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
    """Parse a turn as people type it, for the roll of this number, counted from 0. Raises
    NotationError, naming the turn."""
    try:
        turn = typed.read_turn(text, problem.variant.dice, problem.rolls[number])
    except NotationError as error:
        raise NotationError(f"turn {number + 1}: {error}") from None
    if str(turn) != text.strip():
        say(f"turn {number + 1} read as {turn}")
    return turn


def _judge(problem: DropProblem, turns: list[Turn]) -> Answer:
    """Judge the turns. Raises IllegalTurn like answered(), with the likeliest correction."""
    from ..puzzles.answers import answered

    try:
        return answered(problem, turns)
    except IllegalTurn as error:
        before = answered(problem, turns[: error.turn - 1]).line.positions[-1]
        correction = typed.suggest_turn(before, turns[error.turn - 1], problem.variant)
        if correction is None or before.is_over():
            raise
        message = f"{error.message}; did you mean {str(correction)!r}?"
        raise IllegalTurn(message, turn=error.turn) from None


def _ask(problem: DropProblem) -> Answer | None:
    """Ask for a turn for each roll, until it is legal, and return the verdict. An empty answer
    leaves out the turns from there on."""
    print()
    turns: list[Turn] = []
    verdict = None
    while verdict is None or verdict.left:
        number = len(turns)
        roll = f"turn {number + 1} of {len(problem.rolls)}, {problem.rolls[number]}"
        print(f"Your {roll} (return: later): ", end="", flush=True)
        text = read_line()
        if not text.strip():
            print()
            break
        try:
            turn = _turn(text.strip(), problem, number)
            verdict = _judge(problem, [*turns, turn])
        except (NotationError, IllegalTurn) as error:
            complain(str(error))
        else:
            turns.append(turn)
    return verdict
