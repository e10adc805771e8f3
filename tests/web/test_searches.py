"""Searches: a bounded number at once, the others in a queue, and none for nobody."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from commands import MIDDLE, PATIENCE
from numberdrop.errors import NumberdropError
from numberdrop.plan import Stop
from numberdrop.server.responses import RequestError
from numberdrop.web.searches import Searches, Tell
from serving import answer_on, serving
from tables import some_game

Told = AsyncGenerator[dict[str, Any], None]


class Held:
    """A search that tells once that it runs, and ends when it is let go or stopped."""

    def __init__(self) -> None:
        self.go, self.stopped = threading.Event(), threading.Event()

    def __call__(self, stop: Stop, tell: Tell) -> None:
        tell({"runs": True})
        with stop.telling(lambda: (self.stopped.set(), self.go.set())):
            assert self.go.wait(PATIENCE)
        tell({"done": True})


async def rest(told: Told) -> list[dict[str, Any]]:
    return [document async for document in told]


def test_those_that_wait_are_told_their_place() -> None:
    async def play() -> None:
        searches, works = Searches(1), [Held() for _ in range(3)]
        first, second, third = (searches.told(work) for work in works)
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


def test_who_goes_makes_room() -> None:
    """Whether they searched or waited, or had just been called."""

    async def play() -> None:
        searches, works = Searches(1), [Held() for _ in range(5)]
        told = [searches.told(work) for work in works]
        for one in told:
            await anext(one)
        await told[1].aclose()
        assert await anext(told[2]) == {"queued": 1}
        await told[0].aclose()
        assert works[0].stopped.wait(PATIENCE)
        assert await anext(told[2]) == {"queued": 0}
        await told[2].aclose()
        assert await anext(told[3]) == {"queued": 0}
        assert await anext(told[3]) == {"runs": True}
        works[3].go.set()
        works[4].go.set()
        await rest(told[3])
        assert (await rest(told[4]))[-1] == {"done": True}
        assert not works[1].stopped.is_set()
        last = Held()
        last.go.set()
        assert await rest(searches.told(last)) == [{"runs": True}, {"done": True}]

    asyncio.run(play())


def test_no_more_than_so_many_wait() -> None:
    async def play() -> None:
        searches, works = Searches(1, most_waiting=1), [Held() for _ in range(3)]
        told = [searches.told(work) for work in works]
        await anext(told[0])
        await anext(told[1])
        with pytest.raises(RequestError, match="1 waiting already") as refused:
            await anext(told[2])
        assert refused.value.status == 503
        for one in told[1::-1]:
            await one.aclose()

    asyncio.run(play())


def test_an_error_of_a_search_makes_room_too() -> None:
    def fail(stop: Stop, tell: Tell) -> None:
        raise NumberdropError("no")

    async def play() -> None:
        searches = Searches(1)
        for _ in range(3):
            with pytest.raises(NumberdropError, match="no"):
                await rest(searches.told(fail))

    asyncio.run(play())


def test_all_end_with_the_server() -> None:
    async def play() -> None:
        searches, work = Searches(1), Held()
        told = searches.told(work)
        await anext(told)
        searches.close()
        assert work.stopped.wait(PATIENCE)
        await told.aclose()

    asyncio.run(play())


def test_a_review_of_several_ends_with_the_connection(tmp_path: Path) -> None:
    searches = Searches(1)
    record = some_game(6, 1, 99).to_record()
    asked = json.dumps({"record": record, "level": "deep"})
    head = f"Host: localhost\r\nContent-Length: {len(asked)}\r\nContent-Type: application/json"
    deadline = time.monotonic() + PATIENCE
    with serving(tmp_path, searches) as client:
        with client.connect() as gone:
            gone.sendall(f"POST /api/v1/reviews HTTP/1.1\r\n{head}\r\n\r\n{asked}".encode())
            while not searches.running and time.monotonic() < deadline:
                time.sleep(0.01)
        while searches.running and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not searches.running


def test_a_search_ends_with_the_connection_of_whoever_asked(tmp_path: Path) -> None:
    searches = Searches(1, most_waiting=1)

    def asking(level: str) -> bytes:
        asked = f'{{"position": "{MIDDLE}", "roll": "156*O", "levels": ["{level}"]}}'
        head = f"Host: localhost\r\nContent-Length: {len(asked)}\r\nContent-Type: application/json"
        return f"POST /api/v1/hints HTTP/1.1\r\n{head}\r\n\r\n{asked}".encode()

    with serving(tmp_path, searches) as client:
        first, second = client.connect(), client.connect()
        first.sendall(asking("deep"))
        deadline = time.monotonic() + PATIENCE
        while not searches.running and time.monotonic() < deadline:
            time.sleep(0.01)
        second.sendall(asking("fast"))
        first.close()
        lines = [line for line in answer_on(second).lines() if "hint" in line]
        second.close()
        assert [line["level"] for line in lines] == ["fast"]
        for _ in range(5):
            with client.connect() as gone:
                gone.sendall(asking("deep"))
            while searches.running and time.monotonic() < deadline:
                time.sleep(0.01)
        assert not searches.running
