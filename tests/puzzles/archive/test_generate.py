"""Generating archive files: locking, crash safety, full disks, and reproducible results."""

from __future__ import annotations

import datetime
import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import numberdrop as nd
from archives import SHIPPED, texts_of, write
from commands import ENVIRON, PROGRAM
from numberdrop.puzzles.archive.archive_file import ArchiveFile
from numberdrop.puzzles.archive.entry_text import ArchivePuzzle, line_text
from numberdrop.puzzles.archive.generate import generate_days, generate_drops
from numberdrop.puzzles.archive.make_entries import completed, daily_entry
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.targets import Difficulty
from samples import FIRST_ENTRIES, some_days, some_drop

FIRST = datetime.date(2026, 11, 20)


@pytest.fixture
def days(tmp_path: Path) -> str:
    return write(tmp_path / "days.jsonl", *map(line_text, some_days()))


def entries_of(file: ArchiveFile) -> list[ArchivePuzzle]:
    return [file.entry(index) for index in range(len(file.ids))]


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Appending


def test_generate_days_searches_and_appends(tmp_path: Path) -> None:
    """An existing day without a best score is searched, then another day is appended."""
    first, second = some_days()
    path = write(
        tmp_path / "days.jsonl",
        line_text(completed(first.puzzle, first.simulated, first.blind, None)),
    )
    done: list[int] = []
    with ArchiveFile(path) as file:
        assert generate_days(file, FIRST, 1, nodes=20_000, progress=done.append) == 1
    with ArchiveFile(path) as file:
        assert generate_days(file, FIRST, 2, games=3, progress=done.append) == 1
        assert generate_days(file, FIRST, 2, games=9) == 0
    assert done == [0, 1, 1, 2]
    assert [line for _, line in read_lines(path)] == [first, second]
    assert left_in(tmp_path) == ["days.jsonl"]


def test_file_with_other_days_is_refused_and_unchanged(days: str) -> None:
    before = Path(days).read_bytes()
    with (
        ArchiveFile(days) as file,
        pytest.raises(nd.NumberdropError, match=r"line 1: expected the"),
    ):
        generate_days(file, FIRST + datetime.timedelta(1), 5, games=1)
    assert Path(days).read_bytes() == before


def test_file_with_a_changed_line_is_refused(tmp_path: Path) -> None:
    text = line_text(some_days()[0]).replace('"figure": ', '"figure": 1')
    path = write(tmp_path / "days.jsonl", text)
    with pytest.raises(nd.NotationError, match="line 1, digest"), ArchiveFile(path):
        pass
    assert left_in(tmp_path) == ["days.jsonl"]


def test_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "days.jsonl"
    with pytest.raises(FileNotFoundError) as caught, ArchiveFile(str(path)):
        pass
    assert caught.value.filename == str(path)


# Locking


def test_second_writer_is_refused(days: str) -> None:
    with ArchiveFile(days) as file:
        for _ in range(2):
            busy = pytest.raises(nd.NumberdropError, match="another program is writing")
            with busy, ArchiveFile(days):
                pass
            file.put(1, file.entry(1))
    with ArchiveFile(days) as file:
        assert len(file.ids) == 2


def test_leftover_draft_does_not_lock_the_file(days: str) -> None:
    Path(f"{days}.draft").write_text("half a li")
    with ArchiveFile(days) as file:
        file.put(2, some_drop())
    assert left_in(Path(days).parent) == ["days.jsonl"]


# Crashes


def test_truncated_journal_keeps_every_complete_line(tmp_path: Path) -> None:
    """Recovery works after each step and with the journal cut at any byte."""
    first, second = some_days()
    better = replace(second, difficulty=Difficulty(7, "gentle"))
    wanted: list[list[ArchivePuzzle]] = [[first], [first, second], [first, better]]
    work, killed = tmp_path / "work", tmp_path / "killed"
    work.mkdir()
    write(work / "days.jsonl", line_text(first))
    with ArchiveFile(str(work / "days.jsonl")) as file:
        for index, line in ((1, second), (1, better)):
            file.put(index, line)
        shutil.copytree(work, killed)
    assert (killed / "days.jsonl").read_text("utf-8") == texts_of(wanted[0])
    assert (work / "days.jsonl").read_text("utf-8") == texts_of(wanted[2])
    journal = (killed / "days.jsonl.part").read_bytes()
    ends = [place for place, byte in enumerate(journal) if byte == ord("\n")]
    assert len(ends) == 3
    cuts = {0, *ends, *(end + 1 for end in ends), *random.Random(3).sample(range(len(journal)), 20)}
    for cut in cuts:
        (killed / "days.jsonl").write_text(texts_of(wanted[0]), "utf-8")
        (killed / "days.jsonl.part").write_bytes(journal[:cut])
        with ArchiveFile(str(killed / "days.jsonl")) as file:
            expected = wanted[max(0, sum(end < cut for end in ends) - 1)]
            assert entries_of(file) == expected
        assert (killed / "days.jsonl").read_text("utf-8") == texts_of(expected)
        assert left_in(killed) == ["days.jsonl"]


