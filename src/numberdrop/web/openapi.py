"""The description of the API for other programs: an OpenAPI document."""

from __future__ import annotations

from typing import Any

from ..version import VERSION


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    return {"openapi": "3.1.0", "info": {"title": "numberdrop", "version": VERSION}, "paths": {}}
