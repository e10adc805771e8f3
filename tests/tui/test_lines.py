"""The game in plain lines: typed input, and the lines of each answer."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import numberdrop as nd
from commands import GAMES, Run
from numberdrop.cli import main
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.tui.plain_lines import Lines
from numberdrop.tui.seat import Seat
from numberdrop.view.text import Look
from sessions import ended, played_on
from terminals import seat_at, typed_lines

#: The slide of D brings an X shape down.
FALLING = "44...../451.... -:-:- I1,O0,T1,L3,S0 3"


class Table:
    """A seat, and the answers to typed lines."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.refused: list[str] = []
        self.output: list[str] = []

    def __call__(self, *typed: str) -> list[str]:
        """Return the answers, without the first lines of the game."""
        waiting: list[str | None] = [*typed, None]
        lines = self.output = []
        self.refused = []
        counts: list[int] = []

        def ask() -> str | None:
            counts.append(len(lines))
            return waiting.pop(0)

        Lines(self.seat, ask, lines.append, self.refused.append).play()
        assert all(line.isascii() and line.isprintable() for line in lines + self.refused)
        return lines[counts[0] :]


def free(folder: Path, position: str, roll: str) -> Table:
    seat = seat_at(folder, kind="free", position=position)
    seat.do({"do": "roll", "roll": roll})
    return Table(seat)


def test_turn_chosen_part_by_part_is_played(tmp_path: Path) -> None:
    table = free(tmp_path, FALLING, "1443O")
    assert table("slide D")[-1] == "the L of D falls: drop it"
    assert all(" on " in line for line in table("drop g"))
    assert table("drop 1")[-1] == "place the shape: O"
    landings = table("place a")
    number = landings[0].partition(":")[0]
    assert table(f"place {number}")[-1] == "write the digits of 1443O"
    assert table("digits 4431")
    assert table.seat.session.state.partial.digits == (4, 4, 3, 1)
    claims = table("claims")
    assert claims[0].startswith("1: identical 3, ")
    assert table("claim 1")[0].endswith("+3 points")
    cells = table.seat.session.state.partial.claim
    assert cells
    assert table("why a1b1c1") == ["the digits are neither identical nor consecutive"]
    said = table("end", "log")
    assert said[0].startswith("turn 3 ended: slide D; the L of D falls on ")
    assert said[-1].startswith("3: 1443O D D@")
    assert table("undo")[0].startswith("slide D; the X of D on ")
    assert not table.refused


def test_cells_rows_and_columns_are_described(tmp_path: Path) -> None:
    table = free(
        tmp_path, "1...... 3:-:- I4x,O0,T1,L3o,S0 3".replace("1......", "aX1...."), "1443O"
    )
    assert table("a1?", "b1?", "C1?", "d14 ?") == [
        "a1: 0, used in a combo",
        "b1: X",
        "c1: 1",
        "d14: empty",
    ]
    assert table("b?", "e?") == ["b1: X", "column e: empty"]
    assert table("1?")[0].startswith("a1: 0, used in a combo; b1: X; c1: 1; d1: empty")
    assert table("board")[0].split() == ["1", "[0]", "X", "1", ".", ".", ".", "."]
    assert table("tiles")[:2] == ["A: I, notch 4 of 4, crossed off", "B: O, notch 0 of 4"]
    assert table("score")[1].startswith("open boxes: identical 4, ")
    assert table("?") == table("help")
    assert not table.refused


