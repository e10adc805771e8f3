"""Arguments of every command for tests of files and streams. The commands come from the app, so
that none is missed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

import numberdrop as nd
from bga_logs import Form, log_of
from commands import GAMES, MIDDLE, START
from numberdrop.cli import app
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from samples import some_days, some_drop

#: An Omba position, and a game of four players.
BOARD = "-,-,-/BB,-,-/A,-,- A 1,1"
OMBA_GAME = (
    "omba/4/S 2+a3 5+a3 3+a2 6+a2 3+b3 4+b3 6+a3 1+b1 6+c1 2+b1 6+c3 3+b3 5c1b1 3# 1c3c2 5b3c2 "
    "6b1b3 4a3a1 5a2b1 6b3a1 4a2c2 2# 3a1b2 5c2b1 4b2a3 5b1a2 6a3a2 5a1b3 6a2b3 4a2c2 1# =C"
)
#: A short run of every command, without its output files.
SHORT: dict[str, list[str]] = {
    "show": [MIDDLE],
    "hint": [MIDDLE, "156*O", "--level", "fast"],
    "review": ["game.json", "--level", "fast"],
    "replay": ["game.json"],
    "import": ["log.json"],
    "lab perft": [START, "1463O"],
    "daily": ["2026-11-20"],
    "drop": ["1.4"],
    "scores": [],
    "play": ["--list"],
    "games": ["--take", "games.jsonl"],
    "sheet": ["2026-11-20"],
    "max": ["puzzle.json", "--nodes", "1"],
    "lab selfplay": ["--games", "1", "--seed", "1"],
    "lab match": ["hard", "beginner", "--games", "1", "--workers", "1"],
    "lab study": ["--deals", "1", "--nodes", "1", "--levels", "none", "--workers", "1"],
    "lab train": ["--games", "0", "--check", "0"],
    "puzzles generate": ["--from", "2026-11-20", "--days", "1", "--games", "1"],
    "puzzles drops": ["--seed", "96", "--count", "1", "--workers", "1"],
    "puzzles choose": [*("drops.jsonl", "--from", "2027-01-01", "--days", "1", "--effort", "1")],
    "puzzles verify": ["days.jsonl", "--games", "0"],
    "puzzles export": ["days.jsonl"],
    "omba play": ["--seed", "1", "quit"],
    "omba show": [BOARD],
    "omba value": [BOARD],
    "omba best": [BOARD, "3"],
    "omba replay": [OMBA_GAME],
    "omba review": [OMBA_GAME],
    "omba puzzles": ["--cubes", "2"],
    "omba match": ["thumb", "random", "--games", "1"],
    "omba solve": ["--cubes", "1", "--workers", "1"],
    "omba certify": ["--cubes", "1", "--workers", "1"],
}
#: The options that name an output file, each with a file name; then all other arguments that name a
#: file.
WRITES: dict[tuple[str, str], str] = {
    ("show", "--svg"): "out.svg",
    ("lab selfplay", "--out"): "out.jsonl",
    ("lab match", "--out"): "out.jsonl",
    ("review", "--svg"): "out.svg",
    ("max", "--out"): "out.json",
    ("sheet", "--out"): "out.svg",
    ("lab study", "--out"): "out.jsonl",
    ("lab study", "--csv"): "out.csv",
    ("lab study", "--page"): "out.html",
    ("lab train", "--out"): "out.npz",
    ("lab train", "--weights"): "out.npz",
    ("puzzles generate", "--out"): "out.jsonl",
    ("puzzles drops", "--out"): "out.jsonl",
    ("puzzles choose", "--out"): "out.jsonl",
    ("puzzles export", "--out"): "out.csv",
    ("omba show", "--svg"): "out.svg",
}
READS = {
    *((name, "POSITION|FILE") for name in ("show", "hint", "lab perft")),
    *(("review", "RECORD"), ("replay", "FILE"), ("daily", "--submit")),
    ("import", "FILE"),
    *(
        ("max", "PUZZLE|FILE|POSITION"),
        ("play", "PUZZLE|FILE|POSITION"),
        *(("sheet", option) for option in ("--drops", "--archive")),
        ("drop", "--archive"),
        ("daily", "--archive"),
        ("lab train", "--resume"),
        ("games", "--take"),
    ),
    *((f"omba {name}", "RECORD|FILE") for name in ("replay", "review")),
    ("omba play", "--from"),
    *((f"puzzles {name}", "FILE") for name in ("choose", "verify", "export")),
}
#: Output of longer runs, and of those that need a name of a kind, tested in test_cli_typed.py,
#: test_cli_scores.py, test_cli_games.py and test_cli_import.py.
LONGER_WRITES = {(name, "--out") for name in ("replay", "import", "scores", "games")}
#: The function that starts a command's long work; commands that aren't listed are quick.
WORK: dict[str, tuple[str, str]] = {
    "max": ("plan.maxima.maximum", "Search"),
    "lab selfplay": ("plan.hints.selfplay", "play_game"),
    "review": ("plan.hints.review", "search"),
    "lab match": ("bots.match", "play_table"),
    "lab study": ("study.deals", "search_best"),
    "lab train": ("plan.hints.training", "Training.run"),
    "sheet": ("view.paper.page", "page_svg"),
    "puzzles generate": ("puzzles.archive.generate", "daily_entry"),
    "puzzles drops": ("puzzles.archive.generate", "problem_entry"),
    "puzzles choose": ("puzzles.schedule.choose", "find_schedule"),
}


#: Commands that can resume from an existing output file.
RESUMABLE = (
    *("puzzles generate", "puzzles drops", "puzzles choose"),
    *("lab match", "lab selfplay", "lab study"),
)
#: Commands without files that run until they are stopped, tested in test_serve.py.
ENDLESS = {"serve", "omba serve"}


def commands(*, with_endless: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield every command of the app with its full name, with ENDLESS ones only if
    `with_endless`."""
    waiting = [("", get_command(app))]
    while waiting:
        name, command = waiting.pop()
        below = getattr(command, "commands", None)
        if below is not None:
            waiting += [(f"{name} {one}".strip(), below[one]) for one in below]
        elif not command.hidden and (with_endless or name not in ENDLESS):
            yield name, command


def lay_out(folder: Path) -> None:
    """Write the files that short runs read."""
    (folder / "game.json").write_text(json.dumps({**GAMES[0], "turns": GAMES[0]["turns"][:2]}))
    log = log_of(dict(nd.replay({**GAMES[0], "variant": "bga"})), Form())
    (folder / "log.json").write_text(json.dumps(log))
    puzzle = daily_puzzle(parse_date("2026-11-20")).to_json()
    (folder / "puzzle.json").write_text(json.dumps(puzzle))
    (folder / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    (folder / "drops.jsonl").write_text(line_text(some_drop()) + "\n")
    (folder / "games.jsonl").write_text(
        '{"format": "numberdrop.games", "version": 1, "problems": []}\n'
    )
