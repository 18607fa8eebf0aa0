"""What the list and the terminal say of a proposal: what would happen, to whose line, and where.

What is ticked reads as what will happen. People are called by their names, and notes as their
files are; where neither is known, by their keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

import regex

from familiar_memory.domain.tree import person_of
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.operations.review.item import INSTEAD_OF, IT_SAYS, ReviewItem

__all__ = ["BY_KEYS", "Called", "done_in_words", "line_in_words", "titled"]


class Called(Protocol):
    """What the notes of a tree are called."""

    def file_of(self, key: str) -> str:
        """Where a note stands; the key of one that is to come."""

    def person(self, slug: str) -> str:
        """The name of a person; their slug where none is known."""


@dataclass(frozen=True, slots=True)
class _ByKeys:
    def file_of(self, key: str) -> str:
        return key

    def person(self, slug: str) -> str:
        return slug


BY_KEYS: Final[Called] = _ByKeys()
"""Where nobody knows any names."""

_SLUG: Final = regex.compile(r"(?<![\w./-])[a-z0-9]+(?:-{1,2}[a-z0-9]+)+(?![\w/-])")
"""What may be the slug of a person, in words about them."""
_Words: TypeAlias = Callable[[ReviewItem, Called], str]


def line_in_words(text: str) -> str:
    """What a line says, as a person would: `lives_in:: [[Leeds]]` is `lives in Leeds`."""
    fact = stated_fact(text)
    said = text if fact is None else f"{fact[0].replace('_', ' ')} {fact[1]}"
    return links_as_labels(said)


def titled(item: ReviewItem, called: Called) -> ReviewItem:
    """The same with its first line in words, where its record is none, and with all names."""
    words = _TITLES.get(item.does)
    why = _SLUG.sub(lambda slug: called.person(slug[0]), item.why)
    named = replace(item, files=tuple(_files(item, called)), why=why)
    return named if words is None else replace(named, title=words(named, called))


def done_in_words(item: ReviewItem, file: str) -> str:
    """What was done with a proposal, to the file of its note: `ended in people/Rowan.md: …`."""
    verb, what = _DONE.get(item.does, ("written to", _record))
    if item.does in ("end in", "retire in"):
        verb = _how_it_ended(item)
    elif item.detail("it") == "was wrong":
        verb = "struck as wrong in"
    return f"{verb} {file}: {what(item)}"


def _files(item: ReviewItem, called: Called) -> list[tuple[str, str]]:
    """The notes that it names by keys which are not what their files are called."""
    keys = [item.note, *(value.partition("#")[0] for _, value in item.details)]
    notes = [key for key in dict.fromkeys(keys) if key.endswith(".md")]
    found = [(key, called.file_of(key)) for key in notes]
    return [(key, file) for key, file in found if file != key]


def _whose(item: ReviewItem, called: Called) -> str:
    """Of whom a line is, or where it stands."""
    subject, slug = item.record.fields.subject, person_of(item.note)
    if subject is not None:
        return f"of {called.person(subject)}"
    if slug is not None:
        return f"of {called.person(slug)}"
    return f"in {called.file_of(item.note)}"


def _ending(item: ReviewItem, called: Called) -> str:
    line = f"“{_was(item)}” {_whose(item, called)}"
    if into := item.detail("into"):
        return f"strike: {line}, which went into {into}"
    if until := item.detail("ended on"):
        return f"end: {line}, on {until}"
    return f"strike as wrong: {line}"


def _ending_of_fact(item: ReviewItem, called: Called) -> str:
    verb = "end" if item.detail("it") == "ended" else "strike as wrong"
    return f"{verb}: “{_was(item)}” {_whose(item, called)}"


def _deletion(item: ReviewItem, called: Called) -> str:
    return f"delete: “{_was(item)}” {_whose(item, called)}"


def _replacement(item: ReviewItem, called: Called) -> str:
    new = line_in_words(item.record.text)
    until = item.detail("ended on")
    return f"replace: “{_was(item)}” {_whose(item, called)} with “{new}”, on {until}"


def _correction(item: ReviewItem, called: Called) -> str:
    old, new = item.detail(INSTEAD_OF) or "", line_in_words(item.record.text)
    return f"set right: not “{line_in_words(old)}” but “{new}”, {_whose(item, called)}"


def _corrected(item: ReviewItem) -> str:
    return f"{line_in_words(item.detail(INSTEAD_OF) or '')} → {line_in_words(item.record.text)}"


def _lost_name(item: ReviewItem, called: Called) -> str:
    slug = person_of(item.note)
    whose = f"{called.person(slug)}'s" if slug is not None else "their"
    return f"strike the name: “{item.detail('name')}” is not one of {whose} names"


def _relinking(item: ReviewItem, called: Called) -> str:
    target = item.detail("leads to") or ""
    return f"links to “{item.detail('instead of 1')}” lead to {called.file_of(target)}"


def _was(item: ReviewItem) -> str:
    return line_in_words(item.detail(IT_SAYS) or item.record.text)


def _record(item: ReviewItem) -> str:
    return item.record.text


def _replaced(item: ReviewItem) -> str:
    return f"{_was(item)} → {line_in_words(item.record.text)}"


def _how_it_ended(item: ReviewItem) -> str:
    if item.detail("into"):
        return "struck in"
    return "ended in" if item.detail("ended on") else "struck as wrong in"


_TITLES: Final[Mapping[str, _Words]] = {
    "end in": _ending,
    "retire in": _ending,
    "end the fact in": _ending_of_fact,
    "strike in": _ending_of_fact,
    "delete in": _deletion,
    "delete from": _deletion,
    "replace in": _replacement,
    "set right in": _correction,
    "correct in": _correction,
    "strike the name in": _lost_name,
    "relink in": _relinking,
}
_DONE: Final[Mapping[str, tuple[str, Callable[[ReviewItem], str]]]] = {
    "end in": ("ended in", _was),
    "retire in": ("ended in", _was),
    "end the fact in": ("ended in", _was),
    "strike in": ("ended in", _was),
    "delete in": ("deleted from", _was),
    "delete from": ("deleted from", _was),
    "replace in": ("replaced in", _replaced),
    "set right in": ("set right in", _corrected),
    "correct in": ("set right in", _corrected),
    "change in": ("changed in", _record),
    "merge in": ("merged in", _record),
    "relink in": ("relinked in", _record),
    "unlink in": ("unlinked in", _record),
    "move out of": ("moved to", _record),
    "divide": ("moved to", _record),
    "strike the name in": ("struck in", lambda item: f"the name “{item.detail('name')}”"),
}
"""What was done, and to what; of all others, that they were written."""
