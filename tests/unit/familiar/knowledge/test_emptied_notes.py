"""A note that has no lines any more is known by what the tree says, not by what it once said."""

from __future__ import annotations

import shutil

from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

SAID = "2026-02-01, by:discord-42, in:discord-lantern.tavern"
NOTES = {
    "topics/acme.md": f"---\nid: acme\n---\n- has_status:: open ({SAID})\n",
    "people/Bex.md": f"---\nid: discord-7\n---\n- likes:: tea ({SAID})\n",
    "people/discord-42.md": f"- friend_of:: [[Bex]] ({SAID})\n",
    "channels/discord-lantern.tavern.md": f"- dislikes:: green tea ({SAID}, subject:Acme)\n",
}


async def _asked(familiar):
    known, who = familiar.knowledge, {"place": TAVERN, "author": ROWAN}
    return [
        await known.facts(**who),
        *[await known.facts(one, **who) for one in ("Acme", "Bex", "Rowan")],
        *[await known.timeline(one, **who) for one in ("Acme", "Bex", "Rowan")],
    ]


async def test_a_name_means_the_same_after_the_index_is_made_anew(new_familiar, tmp_path):
    """Somebody in a place knew lines of notes that are empty now: a new index never saw them."""
    memory = tmp_path / "ember" / "memory"
    put_notes(memory, NOTES)
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        put_notes(
            memory,
            {
                "topics/acme.md": "---\nid: acme\n---\n",
                "people/Bex.md": "---\nid: discord-7\n---\n",
            },
        )
        await familiar.settle()
        before = await _asked(familiar)
    shutil.rmtree(memory / ".index")
    async with started(new_familiar(tmp_path)) as familiar:
        await familiar.settle()
        assert await _asked(familiar) == before
    facts = before[0].facts
    assert [(one.sentence, one.object.note) for one in facts] == [
        ("Acme dislikes green tea", None),
        ("discord-42 is a friend of Bex", "people/Bex.md"),
    ]
