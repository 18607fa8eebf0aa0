"""The composition root: the only place that names concrete back ends."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from familiar_memory.assembly.recalling import wire_recall
from familiar_memory.clock import Clock, SystemClock
from familiar_memory.config import (
    FamiliarPaths,
    Settings,
    fastembed_cache,
    model_key,
    process_environment,
)
from familiar_memory.domain.source import DocumentSource
from familiar_memory.embeddings import resolve
from familiar_memory.embeddings.base import Embedder, space_name
from familiar_memory.embeddings.none import NoEmbedder
from familiar_memory.embeddings.slot import EmbedderSlot
from familiar_memory.errors import EmbedderError, StoreError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.opening import open_history
from familiar_memory.history.recall_logger import RecallLogger
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.embedders import live_key
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.knowledge.predicates import SHIPPED, Predicate, Vocabulary
from familiar_memory.llm.base import ChatModel, Message
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.recall.conversation_provider import ConversationLimits, ConversationProvider
from familiar_memory.recall.explainer import Explainer
from familiar_memory.recall.filter import FilterTier
from familiar_memory.recall.fresh import FreshSearch
from familiar_memory.recall.fresh_look import FreshLook
from familiar_memory.recall.grep_passages import PassageGrep
from familiar_memory.recall.imported_card import ImportedCard
from familiar_memory.recall.nameable import NameableNotes, Unindexed
from familiar_memory.recall.past import PastIndex
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.retrieve import Retriever
from familiar_memory.recall.turn_choosers import AskingChooser, TurnChooser, TurnRelevance
from familiar_memory.recall.weights import Profiles
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal import AuditJournal
from familiar_memory.store.journal_settings import JournalSettings
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.reading_only import first_unwritable
from familiar_memory.sync.chunk import CHUNKER_VERSION
from familiar_memory.sync.file_source import MEMORY, FileSource
from familiar_memory.sync.grep_candidates import GrepCandidates
from familiar_memory.sync.note_document import NoteReader
from familiar_memory.sync.outside_edits import OutsideEdits
from familiar_memory.sync.remembered import RememberedNotes
from familiar_memory.sync.switch import EmbedderSwitch
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.watch import TreeWatcher
from familiar_memory.sync.worker import SyncWorker
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = ["Parts", "assemble", "load_embedder"]

_log = logging.getLogger(__name__)
_FILTER_S = 15.0
_SETTLED_BY_INDEX = ("static", "fastembed")


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
        """Finish what is under way and let go of every file."""
        self.recall.close()
        self.switch.stop()
        self.watcher.close()
        self.worker.close()
        self.synchroniser.finish_up()
        self.recall_logger.close()
        self.past.close()
        self.index.close()
        self.history.close()
        self.journal.close()
        self.embedder.close()


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
    history, read_only, unreadable = open_history(paths.history, even_damaged=even_damaged)
    journal_read_only = _journal_refusal(paths)
    read_only = read_only or journal_read_only
    journal = AuditJournal(
        paths.journal,
        settings=_retention(settings),
        is_read_only=journal_read_only is not None,
    )
    problem: str | None = None
    claims = True
    if embedder is None:
        live = space_name(live_key(paths.index))
        # What was settled nowhere is what the index was made with, and changes nothing.
        claims = settings.index.embedder != "auto" or live not in _SETTLED_BY_INDEX
        embedder, problem = load_embedder(settings, None if claims else live)
    slot = EmbedderSlot(embedder)
    try:
        identity = _identity(settings, embedder if problem is None else None, vocabulary)
        index = EmbeddingIndex(paths.index, identity, claims=claims)
    except BaseException:
        history.close()
        journal.close()
        raise
    plain_store = MemoryStore(
        paths.memory,
        limits=_limits(settings),
        journal=journal,
        clock=clock.now,
        candidates=GrepCandidates(index, MemoryStore(paths.memory).scan_files),
    )
    if read_only is None:
        _recover(plain_store)
        _prepare(plain_store)
    reader = NoteReader(
        settings.audience.default, vocabulary, policy=AudiencePolicy(settings.audience.policy)
    )
    files = FileSource(plain_store, reader)
    notes = RememberedNotes(files)
    conversation = ConversationSource(history, limit_turns=settings.index.conversation_turns)
    # What cannot be read is not gone: its rows stay, and nothing of them is given out.
    sources: tuple[DocumentSource, ...] = (notes, conversation) if unreadable is None else (notes,)
    readable = frozenset(source.name for source in sources)
    synchroniser = Synchroniser(
        index,
        sources,
        slot,
        plain_store,
        OutsideEdits(plain_store, journal, clock.now) if read_only is None else None,
        writes_aliases=read_only is None,
        parse_anew=notes.forget,
    )
    worker = SyncWorker(
        synchroniser.update,
        synchroniser.sync_all,
        reconcile_s=settings.index.reconcile_s,
        when_quiet=synchroniser.finish_up,
    )
    watcher = TreeWatcher(
        paths.memory, lambda path: worker.submit(MEMORY, [path]), worker.submit_all
    )
    store = IndexingMemoryStore(plain_store, lambda path: worker.submit(MEMORY, [path]))
    shelf = ModelShelf(settings.models.configured(), paths.usage, model_key, models)
    past = PastIndex(index, notes, journal, reader, slot)
    profiles = Profiles(settings.recall.profiles)
    retriever = Retriever(index, slot, profiles.weights(settings.recall.profile), past, readable)
    look = FreshLook(notes, history, synchroniser.refresh)
    search = FreshSearch(retriever, look)
    nameable = NameableNotes(index)
    unindexed = Unindexed(lambda: worker.failed, nameable)
    card = ImportedCard(store)
    familiar_name = _name(settings, paths, card)
    recalling = wire_recall(
        familiar_name=familiar_name,
        card=card,
        settings=settings,
        clock=clock,
        notes=notes,
        files=files,
        store=store,
        history=history,
        index=index,
        search=search,
        look=look,
        vocabulary=vocabulary,
        filter_tier=_filter(settings, shelf, PassageGrep(index, readable), search),
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
        plain_store=plain_store,
        history=history,
        embedder=slot,
        switch=EmbedderSwitch(index, slot, problem),
        index=index,
        notes=notes,
        conversation=conversation,
        synchroniser=synchroniser,
        worker=worker,
        watcher=watcher,
        search=search,
        unindexed=unindexed,
        past=past,
        profiles=profiles,
        recall=recalling.pipeline,
        conversation_context=ConversationProvider(
            history,
            TurnRelevance(index, retriever, clock.now),
            ConversationLimits(**settings.conversation.model_dump()),
            _turn_chooser(shelf.get("conversation")),
        ),
        explainer=Explainer(
            pipeline=recalling.pipeline,
            content=recalling.content,
            search=search,
            retriever=retriever,
            index=index,
            notes=notes,
            history=history,
            store=plain_store,
            synchroniser=synchroniser,
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
        read_only=read_only,
        unreadable=unreadable,
    )


def _journal_refusal(paths: FamiliarPaths) -> str | None:
    """Why the journal, and so any note, cannot be written; None when it can."""
    files = (paths.journal / "audit.jsonl", paths.journal / "images.sqlite", paths.memory)
    unwritable = first_unwritable(*files)
    if unwritable is None:
        return None
    name = unwritable.name if unwritable != paths.root else paths.familiar_id
    return f"read-only: {name} cannot be written by this user"


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


def _prepare(store: MemoryStore) -> None:
    """Keep what is about to be derived out of a person's git repository."""
    try:
        store.prepare()
    except StoreError as problem:
        _log.warning("the folder of the notes was not prepared: %s", problem.problem)


