"""Lessons of drop problems in words, in any language that there are words for."""

from __future__ import annotations

from ..puzzles.archive.puzzles import DropProblem
from ..puzzles.lessons import lesson_of
from ..words import LANGUAGES, name, tell, words


def lesson_lines(problem: DropProblem, language: str = LANGUAGES[0]) -> list[str]:
    """The themes of the problem, what greed suggests and misses, and what each turn of the solution
    does: a sentence a line."""
    themes = ", ".join(name(language, "theme", theme) for theme in problem.themes)
    told = [tell(language, sentence) for sentence in lesson_of(problem).said()]
    return [*([words(language, "lesson.themes", themes=themes)] if themes else []), *told]
