"""Worker processes on this machine."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

from ..errors import NumberdropError, shown
from .pool import ExecutorPool, exit_callbacks

#: Signals that a terminal sends to a whole group of processes. Only the parent handles them.
_END_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
#: The exit code of a worker process that imports the main script and arrives here again.
_UNGUARDED = 83


class ProcessPool(ExecutorPool):
    """Processes on this machine that end with this process, however it ends.

    A standard pool can't be used any more once one of its processes is killed; then this pool makes
    another one. Raises NumberdropError if processes can't import the main script, or if importing
    it starts the batch again.
    """

    def __init__(self, workers: int) -> None:
        if getattr(current_process(), "_inheriting", False):
            # The main script is being imported, so this process could only start others.
            os._exit(_UNGUARDED)
        _expect_importable_script()
        self._context = get_context("spawn")
        super().__init__(self._process_pool, workers)

    def _process_pool(self, workers: int) -> ProcessPoolExecutor:
        self._lifeline, self._parent_end = self._context.Pipe(duplex=False)
        return _SignalSafePool(workers, self._context, _follow_parent, (self._lifeline,))

    def replace_executor(self, broken: Executor) -> None:
        if broken is self.executor:
            self._terminate(broken)
            if isinstance(broken, _SignalSafePool) and broken.is_unguarded():
                raise NumberdropError(
                    "workers: expected the script to start them under "
                    '`if __name__ == "__main__":`, since each process imports the script'
                ) from None
            self.executor = self._make_executor()

    def pool_of_one(self) -> ProcessPool:
        return ProcessPool(1)

    def close(self, *, cancel: bool) -> None:
        if cancel:
            self._terminate(self.executor)
        else:
            self.executor.shutdown()
            self._close_lifeline()

    def _terminate(self, pool: Executor) -> None:
        """End the processes without waiting for their jobs, which may take minutes."""
        self._parent_end.close()
        pool.shutdown(cancel_futures=True)
        self._lifeline.close()

    def _close_lifeline(self) -> None:
        self._parent_end.close()
        self._lifeline.close()


class _SignalSafePool(ProcessPoolExecutor):
    """A standard pool that defers signals while it starts a process.

    A signal during startup would end the process with a traceback.
    """

    #: The processes that were started; a broken pool forgets them.
    _started: dict[int, BaseProcess]

    def submit(self, *args: Any, **more: Any) -> Any:
        with _deferred_signals():
            future = super().submit(*args, **more)
        self._started = {**getattr(self, "_started", {}), **(self._processes or {})}
        return future

    def is_unguarded(self) -> bool:
        """Return whether a process ended because it imported a main script without a guard."""
        return any(process.exitcode == _UNGUARDED for process in self._started.values())


def _expect_importable_script() -> None:
    """Raise NumberdropError if the main script isn't in a file, so that no process can import
    it."""
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    if path and getattr(main, "__spec__", None) is None and not os.path.exists(path):
        raise NumberdropError(
            f"workers: expected the script in a file, which each process imports, got {shown(path)}"
        )


@contextmanager
def _deferred_signals() -> Iterator[None]:
    """Defer signals that end a program until the end of the block, in whichever thread they arrive.

    Processes and threads that are started in the block begin with these signals blocked.
    """
    received: list[int] = []
    handlers: dict[int, Any] = {}

    def hold(number: int, _: FrameType | None) -> None:
        received.append(number)

    try:
        if threading.current_thread() is threading.main_thread():
            for number in _END_SIGNALS:
                if callable(handler := signal.getsignal(number)):
                    handlers[number] = handler
                    signal.signal(number, hold)
        _mask("SIG_BLOCK")
        yield
    finally:
        _mask("SIG_UNBLOCK")
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in received:
            signal.raise_signal(number)


def _mask(how: str) -> None:
    """Block or unblock these signals in this thread, if the system can."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), _END_SIGNALS)


def _follow_parent(lifeline: Connection) -> None:
    """Initialise a worker process: ignore signals, and exit when the parent does.

    The parent ends the process by closing the other end of `lifeline`. The system closes it too if
    the parent is killed.
    """
    for number in _END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    _mask("SIG_UNBLOCK")

    def watch() -> None:
        lifeline.poll(None)
        for callback in exit_callbacks:
            callback()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
