"""A familiar is killed again and again while it goes through its nights.

`python -m soak.nights` does it more often, over more talk.
"""

from __future__ import annotations

import sys

import pytest

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked"),
]


def test_what_is_left_in_the_end_is_what_quiet_nights_leave(tmp_path):
    """Every file byte for byte, `review.md` too, every batch, and every watermark."""
    from soak.nights import kill_nights

    done = kill_nights(tmp_path, 400, 6, 1)
    assert done.differences == ()
    assert done.kills == 6
    assert list((tmp_path / "torn" / "ember" / "memory" / "days").glob("*.md"))
