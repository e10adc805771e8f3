"""Games shared among workers: the same from every executor and any number of workers."""

from __future__ import annotations

from typing import Any

import pytest

from numberdrop.jobs import Executors
from numberdrop.plan.hints.selfplay import selfplay
from numberdrop.plan.hints.training import Settings, Training

#: Compared with a single process. Those that start processes take long.
EXECUTORS: list[Any] = [
    (2, "threads"),
    *(
        pytest.param(workers, executor, marks=pytest.mark.slow)
        for workers, executor in [
            (2, "processes"),
            (4, "processes"),
            (2, "loky:ProcessPoolExecutor"),
        ]
    ),
]
every_executor = pytest.mark.parametrize(("workers", "executor"), EXECUTORS)


@every_executor
def test_selfplay_is_the_same(workers: int, executor: Executors) -> None:
    def played(workers: int, executor: Executors) -> tuple[list[Any], dict[str, Any]]:
        records: list[Any] = []
        found = selfplay(
            5,
            3,
            keep=lambda game: records.append(game.to_record()),
            workers=workers,
            executor=executor,
        ).to_json()
        assert found.pop("ms_per_turn") > 0
        return records, found

    assert played(workers, executor) == played(1, "processes")


@every_executor
def test_training_is_the_same(workers: int, executor: Executors) -> None:
    def trained(workers: int, executor: Executors) -> bytes:
        training = Training(Settings(batch=8, asides=True))
        training.run(16, workers, executor=executor)
        return training.to_bytes()

    assert trained(workers, executor) == trained(1, "threads")
