"""Checks of the importer of logs: logs made from records give the records back, and changed logs
give a record that agrees with the log, or an error of one line."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numberdrop as nd
import oracle
from bga_logs import INITIALS, Form, log_of, random_form, random_record
from changed_logs import changed_log
from fuzz_targets.nearly import near_bytes
from mutations import Json
from soaking import Disagreement

#: Keys of an imported record that say what the log doesn't show.
MORE = ("tiles_taken", "slides_taken", "turn_left_out")


@dataclass
class Tally:
    """What was checked."""

    logs: int = 0
    solo: int = 0
    inferred: int = 0
    tiles_taken: int = 0
    mutants: int = 0
    accepted: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.logs} logs give their records back ({self.solo} solo, {self.inferred} with "
            f"slides inferred, {self.tiles_taken} with tiles taken); {self.mutants} changed logs: "
            f"{self.accepted} accepted, {self.refused} refused for {len(self.codes)} reasons"
        )


def agree(question: str, found: object, expected: object) -> None:
    """Raise Disagreement if two values differ."""
    if found != expected:
        raise Disagreement(f"{question}: expected {expected}, got {found}")


def checked_import(log: Any, where: str) -> Json | None:
    """Return the record of a log, or None if it is refused. Raises Disagreement for an error that
    isn't one line of ours."""
    try:
        return nd.import_log(log)
    except nd.NumberdropError as error:
        text = str(error)
        if not text.isprintable() or len(text) > 1000:
            raise Disagreement(f"{where}: refused by {text!r}") from None
        return None
    except Exception as error:
        raise Disagreement(f"{where}: {type(error).__name__} was not caught: {error}") from error


def check_log(record: Json, form: Form, seed: int, tally: Tally) -> None:
    """Check that the log of a record gives the record back, the tiles aside that nothing shows."""
    where = f"seed {seed}, {form}"
    try:
        found = nd.import_log(json.dumps(log_of(record, form, seed)))
    except nd.NumberdropError as error:
        raise Disagreement(f"{where}: {error}") from None
    taken = found.get("tiles_taken", [])
    inferred = found.get("slides_taken", False)
    agree(f"{where}: slides taken", inferred, record["players"] == 1 and form.own == 0)
    for letter, mine, theirs in zip("ABCDE", found["tiles"], record["tiles"], strict=True):
        if letter not in taken:
            agree(f"{where}: tile {letter}", mine, theirs)
    turns = [found["turns"], record["turns"]]
    if inferred:
        turns = [[{**turn, "slides": None} for turn in some] for some in turns]
    agree(f"{where}: turns", *turns)
    names = list(INITIALS[: record["players"]])
    if form.named and form.archived:
        agree(f"{where}: names", found["names"], names)
    for key in ("variant", "players", "start", "result"):
        agree(f"{where}: {key}", found[key], record[key])
    if inferred:
        check_replay(found, where)
    agree(f"{where}: replay", nd.replay(found), found)
    tally.logs += 1
    tally.solo += record["players"] == 1
    tally.inferred += inferred
    tally.tiles_taken += bool(taken)


def check_replay(record: Json, where: str) -> None:
    """Check that an imported record is a legal game with its own result, by both judges."""
    agree(f"{where}: replay", nd.replay(record), record)
    plain = {key: value for key, value in record.items() if key not in (*MORE, "names")}
    agree(f"{where}: oracle", oracle.play_record(plain), record["result"])


# Changed logs


