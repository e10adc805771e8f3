"""Games on the table are kept step by step: none is lost, none is there twice."""

from __future__ import annotations

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
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop import database
from numberdrop.sessions import Conflict, Missing, SavedGame, Session, Store
from sessions import DAY, TODAY, begun, ended, new, on, step_by_chance


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_a_game_is_there_again_for_another_program(store: Store, tmp_path: Path) -> None:
    kept, rng = begun(store), random.Random(1)
    while not kept.session.is_over():
        kept = on(store, kept, rng)
    assert Store(tmp_path).get(kept.id) == kept
    assert nd.replay(kept.session.to_record())
    [listed], problems = Store(tmp_path).list()
    assert problems == []
    assert (listed.id, listed.kind, listed.puzzle, listed.over) == (kept.id, "daily", DAY, True)
    assert listed.turns == len(kept.session.state.turns)
    assert listed.score == kept.session.to_json()["score"]["total"]
    assert listed.to_json()["touched"] == kept.touched
    assert kept.to_json()["revision"] == kept.revision


def test_one_of_two_concurrent_steps_gets_a_conflict(store: Store, tmp_path: Path) -> None:
    kept, other = begun(store), Store(tmp_path)
    mine = on(store, kept, random.Random(1))
    with pytest.raises(Conflict, match="it went on elsewhere") as caught:
        on(other, kept, random.Random(2))
    assert caught.value.kept == mine


def test_the_same_step_again_is_answered_as_done(store: Store) -> None:
    kept = begun(store)
    once = on(store, kept, random.Random(1), "key-1")
    again = on(store, kept, random.Random(1), "key-1")
    assert again == once
    with pytest.raises(Conflict):
        on(store, kept, random.Random(1), "key-2")


def test_many_threads_lose_and_double_nothing(store: Store) -> None:
    """Two share a store, and the others have each their own."""
    kept = begun(store)
    done: list[int] = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        mine = store if seed < 2 else Store(store.path.parent)
        for _ in range(8):
            try:
                now = mine.get(kept.id)
                grade = rng.choice(["region", "placement", "turn"])
                done.append(mine.do(kept.id, now.revision, {"do": "help", "grade": grade}).revision)
            except Conflict:
                continue

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len({*done})
    assert store.get(kept.id).revision == 1 + len(done)


