"""Parsing of typed rolls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from numberdrop.rules import DICE_SETS, SHAPE_DIE
from numberdrop.typed import read_roll, read_rolls


@pytest.mark.parametrize(
    "text",
    [
        *("156*O", "156*o", "1 5 6 * O", "1,5,6,*,O", "1-5-6-*-o", "1, 5, 6, *, o", "1\t5 6 * O"),
        *("[1,5,6,*] O", "('1', '5', '6', '*', 'O')", "(156*) O", "1/5/6/*/O", "1.5.6.*.O"),
        *("１５６＊Ｏ", "1–5–6–*–O", "156⭐️O", "156★ O", "\ufeff156*O\r\n", "“156*O”", "١٥٦*O"),
        *("156x O", "156X O", "156×O", "156+O", "1 5 6 + O", "1+5+6+*+O", "156so", "156\\*O"),
        *("1 5 6 star O", "156StarO", "roll: 156*O", "156*0", "1_5_6_*_O", "{1|5|6|*|O}"),
    ],
)
def test_roll_in_any_form_is_parsed(text: str) -> None:
    assert str(read_roll(text)) == "156*O"


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("O156*", "156*O"),
        ("1O56*", "156*O"),
        ("156*J", "156*L"),
        ("z156*", "156*S"),
        ("***5*", "***5*"),
        ("*1456", "1456*"),
        ("1456x", "1456*"),
        ("1456s", "1456S"),
        ("456sI", "456*I"),
        ("1456l", "1456L"),
        ("6 6 6 * s", "666*S"),
    ],
)
def test_any_order_and_mirrored_letters_are_parsed(text: str, roll: str) -> None:
    assert str(read_roll(text)) == roll


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("156*OT", "got 6 dice: '156*OT'"),
        ("156*", "got 4 dice"),
        ("5", "got 1 die: '5'"),
        ("", "got no dice: ''"),
        ("156OT", "got 2 shapes: '156OT'"),
        ("156SO", "got 2 shapes"),
        ("I456O", "got 2 shapes"),
        ("45671", "got no shape"),
        ("00156", "no number die shows 0"),
        ("1560O", "no number die shows 0"),
        ("1568O", "no die shows '8'"),
        ("156*Q", "no die shows 'Q'"),
        ("156*O 1456T", "got 10 dice"),
        ("****O", "only 3 of the number dice show *, not 4"),
        ("2626I", "expected one that the publisher dice can show"),
        ("1" * 100_000, "got 100,000 dice"),
    ],
)
def test_invalid_roll_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_roll(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500


def test_number_as_roll_raises() -> None:
    with pytest.raises(nd.NotationError, match="roll: expected text, got 5"):
        read_roll(5)  # type: ignore[arg-type]


def rolls(dice: str) -> st.SearchStrategy[nd.Roll]:
    """Return a strategy for the rolls that a set of dice can show."""
    numbers = st.tuples(*map(st.sampled_from, DICE_SETS[dice])).flatmap(st.permutations)
    return st.builds(nd.Roll, numbers.map("".join), st.sampled_from(SHAPE_DIE))


@st.composite
def mangled(draw: st.DrawFn, roll: nd.Roll) -> str:
    """Draw one of the ways in which people write a roll."""
    shape = draw(st.sampled_from({"L": "LlJj", "S": "SsZz"}.get(roll.shape, roll.shape)))
    signs = [*roll.numbers, draw(st.sampled_from([shape, shape.lower()]))]
    if roll.shape != "*":
        signs.insert(draw(st.integers(0, 4)), signs.pop())
    star = draw(st.sampled_from(["*", "＊", "★", "star", "x"]))
    between = draw(st.sampled_from(["", " ", ",", ", ", "-", " – ", "\t", "/"]))
    before, after = draw(st.sampled_from([("", ""), ("[", "]"), ("“", "”"), (" ", "\r\n")]))
    return before + between.join(signs).replace("*", star) + after


@given(st.data(), st.sampled_from(sorted(DICE_SETS)))
def test_mangled_roll_is_read_back(data: st.DataObject, dice: str) -> None:
    roll = data.draw(rolls(dice))
    text = data.draw(mangled(roll))
    assert read_roll(text, dice) == roll
    if text != str(roll):
        # Files are strict: only the order of the numbers is free.
        with pytest.raises(nd.NotationError):
            nd.Roll.from_text(text, dice)


@given(st.data(), st.integers(1, 5), st.sampled_from([" ", ",", ", ", "; ", "\n", " | "]))
def test_list_of_rolls_is_parsed(data: st.DataObject, count: int, between: str) -> None:
    many = [data.draw(rolls("publisher")) for _ in range(count)]
    inner = "" if between == "," else data.draw(st.sampled_from(["", " "]))
    assert read_rolls(between.join(inner.join(str(roll)) for roll in many)) == tuple(many)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("156O 11562L", "roll 1 of 2: roll: expected four"),
        ("1562O 15", "roll 2 of 2: "),
        ("1562O,1562Q", "roll 2 of 2: "),
        ("1562O; 1 5 6 2", "roll 2 of 2: "),
        ("1562O1562L", "got 10 dice"),
    ],
)
def test_invalid_rolls_raise_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_rolls(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["", " ", ",", "\n"])
def test_empty_list_of_rolls_raises(text: str) -> None:
    with pytest.raises(nd.NotationError, match="got no dice"):
        read_rolls(text)
