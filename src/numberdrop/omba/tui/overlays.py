"""The screens beside the game: the keys with the rules in short, and the plies so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

_RULES: Final = (
    "Make one move worth exactly the roll, with one cube: the top one of a stack, or one from "
    "your hand. Who has none is out; the last one in wins.",
    "",
    "A step to a square beside costs 1, and as much more as the levels of the two differ. A cube "
    "from the hand enters on a square with a +, which costs 1 and its level, and may walk on. No "
    "square twice in one move. A covered cube can't move.",
)


class KeysScreen(ModalScreen[None]):
    """Keys, each with what it does; any of some keys leads back."""

    BINDINGS = [("escape,enter,question_mark,q", "dismiss", "")]  # noqa: RUF012

    def __init__(self, keys: Sequence[tuple[Sequence[str], str]]) -> None:
        super().__init__()
        self.keys = keys

    def compose(self) -> ComposeResult:
        lines = [f"  {_shown(names):<28} {does}" for names, does in self.keys]
        mouse = "  a click on a square          the next move that ends, or begins, there"
        hand = "  1 to 6                       the roll, where you roll a die yourself"
        leave = "  Ctrl+C, Ctrl+Q               leave; the record is printed"
        with VerticalScroll(id="other"):
            yield Static("\n".join([*lines, hand, mouse, leave, "", *_RULES]), markup=False)

    def on_mount(self) -> None:
        self.query_one("#other").focus()

    def on_click(self) -> None:
        self.dismiss()


def _shown(names: Sequence[str]) -> str:
    """Keys as people name them."""
    known = {"question_mark": "?", "shift+tab": "Shift+Tab", "ctrl+z": "Ctrl+Z"}
    return ", ".join(known.get(name, name.capitalize()) for name in names)


class LogScreen(ModalScreen[int | None]):
    """The plies; the number, from 0, of the one before which the game is to go on, or None."""

    BINDINGS = [("escape,q,v", "dismiss", "")]  # noqa: RUF012

    def __init__(self, plies: Iterable[str]) -> None:
        super().__init__()
        self.plies = [f"{number:>3}  {text}" for number, text in enumerate(plies, 1)]

    def compose(self) -> ComposeResult:
        there = (
            "The plies; Enter goes back to before one" if self.plies else "No ply has been played"
        )
        yield Static(f"{there}. Esc leads back.", markup=False)
        yield OptionList(*(Option(line) for line in self.plies), id="other", markup=False)

    def on_mount(self) -> None:
        self.query_one("#other").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)
