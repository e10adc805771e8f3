"""The deprecated name of numberdrop.consistency; it will be removed in the next version."""

from .lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__, {}, old={"problems": "numberdrop.consistency.problems"})
