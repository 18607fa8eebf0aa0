"""The writer is killed again and again over a backlog: nothing is lost, twice, or otherwise.

`python -m soak.writes` does it 200 times over 10,000 turns.
"""

from __future__ import annotations

import sys

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked"),
]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_left_in_the_end_is_what_a_quiet_run_leaves(tmp_path, seed):
    """Every file byte for byte, `review.md` too, the ledger, and every watermark."""
    from soak.writes import kill_again_and_again

    done = kill_again_and_again(tmp_path, 600, 6, seed, batch_turns=50)
    assert done.differences == ()
    assert done.kills == 6
    assert "## Open" in (tmp_path / "torn" / "memory" / "review.md").read_text("utf-8")
