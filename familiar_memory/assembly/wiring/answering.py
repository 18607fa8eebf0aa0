"""Wire what answers: search, recall, the recent talk, and the account of all three."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.resources import Resources
from familiar_memory.assembly.setup import Setup
from familiar_memory.assembly.wiring.indexing import Indexing
from familiar_memory.assembly.wiring.recalling import wire_recall
from familiar_memory.assembly.wiring.searching import Searching
from familiar_memory.history.recalls.logger import RecallLogger
from familiar_memory.llm.base import ChatMessage, ChatModel, ChatRequest
from familiar_memory.llm.shelf import ModelShelf
from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.explain.explainer import Explainer
from familiar_memory.recall.explain.why_not import Evidence
from familiar_memory.recall.parts.imported_card import ImportedCard
from familiar_memory.recall.parts.persona import Persona
from familiar_memory.recall.pipeline import RecallPipeline
from familiar_memory.recall.search.grep_passages import PassageGrep
from familiar_memory.recall.talk.choosers import AskingChooser, TurnChooser, TurnRelevance
from familiar_memory.recall.talk.provider import ConversationProvider
from familiar_memory.store.base import NoteStore

__all__ = ["Answering", "wire_answering"]

_FILTER_S = 15.0
"""Where no model has a slot that says it: the deadline of a recall, which bounds it anyway."""


@dataclass(frozen=True, slots=True)
class Answering:
    """What answers; `name` is what the familiar is called."""

    name: str
    recall: RecallPipeline
    conversation: ConversationProvider
    explainer: Explainer
    recall_logger: RecallLogger


def wire_answering(
    setup: Setup,
    resources: Resources,
    files: OpenFiles,
    indexing: Indexing,
    searching: Searching,
    store: NoteStore,
    models: ModelShelf,
) -> Answering:
    """Everything from a question to an answer."""
    settings, clock, history = setup.settings, setup.clock, files.history
    persona = _persona(setup, store)
    filter_tier = _filter(setup, resources, files, indexing, searching, models)
    pipeline, content = wire_recall(
        setup, files, indexing, store, searching, persona, filter_tier, resources.threads
    )
    evidence = Evidence(
        files.index, indexing.notes, history, files.store, indexing.synchroniser.indexed
    )
    return Answering(
        name=persona.name,
        recall=pipeline,
        conversation=ConversationProvider(
            history,
            TurnRelevance(files.index, searching.retriever, clock.now),
            settings.conversation,
            _turn_chooser(models.get("conversation")),
            settings.zone,
            off_loop=resources.off_loop,
        ),
        explainer=Explainer(
            pipeline,
            content,
            searching.search,
            searching.retriever,
            evidence,
            settings.audience.policy,
            resources.off_loop,
        ),
        recall_logger=RecallLogger(
            history.recalls,
            clock.now,
            keep_days=settings.recall.log_keep_days,
            keep_rows=settings.recall.log_keep_rows,
            pool=resources.pool,
        ),
    )


def _persona(setup: Setup, store: NoteStore) -> Persona:
    """What the familiar is called: as a person has set it, else as its card does."""
    card, folder = ImportedCard(store), setup.paths.familiar_id
    chosen = setup.settings.character.name
    is_only_the_folder = chosen in ("", folder)
    return Persona((card.name if is_only_the_folder else chosen) or folder, card)


def _filter(
    setup: Setup,
    resources: Resources,
    files: OpenFiles,
    indexing: Indexing,
    searching: Searching,
    models: ModelShelf,
) -> FilterTier | None:
    """The filter tier, where a model is configured for it and nobody has switched it off."""
    settings = setup.settings
    model = models.get("filter")
    if model is None or not settings.recall.filter:
        return None
    slot = settings.models.filter
    return FilterTier(
        model,
        PassageGrep(files.index, indexing.readable, zone=settings.zone),
        searching.search.current,
        timeout_s=_FILTER_S if slot is None else slot.timeout_s,
        in_voice=settings.recall.filter_in_voice,
        off_loop=resources.off_loop,
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
