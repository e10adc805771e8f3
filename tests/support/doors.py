"""The doors of the program as fuzzers use them: cases that are nearly right, and what must hold
whatever comes in.

A case is a command line, with the files that it reads; it is tried in this process. What must hold
for all of them is in `try_case`; what the independent judges say about what was taken, in
`_judge`.
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import io
import json
import os
import random
import re
import shutil
import sqlite3
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numberdrop as nd
import oracle
from archives import sealed
from changed import changed_round, changed_turn
from commands import GAMES, MIDDLE, OVER, START
from mutations import Json, changes
from numberdrop.cli import main
from numberdrop.plan.maxima import maximum
from numberdrop.puzzles.archive.lines import line_text
from numberdrop.puzzles.archive.puzzles import DailyPuzzle, DropProblem
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.puzzle import daily_puzzle
from numberdrop.puzzles.results import VARIABLE
from samples import CASES, some_days, some_drop
from schemas import validator
from written import SHORT, commands

#: Exit codes that a case may end with; interrupts and readers that go away aren't tried.
CODES = {0, 1, 2}
#: What may stand on a terminal besides printable characters; CSV has line ends of its own.
ENDS = "\n"
#: Characters that people, editors and attackers put where they don't belong.
STRANGE = [
    *"\0\t\r\n\x1b\x07\x7f ,;:/#!|=-_*xX+?.<>(){}[]'\"\\%$&~`^@",
    *"\u00a0\u200b\u200f\u202e\u2028\ufeff\ud800\u0130\u00b2\u0663\uff11\uff21\u2013\u2605",
    *("JZ", "jz", "10", "-1", "1e9", "NaN", "null", "\U0001f3b2", "a" * 300, "9" * 40),
]
#: Values that programs are given where a number is wanted.
NUMBERS = [
    *(
        "0",
        "-0",
        "1",
        "-1",
        "2",
        "7",
        "20",
        "21",
        "1e3",
        "0x10",
        "1_000",
        "+3",
        " 5",
        "5 ",
        "\u0663",
    ),
    *("99999999999999999999", "-99999999999999999999", "1.5", ".5", "nan", "inf", "-inf", "", "x"),
]


class Fault(AssertionError):  # noqa: N818
    """What a case did that no case may do."""


@dataclass(frozen=True)
class Case:
    """A command line, run in a folder with these files in it; `made` are those that it may write,
    and `data` statements that change the database of results before."""

    argv: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    made: list[str] = field(default_factory=list)
    data: list[str] | None = None
    #: What the judges are asked about: the kind, and what they need to know.
    judged: list[Any] = field(default_factory=list)

    def text(self) -> str:
        """The case as JSON, which `from_text` reads back."""
        document = dict(self.__dict__)
        document["files"] = {
            name: base64.b64encode(data).decode() for name, data in self.files.items()
        }
        document["stdin"] = base64.b64encode(self.stdin).decode()
        return json.dumps(document)

    @classmethod
    def from_text(cls, text: str) -> Case:
        document = json.loads(text)
        document["files"] = {
            name: base64.b64decode(data) for name, data in document["files"].items()
        }
        document["stdin"] = base64.b64decode(document["stdin"])
        return cls(**document)

    def __str__(self) -> str:
        files = ", ".join(f"{name}: {data[:200]!r}" for name, data in self.files.items())
        return f"{self.argv!r} with {files or 'no files'}" + (
            f", {self.data!r}" if self.data else ""
        )


@dataclass(frozen=True)
class Ended:
    """What a case came to."""

    code: int
    out: str
    err: str


def try_case(case: Case, folder: Path) -> Ended:
    """Runs a case in an empty folder below `folder`; Fault if it did what none may do."""
    place = folder / "case"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, data in case.files.items():
        (place / name).write_bytes(data)
    with contextlib.chdir(place), _environ(**{VARIABLE: str(folder / "data")}):
        if case.data is not None:
            _lay_data(folder / "data", case.data)
        ended = run(case.argv, case.stdin)
        _expect(ended, case)
        for name, data in case.files.items():
            if name not in case.made and (place / name).read_bytes() != data:
                raise Fault(f"{name} was changed")
        more = {path.name for path in place.iterdir()} - set(case.files) - set(case.made)
        if more:
            raise Fault(f"files were left: {sorted(more)}")
        if case.judged:
            JUDGES[case.judged[0]](ended, *case.judged[1:])
    return ended


def run(argv: list[str], stdin: bytes = b"") -> Ended:
    """A command line in this process; Fault if it raises anything."""
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
        told = "".join(traceback.format_exception(error)[-3:])
        raise Fault(f"{type(error).__name__} came through: {error}\n{told}") from None
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def _expect(ended: Ended, case: Case) -> None:
    if ended.code not in CODES:
        raise Fault(f"exit code {ended.code}: {ended.err}")
    for name, text in (("stdout", ended.out), ("stderr", ended.err)):
        if "Traceback" in text:
            raise Fault(f"a traceback on {name}: {text}")
        raw = [char for char in text if not char.isprintable() and char not in ENDS]
        if raw and not (set(raw) == {"\r"} and "export" in case.argv):
            raise Fault(f"{raw[0]!r} on {name}: {text[:500]!r}")
    told = [line for line in ended.err.splitlines() if line.startswith("numberdrop: ")]
    if ended.code == 2 and (ended.out or not told):
        raise Fault(f"exit code 2 with {ended.out[:200]!r} and {ended.err!r}")
    if ended.code == 1 and not told and not ended.out:
        raise Fault("exit code 1 without a word")
    if any(len(line) > 1000 for line in told):
        raise Fault(f"an error of {max(map(len, told))} characters")
    if "--json" in case.argv and ended.out:
        try:
            json.loads(ended.out)
        except ValueError as error:
            raise Fault(f"stdout is no JSON: {error}: {ended.out[:200]!r}") from None


@contextlib.contextmanager
def _environ(**more: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


# What is nearly right.


def near(rng: random.Random, text: str) -> str:
    """A text with one to three changes."""
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


#: Numbers that JSON doesn't have, or nobody wants.
UGLY = [b"NaN", b"1e999", b"-1", b"9" * 400]


def near_bytes(rng: random.Random, data: bytes) -> bytes:
    """Bytes with a change that editors, systems and disks make."""
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
    """A document changed in one place."""
    return rng.choice(list(changes(document))).of(document)


# The doors.


def _a_position(rng: random.Random) -> str:
    return rng.choice([MIDDLE, START, OVER, rng.choice(CASES)[0]])


def typed_roll(rng: random.Random) -> Case:
    text = near(rng, rng.choice(CASES)[1])
    return Case(["hint", START, text, "--level", "fast", "--json"], judged=["roll", text])


def typed_day(rng: random.Random) -> Case:
    day = datetime.date(2026, 1, 1) + datetime.timedelta(rng.randrange(700))
    forms = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%Y%m%d", "%d %b %Y", "%d/%m/%Y", "%B %d, %Y")
    text = day.strftime(rng.choice(forms))
    if rng.random() < 0.6:
        text = near(rng, text)
    return Case(["daily", text, "--json"], data=[], judged=["day", text])


def typed_position(rng: random.Random) -> Case:
    text = near(rng, _a_position(rng))
    return Case(["show", text, "--json"], judged=["position", text])


def typed_puzzle(rng: random.Random) -> Case:
    name = rng.choice(["2026-11-20", "plain#1.0", "plain#9.1", "#3", "IOTLS:4165*", "drop#1.4"])
    return Case(
        rng.choice(
            [
                ["daily", near(rng, name), "--json"],
                ["max", near(rng, name), "--nodes", "1", "--json", "--workers", "1"],
                ["scores", near(rng, name), "--json"],
            ]
        ),
        data=[],
    )


def answer(rng: random.Random) -> Case:
    """A drop problem by its name, and one or two turns on it."""
    first = "4475T D a8=5,b8=4,c8=4,b9=7 !c6b7c7b8c8"
    last = "5546S D D@e8f8g8f9 a9=6,a10=4,b10=5,b11=5 !a6a7a8a9b9"
    argv = ["drop", rng.choice(["1.4", "drop#1.4", "#1", near(rng, "drop#1.4")])]
    for text in (first, last)[: rng.randint(0, 2)]:
        argv += ["--answer", near(rng, text) if rng.random() < 0.7 else text]
    return Case([*argv, *rng.choice([[], ["--json"], ["--solution"]])])


def option(rng: random.Random) -> Case:
    """A short run of any command, with one option more, or a word."""
    from written import lay_out

    name, command = rng.choice(list(commands()))
    options = [each for each in command.params if each.param_type_name == "option"]
    argv = [*name.split(), *SHORT.get(name, [])]
    files = _laid_out(lay_out)
    one = rng.choice(options)
    opt = rng.choice(one.opts)
    if opt in ("--workers", "--help", "--out", "--records", "--weights", "--svg", "--resume"):
        opt = "--no-such"
    words = [opt] if one.is_flag else [opt, rng.choice([*NUMBERS, "fast", "Fast", "a.json"])]
    if name.startswith(("puzzles generate", "train")) or "--seconds" in words:
        words = [near(rng, opt)]
    if rng.random() < 0.2:
        words = [near(rng, word) for word in words]
    argv = [*argv, *words] if rng.random() < 0.8 else [*words, *argv]
    if name in ("train", "puzzles generate", "puzzles drops") or any("\0" in a for a in argv):
        return Case([*name.split(), near(rng, opt)], files=files, data=[])
    return Case(argv, files=files, data=[], made=["sheet.pdf"])


@cache
def _laid_out(lay_out: Callable[[Path], None]) -> dict[str, bytes]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def record(rng: random.Random) -> Case:
    """A game's record, with turns that are legal only by luck, or changed as a document."""
    if rng.random() < 0.6:
        players = rng.choice([1, 1, 1, 2, 3])
        variant = rng.choice(["rulebook", "bga"])
        document = oracle.random_game(rng, players, variant)
        turns = document["turns"]
        if turns:
            at = rng.randrange(len(turns))
            changed = changed_turn if players == 1 else changed_round
            turns[at] = changed(turns[at], rng)
    else:
        document = near_document(rng, rng.choice(GAMES))
    text = json.dumps(document)
    data = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        data = near_bytes(rng, data)
    command = rng.choice([["replay", "f.json"], ["replay", "f.json"], ["hint", "f.json"]])
    judged = ["record", document] if data == text.encode() and command[0] == "replay" else []
    more = ["--level", "fast"] if command[0] == "hint" else []
    return Case([*command, *more, "--json"], {"f.json": data}, judged=judged)


