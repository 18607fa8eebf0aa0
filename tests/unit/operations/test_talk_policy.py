"""Which lines a writer may end or count: those that a writer made of the talk it writes up."""

from __future__ import annotations

from datetime import date

import pytest
from people_and_places import DM, TAVERN

from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    Reassert,
    RetireById,
    UpdateRecord,
)
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policies.talk import TalkPolicy, viewer_of_talk
from familiar_memory.operations.proposal import NotProposed
from familiar_memory.store.memory_store import MemoryStore

WHO = "discord-42"
NOTE = f"people/{WHO}.md"
LINES = """\
---
id: discord-42
---
- said here (2026-02-02, ref:t1, by:discord-42, in:discord-lantern.tavern) ^a1
- felt here (2026-02-02, ref:t1, source:observed, in:discord-lantern.tavern) ^a2
- said in private (2026-02-02, ref:t1, by:discord-42, in:discord-dm-42) ^a3
- said abroad (2026-02-02, ref:t1, by:discord-42, in:discord-abroad.hall) ^a4
- opened to all (2026-02-02, ref:t1, by:discord-42, in:everyone) ^a5
- written by hand ^a6
- kept by request (2026-02-02, source:user-stated, in:discord-lantern.tavern) ^a7
"""


@pytest.fixture
def store(tmp_path):
    """A tree with one note."""
    store = MemoryStore(tmp_path / "memory")
    (store.root / "people").mkdir(parents=True)
    (store.root / NOTE).write_text(LINES, "utf-8")
    return store


def outcome_of(store, operation, place=TAVERN):
    """What became of one proposal of the talk of a place."""
    viewer = viewer_of_talk(place.slug, AudiencePolicy.GUILD)
    (outcome,) = apply(store, [operation], TalkPolicy({WHO}, viewer), TreeRegister(store)).outcomes
    return outcome


@pytest.mark.parametrize(
    ("record", "verdict", "reason"),
    [
        ("a1", Verdict.APPLIED, ""),
        ("a2", Verdict.APPLIED, ""),
        ("a3", Verdict.REJECTED, "there is no such record"),
        ("a4", Verdict.REJECTED, "there is no such record"),
        ("a5", Verdict.REJECTED, "a person has said for whom this line is"),
        ("a6", Verdict.REJECTED, "a person wrote this line, or asked for it to be kept"),
        ("a7", Verdict.REJECTED, "a person wrote this line, or asked for it to be kept"),
        ("a9", Verdict.REJECTED, "there is no such record"),
    ],
)
@pytest.mark.parametrize("kind", ["retire", "count"])
def test_a_line_ends_or_is_counted_by_the_talk_that_it_was_made_of(
    store, record, verdict, reason, kind
):
    """What is hidden from that talk and what is not there are told alike."""
    operation = (
        RetireById(NOTE, record, date(2026, 2, 3).isoformat())
        if kind == "retire"
        else Reassert(NOTE, record, ("t2",))
    )
    outcome = outcome_of(store, operation)
    assert (outcome.verdict, outcome.reason) == (verdict, reason)
    assert (store.read_file(NOTE) == LINES) is (verdict is not Verdict.APPLIED)


@pytest.mark.parametrize(
    "operation",
    [
        UpdateRecord(NOTE, "a1", RecordPatch("other words")),
        UpdateRecord(NOTE, "a1", RecordPatch(fields={"place": "everyone"})),
        DeleteRecord(NOTE, "a1"),
    ],
)
def test_no_line_is_worded_anew_or_taken_out(store, operation):
    """An end is struck through, and everything else is for people."""
    outcome = outcome_of(store, operation)
    assert (outcome.verdict, outcome.reason) == (
        Verdict.REJECTED,
        "writers give no line other words",
    )


@pytest.mark.parametrize(
    "path", ["self/description.md", "lore/a.md", "people/discord-9.md", "../x.md", "notes.md"]
)
def test_other_notes_are_closed(store, path):
    """By the same rules as for new lines."""
    assert outcome_of(store, RetireById(path, "a1")).verdict is Verdict.REJECTED


def test_what_is_no_proposal_is_rejected_with_its_reason(store):
    """So it stands in the report, and nowhere else."""
    outcome = outcome_of(store, NotProposed("operation 3", "there is no turn 't9'"))
    assert (outcome.verdict, outcome.reason) == (
        Verdict.REJECTED,
        "operation 3: there is no turn 't9'",
    )


@pytest.mark.parametrize(
    ("place", "policy", "expected"),
    [
        (TAVERN, AudiencePolicy.OPEN, Viewer(TAVERN.slug, AudiencePolicy.GUILD)),
        (TAVERN, AudiencePolicy.GUILD, Viewer(TAVERN.slug, AudiencePolicy.GUILD)),
        (TAVERN, AudiencePolicy.STRICT, Viewer(TAVERN.slug, AudiencePolicy.STRICT)),
        (DM, AudiencePolicy.OPEN, Viewer(DM.slug, AudiencePolicy.STRICT)),
    ],
)
def test_a_talk_knows_its_reach_and_no_more(place, policy, expected):
    """Under every policy: what was derived stays when that is changed."""
    assert viewer_of_talk(place.slug, policy) == expected
