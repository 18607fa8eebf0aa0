"""Curation without a model: what somebody says again on another day is worth a bullet.

Words are copied, none made up; nothing is removed, since nobody here understands what would no
longer hold. Lines that say the same twice are consolidation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from familiar_memory.domain.tree import CHANNELS, PEOPLE, is_below, person_of
from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.speech.plain_statement import SECTIONS
from familiar_memory.maintenance.curation.page import CurationPage
from familiar_memory.maintenance.curation.recent import RecentBullet
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.curation.wording import line_problem

__all__ = ["MOST_REPEATED", "repeated_ops"]

MOST_REPEATED = 3
"""Of one note and night."""
_OF_PEOPLE = ("About", *SECTIONS.values())
_OF_PLACES = ("Decisions", "About", "Notes")
_OF_TOPICS = ("What it is", "About", "Notes")


def repeated_ops(page: CurationPage) -> list[dict[str, Any]]:
    """Operations in the shape in which a model would ask for them; none where no section fits."""
    heading = _fitting(page)
    if heading is None:
        return []
    known = [_words(one.text) for one in page.records]
    objects = [_words(one.object or "") for one in page.facts]
    found = []
    for older, newer in _repeated(page):
        words = _words(newer[1].text)
        if _is_known(words, known, objects):
            continue
        known.append(words)
        sources = [older[0], newer[0]]
        found.append({"op": "append", "heading": heading, "line": newer[1].text, "from": sources})
    return found[:MOST_REPEATED]


def _fitting(page: CurationPage) -> str | None:
    """The first heading that such lines stand under, of those that are there once."""
    if is_below(page.key, PEOPLE):
        wanted: Sequence[str] = _OF_PEOPLE
    else:
        wanted = _OF_PLACES if is_below(page.key, CHANNELS) else _OF_TOPICS
    names = [one.heading for one in page.regions]
    return next((one for one in wanted if names.count(one) == 1), None)


_Named = tuple[str, RecentBullet]


def _repeated(page: CurationPage) -> Iterator[tuple[_Named, _Named]]:
    """Pairs of bullets of two days in which the same person says the same in the same place."""
    lasting = [one for one in page.bullets.items() if _is_lasting(page.key, one[1])]
    for older, newer in combinations(lasting, 2):
        is_again = older[1].day != newer[1].day and _origin(older[1]) == _origin(newer[1])
        if is_again and _words(older[1].text) == _words(newer[1].text):
            yield older, newer


def _origin(bullet: RecentBullet) -> tuple[str, str | None]:
    return bullet.place, bullet.record.fields.by


def _is_lasting(key: str, bullet: RecentBullet) -> bool:
    fields, text = bullet.record.fields, bullet.text
    is_timed = fields.temporary or fields.until is not None or fields.expires is not None
    is_theirs = not is_below(key, PEOPLE) or fields.by == person_of(key)
    is_plain = stated_fact(text) is None and line_problem(text) is None
    return is_theirs and is_plain and not is_timed and not text.rstrip().endswith(("?", "？"))


def _words(text: str) -> tuple[str, ...]:
    articles = marker_words("articles")
    return tuple(one for one in tokens_of(links_as_labels(text)) if one not in articles)


def _is_known(
    words: tuple[str, ...], lines: Sequence[tuple[str, ...]], objects: Sequence[tuple[str, ...]]
) -> bool:
    """Whether a line says it, or has it within, or a fact has the object of which it speaks."""
    is_said = any(
        line[at : at + len(words)] == words for line in lines for at in range(len(line) or 1)
    )
    return not words or is_said or any(one and set(one) <= set(words) for one in objects)
