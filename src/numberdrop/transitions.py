"""Playing turns by the rules.

Each function takes a position and what a player did. It returns the position after it, or raises
IllegalTurn with the number of the turn and the rule that was broken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .combo import Claim
from .dice import Roll
from .errors import IllegalTurn, NotationError, Sentence, coded_message, join_or
from .position import Position
from .rules import LAST_NOTCH, LETTERS, Variant
from .turn import Drop, Part, Place, Turn

GAME_OVER: Final = coded_message("game.over", "the game is over")


def play(
    position: Position | str, turn: Turn | str, variant: str | Variant = "rulebook"
) -> Position:
    """Return the position after a solo turn (rules.md, Solo).

    Raises IllegalTurn if the turn breaks a rule, and NotationError for text that is not a position
    or not a turn.
    """
    chosen = Variant.of(variant)
    return play_canonical(Position.of(position), Turn.of(turn, chosen.dice), chosen)[0]


def play_canonical(
    position: Position, turn: Turn, variant: str | Variant = "rulebook"
) -> tuple[Position, Turn]:
    """Return the position after a solo turn, and the turn with its claim in canonical order.

    Raises IllegalTurn if the turn breaks a rule.
    """
    chosen = Variant.of(variant)
    if not position.is_solo:
        raise _illegal(position, "play.solo", "expected a solo position, with tiles on notches")
    if position.is_over():
        raise IllegalTurn(GAME_OVER, turn=position.turn)
    check_roll(position, turn.roll, chosen)
    after = play_slides(position, turn, chosen)
    after = play_place(after, turn.roll, turn.place, chosen)
    after, claim = play_claim(after, turn.claim)
    return after.end_turn(), Turn(turn.roll, turn.slides, turn.drops, turn.place, claim)


def play_part(
    position: Position, roll: Roll, part: Part, letter: str | None, variant: Variant
) -> tuple[Position, Part]:
    """Return one player's position after their part of a turn, and the part in canonical form.

    `letter` is the letter whose block falls, or None. Letters are not crossed off yet. Raises
    IllegalTurn if the part breaks a rule.
    """
    if letter is not None:
        return _play_block(position, letter, part, variant).end_turn(), part
    if part.is_block:
        expected = coded_message(
            "block.none", "expected place and claim: no block falls in this turn"
        )
        raise IllegalTurn(expected, turn=0)
    after = play_place(position, roll, part.place, variant)
    after, claim = play_claim(after, part.claim)
    return after.end_turn(), Part(None, part.place, claim)


def _play_block(position: Position, letter: str, part: Part, variant: Variant) -> Position:
    shape, _, mark = position.tiles[LETTERS.index(letter)]
    if not part.is_block:
        fault = coded_message(
            "block.falls",
            "the block of letter {letter} falls: nobody places or claims in this turn",
            letter=letter,
        )
        raise IllegalTurn(fault, turn=0)
    drops = part.drops or ()
    if mark == "o":
        if drops:
            fault = coded_message(
                "block.circled", "letter {letter} is circled: nothing falls here", letter=letter
            )
            raise IllegalTurn(fault, turn=0)
        return position
    if not drops or drops[0].tile != letter:
        fault = coded_message(
            "block.expected", "expected the block of letter {letter} in drops", letter=letter
        )
        raise IllegalTurn(fault, turn=0)
    return play_drop(position, drops[0], shape, variant)


def check_roll(position: Position, roll: Roll, variant: Variant) -> None:
    """Raise IllegalTurn if the variant's dice can't show the roll (rules.md, Dice)."""
    try:
        roll.check(variant.dice)
    except NotationError as error:
        raise IllegalTurn(error.sentence, turn=position.turn) from None


def play_slides(position: Position, turn: Turn, variant: Variant) -> Position:
    """Return the position after the slides of a solo turn and the fall of X shapes."""
    start = position
    drops, slides = list(turn.drops), len(turn.slides)
    if not slides:
        raise _illegal(
            start, "slide.none", "expected the letter of the free slide in slides, got none"
        )
    if slides > 2:
        raise _illegal(start, "slide.many", "expected at most two slides, got {n}", n=slides)
    for step, letter in enumerate(turn.slides):
        if step == 1:
            _check_star_slide(position, turn.roll, letter)
        if letter not in tuple(LETTERS):
            got = repr(letter)
            raise _illegal(
                start, "slide.letter", "expected a letter A..E in slides, got {got}", got=got
            )
        shape, notch, _ = position.tiles[LETTERS.index(letter)]
        if notch == LAST_NOTCH:
            raise _illegal(
                start,
                "slide.last",
                "tile {letter} is already on notch {notch}",
                letter=letter,
                notch=notch,
            )
        position, falls = position.slide(letter)
        if falls:
            if not drops or drops[0].tile != letter:
                raise _illegal(
                    start,
                    "drop.due",
                    "tile {letter} reaches notch {notch} and falls: expected it next in drops",
                    letter=letter,
                    notch=LAST_NOTCH,
                )
            position = play_drop(position, drops.pop(0), shape, variant)
    if drops:
        raise IllegalTurn(no_fall_message(drops[0].tile), turn=start.turn)
    if slides == 1 and (due := star_slides(position, turn.roll)):
        raise _illegal(
            start,
            "slide.star",
            "the roll {roll} shows a star: {due} must slide",
            roll=turn.roll,
            due=join_or(due),
        )
    return position


def star_slides(position: Position, roll: Roll) -> list[str]:
    """Return the letters that the star of a roll may slide now. The list is empty if nothing
    slides."""
    return [
        letter
        for letter, (shape, notch, _) in zip(LETTERS, position.tiles, strict=False)
        if roll.has_star and notch != LAST_NOTCH and roll.shape in ("*", shape)
    ]


def play_drop(position: Position, drop: Drop, shape: str, variant: Variant) -> Position:
    """Return the position after an X shape has come to rest (rules.md, Dropping a shape)."""
    if not drop.cells:
        if position.landings(shape, variant):
            raise _illegal(
                position,
                "drop.room",
                "tile {letter} falls: its shape {shape} has room",
                letter=drop.tile,
                shape=shape,
            )
        return position
    if not position.can_land(drop.cells, shape, variant):
        raise _illegal(
            position,
            "drop.rest",
            "tile {letter}: shape {shape} can't come to rest on {cells}",
            letter=drop.tile,
            shape=shape,
            cells=" ".join(drop.cells),
        )
    return position.block(drop.cells)


def play_place(position: Position, roll: Roll, place: Place | None, variant: Variant) -> Position:
    """Return the position after the player's own shape. Without a `place`, no shape may fit."""
    if place is None:
        room = [shape for shape in roll.shapes if position.landings(shape, variant)]
        if room:
            raise _illegal(
                position,
                "place.room",
                "a shape must be placed: there is room for {shapes}",
                shapes=" ".join(room),
            )
        return position
    cells = tuple(cell for cell, _ in place)
    digits = tuple(digit for _, digit in place)
    if not any(position.can_land(cells, shape, variant) for shape in roll.shapes):
        raise IllegalTurn(_no_rest_message(roll.shape, cells), turn=position.turn)
    if not roll.gives(digits):
        raise IllegalTurn(wrong_digits_message(roll, digits), turn=position.turn)
    return position.place(cells, digits)


