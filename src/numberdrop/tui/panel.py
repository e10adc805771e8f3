"""The panel next to the sheet: dice, boxes, tiles, claims; and the bar of clickable words."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.style import Style

from ..position import Position
from ..rules import LETTERS
from ..view.text import Look, draw_shape, score_lines, tile_lines
from .hand import Hand
from .sheet_widget import SheetContents

#: The claims listed, as many as fit into 24 lines.
MOST_CLAIMS = 4
STAR_DIGITS = "0123456789"


def link(text: str, action: str, value: str = "", style: str = "") -> Content:
    """Return text that does what a key does when it is clicked."""
    does = Style.from_meta({"@click": f"screen.act({action!r}, {value!r})"})
    return Content.assemble((text, style)).stylize(does)


def panel_lines(
    contents: SheetContents, before: Position, hand: Hand | None, look: Look
) -> list[Content]:
    """Return the lines of the panel: at most 18, of 50 columns. `before` is the position at the
    start of the turn."""
    after, variant, bare = contents.after, contents.variant, Look(unicode=look.unicode)
    lines = [_dice_line(hand, bare), Content("")]
    score = score_lines(after, variant, bare)
    gain = after.score(variant).total - before.score(variant).total
    lines += [Content(line) for line in score[:-1]]
    lines.append(Content.styled(score[-1] + (f"  {gain:+d}" if gain else ""), "bold"))
    lines.append(Content(""))
    lines += _tile_rows(contents.position, hand, bare)
    return [*lines, Content(""), *_choices(hand)]


def _dice_line(hand: Hand | None, look: Look) -> Content:
    if hand is None:
        return Content("")
    roll = hand.shown.roll
    dice = " ".join(f"[{number}]" for number in roll.numbers)
    shape = hand.pose.shape if hand.pose and not hand.is_due else roll.shape
    drawn = draw_shape(shape, look).strip() if shape != "*" else "*"
    star = " (star)" if roll.shape == "*" else ""
    return Content.assemble("roll  ", (dice, "bold"), f"  {drawn}{star}")


def _tile_rows(position: Position, hand: Hand | None, look: Look) -> Iterable[Content]:
    may_slide = hand.slides if hand else ()
    slid = hand.chosen.slides if hand else ()
    for letter, line in zip(LETTERS, tile_lines(position, look), strict=False):
        if letter in may_slide:
            yield link(f"> {line}", "slide", letter, "bold")
        else:
            yield Content(("* " if letter in slid else "  ") + line)


def _choices(hand: Hand | None) -> list[Content]:
    """Return the choices at this stage, each with its key."""
    if hand is None:
        return []
    if hand.stage == "digits" and "*" in hand.tray.faces:
        pad = [link(f" {digit} ", "digit", digit) for digit in STAR_DIGITS]
        return [Content("the star:"), Content("").join(pad)]
    if hand.stage == "place" and len(hand.shown.roll.shapes) > 1 and not hand.is_due:
        shapes = [link(f" {shape} ", "shape", shape) for shape in hand.shown.roll.shapes]
        return [Content("the shape:"), Content("").join(shapes)]
    lines = []
    for number, offered in enumerate(hand.shown.claims[:MOST_CLAIMS], 1):
        is_taken = hand.chosen.claim == offered.claim.cells
        more = f", circles {offered.circles}" if offered.circles else ""
        cells = "".join(offered.claim.cells)
        text = f"{'*' if is_taken else ' '}{number} {offered.claim.box} {cells} +{offered.points}"
        lines.append(link(text + more, "claim", str(number), "bold" if is_taken else ""))
    more_claims = len(hand.shown.claims) - MOST_CLAIMS
    return [*lines, Content(f" and {more_claims} more")] if more_claims > 0 else lines


def bar(words: Iterable[tuple[str, str, str]]) -> Content:
    """Return a bar of clickable words: (key, word, action)."""
    parts = [
        Content.assemble((key, "bold"), f" {word}").stylize(
            Style.from_meta({"@click": f"screen.act({action!r}, '')"})
        )
        for key, word, action in words
    ]
    return Content("  ").join(parts)


def words_of(stage: str, is_whole: bool) -> list[tuple[str, str, str]]:
    """Return the words of the bar at a stage of the turn."""
    stages = {
        "start": [("Enter", "write the 1", "accept")],
        "slide": [("A-E", "slide", "accept")],
        "place": [
            ("Enter", "pin", "accept"),
            ("<", "left", "left"),
            (">", "right", "right"),
            ("Space", "turn", "turn"),
            ("F", "flip", "flip"),
        ],
        "digits": [("Enter", "continue", "accept"), (".", "arrange", "arrange")],
        "claim": [("Enter", "end", "accept"), ("N", "none", "no-claim")],
        "roll": [("Enter", "roll", "accept")],
        "over": [("Enter", "leave", "leave")],
    }
    end = [("X", "end", "end")] if is_whole and stage == "digits" else []
    always = [("Esc", "back", "back"), ("U", "undo", "undo"), ("H", "hint", "hint")]
    on = [*end, *always] if stage != "over" else [("V", "turns", "log")]
    return [*stages[stage], *on, ("?", "keys", "help")]
