"""Programs of tests/support, run by this Python or by that of a page that needs no server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from commands import ENVIRON
from places import ROOT

PROGRAMS = ROOT / "tests" / "support"
PATHS = [str(ROOT / folder) for folder in ("src", "tests", "tests/support", "tests/tools")]


def printed(*words: str) -> list[str]:
    """Return the lines that this Python prints, with `words` on its command line."""
    return _lines([sys.executable, *words])


def printed_in_webassembly(page: Path, program: str, *words: str) -> list[str]:
    """Return the lines that a file of tests/support prints in WebAssembly.

    `page` is the folder that `python tests/tools browser` makes.
    """
    script = str(PROGRAMS / "in_webassembly.mjs")
    return _lines(["node", script, str(page / "python"), str(ROOT), program, *words])


def _lines(command: Sequence[str]) -> list[str]:
    environ = {**ENVIRON, "PYTHONPATH": ":".join(PATHS)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    # Node.js also quotes the source, which is one line of a million characters.
    short = [line for line in done.stderr.splitlines() if len(line) < 1000]
    assert done.returncode == 0, "\n".join(short)
    return done.stdout.splitlines()
