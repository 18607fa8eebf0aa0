"""Who is called what is asked of few notes."""

from __future__ import annotations

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.writers.names.bearers import StatedNames


def test_only_notes_that_have_the_name_are_parsed(store, monkeypatch) -> None:
    """However it is written there."""
    slugs = [f"discord-{n}" for n in range(9)]
    for slug in slugs:
        name = "*B*éx" if slug == "discord-4" else "Moss"
        store.edit(f"people/{slug}.md", lambda _, n=name: f"## Facts\n\n- called:: {n}\n")
    parsed = []
    read = NoteParser.read
    monkeypatch.setattr(
        NoteParser, "read", lambda self, key, *more: parsed.append(key) or read(self, key, *more)
    )
    stated = StatedNames(store, TreeRegister(store), NoteRules(), Viewer())
    assert [slug for _, slug in stated.of(slugs, "bex")] == ["discord-4"]
    assert parsed == ["people/discord-4.md"]
