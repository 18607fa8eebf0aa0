"""Help for a narrow terminal: each option on a line of its own, and what it does below it.

typer sets options in columns, and where there is no room for them cuts their names short.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from typing import Any

__all__ = ["is_narrow", "narrow_help"]

_NARROW = 60
"""Columns: with fewer, the names of options leave no room for what they do."""
_INDENT = "  "


def is_narrow() -> bool:
    """Whether the terminal is too narrow for columns; a pipe is not."""
    return shutil.get_terminal_size().columns < _NARROW


def narrow_help(command: Any, ctx: Any) -> str:  # noqa: ANN401 - typer's or click's, by version
    """The help of a command as plain lines that fit the terminal."""
    width = max(shutil.get_terminal_size().columns, len(_INDENT) * 10)
    pieces = " ".join(command.collect_usage_pieces(ctx))
    lines = [*_wrapped(f"Usage: {ctx.command_path} {pieces}", width), ""]
    for paragraph in filter(None, (command.help or "").split("\n\n")):
        lines += [*_wrapped(paragraph.replace("\b\n", ""), width), ""]
    for heading, records in _sections(command, ctx).items():
        lines.append(f"{heading}:")
        for name, told in records:
            lines += _wrapped(name, width, _INDENT)
            lines += _wrapped(told, width, _INDENT * 3)
        lines.append("")
    return "\n".join(lines)


def _sections(command: Any, ctx: Any) -> dict[str, list[tuple[str, str]]]:  # noqa: ANN401
    """Names and what they mean, by heading: arguments, options, commands."""
    found: dict[str, list[tuple[str, str]]] = {}
    for param in command.get_params(ctx):
        is_argument = param.param_type_name == "argument"
        heading = getattr(param, "rich_help_panel", None) or (
            "Arguments" if is_argument else "Options"
        )
        if not getattr(param, "hidden", False):
            name = (param.metavar or param.name) if is_argument else _names(param, ctx)
            found.setdefault(heading, []).append((name, _told(param)))
    for name in command.list_commands(ctx) if hasattr(command, "list_commands") else ():
        told = command.get_command(ctx, name).get_short_help_str(limit=1_000)
        found.setdefault("Commands", []).append((name, told))
    return {heading: found[heading] for heading in sorted(found, key=_order)}


def _order(heading: str) -> int:
    """Arguments first; what all commands share comes last."""
    known = ("Arguments", "Options", "Commands")
    return known.index(heading) if heading in known else len(known)


def _names(param: Any, ctx: Any) -> str:  # noqa: ANN401
    names = ", ".join((*param.opts, *param.secondary_opts))
    word = param.display_type_rich(ctx)
    return f"{names} {word}" if word else names


def _told(param: Any) -> str:  # noqa: ANN401
    told = param.help or ""
    if param.default is not None and getattr(param, "show_default", False) is True:
        value = getattr(param.default, "value", param.default)
        if not isinstance(value, bool) and not callable(value):
            told += f" [default: {value}]"
    return f"{told} [required]" if param.required else told


def _wrapped(text: str, width: int, indent: str = "") -> Iterator[str]:
    for line in text.splitlines():
        yield from textwrap.wrap(
            line, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )
