"""Batches whose processes are killed at random. `python tests/tools kills` runs more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from killing import endure


@pytest.mark.slow
@pytest.mark.parametrize("is_dask", [False, True], ids=["processes", "dask"])
def test_killed_work_gives_the_same_result(is_dask: bool, tmp_path: Path) -> None:
    found = endure(tmp_path, 6, 1, is_dask=is_dask)
    assert found.killed.total() == 6
    assert found.batches >= 1


@pytest.mark.slow
@pytest.mark.parametrize("work", ["generate", "selfplay"])
def test_killed_dask_work_gives_the_same_result(work: str, tmp_path: Path) -> None:
    found = endure(tmp_path, 4, 2, is_dask=True, work=work)
    assert found.killed.total() == 4
    assert found.batches >= 1
