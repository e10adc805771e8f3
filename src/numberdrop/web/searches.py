"""Searches that stream their results. A bounded number runs at once; the others wait in a queue and
stream their place in it. A search ends when its client disconnects."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..cpus import available_cpus
from ..errors import NumberdropError, coded_message
from ..plan.limits import Stop
from ..server.responses import Document, RequestError, error_document, error_response, json_bytes

#: The most searches in the queue.
MOST_WAITING = 64

#: The callback that streams a document, and the function that runs a search until it is done or
#: stopped.
Emit = Callable[[dict[str, Any]], None]
Work = Callable[[Stop, Emit], None]

#: The media type of a stream of documents, one a line.
NDJSON = "application/x-ndjson"


class SearchRunner(Protocol):
    """What runs the searches of an application."""

    def stream(self, work: Work) -> Response:
        """Return a response that streams the documents of a search, one JSON document a line. If
        the search fails, the last line has the key `error`."""
        ...

    def last(self, work: Work) -> Response:
        """Return a response that sends only the last document of a search, once it has ended."""
        ...

    def close(self) -> None:
        """Stop all searches and start no more."""
        ...


class Searches:
    """The queue of searches. It runs `most` of them at once, one per CPU by default, each in one
    thread; `running` counts them."""

    def __init__(self, most: int | None = None, most_waiting: int = MOST_WAITING) -> None:
        self.most, self.most_waiting = most or available_cpus(), most_waiting
        self.running = 0
        self._waiting: deque[asyncio.Event] = deque()
        self._stops: set[Stop] = set()
        self._threads = ThreadPoolExecutor(self.most, "search")

    def stream(self, work: Work) -> Response:
        """Return a response that streams the documents of a search, as a SearchRunner. A search
        that has to wait streams `{"queued": place}` first, with 0 once it starts."""
        return NdjsonResponse(self.documents(work))

    def last(self, work: Work) -> Response:
        """Return a response that sends only the last document of a search, once it has ended."""
        return LastDocumentResponse(self.documents(work))

    def close(self) -> None:
        """Stop all searches and start no more."""
        for stop in self._stops:
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def documents(self, work: Work) -> AsyncGenerator[dict[str, Any], None]:
        """Yield the documents of a search; closing the generator stops the search. Raises
        RequestError if too many searches wait already."""
        async with aclosing(self._queue()) as places:
            async for place in places:
                yield {"queued": place}
        results, stop = asyncio.Queue[dict[str, Any] | Exception | None](), Stop()
        loop = asyncio.get_running_loop()

        def emit(document: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(results.put_nowait, document)

        def end(error: Exception | None) -> None:
            self._leave(stop)  # first, so that the client's next request finds the slot free
            results.put_nowait(error)

        def run() -> None:
            failure: Exception | None = None
            try:
                if not stop.is_set():
                    work(stop, emit)
            except Exception as error:
                failure = error
            loop.call_soon_threadsafe(end, failure)

        self._stops.add(stop)
        self._threads.submit(run)
        try:
            while (result := await results.get()) is not None:
                if isinstance(result, Exception):
                    raise result
                yield result
        finally:
            stop.set()

    async def _queue(self) -> AsyncGenerator[int, None]:
        """Wait for a free slot, and yield the place in the queue whenever it changes. The last one
        is 0; a search that needn't wait yields nothing."""
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
        moved, last_place = asyncio.Event(), 0
        self._waiting.append(moved)
        try:
            while moved in self._waiting:
                if (place := self._waiting.index(moved) + 1) != last_place:
                    last_place = place
                    yield place
                await moved.wait()
                moved.clear()
            yield 0
        except BaseException:
            if moved in self._waiting:
                self._waiting.remove(moved)
                self._wake_all()
            else:  # it had been given a slot already
                self._free_slot()
            raise

    def _leave(self, stop: Stop) -> None:
        self._stops.discard(stop)
        self._free_slot()

    def _free_slot(self) -> None:
        """Give the slot of an ended search to the first one in the queue."""
        if self._waiting:
            self._waiting.popleft().set()
            self._wake_all()
        else:
            self.running -= 1

    def _wake_all(self) -> None:
        """Wake all waiting searches, so that they check their places."""
        for moved in self._waiting:
            moved.set()


class LinesResponse(Response):
    """A response that sends documents, one a line, as they come. Subclasses say when."""

    media_type = NDJSON

    def __init__(self) -> None:
        super().__init__()
        del self.headers["content-length"]

    async def start(self, send: Send) -> None:
        """Send the status and the headers."""
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})

    async def write(self, send: Send, document: dict[str, Any]) -> None:
        """Send a document."""
        body = json_bytes(document) + b"\n"
        await send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self, send: Send) -> None:
        """Send the end of the body."""
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class NdjsonResponse(LinesResponse):
    """A response that streams documents until the client disconnects."""

    def __init__(self, documents: AsyncGenerator[dict[str, Any], None]) -> None:
        super().__init__()
        self.documents = documents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.documents) as documents:
            await until_disconnect(self._stream(documents, scope, receive, send), receive)

    async def _stream(
        self, documents: AsyncIterator[dict[str, Any]], scope: Scope, receive: Receive, send: Send
    ) -> None:
        has_started = False
        try:
            async for document in documents:
                if not has_started:
                    has_started = True
                    await self.start(send)
                await self.write(send, document)
        except Exception as error:
            if not has_started:
                await error_response(error)(scope, receive, send)
                return
            if not isinstance(error, NumberdropError | RequestError):
                raise
            await self.write(send, error_document(error))
        if not has_started:
            await self.start(send)
        await self.end(send)


class LastDocumentResponse(Response):
    """A response that sends the last document of a search."""

    def __init__(self, documents: AsyncGenerator[dict[str, Any], None]) -> None:
        super().__init__()
        self.documents = documents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def respond() -> None:
            last: dict[str, Any] = {}
            try:
                async for document in documents:
                    last = document
            except Exception as error:
                response = error_response(error)
            else:
                response = Document(last)
            await response(scope, receive, send)

        async with aclosing(self.documents) as documents:
            await until_disconnect(respond(), receive)


async def until_disconnect(responding: Any, receive: Receive) -> None:
    """Run the coroutine `responding` until it ends or the client disconnects."""
    tasks = {asyncio.ensure_future(responding), asyncio.ensure_future(_disconnected(receive))}
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, OSError):
            raise error


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
