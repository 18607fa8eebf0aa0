"""docs/pictures/demo.svg: one question, asked in two places, as `familiar demo` answers it."""

from __future__ import annotations

import io
import re

from rich.console import Console
from rich.text import Text

from building.demo_run import COLUMNS, demo_run

__all__ = ["terminal_picture"]

_FIRST = re.compile(r"\s*1\. ")
_NEXT = re.compile(r"\s*2\. ")
# Rich's own names a font on a server: a picture of ours loads nothing.
_FORMAT = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def terminal_picture() -> str:
    """The first question of the demo and its answers, drawn."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), color_system="truecolor")
    console.print(Text.assemble(("$ ", "green"), ("familiar demo", "bold")))
    console.print(Text("…", "dim"))
    for line in _scene(demo_run().printed.split("\n")):
        console.print(Text.from_ansi(line), no_wrap=True, overflow="crop")
    drawn = console.export_svg(title="familiar demo", code_format=_FORMAT, unique_id="demo")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def _scene(lines: list[str]) -> list[str]:
    """From the heading of the first question to that of the second."""
    plain = [Text.from_ansi(line).plain for line in lines]
    starts = [number for number, line in enumerate(plain) if _FIRST.match(line)]
    ends = [number for number, line in enumerate(plain) if _NEXT.match(line)]
    if not starts or not [end for end in ends if end > starts[0]]:
        raise RuntimeError("the demo has no first and second question: see terminal_picture.py")
    scene = lines[starts[0] : next(end for end in ends if end > starts[0])]
    while scene and not Text.from_ansi(scene[-1]).plain.strip():
        scene.pop()
    return scene
