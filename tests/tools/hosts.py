"""Test a cluster of several hosts on one machine, with a network namespace for each.

    python tests/tools hosts [--hosts 3] [--deals 24]

Needs root, and `ip` of iproute2. The scheduler and the program run on this host, at 10.77.0.1 of a
bridge. Each worker has its own namespace and address, and reaches only the bridge. The workers run
a study twice, once undisturbed and once with the link of a host cut half-way; both must give the
same bytes as a single process. The namespaces are removed at the end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from clusters import LocalCluster
from numberdrop.rules import Variant
from numberdrop.study.deals import Settings
from numberdrop.study.study_file import StudyFile, study

BRIDGE, NETWORK = "numberdrop0", "10.77.0"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _space(number: int) -> str:
    return f"numberdrop-{number}"


@contextmanager
def hosts(count: int) -> Iterator[None]:
    """Create `count` namespaces on a bridge, host 0 at .10, host 1 at .11, and so on, and remove
    them at the end."""
    try:
        _ip("link", "add", BRIDGE, "type", "bridge")
        _ip("addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
        _ip("link", "set", BRIDGE, "up")
        for number in range(count):
            space, outer = _space(number), f"nd{number}"
            _ip("netns", "add", space)
            _ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("link", "set", outer, "master", BRIDGE, "up")
            _ip("-n", space, "addr", "add", f"{NETWORK}.{10 + number}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")
            _ip("-n", space, "link", "set", "lo", "up")
        yield
    finally:
        for number in range(count):
            with suppress(subprocess.CalledProcessError):
                _ip("netns", "del", _space(number))
        with suppress(subprocess.CalledProcessError):
            _ip("link", "del", BRIDGE)


def main() -> None:
    parser = argparse.ArgumentParser(prog="hosts", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hosts", type=int, default=3)
    parser.add_argument("--deals", type=int, default=24)
    asked = parser.parse_args()
    settings = Settings.this(1, (), Variant())
    names = [f"plain#1.{number}" for number in range(asked.deals)]
    with tempfile.TemporaryDirectory() as folder, hosts(asked.hosts):

        def made(name: str, executor: str, cut: int | None = None) -> bytes:
            path = Path(folder) / name

            def show(done: int) -> None:
                print(f"{name}: {done} of {len(names)}", file=sys.stderr, flush=True)
                if cut is not None and done == len(names) // 3:
                    _ip("link", "set", f"nd{cut}", "down")

            with StudyFile(str(path), settings) as file:
                study(file, names, workers=None, executor=executor, progress=show)
            return path.read_bytes()

        cluster = LocalCluster(
            Path(folder),
            asked.hosts,
            host=f"{NETWORK}.1",
            before=["ip", "netns", "exec", "numberdrop-{number}"],
        )
        try:
            dask = f"dask:{cluster.address}"
            there = _addresses(cluster.address, asked.hosts)
            one = made("one", "threads")
            many = made("many", dask)
            cut = made("cut", dask, cut=0)
        finally:
            cluster.close()
    assert one == many == cut
    print(
        f"workers at {', '.join(there)}: the bytes of one process, "
        f"also with {there[0]} cut off in the middle"
    )


def _addresses(address: str, count: int) -> list[str]:
    """Return the addresses of the workers, once all are connected."""
    import distributed

    make: Any = distributed.Client  # an untyped library
    with make(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=120)
        return sorted(name.rpartition(":")[0] for name in client.nthreads())


if __name__ == "__main__":
    main()
