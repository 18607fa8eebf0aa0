"""What became of a line whose id is in its note no more: deleted, or edited by a person.

The log of changes has the note as it was while it bore the id, and after it. A line that came in
just then, and shares its turns or most of its words, is that line: struck, corrected, or ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.words import STOP_WORDS
from familiar_memory.markdown.record.line import parse_record
from familiar_memory.markdown.source import lines_of
from familiar_memory.markdown.text.borne_ids import bears_id
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.base import JournalReader

__all__ = ["Vanished"]

_BULLET = regex.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_MOST = 0.5
"""Of the words of the shorter of two lines, more than these are in the other if they are one."""


@dataclass(frozen=True, slots=True)
class Vanished:
    """Looks at what a note was when it lost a line."""

    store: NoteReader
    register: TreeRegister
    journal: JournalReader
    vocabulary: Vocabulary

    def was_deleted(self, name: RecordName) -> bool:
        """Whether the line of this id was taken out, and stands there in no other words.

        Where no version of the note bears the id, or none can be read, nobody knows, and it was
        not.
        """
        try:
            return self._was_deleted(name)
        except StoreError:
            return False

    def _was_deleted(self, name: RecordName) -> bool:
        after: str | None = None
        for text in self._versions(name.note):
            if bears_id(text, name.id):
                return after is not None and not self._is_edited(text, after, name.id)
            after = text
        return False

    def _versions(self, key: str) -> Iterator[str]:
        """The note as it stands, and before, newest first."""
        path = self.register.path_of(key)
        if path is None:
            return
        yield self.store.read_file(path)
        for entry in self.journal.entries(path, newest_first=True, follow=True):
            data = None if entry.after is None else self.journal.kept(entry.after)
            if data is not None:
                yield data.decode("utf-8", "replace")

    def _is_edited(self, before: str, after: str, block_id: str) -> bool:
        stood, stands = lines_of(before), lines_of(after)
        merged = [self._read(line) for line in stood if bears_id(line, block_id)]
        went = [self._read(line) for line in Counter(stood) - Counter(stands)]
        parts = {(one.text, one.fields.refs) for one in went if _leads_to(one, block_id)}
        came = [self._read(line) for line in Counter(stands) - Counter(stood) if line.strip()]
        # One of the originals itself, set up again or struck anew, is not the merged line.
        others = [
            one
            for one in came
            if one.fields.into is None and (one.text, one.fields.refs) not in parts
        ]
        return any(_is_one(was, other) for was in merged for other in others)

    def _read(self, line: str) -> Record:
        return parse_record(_BULLET.sub("", line, count=1), self.vocabulary)


def _leads_to(original: Record, block_id: str) -> bool:
    return (original.fields.into or "").rpartition("^")[2] == block_id


def _is_one(was: Record, other: Record) -> bool:
    """Whether a line may be another after an edit."""
    if other.fields.place not in (None, was.fields.place):
        return False
    refs = set(other.fields.refs)
    if refs and set(was.fields.refs) <= refs:
        return True
    if refs and refs.isdisjoint(was.fields.refs):
        return False
    return _share_most(_words(was.text), _words(other.text))


def _share_most(one: Sequence[str], other: Sequence[str]) -> bool:
    shared = (Counter(one) & Counter(other)).total()
    return shared > _MOST * min(len(one), len(other))


def _words(text: str) -> list[str]:
    tokens = [token.casefold() for token in tokens_of(text)]
    telling = [token for token in tokens if token not in STOP_WORDS and token.isalnum()]
    return telling or tokens