def play_claim(
    position: Position, cells: Sequence[str] | None
) -> tuple[Position, tuple[str, ...] | None]:
    """Return the position after a claim, and the claim's cells in canonical order.

    Without `cells` nothing is claimed.
    """
    if cells is None:
        return position, None
    claim = position.judge_claim(cells)
    if not isinstance(claim, Claim):
        raise _illegal(position, "claim.illegal", "claim: {fault}", fault=claim)
    return position.claim(claim), claim.cells


def _check_star_slide(position: Position, roll: Roll, letter: str) -> None:
    if not roll.has_star:
        raise _illegal(
            position, "slide.no_star", "expected one slide: {roll} shows no star", roll=roll
        )
    due = star_slides(position, roll)
    if not due:
        raise _illegal(
            position,
            "slide.nothing",
            "expected one slide: nothing slides for the star of {roll}",
            roll=roll,
        )
    if letter not in due:
        raise _illegal(
            position,
            "slide.wrong",
            "the star of {roll} slides {due}, not {letter}",
            roll=roll,
            due=join_or(due),
            letter=letter,
        )


def no_fall_message(letter: str) -> Sentence:
    """Return the message that the tile of this letter is dropped although it doesn't fall."""
    return coded_message("drop.none", "tile {letter} doesn't fall in this turn", letter=letter)


def wrong_digits_message(roll: Roll, digits: Sequence[int]) -> Sentence:
    """Return the message that the roll doesn't give these digits."""
    return coded_message(
        "place.digits",
        "place: {roll} doesn't give the digits {digits}",
        roll=roll,
        digits=" ".join(map(str, digits)),
    )


def _no_rest_message(shape: str, cells: Sequence[str]) -> Sentence:
    where = " ".join(cells)
    if shape == "*":
        return coded_message(
            "place.none_rests", "place: no shape can come to rest on {cells}", cells=where
        )
    return coded_message(
        "place.rest",
        "place: shape {shape} can't come to rest on {cells}",
        shape=shape,
        cells=where,
    )


def _illegal(position: Position, code: str, text: str, **fields: object) -> IllegalTurn:
    return IllegalTurn(coded_message(code, text, **fields), turn=position.turn)
