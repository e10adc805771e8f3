"""Playing a turn by the rules: each function takes a position and what a player did, and returns
the position after it, or raises IllegalTurn with the number of the turn and the rule it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from .combo import Claim
from .dice import Roll
from .errors import IllegalTurn, NotationError
from .position import Position
from .rules import LAST_NOTCH, LETTERS, Variant
from .turn import Drop, Place, Turn


def play(
    position: Position | str, turn: Turn | str, variant: str | Variant = "rulebook"
) -> Position:
    """The position after a solo turn (rules.md, Solo); IllegalTurn if it breaks a rule,
    NotationError for texts that are no position or no turn."""
    chosen = Variant.of(variant)
    return play_canonical(Position.of(position), Turn.of(turn, chosen.dice), chosen)[0]


def play_canonical(
    position: Position, turn: Turn, variant: str | Variant = "rulebook"
) -> tuple[Position, Turn]:
    """As play(), with the turn as it is to be written: its claim in canonical order."""
    chosen = Variant.of(variant)
    _need(position, position.is_solo, "expected a solo position, its tiles on notches")
    _need(position, not position.is_over(), "the game is over")
    check_roll(position, turn.roll, chosen)
    after = play_slides(position, turn, chosen)
    after = play_place(after, turn.roll, turn.place, chosen)
    after, claim = play_claim(after, turn.claim)
    return after.end_turn(), Turn(turn.roll, turn.slides, turn.drops, turn.place, claim)


def check_roll(position: Position, roll: Roll, variant: Variant) -> None:
    """IllegalTurn unless the variant's dice can show this roll (rules.md, Dice)."""
    try:
        roll.check(variant.dice)
    except NotationError as error:
        raise IllegalTurn(str(error), turn=position.turn) from None


def play_slides(position: Position, turn: Turn, variant: Variant) -> Position:
    """The position after the slides of a solo turn and the X shapes that fall."""
    start = position
    _need(start, turn.slides, "expected the letter of the free slide in slides, got none")
    _need(start, len(turn.slides) <= 2, f"expected at most two slides, got {len(turn.slides)}")
    drops = list(turn.drops)
    for step, letter in enumerate(turn.slides):
        if step == 1:
            _check_star_slide(position, turn.roll, letter)
        _need(start, letter in tuple(LETTERS), f"expected a letter A..E in slides, got {letter!r}")
        shape, notch, _ = position.tiles[LETTERS.index(letter)]
        _need(start, notch != LAST_NOTCH, f"tile {letter} stands on notch {LAST_NOTCH} already")
        position, falls = position.slide(letter)
        if falls:
            due = f"tile {letter} reaches notch {LAST_NOTCH} and falls"
            _need(start, drops and drops[0].tile == letter, f"{due}: expected it next in drops")
            position = play_drop(position, drops.pop(0), shape, variant)
    _need(start, not drops, f"tile {drops and drops[0].tile} doesn't fall in this turn")
    if len(turn.slides) == 1:
        due_letters = star_slides(position, turn.roll)
        choice = " or ".join(due_letters)
        _need(start, not due_letters, f"the roll {turn.roll} shows a star: {choice} must slide")
    return position


def star_slides(position: Position, roll: Roll) -> list[str]:
    """The letters one of which the star of a roll slides now; none where nothing slides."""
    return [
        letter
        for letter, (shape, notch, _) in zip(LETTERS, position.tiles, strict=False)
        if roll.has_star and notch != LAST_NOTCH and roll.shape in ("*", shape)
    ]


def play_drop(position: Position, drop: Drop, shape: str, variant: Variant) -> Position:
    """The position after an X shape has come to rest (rules.md, Dropping a shape)."""
    if not drop.cells:
        room = position.landings(shape, variant)
        _need(position, not room, f"tile {drop.tile} falls: its shape {shape} has room")
        return position
    where = " ".join(drop.cells)
    fits = position.can_land(drop.cells, shape, variant)
    _need(position, fits, f"tile {drop.tile}: shape {shape} can't come to rest on {where}")
    return position.block(drop.cells)


def play_place(position: Position, roll: Roll, place: Place | None, variant: Variant) -> Position:
    """The position after the player's own shape; `place` None where no shape fits."""
    if place is None:
        room = [shape for shape in roll.shapes if position.landings(shape, variant)]
        _need(position, not room, f"a shape must be placed: there is room for {' '.join(room)}")
        return position
    cells = tuple(cell for cell, _ in place)
    digits = tuple(digit for _, digit in place)
    fits = any(position.can_land(cells, shape, variant) for shape in roll.shapes)
    shape = "no shape" if roll.shape == "*" else f"shape {roll.shape}"
    can = "can" if roll.shape == "*" else "can't"
    _need(position, fits, f"place: {shape} {can} come to rest on {' '.join(cells)}")
    dealt = roll.gives(digits)
    _need(position, dealt, f"place: {roll} doesn't give the digits {' '.join(map(str, digits))}")
    return position.place(cells, digits)


def play_claim(
    position: Position, cells: Sequence[str] | None
) -> tuple[Position, tuple[str, ...] | None]:
    """The position after a claim or none, and the claim's cells in canonical order."""
    if cells is None:
        return position, None
    claim = position.judge_claim(cells)
    if not isinstance(claim, Claim):
        raise IllegalTurn(f"claim: {claim}", turn=position.turn)
    return position.claim(claim), claim.cells


def _check_star_slide(position: Position, roll: Roll, letter: str) -> None:
    _need(position, roll.has_star, f"expected one slide: {roll} shows no star")
    due = star_slides(position, roll)
    _need(position, due, f"expected one slide: nothing slides for the star of {roll}")
    _need(position, letter in due, f"the star of {roll} slides {' or '.join(due)}, not {letter}")


def _need(position: Position, condition: object, reason: str) -> None:
    if not condition:
        raise IllegalTurn(reason, turn=position.turn)
