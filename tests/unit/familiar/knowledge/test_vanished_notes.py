"""Notes that vanished and are kept in the index for a person are in no answer meanwhile."""

from __future__ import annotations

import shutil

from familiars import put_notes, started

NOTES = {f"topics/t{number:02}.md": "- part_of:: [[Acme]]\n" for number in range(20)}


async def test_entities_and_graphs_leave_out_what_has_vanished(new_familiar, tmp_path):
    """A disk that is not mounted, say: the answer says what it lacks."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, {**NOTES, "people/Bex.md": "- member_of:: Acme\n"})
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        assert (await familiar.knowledge.entities()).total == 22
        shutil.rmtree(memory / "topics")
        assert len((await familiar.settle()).held) == 20
        found = await familiar.knowledge.entities()
        graph = await familiar.knowledge.graph("Acme")
    told = [(one.name, one.mentions) for one in found.entities]
    assert sorted(told) == [("Acme", 1), ("Bex", 1)]
    assert [one.entity.name for one in graph.nodes] == ["Acme", "Bex"]
    assert found.degraded is not None and "topics/t00.md" in found.degraded
