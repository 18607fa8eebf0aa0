"""File names for a card's assets that every system can store, and that never meet."""

from __future__ import annotations

import re
import unicodedata

from familiar_memory.domain.text.device_names import is_device_name
from familiar_memory.domain.tree import SELF, below

__all__ = ["ASSETS", "AssetNames", "reason_to_refuse"]

ASSETS = f"{below(SELF)}assets"
_MAX_PART_BYTES = 100
"""Of each part of a path: file systems allow 255, and a number or an ending may be added."""
_MAX_PARTS = 8
"""Folders of an asset's path that are kept, the innermost."""
_DRIVE = re.compile(r"[A-Za-z]:")
_NOTE_ENDINGS = (".md", ".markdown", ".fm-tmp")


def reason_to_refuse(name: str) -> str | None:
    """Why a member of an archive is not taken: it would lead out of the folder."""
    if not name or "\0" in name:
        return "its name is none"
    if "\\" in name:
        return "its name holds a backslash"
    if name.startswith("/"):
        return "its path is absolute"
    if _DRIVE.match(name):
        return "its path names a drive"
    if any(part in ("", ".", "..") for part in name.split("/")):
        return "its path leads out of the archive"
    return None


class AssetNames:
    """Gives each asset of one card a path of its own below `self/assets`."""

    def __init__(self) -> None:
        """No name is taken yet."""
        self._files: set[str] = set()
        self._folders: set[str] = set()
        self._numbers: dict[str, int] = {}

    def path_for(self, name: str) -> str:
        """A portable path for the asset; the same names in the same order give the same paths."""
        parts = [_portable(part) for part in name.split("/") if part.strip(". ")]
        if len(parts) > 1 and parts[0].lower() == "assets":
            parts = parts[1:]
        wanted = "/".join(parts[-_MAX_PARTS:]) or "asset"
        if not self._files.isdisjoint(_folders_above(_key(wanted))):
            # A file stands where a folder is needed.
            wanted = _portable(wanted.replace("/", "-"))
        path, number = wanted, self._numbers.get(_key(wanted), 1)
        while not self._is_free(path):
            number += 1
            path = _numbered(wanted, number)
        self._numbers[_key(wanted)] = number
        self._files.add(_key(path))
        self._folders.update(_folders_above(_key(path)))
        return f"{ASSETS}/{path}"

    def _is_free(self, path: str) -> bool:
        key = _key(path)
        return key not in self._files and key not in self._folders


def _numbered(path: str, number: int) -> str:
    folder, slash, last = path.rpartition("/")
    stem, dot, ending = last.rpartition(".")
    if not stem:
        stem, dot, ending = last, "", ""
    return f"{folder}{slash}{stem}-{number}{dot}{ending}"


def _folders_above(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]


def _portable(part: str) -> str:
    kept = "".join(c if c.isalnum() or c in "._- ()+" else "-" for c in _composed(part))
    kept = kept.lstrip(". ").rstrip(". ")
    stem, dot, ending = kept.rpartition(".")
    if len(kept.encode()) > _MAX_PART_BYTES:
        ending = _cut(ending, 16) if stem else ""
        kept = f"{_cut(stem or kept, _MAX_PART_BYTES - 20)}{dot if ending else ''}{ending}"
    kept = kept.rstrip(". ") or "asset"
    if is_device_name(kept):
        kept = f"_{kept}"
    # A note is indexed and recalled; what a stranger put among the pictures is not.
    return f"{kept}.txt" if kept.lower().endswith(_NOTE_ENDINGS) else kept


def _composed(part: str) -> str:
    return unicodedata.normalize("NFC", part.encode("utf-8", "replace").decode())


def _cut(text: str, size: int) -> str:
    return text.encode()[:size].decode("utf-8", "ignore")


def _key(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())
