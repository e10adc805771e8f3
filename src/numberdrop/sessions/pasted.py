"""Pasted text: a game, a drawing of a sheet, turns on the current sheet, a roll, or a puzzle name.

This module detects which of them a text is; the parsers of `typed` parse it.
"""

from __future__ import annotations

import datetime
import re
import shlex
from typing import Any

from ..consistency import problems
from ..dice import Deal, Roll
from ..errors import IllegalTurn, NotationError, at_place, shown
from ..game import Game
from ..json_reader import parse_json
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import COLUMN_COUNT, Variant
from ..transitions import play_canonical
from ..turn import Turn
from ..typed import (
    is_drawing,
    is_problem,
    read_drawing,
    read_game,
    read_position,
    read_puzzle,
    read_roll,
    read_turn,
)
from ..typed.days import NotDay
from ..typed.faults import at_line

_TURN = re.compile(r"[a-g]\d{1,2}\s*[=:]\s*\d|@", re.IGNORECASE)
_HEAD = re.compile(r"^[^\S\n]*(?:puzzle|tiles|start|position)\b", re.IGNORECASE | re.MULTILINE)
#: What can only be a roll, and what can only be a position.
_ROLL = re.compile(r"[\d*]{4}\s*[A-Za-z*]")
_GRID = re.compile(r"[^\s/]{7}/|^\S{7}\s|\s\S*:\S*:\S*\s")
#: The command that a hint prints, and a position with its roll behind or below it.
_COMMAND = re.compile(r"(?:\$ +)?(?:\S*/)?numberdrop +hint +(.*)", re.DOTALL)
_WITH_ROLL = re.compile(r"(.*\s\S*:\S*:\S*\s.*\S)\s+((?:[\d*] ?){4}[A-Za-z*])", re.DOTALL)


def read_pasted(
    text: str,
    position: Position | None = None,
    roll: Roll | None = None,
    variant: Variant | None = None,
    puzzle: tuple[Deal, Variant] | None = None,
    today: datetime.date | None = None,
) -> dict[str, Any]:
    """Parse a pasted text into a JSON object.

    Its key `is` names the kind of text. The other keys are, in canonical form: the `record` of a
    game; a `position`, its `variant` and `roll` if the text has them, and its `problems`; the
    `text` of turns on `position`, one per line, and the position `after` them; a `roll`; or the
    name of a `puzzle`. The command line of a hint is read as its position and roll.

    A first turn without its roll is played with `roll`, a game without rolls on the dice of
    `puzzle`, and turns by `variant`. `today` is what that word refers to. Bare rows are read as the
    grid of `position`. Raises NotationError, MultipleFaults with all unreadable lines, or
    IllegalTurn, in one line.
    """
    bare = text.strip()
    if not bare:
        raise _unknown_text("none")
    if bare[0] in "{[":
        return _game_to_json(load_record(parse_json(bare, "record")))
    if found := _asked_position(bare, variant or Variant()):
        return found
    if _HEAD.search(bare):
        return _game_to_json(read_game(bare, puzzle))
    drawn = _from_spreadsheet(text)
    if is_drawing(drawn):
        return _parse_drawing(drawn, position, variant or Variant())
    if _TURN.search(bare):
        if position is None or puzzle is not None:
            return _game_to_json(read_game(bare, puzzle))
        return _parse_turns(bare, position, roll, variant or Variant())
    return _parse_line(bare, variant or Variant(), today)


def _game_to_json(played: Game | PlayedLine) -> dict[str, Any]:
    return {"is": "record", "record": played.to_record()}


def _asked_position(text: str, variant: Variant) -> dict[str, Any] | None:
    """Return a position with its roll: the question of a hint, as text or as a command line. None
    for any other text."""
    named = None
    if command := _COMMAND.fullmatch(text):
        try:
            words = shlex.split(command[1])
        except ValueError:  # a quotation mark is missing
            raise _unknown_text(shown(text)) from None
        if "--variant" in words[:-1]:
            named = Variant.from_text(words[words.index("--variant") + 1])
        first, rolled = (*words, "", "")[:2]
        if not _GRID.search(first):
            return None
    elif both := _WITH_ROLL.fullmatch(text):
        first, rolled = both.groups()
    else:
        return None
    data = _position_to_json("position", read_position(first), named, variant)
    if not _ROLL.search(rolled.replace(" ", "")):
        return data
    return {**data, "roll": str(read_roll(rolled, (named or variant).dice))}


def _parse_turns(
    text: str, position: Position, roll: Roll | None, variant: Variant
) -> dict[str, Any]:
    """Parse turns on a position, one per line. The first needs no roll if `roll` is given."""
    turns: list[Turn] = []
    after = position
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        try:
            turn = read_turn(line, variant.dice, None if turns else roll)
            after, turn = play_canonical(after, turn, variant)
        except (NotationError, IllegalTurn) as error:
            if len(lines) == 1:
                raise
            raise NotationError(at_place(at_line(number), error.sentence)) from None
        turns.append(turn)
    data = {"text": "\n".join(map(str, turns)), "after": str(after)}
    return {"is": "turns", **data} if len(turns) > 1 else {"is": "turn", **data}


def _from_spreadsheet(text: str) -> str:
    """Convert rows copied from a spreadsheet, with tabs, to rows of symbols; keep other text."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if not all(line.count("\t") == COLUMN_COUNT - 1 for line in lines if line.strip()):
        return text
    cells = [[cell.strip() or "." for cell in line.split("\t")] for line in lines if line.strip()]
    return "\n".join("".join(row) for row in cells)


def _parse_drawing(text: str, position: Position | None, variant: Variant) -> dict[str, Any]:
    try:
        found, named = read_drawing(text)
    except NotationError as error:
        if position is None:
            raise
        try:
            found, named = read_drawing(f"{text}\n{_other_fields(position)}")
        except NotationError:
            raise error from None
    return _position_to_json("drawing", found, named, variant)


def _other_fields(position: Position) -> str:
    """Return the boxes and tiles of a position as lines of a drawing."""
    _, boxes, tiles, _ = str(position).split(" ")
    kinds = zip(("identical", "consecutive", "bonus"), boxes.split(":"), strict=True)
    return "\n".join([*(f"{kind} {' '.join(sizes)}" for kind, sizes in kinds), tiles])


def _position_to_json(
    name: str, found: Position, named: Variant | None, variant: Variant
) -> dict[str, Any]:
    data = {"position": str(found), "problems": problems(found, named or variant)}
    return {"is": name, **data} | ({} if named is None else {"variant": str(named)})


def _parse_line(text: str, variant: Variant, today: datetime.date | None) -> dict[str, Any]:
    """Parse a roll, a position or the name of a puzzle."""
    try:
        return {"is": "roll", "roll": str(read_roll(text, variant.dice))}
    except NotationError:
        if _ROLL.fullmatch(text):
            raise
    try:
        return _position_to_json("position", read_position(text), None, variant)
    except NotationError:
        if _GRID.search(text):
            raise
    try:
        name = read_puzzle(text, today)
    except NotationError as error:
        is_meant = error.sentence.code.startswith(("day.", "plain.", "problem."))
        if is_meant and not isinstance(error, NotDay):
            raise
        raise _unknown_text(shown(text)) from None
    return {"is": "drop" if is_problem(name) else "puzzle", "puzzle": name}


def _unknown_text(got: str) -> NotationError:
    return NotationError.coded(
        "pasted.expected",
        "pasted text: expected a position, a turn, a roll, a game or the name of a puzzle, "
        "got {got}",
        got=got,
    )
