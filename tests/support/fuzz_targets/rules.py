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
        raise Fault(f"an illegal game was accepted: {error}: {record}") from None


def expect_offered(options: Json) -> None:
    sheet = oracle.parse(options["position"])
    bga, slide, _ = oracle.read_variant(options["variant"])
    for letter in options["turn"]["slides"]:
        shape = oracle.slide_tile(sheet, letter)
        if shape is None:
            continue
        cells = next((x["cells"] for x in options["turn"]["drops"] if x["tile"] == letter), None)
        if cells is None:
            due = sorted(oracle.in_order(pose["cells"]) for pose in options["drop"]["poses"])
            if due != oracle.ways_to_rest(sheet, shape, slide):
                raise Fault(f"tile {letter} has other landings: {options}")
            return
        oracle.check_drop(sheet, {"tile": letter, "cells": cells}, letter, shape, slide)
    if options["needs"] == "slide":
        return
    for shape, poses in options["poses"].items():
        found = {frozenset(pose["cells"]) for pose in poses}
        if found != oracle.landings(sheet, shape, slide):
            raise Fault(f"{shape} has other landings: {options}")
    digits_of = dict(zip(options["turn"]["cells"], options["turn"]["digits"], strict=True))
    if options["needs"] == "nothing":
        turn = {"roll": options["roll"], "place": digits_of or None} | {
            key: options["turn"][key] for key in ("slides", "drops", "claim")
        }
        try:
            after = oracle.play_turn(oracle.parse(options["position"]), turn, slide)
        except oracle.Illegal as error:
            raise Fault(f"an illegal turn is called complete: {error}: {options}") from None
        if options["preview"]["score"] != oracle.score(after, bga):
            raise Fault(f"the preview's score isn't {oracle.score(after, bga)}: {options}")
        oracle.write(sheet, digits_of)
        claims = {frozenset(claim["cells"]) for claim in options["claims"]}
        if claims != oracle.claims(sheet):
            raise Fault(f"the claims differ: {options}")
