"""What long commands say of themselves on the way: on a terminal, elsewhere, and nowhere."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

from commands import MIDDLE, on_terminal, start
from numberdrop.cli.progress import bar, counting, share

pytestmark = pytest.mark.usefixtures("here")

GAMES = ("selfplay", "--games", "4", "--seed", "1", "--json")
HINT = ("hint", MIDDLE, "156*O", "--playouts", "600", "--games", "0", "--json")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_terminal_sees_a_bar_and_the_time_left() -> None:
    code, out, seen = on_terminal(*GAMES)
    assert code == 0
    assert json.loads(out)["games"] == 4
    assert "\N{BOX DRAWINGS HEAVY HORIZONTAL}" in seen
    assert re.search(r"\d+ of 4 games", seen)
    assert re.search(r"[-\d]:[-\d]{2}:[-\d]{2}.* left", COLOUR.sub("", seen))
    # The cursor that was hidden is shown again, and the bar is gone.
    assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
    assert seen.endswith("\x1b[2K")


def test_news_stand_above_the_bar() -> None:
    code, out, seen = on_terminal(*HINT, NO_COLOR="1")
    assert code == 0
    assert json.loads(out)["made_by"]["playouts"] <= 600
    assert not COLOUR.search(seen)
    assert re.search(r" playouts  \d+\.\d\d ± \d\.\d\d  \S.*\r\n", seen)


def test_a_dumb_terminal_gets_lines() -> None:
    code, _, seen = on_terminal(*GAMES, TERM="dumb")
    assert code == 0
    assert "\x1b" not in seen
    assert seen.splitlines()[-1] == "4 of 4 games"
    assert len(seen.splitlines()) == 4


def test_a_pipe_gets_lines_without_control_characters() -> None:
    done = start(*GAMES, TERM="xterm", FORCE_COLOR="1")
    lines = done.stderr.decode().split("\n")
    assert lines[-2:] == ["4 of 4 games", ""]
    assert all(line.isprintable() for line in lines)


def test_an_interrupt_leaves_the_terminal_as_it_was() -> None:
    program = (
        "import sys\n"
        "from numberdrop.cli import main\n"
        "from numberdrop.plan.hints import selfplay\n"
        "def fails(*_):\n"
        "    raise KeyboardInterrupt\n"
        "selfplay.play_game = fails\n"
        f"sys.exit(main({list(GAMES)}))"
    )
    code, out, seen = on_terminal(program=[sys.executable, "-c", program])
    assert (code, out) == (130, b"")
    assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
    assert seen.endswith("numberdrop: interrupted\r\n")


def test_what_is_told_where_there_is_no_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with bar(None) as show, counting(2, "things") as tell:
        show(0.5, "half")
        tell(2)


def test_the_words_of_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with counting(40, "days") as tell:
        for done in (3, 4, 5, 36, 40):
            tell(done)
    assert sys.stderr.getvalue() == "4 of 40 days\n36 of 40 days\n40 of 40 days\n"


@pytest.mark.parametrize(
    ("spent", "part"),
    [
        ([], 0.0),
        ([(5, None)], 0.0),
        ([(5, 10)], 0.5),
        ([(5, 10), (3.0, 4.0)], 0.75),
        ([(11, 10), (3.0, None)], 1.0),
    ],
)
def test_the_share_of_a_budget_is_that_of_what_ends_first(
    spent: list[tuple[float, float | None]], part: float
) -> None:
    assert share(*spent) == part
