"""Proposals that wait for a person, in a whole familiar: held, hidden, decided, forgotten."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from review_desk import NOTE, guess

from familiar_memory import Author, ForgetRequest, RecallRequest, Turn
from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.errors import StorageError
from familiar_memory.life.curation.review_watch import ReviewWatch
from familiar_memory.maintenance.review.report import Reviewed, ReviewReport
from familiar_memory.operations.apply import apply
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import DeleteRecord, RetireById, UpdateRecord
from familiar_memory.operations.policy import AutomaticPolicy
from familiar_memory.operations.proposal import CorrectRecord, RetireRecord
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.store.base import Cause
from familiar_memory.store.undo.plan import undo
from familiar_memory.threads.off_loop import OffLoop

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
CATS = guess("allergic_to:: zorblecats", TAVERN.slug)


def live(new_familiar, home, work):
    """One familiar, with nothing going on by itself."""

    async def all_of_it():
        async with started(new_familiar(home, now=NOW)) as familiar:
            await familiar.record(Turn("t1", NOW, TAVERN, ROWAN, "hello there, I am here again"))
            await work(familiar)

    asyncio.run(all_of_it())


def ticked(home, item, age_s=60.0):
    """A person ticks a proposal in an editor."""
    file = home / "ember" / "memory" / "review.md"
    lines = [
        line.replace("[ ]", "[x]") if line.endswith(f"^{item.id}") else line
        for line in file.read_text().splitlines()
    ]
    file.write_text("\n".join([*lines, ""]))
    at = (NOW - timedelta(seconds=age_s)).timestamp()
    os.utime(file, (at, at))


@pytest.mark.parametrize(
    "path", ["review.md", "Review.md", "REVIEW.MD", "review (1).md", "review.md/x.md"]
)
def test_no_model_sees_the_list(new_familiar, tmp_path, path):
    """Not by search, grep, glob or recall; nor a copy of it, in whatever letters."""
    put_notes(tmp_path / "ember" / "memory", {path: "- [ ] likes:: zorblecats (2026-01-01)\n"})

    async def work(familiar):
        await familiar.settle()
        hits = (await familiar.search("zorblecats")).hits
        assert not [hit for hit in hits if "zorblecats" in hit.text]
        assert not familiar.store.grep("zorblecats")
        assert not familiar.store.glob("**/*.md") and not familiar.store.glob("*.md")
        page = await familiar.recall(RecallRequest("zorblecats?", ROWAN, TAVERN))
        assert "zorblecats" not in page.render()

    live(new_familiar, tmp_path, work)


def test_what_the_gate_holds_is_put_into_the_list(new_familiar, tmp_path):
    """A rule for all, by somebody in a room: a person decides, and then it is in force."""

    async def work(familiar):
        said = guess("x", TAVERN.slug).record.fields
        rule = SetRule("Please answer in rhymes", said, None)
        parts = familiar.parts
        policy = AutomaticPolicy(frozenset({ROWAN.slug}))
        report = apply(parts.store, [rule], policy, parts.files.register)
        held = hold(
            parts.store,
            report,
            parts.files.register,
            parts.setup.vocabulary,
            Cause("memory_writer"),
        )
        assert (len(held.held), held.failures) == (1, ())
        (one,) = await familiar.review.open()
        assert (one.text, one.item.does) == ("Please answer in rhymes", "set a rule in")
        assert await familiar.rules.list() == ()
        report = await familiar.review.accept([one.id])
        assert [done.note for done in report.accepted] == ["self/rules.md"]
        (rule,) = await familiar.rules.list()
        assert (rule.text, rule.is_for_all, rule.audience) == (one.text, True, TAVERN.slug)

    live(new_familiar, tmp_path, work)


def test_a_tick_is_done_by_whoever_looks_next(new_familiar, tmp_path):
    """An open familiar, or the writer; the index has it at once."""

    async def work(familiar):
        await familiar.review.propose([CATS])
        watch = ReviewWatch(familiar.parts, OffLoop(), familiar.review)
        await watch.look_once()
        ticked(tmp_path, CATS)
        await watch.look_once()
        assert await familiar.review.open() == ()
        await familiar.settle()
        hits = (await familiar.search("zorblecats", sources=("memory",))).hits
        assert [hit.text for hit in hits] == ["allergic_to:: zorblecats"]
        other = guess("likes:: morvanias", TAVERN.slug)
        await familiar.review.propose([other])
        ticked(tmp_path, other)
        await familiar.write(dry_run=True)
        assert len(await familiar.review.open()) == 1
        await familiar.write()
        assert await familiar.review.open() == ()

    live(new_familiar, tmp_path, work)


def test_an_open_familiar_looks_by_itself(new_familiar, tmp_path):
    """Also at what was ticked while it was closed; at its end nothing is left of that."""

    async def work():
        async with started(new_familiar(tmp_path, now=NOW)) as familiar:
            await familiar.review.propose([CATS])
        ticked(tmp_path, CATS)
        async with new_familiar(tmp_path, now=NOW) as familiar:
            async with asyncio.timeout(20):
                while await familiar.review.open():
                    await asyncio.sleep(0)
            assert "zorblecats" in familiar.store.read_file(
                familiar.parts.files.register.path_of(NOTE)
            )

    asyncio.run(work())


def test_a_list_that_cannot_be_read_keeps_no_writer_waiting(new_familiar, tmp_path):
    """It is logged, and nothing is dismissed."""

    async def work(familiar):
        await familiar.review.propose([CATS])
        file = tmp_path / "ember" / "memory" / "review.md"
        before = file.read_bytes()
        file.write_bytes(b"\xff\xfe")
        assert (await familiar.write()).turns == 1
        file.write_bytes(before)
        assert [one.id for one in await familiar.review.open()] == [CATS.id]

    live(new_familiar, tmp_path, work)


@pytest.mark.parametrize(
    "by_name",
    [
        lambda note, one, was: UpdateRecord(note, one, RecordPatch("keeps many badgers"), was),
        lambda note, one, was: RetireById(note, one, was=was),
        lambda note, one, was: DeleteRecord(note, one, was),
        lambda note, one, _: MergeRecords(((note, one), (note, "kettle")), "keeps many badgers"),
    ],
    ids=["change", "retire", "delete", "merge"],
)
def test_forgetting_a_line_takes_the_proposals_about_it(new_familiar, tmp_path, by_name):
    """Whole, with what it would become, and the list's former versions; others stay."""
    was = "keeps seventeen clockwork badgers upstairs"

    async def work(familiar):
        kept = await familiar.memories.remember(was, about="badgers")
        other = await familiar.memories.remember("has a blue kettle in the hall", about="badgers")
        await familiar.settle()
        proposals = (
            by_name(kept.name.note, kept.name.id, was),
            DeleteRecord(other.name.note, other.name.id, other.text),
        )
        items = [item_of(one, "somebody should look") for one in proposals]
        await familiar.review.propose(items)
        report = await familiar.forgetting.forget(ForgetRequest(record=str(kept.name)))
        assert report.residue == ()
        assert [one.id for one in await familiar.review.open()] == [items[1].id]
        text = familiar.store.read_file("review.md")
        assert items[0].id not in text and "badgers" not in text.replace("badgers.md", "")

    live(new_familiar, tmp_path, work)
    for file in (tmp_path / "ember").rglob("*"):
        if file.is_file() and file.suffix != ".sqlite":
            assert b"clockwork badgers" not in file.read_bytes(), file


