"""`glob` and `grep` of a store end at a cap, which is for those who read what they find.

What the engine itself has to know of its tree it reads from `scan_files`, which has none: five
places had asked a search, and overlooked whatever stood behind its thousandth line.
"""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[3] / "familiar_memory"
SEARCH = re.compile(r"store\.(?:glob|grep)\(")
FOR_READERS = ("interfaces", "store", "testing")
MINDFUL = {
    "maintenance/consolidation/drafts.py": "hands the answer on, with whether it was cut short",
    "notes/went_into.py": "takes every file where the answer was cut short",
    "recall/explain/why_not.py": "shows a person the first few, by a limit of its own",
}


def test_nothing_the_engine_has_to_know_is_read_by_a_search_that_ends_at_a_cap() -> None:
    """Those that do say why they may."""
    searching = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).parts[0] not in FOR_READERS
        and SEARCH.search(path.read_text("utf-8"))
    }
    assert searching == set(MINDFUL)
