"""Measure when and from which digits boxes are filled, in the archive's best games and the hints'.

    python bench/boxes.py puzzles/days.jsonl --level fast

Both play the deals of the days whose best score is 100: the best games know all dice, the hint
level sees them as they come. For each box, prints how often it is filled; in which turn, from 1;
over how many turns its digits are written, including the turn of the claim, so 1 if all at once;
and how many of its digits were written by stars, that is, no number die showed them.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from statistics import mean

import numberdrop as nd
from numberdrop.combo import box_name
from numberdrop.plan import LEVELS
from numberdrop.plan.hints.selfplay import play_deal
from numberdrop.puzzles import DailyPuzzle, read_lines
from numberdrop.record import load_game

#: The score of a perfect game.
PERFECT = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive")
    parser.add_argument("--level", choices=LEVELS, default="fast")
    parser.add_argument("--days", type=int, help="only this many days")
    asked = parser.parse_args()
    days = [day for _, day in read_lines(asked.archive) if isinstance(day, DailyPuzzle)]
    perfect = [
        (day.puzzle.deal, day.best.solution)
        for day in days
        if day.best and day.best.score == PERFECT
    ][: asked.days]
    print(f"{len(perfect)} days whose best score is {PERFECT}")
    show("all dice known", (load_game(solution) for _, solution in perfect))
    show(asked.level, (play_deal(deal, level=asked.level) for deal, _ in perfect))


def show(name: str, games: Iterable[nd.Game]) -> None:
    """Print the table of some games."""
    rows: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    played: list[nd.Game] = []
    for game in games:
        played.append(game)
        for box, row in boxes_of(game):
            rows[box].append(row)
    count = len(played)
    turns = mean(len(game.turns) for game in played)
    left = mean(left_in(game) for game in played)
    score = mean(game.positions[0].score(game.variant).total for game in played)
    print(f"\n{name}: score {score:.1f}, {turns:.1f} turns, {left:.1f} digits left at the end")
    print("box             filled   turn   over   from stars")
    for kind in ("identical", "consecutive"):
        for size in range(3, 8):
            show_row(f"{kind} {size}", rows, count)
    show_row("bonus", rows, count)


def show_row(box: str, rows: dict[str, list[tuple[int, int, int]]], count: int) -> None:
    """Print the row of a box."""
    found = rows.get(box, [])
    line = f"{box:<15} {len(found) / count:>6.0%}"
    if found:
        turn, over, stars = (mean(values) for values in zip(*found, strict=True))
        line += f" {turn:>6.1f} {over:>6.1f} {stars:>12.1f}"
    print(line)


def boxes_of(game: nd.Game) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Yield the filled boxes of a game, each with its turn, its number of turns, and its number of
    stars."""
    digits, turns, starred = {game.start[0]: 1}, {game.start[0]: 0}, set()
    for number, turn in enumerate(solo_turns(game), 1):
        shown = Counter(int(face) for face in turn.roll.numbers if face != "*")
        for cell, digit in turn.place or ():
            digits[cell], turns[cell] = digit, number
            if not shown[digit]:
                starred.add(cell)
            shown[digit] -= 1
        if turn.claim:
            kind = "identical" if len({digits[cell] for cell in turn.claim}) == 1 else "consecutive"
            first = min(turns[cell] for cell in turn.claim)
            box = box_name(kind, len(turn.claim))
            yield box, (number, number - first + 1, len(starred.intersection(turn.claim)))


def left_in(game: nd.Game) -> int:
    """Return the number of digits in no combo at the end of a game."""
    turns = solo_turns(game)
    written = 1 + sum(len(turn.place or ()) for turn in turns)
    return written - sum(len(turn.claim or ()) for turn in turns)


def solo_turns(game: nd.Game) -> list[nd.Turn]:
    """Return the turns of a solo game."""
    return [turn for turn in game.turns if isinstance(turn, nd.Turn)]


if __name__ == "__main__":
    main()
