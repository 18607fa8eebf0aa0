"""Merge proposals into the text of one note: pure, idempotent, and surgical.

Nothing that a person wrote is changed. A record that is there already is not added
again; one that was struck stays struck; a line that a person rewrote is not doubled.
"""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.notes.rules import Whose, nobodys
from familiar_memory.operations.merging.draft import Draft, EntangledError
from familiar_memory.operations.merging.line_writing import LineWriting
from familiar_memory.operations.merging.note_parts import (
    add_alias,
    add_to_property,
    ensure_note,
    mirror_names,
    set_section_lead,
)
from familiar_memory.operations.merging.records import (
    RuledOutError,
    add_record,
    correct_record,
    refresh_records,
    retire_record,
)
from familiar_memory.operations.merging.rules import archive_rule, remove_rule, set_rule
from familiar_memory.operations.outcome import Outcome, Verdict
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    AddToProperty,
    CorrectRecord,
    EnsureNote,
    Proposal,
    RetireRecord,
    SetLead,
)
from familiar_memory.operations.rules import ArchiveRule, RemoveRule, SetRule

__all__ = ["merge"]


def merge(
    text: str,
    operations: Sequence[Proposal],
    vocabulary: Vocabulary = SHIPPED,
    policy: AudiencePolicy = AudiencePolicy.GUILD,
    labels: PlaceLabels | None = None,
    whose: Whose = nobodys,
) -> tuple[str, tuple[Outcome, ...]]:
    """Apply operations, in order, to one note; a missing note is given as "".

    `policy` says in which places a name is known that stands there for another, and `labels`
    what places are called in its lines (none: by their slugs). `whose` says to whom a link leads.
    An operation that the text does not allow is rejected, and the others go on.
    """
    path = operations[0].path if operations else ""
    lines = LineWriting(path, labels)
    try:
        return _merged(Draft(text, vocabulary, policy, lines, whose=whose), operations)
    except EntangledError:
        # One line may be what the others cannot be added with: then each is tried alone.
        draft = Draft(text, vocabulary, policy, lines, one_by_one=True, whose=whose)
        return _merged(draft, operations)


def _merged(draft: Draft, operations: Sequence[Proposal]) -> tuple[str, tuple[Outcome, ...]]:
    draft.claim((draft.section_of(op), op.record) for op in operations if isinstance(op, AddRecord))
    rules = (one.text for one in operations if isinstance(one, SetRule))
    draft.proposed_rules = frozenset(map(normalised, rules))
    outcomes = []
    for operation in operations:
        try:
            reason = _take(draft, operation)
        except (EditError, InputError) as error:
            outcomes.append(Outcome(operation, Verdict.REJECTED, error.problem))
        except RuledOutError as error:
            outcomes.append(Outcome(operation, error.verdict, error.reason))
        else:
            verdict = Verdict.APPLIED if reason is None else Verdict.SKIPPED
            outcomes.append(Outcome(operation, verdict, reason or ""))
    draft.add_waiting()
    mirror_names(draft)
    return draft.text, tuple(outcomes)


def _take(draft: Draft, operation: Proposal) -> str | None:
    """Apply one operation; say why when there is nothing to do."""
    if isinstance(operation, EnsureNote):
        return ensure_note(draft, operation)
    if isinstance(operation, AddAlias):
        return add_alias(draft, operation)
    if isinstance(operation, AddToProperty):
        return add_to_property(draft, operation)
    if isinstance(operation, SetLead):
        return set_section_lead(draft, operation)
    if isinstance(operation, AddRecord):
        return add_record(draft, operation)
    if isinstance(operation, RetireRecord):
        return retire_record(draft, operation)
    if isinstance(operation, CorrectRecord):
        return correct_record(draft, operation)
    if isinstance(operation, SetRule):
        return set_rule(draft, operation)
    if isinstance(operation, ArchiveRule):
        return archive_rule(draft, operation)
    if isinstance(operation, RemoveRule):
        return remove_rule(draft, operation)
    return refresh_records(draft, operation)
