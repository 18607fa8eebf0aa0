"""A familiar: it records what is said, and recalls it where it may be told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from familiar_memory.assembly import Parts, assemble
from familiar_memory.clock import Clock
from familiar_memory.config.environment import default_home
from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.given import as_texts, check_count, check_type
from familiar_memory.domain.memory.surfaced import LoggedRecall
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.sound import question_vector
from familiar_memory.errors import (
    EmbedderError,
    FamiliarError,
    HistoryError,
    IndexUnavailableError,
    StorageError,
    UsageError,
)
from familiar_memory.founding import found
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.metering import SlotUsage
from familiar_memory.recall.explain.explanation import Explanation
from familiar_memory.recall.explain.why_not import WhyNotReport
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.page.surfaced import surfaced_of
from familiar_memory.recall.retrieved import search_filters
from familiar_memory.recall.talk.choosers import TurnChooser
from familiar_memory.recall.talk.conversation import Conversation
from familiar_memory.recall.viewer import viewer_of
from familiar_memory.settling import choose_embedder, record_embedder
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.update import Progress
from familiar_memory.sync.vectors.switch import EmbedderSwitch, SwitchReport
from familiar_memory.sync.verify import VerifyReport
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.writers.memory_writer import BatchReport, WriteReport

__all__ = ["Familiar"]

_log = logging.getLogger(__name__)
_CATCH_UP_S = 5.0
"""How long a reader waits for what was just written; then it says that it did not."""


class Familiar:
    """One familiar's memory.

        async with Familiar.open("ember") as familiar:
            await familiar.record(turn)
            context = await familiar.recall(RecallRequest(text, author, place))
            prompt = context.render()

    Safe to use from one event loop; files, history and index are shared with other
    processes. Work on disk runs in threads, so a bot's loop is never blocked.
    """

    def __init__(
        self,
        paths: FamiliarPaths,
        *,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        models: Mapping[str, ChatModel] | None = None,
    ) -> None:
        self._paths = paths
        self._clock = clock
        self._embedder = embedder
        self._models = models
        self._parts: Parts | None = None
        self._first_sync: asyncio.Task[SyncReport] | None = None
        self._switching: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None

    @classmethod
    def create(
        cls,
        familiar_id: str,
        *,
        home: Path | str | None = None,
        name: str | None = None,
        timezone: str | None = None,
        embedder: str | None = None,
    ) -> Self:
        """Make a new familiar under `home` (a folder of familiars).

        Raises:
            FamiliarExistsError: there is one of that name; `open` it.
            UsageError: the name cannot be a folder's.
        """
        paths = _paths(familiar_id, home)
        found(paths, name=name, timezone=timezone, embedder=embedder)
        return cls(paths)

    @classmethod
    def open(cls, familiar_id: str, *, home: Path | str | None = None) -> Self:
        """A familiar that exists.

        Raises:
            UnknownFamiliarError: it names those that do.
        """
        paths = _paths(familiar_id, home)
        paths.require()
        return cls(paths)

    async def __aenter__(self) -> Self:
        """Open its files; the index catches up, and from now on keeps up, in the background."""
        await self.start()
        self._first_sync = asyncio.create_task(asyncio.to_thread(self._begin_to_follow))
        self._switching = asyncio.create_task(self._switch_in_background(self._first_sync))
        self._tidying = asyncio.create_task(asyncio.to_thread(self._tidy_journal))
        return self

    def _begin_to_follow(self) -> SyncReport:
        # Listen first: what is saved during the sync is heard, and indexed after it.
        self._open.watcher.start()
        self._open.worker.start()
        return self._open.synchroniser.sync_all()

    async def _switch_in_background(self, first_sync: asyncio.Task[SyncReport]) -> None:
        """Finish a switch of the embedder that is due; answers do not wait for it."""
        await asyncio.wait((first_sync,))
        try:
            await asyncio.to_thread(self._open.switch.finish, wait=True)
        except FamiliarError as problem:
            _log.warning("the embedder was not switched: %s", problem.problem)

    def _tidy_journal(self) -> None:
        """Let the journal drop what its settings do not keep; nobody waits for it."""
        if self._open.read_only is not None:
            return
        try:
            self._open.journal.tidy(self.now())
        except FamiliarError as problem:
            _log.warning("the journal was not tidied: %s", problem.problem)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Finish what is under way and close."""
        await self.close()

    async def start(self, *, even_damaged: bool = False) -> None:
        """Open its files without starting to index.

        What this process may not write is opened to be read: answers say so in `degraded`,
        and every change is refused. With `even_damaged` a history that cannot be read is
        left aside, and the notes serve without it.

        Raises:
            ConfigError: its settings are not accepted.
            HistoryError: its history is damaged.
        """
        if self._parts is None:
            settings = load_settings(self._paths)
            self._parts = await asyncio.to_thread(
                assemble,
                self._paths,
                settings,
                clock=self._clock,
                embedder=self._embedder,
                models=self._models,
                even_damaged=even_damaged,
            )
            with contextlib.suppress(IndexUnavailableError):
                await asyncio.to_thread(self._parts.switch.forget_abandoned)

    async def close(self) -> None:
        """Finish indexing what was recorded, and let go of every file."""
        if self._parts is not None:
            self._parts.switch.stop()
        for task in (self._first_sync, self._switching, self._tidying):
            if task is not None:
                await asyncio.gather(task, return_exceptions=True)
        self._first_sync = self._switching = self._tidying = None
        if self._parts is not None:
            parts, self._parts = self._parts, None
            try:
                await parts.models.close()
            finally:
                await asyncio.to_thread(parts.close)

    # --- what is said ---------------------------------------------------------------

    async def record(self, turn: Turn) -> RecordOutcome:
        """Keep one turn; safe on disk when this returns, searchable a moment later.

        The same (place, ref) again is a no-op, or amends it. One recorded turn never
        fails because of the index.
        """
        return (await self.record_many((turn,)))[0]

    async def record_many(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Keep turns, all or none, in order; `InputError` for what is no turn."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        return await asyncio.to_thread(self._record, given)

    def _record(self, turns: tuple[Turn, ...]) -> Sequence[RecordOutcome]:
        parts = self._open
        # A turn that comes as private may leave an open room, whose talk is then divided anew.
        private = tuple(turn for turn in turns if turn.place.open_twin is not None)
        left = set(parts.history.sessions_of(private)) if private else set()
        outcomes = parts.history.record_many(turns)
        try:
            sessions = parts.history.sessions_of(turns)
        except HistoryError as problem:
            # The turns are safe; the next full sync finds them.
            _log.warning("recorded turns are not indexed yet: %s", problem.problem)
        else:
            parts.worker.submit(parts.conversation.name, sessions)
            if not left <= set(sessions):
                parts.worker.submit_all()
        return outcomes

    async def write(
        self,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> WriteReport:
        """Run the writer: turns that no note tells of yet become Markdown."""
        return await asyncio.to_thread(self._write, dry_run, progress)

    def _write(self, dry_run: bool, progress: Callable[[BatchReport], None] | None) -> WriteReport:
        self.refuse_read_only()
        # Two writers at once would do the same work twice.
        with self._open.writer_lock:
            return self._open.writer.run(dry_run=dry_run, progress=progress)

    def refuse_read_only(self) -> None:
        """Refuse a change before it is begun; `StorageError` says why nothing can be written."""
        if (damage := self._open.unreadable) is not None:
            raise StorageError(
                f"nothing can be written: {damage}",
                "nothing else holds what was said: restore it from a backup",
            )
        if (reason := self._open.read_only) is not None:
            raise StorageError(
                f"nothing can be written: {reason}", "a familiar that this user may write to"
            )

    # --- what is known --------------------------------------------------------------

    async def settle(self, progress: Progress | None = None) -> SyncReport:
        """Make the index reflect every file and every turn; the writer is not run.

        A switch of the embedder that is due is finished too; where the model cannot be
        run, the answers that follow say so.
        """
        if self._first_sync is not None:
            await asyncio.gather(self._first_sync, return_exceptions=True)
            # Whatever became of it, this does the same again.
            self._first_sync = None
        await asyncio.to_thread(self._open.worker.drain)
        report = await asyncio.to_thread(self._open.synchroniser.sync_all, progress)
        try:
            await self._run_switch(lambda switch: switch.finish(progress, wait=True))
        except EmbedderError as problem:
            _log.warning("the embedder was not switched: %s", problem.problem)
        return report

    async def search(
        self,
        query: str,
        *,
        limit: int = 10,
        place: Place | None = None,
        author: Author | None = None,
        sources: Iterable[str] | None = None,
        filters: RecallFilters | None = None,
        as_of: datetime | None = None,
        profile: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> SearchResult:
        """Ranked passages and turns for a question.

        Without a `place` the owner is asking and sees everything; with one, only what
        may be told there (`author` is who stands in it). `sources` keeps only
        `memory` (notes) or `conversation` (turns). `filters`, `as_of`, `profile` and
        `weights` are as in `RecallRequest`.

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
        """
        request = RecallRequest(
            query,
            author,
            place,
            as_of=as_of,
            filters=filters or RecallFilters(),
            profile=profile,
            weights=weights or {},
        )
        self._check(request)
        check_count(limit, "limit")
        kept = None if sources is None else frozenset(as_texts([*sources], "sources"))
        lag = await self._catch_up(is_owner=place is None)
        try:
            result = await asyncio.to_thread(self._search, request, kept, limit)
        except IndexUnavailableError:
            # Disposable: make it anew, once, and ask again.
            await asyncio.to_thread(self._open.synchroniser.repair)
            result = await asyncio.to_thread(self._search, request, kept, limit)
        reasons = (*self._lacks, *filter(None, (lag, result.degraded)))
        degraded = names_only("; ".join(dict.fromkeys(reasons)))
        return SearchResult(result.hits, degraded or None)

    def _search(
        self, request: RecallRequest, sources: frozenset[str] | None, limit: int
    ) -> SearchResult:
        parts = self._open
        viewer = viewer_of(request, parts.history, parts.settings.audience.policy)
        filters = search_filters(request, self.now(), sources)
        weights = parts.profiles.weights(
            request.profile or parts.settings.recall.profile, request.weights
        )
        result = parts.search.search(request.text, viewer, filters, limit, weights)
        missing = parts.unindexed.told(viewer)
        reasons = "; ".join(reason for reason in (missing, result.degraded) if reason)
        return SearchResult(result.hits, reasons or None)

    def _check(self, request: RecallRequest) -> None:
        """Refuse at once what no search could do."""
        accepted = 'a RecallRequest, such as RecallRequest("where is the kettle?", author, place)'
        check_type(request, RecallRequest, "a request", accepted)
        self._open.profiles.weights(request.profile, request.weights)
        if request.as_of is None:
            return
        if request.as_of.utcoffset() is None:
            raise UsageError(
                f"as_of {request.as_of.isoformat()} has no offset from UTC", "an aware datetime"
            )
        if not MINYEAR < request.as_of.year < MAXYEAR:
            # In another time zone it may be no moment at all.
            raise UsageError(
                f"as_of {request.as_of.isoformat()} is at the end of all dates",
                f"a moment of the years {MINYEAR + 1} to {MAXYEAR - 1}",
            )

    async def recall(self, request: RecallRequest) -> Context:
        """The context for a reply: `render()` is the prompt block, `trace` says why.

        Slowness and damage make it poorer, never an exception.

        Raises:
            UsageError: no such profile or weight, or a moment without an offset.
        """
        self._check(request)
        context = await self._open.recall.recall(
            request,
            lambda timeout_s: self._catch_up(
                min(timeout_s, _CATCH_UP_S),
                is_owner=request.place is None and not request.is_broadcast,
            ),
        )
        if self._open.index.is_damaged:
            self._repair_in_background()
        self._note_recall(request, context)
        return context.also_degraded(self._lacks)

    @property
    def _lacks(self) -> tuple[str, ...]:
        """What this familiar has to do without, as anybody who asks may be told."""
        parts = self._open
        lacks = (parts.read_only, parts.unreadable, parts.embedder_problem)
        return tuple(reason for reason in lacks if reason)

    def _note_recall(self, request: RecallRequest, context: Context) -> None:
        """Let the recall log know by name what was surfaced; nobody waits for it."""
        settings = self._open.settings.recall
        if request.incognito or not settings.log or self._open.history.refusal is not None:
            return
        try:
            logged = LoggedRecall(
                self.now(),
                None if request.place is None else request.place.slug,
                None if request.author is None else request.author.slug,
                surfaced_of(context),
                sum(one.hit is not None for one in context.trace.decisions),
                request.text if settings.log_questions else None,
            )
            self._open.recall_logger.note(logged)
        except Exception:  # noqa: BLE001 - the edge: a log must not take the reply with it
            _log.exception("a recall is not logged")

    async def conversation(
        self, request: RecallRequest, *, chooser: TurnChooser | None = None
    ) -> Conversation:
        """The recent talk of the request's place, for the prompt: as messages and as a block.

        The newest turns always, older ones where they matter to `request.text`: as the
        `chooser` says, else the model of the slot `conversation`, else the search. What
        `request.pending_turns` reply to is in it however old it is; they themselves are
        not. Only turns of that very place.
        Slowness and damage cost the older turns, never an exception.

        Raises:
            UsageError: the request names no place.
        """
        self._check(request)
        started = time.monotonic()
        if chooser is None:
            await self._catch_up(min(request.deadline_s / 2, _CATCH_UP_S))
        left_s = max(request.deadline_s - (time.monotonic() - started), 0.0)
        return await self._open.conversation_context.load(
            replace(request, deadline_s=left_s), chooser
        )

    async def explain(
        self,
        request: RecallRequest,
        *,
        search_limit: int | None = None,
        sources: Iterable[str] | None = None,
    ) -> Explanation:
        """Recall, and account for every candidate: kept, cut or forbidden, and why.

        With a `search_limit` a search of so many hits (in `sources`) is explained instead.
        For the owner: it names what the request's place may not know. It is not logged.
        """
        self._check(request)
        await self._catch_up()
        if search_limit is not None:
            return await self._open.explainer.search(request, search_limit, sources)
        return await self._open.explainer.recall(request)

    async def why_not(
        self,
        target: str,
        request: RecallRequest,
        *,
        search_limit: int | None = None,
        sources: Iterable[str] | None = None,
    ) -> WhyNotReport:
        """Why a passage did not come: `target` is a REF, a PATH, a PATH:LINE or a text.

        With a `search_limit` it is about a search of so many hits, else about a recall.
        For the owner: it tells of what the request's place may not know. It is not logged.
        """
        self._check(request)
        await self._catch_up()
        if search_limit is not None:
            explainer = self._open.explainer
            return await explainer.why_not_found(target, request, search_limit, sources)
        return await self._open.explainer.why_not(target, request)

    async def _catch_up(
        self, timeout_s: float = _CATCH_UP_S, *, is_owner: bool = True
    ) -> str | None:
        """Wait, bounded, until what was recorded before is in the index; else say why not.

        A reason may name a note; only the owner may know of all.
        """
        first = self._first_sync
        if first is not None:
            await asyncio.wait((first,), timeout=timeout_s)
            if not first.done():
                return "the index is still being built"
            if not first.cancelled() and (problem := first.exception()) is not None:
                reason = f": {_reason(problem)}" if is_owner else ""
                return f"the index could not be brought up to date{reason}"
        if not await asyncio.to_thread(self._open.worker.drain, timeout_s):
            return "the newest changes are not indexed yet"
        return None

    def _repair_in_background(self) -> None:
        """A reply does not wait until a damaged index is made anew; the next one finds it."""
        if self._first_sync is None or self._first_sync.done():
            repair = asyncio.to_thread(self._open.synchroniser.repair)
            self._first_sync = asyncio.create_task(repair)

    # --- the index ------------------------------------------------------------------

    async def rebuild(
        self, progress: Progress | None = None, *, accept_removals: bool = False
    ) -> SyncReport:
        """Throw the index away and build it again.

        When most notes have vanished at once nothing is done, and the report names them as
        `held`, unless `accept_removals` says that they were deleted.

        Raises:
            StorageError: this process may not write the index, and has a copy of its own.
        """
        if (reason := self._open.index.private_because) is not None:
            raise StorageError(
                f"the index cannot be made anew: {self._open.read_only or reason}",
                "a familiar that this user may write to",
            )
        return await asyncio.to_thread(
            self._open.synchroniser.rebuild, progress, allow_mass_removal=accept_removals
        )

    async def verify(self, progress: Progress | None = None) -> VerifyReport:
        """Compare the index with a fresh build of the same files and turns."""
        await self._catch_up()
        return await asyncio.to_thread(self._open.synchroniser.verify, progress)

    async def switch_embedder(
        self,
        embedder: str | Embedder,
        *,
        model_path: Path | str | None = None,
        progress: Progress | None = None,
    ) -> SwitchReport:
        """Embed everything with another embedder, then answer from its vectors.

        `embedder` is `auto`, `static`, `fastembed` or `none`, and is written into
        character.toml; one of your own is not. Until all is embedded, answers come from
        the vectors that are there, and say so (`degraded`). Cancelled or killed, it goes
        on where it was when the familiar is opened again, or when it is asked again.

        Raises:
            EmbedderError: its model is not on the disk, or cannot be run; nothing changes.
            UsageError: the environment or the arguments contradict the name.
            StorageError: character.toml cannot be written; nothing changes.
        """
        chosen: Embedder
        if isinstance(embedder, str):
            settled = await asyncio.to_thread(
                choose_embedder, embedder, self._open.settings, model_path
            )
            chosen = settled.embedder
            # Found out before anything is written: a model that cannot run would be no end.
            await asyncio.to_thread(question_vector, chosen, "a question")
            await asyncio.to_thread(record_embedder, self._paths, settled)
        else:
            chosen = embedder
        report = await self._run_switch(lambda switch: switch.to(chosen, progress))
        if report.done:
            # What was written while one took the other's place may lack vectors.
            await asyncio.to_thread(self._open.synchroniser.sync_all)
        return report

    async def _run_switch(self, work: Callable[[EmbedderSwitch], SwitchReport]) -> SwitchReport:
        """Run it in a thread that ends soon when this task is cancelled."""
        switch = self._open.switch
        running = asyncio.create_task(asyncio.to_thread(work, switch))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            switch.stop()
            await asyncio.gather(running, return_exceptions=True)
            raise

    # --- its parts ------------------------------------------------------------------

    @property
    def store(self) -> NoteStore:
        """The Markdown tree."""
        return self._open.store

    @property
    def quiet_store(self) -> NoteStore:
        """The same notes; nothing is indexed until somebody looks at the tree.

        For great changes: the index then takes them in at once, not one by one beside them.
        """
        return self._open.plain_store

    @property
    def history(self) -> HistoryStore:
        """The conversation."""
        return self._open.history

    @property
    def index(self) -> EmbeddingIndex:
        """The disposable index."""
        return self._open.index

    @property
    def name(self) -> str:
        """What the familiar is called: by its settings, else by its card, else by its folder."""
        return self._open.name

    def export_options(self, output: Path) -> ExportOptions:
        """What an exporter is to know of this familiar; `replace` adds what is asked for."""
        return ExportOptions(
            output,
            self.name,
            default_audience=self._open.settings.audience.default,
            vocabulary=self._open.vocabulary,
        )

    @property
    def journal(self) -> AuditJournal:
        """Who changed which note, and when."""
        return self._open.journal

    def usage(self) -> Mapping[tuple[str, str], SlotUsage]:
        """What chat models have used, by (slot, model), since counting began; any process's."""
        return self._open.models.usage()

    @property
    def parts(self) -> Parts:
        """Everything it is made of, for tools that need more."""
        return self._open

    def now(self) -> datetime:
        """The present moment, by its clock."""
        return self._open.clock.now()

    @property
    def _open(self) -> Parts:
        if self._parts is None:
            raise RuntimeError("the familiar is not open: use `async with`, or `await start()`")
        return self._parts


def _reason(problem: BaseException) -> str:
    return problem.problem if isinstance(problem, FamiliarError) else type(problem).__name__


def _paths(familiar_id: str, home: Path | str | None) -> FamiliarPaths:
    return FamiliarPaths(default_home() if home is None else Path(home), familiar_id)
