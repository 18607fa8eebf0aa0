"""All that the memory holds of one person, as one Markdown file to read or to hand over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from familiar_importers.exports.deeper import deeper
from familiar_importers.exports.one_person import (
    LinkedPeople,
    find_person,
    is_theirs,
    person_slug,
    twins_of,
)
from familiar_importers.exports.tree_notes import ExportLine, TreeNote, read_notes
from familiar_memory.errors import UsageError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.markdown.heading import heading_source, heading_text
from familiar_memory.markdown.source import lines_of
from familiar_memory.transfer.exporter import Export, ExportOptions, TreeReader
from familiar_memory.transfer.importer import Remark

__all__ = ["PersonExporter"]


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class PersonExporter:
    """Their notes whole, and every line elsewhere that is about, by, or naming them.

    The owner makes it and sees everything, so it may hold what was said in confidence; the
    file begins by saying so, and how much of it.
    """

    now: Callable[[], datetime] = _now
    name = "person"
    text_ending = ".md"
    describe = "all that is known of one person, as Markdown (--person SLUG or NAME)"

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The bundle of one person.

        Raises:
            UsageError: nobody was named, nobody or several are called so, or the file is no .md.
        """
        if options.person is None:
            raise UsageError("nobody was named", "--person with a slug or a name")
        if options.output.suffix.lower() != ".md":
            raise UsageError(f"{options.output} is not a .md", "a name such as rowan.md")
        remarks: list[Remark] = []
        notes = list(read_notes(tree, remarks.append, options))
        slugs = twins_of(notes, find_person(notes, options.person))
        bundle = _Bundle.of(notes, slugs)
        text = "".join(f"{line}\n" for line in bundle.lines(options.familiar_name, self.now()))
        return Export((text.encode("utf-8"),), (*remarks, *bundle.remarks()))


@dataclass(frozen=True, slots=True)
class _Bundle:
    """What belongs to one person: their own notes, and lines of others by note."""

    slugs: tuple[str, ...]
    own: tuple[TreeNote, ...]
    elsewhere: tuple[tuple[TreeNote, tuple[ExportLine, ...]], ...]

    @classmethod
    def of(cls, notes: Sequence[TreeNote], slugs: tuple[str, ...]) -> _Bundle:
        """Sort the lines of all notes."""
        own = tuple(note for slug in slugs for note in notes if person_slug(note.key) == slug)
        linked = LinkedPeople.of(notes)
        others = ((note, _theirs(note, slugs, linked)) for note in notes if note not in own)
        return cls(slugs, own, tuple((note, lines) for note, lines in others if lines))

    def lines(self, familiar: str, now: datetime) -> Iterator[str]:
        """The whole file, line by line."""
        titles = (note.note.title for note in self.own)
        files = (PurePosixPath(note.path).stem for note in self.own)
        title = next(filter(None, (*titles, *files)), self.slugs[0])
        yield f"# {heading_source(heading_text(title))}"
        yield ""
        yield from self._head(familiar, now)
        for note in self.own:
            yield from ("", f"## {note.path}", "")
            yield deeper(note.note).rstrip("\n")
        if self.elsewhere:
            yield from ("", "## In other notes")
        for note, found in self.elsewhere:
            yield from ("", f"### {note.path}", "")
            yield from (_source(note, line) for line in found)

    def remarks(self) -> Iterator[Remark]:
        """How much of it is not for everyone."""
        if private := self._private():
            lines = "1 line" if private == 1 else f"{private:,} lines"
            verb = "is" if private == 1 else "are"
            yield Remark(
                self.own[0].path,
                f"{lines} of the export {verb} not for everyone: read it before you hand it on",
            )

    def _head(self, familiar: str, now: datetime) -> Iterator[str]:
        keeper = f"the memory of {familiar}" if familiar else "a familiar's memory"
        yield (
            f"What {keeper} holds of {', '.join(self.slugs)}, taken out on {now.date().isoformat()}"
            " by its owner: the notes of this person, and the lines of other notes that are about"
            " them, were said by them, or name them."
        )
        yield ""
        yield (
            "Not in it: the conversation itself, former versions of notes, and lines that speak of"
            " them without a link."
        )
        if private := self._private():
            yield ""
            yield (
                f"**{private:,} of these lines are not for everyone** (a line's `in:`, its heading"
                " or its note says for whom it is), and some may be what others said in"
                " confidence. Read it before you hand it on."
            )

    def _private(self) -> int:
        own = [line for note in self.own for line in note.lines]
        other = [line for _, found in self.elsewhere for line in found]
        return sum(line.audience != EVERYONE for line in (*own, *other))


def _theirs(note: TreeNote, slugs: Sequence[str], linked: LinkedPeople) -> tuple[ExportLine, ...]:
    return tuple(line for line in note.lines if is_theirs(note.path, line, slugs, linked))


def _source(note: TreeNote, line: ExportLine) -> str:
    """The line as it stands there; one that was nested stands for itself here.

    Of HTML the words, in a quotation: out of their markup they may look like a heading.
    """
    if line.block.kind == "html":
        return "\n".join(("", *(f"> {words}" for words in line.block.text.split("\n")), ""))
    source = note.note.text[line.block.char_start : line.block.char_end]
    text = "\n".join(part.strip() for part in lines_of(source))
    return text if line.is_record else f"\n{text}\n"
