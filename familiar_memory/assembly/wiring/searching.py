"""Wire what finds hits: the ranking, the moments of the past, and hits as they are now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup
from familiar_memory.assembly.wiring.indexing import Indexing
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.past.keyed_journal import KeyedJournal
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.sync.update import build_if_stale

if TYPE_CHECKING:
    from familiar_memory.recall.names.learned import LearnedNames

__all__ = ["Searching", "wire_searching"]


@dataclass(frozen=True, slots=True)
class Searching:
    """Everything from a question to hits, and what may be said of what cannot be found."""

    past: PastIndex
    profiles: Profiles
    retriever: Retriever
    look: FreshLook
    search: FreshSearch
    nameable: NameableNotes
    unindexed: Unindexed
    called: LearnedNames


def wire_searching(
    setup: Setup, files: OpenFiles, indexing: Indexing, called: LearnedNames
) -> Searching:
    """Search over the index, now and at any moment of the past."""
    settings, index = setup.settings, files.index
    journal = KeyedJournal(files.journal, files.register, lambda: index.known(indexing.notes.name))
    past = PastIndex(
        index, indexing.notes, journal, indexing.reader, files.embedders, build_if_stale
    )
    profiles = Profiles(settings.recall.profiles)
    weights = profiles.weights(settings.recall.profile)
    retriever = Retriever(
        index,
        files.embedders,
        weights,
        past,
        indexing.readable,
        settings.zone,
        called,
        setup.vocabulary,
    )
    look = FreshLook(
        indexing.notes, files.history, indexing.while_standing(indexing.synchroniser.refresh)
    )
    nameable = NameableNotes(index)
    return Searching(
        past=past,
        profiles=profiles,
        retriever=retriever,
        look=look,
        search=FreshSearch(retriever, look),
        nameable=nameable,
        unindexed=Unindexed(
            lambda: indexing.synchroniser.failures.reasons, nameable, files.register.last_path
        ),
        called=called,
    )
