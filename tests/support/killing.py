"""Batches whose workers, scheduler and main process are killed at random moments."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from clusters import LocalCluster, cluster
from commands import ENVIRON, PROGRAM

#: Mean time between two kills, in seconds.
PAUSE = 3.0
#: What a batch is, by name: a command that writes FILE, which may be a folder. A job takes a
#: fraction of a second.
WORK = {
    "study": "lab study --deals 24 --nodes 1 --levels none --out FILE",
    "generate": "puzzles generate --from 2026-11-20 --days 6 --games 1 --nodes 1 --out FILE",
    "selfplay": "lab selfplay --games 60 --seed 3 --out FILE",
    "train": "lab train --games 1280 --check 2 --out FILE.checkpoint --weights FILE",
    "omba": "omba solve --cubes 4",
}
#: What a batch begins with instead, if it was interrupted after it wrote a checkpoint.
RESUMED = {"train": "lab train --games 1280 --check 2 --resume FILE.checkpoint --weights FILE"}
#: What keeps its results in the cache: FILE is that folder.
IN_CACHE = {"omba"}


@dataclass
class Kills:
    """The number of kills by process, the number of batches that ended, all with the same bytes,
    and the last line of stderr of each run that failed."""

    killed: Counter[str] = field(default_factory=Counter)
    batches: int = 0
    said: list[str] = field(default_factory=list)


def endure(
    folder: Path,
    kills: int,
    seed: int,
    *,
    is_dask: bool,
    pause: float = PAUSE,
    work: str = "study",
) -> Kills:
    """Run batches of `work`, one of WORK, until `kills` processes have been killed and the last
    batch is complete. Raises AssertionError if a batch differs from one that ran undisturbed."""
    rng, found = random.Random(seed), Kills()
    whole, out = folder / "whole.jsonl", folder / "out.jsonl"
    first = _start(work, whole, "--workers", "1")
    assert first.wait() == 0
    with ExitStack() as stack:
        made = stack.enter_context(cluster(folder)) if is_dask else None
        more = ["--executor", f"dask:{made.address}"] if made else ["--workers", "2"]
        client = _start(work, out, *more)
        stack.callback(lambda: client.kill())
        while True:
            wait = rng.expovariate(1 / pause)
            try:
                _, said = client.communicate(timeout=wait)
            except subprocess.TimeoutExpired:
                name = _kill(rng, client, made) if found.killed.total() < kills else ""
                if name:
                    found.killed[name] += 1
                continue
            if client.returncode == 0:
                assert _written(out) == _written(whole)
                assert not Path(f"{out}.part").exists()
                found.batches += 1
                if found.killed.total() >= kills:
                    return found
                _remove(out)
            elif client.returncode > 0:
                found.said.append(said.splitlines()[-1])
                assert "Traceback" not in said, said
            client = _start(work, out, *more)
            print(f"{dict(found.killed)}, batches: {found.batches}", file=sys.stderr, flush=True)


def _start(work: str, out: Path, *more: str) -> subprocess.Popen[str]:
    command = WORK[work]
    if work in RESUMED and Path(f"{out}.checkpoint").exists():
        command = RESUMED[work]
    environ = {**ENVIRON, "NUMBERDROP_CACHE": str(out)} if work in IN_CACHE else ENVIRON
    return subprocess.Popen(
        [*PROGRAM, *command.replace("FILE", str(out)).split(), *more],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def _written(out: Path) -> dict[str, bytes]:
    """Return the bytes of a file, or of all files in a folder by their names; of weights the table
    alone, since what is said about them has times in it."""
    if out.is_file():
        data = out.read_bytes()
        if data.startswith(b"PK"):
            with np.load(out) as found:
                data = found["weights"].tobytes()
        return {"": data}
    paths = [path for path in out.rglob("*") if path.is_file()]
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


def _remove(out: Path) -> None:
    if out.is_dir():
        shutil.rmtree(out)
    else:
        out.unlink()
    Path(f"{out}.checkpoint").unlink(missing_ok=True)


def _kill(rng: random.Random, client: subprocess.Popen[str], made: LocalCluster | None) -> str:
    """Kill the main process, the scheduler or a worker. Returns what was killed, or ""."""
    name = rng.choice(["client", "worker", "worker", *(["scheduler"] if made else [])])
    if name == "client":
        client.kill()
    elif made is not None:
        made.kill(name if name == "scheduler" else f"worker {rng.randrange(2)}")
    else:
        workers = workers_of(client.pid)
        if not workers:
            return ""
        with suppress(ProcessLookupError):
            os.kill(rng.choice(workers), signal.SIGKILL)
    return name


def workers_of(parent: int) -> list[int]:
    """Return the ids of a pool's processes, by their parent."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            stat = (folder / "stat").read_text()
            words = (folder / "cmdline").read_bytes()
            if int(stat.rpartition(")")[2].split()[1]) == parent and b"spawn_main" in words:
                found.append(int(folder.name))
    return sorted(found)


def wait_for_none(pids: list[int], seconds: float = 60) -> None:
    """Wait until none of these processes exists."""
    until = time.monotonic() + seconds
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.05)
