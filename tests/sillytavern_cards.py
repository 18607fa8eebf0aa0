"""Fixtures of character cards, made in code, and a tree to hold what an import brings."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from familiar_importers.sillytavern.cards.exporter import CardExporter
from familiar_importers.sillytavern.cards.importer import CardImporter
from familiar_memory.testing import FileTree
from familiar_memory.transfer.exporter import ExportOptions
from familiar_memory.transfer.importer import BytesFile, Item, NoteFile, Remark, SkippedFile
from familiar_memory.transfer.reading.strict_json import parse_json

SIGNATURE = b"\x89PNG\r\n\x1a\n"


# Cards ------------------------------------------------------------------------------------


def v1_card(**fields: Any) -> dict[str, Any]:
    """A flat card of the first generation."""
    return {
        "name": "Marrow",
        "description": "{{char}} keeps the lighthouse.",
        "personality": "dry, patient",
        "scenario": "A storm.\r\nAnother line.",
        "first_mes": "Come in, {{user}}.",
        "mes_example": "<START>\r\n{{user}}: Hello\r\n{{char}}: Hm.",
        **fields,
    }


def v2_card(**data: Any) -> dict[str, Any]:
    """A V2 card with unknown keys at every level."""
    return {
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {
            **v1_card(),
            "creator_notes": "Best by candle light.",
            "system_prompt": "{{original}} Stay in the tower.",
            "post_history_instructions": "Be brief.",
            "alternate_greetings": ["The lamp is out.", "You again."],
            "tags": ["sea", "Night"],
            "creator": "somebody",
            "character_version": "1.0",
            "extensions": {
                "talkativeness": "0.5",
                "depth_prompt": {"prompt": "It rains.", "depth": "", "role": "system"},
                "x/unknown": {"n": [1, None, ""]},
            },
            "x_unknown": None,
            **data,
        },
        "x_top": {"a": 1},
    }


def v3_card(**data: Any) -> dict[str, Any]:
    """A V3 card; `spec_version` is a text, as the specification says."""
    fields = {"group_only_greetings": ["All of you?"], "nickname": "Mar", **data}
    return {**v2_card(**fields), "spec": "chara_card_v3", "spec_version": "3.0"}


def mirrored(card: dict[str, Any]) -> dict[str, Any]:
    """The card as SillyTavern writes it, with the fields of V1 again at the top level."""
    data = card["data"]
    repeated = {key: data[key] for key in v1_card() if key in data}
    return {**repeated, "creatorcomment": data["creator_notes"], "fav": False, **card}


def book(*entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A book as cards hold it."""
    return {"name": "Coast", "extensions": {}, "entries": list(entries), **fields}


def entry(number: int, content: str, **fields: Any) -> dict[str, Any]:
    """An entry of such a book."""
    return {
        "id": number,
        "keys": [f"key{number}", "/be(ta|th)/i"],
        "secondary_keys": [],
        "comment": f"Entry {number}",
        "content": content,
        "constant": False,
        "selective": False,
        "insertion_order": 100,
        "enabled": True,
        "position": "before_char",
        "use_regex": True,
        "extensions": {"position": 0, "depth": 4, "vendor/unknown": {"keep": [1, 2.5, None]}},
        **fields,
    }


# PNG --------------------------------------------------------------------------------------


def chunk(
    kind: bytes, payload: bytes, *, crc: int | None = None, length: int | None = None
) -> bytes:
    """A chunk; checksum and length may be wrong on purpose."""
    right = zlib.crc32(payload, zlib.crc32(kind))
    size = len(payload) if length is None else length
    return (
        struct.pack(">I", size) + kind + payload + struct.pack(">I", right if crc is None else crc)
    )


def encoded(card: Any) -> bytes:
    """Base64 of the JSON, as it stands in a chunk."""
    return base64.b64encode(json.dumps(card, ensure_ascii=False).encode())


