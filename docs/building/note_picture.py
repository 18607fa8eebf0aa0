"""docs/pictures/note.svg: a note of the demo about as Obsidian shows it."""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Iterator
from pathlib import PurePosixPath

import yaml

from building.demo_run import demo_run

__all__ = ["drawn_note", "note_picture"]

_BEX = "twitch-204917536"
_WIDTH = 800
_LINE = 26
_LEFT = 40
_VALUES = 190
_COLUMNS = 88

_STYLE = """\
text { font-family: ui-sans-serif, system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  font-size: 15px; fill: #222; }
.title { font-size: 25px; font-weight: 700; }
.heading { font-size: 19px; font-weight: 650; }
.name { fill: #777; }
.link { fill: #7852ee; }
.field { font-weight: 600; }
.source { fill: #999; font-size: 13px; }
.struck { text-decoration: line-through; fill: #999; }
"""

_FRONTMATTER = re.compile(r"\A---\n(.*?)^---\n", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(
    r"(?P<struck>~~.+?~~)"
    r"|(?P<link>\[\[[^\]]+\]\])"
    r"|(?P<field>\b\w+::)"
    r"|(?P<source>\([^()]*\)(?: \^[\w-]+)?$)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def note_picture() -> str:
    """Bex's note: she corrected one fact and outlived another."""
    for path, text in demo_run().notes.items():
        stem = PurePosixPath(path).stem
        if path.startswith("people/") and (stem == _BEX or f"\nid: {_BEX}\n" in text):
            return drawn_note(stem, text)
    raise RuntimeError(f"the demo wrote no note of {_BEX}: see note_picture.py")


def drawn_note(name: str, text: str) -> str:
    """A note as a picture: its name, its properties, its headings and lines."""
    rows = list(_rows(name, text))
    height = sum(step for step, _ in rows) + 2 * _LEFT
    down, shown = _LEFT, []
    for step, drawn in rows:
        down += step
        shown.append(drawn.replace("@y@", str(down - 8)))
    body = "\n".join(one for one in shown if one)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}">\n'
        f"<style>\n{_STYLE}</style>\n"
        f'<rect x="1" y="1" width="{_WIDTH - 2}" height="{height - 2}" rx="10" fill="#fff"'
        f' stroke="#ddd"/>\n{body}\n</svg>\n'
    )


def _rows(name: str, text: str) -> Iterator[tuple[int, str]]:
    """How far down each line of the picture is, and what it draws."""
    yield 40, _text(_LEFT, _span(name, "title"))
    front = _FRONTMATTER.match(text)
    if front:
        yield 12, ""
        for key, value in yaml.safe_load(front[1]).items():
            yield _LINE, _text(_LEFT, _span(key, "name")) + _text(_VALUES, _property(key, value))
    for line in text[front.end() if front else 0 :].splitlines():
        if line.startswith("# "):
            yield 40, _text(_LEFT, _span(line[2:], "title"))
        elif line.startswith("#"):
            yield 44, _text(_LEFT, _span(line.lstrip("# "), "heading"))
            yield 6, ""
        elif line.startswith("- "):
            yield from _bullet(line[2:])


def _property(key: str, value: object) -> str:
    values = value if isinstance(value, list) else [value]
    marked = [f"#{one}" if key == "tags" else str(one) for one in values]
    return _span(",  ").join(
        _inline(one) if key != "tags" else _span(one, "link") for one in marked
    )


def _bullet(line: str) -> Iterator[tuple[int, str]]:
    """One line of a list, on as many lines as it takes."""
    is_struck = line.startswith("~~")
    parts = textwrap.wrap(line, _COLUMNS, break_long_words=False)
    for number, part in enumerate(parts):
        said = part if not is_struck else f"~~{part.replace('~~', '')}~~"
        mark = _text(_LEFT + 4, _span("•")) if number == 0 else ""
        yield _LINE, mark + _text(_LEFT + 22, _inline(said))


def _inline(text: str) -> str:
    """Text with its links, fields, struck parts and sources marked."""
    parts, position = [], 0
    for found in _INLINE.finditer(text):
        parts.append(_span(text[position : found.start()]))
        kind = str(found.lastgroup)
        shown = found[0].strip("~") if kind == "struck" else found[0]
        if kind == "link":
            shown = shown.strip("[]").rpartition("|")[2]
        parts.append(_span(shown, kind))
        position = found.end()
    return "".join([*parts, _span(text[position:])])


def _span(text: str, kind: str = "") -> str:
    said = html.escape(_ESCAPE.sub(r"\1", text), quote=False)
    return f'<tspan class="{kind}">{said}</tspan>' if kind else said


def _text(x: int, inside: str) -> str:
    return f'<text x="{x}" y="@y@" xml:space="preserve">{inside}</text>'
