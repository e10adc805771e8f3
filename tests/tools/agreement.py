"""Compare the engine with the oracle, on random positions and games.

    python tests/tools agreement --positions 1000000 --seed 7 [--forever] [--tables]

The positions come from random games of the oracle, in all eight variants, for one to six players,
tidy and untidy, and from sheets built to be awkward. Progress is written to stderr, a final summary
to stdout. The first disagreement ends the run; its position and roll are printed in a form that can
be pasted back.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NoReturn

import numberdrop as nd
import oracle
from built import SHAPES, build_sheet
from changed import changed_round, changed_turn, disturbed
from numberdrop.rules import BACKS, TABLE_RECIPE
from numberdrop.transitions import play_slides
from soaking import Disagreement, run_soak, soak_parser

VARIANTS = [
    "".join(parts) for parts in product(("rulebook", "bga"), ("", "+slide"), ("", "+review-dice"))
]

# Slow comparisons are only made now and then: a shape's landings with `slide`, the outcomes of
# slides when two shapes may fall, and the number of turns, in the core and stage by stage.
SLIDE_EVERY = 4
TWO_FALL_EVERY = 16
COUNT_EVERY = 10
MOST_PLACEMENTS = 3000


@dataclass
class Tally:
    """The numbers of comparisons made so far."""

    positions: int = 0
    games: int = 0
    built: int = 0
    turns: int = 0
    changed: int = 0
    refused: int = 0
    counted: int = 0

    def __str__(self) -> str:
        return (
            f"{self.positions:,} positions, {self.built:,} of them built; {self.games:,} games; "
            f"{self.turns:,} turns; {self.changed:,} changed turns, {self.refused:,} of them "
            f"refused by both; {self.counted:,} positions counted"
        )


def differ(question: str, position: object, roll: str, ours: object, theirs: object) -> NoReturn:
    """Raise Disagreement. For two sets, the message shows the elements that only one of them
    has."""
    if isinstance(ours, set | frozenset) and isinstance(theirs, set | frozenset):
        ours, theirs = (
            f"{len(mine)} in all, alone {sorted(map(readable, mine - other))}"
            for mine, other in ((ours, theirs), (theirs, ours))
        )
    raise Disagreement(
        f"{question}\nposition: {position}\nroll: {roll or '-'}\nengine: {ours}\noracle: {theirs}"
    )


def readable(value: object) -> str:
    return " ".join(oracle.in_order(value)) if isinstance(value, frozenset) else str(value)


def agree(question: str, position: object, roll: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        differ(question, position, roll, ours, theirs)


def once(question: str, position: object, roll: str, items: Collection[Any]) -> set[Any]:
    """Return the items as a set. Raises Disagreement if an item occurs twice."""
    found = set(items)
    agree(f"{question}: each comes once", position, roll, len(items), len(found))
    return found


# One position


def check_position(sheet: oracle.Sheet, rng: random.Random) -> nd.Position:
    """Compare what needs no roll. Returns the engine's position."""
    text = sheet.to_text()
    position = nd.Position.from_text(text)
    agree("canonical text", text, "", str(position), text)
    agree("the oracle's own round trip", text, "", oracle.parse(text).to_text(), text)
    for shape, slide in product(SHAPES, (False, True)):
        if slide and rng.randrange(SLIDE_EVERY):
            continue
        ours = set(position.landings(shape, "rulebook+slide" if slide else "rulebook"))
        if ours != (theirs := oracle.landings(sheet, shape, slide)):
            differ(f"landings of {shape}, slide {slide}", text, "", ours, theirs)
    for variant in ("rulebook", "bga"):
        score = position.score(variant).to_json()
        agree(f"score, {variant}", text, "", score, oracle.score(sheet, variant == "bga"))
    agree("is_over", text, "", position.is_over(), oracle.is_over(sheet))
    agree("is_past_line", text, "", position.is_past_line(), oracle.is_past_the_line(sheet))
    check_claims(position, sheet, rng)
    return position


