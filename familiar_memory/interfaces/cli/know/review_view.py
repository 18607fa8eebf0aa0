"""How proposals look: what waits, what was decided, what was done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.output import Output, how_many
from familiar_memory.operations.review.kinds.rewriting import ALSO
from familiar_memory.operations.review.wording import done_in_words

if TYPE_CHECKING:
    from familiar_memory.maintenance.review.deciding import Decisions, OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport

__all__ = [
    "show_decisions",
    "show_item",
    "show_reviewed",
    "show_waiting",
]

_UNSETTLED = "what was struck or deleted just now counts in a few seconds: run it again"


def show_item(one: OpenItem, out: Output, called: Mapping[str, str], heading: str = "") -> None:
    """One proposal: its id, what it says, where it would go, why, and from what.

    `called` says what people and places are called, by slug.
    """
    out.print(f"{one.id}  {one.text}{f'  ({heading})' if heading else ''}")
    if (item := one.item) is not None:
        fields = item.record.fields
        refs = f", from {', '.join(fields.refs)}" if fields.refs else ""
        said = f", said by {called.get(fields.by, fields.by)}" if fields.by else ""
        whom = called.get(item.is_for, item.is_for)
        others = sum(name.startswith(ALSO) for name, _ in item.details)
        more = f" and {how_many(others, 'other note')}" if others else ""
        out.print(f"  {item.does} {one.note or item.note}{more}, for {whom}{said}{refs}")
        if item.said and item.said not in one.text:
            out.print(f"  the message says: {item.said}")
        if item.why:
            out.print(f"  because {item.why}")
    if one.problem:
        out.print(f"  {one.problem}")


def show_waiting(report: ReviewReport, out: Output, called: Mapping[str, str]) -> None:
    """Everything that waits."""
    if not report.waiting and not report.has_changed:
        out.notice("nothing waits for you")
    for one in report.waiting:
        show_item(one, out, called)


def show_reviewed(report: ReviewReport, out: Output) -> None:
    """What was done."""
    for done in report.accepted:
        if done.reason:
            out.print(f"accepted, and nothing was written: {done.text} ({done.reason})")
        else:
            out.print(done.done or f"written to {done.note}: {done.text}")
    for one in report.dismissed:
        out.print(f"dismissed: {one.text or one.id}")
    for failed in report.failed:
        out.print(f"could not be done: {failed.text} ({failed.reason})")
    if report.restored:
        count = len(report.restored)
        out.notice(
            f"{how_many(count, 'proposal')} had vanished from review.md and"
            f" {'is' if count == 1 else 'are'} back: --reject dismisses"
            f" {'it' if count == 1 else 'them'}"
        )
    if report.is_unsettled:
        out.notice(_UNSETTLED)


def show_decisions(
    decisions: Decisions, out: Output, called: Mapping[str, str], file_of: Callable[[str], str]
) -> None:
    """What would be done, and what waits; `file_of` says where the note of a key stands."""
    for item in decisions.accepted.values():
        out.print(f"would be {done_in_words(item, file_of(item.note))}")
    for name in sorted(decisions.dismissed):
        out.print(f"would be dismissed: {name}")
    for one in decisions.waiting:
        show_item(one, out, called)
    if decisions.is_unsettled:
        out.notice(_UNSETTLED)
    if not (decisions.accepted or decisions.dismissed or decisions.waiting):
        out.notice("nothing waits for you")
