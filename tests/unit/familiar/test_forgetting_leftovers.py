"""What the familiar has made of somebody's words, and says nothing without them, goes with them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from familiars import put_notes, started
from people_and_places import TAVERN

from familiar_memory import Author, ForgetRequest, Turn
from familiar_memory.markdown.change.lead import lead_line
from familiar_memory.store.erasing import TreeEraser

AT = datetime(2026, 2, 2, 9, tzinfo=UTC)
ROWAN = Author("discord", "284619350177841152", "Rowan", "rowan_o")
ZED = Author("discord", "619835027744129024", "Zed")
BEX = Author("discord", "719835027744129024", "Bex")
MAY_WRITE = "[tools]\nwrite = true\n"


def run(new_familiar, home, said, work, settings="") -> None:
    """Say it, `(day, author, text)`, write it up, then do the work."""

    async def all_of_it() -> None:
        async with started(new_familiar(home, settings=settings)) as familiar:
            for number, (day, author, text) in enumerate(said):
                at = AT + timedelta(days=day, minutes=3 * number)
                await familiar.record(Turn(f"m{number}", at, TAVERN, author, text))
            await familiar.write()
            await familiar.settle()
            await work(familiar)

    asyncio.run(all_of_it())


async def forgotten(familiar) -> dict[str, str]:
    """The notes of topics and sessions without Rowan, after the proof."""
    request = ForgetRequest(person=ROWAN.slug)
    plan = await familiar.forgetting.plan(request)
    report = await familiar.forgetting.forget(request)
    assert (report.residue, report.taken) == ((), plan)
    files = familiar.store.scan_files().files
    return {
        one.path: familiar.store.read_file(one.path)
        for one in files
        if one.path.startswith(("topics/", "sessions/"))
    }


def test_a_topic_of_which_only_a_quotation_stood_goes_as_a_file(new_familiar, tmp_path):
    """Its one line goes by the words in it, and leaves a head that says nothing."""
    words = "I work at the Umbrella archive in Norbridge since January"

    async def work(familiar):
        put_notes(
            tmp_path / "ember" / "memory",
            {"topics/umbrella.md": f'# Umbrella\n\n- one of them said "{words}" (2026-02-03)\n'},
        )
        await familiar.settle()
        assert "topics/umbrella.md" not in await forgotten(familiar)

    run(new_familiar, tmp_path, [(0, ROWAN, words)], work)


def test_a_relation_to_whoever_is_forgotten_goes_as_a_fact_does(new_familiar, tmp_path):
    """`employs:: someone` would be all that their employer's note says."""

    async def work(familiar):
        put_notes(
            tmp_path / "ember" / "memory",
            {
                "topics/umbrella.md": "# Umbrella\n\n## Relations\n\n- employs:: [[Rowan]]\n",
                "topics/hex.md": "# Hex\n\n- employs:: [[Rowan]]\n- part_of:: [[Umbrella]]\n",
            },
        )
        await familiar.settle()
        left = await forgotten(familiar)
        assert {path: text for path, text in left.items() if path.startswith("topics/")} == {
            "topics/hex.md": "# Hex\n\n- part_of:: [[Umbrella]]\n"
        }

    run(new_familiar, tmp_path, [(0, ROWAN, "hello")], work)


@pytest.mark.long
def test_a_note_that_a_memory_of_theirs_left_empty_goes(new_familiar, tmp_path):
    """The line was deleted before; the head is the familiar's, and stood for their words alone."""

    async def store(familiar, author, name):
        entities = [{"name": name, "type": "organization"}]
        told = {"type": "semantic", "subject": "work", "content": f"{name} pays", "tags": []}
        answer = await familiar.tools.call(
            "memory_store", {**told, "entities": entities}, author=author, place=TAVERN
        )
        assert answer["stored"]

    async def work(familiar):
        await store(familiar, ROWAN, "Umbrella")
        await store(familiar, ZED, "Hexacorp")
        folder = tmp_path / "ember" / "memory" / "topics"
        for file in sorted(folder.glob("*.md")):
            if file.stem in ("Umbrella", "Hexacorp"):
                text = file.read_text()
                file.write_text(
                    "".join(one for one in text.splitlines(True) if "type::" not in one)
                )
        (folder / "by hand.md").write_text("# By hand\n")
        await familiar.settle()
        left = await forgotten(familiar)
        assert "topics/Umbrella.md" not in left
        assert left["topics/by hand.md"] == "# By hand\n"
        assert left["topics/Hexacorp.md"].endswith("# Hexacorp\n\n## Relations\n\n")

    run(new_familiar, tmp_path, [(0, ROWAN, "hello"), (0, ZED, "hi")], work, MAY_WRITE)


