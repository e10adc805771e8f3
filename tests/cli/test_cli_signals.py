"""Signals that end a command: Ctrl-C, SIGTERM, and SIGHUP of a closed terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, GAMES, PROGRAM, TIMEOUT, Run, played
from numberdrop.puzzles.archive.archive_file import ArchiveFile
from numberdrop.puzzles.archive.reading import read_lines
from places import ROOT
from written import lay_out

ENDS = {
    signal.SIGINT: (130, "interrupted"),
    signal.SIGTERM: (143, "terminated"),
    signal.SIGHUP: (129, "the terminal was closed"),
}
every_signal = pytest.mark.parametrize("number", ENDS, ids=lambda number: number.name)


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """What `nohup` or `&` had these tests ignore is heard here, and by the programs they start."""
    ignored = [number for number in ENDS if signal.getsignal(number) == signal.SIG_IGN]
    for number in ignored:
        told = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        signal.signal(number, told)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture
def sent_after(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has a function of a module send a signal, as often as wanted, in its call number `call`."""

    def after(module: str, name: str, number: int, *, call: int, times: int = 1) -> None:
        owner, calls = import_module(f"numberdrop.{module}"), [0]
        real = getattr(owner, name)

        def sending(*words: Any, **more: Any) -> Any:
            calls[0] += 1
            for _ in range(times if calls[0] == call else 0):
                os.kill(os.getpid(), number)
            return real(*words, **more)

        monkeypatch.setattr(owner, name, sending)

    return after


