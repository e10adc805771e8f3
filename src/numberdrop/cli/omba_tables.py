"""Commands for the tables of Omba: solve, certify."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..cpus import available_cpus
from ..plurals import count_noun
from ..typed.characters import normalise
from .app import NO, AsJson, Workers
from .help_text import App
from .omba import OmbaVariant, typed_variant
from .option_rules import given
from .progress import bar
from .signals import stopped_by_interrupt
from .streams import say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..omba.family import Family
    from ..omba.trio import TrioFamily
    from ..plan.limits import Stop

app = App()

Cubes = Annotated[
    str,
    typer.Option(
        "--cubes",
        metavar="COUNT[,COUNT[,COUNT]]",
        help="Cubes of each of two players, 1 to 6, or of A and B; or of three players, as 3,3,3 "
        "for Docker's deal.",
    ),
]
Ties = Annotated[
    str,
    typer.Option(
        "--ties",
        metavar="ORDER",
        help="Which of equal moves three players choose: first or last, by their squares.",
    ),
]


def typed_family(cubes: str, variant: str, ties: str) -> Family | TrioFamily:
    """Return the family of positions with these numbers of cubes."""
    from ..omba.family import Family
    from ..omba.trio import MOST_CUBES, TrioFamily

    parts = normalise(cubes, "--cubes").replace(" ", "").split(",")
    if len(parts) > 3 or not all(part in {"1", "2", "3", "4", "5", "6"} for part in parts):
        raise UsageError(f"--cubes: expected one to three numbers 1 to 6, got {cubes!r}")
    rules = typed_variant(variant)
    if len(parts) < 3:
        most, least = sorted((int(parts[0]), int(parts[-1])), reverse=True)
        return Family((most, least), rules)
    if len(set(parts)) > 1 or int(parts[0]) > MOST_CUBES:
        raise UsageError(
            f"--cubes: expected three equal numbers 1 to {MOST_CUBES} for three players, "
            f"got {cubes!r}"
        )
    if ties not in {"first", "last"}:
        raise UsageError(f"--ties: expected first or last, got {ties!r}")
    return TrioFamily(int(parts[0]), rules, ties)


@app.command()
def solve(
    context: typer.Context,
    cubes: Cubes = "6",
    variant: OmbaVariant = "S",
    ties: Ties = "first",
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Solve the game of two players, or Docker's of three, and save its table.

    The table has a lower and an upper bound on the winning chance in each position, at most 1e-8
    apart. With three players it has a move for each position and roll as well, and the chances are
    those under these moves. It is in the cache folder, or the one that NUMBERDROP_CACHE names. If
    the command is stopped, the next run continues. Six cubes each of two players take some minutes
    and 250 MB; three cubes each of three players take about five minutes and 500 MB.

    \b
    Example:
      numberdrop omba solve --cubes 3
      numberdrop omba solve --cubes 2 --variant E --workers 1
      numberdrop omba solve --cubes 2,2,2
    """
    from ..omba.family import Family

    family = typed_family(cubes, variant, ties)
    is_pair = isinstance(family, Family)
    if is_pair:
        _expect_no_ties(context)
    began, spent = time.monotonic(), time.process_time()
    with stopped_by_interrupt() as stop, bar(1.0) as show:
        try:
            if isinstance(family, Family):
                found = _solve_two(family, workers or available_cpus(), show, stop)
            else:
                found = _solve_three(family, workers or available_cpus(), show, stop)
        except _stopped():
            say("finished layers are saved; the same command continues")
            assert stop.reason is not None
            raise stop.reason from None
    if as_json:
        write_json(found)
        return
    if is_pair:
        bounds = f"{found['lower']:.8f} to {found['upper']:.8f}"
        print(f"the first player wins with probability {bounds}")
        print(f"{found['classes']:,} positions that differ by more than symmetry")
    else:
        for name, lower, upper in zip("ABC", found["lower"], found["upper"], strict=True):
            print(f"{name} wins with probability {lower:.8f} to {upper:.8f}")
        print(f"{found['positions']:,} positions; certify says whether another move is better")
        last = found["unsettled"]
        if last["positions"]:
            print(
                f"the last rounds changed {last['moves']:,} moves, and {last['positions']:,} "
                f"positions by up to {last['widest']:.6f}"
            )
    say(
        f"{time.monotonic() - began:.1f} s, {time.process_time() - spent:.1f} s of processor time, "
        f"{_memory()} MB; table in {found['folder']}"
    )


