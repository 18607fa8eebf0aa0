"""Forgetting takes the marks of merged memories with them, byte for byte, and of no others."""

from __future__ import annotations

import asyncio

from familiars import started

from familiar_memory.assembly.erasing.stores import erasables
from familiar_memory.domain.erasure import Erasure

_TAIL = "(2026-02-0{0}, ref:t{0}, by:discord-42, in:discord-lantern.tavern, source:user-stated)"


def note(who, text):
    """A note in which the same is said twice."""
    head = f"---\nid: {who}\n---\n# {who}\n\n## Memories\n\n"
    return f"{head}- {text} {_TAIL.format(1)}\n- {text.lower()} {_TAIL.format(2)}\n"


def test_no_digest_of_a_forgotten_memory_is_in_the_file(new_familiar, tmp_path):
    """What says that two memories of somebody else are one stays."""
    what = Erasure(texts=("lithium",))

    async def check():
        async with started(new_familiar(tmp_path)) as familiar:
            parts = familiar.parts
            files = parts.files
            for who, text in (("discord-42", "Takes lithium daily"), ("discord-7", "Sings a lot")):
                familiar.store.write_file(f"people/{who}.md", note(who, text))
            await familiar.settle()
            await familiar.sleep.run(["consolidate"])
            before = set(files.history.watermarks_like("merged "))
            assert len(before) == 2
            stores = erasables(
                parts.setup.paths.root,
                *(files.store, files.journal, files.history, files.index, parts.searching.past),
                *(parts.setup.clock.now, files.register),
            )
            for store in stores:
                await asyncio.to_thread(store.erase, what)
            left = set(files.history.watermarks_like("merged "))
            assert len(left) == 1
            (gone,) = before - left
            data = files.history.path.read_bytes()
            assert gone.encode() not in data
            assert [one for store in stores for one in store.residue(what)] == []

    asyncio.run(check())
