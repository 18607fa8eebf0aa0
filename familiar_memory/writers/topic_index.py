"""Which topic notes collect mentions: those that have a section for them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date

from familiar_memory.errors import StoreError
from familiar_memory.knowledge.supersede import day_of
from familiar_memory.markdown.tree import Section, parse_note
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.batch import NotedTopic
from familiar_memory.writers.topic_notes import MENTIONS

__all__ = ["noted_topics"]

_log = logging.getLogger(__name__)


def noted_topics(store: NoteStore) -> Mapping[str, NotedTopic]:
    """Every topic note with a `## Mentions` section, by slug.

    A note that a person wrote without one is theirs alone, until its subject is found
    to recur. A note that cannot be read is left out of this run.
    """
    topics: dict[str, NotedTopic] = {}
    for path in store.glob("topics/*.md"):
        try:
            note = parse_note(store.read_file(path))
        except StoreError as error:
            _log.warning("%s is left out: %s", path, error.problem)
            continue
        if note.title and (section := note.section(MENTIONS)) is not None:
            slug = path.removeprefix("topics/").removesuffix(".md")
            topics[slug] = NotedTopic(note.title, _newest_day(section))
    return topics


def _newest_day(section: Section) -> date | None:
    records = (block.record for block in section.blocks if block.record is not None)
    days = (day_of(record.fields.learned) for record in records)
    return max((day for day in days if day is not None), default=None)
