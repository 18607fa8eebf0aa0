"""What somebody who calls from a place may propose: nothing forged, wider, or not theirs."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.operations.caller_policy import CallerPolicy
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import RetireById, StateRecord, UpdateRecord
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling
from familiar_memory.operations.proposal import Proposal

TAVERN, ME, OTHER = "discord-g.tavern", "discord-42", "discord-43"
TODAY = date(2026, 2, 3)
NOTE, ROOM = f"people/{ME}.md", f"channels/{TAVERN}.md"
POLICY = CallerPolicy(ME, Viewer(TAVERN), {ME, OTHER}, TODAY)


def _said(path: str, text: str = "likes:: tea", **how: object) -> StateRecord:
    predicate, sign, object_ = text.partition(":: ")
    fields = RecordFields(
        learned=date(2026, 2, 1),
        by=str(how.get("by", ME)),
        place=str(how.get("place", TAVERN)),
    )
    record = Record(text, fields, predicate=predicate if sign else None, object=object_ or None)
    return StateRecord(path, "Rowan", "Facts", record, for_owner=bool(how.get("for_owner")))


@pytest.mark.parametrize(
    "operation",
    [
        _said(NOTE),
        _said(ROOM),
        _said("topics/tea.md"),
        _said(f"people/{OTHER}.md", "Rowan says that Bex likes tea"),
        RetireById(NOTE, "k1"),
        UpdateRecord(NOTE, "k1", RecordPatch("likes:: rain", {"importance": 8})),
        UpdateRecord(NOTE, "k1", RecordPatch("likes:: rain", {"learned": TODAY})),
    ],
)
def test_what_is_theirs_to_say_is_let_through(operation: Proposal) -> None:
    """Of themselves, of their room, of a topic; of others as a sentence."""
    assert POLICY.judge(operation) is None


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (_said(NOTE, for_owner=True), "only the owner has the last word"),
        (_said(NOTE, by=OTHER), "by its caller"),
        (_said(NOTE, place="discord-dm-42"), "for their place"),
        (_said(f"people/{OTHER}.md"), "claim about somebody else"),
        (_said("people/discord-44.md"), "nobody known"),
        (_said(f"people/x/{ME}.md"), "nobody known"),
        (_said("channels/discord-g.hall.md"), "closed to tools"),
        (_said("self/rules.md"), "closed to tools"),
        (_said("topics/.md"), "no memory"),
        (_said("lore/oban.md"), "canon"),
        *(
            (UpdateRecord(NOTE, "k1", RecordPatch(fields={name: None})), "does not change")
            for name in ("place", "by", "refs", "source", "replaces", "into", "seen", "learned")
        ),
        (
            UpdateRecord(NOTE, "k1", RecordPatch("likes:: rain", {"learned": date(2026, 2, 4)})),
            "does not change 'learned'",
        ),
        (
            UpdateRecord(NOTE, "k1", RecordPatch(fields={"importance": 8, "learned": TODAY})),
            "does not change 'learned'",
        ),
        (
            UpdateRecord("sessions/2026-02-01-evening.md", "k1", RecordPatch("no")),
            "not worded anew",
        ),
    ],
)
def test_what_is_not_is_refused(operation: Proposal, reason: str) -> None:
    """And nobody is asked about it."""
    ruling = POLICY.judge(operation)
    assert isinstance(ruling, Ruling)
    assert ruling.verdict is Verdict.REJECTED
    assert reason in ruling.reason
