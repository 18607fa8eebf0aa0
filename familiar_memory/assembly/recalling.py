"""Wire what a recall asks: the providers, in the order in which they are asked."""

from __future__ import annotations

from typing import NamedTuple

from familiar_memory.clock import Clock
from familiar_memory.config.settings import Settings
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.lanes import Lanes
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
from familiar_memory.recall.pipeline import Providers, RecallPipeline
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.retrieved import ContentSearchProvider
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.store.base import NoteStore
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
    store: NoteStore,
    history: HistoryStore,
    index: EmbeddingIndex,
    search: FreshSearch,
    look: FreshLook,
    vocabulary: Vocabulary,
    filter_tier: FilterTier | None,
    past: PastIndex,
    profiles: Profiles,
    nameable: NameableNotes,
    unindexed: Unindexed,
) -> Recalling:
    """Everything from a request to a context.

    `files` are the notes without a memory, for lorebooks: they keep what they have read.
    """
    given, zone = settings.recall, settings.zone
    lanes = Lanes()
    names = NameBooks(index.aliases)
    facts = FreshFacts(index, look)
    content = ContentSearchProvider(
        notes=notes,
        history=history,
        index=index,
        facts=facts,
        names=names,
        search=search,
        vocabulary=vocabulary,
        clock=clock,
        lanes=lanes,
        zone=zone,
        recent_author_limit=given.recent_authors,
        people_tokens=given.people_tokens,
        excluded_words=given.excluded_words,
        limit=given.retrieved,
        session_days=given.session_days,
        filter_tier=filter_tier,
        past=past,
        profiles=profiles,
        profile=given.profile,
        familiar_name=familiar_name,
        caps=given.caps,
    )
    providers = Providers(
        timeless=(CharacterProvider(store, card, familiar_name, zone),),
        at_once=(
            LearnedSelfProvider(RULES, notes, vocabulary, familiar_name),
            LearnedSelfProvider(STANCES, notes, vocabulary, familiar_name),
            ChannelProvider(notes, vocabulary),
            DaysProvider(notes, vocabulary, given.days, zone),
            SummaryProvider(notes, index, store, history, vocabulary),
        ),
        before_passages=_lore(familiar_name, card, settings, index, files, store, history, look),
        with_people=(FactsProvider(facts, given.facts),),
        with_hits=(EntitiesProvider(facts, names, vocabulary),),
    )
    policy = settings.audience.policy
    pipeline = RecallPipeline(
        providers,
        content,
        history,
        policy,
        lanes,
        given.max_memory_chars,
        caps=given.caps,
        nameable=nameable,
        unindexed=unindexed,
    )
    return Recalling(pipeline, content, policy)


def _lore(
    familiar_name: str,
    card: ImportedCard,
    settings: Settings,
    index: EmbeddingIndex,
    files: FileSource,
    store: NoteStore,
    history: HistoryStore,
    look: FreshLook,
) -> tuple[LoreProvider, ...]:
    """Whoever asks the lorebooks; where that is switched off, only which of them are silent."""
    given = settings.lore
    library = LoreLibrary(
        index,
        files,
        store,
        given,
        keeps_card_copies=given.card_copies,
    )
    provider = LoreProvider(
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
    return (provider,)
