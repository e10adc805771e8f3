"""A local Dask scheduler with worker processes that a test can kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from commands import ENVIRON, TIMEOUT
from places import TESTS

#: Workers must be able to import the test helpers.
PATHS = os.pathsep.join([ENVIRON.get("PYTHONPATH", ""), str(TESTS / "support")])
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}


class LocalCluster:
    """A scheduler at `address` and `workers` worker processes. `kill()` ends a process, `revive()`
    restarts it.

    `before` is a prefix of each worker's command, with the worker's number in place of `{number}`.
    """

    def __init__(
        self, folder: Path, workers: int = 2, host: str = "127.0.0.1", before: Sequence[str] = ()
    ) -> None:
        with socket.socket() as free:
            free.bind((host, 0))
            self.address = f"tcp://{host}:{free.getsockname()[1]}"
        self._folder, self._before = folder, before
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        for name in ("scheduler", *(f"worker {number}" for number in range(workers))):
            self.start(name)

    def start(self, name: str) -> None:
        """Start the scheduler, or a worker, called `name`, replacing its earlier process."""
        host, _, port = self.address.removeprefix("tcp://").rpartition(":")
        if name == "scheduler":
            words = ["scheduler", "--host", host, "--port", port, "--no-dashboard"]
        else:
            words = ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            words += ["--local-directory", str(self._folder), "--death-timeout", str(TIMEOUT)]
        number = name.rpartition(" ")[2]
        before = [part.format(number=number) for part in self._before if name != "scheduler"]
        self.processes[name] = subprocess.Popen(
            [*before, sys.executable, "-m", "dask", *words],
            env={**ENVIRON, **QUIET, "PYTHONPATH": PATHS},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self, name: str) -> None:
        """Kill a process and its children at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def revive(self) -> None:
        """Restart the processes that have ended, as a service manager does."""
        for name, process in self.processes.items():
            if process.poll() is not None:
                self.start(name)

    def close(self) -> None:
        for name in self.processes:
            self.kill(name)


@contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[LocalCluster]:
    """Run a scheduler with `workers` workers, and restart any that end."""
    made, is_over = LocalCluster(folder, workers), threading.Event()

    def keep() -> None:
        while not is_over.wait(0.2):
            made.revive()

    keeper = threading.Thread(target=keep)
    keeper.start()
    try:
        yield made
    finally:
        is_over.set()
        keeper.join()
        made.close()
