"""The seven operations of one open familiar, for models and people: `familiar.tools`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from familiar_memory.domain.given import as_choice, as_flag
from familiar_memory.errors import FamiliarError, IndexUnavailableError, InputError, UsageError
from familiar_memory.life.records.caller import THE_OWNER, Caller
from familiar_memory.life.settings.succession import Succeeded
from familiar_memory.life.tools.asked.arguments import (
    REQUESTS,
    DeleteMemory,
    GraphMemory,
    RecallMemory,
    ReflectMemory,
    SearchMemory,
    StoreMemory,
    ToolRequest,
    UpdateMemory,
)
from familiar_memory.life.tools.asked.definitions import (
    ToolStyle,
    definition_of,
    offered,
    read_request,
)
from familiar_memory.life.tools.changing import Changing
from familiar_memory.life.tools.found.finding import MemoryFinding
from familiar_memory.life.tools.graphing import Graphing
from familiar_memory.life.tools.reflecting import Reflecting
from familiar_memory.life.tools.results import Result, failure
from familiar_memory.life.tools.stored.storing import Storing

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.talk.identity import Author
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.life.asking import Asking
    from familiar_memory.life.background import Background
    from familiar_memory.life.known.knowledge import Knowledge
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Tools"]

_log = logging.getLogger(__name__)


class Tools(Succeeded):
    """Stores, searches, recalls, updates, deletes, merges memories, and follows their relations.

        tools = familiar.tools.definitions(style="openai")
        answer = await familiar.tools.call(name, arguments, author=author, place=place)

    A caller in a place sees what may be said there; what they may not see is "not found". What
    writes is offered and done only where `[tools] write` allows it.
    """

    def __init__(
        self,
        parts: Parts,
        asking: Asking,
        knowledge: Knowledge,
        background: Background,
        threads: OffLoop,
        writing: asyncio.Lock | None = None,
    ) -> None:
        """`writing` is held by whichever of them changes something."""
        self._parts = parts
        self._threads = threads
        self._may_write = parts.setup.settings.tools.write
        # One at a time: two calls at once may bring the same memory.
        self._writing = writing or asyncio.Lock()
        self._finding = MemoryFinding(parts, asking, background, threads)
        self._storing = Storing(parts, self._finding, threads)
        self._changing = Changing(parts, threads)
        self._graphing = Graphing(knowledge)
        self._reflecting = Reflecting(parts, self._finding, threads)

    def definitions(
        self, write: bool | None = None, *, style: ToolStyle | str = ToolStyle.PLAIN
    ) -> list[dict[str, Any]]:
        """Each operation with its JSON schema, as a chat model is told of it.

        `write`: with those that change something; by default as `[tools] write` says. `style` is
        `plain` ({name, description, parameters}), `openai` or `anthropic`.

        Raises:
            InputError: there is no such style, or `write` is no truth value.
        """
        wanted = self._may_write if write is None else as_flag(write, "write")
        chosen = as_choice(style, ToolStyle, "the style of definitions")
        return [definition_of(name, chosen) for name in offered(with_writes=wanted)]

    async def call(
        self,
        name: str,
        arguments: Mapping[str, Any] | str,
        *,
        author: Author | None,
        place: Place | None,
    ) -> Result:
        """Do what a model asks for, and give the answer that goes back to it.

        `author` is who is being talked to, and `place` where. A place of None is the owner's, who
        sees everything, so both have to be said.

        The arguments are an object, or the JSON of one. Never raises for what they say or for what
        fails: then the answer has an `error`, and `accepted` says what would have been taken.

        Raises:
            InputError: the caller is no author in a place: that is the bot's own fault.
        """
        caller = Caller(author, place)
        try:
            return await self.do(self.checked(name, arguments), caller)
        except (UsageError, InputError) as problem:
            return failure(problem)
        except FamiliarError as problem:
            _log.warning("%s failed: %s", name, problem.problem)
            # It may name a note that they know nothing of.
            return failure(problem) if caller.is_owner else _failed(name)
        except Exception as problem:  # noqa: BLE001 - the edge: no reply falls with it
            _log.exception("an operation failed: %s", name)
            return _failed(name, type(problem).__name__)

    def checked(self, name: str, arguments: Mapping[str, Any] | str) -> ToolRequest:
        """The request that arguments make, for `do`.

        Raises:
            UsageError: there is no such operation, or it is switched off.
            InputError: the arguments are not what it takes; it says what would be.
        """
        request = read_request(name, arguments)
        if request.is_write and not self._may_write:
            raise UsageError(
                f"{name} is switched off", "reading only; [tools] write = true allows it"
            )
        return request

    async def do(self, request: ToolRequest, caller: Caller | None = None) -> Result:
        """Do what a request asks; by default for the owner. `[tools] write` is not asked.

        What is not there, or hidden, is an answer with an `error`.

        Raises:
            InputError: a value of the request cannot be: a ttl, a relation.
            StorageError: nothing can be written here.
            HistoryError: the familiar was deleted meanwhile.
        """
        caller = caller or THE_OWNER
        if not request.is_write:
            return await self._done(request, caller)
        async with self._writing:
            return await self._done(request, caller)

    async def _done(self, request: ToolRequest, caller: Caller) -> Result:
        try:
            return await self._asked(request, caller)
        except IndexUnavailableError:
            # Disposable: make it anew, once, and do it again.
            await self._threads.run(self._parts.indexing.repair)
            return await self._asked(request, caller)

    async def _asked(self, request: ToolRequest, caller: Caller) -> Result:
        match request:
            case StoreMemory():
                return await self._storing.store(request, caller)
            case SearchMemory():
                return await self._finding.search(request, caller)
            case RecallMemory():
                return await self._finding.recall(request, caller)
            case UpdateMemory():
                return await self._changing.update(request, caller)
            case DeleteMemory():
                return await self._changing.delete(request, caller)
            case ReflectMemory():
                return await self._reflecting.reflect(request, caller)
            case GraphMemory():
                return await self._graphing.graph(request, caller)
        raise UsageError(f"there is no operation {request.name!r}", ", ".join(REQUESTS))


def _failed(name: str, why: str = "the notes cannot be read or written now") -> Result:
    return {"error": f"{name} failed: {why}"}
