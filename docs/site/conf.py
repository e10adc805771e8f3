"""How Sphinx makes the site of the documents; `python tests/tools website` calls it."""

import re
from typing import Any

from numberdrop.version import VERSION

project = "numberdrop"
version = release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["tests/**"]
suppress_warnings = ["ref.python"]  # both games have a Review and a Position
html_theme = "furo"
html_title = f"numberdrop {VERSION}"
html_copy_source = False
html_show_copyright = False
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}


def as_restructured(line: str) -> str:
    """A line of our docstrings, which know code in `backticks` and nothing else."""
    parts = re.split(r"(?::[a-z]+:)?(`+)([^`]+)\1", line)
    told = [re.sub(r"([*|_\\])", r"\\\1", part) for part in parts]
    return "".join(
        f"``{parts[at]}``" if at % 3 == 2 else told[at] for at in range(len(parts)) if at % 3 != 1
    )


def process_docstring(
    app: Any, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Blank lines stand around what is indented, which is shown as it is."""
    lines[:] = [line if line.startswith("    ") else as_restructured(line) for line in lines]


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", process_docstring)
