"""Logs as the online adaptation saves them, made from records: the inverse of the importer, which
shares no code with it.

A log is made by writing down what each player writes, as the adaptation's database would have it,
and sending it in the notifications that the adaptation sends.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numberdrop as nd
from mutations import Json
from numberdrop.bots.builtin import own_bot
from numberdrop.bots.table_game import play_table
from numberdrop.plan.hints.selfplay import play_game

FIRST_ID = 90_000_000
SOLO_SHAPES = dict(zip("SOTIL", range(5), strict=True))
BLOCKS = dict(zip(("V3", "I3", "U5", "X5", "T5"), range(5), strict=True))
NAMES = ("Amélie", "bob_42", "Çelik", "d'Or", "Eve", "zoe.z")
INITIALS = ("AME", "BOB", "CEL", "DOR", "EVE", "ZOE")
TEXTS = {
    "en": ("${player_name} scores ${size} cells", "Turn ${turn}"),
    "fr": ("${player_name} entoure ${size} cases", "Tour n° ${turn}"),
}
#: Events of the platform itself, which say nothing of the game.
PLATFORM = ("updateReflexionTime", "yourTurnAck", "simpleNote", "wakeupPlayers", "history_history")


@dataclass(frozen=True)
class Form:
    """The form of a log.

    `own` is the seat, from 1, whose log it is, 0 for a log without private notifications. `numbers`
    is "text", "number" or "both". `restarts` is the chance that a turn was restarted, `repeated`
    the chance that an event comes twice. `noise` is the number of platform events for each turn.
    With `cut` the end of the last turn is missing.
    """

    own: int = 1
    archived: bool = True
    numbers: str = "text"
    shuffled: bool = False
    repeated: float = 0.0
    restarts: float = 0.0
    language: str = "en"
    state: str = "newPrivateStateNumberDrop"
    named: bool = True
    finals: bool = True
    noise: int = 2
    cut: bool = False


def random_form(rng: random.Random, players: int) -> Form:
    """Return a random form of a log that isn't cut off."""
    return Form(
        own=rng.choice([rng.randint(1, players), rng.randint(1, players), 0]),
        archived=rng.random() < 0.5,
        numbers=rng.choice(["text", "number", "both"]),
        shuffled=rng.random() < 0.5,
        repeated=rng.choice([0.0, 0.2]),
        restarts=rng.choice([0.0, 0.3]),
        language=rng.choice([*TEXTS]),
        state=rng.choice(["newPrivateState", "newPrivateStateNumberDrop"]),
        named=rng.random() < 0.7,
        finals=rng.random() < 0.7,
        noise=rng.randrange(4),
    )


def random_record(rng: random.Random) -> Json:
    """Return the record of a random game by the adaptation's rules. Most are played at random, some
    by hints or bots, which circle letters."""
    players = rng.choice([1, 1, 1, 2, 3, 4, 5, 6])
    if rng.random() < 0.25:
        return copy.deepcopy(played_well(players, rng.randrange(4)))
    shapes = "IOTLS" if players == 1 else BLOCKS
    tiles, starts = rng.sample([*shapes], 5), [f"{rng.choice('abcdefg')}1" for _ in range(players)]
    game = nd.Game(tiles, starts, "bga")
    while not game.is_over():
        roll = nd.Roll.random(rng, game.variant.dice)
        letter = game.falling_letter(roll)
        if players == 1:
            game.push(game.positions[0].random_turn(roll, rng, game.variant))
        else:
            parts = [random_part(position, roll, letter, rng) for position in game.positions]
            game.push(nd.SharedTurn(roll, tuple(parts)))
    return dict(game.to_record())


def random_part(
    position: nd.Position, roll: nd.Roll, letter: str | None, rng: random.Random
) -> nd.Part:
    """Return a random part of a turn in which the block of `letter` falls."""
    if letter is None:
        turn = position.random_turn(roll, rng, "bga")
        return nd.Part(None, turn.place, turn.claim)
    shape, _, mark = position.tiles["ABCDE".index(letter)]
    if mark == "o":
        return nd.Part(())
    cells = rng.choice([*position.landings(shape)])
    return nd.Part((nd.Drop(letter, tuple(cells)),))


@cache
def played_well(players: int, number: int) -> Json:
    """Return the record of a game played by hints, or at a table by bots."""
    if players == 1:
        return dict(play_game(7, number, "bga").to_record())
    deal = nd.table_deal(7, number, "bga")
    bots = [own_bot("easy") for _ in range(players)]
    return dict(play_table(deal, nd.Variant("bga"), bots)[0].to_record())


