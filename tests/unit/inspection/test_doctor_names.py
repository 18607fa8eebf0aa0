"""A name that the store cannot use is reported once, with what mends a name."""

import asyncio
import os
from datetime import UTC, datetime

import pytest

from familiar_memory import Author, Place, Turn
from familiar_memory.inspection.health.checks import run_checks


@pytest.mark.parametrize("name", [b"back\\slash.md", b"new\nline.md", b"caf\xe9.md"])
def test_a_bad_name_is_to_be_renamed(new_familiar, tmp_path, name):
    """Neither its text nor its permissions are at fault, and it cannot steer the terminal."""
    familiar = new_familiar(tmp_path)
    folder = os.fsencode(tmp_path / "ember" / "memory" / "topics")
    os.makedirs(folder)  # noqa: PTH103 - a name of bytes
    try:
        with open(folder + b"/" + name, "w") as file:  # noqa: PTH123
            file.write("# Tea\n")
    except OSError:
        pytest.skip("this disk takes no such name")

    async def look():
        async with familiar:
            return run_checks(familiar.parts, await familiar.settle())

    findings = [finding for check in asyncio.run(look()) for finding in check.findings]
    named = [finding for finding in findings if "a name holds" in finding.what]
    assert len(named) == 1
    assert named[0].mend.startswith("rename it")
    assert named[0].what.isprintable()


def test_the_former_slug_of_a_channel_called_private_is_told(new_familiar, tmp_path):
    """It reads as another, private room today."""
    familiar = new_familiar(tmp_path)
    note = tmp_path / "ember" / "memory" / "note.md"
    note.write_text("- tea (2026-01-01, in:irc-private-chat)\n")
    room = Place("irc", "private-chat")

    async def look():
        async with familiar:
            said = Turn("m1", datetime(2026, 2, 2, tzinfo=UTC), room, Author("irc", "1"), "hello")
            await familiar.record(said)
            return run_checks(familiar.parts, await familiar.settle())

    found = [one for check in asyncio.run(look()) for one in check.findings]
    (told,) = [one for one in found if "in:irc-private-chat" in one.what]
    assert "in:irc-ch-private-chat" in told.mend


def test_damaged_lines_of_a_note_are_counted_past_the_first(new_familiar, tmp_path):
    """A program may have damaged a million; where the note stands is looked up once."""
    familiar = new_familiar(tmp_path)
    note = tmp_path / "ember" / "memory" / "people" / "discord-1.md"
    note.parent.mkdir()
    lines = "".join(f"- likes:: tea {number} (2026-02-01, in:)\n" for number in range(50))
    note.write_text(f"# Bex\n\n{lines}- Likes cake\n", "utf-8")

    async def look():
        async with familiar:
            return run_checks(familiar.parts, await familiar.settle())

    (notes,) = [check for check in asyncio.run(look()) if check.name == "notes"]
    assert [one.what for one in notes.findings][20:] == [
        "people/discord-1.md: 30 more of such lines"
    ]
    assert all(one.what.startswith("people/discord-1.md: line ") for one in notes.findings[:20])