def test_journal_already_in_the_file_is_not_applied_again(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    write(path, line_text(some_days()[0]))
    with ArchiveFile(str(path)) as file:
        file.put(1, some_days()[1])
        journal = Path(f"{path}.part").read_bytes()
    after = path.read_bytes()
    Path(f"{path}.part").write_bytes(journal)
    with ArchiveFile(str(path)) as file:
        assert texts_of(entries_of(file)).encode() == after
    assert left_in(tmp_path) == ["days.jsonl"]


def test_journal_of_a_deleted_file_is_discarded(days: str) -> None:
    with ArchiveFile(days) as file:
        file.put(2, some_drop())
        journal = Path(f"{days}.part").read_bytes()
    Path(days).unlink()
    Path(f"{days}.part").write_bytes(journal)
    with ArchiveFile(days) as file:
        assert entries_of(file) == []
    assert left_in(Path(days).parent) == []


def test_journal_of_a_new_file_is_recovered(tmp_path: Path) -> None:
    path, (first, second) = tmp_path / "days.jsonl", some_days()
    Path(f"{path}.part").write_text(texts_of([first]) + line_text(second)[:100], "utf-8")
    with ArchiveFile(str(path)) as file:
        assert entries_of(file) == [first]
        file.put(1, second)
    assert path.read_text("utf-8") == texts_of([first, second])
    assert left_in(tmp_path) == ["days.jsonl"]


def test_journal_is_recovered_repeatedly(days: str) -> None:
    """The journal isn't rewritten: its entries stay there until all are in the file."""
    folder = Path(days).parent
    with ArchiveFile(days) as file:
        file.put(2, some_drop())
        journal = Path(f"{days}.part").read_bytes()
    for _ in range(2):
        Path(days).write_text(texts_of(some_days()), "utf-8")
        Path(f"{days}.part").write_bytes(journal + b'{"torn')
        with ArchiveFile(days) as file:
            assert entries_of(file) == [*some_days(), some_drop()]
            assert Path(f"{days}.part").read_bytes() == journal
        assert left_in(folder) == ["days.jsonl"]


def test_pending_entries_are_saved_and_put_in_order(tmp_path: Path) -> None:
    """After a crash at any byte of the journal, no complete line is lost, and the file always has
    the first entries in order."""
    entries: list[ArchivePuzzle] = [*some_days(), some_drop()]
    order = [entry.id for entry in entries]
    path, killed = tmp_path / "days.jsonl", tmp_path / "killed.jsonl"
    with ArchiveFile(str(path)) as file:
        for index in (2, 1, 0):
            file.put_in_order(order, index, entries[index])
        journal = Path(f"{path}.part").read_bytes()
    assert path.read_text("utf-8") == texts_of(entries)
    assert left_in(tmp_path) == ["days.jsonl"]
    ends = [place for place, byte in enumerate(journal) if byte == ord("\n")]
    cuts = {0, *ends, *(end + 1 for end in ends), *random.Random(3).sample(range(len(journal)), 20)}
    for cut in cuts:
        Path(f"{killed}.part").write_bytes(journal[:cut])
        with ArchiveFile(str(killed)) as file:
            file.catch_up(order)
            had = len(file.ids) + len(file.pending)
            assert had == min(3, sum(end < cut for end in ends))
            assert file.ids == (order if had == 3 else [])
            for index in range(3):
                if order[index] not in {*file.ids, *file.pending}:
                    file.put_in_order(order, index, entries[index])
        assert killed.read_text("utf-8") == texts_of(entries)
        killed.unlink()
        assert left_in(tmp_path) == ["days.jsonl"]


def test_interrupt_keeps_pending_entries_in_the_journal(tmp_path: Path) -> None:
    entries: list[ArchivePuzzle] = [*some_days(), some_drop()]
    order, path = [entry.id for entry in entries], str(tmp_path / "days.jsonl")

    def interrupted(file: ArchiveFile, index: int) -> None:
        file.put_in_order(order, index, entries[index])
        raise KeyboardInterrupt

    for exists, index in ((0, 2), (1, 0)):
        with pytest.raises(KeyboardInterrupt), ArchiveFile(path) as file:
            interrupted(file, index)
        assert left_in(tmp_path) == ["days.jsonl", "days.jsonl.part"][1 - exists :]
    assert Path(path).read_text("utf-8") == texts_of(entries[:1])
    with ArchiveFile(path) as file:
        assert (file.ids, file.pending) == (order[:1], {order[2]})
        file.put_in_order(order, 1, entries[1])
    assert Path(path).read_text("utf-8") == texts_of(entries)
    assert left_in(tmp_path) == ["days.jsonl"]


def test_pipe_receives_entries_in_order(tmp_path: Path) -> None:
    entries: list[ArchivePuzzle] = [*some_days(), some_drop()]
    order, path = [entry.id for entry in entries], tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(path.read_text, "utf-8")
        with ArchiveFile(str(path)) as file:
            for index in (1, 2, 0):
                file.put_in_order(order, index, entries[index])
        assert read.result() == texts_of(entries)


def test_foreign_journal_file_is_refused_and_unchanged(days: str) -> None:
    other = Path(f"{days}.part")
    other.write_bytes(b"%PDF-1.7, half of it")
    with (
        pytest.raises(nd.NumberdropError, match="move it away"),
        ArchiveFile(days),
    ):
        pass
    assert other.read_bytes() == b"%PDF-1.7, half of it"
    assert left_in(other.parent) == ["days.jsonl", "days.jsonl.part"]


# Full disks


@pytest.fixture
def little_room() -> Iterator[Callable[[int], None]]:
    """Return a function that limits the size of files, to simulate a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_full_disk_leaves_no_empty_file(tmp_path: Path, little_room: Callable[[int], None]) -> None:
    path = str(tmp_path / "days.jsonl")
    little_room(100)
    with pytest.raises(OSError, match="too large") as caught, ArchiveFile(path) as file:
        file.put(0, some_days()[0])
    assert caught.value.filename == path
    assert file.unsaved == some_days()[0]
    assert left_in(tmp_path) == []


def test_full_disk_keeps_the_complete_lines_of_a_new_file(
    tmp_path: Path, little_room: Callable[[int], None]
) -> None:
    """The disk needs no room for a second copy of the lines."""
    path, (first, second) = tmp_path / "days.jsonl", some_days()
    little_room(len(texts_of([first])) + 100)
    with ArchiveFile(str(path)) as file:
        file.put(0, first)
        with pytest.raises(OSError, match="too large"):
            file.put(1, second)
    assert path.read_text("utf-8") == texts_of([first])
    assert left_in(tmp_path) == ["days.jsonl"]


def test_full_disk_keeps_new_lines_in_the_journal(
    days: str, little_room: Callable[[int], None]
) -> None:
    before = Path(days).read_bytes()
    little_room(len(before))
    with (
        pytest.raises(OSError, match=r"saved in .*days\.jsonl\.part for the next run") as caught,
        ArchiveFile(days) as file,
    ):
        file.put(2, some_drop())
    assert caught.value.filename == days
    assert Path(days).read_bytes() == before
    assert left_in(Path(days).parent) == ["days.jsonl", "days.jsonl.part"]
    little_room(resource.RLIM_INFINITY)
    with ArchiveFile(days) as file:
        assert entries_of(file) == [*some_days(), some_drop()]
    assert left_in(Path(days).parent) == ["days.jsonl"]


FEED = """
import sys
from numberdrop.jobs import in_order
from numberdrop.puzzles.archive.archive_file import ArchiveFile
from numberdrop.puzzles.archive.entry_text import read_line

def work(text):
    return read_line(text, "given")

if __name__ == "__main__":
    out, given, workers = sys.argv[1:]
    texts = open(given, encoding="utf-8").read().splitlines()
    with ArchiveFile(out) as file:
        for line in in_order(work, texts[len(file.ids):], int(workers)):
            file.put(len(file.ids), line)
            print(len(file.ids), flush=True)
            if sys.stdin.readline() != "more\\n":
                break
"""


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_killed_and_restarted_program_writes_the_same_file(workers: str, tmp_path: Path) -> None:
    """Programs are killed after confirming a number of lines."""
    program, out, given = tmp_path / "feed.py", tmp_path / "out.jsonl", tmp_path / "given.jsonl"
    program.write_text(FEED, "utf-8")
    texts = SHIPPED[0].read_text("utf-8").splitlines()[:12]
    write(given, *texts)
    had = 0
    for kill, puts in ((signal.SIGKILL, 1), (signal.SIGINT, 2), (signal.SIGTERM, 3), (None, 12)):
        process = subprocess.Popen(
            [sys.executable, str(program), str(out), str(given), workers],
            env=ENVIRON,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdin
        assert process.stdout
        for number in itertools.count(1):
            if not (output := process.stdout.readline()):
                break
            had += 1
            assert int(output) == had
            if kill is not None and number == puts:
                process.send_signal(kill)
                break
            process.stdin.write("more\n")
            process.stdin.flush()
        process.communicate(timeout=120)  # until stdout closes, which its workers inherit
        assert (out.read_text("utf-8") if out.exists() else "") in (
            "".join(f"{text}\n" for text in texts[:count]) for count in range(had + 1)
        )
    assert process.returncode == 0
    assert out.read_bytes() == given.read_bytes()
    assert left_in(tmp_path) == ["feed.py", "given.jsonl", "out.jsonl"]


DAYS = 6


def generate(path: Path, *more: str) -> list[str]:
    options = ["--from", "2026-11-20", "--days", str(DAYS), "--games", "1", "--out", str(path)]
    return [*PROGRAM, "puzzles", "generate", *options, *more]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "kills"),
    [("1", (signal.SIGKILL, signal.SIGTERM)), ("2", (signal.SIGINT, signal.SIGKILL))],
    ids=["1", "2"],
)
def test_killed_and_restarted_generate_command_writes_the_same_file(
    workers: str, kills: tuple[signal.Signals, ...], tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    subprocess.run(generate(whole), env=ENVIRON, check=True, capture_output=True)
    for kill in kills:
        process = subprocess.Popen(
            generate(broken, "--workers", workers),
            env=ENVIRON,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr
        had = int(process.stderr.readline().split(" of ")[0])
        while (said := process.stderr.readline()) and int(said.split(" of ")[0]) == had:
            pass
        process.send_signal(kill)
        process.communicate(timeout=120)
        # A new archive has its name once a run has ended.
        assert whole.read_bytes().startswith(broken.read_bytes() if broken.exists() else b"")
    subprocess.run(generate(broken, "--workers", workers), env=ENVIRON, check=True)
    assert broken.read_bytes() == whole.read_bytes()
    assert left_in(tmp_path) == ["broken.jsonl", "whole.jsonl"]


def test_generate_drops_writes_problems_in_order(tmp_path: Path) -> None:
    path = str(tmp_path / "drops.jsonl")
    with ArchiveFile(path) as file:
        assert generate_drops(file, 97, 1) == 1
        assert generate_drops(file, 97, 1) == 0
        assert file.ids == ["drop#97.15"]
        for seed, kind in ((5, "drop"), (97, "pocket")):
            with pytest.raises(nd.NumberdropError, match=f"expected a problem {kind}#{seed}.N, in"):
                generate_drops(file, seed, 2, kind=kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["drop", "pocket"])
def test_generate_drops_continues_an_interrupted_run(kind: str, tmp_path: Path) -> None:
    def made(name: str, *counts: int, workers: int = 1) -> bytes:
        path = tmp_path / name
        for count in counts:
            with ArchiveFile(str(path)) as file:
                generate_drops(file, 96, count, kind=kind, workers=workers)
        return path.read_bytes()

    assert made("parts.jsonl", 1, 2, 2) == made("shared.jsonl", 2, workers=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "executor"),
    [
        *((workers, "processes") for workers in (1, 2, 4)),
        *((2, executor) for executor in ("threads", "loky:ProcessPoolExecutor")),
    ],
)
def test_generated_days_do_not_depend_on_workers(
    workers: int, executor: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "days.jsonl")
    with ArchiveFile(path) as file:
        generate_days(file, FIRST, 3, games=1, nodes=5_000, workers=workers, executor=executor)
    wanted = [daily_entry(FIRST + datetime.timedelta(n), games=1, nodes=5_000) for n in range(3)]
    assert [line for _, line in read_lines(path)] == wanted
    assert os.listdir(tmp_path) == ["days.jsonl"]


def test_refresh_sets_new_targets_and_keeps_best_scores(tmp_path: Path) -> None:
    """Entries of generator 1 become this program's entries of the same days, then stay."""
    path = tmp_path / "days.jsonl"
    path.write_bytes(FIRST_ENTRIES.read_bytes())
    best = [entry.best for _, entry in read_lines(str(path))]
    for expected in (2, 0):
        with ArchiveFile(str(path)) as file:
            assert generate_days(file, FIRST, 2, games=3, refresh=True) == expected
        found = [entry for _, entry in read_lines(str(path))]
        assert found == [replace(day, best=b) for day, b in zip(some_days(), best, strict=True)]


def test_refresh_keeps_simulated_games_for_another_blind_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With new weights the blind player plays other games; bronze, silver and gold don't change."""
    monkeypatch.setattr("numberdrop.puzzles.archive.make_entries.simulated_game", None)
    day = some_days()[1]
    other = replace(day.blind, player=replace(day.blind.player, weights="others"), scores=(1, 2, 3))
    path = write(
        tmp_path / "days.jsonl", line_text(completed(day.puzzle, day.simulated, other, day.best))
    )
    with ArchiveFile(path) as file:
        assert generate_days(file, FIRST + datetime.timedelta(1), 1, games=3, refresh=True) == 1
    assert [entry for _, entry in read_lines(path)] == [day]
