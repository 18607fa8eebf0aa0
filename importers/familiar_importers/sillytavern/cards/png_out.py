"""A card written into a PNG: into the chunk it came from, or into another picture."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_importers.sillytavern.cards.notes.patch import Edit, follow_edits
from familiar_importers.sillytavern.containers.png import chunk_bytes, read_png, spliced
from familiar_importers.sillytavern.containers.png_text import packed, text_chunks
from familiar_importers.sillytavern.reading.payload import encode_payload
from familiar_importers.sillytavern.reading.png_card import CARD_KEYS, CardChunk, CardChunks
from familiar_importers.sillytavern.reading.shape import Json, shape_of

__all__ = ["card_in_picture", "replaced_in_png", "without_card"]

_V2 = {"spec": "chara_card_v2", "spec_version": "2.0"}


def replaced_in_png(
    data: bytes, chunks: CardChunks, card: Json, edits: Sequence[Edit], label: str
) -> tuple[bytes, tuple[str, ...]]:
    """The file with the card in the chunk that held it; every other byte stays.

    A second chunk with the same character follows the edits. One that can't be read is
    left out, since it would be believed before the one that can. The texts are remarks.
    """
    changes = [_changed(chunks.card, card, label)]
    for other in chunks.others:
        value = follow_edits(other.value, shape_of(other.value, label), edits)
        if value is not other.value:
            changes.append(_changed(other, value, label))
    before = CARD_KEYS[: CARD_KEYS.index(chunks.card.text.key)]
    believed = [text for text in chunks.broken if text.key in before]
    changes += [(text.chunk.start, text.chunk.end, b"") for text in believed]
    remarks = tuple(
        f"the chunk {text.keyword} could not be read and is left out" for text in believed
    )
    return spliced(data, changes), remarks


def card_in_picture(picture: bytes, card: Json, label: str) -> bytes:
    """The picture with the card before its end: `chara`, and for a V3 card `ccv3` as well.

    A card that the picture held is taken out. Programs that know no V3 read `chara`.

    Raises:
        InputError: it is no PNG; `label` names it.
    """
    plain = without_card(picture, label)
    is_v3 = card.get("spec") == "chara_card_v3"
    chunks = [_text_chunk("chara", {**card, **_V2} if is_v3 else card)]
    if is_v3:
        chunks.append(_text_chunk("ccv3", card))
    end = next((c for c in read_png(plain, label).chunks if c.kind == b"IEND"), None)
    at = len(plain) if end is None else end.start
    return spliced(plain, [(at, at, b"".join(chunks))])


def without_card(picture: bytes, label: str) -> bytes:
    """The picture without chunks that hold a character.

    Raises:
        InputError: it is no PNG; `label` names it.
    """
    texts = text_chunks(read_png(picture, label))
    return spliced(
        picture, [(t.chunk.start, t.chunk.end, b"") for t in texts if t.key in CARD_KEYS]
    )


def _changed(held: CardChunk, card: Json, label: str) -> tuple[int, int, bytes]:
    chunk = held.text.chunk
    payload = packed(held.text, encode_payload(card, plain=held.plain), label)
    return chunk.start, chunk.end, chunk_bytes(chunk.kind, payload)


def _text_chunk(keyword: str, card: Json) -> bytes:
    return chunk_bytes(b"tEXt", keyword.encode() + b"\0" + encode_payload(card))
