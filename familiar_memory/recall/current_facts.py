"""Facts as they hold now, and how a prompt says them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from familiar_memory.domain.text.one_line import one_line
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.index.rows.facts import StoredFact
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.validity import holds
from familiar_memory.markdown.links import links_in

__all__ = ["current_facts", "fitting", "in_working_memory_form", "linked_name"]

_NO_CATEGORY = "fact"


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


def in_working_memory_form(fact: StoredFact, subject: str) -> str:
    """`[category] Subject PREDICATE object — 'quote'`, on one line."""
    category = fact.category or _NO_CATEGORY
    quote = f" — '{one_line(fact.quote)}'" if fact.quote else ""
    said = f"[{one_line(category)}] {one_line(subject)} {fact.predicate.upper()}"
    return f"{said} {linked_name(fact.object)}{quote}"


def linked_name(text: str) -> str:
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
