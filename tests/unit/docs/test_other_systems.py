"""What the documentation says of the settings of other systems is so of ours."""

from __future__ import annotations

import pytest
from building.other_systems import default_of, other_systems

from familiar_memory.config.other_systems import OTHER_KEYS


@pytest.mark.parametrize("row", OTHER_KEYS, ids=lambda row: row.key)
def test_a_default_is_theirs_or_it_says_why_it_is_another(row):
    """A key without a counterpart says why it has none."""
    is_same = bool(row.here) and (type(row.default), row.default) == (
        type(default_of(row.here)),
        default_of(row.here),
    )
    assert is_same is not bool(row.why)


def test_no_key_of_another_system_is_there_twice():
    """Each has one row."""
    keys = [(row.system, row.key) for row in OTHER_KEYS]
    assert len(set(keys)) == len(keys) == other_systems().count("\n| ") - 1
