"""Drawings of positions, turns, games, hints and puzzles, as text and as SVG."""

from __future__ import annotations

import datetime
import io
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import numberdrop as nd
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.deal_puzzle import daily_puzzle, puzzle_of
from numberdrop.typed import is_drawing, read_drawing
from numberdrop.view.hints import draw_hint
from numberdrop.view.puzzle_text import draw_puzzle
from numberdrop.view.reports import draw_game, record_in_brief, turn_in_words
from numberdrop.view.rows import points_by_row, symbols_by_row, why_over
from numberdrop.view.svg import position_svg, turn_svg
from numberdrop.view.text import PLAIN, Look, draw_position, draw_turn

ANSI = re.compile(r"\x1b\[[0-9;]*m")
SVG = "{http://www.w3.org/2000/svg}"
MIDDLE = "6....../61X..../fghi.5. -:4:- I2,O0x,T3,L3o,S1 5"
OVER = (
    ".....43/.....66/ee12666/5ee14h1/6ee6hhh/bcdX3cc/eeXXX1c/effX.cc/fff64cc/f275.fg/XXXcde1/"
    "X.Xb23. 34567:46:- I4x,O4x,T4x,L4x,S1 14"
)
PAST = "XX...../" * 3 + "X....../" * 10 + "X1..... -:-:- I4x,O4x,T4x,L4x,S0 6"
SEVERAL = "16..... -:-:8 V3,X5x,T5o,O,U5 2"


def positions() -> Iterator[nd.Position]:
    """Yield positions of every kind, and those of some random games."""
    for text in (MIDDLE, OVER, PAST, SEVERAL, "- -:-:- - 1"):
        yield nd.Position.from_text(text)
    rng = random.Random(3)
    for number in range(6):
        deal = nd.plain_deal(3, number)
        position = nd.Position.start(deal.tiles, "d1")
        for roll in deal.rolls:
            if position.is_over():
                break
            fall = rng.choice(list(position.falls(roll)))
            cells = rng.choice(fall.position.places(roll) or [()])
            digits = rng.choice(roll.arrangements())
            placed = fall.position.place(cells, digits[: len(cells)])
            claims = [None, *placed.claims()]
            position = placed.claim(claims[-1]).end_turn()
            yield position


POSITIONS = list(positions())


# The sheet.


@pytest.mark.parametrize("variant", ["rulebook", "bga"])
def test_points_by_row_sum_to_the_rows_score(variant: str) -> None:
    for position in POSITIONS:
        assert sum(points_by_row(position, variant)) == position.score(variant).rows


def test_points_are_next_to_their_rows() -> None:
    past = nd.Position.from_text(PAST)
    assert points_by_row(past) == [0] * 14
    assert points_by_row(past, "bga") == [0] * 11 + [-5] * 3
    over = nd.Position.from_text(OVER)
    assert points_by_row(over) == [0, 2, 0, 2, 0, 2, 2, 2, 2, 2, 0, -5, 0, 0]


def test_symbols_by_row_start_at_the_bottom() -> None:
    rows = symbols_by_row(nd.Position.from_text(MIDDLE))
    assert rows == [
        "fghi.5.",
        "61X....",
        "6......",
        *[
            ".......",
        ]
        * 11,
    ]


def test_why_over_names_the_reason() -> None:
    assert why_over(nd.Position.from_text(MIDDLE)) == ""
    assert why_over(nd.Position.from_text(OVER)) == "game over: past the line"
    done = nd.Position.from_text("1...... -:-:- I4x,O4x,T4x,L4x,S4x 18")
    assert why_over(done) == "game over: all tiles on GO!"


# Text.