def _stopped() -> type[Exception]:
    from ..omba.solver import Stopped

    return Stopped


def _solve_two(
    family: Family, workers: int, progress: Callable[[float, str], None], stop: Stop
) -> dict[str, Any]:
    from ..omba.family import Layer
    from ..omba.solver import Solver
    from ..omba.tables import table_folder

    folder = table_folder(family)
    solver = Solver(family, folder, workers=workers, progress=progress, is_stopped=stop.is_set)
    table = solver.run()
    lower, upper = (bound / _units() for bound in table.layers[Layer(0, 0, 0)][0])
    return {
        "cubes": list(family.cubes),
        "variant": family.variant,
        "lower": lower,
        "upper": upper,
        "classes": family.distinct_positions(),
        "positions": family.positions(),
        "rounds": solver.rounds,
        "folder": str(folder),
    }


def _solve_three(
    family: TrioFamily, workers: int, progress: Callable[[float, str], None], stop: Stop
) -> dict[str, Any]:
    from ..omba.trio import ROW, Rows
    from ..omba.trio_solver import TrioSolver
    from ..omba.trio_tables import trio_folder

    folder = trio_folder(family)
    solver = TrioSolver(family, folder, workers=workers, progress=progress, is_stopped=stop.is_set)
    table = solver.run()
    lower = [bound / _units() for bound in table[Rows(0, 0, 0)].row(0, ROW)[:3]]
    gap = 1 - sum(lower)
    return {
        "cubes": list(family.cubes_dealt),
        "variant": family.variant,
        "ties": family.ties,
        "lower": lower,
        "upper": [bound + gap for bound in lower],
        "positions": family.positions(),
        "rounds": solver.rounds,
        "unsettled": asdict(solver.unsettled),
        "folder": str(folder),
    }


def _units() -> int:
    from ..omba import _core

    return _core.UNITS


def _memory() -> int:
    """Return the peak memory of this process in MB, or 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (2**20 if sys.platform == "darwin" else 2**10)


@app.command()
def certify(
    context: typer.Context,
    cubes: Cubes = "6",
    variant: OmbaVariant = "S",
    ties: Ties = "first",
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved table; exit 1 if a bound is wrong.

    The check is one pass over all positions, by code independent of the solver. The lower bound of
    each position must follow from the upper bounds of the positions that it leads to, and the upper
    bound from their lower bounds. Then the true chances lie between the bounds. With three players
    the chances are those under the moves of the table, and the most that another move could gain
    its player is shown. A missing table of up to four cubes each of two players, or two of three,
    is made first.

    \b
    Example:
      numberdrop omba certify --cubes 3
    """
    from ..omba.certify import certify as certified
    from ..omba.family import Family
    from ..omba.tables import load_or_make_table

    family = typed_family(cubes, variant, ties)
    if not isinstance(family, Family):
        _certify_three(family, workers or available_cpus(), as_json)
        return
    _expect_no_ties(context)
    table = load_or_make_table(family)
    with bar(1.0) as show:
        found = certified(table, workers=workers or available_cpus(), progress=show)
    if as_json:
        write_json({"positions": found.positions, "faults": found.faults, "gap": found.gap})
    else:
        print(f"{found.positions:,} positions checked, {count_noun(found.faults, 'fault')}")
        print(f"bounds are at most {found.gap:.2e} apart")
    if not found.holds:
        raise typer.Exit(NO)


def _expect_no_ties(context: typer.Context) -> None:
    """Refuse --ties with two players."""
    if "--ties" in given(context):
        raise UsageError("--ties: expected with the cubes of three players, such as --cubes 3,3,3")


def _certify_three(family: TrioFamily, workers: int, as_json: bool) -> None:
    from ..omba.trio_certify import certify_trio
    from ..omba.trio_tables import load_or_make_trio

    table = load_or_make_trio(family)
    with bar(1.0) as show:
        found = certify_trio(table, workers=workers, progress=show)
    if as_json:
        write_json(asdict(found))
    else:
        print(f"{found.positions:,} positions checked, {count_noun(found.faults, 'fault')}")
        print(f"bounds are at most {found.gap:.2e} apart, those of endings {found.ending_gap:.2e}")
        print("games end with probability 1" if found.holds else "the bounds don't hold")
        print(
            f"in {found.better:,} of {found.choices:,} choices another move gains more than 1e-9 "
            f"for the player who makes it, at most {found.gain:.6f}"
        )
        print(f"in {found.ties:,} an equal move gives the others different chances")
    if not found.holds:
        raise typer.Exit(NO)
