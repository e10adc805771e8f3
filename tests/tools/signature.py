"""The planner signature: `python tests/tools signature` computes it, `--write` stores it.

The hints at every level, `max` and the blind player answer a fixed list of small questions, with
budgets in playouts and nodes. Their answers, one a line, are data/answers.txt; the digest of these
is SIGNATURE in numberdrop/version.py. Read the diff before you commit it, and describe the change
in the changelog.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator

import numberdrop as nd
from numberdrop import version
from numberdrop.dice import plain_deal
from numberdrop.plan.hints.hint import hint
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.maxima.maximum import maximum
from numberdrop.plan.question import Question
from numberdrop.puzzles import blind_player
from places import DATA, ROOT
from samples import CASES

ANSWERS = DATA / "answers.txt"
VERSION_FILE = ROOT / "src" / "numberdrop" / "version.py"

#: Number of turns listed for each hint.
TURNS = 3
#: Level, playouts, number of the position, variant, and whether the roll is the last.
HINTS = [
    ("fast", None, 0, "rulebook", False),
    ("fast", None, 9, "bga+slide", False),
    ("fast", None, 20, "rulebook", False),
    ("strong", 120, 3, "rulebook", False),
    ("strong", 240, 14, "bga", False),
    ("strong", None, 33, "rulebook", False),
    ("deep", 600, 8, "rulebook", False),
    ("deep", 300, 41, "rulebook+slide", False),
    ("strong", None, 50, "rulebook", True),
]
#: Number of the plain deal of seed 9, nodes.
DEALS = [(0, 4_000), (1, 300_000), (3, 20_000)]
#: Number of the position, rolls left, nodes: endings of games.
ENDINGS = [
    (12, 1, 20_000),
    (25, 2, 200_000),
    (40, 3, 300_000),
    (57, 4, 30_000),
    (25, 4, 3_000_000),
    (5, 7, 30_000),
]
#: Number of the plain deal of seed 9, games of the field.
FIELDS = [(0, 2), (2, 1)]


def hint_answers() -> Iterator[str]:
    for level, playouts, number, variant, is_last in HINTS:
        position, roll = CASES[number]
        found = hint(
            nd.Position.from_text(position),
            nd.Roll.from_text(roll),
            level=level,
            playouts=playouts,
            variant=variant,
            last=is_last,
            top=TURNS,
        )
        end = " last" if is_last else ""
        yield f"hint {level} {playouts or '-'} {variant}{end} {position} {roll}"
        for turn in found.turns[:TURNS]:
            se = "-" if turn.se is None else f"{turn.se:.4f}"
            tied = " tied" if turn.is_tied else ""
            yield f"  {turn.ev:.4f} {se} {turn.playouts}{tied} {turn.turn}"


def maximum_lines(found: nd.Maximum) -> Iterator[str]:
    yield (
        f"  {found.score} {found.bound} {found.status} by {found.found_by}, {found.method}, "
        f"{found.nodes} nodes, {found.jobs} jobs"
    )
    yield from (f"  {turn}" for turn in found.turns)


def searches() -> Iterator[tuple[Question, int]]:
    """Yield the questions for `max`, each with its nodes."""
    for number, nodes in DEALS:
        yield Question.of(plain_deal(9, number)), nodes
    for number, count, nodes in ENDINGS:
        position = nd.Position.from_text(CASES[number][0])
        yield Question.of(position, plain_deal(9, number).rolls[:count]), nodes


def maximum_answers() -> Iterator[str]:
    for question, nodes in searches():
        if question.deal:
            yield f"max {question.deal.recipe} {nodes}"
        else:
            rolls = " ".join(map(str, question.rolls))
            yield f"max {question.starts[0]} | {rolls} | {nodes}"
        yield from maximum_lines(maximum(question, nodes=nodes))


def blind_answers() -> Iterator[str]:
    for number, games in FIELDS:
        deal = plain_deal(9, number)
        expert = blind_player.expert_game(deal, nd.Variant())
        scores = [blind_player.field_score(deal, nd.Variant(), game) for game in range(games)]
        yield f"blind {deal.recipe} expert {expert.score} {expert.turns} {expert.forced}: {scores}"
    game = play_game(9, 4)
    yield f"selfplay {game.positions[0]}"


def answers() -> str:
    """Compute the current answers."""
    lines = [*hint_answers(), *maximum_answers(), *blind_answers()]
    return "".join(f"{line}\n" for line in lines)


def signature_of(text: str) -> str:
    """Return the signature of these answers."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def keep(text: str) -> None:
    """Write the answers and their signature to the repository."""
    ANSWERS.write_text(text, "utf-8")
    old = VERSION_FILE.read_text("utf-8")
    new = re.sub(r'^SIGNATURE = ".*"$', f'SIGNATURE = "{signature_of(text)}"', old, flags=re.M)
    VERSION_FILE.write_text(new, "utf-8")


if __name__ == "__main__":
    found = answers()
    if sys.argv[1:] == ["--write"]:
        keep(found)
    print(signature_of(found), "by these answers, kept until now:", version.SIGNATURE)
