"""Reading archives: changed entries with a valid digest, and files of other kinds, are refused."""

from __future__ import annotations

import gc
import json
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from archives import sealed, write
from mutations import changes
from numberdrop.puzzles.archive.entry_text import line_text, read_line
from numberdrop.puzzles.archive.reading import read_lines
from samples import some_days, some_drop

Json = dict[str, Any]


def bare(number: int) -> Json:
    """Return the document of an entry without its digest."""
    entry = (some_drop(), some_days()[0])[number]
    document: Json = json.loads(line_text(entry))
    del document["digest"]
    return document


def only(text: str, tmp_path: Path) -> str:
    """Return the error for a file with this single line."""
    path = write(tmp_path / "one.jsonl", text)
    with pytest.raises(nd.NotationError) as caught:
        list(read_lines(path))
    return str(caught.value).removeprefix(f"{path}, ")


@pytest.mark.parametrize("most", [400, pytest.param(None, marks=pytest.mark.slow)])
@pytest.mark.parametrize("number", range(2))
def test_random_change_is_refused_with_its_key(number: int, most: int | None) -> None:
    """Changes that leave the form valid are accepted here; verification detects them."""
    document, refused = bare(number), 0
    found = list(changes(document))
    for change in random.Random(61).sample(found, most or len(found)):
        try:
            read_line(sealed(change.of(document)), "here, line 7")
        except nd.NotationError as error:
            message, refused = str(error), refused + 1
            assert message.startswith("here, line 7"), change
            keys = [*map(str, change.path[:1]), "more"] if change.what == "has more" else []
            keys = keys or [str(change.path[0]), "solution"]  # it no longer fits the puzzle
            assert any(key in message for key in keys), (str(change), message)
    assert refused > 0.8 * (most or len(found))


KINDS: dict[str, tuple[int, Callable[[Json], object], str]] = {
    "no id": (1, lambda line: line.pop("id"), "line 1: expected the key 'id', which is missing"),
    "no targets": (
        0,
        lambda line: line.pop("targets"),
        "line 1: expected the key 'targets', which",
    ),
    "roll": (0, lambda line: line.update(rolls=[7]), "line 1, rolls, roll 1: expected text, got 7"),
    "goal": (0, lambda line: line["targets"].update(goal=99), "line 1, targets, goal: expected "),
    "score": (1, lambda line: line["best"].update(score=99), "line 1, best, score: expected "),
    "bound": (1, lambda line: line["best"].update(bound=9), "line 1, best, bound: expected "),
    "day": (1, lambda line: line.update(id="2026-11-22"), "line 1, recipe: expected 'solo#2026-11"),
    "over": (
        0,
        lambda line: line.update(position="1...... -:-:- I4x,O4x,T4x,L4x,S4x 18"),
        "line 1, position: expected one whose game isn't over",
    ),
    "solution": (
        0,
        lambda line: line["best"].update(solution=[]),
        "line 1, best, solution: expected an object",
    ),
    "signs": (
        1,
        lambda line: line["difficulty"].update(word="\x1b[31m"),
        "line 1, difficulty, word: expected 1 to 1000 printable characters, got '\\x1b[31m'",
    ),
    "need": (0, lambda line: line["needs"].update({"\x00": 1}), "line 1, needs: expected 1 to"),
}


@pytest.mark.parametrize("name", KINDS)
def test_inconsistent_value_is_named(name: str, tmp_path: Path) -> None:
    number, change, words = KINDS[name]
    document = bare(number)
    change(document)
    assert only(sealed(document), tmp_path).startswith(words)


TEXTS = {
    "NaN": (
        '"chance": 0.',
        '"chance": NaN, "x": 0.',
        "line 1: expected JSON: NaN is not a JSON number",
    ),
    "huge": (
        '"nodes": ',
        '"nodes": 1e999, "x": ',
        "line 1: expected JSON: the number '1e999' is too",
    ),
    "digits": (
        '"nodes": ',
        f'"nodes": {"9" * 5000}, "x": ',
        "line 1: expected JSON: the number '999",
    ),
    "nested": ('"greedy": ', f'"greedy": {"[" * 90_000}', "line 1: expected JSON, got one nested"),
    "NUL": ('"kind": "', '"kind": "\0', "line 1: expected JSON, error at column "),
    "surrogate": ('"kind": "', '"kind": "\\ud800', "line 1, kind: expected 'daily' or 'drop', got"),
    "twice": (
        '"kind": ',
        '"kind": "drop", "kind": ',
        "line 1: expected JSON: the key 'kind' occurs",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_invalid_json_is_refused(name: str, tmp_path: Path) -> None:
    old, new, words = TEXTS[name]
    assert only(line_text(some_drop()).replace(old, new, 1), tmp_path).startswith(words)


ONE, TWO = (f"{line_text(entry)}\n".encode() for entry in some_days())
FILES = {
    "empty": (b"", ": expected an archive, got an empty file"),
    "blank": (
        b"\n\n",
        ": expected an archive, whose lines have the format 'numberdrop.puzzle', got a",
    ),
    "a record": (b'{"format": "numberdrop.game"}\n', ", got 'numberdrop.game'"),
    "a list": (b"[]\n", ", got '[]'"),
    "over lines": (json.dumps(bare(0), indent=2).encode(), ", got '{'"),
    "zeros": (bytes(100), r", got '\x00"),
    "other bytes": (b"PK\xff\xff\n", ": expected text in UTF-8, got 0xFF at byte 3"),
    "other bytes later": (
        ONE + b"\xff" + TWO,
        ", line 2: expected text in UTF-8, got 0xFF at byte 1",
    ),
    "mark": (b"\xef\xbb\xbf" + ONE, ": expected UTF-8 without a byte-order mark, got one"),
    "mark later": (
        ONE + b"\xef\xbb\xbf" + TWO,
        ", line 2: expected UTF-8 without a byte-order mark",
    ),
    "UTF-16": (
        ONE.decode().encode("utf-16"),
        ": expected UTF-8 without a byte-order mark, got one",
    ),
    "line ends": (
        ONE.replace(b"\n", b"\r\n"),
        ", line 1: expected a newline at the end, got a carriage",
    ),
    "blank line": (ONE + b"\n" + TWO, ", line 2: expected JSON, got a blank line"),
    "cut off": (
        ONE + TWO[:-1],
        ", line 2: expected a newline at the end: the last line is cut off",
    ),
    "twice": (ONE + ONE, ", line 2, id: '2026-11-20' is already used at "),
    "long": (ONE + b"[" * 5_000_000, ", line 2: expected a document of at most 4194304 bytes"),
}


@pytest.mark.parametrize("name", FILES)
def test_file_that_is_not_an_archive_is_refused(name: str, tmp_path: Path) -> None:
    data, words = FILES[name]
    path = tmp_path / "days.jsonl"
    path.write_bytes(data)
    with pytest.raises(nd.NotationError) as caught:
        list(read_lines(str(path)))
    assert str(caught.value).startswith(str(path))
    assert words in str(caught.value)


@pytest.mark.slow
def test_reading_uses_constant_memory(tmp_path: Path) -> None:
    """Reading many lines takes no more memory than reading a few."""

    def most(count: int) -> int:
        texts = (sealed({**bare(0), "id": f"drop#1.{number}"}) for number in range(count))
        path = write(tmp_path / "many.jsonl", *texts)
        tracemalloc.start()
        try:
            # A collection also empties Python's own lists of tuples and dicts, which fill at first.
            assert len([gc.collect() for _ in read_lines(path)]) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert most(200) < most(20) + 100_000
