"""The entries of the archive: daily puzzles and drop problems (formats.md, Archive)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...dice import Roll, parse_rolls
from ...errors import IllegalTurn, NotationError
from ...json_reader import Fields, expect_label, expect_same
from ...lazy import warn_renamed
from ...plan.outcome import Status
from ...plan.question import Question
from ...position import Position
from ...rules import SCORES, Variant
from ...version import identity
from ..deal_puzzle import FORMAT, MOST_VERSIONS, DealPuzzle, texts
from ..simulated.results import SimulatedResults
from ..targets import PROBLEM_WORDS, WORDS, Blind, Difficulty, Player, Targets

#: The largest node budget accepted in a document.
MOST_NODES = 2**60
#: The most rolls that a drop problem has.
MOST_ROLLS = 3
#: The highest count accepted for one need of its solution.
_MOST_NEEDS = 100

_SIGNATURE = re.compile("[0-9a-f]{8}")
_DROP = re.compile(r"(drop|pocket)#(?:0|[1-9][0-9]{0,19})\.(?:0|[1-9][0-9]{0,19})")
_BEST_KEYS = ("score", "bound", "proof", "found_by", "nodes", "program", "solution")
_DAY_KEYS = (
    *("format", "version", "id", "kind", "variant", "generator", "recipe", "longest_game"),
    *("tiles", "rolls", "targets", "best", "people", "blind", "difficulty", "made_by"),
)
#: The keys of each kind of drop problem. The id begins with the kind.
_DROP_KEYS = {
    kind: (
        *("format", "version", "id", "kind", "variant", "generator", "position", "rolls"),
        *("targets", "best", *keys, "chance", "needs", "themes", "difficulty", "made_by"),
    )
    for kind, keys in (("drop", ("greedy", "player")), ("pocket", ("tempting",)))
}


@dataclass(frozen=True, slots=True)
class Best:
    """The best score known, with an upper bound, both in points.

    `proof` says how the bound was proved, `found_by` which planner found the score, and `nodes` is
    the node budget with which `program` searched. `solution` is the canonical record of a game or a
    line with this score.
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
        """PROVED if the score meets its bound, otherwise BEST FOUND."""
        return Status.of(self.score, self.bound)

    @property
    def is_proved(self) -> bool:
        """Whether the score is proved to be the best."""
        return self.status is Status.PROVED

    @classmethod
    def from_json(cls, value: object, question: Question, where: str = "best") -> Best:
        """Parse the output of to_json().

        The solution is replayed. It must answer the question, be canonical and have the score. Only
        archive.verify checks the bound. Raises NotationError, naming the place, if `value` is
        invalid.
        """
        fields = Fields(value, where)
        fields.expect_only(*_BEST_KEYS)
        solution, score = _played(fields, "solution", question)
        fields.expect("score", score)
        return cls(
            score,
            fields.count("bound", score, SCORES[1]),
            fields.label("proof"),
            fields.label("found_by"),
            fields.count("nodes", 1, MOST_NODES),
            fields.label("program"),
            solution,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Archive)."""
        return {key: getattr(self, key) for key in _BEST_KEYS}


@dataclass(frozen=True, slots=True)
class Maker:
    """The program that wrote an entry: its name and version, and the signature of its planners,
    None before version 0.2.0."""

    program: str
    signature: str | None

    @classmethod
    def this(cls) -> Maker:
        """Return this program."""
        return cls(**identity())

    @classmethod
    def from_json(cls, value: object, where: str = "made_by") -> Maker:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
        fields = Fields(value, where)
        has_signature = "signature" in fields
        fields.expect_only("program", *(["signature"] if has_signature else []))
        signature = fields.text("signature") if has_signature else None
        if signature is not None and not _SIGNATURE.fullmatch(signature):
            raise fields.fault("signature", "expected eight hexadecimal digits")
        return cls(fields.label("program"), signature)

    def to_json(self) -> dict[str, str]:
        """Return the JSON object."""
        found = {"program": self.program}
        return found if self.signature is None else found | {"signature": self.signature}


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day, its targets, the games behind them, and its best score.

    `best` is None if the best score wasn't searched. `simulated`, the key `people` in documents, is
    None in entries of generator 1.
    """

    puzzle: DealPuzzle
    targets: Targets
    best: Best | None
    simulated: SimulatedResults | None
    blind: Blind
    difficulty: Difficulty
    made_by: Maker

    @property
    def people(self) -> SimulatedResults | None:
        """The deprecated name of `simulated`."""
        warn_renamed("DailyPuzzle.people", "simulated")
        return self.simulated

    @property
    def id(self) -> str:
        """The day, YYYY-MM-DD."""
        return self.puzzle.id

    @classmethod
    def from_json(cls, value: object, where: str = "puzzle") -> DailyPuzzle:
        """Parse the output of to_json().

        Only the form and the solution are checked. Raises NotationError, naming the place, if
        `value` is invalid.
        """
        fields = Fields(value, where)
        is_first = fields.count("generator", 1, MOST_VERSIONS) == 1
        if is_first and "people" in fields.values:
            raise fields.fault("generator", "expected 2 or more with the key 'people'")
        fields.expect_only(*(key for key in _DAY_KEYS if not (is_first and key == "people")))
        puzzle, best = DealPuzzle.from_fields(fields), fields["best"]
        question = Question.of(puzzle.deal, None, puzzle.variant)
        return cls(
            puzzle,
            Targets.from_json(fields["targets"], fields.place("targets")),
            None if best is None else Best.from_json(best, question, fields.place("best")),
            None
            if is_first
            else SimulatedResults.from_json(fields["people"], fields.place("people")),
            Blind.from_json(fields["blind"], fields.place("blind")),
            Difficulty.from_json(fields["difficulty"], fields.place("difficulty"), WORDS),
            Maker.from_json(fields["made_by"], fields.place("made_by")),
        )

    def _repr_html_(self) -> str:
        from ...view.notebook import daily_html

        return daily_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the entry without its digest, which archive.entry_text adds."""
        return {
            **self.puzzle.head(),
            "targets": self.targets.to_json(),
            "best": None if self.best is None else self.best.to_json(),
            **({} if self.simulated is None else {"people": self.simulated.to_json()}),
            "blind": self.blind.to_json(),
            "difficulty": self.difficulty.to_json(),
            "made_by": self.made_by.to_json(),
        }


@dataclass(frozen=True, slots=True)
class DropProblem:
    """A position, one to three rolls, and `goal`, the score to reach, which `best` proves highest.

    `greedy` is the score of greedy play. `needs` counts what the solution needs, by name, and
    `themes` names what is special about it. `chance`, 0..1, is the chance of finding the solution
    for the blind `player` whose game the position is from. In a pocket problem, `player` is None,
    `chance` is that of the modelled players (pockets.difficulty), and `tempting` is the record of
    the line that greed suggests.
    """

    id: str
    variant: Variant
    generator: int
    position: Position
    rolls: tuple[Roll, ...]
    goal: int
    best: Best
    greedy: int
    player: Player | None
    tempting: dict[str, Any] | None
    chance: float
    needs: dict[str, int]
    themes: tuple[str, ...]
    difficulty: Difficulty
    made_by: Maker

    @property
    def is_pocket(self) -> bool:
        """Whether this is a pocket problem."""
        return self.tempting is not None

    @classmethod
    def from_json(cls, value: object, where: str = "puzzle") -> DropProblem:
        """Parse the output of to_json().

        Only the form and the lines are checked. Raises NotationError, naming the place, if `value`
        is invalid.
        """
        fields = Fields(value, where)
        fields.expect_keys("id")
        named = _DROP.fullmatch(fields.text("id"))
        if not named:
            raise fields.fault("id", "expected drop#SEED.N or pocket#SEED.N")
        fields.expect_only(*_DROP_KEYS[named[1]])
        fields.expect_format(FORMAT)
        fields.expect("kind", "drop")
        variant = fields.read("variant", Variant.from_text)
        position = fields.read("position", Position.from_text)
        rolls = fields.read("rolls", lambda value: parse_rolls(value, variant.dice))
        targets, needs = fields.fields("targets"), fields.fields("needs")
        targets.expect_only("goal")
        for need in needs.values:
            expect_label(need, needs.where)
        if not position.is_solo:
            raise fields.fault("position", "expected one of a solo game")
        if position.is_over():
            raise fields.fault("position", "expected one whose game isn't over")
        if len(rolls) > MOST_ROLLS:
            raise fields.fault("rolls", f"expected at most {MOST_ROLLS}")
        question = Question.of(position, rolls, variant)
        best = Best.from_json(fields["best"], question, fields.place("best"))
        targets.expect("goal", best.score)
        tempting, greedy = None, 0
        words: Sequence[tuple[int, str]] = PROBLEM_WORDS
        if named[1] == "pocket":
            tempting, greedy = _played(fields, "tempting", question)
            words = PROBLEM_WORDS[:2]
        return cls(
            fields.text("id"),
            variant,
            fields.count("generator", 1, MOST_VERSIONS),
            position,
            rolls,
            best.score,
            best,
            greedy if tempting else fields.count("greedy", *SCORES),
            None if tempting else Player.from_json(fields["player"], fields.place("player")),
            tempting,
            fields.number("chance", 0, 1),
            {need: needs.count(need, 0, _MOST_NEEDS) for need in needs.values},
            tuple(fields.labels("themes")),
            Difficulty.from_json(fields["difficulty"], fields.place("difficulty"), words),
            Maker.from_json(fields["made_by"], fields.place("made_by")),
        )

    def _repr_html_(self) -> str:
        from ...view.notebook import problem_html

        return problem_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the entry without its digest, which archive.entry_text adds."""
        if self.player is None:
            suggested: dict[str, Any] = {"tempting": self.tempting}
        else:
            suggested = {"greedy": self.greedy, "player": self.player.to_json()}
        return {
            "format": FORMAT,
            "version": 1,
            "id": self.id,
            "kind": "drop",
            "variant": str(self.variant),
            "generator": self.generator,
            "position": str(self.position),
            "rolls": texts(self.rolls),
            "targets": {"goal": self.goal},
            "best": self.best.to_json(),
            **suggested,
            "chance": self.chance,
            "needs": self.needs,
            "themes": list(self.themes),
            "difficulty": self.difficulty.to_json(),
            "made_by": self.made_by.to_json(),
        }


def _played(fields: Fields, key: str, question: Question) -> tuple[dict[str, Any], int]:
    """Read a record and return it with its score.

    Raises NotationError unless the record is canonical and answers the question.
    """
    try:
        played = fields.read(key, question.load)
        score = question.score_of(played)
    except IllegalTurn as error:
        raise NotationError(f"{fields.place(key)}: {error}") from None
    expect_same(fields[key], played.to_record(), fields.place(key))
    return dict(played.to_record()), score
