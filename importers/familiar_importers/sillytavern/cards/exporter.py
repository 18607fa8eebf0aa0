"""The familiar as a character card: PNG, JSON or `.charx`."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from familiar_importers.exports.for_everyone import EveryonesTree, check_readers, confidences
from familiar_importers.sillytavern.cards.new_card import new_card
from familiar_importers.sillytavern.cards.notes.assets import asset_uris, embedded_path
from familiar_importers.sillytavern.cards.notes.embedded_book import (
    book_notes,
    named_card_book,
    own_card_book,
)
from familiar_importers.sillytavern.cards.notes.patch import Edit, apply_edits, card_edits
from familiar_importers.sillytavern.cards.png_out import (
    card_in_picture,
    replaced_in_png,
    without_card,
)
from familiar_importers.sillytavern.cards.stored_card import (
    StoredCard,
    card_notes,
    self_notes,
    stored_card,
)
from familiar_importers.sillytavern.containers.charx_out import new_charx, replaced_in_charx
from familiar_importers.sillytavern.containers.incoming import PNG_SIGNATURE, read_input
from familiar_importers.sillytavern.containers.picture import plain_picture
from familiar_importers.sillytavern.lorebooks.stored_books import check_told, named_book
from familiar_importers.sillytavern.reading.card_file import CardFile
from familiar_importers.sillytavern.reading.shape import (
    TEXT_FIELDS,
    CardShape,
    Json,
    shape_of,
)
from familiar_memory.domain.tree import note_of_self
from familiar_memory.errors import UsageError
from familiar_memory.knowledge.audience import EVERYONE, OWNER
from familiar_memory.transfer.exporter import Export, ExportOptions, TreeReader
from familiar_memory.transfer.importer import Remark
from familiar_memory.transfer.reading.strict_json import dump_json

__all__ = ["CardExporter"]

_FORMS = {".png": "png", ".json": "json", ".charx": "charx"}
_MAIN_PICTURE = "assets/icon/images/main.png"
_BOOK = "character_book"


@dataclass(frozen=True, slots=True)
class _Outgoing:
    """A card to be written, how it came to be, and the file that it came from, if any."""

    card: Json
    shape: CardShape
    edits: tuple[Edit, ...] = ()
    original: CardFile | None = None
    assets: Mapping[str, str] | None = None
    book: str | None = None
    """The slug of the book in it, as far as that is made of notes."""
    is_anew: bool = False
    """Whether nothing of the original file may stay but its picture and its assets."""


@dataclass(frozen=True, slots=True)
class CardExporter:
    """Writes the card that was imported, with what was edited since; or a new V3 card.

    `audience` is for whom the file is: `owner`, all of it, or `everyone`, without what is not.
    """

    audience: str = OWNER
    name = "card"
    text_ending = ".json"
    describe = "a character card: .png, .json or .charx, by the output's ending"

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The card. One that nobody touched, in the form that it came in, is the same bytes.

        Raises:
            UsageError: the ending is none of the three, or there is no such audience, book or
                picture.
            InputError: the sidecar or a note is damaged.
        """
        check_readers(self.audience)
        form = _FORMS.get(options.output.suffix.lower())
        if form is None:
            raise UsageError(
                f"{options.output.name}: a card cannot be written in this form",
                f"an output that ends in {', '.join(_FORMS)}",
            )
        remarks: list[str] = []
        is_shared, default = self.audience == EVERYONE, options.default_audience
        told = EveryonesTree(tree, default) if is_shared else tree
        for named in named_book(tree, options.book) if options.book is not None else ():
            check_told(told, named)
        outgoing = _outgoing(told, options, form, remarks)
        notes = (*card_notes(tree), *book_notes(tree, outgoing.book))
        limits = tuple(confidences(tree, notes, default, are_left_out=is_shared))
        if is_shared and limits:
            outgoing = _without_traces(outgoing)
        data = _written(outgoing, form, tree, options, remarks)
        label = options.output.name
        return Export((data,), tuple(Remark(label, remark) for remark in remarks), limits)


def _outgoing(tree: TreeReader, options: ExportOptions, form: str, remarks: list[str]) -> _Outgoing:
    notes = self_notes(tree)
    stored = stored_card(tree)
    if stored is None:
        return _new(tree, options, notes, options.familiar_name, remarks)
    remarks += stored.remarks
    if stored.shape.is_foreign and form != "json":
        remarks.append(f"a {stored.shape.title} character becomes a V3 card in this form")
        return _new(tree, options, notes, stored.sidecar.name, remarks)
    return _patched(stored, tree, options, notes, remarks)


def _new(
    tree: TreeReader,
    options: ExportOptions,
    notes: Mapping[str, str],
    name: str,
    remarks: list[str],
) -> _Outgoing:
    card = new_card(name, notes)
    shape = shape_of(card, options.output.name)
    book, edits = _book_edits(card, shape, None, tree, options, remarks)
    return _Outgoing(apply_edits(card, shape, edits), shape, book=book)


