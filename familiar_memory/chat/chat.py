"""The bot: what a familiar does with each message of one person in one place."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory import (
    Author,
    Context,
    Conversation,
    Familiar,
    Place,
    RecallRequest,
    RecordOutcome,
    Role,
    Turn,
)
from familiar_memory.chat.echo import INCOGNITO_ECHO, echo_of
from familiar_memory.chat.exchange import ChatEnd, Exchange, LearnedLine, RecalledPassage, Reply
from familiar_memory.chat.learning import learned_lines
from familiar_memory.chat.recalled import recalled_passages
from familiar_memory.chat.replying import ask_for_reply
from familiar_memory.chat.request import reply_request
from familiar_memory.errors import FamiliarError, UsageError
from familiar_memory.llm.base import ChatMessage, ChatModel

if TYPE_CHECKING:
    from familiar_memory.writers.report import WriteReport

__all__ = ["Chat"]

_SLOT = "reply"
_RANDOM_BYTES = 6
"""Of a million chats of one day in one place two have the same with a chance of 1 in 500."""
_UNKEPT = 24
"""Messages that a model is reminded of where no history has them."""
_KEPT = frozenset({RecordOutcome.ADDED, RecordOutcome.AMENDED, RecordOutcome.UNCHANGED})
_OVERWRITTEN = "another message was recorded under the same ref, and now has these words"
"""A chat says each thing once, and amends nothing."""


class Chat:
    """Talk of one person with an open familiar, in one place.

        chat = Chat(familiar, Author("cli", "mira", "Mira"), Place("cli", "mira", kind="dm"))
        exchange = await chat.say("I live in Oban.")
        print(exchange.reply.text)
        end = await chat.end()

    Replies are those of the model of the slot `reply`; without one, and where it fails, an echo
    of what is remembered. Nothing that fails in memory or in a model ends a chat: each exchange
    says what its problems were. An `is_incognito` chat is never recorded, and reads nothing of
    memory; one that does not learn (`learns=False`) is recorded, and written up by a later run.
    """

    def __init__(
        self,
        familiar: Familiar,
        author: Author,
        place: Place,
        *,
        learns: bool = True,
        is_incognito: bool = False,
    ) -> None:
        """Nothing is said yet."""
        self.familiar = familiar
        self.author = author
        self.place = place
        self.learns = learns and not is_incognito
        self.is_incognito = is_incognito
        # Its own words are the familiar's, whoever is called like it.
        self._self = Author("familiar", familiar.name, familiar.name)
        # Refs stand in the notes, so no longer than it takes for those of two chats never to meet.
        self._name = self._new_name()
        self._number = 0
        self._refs: set[str] = set()
        self._written = 0
        self._known: set[LearnedLine] = set()
        self._last_run: datetime | None = None
        # What no history has may be used for what no history gets, and for nothing else.
        self._unkept: deque[ChatMessage] = deque(maxlen=_UNKEPT)

    @property
    def model(self) -> ChatModel | None:
        """What replies; None: memory itself, as an echo."""
        try:
            return self.familiar.models.get(_SLOT)
        except UsageError:
            # A familiar that is incognito has no file open, nor a model.
            return None

    @property
    def kept(self) -> int:
        """How many messages of the person were recorded."""
        return len(self._refs)

    async def say(self, text: str, *, incognito: bool = False) -> Exchange:
        """Record a message, recall what matters to it, reply, and record the reply.

        Of an `incognito` one nothing is kept, and nothing of memory is read for it.
        """
        problems: list[str] = []
        incognito = incognito or self.is_incognito
        said = self._turn(self.author, text, incognito=incognito)
        outcome = await self._record(said, problems)
        is_kept = outcome in _KEPT
        if is_kept:
            self._refs.add(said.ref)
        request = RecallRequest(
            text, self.author, self.place, pending_turns=(said,), incognito=incognito
        )
        context, talk = await self._recall(request, problems)
        recalled = recalled_passages(context, self.author)
        reply = await self._reply(said, context, talk, recalled, outcome)
        if is_kept:
            # An echo is nothing that the familiar has said: it is kept, and never recalled.
            is_echo = reply.model is None
            answer = self._turn(self._self, reply.text, Role.ASSISTANT, said.ref, silent=is_echo)
            await self._record(answer, problems)
        else:
            self._remember_for_now(said, reply)
        learned = await self.news(problems)
        return Exchange(
            said, outcome, context, recalled, reply, learned, tuple(dict.fromkeys(problems))
        )

    async def write(self) -> WriteReport:
        """Write up now what waits.

        Raises:
            FamiliarError: it cannot be written, and why; it waits.
        """
        said = len(self._refs)
        report = await self.familiar.write()
        if not report.stopped:
            self._written = said
        return report

    async def learned(self) -> tuple[LearnedLine, ...]:
        """All lines of the notes that were written of what was said here, as they stand now.

        Raises:
            FamiliarError: the journal of the notes cannot be read.
        """
        return await asyncio.to_thread(learned_lines, self.familiar, frozenset(self._refs))

    async def news(self, problems: list[str]) -> tuple[LearnedLine, ...]:
        """Those that were written since this was asked last; a run that failed is a problem."""
        if not self._refs:
            return ()
        writing = self.familiar.writing
        if writing.last_run == self._last_run:
            return ()
        self._last_run = writing.last_run
        if writing.problem is not None:
            # Why is the owner's business: it may name the notes of others.
            problems.append("not all that was said is written up yet: it waits")
        try:
            lines = await self.learned()
        except FamiliarError as error:
            problems.append(f"what was learned cannot be shown: {error.problem}")
            return ()
        # A line that has only moved is no news.
        known = {(one.path, one.text) for one in self._known}
        self._known.update(lines)
        return tuple(one for one in lines if (one.path, one.text) not in known)

    async def end(self) -> ChatEnd:
        """The conversation is over: what was said is written up, if the chat learns."""
        if not self._refs:
            return ChatEnd()
        done, problem = ChatEnd(kept=self.kept, written=self._written), ""
        try:
            if self.learns:
                ended = await self.familiar.end_session(self.place, reason="end")
                problem = ended.problem
        except FamiliarError as error:
            return replace(done, problem=error.problem)
        try:
            return replace(done, problem=problem, learned=await self.learned())
        except FamiliarError as error:
            return replace(done, problem=problem, unshown=error.problem)

    async def _record(self, turn: Turn, problems: list[str]) -> RecordOutcome | None:
        try:
            outcome = await self.familiar.record(turn)
        except FamiliarError as error:
            problems.append(f"not recorded: {error.problem}")
            return None
        if outcome is RecordOutcome.AMENDED:
            problems.append(f"{_OVERWRITTEN}: {turn.ref}")
            self._name = self._new_name()
        return outcome

    async def _recall(
        self, request: RecallRequest, problems: list[str]
    ) -> tuple[Context, Conversation]:
        try:
            context = await self.familiar.recall(request)
            talk = await self.familiar.conversation(request)
        except FamiliarError as error:
            problems.append(f"nothing recalled: {error.problem}")
            return Context(), Conversation()
        if not request.incognito:
            degraded = (*context.trace.degraded, *talk.trace.degraded)
            problems += (f"recall may be incomplete: {one}" for one in dict.fromkeys(degraded))
        return context, talk

    async def _reply(
        self,
        said: Turn,
        context: Context,
        talk: Conversation,
        recalled: tuple[RecalledPassage, ...],
        outcome: RecordOutcome | None,
    ) -> Reply:
        if said.incognito or outcome is RecordOutcome.INCOGNITO:
            echo = INCOGNITO_ECHO
        else:
            echo = echo_of(said.text, recalled, is_kept=outcome in _KEPT)
        if (model := self.model) is None:
            return Reply(echo)
        unkept = () if outcome in _KEPT else tuple(self._unkept)
        request = reply_request(self.familiar.name, context, talk, said, unkept)
        return await ask_for_reply(model, request, echo)

    def _remember_for_now(self, said: Turn, reply: Reply) -> None:
        self._unkept.append(ChatMessage("user", said.text))
        if reply.model is not None:
            self._unkept.append(ChatMessage("assistant", reply.text))

    def _new_name(self) -> str:
        return f"{self.familiar.now():%y%m%d}{secrets.token_hex(_RANDOM_BYTES)}"

    def _turn(
        self,
        author: Author,
        text: str,
        role: Role = Role.USER,
        reply_to: str | None = None,
        *,
        silent: bool = False,
        incognito: bool = False,
    ) -> Turn:
        self._number += 1
        return Turn(
            f"{self._name}-{self._number}",
            self.familiar.now(),
            self.place,
            author,
            text,
            role,
            reply_to=reply_to,
            silent=silent,
            incognito=incognito,
        )
