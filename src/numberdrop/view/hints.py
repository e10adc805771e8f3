"""Text for hints, reviews and self-play: tables, words and drawings, without a final newline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

from ..plurals import count_noun
from .footers import again, made_by_in_words, unless
from .ideas import TIED, WIDTH, Row, in_lines, reasons_in_lines, table_of
from .reports import turn_in_words
from .text import PLAIN, Look, draw_played, draw_turn

if TYPE_CHECKING:
    from ..plan.hints.hint import Hint
    from ..plan.hints.ideas import Idea, RankedTurn
    from ..plan.hints.review import Review, ReviewedTurn
    from ..plan.hints.selfplay import SelfPlay
    from ..position import Position
    from ..turn import Turn


def draw_hint(
    hint: Hint, look: Look = PLAIN, *, unfolded: bool = False, verbose: bool = False
) -> str:
    """Draw a hint: its ideas in a table, the meaning of the figures, the best turn in words and as
    a drawing, and the command that repeats it. With `unfolded`, each turn of an idea has its own
    row; with `verbose`, there is a line with all that the answer depends on."""
    lines = [*table_of(*hint_table(hint, unfolded=unfolded)), *_figures_in_words(hint, unfolded)]
    best = hint.ideas[0].best
    if hint.why:
        lines += ["", *reasons_in_lines("why 1 rather than 2", hint.why.said())]
    lines += [
        "",
        *_in_words("best", best.turn, hint.position),
        draw_played(best.position, best.turn, hint.variant, look),
    ]
    if not hint.position.is_solo:
        lines += ["", "a sheet of several players: ranked by its own score with these tiles, as if"]
        lines += ["no more blocks fell"]
    lines.append("")
    if verbose:
        lines.append(made_by_in_words(hint.made_by, hint.seconds))
    return "\n".join([*lines, hint_again(hint, unfolded=unfolded)])


def hint_table(hint: Hint, *, unfolded: bool = False) -> tuple[str, list[Row]]:
    """Return the head of a hint's table, and its rows: one for each idea, with its practically
    equal slides, or with `unfolded` one for each turn."""
    has_games, with_parts = bool(hint.made_by["games"]), not _is_by_default(hint)
    head = f"{'':>3} {'points':>6} {'loss':>6} {'error':>6}"
    if has_games and with_parts:
        head += f" {'games':>6} {'error':>6} {'rows':>5} {'ident':>5} {'consec':>6} {'bonus':>5}"
    if has_games and hint.target is not None:
        head += f" {f'{hint.target}+':>4}"
    rows = []
    for rank, idea in enumerate(hint.ideas, 1):
        place = f"{'=' if idea.best.is_tied else ''}{rank}"
        figures = _figures(place, idea.best) + _games(idea, has_games, with_parts)
        if unfolded:
            rows.append(Row(figures, [idea.best.turn.slides], idea.best.turn))
            rows += (_member("~", turn, len(figures)) for turn in idea.turns[1:])
            rows += (_member("", turn, len(figures)) for turn in idea.worse)
        else:
            rows.append(Row(figures, idea.slides, idea.best.turn, idea.arrangements - 1))
    return head, rows


def hint_again(hint: Hint, *, unfolded: bool = False) -> str:
    """Return the command that repeats a hint, as draw_hint() shows it."""
    from ..plan.hints.hint import LEVEL, TOP

    made = hint.made_by
    asked = made["games"] and not _is_by_default(hint)
    return again(
        "hint",
        str(hint.position),
        str(hint.roll),
        level=unless(made["level"], LEVEL),
        top=unless(made["top"], TOP),
        all=unfolded,
        target=hint.target,
        last=made.get("last"),
        playouts=made.get("budget"),
        games=made["games"] if asked else None,
        games_level=unless(made["games_level"], made["level"]) if asked else None,
        why=hint.why is not None,
        seed=unless(made["seed"], 1),
        variant=unless(made["variant"], "rulebook"),
    )


def _member(sign: str, ranked: RankedTurn, width: int) -> Row:
    return Row(f"{_figures(sign, ranked):<{width}}", [ranked.turn.slides], ranked.turn)


def _figures(place: str, ranked: RankedTurn) -> str:
    error = "-" if ranked.se is None else f"{ranked.se:.2f}"
    return f"{place:>3} {ranked.ev:>6.2f} {ranked.loss:>6.2f} {error:>6}"


def _games(idea: Idea, has_games: bool, with_parts: bool) -> str:
    ends = idea.best.ends
    if not has_games or ends is None:
        return ""
    columns = ""
    if with_parts:
        rows, identical, consecutive, bonus = ends.parts.values()
        error = "-" if ends.se is None else f"{ends.se:.2f}"
        columns = (
            f" {ends.mean:>6.2f} {error:>6} {rows:>5.1f} {identical:>5.1f} {consecutive:>6.1f} "
            f"{bonus:>5.1f}"
        )
    return columns if ends.chance is None else f"{columns} {ends.chance:>4.0%}"


def _is_by_default(hint: Hint) -> bool:
    """Return whether games were played only because a target was named."""
    from ..plan.hints.rollouts import GAMES_FOR_TARGET, QUICK

    played = (hint.made_by["games"], hint.made_by.get("games_level"))
    return hint.target is not None and played == (GAMES_FOR_TARGET, QUICK)


def _figures_in_words(hint: Hint, unfolded: bool) -> list[str]:
    """Explain the figures of the table."""
    if hint.made_by["exact"]:
        lines = ["points: the exact score, as the game ends with this turn"]
        lines += _exact_target(hint)
    else:
        level = hint.made_by["level"]
        lines = [f"points: expected final score at level {level}, with its standard error"]
    if hint.made_by["games"]:
        lines += in_lines(_games_in_words(hint))
    exact = hint.made_by["exact"]
    tied = "the same score as" if exact else TIED
    signs = []
    if any(idea.best.is_tied for idea in hint.ideas):
        signs.append(f"=: {tied} the best")
    if unfolded and any(len(idea.turns) > 1 for idea in hint.ideas):
        signs.append("~: practically equal to the first")
    if not unfolded and any(idea.arrangements > 1 for idea in hint.ideas):
        signs.append("+1: one more arrangement ties")
    return [*lines, *in_lines(signs)]


def _games_in_words(hint: Hint) -> list[str]:
    games = count_noun(hint.made_by["games"], "game")
    player = hint.made_by["games_level"]
    weaker = [f"{player} is weaker than the levels"] if player == "quick" else []
    if _is_by_default(hint):
        return [f"{hint.target}+: share of {games} by {player} that reached {hint.target}", *weaker]
    return [f"games: mean, error and parts of {games} finished by {player}", *weaker]


def _exact_target(hint: Hint) -> list[str]:
    if hint.target is None:
        return []
    reached = [
        str(place) for place, idea in enumerate(hint.ideas, 1) if idea.best.ev >= hint.target
    ]
    return [
        f"{count_noun(hint.target, 'point')}: reached by {', '.join(reached) or 'none of these'}"
    ]


def draw_review(
    found: Review, look: Look = PLAIN, *, repeated_by: str = "", verbose: bool = False
) -> str:
    """Draw a review turn by turn, each with the best idea if that is clearly better, the sums for
    skill and luck, drawings of the costliest mistakes, and the command that repeats it."""
    head = f"{'turn':>4} roll  {'loss':>5} {'error':>5} {'luck':>6}"
    rows = []
    for turn in found.turns:
        figures = (
            f"{turn.position.turn:>4} {turn.played.roll} {turn.loss:>5.2f} {turn.se:>5.2f} "
            f"{turn.luck:>+6.2f}"
        )
        rows.append(Row(figures, [turn.played.slides], turn.played))
        if turn.word != "good":
            word = f"{turn.word}, best:"
            rows.append(Row(f"{word:>{len(figures)}}", turn.best_slides, turn.best))
    lines = table_of(head, rows) if rows else []
    lines += [
        "loss: points below the best turn, with standard error; luck: of the roll",
        "",
        f"score {found.score}; skill {found.skill:+.2f}, luck {found.luck:+.2f} "
        f"(standard error {found.luck_se:.2f})",
    ]
    for turn in found.costliest():
        lines += ["", *_mistake_lines(turn, found, look)]
    return "\n".join([*lines, *_footer(found.made_by, found.seconds, repeated_by, verbose)])


def _in_words(name: str, turn: Turn, position: Position) -> list[str]:
    return in_lines(f"{name}: {turn_in_words(turn, position)}".split("; "))


def _mistake_lines(turn: ReviewedTurn, found: Review, look: Look) -> list[str]:
    return [
        f"turn {turn.position.turn}, {turn.played.roll}: {turn.word}, {turn.loss:.2f} points",
        *_in_words("played", turn.played, turn.position),
        *_in_words("best", turn.best, turn.position),
        *(reasons_in_lines("why", turn.why.said()) if turn.why else []),
        draw_turn(turn.position, turn.best, found.variant, look),
    ]


def draw_selfplay(found: SelfPlay, *, repeated_by: str = "", verbose: bool = False) -> str:
    """Draw the results of self-play in a few lines, and the command that repeats it."""
    error = "" if found.se is None else f", standard error {found.se:.2f}"
    lines = [
        f"{count_noun(found.games, 'game')}, mean score {found.mean:.2f}{error}",
        "quantiles: " + ", ".join(f"{q}% {score}" for q, score in found.quantiles.items()),
        *_wrapped("at least: " + _shares(found.ladder)),
        *_wrapped("boxes filled: " + _shares(found.boxes)),
        f"complete rows {found.rows:.1f}, turns {found.turns:.1f}",
        *([] if found.ms_per_turn is None else [f"{found.ms_per_turn:.1f} ms a turn"]),
    ]
    return "\n".join([*lines, *_footer(found.made_by, None, repeated_by, verbose)])


def _footer(
    made_by: Mapping[str, object], seconds: float | None, repeated_by: str, verbose: bool
) -> Iterable[str]:
    said = [made_by_in_words(made_by, seconds)] if verbose else []
    said += [repeated_by] if repeated_by else []
    return ["", *said] if said else []


def _shares(shares: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
