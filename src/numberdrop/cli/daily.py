"""Commands about the puzzle of a day: daily, scores."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NumberdropError
from ..rules import MOST_TURNS
from .app import AsJson, UnreadableText, app, read, read_puzzle
from .progress import counting
from .sources import read_text
from .streams import say, warn, write_json

if TYPE_CHECKING:
    from ..puzzles.archive.lines import ArchivePuzzle
    from ..puzzles.puzzle import DealPuzzle


@app.command()
def daily(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE",
            help="A day, YYYY-MM-DD, a recipe or a literal id; today (in UTC) if left out.",
            show_default=False,
        ),
    ] = None,
    upto: Annotated[
        int | None,
        typer.Option(
            "--upto",
            metavar="N",
            min=0,
            max=MOST_TURNS,
            help="Show the first N rolls; one if left out.",
        ),
    ] = None,
    is_open: Annotated[bool, typer.Option("--open", help="Show all twenty rolls.")] = False,
    submit: Annotated[
        str | None,
        typer.Option(
            "--submit",
            metavar="FILE",
            help="Hand in your game, a record or typed turns; - reads stdin.",
        ),
    ] = None,
    name: Annotated[
        str, typer.Option("--name", metavar="ABC", help="With --submit: your three letters.")
    ] = "YOU",
    hint: Annotated[
        bool,
        typer.Option(
            "--hint", help="Also show what is known of the best score, not how to get it."
        ),
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="Also show the best known game, turn by turn.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day, roll by roll.

    Everyone gets the same tiles and rolls. Only the first roll is shown unless you ask for more, so
    that nothing of the game is given away. With --json the document has all of them.

    With --submit your game is replayed, gets its medal, and is kept for the table of scores. To
    type it, write the cell of your starting 1, then one turn a line, such as
    "1463L A a2=1,b2=4,c2=6,c3=3".

    \b
    Example:
      numberdrop daily
      numberdrop daily 2026-11-20 --upto 3
      numberdrop daily "solo#2026-11-20" --open
      numberdrop daily 2026-11-20 --json
      numberdrop daily "plain#1.0" --submit game.json --name ABC
    """
    from ..puzzles.archive.lines import to_json, without_solution
    from ..puzzles.results import parse_player
    from ..record import load_record
    from ..view.puzzles import draw_puzzle, target_lines
    from ..view.reports import draw_record
    from ..view.text import Look

    if is_open and upto is not None:
        raise UnreadableText("--open: expected without --upto, which shows a part of the rolls")
    if submit is not None and (is_open or upto is not None or solution or hint):
        raise UnreadableText("--submit: expected without other options than --name and --json")
    today = datetime.datetime.now(datetime.UTC).date()
    asked = named_puzzle(today.isoformat() if puzzle is None else puzzle)
    if submit is not None:
        _submit(asked, submit, read(parse_player, name), today, as_json)
        return
    entry = known_puzzle(asked.id) if solution or hint or not as_json else None
    best = entry.best if entry else None
    if solution and not best:
        raise NumberdropError(f"{asked.id}: no best game is known, see 'numberdrop max --help'")
    if as_json:
        told = asked.to_json()
        if entry:
            told = to_json(entry) if solution else without_solution(entry)
        write_json(told)
        return
    shown = None if is_open or solution else 1 if upto is None else upto
    look = Look.of(sys.stdout)
    print(draw_puzzle(asked, look, shown, today))
    if entry:
        print("", *target_lines(entry, with_best=hint or solution), sep="\n")
    if solution and best:
        print("", draw_record(load_record(best.solution), look), sep="\n")


@app.command()
def scores(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE", help="Show the results of this puzzle; of all if left out."
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option("--top", metavar="N", min=1, max=1000, help="How many results to show."),
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Show the high-score table of your results, and streaks.

    For each name, only the first result on a puzzle counts. A streak is a number of days in a row
    whose puzzles were handed in on their day, or on the day before or after.

    \b
    Example:
      numberdrop scores
      numberdrop scores 2026-11-20 --json
    """
    from ..puzzles.results import Results, first_results, streaks
    from ..view.scores import draw_scores
    from ..view.text import Look

    name = None if puzzle is None else named_puzzle(puzzle).id
    kept = first_results(Results().all())
    runs = streaks(kept, datetime.datetime.now(datetime.UTC).date())
    found = [result for result in kept if name in (None, result.puzzle)]
    if as_json:
        write_json(
            {
                "results": [result.to_json() for result in found],
                "streaks": {name: {"now": run[0], "most": run[1]} for name, run in runs.items()},
            }
        )
    else:
        print(draw_scores(found, runs, Look.of(sys.stdout), top))


def known_puzzle(puzzle: str) -> ArchivePuzzle | None:
    """What is known of a puzzle; a database that can't be read is no reason not to show it."""
    from ..puzzles.archive.shipped import known_entry
    from ..puzzles.results import Results

    try:
        return known_entry(puzzle, Results())
    except NumberdropError as error:
        warn(str(error))
        return None


def _submit(asked: DealPuzzle, file: str, name: str, today: datetime.date, as_json: bool) -> None:
    from ..puzzles.archive.shipped import entry_of
    from ..puzzles.results import Result, Results
    from ..puzzles.submit import judge, parse_game
    from ..puzzles.targets import GAMES
    from ..view.scores import draw_verdict, share_line
    from ..view.text import Look

    game = parse_game(read_text(file), asked.deal, asked.variant, file)
    results = Results()
    entry = None
    if asked.day is not None:
        with counting(GAMES, "games of a player who sees no roll ahead") as progress:
            entry = entry_of(asked.day, results, progress)
    verdict = judge(game, entry)
    kept = results.add(
        Result(
            asked.id,
            str(asked.variant),
            name,
            verdict.score,
            verdict.medal,
            today,
            game.to_record(),
        )
    )
    look = Look.of(sys.stdout)
    share = share_line(verdict, asked.id, asked.day, look)
    if as_json:
        targets = entry.targets.to_json() if entry else {}
        told = {"puzzle": asked.id, "name": name, "kept": kept, "share": share}
        write_json({**told, **verdict.to_json(), "targets": targets})
        return
    print(draw_verdict(verdict, entry, share, look))
    if not kept:
        say(f"the same game of {name} is there already: nothing new is kept")


def named_puzzle(text: str) -> DealPuzzle:
    """The puzzle that a recipe or a literal id names, nothing known of it but its dice."""
    from ..puzzles.names import parse_name
    from ..puzzles.puzzle import puzzle_of

    return puzzle_of(*read(parse_name, read_puzzle(text)))
