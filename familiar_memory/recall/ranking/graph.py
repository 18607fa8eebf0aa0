"""Who and what is near to a question: by facts and links, at most two steps away.

An edge is seen where the passage that states it is within the mask, so what a viewer may
not see connects nothing for them, and whoever is known only from there is nobody.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import numpy as np

from familiar_memory.index.array_types import F32, I32, Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.rows.aliases import name_key
from familiar_memory.knowledge.entities.mentions import MentionDate, Mentions, mentions_of
from familiar_memory.knowledge.words import words

__all__ = [
    "entity_rows",
    "mentions_in",
    "named_entities",
    "near_entities",
    "proximity",
    "visible_entities",
]

_STEPS = (1.0, 0.5, 0.25)
"""What being so many steps away is worth."""
_MOST_PER_STEP = 64
"""Beyond so many, a hub is met through which everything is near everything."""
_LONGEST_NAME = 4
"""Words of a name that is looked for: every run of so many is looked up."""
_MOST_WORDS = 256
"""A pasted page names too many to be near to."""


def named_entities(
    snapshot: Snapshot,
    masks: Sequence[Mask],
    text: str,
    aliases: Mapping[str, tuple[str, ...]],
    present: Iterable[str],
) -> frozenset[int]:
    """The numbers of those whom a text names, by a known name or the name of a note, or who ask."""
    runs = {
        " ".join(said[at : at + length])
        for said in (words(text)[:_MOST_WORDS], name_key(text).split()[:_MOST_WORDS])
        for length in range(1, _LONGEST_NAME + 1)
        for at in range(len(said) - length + 1)
    }
    slugs = {slug for run in runs for slug in aliases.get(run, ())}
    slugs.update(run.replace(" ", "-") for run in runs)
    slugs.update(present)
    entities = snapshot.registers.entities
    numbers = {n for slug in slugs if (n := entities.known(slug)) is not None}
    return frozenset(visible_entities(snapshot, masks, numbers)) if numbers else frozenset()


def near_entities(
    snapshot: Snapshot, masks: Sequence[Mask], begin: frozenset[int]
) -> dict[int, float]:
    """Entities at most two steps from these, with what their distance is worth."""
    names = snapshot.registers.entities.values
    pairs = _pairs(snapshot, masks)
    found = dict.fromkeys(begin, _STEPS[0])
    reached = begin
    for worth in _STEPS[1:]:
        if not reached:
            break
        here = np.array(sorted(reached), np.int32)
        met: set[int] = set()
        for one, other in (pairs, pairs[::-1]):
            met.update(np.unique(other[np.isin(one, here)]).tolist())
        fresh = sorted(met - found.keys(), key=lambda number: names[number])[:_MOST_PER_STEP]
        found.update(dict.fromkeys(fresh, worth))
        reached = frozenset(fresh)
    return found


def proximity(snapshot: Snapshot, masks: Sequence[Mask], near: Mapping[int, float]) -> list[F32]:
    """From 0 to 1, how near each row is: by its note, by what it states, by who says it."""
    registers = snapshot.registers
    # What an entity, or an author, is worth, by its number.
    of_entity = np.zeros(len(registers.entities.values) + 1, np.float32)
    of_author = np.zeros(len(registers.authors.values), np.float32)
    for number, worth in near.items():
        of_entity[number] = worth
        author = registers.authors.known(registers.entities.values[number])
        if author is not None:
            of_author[author] = worth
    found: list[F32] = []
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        # -1, no entity, meets the zero at the end.
        value = np.maximum(of_entity[segment.entity], of_author[segment.author])
        edges = segment.edges
        for end in (edges.subject, edges.object):
            # A row may state several facts, so that plain indexing would keep the last alone.
            np.maximum.at(value, edges.row, of_entity[end])
        found.append(np.where(mask, value, np.float32(0)))
    return found


def entity_rows(snapshot: Snapshot, entities: Iterable[int]) -> list[Mask]:
    """The rows of the notes of these entities, of facts about them, and that link to them."""
    wanted = np.array(sorted(entities), np.int32)
    found: list[Mask] = []
    for segment in snapshot.segments:
        rows = np.isin(segment.entity, wanted)
        edges = segment.edges
        about = np.isin(edges.object, wanted) | (np.isin(edges.subject, wanted) & edges.joins)
        rows[edges.row[about]] = True
        found.append(rows)
    return found


def mentions_in(snapshot: Snapshot, masks: Sequence[Mask], name: str) -> Mentions:
    """The passages within the masks that are of an entity, are about it or link to it."""
    number = snapshot.registers.entities.known(name)
    if number is None:
        return Mentions()
    learned: list[MentionDate] = []
    pairs = zip(snapshot.segments, entity_rows(snapshot, (number,)), masks, strict=True)
    for segment, rows, mask in pairs:
        # Of a passage one row.
        moments = segment.learned[rows & mask & (segment.window == 0)].tolist()
        learned += [MentionDate(None if math.isnan(at) else _utc(at)) for at in moments]
    return mentions_of(learned)


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _pairs(snapshot: Snapshot, masks: Sequence[Mask]) -> tuple[I32, I32]:
    """Subject and object of every edge that joins two and may be seen."""
    subjects, objects = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        edges = segment.edges
        seen = mask[edges.row] & edges.joins & (edges.object >= 0)
        subjects.append(edges.subject[seen])
        objects.append(edges.object[seen])
    return np.concatenate(subjects), np.concatenate(objects)


def visible_entities(snapshot: Snapshot, masks: Sequence[Mask], wanted: Iterable[int]) -> set[int]:
    """Those of the wanted of whom anything that may be seen says something."""
    numbers = np.array(sorted(wanted), np.int32)
    found: set[int] = set()
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        edges = segment.edges
        seen = mask[edges.row]
        for column in (segment.entity[mask], edges.subject[seen], edges.object[seen]):
            found.update(np.unique(column[np.isin(column, numbers)]).tolist())
    return found
