"""Commands about maxima: max."""

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
from .app import NO, AsJson, Verbose, Workers, app, expect_apart, warn_of_problems
from .max_question import best_known, better, kept_in, read_question
from .option_rules import expect_alone, expect_with, expect_without, given
from .progress import bar, share
from .streams import json_text, say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..plan.question import Maximum

#: How long to search where nothing is said, in seconds.
SECONDS = 10.0


@app.command("max")
def max_(
    context: typer.Context,
    asked: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE|FILE|POSITION",
            help="A puzzle, by its date, recipe or literal id; a drop problem, such as drop#1.4; a "
            "file (- for stdin) with a puzzle, with a position and its rolls, or with an earlier "
            "result; or a position, with --rolls.",
            show_default=False,
        ),
    ] = None,
    rolls: Annotated[
        str | None,
        typer.Option("--rolls", metavar="ROLLS", help="The rolls to come, with blanks between."),
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="VARIANT",
            help="The rules for a position: rulebook (if left out) or bga, then +slide and "
            "+review-dice if wanted.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="N",
            min=0.001,
            max=10**8,
            help="How many seconds to search, 10 if neither this nor --nodes is given; or to "
            "check.",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            min=1,
            max=2**60,
            help="How many nodes to search: the answer is then the same each time.",
        ),
    ] = None,
    workers: Workers = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**63 - 1,
            help="Seed of the search: another one tries other games.",
        ),
    ] = 1,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Also write the result to FILE, unless a better one is there.",
        ),
    ] = None,
    fresh: Annotated[
        bool,
        typer.Option(
            "--fresh",
            help="Don't start from the game and the bound that the archive, or the puzzle's own "
            "document, knows.",
        ),
    ] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Don't search: replay the result in FILE, and prove its bound again.",
        ),
    ] = False,
    free_dice: Annotated[
        bool,
        typer.Option(
            "--free-dice",
            help="Show the highest score that any dice allow, why there is none above, and a game "
            "that reaches it.",
        ),
    ] = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Search for the highest score on known dice, and prove it.

    The answer is PROVED where a bound on all scores meets the score, else BEST FOUND. Its game is
    shown turn by turn. What the archive knows of a day is where the search starts. To search on,
    give a result that was kept with --out. Ctrl-C ends the search with the best game so far.

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
    if asked is None:
        raise UsageError("expected PUZZLE, FILE or POSITION, see 'numberdrop max --help'")
    expect_alone(context, "--check", "PUZZLE|FILE|POSITION", "--seconds", "--verbose", "--json")
    expect_without(context, "--rolls", "--fresh")
    from ..plan.maxima.maximum import maximum
    from ..view.footers import again, unless
    from ..view.reports import draw_maximum, known_in_words
    from ..view.text import Look

    question, earlier, known = read_question(asked, rolls, variant)
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
    expect_apart([out], [asked] if earlier is None else [])  # a result may be gone on with
    last: list[Maximum] = []
    found: Maximum | None = None
    began = time.monotonic()
    try:
        with atomic_file(out) as write, bar(1) as show:
            if known is not None:
                say(known_in_words(known.to_json()))

            def told(now: Maximum) -> Maximum:
                """With what was known before, so that the answer says what it started from."""
                if known is None:
                    return now
                return replace(now, made_by={**now.made_by, "known": known.to_json()})

            def tell(now: Maximum) -> None:
                words = (
                    f"{now.seconds:7.1f} s  score {now.score} ({now.found_by}), bound {now.bound}, "
                    f"{count_noun(now.nodes, 'node')}"
                )
                is_news = not last or (last[-1].score, last[-1].bound) != (now.score, now.bound)
                last[:] = [told(now)]
                show(share((now.nodes, nodes), (time.monotonic() - began, seconds)), words)
                if is_news:
                    say(words)

            try:
                found = told(
                    maximum(
                        question,
                        seconds=seconds,
                        nodes=nodes,
                        workers=workers or available_cpus(),
                        seed=seed,
                        resume=better(earlier, known),
                        progress=tell,
                    )
                )
            except KeyboardInterrupt:
                if not last:
                    raise
                found = last[-1]
            there = kept_in(out, question)
            if out and there and (there.score, -there.bound) > (found.score, -found.bound):
                say(
                    f"{out} stays as it was, which is better: score {there.score}, "
                    f"bound {there.bound}"
                )
                write(Path(out).read_bytes())
            else:
                write(json_text(found.to_json()) + "\n")
    finally:  # what took so long is shown even if it can't be kept
        if found and as_json:
            write_json(found.to_json())
        elif found:
            repeated_by = again(
                "max",
                asked,
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
        again = "not proved again in that time" if is_cut else "not proved by this"
        again = "proved again" if is_proved else again
        print(f"score {found.score}: replayed\nbound {found.bound} by {found.method}: {again}")
    if not is_proved:
        raise typer.Exit(NO)


def _free_dice(seed: int | None, as_json: bool) -> None:
    """The game is one of the archive, where it has one and no seed is given to look for another."""
    from ..plan.maxima.upper_bound import AttainedBound, attain, to_json, upper_bound
    from ..puzzles.archive.search_cache import shipped_game
    from ..view.reports import draw_ceiling
    from ..view.text import Look

    found = upper_bound()
    entry = shipped_game(found.points) if seed is None else None
    if entry is not None and entry.best is not None:
        reached = AttainedBound(entry.best.solution, str(entry.puzzle.deal), archive=entry.id)
    else:
        sought = f"looking for a game of {found.points}"
        with bar(None) as show:
            show(0, sought)
            reached = attain(
                1 if seed is None else seed,
                progress=lambda recipe, best: show(0, f"{recipe}: {best}; {sought}"),
            )
    if as_json:
        write_json(to_json(found, reached))
    else:
        print(draw_ceiling(found, reached, Look.of(sys.stdout)))
