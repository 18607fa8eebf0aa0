"""While a memory waits that was told in confidence, no note has another line of its message."""

from __future__ import annotations

import pytest
from held_lives import Life, add, fields_of, kept, life
from keyed_notes import note_text
from people_and_places import TAVERN

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.llm.base import Completion
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.proposal import (
    AddRecord,
    EnsureNote,
    FreshLine,
    Proposal,
    RefreshRecords,
    SetLead,
)
from familiar_memory.operations.review.holding import propose
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.store.base import Cause
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.extractive import ExtractiveWriter

LOST = "My brother Tamsin passed away in June."
CONFIDED = (
    LOST,
    "i tried to kill myself last year",
    "I adopted a cat from the Tamsin shelter. My dad died in March.",
    "I relapsed in Tamsin last week, should I call anyone about that?",
    "I always fail, and everybody in Tamsin knows it",
    "去年、弟のTamsinが亡くなりました。",
)
SESSION = "sessions/2026-02-02-evening.md"


def _notes(now: Life) -> str:
    """All that is written, but for what waits for a person."""
    paths = [one for one in now.store.glob("**/*.md") if one != "review.md"]
    return "\n".join(f"{path}\n{now.store.read_file(path)}" for path in sorted(paths))


@pytest.mark.parametrize("said", CONFIDED)
def test_no_note_says_what_was_told_in_confidence(tmp_path, make_turn, said):
    """Neither the session, nor a thread, nor a topic, however often it is said."""
    with life(tmp_path, extractor=ExtractiveWriter()) as now:
        now.history.record(make_turn(said, user_id="42"))
        now.history.record(make_turn(said, user_id="42"))
        now.history.record(make_turn("I work at Ember Labs.", "Bo"))
        now.writer.run()
        notes = _notes(now)
    assert "Tamsin" not in notes
    assert "kill" not in notes
    assert "^t1" not in notes
    assert "- works_at:: Ember Labs (" in notes


def test_what_the_end_of_the_session_keeps_is_all_that_is_written(tmp_path, make_turn):
    """The line of the person; of the session there is still nothing."""
    with life(tmp_path, extractor=ExtractiveWriter()) as now:
        texts = (LOST, "He passed away in June, Tamsin did, my only brother.")
        now.history.record_many([make_turn(one, user_id="42") for one in texts])
        now.writer.run()
        assert "Tamsin" not in _notes(now)
        assert len(kept(now.writer.settle_held(TAVERN.slug))) >= 1
        now.writer.run()
        assert "Tamsin" in note_text(now.store, "people/discord-42.md")
        assert now.store.glob("sessions/**/*.md") == []


def test_lines_of_every_kind_stay_away_and_their_neighbours_are_written(tmp_path, make_turn):
    """A summary that cites another message too; a topic of nothing else gets no note."""

    def made(stored: StoredTurn) -> list[Proposal]:
        if stored.id != 2:
            return []
        confided = fields_of(stored, refs=("t1",))
        other = fields_of(stored)
        lines = (
            Record("A thread of t1", confided),
            Record("His brother Tamsin passed on in June", fields_of(stored, by=None)),
            Record("The choir moved", other),
        )
        fresh = tuple(FreshLine("Tavern", one) for one in lines)
        return [
            EnsureNote(SESSION, "Evening"),
            RefreshRecords(SESSION, "Evening", (), fresh),
            AddRecord(SESSION, "Evening", "Tavern", Record("A line of t1", confided)),
            SetLead(SESSION, "Tavern", "About a funeral."),
            EnsureNote("topics/tamsin.md", "Tamsin", "Tamsin"),
            add("A brother of theirs", stored, "topics/tamsin.md", refs=("t1",)),
            EnsureNote("topics/choir.md", "Choir", "Choir"),
            add("It moved", stored, "topics/choir.md"),
        ]

    with life(tmp_path, made) as now:
        now.history.record_many(
            [make_turn(LOST, user_id="42"), make_turn("The choir moved.", user_id="42")]
        )
        (batch,) = now.writer.run().batches
        notes = _notes(now)
    assert [one for one in ("t1", "amsin", "funeral", "brother") if one in notes] == []
    assert "- The choir moved (" in notes
    assert "- It moved (" in notes
    assert [one.operation.record.text for one in batch.applied.held] == ["A brother of theirs"]


def test_what_an_extractor_says_is_confided_is_so_without_a_word_of_the_lists(tmp_path, make_turn):
    """Also where the line of the session comes first."""

    def made(stored: StoredTurn) -> list[Proposal]:
        line = Record(stored.turn.text, fields_of(stored))
        return [
            AddRecord(SESSION, "Evening", "Tavern", line),
            add("Her sister is gone", stored, type="semantic", category="loss"),
            add("Stays with her aunt", stored),
        ]

    with life(tmp_path, made) as now:
        said = "My sister is not with us any more, I stay with my aunt."
        now.history.record(make_turn(said, user_id="42"))
        (batch,) = now.writer.run().batches
        assert not now.store.glob("sessions/*.md")
        assert [one.operation.record.text for one in batch.applied.held] == [
            "Her sister is gone",
            "Stays with her aunt",
        ]


