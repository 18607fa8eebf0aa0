"""What curation has written of a note, where it died before it had noted that.

The journal knows: so the next run makes no second line of the same sentences, and the log gets
the entry that it would have had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.maintenance.curation.summary import CurationCounts, counts_of
from familiar_memory.markdown.audience.top_regions import TopRegion, top_regions
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.policies.talk import viewer_of_talk
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import ChangeState, JournalEntry

__all__ = ["WrittenChange", "written_changes"]

_Line: TypeAlias = tuple[str, str, tuple[str, ...], str | None]
"""A bullet by its heading, what it says, and the turns that it is of, by ref and place."""


@dataclass(frozen=True, slots=True)
class WrittenChange:
    """What one change of the journal did: bullets that came and went, each under its heading.

    `headings` are those that came with it.
    """

    batch: str | None
    came: tuple[tuple[str, Record], ...]
    went: tuple[tuple[str, Record], ...]
    headings: frozenset[str]

    @property
    def counts(self) -> CurationCounts:
        """In numbers."""
        return counts_of(len(self.came), len(self.went), len(self.headings))

    @property
    def ops(self) -> Iterator[Mapping[str, Any]]:
        """Operations that come to the same."""
        for heading, record in self.went:
            yield {"op": "remove", "heading": heading, "match": record.text}
        for heading in dict.fromkeys(heading for heading, _ in self.came):
            lines = [record.text for under, record in self.came if under == heading]
            if heading in self.headings:
                yield {"op": "add_heading", "heading": heading, "lines": lines}
            else:
                yield from ({"op": "append", "heading": heading, "line": one} for one in lines)

    def used(self, bullets: Iterable[RecentBullet]) -> Iterator[RecentBullet]:
        """Those of the bullets of which one of its lines was made."""
        made = [
            {(record.fields.place, ref) for ref in record.fields.refs} for _, record in self.came
        ]
        return (one for one in bullets if any(one.turns <= turns for turns in made))


def written_changes(
    journal: JournalReader,
    source: str,
    page: CurationPage,
    path: str,
    batch: str,
    rules: NoteRules,
) -> Iterator[WrittenChange]:
    """The changes of this batch, or of turns of the page, in the name of its reach, oldest first.

    A version that is not kept any more says nothing.
    """
    refs = {ref for one in page.bullets.values() for ref in one.record.fields.refs}
    for entry in journal.entries(path, source=source):
        is_of_page = entry.batch == batch or not refs.isdisjoint(entry.refs)
        if is_of_page and entry.state is ChangeState.DONE:
            yield from _written(journal, entry, page, rules)


def _written(
    journal: JournalReader, entry: JournalEntry, page: CurationPage, rules: NoteRules
) -> Iterator[WrittenChange]:
    versions = [journal.kept(one) for one in (entry.before, entry.after) if one is not None]
    texts = [one.decode("utf-8", "replace") for one in versions if one is not None]
    if len(texts) < 2:
        return
    old, new = (_lines(text, page, rules) for text in texts)
    came = tuple((line[0], one) for line, one in new.items() if _holds(one) and line not in old)
    went = tuple(
        (line[0], one)
        for line, one in old.items()
        if _holds(one) and line in new and not _holds(new[line])
    )
    if came or went:
        known = {one.heading for one in _regions(texts[0], page, rules)}
        headings = frozenset(heading for heading, _ in came if heading not in known)
        yield WrittenChange(entry.batch, came, went, headings)


def _lines(text: str, page: CurationPage, rules: NoteRules) -> dict[_Line, Record]:
    """The bullets that are of turns of the reach."""
    found: dict[_Line, Record] = {}
    for region in _regions(text, page, rules):
        for line in region.lines:
            record = line.standing.record
            refs, place = record.fields.refs, record.fields.place
            if refs and place and reach_of(place, rules.readers) == page.reach:
                found[region.heading, record.text, refs, place] = record
    return found


def _regions(text: str, page: CurationPage, rules: NoteRules) -> tuple[TopRegion, ...]:
    viewer = viewer_of_talk(page.place, rules.readers)
    note = parse_note(text, rules.vocabulary, page.key)
    return top_regions(page.key, note, rules.default_audience, viewer)


def _holds(record: Record) -> bool:
    return record.state is RecordState.LIVE
