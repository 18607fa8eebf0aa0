"""Names that Windows keeps for its devices, whatever stands behind a dot."""

from __future__ import annotations

import re

__all__ = ["is_device_name"]

_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.I)


def is_device_name(name: str) -> bool:
    """Whether a file or folder of this name cannot be made on Windows."""
    return _DEVICE.fullmatch(name) is not None