def test_forgetting_a_person_takes_what_others_propose_about_their_lines(new_familiar, tmp_path):
    """A proposal names and quotes the line, and not who said it; one about others' lines stays."""
    was = "keeps many badgers"
    put_notes(
        tmp_path / "ember" / "memory",
        {"notes/a.md": f"# A\n\n- {was} (by:{ROWAN.slug}) ^a1\n- {was} indeed ^a2\n"},
    )

    async def work(familiar):
        await familiar.settle()
        proposals = (
            UpdateRecord("notes/a.md", "a1", RecordPatch("keeps few badgers"), was),
            UpdateRecord("notes/a.md", "a2", RecordPatch("keeps few badgers"), f"{was} indeed"),
            MergeRecords((("notes/a.md", "a1"), ("notes/a.md", "a2")), "keeps some badgers"),
        )
        items = [item_of(one, "somebody should look") for one in proposals]
        await familiar.review.propose(items)
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.slug))
        assert report.residue == ()
        assert [one.id for one in await familiar.review.open()] == [items[1].id]
        assert familiar.store.read_file("notes/a.md") == f"# A\n\n- {was} indeed ^a2\n"

    live(new_familiar, tmp_path, work)


@pytest.mark.parametrize("words", ["Flimpet Mill", "flimpet mill."])
def test_forgetting_a_fact_takes_the_proposals_to_correct_or_strike_it(
    new_familiar, tmp_path, words
):
    """They name what it says and no line; those about another fact of that note stay."""
    fields = RecordFields(learned=NOW.date(), by=ROWAN.slug, place=TAVERN.slug)
    note = "people/discord-42.md"

    async def work(familiar):
        mill = await familiar.memories.remember("works_at:: Flimpet Mill", about="Rowan")
        await familiar.memories.remember("lives_in:: Zorbania", about="Rowan")
        await familiar.settle()
        proposals = (
            CorrectRecord(note, "Rowan", "Facts", words, "Quuxwerk", fields),
            RetireRecord(note, "works_at", "Flimpet Mill", fields, ended=True),
            CorrectRecord(note, "Rowan", "Facts", "Zorbania", "Morvania", fields),
        )
        items = [item_of(one, "somebody should look") for one in proposals]
        await familiar.review.propose(items)
        report = await familiar.forgetting.forget(ForgetRequest(record=str(mill.name)))
        assert report.residue == ()
        assert [one.id for one in await familiar.review.open()] == [items[2].id]
        assert "flimpet" not in familiar.store.read_file("review.md").casefold()

    live(new_familiar, tmp_path, work)
    for file in (tmp_path / "ember").rglob("*"):
        if file.is_file() and file.suffix != ".sqlite":
            assert b"limpet" not in file.read_bytes(), file


