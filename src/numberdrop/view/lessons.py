"""Lessons of drop problems in words, in any locale."""

from __future__ import annotations

from ..locales import LANGUAGES, name, translate, translate_sentence
from ..puzzles.archive.entries import DropProblem
from ..puzzles.lessons import lesson_of


def lesson_lines(problem: DropProblem, language: str = LANGUAGES[0]) -> list[str]:
    """Return the themes of the problem, what greed suggests and misses, and what each turn of the
    solution does: a sentence a line."""
    themes = ", ".join(name(language, "theme", theme) for theme in problem.themes)
    sentences = [
        translate_sentence(language, sentence) for sentence in lesson_of(problem).sentences()
    ]
    return [*([translate(language, "lesson.themes", themes=themes)] if themes else []), *sentences]
