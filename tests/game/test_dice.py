"""Variants, rolls, the random number stream and deals, whose values never change."""

from __future__ import annotations

import pickle
import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberdrop.dice import (
    Deal,
    Roll,
    Stream,
    deal,
    deal_table_tiles,
    named_table_deal,
    plain_deal,
    table_deal,
)
from numberdrop.errors import NotationError
from numberdrop.rules import (
    BACKS,
    BLOCK_SHAPES,
    CELLS,
    DICE_SETS,
    SHAPES,
    SOLO_SHAPES,
    Variant,
)


def rolls() -> st.SearchStrategy[Roll]:
    faces = st.tuples(*(st.sampled_from(die) for die in DICE_SETS["publisher"]))
    numbers = faces.flatmap(st.permutations).map("".join)
    return st.builds(Roll, numbers, st.sampled_from("IOTLS*"))


# Fixed words


def test_cells_are_numbered_row_by_row_from_a1() -> None:
    assert len(CELLS) == 98
    assert (CELLS[0], CELLS[6], CELLS[7], CELLS[97]) == ("a1", "g1", "a2", "g14")


def test_shapes_have_the_order_of_the_core() -> None:
    assert SHAPES == ("I", "O", "T", "L", "S", "V3", "I3", "U5", "X5", "T5")


def test_publisher_dice_have_every_digit_and_star_three_times() -> None:
    faces = "".join(DICE_SETS["publisher"])
    assert {face: faces.count(face) for face in "1234567*"} == dict.fromkeys("1234567*", 3)


def test_review_dice_differ_only_in_the_fourth_die() -> None:
    assert DICE_SETS["review"][:3] == DICE_SETS["publisher"][:3]
    assert DICE_SETS["review"][3] == "12357*"


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("rulebook", Variant()),
        ("bga", Variant("bga")),
        ("rulebook+slide", Variant(slide=True)),
        ("rulebook+review-dice", Variant(dice="review")),
        ("bga+slide+review-dice", Variant("bga", True, "review")),
    ],
)
def test_variant_text_round_trips(text: str, variant: Variant) -> None:
    assert Variant.from_text(text) == variant
    assert Variant.of(text) == variant
    assert Variant.of(variant) is variant
    assert str(variant) == text
    assert variant.bga == text.startswith("bga")


@pytest.mark.parametrize(
    "text",
    ["", "BGA", "bga+", "bga+review-dice+slide", "slide", "bga+slide+slide", "bga ", None, 5],
)
def test_other_text_is_not_a_variant(text: str) -> None:
    with pytest.raises(NotationError, match=r"^variant: expected"):
        Variant.of(text)


def test_variant_with_unknown_part_is_refused() -> None:
    with pytest.raises(NotationError, match="expected one of rulebook, bga, got 'house'"):
        Variant("house")
    with pytest.raises(NotationError, match="expected one of publisher, review, got 'wood'"):
        Variant(dice="wood")


# Rolls


@pytest.mark.parametrize("dice", DICE_SETS)
def test_roll_is_possible_if_and_only_if_dice_can_show_it(dice: str) -> None:
    possible = {"".join(sorted(faces)) for faces in product(*DICE_SETS[dice])}
    for values in product("1234567*", repeat=4):
        text = "".join(values) + "O"
        if "".join(sorted(values)) in possible:
            assert str(Roll.from_text(text, dice)) == text
        else:
            with pytest.raises(NotationError, match=f"expected one that the {dice} dice can show"):
                Roll.from_text(text, dice)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("****O", "got '[*]{4}O': only 3 of the number dice show [*], not 4$"),
        ("1111I", "only 3 of the number dice show 1, not 4$"),
        ("9156O", "expected four number dice showing 1..7 or [*], got '9156O'$"),
        ("0156O", "expected four number dice showing 1..7 or [*], got '0156O'$"),
        ("156*X", "expected a shape die showing one of IOTLS[*], got '156[*]X'$"),
        ("156*", "expected five characters, got '156[*]'$"),
        ("156*O ", "expected five characters, got '156[*]O '$"),
        ("\uff1156*O", "expected four number dice"),
    ],
)
def test_impossible_roll_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=f"^roll: .*{reason}"):
        Roll.from_text(text)


