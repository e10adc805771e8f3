"""Files of games: what is written is taken in again, on each storage, and faults are reported."""

from __future__ import annotations

import datetime
import json
import random
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import numberdrop as nd
from mutations import changes
from numberdrop.database import DatabaseUnavailable, sqlite, sqlite_games, sqlite_results
from numberdrop.puzzles.results import Results
from numberdrop.sessions import SavedGame, Session, Store
from numberdrop.sessions.backup import Backup, Taken, take_in
from numberdrop.sessions.outcome import save_result, submit_pending_results, submit_result
from schemas import faults, validator
from sessions import DAY, TODAY, after_random_step, begun, ended, new, next_step
from storages import block_sqlite, only_sqlite
from tables import some_game

LINE = validator("games.schema.json")
HEAD = '{"format": "numberdrop.games", "version": 1, "problems": []}\n'

Lines = list[str]
Json = dict[str, Any]


class Folder:
    """The games and results of a folder."""

    def __init__(self, path: Path) -> None:
        self.store, self.results = Store(path), Results(path)

    def lines(self) -> Lines:
        return list(Backup.of(self.store, self.results).lines())

    def take(self, lines: Lines) -> Taken:
        return take_in(enumerate(lines, 1), self.store, self.results, TODAY)

    def game(self, name: str) -> Json:
        return self.store.get(name).to_json()


@pytest.fixture
def phone(tmp_path: Path, storage: str) -> Folder:
    return Folder(tmp_path / "phone")


@pytest.fixture
def computer(tmp_path: Path, storage: str) -> Folder:
    return Folder(tmp_path / "computer")


def played(store: Store, session: Session, seed: int, steps: int) -> SavedGame:
    """Return a new game after some random steps, each with a key of its own."""
    rng, saved = random.Random(seed), store.begin(session, key=f"begun-{seed}")
    while saved.revision < steps and not saved.session.is_over():
        step = next_step(saved.session, rng)
        saved = store.do(saved.id, saved.revision, step, f"{seed}/{saved.revision}")
    return saved


@cache
def made(make: Callable[[Folder], object], storage: str) -> TemporaryDirectory[str]:
    """Return a folder that `make` has filled, on the storage that tests use now."""
    template = TemporaryDirectory()
    make(Folder(Path(template.name)))
    return template


def copy_made(make: Callable[[Folder], object], folder: Folder) -> None:
    """Fill an empty folder as `make` does, which is called once for each storage."""
    path = folder.store.path
    shutil.copytree(made(make, path.suffix).name, path.parent, dirs_exist_ok=True)


def fill(folder: Folder) -> None:
    """Store a game of each kind, with undone steps and help, and results under several names."""
    copy_made(play_all_kinds, folder)


def play_all_kinds(folder: Folder) -> None:
    store, results, rng = folder.store, folder.results, random.Random(5)
    daily = played(store, new(kind="daily", puzzle=DAY), 1, 9)
    store.do(daily.id, daily.revision, {"do": "help", "grade": "region"})
    solo = played(store, new(kind="solo", seed=2**64 - 1, variant="bga+review-dice"), 2, 14)
    for step in ("undo", "undo", "redo", "undo"):
        solo = store.do(solo.id, solo.revision, {"do": step})
    played(store, new(kind="table", seed=4, seats=[None, "easy"]), 3, 12)
    played(store, new(kind="drop", puzzle="drop#1.4"), 4, 99)
    played(store, new(kind="free", tiles=["S", "I", "L", "T", "O"]), 5, 15)
    played(store, new(kind="free", position="1...... -:-:- I0,O0,T0,L0,S0 1"), 6, 0)
    record = some_game(3, 1, 2).to_record()
    played(store, new(kind="record", record=record, seats=[None, "hard", None]), 7, 4)
    finished = ended(store, rng, kind="solo", seed=7)
    submit_result(store, finished.id, results, "ABC")
    save_result(finished.session, "DEF", TODAY, results)
    helped = store.begin(new(kind="solo", seed=8))
    helped = store.do(helped.id, 0, {"do": "start", "cell": "d1"})
    helped = store.do(helped.id, 1, {"do": "help", "grade": "turn"})
    while not helped.session.is_over():
        helped = store.do(helped.id, helped.revision, next_step(helped.session, rng))
    submit_result(store, helped.id, results)
    removed = ended(store, rng, kind="daily", puzzle=DAY)
    submit_result(store, removed.id, results)
    results.remove(results.all()[0][-1].number or 0)
    submit_pending_results(store, results)