def test_threads_of_one_store_are_never_in_each_others_way(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be refused at once: here no time is left for a second try."""
    kept = [begun(store) for _ in range(8)]
    clock = SimpleNamespace(monotonic=itertools.count(0, 10**6).__next__)
    monkeypatch.setattr(database, "time", clock)
    monkeypatch.setattr(database, "READ_TIMEOUT", 0)
    done: list[int] = []

    def play(game: SavedGame) -> None:
        for grade in ("region", "placement", "turn"):
            game = store.do(game.id, game.revision, {"do": "help", "grade": grade})
            done.append(game.revision)

    threads = [threading.Thread(target=play, args=(game,)) for game in kept]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == sorted(kept[0].revision + number for number in (1, 2, 3) for _ in kept)


def test_a_step_that_is_refused_is_not_kept(store: Store) -> None:
    kept = begun(store)
    with pytest.raises(nd.IllegalTurn):
        store.do(kept.id, 1, {"do": "end"})
    assert store.get(kept.id).revision == 1


def test_a_game_is_taken_out(store: Store) -> None:
    kept = begun(store)
    store.remove(kept.id)
    for ask in (store.get, store.remove):
        with pytest.raises(Missing, match="there is no game"):
            ask(kept.id)
    assert store.list() == ([], [])


def test_rows_changed_by_other_programs_are_reported(store: Store, tmp_path: Path) -> None:
    spoilt, whole = begun(store), begun(store)
    with sqlite3.connect(store.path) as database:
        database.execute("update steps set step = '{' where game = ?", (spoilt.id,))
        database.execute("update games set puzzle = 'a\x1b[1m' where id = ?", (spoilt.id,))
    fresh = Store(tmp_path)
    with pytest.raises(nd.NumberdropError, match="step 1") as caught:
        fresh.get(spoilt.id)
    assert "\n" not in str(caught.value)
    found, [problem] = fresh.list()
    assert "\x1b" not in problem
    assert [kept.id for kept in found] == [whole.id]
    assert spoilt.id in problem


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("pragma user_version = 9", "expected tables of version 2, got 9"),
        ("create table cats (name text)", "expected the tables of numberdrop, got others"),
    ],
)
def test_other_database_is_not_a_store(store: Store, statement: str, message: str) -> None:
    with sqlite3.connect(store.path) as database:
        database.execute(statement)
    with pytest.raises(nd.NumberdropError, match=message):
        store.list()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(nd.NumberdropError, match=r"/file: expected a folder, got a file$"):
        Store(tmp_path / "file").begin(Session.begin({"kind": "solo"}, TODAY))


def test_nothing_is_made_before_a_game_is_begun(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    assert store.list() == ([], [])
    with pytest.raises(Missing, match=r"there is no game 0123456789abcdef$"):
        store.get("0123456789abcdef")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["", "a\x1b[1m", "\ud800", "0" * 15, "0123456789ABCDEF"])
def test_an_id_that_can_be_none_is_shown_safely(name: str, store: Store) -> None:
    begun(store)
    for ask in (store.get, store.remove, lambda name: store.do(name, 0, {"do": "end"})):
        with pytest.raises(Missing, match="there is no game '") as caught:
            ask(name)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", ["", "a b", "x" * 101, "\ud800", 7])
def test_a_key_is_short_and_plain(key: Any, store: Store) -> None:
    kept = begun(store)
    with pytest.raises(nd.NotationError, match="key: expected"):
        store.do(kept.id, kept.revision, {"do": "end"}, key)
    with pytest.raises(nd.NotationError, match="key: expected"):
        store.begin(kept.session, key=key)


def test_a_game_is_begun_once_by_its_key(store: Store) -> None:
    """It is answered as it stands, also by another program."""
    once = store.begin(new(kind="solo"), {"do": "start", "cell": "d1"}, key="key")
    assert (once.revision, once.session.state.start) == (1, "d1")
    assert store.begin(new(kind="solo"), key="key") == once
    later = on(store, once, random.Random(1))
    other = Store(store.path.parent)
    assert other.begin(new(kind="solo"), key="key") == later
    assert other.begin(new(kind="solo"), key="other").id != once.id
    store.remove(once.id)
    assert store.begin(new(kind="solo"), key="key").revision == 0
    assert len(store.list()[0]) == 2


def test_a_game_whose_first_step_is_refused_is_not_begun(store: Store) -> None:
    with pytest.raises(nd.IllegalTurn):
        store.begin(new(kind="solo"), {"do": "end"}, key="key")
    assert store.list() == ([], [])


def test_games_are_listed_by_pages_and_by_puzzles(store: Store) -> None:
    kept = [store.begin(new(kind="solo", seed=seed)) for seed in (1, 2, 1, 3)]
    first = on(store, store.do(kept[0].id, 0, {"do": "start", "cell": "d1"}), random.Random(1))
    latest = [first.id, *(one.id for one in kept[:0:-1])]
    assert [one.id for one in store.list()[0]] == latest
    assert [one.id for one in store.list(2, 1)[0]] == latest[1:3]
    assert store.list(3, 4) == ([], [])
    some = store.list(puzzles=["plain#1.0", "plain#9.0"])[0]
    assert [one.id for one in some] == [kept[0].id, kept[2].id]
    assert store.list(puzzles=[]) == ([], [])


def test_a_key_is_good_for_the_step_before_alone(store: Store) -> None:
    kept, rng = begun(store), random.Random(1)
    once = on(store, kept, rng, "key")
    twice = on(store, once, rng, "key")
    assert twice.revision == once.revision + 1
    with pytest.raises(Conflict):
        on(store, kept, random.Random(1), "key")


@pytest.mark.parametrize("grades", [["region"], ["region", "region", "turn"]])
def test_helps_are_in_no_steps_way(store: Store, grades: list[str]) -> None:
    """Noted before a step that was sent without knowing of them, or before it is sent again."""
    kept, rng = begun(store), random.Random(1)
    for revision, grade in enumerate(grades, kept.revision):
        store.do(kept.id, revision, {"do": "help", "grade": grade})
    with pytest.raises(Conflict):
        store.do(kept.id, 99, {"do": "help", "grade": "region"})
    once = on(store, kept, rng, "key")
    assert once.revision == kept.revision + len(grades) + 1
    helped = store.do(kept.id, once.revision, {"do": "help", "grade": "placement"})
    assert on(store, kept, random.Random(1), "key") == helped
    for key in (None, "other"):
        with pytest.raises(Conflict):
            on(store, kept, random.Random(1), key)


def test_a_help_sent_again_is_noted_once(store: Store) -> None:
    kept = begun(store)
    helped = {"do": "help", "grade": "region"}
    once = store.do(kept.id, kept.revision, helped, "key")
    more = store.do(kept.id, once.revision, {"do": "help", "grade": "turn"})
    assert store.do(kept.id, kept.revision, helped, "key") == more


def test_game_has_a_maximum_of_steps(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.sessions.store.MOST_STEPS", 3)
    kept = begun(store)
    while kept.revision < 3:
        kept = on(store, kept, random.Random(1))
    with pytest.raises(nd.NumberdropError, match="it has 3 steps, the most it can"):
        on(store, kept, random.Random(1))


def test_restored_database_can_be_continued(store: Store) -> None:
    """As from a copy, while the program runs that has the later steps in memory."""
    kept = begun(store)
    for _ in range(3):
        kept = on(store, kept, random.Random(1))
    change(store, "delete from steps where revision > 2")
    earlier = store.get(kept.id)
    assert earlier.revision == 2
    assert on(store, earlier, random.Random(2)) == Store(store.path.parent).get(kept.id)


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


@pytest.mark.parametrize("statement", CHANGES)
def test_a_row_that_was_changed_is_named_and_passed_over(statement: str, store: Store) -> None:
    whole, spoilt = begun(store), begun(store)
    change(store, f"{statement} where id = '{spoilt.id}'")
    found, [problem] = store.list()
    assert [summary.id for summary in found] == [whole.id]
    assert problem.startswith(str(store.path))
    assert CHANGES[statement] in problem
    assert problem.isprintable()


SPOILT = {
    "update games set head = '{}'": "expected the key 'kind', which is missing",
    "update games set head = x'00'": r"head: expected text, got b'\x00'",
    "update games set begun = ''": "expected a time in UTC, got ''",
    "update steps set step = '{' where revision = 1": "step 1: expected JSON",
    "update steps set step = x'00' where revision = 1": r"step 1: expected text, got b'\x00'",
    'update steps set step = \'{"do": "end"}\' where revision = 1': "the first cell is to be",
    "update steps set revision = 7 where revision = 2": "expected step 2, got 7",
    "delete from steps where revision = 1": "expected step 1, got 2",
    "update steps set revision = 'x' where revision = 2": "expected step 2, got 'x'",
}


@pytest.mark.parametrize("statement", SPOILT)
def test_edited_game_is_not_continued(statement: str, store: Store) -> None:
    kept = on(store, begun(store), random.Random(1))
    change(store, statement)
    with pytest.raises(nd.NumberdropError) as caught:
        Store(store.path.parent).get(kept.id)
    assert str(caught.value).startswith(f"{store.path}, game {kept.id}: ")
    assert SPOILT[statement] in str(caught.value)
    assert str(caught.value).isprintable()


def change(store: Store, *statements: str) -> None:
    """As another program does that knows nothing of ours."""
    with closing(sqlite3.connect(store.path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


# Results that are seen to


def seen_to(store: Store, name: str) -> list[SavedGame]:
    """The games whose results are to be seen to when it is asked for."""
    seen: list[SavedGame] = []
    store.score(name, seen.append)
    return seen


def test_a_result_is_seen_to_once(store: Store) -> None:
    kept, going_on = ended(store, random.Random(1), kind="solo"), begun(store)
    assert store.unscored() == (kept.id,)
    assert seen_to(store, kept.id) == [kept]
    assert store.unscored() == ()
    assert seen_to(Store(store.path.parent), kept.id) == []
    assert seen_to(store, going_on.id) == []
    again = store.do(kept.id, kept.revision, {"do": "undo"})
    again = store.do(kept.id, again.revision, {"do": "redo"})
    assert again.session.is_over()
    assert seen_to(store, kept.id) == []


def test_a_result_that_could_not_be_seen_to_is_still_to_be(store: Store) -> None:
    kept = ended(store, random.Random(1), kind="solo")

    def fail(_: SavedGame) -> None:
        raise nd.NumberdropError("no room")

    with pytest.raises(nd.NumberdropError, match="no room"):
        store.score(kept.id, fail)
    assert seen_to(store, kept.id) == [kept]


# Programs of different versions

#: The tables as programs of the first version made them.
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
    """A store of the first version, with a game that is over and one that isn't."""
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
        there.execute("insert into steps select * from made.steps")
        there.commit()
    return older


def layout(store: Store) -> tuple[int, list[int]]:
    """Return the version of the tables, and their count of handled results."""
    with closing(sqlite3.connect(store.path)) as there:
        [version] = there.execute("pragma user_version").fetchone()
        scored = there.execute("select is_scored from games order by is_over").fetchall()
    return version, [is_scored for [is_scored] in scored]


def test_tables_of_an_older_version_are_read_as_they_are(older: Store) -> None:
    before = older.path.read_bytes()
    listed, problems = older.list()
    assert ([summary.over for summary in listed], problems) == ([False, True], [])
    assert [older.get(summary.id).session.is_over() for summary in listed] == [False, True]
    assert older.unscored() == ()
    assert older.path.read_bytes() == before


def test_tables_of_an_older_version_are_brought_up_by_a_step(older: Store) -> None:
    """What is over already was put into the high scores by the program of that version."""
    going_on, over = [older.get(summary.id) for summary in older.list()[0]]
    after = on(older, going_on, random.Random(2))
    assert layout(older) == (2, [0, 1])
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
    """Though it holds the database since before it was brought up."""
    program = database.Database(older.path, [FIRST], use_wal=True)
    with program.writing() as there:
        there.execute("update games set touched = touched")
    begun(older)
    after = older.list()
    told = "expected tables of version 1, got 2: made by a newer numberdrop"
    with pytest.raises(nd.NumberdropError, match=told), program.reading():
        pytest.fail("it was read")
    with pytest.raises(nd.NumberdropError, match=told), program.writing():
        pytest.fail("it was written")
    assert older.list() == after


# Programs that are killed, and a disk without room

SERVER = """
import json, sys
from pathlib import Path
from numberdrop.sessions import Store
store = Store(Path(sys.argv[1]))
print("ready", flush=True)
for line in sys.stdin:
    print(store.do(**json.loads(line)).revision, flush=True)
"""


def server(folder: Path, **more: Any) -> subprocess.Popen[str]:
    """Start a program that performs the steps it reads, a line each, and prints their revisions."""
    return subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder)],
        env=ENVIRON,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        **more,
    )


