"""What people did to the notes of a card, carried back into its JSON and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from familiar_importers.sillytavern.cards.notes.depth_prompt import (
    DEPTH_PROMPT_PATH,
    depth_prompt_of,
    patched_depth_prompt,
)
from familiar_importers.sillytavern.cards.notes.greetings import GREETING_LISTS, patched_greetings
from familiar_importers.sillytavern.cards.notes.text import edited, shown
from familiar_importers.sillytavern.reading.shape import TEXT_FIELDS, CardShape, Json
from familiar_memory.domain.tree import note_of_self

__all__ = ["Edit", "apply_edits", "card_edits", "follow_edits"]

_EXTENSIONS = "extensions"


@dataclass(frozen=True, slots=True)
class Edit:
    """One key of the card's fields: what stands there, None for nothing, and what shall."""

    key: str
    old: Any
    new: Any


def card_edits(card: Json, shape: CardShape, notes: Mapping[str, str]) -> tuple[Edit, ...]:
    """What differs between the card and its notes (path to text, all of `self/`).

    A field whose note says what the card says keeps its value, whatever its type; a note
    that is gone empties its field; a new note fills one.
    """
    fields = shape.fields(card)
    edits = [
        edit
        for field in TEXT_FIELDS
        if (edit := _field_edit(shape.keys.get(field), fields, notes.get(note_of_self(field))))
    ]
    for key, folder in GREETING_LISTS.items():
        before = fields.get(key)
        after = patched_greetings(before, _notes_of(notes, folder))
        if after is not before:
            edits.append(Edit(key, before, after))
    extended = patched_depth_prompt(fields, notes.get(DEPTH_PROMPT_PATH))
    if extended is not fields:
        edits.append(Edit(_EXTENSIONS, fields.get(_EXTENSIONS), extended[_EXTENSIONS]))
    return tuple(edits)


def apply_edits(card: Json, shape: CardShape, edits: Sequence[Edit]) -> Json:
    """The card with these edits, its other keys and their order as they were.

    Where the fields are repeated at the top level, a repetition that said the same
    follows.
    """
    if not edits:
        return card
    fields = {**shape.fields(card), **{edit.key: edit.new for edit in edits}}
    if shape.inside is None:
        return fields
    repeated = {
        edit.key: edit.new
        for edit in edits
        if edit.key in card and _says_the_same(card[edit.key], edit.old)
    }
    return {**card, **repeated, shape.inside: fields}


def follow_edits(other: Json, shape: CardShape, edits: Sequence[Edit]) -> Json:
    """Another version of the same card, with those edits whose old value it holds too."""
    fields = shape.fields(other)
    followed: list[Edit] = []
    for edit in edits:
        held = fields.get(edit.key)
        if edit.key == _EXTENSIONS:
            new = _followed_extensions(fields, edit)
            if new is not None:
                followed.append(Edit(edit.key, held, new))
        elif _says_the_same(held, edit.old) and (held is not None or _has_place(shape, edit.key)):
            followed.append(Edit(edit.key, held, edit.new))
    return apply_edits(other, shape, followed)


def _field_edit(key: str | None, fields: Json, note: str | None) -> Edit | None:
    if key is None:
        return None
    value = fields.get(key)
    if note is None:
        return Edit(key, value, "") if shown(value) else None
    new = edited(shown(value), note)
    return None if new is None else Edit(key, value, new)


def _notes_of(notes: Mapping[str, str], folder: str) -> dict[str, str]:
    """The notes right in a folder, by file name."""
    return {
        path[len(folder) + 1 :]: text
        for path, text in notes.items()
        if path.startswith(f"{folder}/") and "/" not in path[len(folder) + 1 :]
    }


def _followed_extensions(fields: Json, edit: Edit) -> Json | None:
    old = depth_prompt_of({_EXTENSIONS: edit.old})
    if shown(depth_prompt_of(fields)) != shown(old):
        return None
    new = shown(depth_prompt_of({_EXTENSIONS: edit.new}))
    patched = patched_depth_prompt(fields, f"{new}\n" if new else None)
    return None if patched is fields else patched[_EXTENSIONS]


def _says_the_same(held: object, old: object) -> bool:
    return held == old or (not held and not old)


def _has_place(shape: CardShape, key: str) -> bool:
    return shape.inside is not None or key in shape.keys.values()
