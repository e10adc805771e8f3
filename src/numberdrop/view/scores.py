"""Text for results of players: a verdict, lines to share, and the high-score table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..combo import KINDS, box_name
from ..errors import Sentence, coded_message
from ..plurals import count_noun
from ..puzzles.archive.entries import DailyPuzzle
from ..puzzles.deal_puzzle import DealPuzzle
from ..puzzles.names import puzzle_number, short_name
from ..puzzles.scores import Result
from ..puzzles.statistics import WIDTH, Statistics
from ..puzzles.submit import Verdict
from ..rules import HIGH_SCORES, SIZES, Variant
from .reports import score_in_words
from .text import PLAIN, Look

#: The names of the medals, by medal.
_MEDALS = {
    "bronze": coded_message("medal.bronze", "bronze"),
    "silver": coded_message("medal.silver", "silver"),
    "gold": coded_message("medal.gold", "gold"),
    "expert": coded_message("medal.expert", "expert"),
    "master": coded_message("medal.master", "master"),
    "perfect": coded_message("medal.perfect", "perfect"),
}


#: The signs of the text to share: a filled box of each kind, an open box, the bonus box.
_FILLED = dict(zip(KINDS, ("🟦", "🟩"), strict=True))
_OPEN, _BONUS = "⬜", "⭐"
#: The same signs for terminals that can't show them.
_ASCII = str.maketrans({**dict.fromkeys(_FILLED.values(), "[x]"), _OPEN: "[ ]", _BONUS: "*"})


#: The most characters of a bar in a histogram.
_LONGEST_BAR = 40


def draw_verdict(
    verdict: Verdict, entry: DailyPuzzle | None, share: Sequence[str], look: Look = PLAIN
) -> str:
    """Draw a game's verdict, and the lines to share."""
    score = verdict.game.positions[0].score(verdict.game.variant)
    lines = [look.ink("strong", score_in_words(score, verdict.game.variant))]
    if entry is not None:
        lines.append(f"medal    {verdict.medal or 'none'}")
        if verdict.next:
            medal, missing = verdict.next
            at = entry.targets.to_json()[medal]
            lines.append(f"next     {medal} at {at}: {count_noun(missing, 'point')} more")
        if entry.simulated:
            games = count_noun(len(entry.simulated.all_scores()), "game")
            players = "simulated players of human strength"
        else:
            games = count_noun(len(entry.blind.scores), "game")
            players = "a program that sees no roll ahead"
        if verdict.beats:
            lines.append(f"beats    {verdict.beats} % of {games} by {players}")
        if verdict.luck:
            lines.append(f"luck     {luck_in_words(*verdict.luck)}")
    lines.append(f"list     {place_in_words(verdict.beaten, verdict.to_beat)}")
    if verdict.above:
        lines.append(f"a record: {verdict.above} above the best known score")
    return "\n".join([*lines, "", *(line_in(line, look) for line in share)])


def place_in_words(beaten: int | None, to_beat: int | None) -> str:
    """Say whom of the rulebook's high scores a score has beaten, and who comes next: the lines of
    Verdict.beaten and Verdict.to_beat."""
    above = "" if to_beat is None else _high_score_in_words(to_beat)
    if beaten is None:
        return f"try beating {above} first, the lowest of the rulebook's high scores"
    said = f"beats {_high_score_in_words(beaten)} of the rulebook's high scores"
    return f"{said}; next is {above}" if above else f"{said}, the highest"


def _high_score_in_words(line: int) -> str:
    """Return a line of the rulebook's high scores: whose it is, and the score."""
    return f"{' or '.join(HIGH_SCORES[line])} ({line})"


def luck_in_words(figure: int, word: str) -> str:
    """Describe the luck of a day's dice: `figure` is in points, `word` its name."""
    if not figure:
        return f"{word} dice, as on an average day"
    side = "above" if figure > 0 else "below"
    return f"{word} dice, {count_noun(abs(figure), 'point')} {side} an average day"


def share_lines(verdict: Verdict, puzzle: DealPuzzle) -> list[Sentence]:
    """Return the lines to share, which reveal nothing about the puzzle.

    The first has the puzzle's number and short name, the score and the medal. The other two have a
    square for each box, identical, then consecutive; at their ends are a star if the bonus box is
    filled, and the number of complete rows.
    """
    number = puzzle_number(puzzle.day) if puzzle.day else None
    name = _name(puzzle.id, str(puzzle.variant))
    parts = {"name": f"#{number} {name}" if number else name, "score": str(verdict.score)}
    if verdict.medal:
        medal = _MEDALS[verdict.medal]
        first = coded_message(
            "share.medal", "Number Drop {name}: {score} {medal}", medal=medal, **parts
        )
    else:
        first = coded_message("share.result", "Number Drop {name}: {score}", **parts)
    still_open = set(verdict.game.positions[0].open_boxes())
    identical, consecutive = (
        "".join(_OPEN if box_name(kind, size) in still_open else _FILLED[kind] for size in SIZES)
        for kind in KINDS
    )
    rows = coded_message("share.rows", count_noun(verdict.rows, "row"), n=verdict.rows)
    return [
        first,
        Sentence(identical if "bonus" in still_open else f"{identical} {_BONUS}"),
        coded_message("share.boxes", "{boxes} {rows}", boxes=consecutive, rows=rows),
    ]


