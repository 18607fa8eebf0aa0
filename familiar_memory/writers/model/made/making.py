"""From the items of a reply to proposals: each by itself, and what makes none says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.markdown.text.kept_ids import ARC, is_kept_up
from familiar_memory.operations.proposal import AddRecord, NotProposed, Proposal, RefreshRecords
from familiar_memory.writers.batch import Batch
from familiar_memory.writers.model.made.checked import CheckedOperation
from familiar_memory.writers.model.made.of_lines import Endings, said_again
from familiar_memory.writers.model.made.of_people import (
    ABOUT,
    alias_of,
    fact_of,
    known_predicate,
    rule_asked_for,
    said_of_person,
)
from familiar_memory.writers.model.made.of_sessions import summary_of, themes_of, thread_of
from familiar_memory.writers.model.made.of_topics import (
    said_of_topic,
    stance_of,
    topic_fact_of,
    topic_named,
)
from familiar_memory.writers.model.page.writer_page import WriterPage
from familiar_memory.writers.model.reply_shape import OperationItem, SummaryItem
from familiar_memory.writers.policy.evidence import has_share_of, stands_in

__all__ = ["made_of", "without_doubles"]

_MOST = 0.6
"""Of the words of a sentence: what it says beside them a fact does not say."""


def made_of(
    summaries: Iterable[SummaryItem],
    operations: Iterable[OperationItem],
    shown: WriterPage,
    batch: Batch,
    vocabulary: Vocabulary,
) -> Iterator[Proposal]:
    """What is proposed for each item, in order; `NotProposed` for one that can be none."""
    for number, summary in enumerate(summaries, 1):
        # Each goes on top of what stands there, so the summary comes last.
        for at, thread in enumerate(summary.threads, 1):
            what = f"thread {at} of summary {number}"
            yield from _tried(what, partial(thread_of, thread, summary, shown, batch))
        if summary.themes:
            what = f"themes of summary {number}"
            yield from _tried(what, partial(themes_of, summary, shown, batch))
        yield from _tried(f"summary {number}", partial(summary_of, summary, shown, batch))
    endings = Endings(vocabulary)
    for number, item in enumerate(operations, 1):
        what = f"operation {number} ({item.op})"
        made = _tried(what, partial(_operation, item, shown, batch, endings))
        yield from (said_again(one, shown) for one in made)


def without_doubles(
    made: Iterable[Proposal], by_code: Iterable[Proposal], names: Iterable[str] = ()
) -> Iterator[Proposal]:
    """What was made of a reply, without what code found in the same turn by itself.

    A plain form is read by rule, so of a fact that both found the rule's is kept. What is kept as
    a fact is no sentence beside it; `names` of people say nothing.
    """
    made, names = tuple(made), tuple(names)
    found = {_slot(one) for one in by_code if _is_fact(one)}
    threads = {name for one in by_code for name in _threads(one)}
    facts = [one for one in (*by_code, *made) if _is_fact(one)]
    for one in made:
        if _is_fact(one) and _slot(one) in found:
            yield NotProposed("fact", "it was read from the turn by rule", one.path)
        elif _is_said_by(one, facts, names):
            yield NotProposed("state", "it is kept as a fact", one.path)
        elif isinstance(one, RefreshRecords) and threads & set(_threads(one)):
            yield NotProposed("thread", "it was read from the talk by rule", one.path)
        else:
            yield one


def _tried(what: str, make: Callable[[], Iterator[Proposal]]) -> list[Proposal]:
    try:
        return list(make())
    except InputError as problem:
        return [NotProposed(what, problem.problem)]


def _operation(
    item: OperationItem, shown: WriterPage, batch: Batch, endings: Endings
) -> Iterator[Proposal]:
    asked, op = CheckedOperation.of(item, shown, batch), item.op
    if op == "update":
        return endings.update(asked)
    if op == "retire":
        return endings.retire(asked)
    person = asked.person()
    if op == "alias":
        return alias_of(asked, person)
    if op == "rule":
        return rule_asked_for(asked, person)
    topic = topic_named(asked)
    if op == "fact":
        predicate = known_predicate(asked, endings.vocabulary)
        if person is not None:
            return fact_of(asked, person, predicate)
        if topic is not None:
            return topic_fact_of(asked, topic, predicate)
        raise InputError("a fact is about a person or a topic", "the id of one")
    if topic is not None:
        return said_of_topic(asked, topic, person)
    return stance_of(asked) if person is None else said_of_person(asked, person)


def _is_fact(one: Proposal) -> bool:
    return isinstance(one, AddRecord) and one.record.predicate is not None


def _threads(one: Proposal) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The threads that a change adds, by the note and the turns that they are of."""
    if isinstance(one, RefreshRecords):
        for line in one.fresh:
            if is_kept_up(line.record, ARC) and line.record.fields.by is not None:
                yield one.path, line.record.fields.refs


def _slot(one: Proposal) -> tuple[str, str | None, tuple[str, ...]]:
    assert isinstance(one, AddRecord)
    return one.path, one.record.predicate, one.record.fields.refs


def _told_by(fact: Record) -> str:
    """A fact in words: those of its predicate, too."""
    return f"{(fact.predicate or '').replace('_', ' ')} {fact.object or ''}"


def _is_said_by(one: Proposal, facts: Iterable[Proposal], names: Iterable[str]) -> bool:
    """Whether a sentence about somebody says what a fact of the same turn says, and little else."""
    if not isinstance(one, AddRecord) or one.section != ABOUT:
        return False
    return any(
        fact.path == one.path
        and fact.record.fields.refs == one.record.fields.refs
        and stands_in(fact.record.object or "", one.record.text)
        and has_share_of(one.record.text, _told_by(fact.record), names, _MOST)
        for fact in facts
        if isinstance(fact, AddRecord)
    )
