"""What was given for an option that stands before a command's name or after it."""

from __future__ import annotations

from typing import Any

import typer

__all__ = ["KEPT", "given"]

KEPT = "familiar_memory.cli."
"""Prefix of the keys under which the given options are kept in the context's `meta`."""


def given(ctx: typer.Context, name: str) -> Any:  # noqa: ANN401 - a text, several, or a switch
    """What was given for a kept option, wherever it stood; None when it was not."""
    return ctx.meta.get(f"{KEPT}{name}")
