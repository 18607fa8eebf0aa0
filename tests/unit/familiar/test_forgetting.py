"""Forgetting a person, a subject, a line, a place, a time: what goes, what stays, what is said."""

from __future__ import annotations

import asyncio
import base64
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import TAVERN

from familiar_memory import (
    Author,
    ForgetRequest,
    Place,
    PlaceKind,
    RecallRequest,
    RecordOutcome,
    Role,
    Turn,
)
from familiar_memory.errors import NotFoundError, StorageError, UsageError
from familiar_memory.interfaces.cli.keep.dossier_view import dossier_markdown
from familiar_memory.maintenance.forget.tombstones import Tombstones

AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
ROWAN = Author("discord", "284619350177841152", "Rowan", "rowan_o")
ZED = Author("discord", "619835027744129024", "Zed")
OTHER_ROWAN = Author("twitch", "88361942", "Rowan")
EMBER = Author("discord", "111111111111111111", "Ember")
HALL = Place("discord", "hall", "lantern", name="hall")
DM = Place("discord", ROWAN.user_id, kind=PlaceKind.DM, name="Rowan")
# To the embedder of the tests "grombl" is near no other word here: each has one of 64 places.
WORKS = "I work at the quuxwerk archive in Durham, and I have a cat called Grombl."
SAID = (
    ("m1", TAVERN, ROWAN, WORKS),
    ("m2", TAVERN, ZED, f"> {WORKS}\nI'd say the same of my flimpet and of Morvania."),
    ("m3", HALL, ZED, f"hey <@{ROWAN.user_id}>, I have a dog called Flimpet since Monday."),
    ("m4", DM, ROWAN, "I plan to leave Zorbania on Friday, tell nobody."),
    ("m5", HALL, ROWAN, "ok zonk"),
)


def run(new_familiar, home, work, said=SAID, notes=None) -> None:
    """Live, write up, then do the work."""

    async def all_of_it() -> None:
        async with started(new_familiar(home)) as familiar:
            for number, (ref, place, author, text) in enumerate(said):
                at = AT + timedelta(minutes=3 * number)
                await familiar.record(Turn(ref, at, place, author, text))
            await familiar.write()
            put_notes(home / "ember" / "memory", notes or {})
            await familiar.settle()
            await work(familiar)

    asyncio.run(all_of_it())


def texts(familiar) -> dict[str, str]:
    """What still stands of each turn, by ref."""
    turns = familiar.parts.files.history.turns_after(0, 100)
    return {one.turn.ref: one.turn.text for one in turns}


def words_below(folder) -> bytes:
    """Every byte."""
    return b"\0".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize(
    "name",
    ["Rowan", "rowan_o", ROWAN.slug, ROWAN.canonical_key, ROWAN.user_id, "people/Rowan.md"],
)
def test_a_person_is_found_by_whatever_names_them(new_familiar, tmp_path, name):
    """Id, slug, key, path, name."""

    async def work(familiar):
        plan = await familiar.forgetting.plan(ForgetRequest(person=name))
        assert {turn.ref for turn in plan.turns} == {"m1", "m2", "m3", "m4", "m5"}
        assert plan.places == (DM.slug,)
        assert texts(familiar)["m1"] == WORKS

    run(new_familiar, tmp_path, work)


def test_whoever_bears_a_name_that_others_bear_is_asked_for(new_familiar, tmp_path):
    """And listed; nobody is guessed."""
    said = (*SAID, ("x1", Place("twitch", "mosslight", kind=PlaceKind.STREAM), OTHER_ROWAN, "hi"))

    async def work(familiar):
        with pytest.raises(UsageError, match="several people") as problem:
            await familiar.forgetting.plan(ForgetRequest(person="Rowan"))
        assert ROWAN.slug in problem.value.accepted
        assert OTHER_ROWAN.slug in problem.value.accepted
        with pytest.raises(NotFoundError, match="nobody"):
            await familiar.forgetting.plan(ForgetRequest(person="Nobody"))

    run(new_familiar, tmp_path, work, said)


