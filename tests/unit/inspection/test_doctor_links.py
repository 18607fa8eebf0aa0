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
        "[[../people/Rowan]]",
        "[[./mine]]",
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
        ("[[x/Nobody]]", "[[x/Nobody]] leads to nothing, in 1 place: topics/mine.md"),
        (
            "[[x/Nobody]] and [[x/nobody|No]]",
            "[[x/Nobody]] leads to nothing, in 2 places of topics/mine.md",
        ),
        ("[[topics/Rowan]]", "[[topics/Rowan]] leads to nothing, in 1 place: topics/mine.md"),
        ("[[../Rowan|Ro]]", "[[../Rowan]] leads to nothing, in 1 place: topics/mine.md"),
        ("[[../Nobody]]", "[[../Nobody]] leads to nothing, in 1 place: topics/mine.md"),
        ("[Ro](Rowan.md)", "[…](Rowan.md) leads to nothing, in 1 place: topics/mine.md"),
        (
            "[[2026-02-02-evening#^t9]]",
            f"[[2026-02-02-evening#^t9]] leads to no line of {SESSION}, in 1 place: topics/mine.md",
        ),
        (
            "[[2026-02-02-evening#^t9]] [[2026-02-02-evening#^t8]] [[2026-02-02-evening#^t9|x]]",
            "[[2026-02-02-evening#^t9]] and 1 more like it lead to no line of"
            f" {SESSION}, in 3 places of topics/mine.md",
        ),
    ],
)
def test_what_a_link_looks_for_has_one_finding_with_the_places(new_familiar, tmp_path, text, lost):
    """Whoever wrote it."""

    def write(tree):
        (tree / "topics").mkdir(exist_ok=True)
        (tree / "topics" / "mine.md").write_text(f"# Mine\n\n{text}\n", "utf-8")

    (found,) = findings(new_familiar, tmp_path, write)
    assert found.what == lost
    assert not found.serious


def test_a_note_that_is_only_planned_is_nothing_to_mend(new_familiar, tmp_path):
    """People link what they mean to write; doctor lists it, and is content."""

    def write(tree):
        (tree / "garden.md").write_text("[[Seeds]] [[Seeds]] [[Compost|heap]]\n", "utf-8")

    check = looked_at(new_familiar, tmp_path, write)
    assert check.findings == ()
    assert check.facts == ("not written yet: [[Seeds]] in garden.md, [[Compost]] in garden.md",)


def test_a_note_that_was_deleted_is_not_taken_for_planned(new_familiar, tmp_path):
    """The journal knows that it was there, so its links are something to mend."""
    seeds = tmp_path / "ember" / "memory" / "Seeds.md"
    seeds.parent.mkdir(parents=True)
    seeds.write_text("Beans.\n", "utf-8")

    def write(tree):
        (tree / "garden.md").write_text("[[Seeds]] [[Compost]]\n", "utf-8")
        seeds.unlink()

    check = looked_at(new_familiar, tmp_path, write)
    assert [one.what for one in check.findings] == [
        "[[Seeds]] leads to nothing, in 1 place: garden.md"
    ]
    assert check.facts == ("not written yet: [[Compost]] in garden.md",)


def test_what_a_topic_is_said_to_be_is_no_planned_note(new_familiar, tmp_path):
    """`type:: [[project]]` is written by programs, and nobody means to write that note."""

    def write(tree):
        (tree / "topics").mkdir(exist_ok=True)
        (tree / "topics" / "Marjorie.md").write_text(
            "- type:: [[project]] (2026-02-03)\n- part_of:: [[Harbour]] (2026-02-03)\n", "utf-8"
        )

    check = looked_at(new_familiar, tmp_path, write)
    assert check.facts == ("not written yet: [[Harbour]] in topics/Marjorie.md",)


def test_a_planned_note_is_listed_once_however_many_link_it(new_familiar, tmp_path):
    """Also by one of its headings, which nobody has written either."""

    def write(tree):
        for name in ("a", "b", "c"):
            (tree / f"{name}.md").write_text("[[Seeds]] [[seeds#Spring]]\n", "utf-8")

    check = looked_at(new_familiar, tmp_path, write)
    assert check.findings == ()
    assert check.facts == ("not written yet: [[Seeds]] in a.md and 2 more",)


