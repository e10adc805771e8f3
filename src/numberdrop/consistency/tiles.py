"""Tiles: how far they have slid, their letters, and the X that they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .. import _core
from ..combo import KINDS, box_name
from ..errors import Sentence, coded_message, join_and
from ..rules import BLOCK_SHAPES, LAST_NOTCH, LETTERS, MOST_TURNS, SIZES, SOLO_SHAPES
from .counts import SHAPE_CELLS, Counted, are, many_tiles, number
from .digits import most_blocks
from .support import are_shapes

#: The number of cells of each shape: three for V3 and I3, five for U5, X5 and T5, otherwise four.
_CELLS_OF = dict.fromkeys(SOLO_SHAPES, SHAPE_CELLS) | {s: int(s[1]) for s in BLOCK_SHAPES}


def notch_problems(sheet: Counted) -> Iterator[str]:
    """Yield a problem unless the tiles have slid once or twice per turn."""
    if not sheet.position.is_solo:
        return
    slides, turns = sum(sheet.position.core.notches), sheet.turn - 1
    most = min(2 * turns, LAST_NOTCH * len(LETTERS))
    if turns > MOST_TURNS:
        yield coded_message(
            "turns.most",
            "turn {turn}, but no game has more than {most} turns",
            turn=sheet.turn,
            most=MOST_TURNS,
        )
    elif slides < turns:
        few = turns - slides
        slip = coded_message(
            "slid.few", "{are} {count} or more missing?", are=are(few), n=few, count=number(few)
        )
        yield _slid(slides, _slides(turns, most), sheet.turn, slip)
    elif slides > most:
        if turns:
            surplus = slides - most
            before = _slides(turns, most)
            slip = coded_message(
                "slid.many",
                "{are} {count} or more too many?",
                are=are(surplus),
                n=surplus,
                count=number(surplus),
            )
        else:
            # The fewest turns with this many slides.
            fewest = -(-slides // 2) + 1
            before = coded_message("slid.before_none", "none")
            slip = coded_message("slid.later", "is this turn {turn} or later?", turn=fewest)
        yield _slid(slides, before, sheet.turn, slip)


def _slides(least: int, most: int) -> Sentence:
    ends = {"least": number(least), "most": number(most)}
    if most == least + 1:
        return coded_message("slid.or", "{least} or {most}", **ends)
    return coded_message("slid.to", "{least} to {most}", **ends)


def _slid(slides: int, before: Sentence, turn: int, slip: Sentence) -> Sentence:
    notches = coded_message(
        "slid.notches",
        "the tiles have slid {count} notch{es}",
        n=slides,
        count=number(slides),
        es="" if slides == 1 else "es",
    )
    return coded_message(
        "slid",
        "{slid}, but {before} before turn {turn}: {slip}",
        slid=notches if slides else coded_message("slid.none", "no tile has slid"),
        before=before,
        turn=turn,
        slip=slip,
    )


def letter_problems(sheet: Counted) -> Iterator[str]:
    """Yield problems with the marks of letters.

    A letter is circled once both of its boxes are filled, and crossed off when its tile reaches
    notch 4.
    """
    boxes = sheet.position.core.boxes
    for i, (letter, (shape, notch, mark)) in enumerate(
        zip(LETTERS, sheet.position.tiles, strict=False)
    ):
        size, is_last = SIZES[i], notch == LAST_NOTCH
        tile = f"{shape}{'' if notch is None else notch}"
        missing = [kind for kind in KINDS if (kind, size) not in sheet.filled]
        if mark == "o" and missing and not is_last:
            yield coded_message(
                "letter.circled",
                "letter {letter} is circled, but not both boxes of size {size} filled: "
                "{are} {boxes} filled?",
                letter=letter,
                size=size,
                are=are(len(missing)),
                n=len(missing),
                boxes=join_and(box_name(kind, size) for kind in missing),
            )
        if not mark and boxes >> i & boxes >> len(SIZES) + i & 1 and not is_last:
            yield coded_message(
                "letter.not_circled",
                "both boxes of size {size} are filled, but letter {letter} isn't circled: "
                "should the tile be {tile}?",
                letter=letter,
                size=size,
                tile=f"{tile}o",
            )
        if is_last and mark != "x":
            yield coded_message(
                "letter.not_crossed",
                "tile {letter} is on notch 4, but its letter isn't crossed off: "
                "should the tile be {tile}?",
                letter=letter,
                tile=f"{tile}x",
            )
        if notch is not None and not is_last and mark == "x":
            yield coded_message(
                "letter.crossed",
                "letter {letter} is crossed off, but its tile is on notch {notch}: "
                "should the tile be {tile}?",
                letter=letter,
                notch=notch,
                tile=f"{shape}{LAST_NOTCH}x",
            )


def block_problems(sheet: Counted) -> Iterator[str]:
    """Yield a problem unless each tile that fell has left its shape in X."""
    crosses = sheet.crosses
    if not sheet.position.tiles:
        if not sheet.odd and crosses > most_blocks(sheet):
            yield coded_message(
                "blocks.no_turns",
                "{n} X on the sheet, but too few turns in which they fell",
                n=crosses,
            )
        return
    most, fewest = _cells(sheet, sheet.down), _cells(sheet, sheet.fallen)
    if crosses and not sheet.down:
        on_last = coded_message("blocks.on_last", "is one on notch {notch}?", notch=LAST_NOTCH)
        yield coded_message(
            "blocks.none_fell",
            "{n} X on the sheet, but no tile has fallen: {slip}",
            n=crosses,
            slip=on_last
            if sheet.position.is_solo
            else coded_message("blocks.crossed", "is one crossed off?"),
        )
    elif crosses > most:
        another = coded_message("blocks.another", "has another one fallen?")
        yield coded_message(
            "blocks.many",
            "{n} X on the sheet, but {tiles} at most {most}: {slip}",
            n=crosses,
            tiles=_leave(sheet.down),
            most=number(most),
            slip=another
            if len(sheet.down) < len(LETTERS)
            else coded_message("blocks.misread", "is an X misread?"),
        )
    elif not any(_are_left_by(sheet, fallen) for fallen in _falls(sheet)):
        few = fewest - crosses
        if few > 0:
            yield coded_message(
                "blocks.few",
                "{crosses} X on the sheet, but {tiles} {fewest}: {are} {few} missing?",
                crosses=number(crosses),
                tiles=_leave(sheet.fallen),
                fewest=number(fewest),
                are=are(few),
                n=few,
                few=number(few),
            )
        else:
            yield coded_message(
                "blocks.wrong",
                "the {n} X on the sheet aren't what {tiles} ({shapes}): "
                "is an X in the wrong place?",
                n=crosses,
                tiles=_leave(sheet.down),
                shapes=join_and(sheet.position.tiles[i][0] for i in sheet.down),
            )


def _cells(sheet: Counted, chosen: Sequence[int]) -> int:
    return sum(_CELLS_OF[sheet.position.tiles[i][0]] for i in chosen)


def _leave(chosen: Sequence[int]) -> Sentence:
    return coded_message(
        "blocks.leave",
        "{tiles} leave{s}",
        n=len(chosen),
        tiles=many_tiles(chosen),
        s="s" if len(chosen) == 1 else "",
    )


def _falls(sheet: Counted) -> Iterator[tuple[int, ...]]:
    """Yield the letters whose X may be on the sheet.

    These are all letters that were not protected, and maybe others that became protected later.
    After an X past the line, the next shape may have found no room.
    """
    lost = 1 if sheet.position.is_solo and sheet.crosses_past else 0
    for count in range(len(sheet.down) + 1):
        for chosen in combinations(sheet.down, count):
            if len({*sheet.fallen} - {*chosen}) <= lost:
                yield chosen


def _are_left_by(sheet: Counted, fallen: Sequence[int]) -> bool:
    cells = [i for i, code in enumerate(sheet.grid) if code == _core.BLOCK]
    return len(cells) == _cells(sheet, fallen) and are_shapes(
        cells, [sheet.position.tiles[i][0] for i in fallen]
    )
