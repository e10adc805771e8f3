"""The record of a logged game, replayed strictly and compared with the log after every turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from .. import _core
from ..combo import KINDS
from ..dice import Roll
from ..errors import IllegalTurn, NotationError, Sentence, coded_message, expected_got
from ..game import Game
from ..initials import initials_of_people
from ..json_reader import parse_json
from ..position import Position
from ..rules import LETTERS, SIZES, Variant
from ..turn import Drop, Part, SharedTurn, Turn
from .events import read_log
from .tiles import (
    Evidence,
    Slides,
    SlideTurn,
    Tiles,
    inferred_slides_tiles,
    several_tiles,
    shape_of,
    shown_slides_tiles,
)
from .turns import BOXES, Box, LoggedGame, LoggedPart, LoggedTurn, read_turns

#: The rules of the online adaptation.
VARIANT: Final = Variant("bga")

#: The site may put a name between tags.
_MARKUP: Final = re.compile("<[^<>]*>")


def import_log(log: str | bytes | Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of the game in a saved log (docs/import.md).

    `log` is the text of the saved file or its JSON document. The record is replayed by the rules of
    the variant `bga`, and the total of every seat is compared with the log's after every turn. It
    has three more keys where they apply: `tiles_taken`, the letters whose tiles the log doesn't
    show; `slides_taken`, true if it doesn't show the slides of a solo game, so that slides that fit
    were taken; and `turn_left_out`, the number of a turn whose end is missing.

    Raises NotationError if `log` is not a saved log of Number Drop, and IllegalTurn, with the turn
    and the seat, if a turn is incomplete, breaks a rule, or leads to another total.
    """
    document = parse_json(log, "log") if isinstance(log, str | bytes) else log
    logged = read_turns(read_log(document))
    turns = [turn for turn in logged.turns if turn.is_ended]
    rolls = {turn.number: _roll(turn) for turn in turns}
    if logged.is_solo:
        tiles, slides = _solo_tiles(logged, turns, rolls)
    else:
        tiles, slides = _several_tiles(logged, turns), ()
    named = [_MARKUP.sub("", logged.names.get(player, "")) for player in logged.seats]
    names = initials_of_people(named)
    try:
        game = Game(tiles.shapes, logged.starts, VARIANT, names=names)
    except NotationError as error:
        raise IllegalTurn(error.sentence, turn=0) from None
    for at, turn in enumerate(turns):
        before = game.positions
        _play(game, logged, turn, rolls[turn.number], slides[at] if logged.is_solo else ())
        _compare(game, logged, turn, before)
    _compare_finals(game, logged)
    more = {
        "tiles_taken": list(tiles.taken),
        "slides_taken": bool(tiles.slides),
        "turn_left_out": logged.unfinished and logged.unfinished.number,
    }
    return {**game.to_record(), **{key: value for key, value in more.items() if value}}


def _roll(turn: LoggedTurn) -> Roll:
    try:
        return Roll.from_text(turn.roll, VARIANT.dice)
    except NotationError as error:
        raise IllegalTurn(error.sentence, turn=turn.number) from None


# Tiles


def _several_tiles(logged: LoggedGame, turns: list[LoggedTurn]) -> Tiles:
    evidence = Evidence()
    for turn in turns:
        for part in turn.parts.values():
            if part.crosses and turn.falling:
                _add_cells(evidence, turn, turn.falling[0], part.crosses)
    _add_shown(evidence, logged)
    return several_tiles(evidence)


