"""Paths in the repository."""

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
DATA = TESTS / "data"
#: The lines of bench/positions.txt: a position in the middle of a game, and the next roll.
POSITIONS = ROOT / "bench" / "positions.txt"
