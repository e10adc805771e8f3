"""Files of games: all games and results of a data folder as text, written and taken in again
(formats.md, Games).

A file is taken in line by line. A line that doesn't fit is reported, and the others are taken in:
each stands for itself, so a damaged file loses no more than what is damaged, and the whole file can
be taken in once more when it is repaired.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ..database import DatabaseUnavailable
from ..errors import (
    NotationError,
    NumberdropError,
    Sentence,
    at_place,
    coded_message,
    expected_got,
    in_one_line,
)
from ..json_reader import Fields, items_between, one_of, parse_json
from ..notation import MOST_TURN
from ..puzzles.names import parse_name
from ..puzzles.results import Results
from ..puzzles.scores import MOST_HELPS, Result
from ..puzzles.submit import with_rolls_of
from ..record import load_game
from ..typed.faults import at_line
from .outcome import submit_pending_results
from .saved_game import GameLog
from .session import GRADES
from .store import Store

FORMAT, VERSION = "numberdrop.games", 1

#: A line and its number in the file.
Line = tuple[int, str | bytes]


class OtherFile(NotationError):  # noqa: N818
    """A file that isn't a file of games, or one of a newer version."""


@dataclass(frozen=True, slots=True)
class Backup:
    """All games and results. `problems` are messages about those that can't be read."""

    games: Sequence[GameLog]
    results: Sequence[tuple[Result, Any]]
    problems: Sequence[str]

    @classmethod
    def of(cls, store: Store, results: Results) -> Backup:
        """Return what is stored now."""
        games, unread = store.logs()
        stored, problems = results.stored()
        return cls(games, stored, [*unread, *problems])

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, each with its line end."""
        yield _text({"format": FORMAT, "version": VERSION, "problems": list(self.problems)})
        for log in self.games:
            yield _text({"game": log.to_json()})
        for result, record in self.results:
            yield _text({"result": {**result.to_row(), "record": record}})


@dataclass(slots=True)
class Taken:
    """What has been taken in from a file.

    `taken`, `continued` and `known` count the games that are new, that have more steps now, and
    that were here already. `copies` are those of the new ones whose id another game has: the id in
    the file and the new one. `results` counts the new results. `problems` has a message for each
    line that doesn't fit.
    """

    taken: int = 0
    continued: int = 0
    known: int = 0
    copies: list[tuple[str, str]] = field(default_factory=list)
    results: int = 0
    problems: list[Sentence] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (api.md, Backup), without `said`."""
        return {
            "taken": self.taken,
            "continued": self.continued,
            "known": self.known,
            "copies": [{"game": game, "id": name} for game, name in self.copies],
            "results": self.results,
            "problems": [in_one_line(problem) for problem in self.problems],
        }


def take_in(
    lines: Iterable[Line], store: Store, results: Results, today: datetime.date | None = None
) -> Taken:
    """Take in the games and results of a file, and submit the results that are pending.

    Blank lines don't count. Every game is replayed by the rules before it is stored; one on a
    puzzle of a day after `today` is refused. Raises OtherFile if the first line isn't the head of
    such a file, and DatabaseUnavailable if something can't be stored. What was taken in before
    such an error stays, and is known when the file is taken in again.
    """
    rest = (line for line in lines if line[1].strip())
    _expect_head(next(rest, None))
    begun, done = store.ids_by_beginning(), Taken()
    found: list[tuple[Result, Mapping[str, Any]]] = []
    for number, text in rest:
        where = at_line(number)
        try:
            value = parse_json(text, where)
        except NotationError as error:
            done.problems.append(error.sentence)
            continue
        try:
            read = _parse_line(Fields(value))
            if isinstance(read, GameLog):
                _take_game(read, store, begun, done, today)
            else:
                found.append(read)
        except DatabaseUnavailable:
            raise
        except NumberdropError as error:
            done.problems.append(at_place(where, error.sentence))
    done.results = sum(is_new for _, is_new in results.add_all(found))
    submit_pending_results(store, results)
    return done


def _take_game(
    log: GameLog,
    store: Store,
    begun: dict[str, set[str]],
    done: Taken,
    today: datetime.date | None,
) -> None:
    """Take in a game, and count it. `begun` are the ids of the stored games by their beginning."""
    ids = begun.setdefault(log.begun, set())
    what, name = store.take(log, sorted(ids), today)
    if what == "known":
        done.known += 1
    elif what == "continued":
        done.continued += 1
    else:
        done.taken += 1
        ids.add(name)
        if name != log.id:
            done.copies.append((log.id, name))


def _expect_head(line: Line | None) -> None:
    """Raise OtherFile unless the first line of a file is a head of this version."""
    try:
        if line is None:
            raise NotationError.coded("backup.empty", "it is empty")
        number, text = line
        head = Fields(parse_json(text, at_line(number)))
        head.expect("format", FORMAT)
        version = head["version"]
        if type(version) is int and version > VERSION:
            raise NotationError.coded(
                "backup.newer", "version {version} is of a newer numberdrop", version=version
            )
        head.expect("version", VERSION)
        head.expect_only("format", "version", "problems")
        head.texts("problems")
    except NotationError as error:
        raise OtherFile.coded(
            "backup.head", "this isn't a file of games: {fault}", fault=error.sentence
        ) from None


def _parse_line(fields: Fields) -> GameLog | tuple[Result, Mapping[str, Any]]:
    """Parse a line after the head. Raises NumberdropError if it isn't a game or a result."""
    if "game" in fields:
        fields.expect_only("game")
        return GameLog.from_fields(fields.fields("game"))
    if "result" in fields:
        fields.expect_only("result")
        return _parse_result(fields.fields("result"))
    expected = coded_message("backup.line", "expected a game or a result")
    raise NotationError(expected_got("", expected, fields.values))


def _parse_result(fields: Fields) -> tuple[Result, Mapping[str, Any]]:
    """Parse a result, and replay its record by the rules.

    The medal is stored as it was given; where the targets of the puzzle are known, lists show the
    medal by these.
    """
    fields.expect_only("puzzle", "variant", "name", "score", "medal", "day", "record")
    record = fields.fields("record")
    helps = _parse_helps(record)
    row = {**fields.values, "number": 1, "has_record": True, "helps": len(helps)}
    result = replace(Result.from_row(row, fields.where), number=None)
    game = load_game(record.values)
    record.expect("players", 1)
    if not game.is_over():
        raise NotationError.coded("backup.over", "expected the record of a finished game")
    record.expect_only(*(key for key in (*game.to_record(), "help") if key in record))
    fields.expect("variant", str(game.variant))
    fields.expect("score", game.positions[0].score(game.variant).total)
    with suppress(NotationError):  # the dice of recipes of one's own aren't known
        game = with_rolls_of(game, parse_name(result.puzzle)[0])
    canonical = game.to_record()
    return result, {**canonical, "help": helps} if helps else canonical


def _parse_helps(record: Fields) -> list[Any]:
    """Return the helps that were taken in a recorded game."""
    helps = record.items("help") if "help" in record else []
    if len(helps) > MOST_HELPS:
        raise record.fault("help", items_between(0, MOST_HELPS))
    for taken in helps:
        fields = Fields(taken, record.place("help"))
        fields.expect_only("turn", "grade")
        fields.count("turn", 1, MOST_TURN)
        if fields["grade"] not in GRADES:
            raise fields.fault("grade", one_of(GRADES))
    return helps


def _text(value: Mapping[str, Any]) -> str:
    return f"{json.dumps(value)}\n"
