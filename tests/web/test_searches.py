"""Searches: a bounded number at once, the others in a queue; each ends with its client."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from commands import MIDDLE, TIMEOUT
from numberdrop.errors import NumberdropError
from numberdrop.plan import Stop
from numberdrop.server.responses import RequestError
from numberdrop.web.searches import Emit, Searches
from serving import answer_on, serving
from tables import some_game

Documents = AsyncGenerator[dict[str, Any], None]


class Held:
    """A search that emits one document when it starts, and ends when it is released or stopped."""

    def __init__(self) -> None:
        self.go, self.stopped = threading.Event(), threading.Event()

    def __call__(self, stop: Stop, emit: Emit) -> None:
        emit({"runs": True})
        with stop.on_set(lambda: (self.stopped.set(), self.go.set())):
            assert self.go.wait(TIMEOUT)
        emit({"done": True})


async def rest(documents: Documents) -> list[dict[str, Any]]:
    return [document async for document in documents]


def test_waiting_search_streams_its_place() -> None:
    async def play() -> None:
        searches, works = Searches(1), [Held() for _ in range(3)]
        first, second, third = (searches.documents(work) for work in works)
        assert await anext(first) == {"runs": True}
        assert await anext(second) == {"queued": 1}
        assert await anext(third) == {"queued": 2}
        works[0].go.set()
        assert await rest(first) == [{"done": True}]
        assert await anext(second) == {"queued": 0}
        assert await anext(second) == {"runs": True}
        assert await anext(third) == {"queued": 1}
        for work in works:
            work.go.set()
        assert await rest(second) == [{"done": True}]
        assert await rest(third) == [{"queued": 0}, {"runs": True}, {"done": True}]

    asyncio.run(play())


def test_client_that_leaves_frees_its_slot() -> None:
    """While it searched, while it waited, or just after it was given a slot."""

    async def play() -> None:
        searches, works = Searches(1), [Held() for _ in range(5)]
        streams = [searches.documents(work) for work in works]
        for one in streams:
            await anext(one)
        await streams[1].aclose()
        assert await anext(streams[2]) == {"queued": 1}
        await streams[0].aclose()
        assert works[0].stopped.wait(TIMEOUT)
        assert await anext(streams[2]) == {"queued": 0}
        await streams[2].aclose()
        assert await anext(streams[3]) == {"queued": 0}
        assert await anext(streams[3]) == {"runs": True}
        works[3].go.set()
        works[4].go.set()
        await rest(streams[3])
        assert (await rest(streams[4]))[-1] == {"done": True}
        assert not works[1].stopped.is_set()
        last = Held()
        last.go.set()
        assert await rest(searches.documents(last)) == [{"runs": True}, {"done": True}]

    asyncio.run(play())


def test_full_queue_refuses_another_search() -> None:
    async def play() -> None:
        searches, works = Searches(1, most_waiting=1), [Held() for _ in range(3)]
        streams = [searches.documents(work) for work in works]
        await anext(streams[0])
        await anext(streams[1])
        with pytest.raises(RequestError, match="1 waiting already") as refused:
            await anext(streams[2])
        assert refused.value.status == 503
        for one in streams[1::-1]:
            await one.aclose()

    asyncio.run(play())


def test_failed_search_frees_its_slot() -> None:
    def fail(stop: Stop, emit: Emit) -> None:
        raise NumberdropError("no")

    async def play() -> None:
        searches = Searches(1)
        for _ in range(3):
            with pytest.raises(NumberdropError, match="no"):
                await rest(searches.documents(fail))

    asyncio.run(play())


def test_closing_the_searches_stops_them() -> None:
    async def play() -> None:
        searches, work = Searches(1), Held()
        documents = searches.documents(work)
        await anext(documents)
        searches.close()
        assert work.stopped.wait(TIMEOUT)
        await documents.aclose()

    asyncio.run(play())


def test_disconnect_ends_a_review_of_several(tmp_path: Path) -> None:
    searches = Searches(1)
    record = some_game(6, 1, 99).to_record()
    asked = json.dumps({"record": record, "level": "deep"})
    head = f"Host: localhost\r\nContent-Length: {len(asked)}\r\nContent-Type: application/json"
    deadline = time.monotonic() + TIMEOUT
    with serving(tmp_path, searches) as client:
        with client.connect() as gone:
            gone.sendall(f"POST /api/v1/reviews HTTP/1.1\r\n{head}\r\n\r\n{asked}".encode())
            while not searches.running and time.monotonic() < deadline:
                time.sleep(0.01)
        while searches.running and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not searches.running


def test_disconnect_ends_a_search(tmp_path: Path) -> None:
    searches = Searches(1, most_waiting=1)

    def request(level: str) -> bytes:
        asked = f'{{"position": "{MIDDLE}", "roll": "156*O", "levels": ["{level}"]}}'
        head = f"Host: localhost\r\nContent-Length: {len(asked)}\r\nContent-Type: application/json"
        return f"POST /api/v1/hints HTTP/1.1\r\n{head}\r\n\r\n{asked}".encode()

    with serving(tmp_path, searches) as client:
        first, second = client.connect(), client.connect()
        first.sendall(request("deep"))
        deadline = time.monotonic() + TIMEOUT
        while not searches.running and time.monotonic() < deadline:
            time.sleep(0.01)
        second.sendall(request("fast"))
        first.close()
        lines = [line for line in answer_on(second).lines() if "hint" in line]
        second.close()
        assert [line["level"] for line in lines] == ["fast"]
        for _ in range(5):
            with client.connect() as gone:
                gone.sendall(request("deep"))
            while searches.running and time.monotonic() < deadline:
                time.sleep(0.01)
        assert not searches.running
