"""What the short names of places mean in one note: `#tavern`, `@rowan`.

The note's own property `places` says it, so that who may know a line follows from the text of
its file alone:

    places:
      - "[[channels/discord-lantern.tavern|#tavern]]"
      - "[[channels/discord-dm-9001|@rowan]]"

A label that is said twice for two places, or in an entry that cannot be read, means none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import regex

from familiar_memory.domain.talk.place import parse_place_slug

__all__ = [
    "CAUTIOUS",
    "NO_LEGEND",
    "PlaceLegend",
    "is_label",
    "labels_written",
    "legend_entry",
    "legend_of",
]

_SHAPE = r"[#@](?=[\p{N}_-]*\p{L})[\p{L}\p{M}\p{N}_-]+"
_LABEL = regex.compile(_SHAPE)
_ANYWHERE = regex.compile(rf"(?<![\\\p{{L}}\p{{M}}\p{{N}}]){_SHAPE}")
_ENTRY = regex.compile(
    rf"\[\[(?:/|(?:\.{{1,2}}/)+)?channels/([^\[\]|#^\s/]+?)(?:\.md)?\|({_SHAPE})\]\]"
)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}_-]+")
_PROPERTY = "places"


def is_label(text: str) -> bool:
    """Whether a text is the short name of a place: a sign and at least one letter."""
    return text[:1] in ("#", "@") and _LABEL.fullmatch(text) is not None


def labels_written(text: str) -> list[str]:
    """What could be a label, of all that stands in a text."""
    return [match[0] for match in _ANYWHERE.finditer(text)]


@dataclass(frozen=True)
class PlaceLegend:
    """The labels of one note. `is_present`: it has the property, with entries or without.

    Where it is `strict` a label stands for a place even beside nothing else; where it is
    `cautious` everything is taken for a label that could be one in some note.
    """

    places: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    closed: frozenset[str] = frozenset()
    """Labels that stand there, and mean no place for sure."""
    is_present: bool = False
    is_strict: bool = False
    is_cautious: bool = False

    def __hash__(self) -> int:
        """Equal ones have the same labels."""
        return hash((frozenset(self.places), self.closed))

    def place(self, label: str) -> str | None:
        """The place that a label means; None for one that the note does not explain."""
        return self.places.get(_same(label))

    def label(self, place: str) -> str | None:
        """The label of a place, where the note has one."""
        return self._labels.get(place)

    def with_label(self, label: str, place: str) -> PlaceLegend | None:
        """The legend with one more label; None where it says something of that already."""
        if _same(label) in self.places or _same(label) in self.closed:
            return None
        added = {**self.places, _same(label): place}
        return replace(self, places=MappingProxyType(added), is_present=True)

    def strictly(self) -> PlaceLegend:
        """The same legend where a label by itself is a tail: for names, and links to lines."""
        return replace(self, is_present=True, is_strict=True)

    def names_in(self, text: str) -> Iterator[str]:
        """Every label that is meant somewhere in a text, wherever it stands."""
        for match in _ANYWHERE.finditer(text):
            if self.is_cautious or self.place(match[0]) is not None:
                yield match[0]

    def is_bare_label(self, word: str) -> bool:
        """Whether a word is a label that has lost its sign."""
        if self.is_cautious:
            return _WORD.fullmatch(word) is not None
        return bool(self.places) and any(_same(f"{sign}{word}") in self.places for sign in "#@")

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {place: label for label, place in self.places.items()}


NO_LEGEND = PlaceLegend()
CAUTIOUS = PlaceLegend(is_present=True, is_cautious=True)
"""For writing: what a label would be in some note, in any."""


def legend_of(data: Mapping[str, Any]) -> PlaceLegend:
    """Read the property from a frontmatter's keys (in small letters)."""
    if _PROPERTY not in data:
        return NO_LEGEND
    value = data[_PROPERTY]
    entries = value if isinstance(value, list) else [value]
    return _read(tuple(one if isinstance(one, str) else f"\0{one}" for one in entries))


def legend_entry(label: str, place: str) -> str:
    """The entry of a label, as the property lists it."""
    return f"[[channels/{place}|{label}]]"


@lru_cache(maxsize=1_024)  # a note is parsed again and again while it is written
def _read(entries: tuple[str, ...]) -> PlaceLegend:
    places: dict[str, str] = {}
    closed: set[str] = set()
    for entry in entries:
        match = _ENTRY.fullmatch(entry.strip())
        if match is None or parse_place_slug(match[1]) is None:
            # Whatever it was to explain means nothing any more.
            closed.update(map(_same, _LABEL.findall(entry)))
            continue
        place, label = match[1], _same(match[2])
        if places.setdefault(label, place) != place:
            closed.add(label)
    read = {label: place for label, place in places.items() if label not in closed}
    return PlaceLegend(MappingProxyType(read), frozenset(closed), is_present=True)


def _same(label: str) -> str:
    return unicodedata.normalize("NFC", label)
