"""What is kept of one question answers no other: neither another viewer's nor a later one's."""

from __future__ import annotations

from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN


async def test_the_owner_and_a_viewer_of_the_same_audiences_are_two(new_familiar, tmp_path):
    """All lines are for everyone, but of a note without any line only the owner knows."""
    notes = {"topics/acme.md": "- part_of:: [[Globex]]\n", "topics/empty.md": "# Empty\n"}
    put_notes(tmp_path / "ember" / "memory", notes)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        for _ in range(2):
            of_owner = await familiar.knowledge.entities()
            of_viewer = await familiar.knowledge.entities(place=TAVERN, author=ROWAN)
            assert [one.name for one in of_owner.entities] == ["acme", "Globex", "Empty"]
            assert [one.name for one in of_viewer.entities] == ["acme", "Globex"]


async def test_lines_of_notes_that_change_stand_where_a_new_index_has_them(new_familiar, tmp_path):
    """By their notes, whichever changed last."""
    memory, line = tmp_path / "ember" / "memory", "- part_of:: [[Globex]] (subject:Acme)\n"
    put_notes(memory, {"notes/a.md": line, "notes/b.md": "- other\n", "notes/c.md": line})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        for written in ("- other\n", line):
            put_notes(memory, {"notes/b.md": written})
            await familiar.settle()
            graph = await familiar.knowledge.graph("Acme")
            (tie,) = graph.nodes[0].relations
            told = [name.note for name in tie.records]
        assert told == ["notes/a.md", "notes/b.md", "notes/c.md"]