def _solo_tiles(
    logged: LoggedGame, turns: list[LoggedTurn], rolls: Mapping[int, Roll]
) -> tuple[Tiles, tuple[Slides, ...]]:
    evidence, boxes, fallen = Evidence(), set[Box](), set[str]()
    known: list[SlideTurn] = []
    for turn in turns:
        [part] = turn.parts.values()
        drops = _drops(turn, part)
        for letter, cells in drops:
            if cells:
                _add_cells(evidence, turn, letter, cells)
        safe = {
            letter
            for letter, size in zip(LETTERS, SIZES, strict=True)
            if boxes >= {Box(kind, size) for kind in KINDS} and letter not in fallen
        }
        falling = tuple(letter for letter, _ in drops)
        slides = tuple(letter for letter, _ in turn.slides) if logged.has_slides else None
        known.append(SlideTurn(turn.number, rolls[turn.number], falling, frozenset(safe), slides))
        fallen |= {*falling}
        boxes |= {*part.boxes}
    _add_shown(evidence, logged)
    if logged.has_slides:
        shown = tuple(tuple(letter for letter, _ in turn.slides) for turn in turns)
        return shown_slides_tiles(evidence, known), shown
    is_at_end = logged.has_end and not logged.unfinished and not _is_past_line(turns)
    tiles = inferred_slides_tiles(evidence, known, is_at_end)
    return tiles, tiles.slides


def _add_cells(evidence: Evidence, turn: LoggedTurn, letter: str, cells: list[str]) -> None:
    shape = shape_of(cells)
    if shape is None:
        expected = coded_message(
            "log.shape", "tile {letter}: expected X in the cells of a shape", letter=letter
        )
        raise IllegalTurn(expected_got("", expected, " ".join(cells)), turn=turn.number)
    evidence.add(letter, shape, turn.number)


def _add_shown(evidence: Evidence, logged: LoggedGame) -> None:
    for turn in logged.turns:
        for letter, shape in turn.shown:
            evidence.add(letter, shape, turn.number)


def _drops(turn: LoggedTurn, part: LoggedPart) -> list[tuple[str, list[str]]]:
    """Return the letters whose shapes fall in a solo turn, each with its cells.

    A letter is crossed off after its X, or before. A cross without X belongs to a shape that found
    no room only if the log says that it fell.
    """
    if rest := part.groups[-1]:
        first, *others = part.groups
        if not first and {*part.crossed} <= {*turn.falling}:
            return [*zip(part.crossed, others, strict=True)]  # each cross comes before its X
        fault = coded_message(
            "log.uncrossed",
            "expected a letter to be crossed off after X on {cells}",
            cells=" ".join(rest),
        )
        raise IllegalTurn(fault, turn=turn.number)
    return [
        (letter, cells)
        for letter, cells in zip(part.crossed, part.groups, strict=False)
        if cells or letter in turn.falling
    ]


def _is_past_line(turns: list[LoggedTurn]) -> bool:
    """Return whether anything is written past the Game Over line."""
    return any(
        int(cell[1:]) > _core.LINE
        for turn in turns
        for part in turn.parts.values()
        for cell in (*part.digits, *part.crosses)
    )


# Turns


def _play(game: Game, logged: LoggedGame, turn: LoggedTurn, roll: Roll, slides: Slides) -> None:
    """Play a turn of the log. Raises IllegalTurn if it breaks a rule or is incomplete."""
    for player, part in turn.parts.items():
        if bool(part.claim) != bool(part.boxes) or len(part.boxes) > 1:
            fault = coded_message(
                "log.claim",
                "expected a combo with its box, got {cells} cells and the boxes {boxes}",
                cells=len(part.claim),
                boxes=[box.name for box in part.boxes] or "-",
            )
            raise logged.fault(turn.number, player, fault)
    try:
        if logged.is_solo:
            game.push(_solo_turn(game, turn, roll, slides))
        else:
            game.push(_shared_turn(game, logged, turn, roll))
    except IllegalTurn as error:
        code = Sentence.of(error.message).code
        if code != "place.room":
            raise
        fault = coded_message(
            "log.left", "expected four digits, got none: the player may have left the table"
        )
        raise IllegalTurn(fault, turn=turn.number, seat=error.seat) from None


def _solo_turn(game: Game, turn: LoggedTurn, roll: Roll, slides: Slides) -> Turn:
    [part] = turn.parts.values()
    notches = dict(zip(LETTERS, (notch for _, notch, _ in game.positions[0].tiles), strict=True))
    for letter, shown in turn.slides:
        notches[letter] = reached = (notches[letter] or 0) + 1
        if shown != reached:
            fault = coded_message(
                "log.notch",
                "tile {letter}: expected notch {shown} as in the log, got {reached}",
                letter=letter,
                shown=shown,
                reached=reached,
            )
            raise IllegalTurn(fault, turn=turn.number)
    drops = tuple(Drop(letter, tuple(cells)) for letter, cells in _drops(turn, part))
    return Turn(roll, slides, drops, part.place, part.claimed)


