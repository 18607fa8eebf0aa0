"""Relation lines: a field whose whole value is one link, `part_of:: [[Acme Corp]]`.

Any key will do. Whether it also is a predicate of the vocabulary, and the line so a fact, is for
`familiar_memory.markdown.record.line` to say; where the link leads, for `markdown.links`.
"""

from __future__ import annotations

import re

from familiar_memory.knowledge.entities.labels import relation_label

__all__ = ["relation_colon", "relation_in"]

_FIELD = re.compile(r"([^\W\d_][\w -]{0,39}?)[ \t]*(::)[ \t]*(?=\[)")
_ONE_LINK = re.compile(
    r"(?:\[\[[^\[\]|\r\n]+(?:\|[^\[\]\r\n]*)?\]\]"
    r"|\[(?:[^\[\]\\\r\n]|\\.)*\]\((?:<[^<>\r\n]*>|(?:[^\s()<>\\]|\\.|\([^\s()]*\))+)\))[ \t]*"
)


def relation_in(body: str) -> str | None:
    """The label of the relation that a text states, still escaped; None where it states none."""
    match = _FIELD.match(body)
    if match is None or _ONE_LINK.fullmatch(body, match.end()) is None:
        return None
    return relation_label(match[1])


def relation_colon(text: str) -> int | None:
    """Where a text needs a backslash so as to state no relation; None where it states none."""
    match = _FIELD.match(text)
    return None if match is None else match.start(2)
