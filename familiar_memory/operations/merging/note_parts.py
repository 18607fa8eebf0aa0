"""The parts of a note beside its records: how it begins, its names, properties and leads."""

from __future__ import annotations

from contextlib import suppress

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import reach_of
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.change.lead import set_lead
from familiar_memory.markdown.frontmatter.edit import add_items
from familiar_memory.markdown.text.wiki_text import links_to, wiki_link
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.noted_names import ALIASES, name_of
from familiar_memory.operations.merging.properties import (
    has_property,
    head_of,
    is_open,
    with_aliases,
    with_properties,
)
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import AddAlias, AddToProperty, EnsureNote, SetLead
from familiar_memory.operations.rewriting.proposals import RewriteNote

__all__ = [
    "FULL_OF_NAMES",
    "add_alias",
    "add_to_property",
    "ensure_note",
    "mirror_names",
    "rewrite_note",
    "set_section_lead",
]

_OWN = "id"
"""The property of a note that was made with properties; others are left as their people like it."""
_MOST_NAMES = 50
"""Of one reach: at a new name a week those of a year. Who changes it daily fills no note."""
FULL_OF_NAMES = f"{_MOST_NAMES} names of this talk stand there"
"""Why a name is not added that may be, once a person has made room."""


def ensure_note(draft: Draft, operation: EnsureNote) -> str | None:
    """Make the note, where there is none; None, or why nothing is to be done."""
    if draft.text.strip():
        return "the note is there"
    draft.called = operation.name
    draft.set_text(with_properties(draft.begun(operation.title), operation.properties))
    return None


def rewrite_note(draft: Draft, operation: RewriteNote) -> str | None:
    """Write it; None, or that it reads so.

    Raises:
        RuledOutError: it reads otherwise by now.
    """
    draft.settle()
    if draft.text == operation.now:
        return "it is already there"
    if draft.text != operation.was:
        reason = "the note is there already" if not operation.was else "the note was just changed"
        raise RuledOutError(Verdict.REJECTED, reason)
    draft.set_text(operation.now)
    return None


def add_to_property(draft: Draft, operation: AddToProperty) -> str | None:
    """Link notes in a property; None, or why nothing is to be done."""
    texts = (draft.given, head_of(draft.text))
    names = [one for one in operation.names if not any(links_to(t, one[0]) for t in texts)]
    if not names:
        return "they are linked already"
    draft.settle()
    if draft.section_of(operation) not in draft.sections.places:
        return "the note has no such section"
    if draft.given.strip() and not has_property(draft.given, operation.key):
        return "the note has no such property"
    links = [wiki_link(stem, label) for stem, label in names]
    try:
        draft.set_text(add_items(draft.text, operation.key, links))
    except EditError as error:
        return error.problem
    return None


def set_section_lead(draft: Draft, operation: SetLead) -> str | None:
    """Bring the line under the heading of a section up to date; None, or why it stays."""
    section = draft.section_of(operation)
    draft.settle()
    is_new = section not in draft.given_headings
    try:
        led = set_lead(draft.text, section, operation.words, is_new=is_new)
    except EditError as error:
        return error.problem
    if led == draft.text:
        return "it says so already"
    draft.set_text(led)
    return None


def add_alias(draft: Draft, operation: AddAlias) -> str | None:
    """Add a name to those of the person; None, or why it is not added."""
    name = " ".join(operation.name.split())
    record = Record(name, RecordFields(place=operation.place))
    new = name_of(record)
    if any(known.makes_needless(new, draft.policy) for known in draft.names):
        return "the name is known"
    if operation.was_noted and draft.given.strip():
        return "a person has deleted it"
    reach = reach_of(new.audience, draft.policy)
    if sum(reach_of(known.audience, draft.policy) == reach for known in draft.names) >= _MOST_NAMES:
        return FULL_OF_NAMES
    draft.append(operation.title, ALIASES, record)
    draft.names.add(new)
    if is_open(new.audience) and normalised(name) != normalised(draft.called):
        draft.new_names.append(name)
    return None


def mirror_names(draft: Draft) -> None:
    """Add new names to the property that other programs read; they stand in the text anyway."""
    if draft.new_names and has_property(draft.text, _OWN):
        with suppress(EditError):
            draft.text = with_aliases(draft.text, draft.new_names)