def test_typed_turn_may_omit_the_roll_and_the_slides(tmp_path: Path) -> None:
    table = free(tmp_path, FALLING, "1443O")
    for text in ("1443O A f1=4,g1=4,f2=1,g2=3", "A g2=3,f1=4,g1=4,f2=1", "a f1=4 g1=4 f2=1 g2=3"):
        assert table(text)[0].startswith("slide A; place f2=1 g2=3 f1=4 g1=4")
        table("undo")
    table("slide A")
    assert table("f1=4,g1=4,f2=1,g2=3 end")[0].startswith("turn 3 ended: slide A; place f1=4")
    assert table("random")[0].startswith("turn 4, roll ")
    assert not table.refused


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("jump", "expected a command or a turn, got 'jump'; see help"),
        ("slide F", "slide: expected a letter A to E, or two, got 'F'"),
        ("slide A B", "turn 3: expected 1 slide, got A B"),
        ("drop a1b1c1d1", "drop: no X shape falls now"),
        ("place z", "place: no such landing"),
        ("place 99", "place: expected 1 to 6, got 99"),
        ("place a9b9a10b10", "place: no shape can land on a10 a9 b10 b9"),
        ("digits 12", "digits: place the shape first"),
        ("claim 9", "claim: expected 1 to 1, got 9"),
        ("claim a1b1c1", "turn 3: claim: the digits are neither identical nor consecutive"),
        ("end", "turn 3: a tile must slide"),
        ("back x", "back: expected the number of a turn, got 'x'"),
        ("back 10000000000", "back: expected the number of a turn, got '10000000000'"),
        ("redo", "turn 3: there is nothing to redo"),
        ("99?", "expected a cell, a column or a row before ?, such as c4?"),
        ("hint best", "hint: expected one of fast, strong, deep, why, got 'best'"),
        ("A f3=4,g3=4,f2=1,g2=3", "did you mean '1443O A f1=1,g1=3,f2=4,g2=4'?"),
        ("A f1=4,g1=4,f2=9,g2=3", "turn 3: place: 1443O doesn't give the digits 9 3 4 4"),
        ("1444O A f1=4", "expected the roll 1443O, got 1444O"),
        ("\x1b[31m", "expected a command or a turn, got '\\x1b[31m'; see help"),
    ],
)
def test_wrong_input_is_reported_in_one_line(text: str, why: str, tmp_path: Path) -> None:
    table = free(tmp_path, FALLING, "1443O")
    before = table.seat.kept
    table(text)
    assert len(table.refused) == 1
    assert why in table.refused[0]
    assert table.seat.kept == before


def test_long_list_asks_for_a_column_or_cell(tmp_path: Path) -> None:
    table = free(tmp_path, "...1... -:-:- I0,O0,T0,L0,S0 1", "1463*")
    assert table("slide A B", "place")[-1] == (
        "105 landings; ask by column or cell: place c, place c4"
    )
    assert all("g2" in line for line in table("place g2"))
    assert all(": T on" in line for line in table("place t"))


def test_hints_are_printed_in_lines(tmp_path: Path) -> None:
    table = free(tmp_path, FALLING, "1443O")
    ideas = table("hint")
    assert [line.partition(":")[0] for line in ideas] == ["1", "2", "3"]
    *others, why = table("hint why")
    assert len(others) == 3
    assert why.startswith("why 1 rather than 2: ")
    text = ideas[0].rpartition(": ")[2]
    assert table(f"{text} end")[0].startswith("turn 3 ended")


def test_help_in_a_puzzle_reveals_more_each_time_and_is_counted(tmp_path: Path) -> None:
    table = Table(seat_at(tmp_path, kind="drop", puzzle="drop#1.4"))
    assert table("roll") == ["roll 4475T"]
    assert f"reach {table.seat.session.setup.goal} points; next: 5546S" in table.output
    while not table.seat.session.is_over():
        region, place, turn = (table("hint")[0] for _ in range(3))
        assert region.startswith("look at ")
        assert place.startswith("place on ")
        said = table(f"{turn.removeprefix('the turn: ')} end")
    assert "solved: the best possible score" in said
    rolls = len(table.seat.session.setup.rolls)
    assert f"Number Drop drop#1.4: solved (help taken {3 * rolls} times)" in said


def test_typed_turns_give_the_same_record(tmp_path: Path) -> None:
    game = play_game(5, 0).to_record()
    seat = seat_at(tmp_path, kind="solo", seed=5)
    said = Table(seat)(*typed_lines(game))
    assert seat.session.to_record() == game
    assert any(line.startswith("Number Drop plain#5.0: ") for line in said)
    assert said[-1] == "saved as result 1 by ABC; numberdrop scores lists it"
    assert any("the rulebook's high scores" in line for line in said)
    again = Table(seat)
    assert again("log")[-1].startswith(f"{len(game['turns'])}: ")
    assert said[-1] in again.output


