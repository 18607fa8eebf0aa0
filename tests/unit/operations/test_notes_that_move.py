"""A person moves and replaces notes just while a writer writes: nothing lands in another's."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import AutomaticPolicy
from familiar_memory.operations.proposal import AddRecord, EnsureNote
from familiar_memory.store.memory_store import MemoryStore

WHO = "discord-42"
KEY = f"people/{WHO}.md"
TAIL = RecordFields(learned=date(2026, 2, 2), refs=("t1",), by=WHO, place="discord-g.tavern")
FACT = AddRecord(KEY, "", "Facts", Record("likes:: tea", TAIL, predicate="likes", object="tea"))
OTHERS = "---\nid: discord-7\n---\n\nHers.\n"
THEIRS = f"---\nid: {WHO}\n---\n\nTheirs.\n"


@pytest.fixture
def store(tmp_path):
    """A tree that is empty."""
    return MemoryStore(tmp_path / "memory")


def _applied(store, monkeypatch, meanwhile, *, dry_run=False):
    """Apply, while a person does something between the look at the tree and the edit."""
    register = TreeRegister(store)
    left = [meanwhile]
    for name in ("edit", "read_file"):
        real = getattr(store, name)

        def then(*given, real=real, **named):
            if left:
                left.pop()(store.root)
            return real(*given, **named)

        monkeypatch.setattr(store, name, then)
    operations = (EnsureNote(KEY, "", "Rowan"), FACT)
    report = apply(store, operations, AutomaticPolicy({WHO}), register=register, dry_run=dry_run)
    assert not left and not report.failures
    return report


def _swap(root):
    (root / "people/Rowan.md").rename(root / "people/R.md")
    (root / "people/Rowan.md").write_text(OTHERS, "utf-8")


def _move(root):
    (root / "people/Rowan.md").rename(root / "people/R.md")


def _write(text):
    def write(root):
        (root / "people").mkdir(parents=True, exist_ok=True)
        (root / "people/Rowan.md").write_text(text, "utf-8")

    return write


@pytest.mark.parametrize("meanwhile", [_swap, _move], ids=["replaced", "moved"])
def test_a_note_that_is_moved_meanwhile_gets_its_lines_where_it_is(store, monkeypatch, meanwhile):
    """Another's note in its place stays as it is, and none is made beside it."""
    store.write_file("people/Rowan.md", THEIRS)
    report = _applied(store, monkeypatch, meanwhile)
    assert report.changed == ("people/R.md",)
    tree = {path: (store.root / path).read_text("utf-8") for path in store.glob("**/*.md")}
    assert "likes:: tea" in tree.pop("people/R.md")
    assert tree == ({"people/Rowan.md": OTHERS} if meanwhile is _swap else {})


@pytest.mark.parametrize(
    ("text", "path"),
    [(OTHERS, "people/Rowan (2).md"), (THEIRS, "people/Rowan.md"), ("", "people/Rowan (2).md")],
    ids=["another's", "their own", "an empty one"],
)
def test_a_note_that_a_person_makes_meanwhile_is_taken_for_whose_it_is(
    store, monkeypatch, text, path
):
    """A new one is called otherwise."""
    report = _applied(store, monkeypatch, _write(text))
    assert report.changed == (path,)
    assert "likes:: tea" in (store.root / path).read_text("utf-8")
    if path != "people/Rowan.md":
        assert (store.root / "people/Rowan.md").read_text("utf-8") == text


def test_what_would_be_written_is_told_of_the_note_that_is_meant(store, monkeypatch):
    """A dry run meets people as well."""
    store.write_file("people/Rowan.md", THEIRS)
    report = _applied(store, monkeypatch, _swap, dry_run=True)
    assert report.changed == ("people/R.md",)
    assert [one.verdict for one in report.outcomes] == [Verdict.SKIPPED, Verdict.APPLIED]


def test_each_new_note_of_a_batch_costs_the_same_looks(store, monkeypatch):
    """Each changes its folder: to look there once more for the next would cost the square."""
    listed = []
    real = store.scan_files
    monkeypatch.setattr(store, "scan_files", lambda *given: listed.append(given) or real(*given))
    costs = []
    for first, count in ((100, 5), (200, 40)):
        people = [f"discord-{number}" for number in range(first, first + count)]
        operations = [EnsureNote(f"people/{one}.md", "", f"R {one[8:]}") for one in people]
        listed.clear()
        register = TreeRegister(store, now_ns=lambda: 4_000_000_000_000_000_000)
        report = apply(store, operations, AutomaticPolicy(set(people)), register=register)
        assert len(report.changed) == count
        costs.append(len(listed))
    assert costs[0] == costs[1]


def test_a_note_that_left_its_folder_is_found_before_one_is_made(store):
    """No look into `people/` finds it there: the whole tree is looked at first."""
    text = f"---\nid: {WHO}\ntags: [person]\nfirst_seen: 2026-02-02\n---\n\nTheirs.\n"
    store.write_file("people/Rowan.md", text)
    register = TreeRegister(store)
    assert register.path_of(KEY) == "people/Rowan.md"
    (store.root / "friends").mkdir()
    (store.root / "people/Rowan.md").rename(store.root / "friends/R.md")
    operations = (EnsureNote(KEY, "", "Rowan"), FACT)
    report = apply(store, operations, AutomaticPolicy({WHO}), register=register)
    assert report.changed == ("friends/R.md",)
    assert store.glob("**/*.md") == ["friends/R.md"]
