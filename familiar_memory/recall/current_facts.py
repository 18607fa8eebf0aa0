"""Facts as they hold now, and how a prompt says them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.fact_wording import SentenceSubject, worded
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.term import StatedTerm, Term, giving_way
from familiar_memory.knowledge.validity import has_faded

__all__ = [
    "current_facts",
    "fact_line",
    "fact_sentence",
    "fitting",
    "is_worth_telling",
    "stated_term",
    "term_of",
]


def term_of(fact: StoredFact) -> Term:
    """When a fact says that it holds."""
    return Term(
        learned=_moment(fact.learned),
        since=fact.valid_since,
        until=fact.valid_until,
        expires=_moment(fact.expires),
        is_struck=fact.retired,
        merged_at=_moment(fact.merged_at),
    )


def stated_term(fact: StoredFact) -> StatedTerm:
    """When it holds, of what, and who told whom."""
    return StatedTerm(fact.subject, fact.predicate, fact.author, fact.audience, term_of(fact))


def _moment(written: str | None) -> datetime | None:
    return None if written is None else instant_of(written)


def current_facts(
    facts: Iterable[StoredFact], viewer: Viewer, now: datetime, vocabulary: Vocabulary
) -> tuple[StoredFact, ...]:
    """Those that this viewer may know and that hold at `now`, the weightiest and newest first.

    Of what has one object at a time the later one, while it lasts (`knowledge.term`).
    """
    known = [
        fact for fact in facts if permits(viewer, fact.audience) and term_of(fact).holds(now, now)
    ]
    gone = giving_way(list(map(stated_term, known)), vocabulary, now, now)
    held = [fact for at, fact in enumerate(known) if at not in gone]
    held.sort(key=lambda f: (f.importance, f.learned or ""), reverse=True)
    return tuple(held)


def is_worth_telling(fact: StoredFact, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether a prompt should tell it: what fades is no news after its days, and still known."""
    predicate = vocabulary.get(fact.predicate)
    after_days = None if predicate is None else predicate.fades_after
    return not has_faded(_moment(fact.learned), after_days, now)


def fact_line(fact: StoredFact, subject: str) -> str:
    """`[category] Rowan works at Acme — 'quote'`, on one line; no brackets without a category."""
    category = f"[{one_line(fact.category)}] " if fact.category else ""
    quote = f" — '{one_line(fact.quote)}'" if fact.quote else ""
    return f"{category}{fact_sentence(fact, SentenceSubject.named(one_line(subject)))}{quote}"


def fact_sentence(fact: StoredFact, subject: SentenceSubject) -> str:
    """A fact that holds as a sentence, with its term."""
    return worded(
        fact.predicate,
        one_line(fact.object),
        subject,
        since=fact.valid_since,
        until=term_of(fact).ends,
    )


def fitting(lines: Iterable[str], tokens: int) -> list[str]:
    """As many lines as fit, in order; a long one does not keep a shorter one out."""
    kept: list[str] = []
    for line in lines:
        cost = estimate_tokens(line) + 1
        if cost <= tokens:
            kept.append(line)
            tokens -= cost
    return kept
