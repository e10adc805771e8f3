"""The full-screen program at 80 by 24, by keys and mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from numberdrop import omba
from numberdrop.omba.rules import SQUARES
from numberdrop.omba.session import Session
from numberdrop.omba.tui.app import OmbaApp
from numberdrop.omba.tui.board import centre_of, square_at

pytestmark = pytest.mark.usefixtures("here")


class Player:
    """A player at the screen."""

    def __init__(self, app: OmbaApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def session(self) -> Session:
        return self.app.game_screen.session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        """Wait until all automatic steps are done."""
        await self.pilot.pause()
        while self.app.is_running and (self.session.needs == "nothing" or [*self.app.workers]):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()

    def rows(self) -> list[str]:
        return [strip.text for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        return "\n".join(self.rows())


def play(
    session: Session,
    playing: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> Session:
    app = OmbaApp(session, 0)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await playing(Player(app, pilot))

    asyncio.run(run())
    return app.game_screen.session


def test_square_at_inverts_centre_of() -> None:
    assert [square_at(*centre_of(square)) for square in SQUARES] == [*SQUARES]
    assert square_at(0, 0) is square_at(3, 4) is square_at(60, 2) is None


def test_keys_play_hint_and_undo() -> None:
    async def playing(player: Player) -> None:
        first = player.session
        assert "A, choose a move worth 3" in player.text()
        await player.press("down")
        assert "costs 1" in player.text()
        await player.press("enter")
        assert "A rolls 3: enters on a2, walks on to b1 over a1" in player.text()
        assert player.session.game.plies[0].move == "+b1"
        assert len(player.session.game.plies) == 2
        await player.press("h")
        assert "estimated from 4,000 games" in player.text()
        await player.press("v")
        assert "2  B rolls" in player.text()
        await player.press("enter")
        assert player.session == first
        await player.press("u")
        assert "expected a move of yours to take back" in player.text()
        await player.press("question_mark")
        assert "A covered cube can't move" in " ".join(player.text().split())
        await player.press("escape", "ctrl+c")

    play(Session.begin(["you", "thumb"], seed=4), playing)


def test_whole_game_fits_in_80_ascii_columns() -> None:
    async def playing(player: Player) -> None:
        while player.session.needs != "over":
            assert all(row.isascii() and len(row) <= 80 for row in player.rows())
            await player.press("enter")
        assert "wins" in player.text()

    final = play(Session.begin(["you", "random", "you"], seed=2), playing)
    assert omba.replay(str(final.game)).winner == final.position.winner


def test_docker_deal_is_played_on_the_screen() -> None:
    async def playing(player: Player) -> None:
        assert "Omba, Docker's deal: 0 plies; A, choose a move worth 3" in player.text()
        assert player.text().count("3 in hand") == 3
        while player.session.needs != "over":
            assert all(len(row) <= 80 for row in player.rows())
            await player.press("enter")
        assert "wins" in player.text()

    final = play(Session.begin(["you", "thumb", "greedy"], seed=4, deal="docker"), playing)
    assert str(final.game).startswith("docker/3/S 3")
    assert omba.replay(str(final.game)).winner == final.position.winner


def test_real_die_and_mouse_clicks() -> None:
    async def playing(player: Player) -> None:
        assert "roll for A" in player.text()
        await player.press("4")
        x, y = centre_of("c3")
        await player.pilot.click("#board", offset=(x, y))
        await player.settled()
        assert player.app.game_screen.chosen_move
        assert player.app.game_screen.chosen_move.move == "+c3"
        await player.press("enter", "3")
        assert str(player.session.game.plies[0]) == "4+c3"
        x, y = centre_of("c3")
        await player.pilot.click("#board", offset=(x, y))
        assert (
            player.app.game_screen.chosen_move.move.startswith("c3")
            or player.app.game_screen.chosen_move.move[1:] == "c3"
        )

    play(Session.begin(["you", "you"], dice="hand"), playing)


def test_small_window_shows_needed_size() -> None:
    async def playing(player: Player) -> None:
        assert "The game needs 80 columns and 24 lines" in player.text()
        await player.press("enter")
        assert not player.session.game.plies

    play(Session.begin(["you", "thumb"], seed=4), playing, (79, 24))
