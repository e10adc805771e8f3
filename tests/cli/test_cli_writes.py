"""Every command that writes a file, on disks that are full, into folders that aren't there, over
its own input; and every command whose output can't be read."""

from __future__ import annotations

import io
import os
import re
import resource
import signal
import subprocess
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from commands import ENVIRON, PROGRAM, TIMEOUT, Run
from numberdrop.cli import main
from written import LONGER_WRITES, READS, RESUMABLE, SHORT, WORK, WRITES, commands, lay_out

ONE_LINE = re.compile(r"numberdrop: [^\n]+\n")


@pytest.fixture
def room(here: Path) -> Path:
    """A folder with the files that short runs read."""
    lay_out(here)
    return here


def held(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "data" not in path.parts
    }


def test_whatever_names_a_file_is_known_to_be_read_or_written() -> None:
    named = {
        (name, given.opts[0] if given.param_type_name == "option" else given.metavar)
        for name, command in commands()
        for given in command.params
        if re.search("FILE|RECORD|PATH|FOLDER", given.metavar or "")
    }
    assert named == {*WRITES, *READS, *LONGER_WRITES}
    assert {name for name, _ in commands()} == set(SHORT)


# Outputs


def words_of(command: str, *more: str) -> list[str]:
    """A short run, with more options."""
    return [*command.split(), *SHORT[command], *more]