def test_unknown_dice_set_is_refused() -> None:
    with pytest.raises(NotationError, match="dice: expected one of publisher, review, got 'x'"):
        Roll.from_text("1234O", "x")


def test_review_dice_can_show_four_stars() -> None:
    assert Roll.from_text("****O", "review").numbers == "****"


def test_roll_of_other_dice_is_refused_like_its_text() -> None:
    roll = Roll("**5*", "O")
    assert Roll.of(roll) is roll
    assert Roll.of("**5*O") == roll
    roll.check("publisher")
    stars = Roll("****", "O")
    stars.check("review")
    with pytest.raises(NotationError) as read:
        Roll.from_text("****O")
    for refuse in (lambda: stars.check("publisher"), lambda: Roll.of(stars)):
        with pytest.raises(NotationError) as checked:
            refuse()
        assert str(checked.value) == str(read.value)
    with pytest.raises(NotationError, match="expected a Roll or its text, got 5"):
        Roll.of(5)  # type: ignore[arg-type]


def test_equivalent_rolls_are_equal_in_order() -> None:
    assert Roll("51*1", "O").in_order() == Roll("*115", "O").in_order() == Roll("*115", "O")
    assert Roll("51*1", "O").in_order() != Roll("51*1", "I").in_order()


@given(rolls())
def test_roll_round_trips_and_keeps_its_order(roll: Roll) -> None:
    assert Roll.from_text(str(roll)) == roll
    assert pickle.loads(pickle.dumps(roll)) == roll


@given(st.text() | st.text("01234567*IOTLSX", min_size=4, max_size=6))
def test_random_text_is_a_roll_or_notation_error(text: str) -> None:
    try:
        roll = Roll.from_text(text)
    except NotationError:
        return
    assert str(roll) == text


@pytest.mark.parametrize(
    ("text", "has_star"), [("156*O", True), ("1567*", True), ("156**", True), ("1567O", False)]
)
def test_star_on_any_die_is_found(text: str, has_star: bool) -> None:
    assert Roll.from_text(text).has_star is has_star


def test_star_on_shape_die_allows_all_five_shapes() -> None:
    assert Roll.from_text("1567*").shapes == ("I", "O", "T", "L", "S")
    assert Roll.from_text("156*S").shapes == ("S",)


def allows(numbers: str, digits: tuple[int, ...]) -> bool:
    left = list(numbers)
    for digit in digits:
        if str(digit) in left:
            left.remove(str(digit))
        elif "*" in left:
            left.remove("*")
        else:
            return False
    return True


@pytest.mark.parametrize(
    ("numbers", "count"),
    [("1567", 24), ("1166", 6), ("1116", 4), ("156*", 204), ("11*6", 106), ("12**", 974),
     ("11**", 523), ("***1", 3439)],
)  # fmt: skip
def test_arrangements_are_all_digit_tuples_the_roll_gives(numbers: str, count: int) -> None:
    arrangements = Roll(numbers, "O").arrangements()
    assert len(arrangements) == count
    assert list(arrangements) == [
        digits for digits in product(range(10), repeat=4) if allows(numbers, digits)
    ]


def test_arrangements_do_not_depend_on_the_order_of_the_dice() -> None:
    assert Roll("5*61", "O").arrangements() == Roll("156*", "S").arrangements()


# Random numbers


