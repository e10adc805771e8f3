"""What a page's index.html says besides, so that its first view comes with few round trips.

Scripts import each other, and a browser would learn of each only from the one before. So the page
names them all: main.js, home.js, and what these import as soon as they are loaded. The style sheets
become one file. The page also names its languages, so that the translations need no question first.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from ..locales import LANGUAGES

#: The scripts of the first view, those that ask for something first.
FIRST = ("i18n.js", "ahead.js", "main.js", "home.js")
#: The file with all style sheets of a page, in the order of its links.
STYLES = "styles.css"

_STYLE = re.compile(r' *<link rel="stylesheet" href="(?P<name>[^"]+)">\n')
_IMPORT = re.compile(r'^(?:import|\} from) .*?"(\.\.?/.*)";$', re.MULTILINE)

#: Returns the contents of a file of the page.
Read = Callable[[str], bytes]


def first_page(index: str, read: Read) -> str:
    """Return a page's index.html as it is served, given how it is in the package."""
    scripts = dict.fromkeys(name for first in FIRST for name in static_imports(first, read))
    links = [f'<link rel="modulepreload" href="{name}">' for name in scripts]
    head = [
        f'<meta name="languages" content="{" ".join(LANGUAGES)}">',
        f'<link rel="stylesheet" href="{STYLES}">',
        *links,
    ]
    first, *_ = _STYLE.finditer(index)
    start, end = index[: first.start()], _STYLE.sub("", index[first.start() :])
    return start + "".join(f"    {line}\n" for line in head) + end


def style_names(index: str) -> list[str]:
    """Return the style sheets of a page, given its index.html in the package."""
    return [link["name"] for link in _STYLE.finditer(index)]


def styles(index: str, read: Read) -> bytes:
    """Return the style sheets of a page in one, given its index.html in the package."""
    return b"\n".join(map(read, style_names(index)))


def static_imports(name: str, read: Read) -> Iterator[str]:
    """Yield a script, and those that it imports as soon as it is loaded."""
    found, wanted = set(), [name]
    while wanted:
        if (name := wanted.pop(0)) in found:
            continue
        found.add(name)
        yield name
        folder = posixpath.dirname(name)
        for other in _IMPORT.findall(read(name).decode()):
            wanted.append(posixpath.normpath(posixpath.join(folder, other)))
