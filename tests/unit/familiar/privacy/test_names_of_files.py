"""The name of a file may come from other talk: who asks in a place learns it from nothing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import TAVERN

from familiar_memory import Author, Place, RecallRequest, Turn

ABROAD = Place("discord", "hall", "abroad")
HERE, THERE = Author("discord", "42", "Ro"), Author("discord", "42", "Marguerite")
BEX = Author("discord", "7", "Bex")
START = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
TALK = (
    (ABROAD, THERE, "I am allergic to sesame."),
    (TAVERN, HERE, "I work at the county records office in Durham."),
    (TAVERN, BEX, "Good evening, all of you."),
)
QUESTIONS = ("the records office in Durham", "Who works at the county records office?", "Ro")


def _move(path):
    def edit(file):
        to = file.parents[1] / path
        to.parent.mkdir(parents=True, exist_ok=True)
        file.rename(to)

    return edit


def _change(*changes):
    def edit(file):
        text = file.read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file.write_text(text, "utf-8")

    return edit


def _and_move(edit, path):
    return lambda file: (edit(file), _move(path)(file))


NO_ID = _change(("id: discord-42\n", ""))
NO_NAME = _change(("- Marguerite (#hall)\n", ""))
EDITS = {
    "as it was": lambda file: None,
    "moved out": _move("Friends/Marguerite.md"),
    "moved to the top": _move("Marguerite.md"),
    "in a folder of another case": _and_move(lambda f: None, "PEOPLE/Marguerite.md"),
    "without its id": NO_ID,
    "without its id, moved out": _and_move(NO_ID, "Friends/Marguerite.md"),
    "without its id, numbered": _and_move(NO_ID, "people/Marguerite (2).md"),
    "its line deleted": NO_NAME,
    "its line deleted, moved out": _and_move(NO_NAME, "Friends/Marguerite.md"),
    "its line and its id deleted": lambda file: (NO_NAME(file), NO_ID(file)),
}


async def _told(familiar, place):
    told = []
    for text in QUESTIONS:
        request = RecallRequest(text, BEX, place)
        found = await familiar.search(request)
        context = await familiar.recall(request)
        told += [found.hits, context.render(), context.contributions, context.trace.decisions]
    return repr(told)


async def _told_after(familiar, edit):
    async with familiar:
        for number, (place, author, text) in enumerate(TALK):
            at = START + timedelta(minutes=number)
            await familiar.record(Turn(f"t{number}", at, place, author, text))
            await familiar.write()
        edit(familiar.store.root / "people" / "Marguerite.md")
        await familiar.settle()
        paths = [state.path for state in familiar.store.scan_files().files]
        assert any("Marguerite" in path for path in paths)
        return await _told(familiar, TAVERN), await _told(familiar, None)


@pytest.mark.long
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_a_file_is_called_is_not_told_in_a_room(new_familiar, tmp_path, edit):
    """Wherever a person puts it, and whatever they take out of it; its owner sees the path."""
    in_a_room, to_the_owner = asyncio.run(_told_after(new_familiar(tmp_path), edit))
    assert "records office" in in_a_room
    assert "marguerite" not in in_a_room.casefold()
    assert "Marguerite.md" in to_the_owner or "Marguerite (2).md" in to_the_owner


@pytest.mark.long
def test_a_note_that_says_two_ids_is_told_in_no_room(new_familiar, tmp_path):
    """Nobody can tell whose it is."""
    edit = _change(("id: discord-42\n", "id: discord-42\nid: discord-7\n"))
    in_a_room, _ = asyncio.run(_told_after(new_familiar(tmp_path), edit))
    assert "marguerite" not in in_a_room.casefold()


@pytest.mark.parametrize("path", ["people/Aunt May.md", "Friends/Aunt May.md"])
def test_a_file_that_a_person_wrote_and_called_so_is_shown(new_familiar, tmp_path, path):
    """Its text is for everyone, and so is its name."""

    async def run():
        async with new_familiar(tmp_path) as familiar:
            familiar.store.write_file(path, "She keeps bees behind the ferry house.\n")
            await familiar.settle()
            found = await familiar.search(RecallRequest("bees behind the ferry house", BEX, TAVERN))
            return [hit.path for hit in found.hits]

    assert asyncio.run(run()) == [path]
