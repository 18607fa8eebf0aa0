"""Links to notes that are gone, as the words which they show.

A line stays what it is: of the same kind, for the same people, with the same tail. A link whose
words would be read as something else (a heading, a tail, an item of a list) is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.errors import InputError
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.change.unlink import PlainWords, with_words, words_of_links
from familiar_memory.markdown.links import Link, LinkKind, property_links, whole_links
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.markdown.tree import Block, parse_note
from familiar_memory.notes.register.lost_links import Vault
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.rewriting.proposals import RewriteNote
from familiar_memory.operations.rewriting.requests import Unlink
from familiar_memory.operations.rewritten.tree import NotesOfTree

__all__ = ["lost_under", "unlinked", "without_lost_links"]


def unlinked(tree: NotesOfTree, rules: NoteRules, request: Unlink) -> tuple[RewriteNote, ...]:
    """One for each note that changes; one that is gone by now has no link to change.

    Raises:
        InputError: no link leads nowhere there any more.
        StoreError: a note cannot be read.
    """
    vault = Vault(tree.paths, tree.text)
    changes = []
    for key in request.notes:
        try:
            path, text = tree.read(key)
        except InputError:
            continue
        is_lost = lost_under(request.names, path, vault)
        if (now := without_lost_links(text, key, is_lost, rules)) != text:
            changes.append(RewriteNote(key, text, now))
    if not changes:
        raise InputError(
            f"no link to {request.names[0]!r} leads nowhere there any more", "a lost link"
        )
    return tuple(changes)


def lost_under(names: Collection[str], path: str, vault: Vault) -> Callable[[Link], bool]:
    """Which links of the note at a path lead to no note, and name one of these."""
    wanted = {spelling_key(name) for name in names}

    def is_lost(link: Link) -> bool:
        lost = vault.lost(link, path)
        return lost is not None and lost.note is None and spelling_key(lost.name) in wanted

    return is_lost


@kept_readings()
def without_lost_links(
    text: str, key: str, is_lost: Callable[[Link], bool], rules: NoteRules
) -> str:
    """The text of the note of a key with those links as words, where each line stays what it is."""
    found = words_of_links(text, is_lost)
    return with_words(text, _Careful(text, key, rules).kept([], found)) if found else text


class _Shape(NamedTuple):
    """What a note is, whatever its lines say."""

    aliases: Collection[str]
    for_whom: tuple[str, str]
    sections: list[tuple[object, ...]]
    blocks: list[tuple[object, ...]]


class _Careful:
    """Makes as many changes of one note as leave it what it is."""

    def __init__(self, text: str, key: str, rules: NoteRules) -> None:
        self._text, self._key, self._rules = text, key, rules
        self._links = _links(text)
        self._shape = self._shape_of(text)

    def kept(self, sure: list[PlainWords], more: list[PlainWords]) -> list[PlainWords]:
        """Those that are `sure`, and of the next ones as many as can be made after them."""
        if not more or self._is_same([*sure, *more]):
            return [*sure, *more]
        if len(more) == 1:
            return sure
        half = len(more) // 2
        return self.kept(self.kept(sure, more[:half]), more[half:])

    def _is_same(self, changes: Sequence[PlainWords]) -> bool:
        now, ends = with_words(self._text, changes), {one.end for one in changes}
        left = Counter(told for end, told in self._links if end not in ends)
        is_linking = left == Counter(told for _, told in _links(now))
        return is_linking and self._shape_of(now) == self._shape

    def _shape_of(self, text: str) -> _Shape:
        note = parse_note(text, self._rules.vocabulary, self._key)
        said = NoteAudiences(self._key, note, self._rules.default_audience)
        return _Shape(
            note.frontmatter.aliases,
            (said.of_note, said.limit),
            [(one.level, one.line, said.of_heading(one.line)) for one in note.sections],
            [
                _of_block(block, said.read(section, block).audience)
                for section in note.sections
                for block in section.blocks
            ],
        )


def _of_block(block: Block, audience: str) -> tuple[object, ...]:
    where = (block.line, block.line_end, block.parent, block.level)
    return block.kind, where, audience, None if block.record is None else _wordless(block.record)


def _wordless(record: Record) -> Record:
    return replace(record, text="", object=None if record.object is None else "")


def _links(text: str) -> list[tuple[int, tuple[str, int, LinkKind]]]:
    """Where each link ends, and what it leads to."""
    return [
        (one.whole[1], (one.link.target, one.link.line, one.link.kind))
        for one in (*property_links(text), *whole_links(text))
    ]
