"""Text for hints, reviews and self-play: tables of ideas, explanations of figures, footers."""

from __future__ import annotations

import re

import pytest

import numberdrop as nd
from numberdrop.plan.hints.hint import Hint, hint
from numberdrop.plan.hints.review import Thresholds, review
from numberdrop.plan.hints.selfplay import play_game, selfplay
from numberdrop.view.hints import draw_hint, draw_review, draw_selfplay, hint_again
from numberdrop.view.text import Look, draw_turn
from samples import CASES

MIDDLE = nd.Position.from_text("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3")
ROLL = nd.Roll.from_text("156*O")
FOUND = hint(MIDDLE, ROLL)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def table(text: str) -> list[str]:
    """Return the lines of the table."""
    return text[: text.index("\npoints: ")].splitlines()


def test_hint_prints_one_line_per_idea() -> None:
    head, *rows = table(draw_hint(FOUND))
    assert head.split() == ["points", "loss", "error", "slide", "star", "digits", "and", "claim"]
    assert [row.split()[0].lstrip("=") for row in rows] == ["1", "2", "3", "4", "5"]
    best = FOUND.ideas[0].best
    assert rows[0].split()[1:4] == [f"{best.ev:.2f}", "0.00", f"{best.se:.2f}"]
    assert rows[0].endswith("  any    B     a3=6,b3=1,a4=6,b4=5")
    assert rows[2].endswith("  any    B     a3=6,b3=6,a4=1,b4=5 !a1a2a3b3 +1")


def test_hint_explains_figures_and_draws_the_best_turn() -> None:
    drawing = draw_hint(FOUND)
    assert "\npoints: expected final score at level strong, with its standard error\n" in drawing
    assert "\n+1: one more arrangement ties\n" in drawing
    assert "\nbest: slide A, slide B for the star; " in drawing
    assert draw_turn(MIDDLE, FOUND.turns[0].turn) in drawing
    assert "exact" not in drawing


def test_tie_marks_are_explained_only_if_present() -> None:
    ties = "\n=: the sampled dice cannot distinguish it from the best"
    first = hint(
        nd.Position.from_text("1...... -:-:- I0,O0,T0,L0,S0 1"), nd.Roll.from_text("1463L")
    )
    for drawing in (draw_hint(first), draw_hint(FOUND)):
        assert (ties in drawing) == any(row.lstrip().startswith("=") for row in table(drawing))
    assert ties in draw_hint(first)


def test_unfolded_hint_has_a_row_per_turn() -> None:
    _, *rows = table(draw_hint(FOUND, unfolded=True))
    assert len(rows) == len(FOUND.turns)
    marks = [row.split()[0].lstrip("=") for row in rows]
    assert [mark for mark in marks if mark.isdigit()] == ["1", "2", "3", "4", "5"]
    assert marks.count("~") == sum(len(idea.turns) - 1 for idea in FOUND.ideas)
    assert "~: practically equal" in draw_hint(FOUND, unfolded=True)


@pytest.mark.parametrize("number", range(0, len(CASES), 9))
def test_hint_fits_80_columns(number: int) -> None:
    position, roll = map(str, CASES[number])
    there = nd.Position.from_text(position)
    found = hint(there, nd.Roll.from_text(roll), level="fast", top=8)
    unfolded = number % 2 == 0
    *lines, again = draw_hint(found, unfolded=unfolded).splitlines()
    assert max(map(len, lines)) <= 80
    assert again == hint_again(found, unfolded=unfolded)


def test_colour_changes_only_colour() -> None:
    plain, colour = draw_hint(FOUND, Look()), draw_hint(FOUND, Look(colour=True))
    assert colour != plain
    assert ANSI.sub("", colour) == plain
    assert draw_hint(FOUND).isascii()


def test_rollouts_add_columns_and_name_their_player() -> None:
    found = hint(MIDDLE, ROLL, level="fast", top=2, games=6, games_level="quick", target=50)
    head, *rows = table(draw_hint(found))
    assert head.split()[3:] == ["games", "error", "rows", "ident", "consec", "bonus", "50+"]
    assert rows[0].split()[-1].endswith("%")
    assert rows[1].startswith("     slide ")
    said = "games: mean, error and parts of 6 games finished by quick;\n"
    assert said in draw_hint(found)
    assert max(map(len, draw_hint(found).splitlines()[:-1])) <= 80


