"""Codes of tables, and the secret tokens of hosts and seats.

A code is short enough to be typed: it lets a client look at the table and take a free seat. A token
is a secret of 128 bits that lets its owner play a seat, or host the table. Tokens are derived from
the table's own secret, so that no list of them is stored, and a request that is sent again gets the
same token.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from ..errors import NotationError, as_text, coded_message, expected_got

#: The characters of a code: no vowels, which make words, and none that look like another.
CHARACTERS = "23456789BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 6

_CODE = re.compile(f"[{CHARACTERS}]{{{CODE_LENGTH}}}")
#: The bytes of a secret, and the hexadecimal digits of a token.
_SECRET_BYTES, _TOKEN_LENGTH = 16, 32


@dataclass(frozen=True, slots=True)
class Role:
    """What a client is at a table: the host, the owner of a chair (from 1), or else a watcher."""

    is_host: bool = False
    chair: int | None = None

    @property
    def name(self) -> str:
        """The word for it in documents: "host", "seat" or "watcher"."""
        return "host" if self.is_host else "seat" if self.chair else "watcher"


WATCHER = Role()


def new_code() -> str:
    """Return a random code of a table."""
    return "".join(secrets.choice(CHARACTERS) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    """Return a random secret of a table."""
    return secrets.token_hex(_SECRET_BYTES)


def is_code(text: str) -> bool:
    """Return whether `text` has the form of a code, in upper case."""
    return _CODE.fullmatch(text) is not None


def parse_code(text: object) -> str:
    """Parse a code as people type it, in any case, with blanks or hyphens.

    Raises NotationError for anything else.
    """
    code = re.sub(r"[\s-]", "", as_text(text, "code")[:100]).upper()
    if not is_code(code):
        expected = coded_message("table.code", "expected the code of a table, six characters")
        raise NotationError(expected_got("code", expected, text))
    return code


def token_of(secret: str, chair: int | None, generation: int = 0) -> str:
    """Return the token of the host (None) or of a chair, which changes with its `generation`."""
    text = f"numberdrop/table/{chair or 'host'}/{generation}"
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:_TOKEN_LENGTH]


def is_same(token: str, other: str) -> bool:
    """Compare two tokens in a time that doesn't depend on where they differ."""
    return hmac.compare_digest(token.encode(), other.encode())
