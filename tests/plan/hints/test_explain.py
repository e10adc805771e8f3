"""Why one turn is better than another: the outlook of sheets, the differences, the sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.hints import outlook
from numberdrop.plan.hints.explain import BEYOND, MOST_NAMED, Difference, in_words
from numberdrop.rules import Variant

RULES = Variant.of("rulebook")
#: A position in which the best turn fills a box of seven, and the next one a box of six.
POSITION = (
    "..4..../76dd.../ddd7.../4fe7..4/Xgd11.3/Xh11112/X2hgfed/Xdcb3bc 5:357:- S3,I4x,O3o,L3,T0 10"
)
ROLL = "1*21O"
SEVEN = "C e5=1,f5=1,e6=7,f6=2 !c3d3e3d4e4e5f5"
SIX = "C a8=1,b8=5,a9=1,b9=2 !c3d3e3f3d4e4"


def part(found: nd.Explanation, name: str) -> Difference:
    return next(one for one in found.differences if one.part == name)


def positions(count: int, seed: int) -> list[nd.Position]:
    """Return positions of random games, some of them over."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        position = nd.Position.start(rng.sample("IOTLS", 5), "d1")
        deal = nd.plain_deal(seed, len(found))
        for roll in deal.rolls[: rng.randrange(1, 20)]:
            if position.is_over():
                break
            position = nd.play(position, position.random_turn(roll, rng))
        found.append(position)
    return found


def test_outlook_has_chances_and_numbers_in_range() -> None:
    for position in positions(60, 1):
        found = dict(zip(outlook.PARTS, outlook.shipped().of(position.core, RULES), strict=True))
        assert all(0 <= found[name] <= 1 for name in outlook.CHANCES)
        assert found["rows"] >= position.core.rows()[0]
        assert found["past"] >= position.core.rows()[1]
        assert found["turns"] >= 0


def test_what_is_settled_is_exact() -> None:
    for position in positions(60, 2):
        found = dict(zip(outlook.PARTS, outlook.shipped().of(position.core, RULES), strict=True))
        for bit, box in enumerate(outlook.BOXES):
            if position.core.boxes >> bit & 1:
                assert found[box] == 1
            elif position.is_over():
                assert found[box] == 0


def test_outlook_of_a_finished_game_scores_what_the_oracle_says() -> None:
    over = [one for one in positions(200, 3) if one.is_over()]
    assert len(over) > 20
    for position in over:
        parts = outlook.shipped().of(position.core, RULES)
        points = sum(
            outlook.POINTS.get(name, 0) * value
            for name, value in zip(outlook.PARTS, parts, strict=True)
        )
        assert points == oracle.score(oracle.parse(str(position)))["total"]


def test_mirror_image_has_the_same_outlook() -> None:
    for position in positions(30, 4):
        grid, *rest = str(position).split(" ")
        mirrored = "/".join(row[::-1] for row in grid.split("/"))
        twin = nd.Position.from_text(" ".join([mirrored, *rest]))
        known = outlook.shipped()
        assert known.of(twin.core, RULES) == known.of(position.core, RULES)


def test_box_filled_now_is_the_first_reason() -> None:
    found = nd.explain(POSITION, ROLL, SEVEN, SIX)
    assert part(found, "identical 7").one == 1
    assert part(found, "identical 6").other == 1
    said = found.text()
    assert "fills identical 7 now" in said
    assert "against it: fills identical 6 in" in said
    assert "(the other turn fills it now)" in said
    assert "completes row 5 now" in said
    assert len(found.reasons) <= MOST_NAMED


def test_exchanged_turns_have_opposite_differences() -> None:
    found, other = nd.explain(POSITION, ROLL, SEVEN, SIX), nd.explain(POSITION, ROLL, SIX, SEVEN)
    for one, opposite in zip(found.differences, other.differences, strict=True):
        assert one.by == pytest.approx(-opposite.by, abs=1e-12)
        assert one.points == pytest.approx(-opposite.points, abs=1e-9)
        assert one.se == pytest.approx(opposite.se)
        assert one.is_clear == opposite.is_clear


def test_same_turn_twice_differs_in_nothing() -> None:
    found = nd.explain(POSITION, ROLL, SEVEN, SEVEN)
    assert all(one.by == 0 for one in found.differences)
    assert found.text() == "no part differs beyond its error"


def test_number_of_workers_makes_no_difference() -> None:
    one, two = (nd.explain(POSITION, ROLL, SEVEN, SIX, workers=n).to_json() for n in (1, 2))
    assert one == two


