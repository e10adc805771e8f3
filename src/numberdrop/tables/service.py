"""The tables of a store of games: who joins, what the host does, and how a turn is played.

A step of a seat is stored with the table before it is answered. Once all seats have ended the turn,
their parts go into the game, in seat order. If the program is killed in between, the turn is
completed when the tables are opened again.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..errors import Missing, NumberdropError, coded_message
from ..game import MOST_PLAYERS
from ..initials import parse_player
from ..json_reader import Fields, one_of
from ..rules import Variant
from ..sessions import Conflict, PartialTurn, SavedGame, Session, Store
from ..sessions.bot_choices import bot_part
from ..sessions.saved_game import expect_key
from ..sessions.seating import bot_parts, people, turn_of_part
from ..turn import Part
from ..typed import read_start
from .actions import CHAIR_ACTIONS, HOST_ACTIONS
from .seat_view import (
    after_step,
    expect_game,
    game_of,
    seat_document,
    shared_document,
    turn_number,
)
from .state import MOST_KEYS, START, Chair, Table, names_of
from .store import TableStore, missing_table
from .tokens import Role, new_code

#: The most tables at once.
MOST_TABLES = 100

#: Called after each change with the code of a table, and the chair that alone can see the change.
Changed = Callable[[str, int | None], None]


class StepConflict(NumberdropError):  # noqa: N818
    """A step for an earlier state of a seat. `document` is the state now."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(
            coded_message(
                "seat.elsewhere",
                "this seat was continued elsewhere; this step wasn't taken",
            )
        )
        self.document = document