def test_everything_is_taken_in_again(phone: Folder, computer: Folder) -> None:
    fill(phone)
    lines = phone.lines()
    done = computer.take(lines)
    assert done == Taken(taken=10, results=3)
    assert computer.lines() == lines
    games, _ = phone.store.list()
    assert computer.store.list()[0] == games
    for game in games:
        assert computer.game(game.id) == phone.game(game.id)
    assert computer.results.all() == phone.results.all()
    assert [one.helps for one in computer.results.all()[0]] == [0, 0, 1]
    for line in lines:
        assert faults(LINE, json.loads(line)) == []


def test_removed_result_is_not_submitted_elsewhere(phone: Folder, computer: Folder) -> None:
    saved = ended(phone.store, random.Random(1), kind="solo", seed=1)
    submit_result(phone.store, saved.id, phone.results)
    phone.results.remove(1)
    computer.take(phone.lines())
    assert computer.store.unscored() == ()
    assert computer.results.all() == ([], [])


def test_pending_result_is_submitted_where_it_is_taken_in(phone: Folder, computer: Folder) -> None:
    saved = ended(phone.store, random.Random(1), kind="solo", seed=1)
    computer.take(phone.lines())
    [result], _ = computer.results.all()
    assert (result.puzzle, result.name, result.day) == (
        "plain#1.0",
        "YOU",
        datetime.date.fromisoformat(saved.touched[:10]),
    )


def test_second_intake_changes_nothing(phone: Folder, computer: Folder) -> None:
    fill(phone)
    lines = phone.lines()
    computer.take(lines)
    for folder in (phone, computer):
        done = folder.take(lines)
        assert (done.taken, done.continued, done.known, done.results) == (0, 0, 10, 0)
        assert folder.lines() == lines


def test_game_with_more_steps_is_continued(phone: Folder, computer: Folder) -> None:
    saved = played(phone.store, new(kind="daily", puzzle=DAY), 1, 5)
    computer.take(phone.lines())
    computer.store.get(saved.id)  # so that it is cached
    early = phone.lines()
    later = after_random_step(phone.store, saved, random.Random(9), "later")
    done = computer.take(phone.lines())
    assert (done.taken, done.continued, done.known) == (0, 1, 0)
    assert computer.store.get(saved.id) == later
    assert computer.lines() == phone.lines()
    done = computer.take(early)
    assert (done.taken, done.continued, done.known) == (0, 0, 1)
    assert computer.store.get(saved.id) == later


def test_retried_step_is_done_once_after_the_intake(phone: Folder, computer: Folder) -> None:
    session = new(kind="daily", puzzle=DAY)
    saved = phone.store.begin(session, key="begun")
    step = {"do": "start", "cell": "d1"}
    saved = phone.store.do(saved.id, 0, step, "once")
    computer.take(phone.lines())
    assert computer.store.begin(session, key="begun") == saved
    assert computer.store.do(saved.id, 0, step, "once") == saved


def continued_apart(phone: Folder, computer: Folder) -> tuple[str, Json, Json]:
    """Continue one game in two ways. Return its id and its two states."""
    saved = played(phone.store, new(kind="daily", puzzle=DAY), 1, 6)
    computer.take(phone.lines())
    for seed, folder in enumerate((phone, computer)):
        after_random_step(folder.store, saved, random.Random(seed))
    return saved.id, phone.game(saved.id), computer.game(saved.id)


def test_game_continued_in_two_ways_is_kept_twice(phone: Folder, computer: Folder) -> None:
    name, ours, theirs = continued_apart(phone, computer)
    assert ours != theirs
    done = phone.take(computer.lines())
    [(game, copy)] = done.copies
    assert (game, done.taken, done.continued, done.known) == (name, 1, 0, 0)
    assert phone.game(name) == ours
    assert phone.game(copy) == {**theirs, "id": copy}


def test_copies_do_not_multiply(phone: Folder, computer: Folder) -> None:
    """However often both sides take in each other's games."""
    continued_apart(phone, computer)
    for _ in range(3):
        phone.take(computer.lines())
        computer.take(phone.lines())
    assert len(phone.store.list()[0]) == len(computer.store.list()[0]) == 2


def test_copy_is_continued_under_its_own_id(phone: Folder, computer: Folder) -> None:
    name, ours, _ = continued_apart(phone, computer)
    [(_, copy)] = phone.take(computer.lines()).copies
    after_random_step(computer.store, computer.store.get(name), random.Random(7))
    done = phone.take(computer.lines())
    assert (done.taken, done.continued, done.copies) == (0, 1, [])
    assert phone.game(copy) == {**computer.game(name), "id": copy}
    assert phone.game(name) == ours


