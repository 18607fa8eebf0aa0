"""A text without what its author only passes on: code, and what others said."""

from __future__ import annotations

import re

__all__ = ["without_quotes"]

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_MOST_QUOTED = 300
"""Characters: two marks that stand further apart are no pair, but inches or a slip."""
# What opens a quote cannot stand in it, so that a text of opening marks is read once only.
_QUOTED = re.compile(
    r"^[ \t]*>.*$"
    + "".join(
        rf"|{begin}[^{begin}{end}\n]{{1,{_MOST_QUOTED}}}{end}"
        for begin, end in (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"))
    ),
    re.MULTILINE,
)


def without_quotes(text: str) -> str:
    """The text with code, quotes and quoted lines as spaces: every position stays.

    So a part of the result is the same part of the text, also where a fence that opened
    before it goes on in it. The result is its own result: a line that begins with `>` once the
    quote before it is gone counts as quoted, too.
    """
    while (own := _QUOTED.sub(_spaces, _CODE.sub(_spaces, text))) != text:
        text = own
    return own


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])
