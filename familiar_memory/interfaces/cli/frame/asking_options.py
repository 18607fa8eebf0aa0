"""The options by which a command asks as somebody in a place, the same wherever they are taken."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

__all__ = ["AuthorOption", "PlaceOption"]

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
