"""A job in a process of its own on its worker's machine, for jobs that may kill the process."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

#: What the process runs. It ends when its parent does, since then its input is closed.
_PROGRAM = """
import json, os, pickle, sys, threading
sys.path[:] = json.loads(sys.stdin.buffer.readline())
job = sys.stdin.buffer.read(int(sys.stdin.buffer.readline()))
out, sys.stdout = sys.stdout.buffer, sys.stderr
threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(1)), daemon=True).start()
function, arguments, more = pickle.loads(job)
try:
    answer = True, function(*arguments, **more)
except Exception as error:
    answer = False, error
out.write(pickle.dumps(answer))
out.flush()
os._exit(0)
"""


class ProcessKilled(RuntimeError):  # noqa: N818
    """The process of a job ended without a result."""


def run_alone(packed: bytes) -> Any:
    """Call a function in a new process. `packed` is the pickled tuple of the function, its
    arguments and its keyword arguments.

    Returns its result, and raises its exception; raises ProcessKilled if the process died.
    """
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        path = json.dumps(sys.path).encode()
        try:
            process.stdin.write(path + b"\n" + str(len(packed)).encode() + b"\n" + packed)
            process.stdin.flush()
        except OSError as error:
            raise ProcessKilled(f"the process of the job took no input: {error}") from None
        answer = process.stdout.read()
    if process.returncode != 0 or not answer:
        raise ProcessKilled(f"the process of the job ended with code {process.returncode}")
    succeeded, value = pickle.loads(answer)
    if not succeeded:
        raise value
    return value
