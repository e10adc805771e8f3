"""The events of a saved log, in their order, without repetitions.

A log is the response of the adaptation's site that a player has saved. Of an archived table it has
`data.logs`, of a running one `data.data`: a list of packets, each with a list of events. The site
writes numbers as numbers or as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import NotationError, coded_message, expected_got, shown
from ..json_reader import Fields, expect_count

#: The names under which the two kinds of tables have their packets.
_PACKETS = ("logs", "data")
#: The highest number that an id may have.
_HIGHEST = 2**53 - 1

_WHOLE = coded_message("log.whole", "expected a whole number")


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a log: the name of its type, its arguments as they are, and its place for
    messages."""

    kind: str
    arguments: Any
    where: str

    def fields(self) -> Fields:
        """Return the arguments. Raises NotationError if they are not an object."""
        return Fields(self.arguments, f"{self.where}, args")


@dataclass(frozen=True, slots=True)
class Log:
    """A log: its events in order, and the names of the table's players by id, as far as it has
    any."""

    events: tuple[Event, ...]
    players: Mapping[int, str]


def is_log(document: object) -> bool:
    """Return whether a JSON document has the form of a response of the adaptation's site."""
    return isinstance(document, Mapping) and "status" in document and "format" not in document


def read_log(document: object) -> Log:
    """Read a log from a JSON document.

    Raises NotationError, naming the place, if the document is not a log of one table.
    """
    if not isinstance(document, Mapping) or not is_log(document):
        expected = coded_message(
            "log.expected", "expected a saved log, an object with the keys 'status' and 'data'"
        )
        raise NotationError(expected_got("log", expected, document))
    fields = Fields(document, "log")
    if "error" in fields or _as_text(fields["status"]) != "1":
        expected = coded_message("log.refusal", "expected a log, which has the status 1")
        got = fields["error"] if "error" in fields else fields["status"]
        raise NotationError(expected_got("log", expected, got))
    data = fields.fields("data")
    key = next((key for key in _PACKETS if key in data), _PACKETS[0])
    items = [Fields(item, f"{data.place(key)}[{i}]") for i, item in enumerate(data.items(key))]
    _expect_one_table(items)
    numbered = [(whole(packet, "packet_id", 0, _HIGHEST), packet) for packet in items]
    numbered.sort(key=lambda pair: pair[0])  # stable: equal numbers keep their order
    events = tuple(_events([packet for _, packet in numbered]))
    return Log(events, _players(data))


def _expect_one_table(packets: list[Fields]) -> None:
    """Raise NotationError if two packets belong to different tables."""
    tables = [packet for packet in packets if "table_id" in packet]
    for packet in tables:
        if _as_text(packet["table_id"]) != _as_text(tables[0]["table_id"]):
            table = shown(tables[0]["table_id"])
            expected = coded_message(
                "log.table", "expected packets of one table, {table}", table=table
            )
            raise packet.fault("table_id", expected)


def _events(packets: list[Fields]) -> Iterator[Event]:
    """Yield the events of packets, the first of those with the same uid."""
    seen: set[str] = set()
    for packet in packets:
        for i, item in enumerate(packet.items("data")):
            event = Fields(item, f"{packet.place('data')}[{i}]")
            kind = event.text("type")
            if event.values.get("uid") is not None:
                uid = _as_text(event["uid"])
                if uid in seen:
                    continue
                seen.add(uid)
            yield Event(kind, event.values.get("args"), event.where)


def _players(data: Fields) -> dict[int, str]:
    """Return the names that the log of an archived table lists."""
    if "players" not in data:
        return {}
    where = data.place("players")
    listed = [Fields(item, f"{where}[{i}]") for i, item in enumerate(data.items("players"))]
    return {player_id(player, "id"): player.text("name") for player in listed}


def player_id(fields: Fields, key: str) -> int:
    """Return the id of a player, 0 for nobody. Raises NotationError for other values."""
    return whole(fields, key, 0, _HIGHEST)


def whole(fields: Fields, key: str, least: int, most: int) -> int:
    """Return a whole number in this range, given as a number or as text.

    Raises NotationError, naming the place, for other values.
    """
    found = as_whole(fields[key])
    if found is None:
        raise fields.fault(key, _WHOLE)
    return expect_count(found, least, most, fields.place(key))


def _as_text(value: object) -> str:
    """Return an id that may be a number or text as text."""
    return value if isinstance(value, str) else shown(value)


def as_whole(value: object) -> int | None:
    """Return a whole number given as a number or as text, or None for other values."""
    if type(value) is int:
        return value
    if isinstance(value, str) and len(value) <= 17:
        digits = value.removeprefix("-")
        if digits.isascii() and digits.isdigit():
            return int(value)
    return None