class Tables:
    """The tables whose games are in `games`. It is safe to use from any number of threads.

    Raises DatabaseUnavailable if the storage can't be opened, read or written, and Missing for a
    code that no table has.
    """

    def __init__(self, games: Store) -> None:
        self.games = games
        self.changed: Changed = lambda code, chair: None
        self._store = TableStore(games.path.parent)
        self._tables: dict[str, Table] = {}
        self._saved: dict[str, SavedGame] = {}
        self._shared: dict[str, tuple[object, dict[str, Any] | None]] = {}
        self._locks: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)

    def open(self) -> None:
        """Load the stored tables, and complete the turns that all seats have ended."""
        for table in [*self._store.all()]:
            self._tables[table.code] = table
            try:
                self._settle(table.code)
            except Missing:  # somebody has removed the game
                self._tables[table.code] = self._store.change(
                    table.code, lambda one: replace(one, game=None, order=())
                )
            except NumberdropError:  # its game is damaged
                del self._tables[table.code]

    # Queries

    def codes(self) -> tuple[str, ...]:
        """Return the codes of all tables, the one changed last first."""
        tables = sorted(self._tables.values(), key=lambda table: table.touched, reverse=True)
        return tuple(table.code for table in tables)

    def __contains__(self, code: str) -> bool:
        return code in self._tables

    def get(self, code: str) -> Table:
        """Return the table of a code."""
        if code not in self._tables:
            raise missing_table()
        return self._tables[code]

    def is_playing(self, game: str) -> bool:
        """Return whether a game is being played at one of the tables."""
        return any(
            table.game == game and not self._session(table).is_over()
            for table in [*self._tables.values()]
        )

    def view(self, code: str, role: Role) -> dict[str, Any]:
        """Return the document of a table for a client (api.md, Tables), without what only the
        server knows: who is away."""
        table = self.get(code)
        chair = table.chairs[role.chair - 1] if role.chair else None
        me = {
            "role": role.name,
            "chair": role.chair,
            "seat": table.seat_of(role.chair),
            "revision": self._seat_revision(table, role.chair) if chair and role.chair else None,
            "start": chair.start if chair else None,
        }
        return {**self._shared_view(table), "me": me}

    def seat(self, code: str, chair: int) -> dict[str, Any]:
        """Return the game as the seat of a chair sees it. Raises NumberdropError if there is no
        game, or the chair isn't in it."""
        table = self.get(code)
        return self._document(table, chair)

    def saved(self, code: str) -> SavedGame:
        """Return the game of a table once it is over. Raises NumberdropError before."""
        table = self.get(code)
        if table.game is None or not self._session(table).is_over():
            raise NumberdropError.coded("table.not_over", "the game of this table isn't over")
        return self._game(table)

    # Changes

    def create(self, variant: Variant) -> Table:
        """Open a new table. Raises NumberdropError if there are too many."""
        if len(self._tables) >= MOST_TABLES:
            raise NumberdropError.coded(
                "table.many", "expected {most} tables at most: close one", most=MOST_TABLES
            )
        table = self._store.add(Table.new(new_code(), variant))
        self._tables[table.code] = table
        return table

    def close(self, code: str) -> None:
        """Delete a table. Its games stay."""
        self._store.remove(code)
        for known in (self._tables, self._saved, self._shared):
            known.pop(code, None)
        self.changed(code, None)

    def join(self, code: str, fields: Fields) -> int:
        """Seat a person, and return the chair. `fields` have the `name`, and optionally the
        `chair`, the `start` and the `key`: sent again with the same key, the chair is the same.

        Raises NotationError for invalid values, and NumberdropError if the chair is taken, somebody
        has this name, or a game is being played.
        """
        name = parse_player(fields.text("name"))
        start = read_start(fields.text("start")) if "start" in fields else START
        asked = fields.count("chair", 1, MOST_PLAYERS) if "chair" in fields else None
        key = expect_key(fields["key"]) if "key" in fields else None
        seated = 0

        def sit(table: Table) -> Table:
            nonlocal seated
            known = dict(table.keys)
            if key in known and table.chairs[known[key] - 1]:
                seated = known[key]
                return table
            self.expect_no_game(table)
            seated = asked or table.free_chair()
            if table.chairs[seated - 1] is not None:
                raise NumberdropError.coded(
                    "chair.taken", "chair {chair}: somebody sits there already", chair=seated
                )
            _expect_new(table, name)
            # An earlier owner of the chair must not come back to it.
            chair = Chair(name, start=start, generation=table.revision + 1)
            keys = [pair for pair in table.keys if pair[1] != seated]
            keys += [(key, seated)] if key is not None else []
            return replace(table.with_chair(seated, chair), keys=tuple(keys)[-MOST_KEYS:])

        self._change(code, sit)
        return seated

    def host(self, code: str, fields: Fields) -> Table:
        """Do what the host says: one of the actions in HOST_ACTIONS. Raises NotationError for
        invalid values, and NumberdropError if it isn't possible now."""
        act = HOST_ACTIONS.get(fields.text("do"))
        if act is None:
            raise fields.fault("do", one_of([*HOST_ACTIONS, "close"]))
        return self._change(code, lambda table: act(self, table, fields))

    def chair(self, code: str, chair: int, fields: Fields) -> Table:
        """Do what the owner of a chair says, besides playing: one of the actions in
        CHAIR_ACTIONS. Raises the errors of host()."""
        act = CHAIR_ACTIONS.get(fields.text("do"))
        if act is None:
            raise fields.fault("do", one_of(CHAIR_ACTIONS))
        return self._change(code, lambda table: act(self, table, chair, fields), chair)

    def step(
        self, code: str, chair: int, revision: int, step: object, key: str | None
    ) -> dict[str, Any]:
        """Do a step of a seat, and return the document of its game.

        With the `key` of an earlier step, nothing is done again. Raises StepConflict unless
        `revision` is the seat's, and the errors of Session.do().
        """
        if key is not None:
            expect_key(key)

        def do(table: Table) -> Table:
            one = table.at(chair)
            if key is not None and key in one.keys:
                return table
            if one.stand_in is not None:
                raise NumberdropError.coded(
                    "seat.stand_in", "a bot plays for you: come back to the table first"
                )
            session, seat = self.session_of(table, chair)
            if revision != self._seat_revision(table, chair):
                raise StepConflict(self._document(table, chair))
            choice = after_step(session, seat, one.choice, step)
            return table.with_chair(chair, one.after_step(key, choice))

        return self._document(self._change(code, do, chair), chair)

    def _change(
        self, code: str, function: Callable[[Table], Table], chair: int | None = None
    ) -> Table:
        """Change a table, and play its turn if all seats have ended it. `chair` is the one that
        has changed, which may be all that the others can't see."""
        with self._locks[code]:
            seen = self._shared_view(self.get(code))
            self._tables[code] = table = self._store.change(code, function)
            self._settle(code)
            now = self._shared_view(table)
        is_seen = {**seen, "revision": 0} != {**now, "revision": 0}
        self.changed(code, None if is_seen else chair)
        return table

    # The game

    def _settle(self, code: str) -> None:
        """Put the parts of a turn into the game once all seats have ended it."""
        with self._locks[code]:
            table = self._tables[code]
            while table.game is not None:
                self._saved[code] = saved = self.games.get(table.game)
                expect_game(saved)
                session = saved.session
                if session.is_over():
                    break
                partials = self._partials(table, session)
                if partials is None:
                    self._think(table, session)
                    break
                self._play(table, partials)

    def _partials(self, table: Table, session: Session) -> dict[int, PartialTurn] | None:
        """Return the turn of each seat of a person; None while somebody hasn't ended it. A bot
        plays for an absent person only once all the others have ended theirs."""
        turn, found = turn_number(session), {}
        absent: dict[int, str] = {}
        for seat, number in enumerate(table.order, 1):
            chair = table.at(number)
            choice = chair.choice.in_turn(turn)
            if chair.bot is not None:
                continue
            if choice.is_ended:
                found[seat] = choice.partial
            elif chair.stand_in is not None:
                absent[seat] = chair.stand_in
            else:
                return None
        game, roll = game_of(session), session.roll
        assert roll
        for seat, bot in absent.items():
            part = Part.from_text(bot_part(bot, game, seat, roll))
            found[seat] = PartialTurn.of_turn(turn_of_part(roll, part))
        return found

    def _play(self, table: Table, partials: dict[int, PartialTurn]) -> None:
        """Play the rest of a turn: the steps of the people whose parts aren't in the game yet."""
        assert table.game
        saved = self.games.get(table.game)
        turn = turn_number(saved.session)
        while not saved.session.is_over() and turn_number(saved.session) == turn:
            try:
                saved = self.games.do_all(
                    saved.id, saved.revision, _steps_of_turn(saved.session, partials)
                )
            except Conflict as error:  # another program has played it
                saved = error.saved
        self._saved[table.code] = saved

    def _think(self, table: Table, session: Session) -> None:
        """Let the bots choose while the people do, so that nobody waits for them."""
        game, roll = game_of(session).copy(), session.roll
        absent = {
            seat: bot
            for seat, number in enumerate(table.order, 1)
            if (bot := table.at(number).stand_in) is not None
        }
        if roll is None or not (absent or any(session.setup.seats)):
            return

        def think() -> None:
            bot_parts(session.setup.seats, game, roll)
            for seat, bot in absent.items():
                bot_part(bot, game, seat, roll)

        threading.Thread(target=think, name="bots", daemon=True).start()

    def _game(self, table: Table) -> SavedGame:
        assert table.game
        found = self._saved.get(table.code)
        if found is None or found.id != table.game:
            found = self._saved[table.code] = self.games.get(table.game)
        return found

    def _session(self, table: Table) -> Session:
        return self._game(table).session

    def session_of(self, table: Table, chair: int) -> tuple[Session, int]:
        """Return the game of a table, and the seat of a chair in it. Raises NumberdropError if
        there is none."""
        seat = table.seat_of(chair)
        if table.game is None or seat is None:
            raise NumberdropError.coded("table.no_game", "no game is being played in this seat")
        return self._session(table), seat

    def _seat_revision(self, table: Table, chair: int) -> int:
        """Return the number of changes that the owner of a chair has seen."""
        turns = len(game_of(self._session(table)).turns) if table.game else 0
        return table.at(chair).revision + turns

    def _document(self, table: Table, chair: int) -> dict[str, Any]:
        _, seat = self.session_of(table, chair)
        one = table.at(chair)
        about = {"code": table.code, "chair": chair, "stand_in": one.stand_in}
        revision = self._seat_revision(table, chair)
        return seat_document(self._game(table), seat, one.choice, revision, about)

    def _shared_view(self, table: Table) -> dict[str, Any]:
        """Return what everybody may see."""
        session = self._session(table) if table.game else None
        turn = turn_number(session) if session else 0
        is_over = session is not None and session.is_over()
        return {
            "code": table.code,
            "phase": "lobby" if session is None else "over" if is_over else "playing",
            "revision": table.revision,
            "variant": str(table.variant),
            "chairs": [
                chair and _chair_view(table, number, chair, turn)
                for number, chair in enumerate(table.chairs, 1)
            ],
            "game": self._shared_game(table),
        }

    def _shared_game(self, table: Table) -> dict[str, Any] | None:
        """Return what everybody may see of a game, computed once for each state."""
        if table.game is None:
            return None
        saved = self._game(table)
        state, (known, document) = (saved.id, saved.revision), self._shared.get(table.code, (0, {}))
        if known != state:
            document = shared_document(saved.session)
            self._shared[table.code] = (state, document)
        return document

    def expect_no_game(self, table: Table) -> None:
        """Raise NumberdropError while a game is being played."""
        if table.game is not None and not self._session(table).is_over():
            raise NumberdropError.coded(
                "table.begun", "a game is being played at this table: wait for its end, or watch"
            )


def _steps_of_turn(
    session: Session, partials: Mapping[int, PartialTurn]
) -> Iterator[dict[str, Any]]:
    """Yield the steps by which the people of a turn, from the one who chooses now on, play the
    turns of their seats."""
    assert session.seat
    due, chosen = session.seat, session.state.partial
    for seat in people(session.setup.seats):
        if seat >= due:
            if partials[seat] != (chosen if seat == due else PartialTurn()):
                yield {"do": "set", "turn": partials[seat].to_json()}
            yield {"do": "end"}


def _expect_new(table: Table, name: str) -> None:
    """Raise NumberdropError if somebody at the table has this name."""
    if name in names_of(table).values():
        raise NumberdropError.coded(
            "chair.name", "{name}: somebody at this table has this name already", name=name
        )


def _chair_view(table: Table, number: int, chair: Chair, turn: int) -> dict[str, Any]:
    """Return what everybody may see of a chair."""
    seat = table.seat_of(number)
    is_done = chair.bot is not None or chair.choice.in_turn(turn).is_ended
    return {
        "chair": number,
        "name": chair.name,
        "bot": chair.bot,
        "seat": seat,
        "stand_in": chair.stand_in,
        "done": seat is not None and (is_done or chair.stand_in is not None),
    }