def test_a_person_is_forgotten_and_others_keep_what_they_said(new_familiar, tmp_path):
    """Quotes and mentions go out of what others said; a bare name is a hint."""
    notes = {"notes.md": "# N\n\n- Rowan has a kite\n- saw [[Rowan]] there\n- tea\n"}

    async def work(familiar):
        forgetting = familiar.forgetting
        plan = await forgetting.plan(ForgetRequest(person="Rowan"))
        by_hand = [line for line in plan.lines if line.is_human]
        assert [(one.path, one.line, one.becomes) for one in by_hand] == [
            ("notes.md", 4, "- saw someone there")
        ]
        assert plan.human_lines == 1
        report = await forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.is_gone and report.refused == 0
        assert report.hints == ("Rowan: in 1 note and 0 messages of others",)
        assert texts(familiar) == {
            "m2": "I'd say the same of my flimpet and of Morvania.",
            "m3": "hey someone, I have a dog called Flimpet since Monday.",
        }
        assert familiar.store.read_file("notes.md") == (
            "# N\n\n- Rowan has a kite\n- saw someone there\n- tea\n"
        )
        assert (await familiar.index.verify()).same
        assert not (await familiar.search("quuxwerk Zorbania")).hits
        assert (await familiar.search("Flimpet")).hits
        found = await familiar.record(Turn("m1", AT, TAVERN, ROWAN, WORKS))
        assert found is RecordOutcome.UNCHANGED

    run(new_familiar, tmp_path, work, notes=notes)
    data = words_below(tmp_path / "ember")
    for word in (ROWAN.user_id, "rowan_o", "quuxwerk", "Grombl", "Zorbania", "ok zonk"):
        assert word.encode() not in data


def test_a_piece_of_what_somebody_quoted_goes_too(new_familiar, tmp_path):
    """A gist cuts a long message short, in the middle of the quotation."""
    note = (
        '---\nplaces:\n  - "[[channels/discord-lantern.tavern|#tavern]]"\n---\n# T\n\n'
        "- [[2026-02-02-evening#^m2|Zed: I work at the quuxwerk archive in Dur…]] (#tavern)\n"
        "- [[2026-02-02-evening#^m9|Zed: tea]] (#tavern)\n"
    )

    async def work(familiar):
        await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        left = familiar.store.read_file("topics/T.md")
        assert "quuxwerk" not in left and "Zed: tea" in left

    run(new_familiar, tmp_path, work, notes={"topics/T.md": note})


def test_who_said_a_line_first_keeps_it(new_familiar, tmp_path):
    """Whoever repeated it took it from them: their own words are not quoted."""
    said = (("m1", TAVERN, ZED, WORKS), ("m2", TAVERN, ROWAN, WORKS))

    async def work(familiar):
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.is_gone
        assert texts(familiar) == {"m1": WORKS}

    run(new_familiar, tmp_path, work, said)


def test_what_the_familiar_answered_goes_with_the_question(new_familiar, tmp_path):
    """It is made of what it was told; other talk of the familiar stays."""

    async def work(familiar):
        for ref, reply_to in (("e1", "m1"), ("e2", "m3")):
            at = AT + timedelta(hours=1)
            turn = Turn(ref, at, TAVERN if ref == "e1" else HALL, EMBER, f"Noted, {ref}.")
            turn = Turn(
                turn.ref, at, turn.place, EMBER, turn.text, role=Role.ASSISTANT, reply_to=reply_to
            )
            await familiar.record(turn)
        await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert "e1" not in texts(familiar)
        assert texts(familiar)["e2"] == "Noted, e2."

    run(new_familiar, tmp_path, work)


def test_one_line_and_one_message_are_the_same_to_forget(new_familiar, tmp_path):
    """The message goes with each line that cites it, and nothing else."""

    async def work(familiar):
        forgetting = familiar.forgetting
        path = familiar.parts.files.register.path_of(f"people/{ROWAN.slug}.md")
        lines = familiar.store.read_file(path).splitlines()
        number = 1 + next(n for n, line in enumerate(lines) if "has_pet" in line)
        asked = (f"{path}:{number}", "m1", f"{TAVERN.slug}/m1", "2026-02-02-evening.md#^m1")
        plans = [
            await forgetting.plan(
                ForgetRequest(record=f"sessions/{one}" if "evening" in one else one)
            )
            for one in asked
        ]
        for plan in plans:
            # The other quotes it, and keeps the rest.
            told = {turn.ref: turn.becomes for turn in plan.turns}
            assert told == {"m1": None, "m2": "I'd say the same of my flimpet and of Morvania."}
        assert plans[1].lines == plans[2].lines
        report = await forgetting.forget(ForgetRequest(record="m1"))
        assert report.is_gone
        left = familiar.store.read_file(path)
        assert "Grombl" not in left and f"id: {ROWAN.slug}" in left
        assert texts(familiar)["m4"].startswith("I plan to leave")

    run(new_familiar, tmp_path, work)


