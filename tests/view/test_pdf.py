"""Pages as a PDF: fonts, title and language, and the same bytes everywhere."""

from __future__ import annotations

import importlib.util
import io
import re
import sys
from importlib.resources import files

import pytest

import numberdrop as nd
from numberdrop.locales import LANGUAGES, translations
from numberdrop.view.paper.fonts import BOLD, LEAST, REGULAR, fitted, font_bytes, width, wrapped
from numberdrop.view.paper.page import Page
from numberdrop.view.paper.pdf import pages_pdf
from numberdrop.view.paper.sheets import daily_pages, empty_sheet
from numberdrop.view.paper.style import Style
from samples import some_days

needs_reportlab = pytest.mark.skipif(
    importlib.util.find_spec("reportlab") is None, reason="the extra pdf isn't installed"
)


def french_pages(ink: str = "colour") -> list[Page]:
    day = some_days()[0]
    return daily_pages(day.puzzle, day, Style("a4", "fr", ink), solution=True)


@needs_reportlab
def test_pdf_has_all_pages_and_stable_bytes() -> None:
    made = pages_pdf(french_pages(), "Number Drop", "fr")
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == 3
    assert pages_pdf(french_pages(), "Number Drop", "fr") == made
    assert b"/Filter" not in made  # the output of a filter depends on the version of zlib


@needs_reportlab
def test_all_fonts_are_embedded() -> None:
    made = pages_pdf(french_pages(), "Number Drop", "fr")
    named = set(re.findall(rb"/BaseFont /(\S+)", made))
    assert {name.partition(b"+")[2].decode() for name in named} == {REGULAR, BOLD}
    assert made.count(b"/FontFile2 ") == len(named) == 2
    assert b"Helvetica" not in made


@needs_reportlab
def test_pdf_has_title_and_language_and_no_author() -> None:
    made = pages_pdf(french_pages(), "Number Drop", "fr")
    assert b"/Title (Number Drop)" in made
    assert b"/Lang (fr)" in made
    assert b"/Author (numberdrop)" in made
    assert b"anonymous" not in made
    assert b"/Outlines" in made


@needs_reportlab
def test_black_is_pure_grey() -> None:
    colours = re.compile(rb"^[\d. ]+ (?:rg|RG)\b", re.MULTILINE)
    assert not colours.search(pages_pdf(french_pages("black"), ""))
    assert colours.search(pages_pdf(french_pages(), ""))


def test_missing_reportlab_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(nd.NumberdropError, match=r"pip install 'numberdrop\[pdf\]'; or name a"):
        pages_pdf(empty_sheet(), "")


@needs_reportlab
@pytest.mark.parametrize("name", [REGULAR, BOLD])
def test_widths_match_the_font(name: str) -> None:
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(f"{name}, again", io.BytesIO(font_bytes(name)))
    for code in font.face.charToGlyph:
        measured = width(chr(code), 1000, bold=name == BOLD)
        assert abs(font.stringWidth(chr(code), 1000) - measured) < 0.6, code


def test_fonts_have_every_letter_and_their_licence() -> None:
    nothing, missing = width("\U0010ffff", 1000), ""
    for language in LANGUAGES:
        missing += "".join(
            sign
            for text in translations(language).values()
            for sign in text
            if sign.isalpha() and width(sign, 1000) == nothing
        )
    assert missing == ""
    fonts = files("numberdrop.view.paper") / "typefaces"
    assert "Bitstream" in (fonts / "LICENSE").read_text("utf-8")


def test_text_wraps_at_blanks_and_shrinks_to_a_legible_size() -> None:
    assert wrapped("one two\N{NO-BREAK SPACE}three four", 3, width("one two", 3)) == [
        "one",
        "two\N{NO-BREAK SPACE}three",
        "four",
    ]
    assert fitted("text", 3, width("text", 3)) == 3
    assert LEAST < fitted("text", 4, width("text", 3.5)) < 3.6
    assert fitted("text", 4, 0.1) == LEAST
