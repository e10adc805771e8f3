"""A local Dask scheduler with two workers, which are killed and restarted."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest

import numberdrop as nd
from clusters import LocalCluster, cluster
from commands import Run
from numberdrop.jobs import Poisoned, as_done, in_order, worker_pool
from numberdrop.plan.hints.selfplay import selfplay
from numberdrop.plan.hints.training import Settings as Learning
from numberdrop.plan.hints.training import Training
from numberdrop.puzzles.archive.archive_file import ArchiveFile
from numberdrop.puzzles.archive.generate import generate_days
from numberdrop.rules import Variant
from numberdrop.study.deals import Settings
from numberdrop.study.study_file import StudyFile, study
from worker_jobs import deadly_7, failing_3, late_if_even, twice

FIRST = datetime.date(2026, 11, 20)

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    with cluster(tmp_path_factory.mktemp("dask")) as made:
        yield made


def test_dask_workers_return_results_and_errors(dask: LocalCluster) -> None:
    executor = f"dask:{dask.address}"
    assert list(in_order(twice, range(20), None, executor)) == list(range(0, 40, 2))
    with pytest.raises(ValueError, match="no threes"):
        list(as_done(failing_3, range(20), None, executor))


def test_killed_dask_workers_and_scheduler_lose_no_result(dask: LocalCluster) -> None:
    found = []
    for number in in_order(late_if_even, range(60), None, f"dask:{dask.address}"):
        found.append(number)
        if number in (10, 40):
            dask.kill("worker 0")
        if number == 25:
            dask.kill("scheduler")
    assert found == list(range(60))


def test_job_that_kills_dask_workers_is_named(dask: LocalCluster) -> None:
    found: list[int] = []
    made = as_done(deadly_7, range(12), None, f"dask:{dask.address}")
    with pytest.raises(Poisoned, match=r"^7: killed its workers"):
        found.extend(done.result for done in made)
    assert sorted(found) == [number for number in range(12) if number != 7]


def test_dask_gives_same_results_as_processes(dask: LocalCluster, tmp_path: Path) -> None:
    executor = f"dask:{dask.address}"

    def archive(workers: int | None, executor: str) -> bytes:
        path = tmp_path / "days.jsonl"
        with ArchiveFile(str(path)) as file:
            generate_days(file, FIRST, 4, games=1, workers=workers, executor=executor)
        made = path.read_bytes()
        path.unlink()
        return made

    def trained(workers: int | None, executor: str) -> bytes:
        training = Training(Learning(batch=8))
        training.run(16, workers, executor=executor)
        return training.to_bytes()

    def played(workers: int | None, executor: str) -> dict[str, object]:
        found = selfplay(5, 3, workers=workers, executor=executor).to_json()
        del found["ms_per_turn"]
        return found

    def deals(workers: int | None, executor: str) -> bytes:
        path = tmp_path / "study.jsonl"
        with StudyFile(str(path), Settings.this(1, ("fast",), Variant())) as file:
            study(file, ["plain#1.0", "plain#1.1"], workers=workers, executor=executor)
        made = path.read_bytes()
        path.unlink()
        return made

    assert deals(None, executor) == deals(1, "processes")
    assert archive(None, executor) == archive(1, "processes")
    assert trained(None, executor) == trained(1, "threads")
    assert played(None, executor) == played(1, "processes")


def test_unreachable_scheduler_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberdrop.jobs.cluster.CONNECT_TIMEOUT", 1)
    address = "tcp://127.0.0.1:9"
    with pytest.raises(nd.NumberdropError, match=f"expected a Dask scheduler at {address}"):
        worker_pool(f"dask:{address}", None)
    done = run.fails(
        "lab", "selfplay", "--games", "2", "--seed", "1", "--executor", f"dask:{address}"
    )
    assert done.code == 1
