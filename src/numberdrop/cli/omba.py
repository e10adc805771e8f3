"""Commands for Omba: its table, values, moves and records."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError
from ..cpus import available_cpus
from ..files import atomic_file
from ..plurals import count_noun
from ..typed.signs import plain
from .app import NO, AsJson, Workers, app, expect_apart, read, read_typed
from .help_text import App
from .option_rules import expect_only
from .progress import bar
from .signals import stopped_by_interrupt
from .sources import read_text
from .streams import say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..omba.family import Family
    from ..omba.position import Position
    from ..omba.record import Game
    from ..omba.values import Review

group = App(help="Play, analyse and solve Omba, another game.")
app.add_typer(group, name="omba")

OmbaPosition = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="RANK3/RANK2/RANK1 SIDE HANDS, in quotes, such as '-,-,-/BA,-,-/-,-,- A 5,5'; or "
        "start, or start 3 for three players.",
    ),
]
OmbaVariant = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help="S: the rules; R: only the step straight back is forbidden; E: enter only onto an "
        "empty square; F: entering costs 1.",
    ),
]
Cubes = Annotated[
    str,
    typer.Option("--cubes", metavar="N|N,M", help="Cubes of each player, 1 to 6, or of A and B."),
]
Record = Annotated[
    str, typer.Argument(metavar="RECORD|FILE", help="A record, in quotes; a file, or - for stdin.")
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        metavar="N",
        min=10,
        max=1_000_000,
        help="Games to estimate by, where three or four players are in.",
    ),
]
GamesSeed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=2**53, help="Seed of these games.")
]


def typed_position(text: str) -> Position:
    """A position of Omba as people write it."""
    from ..omba.parsing import read_position

    return read_typed("position", lambda typed: read_position(plain(typed, "position")), text)


def typed_variant(text: str) -> str:
    """A variant of Omba in any case."""
    from ..omba.rules import variant_number

    name = plain(text, "variant").strip().upper()
    read(variant_number, name)
    return name


def typed_die(text: str) -> int:
    """A roll of one die."""
    found = plain(text, "roll").strip()
    if found not in {"1", "2", "3", "4", "5", "6"}:
        raise UsageError(f"roll: expected one die, 1 to 6, got {text!r}")
    return int(found)


def typed_family(cubes: str, variant: str) -> Family:
    """The family of so many cubes on the empty board."""
    from ..omba.family import Family

    parts = plain(cubes, "--cubes").replace(" ", "").split(",")
    if len(parts) > 2 or not all(part in {"1", "2", "3", "4", "5", "6"} for part in parts):
        raise UsageError(f"--cubes: expected a number 1 to 6, or two, got {cubes!r}")
    most, least = sorted((int(parts[0]), int(parts[-1])), reverse=True)
    return Family((most, least), typed_variant(variant))


def typed_game(text: str) -> Game:
    """A game of Omba: a record, or a file that holds one."""
    from ..omba.parsing import read_game

    if text.strip().startswith("omba/"):
        return read_game(plain(text, "record"))
    name = "stdin" if text == "-" else text
    try:
        return read_game(plain(read_text(text), name))
    except NumberdropError as error:
        raise NumberdropError(f"{name}: {error}") from None


@group.command()
def solve(
    cubes: Cubes = "6",
    variant: OmbaVariant = "S",
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Solve the game of two players, and keep its table.

    It has a lower and an upper bound of every position's chance, at most 1e-8 apart. It is
    kept in the cache folder; NUMBERDROP_CACHE names another one. If the command is stopped it goes
    on from there the next time. Six cubes take some minutes and 250 MB.

    \b
    Example:
      numberdrop omba solve --cubes 3
      numberdrop omba solve --cubes 2 --variant E --workers 1
    """
    from ..omba.family import Layer
    from ..omba.solver import Solver, Stopped
    from ..omba.tables import table_folder

    family = typed_family(cubes, variant)
    folder = table_folder(family)
    began, spent = time.monotonic(), time.process_time()
    with stopped_by_interrupt() as stop, bar(1.0) as show:
        solver = Solver(
            family,
            folder,
            workers=workers or available_cpus(),
            progress=show,
            is_stopped=stop.is_set,
        )
        try:
            table = solver.run()
        except Stopped:
            say("kept what was done; the same command goes on")
            assert stop.reason is not None
            raise stop.reason from None
    lower, upper = (bound / _units() for bound in table.layers[Layer(0, 0, 0)][0])
    found: dict[str, Any] = {
        "cubes": list(family.cubes),
        "variant": family.variant,
        "lower": lower,
        "upper": upper,
        "classes": family.classes(),
        "positions": family.positions(),
        "rounds": solver.rounds,
        "folder": str(folder),
    }
    if as_json:
        write_json(found)
        return
    print(f"the first player wins with {lower:.8f} to {upper:.8f}")
    print(f"{found['classes']:,} positions that no symmetry makes equal")
    say(
        f"{time.monotonic() - began:.1f} s, {time.process_time() - spent:.1f} s of processor time, "
        f"{_memory()} MB; table in {folder}"
    )


