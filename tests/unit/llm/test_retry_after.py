"""How long a provider asks to wait."""

from datetime import UTC, datetime

import pytest

from familiar_memory.llm.answer import retry_after_s

NOW = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("Mon, 02 Feb 2026 19:00:30 GMT", 30.0),
        ("Mon, 02 Feb 2026 18:00:00 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("inf", None),
        ("nan", None),
    ],
)
def test_it_is_seconds_or_a_date(given, seconds):
    """What is neither says nothing."""
    assert retry_after_s({"retry-after": given}, NOW) == seconds
    assert retry_after_s({}, NOW) is None
