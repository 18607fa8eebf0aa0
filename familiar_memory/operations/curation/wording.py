"""What a heading or a bullet may say: one line of plain text, whoever words it."""

from __future__ import annotations

import re

from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.operations.curation.reasons import CurationReason

__all__ = ["MOST_CHARS", "bullet_body", "compared", "heading_problem", "line_problem"]

MOST_CHARS = 500
"""Of a bullet: three sentences. A note of longer ones is an essay, which people write."""
_MOST_HEADING_CHARS = 120
_BREAK = re.compile("[\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
"""All at which Markdown, an editor or `str.splitlines` ends a line."""
_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Also what turns the direction of writing, and halves of a character."""
_MARKER = re.compile(r"[-*+][ \t]+|[0-9]{1,9}[.)][ \t]+")
_HASH = re.compile(r"#{1,6}(?:[ \t]|\Z)")
_FENCE = re.compile(r"`{3}|~{3}")


def bullet_body(line: str) -> str:
    """The words of a line, without the marker of a list that a model may put before them."""
    text = line.strip(" \t")
    marker = _MARKER.match(text)
    return text if marker is None else text[marker.end() :].strip(" \t")


def line_problem(text: str) -> CurationReason | None:
    """Why no bullet may say this; None where one may. Facts are for the rules of facts."""
    if (problem := _sign_problem(text)) is not None:
        return problem
    if not text.strip() or text.strip() in ("-", "*", "+"):
        return CurationReason.EMPTY_LINE
    if _HASH.match(text.lstrip()):
        return CurationReason.LINE_STARTS_WITH_HASH
    if _FENCE.match(text.lstrip()):
        return CurationReason.CODE_FENCE
    if len(text) > MOST_CHARS:
        return CurationReason.TOO_LONG
    return None if stated_fact(text) is None else CurationReason.FACT_LINE


def heading_problem(text: str) -> CurationReason | None:
    """Why no heading may say this; None where one may."""
    if (problem := _sign_problem(text)) is not None:
        return problem
    if not text.strip():
        return CurationReason.EMPTY_HEADING
    if text.lstrip().startswith("#"):
        return CurationReason.HEADING_STARTS_WITH_HASH
    if _FENCE.match(text.lstrip()):
        return CurationReason.CODE_FENCE
    return CurationReason.TOO_LONG if len(text) > _MOST_HEADING_CHARS else None


def compared(text: str) -> str:
    """A text as bullets are compared: in any case, its spaces made single."""
    return " ".join(text.split()).casefold()


def _sign_problem(text: str) -> CurationReason | None:
    if _BREAK.search(text):
        return CurationReason.LINE_BREAK
    return CurationReason.CONTROL_CHARACTER if _CONTROL.search(text) else None
