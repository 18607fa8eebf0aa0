"""Comments within a line or paragraph: `%%…%%` of Obsidian, `<!-- … -->` of HTML. Pure."""

from __future__ import annotations

import re

from familiar_memory.markdown.text.code_spans import without_code_spans

__all__ = ["COMMENT", "without_comments"]

COMMENT = re.compile(r"(?<!\\)(?:%%(?P<obsidian>.+?)%%|<!--(?P<html>.*?)-->)", re.DOTALL)
"""One comment; one that is never closed is text."""
_RUN = re.compile("[ \t]{2,}")


def without_comments(text: str) -> str:
    """The words of a text that a reader of the page sees; in code all are words."""
    if "%%" not in text and "<!--" not in text:
        return text
    # Of the same length, so that what is found there stands at the same place in the text.
    prose = without_code_spans(text, lambda code: "`" * len(code))
    shown, at = [], 0
    for comment in COMMENT.finditer(prose):
        shown.append(text[at : comment.start()])
        at = comment.end()
    if not at:
        return text
    told = "".join([*shown, text[at:]])
    return "\n".join(_RUN.sub(" ", line).strip(" \t") for line in told.split("\n")).strip()
