"""The full-screen game, by keys and by mouse, at 80 by 24, in ASCII."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

import numberdrop as nd
from numberdrop.plan import Stop
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.results import Results
from numberdrop.rules import CELLS
from numberdrop.sessions import Store
from numberdrop.sessions.help import best_turn
from numberdrop.tui.app import GameApp
from numberdrop.tui.seat import Seat
from numberdrop.tui.sheet_widget import cell_at, place_of
from numberdrop.view.text import PLAIN, Look
from screens import Player, play, play_by_keys, play_by_mouse
from terminals import seat_at

#: The slide of D brings an X shape down.
FALLING = "44...../451.... -:-:- I1,O0,T1,L3,S0 3"
BY = [play_by_keys, play_by_mouse]
PlayTurn = Callable[[Player, nd.Turn], Awaitable[None]]


def free(folder: Path, position: str = FALLING, roll: str = "1443O") -> Seat:
    seat = seat_at(folder, kind="free", position=position)
    seat.do({"do": "roll", "roll": roll})
    return seat


@pytest.mark.slow
@pytest.mark.parametrize("play_turn", BY)
def test_whole_game_by_keys_or_mouse_matches_its_record(
    play_turn: PlayTurn, tmp_path: Path
) -> None:
    game = play_game(5, 0)
    seat = seat_at(tmp_path, kind="solo", seed=5)

    async def playing(player: Player) -> None:
        if play_turn is play_by_mouse:
            await player.click(game.start[0])
            await player.click_on("#bar", "write the 1")
        else:
            await player.press("home", *["right"] * (ord(game.start[0][0]) - ord("a")), "enter")
        for turn in game.turns:
            assert isinstance(turn, nd.Turn)
            await play_turn(player, turn)
            assert str(seat.session.state.turns[-1]) == str(turn)
        assert "Number Drop plain#5.0: " in player.text("#said")

    play(seat, playing)
    assert seat.session.to_record() == game.to_record()
    assert seat.results.all()[0][0].score == game.result()["scores"][-1]


@pytest.mark.parametrize("play_turn", BY)
def test_solved_drop_problem_shows_the_line_to_share(play_turn: PlayTurn, tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="drop", puzzle="drop#1.4")

    async def playing(player: Player) -> None:
        assert f"reach {seat.session.setup.goal} points; next: 5546S" in player.text("#title")
        while not seat.session.is_over():
            await play_turn(player, best_turn(seat.session))
            assert all(row.isascii() for row in player.rows())
        assert "solved: the best possible score" in player.text("#said")
        assert "Number Drop drop#1.4: solved" in player.text("#said")

    play(seat, playing, PLAIN)
    assert nd.replay(seat.session.to_record())["score"] == seat.session.setup.goal


def test_ascii_screen_fits_80_by_24_at_every_stage(tmp_path: Path) -> None:
    """Each stage, the keys, the turns and the field, at 80 by 24."""
    seat = seat_at(tmp_path, kind="solo", seed=7)
    seen: list[str] = []

    async def playing(player: Player) -> None:
        async def look(*keys: str) -> None:
            await player.press(*keys)
            rows = player.rows()
            assert len(rows) == 24
            assert all(row.isascii() and len(row) <= 80 for row in rows), rows
            seen.append(player.screen.stage if player.app.screen is screen else "other")

        screen = player.screen
        await look()
        await look("enter")
        await look("a")
        await look("enter")
        await look("x")
        await look("x")
        await look("?")
        await look("escape", "v")
        await look("escape", "b", "enter", "/")
        await look("escape", "enter")
        bars = player.text("#bar")
        assert bars.rstrip().endswith("keys")

    play(seat, playing, PLAIN)
    assert " ".join(seen) == "start slide place digits claim slide other other digits digits"


def test_cell_at_finds_every_drawn_cell(tmp_path: Path) -> None:
    assert [cell_at(*place_of(cell)) for cell in CELLS] == list(CELLS)
    assert {cell_at(x, 4) for x in range(30)} == {None}

    async def playing(player: Player) -> None:
        lines = player.text("#sheet").split("\n")
        for cell, digit in (("a1", "4"), ("b1", "5"), ("c1", "1"), ("a2", "4"), ("b2", "4")):
            x, y = place_of(cell)
            assert lines[y][x] == digit

    play(free(tmp_path), playing)


def test_ctrl_c_saves_the_game(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="daily", puzzle="2026-11-25")

    async def leaving(player: Player) -> None:
        await player.press("enter", "a", "enter")
        assert player.screen.stage == "digits"
        await player.press("ctrl+c")
        assert not player.app.is_running

    play(seat, leaving)
    store = Store(tmp_path)
    again = Seat(store, store.get(seat.kept.id), Results(tmp_path))
    assert again.kept == seat.kept
    assert again.session.state.partial.cells

    async def going_on(player: Player) -> None:
        assert player.screen.stage == "digits"
        assert player.hand.chosen == again.session.state.partial

    play(again, going_on)


def test_undo_redo_and_esc_change_the_stage(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="solo", seed=7)

    async def playing(player: Player) -> None:
        await player.press("enter", "a", "enter")
        pinned = seat.session.state.partial
        await player.press("u")
        assert (player.screen.stage, seat.session.state.partial.cells) == ("place", ())
        await player.press("ctrl+y")
        assert seat.session.state.partial == pinned
        await player.press("escape", "escape")
        assert player.screen.stage == "slide"
        await player.press(*"uuuuu")
        assert player.screen.stage == "start"
        await player.press("u")
        assert "nothing can be undone" in player.text("#said")

    play(seat, playing)


def test_typed_turn_is_played_and_log_returns_to_an_earlier_one(tmp_path: Path) -> None:
    seat = free(tmp_path)

    async def playing(player: Player) -> None:
        await player.press("/", *"A f1=4 g1=4 f2=1 g2=3", "enter")
        await player.press("x")
        assert "1 claim possible" in player.text("#said")
        assert len(seat.session.state.turns) == 0
        await player.press("x")
        assert len(seat.session.state.turns) == 1
        assert player.screen.stage == "roll"
        await player.press(*"146*s", "enter")
        assert str(seat.session.roll) == "146*S"
        await player.press("/", *"nonsense", "enter")
        assert "expected ROLL SLIDES PLACE" in player.text("#said")
        await player.press("v", "enter")
        assert seat.session.state.turns == ()
        assert str(seat.session.roll) == "1443O"

    play(seat, playing)


def test_game_changed_elsewhere_is_reloaded(tmp_path: Path) -> None:
    seat = free(tmp_path)

    async def playing(player: Player) -> None:
        other = Seat(Store(tmp_path), seat.kept, seat.results)
        other.do({"do": "type", "text": "A f1=4,g1=4,f2=1,g2=3"})
        await player.press("b")
        assert "it was continued elsewhere" in player.text("#said")
        assert seat.kept == other.kept
        assert player.hand.chosen.slides == ("A",)

    play(seat, playing)


def test_hint_arrives_while_the_game_continues(tmp_path: Path) -> None:
    async def playing(player: Player) -> None:
        await player.press("h")
        thinking = player.screen.thinking
        assert thinking
        await asyncio.to_thread(thinking.wait)
        await player.settled()
        ideas = player.text("#said").split("\n")[1:]
        assert [line.partition(":")[0] for line in ideas] == ["1", "2", "3"]
        assert " expected: " in ideas[0]
        await player.press("a")
        assert player.text("#said").split("\n")[1:] == ideas

    play(free(tmp_path), playing)


def test_second_press_says_why_the_first_idea_is_better(tmp_path: Path) -> None:
    async def said(player: Player) -> list[str]:
        await player.press("h")
        thinking = player.screen.thinking
        assert thinking
        await asyncio.to_thread(thinking.wait)
        await player.settled()
        return player.text("#said").split("\n")

    async def playing(player: Player) -> None:
        ideas = await said(player)
        why = await said(player)
        assert why[0].startswith("why 1 rather than 2: ")
        text = " ".join(line.strip() for line in why)
        assert text.endswith(")")
        assert await said(player) == ideas

    play(free(tmp_path), playing)


def test_changed_position_cancels_the_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(now: object, level: str, stop: Stop, *, why: bool) -> None:
        """Run until stopped, and find something then."""
        while not stop.is_set():
            time.sleep(0.001)
        raise nd.NumberdropError("too late")

    monkeypatch.setattr("numberdrop.tui.advice.ask_hint", search)

    async def playing(player: Player) -> None:
        await player.press("h")
        thinking = player.screen.thinking
        assert thinking
        assert "thinking..." in player.text("#said")
        await player.press("/", *"A f1=4 g1=4 f2=1 g2=3", "enter")
        assert not thinking.stop.is_set()
        await player.press("x", "x")
        assert thinking.stop.is_set()
        await asyncio.to_thread(thinking.wait)
        await player.settled()
        assert "too late" not in player.text("#said")
        assert "thinking" not in player.text("#said")

    play(free(tmp_path), playing)


def test_help_in_a_puzzle_is_counted(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="drop", puzzle="drop#1.4")

    async def playing(player: Player) -> None:
        await player.press("h")
        assert "help is noted in the result: H once more shows it" in player.text("#said")
        assert seat.session.helped == ()
        for words in ("look at", "place on", "the turn:", "the turn:"):
            await player.press("h")
            if thinking := player.screen.thinking:
                await asyncio.to_thread(thinking.wait)
            await player.settled()
            assert words in player.text("#said")

    play(seat, playing)
    assert [grade for _, grade in seat.session.helped] == ["region", "placement", "turn"]


def test_small_window_shows_a_message_and_ignores_keys(tmp_path: Path) -> None:
    seat = seat_at(tmp_path, kind="solo", seed=7)

    async def playing(player: Player, pilot: Pilot[None]) -> None:
        await player.press("enter")
        kept = seat.kept
        for width, height in ((79, 24), (80, 23), (40, 12)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await player.press("a", "enter", "u")
            shown = " ".join(" ".join(player.rows()).split())
            assert f"this window has {width} and {height}. Enlarge it" in shown
            assert "GAME OVER" not in shown
            assert seat.kept == kept
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await player.press("a")
        assert "GAME OVER" in " ".join(player.rows())
        assert seat.session.state.partial.slides == ("A",)

    async def run() -> None:
        app = GameApp(seat, Look())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await playing(Player(app), pilot)

    asyncio.run(run())


def test_right_click_turns_the_shape(tmp_path: Path) -> None:
    async def playing(player: Player) -> None:
        await player.press("a")
        assert player.hand.pose
        before = player.hand.pose.orientation
        await player.click("d1", button=3)
        assert player.hand.pose.orientation == before + 1

    play(free(tmp_path, roll="1443L"), playing)
