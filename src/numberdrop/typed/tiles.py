"""Parsers for tiles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..errors import NotationError, coded_message, shown
from ..position import Position
from ..rules import LAST_NOTCH, LETTERS, SOLO_SHAPES
from .rolls import FLIPPED

_TILE = re.compile(r"([a-z])(\d?)([xo]?)", re.IGNORECASE)
_SOLO = re.compile(r"([IOTLSJZ])([0-4]?)([XO]?)", re.IGNORECASE)
_SHARED = re.compile(r"(?:V3|I3|U5|X5|T5|[IOTLSJZ])[XO]?", re.IGNORECASE)
_LETTERED = re.compile(r"\b[A-E] *[:=] *")
_LINE = re.compile(r"([A-E])[\s:=.)]+(\S.*)", re.IGNORECASE)
_ONE = re.compile(r"(V3|I3|U5|X5|T5|[IOTLSJZ])(\d?)([xo]?)", re.IGNORECASE)
_TRACK = re.compile(rf"[●○@oO](?:[─-][●○@oO]){{{LAST_NOTCH}}}(?!\S)")
_PICTURE = re.compile(r"[▄█▀╋┳]+|\bGO\b!?")
_MARK_WORDS = re.compile(r"\b(?:(crossed(?: off)?)|circled)\b", re.IGNORECASE)
_EXPECTED = coded_message(
    "tiles.expected",
    "tiles: expected the shapes on A to E with their notches, such as I1 O T4 L0 S2, or - for none",
)

#: Shape, notch and mark of a tile in a solo game, each empty if it isn't written.
_SoloTile = tuple[str, str, str]


def read_tiles(text: str, circled: Collection[str] = (), *, is_begun: bool = True) -> str:
    """Return the TILES field of a typed field, or of a shorter form.

    A complete field only has its case changed. The shorter form lists the tiles, with or without
    letters before them and blanks between. A missing notch is 0, and a missing mark follows from
    the notch and from `circled`, the letters with both boxes filled. After the first turn
    (`is_begun`) some tile has slid, so at least one notch must be given. Raises NotationError for
    anything else.
    """
    field = ",".join(map(_tile, re.split(r"\s*,\s*", text.strip(" ,;"))))
    try:
        Position.from_text(f"- -:-:- {field} 1")
    except NotationError as error:
        fault = error
    else:
        return field
    tiles = _split_solo_tiles(text)
    if tiles is None:
        words = re.split(r"[\s,;]+", text.strip(" ,;"))
        if len(words) == len(LETTERS) and all(map(_SHARED.fullmatch, words)):
            return ",".join(map(_canonical_shared_tile, words))
        if field.count(",") == len(LETTERS) - 1 and len(field.split()) == 1:
            raise fault
        raise NotationError.coded(
            "tiles.strange", "{expected}, got {got}", expected=_EXPECTED, got=shown(text)
        )
    if is_begun and not any(notch for _, notch, _ in tiles):
        raise NotationError.coded(
            "tiles.no_notch",
            "{expected}; each turn slides one or two tiles, got {got}",
            expected=_EXPECTED,
            got=shown(text),
        )
    return ",".join(
        f"{shape}{notch or 0}{mark or _mark(notch, letter in circled)}"
        for letter, (shape, notch, mark) in zip(LETTERS, tiles, strict=True)
    )


def read_tile(text: str) -> tuple[str, str] | None:
    """Return the letter and the tile of a line that has one, None for any other line.

    The line is like `A: I2`, or drawn: with a picture, a track for the notch, and words for the
    mark. Raises NotationError for a malformed track, or one without a shape.
    """
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    letter, rest = found[1].upper(), _PICTURE.sub(" ", found[2])
    track, mark_words = _TRACK.search(rest), _MARK_WORDS.search(rest)
    bare = "".join(_MARK_WORDS.sub("", _TRACK.sub("", rest)).split())
    tile = _ONE.fullmatch(bare)
    if tile is None and track is None:
        return None
    if tile is None:
        raise NotationError.coded(
            "tile.no_shape",
            "tile {letter}: expected a shape, got {got}",
            letter=letter,
            got=shown(bare),
        )
    notch, mark = tile[2], tile[3]
    if track:
        spots = [place for place, sign in enumerate(track[0][::2]) if sign in "●@"]
        if len(spots) != 1 or notch:
            raise NotationError.coded(
                "tile.no_notch",
                "tile {letter}: expected one notch, got {got}",
                letter=letter,
                got=shown(rest.strip()),
            )
        notch = str(spots[0])
    if mark_words:
        mark = "x" if mark_words[1] else "o"
    return letter, f"{tile[1]}{notch}{mark}"


def is_tiles(text: str) -> bool:
    """Return whether a text names five tiles, and nothing else."""
    if text.strip(" ,;") != "-" and sum(map(str.isalpha, text)) < len(LETTERS):
        return False  # a quick test first, since a text may have many lines
    try:
        read_tiles(text, is_begun=False)
    except NotationError:
        return False
    return True


def _tile(text: str) -> str:
    """Return a tile in canonical case, and any other text unchanged."""
    found = _TILE.fullmatch(text)
    return _canonical_tile(found) if found else text


def _canonical_shared_tile(text: str) -> str:
    is_marked = text[-1] in "xoXO" and len(text) > 1
    name = text[:-1] if is_marked else text
    return FLIPPED.get(name.upper(), name.upper()) + (text[-1].lower() if is_marked else "")


def _canonical_tile(found: re.Match[str]) -> str:
    shape = found[1].upper()
    return f"{FLIPPED.get(shape, shape)}{found[2]}{found[3].lower()}"


def _mark(notch: str, is_circled: bool) -> str:
    return "x" if notch == str(LAST_NOTCH) else "o" if is_circled else ""


def _split_solo_tiles(text: str) -> list[_SoloTile] | None:
    """Split a text into the five tiles of a solo game; None unless there is exactly one way.

    Readings with shapes in capitals and marks in small letters take precedence.
    """
    words = [word for word in re.split(r"[\s,;]+", _LETTERED.sub(" ", text)) if word]
    if "".join(words[::2]).upper() == LETTERS and len(words) == 2 * len(LETTERS):
        words = words[1::2]
    if len(words) != len(LETTERS):
        words = ["".join(words)]
    if len(words[0]) > 4 * len(LETTERS):
        return None
    for is_case_sensitive in (True, False):
        found = list(_readings(words, (), is_case_sensitive))
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _readings(
    words: list[str], before: tuple[_SoloTile, ...], is_case_sensitive: bool
) -> Iterator[list[_SoloTile]]:
    """Yield every reading of five tiles of different shapes.

    `words` has one word for each tile, or one word for all of them.
    """
    if len(before) == len(SOLO_SHAPES):
        if not "".join(words):
            yield list(before)
        return
    word = words[0] if words else ""
    for length in range(1, min(3, len(word)) + 1):
        found = _SOLO.fullmatch(word[:length])
        if not found or (is_case_sensitive and (found[1].islower() or found[3].isupper())):
            continue
        shape = FLIPPED.get(found[1].upper(), found[1].upper())
        if any(shape == other for other, _, _ in before):
            continue
        rest = word[length:]
        if rest and len(words) > 1:
            continue
        left = [rest] if len(words) == 1 else words[1:]
        yield from _readings(
            left, (*before, (shape, found[2], found[3].lower())), is_case_sensitive
        )
