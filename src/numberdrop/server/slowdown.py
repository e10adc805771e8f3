"""Slowing down clients that guess secrets.

Each wrong guess from an address is answered a second after the one before, and only a few may wait.
A correct request is never held up, so that others behind the same address can still play.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict

from ..errors import coded_message
from .responses import RequestError

#: Seconds from one wrong guess to the next of the same address.
PAUSE = 1.0
#: The wrong guesses of an address that may wait at once.
MOST_WAITING = 4
#: The addresses that are remembered.
MOST_ADDRESSES = 4096


class Slowdown:
    """The times at which addresses get their next answer to a wrong guess."""

    def __init__(self) -> None:
        self._free: OrderedDict[str, float] = OrderedDict()

    async def wait(self, address: str) -> None:
        """Wait before a wrong guess of `address` is answered. Raises RequestError with status 429
        if too many of its guesses wait already."""
        now, address = time.monotonic(), _network_of(address)
        free = max(self._free.get(address, 0.0), now)
        if free - now > PAUSE * (MOST_WAITING - 1):
            fault = coded_message("guest.slow", "too many wrong codes: try again in some seconds")
            raise RequestError(429, fault)
        self._free[address] = free + PAUSE
        self._free.move_to_end(address)
        while len(self._free) > MOST_ADDRESSES:
            self._free.popitem(last=False)
        await asyncio.sleep(free + PAUSE - now)


def _network_of(address: str) -> str:
    """Return an address; of an IPv6 address only the first half, as a device has many others."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None)
    if found.version == 4 or mapped is not None:
        return str(mapped or found)
    return str(int(found) >> 64)
