"""The summary of a session: one line on top of the section of its place, kept up to date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.record.kept_ids import SUMMARY, is_as_written, kept_id
from familiar_memory.operations.proposal import EnsureNote, FreshLine, Proposal, RefreshRecords
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.model.made import values
from familiar_memory.writers.model.made.quotation import STATED, quotation_of
from familiar_memory.writers.model.page.writer_page import WriterPage
from familiar_memory.writers.model.reply_shape import SummaryItem
from familiar_memory.writers.text.note_links import NoteLinks

__all__ = ["summary_of"]


def summary_of(item: SummaryItem, shown: WriterPage, batch: Batch) -> Iterator[Proposal]:
    """The line of one session; it takes the place of the one before it.

    Raises:
        InputError: it is of no session that was shown, or no plain text; or a person has changed
            what stands there.
    """
    session = shown.sessions.get(item.session.strip())
    if session is None:
        raise InputError(f"there is no session {item.session[:20]!r}", "the id of a session")
    said = quotation_of(item, shown)
    if (said.utterance.slot, said.utterance.place) != (session.slot, session.place):
        raise InputError("the quotation is of another session", "words of that session")
    text = values.sentence_in_words(item.text, "the summary", values.SUMMARY_CHARS)
    old = None if session.summary is None else session.summary.record
    if old is not None and not is_as_written(old, SUMMARY, session.place.slug):
        raise InputError("a person has changed the summary", "nothing: it stays as it is")
    if old is not None and normalised(old.text) == normalised(text):
        return
    fields = replace(said.fields(STATED), by=None, type="episodic")
    record = Record(text, fields, id=kept_id(SUMMARY, text, session.place.slug))
    title, section = session.slot.title, NoteLinks(batch.links, batch.labels).place(session.place)
    properties = (("date", session.slot.day), ("tags", ("session",)))
    yield EnsureNote(session.path, title, properties=properties)
    fresh = (FreshLine(section, record, is_on_top=True),)
    yield RefreshRecords(session.path, title, () if old is None else (old,), fresh)
