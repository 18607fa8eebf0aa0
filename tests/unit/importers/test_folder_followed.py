"""An import of a folder follows its source: what goes, what stays, and what was moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_importers.memories.memory_md import MemoryMarkdownImporter
from familiar_memory.errors import InputError
from familiar_memory.store import AuditJournal, MemoryStore, Seen, undo
from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage


@dataclass
class World:
    """A vault, and a tree with a journal."""

    vault: Path
    store: MemoryStore
    journal: AuditJournal
    importer: Importer = field(default_factory=lambda: MarkdownFolderImporter("everyone"))

    def put(self, path: str, text: str) -> None:
        """A note of the vault."""
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def run(
        self,
        source: Path | None = None,
        *,
        force: bool = False,
        accept_removals: bool = False,
    ) -> ImportReport:
        """An import, of which a dry run has said the same before."""
        staged = stage(self.importer, source or self.vault, max_file_bytes=100_000)
        told, done = (
            run_import(
                staged,
                Destination(lambda turns: [], self.store, known=self.journal),
                force=force,
                accept_removals=accept_removals,
                dry_run=dry_run,
            )
            for dry_run in (True, False)
        )
        for name in ("written", "updated", "same", "kept", "gone", "removed", "held", "orphaned"):
            assert getattr(told, name) == getattr(done, name), name
        return done

    def by_hand(self, path: str, text: str | None = None, *, to: str = "") -> None:
        """A person saves, deletes or moves a note of the tree, or a folder, and it is noticed."""
        before = self.tree
        file = self.store.root / path
        if to:
            target = self.store.root / to
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)
        elif text is None:
            file.unlink()
        else:
            file.write_text(text, "utf-8")
        now, found = datetime.now(UTC), []
        for seen in sorted({*before, *self.tree}):
            text = self.tree.get(seen)
            if before.get(seen) != text:
                found.append(Seen(seen, None if text is None else text.encode(), now))
        self.store.observe(found)

    @property
    def tree(self) -> dict[str, str]:
        """Every note."""
        return {path: self.store.read_file(path) for path in self.store.glob("**")}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A vault of two notes that was imported."""
    with AuditJournal(tmp_path / "journal") as journal:
        world = World(tmp_path / "v", MemoryStore(tmp_path / "m", journal=journal), journal)
        world.put("a.md", "A")
        world.put("b.md", "B")
        world.run()
        yield world


def test_a_note_that_left_the_folder_leaves_the_tree_and_is_named(world: World) -> None:
    """An undo brings it back."""
    (world.vault / "b.md").unlink()
    report = world.run()
    assert (report.removed, world.tree) == (("b.md",), {"a.md": "A"})
    undo(world.store, world.journal, report.journal_batch)
    assert world.tree == {"a.md": "A", "b.md": "B"}


def test_what_a_person_edited_or_moved_stays_and_is_named(world: World) -> None:
    """Though the folder does not have it any more."""
    world.by_hand("a.md", "mine")
    world.by_hand("b.md", to="deep/c.md")
    world.put("z.md", "Z")
    for name in ("a.md", "b.md"):
        (world.vault / name).unlink()
    report = world.run()
    assert report.orphaned == report.kept == ("a.md", "deep/c.md")
    assert world.tree == {"a.md": "mine", "deep/c.md": "B", "z.md": "Z"}


def test_another_folder_s_notes_stay(world: World, tmp_path: Path) -> None:
    """Also one of the same name, and one that has a note of the same name."""
    other = tmp_path / "other" / "v"
    other.mkdir(parents=True)
    (other / "a.md").write_text("A", "utf-8")
    (other / "x.md").write_text("X", "utf-8")
    assert world.run(other).removed == ()
    (other / "a.md").unlink()
    assert world.run(other).removed == ()
    assert world.tree == {"a.md": "A", "b.md": "B", "x.md": "X"}


