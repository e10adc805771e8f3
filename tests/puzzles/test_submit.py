"""Submitted games: replay, detection of games on other puzzles, verdict and text to share."""

from __future__ import annotations

import json
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.archive.entries import DailyPuzzle
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.daily import daily_deal, parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle, puzzle_of
from numberdrop.puzzles.names import literal_id, parse_name, short_name
from numberdrop.puzzles.simulated.results import SimulatedResults
from numberdrop.puzzles.submit import Verdict, judge, whole_game
from numberdrop.puzzles.targets import place_among
from numberdrop.rules import HIGH_SCORES
from numberdrop.typed import read_game
from numberdrop.view.scores import draw_verdict, line_in, share_lines
from numberdrop.view.text import PLAIN
from samples import FIRST_ENTRIES, some_days

GAME = play_game(18, 0)
DEAL = nd.plain_deal(18, 0)
#: The first roll after the end of the game.
NEXT = DEAL.rolls[len(GAME.turns)]
#: A deal of twenty equal rolls, and a game on it that ends with the third.
SAME = "IOTLS:" + ",".join(["4567I"] * 20)
TINY = """a1
4567I A g1=4,g2=5,g3=6,g4=7
4567I A g5=4,g6=5,g7=6,g8=7
4567I B g9=4,g10=5,g11=6,g12=7
"""


def judged(record: object, deal: nd.Deal = DEAL) -> nd.Game:
    return whole_game(record, deal, nd.Variant(), "game")


def test_whole_game_replays_a_record() -> None:
    assert judged(GAME.to_record()).to_record() == GAME.to_record()


def forged(**change: Any) -> dict[str, Any]:
    return {**GAME.to_record(), **change}


def other_turn() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(GAME.to_record()))
    record["turns"][3]["place"] = {"a14": 1, "b14": 1, "c14": 1, "d14": 1}
    return record


def a_turn_more() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(GAME.to_record()))
    record["turns"].append({**record["turns"][-1], "roll": str(NEXT)})
    return record


BAD = {
    "no game": ({}, "expected the key 'format'"),
    "a list": ([], "expected an object"),
    "other tiles": (
        forged(tiles=GAME.to_record()["tiles"][::-1]),
        "game: tile A of this puzzle is T, the game's is I",
    ),
    "another variant": (
        forged(variant="bga"),
        "game: the variant of this puzzle is rulebook, the game's is bga",
    ),
    "other rolls": (play_game(1, 1).to_record(), "; roll 1 of this puzzle is "),
    "several players": (
        forged(players=2, start=["d1", "d1"], turns=[]),
        "game: expected a solo game, got one of 2 players",
    ),
    "no tiles": (forged(tiles=[[], {}, None, 4, "I"]), "tiles: expected"),
    "no roll": (forged(turns=[{"roll": 4}]), "turn 1: "),
    "no turns": (forged(turns={}), "turns: expected a list"),
    "no turn at all": (forged(turns=[]), "turn 1: the game goes on"),
    "no variant": (forged(variant=["bga"]), "variant: expected"),
    "a forged turn": (other_turn(), "turn 4: "),
    "unfinished": (forged(turns=GAME.to_record()["turns"][:5]), "turn 6: the game goes on"),
    "too long": (
        a_turn_more(),
        f"turn {len(GAME.turns) + 1}: the game ended with turn {len(GAME.turns)}",
    ),
    "no start": (forged(start="k9"), "k9"),
}


@pytest.mark.parametrize("name", BAD)
def test_forged_or_broken_record_is_refused(name: str) -> None:
    record, words = BAD[name]
    with pytest.raises(nd.NumberdropError) as caught:
        judged(record)
    assert words in str(caught.value)


def simulated(entry: DailyPuzzle) -> SimulatedResults:
    assert entry.simulated
    return entry.simulated


@pytest.mark.parametrize(
    ("score", "beaten", "to_beat"),
    [
        (-15, None, 13),
        (13, None, 13),
        (14, 13, 27),
        (61, 55, 61),
        (62, 61, 75),
        (99, 92, 99),
        (100, 99, None),
    ],
)
def test_verdict_names_those_beaten_and_the_next(
    score: int, beaten: int | None, to_beat: int | None
) -> None:
    """Rules, Solo: the list of high scores; who has as many points isn't beaten."""
    verdict = Verdict(GAME, score, None, None, None, 0, 0)
    assert (verdict.beaten, verdict.to_beat) == (beaten, to_beat)
    told = verdict.to_json()
    for line, key in ((beaten, "beaten"), (to_beat, "to_beat")):
        names = None if line is None else list(HIGH_SCORES[line])
        assert told[key] == (None if line is None else {"score": line, "names": names})
    said = draw_verdict(verdict, None, "")
    assert ("try beating" in said) == (beaten is None)
    assert ("next is" in said) == (beaten is not None and to_beat is not None)


def test_stated_result_of_a_record_is_ignored() -> None:
    record = GAME.to_record()
    record["result"]["final"]["total"] = 100
    game = judged(record)
    verdict = judge(game, some_days()[0])
    assert verdict.score == GAME.to_record()["result"]["final"]["total"]
    assert verdict.above == 0
    points = some_days()[0].targets.to_json()
    assert verdict.medal == some_days()[0].targets.medal_of(verdict.score)
    assert verdict.next
    medal, missing = verdict.next
    assert points[medal] == verdict.score + missing
    assert verdict.luck == simulated(some_days()[0]).luck()
    assert judge(game, None).medal is None


