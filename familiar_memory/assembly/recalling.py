"""Wire what a recall asks: the parts of a context, and where they are run."""

from __future__ import annotations

from typing import NamedTuple

from familiar_memory.clock import Clock
from familiar_memory.config.settings import Settings
from familiar_memory.history.base import HistoryReader
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.layout import RULES, STANCES
from familiar_memory.recall.lore.library import LoreLibrary
from familiar_memory.recall.lore.provider import LoreProvider
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.parts.channel import ChannelProvider
from familiar_memory.recall.parts.character import CharacterProvider
from familiar_memory.recall.parts.days import DaysProvider
from familiar_memory.recall.parts.entities import EntitiesProvider
from familiar_memory.recall.parts.facts import FactsProvider
from familiar_memory.recall.parts.imported_card import ImportedCard
from familiar_memory.recall.parts.learned_self import LearnedSelfProvider
from familiar_memory.recall.parts.summary import SummaryProvider
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.people.finding import PeopleFinder
from familiar_memory.recall.people.provider import PeopleProvider
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.plugins.asking import Providers
from familiar_memory.recall.plugins.registry import INSTALLED
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.retrieved import ContentSearchProvider
from familiar_memory.recall.running.threads import Threads
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.store.base import NoteReader
from familiar_memory.sync.notes.remembered import RememberedNotes
from familiar_memory.sync.notes.source import FileSource

__all__ = ["Recalling", "wire_recall"]


class Recalling(NamedTuple):
    """What answers a recall, and the parts of it that explaining needs too."""

    pipeline: RecallPipeline
    content: ContentSearchProvider
    policy: AudiencePolicy


def wire_recall(
    *,
    familiar_name: str,
    card: ImportedCard,
    settings: Settings,
    clock: Clock,
    notes: RememberedNotes,
    files: FileSource,
    store: NoteReader,
    history: HistoryReader,
    index: EmbeddingIndex,
    search: FreshSearch,
    look: FreshLook,
    vocabulary: Vocabulary,
    filter_tier: FilterTier | None,
    past: PastIndex,
    profiles: Profiles,
    nameable: NameableNotes,
    unindexed: Unindexed,
    threads: Threads | None = None,
) -> Recalling:
    """Everything from a request to a context, in `threads` that others may have a part in.

    `files` are the notes without a memory, for lorebooks: they keep what they have read.

    Raises:
        ConfigError: the settings name a context provider that is not installed.
    """
    given, zone = settings.recall, settings.zone
    names = NameBooks(index.aliases)
    facts = FreshFacts(index, look)
    content = ContentSearchProvider(index, search, clock, zone, given, profiles, familiar_name)
    finder = PeopleFinder(history, index, facts, names, given)
    parts = (
        CharacterProvider(store, card, familiar_name, zone),
        LearnedSelfProvider(RULES, notes, vocabulary, familiar_name),
        LearnedSelfProvider(STANCES, notes, vocabulary, familiar_name),
        ChannelProvider(notes, vocabulary),
        DaysProvider(notes, vocabulary, given.days, zone),
        SummaryProvider(notes, index, store, history, vocabulary),
        _lore(familiar_name, card, settings, index, files, store, history, look),
        FactsProvider(facts, given.facts),
        EntitiesProvider(index, facts, names, vocabulary),
    )
    policy = settings.audience.policy
    pipeline = RecallPipeline(
        parts,
        PeopleProvider(notes, finder, vocabulary, given, past),
        content,
        history,
        policy,
        given,
        providers=Providers(INSTALLED.chosen(given.providers), facts, zone),
        filter_tier=filter_tier,
        nameable=nameable,
        unindexed=unindexed,
        threads=threads,
    )
    return Recalling(pipeline, content, policy)


def _lore(
    familiar_name: str,
    card: ImportedCard,
    settings: Settings,
    index: EmbeddingIndex,
    files: FileSource,
    store: NoteReader,
    history: HistoryReader,
    look: FreshLook,
) -> LoreProvider:
    """Whoever asks the lorebooks; where that is switched off, only which of them are silent."""
    given = settings.lore
    library = LoreLibrary(
        index,
        files,
        store,
        given,
        keeps_card_copies=given.card_copies,
    )
    return LoreProvider(
        library,
        store,
        history,
        look,
        card,
        familiar_name,
        settings.zone,
        budget_tokens=given.budget_tokens,
        budget_percent=given.budget_percent,
        is_activated=given.activation,
    )
