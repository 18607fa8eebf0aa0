"""What the lines of a SillyTavern chat are: a header, then messages; and how a chat is named."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from familiar_memory.domain.text.slugs import readable

__all__ = ["MAX_LINE_BYTES", "is_header", "prefix_of"]

MAX_LINE_BYTES = 16_000_000
"""A message with all its swipes."""


def is_header(line: Mapping[str, Any]) -> bool:
    """Whether a first line is about the chat, and no message."""
    return "mes" not in line and bool(
        line.keys() & {"chat_metadata", "user_name", "character_name"}
    )


def prefix_of(stem: str, first_date: object) -> str:
    """The chat's name in refs: the file's, told from others of that name by its first date.

    A header will not do: SillyTavern has dropped what it held over the years.
    """
    identity = f"{stem}\n{first_date}".encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(identity, digest_size=5).hexdigest()
    return f"{readable(stem)[:40].strip('-') or 'chat'}--{digest}"
