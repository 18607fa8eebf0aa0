"""Compare what a source holds with what the index knows; pure."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass

from familiar_memory.domain.memory.racy import is_racy
from familiar_memory.domain.memory.source import KnownDocument, ScanResult, Stamp

__all__ = ["Difference", "compare", "scan_digest"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Keys by what must be done with them, each in order.

    `suspect` = the stamp is the same, but too young to be trusted: the hash decides.
    """

    added: tuple[Stamp, ...] = ()
    changed: tuple[Stamp, ...] = ()
    suspect: tuple[Stamp, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look at."""
        return not (self.added or self.changed or self.suspect or self.removed)


def compare(scan: ScanResult, known: Mapping[str, KnownDocument]) -> Difference:
    """Sort keys into added, changed, suspect and removed.

    What could not be read is not removed: neither the key itself nor, for a folder
    (a key that ends in `/`, or the empty one for all), anything under it.
    """
    added: list[Stamp] = []
    changed: list[Stamp] = []
    suspect: list[Stamp] = []
    unchanged = 0
    for stamp in scan.stamps:
        before = known.get(stamp.key)
        if before is None:
            added.append(stamp)
        elif before.stamp != stamp:
            changed.append(stamp)
        elif is_racy(before):
            suspect.append(stamp)
        else:
            unchanged += 1
    present = {stamp.key for stamp in scan.stamps}
    removed = sorted(
        key for key in known if key not in present and not _shielded(key, scan.unreadable)
    )
    return Difference(tuple(added), tuple(changed), tuple(suspect), tuple(removed), unchanged)


def scan_digest(scan: ScanResult) -> str | None:
    """A digest of all stamps: equal digests, equal scans. None when not all could be seen."""
    if scan.unreadable:
        return None
    keys = "\0".join([stamp.key for stamp in scan.stamps])
    hasher = hashlib.blake2b(keys.encode("utf-8", "surrogatepass"), digest_size=16)
    hasher.update(array("q", [stamp.mtime_ns for stamp in scan.stamps]))
    hasher.update(array("q", [stamp.size for stamp in scan.stamps]))
    return f"{len(scan.stamps)}-{hasher.hexdigest()}"


def _shielded(key: str, unreadable: Mapping[str, str]) -> bool:
    if not unreadable:
        return False
    folders = (prefix for prefix in unreadable if prefix.endswith("/") or not prefix)
    return key in unreadable or any(key.startswith(folder) for folder in folders)
