"""What is known of a person, gathered from notes, messages and the log of recalls."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.traces import IdPattern, is_telling_id
from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.inspection.held.dossier import (
    AskedRecall,
    Dossier,
    HeldFact,
    HeldReply,
    KnownLine,
    KnownNames,
    SaidTurn,
)
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, covers
from familiar_memory.knowledge.term import Term
from familiar_memory.maintenance.belongings.belongings import Belongings
from familiar_memory.maintenance.belongings.links import LinksTo
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.belongings.wanted import WantedGone, WantedPerson
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import Block, parse_note

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["dossier"]

_ALL = 1_000_000_000
"""More recalls, and batches, than there are."""


def dossier(parts: Parts, person: WantedPerson, sources: MemorySources, *, is_all: bool) -> Dossier:
    """Gather it; nothing is changed. With `is_all` also what that person may not know.

    Raises:
        HistoryError: the conversation cannot be read.
        StoreError: the tree or its journal cannot be read. Of a single note `unread` tells.
    """
    return _Gathering(parts, person, sources, is_all=is_all).dossier()


class _Gathering:
    def __init__(
        self, parts: Parts, person: WantedPerson, sources: MemorySources, *, is_all: bool
    ) -> None:
        self._person = person
        self._sources = sources
        self._is_all = is_all
        self._default = parts.setup.settings.audience.default
        self._policy: AudiencePolicy = parts.setup.settings.audience.policy
        self._vocabulary = parts.setup.vocabulary
        self._recalled = parts.files.history.recalls
        self._tried = parts.files.history.ledger
        author = person.author
        history = sources.history
        self._rooms = frozenset[str]() if author is None else history.rooms_of(author)
        # Whatever would go if they were forgotten.
        theirs = Belongings(sources, WantedGone(people=(person,)))
        self._paths, self._said = theirs.paths, theirs.turns()
        self._links = LinksTo(theirs.links, theirs.paths)
        self._now = parts.setup.clock.now()
        self._left_out = 0
        self._spoken: set[int] = set()
        self._unread: list[str] = []

    def dossier(self) -> Dossier:
        facts: list[HeldFact] = []
        lines: list[KnownLine] = []
        elsewhere: list[KnownLine] = []
        for file in self._sources.store.scan_files().files:
            if not file.path.endswith(".md"):
                continue
            is_own = file.path in self._paths
            text = self._text(file.path, is_own=is_own)
            for line, record in self._lines(file.path, text, is_own=is_own):
                (lines if is_own else elsewhere).append(line)
                if is_own and record is not None and record.predicate is not None:
                    facts.append(_fact(record, line, self._now))
        turns, mentions = self._turns()
        replies = tuple(self._replies())
        return Dossier(
            self._person.slug,
            tuple(_ids(self._person.author)),
            tuple(self._names()),
            tuple(sorted(self._rooms)),
            tuple(facts),
            tuple(lines),
            tuple(elsewhere),
            tuple(turns),
            tuple(mentions),
            tuple(self._recalls()),
            self._left_out,
            tuple(self._unread),
            replies,
        )

    def _text(self, path: str, *, is_own: bool) -> str:
        """The text of a note; of one that cannot be read none, which is told."""
        try:
            return self._sources.store.read_file(path)
        except NotFoundError:
            # It was deleted since the tree was looked through.
            return ""
        except StoreError:
            if is_own or self._is_all:
                self._unread.append(path)
            else:
                # What another note is called may be none of their business.
                self._left_out += 1
            return ""

    def _lines(
        self, path: str, text: str, *, is_own: bool
    ) -> Iterator[tuple[KnownLine, Record | None]]:
        note = parse_note(text, self._vocabulary, path)
        audiences = NoteAudiences(path, note, self._default)
        for section in note.sections:
            for block in section.blocks:
                audience = audiences.read(section, block).audience
                if block.kind == "heading" or not (is_own or self._tells(block)):
                    continue
                if not (self._is_said(block) or self._may_know(audience)):
                    self._left_out += 1
                    continue
                shown = text[block.char_start : block.char_end]
                yield KnownLine(path, block.line, shown, audience), block.record

    def _is_said(self, block: Block) -> bool:
        """Whether they said it themselves."""
        fields = None if block.record is None else block.record.fields
        if fields is not None:
            if fields.by is not None:
                return fields.by == self._person.slug
            if any((fields.place, ref) in self._said for ref in fields.refs):
                return True
        return self._links.begins(block.text)

    def _tells(self, block: Block) -> bool:
        """Whether a line elsewhere is by them, of them, or links them."""
        fields = None if block.record is None else block.record.fields
        is_subject = fields is not None and fields.subject == self._person.slug
        return is_subject or self._is_said(block) or self._links.is_in(block.text)

    def _may_know(self, audience: str) -> bool:
        if self._is_all or audience == EVERYONE or audience in self._rooms:
            return True
        return any(covers(audience, room, self._policy) for room in self._rooms)

    def _turns(self) -> tuple[list[SaidTurn], list[SaidTurn]]:
        """What they said, and what others said with their id in it."""
        said: list[SaidTurn] = []
        named: list[SaidTurn] = []
        author = self._person.author
        ids = () if author is None else (author.user_id,)
        their_id = IdPattern(filter(is_telling_id, ids))
        for stored in every_turn(self._sources.history):
            turn = stored.turn
            if turn.deleted:
                continue
            slug = turn.place.slug
            one = SaidTurn(slug, turn.ref, turn.timestamp, turn.author.label, turn.text)
            if turn.role is Role.USER and turn.author.slug == self._person.slug:
                said.append(one)
                self._spoken.add(stored.id)
            elif their_id.found_in(turn.text):
                if self._may_know(slug):
                    named.append(one)
                else:
                    self._left_out += 1
        return said, named

    def _names(self) -> Iterator[KnownNames]:
        if self._person.author is None:
            return
        for seen in self._sources.history.names_of(self._person.author):
            yield KnownNames(seen.author.known_names, seen.first, seen.last)

    def _replies(self) -> Iterator[HeldReply]:
        """What models said of batches that failed, in which they spoke."""
        for entry in self._tried.entries(limit=_ALL):
            if not entry.reply or not any(map(entry.holds, self._spoken)):
                continue
            if self._is_all:
                yield HeldReply(entry.id, entry.at, entry.reply)
            else:
                self._left_out += 1

    def _recalls(self) -> Iterator[AskedRecall]:
        for one in self._recalled.latest(_ALL):
            if one.author == self._person.slug:
                yield AskedRecall(one.at, one.place, len(one.surfaced), one.question)


def _ids(author: Author | None) -> Iterator[str]:
    if author is not None:
        yield author.canonical_key


def _fact(record: Record, line: KnownLine, now: datetime) -> HeldFact:
    fields = record.fields
    expires = None if fields.expires is None else instant_of(fields.expires.isoformat())
    is_struck = record.state is not RecordState.LIVE
    term = Term(until=fields.until, expires=expires, is_struck=is_struck)
    return HeldFact(
        record.predicate or "",
        # As it reads: the line itself is handed over byte for byte among `lines`.
        links_as_labels(record.object or ""),
        term.state(now).value,
        fields.since,
        fields.until,
        None if fields.learned is None else fields.learned.isoformat(),
        fields.place,
        fields.refs,
        line.path,
        line.line,
    )
