"""The assets that a card brings along: copied as they are; nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from familiar_importers.sillytavern.containers.asset_names import AssetNames, reason_to_refuse
from familiar_importers.sillytavern.containers.charx import CARD_MEMBER, CharxArchive
from familiar_importers.sillytavern.containers.incoming import printable
from familiar_importers.sillytavern.containers.png import Png
from familiar_importers.sillytavern.containers.png_text import inflated
from familiar_importers.sillytavern.reading.card_file import CardFile
from familiar_importers.sillytavern.reading.payload import decode_base64
from familiar_importers.sillytavern.reading.png_card import legacy_assets
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Remark, SkippedFile

__all__ = ["Asset", "asset_uris", "card_assets", "embedded_path"]

Asset: TypeAlias = tuple[str, str, bytes]
"""What the asset is called in the card, its path in the tree, its bytes."""

_MAX_ASSETS = 1_000
"""A card has a handful; more are not looked at."""
_MAX_DATA_URI = 32 * 1024 * 1024
"""Characters of a picture in the card's own text: as one asset of an archive."""
_EMBEDDED = ("embeded://", "embedded://", "__asset:")


def card_assets(file: CardFile, label: str) -> Iterator[Asset | SkippedFile | Remark]:
    """Every asset that is inside the file, each with a path of its own below `self/assets`.

    Raises:
        InputError: all together they are too large.
    """
    names = AssetNames()
    uris = asset_uris(file)
    if file.archive is not None:
        yield from _from_archive(file.archive, uris, names, label)
    if file.png is not None:
        yield from _from_chunks(file.png, names, label)
    yield from _from_data_uris(uris, names, label)
    if elsewhere := [uri for _, uri in uris if uri.startswith(("http:", "https:", "file:"))]:
        shown = printable(elsewhere[0])
        yield Remark(
            f"{label}: assets", f"{len(elsewhere)} stand elsewhere and are not fetched: {shown}"
        )


def asset_uris(file: CardFile) -> list[tuple[str, str]]:
    """(name to file it under, URI) of each asset that the card lists."""
    assets = file.shape.fields(file.card).get("assets")
    return [
        (_file_name(asset), asset["uri"])
        for asset in (assets[:_MAX_ASSETS] if isinstance(assets, list) else [])
        if isinstance(asset, dict) and isinstance(asset.get("uri"), str)
    ]


def embedded_path(uri: str) -> str | None:
    """The path inside the file that a URI means; None when it means something else."""
    for prefix in _EMBEDDED:
        if uri.startswith(prefix):
            return uri[len(prefix) :]
    return None


def _from_archive(
    archive: CharxArchive, uris: list[tuple[str, str]], names: AssetNames, label: str
) -> Iterator[Asset | SkippedFile | Remark]:
    wanted = frozenset(path for _, uri in uris if (path := embedded_path(uri)) is not None)
    taken: set[str] = {CARD_MEMBER}
    for item in archive.assets(wanted):
        if isinstance(item, SkippedFile):
            taken.add(item.path)
            yield item
        else:
            name, data = item
            taken.add(name)
            yield name, names.path_for(name), data
    there = archive.names()
    if missing := sorted(wanted - set(there)):
        yield Remark(f"{label}: assets", f"not in the file: {printable(missing[0])}")
    if left := [name for name in there if name not in taken and not reason_to_refuse(name)]:
        text = f"{len(left)} other members stay in the original, {printable(left[0])} among them"
        yield Remark(label, text)


def _from_chunks(png: Png, names: AssetNames, label: str) -> Iterator[Asset | SkippedFile]:
    for path, text in legacy_assets(png):
        if reason := reason_to_refuse(path):
            yield SkippedFile(printable(path), reason)
            continue
        try:
            data = decode_base64(inflated(text, label), printable(path))
        except InputError as problem:
            yield SkippedFile(printable(path), problem.problem)
            continue
        yield path, names.path_for(path), data


def _from_data_uris(
    uris: list[tuple[str, str]], names: AssetNames, label: str
) -> Iterator[Asset | SkippedFile]:
    for number, (name, uri) in enumerate(uris, start=1):
        if not uri.startswith("data:"):
            continue
        head, comma, body = uri.partition(",")
        where = f"{label}: asset {number}"
        if not comma or not head.endswith(";base64") or len(body) > _MAX_DATA_URI:
            yield SkippedFile(where, "its data: URI is not base64, or too large; it stays there")
            continue
        try:
            data = decode_base64(body.encode(), where)
        except InputError as problem:
            yield SkippedFile(where, problem.problem)
            continue
        yield f"data:{number}", names.path_for(name), data


def _file_name(asset: dict[str, Any]) -> str:
    kind, name, ending = (str(asset.get(key) or "") for key in ("type", "name", "ext"))
    last = f"{name or 'asset'}.{ending}" if ending and ending != "unknown" else name or "asset"
    return f"{(kind or 'other').replace('/', '-')}/{last.replace('/', '-')}"