@pytest.mark.parametrize(("command", "option"), WRITES)
@pytest.mark.parametrize("folder", ["nowhere", "game.json"])
def test_an_output_that_cannot_be_written_is_refused_before_any_work(
    command: str, option: str, folder: str, run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command in WORK:
        module, names = WORK[command]
        *owners, name = names.split(".")
        owner = reduce(getattr, owners, import_module(f"numberdrop.{module}"))
        monkeypatch.setattr(owner, name, lambda *_, **__: pytest.fail("begun all the same"))
    before = held(room)
    path = os.path.join(folder, WRITES[command, option])
    done = run.fails(*words_of(command, option, path))
    assert done.code == 2
    stem, _ = os.path.splitext(path)
    assert done.err.startswith(f"numberdrop: {stem}")
    assert held(room) == before


@pytest.mark.parametrize(("command", "option"), WRITES)
def test_a_dash_names_no_output(command: str, option: str, run: Run, room: Path) -> None:
    before = held(room)
    done = run.fails(*words_of(command, option, "-"))
    assert done.code == 2
    file, name = "-: expected a file to write", "--out: expected a name that ends in .*, got '-'\n"
    assert re.match(f"numberdrop: ({file}|{name})", done.err), done.err
    assert held(room) == before


@pytest.mark.parametrize(("command", "option"), WRITES)
@pytest.mark.parametrize("had", [True, False], ids=["old", "new"])
def test_on_a_full_disk_nothing_is_left_and_what_took_long_is_shown(
    command: str, option: str, had: bool, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system lets files grow to a hundred bytes, and no more."""
    name = WRITES[command, option]
    stem, end = os.path.splitext(name)
    if had and command not in RESUMABLE:
        for number in ("", "-1", "-2"):
            (room / f"{stem}{number}{end}").write_text("old")
    before = held(room)
    shown, said = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    monkeypatch.setattr("sys.stdout", shown)
    monkeypatch.setattr("sys.stderr", said)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        code = main(words_of(command, option, name))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        monkeypatch.undo()
    assert code == 1
    told = [line for line in said.getvalue().splitlines() if line.startswith("numberdrop: ")]
    assert len(told) == 1, said.getvalue()
    assert re.fullmatch(rf"numberdrop: {stem}(-1)?\{end}: File too large", told[0])
    shown.flush()
    assert bool(shown.buffer.tell()) == (command in WORK and command != "sheet")
    assert held(room) == before


SAME = {
    "a table": ["puzzles", "export", "days.jsonl", "--out", "days.jsonl"],
    "a table, by another way": ["puzzles", "export", "days.jsonl", "--out", "./days.jsonl"],
    "a table, by a link": ["puzzles", "export", "days.jsonl", "--out", "link"],
    "a table, by a hard link": ["puzzles", "export", "hard", "--out", "days.jsonl"],
    "a table, second input": ["puzzles", "export", "drops.jsonl", "hard", "--out", "days.jsonl"],
    "a choice": [
        *["puzzles", "choose", "drops.jsonl", "--from", "2027-01-01", "--days", "1"],
        *["--out", "drops.jsonl"],
    ],
    "a sheet": ["show", "d.svg", "--svg", "./d.svg"],
    "a picture over its game": ["review", "game.json", "--svg", "game.json"],
    "a search": ["max", "puzzle.json", "--nodes", "1", "--out", "puzzle.json"],
    "a search from a sheet": [
        *["max", "sheet.txt", "--rolls", "1562O", "--nodes", "1", "--out", "sheet.txt"],
    ],
    "problems": ["sheet", "--drops", "d.svg", "--out", "d.svg"],
    "a numbered page": ["sheet", "--drops", "p-2.svg", "--solution", "--out", "p.svg"],
    "weights and checkpoint": [
        "lab",
        "train",
        "--games",
        "0",
        "--out",
        "x.npz",
        "--weights",
        "x.npz",
    ],
    "the text beside weights": [
        "lab",
        "train",
        "--games",
        "0",
        "--out",
        "x.json",
        "--weights",
        "./x.npz",
    ],
    "the text alone": [
        "lab",
        "train",
        "--games",
        "0",
        "--weights",
        "x.json",
        "--out",
        "x.json.json",
    ],
    "weights over what is resumed": [
        *["lab", "train", "--games", "0", "--resume", "part.npz", "--weights", "part.npz"],
    ],
}
#: Commands that read and write, and those that write two files.
MAY_MEET = {name for name, _ in READS} & {name for name, _ in WRITES} | {"lab train"}


@pytest.mark.parametrize("words", SAME.values(), ids=SAME)
def test_an_output_that_is_an_input_or_another_output_is_refused(
    words: list[str], run: Run, room: Path
) -> None:
    (room / "link").symlink_to("days.jsonl")
    (room / "sheet.txt").write_text("1...... -:-:- I0,O0,T0,L0,S0 1\n")
    os.link(room / "days.jsonl", room / "hard")
    for name in ("d.svg", "p-2.svg"):
        (room / name).write_bytes((room / "drops.jsonl").read_bytes())
    if "part.npz" in words:
        assert run("lab", "train", "--games", "0", "--check", "0", "--out", "part.npz").code == 0
    before = held(room)
    done = run.fails(*words)
    assert done.code == 2
    assert "expected" in done.err
    assert held(room) == before


def test_all_that_may_write_over_their_input_are_tried() -> None:
    tried = {
        name for name, _ in commands() for words in SAME.values() if (name + " ") in " ".join(words)
    }
    assert tried >= MAY_MEET


def test_stdout_is_an_output_too(room: Path) -> None:
    words = [*PROGRAM, *words_of("max", "--out", "r.json"), "--json"]
    with (room / "r.json").open("w") as out:
        done = subprocess.run(
            words, env=ENVIRON, stdout=out, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT
        )
    assert done.returncode == 2
    assert done.stderr == "numberdrop: r.json: expected an output file that is not also stdout\n"
    assert (room / "r.json").read_text() == ""


@pytest.mark.parametrize(
    ("first", "second", "file"),
    [
        (
            ["lab", "train", "--games", "0", "--check", "0", "--out"],
            ["lab", "train", "--games", "0", "--check", "0", "--resume", "a", "--out"],
            "a",
        ),
        (
            ["max", "puzzle.json", "--nodes", "1", "--out"],
            ["max", "a.json", "--nodes", "1", "--out"],
            "a.json",
        ),
    ],
    ids=["train", "max"],
)
def test_continued_record_may_replace_its_file(
    first: list[str], second: list[str], file: str, run: Run, room: Path
) -> None:
    assert run(*first, file).code == 0
    kept = (room / file).stat().st_ino
    assert run(*second, file).code == 0
    assert (room / file).stat().st_ino != kept


def test_a_draft_of_a_killed_program_is_taken_over(run: Run, room: Path) -> None:
    before = set(held(room))
    words = ["max", "plain#9.0", "--seconds", "100", "--out", "out.json"]
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRON, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert b"score" in process.stderr.readline()
        process.send_signal(signal.SIGKILL)
    assert set(held(room)) - before == {"out.json.draft"}
    assert run(*words_of("max", "--out", "out.json")).code == 0
    assert set(held(room)) - before == {"out.json"}


# Streams


def all_outputs(command: str) -> list[str]:
    found = {option: name for (name_, option), name in WRITES.items() if name_ == command}
    stems = {option: f"{number}-{name}" for number, (option, name) in enumerate(found.items())}
    return [word for option, name in stems.items() for word in (option, name)]


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize("command", SHORT)
def test_where_stdout_is_full_files_are_kept_and_one_line_says_so(
    command: str, form: list[str], run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(held(room))
    with open("/dev/full", "w") as full:
        monkeypatch.setattr("sys.stdout", full)
        done = run(*words_of(command, *all_outputs(command), *form))
        monkeypatch.undo()
        with suppress(OSError):
            full.close()
    assert done.code == 1
    assert done.err.splitlines()[-1] == "numberdrop: stdout: No space left on device"
    assert len(ONE_LINE.findall(done.err)) == 1
    written = set(held(room)) - before
    assert bool(written) == any(name == command for name, _ in WRITES)
    assert not any(name.endswith((".draft", ".part")) for name in written)


@pytest.mark.parametrize("command", SHORT)
def test_where_stdout_is_closed_nothing_is_done(
    command: str, run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(room)
    monkeypatch.setattr("sys.stdout", None)
    done = run(*words_of(command, *all_outputs(command)))
    monkeypatch.undo()
    assert (done.code, done.err) == (1, "numberdrop: stdout is closed\n")
    assert held(room) == before


@pytest.mark.parametrize("command", SHORT)
def test_where_the_reader_has_gone_files_are_kept_without_a_word(
    command: str, run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(held(room))
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as broken:
        monkeypatch.setattr("sys.stdout", broken)
        done = run(*words_of(command, *all_outputs(command)))
        monkeypatch.undo()
    assert done.code == 141
    assert "numberdrop: " not in done.err
    assert bool(set(held(room)) - before) == any(name == command for name, _ in WRITES)


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_where_neither_file_nor_stdout_has_room_the_file_is_named(
    form: list[str], run: Run, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (room / "out.json").symlink_to("/dev/full")
    with open("/dev/full", "w", buffering=1) as full:
        monkeypatch.setattr("sys.stdout", full)
        done = run(*words_of("max", "--out", "out.json", *form))
        monkeypatch.undo()
        with suppress(OSError):
            full.close()
    assert done.code == 1
    assert done.err.splitlines()[-1] == "numberdrop: out.json: No space left on device"
