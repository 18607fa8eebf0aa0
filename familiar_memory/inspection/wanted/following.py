"""What goes with the lines that an erasure takes: what they were merged into, and proposals.

A line that several were merged into has their words, and need not say whose they are; a proposal
to change a line quotes it. Both are found by what they name, whoever is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import StoreError, UsageError
from familiar_memory.inspection.wanted.merged import MergedRecords
from familiar_memory.inspection.wanted.note_lines import NoteLines
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.maintenance.forget.quotes import is_distinctive
from familiar_memory.maintenance.forget.redaction import NoteRedaction
from familiar_memory.markdown.audience.record_ids import lines_called
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.page import review_lines
from familiar_memory.store.names import REVIEW_PATH

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.erasure import Erasure
    from familiar_memory.maintenance.belongings.wanted import FreedOriginal

__all__ = ["follow_lines"]


def follow_lines(parts: Parts, what: Erasure) -> tuple[Erasure, tuple[FreedOriginal, ...]]:
    """The same erasure with what goes along, and the lines that then stand for themselves again.

    Raises:
        StoreError: the tree or its journal cannot be read.
    """
    notes = NoteLines(parts)
    gone = _GoneLines(parts, notes, what)
    merged = MergedRecords(parts, notes)
    words = merged.with_their_words(gone.has)
    records = frozenset(words.values())
    freed = merged.freed_by(lambda name: name in words or gone.has(name))
    said = frozenset(filter(is_distinctive, records | frozenset(map(links_as_labels, records))))
    traces = what.traces
    what = replace(
        what, traces=replace(traces, records=traces.records | records, said=traces.said | said)
    )
    proposals = frozenset(_Proposals(parts, _GoneLines(parts, notes, what)).ids())
    return replace(what, traces=replace(what.traces, proposals=proposals)), freed


class _GoneLines:
    """Which records an erasure takes."""

    def __init__(self, parts: Parts, notes: NoteLines, what: Erasure) -> None:
        self._files = parts.files
        self._notes = notes
        self._what = what
        self._redaction = NoteRedaction(what)
        self._gone: dict[str, frozenset[int]] = {}
        self._asked: dict[RecordName, bool] = {}

    def has(self, name: RecordName) -> bool:
        """Whether the record of that name goes."""
        if name not in self._asked:
            lines = lines_called(name.id, self._notes.lines(name.note), lambda one: one.id)
            self._asked[name] = any(line.line in self._numbers(name.note) for line in lines)
        return self._asked[name]

    def texts(self, key: str) -> frozenset[str]:
        """The texts of all records that go from a note, and from its earlier versions."""
        path, _ = self._notes.where(key)
        lines = self._notes.lines(key)
        found = {line.record.text for line in lines if line.line in self._numbers(key)}
        for entry in self._files.journal.entries_of([path or key]):
            for revision in filter(None, (entry.before, entry.after)):
                data = self._files.journal.kept(revision) or b""
                found |= self._redaction.records_gone(path or key, data)
        return frozenset(found)

    def _numbers(self, key: str) -> frozenset[int]:
        if key not in self._gone:
            path, text = self._notes.where(key)
            is_whole = path in self._what.paths or key in self._what.paths
            self._gone[key] = (
                frozenset(line.line for line in self._notes.lines(key))
                if is_whole
                else self._redaction.lines_gone(path, text)
            )
        return self._gone[key]


class _Proposals:
    """The review list, and its former versions."""

    def __init__(self, parts: Parts, gone: _GoneLines) -> None:
        self._parts = parts
        self._gone = gone
        self._texts: dict[str, frozenset[str]] = {}

    def ids(self) -> Iterator[str]:
        """The ids of proposals about lines that go."""
        seen: set[str] = set()
        for text in self._versions():
            for line in review_lines(text, self._parts.setup.vocabulary):
                if line.item is not None and line.id not in seen:
                    seen.add(line.id)
                    if self._is_about_gone(line.item):
                        yield line.id

    def _versions(self) -> Iterator[str]:
        files = self._parts.files
        entries = files.journal.entries_of([REVIEW_PATH])
        revisions = dict.fromkeys(one for entry in entries for one in (entry.before, entry.after))
        for revision in filter(None, revisions):
            yield (files.journal.kept(revision) or b"").decode(errors="replace")
        try:
            yield files.store.read_bytes(REVIEW_PATH).decode(errors="replace")
        except StoreError:
            return

    def _is_about_gone(self, item: ReviewItem) -> bool:
        if any(self._gone.has(name) for name in _named(item)):
            return True
        was, old = item.detail("it says"), item.detail("instead of")
        if was is None and old is None:
            return False
        if item.note not in self._texts:
            self._texts[item.note] = self._gone.texts(item.note)
        gone = self._texts[item.note]
        return was in gone or (old is not None and _is_object(old, gone))


def _is_object(old: str, texts: Iterable[str]) -> bool:
    """Whether one of these texts is a fact with that object, as a correction looks for it."""
    facts = filter(None, map(stated_fact, texts))
    return any(normalised(object_) == normalised(old) for _, object_ in facts)


def _named(item: ReviewItem) -> Iterator[RecordName]:
    """The records that a proposal would change."""
    for name, value in item.details:
        if name == "line":
            yield RecordName(item.note, value)
        elif name.startswith("line "):
            try:
                yield RecordName.parse(value)
            except UsageError:
                continue
