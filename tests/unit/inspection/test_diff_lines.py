"""What a change does to a text."""

import pytest

from familiar_memory.inspection.changes.diff import diff_lines


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (b"one\n", b"one\n", []),
        (b"one\n", b"two\n", ["--- a/a.md", "+++ b/a.md", "@@ -1 +1 @@", "-one", "+two"]),
        (None, b"\n", ["--- /dev/null", "+++ b/a.md", "@@ -0,0 +1 @@", "+"]),
        (
            b"one",
            None,
            [
                "--- a/a.md",
                "+++ /dev/null",
                "@@ -1 +0,0 @@",
                "-one",
                "\\ no line end at the end of the file",
            ],
        ),
        (
            b"one\r\ntwo\r\n",
            b"one\r\ntwo\n",
            ["--- a/a.md", "+++ b/a.md", "@@ -1,2 +1,2 @@", " one", "-two", "+two"],
        ),
        (b"a\xe9\n", b"a\n", ["--- a/a.md", "+++ b/a.md", "@@ -1 +1 @@", "-a\ufffd", "+a"]),
    ],
)
def test_a_diff_is_a_unified_one(
    before: bytes | None, after: bytes | None, lines: list[str]
) -> None:
    """A file that is not there is /dev/null; a missing line end is told, CRLF is not shown."""
    assert list(diff_lines("a.md", before, after)) == lines
