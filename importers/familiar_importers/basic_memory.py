"""A project of basic-memory: a folder of Markdown whose lines state observations and relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.basic_project import is_basic_memory
from familiar_importers.memories.making.note_file import whole_note
from familiar_importers.memories.making.stated_lines import with_stated_records
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import note_stem
from familiar_memory.markdown.text.wiki_text import wiki_link
from familiar_memory.transfer.importer import Item, NoteFile, Remark

__all__ = ["BasicMemoryImporter"]

_URL = "memory://"


@dataclass(frozen=True, slots=True)
class BasicMemoryImporter:
    """The notes as `markdown` brings them, with their observations and relations as records.

    `audience` and `attachments` are as there.
    """

    audience: str = OWNER
    attachments: bool = False
    name = "basic-memory"
    describe = "a project of basic-memory: notes with observations and relations, or one note"

    def detect(self, path: Path) -> bool:
        """A folder of which most notes have a permalink, with observations or relations."""
        return is_basic_memory(path)

    def read(self, path: Path) -> Iterator[Item]:
        """Notes by path; what is not understood stays as it is.

        Raises:
            InputError, UsageError: as `MarkdownFolderImporter.read`.
        """
        items = list(MarkdownFolderImporter(self.audience, self.attachments).read(path))
        names = _Names.of(item for item in items if isinstance(item, NoteFile))
        counts: Counter[str] = Counter()
        for item in items:
            if not isinstance(item, NoteFile):
                yield item
                continue
            stated = with_stated_records(item.path, item.text, names.link)
            counts.update(observations=stated.observations, relations=stated.relations)
            # What is to be said of a large note was said of it as it came.
            note, *_ = whole_note(item.path, stated.text)
            yield note
        yield Remark(
            path.name,
            f"{counts['observations']:,} observations and {counts['relations']:,} relations are"
            " records; all other lines are as they were",
        )


@dataclass(slots=True)
class _Names:
    """Finds the note that a target means which is no file's name: a title, or a permalink."""

    stems: set[str] = field(default_factory=set)
    paths: dict[str, str | None] = field(default_factory=dict)
    """None where several notes have the name."""

    @classmethod
    def of(cls, notes: Iterable[NoteFile]) -> _Names:
        """Those of these notes."""
        names = cls()
        for note in notes:
            names.stems.add(note_stem(note.path))
            data = read_frontmatter(note.text).data
            for key in {_key(data.get("title")), _key(data.get("permalink"))} - {""}:
                known = names.paths.setdefault(key, note.path)
                names.paths[key] = known if known == note.path else None
        return names

    def link(self, target: str, label: str) -> str:
        """A link to what the target means, else to the target as it stands."""
        name = target.removeprefix(_URL)
        path = self.paths.get(_key(name))
        if path is None or ("/" not in name and note_stem(name) in self.stems):
            return wiki_link(target, label) if label else f"[[{target}]]"
        return wiki_link(str(PurePosixPath(path).with_suffix("")), label or target)


def _key(name: object) -> str:
    return " ".join(name.casefold().split()) if isinstance(name, str) else ""