def check_claims(position: nd.Position, sheet: oracle.Sheet, rng: random.Random) -> None:
    """Compare all claims, and whether some random sets of cells are claims."""
    listed = position.claims()
    ours = once("claims", position, "", [frozenset(claim.cells) for claim in listed])
    theirs = oracle.claims(sheet)
    if ours != theirs:
        differ("claims", position, "", ours, theirs)
    kinds = [(claim.kind != "identical", claim.size) for claim in listed]
    agree("claims: in order", position, "", kinds, sorted(kinds))
    for claim in rng.sample(listed, min(4, len(listed))):
        check_claim(position, sheet, list(claim.cells), rng)
        check_claim(position, sheet, disturbed(claim.cells, rng), rng)
    if sheet.cells:
        for _ in range(4):
            check_claim(position, sheet, random_cells(sheet, rng), rng)


def check_claim(
    position: nd.Position, sheet: oracle.Sheet, cells: list[str], rng: random.Random
) -> None:
    rng.shuffle(cells)
    kind = oracle.claim_kind(sheet, cells)
    judged = position.judge_claim(cells)
    ours = (judged.kind, judged.size) if isinstance(judged, nd.Claim) else None
    agree(f"judge_claim {' '.join(cells)}", position, "", ours, kind)
    reason = position.why_not_claim(cells)
    agree(f"why_not_claim {' '.join(cells)}", position, "", reason is None, kind is not None)
    if isinstance(judged, nd.Claim):
        in_order = oracle.claim_in_order(sheet, cells)
        agree("canonical order of a claim", position, "", list(judged.cells), in_order)


def random_cells(sheet: oracle.Sheet, rng: random.Random) -> list[str]:
    """Return one to nine connected cells; now and then only equal digits, or rising ones."""
    cells = [rng.choice(list(sheet.cells))]
    step = rng.choice([None, 0, 1])
    for _ in range(rng.randrange(9)):
        symbol = sheet.cells.get(cells[-1], ".")
        wanted = str(int(symbol) + step) if step is not None and symbol.isdigit() else None
        around = [
            near
            for cell in (cells[-1:] if step else cells)
            for near in oracle.neighbours(cell)
            if near not in cells and (step is None or sheet.cells.get(near) == wanted)
        ]
        if not around:
            break
        cells.append(rng.choice(around))
    return cells


# One position and a roll


def check_slides(
    position: nd.Position, sheet: oracle.Sheet, roll: str, variant: str, rng: random.Random
) -> None:
    """Compare the notches and the fallen shapes after the slides of a turn."""
    rolled = as_roll(roll, variant)
    choices = oracle.slide_choices(sheet, roll)
    slid = once(
        "slides",
        position,
        roll,
        [tuple(sorted(letters)) for letters in position.slides(rolled)],
    )
    agree("slides", position, roll, slid, {tuple(sorted(letters)) for letters in choices})
    ready = [tile for tile in sheet.tiles or [] if tile.notch == 3 and not tile.circled]
    if "*" in roll and len(ready) > 1 and rng.randrange(TWO_FALL_EVERY):
        return
    slide = nd.Variant.of(variant).slide
    theirs = {
        (letters, str(drops)): after.to_text()
        for letters in choices
        for drops, after in oracle.let_fall(sheet, letters, slide)
    }
    ours = {}
    for fall in position.falls(rolled, variant):
        way = fall.slides, str([drop.to_json() for drop in fall.drops])
        agree(f"fall {way}", position, roll, str(fall.position), theirs.get(way, "none such"))
        agree(f"fall {way}: its text", position, roll, str(fall.position) in ours, False)
        ours[str(fall.position)] = way
    if set(ours) != set(theirs.values()):
        differ("falls", position, roll, set(ours), set(theirs.values()))


