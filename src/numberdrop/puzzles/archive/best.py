"""What a line of the archive says of a best score, and of the program that wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...documents import Fields, expect_same
from ...errors import NotationError, NumberdropError
from ...plan.outcome import Status
from ...record import replay
from ...version import identity
from ..targets import SCORES

#: Nodes that a search may be given.
MOST_NODES = 2**60

_KEYS = ("score", "bound", "proof", "found_by", "nodes", "program", "solution")
_SIGNATURE = re.compile("[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Best:
    """The best score known, with a bound on every score, both in points.

    `proof` says how the bound was proved, `found_by` which planner made the score, `nodes` with how
    many nodes `program` searched. `solution` is the record, in canonical form, of a game or a line
    that makes the score.
    """

    score: int
    bound: int
    proof: str
    found_by: str
    nodes: int
    program: str
    solution: dict[str, Any]

    @property
    def status(self) -> Status:
        """PROVED where the score meets its bound, else BEST FOUND."""
        return Status.of(self.score, self.bound)

    @property
    def is_proved(self) -> bool:
        """True where the score is known to be the best."""
        return self.status is Status.PROVED

    @classmethod
    def from_json(cls, value: object, form: str, where: str = "best") -> Best:
        """Reads what to_json() wrote, with a solution of the format `form`, which is replayed.
        What score it makes, and of which dice, is for archive.verify to judge.

        NotationError, naming the place, on anything else.
        """
        fields = Fields(value, where)
        fields.expect_only(*_KEYS)
        where = fields.place("solution")
        try:
            played = _replayed(fields["solution"], form)
        except NumberdropError as error:
            raise NotationError(f"{where}: {error}") from None
        expect_same(fields["solution"], played, where)
        return cls(
            fields.count("score", *SCORES),
            fields.count("bound", *SCORES),
            fields.text("proof"),
            fields.text("found_by"),
            fields.count("nodes", 1, MOST_NODES),
            fields.text("program"),
            played,
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Archive)."""
        return {key: getattr(self, key) for key in _KEYS}


def _replayed(value: object, form: str) -> dict[str, Any]:
    record = Fields(value)
    record.expect_format(form)
    if "players" in record:
        record.expect("players", 1)
    return replay(record.values)


@dataclass(frozen=True, slots=True)
class Maker:
    """The program that wrote a line: its name and version, and the signature of its planners, which
    those before 0.2.0 didn't have."""

    program: str
    signature: str | None

    @classmethod
    def this(cls) -> Maker:
        """This program."""
        return cls(**identity())

    @classmethod
    def from_json(cls, value: object, where: str = "made_by") -> Maker:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        has_signature = "signature" in fields
        fields.expect_only("program", *(["signature"] if has_signature else []))
        signature = fields.text("signature") if has_signature else None
        if signature is not None and not _SIGNATURE.fullmatch(signature):
            raise fields.fault("signature", "expected eight hexadecimal digits")
        return cls(fields.text("program"), signature)

    def to_json(self) -> dict[str, str]:
        """The object in documents."""
        found = {"program": self.program}
        return found if self.signature is None else found | {"signature": self.signature}
