"""What people are called by others: learned from talk, for those who may know that talk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from familiars import put_notes
from people_and_places import TAVERN
from turns import said

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.inspection.people import CalledName

DM = Place("discord", "7", kind=PlaceKind.DM)
ELSEWHERE = Place("discord", "yard", "mill")
NAMES = {"42": "Emi", "7": "Bo", "9": "Cal"}
NOBODY_HEARD = "[recall]\nrecent_authors = 0\n"
"""Only who is named is on the page."""
_WHY = "is named: {}, as others call them"


def line(minute: int, who: str, text: str, place: Place = TAVERN, **more: Any) -> Turn:
    """What Emi (42), Bo (7) or Cal (9) says; the ref is the minute."""
    author = Author("discord", who, NAMES[who])
    given = {"minute": minute, "place": place, "author": author} | more
    return said(f"t{minute}", text, **given)


TALK = (
    line(1, "42", "I like tea and kettles."),
    line(2, "7", "Hey Kate! Me too."),
    line(3, "42", "Tell me more."),
    line(4, "7", "Thanks, Kate!"),
)


class Told(NamedTuple):
    """What the owner is told of people, and whom a page is about when a name is said."""

    called: dict[str, tuple[CalledName, ...]]
    named: tuple[str, ...]


async def _told(familiar: Any, text: str, place: Place | None) -> Told:
    await familiar.settle()
    known = await familiar.people.known()
    asked = RecallRequest(text, Author("discord", "1", "Zed"), place)
    decisions = (await familiar.recall(asked)).trace.decisions
    whys = (d for d in decisions if "as others call" in d.reason)
    named = tuple(f"{d.subject}: {d.reason}" for d in whys)
    return Told({one.slug: one.called for one in known if one.called}, named)


def told(
    new_familiar: Any,
    home: Path,
    talk: Sequence[Turn],
    text: str = "What does Kate like?",
    place: Place | None = TAVERN,
    notes: dict[str, str] | None = None,
) -> Told:
    """Live through a talk, and ask."""

    async def run() -> Told:
        async with new_familiar(home, settings=NOBODY_HEARD) as familiar:
            memory = familiar.parts.setup.paths.memory
            put_notes(memory, {"people/discord-42.md": "# Emi\n\n- likes:: tea\n"} | (notes or {}))
            for turn in talk:
                await familiar.record(turn)
            return await _told(familiar, text, place)

    return asyncio.run(run())


def test_a_name_that_others_call_somebody_by_is_learned(new_familiar: Any, tmp_path: Path) -> None:
    """With how often, and in which turns; it brings their note on the page."""
    assert told(new_familiar, tmp_path, TALK) == (
        {"discord-42": (CalledName("Kate", 2, ("t2", "t4")),)},
        ("people/discord-42.md: " + _WHY.format("Kate"),),
    )


def test_once_is_not_enough(new_familiar: Any, tmp_path: Path) -> None:
    """It may be a slip."""
    assert told(new_familiar, tmp_path, TALK[:3]) == ({}, ())


@pytest.mark.long
def test_a_name_is_for_those_who_may_know_the_talk(new_familiar: Any, tmp_path: Path) -> None:
    """Called once in a direct message and once in a room: only the owner can put both together."""
    talk = (
        *TALK[:3],
        line(100, "42", "hello again", DM),
        line(101, "7", "Hey Kate!", DM),
    )
    told_in_room = told(new_familiar, tmp_path / "a", talk)
    assert told_in_room.called == {"discord-42": (CalledName("Kate", 2, ("t2", "t101")),)}
    assert told_in_room.named == ()
    assert told(new_familiar, tmp_path / "b", TALK, place=ELSEWHERE).named == ()
    assert told(new_familiar, tmp_path / "c", TALK, place=DM).named == ()


def test_hidden_talk_does_not_take_a_name_away(new_familiar: Any, tmp_path: Path) -> None:
    """Somebody else is called so where this viewer may not look."""
    others = [
        line(200 + n, who, "Hey Kate!" if who == "7" else "hello", DM)
        for n, who in enumerate(("9", "7") * 4)
    ]
    found = told(new_familiar, tmp_path, (*TALK, *others))
    assert found.called == {}, "the owner sees that two people are called so"
    assert found.named == ("people/discord-42.md: " + _WHY.format("Kate"),)


def test_a_name_that_somebody_bears_is_nobody_elses(new_familiar: Any, tmp_path: Path) -> None:
    """Of one who speaks, or whom a note calls so."""
    talk = (*TALK, line(20, "9", "hello", author=Author("discord", "9", "Kate Winter")))
    assert told(new_familiar, tmp_path / "a", talk) == ({}, ())
    noted = told(new_familiar, tmp_path / "b", TALK, notes={"people/discord-5.md": "# Kate\n"})
    assert noted == ({}, ())


@pytest.mark.long
def test_a_claimed_name_takes_nothing(new_familiar: Any, tmp_path: Path) -> None:
    """Whoever says to be called so is, unless others call somebody else so, or one bears it."""
    claim = line(30, "9", "call me Kate")
    assert told(new_familiar, tmp_path / "a", (*TALK, claim)).called == {
        "discord-42": (CalledName("Kate", 2, ("t2", "t4")),)
    }
    alone = told(new_familiar, tmp_path / "b", (line(1, "42", "hello"), claim))
    assert alone.called == {"discord-9": (CalledName("Kate", 0, ("t30",)),)}
    emi = line(30, "9", "call me Emi")
    assert told(new_familiar, tmp_path / "c", (line(1, "42", "hello"), emi)).called == {}


def test_two_who_are_called_the_same_are_not_told_apart(new_familiar: Any, tmp_path: Path) -> None:
    """Less than three quarters agree."""
    other = (
        line(100, "9", "hello"),
        line(101, "7", "Hey Kate!"),
        line(102, "9", "yes?"),
        line(103, "7", "Thanks, Kate!"),
    )
    assert told(new_familiar, tmp_path, (*TALK, *other)) == ({}, ())


def test_a_word_that_is_written_small_is_no_name(new_familiar: Any, tmp_path: Path) -> None:
    """Now and then it has a capital."""
    texts = ("Hey Gorgeous!", "hey gorgeous!", "Hey Gorgeous!")
    talk = [line(n, "42", "hi") for n in range(0, 6, 2)]
    talk += [line(2 * n + 1, "7", text) for n, text in enumerate(texts)]
    assert told(new_familiar, tmp_path, sorted(talk, key=lambda t: t.timestamp)).called == {}


def test_the_familiar_is_not_somebody_elses_name(new_familiar: Any, tmp_path: Path) -> None:
    """Called in a room, where the nearest one is a person."""
    talk = [
        line(n, who, "hello" if who == "42" else "Hey Ember!")
        for n, who in enumerate(("42", "7") * 2)
    ]
    assert told(new_familiar, tmp_path, talk, "What does Ember like?") == ({}, ())


def test_the_familiar_learns_from_what_it_says_itself(new_familiar: Any, tmp_path: Path) -> None:
    """It calls people by their names too, and letters that it writes call nobody."""
    ember = {"author": Author("discord", "900", "Ember"), "role": Role.ASSISTANT}
    talk = (
        line(1, "42", "hello"),
        line(2, "7", "Hi Kate!", **ember),
        line(3, "42", "write to Greg for me"),
        line(4, "7", "Hi Greg,\nI am late.\nBest,\nEmi", **ember),
        line(5, "42", "again"),
        line(6, "7", "Hi Greg, " + "I am late for the meeting. " * 9, **ember),
        line(7, "42", "thank you"),
        line(8, "7", "You're welcome, Kate!", **ember),
    )
    found = told(new_familiar, tmp_path, talk)
    assert found.called == {"discord-42": (CalledName("Kate", 2, ("t2", "t8")),)}


def test_in_japanese(new_familiar: Any, tmp_path: Path) -> None:
    """A suffix says that somebody is called."""
    talk = (
        line(1, "42", "お茶が好き"),
        line(2, "7", "ケイトさん、おはよう"),
        line(3, "42", "おはよう"),
        line(4, "7", "ありがとう、ケイトちゃん！"),
    )
    assert told(new_familiar, tmp_path, talk, "ケイトさんは何が好き？") == (
        {"discord-42": (CalledName("ケイト", 2, ("t2", "t4")),)},
        ("people/discord-42.md: " + _WHY.format("ケイト"),),
    )


def test_a_question_by_such_a_name_looks_at_their_words(new_familiar: Any, tmp_path: Path) -> None:
    """Among turns with the same words, theirs come first."""
    talk = (
        *TALK,
        line(50, "7", "My favourite is the copper kettle."),
        line(120, "42", "My favourite is the copper kettle."),
        line(190, "9", "My favourite is the copper kettle."),
    )

    async def first_of(talk: Sequence[Turn], home: Path) -> str | None:
        async with new_familiar(home) as familiar:
            for turn in talk:
                await familiar.record(turn)
            await familiar.settle()
            asked = RecallRequest("Which is Kate's favourite copper kettle?", place=TAVERN)
            return (await familiar.search(asked)).hits[0].author

    assert asyncio.run(first_of(talk, tmp_path / "a")) == "discord-42"


def test_with_its_turns_the_name_goes(new_familiar: Any, tmp_path: Path) -> None:
    """Deleted or erased, at once, and what is left is not enough."""

    async def run() -> list[Told]:
        async with new_familiar(tmp_path, settings=NOBODY_HEARD) as familiar:
            for turn in TALK:
                await familiar.record(turn)
            found = [await _told(familiar, "What about Kate?", TAVERN)]
            await familiar.record(line(4, "7", "Thanks, Kate!", deleted=True))
            found.append(await _told(familiar, "What about Kate?", TAVERN))
            assert (await familiar.index.verify()).same
            return found

    before, after = asyncio.run(run())
    assert before.called == {"discord-42": (CalledName("Kate", 2, ("t2", "t4")),)}
    assert after == ({}, ())


def test_a_person_is_found_by_such_a_name(new_familiar: Any, tmp_path: Path) -> None:
    """By `familiar people NAME`, where nobody bears it; and no note or alias file holds it."""

    async def run() -> tuple[str | None, str]:
        async with new_familiar(tmp_path) as familiar:
            for turn in TALK:
                await familiar.record(turn)
            await familiar.write()
            await familiar.settle()
            person = await familiar.people.named("kate")
            memory = familiar.parts.setup.paths.memory
            files = [p for p in memory.rglob("*") if p.suffix in (".md", ".json")]
            people = "".join(p.read_text("utf-8") for p in files if "people" in p.parts)
            return None if person is None else person.slug, people

    slug, people = asyncio.run(run())
    assert slug == "discord-42"
    assert "Kate" not in people.replace("Hey Kate!", "").replace("Thanks, Kate!", "")
    assert "kate" not in people


def test_the_page_says_who_is_called_so(tmp_path: Path, new_familiar: Any) -> None:
    """Else a model reads of Kate in the question, and of Emi on the page."""

    async def live() -> str:
        async with new_familiar(tmp_path) as familiar:
            memory = familiar.parts.setup.paths.memory
            put_notes(memory, {"people/discord-42.md": "# Emi\n\n- likes:: tea\n"})
            await familiar.record_many(TALK)
            await familiar.settle()
            asked = RecallRequest("What does Kate like?", Author("discord", "1", "Zed"), TAVERN)
            return (await familiar.recall(asked)).render()

    assert "Emi (others call them Kate)" in asyncio.run(live())
