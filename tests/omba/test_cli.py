"""The commands of Omba: what they print, wrong input, an interrupt, a damaged cache."""

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


def test_solve_tells_the_start_and_keeps_the_table(run: Run, here: Path) -> None:
    done = run("omba", "solve", "--cubes", "2", "--workers", "1")
    assert done.out.splitlines() == [
        "the first player wins with 0.42276369 to 0.42276369",
        "659 positions that no symmetry makes equal",
    ]
    assert "s of processor time" in done.err
    again = run("omba", "solve", "--cubes", "2", "--json").json()
    assert again["rounds"] == 0
    assert again["folder"] == str(here / "data" / "cache" / "omba" / "S-2-2")
    assert again["upper"] - again["lower"] <= 1e-8
    judged = run("omba", "certify", "--cubes", "2", "--json").json()
    assert (judged["positions"], judged["faults"]) == (again["positions"], 0)


def test_an_interrupt_keeps_what_was_done(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    @contextmanager
    def interrupting(total: float) -> Iterator[Callable[[float, str], None]]:
        def show(share: float, words: str) -> None:
            told.append(words)
            if len(told) == 50:
                signal.raise_signal(signal.SIGINT)

        yield show

    whole = run("omba", "solve", "--cubes", "3", "--json", "--workers", "1").json()
    table = {path.name: path.read_bytes() for path in Path(whole["folder"]).iterdir()}
    for path in Path(whole["folder"]).iterdir():
        path.unlink()
    monkeypatch.setattr("numberdrop.cli.omba.bar", interrupting)
    done = run("omba", "solve", "--cubes", "3", "--workers", "1")
    assert done.code == 130
    assert done.out == ""
    assert done.err.splitlines() == [
        "kept what was done; the same command goes on",
        "numberdrop: interrupted",
    ]
    assert any(path.suffix == ".begun" for path in Path(whole["folder"]).iterdir())
    assert run("omba", "solve", "--cubes", "3", "--workers", "2").code == 0
    assert {path.name: path.read_bytes() for path in Path(whole["folder"]).iterdir()} == table


def test_a_damaged_table_is_told_and_made_anew(run: Run, here: Path) -> None:
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
        assert done.err.endswith("a0-1: damaged; numberdrop omba solve makes it anew\n")
    assert run("omba", "solve", "--cubes", "2").code == 0
    forget()
    assert run("omba", "value", position).out == right


def test_what_is_not_at_hand_is_offered(run: Run) -> None:
    for words in (["value", "start"], ["best", "start", "2"], ["review", RECORD], ["certify"]):
        done = run("omba", *words)
        assert (done.code, done.out) == (1, "")
        assert done.err.endswith(
            "no table of 6 cubes at hand: numberdrop omba solve --cubes 6 makes it, once\n"
        )


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["value", "-,-,-/X,-,-/-,-,- A 6,6"], 2, "position, a2: expected AB, got 'x'"),
        (["value", "nonsense"], 2, "position: expected RANK3/RANK2/RANK1 SIDE HANDS"),
        (["value", "some words"], 2, "one blank between them, got 'some words'"),
        (
            ["value", BOARD, "--games", "100", "--seed", "5"],
            2,
            "two players: expected without --games and --seed, which mean nothing beside it",
        ),
        (
            ["best", BOARD, "3", "--games", "100"],
            2,
            "two players: expected without --games, which means nothing beside it",
        ),
        (["best", BOARD, "7"], 2, "roll: expected one die, 1 to 6, got '7'"),
        (["best", BOARD, "3", "--variant", "Q"], 2, "variant: expected one of S, R, E, F"),
        (["solve", "--cubes", "7"], 2, "--cubes: expected a number 1 to 6, or two, got '7'"),
        (["solve", "--cubes", "1,2,3"], 2, "--cubes: expected a number 1 to 6"),
        (["puzzles", "--cubes", "2,1"], 2, "--cubes: expected a whole number 1 to 6, got '2,1'"),
        (["puzzles", "--grade", "mild"], 2, "--grade: expected easy, medium or hard"),
        (["match", "thumb"], 2, "PLAYER: expected two to four, got 1"),
        (["match", "thumb", "tumb"], 2, "PLAYER: expected random, monte-carlo"),
        (["play", "--seat", "C"], 2, "--seat: expected a letter A to B, got 'C'"),
        (["play", "--json", "zz"], 1, "expected a move such as a1c2 or +b2, or help; got 'zz'"),
        (["play", "--seats", "you"], 2, "--seats: expected two to four names, got 1"),
        (["play", "--seats", "you,me"], 2, "--seats: expected you, random, monte-carlo"),
        (["play", "--seats", "you,you", "--seat", "B"], 2, "--seats: expected without --seat"),
        (["play", "--from", RECORD], 1, "--from: expected a game that goes on, B has won"),
        (["play", "--against", "exact"], 1, "no table of 6 cubes at hand"),
        (["match", "exact", "random"], 1, "no table of 6 cubes at hand"),
        (["replay", RECORD.replace("1+b3", "1+b2")], 1, "ply 2: expected a move of B worth 1"),
        (["replay", "nowhere.txt"], 2, "nowhere.txt: No such file"),
    ],
)
def test_wrong_input_is_told_in_one_line(words: list[str], code: int, told: str, run: Run) -> None:
    done = run("omba", *words)
    assert (done.code, done.out) == (code, "")
    last = done.err.splitlines()[-1]
    assert last.startswith("numberdrop: ")
    assert told in last