def _shared_turn(game: Game, logged: LoggedGame, turn: LoggedTurn, roll: Roll) -> SharedTurn:
    due = game.falling_letter(roll) if not game.is_over() else None
    if fault := _block_fault([*dict.fromkeys(turn.falling)], due):
        raise IllegalTurn(fault, turn=turn.number)
    parts = []
    for player, position in zip(logged.seats, game.positions, strict=True):
        part = turn.parts[player]
        if why := _part_fault(part, due, position):
            raise logged.fault(turn.number, player, why)
        if due is None:
            parts.append(Part(None, part.place, part.claimed))
        else:
            parts.append(Part((Drop(due, tuple(part.crosses)),) if part.crosses else ()))
    return SharedTurn(roll, tuple(parts))


def _block_fault(shown: list[str], due: str | None) -> Sentence | None:
    """Return why the blocks that fall in the log can't be the block of letter `due`, or none."""
    if shown == ([due] if due else []):
        return None
    if not shown:
        return coded_message(
            "log.block_due", "expected the block of letter {due} to fall, got no block", due=due
        )
    if due is None:
        return coded_message(
            "log.block_none", "expected no block to fall, got letter {shown}", shown=shown
        )
    return coded_message(
        "log.block",
        "expected the block of letter {due} to fall, got {shown} in the log",
        due=due,
        shown=shown,
    )


def _part_fault(part: LoggedPart, due: str | None, position: Position) -> Sentence | None:
    """Return why a part can't be one of this turn, in which the block of letter `due` falls."""
    if due is None:
        if part.crosses:
            return coded_message(
                "log.no_block",
                "expected no X where no block falls, got {n}",
                n=len(part.crosses),
            )
        return None
    if part.digits or part.claim:
        return coded_message(
            "log.block_turn",
            "expected X alone where the block of letter {letter} falls, got {n} digits",
            letter=due,
            n=len(part.digits),
        )
    if not part.crosses and position.tiles[LETTERS.index(due)][2] != "o":
        return coded_message(
            "log.block_left",
            "expected the block of letter {letter}, got no X: the player may have left the table",
            letter=due,
        )
    return None


# Comparison


def _compare(
    game: Game, logged: LoggedGame, turn: LoggedTurn, before: tuple[Position, ...]
) -> None:
    """Raise IllegalTurn unless the boxes filled in a turn, and the totals after it, are those of
    the log."""
    for player, old, new in zip(logged.seats, before, game.positions, strict=True):
        filled = new.parts.boxes & ~old.parts.boxes
        found = [box for bit, box in enumerate(BOXES) if filled >> bit & 1]
        if found != turn.parts[player].boxes:
            fault = coded_message(
                "log.box",
                "expected the box {shown} as in the log, got {got}",
                shown=[box.name for box in turn.parts[player].boxes] or "-",
                got=[box.name for box in found] or "-",
            )
            raise logged.fault(turn.number, player, fault)
        total = new.score(VARIANT).total
        if total != turn.totals[player]:
            fault = coded_message(
                "log.total",
                "expected a total of {shown} as in the log, got {got}",
                shown=turn.totals[player],
                got=total,
            )
            raise logged.fault(turn.number, player, fault)


def _compare_finals(game: Game, logged: LoggedGame) -> None:
    """Raise IllegalTurn unless the final scores are those of the log, as far as it has them."""
    for player, position in zip(logged.seats, game.positions, strict=True):
        total = position.score(VARIANT).total
        if logged.finals.get(player, total) != total:
            fault = coded_message(
                "log.final",
                "expected a final score of {shown} as in the log, got {got}",
                shown=logged.finals[player],
                got=total,
            )
            raise logged.fault(len(game.turns), player, fault)
