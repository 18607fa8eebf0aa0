"""`self/.card.json`: the card exactly as it was read, and what the notes were made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from familiar_importers.sillytavern.reading.shape import Json
from familiar_memory.domain.tree import CARD_SIDECAR
from familiar_memory.errors import InputError
from familiar_memory.transfer.reading.strict_json import dump_json, parse_sidecar

__all__ = ["SIDECAR_PATH", "CardSidecar", "dump_card_sidecar", "load_card_sidecar"]

SIDECAR_PATH = CARD_SIDECAR
_VERSION = 1
_LARGE_BYTES = 1024 * 1024
"""A larger one is not indented."""


@dataclass(frozen=True, slots=True)
class CardSidecar:
    """`name` is what the familiar is called, `nickname` what `{{char}}` means if it is set.

    `form` and `chunk` say where the card stood, `original` the copy of that file, `book`
    the slug of its lorebook's folder, `assets` where each asset has its copy. `file` is what
    the file was called, without its ending: so SillyTavern names characters in lorebooks.
    """

    name: str
    nickname: str | None
    title: str
    form: str
    chunk: str | None
    original: str
    card: Json
    book: str | None = None
    assets: Mapping[str, str] = field(default_factory=dict)
    file: str = ""


def dump_card_sidecar(sidecar: CardSidecar) -> bytes:
    """The bytes of the sidecar; the names come first, for those who look into it."""
    value = {
        "familiar_memory": _VERSION,
        "name": sidecar.name,
        "nickname": sidecar.nickname,
        "version": sidecar.title,
        "from": sidecar.form,
        "chunk": sidecar.chunk,
        "original": sidecar.original,
        "book": sidecar.book,
        "assets": dict(sidecar.assets),
        "file": sidecar.file,
        "card": sidecar.card,
    }
    compact = dump_json(value, indent=None)
    # Indented, a list of many numbers becomes ten times as large.
    return compact if len(compact) > _LARGE_BYTES else dump_json(value)


def load_card_sidecar(data: bytes, label: str) -> CardSidecar:
    """Read the sidecar.

    Raises:
        InputError: it is damaged; `label` names it.
    """
    value = parse_sidecar(data, label)
    if not isinstance(value, dict) or not isinstance(value.get("card"), dict):
        raise InputError(f"{label}: there is no card in it", "the sidecar of an imported card")
    return CardSidecar(
        name=_text(value, "name") or "",
        nickname=_text(value, "nickname"),
        title=_text(value, "version") or "",
        form=_text(value, "from") or "json",
        chunk=_text(value, "chunk"),
        original=_text(value, "original") or "",
        card=value["card"],
        book=_text(value, "book"),
        assets=_texts(value.get("assets")),
        file=_text(value, "file") or "",
    )


def _text(value: dict[str, Any], key: str) -> str | None:
    found = value.get(key)
    return found if isinstance(found, str) else None


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {key: path for key, path in value.items() if isinstance(path, str)}