def _recover(store: MemoryStore) -> None:
    """Settle what a crash left half-done; what cannot be settled now waits for the next start."""
    try:
        store.reconcile()
    except StoreError as problem:
        _log.warning("notes of an interrupted write are left as they are: %s", problem.problem)


def load_embedder(settings: Settings, name: str | None = None) -> tuple[Embedder, str | None]:
    """The embedder that was settled at `init`, or the named one; else none, and why."""
    model_path = Path(settings.index.fastembed_path) if settings.index.fastembed_path else None
    try:
        embedder = resolve.load(
            name or settings.index.embedder,
            environment=process_environment(),
            cache_dir=fastembed_cache(),
            model_path=model_path,
        )
        return embedder, None
    except EmbedderError as problem:
        return NoEmbedder(), problem.problem


def _limits(settings: Settings) -> Limits:
    caps = settings.store
    return Limits(caps.max_file_bytes, caps.max_dir_entries, caps.max_results)


def _retention(settings: Settings) -> JournalSettings:
    """The journal's bounds in its own units; 0 in a setting means: no such bound."""
    given = settings.journal
    return JournalSettings(
        rotate_bytes=round(given.rotate_mb * 1_000_000) or 1,
        rotate_days=given.rotate_days or None,
        image_days=given.keep_days or None,
        image_bytes=round(given.keep_mb * 1_000_000) or None,
    )


def _vocabulary(settings: Settings) -> Vocabulary:
    """The shipped predicates and the configured ones."""
    if not settings.predicates:
        return SHIPPED
    return SHIPPED.extended(
        Predicate(name, name.replace("_", " "), single=number == "one")
        for name, number in settings.predicates.items()
    )


def _identity(
    settings: Settings, embedder: Embedder | None, vocabulary: Vocabulary
) -> IndexIdentity:
    """What shapes the rows of the index; no embedder = the one asked for cannot be used."""
    audience = settings.audience
    shaping = repr((audience.default, audience.policy, sorted(vocabulary.predicates)))
    return IndexIdentity(
        embedder="" if embedder is None else embedder.id.key,
        dimension=0 if embedder is None else embedder.id.dimension,
        chunker=CHUNKER_VERSION,
        settings=hashlib.blake2b(shaping.encode(), digest_size=8).hexdigest(),
    )