def with_lead(home, lead) -> str:
    """The path of the first session, which has another lead now."""
    path = "sessions/2026-02-02-morning.md"
    file = home / "ember" / "memory" / path
    heading, _, lines = file.read_text().partition("- [[Zed]]")
    head = "".join(line for line in heading.splitlines(True) if "^lead-" not in line)
    file.write_text(f"{head.rstrip()}\n\n{lead}\n\n- [[Zed]]{lines}")
    return path


@pytest.mark.parametrize("called", ["Rowan", "rowan_o", "ROWAN’s kite"])
def test_a_lead_that_says_their_name_goes_though_they_were_not_there(
    new_familiar, tmp_path, called
):
    """The familiar made it of what others said before it knew them; the lines of these stay."""
    said = [(0, ZED, "I live in Durham since Monday, that is settled."), (3, ROWAN, "hello")]

    async def work(familiar):
        path = with_lead(tmp_path, lead_line(f"[[Zed]]; 3 messages, 09:00; also {called}."))
        await familiar.settle()
        before = familiar.store.read_file(path).splitlines()
        at = next(number for number, line in enumerate(before) if "^lead-" in line)
        assert (await forgotten(familiar))[path].splitlines() == before[:at] + before[at + 2 :]

    run(new_familiar, tmp_path, said, work)


def test_a_lead_stays_that_says_a_name_which_others_bear(new_familiar, tmp_path):
    """It may be of them."""
    said = [(0, ZED, "I live in Durham since Monday, that is settled."), (3, ROWAN, "hello")]
    said += [(4, Author("discord", "819835027744129024", "Rowan"), "hello")]

    async def work(familiar):
        lead = lead_line("[[Zed]]; 3 messages, 09:00; also Rowan.")
        path = with_lead(tmp_path, lead)
        await familiar.settle()
        assert lead in (await forgotten(familiar))[path]

    run(new_familiar, tmp_path, said, work)


def test_a_lead_that_a_person_has_changed_stays(new_familiar, tmp_path):
    """Then the words are theirs: a bare name is a hint."""
    said = [(0, ZED, "I live in Durham since Monday, that is settled."), (3, ROWAN, "hello")]

    async def work(familiar):
        lead = "Zed, who had met Rowan; about Durham. ^lead-abc123"
        path = with_lead(tmp_path, lead)
        await familiar.settle()
        assert lead in (await forgotten(familiar))[path]

    run(new_familiar, tmp_path, said, work)


def test_a_count_of_messages_among_which_were_theirs_goes(new_familiar, tmp_path):
    """It names a session in which they spoke, which may have gone."""
    note = (
        "---\nplaces:\n"
        '  - "[[channels/discord-lantern.tavern|#tavern]]"\n---\n# Umbrella\n\n'
        "- 2 more since 2026-02-02, in [[2026-02-05-morning]], [[2026-02-02-morning]]"
        " (2026-02-05, #tavern, m2)\n"
        "- 3 more, in [[2026-02-05-morning]] (2026-02-05, #tavern, m2)\n"
    )
    said = [(0, ROWAN, "I work at Umbrella."), (3, ZED, "I like tea."), (3, ZED, "And Umbrella.")]

    async def work(familiar):
        put_notes(tmp_path / "ember" / "memory", {"topics/umbrella.md": note})
        await familiar.settle()
        left = (await forgotten(familiar))["topics/umbrella.md"]
        assert [line for line in left.splitlines() if " more" in line] == [
            "- 3 more, in [[2026-02-05-morning]] (2026-02-05, #tavern, m2)"
        ]

    run(new_familiar, tmp_path, said, work)


def test_what_follows_the_notes_a_moment_later_is_no_residue(new_familiar, tmp_path, monkeypatch):
    """The alias file, which a thread that had read the names before wrote behind the erasing."""
    erase = TreeEraser.erase

    async def work(familiar):
        alias_file = tmp_path / "ember" / "memory" / "people" / "_aliases.json"
        before = alias_file.read_bytes()
        assert ROWAN.slug.encode() in before

        def erased(self, what):
            count = erase(self, what)
            alias_file.write_bytes(before)
            return count

        monkeypatch.setattr(TreeEraser, "erase", erased)
        report = await familiar.forgetting.forget(ForgetRequest(person=ROWAN.slug))
        assert (report.residue, report.is_gone) == ((), True)
        assert ROWAN.slug.encode() not in alias_file.read_bytes()
        assert await familiar.forgetting.resume() is None

    run(new_familiar, tmp_path, [(0, ROWAN, "I live in Hull."), (0, ZED, "I live in Oban.")], work)
