"""The plots of a study, as SVG that uses the colours of its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape

from ...plurals import count_noun
from ...study.deals import StudiedDeal
from ...study.statistics import Figures

_WIDTH, _LEFT, _RIGHT, _BOTTOM, _TOP = 760, 64, 16, 44, 30
_PANEL, _SQUARE = 120, 330
#: The highest possible score.
_MOST = 100


class Canvas:
    """A picture of this width and height, with `title` as its text alternative."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._marks = [
            f'<svg viewBox="0 0 {_n(width)} {_n(height)}" role="img">',
            f"<title>{escape(title)}</title>",
        ]

    def bar(self, x: float, y: float, width: float, height: float, kind: str, said: str) -> None:
        """Add a rectangle with a tooltip."""
        size = f'width="{_n(width)}" height="{_n(height)}"'
        self._add(f'<rect class="{kind}" x="{_n(x)}" y="{_n(y)}" {size}>{_said(said)}</rect>')

    def dot(self, x: float, y: float, radius: float, kind: str, said: str) -> None:
        """Add a disc with a tooltip."""
        place = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"'
        self._add(f'<circle class="{kind}" {place}>{_said(said)}</circle>')

    def stroke(self, x: float, y: float, to_x: float, to_y: float, kind: str = "grid") -> None:
        """Add a straight line."""
        place = f'x1="{_n(x)}" y1="{_n(y)}" x2="{_n(to_x)}" y2="{_n(to_y)}"'
        self._add(f'<line class="{kind}" {place}/>')

    def words(self, x: float, y: float, text: str, kind: str = "") -> None:
        """Add text, centred at x unless its kind says otherwise."""
        self._add(f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(text)}</text>')

    def svg(self) -> str:
        return "\n".join([*self._marks, "</svg>"])

    def _add(self, mark: str) -> None:
        self._marks.append(mark)


def _n(number: float) -> str:
    """Format a number as short as possible."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _said(words: str) -> str:
    return f"<title>{escape(words)}</title>"


def scores_plot(deals: Sequence[StudiedDeal]) -> str:
    """Plot how often each score occurred: the best found, and each level's, one below the other."""
    series = {"best found": [deal.best.score for deal in deals]}
    for level in deals[0].settings.levels:
        series[level] = [deal.blind[level].score for deal in deals]
    least = min(0, min(map(min, series.values()))) // 10 * 10
    height = _TOP + len(series) * (_PANEL + _TOP) + _BOTTOM - _TOP
    canvas = Canvas(_WIDTH, height, "How often each score occurred")
    across = _across(least, _MOST, _LEFT, _WIDTH - _RIGHT, room=1)
    base = 0.0
    for number, (name, scores) in enumerate(series.items()):
        base = _TOP + number * (_PANEL + _TOP) + _PANEL
        counts = Counter(scores)
        most = max(counts.values())
        for score in range(least, _MOST + 1, 10):
            canvas.stroke(
                across(score) + _half(across), base - _PANEL, across(score) + _half(across), base
            )
        for score, count in sorted(counts.items()):
            high = _PANEL * count / most
            said = f"{name}: {score} points on {count_noun(count, 'deal')}"
            kind = "best" if number == 0 else "blind"
            canvas.bar(across(score), base - high, 2 * _half(across) - 1, high, kind, said)
        canvas.stroke(_LEFT, base, _WIDTH - _RIGHT, base, "axis")
        canvas.words(_LEFT - 8, base - _PANEL + 10, f"{most:,}", "end faint")
        canvas.words(_LEFT - 8, base, "0", "end faint")
        canvas.words(_LEFT + 6, base - _PANEL + 10, name, "start strong")
    for score in range(least, _MOST + 1, 10):
        canvas.words(across(score) + _half(across), base + 18, str(score), "faint")
    canvas.words((_LEFT + _WIDTH) / 2, base + 38, "points", "faint")
    return canvas.svg()


def _across(
    least: float, most: float, start: float, end: float, room: float = 0
) -> Callable[[float], float]:
    """Return a function from values to coordinates between two ends; `room` is left behind the
    last."""
    return lambda value: start + (end - start) * (value - least) / (most + room - least)


