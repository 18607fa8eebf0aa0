"""Conversation as documents: one a session, one passage a turn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace

from familiar_memory.domain.memory.document import (
    Chunk,
    ParsedDocument,
    Passage,
    PassageKind,
    TrustClass,
)
from familiar_memory.domain.memory.source import KnownDocument, ScanResult, Stamp
from familiar_memory.domain.question.search import NEWEST_TURNS
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.errors import HistoryError
from familiar_memory.history.base import HistoryReader
from familiar_memory.history.sessions.membership import Session

__all__ = ["ConversationSource"]

_ALL = 2**62
"""More turns than there can be: no limit."""
_NOTHING = hashlib.blake2b(digest_size=16).hexdigest()
"""The digest of a session in which nothing was said."""


class ConversationSource:
    """The newest sessions of a history, as sync reads them (a `DocumentSource`).

    Silent, deleted and blank turns are no passages. The stamp of a session carries its
    revision in `mtime_ns`, and in `size` how many turns it holds, so that one that only
    grew is distinguished from one that changed.
    """

    def __init__(
        self,
        history: HistoryReader,
        *,
        limit_turns: int = NEWEST_TURNS,
        count_tokens: Callable[[str], int] = estimate_tokens,
    ) -> None:
        """Read this history; `count_tokens` sizes the chunks (by default, an estimate).

        `limit_turns` is how many of the newest turns there are to read; 0: all.
        """
        self._history = history
        self._limit_turns = limit_turns or _ALL
        self._count_tokens = count_tokens

    @property
    def name(self) -> str:
        """`conversation`."""
        return CONVERSATION

    def scan(self) -> ScanResult:
        """Stamp every session that is new enough, in one query."""
        found = sorted(self._history.session_revisions(self._limit_turns))
        return ScanResult(tuple(Stamp(*session) for session in found))

    def turns_left_out(self) -> int:
        """How many turns are too old to be read."""
        return self._history.count_older(self._limit_turns)

    def stamp(self, key: str) -> Stamp | None:
        """Stamp one session; None when there is none, or it has become too old."""
        session = self._history.session(key)
        if session is None or self._history.turns_in_newer(key) > self._limit_turns:
            return None
        return _stamp(session)

    def digest(self, key: str) -> str:
        """Hash what `load` would show of the session."""
        return _digest(_NOTHING, self._read(key)[1])

    def load(self, key: str) -> ParsedDocument:
        """Read one session.

        Raises:
            HistoryError: there is no such session, or the history can't be read.
        """
        session, spoken = self._read(key)
        return self._document(session, spoken, _digest(_NOTHING, spoken))

    def growth(self, key: str, known: KnownDocument) -> ParsedDocument | None:
        """What was said in a session since; None where something in it has changed."""
        if known.digest in ("", _NOTHING):
            # Nothing of it is indexed yet, not even its title.
            return None
        found = self._history.session_growth(key, known.stamp.mtime_ns, known.stamp.size)
        if found is None:
            return None
        session, turns = found
        spoken = _spoken(turns)
        piece = self._document(session, spoken, _digest(known.digest, spoken))
        return replace(piece, follows=known.digest)

    def _read(self, key: str) -> tuple[Session, list[StoredTurn]]:
        found = self._history.session_read(key)
        if found is None:
            raise HistoryError(
                f"{self._history.name} has no session {key!r}",
                "a key such as discord-lantern.tavern/00000001",
            )
        return found[0], _spoken(found[1])

    def _document(self, session: Session, spoken: list[StoredTurn], digest: str) -> ParsedDocument:
        return ParsedDocument(
            key=session.key,
            digest=digest,
            title=_title(session.place, spoken),
            trust=TrustClass.SAID,
            passages=tuple(_passage(turn) for turn in spoken),
            chunks=tuple(self._chunk(number, turn) for number, turn in enumerate(spoken)),
            stamp=_stamp(session),
        )

    def _chunk(self, number: int, stored: StoredTurn) -> Chunk:
        # Without the speaker: who said it is a signal of its own in ranking.
        text = stored.turn.text
        return Chunk(
            heading_path="",
            char_start=0,
            char_end=0,
            token_count=self._count_tokens(text),
            embedding_text=text,
            audience=stored.turn.place.slug,
            first=number,
            last=number,
        )


def _passage(stored: StoredTurn) -> Passage:
    turn = stored.turn
    return Passage(
        kind=PassageKind.TURN,
        text=turn.text,
        audience=turn.place.slug,
        refs=(turn.ref,),
        place=turn.place.slug,
        author=turn.author.slug,
        author_name=turn.author.label,
        learned=turn.timestamp,
        role=turn.role.value,
        record_type="episodic",
    )


def _stamp(session: Session) -> Stamp:
    return Stamp(session.key, session.revision, session.turn_count)


def _spoken(turns: list[StoredTurn]) -> list[StoredTurn]:
    return [t for t in turns if not t.turn.silent and t.turn.text.strip()]


def _digest(before: str, spoken: list[StoredTurn]) -> str:
    """A chain: that of some turns is that of the last of them, after that of those before."""
    for stored in spoken:
        turn = stored.turn
        shown = [
            before,
            turn.ref,
            turn.timestamp.isoformat(),
            turn.author.slug,
            turn.author.label,
            turn.role.value,
            turn.text,
        ]
        before = hashlib.blake2b(json.dumps(shown).encode(), digest_size=16).hexdigest()
    return before


def _title(place: str, spoken: list[StoredTurn]) -> str:
    return f"{place}, {spoken[0].turn.timestamp.date().isoformat()}" if spoken else place
