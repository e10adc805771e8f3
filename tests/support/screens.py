"""Automatic players of known turns on the screen, by keyboard or mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual import events

import numberdrop as nd
from numberdrop.sessions import PartialTurn, Pose
from numberdrop.sessions.key_bindings import in_textual
from numberdrop.tui.app import GameApp
from numberdrop.tui.hand import Hand
from numberdrop.tui.screen import GameScreen
from numberdrop.tui.seat import Seat
from numberdrop.tui.sheet_widget import place_of
from numberdrop.view.text import Look

Playing = Callable[["Player"], Awaitable[None]]


class Player:
    """A player at the screen. Events arrive as they do from a terminal; a Pilot would wait some
    tenths of a second for each key."""

    def __init__(self, app: GameApp) -> None:
        self.app, self.seat = app, app.seat

    @property
    def screen(self) -> GameScreen:
        screen = self.app.screen
        assert isinstance(screen, GameScreen)
        return screen

    @property
    def hand(self) -> Hand:
        assert self.screen.hand
        return self.screen.hand

    async def press(self, *keys: str) -> None:
        for key in keys:
            name = in_textual(key)[0]
            self.app.post_message(events.Key(name, key if len(key) == 1 else None))
            await self.settled()  # the key may open or close the widget that gets the next key

    def rows(self) -> list[str]:
        """Return the 24 rows of the screen."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    async def click(self, cell: str, button: int = 1) -> None:
        x, y = place_of(cell)
        await self._click_at("#sheet", x, y, button)

    async def click_on(self, widget: str, words: str) -> None:
        """Click on words of the panel or of the row below it, on the last match if there are
        several."""
        for y, line in reversed([*enumerate(self.text(widget).split("\n"))]):
            if words in line:
                await self._click_at(widget, line.index(words) + 1, y)
                return
        raise AssertionError(f"{words!r} can't be seen")

    async def _click_at(self, widget: str, x: int, y: int, button: int = 1) -> None:
        region = self.screen.query_one(widget).region
        x, y = region.x + x, region.y + y
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
        await self.settled()

    async def settled(self) -> None:
        """Wait until all events and their consequences are handled, or the app has ended."""
        app = self.app
        for node in (app, app.screen, *app.screen.query("*"), app.screen, app, app.screen):
            done = asyncio.Event()
            node.call_later(done.set)
            while not done.is_set() and node.is_running and app.is_running:
                await asyncio.sleep(0)

    def text(self, widget: str) -> str:
        found = self.app.screen.query_one(widget)
        strips = found.render_lines(found.size.region)
        return "\n".join(strip.text for strip in strips)


def play(seat: Seat, playing: Playing, look: Look = Look()) -> None:  # noqa: B008
    """Play on a screen of 80 by 24."""

    async def run() -> None:
        app = GameApp(seat, look)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await playing(Player(app))

    asyncio.run(run())


async def pin_by_keys(player: Player, cells: tuple[str, ...]) -> None:
    """Turn and move the current shape until it rests on these cells, then pin it."""
    wanted = pose_on(player.hand, cells)
    if wanted.shape != held(player).shape:
        await player.press(wanted.shape.lower())
    while held(player).orientation != wanted.orientation:
        await player.press("space")
    while held(player).column != wanted.column:
        await player.press("right" if wanted.column > held(player).column else "left")
    while held(player) != wanted:
        await player.press("tab")
    await player.press("enter")


def held(player: Player) -> Pose:
    assert player.hand.pose
    return player.hand.pose


def pose_on(hand: Hand, cells: tuple[str, ...]) -> Pose:
    assert hand.piece
    [pose] = [pose for pose in hand.piece.poses if set(pose.cells) == set(cells)]
    return pose


async def play_by_keys(player: Player, turn: nd.Turn) -> None:
    wanted = PartialTurn.of_turn(turn)
    drops = list(turn.drops)
    for letter in turn.slides:
        if player.hand.stage == "slide":
            await player.press(letter.lower())
        while player.hand.is_due:
            await pin_by_keys(player, drops.pop(0).cells)
    if wanted.cells:
        await pin_by_keys(player, wanted.cells)
        await player.press(*(str(digit) for digit in wanted.digits))
        await player.press("enter")
    if player.screen.stage == "claim" and len(player.seat.session.state.turns) < 99:
        claims = [offered.claim.cells for offered in player.hand.shown.claims]
        if turn.claim and turn.claim in claims[:9]:
            await player.press(str(claims.index(turn.claim) + 1), "enter")
        elif turn.claim:
            for cell in turn.claim:
                await go_to(player, cell)
                await player.press("space")
            await player.press("enter")
        elif player.hand.is_decided:
            await player.press("enter")
        else:
            await player.press("n", "enter")


async def go_to(player: Player, cell: str) -> None:
    """Move the claim cursor to `cell`."""
    right = ord(cell[0]) - ord(player.hand.cursor[0])
    up = int(cell[1:]) - int(player.hand.cursor[1:])
    await player.press(*(["right" if right > 0 else "left"] * abs(right)))
    await player.press(*(["up" if up > 0 else "down"] * abs(up)))


async def play_by_mouse(player: Player, turn: nd.Turn) -> None:
    wanted = PartialTurn.of_turn(turn)
    drops = list(turn.drops)
    for letter in turn.slides:
        if player.hand.stage == "slide":
            await player.click_on("#panel", f"> {letter}  ")
        while player.hand.is_due:
            await pin_by_mouse(player, drops.pop(0).cells)
    if wanted.cells:
        await pin_by_mouse(player, wanted.cells)
        await lay_dice(player, wanted)
        await player.click_on("#bar", "continue")
    if player.screen.stage == "claim" and not player.hand.is_decided:
        for cell in turn.claim or ():
            await player.click(cell)
        if not turn.claim:
            await player.click_on("#bar", "none")
    if player.screen.stage == "claim" and player.seat.position == player.hand.shown.position:
        await player.click_on("#bar", "end")


async def pin_by_mouse(player: Player, cells: tuple[str, ...]) -> None:
    """Click on a cell until the right landing through it is shown."""
    wanted = pose_on(player.hand, cells)
    if wanted.shape != held(player).shape:
        await player.click_on("#panel", f" {wanted.shape} ")
    while held(player) != wanted:
        await player.click(cells[0])
    await player.click_on("#bar", "pin")


async def lay_dice(player: Player, wanted: PartialTurn) -> None:
    """Swap the dice into the wanted order, and give the stars their digits."""
    for at, (cell, digit) in enumerate(zip(wanted.cells, wanted.digits, strict=True)):
        tray = player.hand.tray
        if tray.faces[at] == str(digit):
            continue
        rest = range(at + 1, len(tray.faces))
        there = next((i for i in rest if tray.faces[i] == str(digit)), None)
        if there is None and tray.faces[at] != "*":
            there = next(i for i in rest if tray.faces[i] == "*")
        if there is not None:
            await player.click(cell)
            await player.click(wanted.cells[there])
        if tray.faces[at] == "*":
            await player.click(cell)
            await player.click_on("#panel", f" {digit} ")