def test_plain_position_is_drawn_in_ascii() -> None:
    assert (
        draw_position(nd.Position.from_text(MIDDLE))
        == """\
    +---------------------+
 14 | .  .  .  .  .  .  . |     rulebook, turn 5
 13 | .  .  .  .  .  .  . |
 12 | .  .  .  .  .  .  . |
    +===== GAME OVER =====+     identical    _3 _4 _5 _6 _7    0
 11 | .  .  .  .  .  .  . |     consecutive  _3 #4 _5 _6 _7    4
 10 | .  .  .  .  .  .  . |     bonus        _8                0
  9 | .  .  .  .  .  .  . |     rows                           0
  8 | .  .  .  .  .  .  . |     total                          4
  7 | .  .  .  .  .  .  . |
  6 | .  .  .  .  .  .  . |     A  I   o-o-@-o-o GO!
  5 | .  .  .  .  .  .  . |     B  O   @-o-o-o-o GO!  crossed off
  4 | .  .  .  .  .  .  . |     C  T   o-o-o-@-o GO!
  3 | 6  .  .  .  .  .  . |     D  L   o-o-o-@-o GO!  circled
  2 | 6  1 ### .  .  .  . |     E  S   o-@-o-o-o GO!
  1 |[5][6][7][8] .  5  . |
    +---------------------+     [5] used in a combo  ### X
      a  b  c  d  e  f  g"""
    )


def test_unicode_position_is_drawn_with_blocks() -> None:
    lines = draw_position(nd.Position.from_text(OVER), look=Look()).splitlines()
    assert lines[0] == "    ╭─────────────────────╮"
    assert lines[1] == " 14 │ ·  ·  ·  ·  ·  ·  · │     game over: past the line"
    assert lines[3] == " 12 │ ·  ·  ·  ·  ·  4  3 │ -5"
    assert lines[4] == "    ╞═════ GAME OVER ═════╡     identical    ■3 ■4 ■5 ■6 ■7   35"
    assert lines[6] == " 10 │[4][4] 1  2  6  6  6 │ +2  bonus        □8                0"
    assert lines[10] == "  6 │[4][4]█████████ 1 [2]│ +2  A  I  ▄▄▄▄  ○─○─○─○─● GO!  crossed off"


def test_tiles_of_several_players_have_no_notch() -> None:
    drawing = draw_position(nd.Position.from_text(SEVERAL), "bga", Look())
    assert "│     bga, turn 2\n" in drawing
    assert "B  X5 ╋     crossed off\n" in drawing
    assert "C  T5 ┳     circled\n" in drawing
    assert "GO!" not in drawing


def test_every_look_fits_the_terminal() -> None:
    for position in POSITIONS:
        plain, unicode = draw_position(position), draw_position(position, look=Look())
        colour = draw_position(position, "bga+slide+review-dice", Look(colour=True))
        assert plain.isascii()
        assert "\x1b" not in unicode
        assert ANSI.sub("", colour) == draw_position(position, "bga+slide+review-dice", Look())
        assert "\x1b" not in ANSI.sub("", colour)
        for drawing in (plain, unicode):
            lines = drawing.splitlines()
            assert len(lines) == 18
            assert max(map(len, lines)) <= 80
            assert all(line == line.rstrip() for line in lines)


class Terminal(io.StringIO):
    """A text stream that claims to be a terminal."""

    def __init__(self, encoding: str | None) -> None:
        super().__init__()
        self.said = encoding

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self.said

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [("utf-8", True), ("ascii", False), ("latin-1", False), ("nonsense", False), (None, False)],
)
def test_look_follows_the_encoding(encoding: str | None, unicode: bool) -> None:
    assert Look.of(Terminal(encoding)).unicode is unicode


def test_colour_needs_a_terminal_without_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Look.of(Terminal("utf-8")).colour
    assert not Look.of(io.TextIOWrapper(io.BytesIO(), "utf-8")).colour
    monkeypatch.setenv("TERM", "dumb")
    assert not Look.of(Terminal("utf-8")).colour
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Look.of(Terminal("utf-8")).colour


# Turns.

