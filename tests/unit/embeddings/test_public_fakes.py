"""The fakes that others test with."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from familiar_memory.clock import SystemClock
from familiar_memory.testing import FixedClock, HashEmbedder


def test_a_fixed_clock_moves_when_it_is_moved():
    """And only then."""
    clock = FixedClock(datetime(2026, 2, 2, tzinfo=UTC))
    assert clock.now() == clock.now() == datetime(2026, 2, 2, tzinfo=UTC)
    clock.advance(timedelta(hours=1))
    assert clock.now() == datetime(2026, 2, 2, 1, tzinfo=UTC)


def test_a_fixed_clock_wants_an_offset():
    """As every moment here."""
    with pytest.raises(ValueError, match="offset"):
        FixedClock(datetime(2026, 2, 2))


def test_the_system_clock_is_aware():
    """In UTC."""
    assert SystemClock().now().utcoffset() == timedelta()


def test_the_hash_embedder_puts_shared_words_near():
    """And notes what it was asked."""
    embedder = HashEmbedder()
    rows = embedder.embed_documents(["The tea is hot", "hot TEA", "lantern stair"])
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    assert embedder.calls == [("The tea is hot", "hot TEA", "lantern stair")]
    assert np.array_equal(embedder.embed_query("hot TEA"), rows[1])
