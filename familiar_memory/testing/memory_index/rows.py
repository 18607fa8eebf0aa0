"""The rows of an index as values in memory: which documents, and what each of them says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import KnownDocument, Origin
from familiar_memory.domain.talk.role import Role
from familiar_memory.index.arrays.blocks import PassageBlock, Stated, StatedCalling
from familiar_memory.index.passage_row import PassageRow, identity_of, passage_row
from familiar_memory.index.values import EmbeddedDocument, FoundPassage, StoredFact, StoredPassage
from familiar_memory.index.words.callings import callings_of_passage

__all__ = ["MemoryDocument", "Numbers", "combined", "counts_by_source"]


@dataclass
class Numbers:
    """Gives out numbers; none twice."""

    last: int = 0

    def next(self) -> int:
        """One that was never given out."""
        self.last += 1
        return self.last


class _Kept(NamedTuple):
    """A passage: its number, by what it is known again, and what it says."""

    number: int
    identity: bytes
    told: PassageRow


@dataclass
class MemoryDocument:
    """A document as indexed; `chunks` numbers its chunks, in order."""

    number: int
    source: str
    embedded: EmbeddedDocument
    chunks: tuple[int, ...]
    rows: tuple[_Kept, ...] = field(default=())

    @property
    def parsed(self) -> ParsedDocument:
        """What was read of it."""
        return self.embedded.document

    @property
    def key(self) -> str:
        """Its key."""
        return self.parsed.key

    @property
    def known(self) -> KnownDocument:
        """From which state it was read."""
        return KnownDocument(self.embedded.stamp, self.embedded.indexed_ns, self.parsed.digest)

    def fill(self, before: MemoryDocument | None, numbers: Numbers) -> None:
        """Number the passages: what the document said before keeps its number."""
        standing: defaultdict[bytes, list[_Kept]] = defaultdict(list)
        for row in reversed(before.rows if before is not None else ()):
            standing[row.identity].append(row)
        rows = []
        for passage in self.parsed.passages:
            identity = identity_of(self.parsed, passage)
            if standing[identity]:
                rows.append(standing[identity].pop())
            else:
                told = passage_row(self.parsed, passage)
                rows.append(_Kept(numbers.next(), identity, told))
        self.rows = tuple(rows)

    def stored(self, ordinal: int) -> StoredPassage:
        """One passage, by its position."""
        passage, (number, _, told) = self.parsed.passages[ordinal], self.rows[ordinal]
        return StoredPassage(
            id=number,
            source=self.source,
            key=self.key,
            title=self.parsed.title,
            trust=self.parsed.trust.value,
            kind=told.kind,
            text=told.text,
            audience=told.audience,
            line=passage.line,
            char_start=passage.char_start,
            ordinal=ordinal,
            heading=told.heading,
            refs=passage.refs,
            place=told.place,
            author=told.author,
            author_name=told.author_name,
            learned=told.learned,
            role=told.role,
            valid_since=told.valid_since,
            valid_until=told.valid_until,
            origin=Origin(self.source, self.key, self.known),
            record_id=told.record_id,
            merged_at=told.merged_at,
        )

    def found(self) -> Iterator[FoundPassage]:
        """Every passage, with what takes it out of answers."""
        for ordinal, (passage, row) in enumerate(zip(self.parsed.passages, self.rows, strict=True)):
            stored = self.stored(ordinal)
            yield FoundPassage(stored, row.told.retired, row.told.expires, passage.char_end)

    def facts(self) -> Iterator[StoredFact]:
        """Every fact, of struck lines too."""
        for fact in self.parsed.facts:
            passage, told = self.parsed.passages[fact.passage], self.rows[fact.passage].told
            yield StoredFact(
                fact.subject,
                fact.predicate,
                fact.object,
                fact.object_target,
                fact.category,
                fact.quote,
                told.audience,
                self.key,
                self.parsed.title,
                passage.line,
                told.refs,
                told.importance,
                told.learned,
                told.valid_since,
                told.valid_until,
                told.expires,
                Origin(self.source, self.key, self.known),
                record_id=told.record_id or "",
                retired=told.retired,
                place=told.place,
                author=told.author,
                seen=fact.seen,
                confidence=fact.confidence,
                source=fact.source,
                temporary=fact.temporary,
                replaces=fact.replaces,
                into=fact.into,
                object_link=fact.object_target,
                merged_at=told.merged_at,
            )

    def stated(self) -> Iterator[Stated]:
        """What facts and links state, retired ones too."""
        for fact in self.parsed.facts:
            number = self.rows[fact.passage].number
            yield Stated(number, fact.subject, fact.object_target, True)
        for link in self.parsed.links:
            yield Stated(self.rows[link.passage].number, self.key, link.target, False)

    def callings(self) -> Iterator[StatedCalling]:
        """The names by which its turns call somebody."""
        for passage, row in zip(self.parsed.passages, self.rows, strict=True):
            for called in callings_of_passage(passage):
                yield StatedCalling(row.number, called.name, int(called.kind))

    def audiences(self) -> frozenset[str]:
        """For whom the live lines are that say something; names say nothing."""
        live = (row.told for row in self.rows if not row.told.retired)
        return frozenset(told.audience for told in live if told.heading.lower() != "aliases")

    def block(self) -> PassageBlock:
        """The passages as columns."""
        told = [row.told for row in self.rows]
        name, count = (self.number, self.source, self.key), len(told)
        return PassageBlock(
            passage=[row.number for row in self.rows],
            document=[name] * count,
            audience=[t.audience for t in told],
            author=[t.author for t in told],
            author_name=[t.author_name for t in told],
            day=[t.day for t in told],
            asks=[t.asks for t in told],
            standing=[t.standing for t in told],
            retired=[t.retired for t in told],
            expires=[t.expires_s for t in told],
            learned=[t.learned_s for t in told],
            since=[t.since_s for t in told],
            until=[t.until_s for t in told],
            importance=[t.importance for t in told],
            record_type=[t.record_type for t in told],
            topic=[t.topic for t in told],
            tags=[t.tags for t in told],
            ordinal=range(count),
            chunk=self._chunk_of_each(),
            cites=[t.kind != "turn" and t.refs != "[]" for t in told],
            of_bot=[t.role == Role.ASSISTANT for t in told],
            terms=[t.terms for t in told],
        )

    def digest_rows(self) -> Iterator[tuple[str, tuple[object, ...]]]:
        """(table, row) of all that can reach an answer; without numbers and times."""
        parsed, name = self.parsed, (self.source, self.key)
        yield "documents", (*name, parsed.digest, parsed.title, parsed.trust, parsed.problems)
        chunk_of = self._chunk_of_each()
        order = {number: ordinal for ordinal, number in enumerate(self.chunks)}
        for ordinal, (passage, row) in enumerate(zip(parsed.passages, self.rows, strict=True)):
            chunk = chunk_of[ordinal]
            where = (passage.line, passage.char_start, passage.char_end)
            inside = None if chunk is None else order[chunk]
            yield "passages", (*name, ordinal, inside, *where, row.told)
            for called in callings_of_passage(passage):
                yield "callings", (*name, ordinal, called.name, int(called.kind))
        for table, rows in (
            ("chunks", parsed.chunks),
            ("facts", sorted(map(repr, parsed.facts))),
            ("relations", sorted(map(repr, parsed.relations))),
            ("links", sorted(map(repr, parsed.links))),
            ("aliases", parsed.aliases),
        ):
            yield from ((table, (*name, at, one)) for at, one in enumerate(rows))
        if parsed.entity_kind is not None or parsed.entity_names:
            yield "entities", (*name, parsed.entity_kind, parsed.entity_names)
        if parsed.byte_print:
            yield "prints", (*name, parsed.byte_print)

    def _chunk_of_each(self) -> list[int | None]:
        found: list[int | None] = [None] * len(self.rows)
        for chunk, number in zip(self.parsed.chunks, self.chunks, strict=True):
            for at in range(max(chunk.first, 0), chunk.last + 1):
                if found[at] is None and self.parsed.passages[at].audience == chunk.audience:
                    found[at] = number
        return found


def combined(before: EmbeddedDocument, piece: EmbeddedDocument) -> EmbeddedDocument:
    """A document with a piece at its end."""
    whole, more = before.document, piece.document
    shift = len(whole.passages)
    chunks = (replace(c, first=c.first + shift, last=c.last + shift) for c in more.chunks)
    document = replace(
        whole,
        digest=more.digest,
        passages=(*whole.passages, *more.passages),
        chunks=(*whole.chunks, *chunks),
    )
    return replace(piece, document=document, windows=(*before.windows, *piece.windows))


def counts_by_source(documents: Sequence[MemoryDocument]) -> tuple[dict[str, int], dict[str, int]]:
    """How many documents and passages there are of each source."""
    passages: Counter[str] = Counter()
    for one in documents:
        passages[one.source] += len(one.rows)
    return dict(Counter(one.source for one in documents)), {s: n for s, n in passages.items() if n}