START = "...1... -:-:- I2,S0,T2,O3,L1 6"
FALL = "156*O A,D D@a1b1a2b2 a3=1,b3=4,a4=6,b4=5 !b3b4a4"


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        (
            START,
            FALL,
            "slide A, slide D for the star; the O of D falls on a1 b1 a2 b2; "
            "place a3=1 b3=4 a4=6 b4=5; claim consecutive 4 5 6 (b3 b4 a4)",
        ),
        ("111.... -:-:- I0,O0,T0,L0,S0 3", "1463I A d1=1,e1=4,f1=6,g1=3 !a1b1c1d1", None),
        ("1...... -:-:- I0,O0,T0,L0,S3o 3", "1463O E b1=1,c1=4,b2=6,c2=3", None),
        ("1...... -:-:- I4x,O4x,T4x,L4x,S0 3", "1*63I E b1=1,c1=4,d1=6,e1=3", None),
    ],
)
def test_turn_is_described_in_words(position: str, turn: str, words: str | None) -> None:
    there, played = nd.Position.from_text(position), nd.Turn.from_text(turn)
    nd.play(there, played)
    said = turn_in_words(played, there)
    if words is not None:
        assert said == words
    elif "!" in turn:
        assert said.endswith("claim identical 1 1 1 1 (a1 b1 c1 d1)")
    elif "S3o" in position:
        assert said.startswith("slide E (circled: nothing falls); place b1=1")
    else:
        assert said == "slide E; place b1=1 c1=4 d1=6 e1=3"


def test_bonus_is_described_in_words() -> None:
    there = nd.Position.from_text("1111.../1111... -:-:- I0,O0,T0,L0,S0 3")
    [turn] = [
        turn
        for turn in there.turns(nd.Roll.from_text("3577I"))
        if turn.claim and len(turn.claim) == 8
    ][:1]
    assert "; claim bonus 1 1 1 1 1 1 1 1 (a1 b1 c1 d1 a2 b2 c2 d2)" in turn_in_words(turn, there)


def test_falls_without_room_are_described() -> None:
    full = "/".join(["X.X.X.X"] + ["X.XXXXX"] * 12 + ["X1XXXXX"])
    there = nd.Position.from_text(f"{full} -:-:- I3,O4x,T4x,L4x,S0 9")
    turn = nd.Turn(nd.Roll.from_text("1463O"), ("A",), (nd.Drop("A", ()),))
    assert turn_in_words(turn, there) == (
        "slide A; the I of A falls and finds no room; nothing can be placed"
    )


def test_drawn_turn_marks_changed_cells() -> None:
    there, turn = nd.Position.from_text(START), nd.Turn.from_text(FALL)
    lines = draw_turn(there, turn).splitlines()
    assert lines[1].endswith("rulebook, turn 7")
    assert lines[12][:12] == "  4 |{6}{5} "
    assert lines[13][:12] == "  3 |>1<{4} "
    assert lines[14][:12] == "  2 |%%%%%% "
    assert lines[-1].endswith(">5< written now  {5} claimed now  %%% fallen now")
    assert draw_turn(there, turn, look=Look()).splitlines()[15][:12] == "  1 │▒▒▒▒▒▒ "


def test_illegal_turn_is_not_drawn() -> None:
    turn = nd.Turn.from_text("1463O A b1=1,c1=4,b2=6,c2=4")
    with pytest.raises(nd.IllegalTurn, match="doesn't give the digits"):
        draw_turn(nd.Position.from_text(START), turn)


# Games, hints, puzzles.


def test_solo_game_is_printed_turn_by_turn() -> None:
    game = play_game(1, 0)
    drawn = draw_game(game)
    assert all(len(line) <= 80 for line in drawn.splitlines())
    lines = re.sub(r"\n {28}(?=\S)", " ", drawn).splitlines()
    assert len(lines) == 1 + len(game.turns) + 2
    for line, turn, total in zip(lines[1:], game.turns, game.result()["scores"], strict=False):
        assert str(turn) in line
        assert line.split()[1] == str(total)
    boxes = re.findall(r"(?:identical|consecutive) \d|bonus", "\n".join(lines[1:-2]))
    assert sorted(boxes + game.positions[0].open_boxes()) == sorted(
        nd.Position.from_text("- -:-:- - 1").open_boxes()
    )
    assert lines[-2].startswith("score: ")
    assert lines[-1] in ("end: all tiles on GO!", "end: past the line and all tiles on GO!")
    assert record_in_brief(game).startswith(f"{game.result()['final']['total']} points (rows ")


