"""A new memory on its way into a note."""

from __future__ import annotations

import asyncio

import pytest
from few_and_many import few_and_many
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN
from tool_calls import JOB, MAY_WRITE, Calls

from familiar_memory import Author, Place
from familiar_memory.life.tools.stored.name_links import with_links
from familiar_memory.markdown.text.wiki_text import links_as_labels

ELSEWHERE = Place("discord", "square", "oban")
_WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=60
).filter(lambda text: text.strip() == text)


async def test_the_example_of_the_documentation_as_lines(tavern):
    """One line in the caller's note, and a note with lines for each entity."""
    async with tavern() as calls:
        answer = await calls("store", **JOB)
        store = calls.familiar.store
        assert sorted(store.glob("**/*.md")) == [
            "people/Rowan.md",
            "topics/Acme Corp.md",
            "topics/Payments.md",
        ]
        record_id = answer["id"].partition("#")[2]
        signed = "2026-03-01, by:discord-42, in:discord-lantern.tavern"
        assert (
            "- User works at [[Acme Corp]] as a senior backend engineer on the [[Payments]] team."
            f" ({signed}, type:semantic, subject:User's current employer, importance:8,"
            f" source:user-stated, tags:work|employment) {record_id}\n"
        ) in store.read_file("people/Rowan.md")
        payments = store.read_file("topics/Payments.md")
        assert payments.startswith("---\nid: payments\n")
        assert f"- type:: [[project]] ({signed}, source:user-stated)\n" in payments
        assert f"- part_of:: [[Acme Corp]] ({signed}, source:user-stated)\n" in payments


async def test_an_entity_whose_note_cannot_be_written_is_left_out(tavern, tmp_path):
    """The memory is stored, and the answer says what is missing; it names no file."""
    async with tavern() as calls:
        broken = tmp_path / "ember" / "memory" / "topics" / "payments.md"
        broken.parent.mkdir(parents=True, exist_ok=True)
        broken.write_bytes(b"\xff\xfe is no text")
        await calls.familiar.settle()
        answer = await calls("store", **JOB)
        assert answer["stored"] is True
        assert any(told.startswith("part_of:: Acme Corp: ") for told in answer["notNoted"])
        assert "payments.md" not in str(answer)
        assert broken.read_bytes() == b"\xff\xfe is no text"


async def test_a_guess_that_would_end_what_was_said_waits_for_the_owner(tavern):
    """The memory is stored; the answer says what is not noted, and review.md has it."""
    said = {
        "name": "Rowan",
        "type": "person",
        "relations": [{"relation": "works_at", "target": "Initech"}],
    }
    guessed = said | {"relations": [{"relation": "works_at", "target": "Acme Corp"}]}
    async with tavern() as calls:
        await calls.store("I have begun at Initech.", source="user-stated", entities=[said])
        answer = await calls(
            "store",
            type="semantic",
            subject="Rowan",
            content="Rowan speaks of a badge from Acme Corp.",
            source="inferred",
            entities=[guessed],
        )
        assert answer["stored"] is True
        why = "it is a guess, and would end what was said; the owner is asked"
        assert answer["notNoted"] == [f"works_at:: Acme Corp: {why}"]
        (waiting,) = await calls.familiar.review.open()
        assert waiting.text == "works_at:: [[Acme Corp]]"
        note = calls.familiar.store.read_file("people/Rowan.md")
        assert ("[[Initech]]" in note, "works_at:: [[Acme Corp]]" in note) == (True, False)


async def test_all_notes_of_a_memory_are_one_change(tavern, monkeypatch):
    """Where one of them cannot be written any more, none is."""
    from familiar_memory.errors import StorageError

    async with tavern() as calls:
        edit_all = type(calls.familiar.store).edit_all

        def fails(self, *given, **more):
            raise StorageError("the disk is full", "room")

        monkeypatch.setattr(type(calls.familiar.store), "edit_all", fails)
        answer = await calls("store", **JOB)
        assert answer.get("stored") is not True
        assert calls.familiar.store.glob("**/*.md") == []
        monkeypatch.setattr(type(calls.familiar.store), "edit_all", edit_all)
        assert (await calls("store", **JOB))["stored"] is True


