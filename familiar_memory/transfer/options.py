"""What a person may set of an importer or exporter: the fields of its dataclass, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, fields, is_dataclass, replace
from typing import TypeVar, cast

from familiar_memory.errors import UsageError
from familiar_memory.transfer.exporter import Exporter
from familiar_memory.transfer.importer import Importer

__all__ = ["configured", "setting_names"]

_Door = TypeVar("_Door", Importer, Exporter)


def configured(door: _Door, settings: Iterable[str]) -> _Door:
    """The importer or exporter with `name=value` settings.

    A field of it takes a text, yes/no or a number.

    Raises:
        UsageError: it has no such setting, or the value does not fit.
    """
    known = {field.name: field for field in _settable(door)}
    values: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        field = known.get(name.strip())
        if not equals and field is not None:
            raise UsageError(f"the setting {name.strip()!r} has no value", f"{name.strip()}=VALUE")
        if not equals or field is None:
            names = ", ".join(f"{name}=…" for name in known) or "none"
            raise UsageError(
                f"{setting!r} is not a setting of the {_kind(door)} {door.name!r}",
                f"accepted: {names}",
            )
        values[field.name] = _read(field, value.strip(), door)
    if not values:
        return door
    try:
        changed: object = replace(door, **values)  # type: ignore[type-var]
    except ValueError as problem:
        raise UsageError(f"{door.name}: {problem}", f"see docs/{_kind(door)[:-2]}ing.md") from None
    return cast("_Door", changed)


def setting_names(door: Importer | Exporter) -> list[str]:
    """What `configured` accepts for this importer or exporter."""
    return [field.name for field in _settable(door)]


def _kind(door: Importer | Exporter) -> str:
    return "exporter" if isinstance(door, Exporter) else "importer"


def _settable(door: Importer | Exporter) -> list[Field[object]]:
    """The fields that hold what can be written in a command: no clocks, for instance."""
    given: object = door
    if not is_dataclass(given):
        return []
    return [
        field
        for field in fields(given)
        if field.init
        and not field.name.startswith("_")
        and isinstance(getattr(given, field.name), str | int)
    ]


def _read(field: Field[object], value: str, door: Importer | Exporter) -> object:
    """A text as the type of what the field holds now."""
    now = getattr(door, field.name)
    if isinstance(now, bool):
        answers = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
        if value.lower() not in answers:
            raise UsageError(f"{field.name}={value!r}", "yes or no")
        return answers[value.lower()]
    if isinstance(now, int):
        if not value.isascii() or not value.isdigit() or len(value) > 12:
            raise UsageError(f"{field.name}={value!r}", "a whole number")
        return int(value)
    return value
