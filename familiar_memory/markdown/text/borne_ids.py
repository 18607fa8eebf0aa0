"""Whether a text bears an id of a line, also where that can be read as no record any more."""

from __future__ import annotations

from functools import lru_cache

import regex

__all__ = ["bears_id"]


def bears_id(text: str, line_id: str) -> bool:
    """Whether it bears `^line-id`, or links to it; that something went `into:` it is no sign.

    `^line-id-2` is another id.
    """
    return _pattern(line_id).search(text) is not None


@lru_cache(maxsize=256)
def _pattern(line_id: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<!into:)\^{regex.escape(line_id)}(?![\w-])")
