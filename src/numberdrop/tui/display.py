"""The display of a turn: the sheet, and the prompt below it."""

from __future__ import annotations

from ..rules import CELLS
from ..sessions import TurnOptions
from .hand import Hand
from .narration import needs_in_words, preview_in_words
from .seat import Seat
from .sheet_widget import SheetContents


def sheet_contents(
    seat: Seat, hand: Hand | None, preview: TurnOptions | None, start_at: str
) -> SheetContents:
    """Return the sheet with the shape in hand; `preview` has the options if that were placed, and
    `start_at` is the cell for the first 1."""
    position, variant = seat.position, seat.session.variant
    if position is None:
        empty = seat.empty_sheet()
        return SheetContents(
            empty, variant, empty, {start_at: str(seat.session.seat or 1)}, at=start_at
        )
    if hand is None or preview is None:
        return SheetContents(position, variant, position)
    dim = frozenset(cell for cell in CELLS if hand.stage == "claim" and hand.dims(cell))
    return SheetContents(
        hand.shown.laid, variant, preview.after, hand.ghost, tuple(hand.painted), hand.at_cell, dim
    )


def prompt_of(seat: Seat, hand: Hand | None, preview: TurnOptions | None) -> list[str]:
    """Return what to do next, and what the turn is worth: one line, or none once the game is
    over."""
    if seat.position is None:
        digit = seat.session.seat or 1
        whose = f"Seat {digit}: write" if seat.has_others else "Write"
        return [f"{whose} your {digit} in row 1: left and right move it, Enter writes it."]
    if hand is None or preview is None:
        return [] if seat.session.is_over() else ["Type the roll, such as 156*O, or roll."]
    return [hand.said or f"{_wanted(hand)} {preview_in_words(preview)}"]


def _wanted(hand: Hand) -> str:
    if hand.stage == "place" and hand.pose:
        what = (
            f"the X shape of {hand.shown.pending_drop.tile}"
            if hand.shown.pending_drop
            else "your shape"
        )
        return f"Place {what}: arrows and Space, or the mouse; Enter pins it."
    if hand.stage == "digits":
        return "Type the digits, or . and , for arrangements; Enter continues."
    if hand.stage == "claim" and hand.shown.claims and not hand.is_decided:
        return "Claim by number, Enter for the first, N for none."
    wanted = needs_in_words(hand.shown)
    return f"{wanted[0].upper()}{wanted[1:]}."
