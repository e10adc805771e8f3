"""Commands for games of Omba: play, match, puzzles."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError
from ..typed.signs import plain
from .app import AsJson, UnreadableText, read_choice
from .omba import OmbaVariant, group, typed_variant
from .progress import counting
from .streams import typed_line, write_json

if TYPE_CHECKING:
    from ..omba.sitting import Sitting

Seed = Annotated[
    int,
    typer.Option(
        "--seed", metavar="N", min=0, max=2**53, help="Seed of the rolls, and of lots drawn."
    ),
]
_NAMES = "random, monte-carlo, greedy, thumb or exact"
LEAVE = ("quit", "q", "exit")
_HELP = "type a move (a1c2, +b2), hint, show, undo, help, or quit"


def _player(option: str, text: str) -> str:
    from ..omba.players import OPPONENTS

    return read_choice(option, text.strip().casefold(), [*OPPONENTS])


@group.command()
def play(
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help="What is typed before anything is read."),
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="NAME", help=f"Who plays the others: {_NAMES}.")
    ] = "thumb",
    players: Annotated[
        int, typer.Option("--players", metavar="N", min=2, max=4, help="How many play.")
    ] = 2,
    seat: Annotated[
        str, typer.Option("--seat", metavar="LETTER", help="Where you sit; A moves first.")
    ] = "A",
    variant: OmbaVariant = "S",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**53,
            help="Seed of the rolls; by chance if left out.",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Tell the game after these moves in JSON, and read no more."),
    ] = False,
) -> None:
    """Play a game in the terminal, in plain lines.

    The program rolls for all. You type moves, or hint for what they are worth. At the end, or when
    you quit, the record of the game is printed.

    \b
    Example:
      numberdrop omba play --against greedy --seed 1 +b2 quit
      numberdrop omba play --players 3 --seat B --seed 5 --json
    """
    from ..omba.sitting import Sitting

    name = _player("--against", against)
    place = plain(seat, "--seat").strip().upper()
    if place not in [*"ABCD"[:players]]:
        raise UnreadableText(f"--seat: expected a letter A to {'ABCD'[players - 1]}, got {seat!r}")
    rules = typed_variant(variant)
    number = random.SystemRandom().randrange(2**32) if seed is None else seed
    seats = [None if letter == place else name for letter in "ABCD"[:players]]
    sitting = Sitting(seats, rules, number)
    if as_json:
        write_json(_played(sitting, moves or []))
    else:
        _sit(sitting, place, moves or [])
        print(sitting.game)


def _played(sitting: Sitting, moves: list[str]) -> dict[str, Any]:
    """The game after these moves, with the roll that is to be played."""
    for move in ["", *moves]:
        if move.strip().casefold() in LEAVE:
            break
        told = sitting.answer(plain(move, "move")) if move else None
        if told is not None:
            raise NumberdropError(f"{move}: {told}")
        list(sitting.go_on())
    position = sitting.position
    return {
        "record": str(sitting.game),
        "position": str(position),
        "winner": position.winner,
        "roll": None if position.winner else sitting.roll,
    }


def _sit(sitting: Sitting, place: str, moves: list[str]) -> None:
    """Play until the game is over, or the person leaves; `moves` are what he types first."""
    from ..omba.drawing import draw_position

    colour = sys.stdout.isatty()
    print(_HELP)
    while True:
        for line in sitting.go_on():
            print(line)
        if sitting.position.winner:
            print("you win" if sitting.position.winner == place else "you lose")
            return
        print(draw_position(sitting.position, colour=colour))
        print(f"{place}, you have rolled {sitting.roll}: ", end="", flush=True)
        while True:
            line = moves.pop(0) if moves else typed_line()
            if not line or line.strip().casefold() in LEAVE:
                print()
                return
            told = sitting.answer(plain(line, "move"))
            if told is None:
                break
            print(told)


@group.command()
def match(
    names: Annotated[
        list[str], typer.Argument(metavar="PLAYER", help=f"Two to four of: {_NAMES}.")
    ],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help="Games a seating.")
    ] = 100,
    variant: OmbaVariant = "S",
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Let players play each other, and count who wins.

    Each sits in every seat for as many games.

    \b
    Example:
      numberdrop omba match thumb random --games 200
    """
    from ..omba.match import match as matched

    if not 2 <= len(names) <= 4:
        raise UnreadableText(f"PLAYER: expected two to four, got {len(names)}")
    players = [_player("PLAYER", name) for name in names]
    rules = typed_variant(variant)
    with counting(games * len(players), "game") as told:
        scores = matched(players, games, variant=rules, seed=seed, told=told)
    if as_json:
        rows = [
            {"player": one.player, "seat": one.seat, "wins": one.wins, "games": one.games}
            for one in scores
        ]
        write_json({"variant": rules, "seed": seed, "scores": rows})
        return
    for one in scores:
        print(one)


@group.command()
def puzzles(
    count: Annotated[
        int, typer.Option("--count", metavar="N", min=1, max=10_000, help="How many.")
    ] = 1,
    seed: Seed = 1,
    cubes: Annotated[
        int | None,
        typer.Option(
            "--cubes",
            metavar="N",
            min=1,
            max=6,
            help="Cubes of each player; if left out, 6 with their table at hand, else 4.",
        ),
    ] = None,
    grade: Annotated[
        str | None,
        typer.Option("--grade", metavar="GRADE", help="Only easy, medium or hard ones."),
    ] = None,
    solutions: Annotated[bool, typer.Option("--solutions", help="Also tell the moves.")] = False,
    variant: OmbaVariant = "S",
    as_json: AsJson = False,
) -> None:
    """Make puzzles in which one move is best by far.

    It is better than all others by a tenth of a game or more. The grade says how many simple
    players miss it: the rule of thumb, and whoever wants most moves.

    \b
    Example:
      numberdrop omba puzzles --cubes 3 --solutions
    """
    from ..omba.drawing import draw_position
    from ..omba.family import Family
    from ..omba.puzzles import GRADES
    from ..omba.puzzles import puzzles as made
    from ..omba.tables import is_at_hand

    wanted = None if grade is None else read_choice("--grade", grade.strip().casefold(), GRADES)
    rules = typed_variant(variant)
    if cubes is None:
        cubes = 6 if is_at_hand(Family((6, 6), rules)) else 4
    found = list(made(count, seed=seed, cubes=cubes, variant=rules, grade=wanted))
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
