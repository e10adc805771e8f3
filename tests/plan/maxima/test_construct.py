"""Construction: whole games that are built, checked by the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import numberdrop as nd
import oracle
from drops import board_of
from numberdrop.combo import box_points
from numberdrop.plan.bounds import counting_bound
from numberdrop.plan.maxima import Construction, Objective, SearchResult
from numberdrop.plan.maxima.results import Attempt
from samples import BENCH, some_rolls
from sites import size_of


def judge_line(built: Construction, found: SearchResult) -> oracle.Sheet:
    """Check by both judges that the line is legal and has the score it claims."""
    position = built.starts[found.start]
    bga, slide, _ = oracle.read_variant(str(built.variant))
    sheet = oracle.parse(str(position))
    for turn in found.turns:
        assert not position.is_over()
        position = nd.play(position, turn, built.variant)
        sheet = oracle.play_turn(sheet, turn.to_json(), slide)
    assert [turn.roll for turn in found.turns] == list(built.rolls[: len(found.turns)])
    assert len(found.turns) == len(built.rolls) or position.is_over()
    assert str(position) == sheet.to_text()
    score = oracle.score(sheet, bga)["total"]
    assert found.score == position.score(built.variant).total == score
    return sheet


def missing_of(found: SearchResult) -> int | None:
    assert found.attempt is not None
    return found.attempt.missing


def build(deal: nd.Deal, variant: str = "rulebook") -> Construction:
    return Construction(nd.Position.starts(deal.tiles), deal.rolls, nd.Variant.of(variant))


@pytest.mark.slow
def test_objectives_promise_no_more_than_counting_allows() -> None:
    full = [dict.fromkeys(board_of((rows,) * 7), "X") for rows in range(12)]
    for n in range(2):
        deal = nd.plain_deal(7, n)
        objectives = build(deal).objectives()
        assert objectives == sorted(objectives, key=lambda objective: -objective.points)
        assert len(objectives) == len(set(objectives))
        assert objectives[0].points <= counting_bound(deal)
        for objective in objectives:
            assert objective.boxes.bit_count() <= objective.turns
            assert 7 * objective.rows <= 1 + 4 * (objective.turns + objective.falls) <= 77
            assert objective.turns + objective.falls + objective.over <= 25
            wanted = [box for box in range(11) if objective.boxes >> box & 1]
            assert sum(map(size_of, wanted)) <= 1 + 4 * objective.turns
            kinds = [{size_of(box) for box in wanted if box // 5 == kind} for kind in range(3)]
            parts = oracle.Sheet(full[objective.rows], kinds[0], kinds[1], bool(kinds[2]))
            assert objective.points == oracle.score(parts)["total"]
        assert not any(objective.over for objective in build(deal, "bga").objectives())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "variant", "over"),
    [
        pytest.param(13, "rulebook", False, marks=pytest.mark.slow),
        pytest.param(19, "rulebook", False, marks=pytest.mark.slow),
        pytest.param(45, "rulebook", True, marks=pytest.mark.slow),
        (50, "rulebook", True),
        pytest.param(11, "bga", False, marks=pytest.mark.slow),
        pytest.param(19, "bga", False, marks=pytest.mark.slow),
    ],
)
def test_100_points_are_built(n: int, variant: str, over: bool) -> None:
    built = build(nd.plain_deal(2026, n), variant)
    objective = next(objective for objective in built.objectives() if objective.over == over)
    assert objective.points == 100
    for seed in range(12):
        found = built.attempt(objective, seed)
        if found.turns:
            sheet = judge_line(built, found)
        if found.score == 100 and oracle.is_past_the_line(sheet) == over:
            break
    assert found.score == 100
    assert missing_of(found) == 0
    assert len(found.turns) == objective.turns
    assert oracle.is_past_the_line(sheet) == over
    assert all(cell in sheet.cells for cell in board_of((11,) * 7))


@pytest.mark.parametrize(
    ("n", "variant"),
    [
        pytest.param(47, "rulebook", marks=pytest.mark.slow),
        pytest.param(48, "bga", marks=pytest.mark.slow),
        pytest.param(49, "rulebook+slide", marks=pytest.mark.slow),
        (50, "bga+slide+review-dice"),
    ],
)
def test_an_attempt_repeats_and_is_legal(n: int, variant: str) -> None:
    deal = nd.plain_deal(2026, n, nd.Variant.of(variant).dice)
    built, twin = build(deal, variant), build(deal, variant)
    objectives = built.objectives()
    found = built.attempt(objectives[0], 1, drop_plans=2)
    assert found == twin.attempt(objectives[0], 1, drop_plans=2)
    lines = set()
    for seed, objective in enumerate(objectives[:6:2]):
        found = built.attempt(objective, seed, drop_plans=4)
        if found.turns:
            judge_line(built, found)
            lines.add(found)
    assert lines


def test_an_attempt_keeps_to_its_nodes() -> None:
    """Except for a few walks; a limit that isn't reached changes nothing."""
    built = build(nd.plain_deal(2026, 47))
    objective = built.objectives()[0]
    whole = built.attempt(objective, 1, drop_plans=2)
    assert built.attempt(objective, 1, drop_plans=2, nodes=10 * whole.nodes) == whole
    for nodes in (1, whole.nodes // 4):
        found = built.attempt(objective, 1, drop_plans=2, nodes=nodes)
        assert nodes <= found.nodes < nodes + 10_000 < whole.nodes
        if found.turns:
            judge_line(built, found)


def smaller(built: Construction, objective: Objective, boxes: int) -> Objective:
    """Return the objective with only some of its boxes."""
    return replace(
        objective,
        boxes=boxes,
        points=objective.points
        - box_points(objective.boxes | built.filled)
        + box_points(boxes | built.filled),
    )


@pytest.mark.parametrize("variant", ["rulebook", "bga", "rulebook+slide"])
def test_built_game_meets_its_objective(variant: str) -> None:
    """If nothing is missing there is a game, and it scores what the objective promises. It scores
    more only if a tile that needn't fall falls in the last turn."""
    reached = judged = 0
    for number, position in enumerate(BENCH[:: 3 if variant == "rulebook" else 6]):
        rng = random.Random(number)
        built = Construction(
            [position], some_rolls(rng, rng.randrange(3, 9)), nd.Variant.of(variant)
        )
        for objective in built.objectives()[:6]:
            boxes = objective.boxes & rng.getrandbits(11) & rng.getrandbits(11)
            goal = smaller(built, objective, boxes)
            found = built.attempt(goal, number, drop_plans=2)
            if found.turns:
                judged += 1
                judge_line(built, found)
            if missing_of(found) == 0 and not goal.over:
                fell = sum(len(turn.drops) for turn in found.turns)
                assert found.score == goal.points or (
                    found.score > goal.points and fell > goal.falls and found.turns[-1].drops
                )
                assert len(found.turns) == goal.turns
                reached += 1
    assert reached >= 10 < judged


def test_a_letter_whose_other_box_is_filled_is_not_circled_before_its_tile_falls() -> None:
    """D falls in the second turn. The run of six is there from the first turn and has to wait."""
    position = nd.Position.from_text("1234567/1234567 6:-:- I4x,O4x,T4x,L2,S4x 12")
    built = Construction([position], [nd.Roll("1425", "I"), nd.Roll("3641", "O")], nd.Variant())
    objective = next(
        objective for objective in built.objectives() if objective.falls == 1 and not objective.over
    )
    goal = replace(smaller(built, objective, 1 << 8), rows=2)
    for seed in range(20):
        found = built.attempt(goal, seed, drop_plans=2)
        assert missing_of(found) == 0
        assert judge_line(built, found).consecutive == {6}
        assert found.turns[0].claim is None
        assert found.turns[1].drops[0].tile == "D"


def test_a_tile_that_comes_down_in_the_last_turn_may_fall_over_the_line() -> None:
    """D comes down in the only turn, before its second box is filled, and crosses the line without
    a penalty. In bga that costs points, so both boxes would have to be filled before."""
    rows = "X12..XX/XXX..XX/" + "/".join(["XXXXXXX"] * 9)
    position = nd.Position.from_text(f"{rows} 6:-:- I4x,O4x,T4x,L3,S4x 12")
    objective = Objective(points=34, turns=1, falls=0, over=False, boxes=1 << 8, rows=11)
    for variant in ("rulebook", "bga"):
        built = Construction([position], [nd.Roll("3456", "O")], nd.Variant.of(variant))
        assert objective in built.objectives()
        found = built.attempt(objective, 1, drop_plans=2)
        if variant == "bga":
            assert missing_of(found) == 6
            continue
        assert found.score == 34
        sheet = judge_line(built, found)
        assert sheet.consecutive == {6}
        assert oracle.is_past_the_line(sheet)
        assert [drop.tile for drop in found.turns[0].drops] == ["D"]


def test_stopped_construction_tries_nothing() -> None:
    built = build(nd.plain_deal(2026, 13))
    built.stop.set()
    objective = built.objectives()[0]
    assert built.attempt(objective, 1) == SearchResult(
        "construction", attempt=Attempt(objective, None)
    )


@pytest.mark.parametrize("day", ["2026-12-12.2", "2027-08-11.0"])
def test_rare_slide_plans_are_found_by_every_attempt(day: str) -> None:
    """In 17 turns two of about thirty sequences of pieces can be dropped without a hole. On the
    second day only one in 5,000 draws, weighted by how long they leave letters protected, has such
    a sequence."""
    built = build(nd.deal(f"solo#{day}"))
    objective = next(
        objective
        for objective in built.objectives()
        if (objective.points, objective.turns) == (100, 17)
    )
    for seed in range(2):
        assert missing_of(built.attempt(objective, seed, drop_plans=1)) is not None
