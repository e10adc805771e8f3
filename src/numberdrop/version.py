"""What names this program's answers: its version, and the signature of its planners.

Two programs with one signature, and the same weights, give the same answers to the same questions
with the same budgets. The signature is the digest of tests/data/answers.txt; a change that alters
an answer alters it, and says so.
"""

from __future__ import annotations

#: The one place where the version stands; the packaging reads it from here.
VERSION = "0.4.0"
#: The first eight hexadecimal digits of the SHA-256 of the answers.
SIGNATURE = "4d74aed3"
#: The program and its version in one text, as records, results and archives hold it.
PROGRAM = f"numberdrop {VERSION}"


def identity() -> dict[str, str]:
    """What names this program in a document: `program` and `signature`."""
    return {"program": PROGRAM, "signature": SIGNATURE}


def installed() -> dict[str, str]:
    """All that is to be told of this program when an outcome is asked about.

    What identity() says; `version`; `weights`, the digest of the value that hints go by; `build`,
    portable or native; and the `python` and `platform` that it runs on.
    """
    import json
    import platform
    from importlib.resources import files

    from . import _core

    weights = json.loads(files(__package__).joinpath("plan", "value.json").read_text("utf-8"))
    return {
        **identity(),
        "version": VERSION,
        "weights": weights["name"],
        "build": _core.BUILD,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