def submitted(rng: random.Random) -> Case:
    """A game handed in on a day's puzzle that isn't quite a game on it."""
    document = near_document(rng, rng.choice(GAMES))
    data = json.dumps(document).encode("utf-8", "surrogatepass")
    if rng.random() < 0.3:
        data = near_bytes(rng, data)
    name = rng.choice(["2026-11-20", "plain#1.0", "plain#1.1"])
    return Case(["daily", name, "--submit", "f.json", "--json"], {"f.json": data}, data=[])


@cache
def _puzzles() -> list[Json]:
    day = daily_puzzle(parse_date("2026-11-20")).to_json()
    short = {key: day[key] for key in ("tiles", "rolls")}
    short["rolls"] = short["rolls"][:2]
    found = maximum(nd.Position.from_text(MIDDLE), ["156*O"], nodes=2_000, workers=1)
    return [day, short, found.to_json()]


def question(rng: random.Random) -> Case:
    """A puzzle or a maximum as `max` reads it."""
    at = rng.randrange(3)
    document = near_document(rng, _puzzles()[at])
    data = json.dumps(document).encode("utf-8", "surrogatepass")
    judged: list[Any] = ["document", "maximum" if at == 2 else "puzzle", document]
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    argv = ["max", "f.json", "--json", "--workers", "1"]
    if at == 2 and rng.random() < 0.7:
        argv = ["max", "f.json", "--json", "--check", "--seconds", "1"]
    else:
        argv += ["--nodes", "300"]
        judged = [] if at == 2 else judged
    return Case(argv, {"f.json": data}, judged=judged)


