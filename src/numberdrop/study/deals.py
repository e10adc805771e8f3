"""The analysis of one deal.

It consists of the longest game, the best score that a search found, an upper bound, and the scores
of the levels, which see each roll only when it comes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

from ..dice import Deal
from ..errors import NotationError, NumberdropError
from ..json_reader import Fields, decode_text, numbered_lines, parse_json
from ..plan.hints.levels import LEVELS
from ..plan.hints.selfplay import play_deal
from ..plan.question import Question
from ..plan.weights import shipped
from ..puzzles.archive.entries import Best, Maker
from ..puzzles.archive.make_entries import search_best
from ..puzzles.names import deal as deal_named
from ..rules import MOST_TURNS, SCORES, Variant
from ..tile_states import longest_game

FORMAT = "numberdrop.study"
MOST_NODES = 2**60


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a study, the same for all its deals.

    `nodes` is the node budget for the best score. Each of the `levels` plays the deal. `weights`
    names the weights of the learned value.
    """

    nodes: int
    levels: tuple[str, ...]
    variant: Variant
    maker: Maker
    weights: str

    @classmethod
    def this(cls, nodes: int, levels: tuple[str, ...], variant: Variant) -> Settings:
        """Create settings for this program. Raises NumberdropError if a level doesn't exist or is
        repeated."""
        for level in levels:
            if level not in LEVELS or levels.count(level) > 1:
                raise NumberdropError(
                    f"levels: expected some of {', '.join(LEVELS)}, each once, got {level!r}"
                )
        return cls(nodes, levels, variant, Maker.this(), shipped().name)

    @classmethod
    def from_json(cls, value: object, variant: Variant, where: str) -> Settings:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
        fields = Fields(value, where)
        fields.expect_only("program", "signature", "weights", "nodes", "levels")
        maker = {key: fields[key] for key in ("program", "signature")}
        return cls(
            fields.count("nodes", 1, MOST_NODES),
            tuple(fields.texts("levels")),
            variant,
            Maker.from_json(maker, where),
            fields.label("weights"),
        )

    def other_than(self, wanted: Settings) -> str:
        """Describe the first difference from the `wanted` settings. Returns "" for none."""
        mine, theirs = self._values(), wanted._values()
        return next(
            (
                f"expected a deal studied with {key} {theirs[key]}, got {mine.get(key)}"
                for key in theirs
                if theirs[key] != mine.get(key)
            ),
            "",
        )

    def _values(self) -> dict[str, object]:
        levels = ",".join(self.levels)
        return {"variant": str(self.variant), **self.to_json(), "levels": levels}

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object, with everything needed to repeat the analysis."""
        return {
            **self.maker.to_json(),
            "weights": self.weights,
            "nodes": self.nodes,
            "levels": list(self.levels),
        }


@dataclass(frozen=True, slots=True)
class LevelGame:
    """The score and the number of turns of a level's game, played without knowing later rolls."""

    score: int
    turns: int


@dataclass(frozen=True, slots=True)
class StudiedDeal:
    """The analysis of the deal `id`.

    `longest_game` is the most turns that a game can have, `best` the best score found, and `blind`
    maps each level to its game.
    """

    id: str
    longest_game: int
    best: Best
    blind: dict[str, LevelGame]
    settings: Settings

    @classmethod
    def of(cls, name: str, settings: Settings) -> StudiedDeal:
        """Analyse the deal named `name`. The result is reproducible."""
        variant = settings.variant
        deal = deal_named(name, variant.dice)
        games = {level: play_deal(deal, variant, level=level) for level in settings.levels}
        blind = {
            level: LevelGame(game.positions[0].score(variant).total, len(game.turns))
            for level, game in games.items()
        }
        best = search_best(deal, variant, settings.nodes)
        return cls(name, longest_game(deal.tiles, deal.rolls), best, blind, settings)

    @classmethod
    def from_json(cls, value: object, where: str = "") -> StudiedDeal:
        """Parse the output of to_json(), dealing the dice again and replaying the best game.

        Raises NotationError, naming the place, if `value` is invalid.
        """
        fields = Fields(value, where)
        fields.expect_format(FORMAT)
        fields.expect_only(
            *("format", "version", "id", "variant", "longest_game", "best", "blind", "made_by")
        )
        variant = fields.read("variant", Variant.from_text)
        settings = Settings.from_json(fields["made_by"], variant, fields.place("made_by"))
        deal: Deal = fields.read("id", lambda name: deal_named(name, variant.dice))
        longest = longest_game(deal.tiles, deal.rolls)
        fields.expect("longest_game", longest)
        question = Question.of(deal, None, variant)
        best = Best.from_json(fields["best"], question, fields.place("best"))
        games = Fields(fields["blind"], fields.place("blind"))
        games.expect_only(*settings.levels)
        blind = {}
        for level in settings.levels:
            game = Fields(games[level], games.place(level))
            game.expect_only("score", "turns")
            blind[level] = LevelGame(
                game.count("score", *SCORES), game.count("turns", 1, MOST_TURNS)
            )
        return cls(fields.text("id"), longest, best, blind, settings)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of a line (formats.md, Study)."""
        return {
            "format": FORMAT,
            "version": 1,
            "id": self.id,
            "variant": str(self.settings.variant),
            "longest_game": self.longest_game,
            "best": self.best.to_json(),
            "blind": {
                level: {"score": game.score, "turns": game.turns}
                for level, game in self.blind.items()
            },
            "made_by": self.settings.to_json(),
        }


class StudyFormat:
    """The line format of a study's file (journal).

    With `settings`, reading a deal that was studied with other settings raises NotationError.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings

    def name(self, entry: StudiedDeal) -> str:
        return entry.id

    def text(self, entry: StudiedDeal) -> str:
        return json.dumps(entry.to_json(), ensure_ascii=False, allow_nan=False)

    def read(self, line: bytes, where: str) -> StudiedDeal:
        text = decode_text(line, where, is_canonical=True)
        entry = StudiedDeal.from_json(parse_json(text, where), where)
        if self.text(entry) != text:
            raise NotationError(f"{where}: expected the canonical text of a studied deal")
        if self._settings and (other := entry.settings.other_than(self._settings)):
            raise NotationError(f"{where}: {other}: name another file")
        return entry

    def lines(self, file: IO[bytes], path: str) -> Iterator[tuple[str, bytes]]:
        for where, line in numbered_lines(file, path):
            if not line.endswith(b"\n"):
                raise NotationError(f"{where}: expected a newline at the end: it is cut off")
            yield where, line[:-1]
