"""Which blocks of a note are of what goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import PurePosixPath

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import note_of_self
from familiar_memory.knowledge.entities.naming import Naming
from familiar_memory.knowledge.tree_rules import channel_of, is_sectioned_by_place
from familiar_memory.maintenance.belongings.links import LinksTo, linked_blocks
from familiar_memory.maintenance.forget.quotes import is_distinctive
from familiar_memory.markdown.aliases import alias_record
from familiar_memory.markdown.change.lead import is_lead
from familiar_memory.markdown.inheritance import section_place
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.short_ref import full_ref, short_ref
from familiar_memory.markdown.text.escape import unescape
from familiar_memory.markdown.text.kept_ids import is_kept_up
from familiar_memory.markdown.text.topic_lines import COUNT_LINE
from familiar_memory.markdown.tree import Block, Note, Section

__all__ = ["GoneBlocks"]

_LEAD = re.compile(r"\^lead-[0-9a-f]{6}\s*\Z")
_RULES = note_of_self("rules")
_WORD = re.compile(r"[\w-]+")
_LINK = re.compile(r"\[\[([^\[\]|#]+)\]\]")


class GoneBlocks:
    """Decides by what a block says of itself, and by what it inherits."""

    def __init__(self, what: Erasure, links: LinksTo) -> None:
        self._what = what
        self._links = links
        self._traces = what.traces
        self._naming = Naming(what.traces.words)
        self._called = Naming(what.traces.called)

    @staticmethod
    def spelled(ref: str) -> Iterator[str]:
        """How lines may write a ref, as far as it can be told by a word of theirs."""
        for form in {ref, short_ref(ref)}:
            yield from _WORD.findall(form)

    def name_subject(self, text: str) -> bool:
        """Whether a text names a subject that goes: as it is written, or as it is read."""
        read = unescape(text)
        return self._naming.is_in(text) or (read != text and self._naming.is_in(read))

    def section_goes(self, note: Note, section: Section) -> bool:
        """Whether all that stands under a heading was said in a place that goes."""
        place = section_place(note.path, section.level, section.source)
        return place is not None and place in self._what.places

    def goes(self, path: str, note: Note, section: Section, block: Block) -> bool:
        """Whether a block goes."""
        if block.kind == "heading":
            return False
        if self._is_gone_lead(path, section, block) or self._links.begins(block.text):
            return True
        legend = legend_of(note.frontmatter.data)
        record = block.record or alias_record(section, block, legend)
        if record is not None and self._record_goes(record):
            return True
        if record is not None and _is_of_everybody(record) and self._tells_of_gone(path, section):
            return True
        if path == _RULES and self._links.is_in(block.text[: block.text.find(":")]):
            # A rule of conduct for whoever goes, in whatever words: `For [[Rowan]]: no puns`.
            return True
        traces = self._traces
        if self.name_subject(block.text):
            return True
        if self._links.is_in(block.text) and any(one in block.text for one in traces.short):
            return True
        return self._cites(block, record)

    def _is_gone_lead(self, path: str, section: Section, block: Block) -> bool:
        """A lead is made of everybody's words, and counts them."""
        if block.kind != "paragraph" or _LEAD.search(block.text) is None:
            return False
        if is_lead(block.text) and (
            self._links.is_in(block.text) or self._called.is_in(unescape(block.text))
        ):
            return True
        return self._tells_of_gone(path, section)

    def _tells_of_gone(self, path: str, section: Section) -> bool:
        """Whether something that goes was said in the talk of a section."""
        place = section_place(path, section.level, section.source) or (
            channel_of(path) if is_sectioned_by_place(path) else None
        )
        return (PurePosixPath(path).stem, place or "") in self._traces.leads

    def _record_goes(self, record: Record) -> bool:
        fields, traces = record.fields, self._traces
        if fields.by in traces.people or fields.subject in traces.people:
            return True
        if fields.place is not None and fields.place in self._what.places:
            return True
        if (whom := _related(record)) is not None and self._links.is_all_of(whom):
            return True
        if self._counts_them(record):
            return True
        if record.text in traces.records or self._says_record(record):
            return True
        return self._names_turn(fields) or self._is_of_day(fields)

    def _counts_them(self, record: Record) -> bool:
        """Whether it counts what everybody said in some sessions, their messages too."""
        if not self._traces.leads or COUNT_LINE.fullmatch(record.text) is None:
            return False
        stems = (PurePosixPath(one).name for one in _LINK.findall(record.text))
        return any((stem, record.fields.place or "") in self._traces.leads for stem in stems)

    def _says_record(self, record: Record) -> bool:
        """Whether it is a record that goes, with a tail that cannot be read, and so is text."""
        return any(
            record.text.startswith(f"{one} (") and (record.damaged or is_distinctive(one))
            for one in self._traces.records
        )

    def _names_turn(self, fields: RecordFields) -> bool:
        if fields.place is None:
            return not self._traces.refs.isdisjoint(fields.refs)
        return any((fields.place, ref) in self._what.turns for ref in fields.refs)

    def _is_of_day(self, fields: RecordFields) -> bool:
        if not self._traces.spans or fields.learned is None:
            return False
        return self._traces.are_of_day(_day(fields.learned).isoformat(), fields.place or "")

    def _cites(self, block: Block, record: Record | None) -> bool:
        """Whether a text that says no turn of its own leads to one, or a damaged tail names one."""
        refs = self._traces.refs
        if not refs:
            return False
        if any(full_ref(one) in refs for one in linked_blocks(block.text)):
            # A line with a place of its own was judged by that.
            return record is None or record.fields.place is None
        return record is not None and record.damaged and self._damaged_names(block.text)

    def _damaged_names(self, text: str) -> bool:
        return any(full_ref(word) in self._traces.refs for word in _WORD.findall(text))


def _related(record: Record) -> str | None:
    """To what a fact or a relation ties its subject, as it is written."""
    if record.relation is not None:
        return record.text.partition("::")[2]
    return record.object


def _is_of_everybody(record: Record) -> bool:
    """Whether it is the summary of a session: made of all that was said there, as a lead is."""
    return record.fields.by is None and is_kept_up(record)


def _day(learned: date | datetime) -> date:
    return learned.date() if isinstance(learned, datetime) else learned
