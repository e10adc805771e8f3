"""Nearly valid input: texts, bytes and documents with a slip or a change."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from mutations import Json, changes

#: Characters that people, editors and attackers put in the wrong place.
STRANGE = [
    *"\0\t\r\n\x1b\x07\x7f ,;:/#!|=-_*xX+?.<>(){}[]'\"\\%$&~`^@",
    *"\u00a0\u200b\u200f\u202e\u2028\ufeff\ud800\u0130\u00b2\u0663\uff11\uff21\u2013\u2605",
    *("JZ", "jz", "10", "-1", "1e9", "NaN", "null", "\U0001f3b2", "a" * 300, "9" * 40),
]
#: Numbers that JSON lacks, or that are unusable.
UGLY = [b"NaN", b"1e999", b"-1", b"9" * 400]


def near(rng: random.Random, text: str) -> str:
    """Return a text with one to three changes."""
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = rng.randint(0, len(text))
        what = rng.randrange(9)
        if what == 0:
            text = text[:at] + rng.choice(STRANGE) + text[at:]
        elif what == 1:
            text = text[:at] + text[at + 1 :]
        elif what == 2:
            text = text[:at] + rng.choice("0123456789abcdefgIOTLSX*.,/ ") + text[at + 1 :]
        elif what == 3:
            text = rng.choice([text.upper(), text.lower(), text.swapcase()])
        elif what == 4:
            text = rng.choice([f" {text}", f"{text} ", f"\t{text}\n", f'"{text}"', text * 2])
        elif what == 5 and len(text) > 1:
            other = rng.randrange(len(text))
            first, last = sorted((min(at, len(text) - 1), other))
            text = text[:first] + text[first:last][::-1] + text[last:]
        elif what == 6:
            text = rng.choice([" ", ",", "-", ", ", ""]).join(text)
        elif what == 7:
            text = text.replace(" ", rng.choice(["", "  ", "\t", ",", "\u00a0"]))
        else:
            text = text[:at]
    return text


def near_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return bytes with a change that editors, systems and disks make."""
    at, what = rng.randint(0, len(data)), rng.randrange(10)
    if what == 0:
        return b"\xef\xbb\xbf" + data
    if what == 1:
        return data.replace(b"\n", b"\r\n")
    if what == 2:
        return data[:at]
    if what == 3:
        return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    if what == 4:
        return data[:at] + data[at + 1 :]
    if what == 5:
        return data + rng.choice([b"\n\n", b"\0", b"{}", b"}", data, b"\x1a", b"\xff"])
    if what == 6:
        return data.decode("utf-8", "replace").encode(rng.choice(["utf-16", "utf-32"]))
    if what == 7:
        return rng.choice(
            [b"", b"\n", b"[]", b"{}", b"null", b"0", b'""', b"[" * 5000, b"1" * 5000]
        )
    if what == 8:
        return re.sub(rb"\d+", lambda _: rng.choice(UGLY), data, count=1)
    return data.replace(b'"', b"'", rng.randint(1, 4))


def near_document(rng: random.Random, document: Json) -> Json:
    """Return a document with one change."""
    return rng.choice(list(changes(document))).of(document)


def as_bytes(document: Any) -> bytes:
    """Return the bytes of a document in a file, which may contain lone surrogates."""
    return json.dumps(document).encode("utf-8", "surrogatepass")


def typed(text: str) -> bytes:
    """Return the bytes of a text in a file."""
    return text.encode("utf-8", "surrogatepass")
