"""Which signs of a record's text need a backslash in its line, so that it is read back the same."""

from __future__ import annotations

import re

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.markdown.frontmatter.visibility_key import signs_in_text
from familiar_memory.markdown.record.anatomy import place_mentions
from familiar_memory.markdown.record.labels import label_mentions
from familiar_memory.markdown.record.legend import CAUTIOUS
from familiar_memory.markdown.record.loose_tails import loose_tails
from familiar_memory.markdown.record.tail import date_that_never_was, parse_tail
from familiar_memory.markdown.text.parentheses import last_parenthesis
from familiar_memory.markdown.text.relation_field import relation_colon, relation_in
from familiar_memory.markdown.text.task_marks import without_dates

__all__ = ["every_escape", "is_relation", "needed_escapes"]

_LOOKS_LIKE_FACT = re.compile(r"[a-z][a-z0-9_]{0,39}(:):")
_TILDES = re.compile(r"~{2,}")
_COMMENT = re.compile(r"%{2,}")
"""Obsidian shows nothing from one of these to the next, wherever in the note that is."""
_LOOKS_LIKE_ID = re.compile(r"(?:\A|(?<=[ \t]))\^(?=[A-Za-z0-9-]+\s*\Z)")
# What would start another block where the text of an item begins.
_BLOCK_STARTS = (
    re.compile(r"()#{1,6}(?:\s|\Z)"),
    re.compile(r"()>"),
    re.compile(r"()[-+*](?:\s|\Z)"),
    re.compile(r"([0-9]{1,9})[.)](?:\s|\Z)"),
    re.compile(r"()```"),
    re.compile(r"()([-*_=])(?:[ \t]*\2)*[ \t]*\Z"),
    re.compile(r"()<[A-Za-z/!?]"),
    re.compile(r"()\[[^\]]?\](?:\s|\Z)"),
    re.compile(r"()\[[^\]]*\]:"),
    re.compile(r"()\|"),
)
_MEANINGFUL = frozenset("()[]~^:%")


def needed_escapes(record: Record) -> set[int]:
    """Where an ordinary text needs a backslash; nowhere, most of the time."""
    text = record.text
    runs = (*_TILDES.finditer(text), *_COMMENT.finditer(text))
    positions = {i for run in runs for i in range(run.start(), run.end())}
    if record.state is not RecordState.LIVE:
        positions |= {i for i in (0, len(text) - 1) if text[i] == "~"}
    positions |= {m.end(1) for p in _BLOCK_STARTS if (m := p.match(text))}
    if record.predicate is None and not is_relation(record):
        positions |= _colons_of_fields(text)
    positions |= _dates_of_object(record)
    if id_ := _LOOKS_LIKE_ID.search(text):
        positions.add(id_.start())
    return positions | _fake_tails(text, positions)


def every_escape(record: Record) -> set[int]:
    """Where anything stands that could mean anything; for texts that mix many signs."""
    stated = len(record.predicate) + 2 if record.predicate is not None else 0
    text = record.text
    starts = {m.end(1) for p in _BLOCK_STARTS if (m := p.match(text))}
    return (
        starts
        | _dates_of_object(record)
        | {i for i, c in enumerate(text) if i >= stated and c in _MEANINGFUL}
        | {tail.colon for tail in loose_tails(text)}
        | set(signs_in_text(text))
    )


def _dates_of_object(record: Record) -> set[int]:
    """A sign of the last date of a task that an object ends with: else it is no part of that."""
    object_ = record.object
    is_read_short = object_ is not None and without_dates(object_) != object_
    return {record.text.rindex("-")} if is_read_short else set()


def is_relation(record: Record) -> bool:
    """Whether its text is a field with one link, and no fact."""
    return record.relation is not None and relation_in(record.text) is not None


def _colons_of_fields(text: str) -> set[int]:
    """Where a text would be taken for a fact, or for a relation."""
    fact, relation = _LOOKS_LIKE_FACT.match(text), relation_colon(text)
    return {at for at in (fact and fact.start(1), relation) if at is not None}


def _fake_tails(text: str, escaped: set[int]) -> set[int]:
    shown = text.replace("\\", "/")  # it gets a backslash of its own, so it escapes nothing
    positions: set[int] = set()
    trimmed = shown.rstrip()
    opening = last_parenthesis(trimmed)
    if opening is not None and (
        not parse_tail(trimmed[opening + 1 : -1], CAUTIOUS).is_prose or date_that_never_was(trimmed)
    ):
        positions.add(opening)
        shown = f"{shown[:opening]}[{shown[opening + 1 :]}"
    unescaped = "".join("_" if i in escaped else sign for i, sign in enumerate(shown))
    positions.update(label_mentions(unescaped, CAUTIOUS))
    positions.update(place_mentions(shown), (tail.colon for tail in loose_tails(shown)))
    positions.update(signs_in_text(shown))
    return positions - escaped