def line_in(line: str, look: Look) -> str:
    """Return a text to share with signs that a terminal can show."""
    return line if look.unicode else line.translate(_ASCII)


def _name(puzzle: str, variant: str) -> str:
    """Name the puzzle, and the variant unless it is the rulebook's: scores compare only within a
    variant."""
    return short_name(puzzle) + ("" if variant == str(Variant()) else f" ({variant})")


def draw_scores(
    results: Sequence[Result], streaks: Mapping[str, tuple[int, int]], look: Look = PLAIN
) -> str:
    """Draw the high-score table: results among the rulebook's own lines, highest first, and below
    it each name's streak, if any."""
    rows = [(score, 1, f"{score:>4}  {', '.join(names)}") for score, names in HIGH_SCORES.items()]
    for result in results:
        text = f"{result.score:>4}  {look.ink('strong', result.name)}  {_what_for(result)}"
        rows.append((result.score, 0, text))
    lines = [look.ink("strong", "HIGH SCORES"), ""]
    lines += [text for _, _, text in sorted(rows, key=lambda row: (-row[0], row[1]))]
    if begun := {name: run for name, run in streaks.items() if run[1]}:
        lines += ["", *_streak_lines(begun)]
    return "\n".join(lines)


def draw_statistics(
    statistics: Mapping[str, Statistics],
    streaks: Mapping[str, tuple[int, int]],
    look: Look = PLAIN,
) -> str:
    """Draw the statistics of each name: its figures, medals and streak, and a bar for each range of
    scores."""
    bar = "█" if look.unicode else "#"
    blocks = []
    for name, found in sorted(statistics.items()):
        lines = [f"{look.ink('strong', name)}  {_figures_in_words(found)}"]
        if found.medals:
            medals = (f"{_MEDALS[medal]} {count}" for medal, count in found.medals.items())
            lines.append(f"     {', '.join(medals)}")
        if streaks[name][1]:
            lines.append(f"     {_streak_in_words(streaks[name])}")
        most = max(found.histogram.values())
        for low, games in found.histogram.items():
            length = -(-_LONGEST_BAR * games // max(most, _LONGEST_BAR))
            lines.append(f"{low:>9} to {low + WIDTH - 1:>3}  {bar * length} {games}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _figures_in_words(found: Statistics) -> str:
    games = count_noun(found.games, "game")
    return f"{games}, {found.average:.1f} points on average, best {found.best}"


def so_far_in_words(found: Mapping[str, Any]) -> str:
    """Describe the `statistics` and the `streak` of a result in one line."""
    figures, streak = found["statistics"], found["streak"]
    games = f"{count_noun(figures['games'], 'game')} so far, {figures['average']:.1f} on average"
    return f"{games}; {_streak_in_words((streak['now'], streak['most']))}"


def draw_results(results: Sequence[Result], look: Look = PLAIN) -> str:
    """Draw results one a line, in this order, with their numbers and the days of submission."""
    return "\n".join(
        f"{result.number:>4}  {result.day}  {result.score:>4}  "
        f"{look.ink('strong', result.name)}  {_what_for(result)}"
        for result in results
    )


def result_in_words(result: Result) -> str:
    """Describe a result in one line."""
    return (
        f"result {result.number}: {count_noun(result.score, 'point')} by {result.name} on "
        f"{_name(result.puzzle, result.variant)}, submitted on {result.day}"
    )


def _what_for(result: Result) -> str:
    name = _name(result.puzzle, result.variant)
    return f"{name:<10}  {result.medal or '':<7}  {helps_in_words(result.helps)}".rstrip()


def helps_in_words(count: int) -> str:
    """Describe how often help was taken; empty for never."""
    if not count:
        return ""
    return "help taken once" if count == 1 else f"help taken {count} times"


def _streak_lines(streaks: Mapping[str, tuple[int, int]]) -> Iterable[str]:
    for name, (current, longest) in sorted(streaks.items()):
        yield f"{name}  {_streak_in_words((current, longest))}"


def _streak_in_words(streak: tuple[int, int]) -> str:
    current, longest = streak
    return f"streak {count_noun(current, 'day')}, best {longest}"
