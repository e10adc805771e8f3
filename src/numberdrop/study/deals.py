"""What a study finds out of one deal: how long its games can be, the best score that a search
found, a bound on every score, and what the levels score that see each roll only when it comes."""

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
    """How every deal of a study is looked at: `nodes` for its best score, and by which `levels` it
    is played, of the learned value with the weights of this name. NumberdropError on a level there
    isn't, or twice."""

    nodes: int
    levels: tuple[str, ...]
    variant: Variant
    maker: Maker
    weights: str

    @classmethod
    def this(cls, nodes: int, levels: tuple[str, ...], variant: Variant) -> Settings:
        """By this program."""
        for level in levels:
            if level not in LEVELS or levels.count(level) > 1:
                raise NumberdropError(
                    f"levels: expected some of {', '.join(LEVELS)}, each once, got {level!r}"
                )
        return cls(nodes, levels, variant, Maker.this(), shipped().name)

    @classmethod
    def from_json(cls, value: object, variant: Variant, where: str) -> Settings:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
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
        """What differs from the settings that are wanted, in words; empty if nothing does."""
        mine, theirs = self._told(), wanted._told()
        return next(
            (
                f"expected a deal studied with {key} {theirs[key]}, got {mine.get(key)}"
                for key in theirs
                if theirs[key] != mine.get(key)
            ),
            "",
        )

    def _told(self) -> dict[str, object]:
        levels = ",".join(self.levels)
        return {"variant": str(self.variant), **self.to_json(), "levels": levels}

    def to_json(self) -> dict[str, Any]:
        """All that is needed to find out the same of a deal again."""
        return {
            **self.maker.to_json(),
            "weights": self.weights,
            "nodes": self.nodes,
            "levels": list(self.levels),
        }


@dataclass(frozen=True, slots=True)
class Blind:
    """The game of a level that sees each roll only when it comes: points and turns."""

    score: int
    turns: int


@dataclass(frozen=True, slots=True)
class StudiedDeal:
    """A deal, by its `id`: the most turns a game on it can have, its best score, and the games of
    the levels, by their names."""

    id: str
    longest_game: int
    best: Best
    blind: dict[str, Blind]
    settings: Settings

    @classmethod
    def of(cls, name: str, settings: Settings) -> StudiedDeal:
        """Find it out. The same name and settings give the same."""
        variant = settings.variant
        deal = deal_named(name, variant.dice)
        games = {level: play_deal(deal, variant, level=level) for level in settings.levels}
        blind = {
            level: Blind(game.positions[0].score(variant).total, len(game.turns))
            for level, game in games.items()
        }
        best = search_best(deal, variant, settings.nodes)
        return cls(name, longest_game(deal.tiles, deal.rolls), best, blind, settings)

    @classmethod
    def from_json(cls, value: object, where: str = "") -> StudiedDeal:
        """Reads what to_json() wrote: the deal is dealt again, and the best game replayed.
        NotationError, naming the place, on anything else."""
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
            blind[level] = Blind(game.count("score", *SCORES), game.count("turns", 1, MOST_TURNS))
        return cls(fields.text("id"), longest, best, blind, settings)

    def to_json(self) -> dict[str, Any]:
        """The object of a line (formats.md, Study)."""
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


class Lines:
    """The lines of a study's file (journal); with settings, of deals that were looked at so."""

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
