"""Changes of saved logs: what is missing, repeated, out of order, cut off, or has another value."""

from __future__ import annotations

import copy
import random
from typing import Any

from mutations import OTHERS, Json


def changed_log(log: Json, rng: random.Random) -> Json:
    """Return a log with one to three changes."""
    log = copy.deepcopy(log)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(_CHANGES)(log, rng)
    return log


def _packets(log: Json) -> list[Any]:
    """Return the packets, or an empty list if an earlier change has removed them."""
    data = log.get("data")
    found = data.get("logs", data.get("data")) if isinstance(data, dict) else None
    return found if isinstance(found, list) else []


def _some_list(log: Json, rng: random.Random) -> list[Any]:
    """Return the list of packets, or the events of a packet, or the scribbles of an event."""
    packets = _packets(log)
    lists = [packets]
    for packet in packets:
        if isinstance(packet, dict) and isinstance(packet.get("data"), list):
            lists.append(packet["data"])
    deeper = [
        event["args"]["scribbles"]
        for some in lists[1:]
        for event in some
        if isinstance(event, dict)
        and isinstance(event.get("args"), dict)
        and isinstance(event["args"].get("scribbles"), list)
    ]
    found: list[Any] = rng.choice([packets, rng.choice(lists), rng.choice(deeper or lists)])
    return found


def _remove(log: Json, rng: random.Random) -> None:
    some = _some_list(log, rng)
    if some:
        some.pop(rng.randrange(len(some)))


def _repeat(log: Json, rng: random.Random) -> None:
    some = _some_list(log, rng)
    if some:
        again = copy.deepcopy(rng.choice(some))
        if isinstance(again, dict) and rng.random() < 0.5:
            again |= {key: "other" for key in ("uid",) if key in again}
        some.insert(rng.randint(0, len(some)), again)


def _swap(log: Json, rng: random.Random) -> None:
    some = _some_list(log, rng)
    if len(some) > 1:
        i, j = rng.sample(range(len(some)), 2)
        some[i], some[j] = some[j], some[i]
        ids = [some[k].get("packet_id") if isinstance(some[k], dict) else None for k in (i, j)]
        if None not in ids:
            some[i]["packet_id"], some[j]["packet_id"] = ids


def _cut(log: Json, rng: random.Random) -> None:
    packets = _packets(log)
    at = rng.randint(0, len(packets))
    if rng.random() < 0.7:
        del packets[at:]
    else:
        del packets[:at]


def _leaf(log: Json, rng: random.Random) -> None:
    """Change, add or remove a single value somewhere."""
    some = _some_list(log, rng)
    place: Any = rng.choice(some) if some and rng.random() < 0.95 else log
    path: list[Any] = []
    while isinstance(place, dict | list) and place:
        key = rng.choice([*place] if isinstance(place, dict) else [*range(len(place))])
        path.append((place, key))
        if rng.random() < 0.25:
            break
        place = place[key]
    if not path:
        return
    place, key = path[-1]
    old, what = place[key], rng.random()
    if what < 0.15:
        del place[key]
    elif what < 0.55 and isinstance(old, int | str) and str(old).lstrip("-").isdigit():
        new = int(old) + rng.choice([-1, 1, 1, 2, 7])
        place[key] = type(old)(new)
    elif what < 0.7:
        near = ["slideDown", "updatePlayersData", "clearTurn", "throwDices", "blockTriggered"]
        place[key] = rng.choice(near)
    else:
        place[key] = copy.deepcopy(rng.choice(OTHERS))


_CHANGES = (_remove, _remove, _repeat, _swap, _cut, _leaf, _leaf, _leaf, _leaf)
