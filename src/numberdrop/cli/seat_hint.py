"""Hints for one of several players."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from ..cpus import available_cpus
from ..plurals import count_noun
from .app import warn_of_problems
from .progress import bar, share
from .signals import stopped_by_interrupt
from .sources import Source, read_source, roll_of
from .streams import say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..multiplayer.ply import Aim
    from ..plan.hints.candidates import Leader
    from ..turn import Part

#: The arguments and options that have an effect in a hint for one of several players.
OF_SEVERAL = (
    *("POSITION|FILE", "ROLL", "--turn", "--seat", "--other", "--for", "--chosen", "--level"),
    *("--top", "--playouts", "--seconds", "--why", "--seed", "--workers", "--variant"),
    *("--verbose", "--json"),
)


def advise_seat(
    source: Source,
    roll: str | None,
    others: Sequence[str],
    chosen: Sequence[str],
    *,
    aim: str,
    level: str,
    top: int,
    limits: tuple[int | None, float | None],
    why: bool,
    seed: int,
    workers: int | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Rank the turns of the player of a sheet. The sheets of the others are in the record or in
    `others`."""
    from ..multiplayer.hints import LEVELS, hint
    from ..multiplayer.seats import Seats
    from ..view.seats import draw_seat_hint
    from ..view.text import Look

    if source.seats and others:
        raise UsageError("--other: expected without a record, which has the sheets of all players")
    playouts, seconds = limits
    if (playouts is not None or seconds is not None) and not LEVELS[level].playouts:
        raise UsageError(
            f"--level: expected strong or deep with --playouts or --seconds, got {level}, which "
            "does not sample"
        )
    variant = source.variant
    positions = source.seats or (
        source.position,
        *(read_source(text, str(variant)).position for text in others),
    )
    rolled, seats = roll_of(source, roll), Seats(positions, variant)
    known = _known(chosen, source.seat, len(positions))
    for position in positions:
        warn_of_problems(position, variant)
    planned = playouts or (None if seconds else LEVELS[level].playouts)
    began, last_turn = time.monotonic(), [""]
    with stopped_by_interrupt() as stop, bar(1) as show:

        def report_leader(leader: Leader[Part]) -> None:
            elapsed, turn = time.monotonic() - began, str(leader.turn)
            value = f"{leader.ev:.1%}" if aim == "win" else f"{leader.ev:.2f}"
            line = f"{elapsed:7.1f} s  {count_noun(leader.playouts, 'playout')}  {value}  {turn}"
            show(share((leader.playouts, planned), (elapsed, seconds)), line)
            if (playouts or seconds) and turn != last_turn[0]:
                say(line)
            last_turn[0] = turn

        result = hint(
            seats,
            source.seat,
            rolled,
            aim=cast("Aim", aim),
            known=known,
            level=level,
            top=top,
            seed=seed,
            playouts=playouts,
            seconds=seconds,
            workers=workers or available_cpus(),
            progress=report_leader,
            stop=stop,
        )
    if as_json:
        write_json(result.to_json())
    else:
        print(draw_seat_hint(result, Look.of(sys.stdout), why=why, verbose=verbose))


def _known(chosen: Sequence[str], own: int, seats: int) -> dict[int, str]:
    """Return the parts given with --chosen, by seat. Raises UsageError if one is for the seat
    `own`."""
    known: dict[int, str] = {}
    for text in chosen:
        seat, _, part = text.partition("=")
        if not part or seat not in [*"123456"][:seats]:
            raise UsageError(
                "--chosen: expected SEAT=PART, such as 2=a3=6,b3=1,a4=5,b4=5, of one of the "
                f"{seats} seats, got {text!r}"
            )
        if int(seat) == own:
            raise UsageError(
                f"--chosen: expected a seat other than {own}, which the hint is for, got {text!r}"
            )
        if int(seat) in known:
            raise UsageError(f"--chosen: expected each seat once, got {seat} twice")
        known[int(seat)] = part
    return known
