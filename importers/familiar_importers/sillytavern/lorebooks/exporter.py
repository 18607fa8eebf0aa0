"""Lorebooks out: the book that was imported, with what was edited since; or lore of one's own."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_importers.exports.for_everyone import EveryonesTree, check_readers, confidences
from familiar_importers.sillytavern.lorebooks.stored_books import (
    StoredBook,
    book_now,
    check_told,
    named_book,
    stored_books,
)
from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import EVERYONE, OWNER
from familiar_memory.lore.book.joined.conversion import FORMS, convert_book
from familiar_memory.transfer.exporter import Export, ExportOptions, TreeReader
from familiar_memory.transfer.importer import Remark
from familiar_memory.transfer.reading.strict_json import dump_json

__all__ = ["LorebookExporter"]

_ENDINGS = frozenset({".json", ".lorebook"})


@dataclass(frozen=True, slots=True)
class LorebookExporter:
    """Writes one book as JSON, in the dialect it came in or in another.

    `audience` is for whom the file is: `owner`, all of it, or `everyone`, without what is not.
    """

    audience: str = OWNER
    name = "lorebook"
    text_ending = ".json"
    describe = f"a lorebook as JSON (--book NAME, --form {'|'.join(FORMS)})"

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The book. One that nobody touched is the JSON that was imported.

        Raises:
            UsageError: the ending, the form, the audience or the book is none that there is.
            InputError: no book was named and there are several, or none; or the sidecar or
                a note is damaged; or nothing of the book is for everyone.
        """
        check_readers(self.audience)
        if options.output.suffix.lower() not in _ENDINGS:
            raise UsageError(
                f"{options.output.name}: a lorebook cannot be written in this form",
                f"an output that ends in {' or '.join(sorted(_ENDINGS))}",
            )
        form = options.form or "original"
        if form not in FORMS:
            raise UsageError(f"there is no form {form!r} of a lorebook", ", ".join(FORMS))
        book = _chosen(tree, options.book)
        is_shared = self.audience == EVERYONE
        notes, default = book.folder.notes, options.default_audience
        told = EveryonesTree(tree, default) if is_shared else tree
        check_told(told, book)
        now = book_now(told, book.folder.folder)
        converted = convert_book(now.book, form, book.name)
        label = options.output.name
        remarks = [Remark(path, text) for path, text in now.remarks]
        remarks += [Remark(f"{label}, {place}", text) for place, text in converted.losses]
        limits = confidences(tree, notes, default, are_left_out=is_shared)
        return Export((dump_json(converted.value),), tuple(remarks), tuple(limits))


def _chosen(tree: TreeReader, name: str | None) -> StoredBook:
    if name is not None:
        found = named_book(tree, name)
        if len(found) == 1:
            return found[0]
        which = "several lorebooks are" if found else "no lorebook is"
        raise UsageError(f"{which} called {name!r}", f"--book with one of: {_listed(tree)}")
    books = stored_books(tree)
    fitting = [book for book in books if book.is_imported] or books
    if len(fitting) == 1:
        return fitting[0]
    problem = "there are several lorebooks" if fitting else "there is no lore"
    raise InputError(problem, f"--book with one of: {_listed(tree)}")


def _listed(tree: TreeReader) -> str:
    names = (
        book.slug if book.name in ("", book.slug) else f"{book.slug} ({book.name})"
        for book in stored_books(tree)
    )
    return ", ".join(names) or "(none: lore/ is empty)"