def _half(across: Callable[[float], float]) -> float:
    return (across(1) - across(0)) / 2


def hundred_plot(rows: Sequence[Figures]) -> str:
    """Plot for the deals of each length the shares with 100 found, open, and ruled out."""
    high = 240
    canvas = Canvas(_WIDTH, _TOP + high + _BOTTOM + 22, "Deals with 100, by their longest game")
    pitch = (_WIDTH - _LEFT - _RIGHT) / len(rows)
    wide, base = min(64.0, 0.7 * pitch), _TOP + high
    for quarter in range(5):
        y = base - high * quarter / 4
        canvas.stroke(_LEFT, y, _WIDTH - _RIGHT, y)
        canvas.words(_LEFT - 8, y + 4, f"{25 * quarter} %", "end faint")
    for number, row in enumerate(rows):
        middle = _LEFT + pitch * (number + 0.5)
        count = row.share.count
        parts = {
            "found": row.hundred.count,
            "open": count - row.hundred.count - row.ruled_out.count,
            "out": row.ruled_out.count,
        }
        y = float(base)
        for kind, part in parts.items():
            tall = high * part / count
            y -= tall
            said = f"{_SAID[kind]}: {part:,} of {count_noun(count, 'deal')} of {row.least} turns"
            canvas.bar(middle - wide / 2, y, wide, tall, kind, said)
        low, up = row.hundred.interval
        canvas.stroke(middle, base - high * low, middle, base - high * up, "error")
        canvas.words(middle, base + 18, str(row.least), "faint")
        canvas.words(middle, base + 36, f"{count:,}", "faint small")
    canvas.stroke(_LEFT, base, _WIDTH - _RIGHT, base, "axis")
    canvas.words(
        (_LEFT + _WIDTH) / 2, base + 56, "turns of the longest game; below, deals", "faint"
    )
    for number, kind in enumerate(_SAID):
        x = _LEFT + 150 * number
        canvas.bar(x, 4, 14, 14, kind, _SAID[kind])
        canvas.words(x + 20, 16, _SAID[kind], "start")
    return canvas.svg()


_SAID = {"found": "100 found", "open": "undecided", "out": "100 ruled out"}


def blind_plot(deals: Sequence[StudiedDeal], level: str) -> str:
    """Plot the score of a level against the best found on the same deal: the area of a disc shows
    the number of deals."""
    pairs = Counter((deal.best.score, deal.blind[level].score) for deal in deals)
    left = min(best for best, _ in pairs) // 10 * 10
    low = min(min(pair) for pair in pairs) // 10 * 10
    left = min(left, _MOST - 10)
    size = _SQUARE - _LEFT - _RIGHT
    canvas = Canvas(
        _SQUARE, size + _TOP + _BOTTOM, f"Scores of {level} against the best found on the deal"
    )
    # Discs at the edges are whole.
    across = _across(left, _MOST, _LEFT + 8, _LEFT + size - 8)
    up = _across(low, _MOST, _TOP + size - 8, _TOP + 8)
    for score in range(left, _MOST + 1, 10):
        canvas.stroke(across(score), _TOP, across(score), _TOP + size)
        canvas.words(across(score), _TOP + size + 18, str(score), "faint")
    for score in range(low, _MOST + 1, 10):
        canvas.stroke(_LEFT, up(score), _LEFT + size, up(score))
        canvas.words(_LEFT - 8, up(score) + 4, str(score), "end faint")
    canvas.stroke(across(left), up(left), across(_MOST), up(_MOST), "axis")
    widest = max(pairs.values())
    for (best, score), count in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0])):
        radius = 7 * (count / max(widest, 9)) ** 0.5
        said = f"best found {best}, {level} {score}: {count_noun(count, 'deal')}"
        canvas.dot(across(best), up(score), radius, "pair", said)
    canvas.words(_LEFT, 16, level, "start strong")
    canvas.words(_LEFT + size / 2, _TOP + size + 38, "best found", "faint")
    return canvas.svg()
