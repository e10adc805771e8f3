"""Text of the commands: turns, games and maxima in words, tables and drawings.

Every function returns text without a final newline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..combo import KINDS, box_name
from ..errors import join_and
from ..game import Game
from ..initials import seat_label
from ..plurals import count_noun
from ..position import Position, Score
from ..record import PlayedLine, load_record
from ..rules import LAST_NOTCH, LETTERS, Variant
from ..turn import Part, Place, SharedTurn, Turn
from .footers import made_by_in_words
from .ideas import WIDTH
from .rows import USED_DIGIT
from .text import PLAIN, Look, draw_position

if TYPE_CHECKING:
    from ..plan.maxima.upper_bound import AttainedBound, Totals, UpperBound
    from ..plan.question import Maximum


def turn_in_words(turn: Turn, position: Position) -> str:
    """Describe a legal turn of a solo game in a sentence, for the position in which it is
    played."""
    parts = []
    for step, letter in enumerate(turn.slides):
        position, falls = position.slide(letter)
        _, notch, _ = position.tiles[LETTERS.index(letter)]
        why = " for the star" if step else ""
        safe = " (circled: nothing falls)" if notch == LAST_NOTCH and not falls else ""
        parts.append(f"slide {letter}{why}{safe}")
    said = [", ".join(parts)] if parts else []
    for drop in turn.drops:
        shape = position.tiles[LETTERS.index(drop.tile)][0]
        where = f"falls on {' '.join(drop.cells)}" if drop.cells else "falls and finds no room"
        said.append(f"the {shape} of {drop.tile} {where}")
    if turn.place is None:
        said.append("nothing can be placed")
    else:
        said.append("place " + " ".join(f"{cell}={digit}" for cell, digit in turn.place))
    if turn.claim:
        digits = _claimed_digits(turn.claim, position, turn.place)
        kind = _claimed_box(digits).split()[0]
        said.append(f"claim {kind} {' '.join(digits)} ({' '.join(turn.claim)})")
    return "; ".join(said)


def score_in_words(score: Score, variant: str | Variant = "rulebook") -> str:
    """Describe a score and its parts, with its variant."""
    return (
        f"{count_noun(score.total, 'point')} (rows {score.rows}, identical {score.identical}, "
        f"consecutive {score.consecutive}, bonus {score.bonus}; {variant})"
    )


def end_in_words(end: str) -> str:
    """Describe the `end` of a record's result (formats.md, Game record)."""
    words = {"line": "past the line", "tiles": "all tiles on GO!", "unfinished": "unfinished"}
    return " and ".join(words[name] for name in end.split("+"))


def draw_record(played: Game | PlayedLine, look: Look = PLAIN) -> str:
    """Draw a game, or a line of turns from a position on."""
    return draw_game(played) if isinstance(played, Game) else draw_played_line(played, look)


def draw_played_line(line: PlayedLine, look: Look = PLAIN) -> str:
    """Draw the position of a line, its turns as in a game, its last position and the score."""
    first, last = line.positions[0], line.positions[-1]
    totals = [position.score(line.variant).total for position in line.positions[1:]]
    return "\n".join(
        [
            draw_position(first, line.variant, look),
            "",
            *_turn_lines(line.turns, totals, last, first.turn),
            "",
            draw_position(last, line.variant, look),
            "",
            f"score: {score_in_words(last.score(line.variant), line.variant)}",
            f"end: {end_in_words(line.end())}",
        ]
    )


def draw_game(game: Game) -> str:
    """Draw the turns of a game, one a line with the score after it, and the final score."""
    totals = game.result()["scores"]
    lines: list[str] = []
    if game.players == 1:
        turns = [turn for turn in game.turns if isinstance(turn, Turn)]
        lines += _turn_lines(turns, totals, game.positions[0], 1)
    for number, (turn, total) in enumerate(zip(game.turns, totals, strict=True), 1):
        if isinstance(turn, SharedTurn):
            lines += _shared_turn_lines(game, number, turn, str(total).strip("[]"))
    for seat, position in enumerate(game.positions, 1):
        who = f"{seat_label(game.names, seat)}: " if game.players > 1 else "score: "
        lines.append(who + score_in_words(position.score(game.variant), game.variant))
    lines.append(f"end: {end_in_words(game.end())}")
    if (winners := game.winners()) and game.players > 1:
        lines[-1] += f"; won by {join_and([seat_label(game.names, seat) for seat in winners])}"
    return "\n".join(lines)


def record_in_brief(game: Game | PlayedLine) -> str:
    """Describe a game, or a line of turns, in one line: score, turns, end."""
    last = game.positions if isinstance(game, Game) else game.positions[-1:]
    totals = [position.score(game.variant) for position in last]
    if len(totals) == 1:
        points = score_in_words(totals[0], game.variant)
    else:
        points = f"{' '.join(str(score.total) for score in totals)} points ({game.variant})"
    return f"{points}, {count_noun(len(game.turns), 'turn')}, {end_in_words(game.end())}"


