"""Every field of a record at once: written, read, indexed, rebuilt and edited without a loss."""

from __future__ import annotations

from dataclasses import fields as fields_of
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import (
    SOURCE_NAMES,
    TOPIC_NAMES,
    TYPE_NAMES,
    Record,
    RecordFields,
    RecordState,
)
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.record.line import parse_record, render_body
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import PutRecord, UpdateRecord
from familiar_memory.operations.outcome import Verdict

PATH = "topics/tea.md"
_WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).filter(
    lambda text: text.strip() == text and "\u2028" not in text and "\u2029" not in text
)
_IDS = st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True)
_DAYS = st.dates(date(1, 1, 2), date(9999, 12, 30))
_INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
_PARTIAL = _DAYS.flatmap(
    lambda day: st.sampled_from([day.isoformat(), day.isoformat()[:7], day.isoformat()[:4]])
)
_LINKS = _IDS | st.tuples(st.sampled_from(["people/a b.md", "topics/茶.md"]), _IDS).map("#^".join)
VALUES = {
    "learned": _DAYS | _INSTANTS,
    "since": _PARTIAL,
    "until": _PARTIAL,
    "refs": st.lists(_WORDS, max_size=3, unique=True).map(tuple),
    "by": _WORDS,
    "place": st.sampled_from(["everyone", "owner", "discord-dm-42", "discord-lantern.tavern"]),
    "type": st.sampled_from(TYPE_NAMES),
    "subject": _WORDS,
    "category": _WORDS,
    "topic": st.sampled_from(TOPIC_NAMES),
    "importance": st.integers(1, 10),
    "confidence": st.integers(0, 1000).map(lambda n: n / 1000),
    "source": st.sampled_from(SOURCE_NAMES),
    "tags": st.lists(_WORDS, max_size=3).map(tuple),
    "temporary": st.booleans(),
    "seen": st.integers(1, 99),
    "expires": _DAYS | _INSTANTS,
    "quote": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    "replaces": _LINKS,
    "into": _LINKS,
}
_DEFAULTS = RecordFields()


def _some(names: tuple[str, ...]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {}, optional={name: VALUES[name] | st.just(getattr(_DEFAULTS, name)) for name in names}
    )


_ALL = tuple(VALUES)
_FIELDS = st.fixed_dictionaries(VALUES) | _some(_ALL)
_TEXTS = _WORDS | st.sampled_from(
    ["# x", "a\n---\nb", "%% x %%", "```", "x (in:everyone)", "k:: v"]
)


def _record(text: str, values: dict[str, object], state: RecordState) -> Record:
    fields = RecordFields(**values)  # type: ignore[arg-type]
    if state is RecordState.WRONG:
        fields = replace(fields, until=None)
    if state is RecordState.ENDED and fields.until is None:
        fields = replace(fields, until="2026")
    return Record(text, fields, state=state)


_RECORDS = st.builds(_record, _TEXTS, _FIELDS, st.sampled_from(RecordState))


def test_the_property_knows_every_field() -> None:
    """A field that comes is tried too."""
    assert set(VALUES) == {one.name for one in fields_of(RecordFields)}


@pytest.mark.long
@given(_RECORDS)
def test_a_line_reads_back_with_every_field(record: Record) -> None:
    """Whatever stands in them together."""
    assert parse_record(render_body(record)) == record


@pytest.mark.long
@given(_RECORDS)
def test_the_index_has_of_each_field_what_it_answers_by(record: Record) -> None:
    """A rebuild is another reading of the same line."""
    is_said = bool(record.fields.refs or record.fields.source)
    # On a line that a person wrote here, two of these signs are a comment.
    assume(is_said or not ("%%" in record.text or "<!--" in record.text))
    put = PutRecord(PATH, "Tea", "Notes", record, record.fields.place or "everyone")
    text, (outcome,) = merge("", (put,))
    assert outcome.verdict is Verdict.APPLIED
    document = NoteParser().read(PATH, text, "")
    (passage,) = document.passages
    fields = record.fields
    assert passage.refs == fields.refs
    assert (passage.author, passage.place) == (fields.by, fields.place)
    assert (passage.valid_since, passage.valid_until) == (fields.since, fields.until)
    assert (passage.record_type, passage.topic) == (fields.type, fields.topic)
    assert passage.importance == fields.importance
    assert set(fields.tags) <= set(passage.tags)
    assert passage.retired is (record.state is not RecordState.LIVE)
    assert (passage.expires is None) is (fields.expires is None)
    if isinstance(fields.expires, datetime):
        assert passage.expires == fields.expires
    assert passage.record_id == outcome.lines[0].id
    assert document == NoteParser().read(PATH, text, "")


def _ends_too_soon(fields: RecordFields) -> bool:
    """By hand: a year or a month means its first day."""
    first = [f"{one}-01-01"[:10] for one in (fields.since, fields.until) if one is not None]
    return len(first) == 2 and first[1] < first[0]


@pytest.mark.long
@given(_RECORDS, _some(_ALL), _TEXTS | st.none())
@example(Record("tea", RecordFields(since="2020")), {"until": "2019"}, None)
@example(Record("tea", RecordFields(since="2020")), {"until": "2020"}, None)
@example(Record("tea", RecordFields(since="2020", until="2019")), {"importance": 7}, "rum")
@example(Record("tea", RecordFields(since="2020", until="2019")), {"until": None}, None)
def test_an_edit_changes_what_it_names_and_nothing_else(
    record: Record, values: dict[str, object], text: str | None
) -> None:
    """Each field is left, set or taken away; the lines around stay byte for byte.

    Dates of which the end comes before the beginning are refused, and nothing is written.
    """
    around = "# Tea\r\n\r\nProse.\r\n\r\n## Notes\r\n\r\n* by hand\r\n- {}\r\n+ after"
    before = around.format(render_body(record))
    lines = standing_lines(PATH, parse_note(before, path=PATH), "everyone")
    found = [one for one in lines if one.record == record]
    assert len(found) == 1
    patch = RecordPatch(text, values)
    after, (outcome,) = merge(before, (UpdateRecord(PATH, found[0].id, patch),))
    wanted = replace(record.fields, **values)  # type: ignore[arg-type]
    if values.keys() & {"since", "until"} and _ends_too_soon(wanted):
        assert outcome.verdict is Verdict.REJECTED
        assert outcome.reason.startswith(f"it holds since {wanted.since}, so it cannot have ended")
        assert after == before
        return
    assert outcome.verdict in (Verdict.APPLIED, Verdict.SKIPPED), outcome.reason
    start, end = around.split("{}")
    assert after.startswith(start)
    assert after.endswith(end)
    changed = [one.record for one in parse_note(after, path=PATH).blocks if one.record][1]
    assert changed is not None
    assert changed.fields == wanted
    assert changed.text == (record.text if text is None else text)
