"""How the operations look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_definitions"]

_INDENT = 4


def show_definitions(definitions: Iterable[Mapping[str, Any]], out: Output) -> None:
    """Each one's name, what it takes (required first, the rest in brackets), and its use.

    A row in a pipe; on a terminal the use stands below, so there is room for all of it.
    """
    from rich.text import Text

    rows = []
    for one in definitions:
        told = one.get("function", one)
        schema = told.get("parameters") or told.get("input_schema") or {}
        required = schema.get("required", [])
        optional = (name for name in schema.get("properties", {}) if name not in required)
        taken = " ".join((*required, *(f"[{name}]" for name in optional)))
        rows.append((told["name"], taken, told["description"]))
    if not out.is_rich:
        out.table(("operation", "takes", "for"), rows)
        return
    for name, taken, use in rows:
        out.hang_parts((Text(name, "bold"), Text(taken, "dim")), _INDENT, 0)
        out.hang(Text(use), _INDENT, _INDENT)
