"""Automatic players of the page, by keyboard, mouse or touch, who choose at random from what it
offers."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Keys that move the current shape.
MOVES = ["ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight", " ", "Shift+ ", "f"]


class Player:
    """A player of the game shown on `page`; `rng` chooses."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page = page
        self.rng = rng
        page.wait_for_selector("[data-stage]")

    @property
    def stage(self) -> str:
        """Wait for all pending requests, and return the stage of the turn."""
        self.page.wait_for_selector("[data-waiting='0']")
        return str(self.page.get_attribute("[data-stage]", "data-stage"))

    @property
    def turns(self) -> int:
        """Return the number of turns that have ended."""
        return self.page.locator("[data-turn]").count()

    def play(self, turns: int = 20) -> None:
        """Play to the end of the game, or until `turns` turns in all have ended."""
        while (stage := self.stage) != "over" and self.turns < turns:
            getattr(self, stage)()

    def some(self, selector: str) -> Any:
        """Return a random matching element of the page, or None."""
        found = self.page.locator(selector).all()
        return self.rng.choice(found) if found else None

    def arranged(self) -> list[str]:
        """Return the dice in random order, each star as a digit."""
        dice = [text.strip() for text in self.page.locator("[data-die]").all_inner_texts()]
        self.rng.shuffle(dice)
        return [str(self.rng.randrange(10)) if die == "★" else die for die in dice]


class KeysPlayer(Player):
    """A player with the keyboard only."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def start(self) -> None:
        self.press(*self.rng.choices(["ArrowLeft", "ArrowRight"], k=self.rng.randrange(4)), "Enter")

    def slide(self) -> None:
        self.press(self.some(".is-due[data-letter]").get_attribute("data-letter").lower())

    def place(self) -> None:
        if shape := self.some("button[data-shape]"):
            self.press(shape.get_attribute("data-shape").lower())
        keys = [
            "ArrowLeft",
            "ArrowRight",
            "Shift+ArrowLeft",
            "Shift+ArrowRight",
            " ",
            "Shift+ ",
            "f",
        ]
        self.press(*self.rng.choices(keys, k=self.rng.randrange(6)), "Enter")

    def digits(self) -> None:
        self.press(*self.arranged(), "Enter")

    def claim(self) -> None:
        if chips := self.page.locator("[data-claim]").count():
            self.press(str(self.rng.randint(1, min(9, chips))))
        self.press("Enter")


class HandPlayer(Player):
    """A player with a pointer: a mouse, or touch if `point` is overridden."""

    def point(self, there: Locator) -> None:
        there.click()

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"[data-cell='{name}']")

    def start(self) -> None:
        self.point(self.cell(f"{self.rng.choice('abcdefg')}1"))

    def slide(self) -> None:
        self.point(self.some(".is-due[data-letter]"))

    def aim(self) -> None:
        """Pin the shape by a cell, then take another landing with a second press on it. A block has
        fallen after the first."""
        cell = self.cell(f"{self.rng.choice('abcdefg')}{self.rng.randint(1, 9)}")
        for _ in range(self.rng.randint(1, 3)):
            self.point(cell)
            if self.stage not in ("place", "digits"):
                break

    def place(self) -> None:
        if shape := self.some("button[data-shape]"):
            self.point(shape)
        for action in self.rng.choices(["turn", "flip", "left", "right"], k=self.rng.randrange(3)):
            self.point(self.page.locator(f"[data-action={action}]"))
        self.aim()

    def digits(self) -> None:
        one, other = self.rng.sample(range(4), 2)
        for at in (one, other):
            self.point(self.page.locator(f"[data-die='{at}']"))
        while self.page.locator(".die.is-star", has_text="★").count():
            self.point(self.page.locator(f"[data-digit='{self.rng.randrange(10)}']"))
            assert self.stage == "digits"
        assert self.stage == "digits"
        self.finish()

    def finish(self) -> None:
        """Claim with a button or cell by cell, then end the turn."""
        if chip := self.some("[data-claim]"):
            if self.rng.random() < 0.5:
                self.point(chip)
            else:
                self.by_cells(chip)
            self.page.wait_for_selector("[data-claim][aria-pressed=true]")
        self.point(self.page.locator("[data-action=end]"))

    def by_cells(self, chip: Locator) -> None:
        words = re.findall(r"\b[a-g]\d{1,2}\b", chip.get_attribute("aria-label") or "")
        self.rng.shuffle(words)
        self.point(self.page.locator("[data-action=mark]"))
        for name in words:
            self.point(self.cell(name))

    claim = finish


class MousePlayer(HandPlayer):
    """A player who also moves the shape with the mouse and the wheel, and drags it."""

    def aim(self) -> None:
        where = self.cell(f"{self.rng.choice('abcdefg')}{self.rng.randint(1, 9)}")
        where.hover()
        for _ in range(self.rng.randrange(3)):
            self.page.mouse.wheel(0, 100)
        where.click()
        if self.stage == "digits" and self.rng.random() < 0.5:
            pinned = self.page.locator(".is-pinned").first
            pinned.hover()
            self.page.mouse.down()
            self.cell(f"{self.rng.choice('abcdefg')}9").hover()
            self.page.mouse.up()


class TouchPlayer(HandPlayer):
    """A player who taps, and drags with a finger."""

    def point(self, there: Locator) -> None:
        there.tap()

    def aim(self) -> None:
        if self.rng.random() < 0.5:
            super().aim()
        else:
            self.drag(self.cell("d5"), self.cell(f"{self.rng.choice('abcefg')}5"))

    def drag(self, start: Locator, end: Locator) -> None:
        start.scroll_into_view_if_needed()
        places = [middle(start), middle(end)]
        places.insert(1, {axis: (places[0][axis] + places[1][axis]) / 2 for axis in "xy"})
        finger = self.page.context.new_cdp_session(self.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": places[:1]})
        for place in places[1:]:
            finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [place]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()


def middle(there: Locator) -> dict[str, float]:
    """Return the centre of an element in window coordinates."""
    box = there.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