def test_target_alone_gives_a_share_without_a_second_mean() -> None:
    found = hint(MIDDLE, ROLL, level="fast", top=1, target=50)
    head, row, *_ = table(draw_hint(found))
    assert head.split()[2:4] == ["error", "50+"]
    assert re.search(r" \d+%  ", row)
    assert "50+: share of 60 games by quick that reached 50" in draw_hint(found)


def test_exact_hint_is_marked_exact() -> None:
    said = draw_hint(hint(MIDDLE, ROLL, last=True, target=3))
    assert "\npoints: the exact score, as the game ends with this turn\n" in said
    assert re.search(r"^3 points: reached by ", said, re.M)
    assert "9 points: reached by none of these" in draw_hint(
        hint(MIDDLE, ROLL, last=True, target=9, top=1)
    )


def footer_of(**asked: object) -> str:
    found: Hint = hint(MIDDLE, ROLL, **asked)  # type: ignore[arg-type]
    again = hint_again(found)
    start = f'numberdrop hint "{MIDDLE}" "{ROLL}"'
    assert again.startswith(start)
    return again[len(start) :]


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ({}, ""),
        ({"level": "fast", "top": 2, "seed": 7}, " --level fast --top 2 --seed 7"),
        ({"playouts": 20, "top": 1}, " --top 1 --playouts 24"),
        ({"level": "fast", "top": 1, "target": 5}, " --level fast --top 1 --target 5"),
        (
            {"level": "fast", "top": 1, "games": 2, "games_level": "quick"},
            " --level fast --top 1 --games 2 --games-level quick",
        ),
        ({"last": True, "top": 1}, " --top 1 --last"),
        ({"level": "fast", "variant": "bga+slide"}, " --level fast --variant bga+slide"),
        ({"workers": 2}, ""),
    ],
)
def test_footer_has_only_changed_options(asked: dict[str, object], options: str) -> None:
    assert footer_of(**asked) == options


def test_verbose_prints_details() -> None:
    *_, made_by, again = draw_hint(FOUND, verbose=True).splitlines()
    assert made_by.startswith(f"made by: numberdrop {nd.__version__}, signature ")
    assert "seed 1, " in made_by
    assert "exact" not in made_by
    assert again == draw_hint(FOUND).splitlines()[-1]


def test_review_shows_the_best_idea_next_to_the_played_turn() -> None:
    game = play_game(6, 0)
    roll = nd.plain_deal(6, 0).rolls[2]
    while len(game.turns) > 2:
        game.pop()
    game.push(next(game.positions[0].turns(roll)))
    found = review(game, level="fast", thresholds=Thresholds(0.1, 0.1, 0.1))
    drawing = draw_review(found, repeated_by="numberdrop review x", verbose=True)
    head, *rows = drawing[: drawing.index("\nloss: ")].splitlines()
    assert head.split()[:5] == ["turn", "roll", "loss", "error", "luck"]
    last = found.turns[-1]
    assert rows[-2].split()[:2] == ["3", str(roll)]
    assert rows[-1].lstrip().startswith("blunder, best:")
    assert not last.is_best_idea
    assert last.best_slides[0] == last.best.slides
    assert found.turns[0].is_best_idea
    assert found.turns[0].best == found.turns[0].played
    assert max(map(len, drawing.splitlines()[:-2])) <= 80
    assert drawing.endswith("\nnumberdrop review x")


def test_selfplay_is_summarised() -> None:
    one, two = draw_selfplay(selfplay(1, 5)), draw_selfplay(selfplay(2, 5), verbose=True)
    assert one.startswith("1 game, mean score ")
    assert "standard error" not in one
    assert ", standard error " in two.splitlines()[0]
    assert "made by: numberdrop" in two
    assert max(map(len, one.splitlines())) <= 80