@pytest.mark.parametrize("named", ["notes.md:3", "notes.md#~6c839fe1"])
def test_a_line_written_by_hand_is_forgotten_by_its_text(new_familiar, tmp_path, named):
    """Wherever it stands, with whatever tail, and in the past."""
    notes = {"notes.md": "# N\n\n- the safe is blue (2026-02-01)\n- tea\n"}

    async def work(familiar):
        familiar.store.write_file("b.md", "# B\n\n- the safe is blue\n- it is not\n")
        familiar.store.write_file("b.md", "# B\n\n- it is not\n")
        report = await familiar.forgetting.forget(ForgetRequest(record=named))
        assert report.is_gone
        assert familiar.store.read_file("notes.md") == "# N\n\n- tea\n"
        for _, _, data in familiar.journal.images.versions():
            assert b"safe is blue" not in data

    run(new_familiar, tmp_path, work, notes=notes)


def test_an_id_that_several_lines_have_names_none_to_forget(new_familiar, tmp_path):
    """What goes is gone, so nothing is guessed; the lines are listed."""
    notes = {"notes.md": "# N\n\n- The kite is red ^k1\n- The key is blue ^k1\n"}

    async def work(familiar):
        with pytest.raises(UsageError, match="2 lines") as problem:
            await familiar.forgetting.plan(ForgetRequest(record="notes.md#^k1"))
        assert "notes.md:3, notes.md:4" in problem.value.accepted

    run(new_familiar, tmp_path, work, notes=notes)


def test_a_place_is_found_by_its_slug_or_label_in_any_case(new_familiar, tmp_path):
    """As `--place` of the commands that ask finds it."""

    async def work(familiar):
        for name in ("#Tavern", "TAVERN", "tavern", TAVERN.slug):
            plan = await familiar.forgetting.plan(ForgetRequest(place=name))
            assert plan.places == (TAVERN.slug,)

    run(new_familiar, tmp_path, work)


def test_a_subject_goes_with_every_message_that_names_it(new_familiar, tmp_path):
    """Else the next question would find it all the same."""
    notes = {"topics/Grombl.md": "# Grombl\n\n- a cat\n", "notes.md": "# N\n\n- see [[grombl]]\n"}

    async def work(familiar):
        plan = await familiar.forgetting.plan(ForgetRequest(topic="Grombl"))
        assert {turn.ref for turn in plan.turns} == {"m1", "m2"}
        assert [note.path for note in plan.notes if note.human_lines] == ["topics/Grombl.md"]
        report = await familiar.forgetting.forget(ForgetRequest(topic="grombl"))
        assert report.is_gone
        assert not familiar.store.exists("topics/Grombl.md")
        assert not (await familiar.search("Grombl")).hits
        with pytest.raises(NotFoundError, match="no topic"):
            await familiar.forgetting.plan(ForgetRequest(topic="Grombl"))

    run(new_familiar, tmp_path, work, notes=notes)


def test_a_subject_goes_with_every_page_of_it(new_familiar, tmp_path):
    """One that was full goes on in a second file; what is only called alike stays."""
    pages = ("topics/zork.md", "topics/zork--2.md", "topics/zorkish--2.md")
    notes = {path: f"# Zork\n\n- seen in {path}\n" for path in pages}

    async def work(familiar):
        await familiar.forgetting.forget(ForgetRequest(topic="zork"))
        assert [familiar.store.exists(path) for path in pages] == [False, False, True]

    run(new_familiar, tmp_path, work, notes=notes)


FAR = datetime(9999, 12, 31, 23, tzinfo=UTC)
FIRST = datetime(1, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "left"),
    [
        ({"since": AT - timedelta(days=30)}, ["2026-01-02", "2026-01-03"]),
        ({"since": AT - timedelta(days=30), "until": FAR}, ["2026-01-02", "2026-01-03"]),
        ({"until": AT - timedelta(days=30)}, ["2026-01-03", "2026-02-28"]),
        ({"since": FIRST, "until": AT - timedelta(days=30)}, ["2026-01-03", "2026-02-28"]),
        ({"since": AT - timedelta(days=30), "place": HALL.slug}, ["2026-01-02", "2026-01-03"]),
    ],
    ids=["since", "since, to the end", "until", "from the beginning", "of a place"],
)
def test_a_time_that_is_open_takes_dated_lines_with_it(new_familiar, tmp_path, span, left):
    """Its whole days lie in it as those of any other time do, however far it reaches."""
    days = ("2026-01-02", "2026-01-03", "2026-02-28")
    lines = "".join(
        f"- tea ({day}{f', in:{HALL.slug}' if number == 2 else ''})\n"
        for number, day in enumerate(days)
    )

    async def work(familiar):
        await familiar.forgetting.forget(ForgetRequest(**span))
        rest = familiar.store.read_file("notes.md")
        assert [day for day in days if day in rest] == left

    run(new_familiar, tmp_path, work, notes={"notes.md": f"# N\n\n{lines}"})


