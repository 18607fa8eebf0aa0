"""Comments within a line or paragraph: `%%…%%` of Obsidian, `<!-- … -->` of HTML. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from familiar_memory.markdown.text.code_spans import without_code_spans
from familiar_memory.markdown.text.escape import is_escaped

__all__ = ["comment_spans", "without_comments"]

_OPENING = re.compile("%%|<!--")
_CLOSING = {"%%": "%%", "<!--": "-->"}
_RUN = re.compile("[ \t]{2,}")


def comment_spans(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each comment, its signs included; one that is never closed is text.

    Code has none. Linear in the text.
    """
    # Of the same length, so that what is found there stands at the same place in the text.
    prose = without_code_spans(text, lambda code: "`" * len(code))
    never_closed: set[str] = set()
    end = 0
    for opening in _OPENING.finditer(prose):
        sign = opening[0]
        if opening.start() < end or sign in never_closed or is_escaped(prose, opening.start()):
            continue
        closing = prose.find(_CLOSING[sign], opening.end())
        if closing < 0:
            never_closed.add(sign)
            continue
        end = closing + len(_CLOSING[sign])
        yield opening.start(), end


def without_comments(text: str) -> str:
    """The words of a text that a reader of the page sees."""
    if "%%" not in text and "<!--" not in text:
        return text
    shown, at = [], 0
    for start, end in comment_spans(text):
        shown.append(text[at:start])
        at = end
    if not at:
        return text
    told = "".join([*shown, text[at:]])
    return "\n".join(_RUN.sub(" ", line).strip(" \t") for line in told.split("\n")).strip()
