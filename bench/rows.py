"""Files of rows, to which benchmarks that take long add what is done, and figures of these."""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def read_rows(path: Path, **made_by: object) -> list[dict[str, Any]]:
    """Return the rows of a file, none if there is no file; only those with these values."""
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row for row in rows if all(row.get(key) == made_by[key] for key in made_by)]


def add_row(path: Path, row: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def file_of(text: str) -> Path:
    """Parse the path of such a file. Raises argparse.ArgumentTypeError if it can't be one."""
    path = Path(text)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"expected a file in an existing folder, got {text!r}")
    return path


def count_of(text: str) -> int:
    """Parse a number of 1 or more. Raises argparse.ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {text!r}")
    return int(text)


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, 0 for a single value."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.mean(values), error