def test_game_in_place_of_an_unreadable_one_gets_another_id(
    phone: Folder, computer: Folder, storage: str
) -> None:
    saved = begun(phone.store)
    lines = phone.lines()
    spoil(phone, saved.id)
    [(name, copy)] = phone.take(lines).copies
    assert name == saved.id
    assert phone.game(copy)["turns"] == []


def spoil(folder: Folder, name: str) -> None:
    """Make what is stored of a game unreadable."""
    path = folder.store.path
    if path.is_dir():
        (path / f"{name}.jsonl").write_text("spoilt\n")
        return
    with sqlite.Database(path, sqlite_games._GAMES).writing() as database:
        database.execute("update games set head = 'spoilt' where id = ?", (name,))


def test_unreadable_game_is_named_in_the_head(phone: Folder) -> None:
    spoilt, whole = begun(phone.store), begun(phone.store)
    spoil(phone, spoilt.id)
    head, game = map(json.loads, phone.lines())
    [problem] = head["problems"]
    assert f"game {spoilt.id}" in problem
    assert game["game"]["id"] == whole.id
    assert faults(LINE, head) == []


def test_unreadable_result_is_named_in_the_head(phone: Folder, storage: str) -> None:
    fill(phone)
    path = phone.results.path
    if path.is_dir():
        (path / "1.json").write_text("spoilt\n")
    else:
        with sqlite.Database(path, sqlite_results._RESULTS).writing() as database:
            database.execute("update results set record = '{spoilt}' where number = 1")
    head, *others = map(json.loads, phone.lines())
    [problem] = head["problems"]
    assert "result 1" in problem
    assert sum("result" in line for line in others) == 2


def test_empty_folder_gives_a_head(phone: Folder, computer: Folder) -> None:
    assert phone.lines() == [HEAD]
    assert computer.take([HEAD]) == Taken()


@only_sqlite
def test_games_are_exchanged_between_storages(
    phone: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, storage: str
) -> None:
    fill(phone)
    lines = phone.lines()
    with monkeypatch.context() as patch:
        block_sqlite(patch)
        other = Folder(tmp_path / "files")
        other.take(lines)
        assert other.store.path.is_dir()
        assert other.lines() == lines
        assert other.take(lines).known == 10


@only_sqlite
def test_tables_without_marks_are_read(tmp_path: Path, storage: str) -> None:
    """Tables of version 1, whose results all count as submitted."""
    folder = Folder(tmp_path)
    saved = ended(folder.store, random.Random(1), kind="solo", seed=1)
    played(folder.store, new(kind="solo", seed=2), 2, 5)
    with sqlite.Database(folder.store.path, sqlite_games._GAMES).writing() as database:
        database.execute("alter table games drop column is_scored")
        database.execute("pragma user_version = 1")
    games = [json.loads(line)["game"] for line in folder.lines()[1:]]
    assert {game["id"]: game["submitted"] for game in games}[saved.id] is True
    assert [game["submitted"] for game in games] == [True, False]


# What doesn't fit.


def test_faulty_line_is_reported_and_the_others_are_taken_in(
    phone: Folder, computer: Folder
) -> None:
    fill(phone)
    head, first, *others = phone.lines()
    lines = [head, first[:-20], "\n", *others]
    done = computer.take(lines)
    assert (done.taken, done.results) == (9, 3)
    [problem] = done.problems
    assert problem.startswith("line 2: expected JSON, error at column ")
    assert computer.take([head, first]).taken == 1
    assert computer.lines() == phone.lines()


def game_line(folder: Folder) -> Json:
    """Return the line of a game of some steps."""
    played(folder.store, new(kind="daily", puzzle=DAY), 1, 6)
    line: Json = json.loads(folder.lines()[1])
    return line


def result_line(folder: Folder) -> Json:
    """Return the line of a result."""
    copy_made(finish_one, folder)
    line: Json = json.loads(folder.lines()[-1])
    return line


def finish_one(folder: Folder) -> None:
    saved = ended(folder.store, random.Random(1), kind="solo", seed=1)
    submit_result(folder.store, saved.id, folder.results)


def problem_with(folder: Folder, line: object) -> str:
    """Return the only problem of a file of one line after the head. Nothing is taken in."""
    done = folder.take([HEAD, json.dumps(line)])
    assert (done.taken, done.continued, done.known, done.results) == (0, 0, 0, 0)
    [problem] = done.problems
    assert folder.lines() == [HEAD]
    return str(problem)


