"""The store of games in the user's data folder, on either storage of ../database.

A game is stored as its setup and its steps, which are only appended. A step is stored completely or
not at all. Each step number is used once, so if two programs continue a game at the same time, one
of them gets a Conflict. Since other programs may have changed the data, loading a game replays its
steps by the rules, and each step has a digest (../database/digests.py). A damaged game can be
looked at up to the damage, but not continued.
"""

from __future__ import annotations

import datetime
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..database import DatabaseUnavailable, Games, GameStorage, open_games, storage_path
from ..errors import (
    Missing,
    NotationError,
    NumberdropError,
    Sentence,
    at_place,
    coded_message,
    expected_got,
    shown,
)
from ..folders import data_folder
from ..json_reader import Fields
from ..lazy import warn_renamed
from ..plurals import count_noun
from .saved_game import (
    MOST_STEPS,
    GameLog,
    SavedGame,
    Summary,
    as_stored,
    expect_id,
    expect_key,
    is_id,
    new_id,
    read_time,
    time_now,
    time_of_step,
)
from .session import Session
from .setups import parse_setup

#: The number of games cached in memory, to avoid replaying all steps for each new one.
CACHED_GAMES = 256
#: The age at which a game in which nothing was done is deleted.
UNTOUCHED_AGE = datetime.timedelta(days=7)


class Conflict(NumberdropError):  # noqa: N818
    """Another program or page has continued the game. `saved` is its current state."""

    def __init__(self, saved: SavedGame) -> None:
        super().__init__(
            coded_message(
                "game.elsewhere",
                "game {name}: it was continued elsewhere and now has {steps}; "
                "this step wasn't taken",
                name=saved.id,
                count=saved.revision,
                steps=count_noun(saved.revision, "step"),
            )
        )
        self.saved = saved

    @property
    def kept(self) -> SavedGame:
        """The deprecated name of `saved`."""
        warn_renamed("Conflict.kept", "saved")
        return self.saved


