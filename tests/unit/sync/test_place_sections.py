"""What stands under the heading of a place is for that place."""

import pytest

from familiar_memory.sync.note_document import NoteReader

READER = NoteReader()


@pytest.mark.parametrize(
    ("path", "heading", "audience"),
    [
        ("sessions/2026-02-02-evening.md", "discord-dm-42", "discord-dm-42"),
        ("sessions/2026-02-02-evening.md", "discord-dm-42 (the long one)", "discord-dm-42"),
        ("days/2026-02-02.md", "discord-lantern.tavern", "discord-lantern.tavern"),
        ("sessions/2026-02-02-evening.md", "Afterwards", "everyone"),
        ("topics/how-to.md", "how-to", "everyone"),
    ],
)
def test_a_line_without_in_belongs_to_the_place_above_it(path, heading, audience):
    """In sessions and days; elsewhere a heading that looks like a place is a heading."""
    document = READER.read(path, f"# T\n\n## {heading}\n\nWritten by hand.\n\n- A bullet\n", "d")
    assert [p.audience for p in document.passages] == [audience, audience]