def test_a_file_is_read_and_named(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "game.txt").write_text(RECORD.replace(" ", "\n"))
    assert run("omba", "replay", "game.txt").out.startswith("15 plies, B wins: ")
    (here / "bad.txt").write_text(RECORD.replace("=B", "=A"))
    done = run.fails("omba", "replay", "bad.txt")
    assert done.err == "numberdrop: bad.txt: ply 16: expected the result =B, got =A\n"


def test_review_adds_up(run: Run) -> None:
    told = run("omba", "review", OMBA_GAME, "--json").json()
    assert told["winner"] == "C"
    assert all(one["skill"] <= 1e-8 for one in told["plies"])
    lines = run("omba", "review", OMBA_GAME).out.splitlines()
    assert len(lines) == 1 + len(told["plies"]) + 2
    assert re.fullmatch(r"[ACD]: luck [-+]\d\.\d{3}, skill [-+]\d\.\d{3}", lines[-1])


def test_a_game_is_played_in_lines(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "b1\nundo\nhint\nmoves\nB1\nquit\n")
    done = run("omba", "play", "--seed", "4", "--against", "random")
    assert done.code == 0
    record = done.out.splitlines()[-1]
    assert omba.replay(record).plies[0].move == "+b1"
    for told in (
        "+b3: enters on b1, walks on to b3 over b2",
        "A, you have rolled 3: +a2 +b1 +b3 +c2",
    ):
        assert told in done.out
    types(monkeypatch, "zz\n\ufeff\nquit\n")
    on = run("omba", "play", "--seats", "you,you", "--from", record, "--by-hand")
    assert (on.code, on.out.splitlines()[-1]) == (1, record)
    assert on.err.startswith("numberdrop: expected a roll, 1 to 6, or help, got 'zz'\n")


def test_a_screen_is_shown_where_there_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.cli.omba_play.has_screen", lambda: True)
    monkeypatch.setattr("numberdrop.omba.tui.app.play_screen", lambda session: session)
    done = run("omba", "play", "--seats", "you,thumb,you", "--variant", "E")
    assert (done.code, done.out) == (0, "omba/3/E =?\n")


def test_a_game_told_in_json_goes_on_from_its_moves(run: Run) -> None:
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


def test_chances_of_more_players_are_estimated(run: Run) -> None:
    told = run("omba", "value", "start 3", "--games", "400", "--json").json()
    assert told["games"] == 400
    assert sum(told["shares"].values()) == pytest.approx(1)
    lines = run("omba", "value", "start 3", "--games", "400").out.splitlines()
    assert [line[:12] for line in lines] == [f"{side} wins with "[:12] for side in "ABC"]
    assert all(" ± 0.02" in line for line in lines)


def test_puzzles_tell_their_solutions_only_if_asked(run: Run) -> None:
    [told] = run("omba", "puzzles", "--cubes", "2", "--json").json()
    drawn = run("omba", "puzzles", "--cubes", "2").out
    assert told["position"] in drawn
    assert f"{told['solution']}  " not in drawn
    assert f"{told['solution']}  " in run("omba", "puzzles", "--cubes", "2", "--solutions").out
    assert told["margin"] >= 0.1


def test_a_position_is_drawn(run: Run, here: Path) -> None:
    done = run("omba", "show", BOARD, "--svg", "a.svg")
    assert "BB" in done.out
    assert (here / "a.svg").read_text("utf-8").startswith("<svg ")
    told = run("omba", "show", BOARD, "--json").json()
    assert told["moves"]["3"] == [*omba.Position.from_text(BOARD).moves(3)]
