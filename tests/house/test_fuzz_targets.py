"""A few cases of every fuzz target; `python tests/tools fuzz` runs hundreds of thousands."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fuzz_targets import FUZZ_TARGETS, Case, Fault, try_case
from places import DATA

#: Cases that once failed.
KEPT = (DATA / "cases.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("target", FUZZ_TARGETS)
@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_no_door_is_broken(target: str, count: int, tmp_path: Path) -> None:
    for number in range(count):
        try_case(FUZZ_TARGETS[target](random.Random(f"{target}/{number}")), tmp_path)


@pytest.mark.parametrize("text", KEPT)
def test_earlier_failures_pass(text: str, tmp_path: Path) -> None:
    try_case(Case.from_text(text), tmp_path)


def test_uncaught_error_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(argv: list[str]) -> int:
        raise KeyError("turns")

    monkeypatch.setattr("fuzz_targets.trying.main", fails)
    with pytest.raises(Fault, match="KeyError was not caught"):
        try_case(Case(["scores"]), tmp_path)


@pytest.mark.parametrize(
    ("code", "out", "err"),
    [
        (3, "", "numberdrop: x\n"),
        (1, "", ""),
        (2, "x\n", "numberdrop: x\n"),
        (0, "\x1b[31m\n", ""),
        (0, "{", ""),
    ],
)
def test_a_stray_end_is_a_fault(
    code: int, out: str, err: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ends(argv: list[str]) -> int:
        import sys

        print(out, end="")
        print(err, end="", file=sys.stderr)
        return code

    monkeypatch.setattr("fuzz_targets.trying.main", ends)
    with pytest.raises(Fault):
        try_case(Case(["scores", "--json"]), tmp_path)
