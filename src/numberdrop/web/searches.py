"""Searches that tell what they find: a bounded number at once, the others in a queue that tells
each its place, and none goes on once nobody listens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..cpus import available_cpus
from ..errors import NumberdropError, coded_message
from ..plan.limits import Stop
from ..server.responses import Document, RequestError, error_document, error_response, json_bytes

#: Searches that may wait.
MOST_WAITING = 64

#: What a search tells a document to, and what a search does until it is done or stopped.
Tell = Callable[[dict[str, Any]], None]
Work = Callable[[Stop, Tell], None]


class Searches:
    """Runs as many searches at once as there are cores, each on one, and lets the others wait;
    `running` is how many run."""

    def __init__(self, most: int | None = None, most_waiting: int = MOST_WAITING) -> None:
        self.most, self.most_waiting = most or available_cpus(), most_waiting
        self.running = 0
        self._waiting: deque[asyncio.Event] = deque()
        self._stops: set[Stop] = set()
        self._threads = ThreadPoolExecutor(self.most, "search")

    def lines(self, work: Work) -> Response:
        """The answer that tells all that a search finds, a JSON document a line, as it comes. Where
        others are first, `{"queued": place}` stands before, 0 once it begins after all. An error of
        the search is a last line with the key `error`."""
        return Lines(self.told(work))

    def last(self, work: Work) -> Response:
        """The answer that is the last document of a search, once it is found."""
        return Last(self.told(work))

    def close(self) -> None:
        """End all searches; no more are begun."""
        for stop in self._stops:
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def told(self, work: Work) -> AsyncGenerator[dict[str, Any], None]:
        """The documents of a search. To close the generator is to end the search. Refused where too
        many wait already."""
        async with aclosing(self._turn()) as places:
            async for place in places:
                yield {"queued": place}
        news, stop = asyncio.Queue[dict[str, Any] | Exception | None](), Stop()
        loop = asyncio.get_running_loop()

        def tell(told: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(news.put_nowait, told)

        def end(error: Exception | None) -> None:
            self._leave(stop)  # before it is told: whoever asks next finds the room
            news.put_nowait(error)

        def run() -> None:
            fault: Exception | None = None
            try:
                if not stop.is_set():
                    work(stop, tell)
            except Exception as error:
                fault = error
            loop.call_soon_threadsafe(end, fault)

        self._stops.add(stop)
        self._threads.submit(run)
        try:
            while (told := await news.get()) is not None:
                if isinstance(told, Exception):
                    raise told
                yield told
        finally:
            stop.set()

    async def _turn(self) -> AsyncGenerator[int, None]:
        """Waits until a search may run, and yields its place in the queue whenever that changes: 0
        at the end, if it had to wait."""
        if self.running < self.most:
            self.running += 1
            return
        if len(self._waiting) >= self.most_waiting:
            raise RequestError(
                503,
                coded_message(
                    "searches.full",
                    "searches: {n} waiting already, try again later",
                    n=self.most_waiting,
                ),
            )
        mine, told = asyncio.Event(), 0
        self._waiting.append(mine)
        try:
            while mine in self._waiting:
                if (place := self._waiting.index(mine) + 1) != told:
                    told = place
                    yield place
                await mine.wait()
                mine.clear()
            yield 0
        except BaseException:
            if mine in self._waiting:
                self._waiting.remove(mine)
                self._call()
            else:  # its turn had come already
                self._next()
            raise

    def _leave(self, stop: Stop) -> None:
        self._stops.discard(stop)
        self._next()

    def _next(self) -> None:
        """A search is done: the first that waits runs in its place."""
        if self._waiting:
            self._waiting.popleft().set()
            self._call()
        else:
            self.running -= 1

    def _call(self) -> None:
        """All that wait look where they stand now."""
        for one in self._waiting:
            one.set()


class Lines(Response):
    """Documents, one a line, as they come; ended as soon as whoever asked has gone."""

    media_type = "application/x-ndjson"

    def __init__(self, told: AsyncGenerator[dict[str, Any], None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.told) as told:
            await _while_heard(self._tell(told, scope, receive, send), receive)

    async def _tell(
        self, told: AsyncIterator[dict[str, Any]], scope: Scope, receive: Receive, send: Send
    ) -> None:
        begun = False
        try:
            async for document in told:
                if not begun:
                    begun = True
                    await self._begin(send)
                await _write(send, document)
        except Exception as error:
            if not begun:
                await error_response(error)(scope, receive, send)
                return
            if not isinstance(error, NumberdropError | RequestError):
                raise
            await _write(send, error_document(error))
        if not begun:
            await self._begin(send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _begin(self, send: Send) -> None:
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})


class Last(Response):
    """The last document of a search."""

    def __init__(self, told: AsyncGenerator[dict[str, Any], None]) -> None:
        super().__init__()
        self.told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def tell() -> None:
            last: dict[str, Any] = {}
            try:
                async for document in told:
                    last = document
            except Exception as error:
                answer = error_response(error)
            else:
                answer = Document(last)
            await answer(scope, receive, send)

        async with aclosing(self.told) as told:
            await _while_heard(tell(), receive)


async def _write(send: Send, document: dict[str, Any]) -> None:
    body = json_bytes(document) + b"\n"
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _while_heard(telling: Any, receive: Receive) -> None:
    """Tells until all is told, or whoever asked has gone."""
    tasks = {asyncio.ensure_future(telling), asyncio.ensure_future(_gone(receive))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, OSError):
            raise error


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