def test_a_place_goes_with_its_name_and_a_time_with_what_was_said_then(new_familiar, tmp_path):
    """Of a place within a time, the place itself stays."""

    async def work(familiar):
        forgetting = familiar.forgetting
        until = AT + timedelta(minutes=4)
        plan = await forgetting.plan(ForgetRequest(place="#tavern", until=until))
        assert [turn.ref for turn in plan.turns] == ["m1", "m2"]
        assert plan.places == ()
        report = await forgetting.forget(ForgetRequest(since=AT, until=until))
        assert report.is_gone
        assert set(texts(familiar)) == {"m3", "m4", "m5"}
        report = await forgetting.forget(ForgetRequest(place=HALL.slug))
        assert report.is_gone
        assert set(texts(familiar)) == {"m4"}
        assert HALL.slug not in {one.slug for one in familiar.parts.files.history.places()}

    run(new_familiar, tmp_path, work)
    assert HALL.slug.encode() not in words_below(tmp_path / "ember")


def test_whoever_is_never_to_be_kept_again_is_refused(new_familiar, tmp_path):
    """By marks that say nothing of them, until somebody allows it by their id."""
    folder = tmp_path / "ember"

    async def work(familiar):
        forgetting = familiar.forgetting
        report = await forgetting.forget(ForgetRequest(person="Rowan"), never_again=True)
        assert report.is_gone and report.refused == 1
        turns = [Turn(f"n{n}", AT, TAVERN, who, "hi") for n, who in enumerate((ZED, ROWAN, ZED))]
        added, refused = RecordOutcome.ADDED, RecordOutcome.REFUSED
        assert await familiar.record_many(turns) == [added, refused, added]
        assert ROWAN.user_id.encode() not in words_below(folder)
        assert len(await forgetting.refused()) == 1
        assert not await forgetting.allow(ZED.canonical_key)
        assert await forgetting.allow(ROWAN.canonical_key)
        assert await familiar.record(turns[1]) is added

    run(new_familiar, tmp_path, work)
    assert (folder / "forgotten.key").stat().st_mode & 0o077 == 0


def test_the_key_of_the_marks_is_not_lost_in_silence(tmp_path):
    """Without it nobody could be told from anybody."""
    marks = Tombstones(tmp_path)
    assert marks.every() == () and not marks.refuses(ROWAN)
    assert marks.add([ROWAN, ZED], AT) == 2
    assert marks.add([ROWAN], AT) == 0
    again = Tombstones(tmp_path)
    assert again.refuses(ROWAN) and again.refuses_slug(ROWAN.slug)
    assert not again.refuses(OTHER_ROWAN) and not again.refuses_slug("discord-1")
    (tmp_path / "forgotten.key").unlink()
    with pytest.raises(StorageError, match=r"forgotten\.key"):
        Tombstones(tmp_path).refuses(ROWAN)
    (tmp_path / "forgotten.json").write_text("{")
    (tmp_path / "forgotten.key").write_text("00" * 32)
    with pytest.raises(StorageError, match=r"forgotten\.json"):
        Tombstones(tmp_path).refuses(ROWAN)


def test_what_is_left_is_told_and_ended_later(new_familiar, tmp_path):
    """A file that no store owns; it is named in no words that repeat what it holds."""

    async def work(familiar):
        backup = tmp_path / "ember" / "backup.txt"
        backup.write_text(f"by {ROWAN.user_id}")
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert not report.is_gone
        assert all("backup.txt holds it" in line for line in report.residue)
        backup.unlink()
        ended = await familiar.forgetting.resume()
        assert ended is not None and ended.is_gone
        assert await familiar.forgetting.resume() is None

    run(new_familiar, tmp_path, work)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"person": " "},
        {"person": "Rowan", "since": AT},
        {"since": AT, "until": AT},
        {"since": datetime(2026, 1, 1)},
    ],
)
def test_a_request_that_means_nothing_is_refused(given):
    """Before anything is looked for."""
    with pytest.raises(UsageError):
        ForgetRequest(**given)


def test_only_a_person_can_be_refused(new_familiar, tmp_path):
    """A subject has no id."""

    async def work(familiar):
        with pytest.raises(UsageError, match="only a person"):
            await familiar.forgetting.forget(ForgetRequest(record="m1"), never_again=True)
        assert texts(familiar)["m1"] == WORKS

    run(new_familiar, tmp_path, work)


