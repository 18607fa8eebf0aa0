"""Whom and what a question names, and by which of its words.

Names count that the viewer may know: those that notes state, those by which people speak, and the
stems of notes of which the viewer may see a line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.words import words
from familiar_memory.recall.names.concerned import possible_subjects
from familiar_memory.recall.ranking.asked.question import Question
from familiar_memory.recall.ranking.graph import visible_entities

__all__ = ["Named", "named_in", "says_pronoun"]

Named = Mapping[int, frozenset[str]]
"""Entities, by their number in the snapshot's register, and the words that name each."""

_LONGEST_NAME = 4
"""Words of a name."""


def named_in(
    text: str,
    snapshot: Snapshot,
    masks: Sequence[Mask],
    aliases: Callable[[], Mapping[str, tuple[str, ...]]],
    question: Question,
) -> Named:
    """Those whom a text names; authors are those whom `question` names."""
    found: dict[int, set[str]] = {}
    entities = snapshot.registers.entities
    bearers = aliases()
    for run in (*_runs(words(text)), *filter(_is_dense, possible_subjects(text))):
        for slug in (*bearers.get(run, ()), run.replace(" ", "-")):
            if (number := entities.known(slug)) is not None:
                found.setdefault(number, set()).update(run.split(" "))
    authors = snapshot.registers.authors.values
    for term, numbers in question.terms.items():
        for author in numbers:
            by = authors[author]
            if by is not None and (number := entities.known(by)) is not None:
                found.setdefault(number, set()).update((term, *_words_of(term, text)))
    seen = visible_entities(snapshot, masks, found) if found else frozenset()
    return {number: frozenset(said) for number, said in found.items() if number in seen}


def says_pronoun(text: str) -> bool:
    """Whether a text means somebody who was named before it."""
    said = set(words(text))
    pronouns = [one for t in language_tables("known").values() for one in t["pronouns"]]
    return any(one in text if is_dense_script(one[0]) else one in said for one in pronouns)


def _runs(said: Sequence[str]) -> list[str]:
    return [
        " ".join(said[at : at + length])
        for length in range(1, _LONGEST_NAME + 1)
        for at in range(len(said) - length + 1)
    ]


def _is_dense(run: str) -> bool:
    return is_dense_script(run[0])


def _words_of(term: str, text: str) -> Collection[str]:
    """The words of a text that a term of a name stands for."""
    return [word for word in words(text) if word.startswith(term)]
