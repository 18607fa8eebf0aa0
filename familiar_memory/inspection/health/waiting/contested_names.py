"""Names that somebody says to be theirs and that another bears: they wait in the list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from familiar_memory.assembly.parts import Parts
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.health.finding import Finding
from familiar_memory.inspection.health.people import people_notes
from familiar_memory.knowledge.names import CALLED, bearers_of
from familiar_memory.maintenance.housekeeping.names import authored_names, with_given_names
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["ContestedName", "contested_findings", "contested_names"]


@dataclass(frozen=True, slots=True)
class ContestedName:
    """A name that `claimed_by` (a slug) says to be theirs, and the slugs of those who bear it.

    `id` is that of the proposal, in `review.md`.
    """

    name: str
    claimed_by: str
    borne_by: tuple[str, ...]
    id: str

    def __str__(self) -> str:
        bearers = ", ".join(self.borne_by)
        return f"{self.claimed_by} asks to be called {self.name}, as {bearers} is called"


def contested_names(parts: Parts) -> tuple[ContestedName, ...]:
    """Those on which nobody has decided; none where the list or the index cannot be read."""
    try:
        return tuple(_contested(parts))
    except FamiliarError:
        return ()


def contested_findings(parts: Parts) -> Iterator[Finding]:
    """Report each, with how to decide on it."""
    for one in contested_names(parts):
        yield Finding(
            f"{one}: whoever bore the name first goes on being meant",
            f"`familiar review --accept {one.id}` notes it as a fact of theirs, and `--reject"
            f" {one.id}` leaves it",
            serious=False,
        )


def _contested(parts: Parts) -> Iterator[ContestedName]:
    text = parts.store.read_file(REVIEW_PATH)
    borne: dict[str, tuple[str, ...]] | None = None
    for line in review_lines(text, parts.setup.vocabulary):
        item = line.item
        if item is None or line.mark is not Mark.OPEN or item.record.predicate != CALLED:
            continue
        slug, name = person_of(item.note), item.record.object
        if slug is None or name is None:
            continue
        if borne is None:
            borne = _borne(parts)
        if others := tuple(one for one in bearers_of(borne, name) if one != slug):
            yield ContestedName(name, slug, others, line.id)


def _borne(parts: Parts) -> dict[str, tuple[str, ...]]:
    """Who is called what: by the notes, by what people say of themselves, and as they write."""
    called = (
        (slug, fact.object)
        for slug, note in people_notes(parts).items()
        for fact in note.facts
        if fact.predicate == CALLED and not note.passages[fact.passage].retired
    )
    return with_given_names(
        parts.files.index.aliases(), called, authored_names(parts.files.history)
    )
