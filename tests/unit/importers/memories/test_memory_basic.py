"""Notes of the basic-memory project need no importer of their own: the tree reads them."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.notes.document import NoteParser
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from familiar_memory.familiar import Familiar

_NOTE = """---
title: Coffee Brewing
type: note
permalink: notes/coffee-brewing
tags:
- coffee
---

# Coffee Brewing

## Observations
- [method] Pour over brings out floral aromas #brewing (learned from a friend)
- [tip] Grind at twenty clicks #grind (source: a barista)

## Relations
- pairs_with [[Chocolate]]
- relates to [[Tea Ceremony|tea]] (see also)
"""


def test_observations_are_found_and_wiki_links_lead_on(
    tmp_path: Path, new_familiar: "Callable[..., Familiar]"
) -> None:
    """Byte for byte below a new line, each observation a memory, each relation a link."""
    vault = tmp_path / "vault"
    (vault / "notes").mkdir(parents=True)
    (vault / "notes" / "Coffee Brewing.md").write_text(_NOTE, "utf-8")
    (vault / "notes" / "Chocolate.md").write_text("# Chocolate\n\n- [fact] Dark\n", "utf-8")
    familiar = new_familiar(tmp_path / "home")

    async def life() -> list[str]:
        async with familiar:
            staged = stage(MarkdownFolderImporter(), vault, max_file_bytes=262_144)
            run_import(staged, Destination(lambda turns: [], familiar.store))
            await familiar.settle()
            found = await familiar.search("which aromas does pour over bring out?")
            return [hit.text for hit in found.hits]

    best = "[method] Pour over brings out floral aromas #brewing (learned from a friend)"
    assert asyncio.run(life())[0] == best
    path = "notes/Coffee Brewing.md"
    owned = _NOTE.replace("---\n", "---\nvisibility: owner\n", 1)
    assert (tmp_path / "home" / "ember" / "memory" / path).read_text("utf-8") == owned
    links = NoteParser().read(path, _NOTE, "").links
    assert [link.target for link in links] == ["notes/Chocolate.md", "notes/Tea Ceremony.md"]