def _patched(
    stored: StoredCard,
    tree: TreeReader,
    options: ExportOptions,
    notes: Mapping[str, str],
    remarks: list[str],
) -> _Outgoing:
    card, shape = stored.sidecar.card, stored.shape
    remarks += (
        f"a {shape.title} character has no place for {note_of_self(field)}"
        for field in TEXT_FIELDS
        if field not in shape.keys and note_of_self(field) in notes
    )
    book, of_book = _book_edits(card, shape, stored.sidecar.book, tree, options, remarks)
    edits = (*card_edits(card, shape, notes), *of_book)
    return _Outgoing(
        apply_edits(card, shape, edits), shape, edits, stored.original, stored.sidecar.assets, book
    )


def _without_traces(outgoing: _Outgoing) -> _Outgoing:
    """The same card without former wordings: an original may hold several, and not all follow.

    One that nobody edited holds nothing that was written here.
    """
    if not outgoing.edits:
        return outgoing
    card = outgoing.card
    if outgoing.shape.inside is not None:
        card = {**card, **{one.key: one.new for one in outgoing.edits if one.key in card}}
    return replace(outgoing, card=card, is_anew=True)


def _book_edits(
    card: Json,
    shape: CardShape,
    own: str | None,
    tree: TreeReader,
    options: ExportOptions,
    remarks: list[str],
) -> tuple[str | None, tuple[Edit, ...]]:
    """Slug and edit of the lorebook in the card: its own as it stands, or one that was named."""
    before = after = shape.fields(card).get(_BOOK)
    slug = own
    if options.book is not None:
        slug, after = named_card_book(tree, options.book, remarks)
        if slug != own and before is not None:
            remarks.append(f"the card's own book is replaced by {slug}")
    if own is not None and slug == own:
        after = own_card_book(tree, own, before, remarks)
    return slug, () if after == before else (Edit(_BOOK, before, after),)


def _written(
    outgoing: _Outgoing,
    form: str,
    tree: TreeReader,
    options: ExportOptions,
    remarks: list[str],
) -> bytes:
    original = outgoing.original
    same_form = original is not None and original.form == form
    if original is not None and same_form and options.image is None and not outgoing.is_anew:
        if original.card == outgoing.card:
            # SillyTavern takes no byte order mark.
            return original.data.removeprefix(BOM_UTF8 if form == "json" else b"")
        if (replaced := _replaced(outgoing, original, options, remarks)) is not None:
            return replaced
    if form == "json":
        _note_left_assets(outgoing, remarks)
        return dump_json(outgoing.card)
    if form == "png":
        if original is None or original.form != "png":
            _note_left_assets(outgoing, remarks)
        picture = _picture(outgoing, options, remarks)
        return card_in_picture(picture, outgoing.card, options.output.name)
    content = dump_json(outgoing.card)
    return new_charx(content, _members(outgoing, tree, options, remarks))


def _replaced(
    outgoing: _Outgoing, original: CardFile, options: ExportOptions, remarks: list[str]
) -> bytes | None:
    """The original file with only the card changed, where its form allows that."""
    if original.chunks is not None:
        data, told = replaced_in_png(
            original.data, original.chunks, outgoing.card, outgoing.edits, options.output.name
        )
        remarks += told
        return data
    if original.archive is not None:
        content = dump_json(outgoing.card)
        data_or_none = replaced_in_charx(original.data, original.archive, content)
        if data_or_none is None:
            remarks.append("the archive is built in an unusual way: it is written from scratch")
        return data_or_none
    return None


def _picture(outgoing: _Outgoing, options: ExportOptions, remarks: list[str]) -> bytes:
    if options.image is not None:
        return _image(options.image)
    original = outgoing.original
    if original is not None and original.form == "png":
        return original.data
    if original is not None and original.archive is not None:
        for name, uri in asset_uris(original):
            path = embedded_path(uri)
            picture = original.archive.read_member(path) if path else None
            if name.startswith("icon/") and picture and picture.startswith(PNG_SIGNATURE):
                return picture
    remarks.append("there is no picture to build on: the card gets a plain one (--image FILE)")
    return plain_picture()


def _image(path: Path) -> bytes:
    data = read_input(path)
    if not data.startswith(PNG_SIGNATURE):
        raise UsageError(f"{path} is not a PNG picture", "a PNG to build the card on")
    return data


def _members(
    outgoing: _Outgoing, tree: TreeReader, options: ExportOptions, remarks: list[str]
) -> Iterator[tuple[str, bytes]]:
    """The picture, and the assets that have a copy in the tree."""
    label = options.output.name
    taken = {"card.json"}
    original = outgoing.original
    if options.image is not None:
        yield _MAIN_PICTURE, without_card(_image(options.image), label)
        taken.add(_MAIN_PICTURE)
    elif original is not None and original.form == "png":
        yield _MAIN_PICTURE, without_card(original.data, label)
        taken.add(_MAIN_PICTURE)
    for name, path in (outgoing.assets or {}).items():
        if name.startswith("data:") or name in taken:
            continue
        taken.add(name)
        if tree.has(path):
            yield name, tree.read_bytes(path)
        else:
            remarks.append(f"the asset {path} is gone")


def _note_left_assets(outgoing: _Outgoing, remarks: list[str]) -> None:
    left = [name for name in outgoing.assets or {} if not name.startswith("data:")]
    if left:
        remarks.append(f"{len(left)} assets have no place in this form: they stay in self/assets")
