"""The store of games: steps, concurrent programs, upgrades, kills and full disks."""

from __future__ import annotations

import datetime
import errno
import itertools
import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop.database import DatabaseUnavailable, interface, open_games, plain_files, sqlite
from numberdrop.sessions import Conflict, Missing, SavedGame, Session, Store
from sessions import DAY, TODAY, after_random_step, begun, ended, new, random_step
from storages import BEGINNINGS, only_files, only_sqlite


@pytest.fixture
def store(tmp_path: Path, storage: str) -> Store:
    """Return an empty store, on each storage."""
    return Store(tmp_path)


def test_stored_game_is_loaded_by_another_program(store: Store, tmp_path: Path) -> None:
    saved, rng = begun(store), random.Random(1)
    while not saved.session.is_over():
        saved = after_random_step(store, saved, rng)
    assert Store(tmp_path).get(saved.id) == saved
    assert nd.replay(saved.session.to_record())
    [listed], problems = Store(tmp_path).list()
    assert problems == []
    assert (listed.id, listed.kind, listed.puzzle, listed.over) == (saved.id, "daily", DAY, True)
    assert listed.turns == len(saved.session.state.turns)
    assert listed.score == saved.session.to_json()["score"]["total"]
    assert listed.to_json()["touched"] == saved.touched
    assert saved.to_json()["revision"] == saved.revision


def test_one_of_two_concurrent_steps_gets_a_conflict(store: Store, tmp_path: Path) -> None:
    saved, other = begun(store), Store(tmp_path)
    mine = after_random_step(store, saved, random.Random(1))
    with pytest.raises(Conflict, match="it was continued elsewhere") as caught:
        after_random_step(other, saved, random.Random(2))
    assert caught.value.saved == mine


def test_retry_with_the_same_key_returns_the_same_game(store: Store) -> None:
    saved = begun(store)
    once = after_random_step(store, saved, random.Random(1), "key-1")
    again = after_random_step(store, saved, random.Random(1), "key-1")
    assert again == once
    with pytest.raises(Conflict):
        after_random_step(store, saved, random.Random(1), "key-2")


@pytest.mark.parametrize("has_file_locks", [True, False])
def test_concurrent_threads_neither_lose_nor_duplicate_steps(
    store: Store, has_file_locks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads share a store, and the others have one each."""
    if not has_file_locks:
        monkeypatch.setattr(plain_files, "try_lock", lambda file: True)
    saved = begun(store)
    done: list[int] = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        mine = store if seed < 2 else Store(store.path.parent)
        for _ in range(8):
            try:
                now = mine.get(saved.id)
                grade = rng.choice(["region", "placement", "turn"])
                done.append(
                    mine.do(saved.id, now.revision, {"do": "help", "grade": grade}).revision
                )
            except Conflict:
                continue

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len({*done})
    assert store.get(saved.id).revision == 1 + len(done)


def test_threads_of_one_store_wait_for_each_other(
    store: Store, storage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With these timeouts a thread that didn't wait would be refused at once."""
    saved = [begun(store) for _ in range(8)]
    clock = SimpleNamespace(monotonic=itertools.count(0, 10**6).__next__, sleep=time.sleep)
    monkeypatch.setattr(sqlite if storage == "sqlite" else plain_files, "time", clock)
    monkeypatch.setattr(interface, "READ_TIMEOUT", 0)
    done: list[int] = []

    def play(game: SavedGame) -> None:
        for grade in ("region", "placement", "turn"):
            game = store.do(game.id, game.revision, {"do": "help", "grade": grade})
            done.append(game.revision)

    threads = [threading.Thread(target=play, args=(game,)) for game in saved]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(saved[0].revision + number for number in (1, 2, 3) for _ in saved)


def test_several_steps_are_stored_together_or_not_at_all(store: Store, tmp_path: Path) -> None:
    setup = {"kind": "table", "seats": [None, None], "seed": 3}
    saved = store.begin(Session.begin(setup), *[{"do": "start", "cell": "d1"}] * 2)
    steps: list[Any] = []
    for position in saved.session.state.game.positions if saved.session.state.game else ():
        turn = position.random_turn(str(saved.session.roll), random.Random(1))
        steps += [{"do": "type", "text": str(turn).partition(" ")[2]}, {"do": "end"}]
    with pytest.raises(nd.IllegalTurn):
        store.do_all(saved.id, saved.revision, [*steps, {"do": "end"}])
    assert Store(tmp_path).get(saved.id) == saved
    after = store.do_all(saved.id, saved.revision, steps)
    assert (after.revision, len(after.session.state.turns)) == (saved.revision + 4, 1)
    assert Store(tmp_path).get(saved.id) == after
    with pytest.raises(Conflict):
        store.do_all(saved.id, saved.revision, steps)


def test_refused_step_is_not_stored(store: Store) -> None:
    saved = begun(store)
    with pytest.raises(nd.IllegalTurn):
        store.do(saved.id, 1, {"do": "end"})
    assert store.get(saved.id).revision == 1


def test_removed_game_is_missing(store: Store) -> None:
    saved = begun(store)
    store.remove(saved.id)
    for ask in (store.get, store.remove):
        with pytest.raises(Missing, match="there is no game"):
            ask(saved.id)
    assert store.list() == ([], [])


@only_sqlite
def test_rows_changed_by_other_programs_are_reported(store: Store, tmp_path: Path) -> None:
    spoilt, whole = begun(store), begun(store)
    with sqlite3.connect(store.path) as database:
        database.execute("update steps set step = '{' where game = ?", (spoilt.id,))
        database.execute("update games set puzzle = 'a\x1b[1m' where id = ?", (spoilt.id,))
    fresh = Store(tmp_path)
    assert damage(fresh, spoilt.id) == "step 1: it was changed or damaged after it was saved"
    found, [problem] = fresh.list()
    assert "\x1b" not in problem
    assert [saved.id for saved in found] == [whole.id]
    assert spoilt.id in problem


@only_sqlite
@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("pragma user_version = 9", "expected tables of version 3, got 9"),
        ("create table cats (name text)", "expected the tables of numberdrop, got others"),
    ],
)
def test_other_database_is_not_a_store(store: Store, statement: str, message: str) -> None:
    with sqlite3.connect(store.path) as database:
        database.execute(statement)
    with pytest.raises(nd.NumberdropError, match=message):
        store.list()


