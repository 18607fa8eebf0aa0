"""Short ways to write a table of cases."""

from __future__ import annotations

import json
from pathlib import Path

from surface.running import Case, Given

__all__ = ["both", "case", "character", "env", "file", "gone", "link", "note", "plain"]

_FAMILIAR = "familiars/ember"
_SETTLED = '[index]\nembedder = "none"\n'


def case(
    *lines: str, given: Given | tuple[Given, ...] = (), stdin: str = "", world: str = "written"
) -> Case:
    """Commands in one copy of a world, one after the other."""
    before = (given,) if isinstance(given, Given) else given
    return Case(lines, before, stdin.encode(), world)


def plain(*lines: str, **more: object) -> list[Case]:
    """A case for each command line."""
    return [case(line, **more) for line in lines]  # type: ignore[arg-type]


def both(*lines: str, **more: object) -> list[Case]:
    """Two cases for each command line: as it is, and with `--json`."""
    return plain(*(one for line in lines for one in (line, f"{line} --json")), **more)


def file(name: str, content: str | bytes | object, called: str = "") -> Given:
    """A file in the folder where the commands run: text, bytes, or a value as JSON."""
    if isinstance(content, str):
        content = content.encode()
    if not isinstance(content, bytes):
        content = json.dumps(content).encode()
    return Given(called or name, ((name, content),))


def link(name: str, target: str) -> Given:
    """A symbolic link."""
    return Given(f"{name} that leads to {target}", ((name, Path(target)),))


def gone(name: str) -> Given:
    """A file that was removed."""
    return Given(f"no {name}", ((name, None),))


def note(path: str, text: str | bytes, called: str = "") -> Given:
    """A note as an editor saved it."""
    return file(f"{_FAMILIAR}/memory/{path}", text, called or path)


def character(text: str | bytes, called: str = "") -> Given:
    """Another character.toml; for a text without [index], one without an embedder."""
    name = called or f"character.toml {text!r}"
    if isinstance(text, str) and "[index]" not in text and name != "bad TOML":
        # What has no table of its own must stand before the first one.
        text = f"{text}\n{_SETTLED}" if not text.startswith("[") else _SETTLED + text
    return file(f"{_FAMILIAR}/character.toml", text, name)


def env(name: str, value: str) -> Given:
    """A variable of the environment; an empty value unsets it."""
    return Given(f"{name}={value}" if value else f"no {name}", environment=((name, value),))
