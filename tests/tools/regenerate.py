"""Recompute goldens/*.txt, perft/*.perft and data/best.txt: run `python tests/tools regenerate`.

All results come from oracle.py. Nothing of numberdrop is imported, so that the engine never
approves its own results. Read the diff before you commit it. File names as arguments limit the work
to these files.

A golden game keeps its comments (lines with #), its head and its turns; sheets, scores and the
result are recomputed. A new one needs only the kept parts. A perft table keeps all lines except its
drawings (lines with #|) and the counts after `perft N`; a new line may say `perft N ?`. A line of
best.txt keeps all but its score, which may be ? in a new line.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import oracle
from places import DATA, TESTS

Json = dict[str, Any]

GOLDENS = sorted((TESTS / "goldens").glob("*.txt"))
PERFTS = sorted((TESTS / "perft").glob("*.perft"))
BESTS = DATA / "best.txt"

# The one-line text of a turn


def turn_text(turn: Json) -> str:
    """Return the text of a turn from its JSON."""
    if "parts" in turn:
        return " | ".join([turn["roll"], *map(part_text, turn["parts"])])
    slides = ",".join(turn["slides"]) or "-"
    return " ".join([turn["roll"], slides, *map(drop_text, turn["drops"]), part_text(turn)])


def drop_text(drop: Json) -> str:
    return f"{drop['tile']}@{''.join(drop['cells']) or '-'}"


def part_text(part: Json) -> str:
    if "place" not in part:
        return " ".join(map(drop_text, part.get("drops", []))) or "."
    place = part["place"]
    text = "-" if place is None else ",".join(f"{cell}={place[cell]}" for cell in in_order(place))
    return text if part["claim"] is None else f"{text} !{''.join(part['claim'])}"


def read_turn(text: str) -> Json:
    """Parse the text of a turn, which must be well formed, into its JSON."""
    if "|" in text:
        roll, *parts = text.split(" | ")
        return {"roll": roll, "parts": [read_part(part) for part in parts]}
    roll, slides, *drops_and_part = text.split(" ")
    drops = [field for field in drops_and_part if "@" in field]
    part = " ".join(field for field in drops_and_part if "@" not in field)
    letters = [] if slides == "-" else slides.split(",")
    return {
        "roll": roll,
        "slides": letters,
        "drops": [read_drop(drop) for drop in drops],
        **read_part(part),
    }


def read_drop(text: str) -> Json:
    tile, _, cells = text.partition("@")
    return {"tile": tile, "cells": read_cells(cells)}


def read_part(text: str) -> Json:
    if text == ".":
        return {}
    if "@" in text:
        return {"drops": [read_drop(text)]}
    written, _, claim = text.partition(" !")
    place = None
    if written != "-":
        items = [item.split("=") for item in written.split(",")]
        place = {cell: int(digit) for cell, digit in items}
    return {"place": place, "claim": read_cells(claim) or None}


def read_cells(text: str) -> list[str]:
    return re.findall(r"[a-g]\d+", text)


def in_order(cells: Sequence[str] | Json) -> list[str]:
    return oracle.in_order(cells)


# Drawings


def draw(text: str) -> list[str]:
    """Draw the sheet of a position. The Game Over line is drawn if the sheet reaches row 11."""
    grid = text.split(" ")[0]
    rows = [] if grid == "-" else grid.split("/")[::-1]
    lines = ["     a b c d e f g"]
    for number, row in enumerate(rows or ["......."], 1):
        if number == 12:
            lines.append("     - Game Over -")
        lines.append(f"{number:4} {' '.join(row)}")
    if len(rows) == 11:
        lines.append("     - Game Over -")
    return lines[::-1]


# Golden games


@dataclass
class Golden:
    """A golden game of a file: comments, and the record without a result."""

    comments: list[str]
    record: Json


@dataclass
class Transcript:
    """A judge's replay of a game: the state before the first turn and after each turn, then the
    result.

    `turns` are one-line texts, `sheets` the positions and `scores` the scores of all seats.
    """

    first: list[int] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    sheets: list[list[str]] = field(default_factory=list)
    scores: list[list[Json]] = field(default_factory=list)
    end: str = ""
    winners: list[int] = field(default_factory=list)


def read_golden(text: str) -> Golden:
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    head = dict(line.split(": ", 1) for line in lines if re.match("[a-z]+: ", line))
    players, start = int(head["players"]), head["start"].split(" ")
    turns = [line.split(": ", 1)[1] for line in lines if re.match(r"turn \d+: ", line)]
    record = {
        "format": "numberdrop.game",
        "version": 1,
        "variant": head["variant"],
        "players": players,
        "tiles": head["tiles"].split(" "),
        "start": start[0] if players == 1 else start,
        "turns": [read_turn(turn) for turn in turns],
    }
    return Golden(comments, record)


def transcribe(record: Json) -> Transcript:
    """Replay a game with the oracle."""
    result = oracle.play_record(record)
    bga, slide, _ = oracle.read_variant(record["variant"])
    solo = record["players"] == 1
    table = (
        oracle.Table([oracle.new_game(record["tiles"], record["start"])])
        if solo
        else oracle.new_table(record["tiles"], record["start"])
    )
    transcript = Transcript(end=result["end"], winners=result.get("winners", []))
    transcript.sheets.append([sheet.to_text() for sheet in table.sheets])
    for turn in record["turns"]:
        transcript.first.append(table.first)
        if solo:
            table = oracle.Table([oracle.play_turn(table.sheets[0], turn, slide)])
        else:
            table = oracle.play_round(table, turn, slide)
        transcript.turns.append(turn_text(turn))
        transcript.sheets.append([sheet.to_text() for sheet in table.sheets])
        transcript.scores.append([oracle.score(sheet, bga) for sheet in table.sheets])
    return transcript


def golden_text(golden: Golden, transcript: Transcript) -> str:
    """Return the content of a golden game's file, according to a judge."""
    record, solo = golden.record, golden.record["players"] == 1
    start = record["start"] if solo else " ".join(record["start"])
    lines = [
        *golden.comments,
        "",
        f"variant: {record['variant']}",
        f"players: {record['players']}",
        f"tiles: {' '.join(record['tiles'])}",
        f"start: {start}",
    ]
    for seat, sheet in enumerate(transcript.sheets[0], 1):
        lines.append(f"sheet{'' if solo else f' {seat}'}: {sheet}")
    for number, turn in enumerate(transcript.turns, 1):
        lines += ["", f"turn {number}: {turn}"]
        if not solo:
            lines.append(f"first player: {transcript.first[number - 1]}")
        seats = zip(transcript.sheets[number], transcript.scores[number - 1], strict=True)
        for seat, (sheet, score) in enumerate(seats, 1):
            at = "" if solo else f" {seat}"
            lines += [f"sheet{at}: {sheet}", f"score{at}: {score_text(score)}"]
    lines += ["", f"end: {transcript.end}"]
    for seat, score in enumerate(transcript.scores[-1] if transcript.scores else [], 1):
        lines.append(f"final{'' if solo else f' {seat}'}: {score_text(score)}")
    if not solo:
        lines.append(f"winners: {' '.join(map(str, transcript.winners)) or '-'}")
    for sheet in transcript.sheets[-1]:
        lines += ["", *draw(sheet)]
    return "\n".join(lines) + "\n"