def test_what_is_known_of_a_person_is_handed_over_to_them(new_familiar, tmp_path):
    """With what they said in private; without what others said where they were not."""
    mods = Place("discord", "mods", "lantern", private=True, name="mods")
    notes = {
        "notes.md": f"# N\n\n- [[Rowan]] is loud (2026-02-02, in:{mods.slug})\n- [[Rowan]] sings\n"
    }

    async def work(familiar):
        known = await familiar.people.dossier("Rowan")
        assert known.ids == (ROWAN.canonical_key,)
        assert [turn.ref for turn in known.turns] == ["m1", "m4", "m5"]
        assert [turn.ref for turn in known.mentions] == ["m3"]
        facts = {(fact.predicate, fact.object) for fact in known.facts}
        assert ("has_pet", "cat called Grombl") in facts
        here = [line.text for line in known.elsewhere if line.path == "notes.md"]
        assert here == ["- [[Rowan]] sings"]
        assert known.left_out == 1
        everything = await familiar.people.dossier("Rowan", is_all=True)
        assert everything.left_out == 0
        assert any("loud" in line.text for line in everything.elsewhere)
        with pytest.raises(NotFoundError):
            await familiar.people.dossier("Nobody")

    run(new_familiar, tmp_path, work, notes=notes)


def test_an_id_within_a_longer_one_is_no_mention(new_familiar, tmp_path):
    """What somebody said of another is none of their business, and forgetting leaves it too."""
    said = (*SAID, ("x1", HALL, ZED, f"hey <@{ROWAN.user_id}7>, what do you keep from your boss?"))

    async def work(familiar):
        known = await familiar.people.dossier("Rowan")
        assert [turn.ref for turn in known.mentions] == ["m3"]

    run(new_familiar, tmp_path, work, said)


def test_a_fact_is_handed_over_in_the_words_that_its_links_show(new_familiar, tmp_path):
    """The line, as it stands in the note, is handed over byte for byte."""

    async def work(familiar):
        await familiar.memories.remember("works_at:: [[Umbrella]]", about="Rowan")
        await familiar.memories.remember("likes:: [[topics/tea|green tea]]", about="Rowan")
        await familiar.settle()
        known = await familiar.people.dossier("Rowan")
        facts = {fact.predicate: fact.object for fact in known.facts}
        assert (facts["works_at"], facts["likes"]) == ("Umbrella", "green tea")
        assert any("works_at:: [[Umbrella]]" in line.text for line in known.lines)
        day = datetime(2026, 3, 1, tzinfo=UTC)
        page = dossier_markdown(known, "Ember", day.date(), UTC, {})
        assert "[[" not in page and "works at Umbrella" in page

    run(new_familiar, tmp_path, work, said=SAID[:1])


def test_what_is_over_is_handed_over_as_ended(new_familiar, tmp_path):
    """Struck, past its end, or expired: as `facts` tells it."""
    notes = {
        f"people/{ZED.slug}.md": "# Zed\n\n## Facts\n\n"
        "- works_at:: Acme (2025-01-01, until 2025-01-01)\n"
        "- visiting:: Hull (2024-12-01, expires:2025-01-01)\n"
        "- ~~likes:: tea (2025-01-01)~~\n- lives_in:: Oban (2025-01-01)\n"
    }

    async def work(familiar):
        known = await familiar.people.dossier(ZED.slug)
        assert {one.object: one.state for one in known.facts} == {
            "Acme": "ended",
            "Hull": "ended",
            "tea": "wrong",
            "Oban": "live",
        }
        told = await familiar.knowledge.facts(ZED.slug, include_retired=True)
        assert {(one.object.text, one.state) for one in told.facts} == {
            (one.object, one.state) for one in known.facts
        }

    run(new_familiar, tmp_path, work, said=(), notes=notes)


def test_a_note_that_cannot_be_read_is_not_left_out_in_silence(new_familiar, tmp_path):
    """Theirs by its path; of others' only with all rooms, since a path may say too much."""
    own, other = f"people/{ZED.slug}.md", "notes/secret.md"
    memory = tmp_path / "ember" / "memory"

    async def work(familiar):
        for path in (own, other):
            (memory / path).parent.mkdir(parents=True, exist_ok=True)
            (memory / path).write_bytes(b"# Zed\n\n- likes:: tea \xff\n")
        known = await familiar.people.dossier(ZED.canonical_key)
        assert (known.unread, known.left_out, known.facts) == ((own,), 1, ())
        everything = await familiar.people.dossier(ZED.canonical_key, is_all=True)
        assert (everything.unread, everything.left_out) == ((other, own), 0)

    run(new_familiar, tmp_path, work, said=())


def test_a_repository_is_told_of_and_keeps_nothing_from_ending(new_familiar, tmp_path):
    """Its packs are beyond us; what lies in it object by object is found."""
    tree = tmp_path / "ember" / "memory"

    async def work(familiar):
        (tree / ".git" / "objects" / "ab").mkdir(parents=True)
        blob = tree / ".git" / "objects" / "ab" / "cdef"
        blob.write_bytes(zlib.compress(f"blob 9\0- {WORKS}".encode()))
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.residue == ("memory/.git/objects/ab/cdef holds it, as it is",)
        assert "git" in report.out_of_reach[0]
        assert not (tmp_path / "ember" / "erasing.json").exists()

    run(new_familiar, tmp_path, work)


