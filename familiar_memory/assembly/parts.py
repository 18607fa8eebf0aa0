"""Everything that one familiar is made of, opened and wired."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from familiar_memory.assembly.answering import wire_answering
from familiar_memory.assembly.embedder import LoadEmbedder, load_embedder
from familiar_memory.assembly.files import OpenFiles, open_files
from familiar_memory.assembly.indexing import wire_indexing
from familiar_memory.assembly.shared import Shared
from familiar_memory.assembly.writing import wire_writing
from familiar_memory.clock import Clock, SystemClock
from familiar_memory.config.environment import model_key
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.history.base import History
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.job_pool import JobPool
from familiar_memory.knowledge.predicates import SHIPPED, Predicate, Vocabulary
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.resolve import model_of
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.recall.explain.explainer import Explainer
from familiar_memory.recall.names.nameable import Unindexed
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.talk.provider import ConversationProvider
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.sync.notes.remembered import RememberedNotes
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.vectors.switch import EmbedderSwitch
from familiar_memory.sync.watch import TreeWatcher
from familiar_memory.sync.worker import SyncWorker
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Parts", "assemble"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that one familiar is made of, wired together.

    `plain_store` is the store below `store`: its changes are reported to nobody, and it
    can be put in order. The `pool` is its own unless it shares one.
    """

    name: str
    paths: FamiliarPaths
    settings: Settings
    clock: Clock
    journal: AuditJournal
    store: IndexingMemoryStore
    plain_store: MemoryStore
    history: History
    embedders: Embedders
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
    vocabulary: Vocabulary
    models: ModelShelf
    pool: JobPool
    shares_pool: bool
    load_embedder: LoadEmbedder
    """Where another embedder comes from: what it shares with others, or a model of its own."""
    read_only: str | None = None
    """Why nothing can be written, in words that name no note; None when it can."""
    unreadable: str | None = None
    """Why nothing that was said can be read; None when it can."""

    @property
    def embedder_problem(self) -> str | None:
        """Why recall is lexical only, when a model was asked for and cannot be used."""
        return self.switch.problem

    @property
    def lacks(self) -> tuple[str, ...]:
        """What this familiar has to do without, as anybody who asks may be told."""
        reasons = (self.read_only, self.unreadable, self.embedder_problem)
        return tuple(reason for reason in reasons if reason)

    def close(self) -> None:
        """Finish what is under way and let go of every file, whatever fails of that."""
        in_order = (
            self.recall.close,
            self.switch.stop,
            self.watcher.close,
            self.worker.close,
            self.synchroniser.finish_up,
            self.synchroniser.changes.close,
            self.recall_logger.close,
            *(() if self.shares_pool else (self.pool.close,)),
            self.past.close,
            self.index.close,
            self.history.close,
            self.journal.close,
            self.embedders.close,
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
    shared: Shared | None = None,
) -> Parts:
    """Open one familiar's files and wire its parts.

    What cannot be written is opened to be read. With `even_damaged` a history that cannot
    be read is left aside, and everything else serves. What is `shared` stays open.

    Raises:
        HistoryError: the history is damaged or of a newer version.
        IndexUnavailableError: the folder of the index cannot be written.
        ConfigError: a context provider that is switched on is not installed.
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
            load=load_embedder if shared is None else shared.embedder,
        )
        parts = _wired(opened, paths, settings, vocabulary, clock, models, shared)
        until_wired.pop_all()
    return parts


def _wired(
    opened: OpenFiles,
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    clock: Clock,
    models: Mapping[str, ChatModel] | None,
    shared: Shared | None,
) -> Parts:
    """Everything that works on the open files; none of it opens one, or starts a thread."""
    pool = JobPool() if shared is None else shared.pool
    listening = None if shared is None else shared.listening
    indexing = wire_indexing(opened, paths, settings, vocabulary, clock.now, pool, listening)
    store = IndexingMemoryStore(opened.store, indexing.note_changed)
    shelf = ModelShelf(
        settings.models.configured(),
        paths.usage,
        model_key,
        models,
        make=model_of if shared is None else shared.model,
    )
    threads = None if shared is None else shared.threads
    asking = wire_answering(
        opened, indexing, store, shelf, paths, settings, vocabulary, clock, pool, threads
    )
    writer = wire_writing(paths, settings, vocabulary, clock.now, opened.history, store)
    return Parts(
        name=asking.name,
        paths=paths,
        settings=settings,
        clock=clock,
        journal=opened.journal,
        store=store,
        plain_store=opened.store,
        history=opened.history,
        embedders=opened.embedders,
        switch=EmbedderSwitch(
            opened.index.spaces, opened.index.path.parent, opened.embedders, opened.embedder_problem
        ),
        index=opened.index,
        notes=indexing.notes,
        conversation=indexing.conversation,
        synchroniser=indexing.synchroniser,
        worker=indexing.worker,
        watcher=indexing.watcher,
        search=asking.search,
        unindexed=asking.unindexed,
        past=asking.past,
        profiles=asking.profiles,
        recall=asking.recall,
        conversation_context=asking.conversation,
        recall_logger=asking.recall_logger,
        explainer=asking.explainer,
        writer=writer,
        vocabulary=vocabulary,
        models=shelf,
        pool=pool,
        shares_pool=shared is not None,
        load_embedder=load_embedder if shared is None else shared.embedder,
        read_only=opened.read_only,
        unreadable=opened.unreadable,
    )


def _vocabulary(settings: Settings) -> Vocabulary:
    """The shipped predicates and the configured ones."""
    if not settings.predicates:
        return SHIPPED
    return SHIPPED.extended(
        Predicate(name, name.replace("_", " "), single=number == "one")
        for name, number in settings.predicates.items()
    )
