"""What has to be done, from what is there and what is known."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.racy import RACY_WINDOW_NS
from familiar_memory.domain.memory.source import ScanResult, Stamp
from familiar_memory.index.rows.documents import KnownDocument
from familiar_memory.sync.diff import Difference, compare

OLD = 10 * RACY_WINDOW_NS


def known(key, mtime=1, size=1, indexed=OLD):
    """What is known of one document."""
    return {key: KnownDocument(Stamp(key, mtime, size), indexed, "digest")}


@pytest.mark.parametrize(
    ("stamps", "indexed", "unreadable", "difference"),
    [
        ((), {}, {}, Difference()),
        ((Stamp("a", 1, 1),), {}, {}, Difference(added=(Stamp("a", 1, 1),))),
        ((Stamp("a", 1, 1),), known("a"), {}, Difference(unchanged=1)),
        ((Stamp("a", 2, 1),), known("a"), {}, Difference(changed=(Stamp("a", 2, 1),))),
        ((Stamp("a", 1, 2),), known("a"), {}, Difference(changed=(Stamp("a", 1, 2),))),
        (
            (Stamp("a", 1, 1),),
            known("a", indexed=RACY_WINDOW_NS),
            {},
            Difference(suspect=(Stamp("a", 1, 1),)),
        ),
        ((), known("a"), {}, Difference(removed=("a",))),
        ((), known("a"), {"a": "no"}, Difference()),
        ((), known("b/a") | known("ba"), {"b/": "no"}, Difference(removed=("ba",))),
        ((), known("b/a") | known("a"), {"": "no"}, Difference()),
    ],
)
def test_the_table_of_differences(stamps, indexed, unreadable, difference):
    """What could not be read is not gone."""
    assert compare(ScanResult(stamps, unreadable), indexed) == difference
    assert compare(ScanResult((), {}), {}).is_empty