@pytest.mark.usefixtures("storage")
def test_unusable_folder_raises_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(nd.NumberdropError, match=r"/file: expected a folder, got a file$"):
        Store(tmp_path / "file").begin(Session.begin({"kind": "solo"}, TODAY))


@pytest.mark.usefixtures("storage")
def test_store_creates_nothing_before_the_first_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    assert store.list() == ([], [])
    with pytest.raises(Missing, match=r"there is no game 0123456789abcdef$"):
        store.get("0123456789abcdef")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["", "a\x1b[1m", "\ud800", "0" * 15, "0123456789ABCDEF"])
def test_malformed_id_is_shown_escaped(name: str, store: Store) -> None:
    begun(store)
    for ask in (store.get, store.remove, lambda name: store.do(name, 0, {"do": "end"})):
        with pytest.raises(Missing, match="there is no game '") as caught:
            ask(name)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", ["", "a b", "x" * 101, "\ud800", 7])
def test_malformed_key_raises(key: Any, store: Store) -> None:
    saved = begun(store)
    with pytest.raises(nd.NotationError, match="key: expected"):
        store.do(saved.id, saved.revision, {"do": "end"}, key)
    with pytest.raises(nd.NotationError, match="key: expected"):
        store.begin(saved.session, key=key)


def test_same_key_begins_one_game(store: Store) -> None:
    """The current state is returned, also by another program."""
    once = store.begin(new(kind="solo"), {"do": "start", "cell": "d1"}, key="key")
    assert (once.revision, once.session.state.start) == (1, "d1")
    assert store.begin(new(kind="solo"), key="key") == once
    later = after_random_step(store, once, random.Random(1))
    other = Store(store.path.parent)
    assert other.begin(new(kind="solo"), key="key") == later
    assert other.begin(new(kind="solo"), key="other").id != once.id
    store.remove(once.id)
    assert store.begin(new(kind="solo"), key="key").revision == 0
    assert len(store.list()[0]) == 2


def test_game_with_a_refused_first_step_is_not_stored(store: Store) -> None:
    with pytest.raises(nd.IllegalTurn):
        store.begin(new(kind="solo"), {"do": "end"}, key="key")
    assert store.list() == ([], [])


