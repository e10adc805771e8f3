"""Programs that sit at a table: they ask the API as a phone does, and play random turns."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numberdrop as nd
from serving import Answer, Client

#: Three letters for each of six people.
LETTERS = ("ANA", "BEN", "CLO", "DAN", "EVE", "FAY")


@dataclass(frozen=True)
class AtTable:
    """A client at a table, with the token of its role, or None to look on."""

    client: Client
    code: str
    token: str | None = None

    def ask(self, method: str, path: str = "", body: Any = None) -> Answer:
        """Return the response to a request below the table's path."""
        headers = [("Authorization", f"Bearer {self.token}")] if self.token else []
        return self.client.ask(method, f"tables/{self.code}{path}", body, headers)

    def done(self, method: str, path: str = "", body: Any = None) -> Any:
        """Return the document of a response. Raises AssertionError if the request is refused."""
        answer = self.ask(method, path, body)
        assert answer.status == 200, (method, path, body, answer)
        return answer.json()

    def view(self) -> Any:
        return self.done("GET")

    def join(self, name: str, **more: Any) -> AtTable:
        """Return a client that has taken a chair."""
        joined = self.done("POST", "/chairs", {"name": name, **more})
        return AtTable(self.client, self.code, joined["token"])

    def host(self, do: str, **more: Any) -> Any:
        return self.done("POST", "/host", {"do": do, **more})

    def seat(self) -> Any:
        return self.done("GET", "/seat")

    def step(self, game: Any, step: Any, key: str | None = None) -> Any:
        """Return the game of a seat after a step."""
        body = {"revision": game["revision"], "step": step, **({"key": key} if key else {})}
        return self.done("POST", "/seat/steps", body)

    def choose(self, rng: random.Random) -> Any:
        """Choose a random turn, without ending it, and return the game."""
        game = self.seat()
        return self.step(game, random_step(game, rng))

    def play(self, rng: random.Random) -> Any:
        """Play a random turn, and return the game."""
        return self.step(self.choose(rng), {"do": "end"})


def open_table(client: Client, people: int, bots: Sequence[str] = (), **more: Any) -> list[AtTable]:
    """Open a table for some people, and bots after them, and begin its game. Return the host and
    then the people, in seat order: the first person is the first player."""
    opened = client.post("tables", more)
    host = AtTable(client, opened["code"], opened["token"])
    nobody = AtTable(client, opened["code"])
    seats = [nobody.join(name, chair=at) for at, name in enumerate(LETTERS[:people], 1)]
    for at, bot in enumerate(bots, people + 1):
        host.host("bot", chair=at, bot=bot)
    host.host("begin", first=1)
    return [host, *seats]


def random_step(game: Any, rng: random.Random) -> dict[str, Any]:
    """Return a step that chooses a random turn of a seat."""
    moment = game["moment"]
    if moment["block"]:
        drops = moment["turn"]["drops"]
        if moment["drop"]:
            pose = rng.choice(moment["drop"]["poses"])
            drops = [{"tile": moment["block"], "cells": pose["cells"]}]
        return {"do": "set", "turn": {"drops": drops}}
    position = nd.Position.from_text(game["position"])
    text = str(position.random_turn(game["roll"], rng, game["variant"])).partition(" ")[2]
    return {"do": "type", "text": text}


def play_to_end(seats: Sequence[AtTable], rng: random.Random) -> Any:
    """Play a game to its end, and return its record."""
    while seats[0].view()["phase"] == "playing":
        for seat in rng.sample(seats, len(seats)):
            seat.play(rng)
    return seats[0].done("GET", "/record")


def events_of(body: bytes) -> list[Any]:
    """Return the documents of the events in a stream."""
    whole = body.rpartition(b"\n\n")[0].decode()
    lines = [line for line in whole.split("\n") if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]