def test_game_for_several_is_printed_seat_by_seat() -> None:
    game = nd.Game(["I3", "U5", "O", "X5", "T5"], ["a1", "g1"])
    game.push(
        nd.SharedTurn.from_text("1234I | d1=3,e1=1,f1=4,g1=2 | a1=1,b1=2,c1=3,d1=4 !a1b1c1d1")
    )
    assert (
        draw_game(game)
        == """\
turn 1, 1234I, scores 0, 4
  seat 1                 d1=3,e1=1,f1=4,g1=2
  seat 2  consecutive 4  a1=1,b1=2,c1=3,d1=4 !a1b1c1d1
seat 1: 0 points (rows 0, identical 0, consecutive 0, bonus 0; rulebook)
seat 2: 4 points (rows 0, identical 0, consecutive 4, bonus 0; rulebook)
end: unfinished"""
    )
    assert record_in_brief(game) == "0 4 points (rulebook), 1 turn, unfinished"


def test_winners_are_named() -> None:
    game = nd.Game(["I3", "U5", "O", "X5", "T5"], ["a1", "g1"])
    column = [f"a{row}" for row in range(2, 10)]
    for four in (column[:4], column[4:], ["a10", "a11", "a12", "a13"]):
        first = ",".join(f"{cell}={digit}" for cell, digit in zip(four, (7, 1, 5, 2), strict=True))
        second = first.replace("a", "g")
        game.push(nd.SharedTurn.from_text(f"1257I | {first} | {second}"))
    assert draw_game(game).splitlines()[-1] == "end: past the line; won by seat 1 and seat 2"


def test_hint_for_a_sheet_of_several_players_notes_its_tiles() -> None:
    found = hint(nd.Position.from_text(SEVERAL), nd.Roll.from_text("1463O"), level="fast", top=1)
    assert "a sheet of several players: ranked by its own score with these tiles" in draw_hint(
        found
    )


# Drawings read back.


@pytest.mark.parametrize("look", [PLAIN, Look(), Look(colour=True)], ids=repr)
@pytest.mark.parametrize("text", [MIDDLE, OVER, PAST, SEVERAL, "- -:-:- - 1"])
def test_drawing_is_read_back(text: str, look: Look) -> None:
    position = nd.Position.from_text(text)
    drawing = draw_position(position, "bga+slide", look)
    assert is_drawing(drawing)
    assert not is_drawing(text)
    assert read_drawing(drawing) == (position, nd.Variant.of("bga+slide"))


def test_drawings_of_games_are_read_back() -> None:
    game = play_game(3, 1)
    while game.turns:
        turn = game.pop()
        assert isinstance(turn, nd.Turn)
        drawing = draw_turn(game.positions[0], turn)
        assert read_drawing(drawing) == (nd.play(game.positions[0], turn), nd.Variant())


def test_hint_draws_its_best_turn() -> None:
    found = hint(nd.Position.from_text(START), nd.Roll.from_text("156*O"), level="fast", top=3)
    assert read_drawing(draw_hint(found))[0] == found.turns[0].position


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("|[5] 1 ", "|[?] 1 ", "row 2 (line 15): expected . for an empty cell, a digit, [5] or f"),
        ("|[5] 1 ", "|[5] ? ", "got '?' in column b"),
        (" 9 |", " 8 |", "row 8 (line 9): expected row 7 here"),
        ("|[5] 1 ", "|[5] ", "row 2 (line 15): expected 7 cells, got 6: '[5] ### .  .  .  .'"),
        ("identical    _3", "identical    ?3", "line 5: identical: expected the filled sizes, or"),
        ("_7 ", "   ", "line 5: identical: expected the filled sizes, or 34567 with # or"),
        ("B  O ", "C  O ", "line 13: tile C: expected once, got 'O0x' and 'T3'"),
        ("o-o-@-o-o", "@-o-@-o-o", "tile A: expected one notch"),
    ],
)
def test_unreadable_drawing_is_refused(old: str, new: str, words: str) -> None:
    drawing = draw_position(nd.Position.from_text(MIDDLE.replace("61X", "f1X")))
    assert old in drawing
    with pytest.raises(nd.NotationError, match=re.escape(words)):
        read_drawing(drawing.replace(old, new, 1))


