"""Overlays: the keys, and the turns played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..sessions.key_bindings import ACTIONS, GROUPS, keys_in_words

_HEADS = {
    "turn": "The turn",
    "place": "The shape",
    "digits": "The digits",
    "claim": "The claim",
    "game": "The game",
}


class KeysScreen(ModalScreen[None]):
    """The keys, by group. Any key closes it, except those that scroll."""

    BINDINGS = [("escape,enter,question_mark,q", "dismiss", "")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="other"):
            yield Static("\n".join(keys_lines()), markup=False)

    def on_mount(self) -> None:
        self.query_one("#other").focus()

    def on_click(self) -> None:
        self.dismiss()


class LogScreen(ModalScreen[int | None]):
    """The turns. Returns the number, from 1, of the turn before which the game should continue, or
    None."""

    BINDINGS = [("escape,q,v", "dismiss", "")]  # noqa: RUF012

    def __init__(self, turns: Iterable[Mapping[str, Any]], first: int, can_go_back: bool) -> None:
        super().__init__()
        self.lines = [
            f"{number:>2}  {turn['text']:<60} {turn['gain']:+3d} {turn['score']:>3}"
            for number, turn in enumerate(turns, first)
        ]
        self.can_go_back = can_go_back

    def compose(self) -> ComposeResult:
        does = "Enter returns to before a turn; " if self.can_go_back else ""
        there = "The turns." if self.lines else "No turn has ended yet."
        yield Static(f"{there} {does}Esc closes.", markup=False)
        yield OptionList(*(Option(line) for line in self.lines), id="other", markup=False)

    def on_mount(self) -> None:
        chosen = self.query_one(OptionList)
        chosen.focus()
        chosen.highlighted = len(self.lines) - 1 if self.lines else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index + 1 if self.can_go_back else None)


def keys_lines() -> list[str]:
    """Return the table of keys, group by group."""
    lines = ["Esc closes; arrows scroll.", ""]
    for group in GROUPS:
        lines.append(_HEADS[group])
        lines += [
            f"  {keys_in_words(action):<22} {action.description}"
            for action in ACTIONS
            if action.group == group
        ]
    return lines
