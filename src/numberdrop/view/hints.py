"""What hints, reviews and self-play tell, in tables, words and drawings, without a last newline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .reports import made_by_in_words, turn_in_words
from .text import PLAIN, Look, draw_played, draw_turn

if TYPE_CHECKING:
    from ..plan.hints.hint import Hint, PlayedOut, RankedTurn
    from ..plan.hints.review import Review, ReviewedTurn
    from ..plan.hints.selfplay import SelfPlay


def draw_hint(hint: Hint, look: Look = PLAIN) -> str:
    """A hint: the ranked turns in a table, what the games played out from them came to, the best
    turn in words and drawn, and a footer that says how to repeat it."""
    table = [("", "points", "loss", "error", "turn")]
    for rank, ranked in enumerate(hint.turns, 1):
        error = "-" if ranked.se is None else f"{ranked.se:.2f}"
        place = f"{'=' if ranked.is_tied else ''}{rank}"
        table.append((place, f"{ranked.ev:.2f}", f"{ranked.loss:.2f}", error, str(ranked.turn)))
    lines = [
        f"{place:>3}  {points:>6}  {loss:>6}  {error:>5}  {turn}".rstrip()
        for place, points, loss, error, turn in table
    ]
    if any(ranked.is_tied for ranked in hint.turns):
        how = "the same score" if hint.made_by["exact"] else "the dice sampled don't tell apart"
        lines.append(f"  = {how} from the best")
    lines += _ends_lines(hint)
    if hint.turns:
        best = hint.turns[0]
        lines += [
            "",
            f"best: {turn_in_words(best.turn, hint.position)}",
            draw_played(best.position, best.turn, hint.variant, look),
        ]
    if not hint.position.is_solo:
        lines += ["", "a sheet of several players: ranked by its own score with these tiles, as if"]
        lines += ["no block fell any more"]
    footer = f"made by: {made_by_in_words(hint.made_by)}; {hint.seconds:.2f} s"
    return "\n".join([*lines, "", footer])


def _ends_lines(hint: Hint) -> list[str]:
    """A table of the games played out: the mean score, its parts, and the chance of the target."""
    played = [(rank, ranked.ends) for rank, ranked in enumerate(hint.turns, 1) if ranked.ends]
    if not played:
        return _exact_target(hint)
    games = played[0][1].games
    goal = "" if hint.target is None else f"  {hint.target} reached"
    lines = [
        "",
        f"played out {games} times each, by level fast:",
        f"{'':>3}  {'mean':>6}  {'error':>5}  {'rows':>5}  {'identical':>9}  {'consecutive':>11}  "
        f"{'bonus':>5}{goal}",
    ]
    return [*lines, *(_ends_line(rank, ends, len(goal)) for rank, ends in played)]


def _ends_line(rank: int, ends: PlayedOut, width: int) -> str:
    rows, identical, consecutive, bonus = ends.parts.values()
    chance = "" if ends.chance is None else f"{ends.chance:>{width}.0%}"
    return (
        f"{rank:>3}  {ends.mean:>6.2f}  {ends.se:>5.2f}  {rows:>5.1f}  {identical:>9.1f}  "
        f"{consecutive:>11.1f}  {bonus:>5.1f}{chance}"
    )


def _exact_target(hint: Hint) -> list[str]:
    if hint.target is None or not hint.made_by["exact"]:
        return []
    reached = [place for place, ranked in enumerate(hint.turns, 1) if _is_reached(hint, ranked)]
    said = f"by {', '.join(map(str, reached))}" if reached else "by none of these"
    return [f"{hint.target} points: reached {said}"]


def _is_reached(hint: Hint, ranked: RankedTurn) -> bool:
    return hint.target is not None and ranked.ev >= hint.target


def draw_review(found: Review, look: Look = PLAIN) -> str:
    """A game turn by turn, the sums for skill and luck, and its dearest mistakes drawn."""
    lines = [f"{'turn':>4}  {'loss':>6}  {'error':>5}  {'luck':>6}  {'':<10}  played, best"]
    for turn in found.turns:
        word = "" if turn.word == "good" else turn.word
        lines.append(
            f"{turn.position.turn:>4}  {turn.loss:>6.2f}  {turn.se:>5.2f}  {turn.luck:>+6.2f}  "
            f"{word:<10}  {turn.played}"
        )
        if word:
            lines.append(f"{'':39}{turn.best}")
    lines += [
        "",
        f"score {found.score}; skill {found.skill:+.2f}, luck {found.luck:+.2f} "
        f"(standard error {found.luck_se:.2f})",
    ]
    for turn in found.dearest():
        lines += ["", *_mistake_lines(turn, found, look)]
    return "\n".join(
        [*lines, "", f"made by: {made_by_in_words(found.made_by)}; {found.seconds:.1f} s"]
    )


def _mistake_lines(turn: ReviewedTurn, found: Review, look: Look) -> list[str]:
    return [
        f"turn {turn.position.turn}, {turn.played.roll}: {turn.word}, {turn.loss:.2f} points",
        f"played: {turn_in_words(turn.played, turn.position)}",
        f"best: {turn_in_words(turn.best, turn.position)}",
        draw_turn(turn.position, turn.best, found.variant, look),
    ]


def draw_selfplay(found: SelfPlay) -> str:
    """What games of self-play came to, in a few lines."""
    error = "" if found.se is None else f", standard error {found.se:.2f}"
    return "\n".join(
        [
            f"{found.games} games, mean score {found.mean:.2f}{error}",
            "quantiles: " + ", ".join(f"{q}% {score}" for q, score in found.quantiles.items()),
            "at least: " + _shares(found.ladder),
            "boxes filled: " + _shares(found.boxes),
            f"complete rows {found.rows:.1f}, turns {found.turns:.1f}",
            f"{found.ms_per_turn:.1f} ms a turn",
            f"made by: {made_by_in_words(found.made_by)}",
        ]
    )


def _shares(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
