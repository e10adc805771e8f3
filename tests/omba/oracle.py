"""The other judge of Omba: a slow, literal reading of docs/omba/rules.md that imports nothing of
numberdrop. Positions are their texts; a board is a dict from squares to lists of owners."""

from __future__ import annotations

import random
import re
from functools import lru_cache

FILES, RANKS = "abc", "123"
SQUARES = [file + rank for rank in RANKS for file in FILES]
ENTRIES = ["b1", "a2", "c2", "b3"]
CUBES = {2: 6, 3: 4, 4: 3}
VARIANTS = ["S", "R", "E", "F"]

Board = dict[str, list[str]]


class Wrong(Exception):  # noqa: N818
    """A text or a record that the rules refuse; `ply` as in records, None for a position."""

    def __init__(self, reason: str, ply: int | None = None) -> None:
        super().__init__(reason)
        self.ply = ply


def parse(text: str) -> tuple[Board, str, list[int], list[bool]]:
    """The board, the side to move, the hands, and who is out."""
    stack = "(?:-|[ABCD]{1,12})"
    rank = f"{stack},{stack},{stack}"
    shape = re.fullmatch(f"({rank})/({rank})/({rank}) ([ABCD]) ([0-6]x?(?:,[0-6]x?){{1,3}})", text)
    if shape is None:
        raise Wrong("not well formed")
    board: Board = {}
    for number, line in zip("321", shape.groups()[:3], strict=True):
        for file, owners in zip(FILES, line.split(","), strict=True):
            board[file + number] = [] if owners == "-" else list(owners)
    hands = [int(hand[0]) for hand in shape[5].split(",")]
    out = [hand.endswith("x") for hand in shape[5].split(",")]
    names = "ABCD"[: len(hands)]
    everywhere = [owner for stack_ in board.values() for owner in stack_]
    if not set(everywhere) <= set(names) or shape[4] not in names:
        raise Wrong("a player who doesn't play")
    for name, hand in zip(names, hands, strict=True):
        if everywhere.count(name) + hand > CUBES[len(hands)]:
            raise Wrong("too many cubes")
    if out[names.index(shape[4])]:
        raise Wrong("the side to move is out")
    return board, shape[4], hands, out


def write(board: Board, side: str, hands: list[int], out: list[bool]) -> str:
    lines = [",".join("".join(board[file + number]) or "-" for file in FILES) for number in "321"]
    fields = [f"{hand}x" if gone else str(hand) for hand, gone in zip(hands, out, strict=True)]
    return f"{'/'.join(lines)} {side} {','.join(fields)}"


def beside(square: str) -> list[str]:
    """The squares that share an edge with this one."""
    x, y = FILES.index(square[0]), RANKS.index(square[1])
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [FILES[i] + RANKS[j] for i, j in near if 0 <= i < 3 and 0 <= j < 3]


Level = tuple[tuple[str, int], ...]


@lru_cache(1000)
def ways(start: str, levels: Level, loops: bool) -> list[tuple[list[str], int]]:
    """Every way from a square that costs at most six, with its cost: no square twice, or, where
    loops are allowed, none that was left by the step just made."""
    level = dict(levels)
    found = [([start], 0)]
    for way, cost in found:  # which grows meanwhile
        for square in beside(way[-1]):
            is_left = square in way[-2:-1] if loops else square in way
            dearer = cost + abs(level[way[-1]] - level[square]) + 1
            if not is_left and dearer <= 6:
                found.append(([*way, square], dearer))
    return found


def levels_of(board: Board) -> Level:
    return tuple((square, len(stack)) for square, stack in board.items())


def moves(text: str, die: int, variant: str = "S") -> dict[str, str]:
    """The text of the position after each move, by the move."""
    board, side, hands, out = parse(text)
    names = "ABCD"[: len(hands)]
    still_in = [name for name, gone in zip(names, out, strict=True) if not gone]
    if len(still_in) == 1:
        return {}
    after = still_in[(still_in.index(side) + 1) % len(still_in)]
    loops = variant == "R"
    found: dict[str, str] = {}

    def note(move: str, left: Board, held: list[int], end: str) -> None:
        put = {square: [*stack] for square, stack in left.items()}
        put[end].append(side)
        found[move] = write(put, after, held, out)

    for start in SQUARES:
        if board[start] and board[start][-1] == side:
            left = {square: [*stack] for square, stack in board.items()}
            left[start].pop()
            for way, cost in ways(start, levels_of(left), loops):
                if len(way) > 1 and cost == die:
                    note(start + way[-1], left, hands, way[-1])
    if hands[names.index(side)]:
        held = [*hands]
        held[names.index(side)] -= 1
        for entry in ENTRIES:
            if variant == "E" and board[entry]:
                continue
            entering = 1 if variant == "F" else len(board[entry]) + 1
            for way, cost in ways(entry, levels_of(board), loops):
                if entering + cost == die:
                    note("+" + way[-1], board, held, way[-1])
    return found


