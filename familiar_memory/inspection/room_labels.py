"""What rooms are called in tables for the owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from familiar_memory.domain.talk.place import Place

__all__ = ["labels_of"]


def labels_of(places: Iterable[Place]) -> dict[str, str]:
    """The labels of places by slug, of those whose label no other place has."""
    labels = {place.slug: place.label for place in places}
    times = Counter(labels.values())
    return {slug: label for slug, label in labels.items() if times[label] == 1}
