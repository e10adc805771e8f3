"""Text for a hint for one of several players: a table, a drawing of the best part, the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..plurals import count_noun
from ..turn import Turn
from .footers import again, made_by_in_words, unless
from .ideas import TIED, WIDTH, in_lines, reasons_in_lines
from .text import PLAIN, Look, draw_played

if TYPE_CHECKING:
    from ..multiplayer.ranked import RankedPart, SeatHint


def draw_seat_hint(
    hint: SeatHint, look: Look = PLAIN, *, why: bool = False, verbose: bool = False
) -> str:
    """Draw a hint for one of several players: its parts in a table, the meaning of the figures, the
    sheet after the best part, and the command that repeats it. With `why`, say why the best part is
    better than the next."""
    head = f"{'':>3} {'win':>6} {'error':>6} {'alone':>6} {'shared':>6} {'margin':>6} {'points':>6}"
    lines = [f"{head} {'error':>6} {'ends':>5}"]
    for rank, ranked in enumerate(hint.turns, 1):
        lines += _rows(f"{'=' if ranked.is_tied else ''}{rank}", ranked)
    lines += ["", *in_lines(_figures_in_words(hint)), ""]
    if why and (said := hint.why(0)):
        lines += [*reasons_in_lines("why 1 rather than 2", said), ""]
    best = hint.turns[0]
    turn = Turn(hint.roll, (), best.part.drops or (), best.part.place, best.part.claim)
    lines += [draw_played(best.position, turn, hint.seats.variant, look), ""]
    if verbose:
        lines.append(made_by_in_words(hint.made_by, hint.seconds))
    return "\n".join([*lines, seat_hint_again(hint, why=why)])


def seat_hint_again(hint: SeatHint, *, why: bool = False) -> str:
    """Return the command that repeats a hint: the asking player is seat 1 in it."""
    from ..multiplayer.hints import LEVEL, TOP

    made, own = hint.made_by, hint.seat
    order = [own, *(seat for seat in range(1, len(hint.seats) + 1) if seat != own)]
    others = [str(hint.seats.positions[seat - 1]) for seat in order[1:]]
    chosen = [f"{order.index(seat) + 1}={part}" for seat, part in sorted(hint.known.items())]
    return again(
        "hint",
        str(hint.position),
        str(hint.roll),
        other=others,
        chosen=chosen or None,
        **{"for": unless(hint.aim, "win")},
        level=unless(made["level"], LEVEL),
        top=unless(made["top"], TOP),
        playouts=made.get("budget"),
        why=why,
        seed=unless(made["seed"], 1),
        variant=unless(made["variant"], "rulebook"),
    )


def _rows(place: str, ranked: RankedPart) -> list[str]:
    errors = ranked.errors or (None,) * 5
    figures = (
        f"{place:>3} {ranked.win:>6.1%} {_error(errors[0], 100):>6} {ranked.alone:>6.1%} "
        f"{ranked.shared:>6.1%} {ranked.margin:>+6.1f} {ranked.ev:>6.2f} {_error(errors[4], 1):>6} "
        f"{ranked.ends:>5.0%}"
    )
    played = str(ranked.part)
    if len(figures) + 2 + len(played) <= WIDTH:
        return [f"{figures}  {played}"]
    return [figures, f"     {played}"]


def _error(error: float | None, scale: int) -> str:
    return "-" if error is None else f"{scale * error:.{1 if scale == 100 else 2}f}"


def _figures_in_words(hint: SeatHint) -> list[str]:
    """Explain the figures of the table."""
    aimed = "the win share" if hint.aim == "win" else "points"
    players = count_noun(len(hint.seats), "player")
    lines = [f"seat {hint.seat} of {players}, ranked by {aimed}"]
    if hint.made_by["exact"]:
        lines.append("exact figures, as the game ends with this turn")
        lines.append("players whose choice isn't known play for the most points")
    else:
        lines.append("win: 1/k if k players share it")
        lines.append("margin: points ahead of the best other player")
        lines.append("ends: the chance that this turn is the last")
    if any(ranked.is_tied for ranked in hint.turns):
        tied = "the same score as" if hint.made_by["exact"] else TIED
        lines.append(f"=: {tied} the best")
    return lines