def put(*path: str | int) -> Callable[[Json, Any], Json]:
    def change(line: Json, value: Any) -> Json:
        place: Any = line
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        return line

    return change


GAME_FAULTS: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("more",), 1, "expected no other key, got 'more'"),
    (("game",), 7, "game: expected an object, got 7"),
    (("game", "more"), 1, "game: expected no other key, got 'more'"),
    (("game", "id"), "x", "game, id: expected the id of a game, got 'x'"),
    (("game", "begun"), "today", "game, begun: expected a time in UTC, got 'today'"),
    (
        ("game", "touched"),
        "2026-11-25T00:00:00.000+01:00",
        "game, touched: expected a time in UTC, got '2026-11-25T00:00:00.000+01:00'",
    ),
    (("game", "submitted"), 1, "game, submitted: expected one of true, false, got 1"),
    (("game", "setup"), [], "game, setup: expected an object, got []"),
    (
        ("game", "setup"),
        {"kind": "solo", "seed": 7},
        "game: expected the key 'puzzle', which is missing",
    ),
    (("game", "setup"), {"kind": "solo"}, "game: expected the key 'puzzle', which is missing"),
    (
        ("game", "setup", "puzzle"),
        "2026-11-26",
        "2026-11-26: this puzzle is released on 2026-11-26 (UTC)",
    ),
    (("game", "steps"), {}, "game, steps: expected a list, got {}"),
    (("game", "steps", 1), {}, "step 2: expected the key 'step', which is missing"),
    (("game", "steps", 1, "more"), 1, "step 2: expected no other key, got 'more'"),
    (
        ("game", "steps", 1, "key"),
        "",
        "step 2: key: expected 1 to 100 ASCII characters, got ''",
    ),
    (("game", "steps", 1, "key"), None, "step 2: key: expected text, got None"),
    (
        ("game", "steps", 1, "step"),
        {"do": "start", "cell": "d1"},
        "step 2: the first cell is already chosen",
    ),
    (
        ("game", "steps", 1, "step"),
        {"do": "roll", "roll": "random"},
        "step 2: turn 1: the rolls of this game are fixed",
    ),
]


@pytest.mark.parametrize(("path", "value", "problem"), GAME_FAULTS, ids=lambda value: str(value))
def test_faulty_game_is_left_out(
    path: tuple[str | int, ...], value: Any, problem: str, phone: Folder, computer: Folder
) -> None:
    line = put(*path)(game_line(phone), value)
    assert problem_with(computer, line) == f"line 2: {problem}"


def test_random_roll_is_left_out(phone: Folder, computer: Folder) -> None:
    """It would be another roll each time."""
    played(phone.store, new(kind="free", tiles=list("IOTLS")), 1, 2)
    line = json.loads(phone.lines()[1])
    line["game"]["steps"][1]["step"]["roll"] = "random"
    assert problem_with(computer, line).startswith("line 2: step 2: ")


def test_turn_without_its_bots_is_left_out(phone: Folder, computer: Folder) -> None:
    saved = played(phone.store, new(kind="table", seed=4, seats=[None, "easy"]), 3, 99)
    assert saved.session.state.turns
    line = json.loads(phone.lines()[1])
    number = next(n for n, one in enumerate(line["game"]["steps"]) if "bots" in one["step"])
    line["game"]["steps"][number]["step"].pop("bots")
    problem = problem_with(computer, line)
    assert problem == (
        f"line 2: step {number + 1}: step: expected the key 'bots', which is missing"
    )


