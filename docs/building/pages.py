"""Which pages and pictures of docs/ nobody writes by hand."""

from __future__ import annotations

from collections.abc import Callable

from building.api_page import api_page
from building.commands_page import commands_page
from building.note_picture import note_picture
from building.settings_page import settings_page
from building.terminal_picture import terminal_picture

__all__ = ["GENERATED"]

GENERATED: dict[str, Callable[[], str]] = {
    "cli.md": commands_page,
    "configuration.md": settings_page,
    "python-api.md": api_page,
    "pictures/demo.svg": terminal_picture,
    "pictures/note.svg": note_picture,
}