def test_named_differences_are_beyond_their_errors() -> None:
    rng, named = random.Random(5), 0
    for position in positions(40, 5):
        roll = nd.plain_deal(9, position.turn).rolls[0]
        if position.is_over() or position.is_last_turn(roll):
            continue
        one, other = (position.random_turn(roll, rng) for _ in range(2))
        for reason in nd.explain(position, roll, one, other, playouts=48).reasons:
            named += 1
            assert abs(reason.by) > BEYOND * reason.se
            assert in_words(reason).code.startswith("why.")
    assert named > 20


def test_a_sentence_of_each_kind() -> None:
    def said(name: str, one: float, other: float) -> str:
        points = outlook.POINTS.get(name, 0) * (one - other)
        return in_words(Difference(name, one, other, 0.01, points))

    other = "with the other turn)"
    assert said("identical 5", 0.714, 0.42) == f"fills identical 5 in 71% of games (42% {other}"
    assert said("bonus", 1, 0.2) == f"fills the bonus box now (20% {other}"
    assert said("bonus", 1, 0) == "fills the bonus box now"
    assert said("identical 3", 0.999, 1) == (
        "fills identical 3 in >99% of games (the other turn fills it now)"
    )
    assert said("identical 7", 0, 0.004) == f"leaves identical 7 open (<1% {other}"
    text = f"fills all five consecutive boxes in 10% of games (5% {other}"
    assert said("all consecutive", 0.1, 0.05) == text
    assert said("rows", 8.0, 8.5) == "0.5 fewer complete rows"
    assert said("past", 0.5, 0.46) == "0.04 more rows past the Game Over line"
    assert said("past", 0.5, 0.2) == "0.3 more rows past the Game Over line"
    assert said("turns", 3.0, 2.0) == "1 more turn"
    assert said("blocks", 2.0, 2.5) == "0.5 fewer X shapes"
    assert (
        in_words(Difference("identical", 9, 8.4, 0.1, 0.6))
        == "0.6 points more from identical boxes"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"one": "C a8=1,b8=5,a9=1,b9=9"}, "turn 10"),
        ({"one": "1*22O " + SEVEN}, "turn: "),
        ({"other": "nonsense"}, "turn: "),
        ({"playouts": 5}, "playouts: "),
        ({"seed": -1}, "seed: "),
        ({"position": "- -:-:- I4x,O4x,T4x,L4x,S4x 3"}, "the game is over"),
        ({"roll": "9999O"}, "roll: "),
        ({"workers": 0}, "workers: "),
    ],
)
def test_wrong_question_is_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    asked: dict[str, Any] = {"position": POSITION, "roll": ROLL, "one": SEVEN, "other": SIX}
    asked |= change
    given = [asked.pop(name) for name in ("position", "roll", "one", "other")]
    with pytest.raises(nd.NumberdropError) as error:
        nd.explain(*given, **asked)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_at_the_end_of_a_game_completed_rows_are_said_once() -> None:
    position = (
        "XX....5/XX..555/XX..121/4XX7773/65XXdeh/cdX26fg/beXhfgh/1f5heb5/Xghh1bb/XXfeddc/Xhgbc2b "
        "34:34567:- T4x,L4x,I3,O4x,S4x 14"
    )
    turns = (
        "C C@c9c10c11c12 d10=1,d11=4,e11=6,f11=7",
        "C C@e11e12e13e14 c9=1,c10=4,c11=6,d11=7",
    )
    found = nd.explain(position, "7461*", *turns)
    assert found.text() == "completes rows 10 and 11 now; leaves no hole at d10"
    assert part(found, "rows").by == 2
    assert part(found, "rows").se == 0


def test_hint_explains_its_best_idea_if_asked() -> None:
    assert nd.hint(POSITION, ROLL, level="fast").why is None
    hint = nd.hint(POSITION, ROLL, level="fast", why=True)
    assert hint.why
    assert (hint.why.one, hint.why.other) == tuple(idea.best.turn for idea in hint.ideas[:2])
    assert hint.to_json()["why"] == hint.why.to_json()
    assert "why 1 rather than 2: " in hint.text()


def test_trait_sums_add_the_rows_of_the_traits() -> None:
    import numpy as np

    table = outlook.shipped().table
    rows = np.asarray(table)
    for position in positions(10, 6):
        traits = _core.sheet_traits(position.core)
        found = _core.trait_sums(position.core, table)
        assert np.allclose(found, rows[traits].sum(0), atol=1e-5)


def test_letter_that_was_circled_before_is_not_circled_now() -> None:
    position = (
        ".5...../g77..../f1677../e3ab14./dc6c23./hbh6e4./ghhad36/fe2bc17 "
        "3:3456:- O3o,L2,S3,I3,T3 11"
    )
    written = "D@a8a9a10a11 g3=5,g4=7,g5=1,g6=1 !e5e4f4f3g3g2g1"
    found = nd.explain(position, "1*71I", f"D {written}", f"A,D {written}")
    assert found.seen == (), "the slide of A takes its tile to GO!, which crosses off the letter"