def test_too_many_steps_are_left_out(
    phone: Folder, computer: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = game_line(phone)
    monkeypatch.setattr("numberdrop.sessions.saved_game.MOST_STEPS", 5)
    assert problem_with(computer, line).startswith(
        "line 2: game, steps: expected 0 to 5 of them, got"
    )


RESULT_FAULTS: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("result", "more"), 1, "result: expected no other key, got 'more'"),
    (("result", "puzzle"), "", "result, puzzle: expected the name of a puzzle, got ''"),
    (("result", "name"), "abc", "result, name: expected three letters A to Z or digits, got 'abc'"),
    (("result", "score"), 1, "result, score: expected 1, got "),
    (("result", "variant"), "bga", "result, variant: expected "),
    (("result", "medal"), "wood", "result, medal: expected none, or one of bronze, silver, "),
    (("result", "day"), "today", "result, day: expected a day, YYYY-MM-DD, got 'today'"),
    (("result", "record"), 7, "result, record: expected an object, got 7"),
    (("result", "record", "more"), 1, "result, record: expected no other key, got 'more'"),
    (("result", "record", "players"), 2, "head of the record: "),
    (("result", "record", "turns"), [], "expected the record of a finished game"),
    (("result", "record", "turns", 2, "slides"), [], "turn 3: "),
    (("result", "record", "help"), 7, "result, record, help: expected a list, got 7"),
    (("result", "record", "help"), [7], "result, record, help: expected an object, got 7"),
    (
        ("result", "record", "help"),
        [{"turn": 1, "grade": "all"}],
        "result, record, help, grade: expected one of region, placement, turn, got 'all'",
    ),
    (
        ("result", "record", "help"),
        [{"turn": 1, "grade": "turn"}] * 100,
        "result, record, help: expected 0 to 99 of them, got ",
    ),
]


@pytest.mark.parametrize(("path", "value", "problem"), RESULT_FAULTS, ids=lambda value: str(value))
def test_faulty_result_is_left_out(
    path: tuple[str | int, ...], value: Any, problem: str, phone: Folder, computer: Folder
) -> None:
    line = put(*path)(result_line(phone), value)
    if path == ("result", "score"):
        problem = f"result, score: expected {phone.results.all()[0][0].score}, got 1"
    assert problem_with(computer, line).startswith(f"line 2: {problem}")


def test_record_of_several_players_is_no_result(phone: Folder, computer: Folder) -> None:
    line = result_line(phone)
    line["result"]["record"] = some_game(2, 1, 99).to_record()
    problem = problem_with(computer, line)
    assert problem == "line 2: result, record, players: expected 1, got 2"


@pytest.mark.parametrize("of", [game_line, result_line], ids=["game", "result"])
def test_any_single_change_is_left_out_or_taken_in_whole(
    of: Callable[[Folder], Json], phone: Folder, computer: Folder
) -> None:
    """What is taken in is written again as the schema wants it, and any folder takes it in."""
    line = of(phone)
    tried = list(changes(line))
    for change in random.Random(1).sample(tried, 150):
        done = computer.take([HEAD, json.dumps(change.of(line))])
        assert done.taken + done.continued + done.known + done.results + len(done.problems) <= 1
        assert all(problem.isprintable() for problem in done.to_json()["problems"])
    lines = computer.lines()
    assert all(faults(LINE, json.loads(text)) == [] for text in lines)
    assert phone.take(lines).problems == []


def wrong_heads() -> Iterator[tuple[Lines, str]]:
    yield [], "it is empty"
    yield ["\n", " \n"], "it is empty"
    yield ["\x89PNG\n"], "line 1: expected JSON, error at column 1: "
    yield ["[]"], "expected an object, got []"
    yield ["{}"], "expected the key 'format', which is missing"
    yield ['{"format": "numberdrop.game"}'], "format: expected 'numberdrop.games', got "
    yield [HEAD.replace("1", "2")], "version 2 is of a newer numberdrop"
    yield [HEAD.replace("1", "0")], "version: expected 1, got 0"
    yield [HEAD.replace("[]", "7")], "problems: expected a list of strings, got 7"
    yield [HEAD.replace("{", '{"more": 1, ')], "expected no other key, got 'more'"


@pytest.mark.parametrize(("lines", "why"), [*wrong_heads()])
def test_other_file_is_refused_whole(
    lines: Lines, why: str, phone: Folder, computer: Folder
) -> None:
    begun(phone.store)
    with pytest.raises(nd.NotationError) as caught:
        computer.take([*lines, *(phone.lines()[1:] if lines and lines[0].strip() else [])])
    assert str(caught.value).startswith(f"this isn't a file of games: {why}")
    assert not computer.store.path.exists()


def test_unavailable_store_ends_the_intake(phone: Folder, computer: Folder) -> None:
    """What has been taken in before is known afterwards."""
    fill(phone)
    lines = phone.lines()
    computer.results.path.parent.mkdir(parents=True)
    if computer.results.path.suffix == ".files":
        computer.results.path.write_text("")
    else:
        computer.results.path.mkdir()
    with pytest.raises(DatabaseUnavailable):
        computer.take(lines)
    remove = (
        computer.results.path.unlink
        if computer.results.path.is_file()
        else computer.results.path.rmdir
    )
    remove()
    done = computer.take(lines)
    assert (done.taken, done.known, done.results) == (0, 10, 3)
