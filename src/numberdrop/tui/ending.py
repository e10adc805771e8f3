"""The end of a game: the score, the medal, the lines to share."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import NumberdropError
from ..plurals import count_noun
from ..view.reports import end_in_words
from ..view.scores import line_in, luck_in_words, place_in_words, so_far_in_words
from ..view.text import Look
from .other_seats import ending_of, standing_lines
from .seat import Seat


def ending_lines(seat: Seat, look: Look) -> list[str]:
    """Return the lines for a finished game, the most important first; the text to share can't be
    copied from a full screen. The result is added to the high scores, unless it is there; if that
    fails, the last line says why."""
    return [*_result_lines(seat, look), *_saved_lines(seat)]


def _result_lines(seat: Seat, look: Look) -> Iterator[str]:
    session, position, found = seat.session, seat.position, seat.outcome()
    if position is None or found is None:
        return
    end = session.to_json()["end"]
    why = (
        "all rolls are played" if end == "unfinished" else f"the game is over, {end_in_words(end)}"
    )
    yield f"{why}: {count_noun(position.score(session.variant).total, 'point')}"
    if seat.is_table:
        yield "; ".join([ending_of(seat), *standing_lines(seat)])
    if "goal" in found:
        short = found["goal"] - found["score"]
        yield (
            "solved: the best possible score"
            if found["solved"]
            else f"{count_noun(short, 'point')} short"
        )
        if found["missed"] and found["missed"]["boxes"]:
            yield f"missed: {', '.join(found['missed']['boxes'])}"
    if found.get("targets"):
        said = [f"medal: {found['medal'] or 'none'}"]
        if following := found["next"]:
            said.append(
                f"{count_noun(following['missing'], 'point')} short of {following['medal']}"
            )
        if found["beats"]:
            said.append(f"beats {found['beats']} % of the games behind the medals")
        yield "; ".join(said)
    if "to_beat" in found:
        beaten, to_beat = (found[key] and found[key]["score"] for key in ("beaten", "to_beat"))
        yield place_in_words(beaten, to_beat)
    if luck := found.get("luck"):
        yield luck_in_words(luck["figure"], luck["word"])
    if found.get("share"):
        yield from (line_in(line, look) for line in found["share"].split("\n"))


def _saved_lines(seat: Seat) -> Iterator[str]:
    try:
        found = seat.hand_in()
    except NumberdropError as error:
        yield f"the result could not be saved: {error}"
    else:
        if found:
            if so_far := seat.figures_so_far():
                yield so_far_in_words(so_far)
            yield f"saved as result {found[0]} by {found[1]}; numberdrop scores lists it"
