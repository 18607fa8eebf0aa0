"""Who is meant by what people are called in talk: names that no note states.

As in searches and prompts: what others call somebody, and each word of the name under which they
speak ("Bex" of `bex_on_deck`). Only talk that the viewer may see says anything.
"""

from __future__ import annotations

from datetime import datetime

from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.base import Index
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.names.learned import LearnedNames, names_of_authors, possible_names
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows

__all__ = ["heard_as"]

_TALK = frozenset({CONVERSATION})


def heard_as(
    name: str, index: Index, called: LearnedNames, viewer: Viewer, now: datetime
) -> tuple[str, ...]:
    """The slugs, sorted, of whom others call so; else of those who speak under such a name.

    Raises:
        IndexUnavailableError: the index cannot be read.
    """
    snapshot, folded = index.snapshot(), folded_name(name)
    masks = visible_rows(snapshot, viewer, Filters(now, sources=_TALK))
    speakers = names_of_authors(snapshot, masks)
    learned = called.of(
        snapshot,
        masks,
        possible_names(snapshot, name) & {folded},
        speakers,
        lambda: index.aliases(lambda audience: permits(viewer, audience)),
    )
    if folded in learned:
        return (learned[folded].slug,)
    bearers = [speakers.get(word, set[int]()) for word in content_words(name)]
    numbers = set.intersection(*bearers) if bearers else set[int]()
    slugs = (snapshot.registers.authors.values[number] for number in numbers)
    return tuple(sorted(filter(None, slugs)))
