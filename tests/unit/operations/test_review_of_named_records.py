"""Proposals about named records wait in review.md, and are carried out for whom the line was."""

from __future__ import annotations

from datetime import date

import pytest
from review_desk import NOTE, Desk

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.review.kinds.table import item_of, proposals_of
from familiar_memory.operations.review.page import review_lines
from familiar_memory.store.base import Cause

ROOM = "discord-dm-42"
WAS = "Likes tea (green) and 2 * 3"
TEXT = (
    "## Facts\n\n"
    f"- Likes tea (green) and 2 \\* 3 (2026-02-03, by:discord-42, in:{ROOM}) ^k1\n"
    "- Sings (2026-02-03) ^k2\n"
)
FACT = Record(
    "likes:: soup",
    RecordFields(learned=date(2026, 2, 4), by="discord-42", place=ROOM, source="inferred"),
    predicate="likes",
    object="soup",
)
PATCHES = (
    RecordPatch("Likes coffee"),
    RecordPatch(None, {"importance": 9, "tags": ("a", "b"), "by": None}),
    RecordPatch("Likes coffee", {"importance": 9, "expires": date(2026, 9, 1)}),
)
PROPOSALS = (
    StateRecord(NOTE, "Rowan", "Facts", FACT),
    *(UpdateRecord(NOTE, "k1", patch, WAS) for patch in PATCHES),
    RetireById(NOTE, "k1", "2026-02", was=WAS),
    RetireById(NOTE, "k1", None, "k2", WAS),
    DeleteRecord(NOTE, "k1", WAS),
    DeleteRecord(NOTE, "k1", WAS, restores=False),
)
MERGES = (
    MergeRecords(((NOTE, "k1"), (NOTE, "k2")), "Likes to sing over tea"),
    MergeRecords(
        ((NOTE, "k1"), (NOTE, "k2")),
        "Sings",
        "topics/tea.md",
        "Notes",
        RecordPatch(None, {"importance": 9}),
    ),
)


@pytest.fixture
def desk(tmp_path):
    """A tree with a note."""
    with Desk(tmp_path) as found:
        found.store.write_file(NOTE, TEXT, cause=Cause("tool"))
        yield found


@pytest.mark.parametrize("proposal", (*PROPOSALS, *MERGES), ids=lambda one: type(one).__name__)
def test_what_is_read_back_is_what_was_proposed(desk, proposal):
    """Text, fields and all; a statement is no guess any more."""
    item = item_of(proposal, "somebody asked", audience=ROOM)
    desk.hold(item)
    (line,) = review_lines(desk.text, desk.rules.vocabulary)
    assert (line.id, line.problem, line.item.record.fields.place) == (item.id, "", ROOM)
    (read,) = proposals_of(line.item)
    if isinstance(proposal, StateRecord):
        assert (read.record.text, read.record.fields.place) == ("likes:: soup", ROOM)
        assert read.record.fields.source == "user-stated"
    else:
        assert read == proposal


@pytest.mark.parametrize("proposal", PROPOSALS, ids=lambda one: type(one).__name__)
def test_a_tick_carries_it_out_for_whom_the_line_was(desk, proposal):
    """The other line stays byte for byte, and doing it again changes nothing."""
    item = item_of(proposal, "somebody asked", audience=ROOM)
    desk.hold(item)
    before = desk.note
    desk.tick(item)
    report = desk.review.settle()
    assert [one.id for one in report.accepted] == [item.id], report
    after = desk.note
    assert after != before
    assert "- Sings (2026-02-03) ^k2" in after.splitlines()
    for line in after.splitlines():
        if line.startswith(("- ", "~~")) and "Sings" not in line:
            assert f"in:{ROOM}" in line
    assert not desk.review.settle().has_changed
    assert desk.note == after


@pytest.mark.parametrize("proposal", MERGES, ids=["here", "elsewhere"])
def test_what_is_merged_is_for_those_who_may_know_all_of_it(desk, proposal):
    """A second time it changes nothing, and the lines say where they went."""
    item = item_of(proposal, "they say the same", audience=ROOM)
    desk.hold(item)
    desk.tick(item)
    report = desk.review.settle()
    assert [one.id for one in report.accepted] == [item.id], report
    assert desk.note.count("into:") == 2
    new = desk.store.read_file(proposal.path or NOTE)
    (line,) = [one for one in new.splitlines() if one.startswith(f"- {proposal.text} ")]
    assert f"in:{ROOM}" in line
    assert not desk.review.settle().has_changed


def test_a_line_that_says_something_else_by_now_is_not_touched(desk):
    """The proposal waits, with the reason below it."""
    item = item_of(RetireById(NOTE, "k1", None, was="Likes milk"), "somebody asked")
    desk.hold(item)
    before = desk.note
    desk.tick(item)
    (failed,) = desk.review.settle().failed
    assert "changed since" in failed.reason
    assert desk.note == before
    assert "problem: " in desk.text


def test_without_the_text_of_the_line_nobody_is_asked():
    """They could not see what it is about."""
    assert item_of(DeleteRecord(NOTE, "k1"), "why") is None
    assert item_of(RetireById(NOTE, "k1"), "why") is None
