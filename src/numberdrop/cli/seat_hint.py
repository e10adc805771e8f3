"""What hint does for one of several players."""

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

#: What means something to a hint for one of several players.
OF_SEVERAL = (
    *("POSITION|FILE", "ROLL", "--turn", "--seat", "--other", "--for", "--chosen", "--level"),
    *("--top", "--playouts", "--seconds", "--seed", "--workers", "--variant", "--verbose"),
    "--json",
)


def advise_seat(
    asked: Source,
    roll: str | None,
    others: Sequence[str],
    chosen: Sequence[str],
    *,
    aim: str,
    level: str,
    top: int,
    limits: tuple[int | None, float | None],
    seed: int,
    workers: int | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Rank what the player of a sheet may do, those of the others being there as well: in the
    record, or on the command line."""
    from ..multiplayer.hints import LEVELS, hint
    from ..multiplayer.seats import Seats
    from ..view.seats import draw_seat_hint
    from ..view.text import Look

    if asked.seats and others:
        raise UsageError("--other: the record has the sheets of all players")
    playouts, seconds = limits
    if (playouts is not None or seconds is not None) and not LEVELS[level].playouts:
        raise UsageError(
            f"--level: expected strong or deep with --playouts or --seconds, got {level}, which "
            "samples nothing"
        )
    variant = asked.variant
    positions = asked.seats or (
        asked.position,
        *(read_source(text, str(variant)).position for text in others),
    )
    rolled, seats = roll_of(asked, roll), Seats(positions, variant)
    known = _known(chosen, asked.seat, len(positions))
    for position in positions:
        warn_of_problems(position, variant)
    planned = playouts or (None if seconds else LEVELS[level].playouts)
    began, told = time.monotonic(), [""]
    with stopped_by_interrupt() as stop, bar(1) as show:

        def tell(leader: Leader[Part]) -> None:
            passed, best = time.monotonic() - began, str(leader.turn)
            value = f"{leader.ev:.1%}" if aim == "win" else f"{leader.ev:.2f}"
            words = f"{passed:7.1f} s  {count_noun(leader.playouts, 'playout')}  {value}  {best}"
            show(share((leader.playouts, planned), (passed, seconds)), words)
            if (playouts or seconds) and best != told[0]:
                say(words)
            told[0] = best

        found = hint(
            seats,
            asked.seat,
            rolled,
            aim=cast("Aim", aim),
            known=known,
            level=level,
            top=top,
            seed=seed,
            playouts=playouts,
            seconds=seconds,
            workers=workers or available_cpus(),
            progress=tell,
            stop=stop,
        )
    if as_json:
        write_json(found.to_json())
    else:
        print(draw_seat_hint(found, Look.of(sys.stdout), verbose=verbose))


def _known(chosen: Sequence[str], own: int, seats: int) -> dict[int, str]:
    """What --chosen says, by seat: of the others alone."""
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
                f"--chosen: expected what another seat does than {own}, which asks, got {text!r}"
            )
        if int(seat) in known:
            raise UsageError(f"--chosen: expected each seat once, got {seat} twice")
        known[int(seat)] = part
    return known