@every_signal
def test_selfplay_keeps_the_games_that_are_done_and_goes_on(
    number: int, run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    """The one under way is dropped."""
    sent_after("plan.hints.selfplay", "play_game", number, call=3)
    words = ["lab", "selfplay", "--seed", "1", "--workers", "1", "--out", "games.jsonl", "--json"]
    done = run(*words, "--games", "4")
    assert done.code == ENDS[signal.Signals(number)][0]
    assert "the games are kept in games.jsonl; the same command continues with them" in done.err
    found = done.json()
    assert found["games"] == found["made_by"]["games"] == 2
    kept = [json.loads(line) for line in (here / "games.jsonl").read_text().splitlines()]
    assert [{**record, "selfplay": None} for record in kept] == [
        {**record, "selfplay": None} for record in played(2)
    ]
    assert found["mean"] == sum(game["result"]["final"]["total"] for game in kept) / 2
    again = run(*words, "--games", "4")
    assert "continuing after 2 of 4 games" in again.err
    here.joinpath("games.jsonl").rename("first.jsonl")
    assert {**run(*words, "--games", "4").json(), "ms_per_turn": None} == {
        **again.json(),
        "ms_per_turn": None,
    }
    assert (here / "games.jsonl").read_bytes() == (here / "first.jsonl").read_bytes()
    assert run(*words, "--games", "4").json()["ms_per_turn"] is None
    assert sorted(os.listdir(here)) == ["first.jsonl", "games.jsonl"]


@every_signal
def test_interrupted_selfplay_without_a_file_prints_its_results(
    number: int, run: Run, sent_after: Callable[..., None]
) -> None:
    sent_after("plan.hints.selfplay", "play_game", number, call=3)
    done = run("lab", "selfplay", "--games", "300", "--seed", "1", "--workers", "1", "--json")
    assert done.code == 0
    assert done.json()["games"] == 2


@every_signal
def test_selfplay_without_a_game_prints_nothing(
    number: int, run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    sent_after("plan.hints.selfplay", "play_game", number, call=1)
    done = run.fails(
        *("lab", "selfplay", "--games", "3", "--seed", "1"),
        *("--workers", "1", "--out", "games.jsonl"),
    )
    code, words = ENDS[signal.Signals(number)]
    assert (done.code, done.err) == (code, f"numberdrop: {words}\n")
    assert os.listdir(here) == []


@every_signal
def test_a_choice_is_kept_as_good_as_it_is(
    number: int, run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    sent_after("puzzles.schedule.search", "minimized", number, call=3)
    pockets = str(ROOT / "puzzles" / "pockets.jsonl")
    words = ["puzzles", "choose", pockets, "--from", "2027-01-01", "--days", "90"]
    done = run(*words, "--effort", "1000", "--out", "days.jsonl", "--json")
    assert done.code == ENDS[signal.Signals(number)][0]
    assert "stopped: days.jsonl has the best choice so far, and another search needs" in done.err
    kept = [entry.id for _, entry in read_lines("days.jsonl")]
    assert done.json()["problems"] == kept
    assert len({*kept}) == 90
    assert done.json()["status"] == "BEST FOUND"
    assert run("puzzles", "verify", "days.jsonl", "--json").json()["faults"] == []
    assert os.listdir(here) == ["days.jsonl"]


@every_signal
def test_a_review_shows_the_turns_that_are_done(
    number: int, run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    """The one under way is dropped."""
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    sent_after("plan.hints.review", "luck_of", number, call=3)
    done = run("review", "game.json", "--level", "fast", "--json")
    assert done.code == 0
    assert [turn["turn"] for turn in done.json()["turns"]] == [1, 2]


@every_signal
def test_generate_keeps_the_days_that_are_done(
    number: int, run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    sent_after("puzzles.archive.generate", "daily_entry", number, call=2)
    words = ["--from", "2026-11-20", "--days", "3", "--games", "1", "--workers", "1"]
    done = run("puzzles", "generate", *words, "--out", "days.jsonl")
    code, said = ENDS[signal.Signals(number)]
    assert (done.code, done.out) == (code, "")
    assert done.err.splitlines()[-1] == f"numberdrop: {said}"
    assert [entry.id for _, entry in read_lines("days.jsonl")] == ["2026-11-20"]
    assert os.listdir(here) == ["days.jsonl"]


@every_signal
@pytest.mark.parametrize(
    ("words", "module", "name"),
    [
        (["sheet", "2026-11-20", "--out", "out.svg"], "view.paper.page", "page_svg"),
        (["puzzles", "verify", "days.jsonl"], "puzzles.archive.verify", "check_entry"),
        (
            ["puzzles", "export", "days.jsonl", "--out", "o.csv"],
            "puzzles.archive.export",
            "csv_rows",
        ),
        (["lab", "train", "--games", "0", "--weights", "w"], "plan.hints.selfplay", "selfplay"),
    ],
    ids=lambda value: value[0] + value[1] if isinstance(value, list) else "",
)
def test_other_commands_leave_all_as_it_was(
    words: list[str],
    module: str,
    name: str,
    number: int,
    run: Run,
    here: Path,
    sent_after: Callable[..., None],
) -> None:
    lay_out(here)
    before = sorted(os.listdir(here))
    sent_after(module, name, number, call=1)
    code, said = ENDS[signal.Signals(number)]
    done = run(*words)
    assert (done.code, done.out) == (code, "")
    assert done.err.splitlines()[-1] == f"numberdrop: {said}"
    assert sorted(os.listdir(here)) == before


def test_a_signal_that_comes_twice_disturbs_nothing(
    run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    """As timeout(1) sends it: to the program, and to its group."""
    sent_after("puzzles.archive.generate", "daily_entry", signal.SIGTERM, call=2)
    sent_after("files", "replace_file", signal.SIGTERM, call=1)
    sent_after("journal", "replace_file", signal.SIGTERM, call=1)
    words = ["--from", "2026-11-20", "--days", "3", "--games", "1", "--workers", "1"]
    assert run("puzzles", "generate", *words, "--out", "days.jsonl").code == 143
    assert [entry.id for _, entry in read_lines("days.jsonl")] == ["2026-11-20"]
    assert os.listdir(here) == ["days.jsonl"]


def test_handlers_are_those_of_before(run: Run, here: Path) -> None:
    before = {number: signal.getsignal(number) for number in ENDS}
    assert run("lab", "selfplay", "--games", "1", "--seed", "1").code == 0
    assert {number: signal.getsignal(number) for number in ENDS} == before


def test_ignored_signal_stays_ignored(
    run: Run, here: Path, sent_after: Callable[..., None]
) -> None:
    """As by nohup, and as Ctrl-C is by what a shell without job control has in the background."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDS}
    try:
        for number in ENDS:
            sent_after("plan.hints.selfplay", "play_game", number, call=1)
        done = run("lab", "selfplay", "--games", "2", "--seed", "1", "--workers", "1", "--json")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert done.json()["games"] == 2


LOADING = """
import runpy, sys

awaited = sys.argv[1]

class Interrupting:
    def find_spec(self, name, *more):
        if name == awaited:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.argv[1:] = ["daily"]
runpy.run_module("numberdrop", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["numberdrop.cli.app", "numberdrop.cli.daily"])
def test_ctrl_c_during_the_start_prints_one_line(module: str) -> None:
    words = [sys.executable, "-c", LOADING, module]
    done = subprocess.run(words, env=ENVIRON, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "numberdrop: interrupted\n")


@pytest.mark.parametrize("words", [["--json"], ["--workers", "2"]], ids=["json", "workers"])
def test_a_search_that_the_system_ends_keeps_what_it_has(words: list[str], here: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "max", "plain#9.0", "--seconds", "100", "--out", "result.json", *words],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert b"score" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        os.killpg(process.pid, signal.SIGTERM)
        out, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    kept = json.loads((here / "result.json").read_text())
    assert nd.Maximum.from_json(kept).to_json() == kept
    assert str(kept["score"]) in out.decode()
    assert os.listdir(here) == ["result.json"]


@pytest.mark.slow
def test_generate_with_workers_that_get_the_signal_as_well_keeps_what_is_done(here: Path) -> None:
    words = ["--from", "2026-11-20", "--days", "60", "--games", "1", "--workers", "2"]
    with subprocess.Popen(
        [*PROGRAM, "puzzles", "generate", *words, "--out", "days.jsonl"],
        env=ENVIRON,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stderr is not None
        while not (line := process.stderr.readline()).startswith("6 of 60"):
            assert line, "it ended"
        os.killpg(process.pid, signal.SIGTERM)
        _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 143
    assert err.splitlines()[-1] == "numberdrop: terminated"
    # A day that was done before the one it follows waits for it in the journal.
    left = set(os.listdir(here))
    with ArchiveFile("days.jsonl") as file:
        assert len(file.ids) + len(file.pending) >= 6
        assert left == {"days.jsonl", *(["days.jsonl.part"] if file.pending else [])}
