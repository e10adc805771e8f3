"""The command that ranks turns: hint."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NumberdropError
from ..cpus import available_cpus
from ..plurals import count_noun
from ..rules import MOST_SHARED_TURNS, SCORES
from .app import (
    AsJson,
    DiceSeed,
    LevelText,
    SourceText,
    SourceVariant,
    Verbose,
    Workers,
    read_choice,
    warn_of_problems,
)
from .help_text import App
from .option_rules import expect_only, expect_with
from .progress import bar, share
from .seat_hint import OF_SEVERAL, advise_seat
from .signals import stopped_by_interrupt
from .sources import read_source, roll_of
from .start_advice import advise_start, is_before_start
from .streams import say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..plan.hints.candidates import Leader
    from ..turn import Turn

app = App()


def _aim(text: str) -> str:
    from ..multiplayer.ply import AIMS

    return read_choice("--for", text, AIMS)


def _games_level(text: str | None) -> str | None:
    from ..plan.hints.levels import LEVELS
    from ..plan.hints.rollouts import QUICK

    return None if text is None else read_choice("--games-level", text, (QUICK, *LEVELS))


@app.command()
def hint(
    context: typer.Context,
    position: SourceText,
    roll: Annotated[
        str | None,
        typer.Argument(
            metavar="ROLL",
            help="The four number dice and the shape die, with * for a star. A game record has its "
            "own rolls.",
            show_default=False,
        ),
    ] = None,
    level: LevelText = "strong",
    top: Annotated[
        int,
        typer.Option("--top", metavar="COUNT", min=1, max=1000, help="How many ideas to show."),
    ] = 5,
    unfolded: Annotated[
        bool,
        typer.Option(
            "--all", help="Show every turn of an idea: all slides and all arrangements of digits."
        ),
    ] = False,
    target: Annotated[
        int | None,
        typer.Option(
            "--target",
            metavar="POINTS",
            min=SCORES[0],
            max=SCORES[1],
            help="Also estimate the chance of ending with at least this score.",
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn",
            metavar="NUMBER",
            min=1,
            max=MOST_SHARED_TURNS,
            help="Of a game record, take the position before this turn.",
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="NUMBER",
            min=1,
            max=6,
            help="Of a record of several players, take the sheet of this player.",
            show_default="1",
        ),
    ] = None,
    other: Annotated[
        list[str] | None,
        typer.Option(
            "--other",
            metavar="POSITION",
            help="The sheet of another player. Repeat the option for seats 2 to 6, in order.",
        ),
    ] = None,
    aim: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="win|points",
            callback=_aim,
            help="In a game of several players, rank by the chance of winning or by points.",
        ),
    ] = "win",
    chosen: Annotated[
        list[str] | None,
        typer.Option(
            "--chosen",
            metavar="SEAT=PART",
            help="What another player is known to do with this roll, such as "
            "2=a3=6,b3=1,a4=5,b4=5.",
        ),
    ] = None,
    last: Annotated[
        bool, typer.Option("--last", help="This is the last roll: only the score counts.")
    ] = False,
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts",
            metavar="COUNT",
            min=1,
            max=10**9,
            help="Search with this number of playouts. The answer is then the same each time.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="SECONDS", min=0.001, max=10**8, help="Search for this long."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="COUNT",
            min=0,
            max=10**6,
            help="Also play this number of games to the end from each idea, and show what their "
            "scores consist of.",
            show_default="0, or with --target 60 played by quick",
        ),
    ] = None,
    games_level: Annotated[
        str | None,
        typer.Option(
            "--games-level",
            metavar="LEVEL",
            callback=_games_level,
            help="Who plays these games: a level, or quick, the player of the playouts.",
            show_default="the --level",
        ),
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Say why the best idea is better than the next.")
    ] = False,
    seed: DiceSeed = 1,
    workers: Workers = None,
    variant: SourceVariant = None,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Rank the turns for a roll by ideas, and draw the best one.

    An idea is a placement with its digits and its claim; turns that differ only in slides of about
    equal value share a line. 'numberdrop show --help' explains how to write a position. The last
    line is the command that repeats the hint. With --playouts or --seconds, the best turn so far is
    shown during the search. Ctrl-C ends the search and shows its result so far.

    For an empty sheet without a roll, the command ranks the cells for your first 1.

    In a game of two to six players (a record, or a position with --other) it ranks the turns by the
    chance of winning.

    \b
    Example:
      numberdrop hint "...1... -:-:- I0,O0,T0,L0,S0 1" 1463L
      numberdrop hint sheet.txt "156*O" --why
      numberdrop hint sheet.txt "156*O" --level fast --target 61
      numberdrop hint "- -:-:- I0,O0,T0,L0,S0 1"
    """
    from ..plan.hints.hint import hint as ranked
    from ..plan.hints.levels import level_of
    from ..view.hints import draw_hint
    from ..view.text import Look

    source = read_source(position, variant, turn, seat, is_to_be_played=True)
    if source.seats or other:
        expect_only(context, "a game of several players", *OF_SEVERAL)
        advise_seat(
            source,
            roll,
            other or [],
            chosen or [],
            aim=aim,
            level=level,
            top=top,
            limits=(playouts, seconds),
            why=why,
            seed=seed,
            workers=workers,
            verbose=verbose,
            as_json=as_json,
        )
        return
    expect_with(context, "--for", "--other")
    expect_with(context, "--chosen", "--other")
    if source.position.is_over():
        raise NumberdropError(f"the game is over, there is no turn to play: {source.position}")
    if roll is None and is_before_start(source.position):
        allowed = ("POSITION|FILE", "--playouts", "--seed", "--workers", "--variant", "--verbose")
        expect_only(context, "an empty sheet without a roll", *allowed, "--json")
        advise_start(source, playouts, seed, workers, verbose=verbose, as_json=as_json)
        return
    expect_with(context, "--games-level", "--games", "--target")
    has_budget = playouts is not None or seconds is not None
    if has_budget and not level_of(level).playouts:
        raise UsageError(
            f"--level: expected strong or deep with --playouts or --seconds, got {level}, which "
            "does not sample"
        )
    rolled = roll_of(source, roll)
    warn_of_problems(source.position, source.variant)
    planned = playouts or (None if seconds else level_of(level).playouts)
    began, last_turn = time.monotonic(), [""]
    with stopped_by_interrupt() as stop, bar(1) as show:

        def report_leader(leader: Leader[Turn]) -> None:
            turn, se = str(leader.turn), "" if leader.se is None else f" ± {leader.se:.2f}"
            elapsed = time.monotonic() - began
            playouts_so_far = count_noun(leader.playouts, "playout")
            line = f"{elapsed:7.1f} s  {playouts_so_far}  {leader.ev:.2f}{se}  {turn}"
            show(share((leader.playouts, planned), (elapsed, seconds)), line)
            if has_budget and turn != last_turn[0]:
                say(line)
            last_turn[0] = turn

        def report_games(done: int, total: int) -> None:
            show(done / total, f"{done:,} of {count_noun(total, 'game')}")

        result = ranked(
            source.position,
            rolled,
            level=level,
            variant=source.variant,
            top=top,
            target=target,
            last=last,
            seed=seed,
            playouts=playouts,
            seconds=seconds,
            games=games,
            games_level=games_level,
            why=why,
            workers=workers or available_cpus(),
            progress=report_leader,
            played=report_games,
            stop=stop,
        )
    if as_json:
        write_json(result.to_json())
    else:
        print(draw_hint(result, Look.of(sys.stdout), unfolded=unfolded, verbose=verbose))
