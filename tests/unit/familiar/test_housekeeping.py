"""Housekeeping in a whole familiar: proposed at night, accepted at the terminal, forgotten."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import ROWAN, TAVERN
from typer.testing import CliRunner

from familiar_memory import Author, ForgetRequest, Turn
from familiar_memory.interfaces.cli.main import app
from familiar_memory.maintenance.sleep.step import StepStatus
from familiar_memory.store import kept_of_notes

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
GUS, SAM = Author("discord", "7", "Gus"), Author("discord", "8", "Sam")
SEEDS = "".join(f"- Bought {n} packets of seeds for the bed by the wall\n" for n in range(12))
NOTES = {
    "people/Rowan.md": "---\nid: discord-42\n---\n# Rowan\n\n## Facts\n\n- works_at:: Acme"
    " (2026-01-01, ref:t1, by:discord-42)\n- works_at:: the zorblehouse (2026-02-01)\n"
    "- reads:: zorbledune (2025-01-01, expires:2025-03-01)\n",
    "people/rowan-t.md": "---\nid: twitch-9\n---\n# Rowan\n\nlikes banjos\n",
    "people/Gus.md": "---\nid: discord-7\n---\n# Gus\n\n## Aliases\n\n- Sam\n\nsee [[Rowan]]\n",
    "topics/tea.md": "# Tea\n\ngreen, says [[Rowan]]\n",
    "Drinks/Tea.md": "# Tea\n\nblack, says [[Rowan]]\n",
    "garden.md": "First [[old/tea]], see [[notes]].\n",
    "notes.md": f"# Notes\n\n## Zorbleshed\n\n{SEEDS}",
    "Lonely.md": "# Lonely\n\nNobody comes here.\n",
}
FOUND = (
    "end: “works at Acme” of Rowan, on 2026-02-01",
    "end: “reads zorbledune” of Rowan, on 2025-03-01",
    "strike the name: “Sam” is not one of Gus's names",
    "same_as:: [Rowan](rowan-t.md)",
    "same_as:: [Tea](../Drinks/Tea.md)",
    "“Zorbleshed” gets a note of its own, topics/Zorbleshed.md",
    "[[Lonely]]",
    "links to “old/tea” lead to topics/tea.md",
)


def live(new_familiar, home, work):
    """One familiar whose notes are old, with nothing going on by itself."""
    memory = home / "ember" / "memory"
    put_notes(memory, NOTES)
    for file in memory.rglob("*.md"):
        at = (NOW - timedelta(days=60)).timestamp()
        os.utime(file, (at, at))

    async def all_of_it():
        async with started(new_familiar(home, now=NOW)) as familiar:
            for number, author in enumerate((ROWAN, GUS, SAM)):
                await familiar.record(Turn(f"m{number}", NOW, TAVERN, author, "hello there"))
            await familiar.settle()
            (report,) = await familiar.sleep.run(["housekeep"])
            assert report.steps[0].report.status is StepStatus.DONE
            await work(familiar)

    asyncio.run(all_of_it())


@pytest.mark.long
def test_everything_may_be_accepted_at_the_terminal(new_familiar, tmp_path, monkeypatch):
    """By one command; the index is the one that a rebuild would make, and nothing waits."""
    monkeypatch.setenv("FAMILIAR_HOME", str(tmp_path))
    monkeypatch.setenv("FAMILIAR_ID", "ember")

    async def listed(familiar):
        assert sorted(one.text for one in await familiar.review.open()) == sorted(FOUND)

    live(new_familiar, tmp_path, listed)
    run = CliRunner().invoke(app, ["review", "--accept-all"])
    assert run.exit_code == 0, run.output
    assert "moved to topics/Zorbleshed.md: “Zorbleshed” gets a note of its own" in run.output
    assert "nothing waits" not in run.output and "could not" not in run.output
    verified = CliRunner().invoke(app, ["index", "verify"])
    assert verified.exit_code == 0, verified.output
    again = CliRunner().invoke(app, ["sleep", "--step", "housekeep"])
    assert again.exit_code == 0, again.output
    assert CliRunner().invoke(app, ["review"]).exit_code == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("request_", "gone"),
    [
        (ForgetRequest(person="discord-42"), {FOUND[0], FOUND[1], FOUND[3]}),
        (ForgetRequest(person="discord-8"), {FOUND[2]}),
        (ForgetRequest(person="twitch-9"), {FOUND[3]}),
        (ForgetRequest(topic="topics/tea.md"), {FOUND[4], FOUND[7]}),
        (ForgetRequest(record="people/Rowan.md:9"), {FOUND[0]}),
        (ForgetRequest(record="people/Rowan.md:10"), {FOUND[1]}),
    ],
)
def test_what_is_forgotten_takes_the_proposals_that_name_it(new_familiar, tmp_path, request_, gone):
    """Also where it is the other of two notes, or of two facts."""

    async def work(familiar):
        report = await familiar.forgetting.forget(request_)
        assert not report.residue
        waiting = {one.text for one in await familiar.review.open()}
        assert waiting == set(FOUND) - gone

    live(new_familiar, tmp_path, work)


DELETED = {
    "people/Sam.md": "---\nid: discord-8\n---\n# Sam\n\nlikes tea\n",
    "topics/zorble.md": "# Zorble\n\ngreen\n",
    "garden.md": "ask [[Sam]], see [[zorble|it]] and [z](topics/zorble.md), [[notes]].\n",
    "notes.md": "# Notes\n\n[[garden]]\n",
}
TO_SAM, TO_ZORBLE = "links to “Sam” become plain words", "links to “zorble” become plain words"


def without_notes(new_familiar, home, work, *, is_long_gone, name="Sam"):
    """A familiar of whose notes two were deleted, by hand, before or after what is to be done."""
    called = {key.replace("Sam", name): text.replace("Sam", name) for key, text in DELETED.items()}
    put_notes(home / "ember" / "memory", called)

    async def all_of_it():
        async with started(new_familiar(home, now=NOW)) as familiar:
            await familiar.record(Turn("m1", NOW, TAVERN, SAM, "hello there"))
            await familiar.settle()
            if is_long_gone:
                for path in (f"people/{name}.md", "topics/zorble.md"):
                    (home / "ember" / "memory" / path).unlink()
                await familiar.settle()
            await work(familiar)

    asyncio.run(all_of_it())


async def proposed(familiar):
    """What waits after a night."""
    await familiar.sleep.run(["housekeep"])
    return {one.text for one in await familiar.review.open()}


def test_whoever_was_deleted_and_is_forgotten_is_not_named_anew(new_familiar, tmp_path):
    """The proposal that names them goes with them, and no other comes."""

    async def work(familiar):
        assert await proposed(familiar) == {TO_SAM, TO_ZORBLE}
        report = await familiar.forgetting.forget(ForgetRequest(person="discord-8"))
        assert not report.residue
        assert {one.text for one in await familiar.review.open()} == {TO_ZORBLE}
        assert await proposed(familiar) == {TO_ZORBLE}

    without_notes(new_familiar, tmp_path, work, is_long_gone=True)


def test_a_forgotten_note_of_another_name_loses_its_proposal_in_the_next_night(
    new_familiar, tmp_path
):
    """Nobody knows any more whose it was, but what it said was erased from the journal."""

    async def work(familiar):
        to_skipper = TO_SAM.replace("Sam", "Skipper")
        assert await proposed(familiar) == {to_skipper, TO_ZORBLE}
        await familiar.forgetting.forget(ForgetRequest(person="discord-8"))
        assert await proposed(familiar) == {TO_ZORBLE}

    without_notes(new_familiar, tmp_path, work, is_long_gone=True, name="Skipper")


@pytest.mark.parametrize(
    "request_", [ForgetRequest(person="discord-8"), ForgetRequest(topic="topics/zorble.md")]
)
def test_what_was_forgotten_is_not_said_to_have_been_deleted(new_familiar, tmp_path, request_):
    """Whatever links to it are left, or come back from a copy."""

    async def work(familiar):
        await familiar.forgetting.forget(request_)
        (tmp_path / "ember" / "memory" / "garden.md").write_text(DELETED["garden.md"])
        await familiar.settle()
        assert await proposed(familiar) == set()

    without_notes(new_familiar, tmp_path, work, is_long_gone=False)


def test_what_nights_keep_of_notes_goes_with_anything_forgotten(
    new_familiar, tmp_path, monkeypatch
):
    """The whole file does, as does what a killed night left; the next night keeps the rest."""
    monkeypatch.setattr(kept_of_notes, "is_too_young", lambda *_: False)
    index = tmp_path / "ember" / "memory" / ".index"

    def kept():
        names = ("surveyed.json*", "consolidated.json*")
        return b"".join(file.read_bytes() for name in names for file in index.glob(name))

    async def work(familiar):
        await familiar.sleep.run(["consolidate"])
        assert b"people/Rowan.md" in (index / "consolidated.json").read_bytes()
        assert b"zorbledune" in kept() and b"discord-42" in kept()
        (index / "surveyed.json.1-1.tmp").write_bytes(b"discord-42")
        await familiar.settle()
        report = await familiar.forgetting.forget(ForgetRequest(person="discord-42"))
        assert not report.residue
        assert kept() == b""
        await familiar.sleep.run(["housekeep", "consolidate"])
        assert b"Lonely.md" in kept() and (index / "consolidated.json").exists()
        assert not any(word in kept() for word in (b"zorble", b"discord-42", b"people/Rowan"))

    live(new_familiar, tmp_path, work)
