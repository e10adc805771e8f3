"""The oracle of Omba: a slow, literal implementation of docs/omba/rules.md that doesn't import
numberdrop. Positions are texts; a board is a dict from squares to lists of owners."""

from __future__ import annotations

import random
import re
from functools import lru_cache

FILES, RANKS = "abc", "123"
SQUARES = [file + rank for rank in RANKS for file in FILES]
ENTRIES = ["b1", "a2", "c2", "b3"]
CUBES = {2: 6, 3: 4, 4: 3}
DOCKER = {3: 3}
VARIANTS = ["S", "R", "E", "F"]

Board = dict[str, list[str]]


class Invalid(Exception):  # noqa: N818
    """An invalid text or record. `ply` is as in omba.IllegalMove, None for a position."""

    def __init__(self, reason: str, ply: int | None = None) -> None:
        super().__init__(reason)
        self.ply = ply


def parse(text: str) -> tuple[Board, str, list[int], list[bool]]:
    """Return the board, the side to move, the hands, and who is out."""
    stack = "(?:-|[ABCD]{1,12})"
    rank = f"{stack},{stack},{stack}"
    shape = re.fullmatch(f"({rank})/({rank})/({rank}) ([ABCD]) ([0-6]x?(?:,[0-6]x?){{1,3}})", text)
    if shape is None:
        raise Invalid("not well formed")
    board: Board = {}
    for number, line in zip("321", shape.groups()[:3], strict=True):
        for file, owners in zip(FILES, line.split(","), strict=True):
            board[file + number] = [] if owners == "-" else list(owners)
    hands = [int(hand[0]) for hand in shape[5].split(",")]
    out = [hand.endswith("x") for hand in shape[5].split(",")]
    names = "ABCD"[: len(hands)]
    everywhere = [owner for stack_ in board.values() for owner in stack_]
    if not set(everywhere) <= set(names) or shape[4] not in names:
        raise Invalid("a player who doesn't play")
    for name, hand in zip(names, hands, strict=True):
        if everywhere.count(name) + hand > CUBES[len(hands)]:
            raise Invalid("too many cubes")
    if out[names.index(shape[4])]:
        raise Invalid("the side to move is out")
    return board, shape[4], hands, out


def write(board: Board, side: str, hands: list[int], out: list[bool]) -> str:
    lines = [",".join("".join(board[file + number]) or "-" for file in FILES) for number in "321"]
    fields = [f"{hand}x" if is_out else str(hand) for hand, is_out in zip(hands, out, strict=True)]
    return f"{'/'.join(lines)} {side} {','.join(fields)}"


def neighbours(square: str) -> list[str]:
    """Return the squares that share an edge with `square`."""
    x, y = FILES.index(square[0]), RANKS.index(square[1])
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [FILES[i] + RANKS[j] for i, j in near if 0 <= i < 3 and 0 <= j < 3]


Level = tuple[tuple[str, int], ...]


@lru_cache(1000)
def paths(start: str, levels: Level, loops: bool) -> list[tuple[list[str], int]]:
    """Return every path from a square that costs at most six, with its cost. Paths visit no square
    twice; with `loops`, it only never steps straight back."""
    level = dict(levels)
    found = [([start], 0)]
    for path, cost in found:  # grows during the loop
        for square in neighbours(path[-1]):
            is_left = square in path[-2:-1] if loops else square in path
            total = cost + abs(level[path[-1]] - level[square]) + 1
            if not is_left and total <= 6:
                found.append(([*path, square], total))
    return found


def levels_of(board: Board) -> Level:
    return tuple((square, len(stack)) for square, stack in board.items())


def moves(text: str, die: int, variant: str = "S") -> dict[str, str]:
    """Return each move with the text of the position after it."""
    board, side, hands, out = parse(text)
    names = "ABCD"[: len(hands)]
    still_in = [name for name, is_out in zip(names, out, strict=True) if not is_out]
    if len(still_in) == 1:
        return {}
    after = still_in[(still_in.index(side) + 1) % len(still_in)]
    loops = variant == "R"
    found: dict[str, str] = {}

    def add_move(move: str, left: Board, hands_left: list[int], end: str) -> None:
        board_after = {square: [*stack] for square, stack in left.items()}
        board_after[end].append(side)
        found[move] = write(board_after, after, hands_left, out)

    for start in SQUARES:
        if board[start] and board[start][-1] == side:
            left = {square: [*stack] for square, stack in board.items()}
            left[start].pop()
            for path, cost in paths(start, levels_of(left), loops):
                if len(path) > 1 and cost == die:
                    add_move(start + path[-1], left, hands, path[-1])
    if hands[names.index(side)]:
        hands_left = [*hands]
        hands_left[names.index(side)] -= 1
        for entry in ENTRIES:
            if variant == "E" and board[entry]:
                continue
            entering = 1 if variant == "F" else len(board[entry]) + 1
            for path, cost in paths(entry, levels_of(board), loops):
                if entering + cost == die:
                    add_move("+" + path[-1], board, hands_left, path[-1])
    return found


