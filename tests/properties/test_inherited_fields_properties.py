"""Lines that leave out what their note says are read back equal, and never tell more people."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_record_line_properties import ANY_TEXT, MARKERS, NASTY_TEXT, records

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.records.machine_lines import is_machine_record
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.record.legend import NO_LEGEND, legend_entry, legend_of
from familiar_memory.markdown.record.line import parse_record, render_body, render_record
from familiar_memory.markdown.record.surroundings import Surroundings, completed

pytestmark = pytest.mark.long

TAVERN, DM, STREAM = "discord-lantern.tavern", "discord-dm-42", "twitch-stream-mosslight"
LABELS = {"#tavern": TAVERN, "@rowan": DM, "#läden_2": STREAM}
AUTHOR = "discord-42"
DAY = date(2026, 1, 28)
THERE = Surroundings(legend_of({"places": [legend_entry("@rowan", DM)]}), author=AUTHOR)
TAIL = " (2026-01-28, @rowan, m1)"

PIECES = st.sampled_from(
    [
        "(#tavern)",
        " (@rowan, t1)",
        "(#tavern, 2026-01-28)",
        "#tavern",
        ", #tavern)",
        "@rowan)",
        " (2026-01-28, #gone, t1)",
        "(2026-01-28, tavern)",
        "(#1)",
        "(2019)",
        "(lol)",
        "(see #tavern)",
        "(2026-1-2 #x",
        "[[Rowan]]: ",
        "**Rowan**: ",
        "[[2026-02-17-evening#^m3071|Bex]]",
        " ^t1",
        "\uff08#tavern, 2026-01-28\uff09",
        "[2026-01-28, #x]",
        "{2026-01-28, @x}",
        "\uff03tavern",
        "a",
    ]
)
TEXT = st.lists(PIECES, min_size=1, max_size=4).map("".join) | NASTY_TEXT | ANY_TEXT
LINKS = st.just("[[2026-02-17-evening#^m3071|Bex: moved]]") | st.just("[[x#^y]]")
SAID = TEXT.map("[[Rowan|Bex]]: {}".format) | TEXT.map("**Bex**: {}".format)
REFS = st.lists(
    st.sampled_from(
        ["t1008", "1234567890123456789", "-1kaiHuTSX1k", "no digit", "abc", "2026-01-28", "a:1"]
    ),
    max_size=2,
).map(tuple)


@st.composite
def surroundings(draw: st.DrawFn) -> Surroundings:
    """Any place in a note, with or without a legend."""
    explained = draw(st.lists(st.sampled_from(sorted(LABELS)), unique=True))
    entries = [legend_entry(label, LABELS[label]) for label in explained]
    legend = legend_of({"places": entries}) if draw(st.booleans()) else NO_LEGEND
    return Surroundings(
        legend=legend,
        day=draw(st.none() | st.just(DAY)),
        place=draw(st.none() | st.sampled_from([TAVERN, DM])),
        author=draw(st.none() | st.just(AUTHOR)),
        is_transcript=draw(st.booleans()),
    )


@st.composite
def short_records(draw: st.DrawFn) -> Record:
    """Records of the fields that lines inherit, with texts that look like tails."""
    fields = RecordFields(
        learned=draw(st.none() | st.sampled_from([DAY, date(2026, 2, 17)])),
        refs=draw(REFS),
        by=draw(st.none() | st.sampled_from([AUTHOR, "discord-7"])),
        place=draw(st.none() | st.sampled_from([*LABELS.values(), "owner", "everyone"])),
        seen=draw(st.none() | st.just(2)),
    )
    return Record(draw(TEXT | SAID | LINKS), fields, id=draw(st.none() | st.just("k3")))


@settings(max_examples=600, deadline=None)
@given(short_records() | records(), surroundings(), st.sampled_from(MARKERS))
def test_a_line_is_read_back_as_the_record_that_stands_there(
    record: Record, where: Surroundings, marker: str
) -> None:
    """Whatever surrounds it, and whatever its text looks like."""
    record = completed(record, where, has_bare_ref=False)
    line = render_record(record, marker=marker, where=where)
    assert len(line.splitlines()) == 1
    read = parse_record(line.removeprefix(f"{marker} "), _Any(), where)
    assert read == record


@settings(max_examples=400, deadline=None)
@given(TEXT, surroundings())
def test_what_is_read_can_be_written_and_stays_what_it_was(text: str, where: Surroundings) -> None:
    """A line that a person typed, changed in nothing, says the same in our words."""
    record = parse_record(text, (), where)
    assume(not record.damaged and record.text)
    assert parse_record(render_body(record, where=where), (), where) == record


@settings(max_examples=400, deadline=None)
@given(TEXT, surroundings())
def test_a_persons_own_line_is_no_machines(text: str, where: Surroundings) -> None:
    """A line without a tail inherits nothing: neither who said it, nor when, nor where."""
    body = render_body(Record(text), where=Surroundings(where.legend))
    record = parse_record(body, (), replace(where, is_transcript=False))
    assert record.fields == RecordFields()
    assert not is_machine_record(record)


@settings(max_examples=400, deadline=None)
@given(TEXT, st.integers(0, 24))
def test_a_short_tail_that_lost_a_character_is_never_public(text: str, lost: int) -> None:
    """Whichever sign goes, the line names its place still, or is recalled to nobody."""
    line = _private(text)
    at = len(line) - len(TAIL) + lost
    read = parse_record(line[:at] + line[at + 1 :], (), THERE)
    assert read.damaged or read.fields.place == DM


@settings(max_examples=300, deadline=None)
@given(TEXT, TEXT)
def test_writing_on_behind_a_short_tail_never_makes_it_public(text: str, more: str) -> None:
    """What a person appends leaves the line in its place, or to nobody."""
    for joint in ("", " ", "\n"):
        read = parse_record(_private(text) + joint + more, (), THERE)
        assert read.damaged or read.fields.place == DM


@settings(max_examples=300, deadline=None)
@given(TEXT, st.sampled_from(["people/discord-7.md", "topics/x.md", "notes.md", "self/rules.md"]))
def test_a_line_in_another_note_means_the_same_place_or_none(text: str, path: str) -> None:
    """Copied to where nothing explains its label, it is the owner's."""
    limited = limited_text(path, f"# x\n\n- {_private(text)}\n")
    assert limited.lines[3] == {"owner"}


def _private(text: str) -> str:
    """The line of a private record in the note of its speaker."""
    fields = RecordFields(DAY, refs=("m1",), by=AUTHOR, place=DM)
    line = render_body(Record(text, fields), where=THERE)
    assert line.endswith(TAIL)
    return line


class _Any:
    def __contains__(self, name: object) -> bool:
        return True
