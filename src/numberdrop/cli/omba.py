"""Commands for Omba: its tables, values, moves and records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from .. import NumberdropError
from ..files import atomic_file
from ..plurals import count_noun
from ..typed.characters import normalise
from .app import AsJson, expect_distinct_files, read, read_choice, read_typed, seed_option
from .help_text import App
from .option_rules import expect_only
from .progress import bar
from .sources import read_text
from .streams import write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..omba.position import Position
    from ..omba.record import Game
    from ..omba.values import Review

app = App()

OmbaPosition = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="RANK3/RANK2/RANK1 SIDE HANDS, in quotes, such as '-,-,-/BA,-,-/-,-,- A 5,5'; or "
        "start, start 3 for three players, or start docker for three with Docker's deal.",
    ),
]
OmbaVariant = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help="S: the standard rules; R: only the step straight back is forbidden; E: cubes enter "
        "only onto empty squares; F: entering costs 1.",
    ),
]
OmbaDeal = Annotated[
    str,
    typer.Option(
        "--deal",
        metavar="NAME",
        help="omba: six cubes each for two players, four for three, three for four; docker: three "
        "cubes each for three players.",
    ),
]
Record = Annotated[
    str,
    typer.Argument(
        metavar="RECORD|FILE", help="A game record, in quotes; or a file, or - for stdin."
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games",
        metavar="COUNT",
        min=10,
        max=1_000_000,
        help="How many games an estimate uses, if three or four players are left.",
    ),
]
GamesSeed = Annotated[int, seed_option("The seed of these games.")]


def typed_position(text: str) -> Position:
    """Parse a position of Omba as people type it."""
    from ..omba.parsing import read_position

    return read_typed("position", lambda typed: read_position(normalise(typed, "position")), text)


def typed_variant(text: str) -> str:
    """Parse a variant of Omba, in upper or lower case."""
    from ..omba.rules import variant_number

    name = normalise(text, "variant").strip().upper()
    read(variant_number, name)
    return name


def typed_die(text: str) -> int:
    """Parse a roll of one die."""
    found = normalise(text, "roll").strip()
    if found not in {"1", "2", "3", "4", "5", "6"}:
        raise UsageError(f"roll: expected one die, 1 to 6, got {text!r}")
    return int(found)


def typed_deal(text: str) -> str:
    """Parse the name of a deal, in upper or lower case."""
    from ..omba.rules import DEALS

    return read_choice("--deal", normalise(text, "--deal").strip().casefold(), [*DEALS])


def typed_game(text: str) -> Game:
    """Parse a game of Omba: a record, or a file with one."""
    from ..omba.parsing import read_game

    if text.strip().startswith(("omba/", "docker/")):
        return read_game(normalise(text, "record"))
    name = "stdin" if text == "-" else text
    try:
        return read_game(normalise(read_text(text), name))
    except NumberdropError as error:
        raise NumberdropError(f"{name}: {error}") from None


@app.command()
def show(
    position: OmbaPosition,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", help="Also write a picture to FILE.")
    ] = None,
    variant: OmbaVariant = "S",
    as_json: AsJson = False,
) -> None:
    """Draw a position; with --json, list its moves.

    \b
    Example:
      numberdrop omba show "-,-,-/BB,-,-/A,-,- A 5,4"
    """
    from ..omba.drawing import draw_position, position_svg

    found, rules = typed_position(position), typed_variant(variant)
    expect_distinct_files([svg])
    with atomic_file(svg) as write:
        write(position_svg(found))
    if as_json:
        moves = {die: list(found.moves(die, rules)) for die in range(1, 7)}
        write_json({"position": str(found), "winner": found.winner, "moves": moves})
    else:
        print(draw_position(found, colour=sys.stdout.isatty()))


def _expect_no_estimate(context: typer.Context, *useful: str) -> None:
    """Refuse --games and --seed where chances come from a table."""
    expect_only(context, "a table", "POSITION", *useful, "--variant", "--json")


@app.command()
def value(
    context: typer.Context,
    position: OmbaPosition,
    variant: OmbaVariant = "S",
    games: Games = 10_000,
    seed: GamesSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Show the winning chance of the player to move.

    With two players left it is exact. With three of Docker's deal, and their table saved, the
    chances of all three are shown. Otherwise they are estimates with standard errors, from games in
    which all players cover an enemy whenever they can.

    \b
    Example:
      numberdrop omba value "-,-,-/BB,-,-/A,-,- A 1,2"
    """
    from ..omba.chances import chances as chances_of
    from ..omba.policies import playout_wins
    from ..omba.tables import chance, report_progress_to
    from ..omba.trio_tables import has_quick_trio
    from ..omba.values import losing_rolls, roll_value

    found, rules = typed_position(position), typed_variant(variant)
    if has_quick_trio(found, rules):
        _expect_no_estimate(context)
        with bar(1.0) as show, report_progress_to(show):
            shares = {name: one.value for name, one in chances_of(found, rules).items()}
        _print_estimates(found, shares, 0, as_json)
        return
    if len(found.still_in) > 2:
        won = playout_wins(found, rules, games, seed)
        _print_estimates(
            found, {name: won[name] / games for name in found.still_in}, games, as_json
        )
        return
    _expect_no_estimate(context)
    with bar(1.0) as show, report_progress_to(show):
        chances = chance(found, rules)
    rolls = {die: roll_value(found, die, rules) for die in range(1, 7)} if not found.winner else {}
    lost = losing_rolls(found, rules) if rolls else ()
    if as_json:
        bounds = {"lower": chances.lower, "upper": chances.upper}
        write_json({"position": str(found), **bounds, "rolls": rolls, "losing": list(lost)})
        return
    print(f"{found.side} wins with probability {chances.value:.6f}")
    for die, share in rolls.items():
        print(f"  {die}  {share:.6f}{'  loses at once' if die in lost else ''}")


