"""A note in a line of the list: called as its file is, with its key behind it where that differs.

    add to: people/Rowan.md <!-- people/discord-42.md -->

The comment is not shown where Markdown is. By the key the note is found whatever a person calls
the file later, and so is the proposal when somebody is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping

import regex

__all__ = ["note_named", "with_file"]

_NAMED = regex.compile(
    r"(?P<file>[^<>\r\n]+\.md) <!-- (?P<key>[^<>\r\n]+\.md)(?P<at>#[^<>\s]*)? -->"
)


def with_file(value: str, files: Mapping[str, str]) -> str:
    """The value of a line with the file of the note that it names by its key."""
    key, _, _ = value.partition("#")
    file = files.get(key)
    return value if file is None or "<" in f"{file}{value}" else f"{file} <!-- {value} -->"


def note_named(value: str) -> tuple[str, str]:
    """The value by its key, and the file that it is called by; "" where that is not said."""
    match = _NAMED.fullmatch(value)
    return (value, "") if match is None else (f"{match['key']}{match['at'] or ''}", match["file"])
