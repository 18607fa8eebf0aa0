"""How the operations look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_definitions"]


def show_definitions(definitions: Iterable[Mapping[str, Any]], out: Output) -> None:
    """A row for each: its name, what it takes (required first, the rest in brackets), its use."""
    rows = []
    for one in definitions:
        told = one.get("function", one)
        schema = told.get("parameters") or told.get("input_schema") or {}
        required = schema.get("required", [])
        optional = (name for name in schema.get("properties", {}) if name not in required)
        taken = " ".join((*required, *(f"[{name}]" for name in optional)))
        rows.append((told["name"], taken, told["description"]))
    out.table(("operation", "takes", "for"), rows, spare=("for",))
