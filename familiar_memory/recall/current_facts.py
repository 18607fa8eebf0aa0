"""Facts as they hold now, and how a prompt says them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.fact_wording import SentenceSubject, worded
from familiar_memory.knowledge.validity import holds
from familiar_memory.markdown.links import links_in

__all__ = ["current_facts", "fact_line", "fact_sentence", "fitting"]


def current_facts(
    facts: Iterable[StoredFact], viewer: Viewer, now: datetime
) -> tuple[StoredFact, ...]:
    """Those that this viewer may know and that hold at `now`, the weightiest and newest first."""
    held = [
        fact
        for fact in facts
        if permits(viewer, fact.audience)
        and holds(fact.valid_since, fact.valid_until, fact.expires, now)
    ]
    held.sort(key=lambda f: (f.importance, f.learned or ""), reverse=True)
    return tuple(held)


def fact_line(fact: StoredFact, subject: str) -> str:
    """`[category] Rowan works at Acme — 'quote'`, on one line; no brackets without a category."""
    category = f"[{one_line(fact.category)}] " if fact.category else ""
    quote = f" — '{one_line(fact.quote)}'" if fact.quote else ""
    return f"{category}{fact_sentence(fact, SentenceSubject.named(one_line(subject)))}{quote}"


def fact_sentence(fact: StoredFact, subject: SentenceSubject) -> str:
    """A fact that holds as a sentence, with its term."""
    return worded(
        fact.predicate,
        _linked_name(fact.object),
        subject,
        since=fact.valid_since,
        until=fact.valid_until,
    )


def _linked_name(text: str) -> str:
    """A text with the labels of its links in place of the links."""
    text = one_line(text)
    links = links_in(text)
    if len(links) == 1 and text.endswith((")", "]]")) and text.startswith("["):
        return links[0].text
    return text


def fitting(lines: Iterable[str], tokens: int) -> list[str]:
    """As many lines as fit, in order; a long one does not keep a shorter one out."""
    kept: list[str] = []
    for line in lines:
        cost = estimate_tokens(line) + 1
        if cost <= tokens:
            kept.append(line)
            tokens -= cost
    return kept