@dataclass
class Writer:
    """A log being written: its packets, the ids given so far, and each player's sheet."""

    record: Json
    form: Form
    rng: random.Random
    packets: list[Json] = field(default_factory=list)
    last_id: int = 1
    uids: int = 0

    def __post_init__(self) -> None:
        self.players = int(self.record["players"])
        self.ids = [FIRST_ID + 11 * self.rng.randrange(1, 10**6) for _ in range(self.players)]
        while len({*self.ids}) < self.players:
            self.ids = [FIRST_ID + self.rng.randrange(1, 10**7) for _ in range(self.players)]
        self.sheets: list[set[str]] = [set() for _ in self.ids]
        self.boxes: list[set[tuple[str, int]]] = [set() for _ in self.ids]
        self.crossed: list[set[str]] = [set() for _ in self.ids]
        self.rows: list[set[int]] = [set() for _ in self.ids]
        self.notches = dict.fromkeys("ABCDE", 0)

    # Values

    def n(self, value: int) -> Any:
        """Return a number as the site may write it."""
        kind = self.form.numbers
        if kind == "both":
            kind = self.rng.choice(["text", "number"])
        return str(value) if kind == "text" else value

    def scribble(self, seat: int | None, turn: int, row: int, col: int, number: int) -> Json:
        self.last_id += 1
        values = {"id": self.last_id, "row": row, "col": col, "number": number, "turn": turn}
        values["pId"] = 0 if seat is None else self.ids[seat]
        return {key: self.n(value) for key, value in values.items()}

    def cell(self, seat: int, turn: int, name: str, number: int) -> Json:
        return self.scribble(seat, turn, int(name[1:]) - 1, "abcdefg".index(name[0]), number)

    def block_list(self) -> list[Json]:
        shapes = SOLO_SHAPES if self.players == 1 else BLOCKS
        return [
            {"id": self.n(shapes[shape]), "status": self.n(0), "col": self.n(0)}
            for shape in self.record["tiles"]
        ]

    # Events

    def send(self, kind: str, args: Any, seat: int | None = None, text: str = "") -> None:
        """Send an event to everyone, or to one seat."""
        if seat is not None and seat + 1 != self.form.own:
            return
        self.uids += 1
        event = {"uid": f"{self.uids:x}f3e95", "type": kind, "log": text, "args": args}
        channel = "/table/t123" if seat is None else f"/player/p{self.ids[seat]}"
        number = len(self.packets) + 1
        if self.packets and self.packets[-1]["channel"] == channel and self.rng.random() < 0.4:
            self.packets[-1]["data"].append(event)
            return
        self.packets.append(
            {
                "channel": channel,
                "table_id": "123",
                "packet_id": self.n(number),
                "packet_type": "history",
                "move_id": self.n(number // 3),
                "time": "1769726974",
                "data": [event],
            }
        )

    def noise(self) -> None:
        for _ in range(self.form.noise):
            kind = self.rng.choice(PLATFORM)
            args: Any = self.rng.choice([[], {"player_id": 0}, {"name": "x", "args": [1, None]}])
            self.send(kind, args)
        self.send("gameStateChange", {"id": 10, "name": "playerTurn", "args": []})

    # Turns

    def start(self) -> None:
        self.noise()
        starts = [self.record["start"]] if self.players == 1 else self.record["start"]
        scribbles = []
        for seat, cell in enumerate(starts):
            scribbles.append(self.cell(seat, 0, cell, seat + 1))
            self.sheets[seat].add(cell)
        self.send("updatePlayersData", {"scribbles": scribbles, "scores": self.scores(None)})

    def scores(self, totals: Sequence[int] | None) -> Json:
        return {
            str(player): {**dict.fromkeys(("10", "11", "12", "14"), 0), "total": self.n(total)}
            for player, total in zip(self.ids, totals or [0] * self.players, strict=True)
        }

    def turn(self, number: int, is_cut: bool) -> None:
        played = self.record["turns"][number - 1]
        dice: list[Any] = [*played["roll"]]
        if self.form.numbers != "text":
            dice = [int(die) if die.isdigit() else die for die in dice]
        text = TEXTS[self.form.language][1]
        self.send("throwDices", {"dices": dice, "turn": self.n(number)}, None, text)
        self.noise()
        self.solo(number, played) if self.players == 1 else self.several(number, played, is_cut)

    def end(self, number: int, scribbles: list[Json]) -> None:
        result = self.record["result"]["scores"][number - 1]
        totals = [result] if self.players == 1 else result
        self.rng.shuffle(scribbles)
        args = {"scribbles": scribbles, "scores": self.scores(totals)}
        self.send("updatePlayersData", args)

    def solo(self, number: int, played: Json) -> None:
        is_cut = self.form.cut and number == len(self.record["turns"])
        if self.rng.random() < self.form.restarts:
            self.undone(played, number)
            self.last_id += self.rng.randrange(5)  # what was undone had ids too
            args = {
                "turn": self.n(number),
                "notifIds": [],
                "scores": [],
                "blocks": self.block_list(),
            }
            self.send("clearTurn", args, 0)
        scribbles = self.slides_of(played, number, 2)
        if not is_cut:
            for letter in "ABCDE":
                if self.notches[letter] + played["slides"].count(letter) == 4:
                    self.crossed[0].add(letter)
            for letter in played["slides"]:
                self.notches[letter] += 1
            self.end(number, [*scribbles, *self.own_part(0, number, played)])

    def slides_of(self, played: Json, number: int, count: int) -> list[Json]:
        """Send the first slides of a turn and what falls in them; return what is written then."""
        scribbles: list[Json] = []
        reached = dict(self.notches)
        drops = {drop["tile"]: drop["cells"] for drop in played["drops"]}
        for letter in played["slides"][:count]:
            reached[letter] += 1
            index = "ABCDE".index(letter)
            self.send("slideDown", {"tile": self.n(index), "col": self.n(reached[letter])}, 0)
            if reached[letter] == 4 and letter in drops:
                self.send("blockTriggered", {"letter": letter, "block": self.n(index)})
                shape = SOLO_SHAPES[self.record["tiles"][index]]
                if self.rng.random() < 0.7:
                    self.drop_state(0, shape)
                scribbles += [self.cell(0, number, cell, -2) for cell in drops[letter]]
                cross = self.scribble(0, number, index, 13, -2)
                scribbles += [cross, self.scribble(None, number, index, 20, -2)]
                self.send("finishBlock", {"block": self.n(index), "scribbles": [cross]})
        return scribbles

    def undone(self, played: Json, number: int) -> None:
        """Send the beginning of a turn that is then restarted: its slides, or another one."""
        if self.rng.random() < 0.5:
            self.slides_of(played, number, self.rng.randrange(1, len(played["slides"]) + 1))
            return
        letter = self.rng.choice([one for one, notch in self.notches.items() if notch < 4])
        index, reached = "ABCDE".index(letter), self.notches[letter] + 1
        self.send("slideDown", {"tile": self.n(index), "col": self.n(reached)}, 0)
        if reached == 4:
            self.send("blockTriggered", {"letter": letter, "block": self.n(index)})
            self.drop_state(0, SOLO_SHAPES[self.record["tiles"][index]])

    def drop_state(self, seat: int, shape: int) -> None:
        state = {"name": "dropBlock", "type": "private"}
        args = {"state": state, "args": {"block": self.n(shape), "tetromino": [[0, 1]]}}
        self.send(self.form.state, args, seat)

    def several(self, number: int, played: Json, is_cut: bool) -> None:
        scribbles: list[Json] = []
        drops = [drop for part in played["parts"] for drop in part.get("drops", ())]
        if drops:
            index = "ABCDE".index(drops[0]["tile"])
            args = {"letter": drops[0]["tile"], "block": self.n(index)}
            self.send("blockTriggered", args)
        for seat, part in enumerate(played["parts"]):
            if self.rng.random() < self.form.restarts:
                self.last_id += self.rng.randrange(5)
                args = {"turn": self.n(number), "notifIds": ["a"], "scores": []}
                self.send("clearTurn", {**args, "blocks": self.block_list()}, seat)
            if "place" in part:
                scribbles += self.own_part(seat, number, part)
                continue
            for drop in part.get("drops", ()):
                index = "ABCDE".index(drop["tile"])
                if self.rng.random() < 0.5:
                    self.drop_state(seat, BLOCKS[self.record["tiles"][index]])
                scribbles += [self.cell(seat, number, cell, -2) for cell in drop["cells"]]
                self.sheets[seat] |= {*drop["cells"]}
            scribbles += self.complete(seat, number)
        if drops:
            index = "ABCDE".index(drops[0]["tile"])
            crosses = [self.scribble(seat, number, index, 13, -2) for seat in range(self.players)]
            self.send("finishBlock", {"block": self.n(index), "scribbles": crosses})
            scribbles += crosses
            for crossed in self.crossed:
                crossed.add(drops[0]["tile"])
        if not is_cut:
            self.end(number, scribbles)

    def own_part(self, seat: int, number: int, played: Json) -> list[Json]:
        """Return what a player writes after the falls: digits, a combo, boxes, letters, rows."""
        for drop in played.get("drops", ()):
            self.sheets[seat] |= {*drop["cells"]}
        place: Json = played["place"] or {}
        cells = [*place]
        self.rng.shuffle(cells)
        scribbles = [self.cell(seat, number, cell, place[cell]) for cell in cells]
        self.sheets[seat] |= {*place}
        if played["claim"]:
            scribbles += self.claim(seat, number, played["claim"])
        return scribbles + self.complete(seat, number)

    def claim(self, seat: int, number: int, cells: list[str]) -> list[Json]:
        kind, size = self.kind_of(seat, number, cells), len(cells)
        clicked = cells[::-1] if self.rng.random() < 0.5 else cells
        scribbles = [self.cell(seat, number, cell, -1) for cell in clicked]
        row, col = (0, 14) if size == 8 else (size - 3, 11 if kind == "identical" else 12)
        scribbles.append(self.scribble(seat, number, row, col, -1))
        self.boxes[seat].add((kind, size))
        both = {("identical", size), ("consecutive", size)}
        if size < 8 and both <= self.boxes[seat] and "ABCDE"[size - 3] not in self.crossed[seat]:
            scribbles.append(self.scribble(seat, number, size - 3, 13, -1))
        args = {
            "player_id": self.n(self.ids[seat]),
            "player_name": NAMES[seat] if self.form.named else None,
            "size": self.n(size),
            "scribbles": scribbles,
        }
        self.send("scoreCombination", args, seat, TEXTS[self.form.language][0])
        return scribbles

    def kind_of(self, seat: int, number: int, cells: list[str]) -> str:
        """Return the kind of a combo, from the digits written up to a turn."""
        starts = [self.record["start"]] if self.players == 1 else self.record["start"]
        digits = {starts[seat]: seat + 1}
        for turn in self.record["turns"][:number]:
            digits |= (turn if self.players == 1 else turn["parts"][seat]).get("place") or {}
        return "identical" if len({digits[cell] for cell in cells}) == 1 else "consecutive"

    def complete(self, seat: int, number: int) -> list[Json]:
        """Return the rows that are complete now, or past the line and no longer empty."""
        scribbles = []
        for row in range(14):
            here = sum(f"{column}{row + 1}" in self.sheets[seat] for column in "abcdefg")
            if row not in self.rows[seat] and (here == 7 if row < 11 else here):
                self.rows[seat].add(row)
                one = self.scribble(seat, number, row, 10, -1)
                scribbles.append(one)
                args = {"i": self.n(row + 1), "scribble": one, "player_id": self.ids[seat]}
                self.send("scoreLine", args, seat)
        return scribbles

    # The whole

    def game_end(self) -> None:
        final = self.record["result"]["final"]
        totals = [one["total"] for one in ([final] if self.players == 1 else final)]
        listed = [
            {"id": self.n(player), "player": self.n(player), "score": self.n(total), "rank": 1}
            for player, total in zip(self.ids, totals, strict=True)
        ]
        args = {"allPlayersScores": listed} if self.form.finals else []
        self.send("gameStateChange", {"id": 99, "name": "gameEnd", "args": args})

    def log(self) -> Json:
        self.start()
        turns = len(self.record["turns"])
        for number in range(1, turns + 1):
            self.turn(number, self.form.cut and number == turns)
        if self.record["result"]["end"] != "unfinished" and not self.form.cut:
            self.game_end()
        packets = self.packets
        for at, packet in enumerate(packets):
            for event in [*packet["data"]]:
                if self.rng.random() < self.form.repeated:
                    self.rng.choice(packets[at:])["data"].append(event)
        if self.form.shuffled:
            self.rng.shuffle(packets)
        if not self.form.archived:
            return {"status": self.n(1), "data": {"data": packets}}
        names = NAMES if self.form.named else ("?",) * 6
        players = [
            {"id": self.n(player), "color": "ff0000", "name": name, "avatar": "0"}
            for player, name in zip(self.ids, names, strict=False)
        ]
        return {"status": self.n(1), "data": {"logs": packets, "players": players}}


def log_of(record: Json, form: Form, seed: int = 1) -> Json:
    """Return the log of a game in this form."""
    made: Json = json.loads(json.dumps(Writer(record, form, random.Random(seed)).log()))
    return made
