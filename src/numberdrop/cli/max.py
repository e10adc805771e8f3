"""The command that searches for the highest score: max."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..cpus import available_cpus
from ..files import atomic_file
from ..plurals import count_noun
from .app import (
    NO,
    AsJson,
    SourceVariant,
    Verbose,
    Workers,
    expect_distinct_files,
    nodes_option,
    seed_option,
    warn_of_problems,
)
from .help_text import App
from .max_question import best_known, better, read_question, result_in
from .option_rules import expect_alone, expect_with, expect_without, given
from .progress import bar, share
from .streams import json_text, say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..plan.question import Maximum

app = App()


#: How long to search by default, in seconds.
SECONDS = 10.0


@app.command("max")
def max_(
    context: typer.Context,
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE|FILE|POSITION",
            help="A puzzle: a day or the name of other dice; a drop problem, such as drop#1.4; a "
            "file, or - for stdin, with a puzzle, a position and its rolls, or an earlier result; "
            "or a position, with --rolls.",
            show_default=False,
        ),
    ] = None,
    rolls: Annotated[
        str | None,
        typer.Option("--rolls", metavar="ROLLS", help="The rolls to come, separated by blanks."),
    ] = None,
    variant: SourceVariant = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="SECONDS",
            min=0.001,
            max=10**8,
            help="Search, or check, for this long.",
            show_default="10 without --nodes",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        nodes_option("Search this number of nodes. The answer is then the same each time."),
    ] = None,
    workers: Workers = None,
    seed: Annotated[int, seed_option("The seed of the search: another one tries other games.")] = 1,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Also write the result to FILE, unless FILE has a better one.",
        ),
    ] = None,
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh",
            help="Don't start from the game and the bound that are in the archive or in the "
            "puzzle's own document.",
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Don't search: replay the result in FILE and prove its bound again; exit 1 if "
            "that fails.",
        ),
    ] = False,
    free_dice: Annotated[
        bool,
        typer.Option(
            "--free-dice",
            help="Show the highest score for any dice, why none is higher, and a game that "
            "reaches it.",
        ),
    ] = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Search for the highest score on known dice, and prove it.

    The answer is PROVED if an upper bound on all scores equals the score, else BEST FOUND. Its game
    is shown turn by turn. The search starts from what the archive has for a day. To continue an
    earlier search, give the FILE that it wrote with --out. Ctrl-C ends the search with the best
    game so far.

    \b
    Example:
      numberdrop max 2026-11-20 --seconds 1
      numberdrop max puzzle.json --nodes 100000 --out result.json --json
      numberdrop max "1...... -:-:- I0,O0,T0,L0,S0 1" --rolls "1562O 1562L"
      numberdrop max result.json --check
      numberdrop max --free-dice
    """
    expect_alone(context, "--free-dice", "--seed", "--verbose", "--json")
    if free_dice:
        _free_dice(seed if "--seed" in given(context) else None, as_json)
        return
    if puzzle is None:
        raise UsageError("expected PUZZLE, FILE or POSITION, see 'numberdrop max --help'")
    expect_alone(context, "--check", "PUZZLE|FILE|POSITION", "--seconds", "--verbose", "--json")
    expect_without(context, "--rolls", "--fresh")
    from ..plan.maxima.maximum import maximum
    from ..view.footers import again, unless
    from ..view.reports import draw_maximum, known_in_words
    from ..view.text import Look

    question, earlier, known = read_question(puzzle, rolls, variant)
    expect_with(context, "--variant", "--rolls")
    if question.deal is None:
        warn_of_problems(question.starts[0], question.variant)
    if check:
        if earlier is None:
            raise UsageError("--check: expected a file with a result of numberdrop max")
        _check(earlier, seconds, as_json)
        return
    known = None if fresh else best_known(question, known)
    if seconds is None and nodes is None:
        seconds = SECONDS
    expect_distinct_files([out], [puzzle] if earlier is None else [])  # results may be continued
    last: list[Maximum] = []
    found: Maximum | None = None
    began = time.monotonic()
    try:
        with atomic_file(out) as write, bar(1) as show:
            if known is not None:
                say(known_in_words(known.to_json()))

            def with_known(now: Maximum) -> Maximum:
                """Add what was known before, where the search started, to `made_by`."""
                if known is None:
                    return now
                return replace(now, made_by={**now.made_by, "known": known.to_json()})

            def report(now: Maximum) -> None:
                line = (
                    f"{now.seconds:7.1f} s  score {now.score} ({now.found_by}), bound {now.bound}, "
                    f"{count_noun(now.nodes, 'node')}"
                )
                is_better = not last or (last[-1].score, last[-1].bound) != (now.score, now.bound)
                last[:] = [with_known(now)]
                show(share((now.nodes, nodes), (time.monotonic() - began, seconds)), line)
                if is_better:
                    say(line)

            try:
                found = with_known(
                    maximum(
                        question,
                        seconds=seconds,
                        nodes=nodes,
                        workers=workers or available_cpus(),
                        seed=seed,
                        resume=better(earlier, known),
                        progress=report,
                    )
                )
            except KeyboardInterrupt:
                if not last:
                    raise
                found = last[-1]
            before = result_in(out, question)
            if out and before and (before.score, -before.bound) > (found.score, -found.bound):
                say(
                    f"{out} is unchanged, since its result is better: score {before.score}, "
                    f"bound {before.bound}"
                )
                write(Path(out).read_bytes())
            else:
                write(json_text(found.to_json()) + "\n")
    finally:  # shown even if it can't be written
        if found and as_json:
            write_json(found.to_json())
        elif found:
            repeated_by = again(
                "max",
                puzzle,
                rolls=rolls,
                variant=unless(variant, "rulebook"),
                seconds=unless(seconds, SECONDS),
                nodes=nodes,
                seed=unless(seed, 1),
                fresh=fresh,
            )
            look = Look.of(sys.stdout)
            print(draw_maximum(found, look, repeated_by=repeated_by, verbose=verbose))


