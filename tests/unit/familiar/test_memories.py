"""What is kept by request: found at once, undone, private where it should be, never half done."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN

from familiar_memory import (
    Author,
    Caller,
    ChangeKind,
    ForgetRequest,
    NewFact,
    NewMemory,
    Place,
    PlaceKind,
    RecallRequest,
    RecordName,
    Turn,
)
from familiar_memory.errors import EditError, InputError, NotFoundError, UsageError
from familiar_memory.markdown.tree import parse_note
from familiar_memory.store.undo.plan import plan_undo

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
DM = Place("discord", ROWAN.user_id, kind=PlaceKind.DM, name="Rowan")
ZED = Author("discord", "619835027744129024", "Zed")
HERE, PRIVATE = Caller(ROWAN, TAVERN), Caller(ROWAN, DM)
NOTE = f"people/{ROWAN.slug}.md"


def _run(new_familiar, home, work, notes=None):
    async def all_of_it():
        async with started(new_familiar(home)) as familiar:
            said = ((TAVERN, ROWAN, "I work at Initech."), (DM, ROWAN, "I live in Oban."))
            said = (*said, (TAVERN, ZED, "Good evening, all of you."))
            for number, (place, author, text) in enumerate(said):
                at = AT + timedelta(minutes=number)
                await familiar.record(Turn(f"m{number}", at, place, author, text))
            await familiar.write()
            put_notes(home / "ember" / "memory", notes or {})
            await familiar.settle()
            await work(familiar)
            verified = await familiar.index.verify()
            assert all(table.same for table in verified.tables)

    asyncio.run(all_of_it())


def _files(familiar) -> dict[str, bytes]:
    store = familiar.store
    return {one.path: store.read_bytes(one.path) for one in store.scan_files().files}


async def _found(familiar, words, caller=None):
    place, author = (None, None) if caller is None else (caller.place, caller.author)
    result = await familiar.search(RecallRequest(words, author, place))
    return [hit.text for hit in result.hits]


def test_what_is_kept_changed_and_deleted_is_known_to_the_next_question(new_familiar, tmp_path):
    """Without waiting for anything, and in the prompt as well."""

    async def work(familiar):
        memories = familiar.memories
        kept = await memories.remember("The quuxlamp is under the stairs", about="Rowan")
        assert kept.kind is ChangeKind.ADDED
        assert await _found(familiar, "quuxlamp") == ["The quuxlamp is under the stairs"]
        edited = await memories.edit(kept.name, "The quuxlamp is on the roof")
        assert await _found(familiar, "quuxlamp") == ["The quuxlamp is on the roof"]
        context = await familiar.recall(RecallRequest("Where is the quuxlamp?"))
        assert "on the roof" in context.render()
        await memories.retire(edited.name)
        assert await _found(familiar, "quuxlamp") == []
        gone = await memories.delete(edited.name)
        assert (gone.kind, await _found(familiar, "quuxlamp")) == (ChangeKind.DELETED, [])
        assert (await memories.delete(edited.name)).kind is ChangeKind.NOT_FOUND

    _run(new_familiar, tmp_path, work)


def test_each_request_is_a_batch_that_can_be_undone(new_familiar, tmp_path):
    """Two facts at once are one, and a dry run is none."""

    async def work(familiar):
        before = _files(familiar)
        facts = [NewFact("Rowan", "works_at", "Acme"), NewFact("Acme", "has_status", "open")]
        tried = await familiar.memories.add_facts(facts, dry_run=True)
        assert [one.kind for one in tried] == [ChangeKind.ADDED] * 2
        assert (_files(familiar), tried[0].batch) == (before, None)
        done = await familiar.memories.add_facts(facts)
        assert done[0].batch == done[1].batch
        assert len(done[0].ended) == 1
        assert _files(familiar) != before
        plan_undo(familiar.store, familiar.journal, done[0].batch).apply()
        assert _files(familiar) == before

    _run(new_familiar, tmp_path, work)


def test_what_cannot_be_stored_is_refused_and_nothing_is(new_familiar, tmp_path):
    """A time to live that says no time, a type that is none, a predicate that nobody knows."""
    bad = (
        {"ttl": "soon"},
        {"ttl": "7d", "expires": "2027-01-01"},
        {"type": "dream"},
        {"importance": 11},
        {"topic": "cats"},
        {"since": "2026-02-30"},
        {"colour": "red"},
        {"tags": [""]},
    )

    async def work(familiar):
        before = _files(familiar)
        for fields in bad:
            with pytest.raises(InputError):
                await familiar.memories.remember(NewMemory("x", fields=fields))
        for fact in (
            NewFact("Rowan", "works_for", "Acme"),
            NewFact("Rowan", "works_at", "Acme", since="yesterday"),
        ):
            with pytest.raises(InputError):
                await familiar.memories.add_facts([NewFact("Rowan", "likes", "tea"), fact])
        with pytest.raises(InputError, match="empty"):
            NewMemory(" \n")
        with pytest.raises(NotFoundError):
            await familiar.memories.remember(NewMemory("x", place="nowhere"))
        with pytest.raises(UsageError):
            await familiar.memories.edit("people")
        assert _files(familiar) == before

    _run(new_familiar, tmp_path, work)


@pytest.mark.parametrize(
    ("given", "stands"),
    [
        ({"ttl": "7d"}, "expires:2026-03-08T00:00:00Z"),
        ({"ttl": "2026-12-01"}, "expires:2026-12-01"),
        ({"type": "fact"}, "type:semantic"),
        ({"type": "conversation"}, "type:episodic"),
        ({"tags": ["a", "a", "b c"]}, "tags:a|b c"),
        ({"importance": 5}, "source:user-stated)"),
    ],
)
def test_fields_are_kept_as_a_record_has_them(new_familiar, tmp_path, given, stands):
    """Durations become instants, and older types those of today."""

    async def work(familiar):
        kept = await familiar.memories.remember(NewMemory("Quuxlamp", fields=given))
        assert stands in familiar.store.read_file(kept.name.note)

    _run(new_familiar, tmp_path, work)


def test_a_caller_changes_what_they_may_see_where_they_are(new_familiar, tmp_path):
    """What was said in private is not there for them, in the same words as what never was."""

    async def work(familiar):
        memories = familiar.memories
        secret = await memories.remember("The quuxlamp is a gift", about="Rowan", caller=PRIVATE)
        assert secret.name.note == NOTE
        assert await _found(familiar, "quuxlamp", HERE) == []
        before = _files(familiar)
        for name in (secret.name, RecordName(NOTE, "~00000000"), RecordName("topics/no.md", "x")):
            told = [
                await memories.edit(name, "x", caller=HERE),
                await memories.retire(name, caller=HERE),
                await memories.delete(name, caller=HERE),
                await memories.delete(name, was="x", caller=HERE),
                await memories.count_again(name, ("m1",), caller=HERE),
                await memories.merge([name, RecordName(NOTE, "~1111")], "x", caller=HERE),
                await memories.move(name, "topics/tea.md", caller=HERE),
            ]
            assert {(one.kind, one.name, one.reason) for one in told} == {
                (ChangeKind.NOT_FOUND, None, "there is no such record")
            }
        assert _files(familiar) == before
        own = await memories.remember("The kettle is on", caller=HERE)
        assert own.name.note == f"channels/{TAVERN.slug}.md"
        line = familiar.store.read_file(own.name.note).splitlines()[-1]
        assert f"by:{ROWAN.slug}" in line
        assert "#tavern" in line

    _run(new_familiar, tmp_path, work)


@pytest.mark.parametrize(
    "about", ["self/rules.md", "self/personality.md", "lore/tea.md", "review.md", "notes.md"]
)
def test_a_tool_writes_no_card_no_lore_and_no_note_of_the_owner(new_familiar, tmp_path, about):
    """It is told why, which is the same whether or not there is such a note."""

    async def work(familiar):
        before = _files(familiar)
        told = await familiar.memories.remember("x", about=about, caller=HERE)
        assert told.kind is ChangeKind.REFUSED
        assert _files(familiar) == before

    _run(new_familiar, tmp_path, work)


@pytest.mark.parametrize("about", ["self/personality.md", "lore/tea.md", "review.md"])
def test_the_owner_changes_the_card_and_lore_in_an_editor(new_familiar, tmp_path, about):
    """A command says so, and why."""

    async def work(familiar):
        told = await familiar.memories.remember("x", about=about)
        assert (told.kind, bool(told.reason)) == (ChangeKind.REFUSED, True)

    _run(new_familiar, tmp_path, work)


def test_only_records_come_of_any_text(new_familiar, tmp_path):
    """No heading, rule, fence, comment or second line, whatever somebody says."""
    texts = ["# a", "a\n\n# b", "---", "```\nx", "%% x %%", "<!-- x", "- a\n- b", "a (in:everyone)"]

    async def work(familiar):
        for text in texts:
            told = await familiar.memories.remember(text, about="Rowan", caller=HERE)
            assert told.text == text.strip()
        source = familiar.store.read_file(familiar.parts.files.register.path_of(NOTE))
        note = parse_note(source, path=NOTE)
        records = [b.record for b in note.section("Notes").blocks if b.record is not None]
        assert [one.text for one in records] == texts
        assert {one.fields.place for one in records} == {TAVERN.slug}
        assert "%%" not in source

    _run(new_familiar, tmp_path, work)


def test_records_of_two_notes_are_merged_and_come_back(new_familiar, tmp_path):
    """The new one has the best of both; deleting it brings both back, byte for byte."""
    notes = {
        "topics/kettle.md": "# Kettle\r\n\r\n* The *kettle* is blue (tags:a, importance:7)\r\n",
        "garden.md": "# Garden\n\n- Blue kettle (expires:2026-12-01, tags:b, ref:m0)\n",
    }

    async def work(familiar):
        before = _files(familiar)
        names = ("topics/kettle.md:3", "garden.md:3")
        merged = await familiar.memories.merge(names, "The kettle is blue")
        assert (merged.kind, len(merged.ended)) == (ChangeKind.MERGED, 2)
        line = familiar.store.read_file("topics/kettle.md").splitlines()[-1]
        assert line == (
            "* The kettle is blue (ref:m0, importance:7, source:consolidation, tags:a|b,"
            f" seen:2, expires:2026-12-01) ^{merged.name.id}"
        )
        assert f"into:topics/kettle.md#^{merged.name.id}" in familiar.store.read_file("garden.md")
        back = await familiar.memories.delete(merged.name)
        assert len(back.restored) == 2
        assert _files(familiar) == before

    _run(new_familiar, tmp_path, work, notes)


def test_a_merged_record_is_for_those_who_may_know_all_of_it(new_familiar, tmp_path):
    """Two places have only the owner in common."""
    notes = {
        "a.md": f"- one (2026-02-01, in:{DM.slug})\n",
        "b.md": f"- two (2026-02-01, in:{TAVERN.slug})\n",
    }

    async def work(familiar):
        merged = await familiar.memories.merge(("a.md:1", "b.md:1"), "both")
        assert "in:owner" in familiar.store.read_file("a.md")
        assert await _found(familiar, "both", HERE) == []
        assert merged.is_done

    _run(new_familiar, tmp_path, work, notes)


def test_a_moved_line_is_for_whom_it_was_and_about_whom_it_was(new_familiar, tmp_path):
    """It says what it had from its surroundings."""
    notes = {
        f"channels/{TAVERN.slug}.md": "# Tavern\n\n- The keg is empty\n",
        "people/discord-7.md": "# Bex\n\n- likes:: tea\n",
    }

    async def work(familiar):
        moved = await familiar.memories.move(f"channels/{TAVERN.slug}.md:3", "topics/keg.md")
        assert moved.kind is ChangeKind.MOVED
        assert familiar.store.read_file("topics/keg.md").endswith("- The keg is empty (#tavern)\n")
        assert familiar.store.read_file(f"channels/{TAVERN.slug}.md") == "# Tavern\n\n"
        await familiar.memories.move("people/discord-7.md:3", "topics/keg.md", "Facts")
        assert "- likes:: tea (subject:discord-7)" in familiar.store.read_file("topics/keg.md")

    _run(new_familiar, tmp_path, work, notes)


def test_what_is_no_number_of_a_line_names_no_record(new_familiar, tmp_path):
    """It is said as of any other text that names none."""

    async def work(familiar):
        for line in ("²", "0", "9" * 5000, "-1", "x"):
            with pytest.raises(UsageError, match="not the name of a record"):
                await familiar.memories.retire(f"{NOTE}:{line}")

    _run(new_familiar, tmp_path, work)


def test_an_id_that_several_lines_have_names_none(new_familiar, tmp_path):
    """Which is meant cannot be told; by the number of its line each can be named."""
    notes = {"notes.md": "# N\n\n- The kite is red ^k1\n- The key is blue ^k1\n"}

    async def work(familiar):
        change = await familiar.memories.retire("notes.md#^k1")
        assert change.kind is ChangeKind.AMBIGUOUS
        assert familiar.store.read_file("notes.md") == notes["notes.md"]

    _run(new_familiar, tmp_path, work, notes)


def test_a_line_that_was_changed_meanwhile_is_left_alone(new_familiar, tmp_path):
    """The answer says so, and no other line is taken for it."""
    notes = {"a.md": "# A\n\n- one ^x1\n- two\n"}

    async def work(familiar):
        told = await familiar.memories.edit("a.md#^x1", "three", was="won")
        assert (told.kind, told.reason) == (
            ChangeKind.CONFLICT,
            "the line has changed since it was read",
        )
        assert familiar.store.read_file("a.md") == notes["a.md"]

    _run(new_familiar, tmp_path, work, notes)


DAMAGE = {
    "nearly a record": "-no space\n*also none\n(2026-02-01, in:discord-dm-42)\n",
    "a day that never was": "- x (2026-02-30, ref:1) ^x1\n",
    "a broken tail": "- x (2026-02-01, in:nowhere) ^x1\n- y (2026-02-01, type:odd) ^y1\n",
    "two ids": "- x ^x1\n- y ^x1\n",
    "an open fence": "```\n- x ^x1\n",
    "a comment": "<!--\n- x ^x1\n-->\n",
    "damaged frontmatter": "---\na: [\n---\n- x ^x1\n",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_lines_stay_as_they_are(new_familiar, tmp_path, damage):
    """Commands name nothing by guess; what else is written leaves them byte for byte."""
    text = DAMAGE[damage]

    async def work(familiar):
        memories = familiar.memories
        for name in ("topics/odd.md#^x1", "topics/odd.md#^y1", "topics/odd.md#~12345678"):
            try:
                told = await memories.retire(name, dry_run=True)
            except EditError as refused:
                assert damage in ("a day that never was", "a broken tail")
                assert "is damaged" in refused.problem
                continue
            if told.is_done:
                assert damage == "damaged frontmatter"
            else:
                assert told.kind in (ChangeKind.NOT_FOUND, ChangeKind.AMBIGUOUS)
        assert familiar.store.read_file("topics/odd.md") == text
        added = await memories.remember("Quuxlamp", about="topics/odd.md")
        after = familiar.store.read_file("topics/odd.md")
        assert after.startswith(text) if added.is_done else after == text

    _run(new_familiar, tmp_path, work, {"topics/odd.md": text})


def test_a_fact_in_another_file_is_about_whom_it_says(new_familiar, tmp_path):
    """And it neither ends nor repeats the facts of the note that it stands in."""
    notes = {
        "topics/keg.md": "# Keg\n\n- has_status:: full (2026-01-01, source:user-stated,"
        " subject:stove)\n"
    }

    async def work(familiar):
        told = await familiar.memories.add_fact(NewFact("topics/keg.md", "has_status", "empty"))
        assert (told.kind, told.ended) == (ChangeKind.ADDED, ())

    _run(new_familiar, tmp_path, work, notes)


def test_what_is_held_of_a_caller_waits_for_the_owner(new_familiar, tmp_path):
    """A guess ends nothing by itself; once the owner accepts it, it does, and stays in its room."""

    async def work(familiar):
        memories = familiar.memories
        said = NewFact("Rowan", "lives_in", "Fernwick")
        assert (await memories.add_fact(said, caller=HERE)).kind is ChangeKind.ADDED
        guess = NewFact("Rowan", "lives_in", "Zedborough", fields={"source": "inferred"})
        before = _files(familiar)
        tried = await memories.add_fact(guess, caller=HERE, dry_run=True)
        assert (tried.kind, _files(familiar)) == (ChangeKind.HELD, before)
        for _ in range(2):
            held = await memories.add_fact(guess, caller=HERE)
            assert (held.kind, held.batch) == (ChangeKind.HELD, None)
            assert "a guess" in held.reason
        (one,) = await familiar.review.open()
        guess_text = "lives_in:: Zedborough"
        assert (one.text, one.item.does, one.item.note) == (guess_text, "keep in", NOTE)
        report = await familiar.review.accept([one.id])
        assert len(report.accepted) == 1
        text = familiar.store.read_file(familiar.parts.files.register.path_of(NOTE))
        records = [one.record for one in parse_note(text, path=NOTE).blocks if one.record]
        (new,) = [one for one in records if one.text == guess_text]
        assert (new.fields.place, new.fields.by) == (TAVERN.slug, ROWAN.slug)
        (old,) = [one for one in text.splitlines() if "Fernwick" in one]
        assert old.startswith("- ~~")

    _run(new_familiar, tmp_path, work)


def test_what_the_owner_asks_for_waits_for_nobody(new_familiar, tmp_path):
    """They are told at once that it would be a guess against a word."""

    async def work(familiar):
        memories = familiar.memories
        await memories.add_fact(NewFact("Rowan", "lives_in", "Fernwick"))
        guess = NewFact("Rowan", "lives_in", "Zedborough", fields={"source": "inferred"})
        assert (await memories.add_fact(guess)).kind is ChangeKind.HELD
        assert await familiar.review.open() == ()

    _run(new_familiar, tmp_path, work)


def test_a_damaged_tail_is_named_where_the_owner_asks_for_its_line(new_familiar, tmp_path):
    """By its line or its id; to a caller there is no such line."""
    text = "# Tea\n\n- Likes tea (2026-01-28, seen:, in:discord-x) ^d1\n- Sings (2026-01-28) ^k2\n"
    key = "topics/tea.md"

    async def work(familiar):
        memories = familiar.memories
        before = _files(familiar)
        for name in (f"{key}:3", f"{key}#^d1"):
            for refused in (
                memories.retire(name),
                memories.edit(name, "x"),
                memories.delete(name),
            ):
                with pytest.raises(EditError, match=r"line 3 of topics/tea\.md is damaged") as told:
                    await refused
                assert "mended" in str(told.value)
        missed = await memories.retire(RecordName(key, "d1"), caller=HERE)
        assert missed.kind is ChangeKind.NOT_FOUND
        gone = await memories.retire(RecordName(key, "d9"))
        assert gone.kind is ChangeKind.NOT_FOUND
        assert _files(familiar) == before

    _run(new_familiar, tmp_path, work, {key: text})


def test_the_owner_is_told_that_a_note_is_new(new_familiar, tmp_path):
    """Perhaps its name was misspelt; a caller is not told, since a hidden note may be there."""

    async def work(familiar):
        memories = familiar.memories
        first = await memories.add_fact(NewFact("Lanturn Night", "uses", "lamps"))
        again = await memories.add_fact(NewFact("Lanturn Night", "uses", "candles"))
        theirs = await memories.remember("Brewed in a samovar", about="tea", caller=HERE)
        assert (first.is_in_new_note, again.is_in_new_note) == (True, False)
        assert theirs.is_done and not theirs.is_in_new_note

    _run(new_familiar, tmp_path, work)


@pytest.mark.parametrize("signs", ["***", "---", "- -", "#", ">", "```", "[ ]", "~~~~", "1."])
def test_signs_of_markdown_are_kept_as_the_text_that_they_are(new_familiar, tmp_path, signs):
    """They start no list, rule or fence, and are read back as they were given."""

    async def work(familiar):
        kept = await familiar.memories.remember(signs, about="Tea")
        assert (kept.kind, kept.text) == (ChangeKind.ADDED, signs)
        note = parse_note(familiar.store.read_file(kept.name.note))
        assert [one.record.text for one in note.blocks if one.record is not None] == [signs]

    _run(new_familiar, tmp_path, work)


def test_a_subject_may_have_signs_that_no_path_has(new_familiar, tmp_path):
    """One of nothing but signs is refused, and the reason names what is missing."""

    async def work(familiar):
        kept = await familiar.memories.remember("A band from London", about="The Who?")
        again = await familiar.memories.remember("They are four", about="The Who?")
        assert (kept.name.note, again.name.note) == ("topics/the-who.md", "topics/the-who.md")
        with pytest.raises(UsageError, match="has no letter or digit to call a note by"):
            await familiar.memories.remember("A band from London", about="***")

    _run(new_familiar, tmp_path, work)


def test_what_the_owner_ends_in_a_room_is_told_as_one_story(new_familiar, tmp_path):
    """No line says so, for those who may know one may not know the other; the days do."""

    async def work(familiar):
        await familiar.memories.add_fact(NewFact("Rowan", "works_at", "Acme"))
        for caller in ({}, {"author": ZED, "place": TAVERN}):
            story = await familiar.knowledge.timeline("Rowan", **caller)
            old, new = (one for one in story.facts if one.predicate == "works_at")
            assert (old.replaced_by, new.replaces) == (new.record, old.record)
        assert b"replaces" not in familiar.store.read_bytes("people/Rowan.md")

    _run(new_familiar, tmp_path, work)


def test_a_derived_name_still_names_a_line_that_another_took_the_place_of(new_familiar, tmp_path):
    """The line is struck, and given a block id for the other to say what it replaced."""

    async def work(familiar):
        (before,) = (
            one.record
            for one in (await familiar.knowledge.facts("Rowan")).facts
            if one.predicate == "works_at"
        )
        later = Turn("m9", AT + timedelta(days=9), TAVERN, ROWAN, "I work at Acme now.")
        await familiar.record(later)
        await familiar.write()
        assert before.is_derived
        seen = await familiar.memories.edit(before, fields={"importance": 8}, dry_run=True)
        assert (seen.kind, seen.text) == (ChangeKind.CHANGED, "works_at:: Initech")
        assert not seen.name.is_derived
        plan = await familiar.forgetting.plan(ForgetRequest(record=str(before)))
        assert [one.text for one in plan.turns] == ["I work at Initech."]

    _run(new_familiar, tmp_path, work)


@pytest.mark.parametrize(
    ("since", "stands", "until"),
    [
        ("2026-01", "", "2026-01"),
        ("2026-01", ", since 2026-02", "2026-03-01"),
        ("2027-03", "", "2027-03"),
    ],
)
def test_the_owner_has_the_last_word_since_whenever_theirs_holds(
    new_familiar, tmp_path, since, stands, until
):
    """Of what was told later, too, and of a line whose beginning nobody knows."""
    said = f"ref:m0, by:{ROWAN.slug}, in:{TAVERN.slug}"
    line = f"works_at:: Initech (2026-02-02{stands}, {said})"

    async def work(familiar):
        put_notes(familiar.store.root, {NOTE: f"# Rowan\n\n## Facts\n\n- {line}\n"})
        await familiar.settle()
        added = await familiar.memories.add_fact(NewFact("Rowan", "works_at", "Acme", since=since))
        assert added.is_done
        assert len(added.ended) == 1
        told = familiar.store.read_file(NOTE)
        assert f"until {until}, " in told
        now = (await familiar.knowledge.facts("Rowan")).facts
        current = "Initech" if since > "2026-03" else "Acme"
        assert [fact.object.text for fact in now] == [current]

    _run(new_familiar, tmp_path, work)


def test_a_line_of_ones_own_hand_is_named_whenever_it_was_learned(new_familiar, tmp_path):
    """It is never struck; the one who adds the fact is told that it says something else."""

    async def work(familiar):
        put_notes(familiar.store.root, {NOTE: "# Rowan\n\n- works_at:: Initech (2026-02-02)\n"})
        await familiar.settle()
        fact = NewFact("Rowan", "works_at", "Acme", since="2026-01")
        added = await familiar.memories.add_fact(fact)
        assert len(added.contradicts) == 1

    _run(new_familiar, tmp_path, work)


async def _added(familiar, object_, **how):
    return await familiar.memories.add_fact(NewFact("Rowan", "lives_in", object_, **how))


def test_a_fact_that_is_over_as_it_is_added_says_so(new_familiar, tmp_path):
    """One of the owner's own, of an earlier time: what is written is not what holds."""

    async def work(familiar):
        newer = await _added(familiar, "York", since="2026-02")
        older = await _added(familiar, "Leeds", since="2020")
        assert (newer.kind, newer.reason) == (ChangeKind.ADDED, "")
        assert (older.kind, older.is_done) == (ChangeKind.ADDED, True)
        assert older.reason == "it holds until 2026-02: something newer is known"
        known = await _added(familiar, "Hull", since="2010", until="2012")
        assert (known.kind, known.reason) == (ChangeKind.ADDED, "")

    _run(new_familiar, tmp_path, work)


