"""Chance that falls the same way each time: by seed, name and message."""

from __future__ import annotations

import hashlib

__all__ = ["chance"]

_DIGEST_BYTES = 8
"""64 bits, more than the fraction of a float holds."""


def chance(seed: int, *names: str) -> float:
    """A number from 0 up to 1 that only these decide; the same in every process."""
    text = "\0".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(text, digest_size=_DIGEST_BYTES).digest()
    return int.from_bytes(digest) / (1 << 8 * _DIGEST_BYTES)
