"""Write the command line's reference (docs/cli.md) and check every link of the documentation.

Run by `make docs`. Exits with 1 when a link leads nowhere.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"\[[^\]]*\]\((?!https?:|mailto:|#)([^)#\s]+)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")


def broken_links(root: Path) -> Iterator[str]:
    """Name each relative link whose file is not there, as `page: target`."""
    for page in sorted([*root.glob("*.md"), *(root / "docs").glob("*.md")]):
        prose = _CODE.sub("", _FENCE.sub("", page.read_text(encoding="utf-8")))
        for target in _LINK.findall(prose):
            if not (page.parent / target).exists():
                yield f"{page.relative_to(root)}: {target}"


def write_cli_reference(to: Path) -> None:
    """Let typer describe every command from its own help."""
    module = "familiar_memory.interfaces.cli.main"
    command = [sys.executable, "-m", "typer", module, "utils", "docs", "--name", "familiar"]
    subprocess.run([*command, "--output", str(to)], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Build, then check."""
    write_cli_reference(ROOT / "docs" / "cli.md")
    broken = list(broken_links(ROOT))
    for link in broken:
        sys.stderr.write(f"broken link: {link}\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
