"""Beam search for known dice: its lines are legal, it repeats, and with one roll it is exact."""

from __future__ import annotations

import random
import signal
import subprocess
import sys

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.maxima import SearchResult, beam
from samples import BENCH, CASES

#: A star makes too many turns for the oracle to examine.
FEW = 6_000
OVER = "-:-:- I4x,O4x,T4x,L4x,S4x 11"


def starts_of(deal: nd.Deal) -> tuple[nd.Position, ...]:
    return nd.Position.starts(deal.tiles)


def random_rolls(seed: int, count: int, stars: bool = True) -> list[nd.Roll]:
    rng = random.Random(seed)
    rolls = [oracle.random_roll(rng) for _ in range(100)]
    return [nd.Roll.from_text(roll) for roll in rolls if stars or "*" not in roll][:count]


def judge(
    found: SearchResult, start: nd.Position, rolls: list[nd.Roll], variant: str = "rulebook"
) -> None:
    """Check by both judges that the line is legal, long enough, and has the score it claims."""
    base, slide, _ = oracle.read_variant(variant)
    position, sheet = start, oracle.parse(str(start))
    for turn in found.turns:
        assert not position.is_over()
        position = nd.play(position, turn, variant)
        sheet = oracle.play_turn(sheet, turn.to_json(), slide)
    assert [turn.roll for turn in found.turns] == rolls[: len(found.turns)]
    assert len(found.turns) == len(rolls) or position.is_over()
    assert sheet.to_text() == str(position)
    assert found.score == position.score(variant).total == oracle.score(sheet, base)["total"]


@pytest.mark.parametrize("n", range(4))
def test_a_whole_game_is_legal(n: int) -> None:
    deal = nd.plain_deal(71, n)
    found = beam(starts_of(deal), deal.rolls, width=20)
    judge(found, starts_of(deal)[found.start], list(deal.rolls))
    assert found.score >= 50
    assert not found.is_cut


@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide", "bga+slide+review-dice"])
def test_a_line_from_the_middle_is_legal(variant: str) -> None:
    for i, start in enumerate(BENCH[:24]):
        rolls = random_rolls(i, 1 + i % 8)
        judge(beam([start], rolls, variant, width=5), start, rolls, variant)


def test_endgame_keeps_more_turns_of_each_sheet() -> None:
    """Ten placements with three arrangements each reach 67 here, however wide the beam; the best
    line scores 74."""
    start = nd.Position.from_text(
        ".6...../.57X.../.27XX../6d7Xcc./ddfcc72/1decc53/2cd3c74/gf5b765/2ebb476 "
        "347:34:- S4x,T4x,O3,L2,I1 12"
    )
    rolls = [nd.Roll.from_text(roll) for roll in ["5*61I", "4433T", "72*3T", "3*45I"]]
    found = beam([start], rolls, width=100)
    judge(found, start, rolls)
    assert found.score >= 72


@pytest.mark.parametrize("count", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_one_roll_is_exact(count: int) -> None:
    tried = 0
    for i, start in enumerate([*BENCH, *BENCH]):
        [roll] = random_rolls(i, 1, stars=False)
        if start.count_turns(roll) > FEW or tried == count:
            continue
        tried += 1
        turns = oracle.turns(oracle.parse(str(start)), str(roll))
        best = max(oracle.score(sheet)["total"] for _, sheet in turns)
        assert beam([start], [roll], width=1).score == best, (str(start), str(roll))
    assert tried == count


@pytest.mark.parametrize(
    "case", [*range(0, 20, 4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 64, 4))]
)
def test_one_roll_with_stars_is_exact(case: int) -> None:
    start, roll = BENCH[case], nd.Roll.from_text(CASES[case][1])
    digits = [int(number) for number in roll.numbers if number != "*"]
    shape = _core.WILD if roll.shape == "*" else "IOTLS".index(roll.shape)
    [best] = start.core.rank(_core.Roll(digits, shape), _core.LAST, 100_000, 1)
    assert 100 * beam([start], [roll], width=1).score == best[0]


def mirrored(position: nd.Position) -> nd.Position:
    grid, rest = str(position).split(" ", 1)
    return nd.Position.from_text("/".join(row[::-1] for row in grid.split("/")) + f" {rest}")


def test_the_mirror_image_is_worth_the_same() -> None:
    for i, start in enumerate(BENCH):
        [roll] = random_rolls(100 + i, 1)
        one, other = (beam([p], [roll], width=1) for p in (start, mirrored(start)))
        assert one.score == other.score, (str(start), str(roll))