def test_what_was_wrong_has_no_end(new_familiar, tmp_path):
    """It is struck, and the line has no day until which it held; what is over has today's."""

    async def work(familiar):
        await familiar.memories.retire("topics/tea.md:3", wrong=True)
        await familiar.memories.retire("topics/tea.md:4")
        text = familiar.store.read_file("topics/tea.md")
        assert text == "# Tea\n\n- ~~Likes tea~~\n- ~~Likes rum (until 2026-03-01)~~\n"

    notes = {"topics/tea.md": "# Tea\n\n- Likes tea\n- Likes rum\n"}
    _run(new_familiar, tmp_path, work, notes)


def test_notes_of_nobody_have_one_heading(new_familiar, tmp_path):
    """The first that is kept makes the note, and the others stand below it."""

    async def work(familiar):
        await familiar.memories.remember("The stove is broken")
        await familiar.memories.remember("The tap drips")
        lines = familiar.store.read_file("notes.md").splitlines()
        assert [one.partition(" (")[0] for one in lines if one.strip()] == [
            "## Notes",
            "- The stove is broken",
            "- The tap drips",
        ]

    _run(new_familiar, tmp_path, work)


def test_nothing_ends_before_it_begins(new_familiar, tmp_path):
    """By whatever door: the refusal says since when it holds, and the line stays as it is."""

    async def work(familiar):
        memories = familiar.memories
        fact = await memories.add_fact(NewFact("Quux", "lives_in", "Oban", since="2026-01-01"))
        before = _files(familiar)
        refused = [
            await memories.invalidate(fact.name, "2025-01-01"),
            await memories.edit(fact.name, fields={"until": "2025-01-01"}),
        ]
        for one in refused:
            assert (one.kind, one.reason) == (
                ChangeKind.REFUSED,
                "it holds since 2026-01-01, so it cannot have ended on 2025-01-01; accepted: an"
                " end from 2026-01-01 on, or that it was wrong, if it never held",
            )
        days = {"since": "2026-02", "until": "2026-01"}
        for kept in (
            await memories.remember(NewMemory("on holiday", "Quux", fields=days)),
            await memories.add_fact(NewFact("Quux", "works_at", "Acme", **days)),
        ):
            assert kept.kind is ChangeKind.REFUSED
            assert kept.reason.startswith("it holds since 2026-02, so it cannot have ended on")
        assert _files(familiar) == before
        ended = await memories.invalidate(fact.name, "2026-01-01")
        assert ended.kind is ChangeKind.RETIRED

    _run(new_familiar, tmp_path, work)