async def test_a_memory_that_was_struck_stays_away(tavern):
    """Whatever its type: a person has said that it is wrong."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        store = calls.familiar.store
        text = store.read_file("people/Rowan.md")
        line = next(one for one in text.split("\n") if "viola" in one)
        store.write_file("people/Rowan.md", text.replace(line, f"- ~~{line[2:]}~~"))
        await calls.familiar.settle()
        for kind in ("semantic", "episodic"):
            answer = await calls(
                "store", type=kind, subject="Rowan", content="Rowan plays the viola"
            )
            assert answer["stored"] is False
            assert "struck" in answer["error"]
        assert await calls.recalled() == []


async def test_what_a_person_wrote_by_hand_is_not_written_again(tavern):
    """It has no type, and says the same."""
    async with tavern() as calls:
        await calls.store("Rowan plays the viola.")
        store = calls.familiar.store
        text = store.read_file("people/Rowan.md")
        store.write_file("people/Rowan.md", f"{text}- Rowan likes green tea.\n")
        await calls.familiar.settle()
        answer = await calls(
            "store", type="semantic", subject="Rowan", content="rowan likes green tea"
        )
        assert answer["duplicate"] is True
        assert (await calls.row(answer["existingId"]))["content"] == "Rowan likes green tea."


@pytest.mark.long
async def test_the_same_words_about_another_are_another_memory(tavern):
    """And so are the same words of another type."""
    async with tavern() as calls:
        for subject in ("Rowan", "the lighthouse of Oban"):
            await calls.store("is tall", subject=subject)
        await calls.store("is tall", type="episodic")
        again = {"type": "semantic", "content": "is tall"}
        for subject in ("Rowan", "lighthouse", "the Lighthouse of Oban"):
            assert (await calls("store", subject=subject, **again))["duplicate"] is True
        assert await calls.recalled() == ["is tall"] * 3


async def test_what_the_owner_stores_goes_to_the_notes(tavern):
    """Without anybody to speak for; with somebody, to theirs, for everyone."""
    async with tavern() as calls:
        owner = Calls(calls.familiar, None, None)
        assert (await owner.store("The key is under the mat.", subject="key")).startswith(
            "notes.md#^"
        )
        for_rowan = Calls(calls.familiar, ROWAN, None)
        assert (await for_rowan.store("Rowan has the key.", subject="key")).startswith("people/")
        there = Calls(calls.familiar, Author("discord", "43"), ELSEWHERE)
        assert sorted(await there.found("key")) == [
            "Rowan has the key.",
            "The key is under the mat.",
        ]


@pytest.mark.long
@few_and_many(
    8,
    40,
    content=_WORDS,
    subject=_WORDS,
    tags=st.lists(_WORDS.filter(lambda t: "," not in t), max_size=3),
)
def test_any_words_come_back_as_they_were(new_familiar, tmp_path_factory, content, subject, tags):
    """For those who may know them, and for nobody else."""

    async def live() -> None:
        home = tmp_path_factory.mktemp("home")
        async with new_familiar(home, settings=MAY_WRITE) as familiar:
            calls = Calls(familiar, ROWAN, DM)
            given = {"type": "semantic", "subject": subject, "content": content, "tags": tags}
            answer = await calls("store", **given)
            row = await calls.row(answer["id"])
            assert links_as_labels(row["content"]) == links_as_labels(content)
            assert row["tags"] == list(dict.fromkeys(" ".join(tag.split()) for tag in tags))
            again = await calls("store", **given)
            assert again["duplicate"] is True
            for place in (TAVERN, ELSEWHERE):
                assert await Calls(familiar, ROWAN, place).recalled() == []

    asyncio.run(live())


@given(
    st.text(st.sampled_from("Acme Corp[]|東京ß. "), max_size=30),
    st.sets(st.sampled_from(["Acme", "Acme Corp", "corp", "東京", "ß", "SS", "]", "a|b", ""])),
)
def test_a_text_reads_as_before_with_links_in_it(text, names):
    """Each name is linked once at most, and no link stands in another."""
    linked = with_links(text, names)
    assert links_as_labels(linked) == links_as_labels(text)
    assert linked.count("[[") <= len(names) + text.count("[[")


@pytest.mark.parametrize(
    ("text", "names", "linked"),
    [
        ("at Acme Corp", ["Acme Corp"], "at [[Acme Corp]]"),
        ("at acme corp, Acme", ["Acme Corp", "Acme"], "at [[Acme Corp|acme corp]], [[Acme]]"),
        ("in the academy", ["Acme"], "in the academy"),
        ("東京タワーで", ["東京タワー"], "[[東京タワー]]で"),
        ("see [Acme](x.md)", ["Acme"], "see [Acme](x.md)"),
        ("Straße", ["STRASSE"], "[[STRASSE|Straße]]"),
    ],
)
def test_names_are_linked_where_they_stand(text, names, linked):
    """As words by themselves, in any case, the longest first."""
    assert with_links(text, names) == linked
