"""Parts of a note that come to stand in one of their own, with all links to them.

No line comes to be for others than it was for, nor to mean something else: where it would, nothing
is written.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote

import regex

from familiar_memory.errors import EditError, FamiliarError, InputError
from familiar_memory.markdown.change.following import WentElsewhere, with_followed_links
from familiar_memory.markdown.change.parting import (
    LineSpan,
    begun_like,
    body_span,
    records_up_to,
    section_spans,
    without_spans,
)
from familiar_memory.markdown.change.relink import BareNames, relinked
from familiar_memory.markdown.links import Link
from familiar_memory.markdown.text.wiki_text import wiki_link
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.register.claims import is_at_home
from familiar_memory.notes.register.lost_links import Vault
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.rewriting.proposals import RewriteNote
from familiar_memory.operations.rewriting.requests import MoveRecordsUpTo, MoveSections
from familiar_memory.operations.rewritten.meaning import line_meanings
from familiar_memory.operations.rewritten.tree import NotesOfTree

__all__ = ["Parting"]

_NOTE = ".md"
_BLOCK_ID = regex.compile(r"(?:\A|[ \t])\^([A-Za-z0-9-]+)[ \t]*\r?$", regex.MULTILINE)
_HEADING = regex.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*\r?$", regex.MULTILINE)
_IN_TAIL = regex.compile(r"\b(?:replaces|into):\^?([A-Za-z0-9-]+)(?=[,)])")


@dataclass(frozen=True, slots=True)
class Parting:
    """Divides one note as it stands."""

    tree: NotesOfTree
    rules: NoteRules
    request: MoveSections | MoveRecordsUpTo

    def proposals(self) -> tuple[RewriteNote, ...]:
        """The new note, the old one, and those whose links follow.

        Raises:
            InputError, EditError: it cannot be divided so.
            StoreError: it cannot be read.
        """
        request = self.request
        path, text = self.tree.read(request.path)
        spans = _spans(parse_note(text, self.rules.vocabulary, request.path), request)
        if not spans:
            raise InputError("there is nothing to move any more", "lines that are there")
        moved = "".join(text[one.start : one.end] for one in spans)
        to = self._new_path()
        left = without_spans(text, spans, self._link(to))
        self._check_named(left, moved)
        left, moved = self._linked_again(path, to, left, moved)
        came = self._begun(text) + moved
        self._check_meaning(text, left, came)
        return (
            RewriteNote(request.to, "", came, request.name),
            RewriteNote(request.path, text, left),
            *self._followed(path, to, moved),
        )

    def _new_path(self) -> str:
        register, to = self.tree.register, self.request.to
        stands = register.path_of(to) if is_at_home(to) else to if register.is_there(to) else None
        if stands is not None:
            raise InputError(f"{stands} is there by now", "a name that no note has")
        return register.new_path(to, self.request.name)

    def _link(self, to: str) -> str:
        return wiki_link(posixpath.basename(to).removesuffix(_NOTE), self.request.name)

    def _begun(self, text: str) -> str:
        head = begun_like(text, self.request.name)
        is_one = isinstance(self.request, MoveRecordsUpTo)
        return f"{head}## {self.request.heading}\n\n" if is_one else head  # type: ignore[union-attr]

    def _check_named(self, left: str, moved: str) -> None:
        """Refuse to tear apart lines of which one says that it replaced the other."""
        torn = (_ids(moved) & _in_tails(left)) | (_ids(left) & _in_tails(moved))
        if torn:
            raise EditError(
                f"lines that stay and lines that go name each other (^{min(torn)})",
                "parts that stand by themselves",
            )

    def _linked_again(self, path: str, to: str, left: str, moved: str) -> tuple[str, str]:
        """Both parts, with links that lead where they led."""
        leads = self._leading_to(path, to)
        kept = with_followed_links(left, path, lambda link: leads(link, path), _went(moved, to))
        came = with_followed_links(moved, path, lambda link: leads(link, path), _went(left, path))
        return kept, relinked(came, path, to, {}, BareNames.of(self.tree.paths, {}))

    def _followed(self, path: str, to: str, moved: str) -> Iterable[RewriteNote]:
        """The other notes that link a line or a heading which moves."""
        went, leads = _went(moved, to), self._leading_to(path, to)
        for other in self.tree.paths:
            if other == path:
                continue
            try:
                text = self.tree.store.read_file(other)
            except FamiliarError:
                # What cannot be read has no links that anybody follows.
                continue
            now = with_followed_links(
                text,
                other,
                lambda link, other=other: leads(link, other),  # type: ignore[misc]
                went,
            )
            now = _with_tails(now, self.request.path, self.request.to, went.ids)
            if now != text:
                yield RewriteNote(self.tree.register.key_of(other), text, now)

    def _leading_to(self, path: str, to: str) -> Callable[[Link, str], bool]:
        vault = Vault((*self.tree.paths, to), self.tree.store.read_file)
        return lambda link, from_path: vault.leads(link, from_path) == path

    def _check_meaning(self, text: str, left: str, came: str) -> None:
        words, default = self.rules.vocabulary, self.rules.default_audience
        request = self.request
        before = line_meanings(parse_note(text, words, request.path), default)
        stays = line_meanings(parse_note(left, words, request.path), default)
        goes = line_meanings(parse_note(came, words, request.to), default)
        if sorted((*stays, *goes)) != before:
            raise EditError(
                "some of its lines would mean something else there, or be for others",
                "parts whose lines say themselves what they are about, and for whom",
            )


def _spans(note: Note, request: MoveSections | MoveRecordsUpTo) -> list[LineSpan]:
    if isinstance(request, MoveRecordsUpTo):
        return records_up_to(note, request.heading, request.year)
    if request.keeps_heading:
        return [body_span(note, request.headings[0])]
    return section_spans(note, request.headings)


def _went(text: str, to: str) -> WentElsewhere:
    def near(path: str) -> str:
        return quote(posixpath.relpath(to, posixpath.dirname(path)), safe="/._-")

    name = posixpath.basename(to).removesuffix(_NOTE)
    return WentElsewhere(_ids(text), frozenset(_HEADING.findall(text)), name, near)


def _ids(text: str) -> frozenset[str]:
    return frozenset(_BLOCK_ID.findall(text))


def _in_tails(text: str) -> frozenset[str]:
    """Lines of the same note that tails name: what each replaced, or went into."""
    return frozenset(_IN_TAIL.findall(text))


def _with_tails(text: str, key: str, to: str, ids: Iterable[str]) -> str:
    """A text whose tails name lines that move: `into:topics/garden.md#^k1`."""
    if f"{key}#^" not in text:
        return text
    for one in ids:
        named = rf"\binto:{regex.escape(key)}#\^{regex.escape(one)}(?=[,)])"
        text = regex.sub(named, f"into:{to}#^{one}", text)
    return text