@pytest.mark.parametrize("how", ["open", "dismissed", "accepted"])
def test_forgetting_a_person_takes_their_proposals(new_familiar, tmp_path, how):
    """Those that wait, were dismissed, were accepted, and the past of the list; others stay."""
    other = guess("likes:: tea", TAVERN.slug)
    fields = other.record.fields
    zed = Author("discord", "7", "Zed")

    other = replace(
        other,
        note=f"people/{zed.slug}.md",
        record=replace(other.record, fields=replace(fields, by=zed.slug, refs=("t7",))),
    )

    async def work(familiar):
        await familiar.record(Turn("t7", NOW, TAVERN, zed, "I like tea more than most things"))
        await familiar.review.propose([CATS, other])
        if how == "dismissed":
            await familiar.review.reject([CATS.id])
        elif how == "accepted":
            await familiar.review.accept([CATS.id])
        plan = await familiar.forgetting.plan(ForgetRequest(person=ROWAN.slug))
        assert any(line.path == "review.md" for line in plan.lines)
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.slug))
        assert report.is_gone, report.residue
        assert [one.id for one in await familiar.review.open()] == [other.id]
        text = familiar.store.read_file("review.md")
        assert "zorblecats" not in text and CATS.id not in text

    live(new_familiar, tmp_path, work)
    for file in (tmp_path / "ember").rglob("*"):
        if file.is_file() and file.suffix != ".sqlite":
            assert b"zorblecats" not in file.read_bytes(), file


def test_undoing_what_was_accepted(new_familiar, tmp_path):
    """The note and the list go back together, and it is not carried out again by itself."""

    async def work(familiar):
        await familiar.review.propose([CATS])
        ticked(tmp_path, CATS)
        report = await familiar.review.settle()
        parts = familiar.parts
        undo(parts.store, parts.files.journal, report.batch)
        assert (await familiar.review.settle()).accepted == ()
        lines = review_lines(familiar.store.read_file("review.md"), parts.setup.vocabulary)
        assert [one.mark for one in lines] == [Mark.TICKED]

    live(new_familiar, tmp_path, work)


def test_nothing_is_decided_where_nothing_can_be_written(new_familiar, tmp_path, monkeypatch):
    """What waits can be read all the same."""

    async def work(familiar):
        await familiar.review.propose([CATS])
        monkeypatch.setattr(familiar.parts.files, "read_only", "the disk is read-only")
        assert len(await familiar.review.open()) == 1
        for deciding in (familiar.review.settle(), familiar.review.accept([CATS.id])):
            with pytest.raises(StorageError):
                await deciding

    live(new_familiar, tmp_path, work)


def test_what_is_saved_while_a_look_is_carried_out_is_seen_by_the_next(
    new_familiar, tmp_path, monkeypatch
):
    """Whoever ticks a line meanwhile need not save again."""
    other = guess("likes:: morvanias", TAVERN.slug)

    async def work(familiar):
        await familiar.review.propose([CATS, other])
        watch = ReviewWatch(familiar.parts, OffLoop(), familiar.review)
        ticked(tmp_path, CATS)
        settle = familiar.review.settle

        async def and_then_a_person_saves():
            report = await settle()
            ticked(tmp_path, other, age_s=30)
            return report

        with monkeypatch.context() as patch:
            patch.setattr(familiar.review, "settle", and_then_a_person_saves)
            await watch.look_once()
        await watch.look_once()
        assert await familiar.review.open() == ()

    live(new_familiar, tmp_path, work)


def looks(monkeypatch, familiar, report):
    """A watch whose looks end with this report, and how many settled the list so far."""
    settled = []

    async def settle():
        settled.append(report)
        return report

    monkeypatch.setattr(familiar.review, "settle", settle)
    return ReviewWatch(familiar.parts, OffLoop(), familiar.review), settled


@pytest.mark.parametrize(
    ("report", "count"),
    [
        (ReviewReport(), 1),
        (ReviewReport(is_unsettled=True), 2),
        (ReviewReport(failed=(Reviewed("p6149be5fae", "likes:: tea", "", "the disk is full"),)), 2),
    ],
    ids=["settled", "unsettled", "may be done later"],
)
def test_a_list_is_looked_at_again_until_all_is_settled(
    new_familiar, tmp_path, monkeypatch, report, count
):
    """A strike that counts only in a while, a line that could not be written just now."""

    async def work(familiar):
        await familiar.review.propose([CATS])
        watch, settled = looks(monkeypatch, familiar, report)
        await watch.look_once()
        await watch.look_once()
        assert len(settled) == count

    live(new_familiar, tmp_path, work)
