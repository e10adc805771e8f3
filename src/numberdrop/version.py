"""The version of the program, and the signature of its planners.

Two builds with the same signature and the same weights give the same answers to the same questions
with the same budgets. The signature is a digest of tests/data/answers.txt, so a change that alters
an answer alters the signature.
"""

from __future__ import annotations

#: The single source of the version; the packaging reads it from here.
VERSION = "0.4.0"
#: The first eight hexadecimal digits of the SHA-256 of the answers.
SIGNATURE = "367eee98"
#: The program and its version, as written into records, results and archives.
PROGRAM = f"numberdrop {VERSION}"


def identity() -> dict[str, str]:
    """Return the keys `program` and `signature` that identify this program in a document."""
    return {"program": PROGRAM, "signature": SIGNATURE}


def installed() -> dict[str, str]:
    """Return everything needed to reproduce a result of this installation.

    The keys are those of identity(), and `version`; `weights`, the digest of the value function
    behind hints; `build`, portable or native; `python` and `platform`.
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
