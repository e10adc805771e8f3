"""Pages as a PDF, by ReportLab: the optional extra `pdf`.

ReportLab is BSD licensed, has been maintained for twenty-five years, embeds the used letters of a
font, and can leave dates out. Nothing is compressed, because the result would depend on the
machine's zlib: the same pages give the same bytes everywhere.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from ...errors import NumberdropError
from .fonts import BOLD, REGULAR, font_bytes
from .page import MIDDLE, Box, Disc, Mark, Page, Stroke, Words

_MM: Final = 72 / 25.4


def pages_pdf(pages: Iterable[Page], title: str, language: str = "en") -> bytes:
    """Return the pages as one PDF document in this language. Raises NumberdropError if ReportLab
    isn't installed."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise NumberdropError(
            "PDF: expected ReportLab to be installed: pip install 'numberdrop[pdf]'; "
            "or name a file that ends in .svg"
        ) from None
    _register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=0, initialFontName=REGULAR, lang=language)
    canvas.setTitle(title)
    canvas.setSubject("Number Drop")
    for say in (canvas.setAuthor, canvas.setCreator):
        say("numberdrop")
    for number, page in enumerate(pages):
        canvas.setPageSize((page.width * _MM, page.height * _MM))
        if page.title:
            canvas.bookmarkPage(str(number))
            canvas.addOutlineEntry(page.title, str(number))
        canvas.scale(_MM, _MM)
        pen = _Pen(canvas, page.height)
        for mark in page.marks:
            pen.draw(mark)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (REGULAR, BOLD):
        registerFont(TTFont(name, io.BytesIO(font_bytes(name))))


@cache
def _colour(text: str) -> Any:
    """Return ReportLab's colour, cached: parsing colours took half of the time."""
    from reportlab.lib.colors import HexColor

    return HexColor(text)


class _Pen:
    """A renderer of the marks of a page. ReportLab measures heights from the bottom, and writes a
    colour or a width each time that it is set; this sets them only when they change."""

    def __init__(self, canvas: Any, height: float) -> None:
        self._canvas, self._height = canvas, height
        self._now: dict[str, object] = {}

    def draw(self, mark: Mark) -> None:
        canvas, high = self._canvas, self._height
        if isinstance(mark, Words):
            self._fill(mark.fill)
            canvas.setFont(BOLD if mark.bold else REGULAR, mark.size)
            draw = {"l": "drawString", "m": "drawCentredString", "r": "drawRightString"}[mark.side]
            getattr(canvas, draw)(mark.x, high - mark.y - MIDDLE * mark.size, mark.text)
            return
        self._set("setLineWidth", mark.width)
        if mark.stroke:
            self._stroke(mark.stroke)
        if isinstance(mark, Stroke):
            self._set("setDash", *([mark.dash, mark.dash] if mark.dash else []))
            canvas.line(mark.x1, high - mark.y1, mark.x2, high - mark.y2)
            return
        self._set("setDash")
        if mark.fill:
            self._fill(mark.fill)
        how = {"fill": bool(mark.fill), "stroke": bool(mark.stroke)}
        if isinstance(mark, Disc):
            canvas.circle(mark.x, high - mark.y, mark.r, **how)
        elif isinstance(mark, Box):
            corner = (mark.x, high - mark.y - mark.h, mark.w, mark.h)
            if mark.radius:
                canvas.roundRect(*corner, mark.radius, **how)
            else:
                canvas.rect(*corner, **how)
        else:
            path = canvas.beginPath()
            path.moveTo(mark.points[0][0], high - mark.points[0][1])
            for x, y in mark.points[1:]:
                path.lineTo(x, high - y)
            path.close()
            canvas.drawPath(path, **how)

    def _fill(self, colour: str) -> None:
        if _is_grey(colour):  # so that it is printed with black ink alone, not with four colours
            self._set("setFillGray", int(colour[1:3], 16) / 255, of="fill")
        else:
            self._set("setFillColor", _colour(colour), of="fill")

    def _stroke(self, colour: str) -> None:
        if _is_grey(colour):
            self._set("setStrokeGray", int(colour[1:3], 16) / 255, of="stroke")
        else:
            self._set("setStrokeColor", _colour(colour), of="stroke")

    def _set(self, setter: str, *values: object, of: str = "") -> None:
        wanted = (setter, *values)
        if self._now.get(of or setter) != wanted:
            getattr(self._canvas, setter)(*values)
            self._now[of or setter] = wanted


def _is_grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]
