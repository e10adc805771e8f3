"""The words on printed pages, in English and French."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "fr")

#: English, then French; what stands in braces is filled in.
WORDS: Final = {
    "sheet": ("Score sheet", "Feuille de score"),
    "unofficial": (
        "Number Drop by Florian Sirieix and Benoit Turpin; an unofficial page, "
        "you need the game to enjoy it",
        "Number Drop de Florian Sirieix et Benoit Turpin ; page non officielle, "
        "il faut le jeu pour en profiter",
    ),
    "name": ("name", "nom"),
    "identical": ("identical", "identiques"),
    "consecutive": ("consecutive", "suite"),
    "bonus": ("bonus", "bonus"),
    "rows": ("rows", "lignes"),
    "past": ("past the line", "hors limite"),
    "total": ("total", "total"),
    "scores": ("high scores", "meilleurs scores"),
    "number": ("Puzzle {0}", "Énigme {0}"),
    "puzzle": ("Puzzle", "Énigme"),
    "start": (
        "Write a 1 in any cell of row 1. Then one roll a turn, in order.",
        "Écrivez un 1 dans une case de la ligne 1. Puis un lancer par tour, dans l'ordre.",
    ),
    "fold": (
        "The rolls. Fold along the dashes, or cover what you have not reached.",
        "Les lancers. Pliez le long des tirets, ou cachez ceux que vous n'avez pas atteints.",
    ),
    "turn": ("turn {0}", "tour {0}"),
    "bronze": ("bronze", "bronze"),
    "silver": ("silver", "argent"),
    "gold": ("gold", "or"),
    "perfect": ("perfect", "parfait"),
    "gentle": ("gentle", "facile"),
    "fair": ("fair", "moyen"),
    "hard": ("hard", "difficile"),
    "fierce": ("fierce", "redoutable"),
    "easy": ("easy", "facile"),
    "medium": ("medium", "moyen"),
    "fiendish": ("fiendish", "diabolique"),
    "drops": ("Drop problems", "Problèmes de chute"),
    "goal": ("Score at least {0}", "Marquez au moins {0}"),
    "now": ("the sheet has {0}", "la feuille en a {0}"),
    "solutions": ("Solutions", "Solutions"),
    "solution": ("Solution of puzzle {0}", "Solution de l'énigme {0}"),
    "points": ("{0} points", "{0} points"),
    "page": ("{0} / {1}", "{0} / {1}"),
}


def words(language: str, key: str, *values: object) -> str:
    """The words of a key, filled in; `language` is one of LANGUAGES."""
    return WORDS[key][LANGUAGES.index(language)].format(*values)
