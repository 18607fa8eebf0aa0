"""`familiar edit`: another text, or other fields, for one record."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.shared_options import (
    DryRunOption,
    RecordArgument,
)

__all__ = ["edit"]

_NUMBERS = {"importance": int, "confidence": float, "seen": int}
_LISTS = frozenset({"tags", "refs"})
_SWITCHES = {"temporary": {"yes": True, "true": True, "no": False, "false": False}}


@command(
    "edit",
    'familiar edit people/Rowan.md#~1f0c22aa "Prefers short answers, with examples"',
    "familiar edit people/Rowan.md:14 --field importance=9 --field tags=house,keys",
    "familiar edit topics/kitchen.md#^k3f9a1 --field expires= --dry-run",
)
def edit(
    ctx: typer.Context,
    name: RecordArgument,
    text: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="The new text. Without one, it stays as it is."),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option(
            "--field", metavar="NAME=VALUE", help="Set a field, or remove it (NAME=); repeatable."
        ),
    ] = None,
    dry_run: DryRunOption = False,
) -> None:
    """Change one record: its text, or fields such as importance, tags, since and ttl.

    Only its own line changes. `familiar search --json` and `familiar facts` show names of records.
    """
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record

    fields = dict(map(_field, field or ()))
    change_record(
        ctx,
        lambda opened: opened.familiar.memories.edit(
            name, text, fields, dry_run=dry_run, source=CLI
        ),
        dry_run=dry_run,
        named=name,
    )


def _field(given: str) -> tuple[str, Any]:
    """A field and its value; None takes it away."""
    name, sign, value = given.partition("=")
    name, value = name.strip(), value.strip()
    if not sign or not name:
        raise UsageError(f"{given!r} sets no field", "NAME=VALUE, or NAME= to remove it")
    if not value:
        return name, None
    if name in _LISTS:
        return name, tuple(filter(None, map(str.strip, value.split(","))))
    if name in _SWITCHES:
        if value.casefold() not in _SWITCHES[name]:
            raise UsageError(f"{name}: {value!r}", "yes or no")
        return name, _SWITCHES[name][value.casefold()]
    try:
        return name, _NUMBERS[name](value) if name in _NUMBERS else value
    except ValueError:
        raise UsageError(f"{name}: {value!r} is no number", f"--field {name}=5") from None
