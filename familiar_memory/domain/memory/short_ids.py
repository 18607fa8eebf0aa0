"""Block ids for lines that have none and are to be linked: short, and always the same."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Collection
from hashlib import blake2b

from familiar_memory.domain.memory.record import Record

__all__ = ["short_id"]

_LETTERS = 5
_MOST = 24


def short_id(record: Record, taken: Collection[str] = ()) -> str:
    """An id of what the record says: five letters of base 32, more where others have those.

    The same record gets the same id, so doing a thing again changes nothing.
    """
    fields = record.fields
    said = (record.text, str(fields.learned), str(fields.place), str(fields.by), *fields.refs)
    digest = blake2b("\n".join(said).encode("utf-8", "surrogatepass"), digest_size=15).digest()
    letters = b32encode(digest).decode("ascii").lower()
    for size in range(_LETTERS, _MOST):
        if letters[:size] not in taken:
            return letters[:size]
    return letters
