"""Pages as a PDF, by ReportLab: the optional extra `pdf`.

ReportLab is BSD licensed, has been kept up for twenty-five years, draws lines and text without
asking for a font file, and can leave dates out, so that the same pages give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, Final

from ..errors import NumberdropError
from .page import MIDDLE, Area, Box, Disc, Mark, Page, Stroke

_MM: Final = 72 / 25.4


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
    canvas.setFillColor(mark.fill or "#ffffff") if hasattr(mark, "fill") else None
    canvas.setDash()
    if getattr(mark, "stroke", ""):
        canvas.setStrokeColor(mark.stroke)  # type: ignore[union-attr]
        canvas.setLineWidth(mark.width)  # type: ignore[union-attr]
    if isinstance(mark, Stroke):
        if mark.dash:
            canvas.setDash(mark.dash, mark.dash)
        canvas.line(mark.x1, high - mark.y1, mark.x2, high - mark.y2)
    elif isinstance(mark, Box):
        how = {"fill": bool(mark.fill), "stroke": bool(mark.stroke)}
        y = high - mark.y - mark.h
        if mark.radius:
            canvas.roundRect(mark.x, y, mark.w, mark.h, mark.radius, **how)
        else:
            canvas.rect(mark.x, y, mark.w, mark.h, **how)
    elif isinstance(mark, Disc):
        how = {"fill": bool(mark.fill), "stroke": bool(mark.stroke)}
        canvas.circle(mark.x, high - mark.y, mark.r, **how)
    elif isinstance(mark, Area):
        path = canvas.beginPath()
        (x, y), *rest = mark.points
        path.moveTo(x, high - y)
        for x, y in rest:
            path.lineTo(x, high - y)
        path.close()
        canvas.drawPath(path, fill=bool(mark.fill), stroke=bool(mark.stroke))
    else:
        canvas.setFont("Helvetica-Bold" if mark.bold else "Helvetica", mark.size)
        draw = {"l": "drawString", "m": "drawCentredString", "r": "drawRightString"}[mark.side]
        getattr(canvas, draw)(mark.x, high - mark.y - MIDDLE * mark.size, mark.text)