def check_count(
    position: nd.Position, roll: str, variant: str, most: int = MOST_PLACEMENTS
) -> bool:
    """Compare the core's number of turns with a count by stages. Returns False if the count would
    take too long."""
    rolled = as_roll(roll, variant)
    arrangements = rolled.arrangements()
    falls = [] if position.is_over() else list(position.falls(rolled, variant))
    places = [fall.position.places(rolled, variant) for fall in falls]
    claims = [len(fall.position.claims()) for fall in falls]
    if sum(map(len, places)) * len(arrangements) > most or max(claims, default=0) > 60:
        return False
    count = 0
    for fall, here, old in zip(falls, places, claims, strict=True):
        count += len(here) * len(arrangements) * (1 + old) if here else 1 + old
        for cells in here:
            around = [oracle.ORDER[cell] for cell in cells]
            for digits in arrangements:
                placed = fall.position.place(cells, digits)
                count += len(placed.core.claims_around(around))
    agree(
        "count_turns, and its stages", position, roll, position.count_turns(rolled, variant), count
    )
    return True


def as_roll(roll: str, variant: str) -> nd.Roll:
    return nd.Roll.from_text(roll, nd.Variant.of(variant).dice)


def check_new_claims(
    fallen: nd.Position, sheet: oracle.Sheet, part: oracle.Json, roll: str
) -> None:
    """Check that old claims and those around new digits are together all claims, without
    duplicates."""
    if part["place"] is None:
        return
    placed = fallen.place(list(part["place"]), list(part["place"].values()))
    around = placed.core.claims_around([oracle.ORDER[cell] for cell in part["place"]])
    together = sorted([*fallen.core.claims(), *around])
    agree("old and new claims", placed, roll, together, placed.core.claims())


def check_places(position: nd.Position, sheet: oracle.Sheet, roll: str, variant: str) -> None:
    slide = nd.Variant.of(variant).slide
    places = position.places(as_roll(roll, variant), variant)
    ours = once("places", position, roll, places)
    agree("places", position, roll, ours, set(map(tuple, oracle.own_places(sheet, roll, slide))))


# Whole games, and built sheets


def walk_solo(rng: random.Random, variant: str, tally: Tally) -> None:
    """Compare on every position and turn of a random solo game, then on its record."""
    dice = oracle.read_variant(variant)[2]
    tiles, start = rng.sample(oracle.SOLO_SHAPES, 5), rng.choice(oracle.ROW[1])
    care = random_care(rng)
    sheet, turns = oracle.new_game(tiles, start), []
    agree("start", sheet.to_text(), "", str(nd.Position.start(tiles, start)), sheet.to_text())
    while not oracle.is_over(sheet):
        turn, sheet = step_solo(sheet, oracle.random_roll(rng, dice), rng, variant, care, tally)
        turns.append(turn)
    check_position(sheet, rng)
    tally.positions += 1
    check_record(1, variant, tiles, start, turns, tally)


def step_solo(
    sheet: oracle.Sheet, roll: str, rng: random.Random, variant: str, care: int, tally: Tally
) -> tuple[oracle.Json, oracle.Sheet]:
    """Compare on one position and roll. Returns a turn and the sheet after it."""
    _, slide, dice = oracle.read_variant(variant)
    position = check_position(sheet, rng)
    check_slides(position, sheet, roll, variant, rng)
    turn, after = oracle.random_turn(sheet, roll, rng, slide, care)
    ours = nd.Turn.from_json(turn, nd.Variant.of(variant).dice)
    agree(f"turn {ours}", position, roll, str(nd.play(position, ours, variant)), after.to_text())
    fallen = play_slides(position, ours, nd.Variant.of(variant))
    check_new_claims(fallen, sheet, turn, roll)
    twin = changed_turn(turn, rng)
    theirs = verdict_solo(sheet, twin, slide, dice)
    question = f"changed turn {twin}"
    agree(question, position, roll, engine_verdict(position, twin, variant), theirs)
    if rng.randrange(COUNT_EVERY) == 0:
        check_places(fallen, oracle.parse(str(fallen)), roll, variant)
        tally.counted += check_count(position, roll, variant)
    tally.positions += 1
    tally.turns += 1
    tally.changed += 1
    tally.refused += theirs == "refused"
    return turn, after


