"""What of the notes of an export is not for everyone, and the tree without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from familiar_memory.domain.tree import SELF, below, holds_entries
from familiar_memory.errors import InputError, NotFoundError, UsageError
from familiar_memory.knowledge.audience import EVERYONE, OWNER
from familiar_memory.lore.book.notes.note_text import parse_entry
from familiar_memory.markdown.audience.permitted_text import LimitedText, limited_text, without_gaps
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.transfer.exporter import Confidence, TreeReader

__all__ = ["EveryonesTree", "check_readers", "confidences"]

_SELF = below(SELF)


def check_readers(audience: str) -> None:
    """See that a file can be made for these readers.

    Raises:
        UsageError: it is neither `owner` nor `everyone`.
    """
    if audience not in (OWNER, EVERYONE):
        raise UsageError(
            f"audience={audience!r}: an export is for no single place",
            f"audience={OWNER} (all of it) or audience={EVERYONE}",
        )


def confidences(
    tree: TreeReader, paths: Iterable[str], default: str, *, are_left_out: bool
) -> Iterator[Confidence]:
    """For each note and audience how many lines are not for everyone, in the order of the paths.

    `default` is for whom lore is where nothing says so; the card is for everyone then.

    Raises:
        InputError: a note is not UTF-8.
    """
    for path in paths:
        if tree.has(path):
            limited = _limited(path, _text(tree, path), default)
            is_whole = _for_everyone(path, limited) is None
            for audience, lines in limited.counts().items():
                yield Confidence(path, audience, lines, is_whole, are_left_out)


@dataclass(frozen=True, slots=True)
class EveryonesTree:
    """A tree as everybody may read its notes: what is for fewer is not there.

    What is no note (a sidecar, a picture) is as it is.
    """

    tree: TreeReader
    default: str = EVERYONE

    def paths(self, folder: str = "") -> list[str]:
        """The files of which anything is for everyone."""
        return [path for path in self.tree.paths(folder) if self.has(path)]

    def folders(self, folder: str = "") -> list[str]:
        """The folders in a folder."""
        return self.tree.folders(folder)

    def has(self, path: str) -> bool:
        """Whether a file stands there, and anything of it is for everyone."""
        return self.tree.has(path) and self._told(path) is not None

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file, of a note those that are for everyone.

        Raises:
            NotFoundError: there is none.
        """
        told = self._told(path)
        if told is None:
            raise NotFoundError(f"{path}: no part of it is for everyone", "another note")
        return told

    def _told(self, path: str) -> bytes | None:
        data = self.tree.read_bytes(path)
        if not _is_note(path):
            return data
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            # Whoever wants it refuses it by name.
            return data
        told = _for_everyone(path, _limited(path, text, self.default))
        return None if told is None else told.encode()


def _is_note(path: str) -> bool:
    return path.lower().endswith(".md") and (path.startswith(_SELF) or holds_entries(path))


def _limited(path: str, text: str, default: str) -> LimitedText:
    return limited_text(path, text, EVERYONE if path.startswith(_SELF) else default)


def _for_everyone(path: str, limited: LimitedText) -> str | None:
    """The note without what is for fewer; None where nothing is left that says anything."""
    told = limited.permitted(EVERYONE.__eq__)
    if told == limited.text:
        return told
    start = read_frontmatter(told).end
    body = without_gaps(told[start:]).strip("\r\n")
    told = f"{told[:start]}{body}\n"
    # The keys of an entry without content would tell what it was about.
    says = parse_entry(told).content if holds_entries(path) else body
    return told if says.strip() else None


def _text(tree: TreeReader, path: str) -> str:
    try:
        return tree.read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as problem:
        raise InputError(f"{path}: byte {problem.start + 1} is not UTF-8", "UTF-8 text") from None
