"""The core compared with the oracle. agreement.py says what is compared, and can run for longer."""

from __future__ import annotations

import random

import pytest

import agreement
import numberdrop as nd
import oracle
from built import build_sheet

POSITIONS = 1_000


def test_core_and_oracle_agree_in_every_variant() -> None:
    """Plays a solo game and a game of several players, and builds sheets, in each variant."""
    rng, tally = random.Random(1), agreement.Tally()
    for number, variant in enumerate(agreement.VARIANTS):
        agreement.walk_solo(rng, variant, tally)
        agreement.walk_table(rng, 2 + number % 5, variant, tally)
        for _ in range(6):
            agreement.check_built(rng, variant, tally)
    # Every kind of comparison occurs often.
    assert min(tally.built, tally.changed - tally.refused, tally.counted) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_core_and_oracle_agree_on_many_positions(seed: int) -> None:
    tally = agreement.Tally()
    for _ in agreement.run(seed, POSITIONS, tally):
        pass
    assert tally.positions >= POSITIONS
    assert min(tally.built, tally.changed - tally.refused, tally.counted) > POSITIONS / 100


def some_sheets(rng: random.Random) -> list[oracle.Sheet]:
    """Return the sheets of a random game, and as many built ones."""
    players = rng.choice([1, 1, 2])
    record = oracle.random_game(rng, players)
    if players == 1:
        table = oracle.Table([oracle.new_game(record["tiles"], record["start"])])
    else:
        table = oracle.new_table(record["tiles"], record["start"])
    sheets = list(table.sheets)
    for turn in record["turns"]:
        if players == 1:
            table = oracle.Table([oracle.play_turn(table.sheets[0], turn)])
        else:
            table = oracle.play_round(table, turn)
        sheets += table.sheets
    return sheets + [build_sheet(rng) for _ in sheets]


def star_free_roll(rng: random.Random) -> str:
    while "*" in (roll := oracle.random_roll(rng)):
        pass
    return roll


def outcome(position: nd.Position, turn: nd.Turn, variant: str) -> str:
    """Return the position after a turn, or after one player's part of an ordinary turn."""
    if position.is_solo:
        return str(nd.play(position, turn, variant))
    if turn.place is not None:
        cells, digits = zip(*turn.place, strict=True)
        position = position.place(cells, digits)
    if turn.claim is not None:
        claim = position.judge_claim(turn.claim)
        assert isinstance(claim, nd.Claim)
        position = position.claim(claim)
    return str(position.end_turn())


def stages(position: nd.Position, roll: nd.Roll, variant: str) -> list[tuple[int, int, int]]:
    """Number the fall, the placement and the arrangement of each turn."""
    falls = list(position.falls(roll, variant))
    fall_number = {(fall.slides, fall.drops): i for i, fall in enumerate(falls)}
    places = [
        {cells: i for i, cells in enumerate(fall.position.places(roll, variant))} for fall in falls
    ]
    arrangement_number = {digits: i for i, digits in enumerate(roll.arrangements())}
    found = []
    for turn in position.turns(roll, variant):
        fall = fall_number[turn.slides, turn.drops]
        if turn.place is None:
            found.append((fall, 0, 0))
            continue
        cells, digits = zip(*turn.place, strict=True)
        found.append((fall, places[fall][cells], arrangement_number[digits]))
    return found


def check_outcomes(position: nd.Position, rolled: str, variant: str) -> None:
    """Compare all turns of a roll with the outcomes of the oracle."""
    roll = nd.Roll.from_text(rolled)
    turns = list(position.turns(roll, variant))
    outcomes = [outcome(position, turn, variant) for turn in turns]
    distinct = agreement.once("turns", position, rolled, outcomes)
    theirs = oracle.outcomes(oracle.parse(str(position)), rolled, nd.Variant.of(variant).slide)
    if distinct != theirs:
        agreement.differ(f"outcomes, {variant}", position, rolled, distinct, theirs)
    count = position.count_turns(roll, variant)
    agreement.agree("count_turns", position, rolled, count, len(theirs))
    assert list(position.turns(roll, variant)) == turns
    order = stages(position, roll, variant)
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("wanted", "most"), [(8, 1000), pytest.param(30, 3000, marks=pytest.mark.slow)]
)
def test_turns_give_every_outcome_once(wanted: int, most: int) -> None:
    """Checks `wanted` positions with a roll, with at most `most` turns each."""
    rng, pairs = random.Random(2), 0
    while pairs < wanted:
        sheets = some_sheets(rng)
        for sheet in rng.sample(sheets, min(4, len(sheets))):
            position, roll = nd.Position.from_text(sheet.to_text()), star_free_roll(rng)
            variant = rng.choice(["rulebook", "rulebook", "bga+slide"])
            if 0 < position.count_turns(nd.Roll.from_text(roll), variant) <= most:
                check_outcomes(position, roll, variant)
                pairs += 1


@pytest.mark.parametrize(
    ("position", "roll"),
    [
        # A run from a new digit over an old one to another new digit that isn't adjacent to it.
        pytest.param(".4..... -:-:- I0,O0,T0,L0,S0 1", "3571L", marks=pytest.mark.slow),
        # The same over two old digits, in a well.
        ("4.....7/5.....6 3:3:- Io,O,T,L,S 5", "3136S"),
        # The falling tile can leave no room for the shape, but a claim is possible.
        ("/".join(["XXXXXXX"] * 10 + ["123XXXX"]) + " -:-:- I0,O0,T0,L3,S0 9", "1112I"),
        # A cell past the line: the game is over.
        ("/".join(["X......"] * 11 + ["1234..."]) + " -:-:- I0,O0,T0,L0,S0 9", "1234I"),
        # Two tiles on notch 3; a letter circled on notch 3; all but one step done.
        pytest.param("123456. -:-:- I3,O3,T4x,L4x,S4x 15", "1112O", marks=pytest.mark.slow),
        ("123456. 3:3:- I3o,O3,T4x,L4x,S4x 15", "1112I"),
        ("123456. -:-:- I4x,O3,T4x,L4x,S4x 19", "1112I"),
    ],
)
def test_turns_of_awkward_positions_give_every_outcome_once(position: str, roll: str) -> None:
    check_outcomes(nd.Position.from_text(position), roll, "rulebook")


def test_reported_disagreement_can_be_run_again() -> None:
    text = "....5../4..27../24313.. -:-:- O,V3,T5,L,S 3"
    with pytest.raises(agreement.Disagreement) as caught:
        agreement.agree("is_over", text, "1235*", True, False)
    assert str(caught.value).splitlines() == [
        "is_over",
        f"position: {text}",
        "roll: 1235*",
        "engine: True",
        "oracle: False",
    ]


def test_same_seed_compares_the_same_positions() -> None:
    tallies = []
    for _ in range(2):
        tallies.append(agreement.Tally())
        for _ in agreement.run(3, 40, tallies[-1]):
            pass
    assert tallies[0] == tallies[1]
