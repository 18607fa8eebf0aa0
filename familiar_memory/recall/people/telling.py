"""What a page says of the people of a recall: their notes, and why each is there or not."""

from __future__ import annotations

import logging
from dataclasses import replace

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import FamiliarError
from familiar_memory.recall.layout import PEOPLE, PRIORITIES, SPEAKER_PRIORITY
from familiar_memory.recall.notes.note_block import NoteBlock
from familiar_memory.recall.notes.note_page import shown_of
from familiar_memory.recall.people.finding import NAMED, SPEAKS, STEP
from familiar_memory.recall.people.tier import Person, PersonNote, Tier
from familiar_memory.recall.provider import Page
from familiar_memory.recall.told_once import ToldOnce

__all__ = ["LATE", "tell"]

_log = logging.getLogger(__name__)
LATE = "not read in time"
_BEGINNING_ONLY = "only its beginning: the whole was not read in time"
_HIDDEN = frozenset({Disposition.FORBIDDEN, Disposition.LATE, Disposition.FAILED})
"""What is not said of a note that the viewer knows nothing of."""


def tell(tier: Tier, page: Page, told: ToldOnce) -> None:
    """Write a contribution a person, the most important first; and why each is there or not.

    A trouble that lasts is logged once, as `told` remembers.
    """
    late = list(tier.late)
    called: dict[str, str] = {}
    page.decisions += tier.decisions
    first, others = tier.told()
    for person in first:
        path, note = note_of_person(person.slug), tier.note_of(person.slug)
        decision = _decision(path, person, note, tier)
        if not _betrays(decision, person, tier):
            page.decisions.append(decision)
        _log_failure(path, note, told)
        if decision.verdict == Disposition.LATE:
            late.append(path)
        if (
            decision.verdict == Disposition.KEPT
            and isinstance(note, PersonNote)
            and note.block is not None
        ):
            block, human = note.block, tier.human(person.slug)
            if (name := tier.called.get(person.slug)) is not None:
                block = block.called(name)
            if human in called:
                block = block.joined_to(called[human])
            called.setdefault(human, block.title)
            page.contributions.append(_contribution(path, person, block, note.trust))
            is_whole = block.is_whole and not note.is_beginning
            page.show(shown_of(path, replace(block, is_whole=is_whole)))
    page.decisions += [
        Decision(STEP, note_of_person(person.slug), Disposition.DROPPED, f"{person.why}; too many")
        for person in others
    ]
    if late:
        page.degraded.append(f"people: {', '.join(late)} took too long")
    page.people = tuple(person.slug for person in first)


def _decision(path: str, person: Person, note: PersonNote | BaseException, tier: Tier) -> Decision:
    decision = _judged(path, person, note)
    hidden = {Disposition.FORBIDDEN} if path in tier.nameable else _HIDDEN
    if decision.verdict in hidden and not tier.occasion.names_all:
        # Of a note that this viewer knows nothing of, not even this is told: that there is one.
        return _absent(path, person)
    return decision


def _betrays(decision: Decision, person: Person, tier: Tier) -> bool:
    """Whether it would only say that some account has a note and is called so.

    Who speaks, or was heard, is known to be there; who is only named may be known by a note.
    """
    is_by_name = person.why.startswith(NAMED)
    return is_by_name and decision.verdict == Disposition.ABSENT and not tier.occasion.names_all


def _absent(path: str, person: Person) -> Decision:
    return Decision(STEP, path, Disposition.ABSENT, f"{person.why}; no notes yet")


def _judged(path: str, person: Person, note: PersonNote | BaseException) -> Decision:
    if isinstance(note, TimeoutError):
        return Decision(STEP, path, Disposition.LATE, f"{person.why}; {LATE}")
    if isinstance(note, FamiliarError):
        return Decision(STEP, path, Disposition.FAILED, note.problem)
    if isinstance(note, BaseException):
        reason = f"internal error: {type(note).__name__}"
        return Decision(STEP, path, Disposition.FAILED, reason)
    if note.block is None:
        return _absent(path, person)
    if not note.block.lines:
        return Decision(STEP, path, Disposition.FORBIDDEN, "nothing this place may see")
    why = f"{person.why}; {_BEGINNING_ONLY}" if note.is_beginning else person.why
    return Decision(STEP, path, Disposition.KEPT, why)


def _contribution(path: str, person: Person, block: NoteBlock, trust: str) -> Contribution:
    priority = SPEAKER_PRIORITY if person.why == SPEAKS else PRIORITIES[PEOPLE]
    return Contribution(
        Layer.CONTENT, PEOPLE, lines=block.lines, priority=priority, label=path, trust=trust
    )


def _log_failure(path: str, note: PersonNote | BaseException, told: ToldOnce) -> None:
    """Say once what keeps a note from being read, as long as it is the same."""
    if isinstance(note, PersonNote):
        told.is_well(path)
    elif isinstance(note, FamiliarError):
        if told.is_new(path, note.problem):
            _log.warning("people: %s is skipped: %s", path, note.problem)
    elif not isinstance(note, TimeoutError) and told.is_new(path, repr(note)):
        _log.error("people: %s is skipped", path, exc_info=note)
