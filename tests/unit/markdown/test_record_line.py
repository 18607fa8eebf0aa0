"""The line format of records, case by case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields as fields_of
from datetime import date, datetime
from pathlib import Path

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import SHIPPED, Predicate
from familiar_memory.markdown.record.legend import NO_LEGEND
from familiar_memory.markdown.record.line import (
    fact_text,
    is_record_section,
    names_place,
    parse_record,
    render_record,
)

FIXTURE = Path(__file__).parents[2] / "fixtures" / "markdown" / "records.md"
_CASE = re.compile(r"(?P<title>.+)\n\.\n(?P<source>(?:.*\n)+?)\.\n(?P<expected>(?:.*\n)+?)\.\n")


def _cases() -> Iterator[tuple[str, str, str]]:
    for case in _CASE.finditer(FIXTURE.read_text(encoding="utf-8")):
        yield case["title"], case["source"].removesuffix("\n"), case["expected"]


def _shown(record: Record) -> str:
    """What differs from an empty record, a line each."""
    rows = [("text", record.text)]
    for part, empty in ((record.fields, RecordFields()), (record, Record(""))):
        for field in fields_of(part):
            value = getattr(part, field.name)
            if field.name not in ("text", "fields") and value != getattr(empty, field.name):
                rows.append((field.name, " ".join(value) if isinstance(value, tuple) else value))
    order = [f.name for f in fields_of(RecordFields)] + [
        "state",
        "id",
        "predicate",
        "object",
        "task",
        "damaged",
    ]
    rows[1:] = sorted(rows[1:], key=lambda row: order.index(row[0]))
    return "".join(f"{name} = {value}\n" for name, value in rows)


@pytest.mark.parametrize(
    ("title", "source", "expected"), [pytest.param(*c, id=c[0]) for c in _cases()]
)
def test_lines_are_read_as_the_fixture_says(title: str, source: str, expected: str) -> None:
    """Each block of the fixture: a title, a line, and what it means."""
    shown = _shown(parse_record(source))
    assert sorted(shown.splitlines()) == sorted(expected.splitlines()), title


def test_the_fixture_is_read_whole() -> None:
    """No case of the fixture file is skipped for its form."""
    assert len(list(_cases())) == FIXTURE.read_text(encoding="utf-8").count("\n.\n") / 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Likes tea", "- Likes tea (2026-01-28)"),
        (
            "2 * 3 (roughly) is [six](a.md): ok!",
            "- 2 * 3 (roughly) is [six](a.md): ok! (2026-01-28)",
        ),
        ("one\ntwo", "- one⏎two (2026-01-28)"),
        ("~~x~~", r"- \~\~x\~\~ (2026-01-28)"),
        ("~5 minutes", "- ~5 minutes (2026-01-28)"),
        ("likes:: tea", r"- likes\:: tea (2026-01-28)"),
        ("# no heading", r"- \# no heading (2026-01-28)"),
        ("#tag", "- #tag (2026-01-28)"),
        ("1. first", r"- 1\. first (2026-01-28)"),
        ("[ ] box", r"- \[ ] box (2026-01-28)"),
        ("see ^id", r"- see \^id (2026-01-28)"),
        ("hm (2026-01-01, in:everyone)", r"- hm \(2026-01-01, in\:everyone) (2026-01-28)"),
        ("(x, in:everyone) hm", r"- (x, in\:everyone) hm (2026-01-28)"),
        (" x\t", "- &#32;x&#9; (2026-01-28)"),
        ("a\0b", "- a&#0;b (2026-01-28)"),
        ("C:\\new\\", "- C:\\new\\\\ (2026-01-28)"),
        ("a\u2028- b", "- a&#8232;- b (2026-01-28)"),
    ],
)
def test_only_what_would_mislead_is_escaped(text: str, line: str) -> None:
    """Ordinary text stays as it is; the rest stays readable."""
    record = Record(text, RecordFields(learned=date(2026, 1, 28)))
    assert render_record(record) == line
    assert parse_record(line[2:]) == record


def test_a_whole_record_is_written_in_a_fixed_order() -> None:
    """Fields always come in the same order, whatever order a person used."""
    record = Record(
        text=fact_text("likes", "tea"),
        fields=RecordFields(
            learned=datetime.fromisoformat("2026-01-28T10:00:00+00:00"),
            since="2020",
            until="2026-01",
            refs=("m1", "$x"),
            by="discord-42",
            place="discord-dm-42",
            type="semantic",
            subject="Rowan, of Ash",
            category="food & drink",
            topic="personal",
            importance=8,
            confidence=1.0,
            source="user-stated",
            tags=("tea", "a|b"),
            temporary=True,
            seen=2,
            expires=date(2026, 12, 1),
            quote='I "like" tea, (really)',
            replaces="a1",
            into="people/x.md#^b2",
        ),
        state=RecordState.ENDED,
        id="k1",
        predicate="likes",
        object="tea",
        task="x",
    )
    line = render_record(record, marker="*")
    assert line == (
        "* [x] ~~likes:: tea (2026-01-28T10:00:00Z, since 2020, until 2026-01, ref:m1, ref:%24x, "
        "by:discord-42, in:discord-dm-42, type:semantic, subject:Rowan%2C of Ash, "
        "category:food %26 drink, topic:personal, importance:8, confidence:1, "
        "source:user-stated, tags:tea|a%7Cb, temporary, seen:2, expires:2026-12-01, "
        r'quote:"I \"like\" tea, (really)", replaces:^a1, into:people/x.md#^b2)~~ ^k1'
    )
    assert parse_record(line[2:]) == record


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (Record(""), "a record without a text"),
        (Record("\ud800"), "a record holds a lone surrogate"),
        (Record("x", damaged=True), "a damaged record can't be rewritten"),
        (Record("x", state=RecordState.ENDED), "a record that has ended must say until when"),
        (
            Record("x", RecordFields(until="2026"), RecordState.WRONG),
            "a record that was wrong never held, so it can't have an end",
        ),
        (Record("x", id="a b"), "the id 'a b'"),
        (Record("x", task="xx"), "the task state 'xx'"),
        (
            Record("x", RecordFields(importance=11)),
            "the fields of a record can't be written: importance:11",
        ),
        (Record("x", RecordFields(refs=("",))), "the fields of a record can't be written: ref:"),
        (
            Record("x", RecordFields(place="cellar!")),
            "the fields of a record can't be written: in:cellar!",
        ),
        (
            Record("x", RecordFields(learned=datetime(2026, 1, 1))),
            "the time 2026-01-01T00:00:00 has no offset from UTC",
        ),
        (
            Record("x", predicate="likes", object="tea"),
            "a record can't be written so that it reads back the same: x",
        ),
    ],
)
def test_what_cannot_be_written_is_refused(record: Record, problem: str) -> None:
    """The reason names what is wrong."""
    with pytest.raises(InputError) as refused:
        render_record(record)
    assert refused.value.problem == problem


def test_a_marker_must_be_one() -> None:
    """Only list markers of Markdown are taken."""
    with pytest.raises(InputError):
        render_record(Record("x"), marker="#")


def test_the_vocabulary_decides_what_is_a_fact() -> None:
    """The same line is a fact or a field of its author."""
    tends = SHIPPED.extended([Predicate("tends")])
    fact = parse_record("tends:: bees", tends)
    assert (fact.predicate, fact.object) == ("tends", "bees")
    assert parse_record("tends:: bees") == Record("tends:: bees")


@pytest.mark.parametrize(
    ("line", "object_"),
    [
        ("likes:: rum&#32;", "rum"),
        ("likes:: &#32;rum", "rum"),
        ("likes:: rum&#32; ➕ 2026-01-01", "rum"),
        ("likes:: &#32;", None),
    ],
)
def test_space_that_is_written_as_an_entity_is_no_part_of_an_object(line, object_) -> None:
    """Nor is it an object by itself; the text keeps it."""
    record = parse_record(line)
    assert record.object == object_
    assert record.text == line.replace("&#32;", " ")


def test_a_fact_needs_a_predicate_and_an_object() -> None:
    """A malformed fact is refused before it is written."""
    for predicate, object_ in (("Likes", "tea"), ("likes", "  ")):
        with pytest.raises(InputError):
            fact_text(predicate, object_)


def test_bullets_under_aliases_are_not_records() -> None:
    """The heading counts in any case and spacing."""
    assert [is_record_section(h) for h in ("Aliases", " aliases ", "Facts", "")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Said so (2026-01-28, in:discord-dm-42)", True),
        ("Said so 2026-01-28, in:discord-dm-42)", True),
        ("Said so (2026-01-28, in: discord-dm-42) once", True),
        ("Made in: 2019 (in: spring)", False),
        ("search in:general-chat", False),
        (r"Said so \(2026-01-28, in\:discord-dm-42)", False),
    ],
)
def test_text_that_lost_its_bullet_still_names_its_place(text: str, answer: bool) -> None:
    """So that a private line without its marker is not taken for public prose."""
    assert names_place(text, NO_LEGEND) is answer
