"""A runner of cases in this process, with the checks that every case must pass."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from numberdrop.cli import main
from numberdrop.folders import DATA
from numberdrop.server.openapi import Operation
from numberdrop.web.openapi import API_SCHEMA, OPERATIONS, openapi
from schemas import faults, validator

from .asking import ask_all
from .cases import Answered, Case, Ended, Fault
from .judges import JUDGES

#: Exit codes that a case may have; interrupts and closed pipes aren't tested.
CODES = {0, 1, 2}
#: Exit codes of a run that a signal has ended.
BY_SIGNAL = {129, 130, 143}
#: Characters allowed on a terminal besides printable ones; CSV has its own line ends.
ENDS = "\n"
#: Maximum length of an error message.
LONGEST = 1000


def try_case(case: Case, folder: Path) -> None:
    """Run a case in an empty folder below `folder`. Raises Fault if a check fails."""
    from .rows import lay_databases

    place, data = folder / "case", folder / "data"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, content in case.files.items():
        (place / name).write_bytes(content)
    with contextlib.chdir(place), environ(**{DATA: str(data)}):
        lay_databases(data, case.results, case.table)
        ended: Ended | list[Answered]
        if case.argv:
            ended = run(case.argv, case.stdin)
            _expect(ended, case.argv)
        else:
            ended = ask_all(case.requests, data)
            _expect_answers(ended)
        _expect_files(case, place)
        if case.judged:
            JUDGES[case.judged[0]](ended, *case.judged[1:])


def run(argv: Sequence[str], stdin: bytes = b"") -> Ended:
    """Run a command line in this process. Raises Fault if it raises an exception."""
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout = stdout = io.TextIOWrapper(out, "utf-8")
    sys.stderr = stderr = io.TextIOWrapper(err, "utf-8", "backslashreplace")
    try:
        code = main(argv)
        stdout.flush()
        stderr.flush()
    except Exception as error:
        trace = "".join(traceback.format_exception(error)[-3:])
        raise Fault(f"{type(error).__name__} was not caught: {error}\n{trace}") from None
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    if code in BY_SIGNAL:  # the error is for the caller of try_case()
        raise KeyboardInterrupt
    return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def _expect(ended: Ended, argv: Sequence[str]) -> None:
    """Check what must be true of every command line."""
    if ended.code not in CODES:
        raise Fault(f"exit code {ended.code}: {ended.err}")
    for name, text in (("stdout", ended.out), ("stderr", ended.err)):
        if "Traceback" in text:
            raise Fault(f"a traceback on {name}: {text}")
        raw = [char for char in text if not char.isprintable() and char not in ENDS]
        if raw and not (set(raw) == {"\r"} and "export" in argv):
            raise Fault(f"{raw[0]!r} on {name}: {text[:500]!r}")
    errors = [line for line in ended.err.splitlines() if line.startswith("numberdrop: ")]
    if ended.code == 2 and (ended.out or not errors):
        raise Fault(f"exit code 2 with {ended.out[:200]!r} and {ended.err!r}")
    if ended.code == 1 and not errors and not ended.out:
        raise Fault("exit code 1 without output")
    if any(len(line) > LONGEST for line in errors):
        raise Fault(f"an error of {max(map(len, errors))} characters")
    if "--json" in argv and ended.out:
        try:
            ended.json()
        except ValueError as error:
            raise Fault(f"stdout is not JSON: {error}: {ended.out[:200]!r}") from None


def _expect_files(case: Case, place: Path) -> None:
    """Check that input files are unchanged and that only the allowed files were written."""
    names = {path.name for path in place.iterdir()}
    for name, data in case.files.items():
        is_made = any(fnmatch(name, pattern) for pattern in case.made)
        if not is_made and (name not in names or (place / name).read_bytes() != data):
            raise Fault(f"{name} was changed")
    more = [
        name
        for name in sorted(names - set(case.files))
        if not any(fnmatch(name, pattern) for pattern in case.made)
    ]
    if more:
        raise Fault(f"files were left: {more}")


def _expect_answers(answers: Sequence[Answered]) -> None:
    """Check that each response of the server matches the API description, and that requests which
    their schema refuses were refused."""
    for answer in answers:
        known = _operation(answer)
        where = f"{answer.method} {answer.path}, {json.dumps(answer.body, default=repr)[:500]}"
        described = openapi()["paths"][f"/api/v1{known.path}"][known.method.lower()]
        if str(answer.status) not in described["responses"]:
            raise Fault(f"{where}: status {answer.status}, {answer.documents}")
        is_done = answer.status < 300
        if is_done and known.request and (found := _faults_of(known.request, answer.body)):
            raise Fault(f"{where}: was accepted, but its schema says {found[0]}")
        for document in answer.documents:
            # A stream that has begun may have an error as its last line.
            is_error = not is_done or ("ndjson" in known.media and "error" in document)
            if found := _faults_of("error" if is_error else known.response, document):
                raise Fault(f"{where}: the response breaks its schema: {found[0]}")
            _expect_one_line(where, document)


def _expect_one_line(where: str, document: object) -> None:
    error = document.get("error", "-") if isinstance(document, dict) else "-"
    if not (0 < len(error) <= LONGEST and error.isprintable()) or "Traceback" in error:
        raise Fault(f"{where}: was refused by {error[:LONGEST]!r}")


def _faults_of(definition: str | None, document: object) -> list[str]:
    return faults(validator(f"{API_SCHEMA}.schema.json#/$defs/{definition}"), document)


def _operation(answer: Answered) -> Operation:
    """Return the operation of the API description that a request matches."""
    path = answer.path.partition("?")[0]
    [known] = [
        known
        for known in OPERATIONS
        if known.method == answer.method
        and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known.path), path)
    ]
    return known


@contextlib.contextmanager
def environ(**more: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