def _units() -> int:
    from ..omba import _core

    return _core.UNITS


def _memory() -> int:
    """The most memory that this process had, in MB; 0 where a system doesn't tell."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (2**20 if sys.platform == "darwin" else 2**10)


@group.command()
def certify(
    cubes: Cubes = "6",
    variant: OmbaVariant = "S",
    workers: Workers = None,
    as_json: AsJson = False,
) -> int | None:
    """Check a table that is kept, position by position.

    It is one pass, by a way of its own. For every position the lower bound has to follow from the
    upper bounds of those it leads to, and the upper one from lower ones. Where all do, the true
    chances lie between the bounds. Ends with code 1 if any does not. A table of four cubes or fewer
    that isn't kept is made first.

    \b
    Example:
      numberdrop omba certify --cubes 3
    """
    from ..omba.certify import certify as certified
    from ..omba.tables import table_of

    table = table_of(typed_family(cubes, variant))
    with bar(1.0) as show:
        found = certified(table, workers=workers or available_cpus(), progress=show)
    if as_json:
        write_json({"positions": found.positions, "faults": found.faults, "gap": found.gap})
    else:
        print(f"{found.positions:,} positions judged, {count_noun(found.faults, 'fault')}")
        print(f"no two bounds are more than {found.gap:.2e} apart")
    if not found.holds:
        raise typer.Exit(NO)
    return None


@group.command()
def show(
    position: OmbaPosition,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Also write the picture, as SVG.")
    ] = None,
    variant: OmbaVariant = "S",
    as_json: AsJson = False,
) -> None:
    """Draw a position; with --json, tell its moves.

    \b
    Example:
      numberdrop omba show "-,-,-/BB,-,-/A,-,- A 5,4"
    """
    from ..omba.drawing import draw_position, position_svg

    found, rules = typed_position(position), typed_variant(variant)
    expect_apart([svg])
    with atomic_file(svg) as write:
        write(position_svg(found))
    if as_json:
        moves = {die: list(found.moves(die, rules)) for die in range(1, 7)}
        write_json({"position": str(found), "winner": found.winner, "moves": moves})
    else:
        print(draw_position(found, colour=sys.stdout.isatty()))


def _expect_no_estimate(context: typer.Context, *useful: str) -> None:
    """With two players in, chances are exact: no games are played."""
    expect_only(context, "two players", "POSITION", *useful, "--variant", "--json")


@group.command()
def value(
    context: typer.Context,
    position: OmbaPosition,
    variant: OmbaVariant = "S",
    games: Games = 10_000,
    seed: GamesSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Tell the chance of the player to move.

    With two players in it is exact. With more it is an estimate, with its standard error: games in
    which all cover an enemy where they can.

    \b
    Example:
      numberdrop omba value "-,-,-/BB,-,-/A,-,- A 1,2"
    """
    from ..omba.policies import wins
    from ..omba.tables import chance, telling
    from ..omba.values import losing_rolls, roll_value

    found, rules = typed_position(position), typed_variant(variant)
    if len(found.still_in) > 2:
        won = wins(found, rules, games, seed)
        _tell_estimates(found, {name: won[name] / games for name in found.still_in}, games, as_json)
        return
    _expect_no_estimate(context)
    with bar(1.0) as show, telling(show):
        chances = chance(found, rules)
    rolls = {die: roll_value(found, die, rules) for die in range(1, 7)} if not found.winner else {}
    lost = losing_rolls(found, rules) if rolls else ()
    if as_json:
        told = {"lower": chances.lower, "upper": chances.upper}
        write_json({"position": str(found), **told, "rolls": rolls, "losing": list(lost)})
        return
    print(f"{found.side} wins with {chances.value:.6f}")
    for die, share in rolls.items():
        print(f"  {die}  {share:.6f}{'  out at once' if die in lost else ''}")


