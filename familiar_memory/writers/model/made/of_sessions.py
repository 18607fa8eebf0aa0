"""The arc of a session: its summary, themes and threads, on top of the section of its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.text.kept_ids import ARC, SUMMARY, is_as_written, kept_id
from familiar_memory.operations.proposal import EnsureNote, FreshLine, Proposal, RefreshRecords
from familiar_memory.writers.arcs.arc_wording import ArcLine, arc_text, is_themes
from familiar_memory.writers.arcs.substance import has_substance
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.model.made import values
from familiar_memory.writers.model.made.quotation import STATED, Quotation, Quoting, quotation_of
from familiar_memory.writers.model.page.writer_page import PageSession, WriterPage
from familiar_memory.writers.model.reply_shape import SummaryItem, ThreadItem
from familiar_memory.writers.policy.evidence import TOLD_SHARE, has_share_of, shares_a_word
from familiar_memory.writers.text.note_links import NoteLinks
from familiar_memory.writers.text.utterance import Utterance, utterances

__all__ = ["summary_of", "themes_of", "thread_of"]

_STATES = {"open": ArcLine.OPEN, "resolved": ArcLine.RESOLVED}


def summary_of(item: SummaryItem, shown: WriterPage, batch: Batch) -> Iterator[Proposal]:
    """The line of one session; it takes the place of the one before it.

    Raises:
        InputError: it is of no session that was shown, or of one of little substance, or no plain
            text; or a person has changed or deleted what stands there.
    """
    asked = _Asked.of(item.session, shown, batch)
    said = asked.quoted(item)
    text = values.sentence_in_words(values.in_short(item.text), "the summary", values.SUMMARY_CHARS)
    asked.check_names(text)
    asked.check_words(text)
    old = None if asked.session.summary is None else asked.session.summary.record
    if old is not None and not is_as_written(old, SUMMARY, asked.place):
        raise InputError("a person has changed the summary", "nothing: it stays as it is")
    if old is None and asked.was_summed_up:
        raise InputError("a person has deleted the summary", "nothing: it stays away")
    if old is not None and normalised(old.text) == normalised(text):
        return
    yield from asked.proposed(said, SUMMARY, text, old)


def themes_of(item: SummaryItem, shown: WriterPage, batch: Batch) -> Iterator[Proposal]:
    """The line of what it was about, in a few words each; it comes with the first summary.

    Raises:
        InputError: nobody spoke of one; or a person has changed what stands there.
    """
    asked = _Asked.of(item.session, shown, batch)
    said, talk = asked.quoted(item), "\n".join(one.words for one in asked.said)
    themes = [values.name_in_words(one, "a theme") for one in item.themes]
    if unsaid := next((one for one in themes if not shares_a_word(one, talk)), None):
        raise InputError(f"nobody spoke of {unsaid!r}", "words of the talk")
    text = arc_text(ArcLine.THEMES, ", ".join(themes))
    asked.check_names(text)
    old = next((one.record for one in asked.session.arc if is_themes(one.record)), None)
    if old is not None and not is_as_written(old, ARC, asked.place):
        raise InputError("a person has changed the themes", "nothing: they stay as they are")
    if not themes or (old is None and asked.was_summed_up):
        return
    if old is None or normalised(old.text) != normalised(text):
        yield from asked.proposed(said, ARC, text, old)


def thread_of(
    thread: ThreadItem, item: SummaryItem, shown: WriterPage, batch: Batch
) -> Iterator[Proposal]:
    """The line of one thread, by the words that opened or settled it.

    Raises:
        InputError: nobody said so in that session; or what it settles was not shown.
    """
    asked = _Asked.of(item.session, shown, batch)
    said = asked.quoted(thread)
    told = values.sentence_in_words(thread.text, "the thread", values.THREAD_CHARS)
    asked.check_names(told)
    if not said.bears_out(told):
        raise InputError(f"the turn says nothing of {told[:60]!r}", "what was said there")
    old: Record | None = None
    if thread.settles is not None:
        if thread.settles.strip() not in shown.threads:
            raise InputError(f"there is no thread {thread.settles[:20]!r}", "one of open_so_far")
        line = shown.threads[thread.settles.strip()]
        is_here = line in asked.session.arc and thread.state == "resolved"
        old = line.record if is_here and is_as_written(line.record, ARC, asked.place) else None
    text = arc_text(_STATES[thread.state], told)
    yield from asked.proposed(said, ARC, text, old, is_of_speaker=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A session that an item is about, and all that was said in it."""

    session: PageSession
    said: tuple[Utterance, ...]
    batch: Batch
    shown: WriterPage

    @classmethod
    def of(cls, name: str, shown: WriterPage, batch: Batch) -> _Asked:
        """The session, if it has substance.

        Raises:
            InputError: it was not shown, or has none.
        """
        session = shown.sessions.get(name.strip())
        if session is None:
            raise InputError(f"there is no session {name[:20]!r}", "the id of a session")
        spoken = (*batch.background, *batch.turns)
        here = [one for one in spoken if one.turn.place == session.place]
        said = utterances(here, batch.zone)
        said = tuple(one for one in said if one.slot == session.slot)
        if not has_substance(one.words for one in said):
            raise InputError("too little was said to be summed up", "a session of substance")
        return cls(session, said, batch, shown)

    @property
    def place(self) -> str:
        """The slug of its place."""
        return self.session.place.slug

    @property
    def was_summed_up(self) -> bool:
        """Whether its section has had a summary."""
        return self.batch.was_summed_up(self.session.path, self.place)

    def quoted(self, item: Quoting) -> Quotation:
        """What the item rests on.

        Raises:
            InputError: nothing, or what was said elsewhere.
        """
        said = quotation_of(item, self.shown)
        at = said.utterance
        if (at.slot, at.place) != (self.session.slot, self.session.place):
            raise InputError("the quotation is of another session", "words of that session")
        return said

    def check_names(self, text: str) -> None:
        """Refuse a text that names somebody who has nothing to do with the session.

        Raises:
            InputError: it does.
        """
        own = {name for one in self.said for name in one.author.known_names}
        talk = "\n".join(one.words for one in self.said)
        for name in self.batch.names:
            if name not in own and _names(name, text) and not _names(name, talk):
                raise InputError(f"{name!r} was no part of that session", "whoever was")

    def check_words(self, text: str) -> None:
        """Refuse a text that has next to nothing of what was said, now or before.

        Raises:
            InputError: it has not.
        """
        before = "" if self.session.summary is None else self.session.summary.record.text
        talk = "\n".join((before, *(one.words for one in self.said)))
        names = {name for one in self.said for name in one.author.known_names}
        if not has_share_of(text, talk, names, TOLD_SHARE):
            raise InputError(f"nobody spoke of {text[:60]!r}", "what was said in the session")

    def proposed(
        self,
        said: Quotation,
        kind: str,
        text: str,
        old: Record | None,
        *,
        is_of_speaker: bool = False,
    ) -> Iterator[Proposal]:
        """A line on top of the section, in the place of an old one.

        What is made of all that was said has no speaker.
        """
        fields = replace(said.fields(STATED), type="episodic")
        fields = fields if is_of_speaker else replace(fields, by=None)
        record = Record(text, fields, id=kept_id(kind, text, self.place))
        slot, path = self.session.slot, self.session.path
        section = NoteLinks(self.batch.links, self.batch.labels).place(self.session.place)
        properties = (("date", slot.day), ("tags", ("session",)))
        yield EnsureNote(path, slot.title, properties=properties)
        fresh = (FreshLine(section, record, is_on_top=True),)
        yield RefreshRecords(path, slot.title, () if old is None else (old,), fresh)


def _names(name: str, text: str) -> bool:
    """Whether a text has that name as whole words, written as it is."""
    found = regex.search(rf"(?<![\p{{L}}\p{{N}}]){regex.escape(name)}(?![\p{{L}}\p{{N}}])", text)
    return bool(name.strip()) and found is not None
