"""Long numbers are written short, refs with signs as block ids: both are read without a table."""

from __future__ import annotations

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.markdown.record.short_ref import block_id, full_ref, short_ref


@few_and_many(25, 100, st.integers(10**14, 10**30 - 1).map(str))
def test_a_long_number_is_read_back(ref: str) -> None:
    """And is a good third shorter."""
    written = short_ref(ref)
    assert full_ref(written) == ref
    assert block_id(ref) == written
    assert len(written) < 0.75 * len(ref)


@few_and_many(
    25,
    100,
    st.from_regex(
        r"-[0-9A-Za-z]{1,20}|[0-9]{1,40}|[A-Za-z0-9._:/-]{1,40}|--[a-cZhu0-9-]{1,12}",
        fullmatch=True,
    ),
)
def test_no_two_refs_are_written_alike(ref: str) -> None:
    """What looks like a number in base 62, and is a ref of its own, is no block id."""
    assert short_ref(full_ref(ref)) in (ref, short_ref(ref))
    assert block_id(ref) is None or full_ref(block_id(ref) or "") == ref


@few_and_many(
    25, 100, st.from_regex(r"[A-Za-z0-9:_./-]{0,20}[:_./][A-Za-z0-9:_./-]{0,20}", fullmatch=True)
)
def test_a_ref_with_signs_is_read_back(ref: str) -> None:
    """`D1:5` of an import, `msg_17`, an instant: spelt in what a block id may have."""
    written = block_id(ref)
    assert written is not None
    assert full_ref(written) == ref


@pytest.mark.parametrize(
    ("ref", "written"),
    [
        ("1470021559182950432", short_ref("1470021559182950432")),
        ("t1008", "t1008"),
        ("12345", "12345"),
        ("0470021559182950432", "0470021559182950432"),
        ("a b", None),
        ("D1:5", "--D1-5"),
        ("chat_1:5", "--chatZu1-5"),
        ("2026-02-03T10:00Z", "--2026Zh02Zh03T10-00ZZ"),
        ("a:é", None),
        ("--D1-5", None),
        ("", None),
        (short_ref("1470021559182950432"), None),
    ],
)
def test_what_can_stand_behind_a_line(ref: str, written: str | None) -> None:
    """Letters, digits and hyphens, as Obsidian has them."""
    assert block_id(ref) == written
