"""What a page's index.html says besides, so that its first view comes with few round trips.

Scripts import each other, and a browser would learn of each only from the one before. So the page
names them all: those of its own tags, the first view, and what these import as soon as they are
loaded. Those of `async` tags, which ask for something or draw the first card, come before the rest.
The style sheets become one file. The page also names its languages, so that the translations need
no question first.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator

from ..locales import LANGUAGES

#: The view that is shown first, which main.js loads.
HOME = "home.js"
#: The file with all style sheets of a page, in the order of its links.
STYLES = "styles.css"

_STYLE = re.compile(r' *<link rel="stylesheet" href="(?P<name>[^"]+)">\n')
#: The tags of scripts that run as soon as they are loaded, and of the others.
_EARLY = re.compile(r'<script type="module" async src="([^"]+)">')
_LATE = re.compile(r'<script type="module" src="([^"]+)">')
_IMPORT = re.compile(r'^(?:import|\} from) .*?"(\.\.?/.*)";$', re.MULTILINE)

#: Returns the contents of a file of the page.
Read = Callable[[str], bytes]


def first_page(index: str, read: Read) -> str:
    """Return a page's index.html as it is served, given how it is in the package."""
    first, others = (_with_imports(pattern.findall(index), read) for pattern in (_EARLY, _LATE))
    others |= _with_imports([HOME], read)
    links = [f'<link rel="modulepreload" href="{name}">' for name in first]
    links += [
        f'<link rel="modulepreload" href="{name}" fetchpriority="low">'
        for name in others
        if name not in first
    ]
    head = [
        f'<meta name="languages" content="{" ".join(LANGUAGES)}">',
        f'<link rel="stylesheet" href="{STYLES}">',
        *links,
    ]
    style, *_ = _STYLE.finditer(index)
    start, end = index[: style.start()], _STYLE.sub("", index[style.start() :])
    return start + "".join(f"    {line}\n" for line in head) + end


def _with_imports(scripts: Iterable[str], read: Read) -> dict[str, None]:
    """Return scripts with what they import as soon as they are loaded, each once, in order."""
    return dict.fromkeys(name for script in scripts for name in static_imports(script, read))


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
