"""Lines as writers write them: short, explained by their note, and the same as long ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.proposal import AddAlias, AddRecord, RetireRecord

TAVERN, DM = Place("discord", "tavern", "lantern"), Place("discord", "42", kind=PlaceKind.DM)
LABELS = PlaceLabels([TAVERN, DM])
PERSON, EVENING = "people/discord-42.md", "sessions/2026-02-02-evening.md"
FIELDS = RecordFields(date(2026, 2, 2), refs=("t1",), by="discord-42", place=TAVERN.slug)
ENTRY = f'  - "[[channels/{TAVERN.slug}|#tavern]]"\n'


def _fact(object_: str, fields: RecordFields = FIELDS) -> AddRecord:
    record = Record(f"lives_in:: {object_}", fields, predicate="lives_in", object=object_)
    return AddRecord(PERSON, "discord-42", "Facts", record)


def _said(words: str, fields: RecordFields = FIELDS) -> AddRecord:
    line = Record(f"[[Rowan]]: {words}", fields)
    return AddRecord(EVENING, "Monday", f"[[channels/{TAVERN.slug}|#tavern]]", line)


def test_a_new_note_explains_the_labels_of_its_lines() -> None:
    """And says neither whose it is, nor a place, twice."""
    private = RecordFields(date(2026, 2, 3), refs=("m2",), by="discord-42", place=DM.slug)
    operations = [AddAlias("discord-42", "discord-42", "Rowan", TAVERN.slug), _fact("Durham")]
    text, _ = merge("", [*operations, _fact("Oban", private)], NoteRules(labels=LABELS))
    assert text == (
        f'---\nplaces:\n{ENTRY}  - "[[channels/{DM.slug}|@dm-42]]"\n---\n# discord-42\n\n'
        "## Aliases\n\n- Rowan (#tavern)\n\n## Facts\n\n"
        "- lives_in:: Durham (2026-02-02, #tavern, t1)\n"
        "- lives_in:: Oban (2026-02-03, @dm-42, m2)\n"
    )
    assert merge(text, operations, NoteRules(labels=LABELS))[0] == text


def test_without_labels_places_are_written_in_full() -> None:
    """As other writers than ours do."""
    text, _ = merge("", [_fact("Durham")])
    assert text.endswith(
        "- lives_in:: Durham (2026-02-02, ref:t1, by:discord-42, in:discord-lantern.tavern)\n"
    )


def test_a_session_says_of_a_line_but_its_turn() -> None:
    """Place, day and speaker stand above it and before it; no entry is needed."""
    other = replace(FIELDS, refs=("t2",))
    text, _ = merge(
        "# Monday\n", [_said("I live in Durham."), _said("x", other)], NoteRules(labels=LABELS)
    )
    assert text == (
        f"# Monday\n\n## [[channels/{TAVERN.slug}|#tavern]]\n\n"
        "- [[Rowan]]: I live in Durham. ^t1\n- [[Rowan]]: x ^t2\n"
    )
    (record, _) = [block.record for block in parse_note(text, path=EVENING).blocks]
    assert record is not None
    assert record.fields == RecordFields(date(2026, 2, 2), refs=("t1",), place=TAVERN.slug)


def test_an_old_long_line_and_a_new_short_one_are_one() -> None:
    """Of a fact, and of what was said; whether it stands, was struck, or was rewritten."""
    tail = "(2026-02-02, ref:t1, by:discord-42, in:discord-lantern.tavern)"
    for line in (f"lives_in:: Durham {tail}", f"~~lives_in:: Durham~~ {tail}"):
        text = f"# discord-42\n\n## Facts\n\n- {line}\n"
        merged, (outcome,) = merge(text, [_fact("Durham")], NoteRules(labels=LABELS))
        assert (merged, outcome.verdict) == (text, Verdict.SKIPPED)
    for line in (f"**Rowan**: I live in Durham. {tail}", "[[Rowan]]: rewritten. ^t1"):
        text = f"# Monday\n\n## [[channels/{TAVERN.slug}|#tavern]]\n\n- {line}\n"
        merged, (outcome,) = merge(text, [_said("I live in Durham.")], NoteRules(labels=LABELS))
        assert (merged, outcome.verdict) == (text, Verdict.SKIPPED)


def test_a_short_line_is_ended_by_its_speaker() -> None:
    """In place; a person's own line of the same words stays."""
    text, _ = merge("", [_fact("Durham")], NoteRules(labels=LABELS))
    text += "- lives_in:: Oban\n"
    later = RecordFields(date(2026, 3, 1), refs=("t9",), by="discord-42", place=TAVERN.slug)
    retire = [
        RetireRecord(PERSON, "lives_in", one, later, ended=True) for one in ("Durham", "Oban")
    ]
    ended, outcomes = merge(text, retire, NoteRules(labels=LABELS))
    assert [one.verdict for one in outcomes] == [Verdict.APPLIED, Verdict.SKIPPED]
    assert ended == text.replace(
        "- lives_in:: Durham (2026-02-02, #tavern, t1)",
        "- ~~lives_in:: Durham (2026-02-02, until 2026-03-01, #tavern, t1)~~",
    )


@pytest.mark.parametrize(
    "properties",
    [
        f'places:\n  - "[[channels/{DM.slug}|#tavern]]"\n',
        "places: mine\n",
        "places: {a: b}\n",
    ],
    ids=["the label is taken", "a single value", "no list"],
)
def test_properties_that_cannot_take_an_entry_stay_as_they_are(properties: str) -> None:
    """The place is written in full then."""
    text = f"---\n{properties}---\n# Rowan\n"
    merged, (outcome,) = merge(text, [_fact("Durham")], NoteRules(labels=LABELS))
    assert outcome.verdict is Verdict.APPLIED
    assert merged.startswith(text)
    assert merged.endswith("in:discord-lantern.tavern)\n")


def test_what_a_person_wrote_in_the_properties_is_kept() -> None:
    """Keys, order, comments and line ends."""
    text = "---\r\nmood: fond # of tea\r\nplaces:\r\n- home\r\ntags: [person]\r\n---\r\n# Rowan\r\n"
    merged, _ = merge(text, [_fact("Durham")], NoteRules(labels=LABELS))
    entry = f'- "[[channels/{TAVERN.slug}|#tavern]]"\r\n'
    assert merged.startswith(text.replace("- home\r\n", f"- home\r\n{entry}"))


@pytest.mark.long
def test_a_line_that_lost_its_entry_is_not_written_again() -> None:
    """It stands there; a person took its place away, and it is recalled to nobody."""
    text, _ = merge("", [_fact("Durham")], NoteRules(labels=LABELS))
    closed = text.replace(ENTRY, "")
    merged, (outcome,) = merge(closed, [_fact("Durham")], NoteRules(labels=LABELS))
    assert (merged, outcome.verdict) == (closed, Verdict.SKIPPED)
