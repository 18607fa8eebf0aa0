"""Whatever a person types, a written record is read back equal and tells nobody else."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import (
    SOURCE_NAMES,
    TOPIC_NAMES,
    TYPE_NAMES,
    Record,
    RecordFields,
    RecordState,
)
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.record.line import (
    fact_text,
    parse_record,
    render_record,
)
from familiar_memory.markdown.record.tail import parse_tail
from familiar_memory.markdown.record.tail_writer import render_tail
from familiar_memory.markdown.text.escape import escape, unescape
from familiar_memory.markdown.tree import parse_note

pytestmark = pytest.mark.long


MARKERS = ("-", "*", "+", "1.", "1)", "999.")

NASTY_PIECES = st.sampled_from(
    [
        *"~~~~()[]^:\\\"'`#>-+*_=|<&;!,.%⏎→ \t\n\r",
        "\r\n",
        "\0",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x7f",
        "\x85",
        "\xa0",
        "\u2028",
        "\u2029",
        "\u202e",
        "\u3000",
        "\ufeff",
        "~~",
        "~~~",
        "```",
        "- ",
        "* ",
        "1. ",
        "2026. ",
        "# ",
        "> ",
        "[ ] ",
        "[x] ",
        "[a]: b",
        "---",
        "***",
        "<!--",
        "-->",
        "<div>",
        "&#10;",
        "&#32;",
        "&amp;",
        "x:: y",
        "likes:: ",
        "likes::",
        " ^abc",
        "^id",
        " (",
        ")",
        "(2026-01-28)",
        " (2026-01-28, in:everyone)",
        " (in:discord-lantern.tavern)",
        "in:everyone",
        ", in:owner",
        "(in: everyone)",
        "(source: me)",
        "(since 2019)",
        " (temporary)",
        'quote:"',
        '", ',
        "ref:1",
        " → ",
        "->",
        "✅ 2026-01-01",
        " 📅 2026-01-01",
        "🔁 every day",
        "🔺",
        "%%",
        "[[",
        "]]",
        "](",
        "a",
        "word",
        "猫",
        "🐈",
        "e\u0301",
    ]
)
NASTY_TEXT = st.lists(NASTY_PIECES, min_size=1, max_size=9).map("".join)
ANY_TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40)
TEXT = NASTY_TEXT | ANY_TEXT

PLACES = st.sampled_from(
    ["everyone", "owner", "discord-dm-42", "discord-lantern.tavern", "twitch-stream-mosslight"]
)
DATES = st.dates(date(1000, 1, 1))
OFFSETS = st.integers(-1439, 1439).map(lambda m: timezone(timedelta(minutes=m)))
INSTANTS = st.datetimes(datetime(1000, 1, 2), timezones=st.just(UTC) | OFFSETS)
MOMENTS = DATES | INSTANTS
PARTIAL = st.sampled_from(["2019", "2024-03"]) | DATES.map(date.isoformat)
IDS = st.from_regex(r"[A-Za-z0-9-]{1,12}", fullmatch=True)
RECORD_LINKS = IDS | st.tuples(TEXT, IDS).map("#^".join)


@st.composite
def tails(draw: st.DrawFn) -> RecordFields:
    """Every field of a tail, present or not, with any text where texts are allowed."""
    optional = {
        "learned": MOMENTS,
        "since": PARTIAL,
        "until": PARTIAL,
        "refs": st.lists(TEXT, max_size=3).map(tuple),
        "by": TEXT,
        "place": PLACES,
        "type": st.sampled_from(TYPE_NAMES),
        "subject": TEXT,
        "category": TEXT,
        "topic": st.sampled_from(TOPIC_NAMES),
        "importance": st.integers(1, 10),
        "confidence": st.floats(0, 1),
        "source": st.sampled_from(SOURCE_NAMES),
        "tags": st.lists(TEXT, max_size=3).map(tuple),
        "temporary": st.booleans(),
        "seen": st.integers(1, 999_999_999),
        "expires": MOMENTS,
        "quote": TEXT | st.just(""),
        "replaces": RECORD_LINKS,
        "into": RECORD_LINKS,
    }
    return draw(st.fixed_dictionaries({}, optional=optional).map(lambda f: RecordFields(**f)))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be: fact or not, live or struck, with or without id and task."""
    fields = draw(st.just(RecordFields()) | tails())
    struck = draw(st.booleans())
    state = RecordState.LIVE
    if struck:
        state = RecordState.ENDED if fields.until is not None else RecordState.WRONG
    predicate, object_, text = None, None, draw(TEXT)
    if draw(st.booleans()) and text.strip():
        predicate, object_ = draw(st.sampled_from(sorted(SHIPPED))), text.strip()
        text = fact_text(predicate, text)
    return Record(
        text=text,
        fields=fields,
        state=state,
        id=draw(st.none() | IDS),
        predicate=predicate,
        object=object_,
        task=draw(st.none() | st.sampled_from(" xX-/")),
    )


