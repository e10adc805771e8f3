"""The key bindings of the page and the terminal."""

from __future__ import annotations

from collections import Counter

import pytest

from numberdrop.sessions.key_bindings import (
    ACTIONS,
    GROUPS,
    STAGES,
    actions_in,
    in_browser,
    in_textual,
    in_words,
    keys_in_words,
    page_keys,
)

ALL_KEYS = sorted({key for action in ACTIONS for key in action.keys})


def test_actions_have_unique_names_and_known_groups() -> None:
    assert max(Counter(action.name for action in ACTIONS).values()) == 1
    assert {action.group for action in ACTIONS} == set(GROUPS)
    assert {stage for action in ACTIONS for stage in action.stages} == set(STAGES)
    for action in ACTIONS:
        assert not action.values or len(action.values) == len(action.keys)
        assert len(action.description) <= 60


@pytest.mark.parametrize("stage", STAGES)
def test_key_has_one_action_in_a_stage(stage: str) -> None:
    keys = Counter(key for action in ACTIONS if stage in action.stages for key in action.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert len(actions_in(stage)) == len(keys)
    assert {"enter", "escape", "h", "?"} <= set(keys)


def test_spellings_distinguish_keys() -> None:
    for spelling in (in_browser, in_textual, in_words):
        assert len({spelling(key) for key in ALL_KEYS}) == len(ALL_KEYS)


@pytest.mark.parametrize(
    ("key", "browser", "textual", "words"),
    [
        ("shift+left", "Shift+ArrowLeft", ("shift+left",), "Shift+Left"),
        ("shift+space", "Shift+ ", ("shift+space",), "Shift+Space"),
        ("ctrl+z", "Control+z", ("ctrl+z",), "Ctrl+Z"),
        ("h", "h", ("h", "H"), "H"),
        (".", ".", ("full_stop",), "."),
        ("escape", "Escape", ("escape",), "Esc"),
        ("7", "7", ("7",), "7"),
    ],
)
def test_key_is_converted_for_each_interface(
    key: str, browser: str, textual: tuple[str, ...], words: str
) -> None:
    assert in_browser(key) == browser
    assert in_textual(key) == textual
    assert in_words(key) == words


def test_page_keys_leave_out_terminal_actions() -> None:
    got = {item["action"]: item for item in page_keys()}
    assert {action.name for action in ACTIONS} - set(got) == {"leave", "log"}
    assert got["left"]["keys"] == ["ArrowLeft"]
    assert got["shape"]["takes"] == ["I", "O", "T", "L", "S"]
    assert not {key for item in got.values() for key in item["keys"]} & {"Control+c", "Control+q"}


def test_rows_of_keys_are_abbreviated() -> None:
    said = {action.name: keys_in_words(action) for action in ACTIONS}
    assert said["digit"] == "0 to 9"
    assert said["slide"] == "A B C D E"
    assert said["turn"] == "Space, Up"


def test_in_textual_returns_the_key_names_of_textual() -> None:
    """The conversion agrees with Textual's own, from a character to the name of a key."""
    binding = pytest.importorskip("textual.binding").Binding
    names = {value.value for value in pytest.importorskip("textual.keys").Keys}
    for key in ALL_KEYS:
        [name, *_] = in_textual(key)
        if len(key) == 1 and key != ",":  # a comma separates the keys of a binding
            assert [made.key for made in binding.make_bindings([(key, "act", "")])] == [name]
        elif key not in (",", "shift+space", "ctrl+enter", "space"):
            assert name in names, key
