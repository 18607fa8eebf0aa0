"""Many facts of one batch come to what they come to one after the other, and cost no more."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.merging import draft
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.outcome import Outcome
from familiar_memory.operations.policy import Proposer

PATH = "people/discord-42.md"
TAVERN = "discord-g.tavern"
OWNER, IN_TAVERN = Proposer(), Proposer(Viewer(TAVERN))
BY_HAND = (
    "---\nid: discord-42\n---\n\n# Rowan\n\n- works_at:: Initech\n\n## Facts\n\n"
    "- likes:: tea (2026-01-01, by:discord-42, in:discord-dm-7, source:user-stated)\n"
    "- ~~likes:: rum~~ (2026-01-01, by:discord-42, in:discord-g.tavern, source:user-stated)\n"
)
SAID = (
    ("likes", "tea"),
    ("likes", "rum"),
    ("works_at", "Acme"),
    ("likes", "cake"),
    ("likes", "Cake"),
    ("works_at", "Initech"),
    ("likes", "a\n\n# heading"),
    ("dislikes", "tea"),
    ("lives_in", "Oban"),
    ("works_at", "Acme"),
    ("speaks", "Gaelic (fluent)"),
    ("lives_in", "Skye"),
    ("", "A line of prose"),
    ("", "A line of prose"),
)


def _stated(predicate: str, object_: str, *, is_owner: bool) -> StateRecord:
    who = (None, None) if is_owner else ("discord-42", TAVERN)
    fields = RecordFields(learned=date(2026, 3, 1), source="user-stated", by=who[0], place=who[1])
    text = fact_text(predicate, object_) if predicate else object_
    record = Record(text, fields, predicate=predicate or None, object=object_ or None)
    return StateRecord(PATH, "Rowan", "Facts", record, for_owner=is_owner)


def _one_by_one(text: str, said: list[StateRecord], proposer: Proposer) -> tuple[str, list[object]]:
    outcomes: list[object] = []
    for one in said:
        text, (outcome,) = merge(text, (one,), proposer=proposer)
        outcomes.append(_told(outcome))
    return text, outcomes


def _told(outcome: Outcome) -> object:
    return outcome.verdict, outcome.reason, [line.touch for line in outcome.lines]


@pytest.mark.parametrize("text", ["", "# Rowan\n", BY_HAND], ids=["new", "empty", "by hand"])
@pytest.mark.parametrize("proposer", [OWNER, IN_TAVERN], ids=["owner", "caller"])
def test_a_batch_of_statements_is_as_one_after_the_other(text: str, proposer: Proposer) -> None:
    """What is said twice, takes back what came before it, or meets lines by hand, too."""
    said = [_stated(*one, is_owner=proposer.viewer.is_owner) for one in SAID]
    after, outcomes = merge(text, said, proposer=proposer)
    assert (after, list(map(_told, outcomes))) == _one_by_one(text, said, proposer)


def test_a_note_is_not_read_again_for_each_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, of which none changes a line that stands there."""
    read: list[str] = []
    parse = draft.parse_note

    def counted(text: str, *given: object) -> object:
        read.append(text)
        return parse(text, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(draft, "parse_note", counted)
    said = [_stated("likes", f"thing {n}", is_owner=True) for n in range(40)]
    merge("# Rowan\n", said)
    assert len(read) <= 3
