"""Facts as the notes that state them say now: read from the index, looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from familiar_memory.domain.memory.source import Origin
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.base import Index
from familiar_memory.index.names import object_name
from familiar_memory.index.values import FactsWanted, StoredFact
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.names.nameable import NameableNotes
from familiar_memory.recall.search.fresh_look import FreshLook

__all__ = ["FactsFound", "FreshFacts"]

_ATTEMPTS = 3
"""Notes that changed since they were read are read again; no editor saves three times meanwhile."""


class FactsFound(NamedTuple):
    """Facts in path and line order, and what had to be left out."""

    facts: tuple[StoredFact, ...]
    degraded: tuple[str, ...] = ()


class FreshFacts:
    """Reads facts of one index, and reads them again where their notes have changed since."""

    def __init__(self, index: Index, look: FreshLook) -> None:
        self._index = index
        self._look = look
        self._nameable = NameableNotes(index)

    def first_names(self, viewer: Viewer) -> Mapping[str, str]:
        """What to call the people of facts, by slug: of the names that this viewer may know."""
        return self._index.first_names(lambda audience: permits(viewer, audience))

    def named_objects(self) -> Mapping[str, tuple[str, ...]]:
        """What objects of facts are called, whoever may know them, by each word of it."""
        return self._index.named_objects()

    def about(
        self,
        viewer: Viewer,
        stop: Stop,
        *,
        subjects: Iterable[str] = (),
        targets: Iterable[str] = (),
    ) -> FactsFound:
        """Live facts that this viewer may know, about these subjects or linking to these notes.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        wanted = FactsWanted(frozenset(subjects), frozenset(targets))
        return self.stated(wanted, viewer, stop)

    def stated(
        self, wanted: FactsWanted, viewer: Viewer, stop: Stop, *, notes: Iterable[str] = ()
    ) -> FactsFound:
        """The facts that are wanted, as far as this viewer may know them.

        `notes` are keys of notes that may have facts which the index has not read yet: they are
        looked at too.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        keys = tuple(notes)
        for _ in range(_ATTEMPTS):
            with self._index.stoppable(stop):
                stored = self._index.stated_facts(wanted)
                known = self._index.known_some(MEMORY, keys) if keys else {}
            # Only what the viewer may know is looked behind: the rest does not exist.
            told = tuple(fact for fact in stored if permits(viewer, fact.audience))
            behind = {fact.origin for fact in told}
            behind |= {Origin(MEMORY, key, known.get(key)) for key in keys}
            stale = self._look.stale_notes(behind)
            stop.check()
            if not self._look.refresh(stale):
                break
        kept = tuple(fact for fact in told if (fact.origin.source, fact.key) not in stale)
        if len(kept) == len(told):
            return FactsFound(self._led(told, wanted, viewer))
        left_out = ", ".join(sorted({fact.key for fact in told} - {fact.key for fact in kept}))
        reason = f"facts that have changed are left out for now: {left_out}"
        return FactsFound(self._led(kept, wanted, viewer), (reason,))

    def _led(
        self, facts: tuple[StoredFact, ...], wanted: FactsWanted, viewer: Viewer
    ) -> tuple[StoredFact, ...]:
        """The same; a link leads to no note of which the viewer may not know.

        It says then what it says where there is no such note: its own path. A fact that was found
        by where its link led is not wanted any more.
        """
        guessed = {
            fact.object_target
            for fact in facts
            if fact.object_target is not None and fact.object_target != fact.object_link
        }
        hidden = guessed - self._nameable.with_lines(viewer, guessed)
        if not hidden:
            return facts
        found = (
            fact._replace(object_target=fact.object_link) if fact.object_target in hidden else fact
            for fact in facts
        )
        return tuple(fact for fact in found if _is_wanted(fact, wanted))


def _is_wanted(fact: StoredFact, wanted: FactsWanted) -> bool:
    return (
        wanted.is_everything
        or fact.subject in wanted.subjects
        or fact.object_target in wanted.targets
        or object_name(fact.object) in wanted.objects
    )
