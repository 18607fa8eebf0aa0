"""Wire what answers: search, recall, the recent talk, and the account of all three."""

from __future__ import annotations

from typing import NamedTuple

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.indexing import Indexing
from familiar_memory.assembly.recalling import wire_recall
from familiar_memory.clock import Clock
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.config.settings import Settings
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.llm.base import ChatMessage, ChatModel, ChatRequest
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.explain.explainer import Explainer
from familiar_memory.recall.names.nameable import NameableNotes, Unindexed
from familiar_memory.recall.parts.imported_card import ImportedCard
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.running.threads import Threads
from familiar_memory.recall.search.fresh import FreshSearch
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.recall.search.grep_passages import PassageGrep
from familiar_memory.recall.search.retrieve import Retriever
from familiar_memory.recall.talk.choosers import AskingChooser, TurnChooser, TurnRelevance
from familiar_memory.recall.talk.provider import ConversationProvider
from familiar_memory.store.base import NoteStore
from familiar_memory.sync.update import build_if_stale
from familiar_memory.threads.job_pool import JobPool

__all__ = ["Answering", "wire_answering"]

_FILTER_S = 15.0


class Answering(NamedTuple):
    """What answers; `name` is what the familiar is called."""

    name: str
    search: FreshSearch
    unindexed: Unindexed
    past: PastIndex
    profiles: Profiles
    recall: RecallPipeline
    conversation: ConversationProvider
    explainer: Explainer
    recall_logger: RecallLogger


def wire_answering(
    opened: OpenFiles,
    indexing: Indexing,
    store: NoteStore,
    models: ModelShelf,
    paths: FamiliarPaths,
    settings: Settings,
    vocabulary: Vocabulary,
    clock: Clock,
    pool: JobPool,
    threads: Threads | None,
) -> Answering:
    """Everything from a question to an answer."""
    history, index, embedders = opened.history, opened.index, opened.embedders
    notes, zone, readable = indexing.notes, settings.zone, indexing.readable
    past = PastIndex(index, notes, opened.journal, indexing.reader, embedders, build_if_stale)
    profiles = Profiles(settings.recall.profiles)
    weights = profiles.weights(settings.recall.profile)
    retriever = Retriever(index, embedders, weights, past, readable, zone)
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
        filter_tier=_filter(settings, models, PassageGrep(index, readable, zone=zone), search),
        past=past,
        profiles=profiles,
        nameable=nameable,
        unindexed=unindexed,
        threads=threads,
    )
    return Answering(
        name=familiar_name,
        search=search,
        unindexed=unindexed,
        past=past,
        profiles=profiles,
        recall=recalling.pipeline,
        conversation=ConversationProvider(
            history,
            TurnRelevance(index, retriever, clock.now),
            settings.conversation,
            _turn_chooser(models.get("conversation")),
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
            indexed=indexing.synchroniser.indexed,
            policy=recalling.policy,
        ),
        recall_logger=RecallLogger(
            history.recalls,
            clock.now,
            keep_days=settings.recall.log_keep_days,
            keep_rows=settings.recall.log_keep_rows,
            pool=pool,
        ),
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
        messages = (ChatMessage("system", instructions), ChatMessage("user", request))
        completion = await model.complete(ChatRequest(messages))
        return completion.text

    return AskingChooser(ask)
