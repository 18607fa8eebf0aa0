"""Write the pages that are made from the program, and check every link of the documentation.

Run by `make docs`, which then makes the site of all pages. Exits with 1 when a link leads nowhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

from building.links import broken_links
from building.pages import GENERATED

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Build, then check."""
    for name, page in GENERATED.items():
        (ROOT / "docs" / name).write_text(page(), encoding="utf-8", newline="\n")
    broken = list(broken_links(ROOT))
    for link in broken:
        sys.stderr.write(f"broken link: {link}\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
