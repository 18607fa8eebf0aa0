"""A familiar: it records what is said, and recalls it where it may be shown."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from familiar_memory.assembly.parts import Parts, assemble
from familiar_memory.clock import SystemClock
from familiar_memory.config.environment import default_home
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.given import as_flag, check_number
from familiar_memory.errors import InputError, UnknownFamiliarError
from familiar_memory.life.lifetime import Lifetime

if TYPE_CHECKING:
    # It hands things on: what only its signatures name is imported by who makes it.
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from familiar_memory.assembly.shared import Shared
    from familiar_memory.clock import Clock
    from familiar_memory.domain.progress import Progress
    from familiar_memory.domain.question.context import RecallRequest
    from familiar_memory.domain.question.search import SearchResult
    from familiar_memory.domain.talk.place import Place
    from familiar_memory.domain.talk.turn import Turn
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.history.base import History
    from familiar_memory.history.turns.amendment import RecordOutcome
    from familiar_memory.life.changes import Changes
    from familiar_memory.life.curation.review import Review
    from familiar_memory.life.curation.rules import Rules
    from familiar_memory.life.explaining import Explaining
    from familiar_memory.life.forget.forgetting import Forgetting
    from familiar_memory.life.index_upkeep import IndexUpkeep
    from familiar_memory.life.known.knowledge import Knowledge
    from familiar_memory.life.known.links import Links
    from familiar_memory.life.memories.memories import Memories
    from familiar_memory.life.opened import OpenFamiliar
    from familiar_memory.life.people import People
    from familiar_memory.life.schedule.session_end import EndReason, SessionEnd
    from familiar_memory.life.settings.in_force import SettingsInForce
    from familiar_memory.life.sleep.sleeping import Sleeping
    from familiar_memory.life.tools.tools import Tools
    from familiar_memory.life.writing import Writing
    from familiar_memory.llm.base import ChatModel
    from familiar_memory.llm.shelf import ModelShelf
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.talk.choosers import TurnChooser
    from familiar_memory.recall.talk.conversation import Conversation
    from familiar_memory.store.base import NoteStore
    from familiar_memory.store.journal.journal import AuditJournal
    from familiar_memory.sync.report import SyncReport
    from familiar_memory.writers.report import BatchReport, WriteReport

__all__ = ["Familiar"]


class Familiar:
    """One familiar's memory.

        async with Familiar.open("ember") as familiar:
            await familiar.record(turn)
            context = await familiar.recall(RecallRequest(text, author, place))
            prompt = context.render()

    Everything else is an attribute: `familiar.index`, `explain`, `people`, `knowledge`, `memories`,
    `writing`, `sleep`, `journal`, `changes`, `forgetting`, `models`, `rules`, `review`,
    `tools`.

    Safe to use from one event loop; files, history and index are shared with other
    processes. Work on disk runs in threads, so a bot's loop is never blocked. Use a `Household` for
    many in one process.
    """

    def __init__(
        self,
        paths: FamiliarPaths,
        *,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        models: Mapping[str, ChatModel] | None = None,
        shared: Shared | None = None,
        auto_write: bool = False,
    ) -> None:
        """Nothing is opened yet; what is `shared` with others stays open after it is closed.

        For `auto_write` see `open`.
        """
        opening = partial(
            assemble, paths, clock=clock, embedder=embedder, models=models, shared=shared
        )
        self._clock = clock or SystemClock()
        self._lifetime = Lifetime(paths, opening, None if shared is None else shared.awaited)
        self._auto_write = auto_write
        self._max_wait: float | None = None

    @classmethod
    def create(
        cls,
        familiar_id: str | int,
        *,
        home: Path | str | None = None,
        name: str | None = None,
        timezone: str | None = None,
        embedder: str | None = None,
    ) -> Self:
        """Create a familiar under `home` (a folder of familiars).

        Raises:
            FamiliarExistsError: there is one of that name; `open` it.
            UsageError: the name cannot be a folder's.
        """
        from familiar_memory.founding import found

        paths = _paths(familiar_id, home)
        found(paths, name=name, timezone=timezone, embedder=embedder)
        return cls(paths)

    @classmethod
    def open(
        cls,
        familiar_id: str | int,
        *,
        home: Path | str | None = None,
        create: bool = False,
        auto_write: bool = False,
        write_every: float | None = None,
    ) -> Self:
        """Open a familiar that exists; with `create`, make it where there is none.

        With `auto_write`, conversations become notes by themselves while the familiar is open
        (`async with`): the `MemoryWriterScheduler` runs the writer, as `[memory_writer]` in the
        settings says, and ends sessions. A run that fails is logged, shown by
        `familiar.writing` and tried again; no reply waits for it. `write_every` is the same,
        and no turn waits longer than so many seconds.

        Raises:
            UnknownFamiliarError: there is none of that name; it names those that there are.
            UsageError: the name cannot be a folder's.
            FamiliarExistsError: there is one whose name some disks take for this one.
            InputError: `create` or `auto_write` is not a bool, or `write_every` is not a number
                above 0.
        """
        if write_every is not None:
            check_number(write_every, "write_every")
            if write_every <= 0:
                raise InputError(f"write_every is {write_every}", "seconds, more than 0, or None")
        auto_write = as_flag(auto_write, "auto_write") or write_every is not None
        paths = _paths(familiar_id, home)
        if as_flag(create, "create"):
            from familiar_memory.founding import ensure_found

            ensure_found(paths)
        else:
            _require(paths)
        familiar = cls(paths, auto_write=auto_write)
        familiar._max_wait = write_every
        return familiar

    async def __aenter__(self) -> Self:
        """Open its files; the index catches up, and from now on keeps up, in the background.

        Of a familiar that is incognito (`[memory] mode`) no file is opened: it records nothing,
        and recalls nothing.
        """
        await self._lifetime.open(auto_write=self._auto_write, max_wait=self._max_wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what is under way and close."""
        await self.close()

    async def start(self, *, even_damaged: bool = False) -> None:
        """Open its files without starting to index; what works on them is built when needed.

        What this process may not write is opened read-only: answers say so in `degraded`, and every
        change is refused. With `even_damaged` a history that cannot be read is ignored, and the
        notes are used without it.

        Raises:
            ConfigError: its settings are not accepted.
            HistoryError: its history is damaged.
        """
        await self._lifetime.start(even_damaged=even_damaged)

    async def close(self) -> None:
        """Finish indexing what was recorded, and close every file."""
        await self._lifetime.end()

    async def record(self, turn: Turn) -> RecordOutcome:
        """Keep one turn; safe on disk when this returns, searchable a moment later.

        The same (place, ref) again is a no-op, or amends it. One recorded turn never
        fails because of the index.
        """
        return (await self.record_many((turn,)))[0]

    async def record_many(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order; what is incognito is left out, and said to be.

        Raises:
            InputError: one of them is not a turn.
            HistoryError: they cannot be kept, or the history was deleted meanwhile.
        """
        given = tuple(turns)
        if (closed := self._lifetime.closed) is not None:
            if not closed.has_to_open(given):
                return closed.record(given)
            await self.start()
        return await self._open.recording.record(given)

    async def delete(self, place: Place, ref: str | int) -> RecordOutcome:
        """Take away the text of one turn for good, as a platform's delete event asks.

        Such an event names the message and no author. `DELETED`, where it was there (in the
        place, or in the same room before or after it became private); `UNCHANGED`, where it
        was deleted before; `UNKNOWN`, where no such turn was ever recorded: nothing is kept
        of that, so a turn that comes later is recorded.

        Raises:
            InputError: it is not a place, or the ref is neither a text nor an integer.
            HistoryError: it cannot be deleted, or the history was deleted meanwhile.
        """
        if (closed := self._lifetime.closed) is not None:
            if not closed.has_history:
                return closed.delete(place, ref)
            await self.start()
        return await self._open.recording.delete(place, ref)

    async def write(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> WriteReport:
        """Run the writer: turn unprocessed messages into Markdown notes.

        With `auto_write` it is the `flush` of the scheduler, so what is written is not due again.

        Raises:
            StorageError: nothing can be written here, and why.
            HistoryError: the history was deleted meanwhile.
        """
        if (closed := self._lifetime.closed) is not None:
            return closed.write(dry_run=dry_run)
        return await self._open.writing.written(dry_run=dry_run, progress=progress)

    async def end_session(
        self, place: Place | None = None, *, reason: EndReason | str = "end"
    ) -> SessionEnd:
        """End the session of a place: what waits there is written up, and held memories decided.

        For a bot that is told to leave a room ("unsubscribe"), whose voice connection ends
        ("voice_disconnect"), or that is told that a conversation is over ("end"). Without a
        place, all sessions end. With `auto_write` sessions also end by themselves, after
        `[memory_writer] session_timeout` without a turn, and when the familiar is closed.

        Raises:
            InputError: it is not a place, or there is no such reason.
            StorageError: nothing can be written here, and why.
            HistoryError: the history was deleted meanwhile.
        """
        if (closed := self._lifetime.closed) is not None:
            return closed.end_session(place, reason)
        return await self._open.writing.ended(place, reason)

    async def settle(self, progress: Progress | None = None) -> SyncReport:
        """Make the index reflect every file and every turn; see `index.update`."""
        return await self.index.update(progress)

    async def search(
        self,
        query: str | RecallRequest,
        *,
        limit: int = 10,
        sources: Iterable[str] | None = None,
    ) -> SearchResult:
        """Ranked passages and turns for the request of a recall, or for a text.

        A request without a `place`, or a plain text, comes from the owner, who sees everything;
        with one, only what may be shown there is found. `sources` keeps only
        `memory` (notes) or `conversation` (turns).

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
            HistoryError: the history was deleted meanwhile.
        """
        if (closed := self._lifetime.closed) is not None:
            return closed.search(query)
        return await self._open.asking.search(query, limit, sources)

    async def recall(self, request: RecallRequest) -> Context:
        """The context for a reply: `render()` is the prompt block, `trace` says why.

        Slowness and damage make it less complete, but never raise.

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
        """
        if (closed := self._lifetime.closed) is not None:
            return closed.recall(request)
        return await self._open.asking.recall(request)

    async def conversation(
        self, request: RecallRequest, *, chooser: TurnChooser | None = None
    ) -> Conversation:
        """The recent talk of the request's place, for the prompt: as messages and as a block.

        The newest turns are always included, older ones if they matter to `request.text`, as
        decided by the `chooser`, else the model of the slot `conversation`, else the search. Turns
        that `request.pending_turns` reply to are included however old they are; the pending turns
        themselves are not. Only turns of that one place are used.
        Slowness and damage cost the older turns, but never raise.

        Raises:
            UsageError: the request names no place.
        """
        if (closed := self._lifetime.closed) is not None:
            return closed.conversation(request)
        return await self._open.asking.conversation(request, chooser)

    @property
    def name(self) -> str:
        """The familiar's name: from its settings, else its card, else its folder."""
        if (closed := self._lifetime.closed) is not None:
            return closed.name
        return self.parts.answering.name

    @property
    def store(self) -> NoteStore:
        """The Markdown tree."""
        return self.parts.store

    @property
    def history(self) -> History:
        """The conversation."""
        return self.parts.files.history

    @property
    def journal(self) -> AuditJournal:
        """Who changed which note, and when."""
        return self.parts.files.journal

    @property
    def people(self) -> People:
        """Who is known."""
        return self._open.people

    @property
    def knowledge(self) -> Knowledge:
        """What is known: facts, and how they came and went."""
        return self._open.knowledge

    @property
    def links(self) -> Links:
        """Where links between notes lead, and from where they come."""
        return self._open.links

    @property
    def writing(self) -> Writing:
        """The writer's runs: when the last one ended, and why it failed if it did."""
        return self._open.writing

    @property
    def sleep(self) -> Sleeping:
        """The sleep cycle: what is done to the memory at night, and how that went."""
        return self._open.sleep

    @property
    def index(self) -> IndexUpkeep:
        """The index: update it, rebuild it, verify it, change its embedder."""
        return self._open.index

    @property
    def explain(self) -> Explaining:
        """Why an answer contains what it does, and why something is missing from it."""
        return self._open.explaining

    @property
    def changes(self) -> Changes:
        """What happens to notes and sessions in its index, each write once, in order.

        `subscribe()` listens from now on, or from a saved cursor; it also sees what other processes
        write. It ends when the familiar is closed.
        """
        from familiar_memory.life.changes import Changes

        return Changes(self.parts.indexing.synchroniser.changes, self._open.threads)

    @property
    def memories(self) -> Memories:
        """Keeps, edits, retires and deletes single records, by name."""
        return self._open.memories

    @property
    def forgetting(self) -> Forgetting:
        """Forgets a person, a subject, a message, a place or a time for good, and proves it."""
        return self._open.forgetting

    @property
    def tools(self) -> Tools:
        """The operations that a chat model may call on this memory."""
        return self._open.tools

    @property
    def review(self) -> Review:
        """What waits for a person to decide, and what they have decided in `review.md`."""
        return self._open.review

    @property
    def rules(self) -> Rules:
        """The rules of conduct: lists, sets, archives and removes them."""
        return self._open.rules

    @property
    def models(self) -> ModelShelf:
        """Its chat models, and what they have used."""
        return self.parts.models

    @property
    def settings(self) -> SettingsInForce:
        """What it goes by, what is wrong with what was saved, and what waits for the next start."""
        return self._lifetime.settings

    @property
    def parts(self) -> Parts:
        """Everything it is made of by the settings of now, for tools that need more."""
        return self._open.parts

    def now(self) -> datetime:
        """The present moment, by its clock."""
        if self._lifetime.closed is not None:
            return self._clock.now()
        return self.parts.setup.clock.now()

    @property
    def _open(self) -> OpenFamiliar:
        return self._lifetime.now


def _require(paths: FamiliarPaths) -> None:
    """Refuse a familiar that is not there, and say what would make it."""
    try:
        paths.require()
    except UnknownFamiliarError as problem:
        raise UnknownFamiliarError(
            problem.problem, f"{problem.accepted}; create=True makes it"
        ) from None


def _paths(familiar_id: str | int, home: Path | str | None) -> FamiliarPaths:
    return FamiliarPaths(default_home() if home is None else Path(home), familiar_id)