def steps_of(kept: SavedGame, rng: random.Random) -> Iterator[dict[str, Any]]:
    """What Store.do() is asked for in a game played by chance, one after the other."""
    session = kept.session
    for revision in itertools.count(kept.revision):
        now = session.turn_options()
        if now is None:
            return
        step = step_by_chance(now, rng)
        session = session.do(step)
        yield {"name": kept.id, "revision": revision, "step": step, "key": f"step-{revision}"}


@pytest.mark.parametrize("kills", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_a_killed_program_loses_and_doubles_no_step(tmp_path: Path, kills: int) -> None:
    """Killed at a random moment, before, while or after it keeps a step; who sent that step doesn't
    know, and sends it again under its key."""
    rng, store, killed = random.Random(kills), Store(tmp_path), 0
    while killed < kills:
        kept = begun(store)
        asked = list(steps_of(kept, rng))
        process = server(tmp_path)
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
                process = server(tmp_path)
                assert process.stdin
                assert process.stdout
                assert process.stdout.readline() == "ready\n"
                process.stdin.write(f"{json.dumps(step)}\n")
            assert process.stdout.readline() == f"{step['revision'] + 1}\n"
        process.communicate()
        assert process.returncode == 0
        with closing(sqlite3.connect(store.path)) as database:
            steps = database.execute("select step from steps where game = ?", (kept.id,)).fetchall()
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert [json.loads(text) for [text] in steps[1:]] == [step["step"] for step in asked]
        assert store.get(kept.id).session.is_over()


def test_full_disk_keeps_the_output(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    kept = begun(Store(tmp_path))
    change(Store(tmp_path), "create table padding as select zeroblob(20000)")
    process = server(tmp_path, preexec_fn=limit)
    asked = "".join(f"{json.dumps(step)}\n" for step in steps_of(kept, random.Random(1)))
    out, err = process.communicate(asked, timeout=60)
    assert process.returncode == 1
    assert re.search(
        r"^numberdrop\.database\.DatabaseUnavailable: .*table\.sqlite: ", err, re.MULTILINE
    )
    told = out.split()[1:]
    assert 0 < len(told) < asked.count("\n")
    there = Store(tmp_path).get(kept.id)
    assert str(there.revision) == told[-1]
    assert on(Store(tmp_path), there, random.Random(2)).revision == there.revision + 1