def test_verdict_by_an_entry_of_generator_1_has_no_luck() -> None:
    [first, _] = (entry for _, entry in read_lines(str(FIRST_ENTRIES)))
    assert isinstance(first, DailyPuzzle)
    verdict = judge(judged(GAME.to_record()), first)
    assert verdict.luck is None
    assert verdict.medal == first.targets.medal_of(verdict.score)
    assert verdict.beats == place_among(verdict.score, first.blind.scores)


# Games on other puzzles


def on_another_day() -> nd.Game:
    """Return the first six turns of a game on the puzzle of the 25th."""
    deal = daily_deal(parse_date("2026-11-25"))
    game = nd.Game(deal.tiles, ["d1"])
    for roll in deal.rolls[:6]:
        game.push(next(iter(game.positions[0].turns(roll))))
    return game


def test_game_of_another_day_is_refused_with_the_first_tile_and_roll() -> None:
    with pytest.raises(nd.NotationError) as caught:
        judged(on_another_day().to_record(), daily_deal(parse_date("2026-11-24")))
    assert str(caught.value) == (
        "game: tile A of this puzzle is I, the game's is S; "
        "roll 1 of this puzzle is 4165*, the game's is 4445T"
    )


def test_typed_game_of_another_day_is_refused_with_the_first_roll() -> None:
    text = "\n".join(["d1", *map(str, on_another_day().turns)])
    puzzle = (daily_deal(parse_date("2026-11-24")), nd.Variant())
    with pytest.raises(nd.NotationError) as caught:
        read_game(text, puzzle, "game.txt")
    assert str(caught.value) == ("game.txt: roll 1 of this puzzle is 4165*, the game's is 4445T")


@pytest.mark.parametrize("number", [1, 2, 7])
def test_first_different_roll_is_named(number: int) -> None:
    """The order of a roll's numbers doesn't matter, and the roll is checked before the turn."""
    record = json.loads(json.dumps(GAME.to_record()))
    for turn in record["turns"]:
        turn["roll"] = turn["roll"][3::-1] + turn["roll"][4]
    assert judged(record).to_record()["turns"]
    record["turns"][number - 1]["roll"] = "1357*"
    with pytest.raises(nd.NotationError, match=f"game: roll {number} of this puzzle is "):
        judged(record)


# The text to share


def test_shared_lines_reveal_no_turn() -> None:
    verdict = judge(GAME, some_days()[0])
    lines = share_lines(verdict, daily_puzzle(parse_date("2026-11-20")))
    assert lines[0].startswith(f"Number Drop #1 2026-11-20: {verdict.score}")
    plain = [line_in(line, PLAIN) for line in lines]
    assert "".join(plain).isascii()
    drawn = draw_verdict(verdict, some_days()[0], lines)
    assert drawn.endswith("\n".join(["", *plain]))
    assert "place" not in drawn


@pytest.mark.parametrize("number", range(12))
def test_squares_match_the_boxes_of_the_sheet(number: int) -> None:
    game = play_game(1, number)
    still_open = game.positions[0].open_boxes()
    puzzle = puzzle_of(nd.plain_deal(1, number), nd.Variant())
    _, identical, consecutive = share_lines(judge(game, None), puzzle)
    for kind, line, filled in (
        ("identical", identical, "🟦"),
        ("consecutive", consecutive, "🟩"),
    ):
        squares = ["⬜" if f"{kind} {size}" in still_open else filled for size in range(3, 8)]
        assert line.partition(" ")[0] == "".join(squares)
    assert identical.endswith(" ⭐") == ("bonus" not in still_open)
    assert len(line_in(identical, PLAIN).partition(" *")[0]) == 15


def test_penalty_rows_do_not_reduce_the_row_count() -> None:
    deal, variant = parse_name(SAME)
    verdict = judge(
        whole_game(read_game(TINY, (deal, variant)).to_record(), deal, variant, "game"), None
    )
    assert (verdict.score, verdict.rows) == (-5, 0)
    assert [line_in(line, PLAIN) for line in share_lines(verdict, puzzle_of(deal, variant))] == [
        "Number Drop dice fc4aa147: -5",
        "[ ][ ][ ][ ][ ]",
        "[ ][ ][ ][ ][ ] 0 rows",
    ]


@pytest.mark.parametrize(("number", "end"), [(2, "tiles"), (1, "line+tiles"), (4, "line")])
def test_verdict_counts_the_complete_rows(number: int, end: str) -> None:
    game = play_game(1, number)
    assert game.end() == end
    grid = str(game.positions[0]).split()[0].split("/")
    full = sum("." not in row for row in grid)
    verdict = judge(game, None)
    assert verdict.rows == full
    *_, last = share_lines(verdict, puzzle_of(nd.plain_deal(1, number), nd.Variant()))
    assert last.split()[1:] == [str(full), "row" if full == 1 else "rows"]


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
def test_shared_lines_of_a_literal_id_hide_the_dice(variant: str) -> None:
    deal, chosen = parse_name(literal_id(DEAL, variant))
    lines = share_lines(judge(GAME, None), puzzle_of(deal, chosen))
    assert not [roll for roll in deal.rolls if str(roll) in str(lines)]
    assert max(map(len, lines)) < 80
    assert ("(bga+slide)" in lines[0]) == (variant != "rulebook")


def test_short_names_of_literal_ids_are_unique() -> None:
    names = [literal_id(nd.plain_deal(1, number), "bga") for number in range(50)]
    assert len({short_name(name) for name in names}) == 50
    assert [short_name(name) for name in ("2026-11-20", "plain#1.0")] == ["2026-11-20", "plain#1.0"]
