"""What a note is called to a viewer: by its title, or by a name of the person that they know.

The title of a person's note is for everyone. Where nobody has given one (it repeats the
readable part of the file's name), the first name that the viewer may know stands in.
"""

from __future__ import annotations

from collections.abc import Mapping

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.text.slugs import is_bare_slug
from familiar_memory.domain.tree import person_of, subject_of
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = ["known_names", "shown_subject", "shown_title", "title_of"]


def shown_title(path: str, title: str, called: Mapping[str, str]) -> str:
    """The title of a note; `called` says what the viewer knows people as, by slug."""
    slug = person_of(path)
    if slug is None or (title and not is_bare_slug(title, slug)):
        return title
    return called.get(slug, slug)


def shown_subject(slug: str, path: str, title: str, called: Mapping[str, str]) -> str:
    """What the subject of a line of a note is called: by the note's title if it is its own.

    Else by a name that the viewer knows, else by its slug.
    """
    if slug == subject_of(path):
        return shown_title(path, title, called) or slug
    return called.get(slug, slug)


def title_of(document: ParsedDocument, viewer: Viewer) -> str:
    """The title of a note that was read, for a viewer."""
    names = known_names(document, viewer)
    slug = person_of(document.key)
    called = {slug: names[0]} if slug is not None and names else {}
    return shown_title(document.key, document.title, called)


def known_names(document: ParsedDocument, viewer: Viewer) -> tuple[str, ...]:
    """The names that a note states and this viewer may know, in order, each once."""
    names = (alias.name for alias in document.aliases if permits(viewer, alias.audience))
    return tuple(dict.fromkeys(names))
