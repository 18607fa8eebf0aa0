"""The composition root: the only place that names concrete back ends."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from filelock import FileLock

from familiar_memory.assembly.files import OpenFiles, open_files
from familiar_memory.assembly.indexing import wire_indexing
from familiar_memory.assembly.recalling import wire_recall
from familiar_memory.clock import Clock, SystemClock
from familiar_memory.config.environment import model_key
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.slot import EmbedderSlot
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.predicates import SHIPPED, Predicate, Vocabulary
from familiar_memory.llm.base import ChatModel, Message
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.explain.explainer import Explainer
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.parts.imported_card import ImportedCard
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.recall.search.grep_passages import PassageGrep
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.recall.talk.choosers import AskingChooser, TurnChooser, TurnRelevance
from familiar_memory.recall.talk.provider import ConversationProvider
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.notes.remembered import RememberedNotes
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.vectors.switch import EmbedderSwitch
from familiar_memory.sync.watch import TreeWatcher
from familiar_memory.sync.worker import SyncWorker
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Parts", "assemble"]

_FILTER_S = 15.0


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that one familiar is made of, wired together.

    `plain_store` is the store below `store`: its changes are reported to nobody, and it
    can be put in order.
    """

    name: str
    paths: FamiliarPaths
    settings: Settings
    clock: Clock
    journal: AuditJournal
    store: IndexingMemoryStore
    plain_store: MemoryStore
    history: HistoryStore
    embedder: EmbedderSlot
    switch: EmbedderSwitch
    index: EmbeddingIndex
    notes: RememberedNotes
    conversation: ConversationSource
    synchroniser: Synchroniser
    worker: SyncWorker
    watcher: TreeWatcher
    search: FreshSearch
    unindexed: Unindexed
    past: PastIndex
    profiles: Profiles
    recall: RecallPipeline
    conversation_context: ConversationProvider
    recall_logger: RecallLogger
    explainer: Explainer
    writer: MemoryWriter
    writer_lock: FileLock
    vocabulary: Vocabulary
    models: ModelShelf
    read_only: str | None = None
    """Why nothing can be written, in words that name no note; None when it can."""
    unreadable: str | None = None
    """Why nothing that was said can be read; None when it can."""

    @property
    def embedder_problem(self) -> str | None:
        """Why recall is lexical only, when a model was asked for and cannot be used."""
        return self.switch.problem

    def close(self) -> None:
        """Finish what is under way and let go of every file, whatever fails of that."""
        in_order = (
            self.recall.close,
            self.switch.stop,
            self.watcher.close,
            self.worker.close,
            self.synchroniser.finish_up,
            self.recall_logger.close,
            self.past.close,
            self.index.close,
            self.history.close,
            self.journal.close,
            self.embedder.close,
        )
        with ExitStack() as last_first:
            for step in reversed(in_order):
                last_first.callback(step)


def assemble(
    paths: FamiliarPaths,
    settings: Settings,
    *,
    clock: Clock | None = None,
    embedder: Embedder | None = None,
    models: Mapping[str, ChatModel] | None = None,
    even_damaged: bool = False,
) -> Parts:
    """Open one familiar's files and wire its parts.

    What cannot be written is opened to be read. With `even_damaged` a history that cannot
    be read is left aside, and everything else serves.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        IndexUnavailableError: the folder of the index cannot be written.
    """
    clock = clock or SystemClock()
    vocabulary = _vocabulary(settings)
    with ExitStack() as until_wired:
        opened = open_files(
            paths,
            settings,
            vocabulary,
            clock.now,
            embedder,
            until_wired,
            even_damaged=even_damaged,
        )
        parts = _wired(opened, paths, settings, vocabulary, clock, models)
        until_wired.pop_all()
    return parts