def test_a_line_goes_from_every_page_of_an_index_that_stays_open(new_familiar, tmp_path):
    """And the proof looks for its words as the index has them: without its links."""
    line = "[[Norbridge]] was founded by the vellumancer guild"

    async def work(familiar):
        kept = await familiar.memories.remember(line, about="bridges")
        await familiar.memories.remember("has seven arches", about="bridges")
        await familiar.settle()
        report = await familiar.forgetting.forget(ForgetRequest(record=str(kept.name)))
        assert report.residue == ()
        assert b"vellumancer" not in words_below(tmp_path)
        assert "Norbridge was founded by the vellumancer guild" in (
            report.taken.erasure.traces.said
        )

    run(new_familiar, tmp_path, work)


@pytest.mark.parametrize("other", ["ferrets", "attics"], ids=["in one note", "in two"])
def test_what_was_merged_into_a_forgotten_line_goes_with_it(new_familiar, tmp_path, other):
    """The originals say it too, struck as they are."""

    async def work(familiar):
        memories = familiar.memories
        one = await memories.remember("keeps clockwork ferrets in the attic", about="ferrets")
        two = await memories.remember("seven clockwork ferrets are kept", about=other)
        both = await memories.merge([one.name, two.name], "keeps seven clockwork ferrets upstairs")
        await familiar.settle()
        request = ForgetRequest(record=str(both.name))
        plan = await familiar.forgetting.plan(request)
        assert plan.notes or len(plan.lines) == 3
        assert (await familiar.forgetting.forget(request)).residue == ()
        assert b"clockwork ferrets" not in words_below(tmp_path)

    run(new_familiar, tmp_path, work)


@pytest.mark.parametrize("other", ["ferrets", "attics"], ids=["in one note", "in two"])
def test_a_line_lives_on_in_nothing_that_it_was_merged_into(new_familiar, tmp_path, other):
    """What else went into that stands for itself again; the dry run shows both."""

    async def work(familiar):
        memories = familiar.memories
        one = await memories.remember("keeps clockwork ferrets in the attic", about="ferrets")
        two = await memories.remember("seven brass badgers are kept", about=other)
        three = await memories.remember("nine velvet weasels are kept", about=other)
        both = await memories.merge(
            [one.name, two.name], "keeps clockwork ferrets in the attic, and seven brass badgers"
        )
        await memories.merge(
            [both.name, three.name], "clockwork ferrets, nine velvet weasels and brass badgers"
        )
        await familiar.settle()
        request = ForgetRequest(record=str(one.name))
        plan = await familiar.forgetting.plan(request)
        assert sorted(one.text for one in plan.freed) == [
            "nine velvet weasels are kept",
            "seven brass badgers are kept",
        ]
        report = await familiar.forgetting.forget(request)
        assert (report.residue, report.taken.freed) == ((), plan.freed)
        assert b"clockwork ferrets" not in words_below(tmp_path)
        found = await familiar.search(RecallRequest("brass badgers and velvet weasels"))
        assert sorted(hit.text for hit in found.hits if hit.line) == [
            "nine velvet weasels are kept",
            "seven brass badgers are kept",
        ]

    run(new_familiar, tmp_path, work, said=())


def test_texts_too_short_to_be_searched_for_are_counted(new_familiar, tmp_path):
    """Of a record and of messages; what is long enough is searched for, and is none of them."""

    async def work(familiar):
        kept = await familiar.memories.remember("likes tea", about="habits")
        await familiar.settle()
        record = await familiar.forgetting.forget(ForgetRequest(record=str(kept.name)))
        person = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.canonical_key))
        assert (record.residue, record.unsearched) == ((), 1)
        assert (person.residue, person.unsearched) == ((), 1)  # "ok zonk"

    run(new_familiar, tmp_path, work)


CLOCKWORK = "keeps clockwork ferrets in the attic"
MERGED = f"{CLOCKWORK}, and seven brass badgers"


