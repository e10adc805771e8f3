"""Judges of accepted input, which share no code with the program. They read texts as people do
(reading.py), and know the rules through the oracle (rules.py)."""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from collections.abc import Callable

import oracle
from mutations import Json
from schemas import validator
from sessions import TODAY

from .cases import Answered, Ended, Fault
from .reading import days_meant, digits, in_plain_signs, number_meant, shape_meant, without_comments
from .rules import expect_legal, expect_offered, expect_reached, result_of

# Typed input.


def _roll(ended: Ended, text: str) -> None:
    """Check that an accepted roll has the digits that were typed, in any order, and the shape."""
    if ended.code:
        return
    roll = ended.json()["roll"]
    if not oracle.roll_possible(roll):
        raise Fault(f"{text!r} was read as {roll!r}, which no dice show")
    if sorted(re.findall("[1-9]", in_plain_signs(text))) != sorted(re.findall("[1-9]", roll)):
        raise Fault(f"{text!r} was read as {roll!r}")
    shape = shape_meant(text)
    if shape and shape != roll[4]:
        raise Fault(f"{text!r} was read as {roll!r}, another shape")


def _day(ended: Ended, text: str) -> None:
    """Check that an accepted day is one that the text can mean."""
    if ended.code:
        return
    _expect_day(ended.json()["id"], text)


def _expect_day(name: str, text: str, today: datetime.date | None = None) -> None:
    """Check that a puzzle called by a day belongs to a day that the text can mean."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", name):
        meant = days_meant(text, today)
        if datetime.date.fromisoformat(name) not in meant:
            raise Fault(f"{text!r} was read as {name}, and can mean {[*map(str, meant)]}")


def _position(ended: Ended, text: str) -> None:
    """Check that an accepted position has exactly the cells that were typed."""
    if ended.code:
        return
    position = _expect_scored(ended, text)
    typed, read = Counter(digits(text)), Counter(digits(position))
    if lost := typed - read:
        raise Fault(f"{text!r} was read as {position!r}: {dict(lost)} are lost")
    _expect_from(position, text)


def _drawing(ended: Ended, text: str) -> None:
    """Check that an accepted position has no cell that was not drawn."""
    if not ended.code:
        _expect_from(_expect_scored(ended, text), text)


def _expect_scored(ended: Ended, text: str) -> str:
    """Check the score of the displayed position against the oracle. Returns the position."""
    document = ended.json()
    position: str = document["position"]
    expected = oracle.score(oracle.parse(position), document["variant"].startswith("bga"))
    if document["score"] != expected:
        raise Fault(f"{text!r} scores {document['score']}, the oracle says {expected}")
    return position


def _expect_from(position: str, text: str) -> None:
    """Check that the digits and the blocks of the grid all occur in the text."""
    there = Counter(in_plain_signs(text).casefold())
    for sign, count in Counter(position.split(" ")[0].casefold()).items():
        # A used digit may be drawn in brackets, and an X as three characters.
        known = there[sign] + (there[str("abcdefghij".index(sign))] if sign in "abcdefghij" else 0)
        known += (there["█"] + there["#"]) // 3 if sign == "x" else 0
        if sign.isalnum() and known < count:
            raise Fault(
                f"{text!r} was read as {position!r}: {count} {sign}, and {known} were there"
            )


def _game(ended: Ended, text: str) -> None:
    """Check that an accepted typed game is legal, and has the digits that were typed, except the
    numbers of its turns."""
    if ended.code:
        return
    document = ended.json()
    record = document.get("record", document)
    expect_legal(record)
    count = len(record["turns"])
    typed = Counter(digits(without_comments(text)))
    head = str(record.get("start", record.get("position")))
    read = Counter(digits(head + json.dumps(record["turns"])))
    numbers = Counter("".join(map(str, range(1, count + 1))))
    if lost := typed - read - numbers:
        raise Fault(f"of {text!r}, {dict(lost)} are lost")
    if more := read - typed - Counter({"1": 1}):
        raise Fault(f"{dict(more)} are not in {text!r}")


# Files.


def _record(ended: Ended, document: Json) -> None:
    """Check that a record is accepted if and only if the oracle accepts it; the result that it
    states is ignored."""
    expected = result_of(document)
    if expected is None and not ended.code:
        raise Fault("a record was accepted that the schema or the oracle refuses")
    if expected is not None and ended.code:
        raise Fault(f"a record was refused that the oracle plays: {ended.err}")
    if expected is not None and (found := ended.json()["result"]) != expected:
        raise Fault(f"the result is {found}, the oracle says {expected}")


def _imported(ended: Ended) -> None:
    """Check that the record of an accepted log is a game that the oracle plays, with its result."""
    if ended.code:
        return
    record = ended.json()
    more = ("tiles_taken", "slides_taken", "turn_left_out")
    plain = {key: value for key, value in record.items() if key not in more}
    if (expected := result_of(plain)) != record["result"]:
        raise Fault(f"the result is {record['result']}, the oracle says {expected}")


def _submitted(ended: Ended, document: Json, deal: Json) -> None:
    """Check that a game is accepted if and only if it is a finished one on these dice."""
    result = result_of(document)
    is_right = (
        result is not None
        and document["players"] == 1
        and result["end"] != "unfinished"
        and document["variant"] == deal["variant"]
        and document["tiles"] == deal["tiles"]
        and all(
            sorted(turn["roll"][:4]) == sorted(roll[:4]) and turn["roll"][4] == roll[4]
            for turn, roll in zip(document["turns"], deal["rolls"], strict=False)
        )
    )
    if is_right != (ended.code == 0):
        raise Fault(f"a game {'was refused' if is_right else 'was accepted'}: {ended.err}")
    if result and is_right and ended.json()["score"] != result["final"]["total"]:
        raise Fault(f"the score is {ended.json()['score']}, the oracle says {result['final']}")


#: Statements of a line about itself, which are ignored.
CLAIMED = [["solution", "score"], ["solution", "result"]]
#: The fields of any puzzle that `max` reads, with any number of rolls; the others concern the
#: generator.
READ_OF_A_PUZZLE = {"format", "version", "variant", "tiles", "rolls", "position"}


def _document(ended: Ended, kind: str, document: Json) -> None:
    """Check that the reader refuses what the schema refuses, and that the game found is legal."""
    if ended.code:
        return
    for fault in validator(f"{kind}.schema.json").iter_errors(document):
        path = list(fault.absolute_path)
        is_unread = kind == "puzzle" and not ("kind" in document and set(path) & READ_OF_A_PUZZLE)
        is_short = path == ["rolls"] and fault.validator == "minItems"
        if not (is_unread or is_short or path[:2] in CLAIMED):
            raise Fault(f"a document was accepted that its schema refuses: {fault.message}")
    if kind == "archive":
        expect_reached(document["best"])
    else:
        expect_reached(ended.json())


def _answer(ended: Ended, goal: int, rolls: list[str]) -> None:
    """Check that an answer to a drop problem is legal, uses its rolls, and has the oracle's
    score."""
    if ended.code or "line" not in (shown := ended.json()):
        return
    reached = expect_legal(shown["line"])["total"]
    played = [turn["roll"] for turn in shown["line"]["turns"]]
    if shown["score"] != reached or [*map(sorted, played)] != [*map(sorted, rolls[: len(played)])]:
        raise Fault(f"the answer scores {shown['score']} on {played}, the oracle says {reached}")
    if shown["solved"] is not None and shown["solved"] != (reached >= goal):
        raise Fault(f"{reached} of {goal} points, but solved is {shown['solved']}")


def _kept(ended: Ended) -> None:
    """Check that a printed record, of a stored result or a played game, is legal."""
    if ended.code == 0 or ended.out:
        document = ended.json()
        if "turns" in document:
            expect_legal(document)


def _listed(ended: Ended, schema: str) -> None:
    """Check that entries listed from a database match the schema of the API."""
    if ended.code:
        return
    for fault in validator(schema).iter_errors(ended.json()):
        raise Fault(f"a row was accepted that the schema refuses: {fault.message}")


# Options.


def _number(
    ended: Ended, option: str, text: str, is_whole: bool, least: float | None, most: float | None
) -> None:
    """Check that a number is accepted if and only if it is valid and within the bounds."""
    is_right = number_meant(text, is_whole, least, most) is not None
    is_refused = re.search(rf"{option}: expected a (whole )?number\b", ended.err)
    if is_right and is_refused:
        raise Fault(f"{option} {text!r} was refused: {ended.err}")
    if not is_right and ended.code != 2:
        raise Fault(f"{option} {text!r} was accepted")


def _word(ended: Ended, option: str, text: str, known: list[str]) -> None:
    """Check that only known words are accepted."""
    if text not in known and ended.code != 2:
        raise Fault(f"{option} {text!r} was accepted")


# The page.


def _moment(answers: list[Answered]) -> None:
    """Check that the options of a turn are those that the rules allow."""
    seen: list[Json] = []
    for answer in answers:
        for document in answer.documents:
            options = document.get("moment", document) if isinstance(document, dict) else None
            if answer.status == 200 and options and "needs" in options and options not in seen:
                seen.append(options)
                expect_offered(options)


def _table(answers: list[Answered], legal: int) -> None:
    """Check that the first `legal` steps are accepted, refused ones change nothing, and every game
    is legal and has the oracle's score."""
    for answer in answers[:legal]:
        if answer.status >= 300:
            raise Fault(f"a legal step was refused: {answer}")
    last: Json | None = None
    for answer in answers:
        game = answer.documents[0] if answer.documents else {}
        if answer.status == 200 and "turns" in game and "score" in game and "revision" in game:
            if answer.method == "GET" and last and last["id"] == game["id"] and last != game:
                raise Fault(f"a game changed without a step: {last} became {game}")
            last = game
        elif answer.status == 200 and answer.path.endswith("/record"):
            total = expect_legal(game)["total"]
            if last and last["score"] and last["score"]["total"] != total:
                raise Fault(f"a game scores {last['score']}, the oracle says {total}")
    _moment(answers)