@pytest.mark.parametrize(
    ("state", "numbers"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_stream_is_splitmix64(state: int, numbers: list[int]) -> None:
    stream = Stream(state)
    assert [stream.next64() for _ in numbers] == numbers


def test_stream_of_a_key_never_changes() -> None:
    stream = Stream.from_key("golden")
    assert repr(stream) == "Stream(0xF2426072D75D10D3)"
    assert [stream.next64() for _ in range(4)] == [
        0xE4EDBBB7A95FDA09,
        0xC7FEC1A94EEC69AF,
        0x3C9CCA4ECF014DDE,
        0xC7E824F9AF841D7A,
    ]


def test_below_never_changes() -> None:
    stream = Stream.from_key("golden")
    dice = [stream.below(6) for _ in range(20)]
    assert dice == [3, 5, 4, 4, 5, 4, 5, 5, 1, 2, 4, 4, 1, 1, 0, 0, 1, 1, 5, 3]


def test_below_redraws_numbers_that_would_bias_the_remainder() -> None:
    n = 2**63 + 1
    plain, stream = Stream.from_key("golden"), Stream.from_key("golden")
    drawn = [plain.next64() for _ in range(40)]
    kept = [x % n for x in drawn if x >= 2**64 % n]
    assert len(kept) < 30
    assert [stream.below(n) for _ in kept] == kept


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_out_of_range_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=r"below: expected 1 to 2\*\*64"):
        Stream(0).below(n)


def test_shuffle_never_changes() -> None:
    letters = list("abcdefghij")
    Stream.from_key("golden").shuffle(letters)
    assert "".join(letters) == "adiehfjgcb"


# Deals

GOLDEN_DEALS = {
    "plain#0.0": (
        "ILSTO",
        "4427T 4567* **27O 1643O *633T 7661O 1123T 1*32I *131* 5*43S "
        "1477T 7126* 4242T 5*62L 5165T 7432L 1442* 5625O *143S 7671S",
    ),
    "plain#7.123": (
        "OSTLI",
        "1662S *241* 3*43I **61S 1436O 5143T *662L 15*6L 15*1L 1242S "
        "**62I 54*1* 7**3I *442L 7462L 5*23S 7426I 1165* 3537* 5665O",
    ),
    "solo#2026-11-20.0": (
        "TSOIL",
        "5127I 5463T 3663* 7163O 1437L 3125L 7243* 5445T 4445L 7465S "
        "*271L *526O 4662T 3**6L 5467I *465* ***5* 1632* 3637* 5225*",
    ),
}


@pytest.mark.parametrize("recipe", GOLDEN_DEALS)
def test_deal_of_a_recipe_never_changes(recipe: str) -> None:
    tiles, rolls = GOLDEN_DEALS[recipe]
    found = deal(recipe)
    assert "".join(found.tiles) == tiles
    assert " ".join(map(str, found.rolls)) == rolls
    assert str(found) == recipe


def test_plain_deal_is_the_deal_of_its_recipe() -> None:
    assert plain_deal(7, 123) == deal("plain#7.123")


def test_review_dice_deal_the_same_faces_of_other_dice() -> None:
    found = deal("plain#0.0", "review")
    assert found.dice == "review"
    assert " ".join(map(str, found.rolls[:4])) == "442*T 456** **2*O 1643O"
    assert deal(str(found), found.dice) == found


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.sampled_from(sorted(DICE_SETS)))
def test_deal_has_twenty_possible_rolls_and_five_tiles(seed: int, n: int, dice: str) -> None:
    found = plain_deal(seed, n, dice)
    assert sorted(found.tiles) == sorted(SOLO_SHAPES)
    assert len(found.rolls) == 20
    assert [Roll.from_text(str(roll), dice) for roll in found.rolls] == list(found.rolls)


@pytest.mark.parametrize(("seed", "n"), [(-1, 0), (0, -1), (2**64, 0), (0, 2**64)])
def test_plain_deal_with_number_out_of_range_is_refused(seed: int, n: int) -> None:
    with pytest.raises(NotationError, match="expected 0 to 2"):
        plain_deal(seed, n)


@pytest.mark.parametrize("recipe", ["", "two words", "line\n", "é", "\ud800", None])
def test_invalid_recipe_is_refused(recipe: str) -> None:
    with pytest.raises(NotationError, match=r"^recipe: expected"):
        deal(recipe)


