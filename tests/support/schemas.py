"""Validators for the JSON Schemas in the package."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import jsonschema  # type: ignore[import-untyped]
from referencing import Registry, Resource

Json = dict[str, Any]

FILES = (
    *("notation", "turn", "game", "line", "puzzle", "archive", "maximum", "hint", "review"),
    *("moment", "sitting", "lesson", "match", "review-seats", "seats", "study", "api"),
    *("sentences", "omba", "games", "statistics", "why"),
)
SCHEMAS: dict[str, Json] = {
    f"{name}.schema.json": json.loads(
        (resources.files("numberdrop") / "schemas" / f"{name}.schema.json").read_text("utf-8")
    )
    for name in FILES
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


@cache
def validator(ref: str) -> Any:
    """Return a validator for `FILE` or `FILE#/$defs/NAME`, which uses only schemas of the
    package."""
    return jsonschema.Draft202012Validator({"$ref": ref}, registry=REGISTRY)


def faults(of: Any, document: object) -> list[str]:
    """Return the errors that a validator finds in a document."""
    return [error.message for error in of.iter_errors(document)]
