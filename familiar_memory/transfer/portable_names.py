"""Names of files as every system can store them, and as no disk can confuse them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable

from familiar_memory.domain.text.device_names import is_device_name
from familiar_memory.store.names import MAX_NAME_BYTES, name_key

__all__ = ["another_name", "name_key", "portable_names"]

_DIGEST_BYTES = 4
"""32 bits, to tell apart the few files of one folder whose names are cut alike."""
_LONGEST_ENDING = 16
"""Bytes; a longer one is no type of file but a part of the name."""
# What Windows refuses, a backslash, and what no path of the tree may hold.
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\\ud800-\udfff]+')


def portable_names(names: Iterable[str], meant: Collection[str] = ()) -> dict[str, str]:
    """What each name of one folder is called so that every system can hold them all.

    A name that is fine stays. Of names that some disk takes for one (`Tea.md` and `tea.md`,
    composed and decomposed letters) one that is `meant` so stays, else the first in order, and
    the others get `--` and a digest of their own name, so that no later addition renames those
    which sort before it.
    """
    given = sorted(names, key=lambda name: (name not in meant, _portable(name) != name, name))
    taken: set[str] = set()
    result: dict[str, str] = {}
    for name in given:
        wanted = _portable(name)
        if name_key(wanted) in taken:
            wanted = _with_digest(wanted, name)
        taken.add(name_key(wanted))
        result[name] = wanted
    return result


def another_name(name: str) -> str:
    """The name with a digest of itself behind it, for where the plain one cannot stand."""
    return _with_digest(name, name)


def _portable(name: str) -> str:
    stem, ending = _split(name)
    stem = _REFUSED.sub("-", stem).rstrip(" .")
    ending = _REFUSED.sub("-", ending).rstrip(" .")
    if not stem.strip("-. "):
        return _with_digest(f"unnamed{ending}", name)
    cleaned = f"{stem}{ending}"
    is_refused = is_device_name(cleaned) or len(cleaned.encode()) > MAX_NAME_BYTES
    return _with_digest(cleaned, name) if is_refused else cleaned


def _with_digest(cleaned: str, name: str) -> str:
    raw = name.encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(raw, digest_size=_DIGEST_BYTES).hexdigest()
    stem, ending = _split(cleaned)
    if len(ending.encode()) > _LONGEST_ENDING:
        stem, ending = cleaned, ""
    room = MAX_NAME_BYTES - len(f"--{digest}{ending}".encode())
    short = stem.encode()[:room].decode("utf-8", "ignore").rstrip(" .")
    return f"{short}--{digest}{ending}"


def _split(name: str) -> tuple[str, str]:
    """The name and its ending with the dot; a dot in front begins no ending."""
    dot = name.rfind(".", 1)
    return (name, "") if dot < 0 else (name[:dot], name[dot:])
