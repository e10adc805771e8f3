"""The question that maximum() answers, and its answer: values, and the JSON of result files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..dice import Deal, Roll, parse_deal, parse_rolls
from ..errors import IllegalTurn, NotationError, NumberdropError, as_text, shown
from ..game import Game
from ..json_reader import Fields
from ..position import Position
from ..record import PlayedLine, load_game, load_line
from ..rules import COLUMNS, MOST_TURNS, SCORES, Variant
from ..transitions import play
from ..turn import Turn
from ..validate import expect_kind
from .outcome import Status

Line = tuple[Turn, ...]
_SIGNATURE = re.compile("[0-9a-f]{8}")
#: The most nodes, or jobs, that a result may hold.
MOST_WORK = 2**62 - 1


class Puzzle(Protocol):
    """Dice and the variant that they are played under, such as a DealPuzzle."""

    @property
    def deal(self) -> Deal: ...

    @property
    def variant(self) -> Variant: ...


@dataclass(frozen=True, slots=True)
class Question:
    """The question for the highest score from one of `starts` with known `rolls`, 1 to 20.

    `starts` are the seven starts of a new game, or a single position.
    """

    starts: tuple[Position, ...]
    rolls: tuple[Roll, ...]
    variant: Variant
    deal: Deal | None = None

    @classmethod
    def of(
        cls,
        asked: Deal | Puzzle | Position | Question | str,
        rolls: Iterable[Roll | str] | str | None = None,
        variant: str | Variant = "rulebook",
    ) -> Question:
        """Return the question about a deal, a puzzle or a position, or `asked` itself if it is a
        Question.

        A deal or a puzzle has its own rolls; a solo position needs `rolls`. A puzzle also has its
        own variant, and no other may be given.

        A deal or a position may be a text. The text of a position contains spaces, the name of a
        deal does not; its dice are those of the variant. Raises NotationError for other texts and
        for faulty rolls, NumberdropError if the arguments don't fit together, and WrongType for
        other types.
        """
        chosen = Variant.of(variant)
        if isinstance(asked, str) and " " in asked:
            asked = Position.from_text(asked)
        elif isinstance(asked, str):
            from ..puzzles.names import deal

            asked = deal(asked, chosen.dice)
        if not isinstance(asked, (Deal, Position)):
            from ..puzzles.deal_puzzle import DealPuzzle

            kinds: tuple[type[Any], ...] = (Deal, DealPuzzle, Position, Question)
            given: Puzzle | Question = expect_kind(asked, kinds, "asked")
            if chosen not in (Variant(), given.variant):
                kind = "question" if isinstance(given, Question) else "puzzle"
                raise NumberdropError(
                    f"variant: expected {given.variant} for this {kind}, got {chosen}"
                )
            if isinstance(given, Question):
                if rolls is not None:
                    raise NumberdropError("a question has its own rolls: expected no others")
                return given
            asked, chosen = given.deal, given.variant
        if isinstance(asked, Deal):
            asked.expect_dice(chosen)
            if rolls is not None:
                raise NumberdropError("a deal has its own rolls: expected no others")
            found = cls(Position.starts(asked.tiles), asked.rolls, chosen, asked)
        else:
            if rolls is None:
                raise NumberdropError("expected rolls with the position")
            found = cls((asked,), Roll.all_of(rolls, chosen.dice), chosen)
            if not asked.is_solo:
                raise NumberdropError(f"expected a position of a solo game, got {asked}")
            if asked.is_over():
                raise NumberdropError(f"the game is over, there is no turn to play: {asked}")
        if not 1 <= len(found.rolls) <= MOST_TURNS:
            raise NotationError(f"rolls: expected 1 to {MOST_TURNS}, got {len(found.rolls)}")
        return found

    def problems(self) -> list[str]:
        """Return why the position cannot arise in play (numberdrop.consistency); empty for a
        deal."""
        if self.deal is not None:
            return []
        from ..consistency import problems  # lazy: a puzzle is a deal, and needs none of it

        return problems(self.starts[0], self.variant)

    def score(self, start: int, line: Line) -> int:
        """Return the final score of a line, played by the rules.

        Raises IllegalTurn if a turn breaks a rule, or if the line stops before the game or its
        rolls end.
        """
        position = self.starts[start]
        for turn in line:
            position = play(position, turn, self.variant)
        return self._final(position, len(line))

    def _final(self, position: Position, turns: int) -> int:
        if not position.is_over() and turns < len(self.rolls):
            raise IllegalTurn("the game goes on: expected another turn", turn=turns + 1)
        return position.score(self.variant).total

    def record(self, start: int, line: Line) -> dict[str, Any]:
        """Return the line as a game record, or as a line record if the question is about a
        position."""
        if self.deal is not None:
            cell = f"{COLUMNS[start]}1"
            game = Game(self.deal.tiles, [cell], self.variant)
            for turn in line:
                game.push(turn)
            return dict(game.to_record())
        return dict(PlayedLine.of(self.starts[0], line, self.variant).to_record())

    def read_record(self, value: object) -> tuple[int, Line]:
        """Return the start and the turns of a record of this question. Raises the errors of
        load()."""
        played = self.load(value)
        start = COLUMNS.index(played.start[0][0]) if isinstance(played, Game) else 0
        return start, tuple(turn for turn in played.turns if isinstance(turn, Turn))

    def load(self, value: object) -> Game | PlayedLine:
        """Return the game, or the line from a position, that a record of this question holds.

        Raises IllegalTurn or NotationError if the record is invalid or is played with other dice.
        """
        if not isinstance(value, Mapping):
            raise NotationError(f"solution: expected an object, got {shown(value)}")
        played: Game | PlayedLine
        if self.deal is not None:
            game = played = load_game(value)
            if game.tiles != self.deal.tiles or game.variant != self.variant or game.players != 1:
                raise NotationError("solution: expected the tiles and the variant of the question")
        else:
            line = played = load_line(value)
            if line.positions[0] != self.starts[0] or line.variant != self.variant:
                raise NotationError("solution: expected the position and variant of the question")
        turns = [turn for turn in played.turns if isinstance(turn, Turn)]
        for number, (turn, roll) in enumerate(zip(turns, self.rolls, strict=False), 1):
            if turn.roll.in_order() != roll.in_order():
                raise IllegalTurn(f"expected the roll {roll}, got {turn.roll}", turn=number)
        if len(turns) > len(self.rolls):
            raise IllegalTurn("there are more turns than rolls", turn=len(self.rolls) + 1)
        return played

    def score_of(self, played: Game | PlayedLine) -> int:
        """Return the final score of a game or line from load().

        Raises IllegalTurn if it stops before the game or its rolls end.
        """
        return self._final(played.positions[-1], len(played.turns))

    @classmethod
    def from_json(cls, value: object) -> Question:
        """Parse `rolls` with either `tiles` (a new game) or `position`; `variant` defaults to
        `rulebook`.

        Raises NotationError, naming the key, if a value is invalid.
        """
        if not isinstance(value, Mapping):
            raise NotationError(f"expected an object, got {shown(value)}")
        variant = Variant.from_text(value.get("variant", "rulebook"))
        if "position" in value:
            position = Position.from_text(as_text(value["position"], "position"))
            return cls.of(position, parse_rolls(value.get("rolls"), variant.dice), variant)
        return cls.of(parse_deal(value, variant.dice), None, variant)

    def to_json(self) -> dict[str, Any]:
        """Return the question alone: the variant, the rolls, and id and tiles or a position."""
        head: dict[str, Any] = {"position": str(self.starts[0])}
        if self.deal is not None:
            head = {"id": self.deal.recipe, "tiles": list(self.deal.tiles)}
        return {
            "variant": str(self.variant),
            **head,
            "rolls": [str(roll) for roll in self.rolls],
        }


@dataclass(frozen=True, slots=True)
class Maximum:
    """The best score found, its witness, and a proved upper bound.

    `solution` is a game record, or a line from a position (formats.md, Line). `method` names the
    proof of the bound, and `found_by` the planner that found the score. `nodes` counts the work of
    all planners, and `jobs` those of their jobs that counted. `made_by` has all that is needed to
    repeat the search.
    """

    question: Question
    score: int
    bound: int
    method: str
    found_by: str
    start: int
    turns: Line
    nodes: int
    jobs: int
    seconds: float
    made_by: dict[str, Any] = field(default_factory=dict, hash=False)

    def text(self) -> str:
        """Return the best game in words, as numberdrop.view.draw_maximum() writes it."""
        from ..view.reports import draw_maximum

        return draw_maximum(self)

    def svg(self) -> str:
        """Return the sheet after the last turn, as numberdrop.view.maximum_svg() draws it."""
        from ..view.pictures import maximum_svg

        return maximum_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from ..view.notebook import maximum_html

        return maximum_html(self)

    @property
    def status(self) -> str:
        """PROVED if the score equals the bound, else BEST FOUND."""
        return str(Status.of(self.score, self.bound))

    @property
    def is_proved(self) -> bool:
        """True if the score is proved to be the highest."""
        return Status.of(self.score, self.bound) is Status.PROVED

    @property
    def solution(self) -> dict[str, Any]:
        """The witness as a record."""
        return self.question.record(self.start, self.turns)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop max --json`, which `max` can continue or check."""
        return {
            "format": "numberdrop.maximum",
            "version": 1,
            **self.question.to_json(),
            "score": self.score,
            "bound": self.bound,
            "status": self.status,
            "method": self.method,
            "found_by": self.found_by,
            "solution": self.solution,
            "nodes": self.nodes,
            "jobs": self.jobs,
            "seconds": round(self.seconds, 3),
            "problems": self.question.problems(),
            "made_by": self.made_by,
        }

    @classmethod
    def from_json(cls, value: object) -> Maximum:
        """Parse a document that to_json() wrote.

        The witness is replayed for its score, whatever score the document claims; the bound is not
        verified. Raises NotationError for an invalid document, and IllegalTurn if the witness
        breaks a rule.
        """
        fields = Fields(value, "maximum")
        fields.expect_format("numberdrop.maximum")
        question = Question.from_json(value)
        start, turns = question.read_record(fields["solution"])
        bound = fields.count("bound", *SCORES)
        made_by = _read_made_by(fields.fields("made_by"))
        _check_unused_fields(fields)
        score = question.score(start, turns)
        if score > bound:
            raise NotationError(f"maximum, bound: the witness scores {score}, got {bound}")
        return cls(
            question,
            score,
            bound,
            fields.label("method"),
            fields.label("found_by"),
            start,
            turns,
            fields.count("nodes", 0, MOST_WORK),
            fields.count("jobs", 0, MOST_WORK),
            float(fields.number("seconds", 0, 1e9)),
            made_by,
        )


def _check_unused_fields(fields: Fields) -> None:
    """Validate the remaining fields of a maximum, whose values are not used."""
    if "score" in fields:
        fields.count("score", *SCORES)
    if "status" in fields and fields.text("status") not in {*map(str, Status)}:
        raise fields.fault("status", f"expected {' or '.join(map(str, Status))}")
    if "problems" in fields:
        fields.texts("problems")
    if "position" in fields and "tiles" in fields:
        raise fields.fault("tiles", "expected no tiles with a position")


def _read_made_by(fields: Fields) -> dict[str, Any]:
    for key in ("program", "signature"):
        if key in fields:
            fields.text(key)
    if "signature" in fields and not _SIGNATURE.fullmatch(fields.text("signature")):
        raise fields.fault("signature", "expected eight hexadecimal digits")
    if "seed" in fields:
        fields.seed("seed")
    if fields.values.get("nodes") is not None:
        fields.count("nodes", 1, MOST_WORK)
    return dict(fields.values)