def test_one_note_of_the_folder_takes_nothing_away(world: World) -> None:
    """And it still follows the folder afterwards."""
    world.put("b.md", "B, too")
    assert world.run(world.vault / "b.md").updated == ("b.md",)
    (world.vault / "b.md").unlink()
    assert world.run().removed == ("b.md",)


def test_a_note_from_elsewhere_follows_the_folder_no_more(world: World, tmp_path: Path) -> None:
    """It was brought by itself, over the one of the folder."""
    (tmp_path / "b.md").write_text("B from elsewhere", "utf-8")
    assert world.run(tmp_path / "b.md").updated == ("b.md",)
    (world.vault / "b.md").unlink()
    assert world.run().removed == ()
    assert world.tree["b.md"] == "B from elsewhere"


def test_what_is_passed_over_has_not_gone(world: World) -> None:
    """A note that became a link, and attachments that are not wanted this time."""
    (world.vault / "Pics").mkdir()
    (world.vault / "Pics" / "x.png").write_bytes(b"\x89PNG")
    world.importer = MarkdownFolderImporter("everyone", attachments=True)
    assert world.run().written == ("Pics/x.png",)
    world.importer = MarkdownFolderImporter("everyone")
    (world.vault / "b.md").rename(world.vault.parent / "b.md")
    (world.vault / "b.md").symlink_to(world.vault.parent / "b.md")
    assert world.run().removed == ()


def test_a_folder_that_is_empty_takes_nothing_away(world: World) -> None:
    """It may be a disk that is not mounted."""
    for name in ("a.md", "b.md"):
        (world.vault / name).unlink()
    with pytest.raises(InputError, match="holds no Markdown"):
        world.run()
    assert set(world.tree) == {"a.md", "b.md"}


def test_a_folder_that_is_mostly_gone_is_asked_about(world: World) -> None:
    """More than half of ten or more; the rest is brought all the same."""
    for number in range(10):
        world.put(f"n{number}.md", f"N{number}")
    world.run()
    for number in range(8):
        (world.vault / f"n{number}.md").unlink()
    world.put("a.md", "A, too")
    report = world.run()
    assert (len(report.held), report.removed, report.updated) == (8, (), ("a.md",))
    assert len(world.tree) == 12
    assert len(world.run(accept_removals=True).removed) == 8
    assert len(world.tree) == 4


def test_what_a_person_brought_back_is_not_taken_away_again(world: World) -> None:
    """Though the folder still does not have it."""
    world.put("z.md", "Z")
    (world.vault / "a.md").unlink()
    assert world.run().removed == ("a.md",)
    (removal,) = (e for e in world.journal.entries("a.md") if e.after is None)
    undo(world.store, world.journal, removal.id)
    assert "a.md" in world.tree
    assert world.run().removed == ()
    assert "a.md" in world.tree


def test_twins_are_no_reason_not_to_ask(world: World) -> None:
    """One empty note that stays where it was is not what nineteen others have become."""
    for number in range(20):
        world.put(f"n{number}.md", "")
    world.run()
    for number in range(19):
        (world.vault / f"n{number}.md").unlink()
    assert len(world.run().held) == 19
    assert len(world.tree) == 22


def test_a_note_of_which_a_person_changed_the_letters_is_theirs(world: World) -> None:
    """A rename is a rename, also one of capitals."""
    world.by_hand("a.md", to="A.md")
    (world.vault / "a.md").unlink()
    assert world.run().orphaned == ("A.md",)
    assert "A.md" in world.tree


def test_a_folder_that_was_tidied_up_is_not_asked_about(world: World) -> None:
    """Its notes are all there, in other folders."""
    for number in range(10):
        world.put(f"n{number}.md", f"N{number}")
    world.run()
    (world.vault / "deep").mkdir()
    for number in range(10):
        (world.vault / f"n{number}.md").rename(world.vault / f"deep/n{number}.md")
    report = world.run()
    assert (report.held, len(report.removed), len(report.written)) == ((), 10, 10)