def text(keyword: str, content: bytes) -> bytes:
    """A tEXt chunk."""
    return chunk(b"tEXt", keyword.encode() + b"\0" + content)


def ztext(keyword: str, content: bytes) -> bytes:
    """A zTXt chunk."""
    return chunk(b"zTXt", keyword.encode() + b"\0\0" + zlib.compress(content))


def itext(keyword: str, content: bytes, *, packed: bool = False) -> bytes:
    """An iTXt chunk."""
    flag = b"\1\0" if packed else b"\0\0"
    body = zlib.compress(content) if packed else content
    return chunk(b"iTXt", keyword.encode() + b"\0" + flag + b"en\0Karte\0" + body)


IHDR = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
IDAT = chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
IEND = chunk(b"IEND", b"")


def png(*chunks: bytes, before: Iterable[bytes] = ()) -> bytes:
    """A picture of one dot with these chunks after (or before) its pixels."""
    return b"".join((SIGNATURE, IHDR, *before, IDAT, *chunks, IEND))


def png_card(card: Any, keyword: str = "chara") -> bytes:
    """The usual: one tEXt chunk behind the pixels."""
    return png(text(keyword, encoded(card)))


# charx ------------------------------------------------------------------------------------


def charx(
    card: Any, members: Iterable[tuple[str | zipfile.ZipInfo, bytes]] = (), **kw: Any
) -> bytes:
    """An archive with the card, deflated, and these members behind it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **kw) as archive:
        if card is not None:
            archive.writestr("card.json", card if isinstance(card, bytes) else json.dumps(card))
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def charx_members(data: bytes) -> list[tuple[str, bytes]]:
    """Names and contents in order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(info.orig_filename, archive.read(info)) for info in archive.infolist()]


# A tree -----------------------------------------------------------------------------------


class Tree(FileTree):
    """What an import brought, in memory; a person may edit it. A `TreeReader`."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        """Hold notes and files; remarks and what was skipped are kept beside."""
        super().__init__()
        self.remarks: list[Remark] = []
        self.skipped: list[SkippedFile] = []
        for item in items:
            if isinstance(item, NoteFile):
                assert item.path not in self.files
                self.files[item.path] = item.text.encode()
            elif isinstance(item, BytesFile):
                assert item.path not in self.files
                self.files[item.path] = item.data
            elif isinstance(item, Remark):
                self.remarks.append(item)
            elif isinstance(item, SkippedFile):
                self.skipped.append(item)

    def note(self, path: str) -> str:
        """A note's text, newlines as they are."""
        return self.files[path].decode()

    def write(self, path: str, content: str) -> None:
        """As a person does."""
        self.files[path] = content.encode()

    @property
    def told(self) -> str:
        """All remarks as one text."""
        return "\n".join(f"{remark.location}: {remark.text}" for remark in self.remarks)


def imported(folder: Path, data: bytes, name: str = "card.png") -> Tree:
    """The tree after an import of these bytes."""
    path = folder / name
    path.write_bytes(data)
    return Tree(CardImporter().read(path))


def exported(tree: Tree, ending: str = "png", **options: Any) -> bytes:
    """The bytes of an export."""
    return exported_with_remarks(tree, ending, **options)[0]


def exported_with_remarks(tree: Tree, ending: str = "png", **options: Any) -> tuple[bytes, str]:
    """The bytes of an export, and all that was remarked."""
    given = replace(ExportOptions(Path(f"out.{ending}"), familiar_name="Marrow"), **options)
    export = CardExporter().export(tree, given)
    return b"".join(export.pieces), "\n".join(remark.text for remark in export.remarks)


def parsed(data: bytes) -> Any:
    """JSON as the product reads it: numbers keep their spelling."""
    return parse_json(data, "test")


def spelt(value: Any) -> str:
    """A value as text: equal texts mean equal values of equal types in equal order."""
    return json.dumps(value, default=str)
