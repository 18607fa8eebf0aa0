"""Names in running text: where one begins and ends, and whether a text names something."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

import regex

from familiar_memory.domain.text.tokens import is_dense_script

__all__ = ["Naming", "by_itself"]

_GAP = r"[\s_\p{Pd}]+"
"""What may stand between the words of a name: `project-x` is `Project X`, and `project_x`."""


def by_itself(name: str, pattern: str, *, joined_by: str = "") -> str:
    """The pattern of a name, where it is a word of its own; in scripts without spaces anywhere.

    Words go on through signs that are `joined_by`, as user names do through `_`.
    """
    before = "" if is_dense_script(name[0]) else rf"(?<![\p{{L}}\p{{N}}{joined_by}])"
    after = "" if is_dense_script(name[-1]) else rf"(?![\p{{L}}\p{{M}}\p{{N}}{joined_by}])"
    return f"{before}(?:{pattern}){after}"


class Naming:
    """Knows texts that name one of some things: in any case, width, spacing and composition."""

    def __init__(self, names: Iterable[str]) -> None:
        """Blank names name nothing."""
        patterns = sorted(filter(None, map(_spaced, map(_compared, names))))
        self._pattern = regex.compile("|".join(patterns)) if patterns else None

    def is_in(self, text: str) -> bool:
        """Whether one of the names stands in a text."""
        return self._pattern is not None and self._pattern.search(_compared(text)) is not None


def _compared(text: str) -> str:
    return normalize("NFKC", normalize("NFKC", text).casefold())


def _spaced(name: str) -> str:
    words = [word for word in regex.split(_GAP, name) if word] or [name.strip()]
    together = "".join(words)
    return together and by_itself(together, _GAP.join(map(regex.escape, words)))