def drop(text: str) -> str:
    """Return the position after the side to move goes out."""
    board, side, hands, out = parse(text)
    names = "ABCD"[: len(hands)]
    still_in = [name for name, is_out in zip(names, out, strict=True) if not is_out]
    after = still_in[(still_in.index(side) + 1) % len(still_in)]
    out = [is_out or name == side for name, is_out in zip(names, out, strict=True)]
    return write(board, after, hands, out)


def winner(text: str) -> str | None:
    *_, out = parse(text)
    left = [name for name, is_out in zip("ABCD", out, strict=False) if not is_out]
    return left[0] if len(left) == 1 else None


def start(players: int, deal: str = "omba") -> str:
    hands = [(DOCKER if deal == "docker" else CUBES)[players]] * players
    return write({square: [] for square in SQUARES}, "A", hands, [False] * players)


def replay(record: str) -> tuple[str | None, str]:
    """Return the winner and the final position. Raises Invalid, with the ply, if it is invalid."""
    head, *parts = record.split(" ")
    match = re.fullmatch("(omba|docker)/([234])/([SREF])", head)
    if match is None or (match[1] == "docker" and match[2] != "3"):
        raise Invalid("head", 0)
    text, variant = start(int(match[2]), match[1]), match[3]
    for number, part in enumerate(parts[:-1], 1):
        if not re.fullmatch(r"[1-6](#|\+[abc][123]|[abc][123][abc][123])", part):
            raise Invalid("not well formed", number)
        if winner(text):
            raise Invalid("the game is over", number)
        legal = moves(text, int(part[0]), variant)
        if part[1:] == "#":
            if legal:
                raise Invalid("not out", number)
            text = drop(text)
        elif part[1:] in legal:
            text = legal[part[1:]]
        else:
            raise Invalid("no such move", number)
    if not parts or parts[-1] != f"={winner(text) or '?'}":
        raise Invalid("wrong result", max(len(parts), 1))
    return winner(text), text


def random_game(
    rng: random.Random, players: int, variant: str, deal: str = "omba"
) -> tuple[str, list[str]]:
    """Return the record and the positions of a game of random moves."""
    text = start(players, deal)
    positions, parts = [text], [f"{deal}/{players}/{variant}"]
    while not winner(text):
        die = rng.randint(1, 6)
        legal = moves(text, die, variant)
        move = rng.choice(sorted(legal)) if legal else "#"
        text = legal[move] if legal else drop(text)
        positions.append(text)
        parts.append(f"{die}{move}")
    return " ".join([*parts, f"={winner(text)}"]), positions


def random_position(rng: random.Random, deal: str = "") -> str:
    """Return a position that play may never reach: any cubes on any squares, with high stacks.
    `deal` limits it to a deal for three; the default is any number of players with Omba's."""
    players = 3 if deal else rng.choice([2, 2, 3, 4])
    most = DOCKER[3] if deal == "docker" else CUBES[players]
    names = "ABCD"[:players]
    board: Board = {square: [] for square in SQUARES}
    narrow = rng.sample(SQUARES, rng.choice([2, 4, 9]))
    hands, cubes = [], []
    for name in names:
        total = rng.choice([most, rng.randint(0, most)])
        on_board = rng.randint(0, total)
        hands.append(total - on_board)
        cubes += [name] * on_board
    rng.shuffle(cubes)
    for owner in cubes:
        board[rng.choice(narrow)].append(owner)
    out = [rng.random() < 0.2 for _ in names]
    out[rng.randrange(players)] = False
    sides = [name for name, is_out in zip(names, out, strict=True) if not is_out]
    return write(board, rng.choice(sides), hands, out)


def solve(cubes: int, variant: str, rounds: int) -> dict[str, float]:
    """Return the chance of the player to move in every position of a game with `cubes` cubes each.
    The method is value iteration in its simplest form, from one half, for `rounds` rounds."""
    first = start(2).replace("6,6", f"{cubes},{cubes}")
    successors: dict[str, list[list[str]]] = {}
    waiting = [first]
    while waiting:
        text = waiting.pop()
        if text not in successors:
            successors[text] = [[*moves(text, die, variant).values()] for die in range(1, 7)]
            waiting += [after for rolled in successors[text] for after in rolled]
    chance = dict.fromkeys(successors, 0.5)
    for _ in range(rounds):
        for text, rolls in successors.items():
            # Updates are in place, so that new values count at once.
            best = [max((1 - chance[after] for after in rolled), default=0.0) for rolled in rolls]
            chance[text] = sum(best) / 6
    return chance
