"""What the host and the owners of chairs do at a table, besides playing.

Each action returns the table after it. Raises NotationError for invalid values, and NumberdropError
if it isn't possible now.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import NotationError, NumberdropError, coded_message, expected_got
from ..game import MOST_PLAYERS
from ..json_reader import Fields
from ..sessions import Session
from ..sessions.seating import BOT_START
from ..typed import read_start
from .state import Chair, Choice, Table, parse_own_bot

if TYPE_CHECKING:
    from .service import Tables

#: Random dice of a table are named by a larger seed than others, so that no one can try them all.
SEEDS = 2**63
#: The bot that plays for an absent person, unless the host chooses another.
STAND_IN = "medium"

# What the host does


def begin(tables: Tables, table: Table, fields: Fields) -> Table:
    """Begin a game. `first` is the chair of the first player, or null to draw lots. Raises
    NumberdropError if a game has begun already."""
    fields.expect_only("do", *(("first",) if "first" in fields else ()))
    if table.game is not None:
        tables.expect_no_game(table)
        raise NumberdropError.coded("table.again", "this game is over: begin it once more")
    first = None
    if fields.values.get("first") is not None:
        first = fields.count("first", 1, MOST_PLAYERS)
    order = table.seated(first)
    chairs = [table.at(number) for number in order]
    setup = {
        "kind": "table",
        "variant": str(table.variant),
        "seats": [chair.bot for chair in chairs],
        "names": [chair.name for chair in chairs],
        "seed": str(secrets.randbelow(SEEDS)),
    }
    steps = [{"do": "start", "cell": chair.start} for chair in chairs if chair.bot is None]
    saved = tables.games.begin(Session.begin(setup), *steps)
    for number in order:
        ready = replace(table.at(number), choice=Choice(), revision=0, keys=())
        table = table.with_chair(number, ready)
    return replace(table, game=saved.id, order=order)


def seat_bot(tables: Tables, table: Table, fields: Fields) -> Table:
    """Seat a bot on an empty chair, or another on the chair of a bot. Raises NumberdropError on the
    chair of a person."""
    tables.expect_no_game(table)
    fields.expect_only("do", "chair", "bot")
    number, bot = fields.count("chair", 1, MOST_PLAYERS), parse_own_bot(fields, "bot")
    found = table.chairs[number - 1]
    if found and found.bot is None:
        raise NumberdropError.coded(
            "chair.person", "chair {chair}: a person sits there", chair=number
        )
    return table.with_chair(number, Chair(None, bot, BOT_START))


def free(tables: Tables, table: Table, fields: Fields) -> Table:
    """Empty a chair."""
    tables.expect_no_game(table)
    fields.expect_only("do", "chair")
    number = fields.count("chair", 1, MOST_PLAYERS)
    table.at(number)
    return table.with_chair(number, None)


def hand_on(tables: Tables, table: Table, fields: Fields) -> Table:
    """Make the token of a chair invalid; the host gets the new one. What was chosen in this
    turn is dropped, so that the host can't see it. Raises NumberdropError on the chair of a bot."""
    fields.expect_only("do", "chair")
    number = fields.count("chair", 1, MOST_PLAYERS)
    chair = table.at(number)
    if chair.bot is not None:
        raise NumberdropError.coded("chair.bot", "chair {chair}: a bot sits there", chair=number)
    choice = Choice(chair.choice.turn)
    handed = replace(chair, generation=table.revision + 1, stand_in=None, keys=())
    return table.with_chair(number, handed.after_step(None, choice))


def stand_in(tables: Tables, table: Table, fields: Fields) -> Table:
    """Let a bot play for an absent person, or for null no more. Raises NotationError on the chair
    of a bot."""
    fields.expect_only("do", "chair", *(("bot",) if "bot" in fields else ()))
    number = fields.count("chair", 1, MOST_PLAYERS)
    chair = table.at(number)
    tables.session_of(table, number)
    if chair.bot is not None:
        raise NotationError(
            expected_got(
                "chair", coded_message("chair.of_person", "expected that of a person"), number
            )
        )
    bot: str | None = STAND_IN
    if "bot" in fields:
        bot = None if fields["bot"] is None else parse_own_bot(fields, "bot")
    return table.with_chair(number, replace(chair, stand_in=bot, revision=chair.revision + 1))


def again(tables: Tables, table: Table, fields: Fields) -> Table:
    """Make the table ready for another game with the same people."""
    fields.expect_only("do")
    if table.game is None:
        return table
    tables.expect_no_game(table)
    for number, chair in enumerate(table.chairs, 1):
        if chair:
            ready = replace(chair, stand_in=None, choice=Choice())
            table = table.with_chair(number, ready)
    return replace(table, game=None, order=())


# What the owner of a chair does besides playing


def move_start(tables: Tables, table: Table, number: int, fields: Fields) -> Table:
    """Choose another cell for the first digit, before the game begins."""
    tables.expect_no_game(table)
    fields.expect_only("do", "cell")
    chair = replace(table.at(number), start=read_start(fields.text("cell")))
    return table.with_chair(number, chair)


def leave(tables: Tables, table: Table, number: int, fields: Fields) -> Table:
    """Leave the table, before the game begins or after it."""
    tables.expect_no_game(table)
    fields.expect_only("do")
    return table.with_chair(number, None)


def come_back(tables: Tables, table: Table, number: int, fields: Fields) -> Table:
    """Take the seat back from the bot that plays for its owner."""
    fields.expect_only("do")
    chair = table.at(number)
    if chair.stand_in is None:
        return table
    return table.with_chair(number, replace(chair, stand_in=None, revision=chair.revision + 1))


HOST_ACTIONS: dict[str, Callable[[Tables, Table, Fields], Table]] = {
    "begin": begin,
    "bot": seat_bot,
    "free": free,
    "hand": hand_on,
    "stand-in": stand_in,
    "again": again,
}
CHAIR_ACTIONS: dict[str, Callable[[Tables, Table, int, Fields], Table]] = {
    "start": move_start,
    "leave": leave,
    "return": come_back,
}
