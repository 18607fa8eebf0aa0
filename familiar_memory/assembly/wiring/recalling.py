"""Wire what a recall asks: the parts of a context, and where they are run."""

from __future__ import annotations

from typing import NamedTuple

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup
from familiar_memory.assembly.wiring.indexing import Indexing
from familiar_memory.assembly.wiring.searching import Searching
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.tree import person_of
from familiar_memory.history.base import History
from familiar_memory.knowledge.standing import written_mark
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.notes.rules import Whose
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.lore.library import LoreLibrary
from familiar_memory.recall.lore.provider import LoreProvider
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.parts.channel import ChannelProvider
from familiar_memory.recall.parts.character import CharacterProvider
from familiar_memory.recall.parts.days import DaysProvider
from familiar_memory.recall.parts.entities import EntitiesProvider
from familiar_memory.recall.parts.facts import FactsProvider
from familiar_memory.recall.parts.persona import Persona
from familiar_memory.recall.parts.rules import RulesProvider
from familiar_memory.recall.parts.stances import StancesProvider
from familiar_memory.recall.parts.standing import StandingProvider
from familiar_memory.recall.parts.summary import SummaryProvider
from familiar_memory.recall.people.finding import PeopleFinder
from familiar_memory.recall.people.provider import PeopleProvider
from familiar_memory.recall.pipeline import RecallPipeline, Sources
from familiar_memory.recall.plugins.asking import Providers
from familiar_memory.recall.plugins.registry import INSTALLED
from familiar_memory.recall.retrieved import ContentSearchProvider
from familiar_memory.recall.running.threads import Threads
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.search.standing import StandingSearch, WasWritten
from familiar_memory.store.base import NoteReader

__all__ = ["Recalling", "wire_recall"]


class Recalling(NamedTuple):
    """What answers a recall, and the part of it that explaining needs too."""

    pipeline: RecallPipeline
    content: ContentSearchProvider


def wire_recall(
    setup: Setup,
    opened: OpenFiles,
    indexing: Indexing,
    store: NoteReader,
    searching: Searching,
    persona: Persona,
    filter_tier: FilterTier | None,
    threads: Threads | None,
) -> Recalling:
    """Everything from a request to a context, in `threads` that others may have a part in.

    Raises:
        ConfigError: the settings name a context provider that is not installed.
    """
    settings = setup.settings
    given, zone, name = settings.recall, settings.zone, persona.name
    history, index, notes = opened.history, opened.index, indexing.notes
    names = NameBooks(index.aliases)
    facts = FreshFacts(index, searching.look)
    content = ContentSearchProvider(
        index, searching.search, setup.clock, zone, given, searching.profiles, name
    )
    standing = StandingSearch(searching.retriever, searching.look, _was_written(history))
    finder = PeopleFinder(history, index, facts, names, given, searching.called)
    # The files without a memory, for lorebooks: they keep what they have read.
    library = LoreLibrary(
        index, indexing.files, store, settings.lore, keeps_card_copies=settings.lore.card_copies
    )
    parts = (
        CharacterProvider(store, persona, zone),
        RulesProvider(store, indexing.reader, _whose(opened.register), name),
        StancesProvider(notes, name),
        ChannelProvider(notes),
        DaysProvider(notes, given.days, zone, store, history),
        SummaryProvider(notes, index, store, history),
        LoreProvider(library, store, history, searching.look, persona, zone, settings.lore),
        FactsProvider(facts, names, setup.vocabulary, given.max_knowledge_facts),
        StandingProvider(index, standing, given.standing, zone),
        EntitiesProvider(index, facts, names, setup.vocabulary),
    )
    sources = Sources(
        {part.source: part for part in parts},
        PeopleProvider(notes, finder, given, searching.past),
        content,
        Providers(INSTALLED.chosen(given.providers), facts, setup.vocabulary, zone),
        filter_tier,
    )
    pipeline = RecallPipeline(
        sources,
        history,
        settings.audience.policy,
        given,
        nameable=searching.nameable,
        unindexed=searching.unindexed,
        threads=threads,
    )
    return Recalling(pipeline, content)


def _whose(register: TreeRegister) -> Whose:
    """The person whose note a link leads to."""

    def ask(path: str) -> str | None:
        return person_of(register.resolve(path))

    return ask


def _was_written(history: History) -> WasWritten:
    """Ask the history for the mark that the writer leaves, by the turn's number there."""

    def ask(name: TurnName) -> bool:
        stored = history.turn(*name)
        return stored is not None and history.watermark(written_mark(stored.id)) > 0

    return ask
