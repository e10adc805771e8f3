"""What long commands say of themselves on the way: on a terminal, elsewhere, and nowhere."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

import numberdrop as nd
from commands import GAMES, MIDDLE, on_terminal, start
from numberdrop.cli.progress import bar, counting, share
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.daily import daily_deal, parse_date
from places import ROOT
from samples import some_days

pytestmark = pytest.mark.usefixtures("here")

SELFPLAY = ("lab", "selfplay", "--games", "4", "--seed", "1", "--workers", "1", "--json")
POCKETS = ROOT / "puzzles" / "pockets.jsonl"
HINT = ("hint", MIDDLE, "156*O", "--playouts", "600", "--games", "0", "--json")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_a_terminal_sees_a_bar_and_the_time_left() -> None:
    code, out, seen = on_terminal(*SELFPLAY)
    assert code == 0
    assert json.loads(out)["games"] == 4
    assert "\N{BOX DRAWINGS HEAVY HORIZONTAL}" in seen
    assert re.search(r"\d+ of 4 games", seen)
    assert re.search(r"[-\d]:[-\d]{2}:[-\d]{2}.* left", COLOUR.sub("", seen))
    # The cursor that was hidden is shown again, and the bar is gone.
    assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
    assert seen.endswith("\x1b[2K")


LONG = [
    ("hint 'POSITION' '156*O'", " playouts "),
    ("review game.json", " of 4 turns"),
    ("max 2026-11-20 --nodes 50000", " nodes"),
    ("max best.json --check", "proving the bound again"),
    ("max --free-dice --seed 8", "looking for a game of 100"),
    ("train --games 128 --check 2", " of 128 games, recent mean "),
    ("puzzles generate --from 2026-11-20 --days 1 --games 2 --out new.jsonl", " of 1 day"),
    ("puzzles drops --seed 96 --count 1 --out drops.jsonl", " of 1 problem"),
    ("puzzles choose POCKETS --from 2027-01-01 --days 60 --effort 5 --out new.jsonl", "at least "),
    ("puzzles verify days.jsonl", " of 2 puzzles, 0 of them wrong"),
    ("sheet 2026-11-20 --out sheet.pdf", "page 2 of "),
    ("daily 2030-01-01 --submit best-game.json", " games of players who see no roll ahead"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "words"), LONG, ids=[command for command, _ in LONG])
def test_every_command_that_may_take_long_moves_a_bar(command: str, words: str, here: Path) -> None:
    record = {**GAMES[0], "turns": GAMES[0]["turns"][:4]}
    (here / "game.json").write_text(json.dumps(record))
    (here / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    best = nd.maximum(daily_deal(parse_date("2030-01-01")), nodes=1).to_json()
    (here / "best.json").write_text(json.dumps(best))
    (here / "best-game.json").write_text(json.dumps(best["solution"]))
    asked = shlex.split(command.replace("POSITION", MIDDLE).replace("POCKETS", str(POCKETS)))
    code, _, seen = on_terminal(*asked, NUMBERDROP_DATA=str(here / "data"))
    assert code == 0, seen
    assert "\N{BOX DRAWINGS HEAVY HORIZONTAL}" in seen
    assert words in seen


def test_news_stand_above_the_bar() -> None:
    code, out, seen = on_terminal(*HINT, NO_COLOR="1")
    assert code == 0
    assert json.loads(out)["made_by"]["playouts"] <= 600
    assert not COLOUR.search(seen)
    assert re.search(r" playouts  \d+\.\d\d ± \d\.\d\d  \S.*\r\n", seen)


def test_a_dumb_terminal_gets_lines() -> None:
    code, _, seen = on_terminal(*SELFPLAY, TERM="dumb")
    assert code == 0
    assert "\x1b" not in seen
    assert seen.splitlines()[-1] == "4 of 4 games"
    assert len(seen.splitlines()) == 4


def test_a_pipe_gets_lines_without_control_characters() -> None:
    done = start(*SELFPLAY, TERM="xterm", FORCE_COLOR="1")
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
        f"sys.exit(main({list(SELFPLAY)}))"
    )
    code, out, seen = on_terminal(program=[sys.executable, "-c", program])
    assert (code, out) == (130, b"")
    assert seen.count("\x1b[?25l") == seen.count("\x1b[?25h") == 1
    assert seen.endswith("numberdrop: interrupted\r\n")


def test_nothing_is_printed_without_stderr(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with bar(None) as show, counting(2, "things") as tell:
        show(0.5, "half")
        tell(2)
    assert capfd.readouterr() == ("", "")


def test_the_words_of_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with counting(40, "day") as tell:
        for done in (0, 3, 4, 4, 5, 36, 36, 40):
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
