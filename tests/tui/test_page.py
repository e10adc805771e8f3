"""docs/terminal.md shows the keys, the commands and the screen as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from places import ROOT
from terminal_page import commands, keys_table, screen, session

PAGE = (ROOT / "docs" / "terminal.md").read_text("utf-8")


def test_page_lists_all_keys() -> None:
    assert f"\n{keys_table()}\n" in PAGE


@pytest.mark.parametrize("part", [session, screen, commands])
def test_page_shows_what_the_program_prints(part: Callable[[], str]) -> None:
    assert f"```text\n{part()}\n```" in PAGE