def archive(rng: random.Random) -> Case:
    """An archive, one puzzle of which is changed, its digest made right again."""
    entries: list[DailyPuzzle | DropProblem] = [*some_days(), some_drop()]
    document = near_document(rng, json.loads(line_text(rng.choice(entries))))
    judged: list[Any] = []
    try:
        text = sealed(document) if rng.random() < 0.8 else json.dumps(document)
        judged = ["document", "archive", json.loads(text)]
    except (TypeError, ValueError, KeyError):
        text = json.dumps(document)
    data = f"{line_text(some_days()[0])}\n{text}\n".encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        data, judged = near_bytes(rng, data), []
    argv = rng.choice(
        [
            ["puzzles", "verify", "f.jsonl", "--games", "0", "--workers", "1"],
            ["puzzles", "show", "f.jsonl"],
            ["puzzles", "export", "f.jsonl"],
            ["puzzles", "export", "f.jsonl", "--out", rng.choice(["made.json", "made.csv"])],
            ["sheet", "--drops", "f.jsonl"],
            ["drop", some_drop().id, "--archive", "f.jsonl", "--solution"],
        ]
    )
    judged = judged if argv[1] == "verify" else []
    return Case(argv, {"f.jsonl": data}, made=["sheet.pdf", "made.json", "made.csv"], judged=judged)


