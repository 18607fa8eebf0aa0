"""What became of documents between two looks: however often each was written meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from familiar_memory.domain.memory.changed import Changed, Happened, happened

__all__ = ["DocumentChange", "changes_between", "net_changes"]


@dataclass(frozen=True, slots=True, order=True)
class DocumentChange:
    """One document of one source, what happened to it, and why it failed, if it did.

    `before` and `after` are its digests in the index; None where it was not there.
    """

    source: str
    key: str
    what: Happened
    reason: str = ""
    before: str | None = field(default=None, compare=False)
    after: str | None = field(default=None, compare=False)


def changes_between(
    source: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
    failed: Mapping[str, str],
) -> list[DocumentChange]:
    """Compare digests by key; what failed is reported as failed. Pure."""
    changes = [DocumentChange(source, key, Happened.FAILED, why) for key, why in failed.items()]
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if key in failed or old == new:
            continue
        changes.append(DocumentChange(source, key, happened(old, new), before=old, after=new))
    return sorted(changes)


def net_changes(
    source: str, told: Iterable[Changed], failed: Mapping[str, str]
) -> list[DocumentChange]:
    """What these writes, in their order, have made of the documents of one source. Pure."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    met: set[str] = set()
    for one in told:
        if one.source != source:
            continue
        if one.key not in met and one.before is not None:
            before[one.key] = one.before
        met.add(one.key)
        after.pop(one.key, None)
        if one.after is not None:
            after[one.key] = one.after
    return changes_between(source, before, after, failed)
