"""What each note was at a moment, against what is known today: a table."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from familiar_memory.domain.memory.source import KnownDocument, Stamp
from familiar_memory.recall.past.then import then_of

MOMENT = datetime(2026, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("today", "stood", "lost", "moved", "gone", "became"),
    [
        pytest.param({"a": "1"}, {"a": "1"}, (), {}, {}, {}, id="unchanged"),
        pytest.param({"a": "2"}, {"a": "1"}, (), {}, {"a"}, {"a": "a"}, id="edited"),
        pytest.param({"a": "2"}, {"a": "1"}, ("1",), {}, set(), {}, id="its version is lost"),
        pytest.param({"a": "1"}, {"a": None}, (), {}, {"a"}, {}, id="it was gone then"),
        pytest.param({}, {"a": "1"}, (), {}, {"a"}, {"a": "a"}, id="it is gone now"),
        pytest.param({"a": "1"}, {}, (), {}, set(), {}, id="nothing was known of it"),
        pytest.param(
            {"b": "1"}, {"a": "1"}, (), {}, {"a", "b"}, {"a": "b"}, id="the same bytes elsewhere"
        ),
        pytest.param(
            {"b": "2"},
            {"a": "1", "b": None},
            (),
            {"a": "b"},
            {"a", "b"},
            {"a": "b"},
            id="edited and moved",
        ),
        pytest.param(
            {"a": "9", "b": "1"},
            {"a": "1", "b": None},
            (),
            {"a": "b"},
            {"a", "b"},
            {"a": "b"},
            id="moved, and another note has its name",
        ),
        pytest.param(
            {"a": "2"}, {"a": "1"}, (), {"a": "b"}, {"a"}, {"a": "a"}, id="moved and back again"
        ),
        pytest.param(
            {"a": "2", "b": "1"},
            {"a": "1"},
            (),
            {},
            {"a"},
            {"a": "a"},
            id="copied, then edited: the copy is no excuse",
        ),
    ],
)
def test_what_stood_then_and_what_it_has_become(today, stood, lost, moved, gone, became):
    """In letters for paths, and digits for revisions."""
    known = {path: KnownDocument(Stamp(path, 0, 0), 0, digest) for path, digest in today.items()}
    then = then_of(MOMENT, "memory", known, stood, lost, moved)
    assert then.gone == frozenset(gone)
    assert {path: origin.key for path, origin in then.became.items()} == became
    assert [path for path, _ in then.superseded] == sorted(became)
    kept = {path for path, revision in stood.items() if revision is not None}
    assert then.attested == {path for path in kept if stood[path] not in lost}
