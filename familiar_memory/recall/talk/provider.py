"""The recent talk of a request's place: read, chosen, fitted; late or broken, the newest only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo

from familiar_memory.domain.memory.partial_date import in_zone
from familiar_memory.domain.question.context import RecallRequest, Trace
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.errors import FamiliarError, UsageError
from familiar_memory.history.base import HistoryReader
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.settings import ConversationLimits
from familiar_memory.recall.talk.choice import (
    Window,
    fit,
    fold_actions,
    is_shown,
    window_of,
)
from familiar_memory.recall.talk.choosers import NumberedTurn, TurnChooser
from familiar_memory.recall.talk.conversation import Conversation
from familiar_memory.threads.off_loop import OffLoop

__all__ = ["ConversationLimits", "ConversationProvider"]

_log = logging.getLogger(__name__)
_READ_FOR_EACH = 3
"""Turns read for each that is wanted: actions may be turns of their own."""
_SHOWN_TOKENS = 200
"""So much of each older turn a chooser is shown."""

Relevance = Callable[[str, Place, Sequence[str]], Sequence[str]]
"""Refs of those turns of a place that matter to a question, the best first."""


class ConversationProvider:
    """Reads one place of the history; what is private stays where it was said."""

    def __init__(
        self,
        history: HistoryReader,
        relevance: Relevance,
        limits: ConversationLimits | None = None,
        chooser: TurnChooser | None = None,
        zone: tzinfo = UTC,
        *,
        off_loop: OffLoop | None = None,
    ) -> None:
        """`chooser` is asked about older turns where the caller brings none; else `relevance`.

        Messages are given with the time that the clock in `zone` showed, whatever platforms say.
        """
        self._history = history
        self._relevance = relevance
        self._limits = limits or ConversationLimits()
        self._chooser = chooser
        self._zone = zone
        self._off_loop = off_loop or OffLoop()

    async def load(
        self, request: RecallRequest, chooser: TurnChooser | None = None
    ) -> Conversation:
        """The last turns before those being answered; see `Conversation`.

        Raises:
            UsageError: the request names no place.
        """
        place = request.place
        if place is None:
            raise UsageError("a conversation is of one place, and none was given", "a place")
        chooser = chooser or self._chooser
        deadline_s = min(self._limits.deadline_s, request.deadline_s)
        try:
            window, forced = await asyncio.wait_for(
                self._off_loop.run(self._read, request, place), deadline_s
            )
        except (FamiliarError, TimeoutError) as problem:
            reason = f"the conversation could not be read: {_told(problem)}"
            return Conversation((), Trace((), (reason,)))
        degraded: tuple[str, ...] = ()
        chosen: Sequence[int] = ()
        if window.older:
            try:
                chosen = await asyncio.wait_for(
                    self._choose(request.text, place, window.older, chooser), deadline_s
                )
            except TimeoutError:
                degraded = (f"older turns are left out: choosing took over {deadline_s:g} s",)
            except Exception as problem:  # noqa: BLE001 - the edge: a chooser must not take the reply with it
                _log.warning("older turns are left out: %s", type(problem).__name__)
                degraded = (f"older turns are left out: {_told(problem)}",)
        reasons = dict.fromkeys((s.id for s in window.older), "older turns are left out")
        messages, decisions = fit(
            window, forced, chosen, self._limits.tokens, reasons if degraded else None
        )
        return Conversation(messages, Trace(decisions, degraded))

    def _read(self, request: RecallRequest, place: Place) -> tuple[Window, list[StoredTurn]]:
        limits = self._limits
        answered = {t.ref for t in request.pending_turns if t.place.slug == place.slug}
        turns = self._history.spoken(place.slug, _READ_FOR_EACH * limits.turns + len(answered))
        folded = fold_actions(self._local(s) for s in turns if s.turn.ref not in answered)
        window = window_of(
            folded, limit=limits.turns, all_up_to=limits.all_up_to, newest=limits.newest
        )
        replies = [t.reply_to for t in request.pending_turns if t.place.slug == place.slug]
        replies += [s.turn.reply_to for s in window.newest]
        known = {s.turn.ref: s for s in folded}
        forced = [
            known.get(ref) or self._history.turn(place.slug, ref)
            for ref in dict.fromkeys(replies)
            if ref is not None and ref not in answered
        ]
        return window, [self._local(s) for s in forced if s is not None and is_shown(s.turn)]

    def _local(self, stored: StoredTurn) -> StoredTurn:
        timestamp = in_zone(stored.turn.timestamp, self._zone)
        return replace(stored, turn=replace(stored.turn, timestamp=timestamp))

    async def _choose(
        self,
        question: str,
        place: Place,
        older: Sequence[StoredTurn],
        chooser: TurnChooser | None,
    ) -> list[int]:
        """Ids of older turns that matter, the best first."""
        if chooser is not None:
            numbered = [_numbered(number, s) for number, s in enumerate(older, start=1)]
            numbers = await chooser(question, numbered)
            return [older[n - 1].id for n in numbers if 1 <= n <= len(older)]
        ids = {s.turn.ref: s.id for s in older}
        refs = await self._off_loop.run(self._relevance, question, place, list(ids))
        return [ids[ref] for ref in refs if ref in ids]


def _numbered(number: int, stored: StoredTurn) -> NumberedTurn:
    turn = stored.turn
    name = one_line(turn.author.label, LONGEST_NAME)
    return NumberedTurn(number, name, cut_to_tokens(turn.text, _SHOWN_TOKENS), turn.timestamp)


def _told(problem: BaseException) -> str:
    if isinstance(problem, FamiliarError):
        return names_only(problem.problem)
    return "it took too long" if isinstance(problem, TimeoutError) else type(problem).__name__