def test_end_of_a_game_on_the_screen_stays_on_the_shell(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the text to share that `daily --submit` prints."""
    game = play_game(5, 0).to_record()

    def play(seat: Seat, look: Look) -> None:
        seat.do({"do": "start", "cell": game["start"]})
        for turn in game["turns"]:
            seat.do({"do": "type", "text": str(nd.Turn.from_json(turn))})
            seat.do({"do": "end"})

    monkeypatch.setattr("numberdrop.cli.play.has_screen", lambda: True)
    monkeypatch.setattr("numberdrop.tui.app.play_screen", play)
    said = run("play", "solo", "--seed", "5").out.splitlines()
    (here / "game.json").write_text(json.dumps(game))
    verdict = run("daily", "plain#5.0", "--submit", "game.json").out.splitlines()
    assert verdict[-3].startswith("Number Drop plain#5.0: ")
    assert "🟩" in verdict[-1]
    assert said[-4:-1] == verdict[-3:]
    assert said[-1].startswith("saved as result 1 by YOU")
    plain = run("play", "solo", "--seed", "5", "--ascii").out.splitlines()
    assert plain[-2] == verdict[-1].replace("🟩", "[x]").replace("⬜", "[ ]")


def test_finished_game_shows_the_name_of_its_player(tmp_path: Path) -> None:
    store, seats = Store(tmp_path), []
    for name in ("ABC", "QQQ"):
        kept = ended(store, random.Random(1), kind="solo", seed=5)
        seats.append(Seat(store, kept, Results(tmp_path), name))
    for number, seat in [*enumerate(seats, 1)] * 2:
        table = Table(seat)
        table("score")
        said = f"saved as result {number} by {seat.name}; numberdrop scores lists it"
        assert [line for line in table.output if "saved as" in line] == [said]
    seats[1].name = "ZZZ"  # another player sees the name of the one who played
    table = Table(seats[1])
    table("score")
    assert "saved as result 1 by ABC; numberdrop scores lists it" in table.output


def test_removed_result_is_not_added_again(tmp_path: Path) -> None:
    kept = ended(Store(tmp_path), random.Random(1), kind="solo")
    seat = Seat(Store(tmp_path), kept, Results(tmp_path), "ABC")
    said = "saved as result 1 by ABC; numberdrop scores lists it"
    for _ in range(2):
        table = Table(seat)
        table("score")
        assert said in table.output
    seat.results.remove(1)
    table = Table(seat)
    table("score")
    assert not any("saved as" in line for line in table.output)
    assert seat.results.all() == ([], [])


def test_game_continued_elsewhere_returns_its_current_state(tmp_path: Path) -> None:
    """And nothing that was done there is lost."""
    table = free(tmp_path, FALLING, "1443O")
    other = Seat(Store(tmp_path), table.seat.kept, table.seat.results)
    other.do({"do": "set", "turn": {"slides": ["B"]}})
    said = table("slide D", "place")
    assert len(table.refused) == 1
    assert table.refused[0].endswith(
        f"it was continued elsewhere and now has {other.kept.revision} steps; "
        "this step wasn't taken"
    )
    assert said[:2] == ["slide B: +0 points", "place the shape: O"]
    assert table.seat.kept == other.kept
    table("place 1", "quit")
    assert not table.refused
    assert table.seat.session.state.partial.slides == ("B",)


# The command.


def test_piped_game_gives_its_record(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_game(5, 0).to_record()
    (here / "typed.txt").write_text("".join(f"{line}\n" for line in typed_lines(game)))
    with (here / "typed.txt").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        done = run("play", "--seed", "5", "--json", "--name", "abc")
    assert (done.code, done.json()) == (0, game)
    assert "\nNumber Drop plain#5.0: " in done.err
    assert "resume" not in done.err
    assert [result["name"] for result in run("scores", "--json").json()["results"]] == ["ABC"]


def test_game_is_left_and_continued(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    lines = [*typed_lines(game)]

    def typing(texts: Iterable[str], *argv: str) -> tuple[int, str, str]:
        (here / "typed.txt").write_text("".join(f"{text}\n" for text in texts))
        with (here / "typed.txt").open() as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            done = run("play", *argv)
        return done.code, done.out, done.err

    code, out, err = typing(lines[:6], "plain#1.0")
    assert (code, "turn 3, roll " in out) == (0, True)
    name = err.split()[-1]
    assert err == f"the game is saved: numberdrop play --resume {name}\n"
    code, out, err = typing([*lines[6:9], "jump", "quit"], "plain#1.0")
    assert (code, err.count("numberdrop: ")) == (1, 1)
    assert "continuing plain#1.0" in err
    code, out, err = typing(lines[9:], "--resume", name[:6])
    assert (code, err) == (0, "")
    listed = run("play", "--list", "--json").json()
    assert [each["id"] for each in listed] == [name]
    assert listed[0]["score"] == game["result"]["final"]["total"]
    assert run("play", "--list").out.split()[0] == name
    assert typing([], "--resume")[2] == (
        "numberdrop: --resume: no unfinished game; numberdrop play starts one\n"
    )


@pytest.mark.parametrize(
    ("argv", "code", "why"),
    [
        (["--seed", "5", "2026-11-20"], 2, "--seed: expected alone, or with solo"),
        (["solo", "--new"], 2, "--new: expected with a puzzle"),
        (["2026-11-20", "--variant", "bga"], 2, "--variant: expected with solo"),
        (["3026-11-20"], 1, "this puzzle is released on 3026-11-20 (UTC)"),
        (["drop#9.9"], 1, "drop#9.9: expected one of the drop problems"),
        (["--resume", "abc"], 1, "there is no game 'abc'"),
        (["--list", "--plain"], 2, "--list: expected without --plain"),
        (["--resume", "--seed", "1"], 2, "--resume: expected without --seed"),
        (["nonsense"], 2, "puzzle: expected a day"),
        (["solo", "--name", "ABCD"], 2, "name: expected three letters"),
    ],
)
def test_illegal_turn_is_reported(
    argv: list[str], code: int, why: str, run: Run, here: Path
) -> None:
    done = run.fails("play", *argv)
    assert done.code == code
    assert why in done.err


@pytest.mark.parametrize("what", ["position", "record", "drop", "bga"])
def test_named_puzzle_is_played(
    what: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    argv, expected = {
        "position": (["612..../65335.1 I1,O0,T1,L0,S0 3"], "turn 3, score 0: type its roll"),
        "record": (["game.json"], "the game is over"),
        "drop": (["1.4"], "problem drop#1.4; type help for the commands"),
        "bga": (["solo", "--seed", "3", "--variant", "bga+slide"], "solo plain#3.0 (bga+slide)"),
    }[what]
    monkeypatch.setattr("sys.stdin", None)
    done = run("play", *argv)
    assert done.code == 0
    assert expected in done.out


def test_random_solo_game_replays(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="solo", seed=9)
    session = played_on(seat.session, random.Random(3))
    Table(seat)(*typed_lines(session.to_record()))
    assert nd.replay(seat.session.to_record()) == session.to_record()


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_terminal_without_textual_gets_lines_and_a_note(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = Screen(), Screen()
    for name, stream in (("stdin", Screen("d1\nquit\n")), ("stdout", out), ("stderr", err)):
        monkeypatch.setattr(f"sys.{name}", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("numberdrop.cli.terminal.find_spec", lambda name: None)
    assert main(["play", "--seed", "3"]) == 0
    assert out.getvalue().count("> ") == 2
    assert "turn 1, roll " in out.getvalue()
    assert err.getvalue().startswith(
        "playing line by line; for a full screen: pip install 'numberdrop[tui]'\n"
        "the game is saved: "
    )
