"""A card as what an import brings: notes, assets, its original, its sidecar, remarks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from familiar_importers.sillytavern.cards.notes.assets import card_assets
from familiar_importers.sillytavern.cards.notes.depth_prompt import (
    DEPTH_PROMPT_PATH,
    depth_prompt_of,
)
from familiar_importers.sillytavern.cards.notes.embedded_book import embedded_book
from familiar_importers.sillytavern.cards.notes.greetings import (
    GREETING_LISTS,
    MAX_GREETINGS,
    greeting_notes,
)
from familiar_importers.sillytavern.cards.notes.text import field_note, shown
from familiar_importers.sillytavern.cards.sidecar import (
    SIDECAR_PATH,
    CardSidecar,
    dump_card_sidecar,
)
from familiar_importers.sillytavern.cards.standing_card import StandingCard
from familiar_importers.sillytavern.containers.incoming import printable
from familiar_importers.sillytavern.containers.json_kind import kind_of
from familiar_importers.sillytavern.reading.card_file import CardFile
from familiar_importers.sillytavern.reading.shape import TEXT_FIELDS
from familiar_memory.domain.tree import SELF, below, note_of_self
from familiar_memory.errors import InputError
from familiar_memory.lore.book.books import IMPORTED_FOLDER
from familiar_memory.transfer.importer import (
    Brought,
    BytesFile,
    Item,
    NoteFile,
    OwnedFolder,
    Remark,
)

__all__ = ["card_items"]

_MAX_QUOTED = 300


def card_items(
    file: CardFile,
    label: str,
    standing: StandingCard | None = None,
    *,
    is_replacing: bool = False,
) -> Iterator[Item]:
    """Every item of the card, in a fixed order; `label` is the file's name.

    `standing` is what is there before it comes. A familiar is one character: what an earlier
    version of the card left and nobody touched gives way to this, and another character only
    takes its place, edits and all, with `is_replacing`.

    Raises:
        InputError: there is nothing in the card, or its assets are too large; or it is
            another character than the one that is there.
    """
    there = standing or StandingCard()
    name, remark = _name(file, label)
    is_another = there.is_another(name, file)
    if is_another and not is_replacing:
        raise _another(name, there, label)
    yield from _folders(standing, is_replaced=is_another)
    yield Brought(f"the character {printable(name)}", SELF)
    yield from (Remark(label, remark) for remark in file.remarks)
    if remark:
        yield Remark(label, remark)
    if is_another and there.sidecar is not None:
        yield Remark(
            label,
            f"another character: {printable(name)} replaces"
            f" {printable(there.sidecar.name)}. What came with the card of"
            f" {printable(there.sidecar.name)} is removed, and so are your edits of it (the"
            " journal keeps them)",
        )
    yield from _fields(file, label)
    yield from _greetings(file, label)
    yield from _for_people(file, label)
    value = file.shape.fields(file.card).get("character_book")
    book, items = embedded_book(
        value,
        name,
        label,
        shelf=there.shelf,
        before=there.book,
        is_replaced=is_another,
    )
    yield from items
    if value is None:
        yield from _book_elsewhere(file, label, there)
    assets: dict[str, str] = {}
    for item in card_assets(file, label):
        if isinstance(item, tuple):
            asset, path, data = item
            assets[asset] = path
            yield BytesFile(path, data)
        else:
            yield item
    original = f".original.{file.form}"
    yield BytesFile(f"{below(SELF)}{original}", file.data)
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
        file=PurePath(label).stem,
    )
    yield BytesFile(SIDECAR_PATH, dump_card_sidecar(sidecar))


def _folders(standing: StandingCard | None, *, is_replaced: bool) -> Iterator[OwnedFolder]:
    """What an earlier card left: in `self/`, and in the folders of books that came in cards."""
    yield OwnedFolder(SELF, is_replaced=is_replaced)
    if standing is None:
        yield OwnedFolder(IMPORTED_FOLDER, is_replaced=is_replaced)
        return
    for book in standing.shelf.cards():
        folder = f"{IMPORTED_FOLDER}/{book.slug}"
        yield OwnedFolder(folder, book.left, book.gone, is_replaced)


def _another(name: str, there: StandingCard, label: str) -> InputError:
    present = printable(there.sidecar.name) if there.sidecar is not None else ""
    return InputError(
        f"{label}: {printable(name)} is another character than {present}, who is this familiar",
        "`familiar init` for a familiar of its own, and --familiar to choose it; or"
        f" --set replace=yes, and {present}'s card, book and edits are replaced",
    )


def _book_elsewhere(file: CardFile, label: str, there: StandingCard) -> Iterator[Remark]:
    """SillyTavern links a card to a World Info that is a file of its own."""
    world = _extension(file.shape.fields(file.card), "world")
    if not isinstance(world, str) or not world.strip():
        return
    wanted = world.strip().casefold()
    if any(book.sidecar.name.casefold() == wanted for book in there.shelf.alone()):
        return
    shown_name = printable(world.strip())
    yield Remark(
        f"{label}: world",
        f"its lore is the World Info {shown_name!r}, which is not in the card: import it too"
        f" (in SillyTavern's folder worlds/: {shown_name}.json)",
    )


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
        return printable(name), f"its name is not text: {printable(name)!r} is kept as it is"
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
            yield NoteFile(note_of_self(field), field_note(text), is_capped=False)
    prompt = depth_prompt_of(file.shape.fields(file.card))
    if text := shown(prompt):
        yield NoteFile(DEPTH_PROMPT_PATH, field_note(text), is_capped=False)


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
    """What the card's maker says to its users: it is no prompt, so it is no note."""
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
