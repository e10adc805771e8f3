"""The number of CPUs of a machine, and of those that a container may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from numberdrop.cpus import MOST_WORKERS, available_cpus


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine with 200 CPUs, of which this process may use 32."""
    monkeypatch.setattr(os, "cpu_count", lambda: 200)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(32)), raising=False)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("groups", "files", "found"),
    [
        ("", {}, 32),
        ("0::/\n", {}, 32),
        ("0::/\n", {"cpu.max": "max 100000\n"}, 32),
        ("0::/\n", {"cpu.max": "400000 100000\n"}, 4),
        ("0::/\n", {"cpu.max": "150000 100000\n"}, 2),
        ("0::/\n", {"cpu.max": "1000 100000\n"}, 1),
        ("0::/\n", {"cpu.max": "6400000 100000\n"}, 32),
        ("0::/\n", {"cpu.max": "some text\n"}, 32),
        ("0::/\n", {"cpu.max": "400000\n"}, 32),
        ("0::/\n", {"cpu.max": "400000 0\n"}, 32),
        # The smallest limit of the enclosing groups applies, not a sibling's.
        ("0::/a/b\n", {"a/cpu.max": "200000 100000\n", "a/b/cpu.max": "max 100000\n"}, 2),
        ("0::/a/b\n", {"a/c/cpu.max": "200000 100000\n"}, 32),
        # A path on the host, as seen from a container.
        ("0::/host/path\n", {"cpu.max": "300000 100000\n"}, 3),
        ("4:cpu,cpuacct:/\n", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "9"}, 32),
        ("4:cpu,cpuacct:/d\n", {"cpu/d/cpu.cfs_quota_us": "20", "cpu/d/cpu.cfs_period_us": "9"}, 3),
        ("3:cpuset:/\n", {"cpu/cpu.cfs_quota_us": "20", "cpu/cpu.cfs_period_us": "9"}, 32),
    ],
)
def test_a_container_may_allow_fewer(
    groups: str, files: dict[str, str], found: int, tmp_path: Path
) -> None:
    named = {"proc/self/cgroup": groups} | {f"sys/fs/cgroup/{name}": files[name] for name in files}
    for name, text in named.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert available_cpus(tmp_path) == found


def test_there_are_never_more_than_may_work_together(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(200)), raising=False)
    assert available_cpus(tmp_path) == MOST_WORKERS


def test_a_system_that_knows_no_affinity_counts_its_cores(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert available_cpus(tmp_path) == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cpus(tmp_path) == 1


def test_here_there_is_at_least_one() -> None:
    assert 1 <= available_cpus() <= MOST_WORKERS
