"""Pages as a PDF, by ReportLab: the optional extra `pdf`.

ReportLab is BSD licensed, has been kept up for twenty-five years, draws lines and text without
asking for a font file, and can leave dates out, so that the same pages give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from ...errors import NumberdropError
from .page import MIDDLE, Box, Disc, Mark, Page, Stroke, Words

_MM: Final = 72 / 25.4


@cache
def _colour(text: str) -> Any:
    """ReportLab's colour, read once: reading colours took half of its time."""
    from reportlab.lib.colors import HexColor

    return HexColor(text)


def pages_pdf(pages: Iterable[Page], title: str) -> bytes:
    """The pages as one PDF document. NumberdropError where ReportLab isn't installed."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise NumberdropError(
            "PDF: expected ReportLab to be installed: pip install 'numberdrop[pdf]'; "
            "or name a file that ends in .svg"
        ) from None
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("numberdrop")
    for page in pages:
        canvas.setPageSize((page.width * _MM, page.height * _MM))
        canvas.scale(_MM, _MM)
        for mark in page.marks:
            _draw(canvas, page, mark)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Any, page: Page, mark: Mark) -> None:
    """ReportLab counts heights from the bottom."""
    high = page.height
    if isinstance(mark, Words):
        canvas.setFillColor(_colour(mark.fill))
        canvas.setFont("Helvetica-Bold" if mark.bold else "Helvetica", mark.size)
        draw = {"l": "drawString", "m": "drawCentredString", "r": "drawRightString"}[mark.side]
        getattr(canvas, draw)(mark.x, high - mark.y - MIDDLE * mark.size, mark.text)
        return
    canvas.setLineWidth(mark.width)
    if mark.stroke:
        canvas.setStrokeColor(_colour(mark.stroke))
    if isinstance(mark, Stroke):
        canvas.setDash(*([mark.dash, mark.dash] if mark.dash else []))
        canvas.line(mark.x1, high - mark.y1, mark.x2, high - mark.y2)
        canvas.setDash()
        return
    if mark.fill:
        canvas.setFillColor(_colour(mark.fill))
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
