"""The commands of Omba: output, invalid input, an interrupt, a damaged cache."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from commands import Run
from numberdrop import omba
from numberdrop.omba.tables import forget
from omba_agreement import RECORD
from written import BOARD, OMBA_GAME

pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture(autouse=True)
def fresh() -> None:
    forget()


def types(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_solve_prints_the_value_and_stores_the_table(run: Run, here: Path) -> None:
    done = run("omba", "solve", "--cubes", "2", "--workers", "1")
    assert done.out.splitlines() == [
        "the first player wins with probability 0.42276369 to 0.42276369",
        "659 positions that differ by more than symmetry",
    ]
    assert "s of processor time" in done.err
    again = run("omba", "solve", "--cubes", "2", "--json").json()
    assert again["rounds"] == 0
    assert again["folder"] == str(here / "data" / "cache" / "omba" / "S-2-2")
    assert again["upper"] - again["lower"] <= 1e-8
    judged = run("omba", "certify", "--cubes", "2", "--json").json()
    assert (judged["positions"], judged["faults"]) == (again["positions"], 0)


def test_interrupted_solve_continues_from_checkpoint(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts: list[str] = []

    @contextmanager
    def interrupting(total: float) -> Iterator[Callable[[float, str], None]]:
        def show(share: float, words: str) -> None:
            parts.append(words)
            if len(parts) == 50:
                signal.raise_signal(signal.SIGINT)

        yield show

    whole = run("omba", "solve", "--cubes", "3", "--json", "--workers", "1").json()
    table = {path.name: path.read_bytes() for path in Path(whole["folder"]).iterdir()}
    for path in Path(whole["folder"]).iterdir():
        path.unlink()
    monkeypatch.setattr("numberdrop.cli.omba_tables.bar", interrupting)
    done = run("omba", "solve", "--cubes", "3", "--workers", "1")
    assert done.code == 130
    assert done.out == ""
    assert done.err.splitlines() == [
        "finished layers are saved; the same command continues",
        "numberdrop: interrupted",
    ]
    assert any(path.suffix == ".begun" for path in Path(whole["folder"]).iterdir())
    assert run("omba", "solve", "--cubes", "3", "--workers", "2").code == 0
    assert {path.name: path.read_bytes() for path in Path(whole["folder"]).iterdir()} == table


def test_damaged_table_fails_and_solve_rebuilds_it(run: Run, here: Path) -> None:
    folder = Path(run("omba", "solve", "--cubes", "2", "--json").json()["folder"])
    position = "-,-,-/B,-,-/-,-,- A 2,1"
    right = run("omba", "value", position).out
    file = folder / "a0-1"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    forget()
    for words in (["value", position], ["certify", "--cubes", "2"]):
        done = run.fails("omba", *words)
        assert done.code == 1
        assert done.err.endswith("a0-1: damaged; numberdrop omba solve rebuilds it\n")
    assert run("omba", "solve", "--cubes", "2").code == 0
    forget()
    assert run("omba", "value", position).out == right


def test_missing_table_names_the_command_that_makes_it(run: Run) -> None:
    for words in (["value", "start"], ["best", "start", "2"], ["review", RECORD], ["certify"]):
        done = run("omba", *words)
        assert (done.code, done.out) == (1, "")
        assert done.err.endswith(
            "no table of 6 cubes yet: make it once with numberdrop omba solve --cubes 6\n"
        )


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["value", "-,-,-/X,-,-/-,-,- A 6,6"], 2, "position, a2: expected AB, got 'x'"),
        (["value", "nonsense"], 2, "position: expected RANK3/RANK2/RANK1 SIDE HANDS"),
        (["value", "some words"], 2, "separated by single spaces, got 'some words'"),
        (
            ["value", BOARD, "--games", "100", "--seed", "5"],
            2,
            "a table: expected without --games and --seed, which have no effect with it",
        ),
        (
            ["best", BOARD, "3", "--games", "100"],
            2,
            "a table: expected without --games, which has no effect with it",
        ),
        (["best", BOARD, "7"], 2, "roll: expected one die, 1 to 6, got '7'"),
        (["best", BOARD, "3", "--variant", "Q"], 2, "variant: expected one of S, R, E, F"),
        (["solve", "--cubes", "7"], 2, "--cubes: expected one to three numbers 1 to 6, got '7'"),
        (
            ["solve", "--cubes", "1,2,3"],
            2,
            "--cubes: expected three equal numbers 1 to 3 for three",
        ),
        (["solve", "--cubes", "1,1,1", "--ties", "none"], 2, "--ties: expected first or last"),
        (
            ["solve", "--cubes", "3", "--ties", "last"],
            2,
            "--ties: expected with the cubes of three",
        ),
        (["puzzles", "--cubes", "2,1"], 2, "--cubes: expected a whole number 1 to 6, got '2,1'"),
        (["puzzles", "--grade", "mild"], 2, "--grade: expected easy, medium or hard"),
        (["match", "thumb"], 2, "PLAYER: expected two to four, got 1"),
        (["match", "thumb", "tumb"], 2, "PLAYER: expected random, monte-carlo"),
        (["play", "--seat", "C"], 2, "--seat: expected a letter A to B, got 'C'"),
        (["play", "--json", "zz"], 1, "expected a move such as a1c2 or +b2, or help; got 'zz'"),
        (["play", "--seats", "you"], 2, "--seats: expected two to four names, got 1"),
        (["play", "--seats", "you,me"], 2, "--seats: expected you, random, monte-carlo"),
        (["play", "--seats", "you,you", "--seat", "B"], 2, "--seats: expected without --seat"),
        (["play", "--from", RECORD], 1, "--from: expected an unfinished game, B has won"),
        (["play", "--against", "exact"], 1, "no table of 6 cubes yet"),
        (["match", "exact", "random"], 1, "no table of 6 cubes yet"),
        (["replay", RECORD.replace("1+b3", "1+b2")], 1, "ply 2: expected a move of B worth 1"),
        (["replay", "nowhere.txt"], 2, "nowhere.txt: No such file"),
    ],
)
def test_invalid_input_prints_one_line(words: list[str], code: int, message: str, run: Run) -> None:
    done = run("omba", *words)
    assert (done.code, done.out) == (code, "")
    last = done.err.splitlines()[-1]
    assert last.startswith("numberdrop: ")
    assert message in last


def test_record_file_is_read_and_named_in_errors(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "game.txt").write_text(RECORD.replace(" ", "\n"))
    assert run("omba", "replay", "game.txt").out.startswith("15 plies, B wins: ")
    (here / "bad.txt").write_text(RECORD.replace("=B", "=A"))
    done = run.fails("omba", "replay", "bad.txt")
    assert done.err == "numberdrop: bad.txt: ply 16: expected the result =B, got =A\n"


def test_review_prints_plies_and_sums(run: Run) -> None:
    printed = run("omba", "review", OMBA_GAME, "--json").json()
    assert printed["winner"] == "C"
    assert all(one["skill"] <= 1e-8 for one in printed["plies"])
    lines = run("omba", "review", OMBA_GAME).out.splitlines()
    assert len(lines) == 1 + len(printed["plies"]) + 2
    assert re.fullmatch(r"[ACD]: luck [-+]\d\.\d{3}, skill [-+]\d\.\d{3}", lines[-1])


def test_play_in_lines_prints_record(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "b1\nundo\nhint\nmoves\nB1\nquit\n")
    done = run("omba", "play", "--seed", "4", "--against", "random")
    assert done.code == 0
    record = done.out.splitlines()[-1]
    assert omba.replay(record).plies[0].move == "+b1"
    for line in (
        "+b3: enters on b1, walks on to b3 over b2",
        "A, you rolled 3: +a2 +b1 +b3 +c2",
    ):
        assert line in done.out
    types(monkeypatch, "zz\n\ufeff\nquit\n")
    on = run("omba", "play", "--seats", "you,you", "--from", record, "--by-hand")
    assert (on.code, on.out.splitlines()[-1]) == (1, record)
    assert on.err.startswith("numberdrop: expected a roll from 1 to 6, or help, got 'zz'\n")


def test_play_uses_the_screen_if_available(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.cli.omba_play.has_screen", lambda: True)
    monkeypatch.setattr("numberdrop.omba.tui.app.play_screen", lambda session: session)
    done = run("omba", "play", "--seats", "you,thumb,you", "--variant", "E")
    assert (done.code, done.out) == (0, "omba/3/E =?\n")


def test_play_json_continues_after_its_moves(run: Run) -> None:
    words = ["omba", "play", "--seed", "4", "--against", "random", "--json"]
    first = run(*words).json()
    assert first == {
        "record": "omba/2/S =?",
        "position": str(omba.Position.start()),
        "winner": None,
        "roll": 3,
    }
    then = run(*words, "b1").json()
    assert omba.replay(then["record"]).plies[0].move == "+b1"
    assert len(omba.replay(then["record"]).plies) == 2


def test_value_of_three_players_is_an_estimate(run: Run) -> None:
    printed = run("omba", "value", "start 3", "--games", "400", "--json").json()
    assert printed["games"] == 400
    assert sum(printed["shares"].values()) == pytest.approx(1)
    lines = run("omba", "value", "start 3", "--games", "400").out.splitlines()
    assert [line[:12] for line in lines] == [f"{side} wins with "[:12] for side in "ABC"]
    assert all(" ± 0.02" in line for line in lines)


def test_puzzles_print_solutions_only_on_request(run: Run) -> None:
    [printed] = run("omba", "puzzles", "--cubes", "2", "--json").json()
    drawn = run("omba", "puzzles", "--cubes", "2").out
    assert printed["position"] in drawn
    assert f"{printed['solution']}  " not in drawn
    assert f"{printed['solution']}  " in run("omba", "puzzles", "--cubes", "2", "--solutions").out
    assert printed["margin"] >= 0.1


def test_show_draws_position_and_writes_svg(run: Run, here: Path) -> None:
    done = run("omba", "show", BOARD, "--svg", "a.svg")
    assert "BB" in done.out
    assert (here / "a.svg").read_text("utf-8").startswith("<svg ")
    printed = run("omba", "show", BOARD, "--json").json()
    assert printed["moves"]["3"] == [*omba.Position.from_text(BOARD).moves(3)]
