"""Curation without a model: what somebody says of themselves on another day again is worth a line.

Only in their own note: a sentence that is said twice is no decision of a place, nor what a topic
is. Words are copied, none made up; nothing is removed, since nobody here understands what would no
longer hold. Lines that say the same twice are consolidation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from familiar_memory.domain.tree import PEOPLE, is_below, person_of
from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.speech.plain_statement import SECTIONS
from familiar_memory.maintenance.curation.shown.page import CurationPage
from familiar_memory.maintenance.curation.shown.recent import RecentBullet
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.curation.wording import line_problem

__all__ = ["MOST_REPEATED", "repeated_ops"]

MOST_REPEATED = 3
"""Of one note and night."""
_FITTING = ("About", *SECTIONS.values())


def repeated_ops(page: CurationPage) -> list[dict[str, Any]]:
    """Operations in the shape in which a model would ask for them; none where no section fits."""
    heading = _fitting(page)
    if heading is None:
        return []
    known = [_words(one.text) for one in page.records]
    objects = [_words(one.object or "") for one in page.facts]
    cited = {(one.fields.place, ref) for one in page.records for ref in one.fields.refs}
    found = []
    for older, newer in _repeated(page):
        words = _words(newer[1].text)
        is_cited = any(one.turns & cited for one in (older[1], newer[1]))
        if is_cited or _is_known(words, known, objects):
            continue
        known.append(words)
        sources = [older[0], newer[0]]
        found.append({"op": "append", "heading": heading, "line": newer[1].text, "from": sources})
    return found[:MOST_REPEATED]


def _fitting(page: CurationPage) -> str | None:
    """The first heading that such lines stand under, of those that are there once."""
    if not is_below(page.key, PEOPLE):
        return None
    names = [one.heading for one in page.regions]
    return next((one for one in _FITTING if names.count(one) == 1), None)


_Named = tuple[str, RecentBullet]


def _repeated(page: CurationPage) -> Iterator[tuple[_Named, _Named]]:
    """Pairs of bullets of two days in which the person says the same in the same place."""
    lasting = [one for one in page.bullets.items() if _is_lasting(page.key, one[1])]
    for older, newer in combinations(lasting, 2):
        is_again = older[1].day != newer[1].day and older[1].place == newer[1].place
        if is_again and _words(older[1].text) == _words(newer[1].text):
            yield older, newer


def _is_lasting(key: str, bullet: RecentBullet) -> bool:
    fields, text = bullet.record.fields, bullet.text
    is_timed = fields.temporary or fields.until is not None or fields.expires is not None
    is_plain = stated_fact(text) is None and line_problem(text) is None
    is_asked = text.rstrip().endswith(("?", "？"))
    return bullet.by == person_of(key) and is_plain and not is_timed and not is_asked


_Words = tuple[str, ...]


def _words(text: str) -> _Words:
    articles = marker_words("articles")
    return tuple(one for one in tokens_of(links_as_labels(text)) if one not in articles)


def _is_known(words: _Words, lines: Sequence[_Words], objects: Sequence[_Words]) -> bool:
    """Whether a line says it or a part of it, or a fact has the object of which it speaks."""
    is_said = any(_stands_in(words, line) or _stands_in(line, words) for line in lines)
    return not words or is_said or any(one and set(one) <= set(words) for one in objects)


def _stands_in(part: _Words, whole: _Words) -> bool:
    """Whether words stand in others as they are; a single one says nothing."""
    if len(part) < 2:
        return part == whole
    return any(whole[at : at + len(part)] == part for at in range(len(whole)))
