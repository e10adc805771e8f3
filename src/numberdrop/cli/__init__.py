"""The command line: thin commands over the library, one file a group of them."""

from . import (
    daily,
    drops,
    game,
    hints,
    matching,
    maxima,
    omba,
    omba_games,
    omba_play,
    playing,
    puzzles,
    scores,
    selfplay,
    serve,
    sheets,
    study,
    training,
)
from .app import app, main

__all__ = [
    "app",
    "daily",
    "drops",
    "game",
    "hints",
    "main",
    "matching",
    "maxima",
    "omba",
    "omba_games",
    "omba_play",
    "playing",
    "puzzles",
    "scores",
    "selfplay",
    "serve",
    "sheets",
    "study",
    "training",
]
