"""What a log doesn't show of its game, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import Sentence, coded_message, join_and


def notes_on(record: Mapping[str, Any]) -> Iterator[Sentence]:
    """Yield a sentence for each thing that a record of `import_log` has taken or left out."""
    if letters := record.get("tiles_taken"):
        yield coded_message(
            "log.note.tiles",
            "the log doesn't show the tiles of {letters}: these are taken",
            letters=join_and(letters),
        )
    if record.get("slides_taken"):
        yield coded_message(
            "log.note.slides", "the log doesn't show the slides: slides that fit are taken"
        )
    if turn := record.get("turn_left_out"):
        yield coded_message(
            "log.note.turn", "the log breaks off in turn {turn}, which is left out", turn=turn
        )
