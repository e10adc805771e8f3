"""Fuzz target for logs of the online adaptation."""

from __future__ import annotations

import random

from bga_logs import log_of, random_form, random_record
from changed_logs import changed_log

from .cases import Case
from .nearly import as_bytes, near_bytes


def log(rng: random.Random) -> Case:
    """Draw a log with changes, imported by the command or by the page."""
    record = random_record(rng)
    document = log_of(record, random_form(rng, record["players"]), rng.randrange(10**6))
    if rng.random() < 0.8:
        document = changed_log(document, rng)
    if rng.random() < 0.4:
        return Case(requests=[["POST", "/imports", {"log": document}]])
    data, judged = as_bytes(document), ["imported"]
    if rng.random() < 0.2:
        data = near_bytes(rng, data)
    return Case(["import", "f.json", "--json"], {"f.json": data}, judged=judged)
