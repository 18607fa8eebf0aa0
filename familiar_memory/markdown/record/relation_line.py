"""Relation lines: a field whose whole value is one link, `part_of:: [[Acme Corp]]`.

Any key will do. Whether it also is a predicate of the vocabulary, and the line so a fact, is for
`familiar_memory.markdown.record.line` to say.
"""

from __future__ import annotations

import re

from familiar_memory.knowledge.entities.labels import relation_label
from familiar_memory.markdown.links import Link, sole_link

__all__ = ["linked_value", "relation_colon", "relation_in"]

_FIELD = re.compile(r"([^\W\d_][\w -]{0,39}?)[ \t]*(::)[ \t]*(?=[\[])")


def relation_in(body: str) -> str | None:
    """The label of the relation that a text states, still escaped; None where it states none."""
    match = _FIELD.match(body)
    if match is None or sole_link(body[match.end() :]) is None:
        return None
    return relation_label(match[1])


def linked_value(text: str) -> Link | None:
    """The link that is the whole value of a field, given as its text; None where there is none."""
    _, colons, value = text.partition("::")
    return sole_link(value) if colons else None


def relation_colon(text: str) -> int | None:
    """Where a text would need a backslash so as not to state a relation; None where it would not."""
    match = _FIELD.match(text)
    return None if match is None else match.start(2)
