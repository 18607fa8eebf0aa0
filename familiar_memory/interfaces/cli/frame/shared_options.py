"""Options and arguments of several commands, the same wherever they are taken."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

__all__ = ["AuthorOption", "DryRunOption", "PlaceOption", "RecordArgument", "YesOption"]

PlaceOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE",
        help="Only what may be shown there, by label or slug. Default: all, as the owner.",
    ),
]
AuthorOption: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="WHO", help="Who is asking there: a name, slug or platform:id."),
]
DryRunOption: TypeAlias = Annotated[
    bool, typer.Option("--dry-run", help="Show what would happen; write nothing.")
]
YesOption: TypeAlias = Annotated[
    bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")
]
RecordArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="NAME", help="A record: path#^id, path#~id or path:line.")
]
