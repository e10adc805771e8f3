"""The rules according to tests/oracle.py: records, best scores, options of a turn."""

from __future__ import annotations

import oracle
from mutations import Json
from schemas import validator

from .cases import Fault


def result_of(document: Json) -> Json | None:
    """Return the result of a record, or None if the schema or the oracle refuses it."""
    bare = {key: value for key, value in document.items() if key != "result"}
    if not validator("game.schema.json").is_valid(bare):
        return None
    try:
        return oracle.play_record(bare)
    except (oracle.Illegal, KeyError, TypeError, ValueError, IndexError, AttributeError):
        return None


def expect_reached(best: Json | None) -> None:
    """Check that the game of a best score reaches it, and that the bound isn't below it."""
    if not best:
        return
    reached = expect_legal(best["solution"])["total"]
    if not best["score"] == reached <= best["bound"]:
        raise Fault(f"{best['score']} of {best['bound']} points, the oracle says {reached}")


def expect_legal(record: Json) -> Json:
    """Return the final score of a record, solo or of several players, or of a line. Raises Fault if
    it breaks a rule."""
    try:
        if record["format"] == "numberdrop.game":
            final: Json = oracle.play_record(record)["final"]
            return final
        bga, slide, dice = oracle.read_variant(record["variant"])
        sheet = oracle.parse(record["position"])
        for turn in record["turns"]:
            oracle.need(oracle.roll_possible(turn["roll"], dice), f"no dice show {turn['roll']}")
            sheet = oracle.play_turn(sheet, turn, slide)
        return oracle.score(sheet, bga)
    except oracle.Illegal as error:
        raise Fault(f"what was taken is illegal: {error}: {record}") from None


def expect_offered(told: Json) -> None:
    sheet = oracle.parse(told["position"])
    bga, slide, _ = oracle.read_variant(told["variant"])
    for letter in told["turn"]["slides"]:
        shape = oracle.slide_tile(sheet, letter)
        if shape is None:
            continue
        cells = next((x["cells"] for x in told["turn"]["drops"] if x["tile"] == letter), None)
        if cells is None:
            due = sorted(oracle.in_order(pose["cells"]) for pose in told["drop"]["poses"])
            if due != oracle.ways_to_rest(sheet, shape, slide):
                raise Fault(f"tile {letter} can rest otherwise: {told}")
            return
        oracle.check_drop(sheet, {"tile": letter, "cells": cells}, letter, shape, slide)
    if told["needs"] == "slide":
        return
    for shape, poses in told["poses"].items():
        found = {frozenset(pose["cells"]) for pose in poses}
        if found != oracle.landings(sheet, shape, slide):
            raise Fault(f"{shape} can rest otherwise: {told}")
    digits_of = dict(zip(told["turn"]["cells"], told["turn"]["digits"], strict=True))
    if told["needs"] == "nothing":
        turn = {"roll": told["roll"], "place": digits_of or None} | {
            key: told["turn"][key] for key in ("slides", "drops", "claim")
        }
        try:
            after = oracle.play_turn(oracle.parse(told["position"]), turn, slide)
        except oracle.Illegal as error:
            raise Fault(f"a turn is said to be whole: {error}: {told}") from None
        if told["preview"]["score"] != oracle.score(after, bga):
            raise Fault(f"the preview's score isn't {oracle.score(after, bga)}: {told}")
        oracle.write(sheet, digits_of)
        claims = {frozenset(claim["cells"]) for claim in told["claims"]}
        if claims != oracle.claims(sheet):
            raise Fault(f"other claims can be made: {told}")
