"""Greetings of a card as notes, one a file, numbered from 1 in the card's order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from familiar_importers.sillytavern.cards.notes.text import edited, field_note, shown
from familiar_memory.domain.tree import SELF, below

__all__ = ["GREETING_LISTS", "MAX_GREETINGS", "greeting_notes", "patched_greetings"]

GREETING_LISTS: Mapping[str, str] = {
    "alternate_greetings": f"{below(SELF)}greetings",
    "group_only_greetings": f"{below(SELF)}group_greetings",
}
"""The lists of a card, and the folder of each."""

MAX_GREETINGS = 1_000
"""A card has a handful; each becomes a note."""
_NUMBERED = re.compile(r"([1-9][0-9]{0,5})\.md")


def greeting_notes(value: Any, folder: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - JSON
    """Path and text of each greeting that is not empty; one text alone is one greeting."""
    for number, one in enumerate(_listed(value), start=1):
        if text := shown(one):
            yield f"{folder}/{number}.md", field_note(text)


def patched_greetings(value: Any, notes: Mapping[str, str]) -> Any:  # noqa: ANN401 - JSON
    """The list with what people did to its notes, given by file name; `value` if nothing.

    A note that is gone takes its greeting along; a new one is appended.
    """
    before = _listed(value)
    after: list[Any] = []
    for number, one in enumerate(before, start=1):
        note, before_text = notes.get(f"{number}.md"), shown(one)
        if note is None:
            after += [] if before_text else [one]
        else:
            new = edited(before_text, note)
            after.append(one if new is None else new)
    known = {f"{number}.md" for number in range(1, len(before) + 1)}
    new_names = sorted((name for name in notes if name not in known), key=_order)
    after += [text for name in new_names if (text := edited("", notes[name]))]
    if len(after) == len(before) and all(a is b for a, b in zip(after, before, strict=True)):
        return value
    return after[0] if isinstance(value, str) and len(after) == 1 else after


def _listed(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return value
    return [] if value is None or value == "" else [value]


def _order(name: str) -> tuple[int, str]:
    numbered = _NUMBERED.fullmatch(name)
    return (int(numbered[1]), name) if numbered else (10**6, name)