def test_deal_is_immutable() -> None:
    found = plain_deal(1, 2)
    assert isinstance(found, Deal)
    assert hash(found) == hash(plain_deal(1, 2))
    with pytest.raises(AttributeError):
        found.recipe = "other"  # type: ignore[misc]


def test_table_tiles_never_change() -> None:
    assert deal_table_tiles(Stream.from_key("table"), False) == ("T5", "I", "X5", "I3", "U5")
    assert deal_table_tiles(Stream.from_key("table"), True) == ("T5", "V3", "X5", "I3", "U5")


def test_backs_are_those_of_the_pictures() -> None:
    """Rules, Decisions, The backs of the tiles: a picture shows I, L, U5, T and X5 at one time."""
    backs = BACKS["table2"]
    assert sorted(backs.values()) == sorted(BLOCK_SHAPES)
    assert {backs["O"], backs["S"]} == {"U5", "X5"}


@pytest.mark.parametrize("recipe", BACKS)
def test_table_tiles_show_one_side_of_each_tile(recipe: str) -> None:
    backs = BACKS[recipe]
    front = {block: shape for shape, block in backs.items()}
    seen: set[str] = set()
    for n in range(200):
        tiles = deal_table_tiles(Stream.from_key(f"table{n}"), False, backs)
        assert sorted(front.get(tile, tile) for tile in tiles) == sorted(SOLO_SHAPES)
        seen.update(tiles)
    assert seen == set(SHAPES)


def test_block_only_tables_have_no_solo_shape() -> None:
    tiles = deal_table_tiles(Stream.from_key("table"), True)
    assert sorted(tiles) == sorted(BLOCK_SHAPES)


TABLE_DEALS = (Path(__file__).parents[1] / "data/table_deals.txt").read_text("ascii").splitlines()


@pytest.mark.parametrize("line", TABLE_DEALS)
def test_table_deals_never_change(line: str) -> None:
    """Each line has a deal: its name, variant, tiles and rolls. Those of `table` were written by
    version 0.4.0, which had no other recipe."""
    name, variant, tiles, rolls = line.split(" ")
    found = named_table_deal(name, variant)
    assert str(found) == name
    assert ",".join(found.tiles) == tiles
    assert ",".join(map(str, found.rolls)) == rolls
    recipe, seed, number = re.split("[#.]", name)
    assert found == table_deal(int(seed), int(number), variant, recipe)


def test_new_tables_have_the_later_recipe() -> None:
    assert str(table_deal(1, 0)) == "table2#1.0"
    assert any(line.startswith("table2#1.0 rulebook ") for line in TABLE_DEALS)


@pytest.mark.parametrize(
    "name", ["table#1", "table3#1.0", "table2#1.00", "plain#1.0", "table2#1.0 "]
)
def test_name_of_no_table_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match=r"^deal: expected table2#SEED\.N, got "):
        named_table_deal(name)


def test_unknown_recipe_of_tables_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^recipe: expected one of table2, table, got"):
        table_deal(1, 0, recipe="tables")


def test_table_rolls_are_the_same_in_variants_with_the_same_dice() -> None:
    assert table_deal(7, 3, "bga+slide").rolls == table_deal(7, 3).rolls
    other = table_deal(7, 3, "rulebook+review-dice")
    assert [Roll.from_text(str(roll), "review") for roll in other.rolls] == list(other.rolls)


@pytest.mark.parametrize(("seed", "n"), [(-1, 0), (0, -1), (2**64, 0), (0, 2**64)])
def test_table_deal_with_number_out_of_range_is_refused(seed: int, n: int) -> None:
    with pytest.raises(NotationError, match=r"^table deal, .*expected 0 to 2"):
        table_deal(seed, n)


@pytest.mark.parametrize("name", ["table#1.0", "table2#1.0"])
def test_name_of_a_table_is_not_a_solo_deal(name: str) -> None:
    with pytest.raises(NotationError, match=r"^recipe: expected"):
        deal(name)
