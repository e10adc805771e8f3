"""A few kills at random moments, of a hundred that `python tests/tools kills` makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from killing import endure


@pytest.mark.slow
@pytest.mark.parametrize("is_dask", [False, True], ids=["processes", "dask"])
def test_work_that_is_killed_again_and_again_comes_to_the_same_end(
    is_dask: bool, tmp_path: Path
) -> None:
    found = endure(tmp_path, 6, 1, is_dask=is_dask)
    assert found.killed.total() == 6
    assert found.batches >= 1
