"""Digests of stored games. Each covers a step and, through the digest before it, all that precedes
it, so that a byte that was changed later is noticed."""

from __future__ import annotations

import hashlib

from ..errors import NotationError, at_place, coded_message

#: The digest before the first one.
NO_DIGEST = ""


def next_digest(before: str, data: bytes) -> str:
    """Return the digest of `data` after `before`: 16 hexadecimal digits of SHA-256."""
    return hashlib.sha256(b"%s\n%s" % (before.encode(), data)).hexdigest()[:16]


def damaged(where: str) -> NotationError:
    """Return the error for something, at the place `where` in a game, that doesn't fit its
    digest."""
    fault = coded_message("step.damaged", "it was changed or damaged after it was saved")
    return NotationError(at_place(where, fault))