def _wired(
    opened: OpenFiles,
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    clock: Clock,
    models: Mapping[str, ChatModel] | None,
) -> Parts:
    """Everything that works on the open files; none of it opens one, or starts a thread."""
    history, journal, index, slot = opened.history, opened.journal, opened.index, opened.embedder
    indexing = wire_indexing(opened, paths, settings, vocabulary, clock.now)
    notes = indexing.notes
    store = IndexingMemoryStore(opened.store, indexing.note_changed)
    shelf = ModelShelf(settings.models.configured(), paths.usage, model_key, models)
    past = PastIndex(index, notes, journal, indexing.reader, slot)
    profiles = Profiles(settings.recall.profiles)
    zone, readable = settings.zone, indexing.readable
    weights = profiles.weights(settings.recall.profile)
    retriever = Retriever(index, slot, weights, past, readable, zone)
    look = FreshLook(notes, history, indexing.synchroniser.refresh)
    search = FreshSearch(retriever, look)
    nameable = NameableNotes(index)
    unindexed = Unindexed(lambda: indexing.worker.failed, nameable)
    card = ImportedCard(store)
    familiar_name = _name(settings, paths, card)
    recalling = wire_recall(
        familiar_name=familiar_name,
        card=card,
        settings=settings,
        clock=clock,
        notes=notes,
        files=indexing.files,
        store=store,
        history=history,
        index=index,
        search=search,
        look=look,
        vocabulary=vocabulary,
        filter_tier=_filter(settings, shelf, PassageGrep(index, readable, zone=zone), search),
        past=past,
        profiles=profiles,
        nameable=nameable,
        unindexed=unindexed,
    )
    return Parts(
        name=familiar_name,
        paths=paths,
        settings=settings,
        clock=clock,
        journal=journal,
        store=store,
        plain_store=opened.store,
        history=history,
        embedder=slot,
        switch=EmbedderSwitch(index, slot, opened.embedder_problem),
        index=index,
        notes=notes,
        conversation=indexing.conversation,
        synchroniser=indexing.synchroniser,
        worker=indexing.worker,
        watcher=indexing.watcher,
        search=search,
        unindexed=unindexed,
        past=past,
        profiles=profiles,
        recall=recalling.pipeline,
        conversation_context=ConversationProvider(
            history,
            TurnRelevance(index, retriever, clock.now),
            settings.conversation,
            _turn_chooser(shelf.get("conversation")),
            zone,
        ),
        explainer=Explainer(
            pipeline=recalling.pipeline,
            content=recalling.content,
            search=search,
            retriever=retriever,
            index=index,
            notes=notes,
            history=history,
            store=opened.store,
            synchroniser=indexing.synchroniser,
            policy=recalling.policy,
        ),
        recall_logger=RecallLogger(
            history.recalls,
            clock.now,
            keep_days=settings.recall.log_keep_days,
            keep_rows=settings.recall.log_keep_rows,
        ),
        writer=MemoryWriter(
            history,
            store,
            ExtractiveWriter(),
            clock.now,
            settings.zone,
            batch_turns=settings.memory_writer.batch_turns,
            vocabulary=vocabulary,
            policy=recalling.policy,
            default_audience=settings.audience.default,
        ),
        writer_lock=FileLock(paths.root / ".writer.lock"),
        vocabulary=vocabulary,
        models=shelf,
        read_only=opened.read_only,
        unreadable=opened.unreadable,
    )


def _name(settings: Settings, paths: FamiliarPaths, card: ImportedCard) -> str:
    """What the familiar is called: as a person has set it, else as its card does."""
    chosen = settings.character.name
    is_only_the_folder = chosen in ("", paths.familiar_id)
    return (card.name if is_only_the_folder else chosen) or paths.familiar_id


def _filter(
    settings: Settings, models: ModelShelf, grep: PassageGrep, search: FreshSearch
) -> FilterTier | None:
    """The filter tier, where a model is configured for it and nobody has switched it off."""
    model = models.get("filter")
    if model is None or not settings.recall.filter:
        return None
    slot = settings.models.filter
    return FilterTier(
        model,
        grep,
        search.current,
        timeout_s=_FILTER_S if slot is None else slot.timeout_s,
        in_voice=settings.recall.filter_in_voice,
    )


def _turn_chooser(model: ChatModel | None) -> TurnChooser | None:
    """Who chooses among the older turns of a room, where a model is configured for it."""
    if model is None:
        return None

    async def ask(instructions: str, request: str) -> str:
        completion = await model.complete(
            (Message("system", instructions), Message("user", request))
        )
        return completion.text

    return AskingChooser(ask)


def _vocabulary(settings: Settings) -> Vocabulary:
    """The shipped predicates and the configured ones."""
    if not settings.predicates:
        return SHIPPED
    return SHIPPED.extended(
        Predicate(name, name.replace("_", " "), single=number == "one")
        for name, number in settings.predicates.items()
    )
