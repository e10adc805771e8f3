"""Whether a line of the archive says what is so: judged from its name on, nothing in it believed.

The dice follow from the id, the witness is replayed, targets and difficulty are worked out again,
bounds are proved again where that is cheap, and some of the blind player's games are played again.
What can't be had cheaply is protected by the line's digest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..dice import Deal
from ..errors import NotationError, NumberdropError, as_text, shown
from ..plan.bounds.bounds import Bound, check_bound, counting_bound
from ..plan.question import Question
from ..rules import MOST_TURNS, Variant
from . import blind
from .archive import bound_of, check_digest, parse_line
from .daily import daily_deal, daily_puzzle, parse_date
from .dropline import check_drop
from .form import expect_count, expect_keys, expect_same
from .lines import line_texts
from .targets import difficulty_of, targets_of

#: Proofs that take no more than a moment; the others are repeated only where that is asked for.
CHEAP = ("counting", "drop plans")
#: Games of the blind player that are played again unless more are asked for.
GAMES_AGAIN = 1

_KEYS = (
    *("format", "version", "id", "kind", "variant", "generator", "recipe", "longest_game"),
    *("tiles", "rolls", "targets", "best", "blind", "difficulty", "made_by", "digest"),
)
_BLIND_KEYS = ("player", "expert", "turns", "forced", "scores")
_BEST_KEYS = ("score", "bound", "proof", "found_by", "nodes", "program", "solution")


def verify(
    path: str,
    *,
    games: int = GAMES_AGAIN,
    is_deep: bool = False,
    seen: dict[str, str] | None = None,
) -> Iterator[tuple[str, str]]:
    """Each line's place, and what is wrong with it: an empty text where nothing is.

    `games` of the blind player's games are played again, with `is_deep` all of them, and every
    bound is proved again. `seen` holds ids and their places, those of other files among them.
    NotationError where a file isn't made of lines; OSError if it can't be read.
    """
    seen = {} if seen is None else seen
    for where, text in line_texts(path):
        try:
            line = parse_line(text, where)
            name = as_text(line.get("id"), f"{where}, id")
            if name in seen:
                raise NotationError(f"{where}, id: {name!r} stands at {seen[name]} already")
            seen[name] = where
            check_line(line, where, games=games, is_deep=is_deep)
        except NumberdropError as error:
            yield where, str(error)
        else:
            yield where, ""


def check_line(line: Mapping[str, Any], where: str, *, games: int, is_deep: bool) -> None:
    """NotationError, naming the place in the line, if anything in it isn't so."""
    kind = line.get("kind")
    try:
        if kind == "drop":
            check_drop(line, is_again=is_deep or games > 0, is_deep=is_deep)
            check_digest(line, "line")
            return
        if kind != "daily":
            raise NotationError(f"kind: expected 'daily' or 'drop', got {shown(kind)}")
        expect_keys(line, _KEYS, "line")
        deal = _check_dice(line)
        _check_blind(line["blind"])
        _check_best(line["best"], deal, is_deep)
        _check_targets(line, deal)
        check_digest(line, "line")
        _play_again(line["blind"], deal, None if is_deep else games)
    except NumberdropError as error:
        raise NotationError(f"{where}, {str(error).removeprefix('line, ')}") from None


def _check_dice(line: Mapping[str, Any]) -> Deal:
    expected = daily_puzzle(parse_date(as_text(line["id"], "id")))
    for key in ("variant", "generator", "recipe", "longest_game", "tiles"):
        expect_same(line[key], expected[key], key)
    rolls = line["rolls"]
    if not isinstance(rolls, list) or len(rolls) != MOST_TURNS:
        raise NotationError(f"rolls: expected {MOST_TURNS}, got {shown(rolls)}")
    for number, (roll, dealt) in enumerate(zip(rolls, expected["rolls"], strict=True), 1):
        expect_same(roll, dealt, f"roll {number}")
    return daily_deal(parse_date(line["id"]))


def _check_blind(told: object) -> None:
    expect_keys(told, _BLIND_KEYS, "blind")
    assert isinstance(told, Mapping)
    scores = told["scores"]
    if not isinstance(scores, list) or not scores:
        raise NotationError(f"blind, scores: expected a list of scores, got {shown(scores)}")
    for number, score in enumerate([told["expert"], *scores]):
        where = f"blind, score of game {number - 1}" if number else "blind, expert"
        expect_count(score, -15, 100, where)
    expect_count(told["turns"], 10, MOST_TURNS, "blind, turns")
    expect_count(told["forced"], 0, told["turns"], "blind, forced")


def _check_best(best: object, deal: Deal, is_deep: bool) -> None:
    if best is None:
        return
    expect_keys(best, _BEST_KEYS, "best")
    assert isinstance(best, Mapping)
    question = Question.of(deal)
    try:
        start, turns = question.read_record(best["solution"])
        score = question.score(start, turns)
        written = question.record(start, turns)
    except NumberdropError as error:
        raise NotationError(f"best, solution: {error}") from None
    expect_same(best["score"], score, "best, score")
    expect_same(best["solution"], written, "best, solution")
    expect_count(best["bound"], score, 100, "best, bound")
    expect_count(best["nodes"], 1, 2**60, "best, nodes")
    as_text(best["found_by"], "best, found_by")
    as_text(best["program"], "best, program")
    bound = Bound(best["bound"], as_text(best["proof"], "best, proof"))
    is_proved = best["bound"] >= counting_bound(deal)
    if not is_proved and (is_deep or bound.method in CHEAP):
        is_proved = check_bound(deal, None, Variant(), bound)
        if not is_proved:
            raise NotationError(f"best, bound: {bound} could not be proved again")


def _check_targets(line: Mapping[str, Any], deal: Deal) -> None:
    told, best = line["blind"], line["best"]
    expect_same(line["targets"], targets_of(told["scores"], told["expert"], best), "targets")
    bound = bound_of(deal, Variant(), best)
    expect_same(
        line["difficulty"], difficulty_of(bound, told["scores"], told["forced"]), "difficulty"
    )


def _play_again(told: Mapping[str, Any], deal: Deal, games: int | None) -> None:
    """Games of this program's blind player, played again; another player's can't be."""
    if told["player"] != blind.player() or games == 0:
        return
    expert = blind.expert_game(deal, Variant())
    expect_same(told["expert"], expert.score, "blind, expert")
    expect_same(told["turns"], expert.turns, "blind, turns")
    expect_same(told["forced"], expert.forced, "blind, forced")
    for number, score in list(enumerate(told["scores"]))[:games]:
        again = blind.field_score(deal, Variant(), number)
        expect_same(score, again, f"blind, score of game {number}")