def gone(text: str) -> str:
    """The position after the side to move is out."""
    board, side, hands, out = parse(text)
    names = "ABCD"[: len(hands)]
    still_in = [name for name, is_gone in zip(names, out, strict=True) if not is_gone]
    after = still_in[(still_in.index(side) + 1) % len(still_in)]
    out = [is_gone or name == side for name, is_gone in zip(names, out, strict=True)]
    return write(board, after, hands, out)


def winner(text: str) -> str | None:
    *_, out = parse(text)
    left = [name for name, is_gone in zip("ABCD", out, strict=False) if not is_gone]
    return left[0] if len(left) == 1 else None


def start(players: int) -> str:
    hands = [CUBES[players]] * players
    return write({square: [] for square in SQUARES}, "A", hands, [False] * players)


def replay(record: str) -> tuple[str | None, str]:
    """The winner and the final position; Wrong, with the ply, for a record that isn't true."""
    head, *parts = record.split(" ")
    match = re.fullmatch("omba/([234])/([SREF])", head)
    if match is None:
        raise Wrong("head", 0)
    text, variant = start(int(match[1])), match[2]
    for number, part in enumerate(parts[:-1], 1):
        if not re.fullmatch(r"[1-6](#|\+[abc][123]|[abc][123][abc][123])", part):
            raise Wrong("not well formed", number)
        if winner(text):
            raise Wrong("the game is over", number)
        can = moves(text, int(part[0]), variant)
        if part[1:] == "#":
            if can:
                raise Wrong("not out", number)
            text = gone(text)
        elif part[1:] in can:
            text = can[part[1:]]
        else:
            raise Wrong("no such move", number)
    if not parts or parts[-1] != f"={winner(text) or '?'}":
        raise Wrong("the result isn't true", max(len(parts), 1))
    return winner(text), text


def random_game(rng: random.Random, players: int, variant: str) -> tuple[str, list[str]]:
    """A game of random moves: its record, and its positions."""
    text = start(players)
    positions, parts = [text], [f"omba/{players}/{variant}"]
    while not winner(text):
        die = rng.randint(1, 6)
        can = moves(text, die, variant)
        move = rng.choice(sorted(can)) if can else "#"
        text = can[move] if can else gone(text)
        positions.append(text)
        parts.append(f"{die}{move}")
    return " ".join([*parts, f"={winner(text)}"]), positions


def random_position(rng: random.Random) -> str:
    """A position that play may never give: any cubes on any squares, tall stacks too."""
    players = rng.choice([2, 2, 3, 4])
    names = "ABCD"[:players]
    board: Board = {square: [] for square in SQUARES}
    narrow = rng.sample(SQUARES, rng.choice([2, 4, 9]))
    hands, cubes = [], []
    for name in names:
        total = rng.choice([CUBES[players], rng.randint(0, CUBES[players])])
        on_board = rng.randint(0, total)
        hands.append(total - on_board)
        cubes += [name] * on_board
    rng.shuffle(cubes)
    for owner in cubes:
        board[rng.choice(narrow)].append(owner)
    out = [rng.random() < 0.2 for _ in names]
    out[rng.randrange(players)] = False
    sides = [name for name, is_gone in zip(names, out, strict=True) if not is_gone]
    return write(board, rng.choice(sides), hands, out)


def solved(cubes: int, variant: str, rounds: int) -> dict[str, float]:
    """The chance of the player to move in every position that the start leads to, with so many
    cubes each, after so many rounds of the plainest iteration there is, from one half."""
    first = start(2).replace("6,6", f"{cubes},{cubes}")
    leads: dict[str, list[list[str]]] = {}
    waiting = [first]
    while waiting:
        text = waiting.pop()
        if text not in leads:
            leads[text] = [[*moves(text, die, variant).values()] for die in range(1, 7)]
            waiting += [after for rolled in leads[text] for after in rolled]
    chance = dict.fromkeys(leads, 0.5)
    for _ in range(rounds):
        for text, rolls in leads.items():
            # In place: what is new counts at once.
            best = [max((1 - chance[after] for after in rolled), default=0.0) for rolled in rolls]
            chance[text] = sum(best) / 6
    return chance
