"""What an incognito familiar does, and any familiar for an incognito request: nothing of memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.given import check_type
from familiar_memory.domain.question.context import (
    Decision,
    Disposition,
    RecallRequest,
    Trace,
)
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import UsageError
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.life.requests import check_request
from familiar_memory.life.schedule.session_end import EndReason, SessionEnd, checked_end
from familiar_memory.recall.page.fitting import fitted
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.ranking.weights import Profiles
from familiar_memory.recall.talk.conversation import Conversation
from familiar_memory.writers.report import WriteReport

if TYPE_CHECKING:
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.config.settings import Settings
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.settings import RecallSettings

__all__ = ["INCOGNITO", "ClosedFamiliar", "nothing_recalled", "nothing_said"]

INCOGNITO = "incognito: nothing of memory is read or noted"
_WHY = Decision("incognito", "memory", Disposition.ABSENT, "nothing is read or noted")
_NO_MOMENT = datetime.min.replace(tzinfo=UTC)


def nothing_recalled(request: RecallRequest, settings: RecallSettings) -> Context:
    """The context of an incognito request: what its caller brought, in its budget."""
    page = Page(
        Occasion(request, Viewer(is_broadcast=True), _NO_MOMENT),
        decisions=[_WHY],
        degraded=[INCOGNITO],
    )
    return fitted(page, request, settings, ())


def nothing_said(request: RecallRequest) -> Conversation:
    """The talk before an incognito request.

    Raises:
        UsageError: the request names no place, as for any other.
    """
    if request.place is None:
        raise UsageError("a conversation is of one place, and none was given", "a place")
    return Conversation((), Trace((_WHY,), (INCOGNITO,)))


class ClosedFamiliar:
    """A familiar whose settings say that it is incognito: no file of it is opened."""

    def __init__(self, settings: Settings, paths: FamiliarPaths) -> None:
        self.name = settings.character.name or paths.familiar_id
        self._history = paths.history
        self._recall = settings.recall
        self._profiles = Profiles(settings.recall.profiles)

    def has_to_open(self, turns: Iterable[Turn]) -> bool:
        """Whether something may be there that one of these turns takes away."""
        return any(isinstance(one, Turn) and one.deleted for one in turns) and self.has_history

    @property
    def has_history(self) -> bool:
        """Whether it once was not incognito."""
        return self._history.exists()

    def record(self, turns: Iterable[Turn]) -> Sequence[RecordOutcome]:
        """Nothing is kept of any."""
        given = tuple(turns)
        for turn in given:
            check_type(turn, Turn, "a turn", "a Turn, such as Turn.from_json(...) makes")
        return [RecordOutcome.INCOGNITO for _ in given]

    def delete(self, place: Place, ref: str | int) -> RecordOutcome:
        """Nothing is there to be taken away."""
        check_place(place, "the place of a turn to delete")
        as_id(ref, "the ref to delete")
        return RecordOutcome.UNKNOWN

    def write(self, *, dry_run: bool) -> WriteReport:
        """Nothing waits."""
        return WriteReport(dry_run=dry_run)

    def end_session(self, place: Place | None, reason: EndReason | str) -> SessionEnd:
        """Nothing was kept of it."""
        return SessionEnd(place, checked_end(place, reason), WriteReport())

    def recall(self, request: RecallRequest) -> Context:
        """What its caller brought."""
        check_request(request, self._profiles)
        return nothing_recalled(request, self._recall)

    def conversation(self, request: RecallRequest) -> Conversation:
        """No messages."""
        check_request(request, self._profiles)
        return nothing_said(request)

    def search(self, query: str | RecallRequest) -> SearchResult:
        """No hits."""
        request = query if isinstance(query, RecallRequest) else RecallRequest(query)
        check_request(request, self._profiles)
        return SearchResult((), INCOGNITO)