def _print_estimates(
    position: Position, shares: dict[str, float], games: int, as_json: bool
) -> None:
    from ..omba.policies import standard_error

    if as_json:
        write_json({"position": str(position), "games": games, "shares": shares})
        return
    for name, share in shares.items():
        if not games:
            print(f"{name} wins with probability {share:.6f}")
            continue
        error = standard_error(share, games)
        print(f"{name} wins with probability {share:.4f} ± {error:.4f}")


@app.command()
def best(
    context: typer.Context,
    position: OmbaPosition,
    roll: Annotated[str, typer.Argument(metavar="ROLL", help="The die, 1 to 6.")],
    variant: OmbaVariant = "S",
    games: Games = 10_000,
    seed: GamesSeed = 1,
    as_json: AsJson = False,
) -> None:
    """Rank the moves for a roll by the winning chance.

    With two players left, chances are exact; with three of Docker's deal, and their table saved,
    they are those under the moves of the table. Otherwise they are estimates with their standard
    errors, from games in which all players cover an enemy whenever they can.

    \b
    Example:
      numberdrop omba best "-,-,-/BB,-,-/A,-,- A 1,2" 3
    """
    from ..omba.policies import Estimate, estimate_moves
    from ..omba.tables import report_progress_to
    from ..omba.trio_tables import has_quick_trio
    from ..omba.values import best as ranked

    found, rules, die = typed_position(position), typed_variant(variant), typed_die(roll)
    if len(found.still_in) > 2 and not has_quick_trio(found, rules):
        rows = estimate_moves(found, die, rules, games=games, seed=seed)
    else:
        _expect_no_estimate(context, "ROLL")
        with bar(1.0) as show, report_progress_to(show):
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


@app.command()
def replay(record: Record, as_json: AsJson = False) -> None:
    """Check a game record against the rules; exit 1 if it is illegal.

    \b
    Example:
      numberdrop omba replay "omba/2/S 2+c3 1+b3 =?"
    """
    game = typed_game(record)
    if as_json:
        write_json({"record": str(game), "winner": game.winner, "final": str(game.final)})
        return
    ended = f"{game.winner} wins" if game.winner else "unfinished"
    print(f"{count_noun(len(game.plies), 'ply', 'plies')}, {ended}: {game.final}")


@app.command()
def review(record: Record, as_json: AsJson = False) -> None:
    """Review a game, with luck and skill separated.

    Luck is the change of a player's winning chance by the roll; skill is the loss of the move
    against the best one. With two players they explain the result: nothing else changes the
    chances. A game of three or four players is reviewed from when two are left; with Docker's deal
    and its table saved, from the start.

    \b
    Example:
      numberdrop omba review game.txt
    """
    from ..omba.tables import report_progress_to
    from ..omba.values import review as reviewed

    game = typed_game(record)
    with bar(1.0) as show, report_progress_to(show):
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
