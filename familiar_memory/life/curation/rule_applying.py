"""Changes of rules brought into their note, or only looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import person_of
from familiar_memory.errors import InputError, StorageError
from familiar_memory.life.curation.rule_list import StandingRule, rules_of, text_of_rules

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.operations.note_rules import NoteRules
    from familiar_memory.operations.outcome import Outcome
    from familiar_memory.operations.proposal import Proposal

__all__ = ["applied_rules", "standing_with"]


def applied_rules(
    parts: Parts, proposals: Sequence[Proposal], source: str, *, dry_run: bool
) -> tuple[Sequence[Outcome], str | None]:
    """What became of each, and the batch that takes all of it back where any was written.

    Raises:
        InputError: a text is no rule.
        StorageError: the note cannot be written.
    """
    from familiar_memory.operations.apply import apply
    from familiar_memory.operations.outcome import Verdict
    from familiar_memory.operations.owner_policy import OwnerPolicy
    from familiar_memory.store.base import Cause
    from familiar_memory.store.journal.entry import new_entry_id

    batch = new_entry_id()
    report = apply(
        parts.store,
        proposals,
        OwnerPolicy(),
        parts.files.register,
        cause=Cause(source, batch=batch),
        rules=_lines(parts),
        dry_run=dry_run,
    )
    for failure in report.failures:
        raise StorageError(f"{failure.path}: {failure.reason}", "a note that can be written")
    for one in report.rejected:
        raise InputError(one.reason, "a rule of 1 to 280 characters")
    done = [one for one in report.outcomes if one.verdict is not Verdict.FAILED]
    return done, batch if report.changed and not dry_run else None


def standing_with(parts: Parts, proposal: Proposal) -> tuple[StandingRule, ...]:
    """Every rule as the note would have them; `StoreError` where it cannot be read."""
    from familiar_memory.operations.merging.merge import merge

    resolve = parts.files.register.resolve
    text, _ = merge(
        text_of_rules(parts),
        [proposal],
        _lines(parts),
        whose=lambda path: person_of(resolve(path)),
    )
    return rules_of(parts, text)


def _lines(parts: Parts) -> NoteRules:
    """How lines of the note are read and written."""
    from familiar_memory.assembly.wiring.writing import note_rules

    return note_rules(parts.setup, parts.files.history, parts.files.register)
