"""Put what was held into `review.md`: each proposal once, whoever proposes it again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from familiar_memory.errors import InputError, StoreError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.outcome import ApplyReport, FileFailure
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.called import NotesCalled
from familiar_memory.operations.review.change import with_items
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.operations.review.wording import titled
from familiar_memory.operations.review.written_item import item_lines
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["hold", "hold_items", "propose"]

_log = logging.getLogger(__name__)
_MOST_SAID = 280
"""Characters of a message that is shown below a proposal: two sentences."""


def propose(
    store: NoteStore,
    items: Iterable[ReviewItem],
    register: TreeRegister,
    vocabulary: Vocabulary,
    cause: Cause,
) -> bool:
    """Put proposals into the list of those that wait; whether any was new.

    What they name is called as the `register` of the store says.

    One that stands there in any state, open, accepted or dismissed, is not put there again. One
    that cannot be written as a line is logged, and the others go on.

    Raises:
        StoreError: the list cannot be written, or not read.
        EditError: it does not allow it.
    """
    called = NotesCalled(store, register)
    writable = [item for one in items if _is_writable(item := titled(one, called))]
    if not writable:
        return False
    refs = dict.fromkeys(ref for one in writable for ref in one.refs)
    cause = replace(cause, refs=tuple(refs))
    result = store.edit(
        REVIEW_PATH,
        lambda text: with_items(text, writable, vocabulary),
        cause=cause,
        is_capped=False,
    )
    return result.changed


def _nothing(operation: Proposal) -> str:
    return ""


def hold(
    store: NoteStore,
    report: ApplyReport,
    register: TreeRegister,
    vocabulary: Vocabulary,
    cause: Cause,
    said: Callable[[Proposal], str] = _nothing,
) -> ApplyReport:
    """Put what a report held into the list; the report, with a failure where that cannot be.

    `said` are the words that a proposal was made of, for whoever decides.
    """
    items = [
        replace(item, said=_on_one_line(said(one.operation)))
        for one in report.held
        if (item := item_of(one.operation, one.reason)) is not None
    ]
    return hold_items(store, report, items, register, vocabulary, cause)


def hold_items(
    store: NoteStore,
    report: ApplyReport,
    items: Iterable[ReviewItem],
    register: TreeRegister,
    vocabulary: Vocabulary,
    cause: Cause,
) -> ApplyReport:
    """Put these into the list; the report, with a failure where that cannot be."""
    try:
        propose(store, items, register, vocabulary, cause)
    except StoreError as error:
        failure = FileFailure.of(REVIEW_PATH, error)
        return replace(report, failures=(*report.failures, failure))
    except InputError as error:
        failure = FileFailure(REVIEW_PATH, error.problem, may_pass=False)
        return replace(report, failures=(*report.failures, failure))
    return report


def _on_one_line(words: str) -> str:
    """Somebody's words on one line, cut where they are long."""
    flat = " ".join(words.split())
    return flat if len(flat) <= _MOST_SAID else f"{flat[: _MOST_SAID - 1].rstrip()}…"


def _is_writable(item: ReviewItem) -> bool:
    try:
        item_lines(item)
    except InputError:
        # The reason has the line in it, and a line what was said.
        _log.warning("a proposal for %s cannot be written as a line of the list", item.note)
        return False
    return True
