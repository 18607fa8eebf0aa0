"""Classes: what stands in brackets."""

from __future__ import annotations

from familiar_memory.lore.js_regex.characters import CLASS_SETS, COMPLEMENTS, SETS
from familiar_memory.lore.js_regex.cursor import Cursor, refused
from familiar_memory.lore.js_regex.escapes import character_of, property_of
from familiar_memory.lore.js_regex.part import Part, plain

__all__ = ["class_part"]

_ITEMS_A_TERM = 16
"""So many items of a class weigh as much as one term more when a pattern is measured."""


def class_part(cursor: Cursor) -> Part:
    """Read a class; the cursor is behind its opening bracket.

    Raises:
        PatternError: JavaScript would refuse it.
    """
    negated = cursor.peek() == "^"
    cursor.at += negated
    items: list[str] = []
    after_set = False
    while (char := cursor.peek()) != "]":
        if not char:
            raise refused("a bracket is not closed")
        cursor.at += 1
        if char == "\\":
            after_set = cursor.peek() in CLASS_SETS
            items.append(_escape(cursor))
            continue
        # A hyphen beside a set makes no range: it stands for itself.
        is_range = char == "-" and not after_set and not _set_follows(cursor)
        items.append("-" if is_range else cursor.letter(char))
        after_set = False
    cursor.at += 1
    if not items:
        return plain("(?s:.)" if negated else "(?!)")
    size = 1 + len(items) // _ITEMS_A_TERM
    return Part(f"[{'^' if negated else ''}{''.join(items)}]", size, None)


def _escape(cursor: Cursor) -> str:
    char = cursor.take_escaped()
    if char in SETS:
        return SETS[char]
    if char in COMPLEMENTS:
        return COMPLEMENTS[char]
    if char == "b":
        return r"\x08"
    if (found := property_of(cursor, char)) is not None:
        return found
    return cursor.letter(character_of(cursor, char))


def _set_follows(cursor: Cursor) -> bool:
    return cursor.peek() == "\\" and cursor.peek(1) in CLASS_SETS