def verdict_solo(sheet: oracle.Sheet, turn: oracle.Json, slide: bool, dice: Sequence[str]) -> str:
    if not oracle.roll_possible(turn["roll"], dice):
        return "refused"
    try:
        return oracle.play_turn(sheet, turn, slide).to_text()
    except oracle.Illegal:
        return "refused"


def engine_verdict(position: nd.Position, turn: oracle.Json, variant: str) -> str:
    try:
        read = nd.Turn.from_json(turn, nd.Variant.of(variant).dice)
        return str(nd.play(position, read, variant))
    except (nd.IllegalTurn, nd.NotationError):
        return "refused"


def walk_table(
    rng: random.Random, players: int, variant: str, tally: Tally, is_dealt: bool = False
) -> None:
    """Compare on every sheet and turn of a random game of several players, then on its record.

    Its tiles are any that a record may name, or, if `is_dealt`, a side of each tile.
    """
    bga, slide, dice = oracle.read_variant(variant)
    tiles = rng.sample(oracle.shapes_for(players, bga), 5)
    if is_dealt:
        backs = BACKS[TABLE_RECIPE]
        tiles = [
            backs[tile] if bga or rng.randrange(2) else tile
            for tile in rng.sample(oracle.SOLO_SHAPES, 5)
        ]
    starts = [rng.choice(oracle.ROW[1]) for _ in range(players)]
    care = random_care(rng)
    table, game = oracle.new_table(tiles, starts), nd.Game(tiles, starts, variant)
    turns: list[oracle.Json] = []
    while True:
        check_table(table, game, rng, tally)
        over = oracle.table_over(table)
        agree("is_over of the game", table_text(table), "", game.is_over(), over)
        if over:
            break
        roll = oracle.random_roll(rng, dice)
        turn, after = oracle.random_round(table, roll, rng, slide, care)
        twin = changed_round(turn, rng)
        theirs = verdict_table(table, twin, slide, dice)
        question = f"changed turn {twin}"
        agree(question, table_text(table), roll, engine_table_verdict(game, twin), theirs)
        if rng.randrange(COUNT_EVERY) == 0:
            seat = rng.randrange(players)
            check_places(game.positions[seat], table.sheets[seat], roll, variant)
            tally.counted += check_count(game.positions[seat], roll, variant)
        played = nd.SharedTurn.from_json(turn, game.variant.dice)
        for seat, part in enumerate(turn["parts"]):
            if "place" in part:
                check_new_claims(game.positions[seat], table.sheets[seat], part, roll)
        game.push(played)
        question = f"turn {played} on {table_text(table)}"
        agree(question, "above", roll, " | ".join(map(str, game.positions)), table_text(after))
        turns.append(turn)
        table = after
        tally.turns += 1
        tally.changed += 1
        tally.refused += theirs == "refused"
    check_record(players, variant, tiles, starts, turns, tally)


def check_table(table: oracle.Table, game: nd.Game, rng: random.Random, tally: Tally) -> None:
    for sheet, position in zip(table.sheets, game.positions, strict=True):
        same = check_position(sheet, rng)
        agree("the position in the game", same, "", position, same)
        tally.positions += 1
    text = table_text(table)
    letter = oracle.falling_letter(table, "*")
    agree("the letter that a star lets fall", text, "*", game.active_letter(), letter)
    agree("first player", text, "", game.first_player, table.first)


def table_text(table: oracle.Table) -> str:
    return " | ".join(sheet.to_text() for sheet in table.sheets)


