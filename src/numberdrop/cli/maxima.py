"""Commands about maxima: max."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NotationError, typed
from ..files import whole_file
from .app import (
    AsJson,
    Threads,
    UnreadableText,
    Verbose,
    app,
    expect_apart,
    read,
    read_position,
    read_puzzle,
    read_rolls,
    read_variant,
    warn_of_problems,
)
from .progress import bar, share
from .sources import is_file
from .streams import json_text, say, write_json

if TYPE_CHECKING:
    from ..plan.question import Maximum, Question

#: How long to search where nothing is said, in seconds.
SECONDS = 10.0


@app.command("max")
def max_(
    asked: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE|FILE|POSITION",
            help="A puzzle, by its date, recipe or literal id; a file with a puzzle, with a "
            "position and its rolls, or with an earlier result; or a position, with --rolls.",
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
            max=1e8,
            help="How many seconds to search; 10 if neither this nor --nodes is given.",
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
    workers: Threads = 1,
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
        str | None, typer.Option("--out", metavar="FILE", help="Also write the result to FILE.")
    ] = None,
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
    shown turn by turn. To search on, give a result that was kept with --out. Ctrl-C ends the search
    with the best game so far.

    \b
    Example:
      numberdrop max 2026-11-20 --seconds 1
      numberdrop max puzzle.json --nodes 100000 --out result.json --json
      numberdrop max "1...... -:-:- I0,O0,T0,L0,S0 1" --rolls "1562O 1562L" --seconds 1
      numberdrop max result.json --check
      numberdrop max --free-dice --seed 8
    """
    if free_dice:
        if any(option is not None for option in (asked, rolls, variant, seconds, nodes, out)):
            raise UnreadableText("--free-dice: expected nothing else but --seed and --json")
        _free_dice(seed, as_json)
        return
    if asked is None:
        raise UnreadableText("expected PUZZLE, FILE or POSITION, see 'numberdrop max --help'")
    from ..plan.maxima.maximum import maximum
    from ..view.again import again, unless
    from ..view.reports import draw_maximum
    from ..view.text import Look

    question, earlier = _asked(asked, rolls, variant)
    if question.deal is None:
        warn_of_problems(question.starts[0], question.variant)
    if check:
        if earlier is None:
            raise UnreadableText("--check: expected a file with a result of numberdrop max")
        _check(earlier, as_json)
        return
    if seconds is None and nodes is None:
        seconds = SECONDS
    if rolls is None and earlier is None:
        expect_apart([out], [asked])
    last: list[Maximum] = []
    found: Maximum | None = None
    began = time.monotonic()
    try:
        with whole_file(out) as write, bar(1) as show:

            def tell(now: Maximum) -> None:
                words = (
                    f"{now.seconds:7.1f} s  score {now.score} ({now.found_by}), bound {now.bound}, "
                    f"{now.nodes:,} nodes"
                )
                is_news = not last or (last[-1].score, last[-1].bound) != (now.score, now.bound)
                last[:] = [now]
                show(share((now.nodes, nodes), (time.monotonic() - began, seconds)), words)
                if is_news:
                    say(words)

            try:
                found = maximum(
                    question,
                    seconds=seconds,
                    nodes=nodes,
                    workers=workers,
                    seed=seed,
                    resume=earlier,
                    progress=tell,
                )
            except KeyboardInterrupt:
                if not last:
                    raise
                found = last[-1]
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
            )
            look = Look.of(sys.stdout)
            print(draw_maximum(found, look, repeated_by=repeated_by, verbose=verbose))


def _check(found: Maximum, as_json: bool) -> None:
    from ..plan.maxima.maximum import check

    with bar(None) as show:
        show(0, "proving the bound again")
        is_proved = check(found)
    if as_json:
        write_json({**found.to_json(), "checked": is_proved})
    else:
        again = "proved again" if is_proved else "not proved by this"
        print(f"score {found.score}: replayed\nbound {found.bound} by {found.method}: {again}")
    if not is_proved:
        raise typer.Exit(1)


def _free_dice(seed: int, as_json: bool) -> None:
    from ..plan.maxima.ceiling import ceiling, summit, to_json
    from ..view.reports import draw_ceiling
    from ..view.text import Look

    found = ceiling()
    with bar(None) as show:
        show(0, f"looking for a game of {found.points}")
        reached = summit(
            seed, progress=lambda recipe, best: say(f"{recipe}: no game of {found.points} found")
        )
    if as_json:
        write_json(to_json(found, reached))
    else:
        print(draw_ceiling(found, reached, Look.of(sys.stdout)))


def _asked(text: str, rolls: str | None, variant: str | None) -> tuple[Question, Maximum | None]:
    """The question of a file, a date, a recipe or a position, and an earlier answer."""
    from ..plan.question import Question

    if rolls is not None:
        position = read_position(text)
        chosen = read_variant(variant or "rulebook")
        return read(Question.of, position, read_rolls([rolls], chosen), chosen), None
    if not is_file(text) and _is_position(text):
        raise UnreadableText("--rolls: expected the rolls to come after a position, got none")
    if variant is not None:
        raise UnreadableText("--variant: expected with --rolls alone; a puzzle names its own")
    if not is_file(text):
        from ..puzzles.names import parse_name

        deal, chosen = read(parse_name, read_puzzle(text))
        return Question.of(deal, None, chosen), None
    return _from_file(text)


def _is_position(text: str) -> bool:
    try:
        typed.read_position(text)
    except NotationError:
        return False
    return True


def _from_file(path: str) -> tuple[Question, Maximum | None]:
    from ..documents import read_documents
    from ..plan.question import Maximum, Question
    from ..puzzles.puzzle import parse_puzzle

    with open(path, "rb") as file:
        documents: list[tuple[str, Any]] = list(read_documents(file, path))
    if len(documents) != 1:
        raise NotationError(f"{path}: expected one puzzle, got {len(documents)} documents")
    place, value = documents[0]
    try:
        if isinstance(value, dict) and value.get("format") == "numberdrop.maximum":
            earlier = Maximum.from_json(value)
            return earlier.question, earlier
        if isinstance(value, dict) and "position" in value:
            return Question.from_json(value), None
        deal, chosen = parse_puzzle(value)
        return Question.of(deal, None, chosen), None
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
