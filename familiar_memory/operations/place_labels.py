"""Short names of places, for people to read: `#tavern`, of a direct message `@rowan`.

Each is unique in the tree, so that a line which somebody copies into another note can never
mean another place there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

import regex

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.markdown.place_heading import heading_place
from familiar_memory.markdown.record.legend import is_label, legend_entry

if TYPE_CHECKING:
    from familiar_memory.history.base import History
    from familiar_memory.notes.register.head import NoteHead
    from familiar_memory.notes.register.register import TreeRegister

__all__ = ["Labels", "LabelsWhenNeeded", "PlaceLabels", "labels_in_use", "labels_when_needed"]

_NO_SIGNS = regex.compile(r"[^\p{L}\p{M}\p{N}_-]+")
_MAX_CHARS = 32
"""Longer than the names of rooms are on most platforms; a label stands in every line."""
_LEVEL = 2


class Labels(Protocol):
    """What places are called in lines."""

    def label(self, place: str) -> str | None:
        """The label of a place, by its slug; None for a place that has none."""
        ...


class PlaceLabels:
    """The label of each place of a tree."""

    def __init__(self, places: Iterable[Place] = (), used: Mapping[str, str] | None = None) -> None:
        """Take the places in the order in which they get labels.

        `used` are the labels that notes explain already, with their places: a place keeps its
        label, and none goes to another place.
        """
        used = {} if used is None else used
        self._labels = {place: label for label, place in used.items()}
        self._taken = {_compared(label) for label in used}
        for place in places:
            if place.slug not in self._labels:
                self._labels[place.slug] = self._new(place)

    def label(self, place: str) -> str | None:
        """The label of a place, by its slug; None for a place that has none."""
        return self._labels.get(place)

    def entry(self, place: str) -> str | None:
        """A link to the notes of a place that shows its label, as `places` lists it."""
        label = self.label(place)
        return None if label is None else legend_entry(label, place)

    def _new(self, place: Place) -> str:
        wanted = _wanted(place)
        label, number = wanted, 1
        while _compared(label) in self._taken:
            number += 1
            label = f"{wanted}-{number}"
        self._taken.add(_compared(label))
        return label


class LabelsWhenNeeded:
    """Labels that are found when the first is asked for: that takes a look at every note."""

    def __init__(self, find: Callable[[], Labels]) -> None:
        """Nothing is looked at yet."""
        self._find = find
        self._found: Labels | None = None

    def label(self, place: str) -> str | None:
        """As `Labels`."""
        if self._found is None:
            self._found = self._find()
        return self._found.label(place)


def labels_in_use(heads: Mapping[str, NoteHead]) -> dict[str, str]:
    """The labels of these notes, each with its place: by path, the first note with one counts."""
    found: dict[str, str] = {}
    for path in sorted(path for path, head in heads.items() if head.labels):
        for label, place in heads[path].labels:
            found.setdefault(label, place)
    return found


def labels_when_needed(history: History, register: TreeRegister) -> Labels:
    """The labels of the places that are known, found when a line needs one that its note lacks."""

    def find() -> PlaceLabels:
        register.look_at_heads()
        return PlaceLabels(history.places(), labels_in_use(register.heads()))

    return LabelsWhenNeeded(find)


def _wanted(place: Place) -> str:
    """The label that a place would have if there were no other: by its name, else its channel."""
    sign = "@" if place.kind is PlaceKind.DM else "#"
    for name in (place.name or "", place.channel, f"{place.kind.value}-{place.channel}"):
        word = _NO_SIGNS.sub("-", unicodedata.normalize("NFC", name)).strip("-")
        label = sign + word[:_MAX_CHARS]
        # With a number behind it "foo-dm" would be nearly the direct message foo-dm-2.
        if is_label(label) and all(_is_plain(one, place.slug) for one in (label, f"{label}-2")):
            return label
    return f"{sign}{place.kind.value}"


def _is_plain(label: str, slug: str) -> bool:
    """Whether a heading with that label is for its own place: none may be nearly another's."""
    return heading_place(legend_entry(label, slug), _LEVEL) == slug


def _compared(label: str) -> str:
    return unicodedata.normalize("NFKC", label).casefold()
