"""Links lead somewhere, by the rules of Obsidian, or doctor says which do not."""

import asyncio
from datetime import UTC, datetime

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.inspection.health.checks import run_checks

WHEN = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
SESSION = "sessions/2026-02-02-evening.md"


def findings(new_familiar, home, change):
    """What doctor finds in the links of a tree in which Rowan has spoken, once it was changed."""
    return list(looked_at(new_familiar, home, change).findings)


def looked_at(new_familiar, home, change):
    """What doctor says of them."""

    async def run():
        async with new_familiar(home) as familiar:
            said = "I work at the records office."
            await familiar.record_many(
                Turn(f"t{n}", WHEN, place, ROWAN, said) for n, place in enumerate((TAVERN, DM))
            )
            await familiar.write()
            change(familiar.parts.setup.paths.memory)
            checks = run_checks(familiar.parts, await familiar.settle())
            return next(check for check in checks if check.name == "links")

    return asyncio.run(run())


def test_all_links_of_the_writer_lead_somewhere(new_familiar, tmp_path):
    """To people, to places, of sessions and of properties."""
    assert findings(new_familiar, tmp_path, lambda tree: None) == []


@pytest.mark.parametrize(
    "link",
    [
        "[[Rowan]]",
        "[[rowan|Ro]]",
        "[[people/Rowan]]",
        "[[Rowan#Facts]]",
        "[[2026-02-02-evening#^t0]]",
        "[[#Facts]]",
        "[[tavern.png]]",
        "[Ro](../people/Rowan.md)",
        "[web](https://example.org/Nobody.md)",
        "`[[Nobody]]`",
    ],
)
def test_what_leads_somewhere_is_in_order(new_familiar, tmp_path, link):
    """Names in any case, folders, headings, lines, pictures, code."""

    def write(tree):
        (tree / "topics").mkdir(exist_ok=True)
        (tree / "topics" / "mine.md").write_text(f"# Mine\n\n{link}\n", "utf-8")

    assert findings(new_familiar, tmp_path, write) == []


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("[[x/Nobody]] and [[x/Nobody]]", "1 link leads to nothing: x/Nobody"),
        ("[[topics/Rowan]]", "1 link leads to nothing: topics/Rowan"),
        ("[[2026-02-02-evening#^t9]]", "1 link leads to nothing: 2026-02-02-evening#^t9"),
        ("[Ro](Rowan.md)", "1 link leads to nothing: Rowan.md"),
        ("[[x/a]] [[x/b]] [[x/c]] [[x/d]]", "4 links lead to nothing: x/a, x/b, x/c and 1 more"),
    ],
)
def test_a_note_has_one_finding_with_the_count(new_familiar, tmp_path, text, lost):
    """Whoever wrote it."""

    def write(tree):
        (tree / "topics").mkdir(exist_ok=True)
        (tree / "topics" / "mine.md").write_text(f"# Mine\n\n{text}\n", "utf-8")

    (found,) = findings(new_familiar, tmp_path, write)
    assert found.what == f"topics/mine.md: {lost}"
    assert not found.serious


def test_a_note_that_is_only_planned_is_nothing_to_mend(new_familiar, tmp_path):
    """People link what they mean to write; doctor lists it, and is content."""

    def write(tree):
        (tree / "garden.md").write_text("[[Seeds]] [[Seeds]] [[Compost|heap]]\n", "utf-8")

    check = looked_at(new_familiar, tmp_path, write)
    assert check.findings == ()
    assert check.facts == ("not written yet: [[Seeds]] in garden.md, [[Compost]] in garden.md",)


def test_a_note_that_was_renamed_outside_of_obsidian_is_named(new_familiar, tmp_path):
    """The links of the writer still have the old name."""

    def rename(tree):
        (tree / "people" / "Rowan.md").rename(tree / "people" / "Rowan Kerr.md")

    found = findings(new_familiar, tmp_path, rename)
    assert [one.what.partition(":")[0] for one in found] == [
        SESSION,
        "sessions/private/discord-dm-42/2026-02-02-evening.md",
    ]
    assert "people/Rowan Kerr.md has that name: write [[Rowan Kerr|Rowan]]" in found[0].mend


def test_the_note_of_a_place_comes_back_with_its_next_session(new_familiar, tmp_path):
    """Or by hand."""

    def delete(tree):
        (tree / "channels" / "discord-lantern.tavern.md").unlink()

    found = findings(new_familiar, tmp_path, delete)
    assert {one.what.partition(":")[0] for one in found} == {"people/Rowan.md", SESSION}
    assert "`familiar write` makes channels/discord-lantern.tavern.md" in found[0].mend
