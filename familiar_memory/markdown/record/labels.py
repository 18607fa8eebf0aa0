"""Parentheses that were meant as a tail with the label of a place, and are none.

`(2026-02-02, #tavern, t1008)` is a tail where the note explains `#tavern`. Where it does not,
or where somebody deleted a part of it, nothing says any more for whom the line is, so it must not
be taken for public prose. `(#1)` and `(see #tavern)` are prose.
"""

from __future__ import annotations

import html
import re

from familiar_memory.markdown.record.legend import PlaceLegend
from familiar_memory.markdown.record.moments import parse_moment
from familiar_memory.markdown.record.tail_items import read_bare_ref
from familiar_memory.markdown.text.escape import is_escaped

__all__ = ["is_meant_as_tail", "label_mentions"]

_TAIL_SIGN = re.compile(
    r"(?<![0-9])[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?![0-9])|(?:\A|,)[ \t]*"
    r"(?:(?:since|until)[ \t]+[0-9]|temporary[ \t]*(?:,|\Z)|(?:ref|by|in|seen|replaces|into):\S)"
)
_LABEL_FIRST = re.compile(r"[#@](?![0-9]+\Z)")
_LABEL_FIRST_ITEM = re.compile(r"(?:\A|,)[ \t]*[#@]")
_SHORT_NUMBER = re.compile(r"[0-9]{1,5}[A-Za-z]{0,3}")
"""`3pm`, `2`: what people write beside a day."""
_CUT_OFF = re.compile(r"\([ \t]*[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[ \t]*(?:,[^()]*)?\Z")
_ESCAPE = re.compile(r"\\(?=[#@])")
_PARENTHESIS = re.compile(r"[()]")


def is_meant_as_tail(content: str, legend: PlaceLegend) -> bool:
    """Whether what stands between parentheses was to be a tail that names a place."""
    if legend.is_present:
        # However its sign is written; and a day and a turn alone have lost it.
        content = _ESCAPE.sub("", html.unescape(content))
        if _has_lost_label(content):
            return True
    has_sign = "#" in content or "@" in content
    if not has_sign and not legend.is_present:
        return False
    items = [item.strip(" \t") for item in content.split(",")]
    is_signed = has_sign and any(map(_LABEL_FIRST.match, items))
    if _TAIL_SIGN.search(content) is None:
        is_word = legend.is_strict and any(map(legend.is_bare_label, items))
        return legend.is_present and (is_signed or is_word)
    if is_signed or not legend.is_present:
        return is_signed
    return any(legend.names_in(content)) or any(map(legend.is_bare_label, items))


def _has_lost_label(content: str) -> bool:
    """Whether it is a day and turns of a machine: beside these a label stood."""
    items = [item.strip(" \t") for item in content.split(",")]
    others = [item for item in items if parse_moment(item) is None]
    return 0 < len(others) < len(items) and all(
        read_bare_ref(item) is not None and _SHORT_NUMBER.fullmatch(item) is None for item in others
    )


def label_mentions(source: str, legend: PlaceLegend) -> list[int]:
    """Where the parentheses stand, in a text without its tail, that were meant as one.

    Somebody wrote on behind the tail of a line, or deleted one of its parentheses.
    """
    if "#" not in source and "@" not in source:
        cut = _CUT_OFF.search(source) if legend.is_present else None
        return [] if cut is None or is_escaped(source, cut.start()) else [cut.start()]
    signs = [m.start() for m in _PARENTHESIS.finditer(source) if not is_escaped(source, m.start())]
    found = []
    for index, at in enumerate(signs):
        before = signs[index - 1] if index else -1
        if source[at] == "(":
            end = signs[index + 1] if index + 1 < len(signs) else len(source)
            inside = source[at + 1 : end]
            if _LABEL_FIRST_ITEM.search(inside) and is_meant_as_tail(inside, legend):
                found.append(at)
        elif source[before : before + 1] != "(" and _is_rest(source[before + 1 : at], legend):
            found.append(at)
    return found


def _is_rest(text: str, legend: PlaceLegend) -> bool:
    """Whether a text before a parenthesis that nothing opens is what is left of a tail."""
    return is_meant_as_tail(text, legend) or any(legend.names_in(text))