def drawing(rng: random.Random) -> Case:
    """A drawing as `show` makes it, or as people write one, changed by hand."""
    text = _a_position(rng)
    if rng.random() < 0.5:
        grid, boxes, tiles, _ = text.split(" ")
        between = rng.choice(["\n", " |\n|"])
        text = "\n".join([grid.replace("/", between), boxes, f"tiles: {tiles}", ""])
    else:
        text = run(["show", text]).out
    data = near(rng, text).encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        data = near_bytes(rng, text.encode())
    if rng.random() < 0.3:
        return Case(["show", "-", "--json"], stdin=data)
    return Case(["show", "f.txt", "--json"], {"f.txt": data})


def typed_game(rng: random.Random) -> Case:
    """A game typed turn by turn, with slips."""
    game = rng.choice(GAMES)
    turns = [str(nd.Turn.from_json(turn)) for turn in game["turns"][: rng.randint(1, 20)]]
    lines = [f"tiles {''.join(game['tiles'])}", f"start {game['start']}"]
    lines += [f"{number}. {turn}" for number, turn in enumerate(turns, 1)]
    at = rng.randrange(len(lines))
    lines[at] = near(rng, lines[at])
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    command = rng.choice(
        [["replay", "f.txt", "--json"], ["daily", "plain#1.0", "--submit", "f.txt"]]
    )
    return Case(command, {"f.txt": data}, data=[])


def played(rng: random.Random) -> Case:
    """A game in lines, with slips, and words that the game may know."""
    game = rng.choice(GAMES)
    lines = [game["start"]]
    for turn in game["turns"][: rng.randint(1, 6)]:
        lines += [str(nd.Turn.from_json(turn)), "end"]
    words = ["board", "sheet", "tiles", "score", "roll", "log", "turn", "claims", "help", "undo"]
    words += ["redo", "c4?", "a?", "3?", "slide A", "drop 1", "place 3", "place c", "digits 1234"]
    words += ["claim 1", "claim a1b1c1", "why a1a2a3", "back 1", "slide", "claim none", "end"]
    for _ in range(rng.randint(1, 12)):
        word = rng.choice(words)
        word = near(rng, word) if rng.random() < 0.5 else word
        lines.insert(rng.randint(0, len(lines)), word)
    at = rng.randrange(len(lines))
    lines[at] = near(rng, lines[at])
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        data = near_bytes(rng, data)
    argv = rng.choice([["plain#1.0"], ["--seed", "1"], ["1.4"], [START]])
    return Case(["play", *argv, *rng.choice([[], ["--json"], ["--plain"]])], stdin=data, data=[])


#: Values that another program might leave in a row.
ROWS = (
    "null", "''", "'forty'", "-1", "1e300", "9223372036854775807", "x'00ff1b'", "'25/11/2026'",
    "'{'", "'[]'", "'\x1b[31m'", "'2026-02-30'", "0.5", "'" + "9" * 50 + "'",
    "'a' || char(0) || 'b'",
)  # fmt: skip


def database(rng: random.Random) -> Case:
    """Results that another program has changed."""
    table, columns = rng.choice(sorted(_tables().items()))
    column, value = rng.choice(columns), rng.choice(ROWS)
    change = f"update {table} set {column} = {value}"
    if rng.random() < 0.2:
        change = rng.choice(
            [
                f"alter table {table} drop column {column}",
                f"drop table {table}",
                f"delete from {table}",
                f"pragma user_version = {rng.choice([-1, 0, 1, 99, 2**31 - 1])}",
            ]
        )
    argv = rng.choice(
        [
            ["scores"],
            ["scores", "plain#1.0"],
            ["scores", "--json"],
            ["daily", "plain#1.0"],
            ["daily", "2026-11-20", "--json"],
            ["daily", "plain#1.0", "--submit", "f.json"],
        ]
    )
    return Case(argv, {"f.json": json.dumps(GAMES[0]).encode()}, data=[change])


