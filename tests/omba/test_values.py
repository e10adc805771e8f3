"""Values of positions and moves, reviews, computer players, puzzles and parsers."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.omba import tables
from numberdrop.omba.drawing import draw_position, position_svg
from numberdrop.omba.family import Family
from numberdrop.omba.match import match, play_game
from numberdrop.omba.parsing import read_game, read_move, read_position
from numberdrop.omba.policies import OPPONENTS, estimate_moves, playout_wins
from numberdrop.omba.puzzles import MARGIN, puzzles
from numberdrop.omba.tables import chance, forget, is_table_stored, report_progress_to, table_folder
from numberdrop.omba.values import losing_rolls, roll_value
from omba import oracle
from omba_agreement import RECORD
from written import OMBA_GAME

pytestmark = pytest.mark.usefixtures("here")

BOARD = "-,-,-/BB,-,-/A,-,- A 1,1"


@pytest.fixture(autouse=True)
def fresh() -> None:
    forget()


def test_value_is_the_mean_over_rolls() -> None:
    position = omba.Position.from_text(BOARD)
    mean = sum(roll_value(position, die) for die in range(1, 7)) / 6
    assert omba.value(position) == pytest.approx(mean, abs=1e-8)
    assert omba.value(BOARD) == omba.value(position)
    assert omba.value(str(position.image(5))) == omba.value(position)


def test_best_ranks_moves_by_value_after_them() -> None:
    for die in range(1, 7):
        ranked = omba.best(BOARD, die)
        after = omba.Position.from_text(BOARD).moves(die)
        assert {one.move for one in ranked} == after.keys()
        for one in ranked:
            assert one.value == 1 - omba.value(after[one.move])
            assert one.loss == ranked[0].value - one.value >= 0
        assert ranked == sorted(ranked, key=lambda one: -one.value)


def test_player_without_moves_has_value_0() -> None:
    position = omba.Position.from_text("-,-,-/AB,-,-/-,-,- A 0,1")
    assert losing_rolls(position) == (1, 2, 3, 4, 5, 6)
    assert omba.best(position, 1) == []
    assert omba.value(position) == 0
    assert omba.value(position.dropped()) == 1
    found = chance(position)
    assert (found.lower, found.upper) == (0, 0)


def test_missing_large_table_raises(here: Path) -> None:
    for call in (omba.value, lambda start: omba.best(start, 3)):
        with pytest.raises(omba.NoTable, match=r"once with numberdrop omba solve --cubes 6$"):
            call(omba.Position.start())
    with pytest.raises(omba.NoTable, match=r"once with .* --cubes 6,5 --variant E$"):
        omba.value("-,-,-/-,-,-/-,-,- A 5,6", "E")
    assert not is_table_stored(Family((6, 6)))
    assert table_folder(Family((6, 6))) == here / "data" / "cache" / "omba" / "S-6-6"


def test_value_of_three_players_raises() -> None:
    with pytest.raises(nd.NumberdropError, match="expected two players who are in, got ABC"):
        omba.value(omba.Position.start(3))


def test_values_on_ground_match_the_oracle() -> None:
    """Values on the ground of dead cubes match value iteration with the oracle's moves."""
    text = "-,-,-/CA,-,-/-,-,B A 0,0,0x"
    successors: dict[str, list[list[str]]] = {}
    waiting = [text]
    while waiting:
        one = waiting.pop()
        if one not in successors:
            successors[one] = [[*oracle.moves(one, die).values()] for die in range(1, 7)]
            waiting += [after for rolls in successors[one] for after in rolls]
    worth = dict.fromkeys(successors, 0.5)
    for _, (one, rolls) in product(range(200), successors.items()):
        worth[one] = sum(max((1 - worth[x] for x in after), default=0.0) for after in rolls) / 6
    for one in random.Random(5).sample(sorted(successors), 40):
        assert omba.value(one) == pytest.approx(worth[one], abs=1e-8)