def test_list_supports_pages_and_puzzles(store: Store) -> None:
    saved = [store.begin(new(kind="solo", seed=seed)) for seed in (1, 2, 1, 3)]
    first = after_random_step(
        store, store.do(saved[0].id, 0, {"do": "start", "cell": "d1"}), random.Random(1)
    )
    latest = [first.id, *(one.id for one in saved[:0:-1])]
    assert [one.id for one in store.list()[0]] == latest
    assert [one.id for one in store.list(2, 1)[0]] == latest[1:3]
    assert store.list(3, 4) == ([], [])
    some = store.list(puzzles=["plain#1.0", "plain#9.0"])[0]
    assert [one.id for one in some] == [saved[0].id, saved[2].id]
    assert store.list(puzzles=[]) == ([], [])


def test_untouched_games_can_be_left_out_and_are_removed_when_old(store: Store) -> None:
    """Those that began with turns stay, and so do those in which something was done, at once or
    not."""
    record = ended(store, random.Random(1), kind="solo").session.to_record()
    imported = store.begin(Session.begin({"kind": "record", "record": record}))
    played = begun(store)
    position = {"kind": "free", "position": "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"}
    roll = {"do": "roll", "roll": "156*O"}
    untouched = [store.begin(new(kind="solo")), store.begin(Session.begin(position), roll)]

    def listed(**how: bool) -> set[str]:
        return {one.id for one in store.list(**how)[0]}

    everything = listed()
    assert {one.id for one in untouched} == everything - listed(untouched=False)
    assert {imported.id, played.id} <= listed(untouched=False)
    assert [one.id for one in store.list(1, 1, untouched=False)[0]] == [imported.id]
    store.remove_untouched()
    assert listed() == everything
    store.remove_untouched(datetime.timedelta(seconds=-1))
    assert listed() == listed(untouched=False) == everything - {one.id for one in untouched}


def test_key_of_an_earlier_step_conflicts(store: Store) -> None:
    saved, rng = begun(store), random.Random(1)
    once = after_random_step(store, saved, rng, "key")
    twice = after_random_step(store, once, rng, "key")
    assert twice.revision == once.revision + 1
    with pytest.raises(Conflict):
        after_random_step(store, saved, random.Random(1), "key")


@pytest.mark.parametrize("grades", [["region"], ["region", "region", "turn"]])
def test_help_does_not_conflict_with_steps(store: Store, grades: list[str]) -> None:
    """Help is noted before a step whose client doesn't know of it, or before its retry."""
    saved, rng = begun(store), random.Random(1)
    for revision, grade in enumerate(grades, saved.revision):
        store.do(saved.id, revision, {"do": "help", "grade": grade})
    with pytest.raises(Conflict):
        store.do(saved.id, 99, {"do": "help", "grade": "region"})
    once = after_random_step(store, saved, rng, "key")
    assert once.revision == saved.revision + len(grades) + 1
    helped = store.do(saved.id, once.revision, {"do": "help", "grade": "placement"})
    assert after_random_step(store, saved, random.Random(1), "key") == helped
    for key in (None, "other"):
        with pytest.raises(Conflict):
            after_random_step(store, saved, random.Random(1), key)


def test_retried_help_is_noted_once(store: Store) -> None:
    saved = begun(store)
    helped = {"do": "help", "grade": "region"}
    once = store.do(saved.id, saved.revision, helped, "key")
    more = store.do(saved.id, once.revision, {"do": "help", "grade": "turn"})
    assert store.do(saved.id, saved.revision, helped, "key") == more


