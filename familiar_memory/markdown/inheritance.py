"""What the lines of a note inherit from it: from its path, its properties and its headings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from familiar_memory.domain.tree import PEOPLE, is_below
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.knowledge.tree_rules import channel_of, is_sectioned_by_place
from familiar_memory.markdown.place_heading import heading_place, linked_place
from familiar_memory.markdown.record.legend import legend_of
from familiar_memory.markdown.record.moments import parse_moment
from familiar_memory.markdown.record.surroundings import Surroundings, day_named

__all__ = ["section_place", "surroundings_of"]

_SLUG = re.compile(r"[a-z0-9][a-z0-9.]*-[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")


def section_place(path: str, level: int, source: str) -> str | None:
    """The place to which an H2 limits what stands under it; `source` is what stands in it.

    It is `owner` where the H2 names several, or is only nearly a place. Outside of sessions and
    days only a link to the notes of a place counts: a session goes on to be of its places
    wherever somebody moves it.
    """
    if level != 2:
        return None
    if is_sectioned_by_place(path):
        return _heading_place(source)
    return linked_place(source)


def surroundings_of(
    path: str, properties: Mapping[str, Any], level: int, source: str
) -> Surroundings:
    """What a line inherits under a heading (`level`, and what stands in it) of a note.

    `properties` are the keys of the frontmatter, in small letters. Without a path (""), only
    what the text says.
    """
    place = section_place(path, level, source)
    is_transcript = is_sectioned_by_place(path) or place is not None
    folder = channel_of(path) if is_sectioned_by_place(path) else None
    return Surroundings(
        legend=legend_of(properties),
        day=_day(path, properties) if is_transcript else None,
        place=None if place == OWNER else place,
        folder=None if folder == OWNER else folder,
        author=_author(path, properties),
        is_transcript=is_transcript,
    )


@lru_cache(maxsize=1_024)  # a session names the same few places in every batch
def _heading_place(source: str) -> str | None:
    return heading_place(source, 2)


def _day(path: str, properties: Mapping[str, Any]) -> date | None:
    said = properties.get("date")
    if isinstance(said, str):
        said = parse_moment(said.strip())
    if isinstance(said, datetime):
        return said.date()
    return said if isinstance(said, date) else day_named(path)


def _author(path: str, properties: Mapping[str, Any]) -> str | None:
    """Whose note it is: by its `id`, or in an old tree by its file's name."""
    if not is_below(path, PEOPLE):
        return None
    said = properties.get("id")
    slug = str(said).strip() if said is not None else path.rpartition("/")[2].removesuffix(".md")
    return slug if _SLUG.fullmatch(slug) else None