def test_dates_that_are_given_again_are_written_or_refused(new_familiar, tmp_path):
    """A beginning where there was none, or a more exact one; an end; never dropped in silence."""

    async def work(familiar):
        async def add(**days):
            change = await familiar.memories.add_fact(NewFact("Quux", "likes", "tea", **days))
            return change.kind, change.reason

        def line():
            (text,) = (one for one in _files(familiar).values() if b"likes::" in one)
            return text.decode().splitlines()[-1].partition(" ^")[0]

        assert (await add())[0] is ChangeKind.ADDED
        assert await add() == (ChangeKind.UNCHANGED, "it is already there")
        assert await add(since="2020") == (ChangeKind.CHANGED, "")
        assert await add(since="2020-05") == (ChangeKind.CHANGED, "")
        assert "since 2020-05" in line()
        assert await add(since="2020-05") == (ChangeKind.UNCHANGED, "it is already there")
        kind, reason = await add(since="2022")
        assert (kind, reason) == (
            ChangeKind.REFUSED,
            "it is already there with since 2020-05, and since 2022 was given; accepted: the fact"
            " without it, or `familiar edit NAME --field since=2022`",
        )
        assert await add(until="2024") == (ChangeKind.RETIRED, "")
        assert line().startswith("- ~~likes:: tea (") and "until 2024" in line()

    _run(new_familiar, tmp_path, work)
