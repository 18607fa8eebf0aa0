"""Which importers and exporters there are: ours and those that other packages bring."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeVar

from familiar_memory.errors import InputError, UsageError
from familiar_memory.plug_ins import made
from familiar_memory.transfer.exporter import Exporter
from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.reading.unknown_file import why_unknown

__all__ = [
    "EXPORTERS",
    "IMPORTERS",
    "choose_exporter",
    "choose_importer",
    "find_exporters",
    "find_importers",
]

_log = logging.getLogger(__name__)
IMPORTERS = "familiar_memory.importers"
EXPORTERS = "familiar_memory.exporters"
"""Entry point groups; each entry names a class whose instance is an `Importer` or `Exporter`."""

_Door = TypeVar("_Door", Importer, Exporter)


def find_importers(entries: Iterable[EntryPoint] | None = None) -> dict[str, Importer]:
    """Every importer that is installed, by name; one that cannot be loaded is left out."""
    found = map(made, entry_points(group=IMPORTERS) if entries is None else entries)
    return _by_name(one for one in found if isinstance(one, Importer))


def find_exporters(entries: Iterable[EntryPoint] | None = None) -> dict[str, Exporter]:
    """Every exporter that is installed, by name; one that cannot be loaded is left out."""
    found = map(made, entry_points(group=EXPORTERS) if entries is None else entries)
    return _by_name(one for one in found if isinstance(one, Exporter))


def choose_importer(
    importers: Mapping[str, Importer], path: Path, name: str | None = None
) -> Importer:
    """The importer of that name, else the one that knows the format.

    Raises:
        UsageError: there is none of that name.
        InputError: nothing is there, or none knows the format (it says why), or several do.
    """
    if name is not None:
        _require(importers, name, "importer")
    if not path.exists():
        raise InputError(f"{path} is not there", "a file or a folder that exists")
    if name is not None:
        return importers[name]
    fitting = [importer for importer in importers.values() if importer.detect(path)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise InputError(
            f"{path} does not look like anything that can be imported: {why_unknown(path)}",
            "`familiar import --formats` lists what can; --as NAME says which one this is",
        )
    names = ", ".join(importer.name for importer in fitting)
    raise InputError(f"{path} looks like several ({names})", f"choose one with --as: {names}")


def choose_exporter(exporters: Mapping[str, Exporter], name: str) -> Exporter:
    """The exporter of that name.

    Raises:
        UsageError: there is none of that name.
    """
    _require(exporters, name, "exporter")
    return exporters[name]


def _by_name(doors: Iterable[_Door]) -> dict[str, _Door]:
    found: dict[str, _Door] = {}
    for door in doors:
        if type(found.setdefault(door.name, door)) is not type(door):
            _log.warning("two plug-ins are called %s; %r is left out", door.name, type(door))
    return {name: found[name] for name in sorted(found)}


def _require(doors: Mapping[str, Importer] | Mapping[str, Exporter], name: str, what: str) -> None:
    if name not in doors:
        raise UsageError(f"there is no {what} {name!r}", f"accepted: {_told(doors)}")


def _told(doors: Mapping[str, Importer] | Mapping[str, Exporter]) -> str:
    return ", ".join(doors) or "none installed"
