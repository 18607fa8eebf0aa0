"""What somebody who calls from a place may propose: nothing forged, wider, or not theirs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    NamedProposal,
    Reassert,
    RestoreRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.outcome import Miss, Verdict
from familiar_memory.operations.policies.callers import CallerPolicy
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
    ],
)
def test_what_is_not_is_refused(operation: Proposal, reason: str) -> None:
    """And nobody is asked about it."""
    ruling = POLICY.judge(operation)
    assert isinstance(ruling, Ruling)
    assert ruling.verdict is Verdict.REJECTED
    assert reason in ruling.reason


def _line(audience: str = TAVERN, **fields: object) -> StandingLine:
    """A line that somebody had kept, with these fields instead."""
    said = RecordFields(learned=date(2026, 2, 1), source="user-stated", by=ME, place=audience)
    record = Record("Likes jazz", replace(said, **fields))
    return StandingLine("k1", record, audience, 3, 1, "Notes")


_TOUCHING = (
    UpdateRecord(NOTE, "k1", RecordPatch(fields={"importance": 8})),
    RetireById(NOTE, "k1"),
    DeleteRecord(NOTE, "k1"),
    RestoreRecord(NOTE, "k1", "k2"),
    Reassert(NOTE, "k1"),
)


@pytest.mark.parametrize("operation", _TOUCHING, ids=lambda one: type(one).__name__)
def test_a_line_that_a_person_wrote_is_not_touched(operation: NamedProposal) -> None:
    """Nor what was said, in the notes of sessions; what somebody had kept is."""
    by_hand = _line(source=None)
    assert POLICY.judge_line(operation, _line(by=OTHER)) is None
    ruling = POLICY.judge_line(operation, by_hand)
    assert ruling is not None
    assert (ruling.verdict, "by hand" in ruling.reason) == (Verdict.REJECTED, True)
    said = POLICY.judge_line(replace(operation, path="sessions/2026-02-01-evening.md"), _line())
    assert said is not None
    assert "stays as it was said" in said.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (_line(), None),
        (_line(by=None), None),
        (_line(by=OTHER), "somebody else has stated this memory"),
        (_line("everyone"), "this memory is for others than those who are here"),
    ],
)
def test_words_are_changed_by_whoever_stated_them(line: StandingLine, reason: str | None) -> None:
    """Where the line is for; numbers are anybody's to change."""
    for patch in (RecordPatch("Likes folk"), RecordPatch(fields={"tags": ("folk",)})):
        ruling = POLICY.judge_line(UpdateRecord(NOTE, "k1", patch), line)
        expected = Ruling(Verdict.REJECTED, reason or "", Miss.OTHERS_WORDS)
        assert ruling == (None if reason is None else expected)