def draw_maximum(
    found: Maximum, look: Look = PLAIN, *, repeated_by: str = "", verbose: bool = False
) -> str:
    """Draw the best game found on known dice, turn by turn, its proof, and the command that repeats
    the search; with `verbose` also all that the answer depends on."""
    proof = f"score {found.score}, bound {found.bound} by {found.method}: {found.status}"
    effort = (
        f"{count_noun(found.nodes, 'node')} in {found.seconds:.1f} s; found by {found.found_by}"
    )
    lines = [draw_record(load_record(found.solution), look), proof, effort]
    made_by = dict(found.made_by)
    if known := made_by.pop("known", None):
        lines.append(known_in_words(known))
    lines += [made_by_in_words(made_by)] if verbose else []
    return "\n".join([*lines, *(["", repeated_by] if repeated_by else [])])


def known_in_words(known: Mapping[str, Any]) -> str:
    """Describe what was known of a best score before the search, and from where."""
    score, bound = known["score"], known["bound"]
    proof = f"PROVED by {known['method']}" if score == bound else f"at most {bound}"
    where = ", ".join(filter(None, (known["source"], known["id"], known["program"])))
    return f"known before: {score}, {proof} ({where})"


def draw_ceiling(found: UpperBound, reached: AttainedBound, look: Look = PLAIN) -> str:
    """Draw the upper bound of the game itself: its terms, a game that reaches it, and the totals
    that boxes and rows can make."""
    lines = [
        f"The highest possible score is {found.points}.",
        "",
        "Only boxes and complete rows give points, each once. Each of these is the",
        "maximum of its kind, as the program has just checked on sheets made for this:",
        "",
    ]
    for term in found.terms:
        lines += [f"{term.points:>5}  {term.what}", f"         checked: {term.checked}"]
    lines += [
        "-----",
        f"{found.points:>5}",
        "",
        f"A game that scores {reached.score}, on the deal {reached.recipe}:",
        "",
        draw_record(load_record(reached.record), look),
        "",
        "Totals that some set of boxes makes with some number of complete rows:",
        *_totals_lines(found.totals),
        "With rows past the line included:",
        *_totals_lines(found.with_fines),
        "",
        "None of these limits by itself rules out a set of boxes or a number of rows:",
        *(f"- {limit}" for limit in found.limits),
        "",
        "The lists consider only boxes and rows. No game makes a total that is missing",
        "from both; whether some game makes each of the others is left open.",
    ]
    if reached.archive is not None:
        lines += [
            f"This is the best game of puzzle {reached.archive} in the archive; --seed N searches"
        ]
        lines += ["for another one."]
        return "\n".join(lines)
    seconds = f"{reached.seconds:.1f} s, {reached.deals} deals"
    return "\n".join([*lines, f"found in {seconds}; --seed {reached.seed} repeats the search"])


def _totals_lines(totals: Totals) -> list[str]:
    missing = ranges_in_words(totals.unreachable)
    return [f"  reached      {ranges_in_words(totals.reachable)}", f"  not reached  {missing}"]


def ranges_in_words(numbers: Sequence[int]) -> str:
    """Format rising numbers, three or more in a row as a range: `0, 2..88, 90`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [f"{run[0]}..{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(words) or "none"


# Words.


def _claimed_digits(claim: Sequence[str], position: Position, place: Place | None) -> list[str]:
    written = {cell: str(digit) for cell, digit in place or ()}
    symbols = [written.get(cell) or position.symbol(cell) for cell in claim]
    return [USED_DIGIT.get(symbol, symbol) for symbol in symbols]


def _claimed_box(digits: Sequence[str]) -> str:
    return box_name(KINDS[0] if len(set(digits)) == 1 else KINDS[1], len(digits))


def _box_filled(position: Position, played: Turn | Part) -> str:
    """Return the box that a claim filled, from any later position: digits never change."""
    if not played.claim:
        return ""
    return _claimed_box(_claimed_digits(played.claim, position, played.place))


def _turn_lines(
    turns: Sequence[Turn], totals: Sequence[int], last: Position, first: int
) -> Iterator[str]:
    """Yield a line for each turn of a solo game, `first` being the number of the first one. What
    doesn't fit at its end, usually the claim, has a line of its own."""
    yield "turn  score  box            played"
    for number, (turn, total) in enumerate(zip(turns, totals, strict=True), first):
        box = _box_filled(last, turn)
        start = f"{number:>4}  {total:>5}  {box:<13}  "
        line = f"{start}{turn}"
        if len(line) <= WIDTH:
            yield line
        else:
            played, rest = line.rsplit(" ", 1)
            yield from (played, " " * len(start) + rest)


def _shared_turn_lines(game: Game, number: int, turn: SharedTurn, totals: str) -> list[str]:
    lines = [f"turn {number}, {turn.roll}, scores {totals}"]
    for seat, (part, position) in enumerate(zip(turn.parts, game.positions, strict=True), 1):
        box = _box_filled(position, part)
        lines.append(f"  {seat_label(game.names, seat)}  {box:<13}  {part}")
    return lines
