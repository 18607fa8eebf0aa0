"""The reference of the command line, docs/cli.md, from the help of every command."""

from __future__ import annotations

import html
import re
import subprocess
import sys

__all__ = ["commands_page"]

_SHARED = "Every command also takes the options above."
_SECTION = re.compile(r"^#+ `(familiar [\w -]+)`\n\n(.+?)\n\n", re.MULTILINE | re.DOTALL)
_LISTED = re.compile(r"^\* `([\w-]+)`: .*$", re.MULTILINE)
_EXAMPLES = re.compile(r"^Examples:\n\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


def commands_page() -> str:
    """Let typer describe every command, and say once what all of them have in common."""
    module = "familiar_memory.interfaces.cli.main"
    command = [sys.executable, "-m", "typer", module, "utils", "docs", "--name", "familiar"]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    head, mark, rest = html.unescape(ran.stdout).partition("\n## ")
    shared = {line for line in head.splitlines() if line.startswith("* `--") or "* `-f" in line}
    kept = [line for line in rest.splitlines() if line not in shared]
    text = "\n".join([f"{head.rstrip()}\n\n{_SHARED}\n{mark}{kept[0]}", *kept[1:]])
    without_empty = text.replace("**Options**:\n\n\n", "").replace("**Options**:\n\n#", "#")
    listed = _with_whole_lines(without_empty)
    return _EXAMPLES.sub(_as_code, listed).rstrip() + "\n"


def _with_whole_lines(text: str) -> str:
    """The lists of commands with links, and with what each does in full: typer cuts it short."""
    said = {name: first.split("\n")[0] for name, first in _SECTION.findall(text)}
    lines, group = [], "familiar"
    for line in text.splitlines():
        if heading := re.match(r"#+ `(familiar[\w -]*)`", line):
            group = heading[1]
        found = _LISTED.fullmatch(line)
        name = f"{group} {found[1]}" if found else ""
        anchor = name.replace(" ", "-")
        lines.append(f"* [`{name}`](#{anchor}): {said[name]}" if name in said else line)
    return "\n".join(lines) + "\n"


def _as_code(found: re.Match[str]) -> str:
    """Examples as a block that can be copied."""
    lines = "\n".join(line for line in found[1].splitlines() if line)
    return f"**Examples**:\n\n```sh\n{lines}\n```\n\n"