def test_a_fact_of_another_sentence_is_kept_and_one_of_the_same_waits(tmp_path, make_turn):
    """A home says nothing of a loss; whose brother it was does."""

    def made(stored: StoredTurn) -> list[Proposal]:
        return [add("lives_in:: Leeds", stored), add("sibling_of:: Tamsin", stored)]

    with life(tmp_path, made) as now:
        now.history.record(make_turn(f"I live in Leeds. {LOST}", user_id="42"))
        (batch,) = now.writer.run().batches
        assert [one.operation.record.text for one in batch.applied.held] == ["sibling_of:: Tamsin"]
        assert "- lives_in:: Leeds" in note_text(now.store, "people/discord-42.md")


ASKED = "Does anybody know when the Tamsin clinic opens on Sunday?"


class _Also(ExtractiveWriter):
    """Finds what it always finds, and says of one message that it is told in confidence."""

    def read(self, reply: Completion | None, batch: Batch) -> tuple[Proposal, ...]:
        found = [one for one in batch.turns if one.turn.text == ASKED]
        more = [add("Visits it", one, type="semantic", category="trigger") for one in found]
        return (*super().read(reply, batch), *more)


@pytest.mark.parametrize("first", [1, 2, 3, 5])
def test_what_an_earlier_batch_found_to_be_confided_stays_so(tmp_path, make_turn, first):
    """Also for another process: a thread follows from all that was said, and has the words."""
    texts = (
        ASKED,
        "I booked the hall for the choir on Friday.",
        "The choir moved to the church in Durham.",
        "We decided to sing in March, because of the storm.",
        "The bakery has rhubarb pie on Monday.",
    )
    turns = [make_turn(one, user_id="42") for one in texts]
    for said in filter(None, (turns[:first], turns[first:])):
        with life(tmp_path, extractor=_Also()) as now:
            now.history.record_many(said)
            now.writer.run()
            assert "Tamsin" not in _notes(now)


def test_a_dry_run_marks_no_message(tmp_path, make_turn):
    """What it would hold is told in confidence only once it is held."""
    with life(tmp_path, extractor=_Also()) as now:
        now.history.record(make_turn(ASKED, user_id="42"))
        now.writer.run(dry_run=True)
        assert now.history.watermarks_like("confided ") == {}
        now.writer.run()
        assert now.history.watermarks_like("confided ") == {"confided 1": 1}


def test_what_heads_a_session_names_nothing_that_was_only_told_in_confidence(tmp_path, make_turn):
    """A word that several people use is what a talk is about, unless all of them confide."""
    said = [
        ("My brother Tamsin passed away in June.", "1"),
        ("Our cousin Tamsin died of cancer, I was there.", "2"),
        ("The funeral of Tamsin is on Friday.", "1"),
        ("I work at Ember Labs in Leeds.", "3"),
        ("We decided to sing on Friday, because of rain.", "3"),
    ]
    with life(tmp_path, extractor=ExtractiveWriter()) as now:
        now.history.record_many([make_turn(text, user_id=who) for text, who in said])
        now.writer.run()
        assert "Tamsin" not in _notes(now)
        now.history.record(make_turn("Tamsin was in the Leeds choir once.", user_id="3"))
        now.writer.run()
        assert "; about Tamsin. ^lead" in now.store.read_file(SESSION)


def test_a_session_of_which_nothing_is_written_has_no_note_yet(tmp_path, make_turn):
    """One that was made for nothing would never say who took part."""
    with life(tmp_path, extractor=ExtractiveWriter()) as now:
        now.history.record(make_turn(LOST, user_id="42"))
        now.writer.run()
        assert now.store.glob("sessions/**/*.md") == []
        now.history.record(make_turn("I work at Ember Labs in Leeds.", user_id="42"))
        now.writer.run()
        assert 'people:\n  - "[[Rowan]]"\n' in now.store.read_file(SESSION)


def test_no_log_says_what_could_not_be_put_into_the_list(tmp_path, caplog):
    """A line that cannot be written is named by its note alone."""
    fields = RecordFields(refs=("t1",), place=TAVERN.slug)
    record = Record("Tamsin passed away", fields, predicate="likes", object="tea")
    item = item_of(AddRecord("people/discord-42.md", "", "Facts", record), "it waits")
    assert item is not None
    with life(tmp_path) as now:
        assert not propose(
            now.store, [item], TreeRegister(now.store), SHIPPED, Cause("memory_writer")
        )
    assert caplog.messages == [
        "a proposal for people/discord-42.md cannot be written as a line of the list"
    ]