def test_game_has_a_maximum_of_steps(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.sessions.store.MOST_STEPS", 3)
    saved = begun(store)
    while saved.revision < 3:
        saved = after_random_step(store, saved, random.Random(1))
    with pytest.raises(nd.NumberdropError, match="it has 3 steps, the maximum"):
        after_random_step(store, saved, random.Random(1))


def test_restored_database_can_be_continued(store: Store, storage: str) -> None:
    """The database is restored while a running program has later steps in memory."""
    saved = begun(store)
    for _ in range(3):
        saved = after_random_step(store, saved, random.Random(1))
    if storage == "sqlite":
        change(store, "delete from steps where revision > 2")
    else:
        rewrite(store, saved.id, lambda lines: lines[:3])
    earlier = store.get(saved.id)
    assert earlier.revision == 2
    assert after_random_step(store, earlier, random.Random(2)) == Store(store.path.parent).get(
        saved.id
    )


CHANGES = {
    "update games set id = 'a' || char(27)": r"expected the id of a game, got 'a\x1b'",
    "update games set id = x'ff'": r"expected the id of a game, got b'\xff'",
    "update games set kind = 'chess'": "kind: expected one of daily, solo",
    "update games set puzzle = 'a' || char(10)": r"expected the name of a puzzle, got 'a\n'",
    "update games set variant = cast(x'ff' as text)": r"variant: expected 'rulebook' or 'bga'",
    "update games set turns = -1": "turns: expected 0 to 99, got -1",
    "update games set score = 'many'": "score: expected -15 to 100, got 'many'",
    "update games set is_over = 2": "over: expected 0 to 1, got 2",
    "update games set begun = 'now'": "begun, expected a time in UTC, got 'now'",
    "update games set touched = '2026-11-25'": "touched, expected a time in UTC, got '2026-11-25'",
}


@only_sqlite
@pytest.mark.parametrize("statement", CHANGES)
def test_invalid_row_is_reported_and_skipped(statement: str, store: Store) -> None:
    whole, spoilt = begun(store), begun(store)
    change(store, f"{statement} where id = '{spoilt.id}'")
    found, [problem] = store.list()
    assert [summary.id for summary in found] == [whole.id]
    assert problem.startswith(str(store.path))
    assert CHANGES[statement] in problem
    assert problem.isprintable()


#: A change that takes the digests away, as in a database of an older version.
NO_DIGESTS = ("update games set digest = null", "update steps set digest = null")
#: Changes of a game of two steps by another program. Each has the message without digests, and with
#: them, and the number of steps before the damage; -1 if not even the setup can be read.
CORRUPTIONS = {
    "update games set head = '{}'": ("expected the key 'kind'", "head: it was changed", -1),
    "update games set head = x'00'": (r"head: expected text, got b'\x00'",) * 2 + (-1,),
    "update games set begun = ''": ("expected a time in UTC, got ''", "head: it was changed", -1),
    "update steps set step = '{' where revision = 1": (
        *("step 1: expected JSON", "step 1: it was changed"),
        0,
    ),
    "update steps set step = x'00' where revision = 2": (
        *(r"step 2: expected text, got b'\x00'", "step 2: it was changed"),
        1,
    ),
    'update steps set step = \'{"do": "end"}\' where revision = 1': (
        *("choose the first cell", "step 1: it was changed"),
        0,
    ),
    "update steps set revision = 7 where revision = 2": (
        *("expected step 2, got 7", "step 7: it was changed"),
        1,
    ),
    "delete from steps where revision = 1": (
        *("expected step 1, got 2", "step 2: it was changed"),
        0,
    ),
    "update steps set revision = 'x' where revision = 2": (
        *("expected step 2, got 'x'", "step x: it was changed"),
        1,
    ),
}


@only_sqlite
@pytest.mark.parametrize("is_in_memory", [False, True])
@pytest.mark.parametrize("has_digests", [False, True])
@pytest.mark.parametrize("statement", CORRUPTIONS)
def test_edited_game_is_shown_up_to_the_change(
    statement: str, has_digests: bool, is_in_memory: bool, store: Store
) -> None:
    first = begun(store)
    saved = after_random_step(store, first, random.Random(1))
    change(store, *(() if has_digests else NO_DIGESTS), statement)
    *messages, intact = CORRUPTIONS[statement]
    asked = store if is_in_memory else Store(store.path.parent)
    if intact >= 0:
        assert messages[has_digests] in damage(asked, saved.id)
        assert asked.get(saved.id).revision == intact
        assert intact == 0 or asked.get(saved.id).session == first.session
    for revision in range(3):
        with pytest.raises(DatabaseUnavailable) as caught:
            asked.do(saved.id, revision, {"do": "undo"})
        assert str(caught.value).startswith(f"{store.path}, game {saved.id}: ")
        assert messages[has_digests] in str(caught.value)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("has_digests", [False, True])
def test_changed_byte_that_leaves_a_legal_game_is_told_from_a_step(
    has_digests: bool, store: Store, storage: str
) -> None:
    """Another cell of the start would be as legal: only the digest can tell."""
    saved = after_random_step(store, begun(store), random.Random(1))
    if not has_digests:
        if storage == "sqlite":
            change(store, *NO_DIGESTS)
        else:
            rewrite(store, saved.id, without_digests)
    path = store.path if storage == "sqlite" else store.path / f"{saved.id}.jsonl"
    if storage == "sqlite":
        with closing(sqlite3.connect(path)) as there:
            there.execute("pragma wal_checkpoint(truncate)")
    data = path.read_bytes()
    cell = session_start(saved).encode()
    assert data.count(b'"cell": "%s"' % cell) == 1
    path.write_bytes(data.replace(b'"cell": "%s"' % cell, b'"cell": "g1"'))
    found = Store(store.path.parent).get(saved.id)
    if has_digests:
        assert (found.revision, found.session.position) == (0, None)
        assert found.damage is not None
        assert found.to_json()["damage"]["code"] == "at"
    else:
        assert found.damage is None
        assert session_start(found) == "g1"


def session_start(saved: SavedGame) -> str:
    assert isinstance(saved.session.state.start, str)
    return saved.session.state.start


def without_digests(lines: Lines) -> None:
    for line in lines:
        line.pop("digest", None)
    lines[0]["version"] = 1


def test_older_game_has_digests_from_its_next_step_on(store: Store, storage: str) -> None:
    saved = begun(store)
    if storage == "sqlite":
        change(store, *NO_DIGESTS)
    else:
        rewrite(store, saved.id, without_digests)
    saved = after_random_step(store, saved, random.Random(1))
    assert Store(store.path.parent).get(saved.id) == saved
    if storage == "sqlite":
        change(
            store, 'update steps set step = \'{"do": "start", "cell": "g1"}\' where revision = 1'
        )
        assert damage(store, saved.id).startswith("step 2: it was changed or damaged")
    else:
        rewrite(store, saved.id, lambda lines: lines[1]["step"].update(cell="g1"))
        assert damage(store, saved.id).startswith("line 3: it was changed or damaged")


def damage(store: Store, name: str) -> str:
    """Return what is said of a damaged game."""
    found = store.get(name).damage
    assert found is not None
    assert found.isprintable()
    return str(found)


def change(store: Store, *statements: str) -> None:
    """Change the database as an unrelated program does."""
    with closing(sqlite3.connect(store.path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


Lines = list[dict[str, Any]]


def rewrite(store: Store, name: str, edit: Callable[[Lines], Lines | None]) -> None:
    """Change the lines of a game, in place or by returning others, as an editor does."""
    path = store.path / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines = edit(lines) or lines
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


def as_older(lines: Lines) -> Lines:
    """Take the digests away, as in a file of version 1."""
    without_digests(lines)
    return lines


STATE = {"turns": 0, "score": 0, "over": 0, "touched": "2026-11-25T08:00:00+00:00", "submitted": 0}
#: Changes of the first line or the last line, by key, and the problems that a list then has.
LINE_CHANGES: dict[str, tuple[int, dict[str, Any], str]] = {
    "format": (0, {"format": "chess"}, "line 1, format: expected 'numberdrop.saved-game'"),
    "newer": (0, {"version": 3}, "version: expected 2, got 3: made by a newer numberdrop"),
    "version": (0, {"version": "1"}, "line 1, version: expected 2, got '1'"),
    "order": (0, {"order": "x"}, "line 1, order: expected 0 to "),
    "kind": (0, {"kind": "chess"}, "kind: expected one of daily, solo"),
    "puzzle": (0, {"puzzle": "a\n"}, r"expected the name of a puzzle, got 'a\n'"),
    "begun": (0, {"begun": "now"}, "begun, expected a time in UTC, got 'now'"),
    "touched": (1, {"now": {**STATE, "touched": 7}}, "touched, expected a time in UTC, got 7"),
    "turns": (1, {"now": {**STATE, "turns": -1}}, "turns: expected 0 to 99, got -1"),
    "score": (1, {"now": {**STATE, "score": "many"}}, "score: expected -15 to 100, got 'many'"),
    "over": (1, {"now": {**STATE, "over": True}}, "over: expected 0 to 1, got True"),
    "now": (1, {"now": []}, "line 2, now: expected an object, got []"),
    "no columns": (1, {"now": {}}, "line 2, now: expected the key 'turns', which is missing"),
}


@only_files
@pytest.mark.parametrize("name", LINE_CHANGES)
def test_game_with_an_invalid_line_is_reported_and_skipped(name: str, store: Store) -> None:
    whole, spoilt = begun(store), begun(store)
    index, values, message = LINE_CHANGES[name]
    rewrite(store, spoilt.id, lambda lines: as_older(lines)[index].update(values))
    found, [problem] = store.list()
    assert [summary.id for summary in found] == [whole.id]
    assert problem.startswith(f"{store.path}, game {spoilt.id}")
    assert message in problem
    assert problem.isprintable()


@only_files
@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"\xff\n", b"{}\n{", b"{" * 9, b"no game\n"])
def test_file_that_is_not_a_game_is_reported_and_unchanged(data: bytes, store: Store) -> None:
    spoilt, whole = begun(store), begun(store)
    path = store.path / f"{spoilt.id}.jsonl"
    path.write_bytes(data)
    (store.path / "\x1b.jsonl").write_bytes(data)
    found, problems = store.list()
    assert [summary.id for summary in found] == [whole.id]
    assert len(problems) == 2
    assert all(problem.isprintable() for problem in problems)
    for ask in (store.get, lambda name: store.do(name, 1, {"do": "undo"})):
        with pytest.raises(DatabaseUnavailable) as caught:
            ask(spoilt.id)
        assert str(caught.value).startswith(f"{store.path}, game {spoilt.id}: ")
    assert path.read_bytes() == data


#: Changes of the lines of a game of two steps, the message without digests, and the number of the
#: line that the digests report.
LINE_CORRUPTIONS: dict[str, tuple[Callable[[Lines], Lines | None], str, int]] = {
    "setup": (lambda lines: lines[0].update(setup={}), "expected the key 'kind'", 1),
    "begun": (lambda lines: lines[0].update(begun=""), "expected a time in UTC, got ''", 1),
    "step": (lambda lines: lines[1].update(step={"do": "end"}), "choose the first cell", 2),
    "no step": (lambda lines: lines[1].update(step=7), "expected an object, got 7", 2),
    "number": (lambda lines: lines[2].update(number=7), "expected step 2, got 7", 3),
    "no number": (lambda lines: lines[2].update(number="x"), "expected step 2, got 'x'", 3),
    "missing": (lambda lines: [lines[0], *lines[2:]], "expected step 1, got 2", 2),
    "twice": (lambda lines: [*lines, lines[-1]], "expected step 3, got 2", 4),
}


@only_files
@pytest.mark.parametrize("has_digests", [False, True])
@pytest.mark.parametrize("name", LINE_CORRUPTIONS)
def test_game_with_edited_lines_is_not_continued(
    name: str, has_digests: bool, store: Store
) -> None:
    saved = after_random_step(store, begun(store), random.Random(1))
    edit, message, line = LINE_CORRUPTIONS[name]
    if not has_digests:
        rewrite(store, saved.id, without_digests)
    rewrite(store, saved.id, edit)
    for asked in (store, Store(store.path.parent)):
        with pytest.raises(DatabaseUnavailable) as caught:
            asked.do(saved.id, 2, {"do": "undo"})
        assert str(caught.value).startswith(f"{store.path}, game {saved.id}: ")
        expected = f"line {line}: it was changed or damaged" if has_digests else message
        assert expected in str(caught.value)
        assert str(caught.value).isprintable()
        if line > 1:
            assert asked.get(saved.id).revision == line - 2
            assert asked.list()[1] == []


@only_files
def test_line_without_its_end_is_dropped(store: Store) -> None:
    """A killed program leaves any beginning of a line that it hadn't acknowledged."""
    saved = begun(store)
    path = store.path / f"{saved.id}.jsonl"
    before = path.read_bytes()
    after = after_random_step(store, saved, random.Random(1), "key")
    line = path.read_bytes()[len(before) :]
    for length in range(len(line)):
        path.write_bytes(before + line[:length])
        fresh = Store(store.path.parent)
        assert fresh.get(saved.id) == saved
        assert fresh.list()[0][0].touched == saved.touched
        if length % 16 == 0 or length == len(line) - 1:
            again = after_random_step(fresh, saved, random.Random(1), "key")
            assert (again.revision, again.session) == (after.revision, after.session)
            assert Store(store.path.parent).get(saved.id) == again


@only_files
def test_failed_write_leaves_the_file_unchanged(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = begun(store)
    path = store.path / f"{saved.id}.jsonl"
    before = path.read_bytes()

    def fail(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(DatabaseUnavailable, match=rf"{saved.id}\.jsonl: Input/output error$"):
            after_random_step(store, saved, random.Random(1))
        with pytest.raises(DatabaseUnavailable, match=r"\.jsonl: Input/output error$"):
            begun(store)
    assert path.read_bytes() == before
    assert sorted(os.listdir(store.path)) == sorted([path.name, "lock"])
    assert after_random_step(store, saved, random.Random(1)).revision == 2


@only_files
def test_first_game_flushes_the_name_of_its_folder(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a power cut could lose the folder with games that were acknowledged."""
    flushed: list[str] = []
    monkeypatch.setattr(plain_files, "sync_folder", flushed.append)
    for _ in range(2):
        begun(store)
    assert flushed == [str(store.path)]


@only_files
def test_error_names_the_file(store: Store) -> None:
    saved = begun(store)
    path = store.path / f"{saved.id}.jsonl"
    path.unlink()
    path.mkdir()
    for call in (store.list, lambda: store.get(saved.id), lambda: store.remove(saved.id)):
        with pytest.raises(DatabaseUnavailable) as caught:
            call()
        assert str(caught.value) == f"{path}: Is a directory"


# Results that are seen to


def seen_to(store: Store, name: str) -> list[SavedGame]:
    """The games whose results are to be seen to when it is asked for."""
    seen: list[SavedGame] = []
    store.submit_once(name, seen.append)
    return seen


def test_result_is_submitted_once(store: Store) -> None:
    saved, going_on = ended(store, random.Random(1), kind="solo"), begun(store)
    assert store.unscored() == (saved.id,)
    assert seen_to(store, saved.id) == [saved]
    assert store.unscored() == ()
    assert seen_to(Store(store.path.parent), saved.id) == []
    assert seen_to(store, going_on.id) == []
    again = store.do(saved.id, saved.revision, {"do": "undo"})
    again = store.do(saved.id, again.revision, {"do": "redo"})
    assert again.session.is_over()
    assert seen_to(store, saved.id) == []


def test_retried_steps_after_a_submission_are_taken_once(store: Store) -> None:
    saved = ended(store, random.Random(1), kind="solo")
    store.submit_once(saved.id, lambda _: None)
    for do in ("undo", "redo", "undo"):
        before, key = saved.revision, f"key-{saved.revision}"
        saved = store.do(saved.id, before, {"do": do}, key)
        assert store.do(saved.id, before, {"do": do}, key) == saved
        assert Store(store.path.parent).get(saved.id) == saved


def test_failed_submission_stays_pending(store: Store) -> None:
    saved = ended(store, random.Random(1), kind="solo")

    def fail(_: SavedGame) -> None:
        raise nd.NumberdropError("no room")

    with pytest.raises(nd.NumberdropError, match="no room"):
        store.submit_once(saved.id, fail)
    assert seen_to(store, saved.id) == [saved]


# Programs of different versions

#: The tables of the first version.
FIRST = """
create table games (
    id text primary key, head text not null, kind text not null, puzzle text,
    variant text not null, turns integer not null, score integer, is_over integer not null,
    begun text not null, touched text not null);
create table steps (
    game text not null references games (id) on delete cascade, revision integer not null,
    step text not null, key text, primary key (game, revision)) without rowid;
"""


@pytest.fixture
def older(tmp_path: Path) -> Store:
    """Return a store of the first version, with a finished and an unfinished game."""
    made = Store(tmp_path / "made")
    ended(made, random.Random(1), kind="solo")
    begun(made)
    older = Store(tmp_path / "older")
    older.path.parent.mkdir()
    with closing(sqlite3.connect(older.path)) as there:
        there.executescript(f"{FIRST} pragma user_version = 1;")
        there.execute("attach ? as made", (str(made.path),))
        named = ", ".join(row[1] for row in there.execute("pragma main.table_info('games')"))
        there.execute(f"insert into games select {named} from made.games")
        there.execute("insert into steps select game, revision, step, key from made.steps")
        there.commit()
    return older


def layout(store: Store) -> tuple[int, list[int]]:
    """Return the version of the tables, and their count of handled results."""
    with closing(sqlite3.connect(store.path)) as there:
        [version] = there.execute("pragma user_version").fetchone()
        scored = there.execute("select is_scored from games order by is_over").fetchall()
    return version, [is_scored for [is_scored] in scored]


def test_older_tables_are_read_without_upgrade(older: Store) -> None:
    before = older.path.read_bytes()
    listed, problems = older.list()
    assert ([summary.over for summary in listed], problems) == ([False, True], [])
    assert [older.get(summary.id).session.is_over() for summary in listed] == [False, True]
    assert older.unscored() == ()
    assert older.path.read_bytes() == before


def test_step_upgrades_older_tables(older: Store) -> None:
    """Finished games of the first version count as submitted."""
    going_on, over = [older.get(summary.id) for summary in older.list()[0]]
    after = after_random_step(older, going_on, random.Random(2))
    assert layout(older) == (3, [0, 1])
    fresh = Store(older.path.parent)
    assert [fresh.get(going_on.id), fresh.get(over.id)] == [after, over]
    assert fresh.unscored() == ()
    later = ended(fresh, random.Random(3), kind="solo")
    assert fresh.unscored() == (later.id,)


def test_failed_upgrade_leaves_the_database_unchanged(older: Store) -> None:
    change(older, "alter table games add column is_scored text")
    before = older.list()
    with pytest.raises(nd.NumberdropError, match="duplicate column name: is_scored"):
        begun(older)
    assert older.list() == before


def test_older_program_gets_an_error(older: Store) -> None:
    """The older program opened the database before the upgrade."""
    program = sqlite.Database(older.path, [FIRST], use_wal=True)
    with program.writing() as there:
        there.execute("update games set touched = touched")
    begun(older)
    after = older.list()
    message = "expected tables of version 1, got 3: made by a newer numberdrop"
    with pytest.raises(nd.NumberdropError, match=message), program.reading():
        pytest.fail("it was read")
    with pytest.raises(nd.NumberdropError, match=message), program.writing():
        pytest.fail("it was written")
    assert older.list() == after


# Killed programs, and a full disk

SERVER = """
import json, sys
from pathlib import Path
from numberdrop.sessions import Store
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for line in sys.stdin:
    print(store.do(**json.loads(line)).revision, flush=True)
"""


def server(folder: Path, storage: str, **more: Any) -> subprocess.Popen[str]:
    """Start a program that performs the steps it reads, a line each, and prints their revisions."""
    return subprocess.Popen(
        [sys.executable, "-c", BEGINNINGS[storage] + SERVER, str(folder)],
        env=ENVIRON,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        **more,
    )


def steps_of(saved: SavedGame, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield the arguments of Store.do() for a random game, step by step."""
    session = saved.session
    for revision in itertools.count(saved.revision):
        now = session.turn_options()
        if now is None:
            return
        step = random_step(now, rng)
        session = session.do(step)
        yield {"name": saved.id, "revision": revision, "step": step, "key": f"step-{revision}"}


@pytest.mark.parametrize("kills", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_kill_neither_loses_nor_duplicates_a_step(tmp_path: Path, storage: str, kills: int) -> None:
    """The program is killed at random, before, while or after it stores a step.

    The client gets no response and sends the step again with its key.
    """
    rng, store, killed = random.Random(kills), Store(tmp_path), 0
    while killed < kills:
        saved = begun(store)
        asked = list(steps_of(saved, rng))
        process = server(tmp_path, storage)
        for step in asked:
            assert process.stdin
            assert process.stdout
            if step is asked[0]:
                assert process.stdout.readline() == "ready\n"
            process.stdin.write(f"{json.dumps(step)}\n")
            if rng.random() < 0.1 and killed < kills:
                time.sleep(rng.random() * 0.03)
                process.kill()
                process.communicate()
                killed += 1
                process = server(tmp_path, storage)
                assert process.stdin
                assert process.stdout
                assert process.stdout.readline() == "ready\n"
                process.stdin.write(f"{json.dumps(step)}\n")
            assert process.stdout.readline() == f"{step['revision'] + 1}\n"
        process.communicate()
        assert process.returncode == 0
        with open_games(store.path).reading() as games:
            steps = [step for _, step, _ in games.steps(saved.id, 0)]
        assert steps[1:] == [step["step"] for step in asked]
        if storage == "sqlite":
            with closing(sqlite3.connect(store.path)) as database:
                assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert store.get(saved.id).session.is_over()


def test_full_disk_keeps_the_output(tmp_path: Path, storage: str) -> None:
    most = 40_000 if storage == "sqlite" else 5_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    saved = begun(Store(tmp_path))
    if storage == "sqlite":
        change(Store(tmp_path), "create table padding as select zeroblob(20000)")
    process = server(tmp_path, storage, preexec_fn=limit)
    asked = "".join(f"{json.dumps(step)}\n" for step in steps_of(saved, random.Random(1)))
    out, err = process.communicate(asked, timeout=60)
    assert process.returncode == 1
    where = r"table\.sqlite" if storage == "sqlite" else rf"table\.files/{saved.id}\.jsonl"
    assert re.search(rf"^numberdrop\..*\.DatabaseUnavailable: .*{where}: ", err, re.MULTILINE)
    revisions = out.split()[1:]
    assert 0 < len(revisions) < asked.count("\n")
    there = Store(tmp_path).get(saved.id)
    assert str(there.revision) == revisions[-1]
    assert (
        after_random_step(Store(tmp_path), there, random.Random(2)).revision == there.revision + 1
    )
