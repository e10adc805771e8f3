"""The screens over the game: the keys and rules, and the list of plies."""

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
    "your hand. A player without such a move is out; the last one in wins.",
    "",
    "A step to an adjacent square costs 1 plus the difference in level between the two. A cube "
    "from the hand enters on a square marked +, which costs 1 plus its level, and may walk on. A "
    "cube never visits a square twice in one move. A covered cube can't move.",
)


class KeysScreen(ModalScreen[None]):
    """The keys and their actions, and the rules in short."""

    BINDINGS = [("escape,enter,question_mark,q", "dismiss", "")]  # noqa: RUF012

    def __init__(self, keys: Sequence[tuple[Sequence[str], str]]) -> None:
        super().__init__()
        self.keys = keys

    def compose(self) -> ComposeResult:
        lines = [f"  {_key_names(names):<28} {action}" for names, action in self.keys]
        mouse = "  click on a square            choose the next move that ends or starts there"
        roll = "  1 to 6                       enter the roll of a real die"
        leave = "  Ctrl+C, Ctrl+Q               leave, and print the record"
        with VerticalScroll(id="overlay"):
            yield Static("\n".join([*lines, roll, mouse, leave, "", *_RULES]), markup=False)

    def on_mount(self) -> None:
        self.query_one("#overlay").focus()

    def on_click(self) -> None:
        self.dismiss()


def _key_names(names: Sequence[str]) -> str:
    """Return key names as people write them."""
    known = {"question_mark": "?", "shift+tab": "Shift+Tab", "ctrl+z": "Ctrl+Z"}
    return ", ".join(known.get(name, name.capitalize()) for name in names)


class LogScreen(ModalScreen[int | None]):
    """The list of plies. Its result is the index of the ply to go back to, None to stay."""

    BINDINGS = [("escape,q,v", "dismiss", "")]  # noqa: RUF012

    def __init__(self, plies: Iterable[str]) -> None:
        super().__init__()
        self.plies = [f"{number:>3}  {text}" for number, text in enumerate(plies, 1)]

    def compose(self) -> ComposeResult:
        title = (
            "Plies: Enter goes back to before the selected one" if self.plies else "No plies yet"
        )
        yield Static(f"{title}. Esc returns to the game.", markup=False)
        yield OptionList(*(Option(line) for line in self.plies), id="overlay", markup=False)

    def on_mount(self) -> None:
        self.query_one("#overlay").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)
