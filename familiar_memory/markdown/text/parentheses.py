"""Which parenthesis ends a line: the one that its last character closes."""

from __future__ import annotations

import re

from familiar_memory.markdown.text.escape import is_escaped

__all__ = ["balancing_parenthesis", "last_parenthesis"]

_SIGNS = re.compile(r"[()\"\\]")


def last_parenthesis(source: str) -> int | None:
    """The index of the `(` that the last character, a `)`, closes; None without one.

    Quoted stretches and escaped characters do not count; linear in the text.
    """
    if not source.endswith(")") or is_escaped(source, len(source) - 1):
        return None
    opening = source.rfind("(")
    if opening < 0 or _is_plain_from(source, opening):
        return opening if opening >= 0 else None
    return balancing_parenthesis(source)


def balancing_parenthesis(source: str) -> int | None:
    """What `last_parenthesis` finds, for a text that ends in an unescaped `)`."""
    depth, index = 0, len(source) - 1
    while index >= 0:
        character = source[index]
        if character in '()"' and not is_escaped(source, index):
            if character == '"':
                index = _opening_quote(source, index)
            else:
                depth += 1 if character == ")" else -1
                if depth == 0:
                    return index
        index -= 1
    return None


def _is_plain_from(source: str, opening: int) -> bool:
    """Whether nothing behind this parenthesis can mean that it is not the one that is sought."""
    if opening and source[opening - 1] == "\\":
        return False
    return _SIGNS.search(source, opening + 1, len(source) - 1) is None


def _opening_quote(source: str, closing: int) -> int:
    index = source.rfind('"', 0, closing)
    while index >= 0 and is_escaped(source, index):
        index = source.rfind('"', 0, index)
    return index if index >= 0 else closing
