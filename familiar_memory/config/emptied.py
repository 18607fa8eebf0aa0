"""Settings files that somebody, or something, has emptied while a familiar was open."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable
from pathlib import Path

from familiar_memory.errors import ConfigError

__all__ = ["filled_files", "refuse_emptied", "says_nothing"]


def filled_files(files: Iterable[Path]) -> frozenset[Path]:
    """Those of the files that say anything."""
    return frozenset(file for file in files if file.is_file() and not says_nothing(file))


def says_nothing(file: Path) -> bool:
    """Whether it is there, and has nothing but white space; what cannot be read is not blank."""
    try:
        return not file.read_bytes().removeprefix(BOM_UTF8).strip()
    except OSError:
        return False


def refuse_emptied(filled: Iterable[Path]) -> None:
    """Refuse files that said something and are blank now.

    An editor, or a disk that is full, may leave them so for a while, or for good. Taken for
    settings, they would have an incognito familiar record.

    Raises:
        ConfigError: one of them is.
    """
    for file in sorted(filled):
        if says_nothing(file):
            raise ConfigError(
                f"{file} had settings and is empty now (to go by the defaults, leave a comment"
                " in it)",
                "what it said before, or a comment alone, such as # defaults",
            )
