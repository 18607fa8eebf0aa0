"""What rooms are called in tables for the owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.place import Place

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["labels_of", "noted_labels"]


def labels_of(places: Iterable[Place]) -> dict[str, str]:
    """The labels of places by slug, of those whose label no other place has."""
    labels = {place.slug: place.label for place in places}
    times = Counter(labels.values())
    return {slug: label for slug, label in labels.items() if times[label] == 1}


def noted_labels(parts: Parts) -> dict[str, str]:
    """The labels that notes of people and topics write, each with the slug of its place."""
    # Behind a call: whoever names a place by its slug waits for no register.
    from familiar_memory.operations.place_labels import labels_in_use

    return labels_in_use(parts.files.register.heads())