def verdict_table(table: oracle.Table, turn: oracle.Json, slide: bool, dice: Sequence[str]) -> str:
    if not oracle.roll_possible(turn["roll"], dice):
        return "refused"
    try:
        return table_text(oracle.play_round(table, turn, slide))
    except (oracle.Illegal, KeyError):
        return "refused"


def engine_table_verdict(game: nd.Game, turn: oracle.Json) -> str:
    before = game.positions
    try:
        game.push(nd.SharedTurn.from_json(turn, game.variant.dice))
    except (nd.IllegalTurn, nd.NotationError):
        verdict = "refused"
    else:
        verdict = " | ".join(map(str, game.positions))
        game.pop()
    agree("positions after a turn that was refused or taken back", "", "", game.positions, before)
    return verdict


def check_record(
    players: int,
    variant: str,
    tiles: list[str],
    start: str | list[str],
    turns: list[oracle.Json],
    tally: Tally,
) -> None:
    """Compare the result of a whole record, and check that the engine writes the same record."""
    record = {
        "format": "numberdrop.game",
        "version": 1,
        "variant": variant,
        "players": players,
        "tiles": tiles,
        "start": start,
        "turns": turns,
    }
    replayed: dict[str, Any] = dict(nd.replay(record))
    agree(f"result of {record}", "", "", replayed["result"], oracle.play_record(record))
    agree(f"turns of {record}", "", "", replayed["turns"], turns)
    tally.games += 1


def random_care(rng: random.Random) -> int:
    """Return a random degree of care, mostly low: untidy games are quick and leave the most
    caves."""
    return rng.choices([1, 4, 60], [8, 8, 1])[0]


def check_built(rng: random.Random, variant: str, tally: Tally) -> None:
    """Compare on a built sheet, with a turn if it is a solo game that isn't over."""
    sheet = build_sheet(rng)
    roll = oracle.random_roll(rng, oracle.read_variant(variant)[2])
    tally.built += 1
    if sheet.tiles and sheet.tiles[0].notch is not None and not oracle.is_over(sheet):
        step_solo(sheet, roll, rng, variant, 1, tally)
        return
    position = check_position(sheet, rng)
    check_places(position, sheet, roll, variant)
    tally.counted += check_count(position, roll, variant)
    tally.positions += 1


# A run


def run(seed: int, positions: int, tally: Tally | None = None) -> Iterator[Tally]:
    """Compare on at least `positions` positions, a tenth of them built, and yield now and then.

    Raises Disagreement. The same seed gives the same positions.
    """
    rng = random.Random(seed)
    tally = tally or Tally()
    end = tally.positions + positions
    while tally.positions < end:
        variant = rng.choice(VARIANTS)
        players = rng.choice([1] * 8 + [2, 2, 3, 4, 5, 6])
        before = tally.positions
        if players == 1:
            walk_solo(rng, variant, tally)
        else:
            walk_table(rng, players, variant, tally)
        for _ in range((tally.positions - before) // 9):
            check_built(rng, variant, tally)
        yield tally


def run_tables(seed: int, positions: int, tally: Tally) -> Iterator[Tally]:
    """Compare like run(), on games of several players with the tiles that tables are dealt."""
    rng = random.Random(f"tables/{seed}")
    end = tally.positions + positions
    while tally.positions < end:
        walk_table(rng, rng.randrange(2, 7), rng.choice(VARIANTS), tally, is_dealt=True)
        yield tally


def main() -> int:
    parser = soak_parser("Compare the engine with the oracle.", seed=1)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument(
        "--tables",
        action="store_true",
        help="only games of several players, with the tiles that tables are dealt",
    )
    args, tally = parser.parse_args(), Tally()
    compare = run_tables if args.tables else run
    return run_soak(args, tally, lambda seed: compare(seed, args.positions, tally))


if __name__ == "__main__":
    sys.exit(main())
