"""What it takes to read a note while a fact is added to it."""

from __future__ import annotations

import asyncio

from familiar_memory import NewFact
from familiar_memory.markdown import tree


def test_each_state_of_a_note_is_parsed_once_while_a_fact_ends_another(
    new_familiar, tmp_path, monkeypatch
) -> None:
    """As it was, with the new line, and with the old one struck; the checks share what is read."""
    familiar = new_familiar(tmp_path)
    note = tmp_path / "ember" / "memory" / "people" / "discord-5.md"
    note.parent.mkdir()
    facts = "".join(f"- likes:: tea number {number}\n" for number in range(30))
    note.write_text(f"# Bex\n\n## Facts\n\n{facts}", "utf-8")
    build, parsed = tree._note, []
    monkeypatch.setattr(
        tree, "_note", lambda source, *more: parsed.append(source.text) or build(source, *more)
    )

    async def work() -> list[str]:
        async with familiar:
            await familiar.memories.add_fact(NewFact("discord-5", "lives_in", "Oslo"))
            await familiar.settle()
            monkeypatch.setattr(familiar.parts.indexing.worker, "submit", lambda *_: None)
            parsed.clear()
            done = await familiar.memories.add_fact(NewFact("discord-5", "lives_in", "Rome"))
            assert len(done.ended) == 1
            return [text for text in parsed if len(text) > 400]

    states = asyncio.run(work())
    assert [("Rome" in text, "~~" in text) for text in states] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert states[-1] == note.read_text("utf-8")
