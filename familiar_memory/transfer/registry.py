"""Which importers there are: ours and those that other packages bring."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from familiar_memory.errors import InputError, UsageError
from familiar_memory.transfer.importer import Importer

__all__ = ["GROUP", "choose_importer", "find_importers"]

_log = logging.getLogger(__name__)
GROUP = "familiar_memory.importers"
"""The entry point group; each entry names a class whose instance is an `Importer`."""


def find_importers(entries: Iterable[EntryPoint] | None = None) -> dict[str, Importer]:
    """Every importer that is installed, by name; one that cannot be loaded is left out."""
    found: dict[str, Importer] = {}
    for entry in entry_points(group=GROUP) if entries is None else entries:
        try:
            importer = entry.load()()
        except Exception as problem:  # noqa: BLE001 - a broken plug-in must not break the others
            _log.warning("the importer %s cannot be loaded: %s", entry.name, problem)
            continue
        if isinstance(importer, Importer):
            found[importer.name] = importer
    return dict(sorted(found.items()))


def choose_importer(
    importers: Mapping[str, Importer], path: Path, name: str | None = None
) -> Importer:
    """The importer of that name, else the one that knows the format.

    Raises:
        UsageError: there is none of that name.
        InputError: nothing is there, or none or several know the format.
    """
    accepted = "; ".join(f"{i.name}: {i.describe}" for i in importers.values()) or "none installed"
    if name is not None and name not in importers:
        raise UsageError(f"there is no importer {name!r}", f"accepted: {accepted}")
    if not path.exists():
        raise InputError(f"{path} is not there", "a file or a folder that exists")
    if name is not None:
        return importers[name]
    fitting = [importer for importer in importers.values() if importer.detect(path)]
    if len(fitting) == 1:
        return fitting[0]
    problem = "looks like nothing that can be imported" if not fitting else "looks like several"
    names = f" ({', '.join(i.name for i in fitting)})" if fitting else ""
    raise InputError(f"{path} {problem}{names}", f"say which with --as; {accepted}")
