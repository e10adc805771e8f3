"""Commands for Omba without human players: match, puzzles."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .app import AsJson, read, read_choice, seed_option
from .help_text import App
from .omba import OmbaDeal, OmbaVariant, typed_deal, typed_variant
from .progress import counting
from .streams import write_json
from .usage import UsageError

app = App()


Seed = Annotated[int, seed_option("The seed of all random numbers.")]
NAMES = "random, monte-carlo, greedy, thumb or exact"


def player(option: str, text: str, *others: str) -> str:
    """Parse the name of a player of the program, or one of `others`."""
    from ..omba.policies import OPPONENTS

    return read_choice(option, text.strip().casefold(), [*others, *OPPONENTS])


@app.command()
def match(
    names: Annotated[list[str], typer.Argument(metavar="PLAYER", help=f"Two to four of: {NAMES}.")],
    games: Annotated[
        int,
        typer.Option("--games", metavar="COUNT", min=1, max=1_000_000, help="Games per seating."),
    ] = 100,
    variant: OmbaVariant = "S",
    deal: OmbaDeal = "omba",
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Let players play each other, and show how often each wins.

    Each player plays the same number of games in every seat.

    \b
    Example:
      numberdrop omba match thumb random --games 200
      numberdrop omba match thumb greedy random --deal docker
    """
    from ..omba.match import match as matched
    from ..omba.policies import expect_playable
    from ..omba.rules import cubes_dealt

    if not 2 <= len(names) <= 4:
        raise UsageError(f"PLAYER: expected two to four, got {len(names)}")
    players = [player("PLAYER", name) for name in names]
    rules = typed_variant(variant)
    dealt = typed_deal(deal)
    read(lambda name: cubes_dealt(len(players), name), dealt)
    expect_playable(players, rules, dealt)
    with counting(games * len(players), "game") as progress:
        scores = matched(players, games, variant=rules, deal=dealt, seed=seed, progress=progress)
    if as_json:
        rows = [
            {"player": one.player, "seat": one.seat, "wins": one.wins, "games": one.games}
            for one in scores
        ]
        write_json({"variant": rules, "seed": seed, "scores": rows})
        return
    for one in scores:
        print(one)


@app.command()
def puzzles(
    count: Annotated[
        int,
        typer.Option(
            "--count", metavar="COUNT", min=1, max=10_000, help="How many puzzles to make."
        ),
    ] = 1,
    seed: Seed = 1,
    cubes: Annotated[
        int | None,
        typer.Option(
            "--cubes",
            metavar="COUNT",
            min=1,
            max=6,
            help="Cubes of each player.",
            show_default="the most whose table is saved, or that is made at once",
        ),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option("--grade", metavar="GRADE", help="Make only easy, medium or hard puzzles."),
    ] = None,
    solutions: Annotated[bool, typer.Option("--solutions", help="Also show the moves.")] = False,
    variant: OmbaVariant = "S",
    players: Annotated[
        int,
        typer.Option(
            "--players", metavar="COUNT", min=2, max=3, help="Two players, or three as in Docker."
        ),
    ] = 2,
    as_json: AsJson = False,
) -> None:
    """Make puzzles in which one move is by far the best.

    Its winning chance is at least 0.1 above that of all other moves. The grade depends on how many
    of two simple players, thumb and greedy, miss it.

    \b
    Example:
      numberdrop omba puzzles --cubes 3 --solutions
      numberdrop omba puzzles --players 3 --cubes 2
    """
    from ..omba.drawing import draw_position
    from ..omba.puzzles import GRADES, default_cubes
    from ..omba.puzzles import puzzles as made

    wanted = None if grade is None else read_choice("--grade", grade.strip().casefold(), GRADES)
    rules = typed_variant(variant)
    if cubes is None:
        cubes = default_cubes(rules, players)
    found = list(made(count, seed=seed, cubes=cubes, variant=rules, grade=wanted, players=players))
    if as_json:
        write_json([puzzle.to_json() for puzzle in found])
        return
    for number, puzzle in enumerate(found, 1):
        if number > 1:
            print()
        print(draw_position(puzzle.position, colour=sys.stdout.isatty()))
        print(
            f"{puzzle.position.side} has rolled {puzzle.roll} ({puzzle.grade}): {puzzle.position}"
        )
        if solutions:
            for one in puzzle.ranked:
                print(f"  {one.move:<5} {one.value:.6f}")
