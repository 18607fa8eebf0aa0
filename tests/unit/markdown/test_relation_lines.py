"""Relation lines: a field whose whole value is one link, whatever its key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.record.line import parse_record, render_body


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("part_of:: [[Acme Corp]]", "part_of"),
        ("Part of:: [[Acme|the firm]] (2026-01-02, seen:3) ^k1", "part_of"),
        ("gehört zu::[Acme](../topics/acme.md)", "gehört_zu"),
        ("~~part_of:: [[Acme]] (2026-01-01, until 2026-02-01)~~", "part_of"),
        ("part_of:: [[Acme]] and more", None),
        ("part_of:: [[Acme]], [[Globex]]", None),
        ("part_of:: Acme", None),
        ("part_of\\:: [[Acme]]", None),
        ("see [[Acme]]", None),
        ("12:: [[Acme]]", None),
        ("works_at:: [[Acme]]", None),
    ],
)
def test_what_is_a_relation(line, label):
    """One link and nothing else; of a predicate it is a fact, and with a backslash a text."""
    assert parse_record(line).relation == label


@pytest.mark.parametrize("line", ["part_of:: [[Acme Corp]]", "Part of:: [[Acme|x]] (2026-01-02)"])
def test_a_relation_is_written_as_it_was_read(line):
    """No backslash makes a text of it when its line is written again."""
    assert render_body(parse_record(line)) == line


@given(
    st.from_regex(r"\A[A-Za-zé][a-z _-]{0,8}\Z"),
    st.sampled_from(["::", ":: ", " :: "]),
    st.sampled_from(["[[Acme]]", "[Acme](acme.md)", "[[Acme|x]] [[y]]", "[x] y"]),
)
def test_a_text_that_looks_like_a_relation_stays_a_text(key, colons, value):
    """What somebody has typed never becomes an edge."""
    text = f"{key}{colons}{value}".strip()
    read = parse_record(render_body(Record(text)))
    assert (read.text, read.relation, read.predicate) == (text, None, None)


def test_a_fact_of_any_key_is_written_as_a_relation():
    """Who writes relations gives the key as the predicate."""
    body = render_body(Record("part_of:: [[Acme]]", predicate="part_of", object="[[Acme]]"))
    assert parse_record(body).relation == "part_of"