def test_a_note_that_was_renamed_outside_of_obsidian_is_one_finding(new_familiar, tmp_path):
    """The links of the writer still have the old name; all of them are counted."""

    def rename(tree):
        (tree / "people" / "Rowan.md").rename(tree / "people" / "Rowan Kerr.md")
        for n in range(3):
            (tree / f"{n}.md").write_text("[[Rowan]], [[people/Rowan|he]]\n", "utf-8")
        (tree / "topics").mkdir(exist_ok=True)
        (tree / "topics" / "mine.md").write_text("[Ro](../people/Rowan.md)\n", "utf-8")

    (found,) = findings(new_familiar, tmp_path, rename)
    places = "[[Rowan]] leads to nothing, in 13 places of 6 notes: 0.md, 1.md, 2.md and 3 more"
    assert found.what == places
    assert "people/Rowan Kerr.md is probably meant: write [[Rowan Kerr|Rowan]]" in found.mend


@pytest.mark.parametrize("more", ["", "\nAnd one line that somebody has added.\n"])
def test_a_renamed_note_is_suggested_whatever_it_is_called_and_however_often(
    new_familiar, tmp_path, more
):
    """By what the journal knows of it, also if it was edited on the way."""
    lines = "".join(f"Line {n} of what grows in the garden.\n" for n in range(9))

    async def run():
        async with new_familiar(tmp_path) as familiar:
            tree = familiar.parts.setup.paths.memory
            (tree / "Plan.md").write_text(lines, "utf-8")
            (tree / "diary.md").write_text("[[Plan]] [[Draft]]\n", "utf-8")
            await familiar.settle()
            (tree / "Plan.md").rename(tree / "Draft.md")
            await familiar.settle()
            (tree / "Draft.md").unlink()
            (tree / "Kale and such.md").write_text(lines + more, "utf-8")
            checks = run_checks(familiar.parts, await familiar.settle())
            return next(check for check in checks if check.name == "links")

    check = asyncio.run(run())
    assert [one.what.partition(" ")[0] for one in check.findings] == ["[[Plan]]", "[[Draft]]"]
    for one, name in zip(check.findings, ("Plan", "Draft"), strict=True):
        assert f"Kale and such.md is probably meant: write [[Kale and such|{name}]]" in one.mend
    assert check.facts == ()


@pytest.mark.long
def test_a_note_is_suggested_by_its_id_and_by_its_path_where_its_name_means_another(
    new_familiar, tmp_path
):
    """Obsidian does not look for ids."""

    def write(tree):
        (tree / "diary.md").write_text("[[discord-42]]\n", "utf-8")

    (found,) = findings(new_familiar, tmp_path / "a", write)
    assert "write [[Rowan|discord-42]]" in found.mend

    def write_both(tree):
        write(tree)
        (tree / "Rowan.md").write_text("A tree.\n", "utf-8")

    (found,) = findings(new_familiar, tmp_path / "b", write_both)
    assert "write [[people/Rowan|discord-42]]" in found.mend


def test_links_of_a_note_that_was_moved_to_another_folder_are_suggested(new_familiar, tmp_path):
    """A link by path counts from where the note stands."""

    def move(tree):
        text = f"[evening](../{SESSION}) [[friends/Rowan]]\n"
        (tree / "people" / "deep down").mkdir()
        (tree / "people" / "deep down" / "Bex.md").write_text(text, "utf-8")

    by_path, by_folder = findings(new_familiar, tmp_path, move)
    assert by_path.what.startswith(f"[…](../{SESSION}) leads to nothing")
    way = f"in people/deep down/Bex.md, write (../../{SESSION})"
    assert by_path.mend == f"{SESSION} is probably meant: {way}"
    assert "write [[Rowan|Rowan]]" not in by_folder.mend
    assert "write [[Rowan]]" in by_folder.mend


def test_the_note_of_a_place_comes_back_with_its_next_session(new_familiar, tmp_path):
    """Or by hand."""

    def delete(tree):
        (tree / "channels" / "discord-lantern.tavern.md").unlink()

    (found,) = findings(new_familiar, tmp_path, delete)
    place = "[[channels/discord-lantern.tavern]] leads to nothing, in "
    assert found.what == f"{place}2 places of 2 notes: people/Rowan.md, {SESSION}"
    assert "`familiar write` makes channels/discord-lantern.tavern.md" in found.mend