def score_text(score: Json) -> str:
    parts = ", ".join(
        f"{key} {score[key]}" for key in ("rows", "identical", "consecutive", "bonus")
    )
    return f"{score['total']} ({parts})"


# Perft tables


@dataclass
class Count:
    """A line `perft N COUNT`, with the position and all rolls given before it."""

    id: str
    variant: str
    position: str
    rolls: list[str]
    count: int | None
    is_cheap: bool

    def by_oracle(self) -> int:
        _, slide, _ = oracle.read_variant(self.variant)
        return oracle.perft(oracle.parse(self.position), self.rolls, slide)


def read_perft(text: str) -> Iterator[tuple[str, Count | None]]:
    """Yield the lines of a table, each with its count, or None for a line without one."""
    name, variant, position, rolls = "", "rulebook", "", [""]
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name, variant = rest, "rulebook"
        elif word == "variant":
            variant = rest
        elif word == "position":
            position = rest
        elif word == "rolls":
            rolls = rest.split(" ")
        elif word == "perft":
            depth, count, *flags = rest.split(" ")
            known = None if count == "?" else int(count)
            played = rolls[: int(depth)]
            dice = oracle.read_variant(variant)[2]
            assert all(oracle.roll_possible(roll, dice) for roll in rolls), line
            yield line, Count(name, variant, position, played, known, flags == ["cheap"])
            continue
        elif word.strip("#|") or word.startswith("#|"):
            assert word.startswith("#"), line
        yield line, None


