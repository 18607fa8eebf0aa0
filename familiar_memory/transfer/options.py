"""What a person may tell an importer: the fields of its dataclass, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, fields, is_dataclass, replace
from typing import cast

from familiar_memory.errors import UsageError
from familiar_memory.transfer.importer import Importer

__all__ = ["configured", "setting_names"]


def configured(importer: Importer, settings: Iterable[str]) -> Importer:
    """The importer with `name=value` settings; a field of it takes a text, yes/no or a number.

    Raises:
        UsageError: it has no such setting, or the value does not fit.
    """
    known = {field.name: field for field in _settable(importer)}
    values: dict[str, object] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        field = known.get(name.strip())
        if not equals and field is not None:
            raise UsageError(f"the setting {name.strip()!r} has no value", f"{name.strip()}=VALUE")
        if not equals or field is None:
            names = ", ".join(f"{name}=…" for name in known) or "none"
            raise UsageError(
                f"{setting!r} is no setting of the importer {importer.name!r}", f"accepted: {names}"
            )
        values[field.name] = _read(field, value.strip(), importer)
    if not values:
        return importer
    try:
        changed: object = replace(importer, **values)  # type: ignore[type-var]
    except ValueError as problem:
        raise UsageError(f"{importer.name}: {problem}", "see docs/importing.md") from None
    return cast("Importer", changed)


def setting_names(importer: Importer) -> list[str]:
    """What `configured` accepts for this importer."""
    return [field.name for field in _settable(importer)]


def _settable(importer: Importer) -> list[Field[object]]:
    given: object = importer
    if not is_dataclass(given):
        return []
    return [field for field in fields(given) if field.init and not field.name.startswith("_")]


def _read(field: Field[object], value: str, importer: Importer) -> object:
    """A text as the type of what the field holds now."""
    now = getattr(importer, field.name)
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
