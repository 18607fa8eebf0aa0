"""Properties of a new note, and the names of a person in the property that other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.text.slugs import without_digests
from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.frontmatter.edit import add_items, set_property
from familiar_memory.notes.name_forms import name_forms
from familiar_memory.operations.proposal import Property

__all__ = [
    "has_property",
    "head_of",
    "is_open",
    "with_aliases",
    "with_heard_name",
    "with_properties",
]

_ID, _ALIASES, _HEARD_AS = "id", "aliases", "heard_as"


def head_of(text: str) -> str:
    """The block of properties of a note; "" where it has none."""
    return read_frontmatter(text).source


def has_property(text: str, key: str) -> bool:
    """Whether a note has a property, with a value or without."""
    return key in read_frontmatter(text).data


def with_properties(text: str, properties: Iterable[Property]) -> str:
    """A new note with its properties; one that would say something of its readers is left out."""
    given = tuple(properties)
    says_what_was_heard = any(key == _HEARD_AS for key, _ in given)
    for key, value in given:
        with suppress(EditError):
            if key == _ALIASES and isinstance(value, tuple) and not says_what_was_heard:
                text = with_aliases(text, value)
            elif isinstance(value, tuple):
                text = add_items(text, key, value)
            else:
                text = set_property(text, key, value)
    return text


def with_aliases(text: str, names: Sequence[str]) -> str:
    """The note with those names that its property does not have in any spelling, nor ever had.

    Each stands in `heard_as` as well: there it says that it was heard, and that no person has
    made it known to everyone, also when its line below is gone.

    Raises:
        EditError: the properties cannot be changed for sure.
    """
    head = read_frontmatter(text)
    known = {normalised(name) for name in (*head.aliases, *head.heard_as)}
    new = {normalised(name): name for name in reversed(names)}
    added = [name for form, name in reversed(new.items()) if form not in known]
    return add_items(add_items(text, _ALIASES, added, behind=_ID), _HEARD_AS, added)


def with_heard_name(text: str, stem: str, slug: str) -> str:
    """A person's note whose file a writer calls so, with that name in `heard_as`.

    It may come from other talk than its lines. A name that is only the person's id was not heard,
    and one that a person has put into `aliases` is for everyone.
    """
    head = read_frontmatter(text)
    known = (slug, without_digests(slug), *head.aliases, *head.heard_as)
    if any(not name_forms(stem).isdisjoint(name_forms(name)) for name in known):
        return text
    with suppress(EditError):
        return add_items(text, _HEARD_AS, (stem,))
    return text


def is_open(audience: str) -> bool:
    """Whether a name for these readers may stand where other programs read it: no private one."""
    place = parse_place_slug(audience)
    return audience == EVERYONE or (place is not None and not place.is_private)