@pytest.mark.parametrize(("most", "made"), [(8, 2), (1, 3)])
def test_tables_on_grounds_are_cached(
    most: int, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_GROUNDS", most)
    done: list[float] = []
    with report_progress_to(lambda share, words: done.append(share)):
        for ground in ("CA", "CCA", "CA"):
            omba.value(f"-,-,-/{ground},-,-/-,-,B A 0,0,0x")
    assert done.count(1.0) == made
    omba.value("-,-,-/-,-,-/CA,-,B A 0,0,0x")
    assert done.count(1.0) == made


def test_luck_and_skill_explain_a_game() -> None:
    review = omba.review(OMBA_GAME)
    game, plies = review.game, review.plies
    assert [str(one.ply) for one in plies] == OMBA_GAME.split("2# ")[1].split()[:-1]
    chance_of_first, side = plies[0].before, plies[0].side
    moved = sum((one.luck + one.skill) * (1 if one.side == side else -1) for one in plies)
    assert chance_of_first + moved == pytest.approx(float(game.winner == side), abs=1e-6)
    assert all(one.skill <= 1e-8 for one in plies)
    with pytest.raises(omba.NoTable):
        omba.review(RECORD)
    with pytest.raises(omba.IllegalMove):
        omba.review(RECORD.replace("2+c3", "3+c3"))
    with pytest.raises(nd.NotationError, match="game: expected a Game or its text, got None"):
        omba.review(None)  # type: ignore[arg-type]


def test_estimates_have_errors_and_endings_are_exact() -> None:
    rows = estimate_moves(omba.Position.start(4), 2, games=400)
    assert [row.error > 0 for row in rows] == [True] * 5
    assert rows[0].loss == 0
    assert rows == estimate_moves(omba.Position.start(4), 2, games=400)
    two_left = omba.Position.from_text("-,-,-/CA,-,-/-,-,B A 0,1,0x")
    exact = estimate_moves(two_left, 3)
    assert [(one.move, one.value) for one in exact] == [
        (one.move, one.value) for one in omba.best(two_left, 3)
    ]
    assert not any(row.error for row in exact)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", [name for name in OPPONENTS if name != "exact"])
def test_computer_players_make_legal_moves(name: str, players: int) -> None:
    game = play_game([name] * players, "SREF"[players - 1], 7)
    assert omba.replay(str(game)).winner == game.winner == oracle.replay(str(game))[0]
    assert str(game) == str(play_game([name] * players, "SREF"[players - 1], 7))


def test_exact_player_plays_the_best_move() -> None:
    rng = random.Random(1)
    for die in range(1, 7):
        position = omba.Position.from_text(BOARD)
        move = OPPONENTS["exact"](position, die, "S", rng)
        assert move == omba.best(position, die)[0].move


def test_playouts_have_one_winner_each() -> None:
    found = playout_wins(omba.Position.start(3), "S", 500, 1)
    assert sum(found.values()) == 500
    assert min(found.values()) > 100
    assert found == playout_wins(omba.Position.start(3), "S", 500, 1)
    gone = omba.Position.from_text("-,-,-/CA,-,-/-,-,B A 0,1,3x")
    assert playout_wins(gone, "S", 50, 1)["C"] == 0


def test_match_counts_wins_in_every_seat() -> None:
    counts: list[int] = []
    scores = match(["thumb", "random"], 40, progress=counts.append)
    assert [(one.player, one.seat) for one in scores] == [
        ("thumb", "A"),
        ("random", "B"),
        ("random", "A"),
        ("thumb", "B"),
    ]
    assert sum(one.wins for one in scores) == counts[-1] == 80
    assert scores[0].wins + scores[3].wins > 50
    assert 0 < scores[0].error < 0.1


def test_puzzles_have_one_best_move() -> None:
    found = list(puzzles(2, seed=2, cubes=2))
    assert found == list(puzzles(2, seed=2, cubes=2))
    for puzzle in found:
        first, second = omba.best(puzzle.position, puzzle.roll)[:2]
        assert puzzle.solution == first.move
        assert puzzle.margin == second.loss >= MARGIN
    assert {one.grade for one in puzzles(1, cubes=2, grade="hard")} == {"hard"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("start", "-,-,-/-,-,-/-,-,- A 6,6"),
        ("Start 3", "-,-,-/-,-,-/-,-,- A 4,4,4"),
        ("  -, -,-/bb,-,-/a,-,-   a  5, 4 ", "-,-,-/BB,-,-/A,-,- A 5,4"),
        (".,.,./BB,0,/A,-,. A 5,4", "-,-,-/BB,-,-/A,-,- A 5,4"),
    ],
)
def test_typed_positions_are_parsed(text: str, meant: str) -> None:
    assert str(read_position(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a1c2", "a1c2"),
        ("A1-C2", "a1c2"),
        ("a1 to c2", "a1c2"),
        ("a1 > c2", "a1c2"),
        ("+b2", "+b2"),
        (" B2 ", "+b2"),
        ("enter b2", "+b2"),
        ("a1c", ""),
        ("zz", ""),
        ("a1b2c3", ""),
        ("a4b2", ""),
        ("", ""),
    ],
)
def test_typed_moves_are_parsed(text: str, meant: str) -> None:
    assert read_move(text) == meant


def test_records_over_several_lines_are_parsed() -> None:
    assert str(read_game(RECORD.replace(" ", "\n ") + "\n")) == RECORD


def test_drawings_show_every_stack() -> None:
    position = omba.Position.from_text("-,-,-/CABA,-,-/-,-,B A 0,1,0x")
    drawn = draw_position(position)
    assert "CABA" in drawn
    assert "C  out" in drawn
    assert "A  0 in hand, to move" in drawn
    assert max(map(len, draw_position(position, colour=True).splitlines())) > 40
    for move in ("", "c1b1", "+b3"):
        svg = position_svg(position, move)
        assert svg.count('class="w"') == 5
        assert svg.startswith("<svg ")
        assert svg.endswith("</svg>\n")
