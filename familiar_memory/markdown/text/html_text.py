"""The words in a block of HTML: what a reader of the page would see. Pure, linear in the text.

Tags go, entities become characters; comments, scripts and style sheets are no words.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

__all__ = ["HtmlText", "html_text"]

# What stands in a line of prose, so that nothing separates the words around it.
_INLINE = (
    r"/?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|rp|rt|ruby|s|samp"
    r"|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)"
)
_INSIDE = r"(?>[^<>\"']+|\"[^\"]*\"|'[^']*')*"
_MARKUP = re.compile(
    rf"(?P<unseen><!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\2\s*>|\Z)"
    rf"|<!\[CDATA\[|\]\]>|<[?!][^>]*(?:>|\Z))"
    rf"|(?P<inline><{_INLINE}(?=[\s/>]){_INSIDE}>)"
    rf"|</?[A-Za-z]{_INSIDE}>",
    re.DOTALL | re.IGNORECASE,
)


class HtmlText(NamedTuple):
    """The words of a block, and in which of its lines they stand (from 0; `end` is exclusive)."""

    text: str
    first: int
    end: int


def html_text(source: str) -> HtmlText:
    """Read the words of a block whose lines end in line feeds; they keep their lines."""
    lines = [
        " ".join(html.unescape(line).split()) for line in _MARKUP.sub(_gap, source).split("\n")
    ]
    told = [number for number, line in enumerate(lines) if line]
    if not told:
        return HtmlText("", 0, 0)
    return HtmlText("\n".join(filter(None, lines)), told[0], told[-1] + 1)


def _gap(match: re.Match[str]) -> str:
    """What stands instead of markup: as many lines as it had, else a space between words."""
    breaks = "\n" * match[0].count("\n")
    return breaks if breaks or match["inline"] or match[0].startswith("<!--") else " "