@cache
def _data() -> bytes:
    """A database with a result in it."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder, _environ(**{VARIABLE: folder}):
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(GAMES[0]), "utf-8")
        ended = run(["daily", "plain#1.0", "--submit", str(file)])
        if ended.code:
            raise Fault(f"no result could be kept: {ended.err}")
        [found] = Path(folder).glob("*.sqlite")
        return found.read_bytes()


@cache
def _tables() -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(_data())
        names = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        return {
            name: [row[1] for row in database.execute(f"pragma table_info({name})")]
            for (name,) in names
            if not name.startswith("sqlite_")
        }


def _lay_data(folder: Path, statements: list[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    file = folder / "results.sqlite"
    file.write_bytes(_data())
    with contextlib.closing(sqlite3.connect(file)) as database:
        for statement in statements:
            with contextlib.suppress(sqlite3.Error):
                database.execute(statement)
        database.commit()


# The judges, who share nothing with the program.


def _in_plain_digits(text: str) -> str:
    """The text without signs that can't be seen, and digits of all scripts as the usual ones."""
    seen = (sign for sign in text if unicodedata.category(sign) not in ("Cf", "Mn"))
    signs = unicodedata.normalize("NFKC", "".join(seen))
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)


def _judge_roll(ended: Ended, text: str) -> None:
    """A roll that was taken has the digits that were typed, in their order or another."""
    if ended.code:
        return
    roll = json.loads(ended.out)["roll"]
    plain = _in_plain_digits(text)
    if not oracle.roll_possible(roll):
        raise Fault(f"{text!r} was read as {roll!r}, which no dice show")
    if sorted(re.findall("[1-9]", plain)) != sorted(re.findall("[1-9]", roll)):
        raise Fault(f"{text!r} was read as {roll!r}")


def _judge_day(ended: Ended, text: str) -> None:
    """A day that was taken has the numbers that were typed."""
    if ended.code:
        return
    name = json.loads(ended.out)["id"]
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", name) or text.strip().lower() in WORDS:
        return
    plain = _in_plain_digits(text)
    digits = sorted(re.sub(r"\D|\b0+", "", plain)) if re.search(r"\D", plain.strip()) else None
    if digits is None or re.fullmatch(r"\W*#?\d{1,5}\W*", plain):
        return
    day = datetime.date.fromisoformat(name)
    month = "" if re.search(r"[a-z]{3}", plain, re.I) else str(day.month)
    if digits != sorted(f"{day.year}{month}{day.day}"):
        raise Fault(f"{text!r} was read as {name}")


WORDS = {"today", "yesterday", "tomorrow"}


def _judge_position(ended: Ended, text: str) -> None:
    """A position that was taken has the score that the oracle finds."""
    if ended.code:
        return
    document = json.loads(ended.out)
    expected = oracle.score(oracle.parse(document["position"]))
    if document["score"] != expected:
        raise Fault(f"{text!r} scores {document['score']}, the oracle says {expected}")


def _judge_record(ended: Ended, document: Json) -> None:
    """What is legal to the oracle is legal; what a record says of its result is never believed."""
    document = {key: value for key, value in document.items() if key != "result"}
    is_valid = validator("game.schema.json").is_valid(document)
    try:
        expected = oracle.play_record(document) if is_valid else None
    except (oracle.Illegal, KeyError, TypeError, ValueError, IndexError, AttributeError):
        expected = None
    if expected is None and not ended.code:
        raise Fault("a record was taken that the schema or the oracle refuses")
    if expected is not None and ended.code:
        raise Fault(f"a record was refused that the oracle plays: {ended.err}")


#: What a line claims of itself: never believed.
CLAIMED = [["solution", "score"], ["solution", "result"]]
#: What `max` reads of a puzzle of whatever kind, with however few rolls; the rest is the maker's.
READ_OF_A_PUZZLE = {"format", "version", "variant", "tiles", "rolls", "position"}


def _judge_document(ended: Ended, kind: str, document: Json) -> None:
    """What the schema refuses the reader refuses."""
    if ended.code:
        return
    for fault in validator(f"{kind}.schema.json").iter_errors(document):
        path = list(fault.absolute_path)
        is_unread = kind == "puzzle" and not ("kind" in document and set(path) & READ_OF_A_PUZZLE)
        is_short = path == ["rolls"] and fault.validator == "minItems"
        if not (is_unread or is_short or path[:2] in CLAIMED):
            raise Fault(f"a document was taken that its schema refuses: {fault.message}")


JUDGES: dict[str, Callable[..., None]] = {
    "roll": _judge_roll,
    "day": _judge_day,
    "position": _judge_position,
    "record": _judge_record,
    "document": _judge_document,
}
DOORS: dict[str, Callable[[random.Random], Case]] = {
    "typed-roll": typed_roll,
    "typed-day": typed_day,
    "typed-position": typed_position,
    "typed-puzzle": typed_puzzle,
    "typed-game": typed_game,
    "played": played,
    "answer": answer,
    "option": option,
    "record": record,
    "submitted": submitted,
    "question": question,
    "archive": archive,
    "drawing": drawing,
    "database": database,
}