def check_mutant(log: Json, where: str, tally: Tally) -> None:
    """Check that a changed log is refused in one line, or gives a record that agrees with it."""
    tally.mutants += 1
    found = checked_import(log, where)
    if found is None:
        tally.refused += 1
        try:
            nd.import_log(log)
        except nd.NumberdropError as error:
            tally.codes[inmost_code(error)] += 1
        return
    tally.accepted += 1
    check_replay(found, where)
    seats, written = written_in(log)
    scores = found["result"]["scores"]
    ended = written[1 : 1 + len(scores)]
    agree(f"{where}: turns", len(ended), len(scores))
    for number, (totals, cells) in enumerate(ended, 1):
        mine = [scores[number - 1]] if found["players"] == 1 else scores[number - 1]
        agree(f"{where}: totals of turn {number}", mine, [totals[seat] for seat in seats])
        agree(f"{where}: cells of turn {number}", cells_of(found, number, seats), cells)


def inmost_code(error: nd.NumberdropError) -> str:
    """Return the code of the message of an error, without those that put a place around it."""
    sentence: Any = error.sentence
    while isinstance(inner := sentence.fields.get("fault", sentence.fields.get("expected")), str):
        if not getattr(inner, "code", ""):
            break
        sentence = inner
    return str(sentence.code)


def written_in(log: Json) -> tuple[list[int], list[tuple[dict[int, int], set[Any]]]]:
    """Return the players in seat order; and for each end of a turn the totals by player, and the
    cells written: player, row, column, number."""
    packets = log["data"].get("logs", log["data"].get("data"))
    events, seen = [], set()
    for packet in sorted(packets, key=lambda packet: int(packet["packet_id"])):
        for event in packet["data"]:
            if event.get("uid") is None or str(event["uid"]) not in seen:
                seen.add(str(event.get("uid")))
                events.append(event)
    updates = [event["args"] for event in events if event["type"] == "updatePlayersData"]
    first = {int(one["number"]): int(one["pId"]) for one in updates[0]["scribbles"]}
    seats = [first[digit] for digit in sorted(first) if first[digit]]
    found = []
    for update in updates:
        totals = {}
        if isinstance(update.get("scores"), dict):
            for seat in seats:
                score = update["scores"].get(str(seat))
                totals[seat] = int(score["total"]) if isinstance(score, dict) else -99
        cells = {
            tuple(int(one[key]) for key in ("pId", "row", "col", "number"))
            for one in update["scribbles"]
            if int(one["col"]) < 7 and int(one["pId"])
        }
        found.append((totals, cells))
    return seats, found


def cells_of(record: Json, number: int, seats: list[int]) -> set[tuple[int, ...]]:
    """Return what a turn of a record writes, as the log has it."""
    turn = record["turns"][number - 1]
    cells: set[tuple[int, ...]] = set()
    for seat, part in zip(seats, [turn] if len(seats) == 1 else turn["parts"], strict=True):
        numbers = [*(part.get("place") or {}).items()]
        numbers += [(cell, -2) for drop in part.get("drops", ()) for cell in drop["cells"]]
        numbers += [(cell, -1) for cell in part.get("claim") or ()]
        cells |= {(seat, int(c[1:]) - 1, "abcdefg".index(c[0]), n) for c, n in numbers}
    return cells


def run(seed: int, records: int, mutants: int, tally: Tally) -> Iterator[Tally]:
    """Check the logs of some records, and some changed logs of theirs. Yields after each. Raises
    Disagreement."""
    logs: list[tuple[Json, Form]] = []
    for number in range(records):
        rng = random.Random(f"imports/{seed}/{number}")
        record = random_record(rng)
        form = random_form(rng, record["players"])
        check_log(record, form, number, tally)
        logs.append((record, form))
        yield tally
    for number in range(mutants):
        rng = random.Random(f"mutants/{seed}/{number}")
        at = rng.randrange(len(logs))
        log = log_of(*logs[at], at)
        where = f"changed log {number} of seed {seed}"
        if rng.random() < 0.1:
            text = near_bytes(rng, json.dumps(log).encode())
            tally.mutants += 1
            found = checked_import(text, where)
            tally.accepted += found is not None
            tally.refused += found is None
            if found:
                check_replay(found, where)
        else:
            check_mutant(changed_log(log, rng), where, tally)
        yield tally