def test_a_moved_note_gets_its_updates_where_it_is(world: World) -> None:
    """And nobody says that it was deleted; force makes no second one."""
    world.put("Projects/Boats.md", "Boats: see [a](../a.md)")
    world.run()
    world.by_hand("Projects/Boats.md", to="Canal.md")
    report = world.run(force=True)
    assert (report.gone, report.written) == ((), ("Canal.md",))
    assert world.tree["Canal.md"] == "Boats: see [a](a.md)"
    assert world.run().written == ()
    world.put("Projects/Boats.md", "Barges")
    assert world.run().updated == ("Canal.md",)
    assert world.tree == {"a.md": "A", "b.md": "B", "Canal.md": "Barges"}
    world.by_hand("Canal.md", "mine")
    assert world.run().kept == ("Canal.md",)
    world.by_hand("Canal.md")
    assert world.run().gone == ("Projects/Boats.md",)
    assert world.run(force=True).written == ("Projects/Boats.md",)


@pytest.mark.parametrize("is_edited", [False, True])
def test_a_note_that_was_moved_a_moment_ago_was_moved(world: World, is_edited: bool) -> None:
    """Nobody has looked at the tree since."""
    text = "Boats float.\nBarges float too.\nRafts float as well.\n"
    world.put("Boats.md", text)
    world.run()
    (world.store.root / "Boats.md").rename(world.store.root / "Canal.md")
    if is_edited:
        (world.store.root / "Canal.md").write_text(f"{text}I was there.\n", "utf-8")
    world.put("Boats.md", f"{text}And so on.\n")
    report = world.run()
    assert (report.gone, report.kept) == ((), ("Canal.md",) if is_edited else ())
    assert "Boats.md" not in world.tree
    assert ("I was there." in world.tree["Canal.md"]) is is_edited


def test_links_to_a_moved_note_lead_to_it(world: World) -> None:
    """From a note that nobody has touched."""
    world.put("a.md", "See [b](b.md)")
    world.run()
    world.by_hand("b.md", to="deep/c.md")
    assert world.run().updated == ("a.md",)
    assert world.tree["a.md"] == "See [b](deep/c.md)"


def test_a_renamed_folder_keeps_its_notes_up_to_date(world: World) -> None:
    """Also under other letters of the same name."""
    world.put("Projects/x.md", "X")
    world.run()
    for to in ("Work", "work"):
        world.by_hand("Projects" if to == "Work" else "Work", to=to)
        world.put("Projects/x.md", f"X of {to}")
        assert world.run().updated == (f"{to}/x.md",)


def test_a_note_in_the_place_of_another_is_not_overwritten(world: World) -> None:
    """A person deleted one, and gave its name to the other."""
    world.by_hand("b.md")
    world.by_hand("a.md", to="b.md")
    world.put("a.md", "A, too")
    world.put("b.md", "B, too")
    report = world.run(force=True)
    assert (report.updated, report.foreign) == (("b.md",), ("b.md",))
    assert world.tree == {"b.md": "A, too"}


def test_an_agent_s_workspace_is_followed_too(world: World, tmp_path: Path) -> None:
    """A day that was thrown away goes."""
    world.importer = MemoryMarkdownImporter()
    world.vault = tmp_path / "agent"
    world.put("MEMORY.md", "likes tea")
    world.put("memory/2026-01-05.md", "tea")
    world.run()
    (world.vault / "memory/2026-01-05.md").unlink()
    assert world.run().removed == ("days/2026-01-05.md",)


def test_the_journal_names_no_folder_of_the_host(world: World, tmp_path: Path) -> None:
    """Only how the folder was called."""
    told = {ref for change in world.journal.entries("a.md") for ref in change.refs}
    assert [ref.partition("#")[0] for ref in told] == ["folder:v"]
    assert str(tmp_path) not in str(told)