class Store:
    """The stored games in a folder, which is created with the first game.

    A store is safe to use from any number of threads and programs.

    Raises DatabaseUnavailable, with a message of one line, if the storage or a game in it can't be
    opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder()
        self._storage: GameStorage | None = None
        self._sessions: OrderedDict[str, tuple[int, Session, str]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def path(self) -> Path:
        """The path of the storage, whether it exists or not."""
        return storage_path(self._folder, "table")

    @property
    def _games(self) -> GameStorage:
        path = self.path  # another program may have begun the other kind of storage
        with self._lock:
            if self._storage is None or self._storage.path != path:
                self._storage = open_games(path)
            return self._storage

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if games can't be read or saved, as far as is known now."""
        self._games.expect_usable()

    def begin(self, session: Session, *steps: object, key: str | None = None) -> SavedGame:
        """Store a new game with `steps`.

        A `key` that was used before returns the game that it began, in its current state. Raises
        the errors of Session.do(), and NotationError for an invalid key, as do() does; then nothing
        is stored.
        """
        name, now = new_id(None if key is None else expect_key(key)), time_now()
        # The steps belong to the beginning: a game is touched by the first one after them.
        with self._games.writing() as games:
            if key is not None:
                with suppress(Missing):
                    return self._load(games, name)
            saved, resolved = SavedGame(name, 0, session, now, now), []
            for step in steps:
                saved, done = _after_step(saved, step)
                resolved.append((done, None))
            saved = replace(saved, touched=now)
            games.insert(session.setup.to_json(), Summary.of(saved).to_row(), resolved)
        return saved

    def get(self, name: str) -> SavedGame:
        """Return the game of this id, up to its damage if it has any. Raises Missing for an unknown
        id."""
        with self._games.reading() as games:
            return self._load(games, name)

    def list(
        self,
        count: int | None = None,
        skip: int = 0,
        puzzles: Iterable[str] | None = None,
        *,
        untouched: bool = True,
    ) -> tuple[list[Summary], list[str]]:
        """Return the games, the most recently continued first, and messages about unreadable ones.

        Return at most `count` games after skipping `skip`, and with `puzzles` only games on these.
        Without `untouched`, leave out games in which nothing was done after their beginning.
        """
        found, problems = [], []
        asked, where = None if puzzles is None else [*puzzles], str(self.path)
        with self._games.reading() as games:
            for row in games.rows(count, skip, asked, untouched=untouched):
                try:
                    if isinstance(row, NotationError):
                        raise row
                    found.append(Summary.from_row(row, where))
                except NotationError as error:
                    problems.append(str(error))
        return found, problems

    def do(self, name: str, revision: int, step: object, key: str | None = None) -> SavedGame:
        """Store another step of a game, and return the game after it.

        A `key` makes a retry safe: with the key and revision of a stored step, the step isn't
        repeated. Raises Conflict unless `revision` is the latest one, or only help was noted since.
        Raises the errors of Session.do(), NotationError for a key that isn't 1 to 100 ASCII
        characters without blanks, and NumberdropError after MOST_STEPS. After an error nothing is
        stored.
        """
        if key is not None:
            expect_key(key)
        with self._games.writing() as games:
            saved = self._load_whole(games, name)
            if revision != saved.revision and _is_done(games, saved, revision, key):
                return saved
            saved, done = _after_step(saved, step)
            games.append(saved.revision, done, key, Summary.of(saved).to_row())
            digest = games.digest(name, saved.revision)
        self._cache(saved, digest)
        return saved

    def do_all(self, name: str, revision: int, steps: Iterable[object]) -> SavedGame:
        """Store several further steps of a game, and return the game after them.

        Raises Conflict unless `revision` is the latest one, and the errors of Session.do(); then
        nothing is stored. Where the storage is of files, a killed program may have stored only the
        first of the steps.
        """
        with self._games.writing() as games:
            saved, after = self._load_whole(games, name), []
            if revision != saved.revision:
                raise Conflict(saved)
            for step in steps:
                saved, done = _after_step(saved, step)
                after.append((saved, done))
            for each, done in after:
                games.append(each.revision, done, None, Summary.of(each).to_row())
            digest = games.digest(name, saved.revision)
        self._cache(saved, digest)
        return saved

    def unscored(self) -> tuple[str, ...]:
        """Return the ids of the finished games whose results submit_once() hasn't submitted."""
        with self._games.reading() as games:
            return tuple(games.unsubmitted())

    def score(self, name: str, see_to: Callable[[SavedGame], object]) -> None:
        """Call submit_once(), under its deprecated name."""
        warn_renamed("Store.score()", "submit_once()")
        self.submit_once(name, see_to)

    def submit_once(self, name: str, submit: Callable[[SavedGame], object]) -> None:
        """Call `submit` with a finished game, unless that succeeded before or the game isn't over.

        No other program calls it at the same time. If it fails, or the program is killed, the
        result stays pending.
        """
        if name not in self.unscored():
            return
        with self._games.writing() as games:
            saved = self._load_whole(games, name)
            if saved.session.is_over() and name in games.unsubmitted():
                submit(saved)
                games.mark_submitted(name)

    def remove(self, name: str) -> None:
        """Delete a game. Raises Missing for an unknown id."""
        if not is_id(name):
            raise self._missing(name)
        with self._games.writing() as games:
            if not games.remove(name):
                raise self._missing(name)
        with self._lock:
            self._sessions.pop(name, None)

    def remove_untouched(self, age: datetime.timedelta = UNTOUCHED_AGE) -> None:
        """Delete the games in which nothing was done after their beginning, if that is `age` ago.

        Games that began with turns, such as imported ones, stay.
        """
        limit = as_stored(datetime.datetime.now(datetime.UTC) - age)
        for game in self.list()[0]:
            if game.is_untouched and game.begun < limit:
                with self._games.writing() as games:
                    found = games.find(game.id)
                    if found and found[1] == found[2]:
                        games.remove(game.id)

    def logs(self) -> tuple[Sequence[GameLog], Sequence[str]]:
        """Return what is stored of all games, the one begun first first, and messages about
        unreadable ones."""
        found, problems = [], []
        with self._games.reading() as games:
            for row in games.rows(None, 0, None):
                try:
                    if isinstance(row, NotationError):
                        raise row
                    name = expect_id(row["id"], str(self.path))
                    if log := self._log(games, name):
                        found.append(log)
                except NotationError as error:
                    problems.append(str(error))
        return sorted(found, key=lambda log: (log.begun, log.id)), problems

    def ids_by_beginning(self) -> dict[str, set[str]]:
        """Return the ids of the games by the time at which they were begun."""
        found = defaultdict(set)
        with self._games.reading() as games:
            for row in games.rows(None, 0, None):
                if isinstance(row, Mapping):
                    found[str(row["begun"])].add(str(row["id"]))
        return found

    def take(
        self, log: GameLog, others: Iterable[str] = (), today: datetime.date | None = None
    ) -> tuple[str, str]:
        """Store a game that was stored elsewhere, in this state or in a later one.

        Return what was done, and the id that the game has here: "known" if the game is stored
        already with at least as many steps, which stays as it is; "continued" if it was stored with
        fewer; else "taken". The id is a new one if another game has that of `log`. `others` are the
        ids of games that may be the same one under another id.

        The game is replayed by the rules first. Raises the errors of parse_setup() and
        GameLog.replay(); then nothing is stored.
        """
        setup, candidates = log.parse_setup(today), (log.id, *others)
        log = replace(log, setup=setup.to_json())
        with self._games.reading() as games:
            found = self._same_game(games, log, candidates)
        if found and len(found.steps) >= len(log.steps):
            return "known", found.id
        session = log.replay(setup)
        with self._games.writing() as games:
            found = self._same_game(games, log, candidates)
            if found and len(found.steps) >= len(log.steps):
                return "known", found.id
            if found:
                is_submitted = found.is_submitted or log.is_submitted
                steps = (*found.steps, *log.steps[len(found.steps) :])
                log = replace(log, id=found.id, is_submitted=is_submitted, steps=steps)
            elif self._is_used(games, log.id):
                log = replace(log, id=new_id())
            saved = SavedGame(log.id, len(log.steps), session, log.begun, log.touched)
            row = Summary.of(saved).to_row()
            games.insert(log.setup, row, log.steps, is_submitted=log.is_submitted)
        return "continued" if found else "taken", log.id

    def _same_game(self, games: Games, log: GameLog, names: Iterable[str]) -> GameLog | None:
        """Return the longest of the games of these ids that is `log` in an earlier or later
        state."""
        found = []
        for name in names:
            with suppress(NotationError):  # what can't be read is another game
                stored = self._log(games, name)
                if stored and _is_same_game(stored, log):
                    found.append(stored)
        return max(found, key=lambda stored: len(stored.steps), default=None)

    def _is_used(self, games: Games, name: str) -> bool:
        try:
            return games.find(name) is not None
        except NotationError:
            return True

    def _log(self, games: Games, name: str) -> GameLog | None:
        """Return what is stored of a game, or None. Raises NotationError, naming the game, if it
        isn't what this program writes."""
        try:
            if (head := games.find(name)) is None:
                return None
            steps = []
            for number, step, key in games.steps(name, 0):
                steps.append({"step": step} if key is None else {"step": step, "key": key})
                _expect_number(number, len(steps))
            setup, begun, touched = head
            values = {"id": name, "begun": begun, "touched": touched, "setup": setup}
            values |= {"submitted": games.is_submitted(name), "steps": steps}
            return GameLog.from_fields(Fields(values))
        except NotationError as error:
            where = f"{self.path}, game {name}"
            raise NotationError(at_place(where, error.sentence)) from None

    def _missing(self, name: str) -> Missing:
        named = name if is_id(name) else shown(name)
        fault = coded_message("game.missing", "there is no game {name}", name=named)
        return Missing(at_place(str(self.path), fault))

    def _load(self, games: Games, name: str) -> SavedGame:
        """Return a game, up to its damage. Raises DatabaseUnavailable if not even its setup can be
        read."""
        try:
            found = games.find(name) if is_id(name) else None
            saved = found and self._replay(games, name, *found)
            digest = None if saved is None else games.digest(name, saved.revision)
        except NumberdropError as error:
            raise self._damaged(name, error.sentence) from None
        if saved is None:
            raise self._missing(name)
        if saved.damage is None:
            self._cache(saved, digest)
        return saved

    def _load_whole(self, games: Games, name: str) -> SavedGame:
        """Return a game. Raises DatabaseUnavailable if it is damaged."""
        saved = self._load(games, name)
        if saved.damage is not None:
            raise self._damaged(name, saved.damage)
        return saved

    def _damaged(self, name: str, fault: Sentence) -> DatabaseUnavailable:
        return DatabaseUnavailable(at_place(f"{self.path}, game {name}", fault))

    def _replay(
        self, games: Games, name: str, setup: Any, begun: object, touched: object
    ) -> SavedGame:
        """Return a game after its stored steps, up to the first one that can't be done. Raises
        NumberdropError if another stored value is invalid."""
        times = read_time(begun), read_time(touched)
        with self._lock:
            done, session, digest = self._sessions.get(name, (0, None, ""))
        if session is None or games.digest(name, done) != digest:
            # Another program may have changed or restored what led to the cached session.
            done, session = 0, Session.begin(setup)
        try:
            for number, step, _ in games.steps(name, done):
                _expect_number(number, done + 1)
                session = session.do(step)
                done += 1
        except NumberdropError as error:
            return SavedGame(name, done, session, *times, error.sentence)
        return SavedGame(name, done, session, *times)

    def _cache(self, saved: SavedGame, digest: str | None) -> None:
        if digest is None:
            return
        with self._lock:
            self._sessions[saved.id] = (saved.revision, saved.session, digest)
            self._sessions.move_to_end(saved.id)
            while len(self._sessions) > CACHED_GAMES:
                self._sessions.popitem(last=False)


