"""A link that leads in a circle is no folder, and keeps nobody from writing beside it."""

from __future__ import annotations

from familiar_memory.store import AuditJournal, MemoryStore


def test_a_link_in_a_circle_is_listed_as_no_folder(tmp_path):
    """It leads to nothing, as one to a file that is not there."""
    root = tmp_path / "memory"
    (root / "people").mkdir(parents=True)
    (root / "loop.md").symlink_to("loop.md")
    (root / "gone.md").symlink_to("nowhere.md")
    with AuditJournal(tmp_path / "journal") as journal:
        names = MemoryStore(root, journal=journal).names("")
    assert names == {"gone.md": False, "loop.md": False, "people": True}
