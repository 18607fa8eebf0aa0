"""What the shell offers behind Tab: familiars, notes, changes, formats.

Nothing is opened, and nothing is indexed: names of files and the end of the journal are read.
What cannot be read offers nothing, since a shell has no place for an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from familiar_memory.errors import FamiliarError
from familiar_memory.interfaces.cli.frame.invocation import invocation

if TYPE_CHECKING:
    from familiar_memory.config.paths import FamiliarPaths

__all__ = [
    "complete_changes",
    "complete_export_formats",
    "complete_familiars",
    "complete_import_formats",
    "complete_notes",
]

Offered: TypeAlias = list[tuple[str, str]]
"""(what to put there, what to say of it)"""

_MOST = 200
"""Of what is offered: a shell asks before it shows more than a screen of it."""
_JOURNAL_END = 1 << 17
"""Bytes of the journal that are read: its newest few hundred changes."""
_SHORT = 8
"""Characters of an id, as `familiar log` shows it."""


def _or_nothing(offer: Callable[[Any, str], Iterator[tuple[str, str]]]) -> Callable[..., Offered]:
    def offered(ctx: Any, incomplete: str) -> Offered:  # noqa: ANN401 - typer's or click's
        found: Offered = []
        try:
            for one in offer(ctx, incomplete):
                found.append(one)
                if len(found) == _MOST:
                    break
        except (FamiliarError, OSError):
            return []
        return found

    return offered


@_or_nothing
def complete_familiars(ctx: Any, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """The familiars in the home that is meant."""
    from familiar_memory.config.paths import familiars_in

    home = invocation(ctx).home_folder()
    yield from ((name, "") for name in familiars_in(home) if name.startswith(incomplete))


@_or_nothing
def complete_notes(ctx: Any, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Notes and folders, by path."""
    from familiar_memory.store.disk_reader import DiskReader

    paths = [one.path for one in DiskReader(_paths(ctx).memory).scan_files().files]
    folders = sorted({f"{path.rpartition('/')[0]}/" for path in paths if "/" in path})
    yield from ((path, "") for path in (*folders, *sorted(paths)) if path.startswith(incomplete))


@_or_nothing
def complete_changes(ctx: Any, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """The newest changes, by the ids that `familiar log` shows, newest first, and batches."""
    from familiar_memory.store.journal.entry import JournalEntry, decode_line

    seen: set[str] = set()
    for line in _last_lines(_paths(ctx).journal / "audit.jsonl"):
        try:
            entry = decode_line(line)
        except (ValueError, KeyError, TypeError):
            continue
        if not isinstance(entry, JournalEntry):
            continue
        said = f"{entry.source} {entry.path}"
        for identity, what in ((entry.id, said), (entry.batch, f"batch of {entry.source}")):
            if identity and identity not in seen and identity.startswith(incomplete):
                seen.add(identity)
                yield identity[:_SHORT] if len(incomplete) <= _SHORT else identity, what


@_or_nothing
def complete_import_formats(ctx: Any, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """What `import --as` takes."""
    yield from _entries("familiar_memory.importers", incomplete)


@_or_nothing
def complete_export_formats(ctx: Any, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """What `export` can write."""
    yield from _entries("familiar_memory.exporters", incomplete)


def _entries(group: str, incomplete: str) -> Iterator[tuple[str, str]]:
    from importlib.metadata import entry_points

    # By name alone: to load them takes as long as to import with them.
    names = sorted({entry.name for entry in entry_points(group=group)})
    yield from ((name, "") for name in names if name.startswith(incomplete))


def _paths(ctx: Any) -> FamiliarPaths:  # noqa: ANN401 - as above
    from familiar_memory.config.paths import FamiliarPaths

    call = invocation(ctx)
    return FamiliarPaths(call.home_folder(), call.familiar_id())


def _last_lines(file: Path) -> list[bytes]:
    """The lines at the end of a file, the last one first."""
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(size - _JOURNAL_END, 0))
        lines = opened.read().splitlines()
    return (lines[1:] if size > _JOURNAL_END else lines)[::-1]
