"""The commands of the program and of its groups: where each is defined, and how help lists it."""

from __future__ import annotations

from typing import Final, NamedTuple


class Listed(NamedTuple):
    """A command as lists show it.

    `module` is its module in this package, "" for a group. `summary` is the first sentence of its
    help, without the full stop, or "" for a hidden command.
    """

    module: str
    summary: str


#: The commands of the program, named "", and of each group, under the headings of its help: what
#: players look for comes first.
LISTS: Final[dict[str, dict[str, dict[str, Listed]]]] = {
    "": {
        "Play": {
            "play": Listed("play", "Play a puzzle, random dice, a drop problem or any position"),
            "serve": Listed("serve", "Play in the browser: serve the page until Ctrl-C"),
            "daily": Listed("daily", "Show the puzzle of a day, roll by roll"),
            "drop": Listed("drop", "Show a drop problem and judge your answer"),
            "scores": Listed("scores", "Show the high-score table of your results, and streaks"),
            "games": Listed("games", "Write all your games to a file, or take them in from one"),
            "sheet": Listed(
                "sheet", "Print a score sheet, puzzles, drop problems, or a book of them"
            ),
        },
        "Study a position or a game": {
            "hint": Listed("hint", "Rank the turns for a roll by ideas, and draw the best one"),
            "max": Listed("max", "Search for the highest score on known dice, and prove it"),
            "show": Listed(
                "game", "Draw a position, and warn of anything that can't arise in play"
            ),
            "replay": Listed("game", "Check games against the rules; exit 1 if any is illegal"),
            "import": Listed(
                "import_log", "Convert a log of the online adaptation to the record of its game"
            ),
            "review": Listed(
                "review", "Show what each turn of a game cost, and how lucky each roll was"
            ),
        },
        "Make puzzles": {"puzzles": Listed("", "Make, check and export archives of puzzles")},
        "Measure and train": {"lab": Listed("", "Measure and train players, and study many deals")},
        "Play another game": {"omba": Listed("", "Play, analyse and solve Omba, another game")},
    },
    "puzzles": {
        "Commands": {
            "generate": Listed("publish", "Make an archive of daily puzzles, or continue one"),
            "drops": Listed("publish", "Make an archive of drop problems, or continue one"),
            "choose": Listed(
                "publish", "Choose a drop problem for each day from archives with more of them"
            ),
            "verify": Listed("publish", "Check every puzzle of archives; exit 1 if any is wrong"),
            "export": Listed("publish", "Export archives as a table, or as one JSON document"),
            "show": Listed("publish", ""),
        }
    },
    "lab": {
        "Commands": {
            "selfplay": Listed("selfplay", "Let the hints play games, and show how well they do"),
            "match": Listed("match", "Let bots play a tournament, and show how often each wins"),
            "study": Listed(
                "study", "Study many deals: their best scores, and what hints score on them"
            ),
            "train": Listed("train", "Train, by self-play, the value function of the hints"),
            "perft": Listed(
                "perft", "Count the distinct turns for a roll, or for several in a row"
            ),
        }
    },
    "omba": {
        "Commands": {
            "play": Listed("omba_play", "Play a game in the terminal"),
            "serve": Listed("omba_play", "Play Omba in the browser: serve its page until Ctrl-C"),
            "show": Listed("omba", "Draw a position; with --json, list its moves"),
            "value": Listed("omba", "Show the winning chance of the player to move"),
            "best": Listed("omba", "Rank the moves for a roll by the winning chance"),
            "replay": Listed(
                "omba", "Check a game record against the rules; exit 1 if it is illegal"
            ),
            "review": Listed("omba", "Review a game, with luck and skill separated"),
            "puzzles": Listed("omba_games", "Make puzzles in which one move is by far the best"),
            "match": Listed(
                "omba_games", "Let players play each other, and show how often each wins"
            ),
            "solve": Listed(
                "omba_tables",
                "Solve the game of two players, or Docker's of three, and save its table",
            ),
            "certify": Listed("omba_tables", "Check a saved table; exit 1 if a bound is wrong"),
        }
    },
}
