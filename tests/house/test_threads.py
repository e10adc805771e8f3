"""Threads, and a machine that can't start any."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import NoReturn

import pytest

import numberdrop as nd
from numberdrop.cpus import available_cpus
from numberdrop.plan.limits import Limit
from numberdrop.threads import can_start_threads, thread_map


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let starts of threads fail."""

    def refuse(thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    can_start_threads.cache_clear()
    yield
    can_start_threads.cache_clear()


def test_one_worker_is_the_calling_thread() -> None:
    with thread_map(1) as shared_map:
        assert set(shared_map(lambda _: threading.get_ident(), range(9))) == {threading.get_ident()}


def test_several_workers_work_at_the_same_time() -> None:
    together = threading.Barrier(3, timeout=60)
    with thread_map(3) as shared_map:
        assert sorted(shared_map(lambda _: together.wait(), range(3))) == [0, 1, 2]
    assert can_start_threads()


@pytest.mark.usefixtures("no_threads")
def test_without_threads_there_is_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert available_cpus() == 1
    assert Limit(workers=1).workers == 1
    with pytest.raises(nd.NumberdropError, match=r"^workers: expected 1, without threads here"):
        Limit(workers=2)


@pytest.mark.usefixtures("no_threads")
def test_without_threads_a_maximum_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = nd.Deal("short", tuple("IOTLS"), nd.plain_deal(1, 3).rolls[:5])
    alone = nd.maximum(deal, nodes=60_000)
    monkeypatch.undo()
    can_start_threads.cache_clear()
    ordinary = nd.maximum(deal, nodes=60_000)
    assert alone.to_json() | {"seconds": 0} == ordinary.to_json() | {"seconds": 0}
    assert alone.nodes > 0