def _expect_number(found: object, number: int) -> None:
    """Raise NotationError unless the number of a stored step is `number`."""
    if found != number:
        expected = coded_message("step.expected", "expected step {number}", number=number)
        raise NotationError(expected_got("", expected, found))


def _is_same_game(one: GameLog, other: GameLog) -> bool:
    """Return whether two logs have the same beginning, and one has all steps of the other. The
    setup of `other` is in canonical form."""
    if one.begun != other.begun:
        return False
    steps = zip(one.steps, other.steps, strict=False)
    if any(step != its for (step, _), (its, _) in steps):
        return False
    if one.setup == other.setup:
        return True
    with suppress(NumberdropError):
        return parse_setup(one.setup).to_json() == other.setup
    return False


def _is_done(games: Games, saved: SavedGame, revision: int, key: str | None) -> bool:
    """Return whether the step of `key` is already stored after `revision`.

    Raises Conflict if other steps have been stored since. Help doesn't count, as it doesn't affect
    the game.
    """
    if revision > saved.revision:
        raise Conflict(saved)
    since = [(step["do"], used) for _, step, used in games.steps(saved.id, revision)]
    others = [used for done, used in since if done != "help"]
    if others and (key is None or others != [key]):
        raise Conflict(saved)
    return key is not None and key in [used for _, used in since]


def _after_step(saved: SavedGame, step: object) -> tuple[SavedGame, dict[str, Any]]:
    """Return the game after one more step, and the step as it is to be stored."""
    if saved.revision == MOST_STEPS:
        raise NumberdropError.coded(
            "game.steps",
            "game {name}: it has {most} steps, the maximum",
            name=saved.id,
            most=MOST_STEPS,
        )
    resolved = saved.session.resolve(step)
    session = saved.session.do(resolved)
    touched = time_of_step(saved.begun, time_now())
    return SavedGame(saved.id, saved.revision + 1, session, saved.begun, touched), resolved
