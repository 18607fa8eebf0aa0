"""A card as what an import brings: notes, assets, its original, its sidecar, remarks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from familiar_importers.sillytavern.cards.assets import card_assets
from familiar_importers.sillytavern.cards.card_file import CardFile
from familiar_importers.sillytavern.cards.depth_prompt import DEPTH_PROMPT_PATH, depth_prompt_of
from familiar_importers.sillytavern.cards.embedded_book import embedded_book
from familiar_importers.sillytavern.cards.greetings import (
    GREETING_LISTS,
    MAX_GREETINGS,
    greeting_notes,
)
from familiar_importers.sillytavern.cards.shape import TEXT_FIELDS
from familiar_importers.sillytavern.cards.sidecar import (
    SIDECAR_PATH,
    CardSidecar,
    dump_card_sidecar,
)
from familiar_importers.sillytavern.cards.text import note_of, shown
from familiar_importers.sillytavern.containers.incoming import printable
from familiar_importers.sillytavern.containers.json_kind import kind_of
from familiar_memory.errors import InputError
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.transfer.importer import BytesFile, Item, NoteFile, OwnedFolder, Remark

__all__ = ["card_items"]

_MAX_QUOTED = 300
# A familiar is one character: what an earlier card left and nobody touched gives way to this.
_OWNED = ("self", IMPORTED_FOLDER)


def card_items(file: CardFile, label: str) -> Iterator[Item]:
    """Every item of the card, in a fixed order; `label` is the file's name.

    Raises:
        InputError: there is nothing in the card, or its assets are too large.
    """
    yield from (OwnedFolder(folder) for folder in _OWNED)
    yield from (Remark(label, remark) for remark in file.remarks)
    name, remark = _name(file, label)
    if remark:
        yield Remark(label, remark)
    yield from _fields(file, label)
    yield from _greetings(file, label)
    yield from _for_people(file, label)
    book, items = embedded_book(file.shape.fields(file.card).get("character_book"), name, label)
    yield from items
    assets: dict[str, str] = {}
    for item in card_assets(file, label):
        if isinstance(item, tuple):
            asset, path, data = item
            assets[asset] = path
            yield BytesFile(path, data)
        else:
            yield item
    original = f".original.{file.form}"
    yield BytesFile(f"self/{original}", file.data)
    sidecar = CardSidecar(
        name=name,
        nickname=_nickname(file),
        title=file.shape.title,
        form=file.form,
        chunk=file.chunks.card.text.key if file.chunks else None,
        original=original,
        card=file.card,
        book=book,
        assets=assets,
    )
    yield BytesFile(SIDECAR_PATH, dump_card_sidecar(sidecar))


def _name(file: CardFile, label: str) -> tuple[str, str]:
    """What the character is called, and what is to be said about it."""
    given = file.shape.value(file.card, "name")
    name = shown(given).strip()
    if name and isinstance(given, str):
        return name, ""
    fields = file.shape.fields(file.card)
    has_more = any(shown(file.shape.value(file.card, field)) for field in TEXT_FIELDS)
    if not name and not has_more and not any(fields.get(key) for key in GREETING_LISTS):
        raise InputError(
            f"{label}: there is nothing in the card: no name, no text", "a card with a name"
        )
    stem = PurePath(label).stem.strip() or "familiar"
    if name:
        return printable(name), f"its name is no text: {printable(name)!r} is kept as it is"
    return stem, f"the card has no name: {stem!r} is taken, after the file"


def _nickname(file: CardFile) -> str | None:
    nickname = file.shape.fields(file.card).get("nickname")
    return nickname if isinstance(nickname, str) and nickname.strip() else None


def _fields(file: CardFile, label: str) -> Iterator[Item]:
    for field in TEXT_FIELDS:
        value = file.shape.value(file.card, field)
        if value is not None and not isinstance(value, str):
            yield Remark(f"{label}: {field}", f"it is {kind_of(value)}: kept, and shown as text")
        if text := shown(value):
            yield NoteFile(f"self/{field}.md", note_of(text), is_capped=False)
    prompt = depth_prompt_of(file.shape.fields(file.card))
    if text := shown(prompt):
        yield NoteFile(DEPTH_PROMPT_PATH, note_of(text), is_capped=False)


def _greetings(file: CardFile, label: str) -> Iterator[Item]:
    fields = file.shape.fields(file.card)
    for key, folder in GREETING_LISTS.items():
        value = fields.get(key)
        if value is None:
            continue
        if not isinstance(value, list):
            yield Remark(
                f"{label}: {key}", f"it is {kind_of(value)}: kept, and read as one greeting"
            )
        elif len(value) > MAX_GREETINGS:
            raise InputError(f"{label}: {len(value):,} {key}", f"at most {MAX_GREETINGS:,}")
        elif odd := [n for n, one in enumerate(value, 1) if not isinstance(one, str)]:
            yield Remark(f"{label}: {key}", f"no text: number {', '.join(map(str, odd[:10]))}")
        for path, text in greeting_notes(value, folder):
            yield NoteFile(path, text, is_capped=False)


def _for_people(file: CardFile, label: str) -> Iterator[Remark]:
    """What the card's maker tells its users: it is no prompt, so it is no note."""
    fields = file.shape.fields(file.card)
    notes = fields.get("creator_notes") or file.card.get("creatorcomment")
    if isinstance(notes, str) and notes.strip():
        quoted = " ".join(notes.split())
        cut = f"{quoted[:_MAX_QUOTED]}…" if len(quoted) > _MAX_QUOTED else quoted
        yield Remark(f"{label}: creator_notes", f"its maker says: {printable(cut)}")
    tags = fields.get("tags")
    if tags is not None and not isinstance(tags, list):
        yield Remark(f"{label}: tags", f"it is {kind_of(tags)}, not a list: kept as it is")
    scripts = _extension(fields, "regex_scripts")
    if isinstance(scripts, list) and scripts:
        yield Remark(f"{label}: regex_scripts", f"{len(scripts)} are kept, and never run")


def _extension(fields: dict[str, Any], key: str) -> object:
    extensions = fields.get("extensions")
    return extensions.get(key) if isinstance(extensions, dict) else None