@pytest.mark.parametrize(
    ("asked", "theirs"),
    [
        (ForgetRequest(person=ROWAN.canonical_key), f"by:{ROWAN.slug}"),
        (ForgetRequest(place=HALL.slug), f"in:{HALL.slug}"),
        (
            ForgetRequest(
                since=datetime(2026, 2, 1, tzinfo=UTC), until=datetime(2026, 2, 4, tzinfo=UTC)
            ),
            "2026-02-02",
        ),
        (ForgetRequest(topic="quuxwerk"), "[[quuxwerk]]"),
    ],
    ids=["a person", "a place", "a time", "a topic"],
)
def test_a_merged_line_without_a_sign_of_its_own_goes_with_their_words(
    new_familiar, tmp_path, asked, theirs
):
    """Whoever is forgotten: the merges are followed, and what others merged stands for itself."""
    own, tail = (theirs, "") if theirs.startswith("[[") else ("", f" ({theirs})")
    notes = {
        "topics/quuxwerk.md": "# quuxwerk\n\n- an archive\n",
        "notes/attic.md": f"# A\n\n- ~~{CLOCKWORK} {own}{tail}~~ ^o1\n".replace(
            ")~~", ", until 2026-02-20, into:notes/both.md#^b1)~~"
        ).replace(
            f"{own}~~" if own else "\0", f"{own} (until 2026-02-20, into:notes/both.md#^b1)~~"
        )
        + "- ~~seven brass badgers are kept (until 2026-02-20, into:notes/both.md#^b1)~~ ^o2\n",
        "notes/both.md": f"# B\n\n- {MERGED} ^b1\n- a kettle\n",
    }

    async def work(familiar):
        plan = await familiar.forgetting.plan(asked)
        assert [one.text for one in plan.freed] == ["seven brass badgers are kept"]
        report = await familiar.forgetting.forget(asked)
        assert (report.residue, report.taken.freed) == ((), plan.freed)
        assert b"clockwork ferrets" not in words_below(tmp_path)
        store = familiar.store
        assert store.read_file("notes/both.md") == "# B\n\n- a kettle\n"
        assert store.read_file("notes/attic.md") == "# A\n\n- seven brass badgers are kept ^o2\n"

    run(new_familiar, tmp_path, work, said=SAID[1:3] + SAID[4:], notes=notes)


def test_merges_are_followed_in_a_tree_with_more_of_them_than_a_search_shows(
    new_familiar, tmp_path
):
    """The cap of searches is for whoever reads what they find."""
    tail = "until 2026-02-20, into:notes/{}.md#^{}"
    others = "".join(
        f"- ~~kettle {number} ({tail.format('kettles', 'k1')})~~ ^a{number}\n" for number in "123"
    )
    notes = {
        "notes/a.md": f"# A\n\n{others}",
        "notes/kettles.md": "# K\n\n- three kettles ^k1\n",
        "notes/attic.md": f"# A\n\n- ~~{CLOCKWORK} (by:{ROWAN.slug}, {tail.format('both', 'b1')})~~"
        f" ^o1\n- ~~seven brass badgers are kept ({tail.format('both', 'b1')})~~ ^o2\n",
        "notes/both.md": f"# B\n\n- {MERGED} ^b1\n- a kettle\n",
    }

    async def work(familiar):
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.canonical_key))
        assert [one.text for one in report.taken.freed] == ["seven brass badgers are kept"]
        assert familiar.store.read_file("notes/both.md") == "# B\n\n- a kettle\n"

    run(
        lambda home: new_familiar(home, settings="[store]\nmax_results = 2\n"),
        tmp_path,
        work,
        notes=notes,
    )


def test_a_merged_line_that_says_what_another_said_alone_stays(new_familiar, tmp_path):
    """Nothing of the one who goes is in it; what it was merged of stays merged."""
    tail = "until 2026-02-20, into:notes/both.md#^b1"
    other = "- ~~seven brass badgers are kept here (" + tail + ")~~ ^o2\n"
    notes = {
        "notes/attic.md": f"# A\n\n- ~~badgers (by:{ROWAN.slug}, {tail})~~ ^o1\n{other}",
        "notes/both.md": "# B\n\n- seven brass badgers are kept here ^b1\n",
    }

    async def work(familiar):
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.canonical_key))
        assert (report.residue, report.taken.freed) == ((), ())
        assert familiar.store.read_file("notes/both.md") == notes["notes/both.md"]
        assert familiar.store.read_file("notes/attic.md") == f"# A\n\n{other}"

    run(new_familiar, tmp_path, work, notes=notes)


def test_a_ref_that_somebody_else_has_too_is_not_theirs_alone(new_familiar, tmp_path):
    """Refs count from one in each place: a line that cites one and no place may be of the other."""
    said = (("7", TAVERN, ROWAN, "I am off to Durham."), ("7", HALL, ZED, "I am off to Hull."))
    said += (("8", TAVERN, ROWAN, "I am back in Oban."),)
    notes = {"notes.md": "# N\n\n- off to a town (ref:7)\n- back in a town (ref:8)\n"}

    async def work(familiar):
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.canonical_key))
        assert report.residue == ()
        assert familiar.store.read_file("notes.md") == "# N\n\n- off to a town (ref:7)\n"

    run(new_familiar, tmp_path, work, said=said, notes=notes)


