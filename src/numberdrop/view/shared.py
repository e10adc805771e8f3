"""Text for the review of a game of several players: a table of win shares, the sums of each
seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import join_and
from ..initials import seat_label
from ..plurals import count_noun
from .footers import made_by_in_words
from .ideas import in_lines

if TYPE_CHECKING:
    from ..multiplayer.review import ReviewedPart, SharedReview

#: The marks for losses, as chess players write them.
_SIGNS = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_COSTLIEST_COUNT = 3


def draw_shared_review(found: SharedReview, *, repeated_by: str = "", verbose: bool = False) -> str:
    """Draw a review turn by turn: the win share of each seat after the turn and the loss of its
    part; sums of luck and skill; the turn that decided, the costliest parts, the command."""
    seats = range(1, len(found.scores) + 1)
    labels = [seat_label(found.names, seat) for seat in seats]
    wide = max(map(len, labels)) + 1
    lines = ["turn roll " + "".join(f"{_head(found, seat):>9}{'loss':>8}" for seat in seats)]
    for number, (roll, parts) in enumerate(zip(found.rolls, found.turns, strict=True), 1):
        lines.append(f"{number:>4} {roll}{''.join(map(_figures, parts))}".rstrip())
    lines += [
        "win share after the turn, and how much of it the part played lost, in per cent;",
        "?! inaccuracy, ? mistake, ?? blunder",
        "",
        f"{'':<{wide}}{'score':>6}{'skill':>8}{'luck':>8}{'others':>8}",
    ]
    for seat, label, score in zip(seats, labels, found.scores, strict=True):
        luck, skill, others = (f"{100 * figure:+.1f}" for figure in found.sums(seat))
        won = "  won" if seat in found.winners else ""
        lines.append(f"{label:<{wide}}{score:>6}{skill:>8}{luck:>8}{others:>8}{won}")
    lines += ["", *_story(found)]
    footer = [made_by_in_words(found.made_by, found.seconds)] if verbose else []
    footer += [repeated_by] if repeated_by else []
    return "\n".join([*lines, *([""] if footer else []), *footer])


def _head(found: SharedReview, seat: int) -> str:
    """Return the head of a seat's columns: its name, or else its number."""
    return (found.names and found.names[seat - 1]) or f"seat {seat}"


def _figures(part: ReviewedPart) -> str:
    loss = f"{100 * part.loss:.1f}" if part.word != "good" else ""
    return f"{f'{100 * part.after:.1f}':>9}{loss:>5} {_SIGNS[part.word]:<2}"


def _story(found: SharedReview) -> list[str]:
    number, moved = found.largest()
    lines = []
    if found.decided is not None:
        winners = join_and([seat_label(found.names, seat) for seat in found.winners])
        lines.append(f"{winners} won, and led from turn {found.decided} to the end")
    lines.append(
        f"largest swing: turn {number}, {seat_label(found.names, moved.seat)}, "
        f"{100 * moved.swing:+.1f} per cent "
        f"(luck {100 * moved.luck:+.1f}, own part {0.0 - 100 * moved.loss:+.1f}, "
        f"others {100 * moved.others:+.1f})"
    )
    lost = [
        (n, part) for n, parts in enumerate(found.turns, 1) for part in parts if part.word != "good"
    ]
    for n, part in sorted(lost, key=lambda one: -one[1].loss)[:_COSTLIEST_COUNT]:
        said = (
            f"turn {n}, {seat_label(found.names, part.seat)}: {part.word}, "
            f"{100 * part.loss:.1f} per cent",
            f"played {part.played}",
            f"best {part.best}",
        )
        lines += in_lines(list(said))
    if not lost:
        lines.append(f"no mistake in {count_noun(len(found.turns), 'turn')}")
    return lines
