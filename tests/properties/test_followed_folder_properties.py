"""An import follows its folder, and spares a person's work, whatever becomes of either."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_importers.markdown_folder import MarkdownFolderImporter
from familiar_memory.store import AuditJournal, MemoryStore, Seen
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import stage

_NAMES = ("a.md", "b.md", "deep/c.md", "people/d.md")
_steps = st.lists(
    st.tuples(
        st.sampled_from(("put", "put", "drop", "edit", "move", "delete", "import")),
        st.sampled_from(_NAMES),
    ),
    max_size=25,
)


@dataclass
class Known:
    """What an import brought: where it is by now (None: a person deleted it), and its text."""

    path: str | None
    text: str
    is_edited: bool = False


@dataclass
class Model:
    """What should be there."""

    folder: dict[str, str]
    known: dict[str, Known]

    def imported(self, *, force: bool) -> tuple[set[str], set[str]]:
        """The paths that go, and those that stay though the folder has them no more."""
        removed, orphaned = set(), set()
        for name, one in list(self.known.items()):
            if one.path is None or name in self.folder:
                continue
            if one.is_edited or one.path != name:
                orphaned.add(one.path)
            else:
                removed.add(one.path)
                del self.known[name]
        for name, text in self.folder.items():
            one = self.known.setdefault(name, Known(name, text))
            if force or (one.path is not None and not one.is_edited):
                self.known[name] = Known(one.path or name, text)
        return removed, orphaned

    @property
    def tree(self) -> dict[str, str]:
        """Every note by where it is."""
        return {one.path: one.text for one in self.known.values() if one.path is not None}


class World:
    """A folder, and a tree with a journal."""

    def __init__(self, root: Path, journal: AuditJournal) -> None:
        self.root = root
        self.journal = journal
        self.store = MemoryStore(root / "memory", journal=journal)

    def put(self, folder: dict[str, str]) -> None:
        """Write the folder anew."""
        rmtree(self.root / "folder", ignore_errors=True)
        for name, text in folder.items():
            file = self.root / "folder" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")

    def by_hand(self, path: str, text: str | None, *, was: str = "") -> None:
        """A person saves, deletes or moves a note, and it is noticed."""
        now = datetime.now(UTC)
        file = self.store.root / path
        if was:
            file.parent.mkdir(parents=True, exist_ok=True)
            (self.store.root / was).rename(file)
            self.store.observe([Seen(was, None, now), Seen(path, file.read_bytes(), now)])
        elif text is None:
            file.unlink()
            self.store.observe([Seen(path, None, now)])
        else:
            file.write_text(text, "utf-8")
            self.store.observe([Seen(path, text.encode(), now)])

    def run(self, *, force: bool) -> ImportReport:
        """An import, of which a dry run has said the same."""
        importer = MarkdownFolderImporter("everyone")
        staged = stage(importer, self.root / "folder", max_file_bytes=10_000)
        told, done = (
            run_import(
                staged,
                Destination(lambda turns: [], self.store, known=self.journal),
                force=force,
                dry_run=dry_run,
            )
            for dry_run in (True, False)
        )
        assert (told.written, told.kept, told.removed) == (done.written, done.kept, done.removed)
        return done

    @property
    def tree(self) -> dict[str, str]:
        """Every note by its path."""
        return {path: self.store.read_file(path) for path in self.store.glob("**")}


@few_and_many(15, 80, steps=_steps, force=st.booleans())
def test_an_import_follows_its_folder_and_spares_a_person_s_work(
    steps: list[tuple[str, str]], force: bool
) -> None:
    """Each note is where a person put it, once, with the words of whoever wrote them last."""
    model = Model({}, {})
    with tempfile.TemporaryDirectory() as folder, AuditJournal(Path(folder) / "j") as journal:
        world = World(Path(folder), journal)
        for number, (step, name) in enumerate([*steps, ("import", ""), ("import", "")]):
            note = model.known.get(name)
            if step == "put":
                model.folder[name] = f"words {number} of the folder\n"
            elif step == "drop":
                model.folder.pop(name, None)
            elif step == "import" and model.folder:
                world.put(model.folder)
                is_forced = force and number == len(steps)
                removed, orphaned = model.imported(force=is_forced)
                report = world.run(force=is_forced)
                assert (set(report.removed), set(report.orphaned)) == (removed, orphaned)
                gone = {n for n, one in model.known.items() if one.path is None}
                assert set(report.gone) == gone & model.folder.keys()
                assert world.tree == model.tree
            elif note is not None and note.path is not None:
                if step == "edit":
                    note.text, note.is_edited = f"words {number} of a person\n", True
                    world.by_hand(note.path, note.text)
                elif step == "move":
                    was, note.path = note.path, f"moved/{number}.md"
                    world.by_hand(note.path, None, was=was)
                elif step == "delete":
                    world.by_hand(note.path, None)
                    note.path = None