@settings(deadline=None)
@given(TEXT)
@example("\\\n⏎\r\0")
@example("\\ ")
def test_escaped_text_reads_back_equal_on_one_line(text: str) -> None:
    """Escaping loses nothing, and no program finds a line end in the result."""
    source = escape(text)
    assert unescape(source) == text
    assert len(source.splitlines()) == 1


@settings(deadline=None)
@given(tails())
@example(RecordFields(into="#^#^0"))
def test_a_written_tail_reads_back_equal(fields: RecordFields) -> None:
    """Every field survives, whatever text it holds."""
    source = render_tail(fields)
    assert fields.is_empty == (source == "")
    assert parse_tail(source[1:-1]).fields == fields or fields.is_empty


@settings(max_examples=500, deadline=None)
@given(records(), st.sampled_from(MARKERS))
@example(Record(r"likes:: \(in: owner)", predicate="likes", object=r"\(in: owner)"), "-")
@example(Record("~", RecordFields(quote="-->")), "-")
def test_a_written_record_reads_back_equal(record: Record, marker: str) -> None:
    """`parse(render(record)) == record`, on one line, for any text."""
    line = render_record(record, marker=marker)
    assert line.startswith(f"{marker} ")
    assert len(line.splitlines()) == 1
    assert parse_record(line.removeprefix(f"{marker} ")) == record


@settings(max_examples=500, deadline=None)
@given(st.lists(records(), min_size=1, max_size=4), st.sampled_from(MARKERS))
def test_written_records_are_items_of_a_note(written: list[Record], marker: str) -> None:
    """In a note each line is one item: no text starts another block, or joins its neighbour."""
    lines = [render_record(record, marker=marker) for record in written]
    note = parse_note("# Note\n\n## Facts\n\n" + "\n".join(lines))
    assert [block.record for block in note.blocks] == written
    assert [block.line for block in note.blocks] == list(range(5, 5 + len(written)))


@settings(deadline=None)
@given(TEXT, PLACES)
def test_text_never_widens_the_audience(text: str, place: str) -> None:
    """A fake tail in what somebody said leaves the real audience alone, tail lost or not."""
    fields = RecordFields(learned=date(2026, 1, 28), place=place)
    line = render_record(Record(text=text, fields=fields))
    assert parse_record(line[2:]).fields.place == place
    without_tail = line[2 : -len(render_tail(fields)) - 1]
    assert parse_record(without_tail).fields.place is None
    assert not parse_record(without_tail).damaged


@settings(max_examples=300, deadline=None)
@given(TEXT, st.booleans(), st.data())
def test_a_line_that_lost_a_character_is_never_public_by_accident(
    text: str, with_ref: bool, data: st.DataObject
) -> None:
    """A private tail with a deleted character names a place still, or is damaged."""
    refs = ("m1",) if with_ref else ()
    fields = RecordFields(learned=date(2026, 1, 28), refs=refs, place="discord-dm-42")
    line = render_record(Record(text=text, fields=fields))[2:]
    start = len(line) - len(render_tail(fields))
    at = data.draw(st.integers(start, len(line) - 1))
    record = parse_record(line[:at] + line[at + 1 :])
    assert record.damaged or record.fields.place not in (None, "everyone", "owner")


@settings(deadline=None)
@given(TEXT, TEXT)
def test_writing_on_behind_a_private_tail_never_makes_it_public(text: str, more: str) -> None:
    """What a person appends, on the line or the next, leaves the record private or damaged."""
    fields = RecordFields(learned=date(2026, 1, 28), place="discord-dm-42")
    line = render_record(Record(text=text, fields=fields))[2:]
    for joint in ("", " ", "\n"):
        record = parse_record(line + joint + more)
        assert record.damaged or record.fields.place == "discord-dm-42"


@settings(deadline=None)
@given(TEXT)
def test_any_line_is_read(text: str) -> None:
    """Reading never fails, and what is read can be written, unless it is empty or damaged."""
    record = parse_record(text)
    if record.damaged or not record.text:
        return
    line = render_record(record)
    assert parse_record(line[2:]) == record
