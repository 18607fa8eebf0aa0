"""The figures that are no settings, as rows: each by what it is for, and why it is that one."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.index.index import KEEP_CHANGES
from familiar_memory.knowledge.duplicates import OBJECTS_ALIKE, TEXTS_ALIKE
from familiar_memory.knowledge.entities.mentions import STALE_AFTER_DAYS, STALE_MENTIONS
from familiar_memory.knowledge.entities.walk import (
    DEFAULT_DEPTH,
    MOST_DEPTH,
    MOST_NODES,
    MOST_RELATIONS,
)
from familiar_memory.knowledge.predicates import FADES_AFTER_DAYS
from familiar_memory.knowledge.reconcile.procedural import MOST_RULES
from familiar_memory.knowledge.reconcile.relation import FEWEST_DENSE, FEWEST_WORDS
from familiar_memory.knowledge.reconcile.restating import MOST_STATEMENTS
from familiar_memory.knowledge.write_policy.promotion import (
    LEAST_MESSAGES,
    MOST_ARCS,
    RULES_ALIKE,
)
from familiar_memory.knowledge.write_policy.support import LEAST_SHARED
from familiar_memory.maintenance.consolidation.repetition import DUPLICATE_COSINE
from familiar_memory.operations.merging.conduct.rules import MAX_RULE_CHARS
from familiar_memory.recall.ranking.weights import PROFILES
from familiar_memory.writers.notes.people.stated_fields import STAY_DAYS
from familiar_memory.writers.retries.failure import MOST_REPLY_CHARS
from familiar_memory.writers.retries.patience import A_MOMENT
from familiar_memory.writers.retries.retry_rules import RetryRules

__all__ = ["fixed_figures"]

_INTRODUCTION = """\
## Figures that are no settings

The systems that this one learned from disagree on some of them. These were chosen.

| for | figure | why |
|---|---|---|"""


def fixed_figures() -> str:
    """The section."""
    rows = (f"| {purpose} | {figure} | {why} |" for purpose, figure, why in _rows())
    return "\n".join((_INTRODUCTION, *rows))


def _rows() -> Iterator[tuple[str, str, str]]:
    search = PROFILES["memory_search"]
    yield (
        "a new memory repeats one that is there",
        f"cosine from {DUPLICATE_COSINE}",
        "ScalyClaw's number, put to the two texts alone, neither to age nor to importance",
    )
    yield (
        "the same without vectors, and two lasting requests that are one",
        f"Jaccard index of the words from {TEXTS_ALIKE}",
        "of five words one may be missing",
    )
    yield (
        "a fact repeats another's object",
        f"Jaccard index of the words from {OBJECTS_ALIKE}",
        "Istota has 0.6 on objects, its older version 0.7 on predicate and object, OpenCouch 0.85"
        " on quotes; with the [conditions beside it](rules.md#when-two-texts-are-the-same) it"
        " admits a word of praise beside three",
    )
    yield (
        "the shorter text of such a repetition",
        f"{FEWEST_WORDS} words, {FEWEST_DENSE} characters where no spaces are written",
        "of fewer each word is what is meant",
    )
    yield (
        "statements that a line counts (`seen:`)",
        f"at most {MOST_STATEMENTS}",
        "each names its turn, and lines are to be read",
    )
    yield (
        "attempts at a batch whose notes cannot be written",
        f"{RetryRules().note_attempts}, where a batch that fails by itself has max_attempts",
        "a full disk concerns every batch, and passes; one note that never can be written must not"
        " keep the others waiting",
    )
    yield (
        "a raw reply that is kept with a batch that failed",
        f"{MOST_REPLY_CHARS:,} characters",
        "as much as the longest reply that is asked for by default",
    )
    yield (
        "tries of `familiar write` where something may pass",
        f"after {', '.join(f'{one:.0f}' for one in A_MOMENT.pauses_s)} s",
        "somebody waits, who would only call it again",
    )
    yield (
        "an entity that prompts leave out",
        f"named {STALE_MENTIONS} time at most, and not for {STALE_AFTER_DAYS} days",
        "it was perhaps named by chance; a season has passed",
    )
    yield "a fact that fades from prompts", f"after {FADES_AFTER_DAYS} days", "a season"
    yield (
        "a stay whose end nobody said",
        f"expires after {STAY_DAYS} days",
        "few are longer, and some say it again",
    )
    yield (
        "rules of conduct in force, for everybody and for each person",
        f"at most {MOST_RULES}, the oldest is archived",
        "each stands in every prompt",
    )
    yield (
        "the length of such a rule",
        f"at most {MAX_RULE_CHARS} characters",
        "each stands in every prompt; OpenCouch has the same",
    )
    yield (
        "a [held memory](remembering.md#what-waits) is kept when the session ends",
        f"said in {LEAST_MESSAGES} messages, which share {LEAST_SHARED} words with it or name it",
        "what was said once may be a bad day; OpenCouch has the same, and compares parts of words",
    )
    yield (
        "summaries of earlier sessions that bear it out",
        f"the newest {MOST_ARCS}",
        "as many as OpenCouch reads, which takes the oldest",
    )
    yield (
        "two rules that nobody asked for are one",
        f"Jaccard index of the words from {RULES_ALIKE}, or three words",
        "somebody who implies a thing never says it twice in the same words",
    )
    yield (
        "steps from an entity in a graph",
        f"{DEFAULT_DEPTH}, at most {MOST_DEPTH}",
        "beyond so many everybody is near to everybody",
    )
    yield (
        "the size of a graph",
        f"at most {MOST_NODES} entities, {MOST_RELATIONS} ties of each",
        "it is to be read, and a hub must not fill it",
    )
    yield (
        "the score of `memory_search`",
        f"{search.semantic} · relevance + {search.recency} · recency + {search.importance} ·"
        f" importance; recency is e^(-{search.decay} · days), relevance at least"
        f" {search.threshold}",
        "ScalyClaw's; [each can be given](tools.md#what-is-compared-and-how)",
    )
    yield (
        "changes that the index keeps for those who follow",
        f"{KEEP_CHANGES:,}",
        "who is further behind compares everything once, as a new one does",
    )
