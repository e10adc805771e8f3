"""The key bindings of a game: one table for the page and the terminal.

Keys are spelt like `left`, `shift+tab` or `.`; in_browser() and in_textual() convert them to the
names that a browser and Textual use. The action of a key depends on the stage of the turn: Enter
goes to the next stage, Esc to the previous one. No letter that chooses something at one stage ends
the turn at another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..rules import LETTERS, SOLO_SHAPES

#: The stages of a turn, by what is chosen. `start`: the cell of the first 1; `slide`: a tile;
#: `place`: the pose of the player's shape or an X shape; `digits`: the digits of its cells;
#: `claim`: a combo, or none.
STAGES: Final = ("start", "slide", "place", "digits", "claim")
#: The groups of actions, in the order of the help.
GROUPS: Final = ("turn", "place", "digits", "claim", "game")

_MOVING = ("start", "place")


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its keys.

    `group` is one of GROUPS. Each of `keys` triggers the action in the `stages`. If `values` isn't
    empty, it has a value for each key. A `terminal` action isn't on the page, because browsers use
    its keys themselves.
    """

    name: str
    group: str
    keys: tuple[str, ...]
    stages: tuple[str, ...]
    description: str
    values: tuple[str, ...] = ()
    terminal: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the action for the page, with the browser's key names."""
        return {
            "action": self.name,
            "group": self.group,
            "keys": [in_browser(key) for key in self.keys],
            "stages": list(self.stages),
            "takes": list(self.values),
            "says": self.description,
        }


def _letters(values: str) -> tuple[str, ...]:
    return tuple(values.lower())


#: All actions, with unique names; in a stage no key belongs to two of them.
ACTIONS: Final = (
    Action(
        "accept", "turn", ("enter",), STAGES, "accept the choice shown, and go to the next stage"
    ),
    Action("back", "turn", ("escape",), STAGES, "go one stage back"),
    Action(
        "end",
        "turn",
        ("ctrl+enter", "x"),
        ("digits", "claim"),
        "end the turn; asks first if a combo is possible",
    ),
    Action("undo", "turn", ("ctrl+z", "u"), STAGES, "undo: a step of this turn, or the last turn"),
    Action("redo", "turn", ("ctrl+y", "r"), STAGES, "redo what was undone"),
    Action(
        "slide",
        "place",
        _letters(LETTERS),
        ("slide",),
        "slide the tile of this letter",
        tuple(LETTERS),
    ),
    Action("left", "place", ("left",), _MOVING, "one column to the left"),
    Action("right", "place", ("right",), _MOVING, "one column to the right"),
    Action("to-left", "place", ("shift+left", "home"), _MOVING, "to the left wall"),
    Action("to-right", "place", ("shift+right", "end"), _MOVING, "to the right wall"),
    Action("turn", "place", ("space", "up"), ("place",), "next orientation, including flips"),
    Action("turn-back", "place", ("shift+space", "down"), ("place",), "previous orientation"),
    Action("flip", "place", ("f",), ("place",), "flip"),
    Action(
        "shape",
        "place",
        _letters(SOLO_SHAPES),
        ("place",),
        "choose this shape, if the shape die shows a star",
        tuple(SOLO_SHAPES),
    ),
    Action(
        "rest", "place", ("tab",), ("place",), "another landing in this column, under an overhang"
    ),
    Action(
        "digit",
        "digits",
        tuple("0123456789"),
        ("digits",),
        "write this digit, and go to the next cell",
        tuple("0123456789"),
    ),
    Action("erase", "digits", ("backspace",), ("digits",), "go back to the previous cell"),
    Action("next-cell", "digits", ("tab", "right"), ("digits",), "next cell"),
    Action("last-cell", "digits", ("shift+tab", "left"), ("digits",), "previous cell"),
    Action("arrange", "digits", (".", "down"), ("digits",), "next arrangement of the dice"),
    Action("arrange-back", "digits", (",", "up"), ("digits",), "previous arrangement of the dice"),
    Action(
        "claim",
        "claim",
        tuple("123456789"),
        ("claim",),
        "choose the claim of this number",
        tuple("123456789"),
    ),
    Action("no-claim", "claim", ("n", "0"), ("claim",), "claim nothing"),
    Action("claim-left", "claim", ("left",), ("claim",), "to the cell on the left"),
    Action("claim-right", "claim", ("right",), ("claim",), "to the cell on the right"),
    Action("claim-up", "claim", ("up",), ("claim",), "to the cell above"),
    Action("claim-down", "claim", ("down",), ("claim",), "to the cell below"),
    Action("mark", "claim", ("space",), ("claim",), "add this cell to the claim, or remove it"),
    Action("hint", "game", ("h",), STAGES, "a hint; in a puzzle, help that reveals more each time"),
    Action("type", "game", ("/",), STAGES, "type the turn, or a roll"),
    Action("help", "game", ("?",), STAGES, "the keys"),
    Action("log", "game", ("v",), STAGES, "the turns played; Enter returns to one", terminal=True),
    Action("leave", "game", ("ctrl+c", "ctrl+q"), STAGES, "save and leave", terminal=True),
)

_IN_BROWSER: Final = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "space": " ",
    "enter": "Enter",
    "escape": "Escape",
    "tab": "Tab",
    "backspace": "Backspace",
    "home": "Home",
    "end": "End",
    "shift": "Shift",
    "ctrl": "Control",
}
_IN_TEXTUAL: Final = {".": "full_stop", ",": "comma", "/": "slash", "?": "question_mark"}
_IN_WORDS: Final = {
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "escape": "Esc",
}


def in_browser(key: str) -> str:
    """Return the key as `Control+` and `Shift+` for modifiers, then KeyboardEvent.key.

    Letters are in lower case, whatever the event has.
    """
    return "+".join(_IN_BROWSER.get(part, part) for part in key.split("+"))


def in_textual(key: str) -> tuple[str, ...]:
    """Return the names that Textual may use for a key: a letter also counts in upper case."""
    name = _IN_TEXTUAL.get(key, key)
    return (name, name.upper()) if len(name) == 1 and name.isalpha() else (name,)


def in_words(key: str) -> str:
    """Return the label of a key: `Shift+Tab`, `H`, `.`."""
    return "+".join(_IN_WORDS.get(part, part.capitalize()) for part in key.split("+"))


def keys_in_words(action: Action) -> str:
    """Return the labels of the keys of an action, with a row of digits as a range."""
    if action.values and action.values[0].isdigit():
        return f"{action.keys[0]} to {action.keys[-1]}"
    return ", ".join(map(in_words, action.keys)) if not action.values else " ".join(action.values)


def page_keys() -> list[dict[str, Any]]:
    """Return the actions of the page as JSON objects."""
    return [action.to_json() for action in ACTIONS if not action.terminal]


def actions_in(stage: str) -> dict[str, tuple[Action, str]]:
    """Map each key that is active in `stage` to its action and its value, empty if it has none."""
    return {
        key: (action, action.values[at] if action.values else "")
        for action in ACTIONS
        if stage in action.stages
        for at, key in enumerate(action.keys)
    }
