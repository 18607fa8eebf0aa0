"""What is asked for, read item by item: a reason for each that is no operation."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import ModelReplyError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.llm.base import Completion, FinishReason
from familiar_memory.maintenance.curation.asked.asking import ops_in
from familiar_memory.maintenance.curation.asked.reading import AskedFor, Refusal, Wanted, read_ops
from familiar_memory.maintenance.curation.shown.page import CurationPage, curation_page
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.curation.reasons import CurationReason
from familiar_memory.operations.note_rules import NoteRules

KEY = f"people/{ROWAN.slug}.md"
DAY = date(2026, 2, 5)


def _bullet(ref: str, day: int, place: str = TAVERN.slug, by: str = ROWAN.slug) -> Any:
    fields = RecordFields(refs=(ref,), place=place)
    return RecentBullet(date(2026, 2, day), place, Record("said", fields), 1, (by,))


BULLETS = {
    "d1": _bullet("m1", 3),
    "d2": _bullet("m2", 4),
    "d3": _bullet("m3", 4, "discord-lantern.hall"),
    "d4": _bullet("m4", 4, by="discord-7"),
}
PAGE = CurationPage(KEY, "discord:lantern", TAVERN.slug, (), (), (), BULLETS)
TOLD = RecordFields(learned=date(2026, 2, 4), refs=("m1", "m2"), by=ROWAN.slug, place=TAVERN.slug)


def _read(*ops: object) -> list[object]:
    return [_came(one) for one in read_ops(list(ops), PAGE, DAY)]


def _came(asked: AskedFor) -> object:
    return asked.reason.value if isinstance(asked, Refusal) else asked.proposal


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("remove", "not_an_object"),
        (None, "not_an_object"),
        ([], "not_an_object"),
        (7, "not_an_object"),
        ({}, "missing_field"),
        ({"heading": "About", "line": "x"}, "missing_field"),
        ({"op": "rename"}, "unknown_op"),
        ({"op": 7, "heading": "About"}, "unknown_op"),
        ({"op": ["append"]}, "unknown_op"),
        ({"op": "append", "heading": "About"}, "missing_field"),
        ({"op": "append", "heading": None, "line": "x", "from": ["d1"]}, "missing_field"),
        ({"op": "add_heading", "heading": "New", "from": ["d1"]}, "missing_field"),
        ({"op": "remove", "heading": "About"}, "missing_field"),
        ({"op": "replace", "heading": "About", "match": "x", "from": ["d1"]}, "missing_field"),
        ({"op": "remove", "heading": "About", "match": "x", "why": "y"}, "unknown_key"),
        ({"op": "remove", "heading": "About", "match": "x", "line": "y"}, "unknown_key"),
        ({"op": "remove", "heading": "About", "match": "x", "from": ["d1"]}, "unknown_key"),
        ({"op": "remove", "heading": "About", "match": 7}, "not_a_text"),
        ({"op": "remove", "heading": ["About"], "match": "x"}, "not_a_text"),
        ({"op": "append", "heading": "About", "line": 7, "from": ["d1"]}, "not_a_text"),
        ({"op": "add_heading", "heading": "N", "lines": "x", "from": ["d1"]}, "not_a_text"),
        ({"op": "add_heading", "heading": "N", "lines": [7], "from": ["d1"]}, "not_a_text"),
        ({"op": "append", "heading": "About", "line": "x"}, "no_source"),
        ({"op": "append", "heading": "About", "line": "x", "from": []}, "no_source"),
        ({"op": "append", "heading": "About", "line": "x", "from": ["d9"]}, "no_source"),
        ({"op": "append", "heading": "About", "line": "x", "from": ["d1", 7]}, "no_source"),
        ({"op": "append", "heading": "About", "line": "x", "from": {"d1": 1}}, "no_source"),
        ({"op": "append", "heading": "About", "line": "x", "from": ["d1", "d3"]}, "several_places"),
    ],
)
def test_what_is_no_operation_says_why(given: object, reason: str) -> None:
    """None of them breaks the reading of the others."""
    good = {"op": "remove", "heading": "About", "match": "x"}
    assert _read(given, good) == [reason, CurateRemove(KEY, "About", "x", "2026-02-05")]


def test_operations_say_of_what_they_were_made() -> None:
    """The newest day, all turns, who said it, and where; keys that are null are not there."""
    sources = {"from": ["d1", "d2", "d1"], "match": None, "lines": None}
    line = Record("sings", TOLD)
    assert _read(
        {"op": "append", "heading": "About", "line": "sings", **sources},
        {"op": "add_heading", "heading": "Music", "lines": ["sings"], "from": ["d1", "d2"]},
        {"op": "replace", "heading": "A", "match": "x", "line": "sings", "from": ["d1", "d2"]},
    ) == [
        CurateAppend(KEY, "About", line),
        CurateHeading(KEY, "Music", (line,)),
        CurateReplace(KEY, "A", "x", "2026-02-05", line),
    ]


def test_what_several_people_said_is_the_familiars_own_wording() -> None:
    """It is of no speaker, and says that a program made it."""
    (asked,) = read_ops(
        [{"op": "append", "heading": "A", "line": "x", "from": ["d2", "d4"]}], PAGE, DAY
    )
    assert isinstance(asked, Wanted)
    assert isinstance(asked.proposal, CurateAppend)
    assert asked.proposal.record.fields == RecordFields(
        learned=date(2026, 2, 4),
        refs=("m2", "m4"),
        place=TAVERN.slug,
        source="auto-extraction",
    )


@pytest.mark.parametrize("ops", [None, {}, "append", 7])
def test_operations_that_are_no_list_are_refused_as_one(ops: object) -> None:
    """The reply was read, so it stands in the log."""
    assert read_ops(ops, PAGE, DAY) == (Refusal(ops, CurationReason.OPS_NOT_A_LIST),)


def test_more_than_a_dozen_are_a_rewriting() -> None:
    """What is beyond is refused, and named."""
    one = {"op": "remove", "heading": "About", "match": "x"}
    assert _read(*[one] * 14)[12:] == ["too_many_ops"] * 2


@pytest.mark.parametrize(
    "text",
    [
        '{"ops": [1]}',
        '```json\n{"ops": [1]}\n```',
        'Here you are:\n\n```\n{"ops": [1,]}\n```\nGood night!',
        '<think>{"ops": [2]}</think>{"ops": [1]}',
        '{"ops": [1], "note": "none"}',
    ],
)
def test_operations_are_found_wherever_a_reply_has_them(text: str) -> None:
    """In fences, behind thoughts, among prose."""
    assert ops_in(Completion(text)) == [1]


@pytest.mark.parametrize(
    "reply",
    [
        Completion("NO_CHANGES"),
        Completion(""),
        Completion('[{"op": "remove"}]'),
        Completion('{"ops": [', finish_reason=FinishReason.LENGTH),
        Completion("I can't help with that.", finish_reason=FinishReason.REFUSAL),
    ],
)
def test_a_reply_without_operations_is_an_error(reply: Completion) -> None:
    """Of that note alone: see the step."""
    with pytest.raises(ModelReplyError):
        ops_in(reply)


def test_the_newest_of_the_days_are_shown_and_the_note_in_bounds() -> None:
    """8,000 characters of the days."""
    bullets = [
        RecentBullet(date(2026, 2, 3), TAVERN.slug, Record(f"{n:03} " + "x" * 246), n)
        for n in range(40)
    ]
    text = "## About\n\n" + "".join(f"- {n:03} {'y' * 196}\n" for n in range(100))
    page = curation_page(
        KEY, text, bullets, Viewer(TAVERN.slug), NoteRules(), datetime(2026, 2, 5, 2, tzinfo=UTC)
    )
    assert page is not None
    shown = page.json()
    assert [one["text"][:3] for one in shown["days"]] == [f"{n:03}" for n in range(8, 40)]
    assert len(shown["note"]["sections"][0]["bullets"]) == 60