def test_hint_for_a_sheet_of_several_players_is_drawn() -> None:
    found = hint(nd.Position.from_text(SEVERAL), nd.Roll.from_text("1463O"), level="fast", top=1)
    assert "\nbest: place " in draw_hint(found)


def test_puzzle_is_drawn() -> None:
    puzzle = daily_puzzle(datetime.date(2026, 11, 20))
    drawing = draw_puzzle(puzzle)
    assert drawing.isascii()
    assert drawing.splitlines()[0] == "Number Drop, daily puzzle 2026-11-20 (rulebook)"
    assert "".join(re.findall(r"[A-E] ([IOTLS])", drawing)) == "".join(puzzle.tiles)
    rolls = {int(n): roll for n, roll in re.findall(r"(\d+)  ([\d*]{4}[IOTLS*])", drawing)}
    assert [rolls[number] for number in range(1, 21)] == [str(roll) for roll in puzzle.rolls]


def test_deal_puzzle_has_no_number() -> None:
    short = nd.Deal("short", tuple("IOTLS"), (nd.Roll.from_text("1463O"),))
    assert draw_puzzle(puzzle_of(short), PLAIN).splitlines() == [
        "Number Drop, deal puzzle short (rulebook)",
        "longest possible game 1 turn",
        "",
        "tiles   " + "   ".join(f"{x} {shape}" for x, shape in zip("ABCDE", "IOTLS", strict=True)),
        "",
        "rolls    1  1463O",
    ]


# SVG.


@pytest.mark.parametrize("position", POSITIONS[:20], ids=str)
def test_picture_shows_the_sheet(position: nd.Position) -> None:
    picture = position_svg(position)
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == f"Number Drop: {position} (rulebook)"
    symbols = "".join(symbols_by_row(position))
    digits = [text.text for text in root.iter(f"{SVG}text") if text.get("font-size") == "22"]
    shown = symbols.translate(str.maketrans("abcdefghij", "0123456789", ".X"))
    assert "".join(map(str, digits)) == shown
    hatched = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "url(#x)"]
    assert len(hatched) == symbols.count("X") + 1
    assert picture == position_svg(position)


def test_picture_stays_in_its_frame_and_loads_nothing() -> None:
    for position in POSITIONS:
        picture = position_svg(position, "bga")
        root = ET.fromstring(picture)
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        for rect in root.iter(f"{SVG}rect"):
            x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
            assert 0 <= x <= x + float(rect.attrib["width"]) <= width
            assert 0 <= y <= y + float(rect.attrib["height"]) <= height
        assert "href" not in picture
        assert picture.count("http") == 1


def test_picture_describes_score_tiles_and_end() -> None:
    picture = position_svg(nd.Position.from_text(OVER))
    words = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]
    for word in ("54", "points", "game over: past the line", "35", "10", "-5", "+2", "GAME OVER"):
        assert word in words
    assert words.count("GO!") == 5
    assert "GO!" not in position_svg(nd.Position.from_text(SEVERAL))


def test_turn_picture_frames_changed_cells() -> None:
    game = play_game(3, 1)
    claims = falls = 0
    while game.turns:
        after, turn = game.positions[0], game.pop()
        assert isinstance(turn, nd.Turn)
        before = game.positions[0]
        picture = turn_svg(before, turn)
        root = ET.fromstring(picture)
        assert root.findtext(f"{SVG}title") == f"Number Drop: {before} (rulebook) {turn}"
        frames = [rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "none"]
        dropped = sum(len(drop.cells) for drop in turn.drops)
        # Two more are in the legend.
        assert len(frames) == 2 + len(turn.place or ()) + dropped + len(turn.claim or ())
        assert picture.count(">14</text>") == position_svg(after).count(">14</text>")
        claims, falls = claims + bool(turn.claim), falls + dropped
    assert claims
    assert falls
    with pytest.raises(nd.IllegalTurn):
        turn_svg(before, nd.Turn.from_text("1463O A a13=1,b13=4,a14=6,b14=3"))