def test_the_number_of_workers_changes_nothing() -> None:
    deal = nd.plain_deal(72, 0)
    found = [beam(starts_of(deal), deal.rolls, width=60, workers=n) for n in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    rolls = random_rolls(1, 4)
    found = [beam([BENCH[20]], rolls, width=30, nodes=9_000, workers=n) for n in (1, 2, 3)]
    assert found[0] == found[1] == found[2]


def test_node_limit_repeats_and_holds() -> None:
    deal = nd.plain_deal(72, 1)
    one, other = (beam(starts_of(deal), deal.rolls, width=5_000, nodes=30_000) for _ in range(2))
    assert one == other
    assert one.is_cut
    assert one.nodes < 60_000
    judge(one, starts_of(deal)[one.start], list(deal.rolls))


def test_unreached_node_limit_changes_nothing() -> None:
    deal = nd.plain_deal(72, 2)
    free, bounded = (beam(starts_of(deal), deal.rolls, width=5, nodes=n) for n in (None, 10**9))
    assert free == bounded
    assert not free.is_cut


def test_another_seed_is_another_search() -> None:
    deal = nd.plain_deal(72, 3)
    found = {beam(starts_of(deal), deal.rolls, width=10, seed=seed).turns for seed in range(4)}
    assert len(found) > 1


def test_progress_receives_each_turn() -> None:
    deal, reported = nd.plain_deal(72, 4), []
    found = beam(starts_of(deal), deal.rolls, width=3, progress=reported.append)
    assert reported == list(range(1, len(reported) + 1))
    assert len(reported) >= len(found.turns)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"starts": []}, "starts: expected at least one position, got none"),
        ({"rolls": []}, "rolls: expected 1 to 20, got 0"),
        ({"rolls": random_rolls(1, 21)}, "rolls: expected 1 to 20, got 21"),
        ({"width": 0}, "width: expected 1 to 100000, got 0"),
        ({"nodes": 0}, "nodes: expected 1 to "),
        ({"seed": -1}, "seed: expected 0 to "),
        ({"workers": 0}, "workers: expected 1 to 256, got 0"),
        ({"rolls": [nd.Roll("****", "I")]}, r"roll: .*\*\*\*\*I"),
        ({"variant": "chess"}, "variant: expected"),
        ({"starts": ["- -:-:- - 1"]}, "expected solo positions"),
        ({"starts": [f"- {OVER}"]}, "the game is over"),
        ({"starts": ["- -:-:- I0,O0,T0,L0,S0 99"]}, "expected no turn after 99"),
        (
            {"starts": ["- -:-:- I0,O0,T0,L0,S0 1", "- -:-:- O0,I0,T0,L0,S0 1"]},
            "expected the same tiles",
        ),
    ],
    ids=str,
)
def test_invalid_arguments_raise(change: dict[str, object], message: str) -> None:
    asked = {"starts": ["- -:-:- I0,O0,T0,L0,S0 1"], "rolls": random_rolls(1, 2), **change}
    asked["starts"] = [nd.Position.from_text(text) for text in asked["starts"]]
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        beam(**asked)
    assert "\n" not in str(caught.value)


def test_core_raises_for_invalid_searches() -> None:
    sheet, roll = BENCH[0].core, _core.Roll([1, 2, 3, 4], 0)
    other = nd.Position.from_text("- -:-:- - 1").core
    over = nd.Position.from_text(f"- {OVER}").core
    for sheets, rolls in (([], [roll]), ([sheet], []), ([sheet, other], [roll]), ([over], [roll])):
        with pytest.raises(ValueError, match=r"expected|over"):
            _core.BeamSearch(sheets, rolls, 0, 0)
    search = _core.BeamSearch([sheet], [roll], 0, 0)
    with pytest.raises(ValueError, match="no line"):
        search.line()
    with pytest.raises(ValueError, match="first sheet"):
        search.expand(-1, 1)
    with pytest.raises(ValueError, match="width"):
        search.advance(0)
    search.stop()
    with pytest.raises(KeyboardInterrupt):
        search.take(search.expand(0, 1))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_stops_the_search(workers: int) -> None:
    code = (
        "import numberdrop as nd\nfrom numberdrop.plan.maxima import beam\n"
        "deal = nd.plain_deal(1, 1)\nstart = nd.Position.start(deal.tiles, 'a1')\n"
        "report = lambda number: print(number, flush=True)\n"
        f"beam([start], deal.rolls, width=100_000, workers={workers}, progress=report)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert errors.rstrip().endswith("KeyboardInterrupt")