def _pasted(answers: list[Answered]) -> None:
    """Check that the value read from a pasted text is legal and contains nothing that is not in the
    text."""
    [answer] = answers
    if answer.status != 200:
        return
    [found], text = answer.documents, answer.body["text"]
    if "record" in found:
        expect_legal(found["record"])
    elif found["is"] in ("position", "drawing"):
        there = str(answer.body.get("position", "")).partition(" ")[2]
        _expect_from(found["position"], text + there)
    elif found["is"] == "roll":
        typed, read = (re.findall("[1-9]", in_plain_signs(x)) for x in (text, found["roll"]))
        if sorted(typed) != sorted(read) or (shape_meant(text) or read) not in (
            found["roll"][4],
            read,
        ):
            raise Fault(f"{text!r} was read as {found['roll']!r}")
    elif found["is"] == "puzzle":
        _expect_day(found["puzzle"], text, TODAY)


JUDGES: dict[str, Callable[..., None]] = {
    "roll": _roll,
    "day": _day,
    "position": _position,
    "drawing": _drawing,
    "game": _game,
    "imported": _imported,
    "record": _record,
    "submitted": _submitted,
    "document": _document,
    "answer": _answer,
    "kept": _kept,
    "listed": _listed,
    "number": _number,
    "word": _word,
    "moment": _moment,
    "table": _table,
    "pasted": _pasted,
}