def perft_lines(text: str, counts: Sequence[int]) -> str:
    """Return the content of a table's file with these counts."""
    lines: list[str] = []
    left = iter(counts)
    for line, count in read_perft(text):
        if line.startswith("#|"):
            continue
        if count is not None:
            cheap = " cheap" if count.is_cheap else ""
            line = f"perft {len(count.rolls)} {next(left)}{cheap}"
        lines.append(line)
        if line.startswith("position "):
            lines += [f"#|{row}".rstrip() for row in draw(line.split(" ", 1)[1])]
    return "\n".join(lines) + "\n"


def count_all(text: str) -> Iterator[int]:
    for _, count in read_perft(text):
        if count is not None:
            started = time.perf_counter()
            yield (found := count.by_oracle())
            seconds = time.perf_counter() - started
            print(f"  {count.id}: {' '.join(count.rolls)}: {found} in {seconds:.1f} s", flush=True)


# Best scores


@dataclass
class Best:
    """A line `VARIANT | POSITION | ROLLS | SCORE [cheap]`: the highest score after these rolls."""

    variant: str
    position: str
    rolls: list[str]
    score: int | None
    is_cheap: bool

    def by_oracle(self) -> int:
        bga, slide, _ = oracle.read_variant(self.variant)
        return oracle.best(oracle.parse(self.position), self.rolls, slide, bga)


def read_bests(text: str) -> Iterator[tuple[str, Best | None]]:
    """Yield the lines of the file, each with its content, or None for a comment."""
    for line in text.splitlines():
        if line.startswith("#"):
            yield line, None
            continue
        variant, position, rolls, said = line.split(" | ")
        score, *flags = said.split(" ")
        known = None if score == "?" else int(score)
        yield line, Best(variant, position, rolls.split(" "), known, flags == ["cheap"])


def best_lines(text: str, scores: Sequence[int]) -> str:
    """Return the content of the file with these scores."""
    left = iter(scores)
    lines = []
    for line, best in read_bests(text):
        if best is not None:
            cheap = " cheap" if best.is_cheap else ""
            line = f"{line.rpartition(' | ')[0]} | {next(left)}{cheap}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def regenerate(path: Path) -> str:
    """Return the new content of a file."""
    text = path.read_text("utf-8")
    if path == BESTS:
        return best_lines(text, [best.by_oracle() for _, best in read_bests(text) if best])
    if path.suffix == ".perft":
        return perft_lines(text, list(count_all(text)))
    golden = read_golden(text)
    return golden_text(golden, transcribe(golden.record))


def main(names: Sequence[str]) -> None:
    for path in [Path(name).resolve() for name in names] or [*GOLDENS, *PERFTS, BESTS]:
        print(path.name, flush=True)
        text = regenerate(path)
        if text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            print("  changed")


if __name__ == "__main__":
    main(sys.argv[1:])