def _check(found: Maximum, seconds: float | None, as_json: bool) -> None:
    from ..plan.limits import Stop
    from ..plan.maxima.maximum import check

    stop = Stop()
    with bar(None) as show, stop.after(seconds):
        show(0, "proving the bound again")
        is_proved = check(found, stop)
    is_cut = stop.is_set() and not is_proved
    if as_json:
        write_json({**found.to_json(), "checked": is_proved, "cut": is_cut})
    else:
        outcome = "not proved again in that time" if is_cut else "not proved"
        outcome = "proved again" if is_proved else outcome
        print(f"score {found.score}: replayed\nbound {found.bound} by {found.method}: {outcome}")
    if not is_proved:
        raise typer.Exit(NO)


def _free_dice(seed: int | None, as_json: bool) -> None:
    """Show the highest score for any dice. Its game is from the archive, unless it has none or a
    seed asks for another."""
    from ..plan.maxima.upper_bound import AttainedBound, attain, to_json, upper_bound
    from ..puzzles.archive.search_cache import shipped_game
    from ..view.reports import draw_ceiling
    from ..view.text import Look

    found = upper_bound()
    entry = shipped_game(found.points) if seed is None else None
    if entry is not None and entry.best is not None:
        reached = AttainedBound(entry.best.solution, str(entry.puzzle.deal), archive=entry.id)
    else:
        goal = f"looking for a game of {found.points}"
        with bar(None) as show:
            show(0, goal)
            reached = attain(
                1 if seed is None else seed,
                progress=lambda recipe, best: show(0, f"{recipe}: {best}; {goal}"),
            )
    if as_json:
        write_json(to_json(found, reached))
    else:
        print(draw_ceiling(found, reached, Look.of(sys.stdout)))
