"""Proposals for several notes are applied as one: all of them, or none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import AutomaticPolicy, Ruling
from familiar_memory.operations.proposal import AddRecord, EnsureNote, RetireRecord
from familiar_memory.operations.together import Together
from familiar_memory.store import AuditJournal, Cause, ChangeState, MemoryStore, undo
from familiar_memory.store.limits import Limits
from familiar_memory.testing import Crash, FaultyFileSystem

ONE, TWO = "people/discord-1.md", "people/discord-2.md"
POLICY = AutomaticPolicy({"discord-1", "discord-2"})
FIELDS = RecordFields(learned=date(2026, 2, 2), refs=("t1",), place="discord-g.tavern")


def _fact(path, predicate, what, ref="t1"):
    fields = replace(FIELDS, refs=(ref,), by=path.removeprefix("people/").removesuffix(".md"))
    record = Record(f"{predicate}:: {what}", fields, predicate=predicate, object=what)
    return AddRecord(path, "", "Facts", record)


BOTH = (_fact(ONE, "likes", "tea"), _fact(TWO, "likes", "rum", "t2"))


@pytest.fixture
def journal(tmp_path):
    """A journal."""
    with AuditJournal(tmp_path / "journal") as journal:
        yield journal


@pytest.fixture
def store(tmp_path, journal):
    """A tree that reports to it."""
    return MemoryStore(tmp_path / "memory", journal=journal)


def _applied(store, *operations, policy=POLICY, **named):
    return apply(store, operations, policy, TreeRegister(store), together=Together(), **named)


def _tree(store):
    return {path: store.read_file(path) for path in store.glob("**")}


def _told(report):
    return [(one.note, one.verdict.value, one.reason) for one in report.outcomes]


def test_all_notes_are_one_batch(store, journal):
    """One batch of the journal with all the turns, one undo; again there is nothing to do."""
    report = _applied(store, *BOTH, cause=Cause("tool"))
    assert [one.verdict for one in report.outcomes] == [Verdict.APPLIED] * 2
    assert report.changed == (ONE, TWO) and not report.failures
    first, second = journal.entries()
    assert first.batch == second.batch is not None
    assert {(one.source, one.refs, one.state) for one in (first, second)} == {
        ("tool", ("t1", "t2"), ChangeState.DONE)
    }
    again = _applied(store, *BOTH)
    assert [one.verdict for one in again.outcomes] == [Verdict.SKIPPED] * 2 and not again.changed
    undo(store, journal, first.batch)
    assert _tree(store) == {}


def test_a_dry_run_says_the_same_and_writes_nothing(store):
    """As it is without a batch."""
    expected = _applied(store, *BOTH, dry_run=True)
    assert _tree(store) == {}
    assert _applied(store, *BOTH) == expected


@pytest.mark.parametrize("dry_run", [False, True])
def test_what_the_text_refuses_stops_all(store, dry_run):
    """The one that is refused says why, the others that they are not written; what is so stays."""
    _applied(store, *BOTH)
    before = _tree(store)
    long = _fact(TWO, "likes", "rum " * 100)
    [culprit] = apply(store, [long], POLICY, TreeRegister(store), dry_run=True).outcomes
    assert culprit.verdict is Verdict.REJECTED
    report = _applied(store, _fact(ONE, "likes", "oats"), BOTH[0], long, dry_run=dry_run)
    reason = f"not written: {TWO}: {culprit.reason}"
    assert _told(report) == [
        (ONE, "failed", reason),
        (ONE, "skipped", report.outcomes[1].reason),
        (TWO, culprit.verdict.value, culprit.reason),
    ]
    assert report.changed == () and report.failures == () and _tree(store) == before


def test_what_the_policy_refuses_or_holds_stops_all(store):
    """Nobody reads a note then."""

    class Holding:
        def judge(self, operation):
            return Ruling(Verdict.HELD, "a person decides") if operation.path == TWO else None

    stranger = _fact("people/discord-3.md", "likes", "tea")
    for policy, operations, verdict in (
        (Holding(), BOTH, "held"),
        (POLICY, (BOTH[0], stranger), "rejected"),
    ):
        report = _applied(store, *operations, policy=policy)
        culprit = report.outcomes[0]
        assert _told(report) == [
            (operations[1].path, verdict, culprit.reason),
            (ONE, "failed", f"not written: {operations[1].path}: {culprit.reason}"),
        ]
    assert _tree(store) == {}


def test_a_note_that_cannot_be_written_stops_all(tmp_path):
    """It is a failure of each; without a batch the other one is written."""
    store = MemoryStore(tmp_path, limits=Limits(max_file_bytes=300))
    store.write_file(TWO, "All that fits.\n" * 19)
    report = _applied(store, *BOTH)
    assert [one.verdict for one in report.outcomes] == [Verdict.FAILED] * 2
    assert [one.path for one in report.failures] == [ONE, TWO]
    assert not any(one.may_pass for one in report.failures) and report.changed == ()
    assert not store.exists(ONE)
    report = apply(store, BOTH, POLICY, TreeRegister(store))
    assert report.changed == (ONE,)


def test_a_note_that_is_moved_meanwhile_is_found(store, monkeypatch):
    """All are looked for again, and each gets its lines where it stands."""
    for who, path in (("discord-1", "people/A.md"), ("discord-2", "people/B.md")):
        store.write_file(path, f"---\nid: {who}\n---\n\nHello.\n")
    real, left = store.edit_all, [store.root / "people"]

    def moved_meanwhile(*given, **named):
        if left:
            folder = left.pop()
            (folder / "B.md").rename(folder / "C.md")
        return real(*given, **named)

    monkeypatch.setattr(store, "edit_all", moved_meanwhile)
    report = _applied(store, *BOTH)
    assert report.changed == ("people/A.md", "people/C.md") and not left
    assert {path: "likes::" in text for path, text in _tree(store).items()} == {
        "people/A.md": True,
        "people/C.md": True,
    }


def test_new_notes_of_one_name_are_two_files(store):
    """The second is called as the first is not, though that is not there yet."""
    ensured = (EnsureNote(ONE, "Rowan", "Rowan"), EnsureNote(TWO, "Rowan", "Rowan"))
    report = _applied(store, *ensured, *BOTH)
    assert len(set(report.changed)) == 2
    assert {TreeRegister(store).key_of(path) for path in report.changed} == {ONE, TWO}


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_a_fact_and_the_mark_on_the_one_it_replaces_are_never_half(tmp_path, every):
    """A crash at any step between the two leaves exactly one that holds, once it is opened."""
    old = _fact(ONE, "works_at", "Acme")
    newer = _fact(TWO, "employs", "Rowan", "t2")
    retire = RetireRecord(ONE, "works_at", "Acme", old.record.fields, ended=True)
    outcomes = set()
    for number in range(1, 400, every):
        root = tmp_path / str(number)
        fs = FaultyFileSystem()
        with AuditJournal(root / "journal", fs=fs) as journal:
            store = MemoryStore(root / "memory", fs=fs, journal=journal)
            _applied(store, old)
            fs.fail_at(number)
            with suppress(Crash):
                _applied(store, newer, retire)
        with AuditJournal(root / "journal") as journal:
            store = MemoryStore(root / "memory", journal=journal)
            store.reconcile(sweep=True)
            has_new = TWO in _tree(store)
            assert has_new == ("~~" in store.read_file(ONE)), fs.calls[-1]
            outcomes.add(has_new)
        if number > len(fs.calls):
            break
    assert outcomes == {True, False}
