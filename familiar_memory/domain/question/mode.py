"""How a reply will be given."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Mode"]


class Mode(StrEnum):
    """How the reply will be given; it sets the size of each layer."""

    FULL_RP = "full_rp"
    TEXT = "text"
    VOICE = "voice"