def test_what_is_left_is_written_down_until_somebody_has_deleted_it(new_familiar, tmp_path):
    """No version of it is kept, so its deletion ends it; text in UTF-16 loses the id by itself."""
    hidden = base64.b64encode(f"xx {ROWAN.user_id} yy".encode())
    pending = tmp_path / "ember" / "erasing.json"

    async def work(familiar):
        tree = tmp_path / "ember" / "memory"
        (tree / "wide.md").write_bytes(f"hello <@{ROWAN.user_id}>".encode("utf-16"))
        (tree / "packed.txt").write_bytes(hidden)
        await familiar.settle()
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.residue == ("memory/packed.txt holds it, in base64",)
        assert (tree / "wide.md").read_bytes() == "hello someone".encode("utf-16")
        assert pending.exists()
        # What comes after is not the end of what was before.
        await familiar.forgetting.forget(ForgetRequest(person=ZED.slug))
        assert pending.exists()
        (tree / "packed.txt").unlink()
        again = await familiar.forgetting.resume()
        assert again is not None and again.is_gone
        assert not pending.exists()
        assert await familiar.forgetting.resume() is None

    run(new_familiar, tmp_path, work)


def test_a_dry_run_shows_text_as_a_person_reads_it(new_familiar, tmp_path):
    """In UTF-16, in an old encoding, and behind a byte order mark; of a picture, that it goes."""
    tree, line = tmp_path / "ember" / "memory", f"café of <@{ROWAN.user_id}>"
    notes = {
        "wide.md": f"{line}\r\nRowan\f sleeps".encode("utf-16"),
        "old.txt": f"one\n{line}".encode("latin-1"),
        "marked.txt": line.encode("utf-8-sig"),
        "face.png": b"\x89PNG\0\xff\n" + ROWAN.user_id.encode(),
    }

    async def work(familiar):
        for name, data in notes.items():
            (tree / name).write_bytes(data)
        await familiar.settle()
        plan = await familiar.forgetting.plan(ForgetRequest(person="Rowan"))
        shown = [(one.path, one.line, one.text, one.becomes) for one in plan.lines]
        assert [one for one in shown if one[0] in notes] == [
            ("marked.txt", 1, line, "café of someone"),
            ("old.txt", 2, line, "café of someone"),
            ("wide.md", 1, line, "café of someone"),
        ]
        (picture,) = (note for note in plan.notes if note.path == "face.png")
        assert (picture.lines, picture.human_lines) == (0, ())
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.hints == ("Rowan: in 1 note and 0 messages of others",)

    run(new_familiar, tmp_path, work)


def test_obsidian_keeps_no_path_of_a_note_that_went(new_familiar, tmp_path):
    """Its JSON stays as it was but for that; what is no JSON is left to whoever is shown it."""
    folder = tmp_path / "ember" / "memory" / ".obsidian"
    text = (
        '{\n  "active": "a1",\n  "lastOpenFiles": [\n    "{}",\n    "notes.md"\n  ],\n'
        '  "query": "of {}", "zoom": 1.50\n}'
    )

    def workspace(path: str, query: str) -> str:
        return text.replace("{}", path, 1).replace("{}", query)

    async def work(familiar):
        (folder / "plugins").mkdir(parents=True)
        (folder / "workspace.json").write_text(workspace("people/Rowan.md", f"<@{ROWAN.user_id}>"))
        (folder / "plugins" / "data.json").write_text('{"notes": ["[[Rowan]]"]}')
        (folder / "app.json").write_text("{}")
        plan = await familiar.forgetting.plan(ForgetRequest(person="Rowan"))
        told = [one for one in plan.lines if one.path.startswith(".obsidian")]
        assert [(one.path, one.line, one.becomes, one.is_human) for one in told] == [
            (".obsidian/workspace.json", 4, '    "someone",', False),
            (".obsidian/workspace.json", 7, '  "query": "of someone", "zoom": 1.50', False),
            (".obsidian/plugins/data.json", 1, '{"notes": ["someone"]}', False),
        ]
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.residue == ()
        assert (folder / "workspace.json").read_text() == workspace("someone", "someone")
        assert sorted(one.name for one in folder.iterdir()) == [
            "app.json",
            "plugins",
            "workspace.json",
        ]
        (folder / "cache").write_text(f"of {ROWAN.user_id}")
        (folder / "broken.json").write_text(f'{{"of": {ROWAN.user_id}')
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.canonical_key))
        for left in ("cache", "broken.json"):
            assert any(f".obsidian/{left} holds it" in one for one in report.residue)
            assert ROWAN.user_id in (folder / left).read_text()

    run(new_familiar, tmp_path, work)