def _tell_estimates(
    position: Position, shares: dict[str, float], games: int, as_json: bool
) -> None:
    if as_json:
        write_json({"position": str(position), "games": games, "shares": shares})
        return
    for name, share in shares.items():
        print(f"{name} wins with {share:.4f} ± {math.sqrt(share * (1 - share) / games):.4f}")


@group.command()
def best(
    context: typer.Context,
    position: OmbaPosition,
    roll: Annotated[str, typer.Argument(metavar="ROLL", help="The die, 1 to 6.")],
    variant: OmbaVariant = "S",
    games: Games = 10_000,
    seed: GamesSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Rank the moves for a roll by the chance to win.

    With two players in, chances are exact. With more they are estimates, each with its standard
    error: games in which all cover an enemy where they can.

    \b
    Example:
      numberdrop omba best "-,-,-/BB,-,-/A,-,- A 1,2" 3
    """
    from ..omba.policies import Estimate, estimates
    from ..omba.tables import telling
    from ..omba.values import best as ranked

    found, rules, die = typed_position(position), typed_variant(variant), typed_die(roll)
    if len(found.still_in) > 2:
        rows = estimates(found, die, rules, games=games, seed=seed)
    else:
        _expect_no_estimate(context, "ROLL")
        with bar(1.0) as show, telling(show):
            exact = ranked(found, die, rules)
        rows = [Estimate(one.move, one.value, 0.0, one.loss) for one in exact]
    if as_json:
        moves = [
            {"move": row.move, "value": row.value, "error": row.error, "loss": row.loss}
            for row in rows
        ]
        write_json({"position": str(found), "roll": die, "moves": moves})
        return
    if not rows:
        print(f"{found.side} has won" if found.winner else f"{found.side} is out")
    for row in rows:
        error = f" ± {row.error:.4f}" if row.error else ""
        print(
            f"  {row.move:<5} {row.value:.6f}{error}  {f'-{row.loss:.6f}' if row.loss else 'best'}"
        )


@group.command()
def replay(record: Record, as_json: AsJson = False) -> None:
    """Judge the record of a game by the rules.

    \b
    Example:
      numberdrop omba replay "omba/2/S 2+c3 1+b3 =?"
    """
    game = typed_game(record)
    if as_json:
        write_json({"record": str(game), "winner": game.winner, "final": str(game.final)})
        return
    ended = f"{game.winner} wins" if game.winner else "broken off"
    print(f"{count_noun(len(game.plies), 'ply', 'plies')}, {ended}: {game.final}")


@group.command()
def review(record: Record, as_json: AsJson = False) -> None:
    """Look at a game, with luck and skill apart.

    Luck is what a roll did to the chance of the player who rolled; skill is what the move lost
    against the best one. Together they explain the result: nothing else moves the chance. Of three
    or four players only what follows once two are left is looked at.

    \b
    Example:
      numberdrop omba review game.txt
    """
    from ..omba.tables import telling
    from ..omba.values import review as reviewed

    game = typed_game(record)
    with bar(1.0) as show, telling(show):
        found = reviewed(game)
    if as_json:
        plies = [
            {
                "side": one.side,
                "ply": str(one.ply),
                "before": one.before,
                "luck": one.luck,
                "skill": one.skill,
                "best": one.best,
            }
            for one in found.plies
        ]
        write_json({"record": str(found.game), "winner": found.game.winner, "plies": plies})
        return
    _print_review(found)


def _print_review(found: Review) -> None:
    print("ply  who  move     before    luck   skill  best")
    for number, one in enumerate(found.plies, 1):
        better = one.best if one.skill < -5e-4 else ""
        line = (
            f"{number:3}  {one.side}    {one.ply!s:7} {one.before:7.3f} {one.luck:+7.3f} "
            f"{one.skill:+7.3f}  {better}"
        )
        print(line.rstrip())
    for side in sorted({one.side for one in found.plies}):
        print(f"{side}: luck {found.luck(side):+.3f}, skill {found.skill(side):+.3f}")
