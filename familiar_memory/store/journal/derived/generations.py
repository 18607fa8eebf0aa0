"""Tables that other versions of this program have derived from the same lines.

They tell of the same notes, and nobody of this version would keep them up to date, or erase
in them. They may go at any time: whoever comes back to another version makes its own anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from familiar_memory.store.sqlite.files import remove_files
from familiar_memory.store.sqlite.in_use import is_in_use

__all__ = ["drop_other_generations"]

_GENERATION = re.compile(r"derived-[0-9]+\.sqlite")


def drop_other_generations(current: Path) -> None:
    """Remove those beside the current file that no running program uses."""
    for file in _others(current):
        # One that cannot be removed now is met again at the next opening.
        with suppress(OSError):
            if not is_in_use(file):
                remove_files(file)


def _others(current: Path) -> Iterator[Path]:
    for file in sorted(current.parent.glob("derived-*.sqlite")):
        if file.name != current.name and _GENERATION.fullmatch(file.name):
            yield file
