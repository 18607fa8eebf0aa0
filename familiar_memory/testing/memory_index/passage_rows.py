"""What the documents of an index in memory say: passages, facts, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from familiar_memory.index.entity_values import EntityNote
from familiar_memory.index.names import name_key, object_name
from familiar_memory.index.values import (
    AliasRow,
    FactState,
    FactsWanted,
    FoundPassage,
    StoredFact,
    StoredPassage,
    TurnName,
)
from familiar_memory.testing.memory_index.entity_notes import entity_note
from familiar_memory.testing.memory_index.held import Held

__all__ = ["MemoryPassageRows"]


class MemoryPassageRows(Held):
    """The `PassageRows` of an index in memory."""

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Passages by id; those gone by now are absent."""
        wanted = {int(number) for number in ids}
        return {
            row.number: one.stored(ordinal)
            for one in self._all()
            for ordinal, row in enumerate(one.rows)
            if row.number in wanted
        }

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """The turns of these (place slug, ref), and the notes that cite just one of them."""
        found: dict[TurnName, list[StoredPassage]] = {name: [] for name in names}
        for one in self._found():
            stored = one.passage
            name = (stored.place or "", *stored.refs)
            if not one.retired and stored.place is not None and name in found:
                found[stored.place, stored.refs[0]].append(stored)
        for passages in found.values():
            passages.sort(key=lambda stored: (stored.source, stored.key, stored.char_start))
        return found

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite any of these turns, by (place slug, ref)."""
        wanted = set(names)
        found: dict[TurnName, list[FactState]] = defaultdict(list)
        for document in self._all():
            stating: dict[int, list[tuple[str, str]]] = defaultdict(list)
            for fact in document.parsed.facts:
                stating[fact.passage].append((fact.subject, fact.predicate))
            for one in sorted(document.found(), key=lambda one: one.passage.char_start):
                stored = one.passage
                if stored.place is None or stored.ordinal not in stating:
                    continue
                until, learned = stored.valid_until or stored.merged_at, stored.learned
                where = (stored.source, stored.key, stored.audience)
                states = [
                    FactState(*where, one.retired, until, learned, *about, stored.id)
                    for about in stating[stored.ordinal]
                ]
                for ref in stored.refs:
                    if (stored.place, ref) in wanted:
                        found[stored.place, ref] += states
        return dict(found)

    def _targets(self) -> set[str]:
        every = (fact.object_target for one in self._all() for fact in one.parsed.facts)
        return {target for target in every if target is not None}

    def _object_names(self) -> list[str]:
        every = (fact.object for one in self._all() for fact in one.parsed.facts)
        return sorted(set(map(object_name, every)))

    def _facts(self, wanted: FactsWanted) -> tuple[StoredFact, ...]:
        every = (fact for one in self._all() for fact in one.facts())
        found = [fact for fact in every if _is_wanted(fact, wanted)]
        return tuple(sorted(found, key=lambda f: (f.key, f.line, f.subject, f.object)))

    def entity_notes(self, source: str, keys: Sequence[str] | None = None) -> list[EntityNote]:
        """What the notes of these keys, or all, say of entities; by key."""
        found = (entity_note(one) for one in self._of(source) if keys is None or one.key in keys)
        return sorted(one for one in found if one is not None)

    def passages_in(self, source: str, key: str) -> list[FoundPassage]:
        """The passages of one document, in order."""
        document = self._documents.get((source, key))
        return [] if document is None else list(document.found())

    def passages_holding(self, text: str, limit: int) -> list[FoundPassage]:
        """Passages that hold a text, whatever its case and spacing; reads all of them."""
        wanted = _plain(text)
        found = [one for one in self._found() if wanted and wanted in _plain(one.passage.text)]
        return found[:limit]

    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name, sorted; the same object while no name has changed."""
        with self._lock:
            if self._alias_rows is None:
                rows = {
                    AliasRow(name_key(a.name), a.slug, a.audience, one.key, ordinal, a.name)
                    for one in self._all()
                    for ordinal, a in enumerate(one.parsed.aliases)
                }
                self._alias_rows = tuple(sorted(rows))
            return self._alias_rows


def _is_wanted(fact: StoredFact, wanted: FactsWanted) -> bool:
    is_meant = wanted.is_everything or (
        fact.subject in wanted.subjects
        or fact.object_target in wanted.targets
        or object_name(fact.object) in wanted.objects
    )
    return is_meant and (wanted.with_retired or not fact.retired)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
