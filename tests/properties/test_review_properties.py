"""People, writers, programs and crashes take turns at review.md: nothing lost, nothing twice.

A person ticks, strikes, deletes, moves and copies lines, changes line ends, writes things of their
own, and is interrupted in the middle of a save. In between proposals come, and the decisions are
carried out by one process or another, which may be killed.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from familiars import put_notes
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from review_desk import NOTE, Desk, guess

from familiar_memory.errors import StorageError
from familiar_memory.operations.conduct.rules import RULES_NOTE, SetRule
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import DeleteRecord, RetireById, UpdateRecord
from familiar_memory.operations.review.item import Proposed
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.store.base import Cause
from familiar_memory.testing import Crash, FaultyFileSystem

_STANDING = "## Facts\n\n" + "".join(f"- standing {n} ^k{n}\n" for n in range(1, 7))
_NAMED: tuple[tuple[Proposed, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        UpdateRecord(NOTE, "k1", RecordPatch("changed"), "standing 1"),
        ("- standing 1 ^k1",),
        ("- changed ^k1",),
    ),
    (
        RetireById(NOTE, "k2", "2026-02-01", was="standing 2"),
        ("- standing 2 ^k2",),
        ("- ~~standing 2 (until 2026-02-01)~~ ^k2",),
    ),
    (DeleteRecord(NOTE, "k3", "standing 3"), ("- standing 3 ^k3",), ()),
    (
        MergeRecords(((NOTE, "k4"), (NOTE, "k5")), "merged"),
        ("- standing 4 ^k4", "- standing 5 ^k5"),
        (
            "- ~~standing 4 (into:^irmqt)~~ ^k4",
            "- ~~standing 5 (into:^irmqt)~~ ^k5",
            "- merged (source:consolidation) ^irmqt",
        ),
    ),
)
"""Proposals about lines that stand there: those lines before, and after."""
_GUESSES = [guess(f"likes:: thing {letter}") for letter in "abcd"]
_RULE = item_of(SetRule("Answer in rhymes", _GUESSES[0].record.fields, None), "it is for others")
_CHANGES = [(item_of(one, "somebody should look"), *lines) for one, *lines in _NAMED]
ITEMS = [*_GUESSES, *(item for item, _, _ in _CHANGES), _RULE]
BY_ID = {item.id: item for item in ITEMS}
_ANY = st.integers(0, len(ITEMS) - 1)
_GARBAGE = (
    "- [x] milk\n",
    "```\n- [x] code\n```\n",
    "## Accepted\n",
    "~~\n",
    "- [ ] ^p0\n",
    "\n\n",
)


class Reviewed(RuleBasedStateMachine):
    """The list, and what a person has done to each proposal as far as anybody could see."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.desk = Desk(self.folder)
        put_notes(self.folder / "memory", {NOTE: _STANDING})
        self.held: set[str] = set()
        self.ticked: set[str] = set()
        self.struck: set[str] = set()
        self.deleted: set[str] = set()
        self.left_out: set[str] = set()

    def teardown(self) -> None:
        """Leave nothing."""
        self.desk.journal.close()
        shutil.rmtree(self.folder)

    @initialize(count=st.integers(0, 6))
    def begin(self, count: int) -> None:
        """Some wait already."""
        self._hold(range(count))

    @rule(which=_ANY)
    def hold(self, which: int) -> None:
        """A writer proposes something, perhaps again."""
        self._hold([which])

    @rule(which=_ANY)
    def tick(self, which: int) -> None:
        """A person ticks a line."""
        if self._marked(which, "[ ]", "[x]"):
            self.ticked.add(ITEMS[which].id)

    @rule(which=_ANY)
    def untick(self, which: int) -> None:
        """And takes it back."""
        self._marked(which, "[x]", "[ ]")

    @rule(which=_ANY)
    def strike(self, which: int) -> None:
        """A person rejects a line."""
        if self._marked(which, "[ ]", "[-]"):
            self.struck.add(ITEMS[which].id)

    @rule(which=_ANY)
    def delete(self, which: int) -> None:
        """A person deletes a line with what stands below it."""
        text = self.desk.without([ITEMS[which]])
        if text != self.desk.text:
            self.deleted.add(ITEMS[which].id)
            self.desk.save(text)

    @rule(which=_ANY)
    def tick_by_a_program(self, which: int) -> None:
        """A tool writes into the list."""
        name = ITEMS[which].id
        lines = self.desk.text.splitlines(keepends=True)
        changed = [
            one.replace("[ ]", "[x]", 1) if one.rstrip().endswith(f"^{name}") else one
            for one in lines
        ]
        if lines:
            self.desk.store.write_file("review.md", "".join(changed), cause=Cause("tool"))

    @rule(seed=st.integers(0, 99))
    def reorder(self, seed: int) -> None:
        """A person sorts the proposals of the list anew, wherever they stand."""
        blocks = self._blocks()
        if blocks is not None:
            head, items = blocks
            random.Random(seed).shuffle(items)
            self.desk.save("".join([head, *items]))

    @rule(which=_ANY)
    def copy(self, which: int) -> None:
        """A person pastes a line a second time."""
        blocks = self._blocks()
        if blocks is not None:
            same = [one for one in blocks[1] if f"^{ITEMS[which].id}" in one]
            self.desk.save("".join([blocks[0], *blocks[1], *same[:1]]))

    @rule(is_crlf=st.booleans())
    def change_line_ends(self, is_crlf: bool) -> None:
        """An editor of another system saves it."""
        text = self.desk.text.replace("\r\n", "\n")
        if text:
            self.desk.save(text.replace("\n", "\r\n") if is_crlf else text)

    @rule(what=st.sampled_from(_GARBAGE))
    def write_something(self, what: str) -> None:
        """A person notes something of their own.

        In a list that was emptied a moment ago and seen by nobody, it is as if they had written
        the same line and taken out all the others.
        """
        if not self.desk.text.strip():
            self.left_out |= self.held
        self.desk.save(f"{what}{self.desk.text}" if "##" not in what else self.desk.text + what)

    @precondition(lambda self: self.desk.text)
    @rule(share=st.floats(0, 1), is_settled=st.booleans())
    def save_by_halves(self, share: float, is_settled: bool) -> None:
        """An editor writes the file from its beginning; somebody looks in between."""
        text = self.desk.text
        self.desk.save(text[: int(len(text) * share)], age_s=1)
        if is_settled:
            self._settle(self.desk)
        if self.desk.text == text[: int(len(text) * share)]:
            self.desk.save(text)

    @rule(text=st.sampled_from(["", "\n", None]))
    def empty(self, text: str | None) -> None:
        """The list is emptied, or vanishes."""
        self.desk.save(text)

    @rule()
    def settle(self) -> None:
        """Somebody carries out what was decided."""
        self._settle(self.desk)

    @rule()
    def settle_elsewhere(self) -> None:
        """Another process does."""
        with Desk(self.folder) as other:
            self._settle(other)

    @rule(step=st.integers(1, 250))
    def settle_and_be_killed(self, step: int) -> None:
        """At any step of it; what is cut off is settled by whoever opens the tree next."""
        self.desk.journal.close()
        fs = FaultyFileSystem()
        with Desk(self.folder, fs) as self.desk:
            fs.fail_at(step)
            with suppress(Crash):
                self.desk.review.settle()
        self.desk = Desk(self.folder)
        self.desk.store.reconcile(sweep=True)

    @rule()
    def restart(self) -> None:
        """What was in memory is gone."""
        self.desk.journal.close()
        self.desk = Desk(self.folder)

    @invariant()
    def nothing_is_written_without_a_tick(self) -> None:
        """Of a person; and nothing twice."""
        found = self.desk.note.splitlines() + self._rules()
        written = [one[2:].partition(" (")[0] for one in found if _is_new(one)]
        assert len(written) == len(set(written))
        allowed = {BY_ID[name].record.text for name in self.ticked}
        assert set(written) <= allowed

    @invariant()
    def lines_are_changed_whole(self) -> None:
        """As a person has agreed, or not at all; the others stand."""
        lines = self.desk.note.splitlines()
        assert "- standing 6 ^k6" in lines
        for item, before, after in _CHANGES:
            if not set(before) <= set(lines):
                assert item.id in self.ticked
                assert set(after) <= set(lines) and set(before).isdisjoint(lines)

    @invariant()
    def nothing_is_lost(self) -> None:
        """What was proposed stands there, waits, or was taken away by a person."""
        decisions = self.desk.review.look()
        known = {one.id for one in decisions.every} | decisions.dismissed
        known |= decisions.vanished.keys()
        known |= {one.id for one in review_lines(self.desk.text, self.desk.rules.vocabulary)}
        assert self.held - self.deleted <= known
        assert decisions.dismissed <= self.struck | self.deleted | self.left_out

    @invariant()
    def only_people_dismiss(self) -> None:
        """What stands among the dismissed was struck or deleted by a person."""
        lines = review_lines(self.desk.text, self.desk.rules.vocabulary)
        dismissed = {one.id for one in lines if one.mark is Mark.DISMISSED}
        assert dismissed <= self.struck | self.deleted | self.left_out

    def _hold(self, which: object) -> None:
        items = [ITEMS[one] for one in which]  # type: ignore[attr-defined]
        with suppress(StorageError):
            self.desk.hold(*items)
            self.held.update(item.id for item in items)

    def _marked(self, which: int, old: str, new: str) -> bool:
        name, is_done = ITEMS[which].id, False
        lines = self.desk.text.splitlines(keepends=True)
        for at, line in enumerate(lines):
            if line.rstrip().endswith(f"^{name}") and old in line:
                lines[at], is_done = line.replace(old, new, 1), True
        if is_done:
            self.desk.save("".join(lines))
        return is_done

    def _rules(self) -> list[str]:
        file = self.folder / "memory" / RULES_NOTE
        return file.read_text().splitlines() if file.exists() else []

    def _settle(self, desk: Desk) -> None:
        report = desk.review.settle()
        assert report.failed == ()
        assert {one.id for one in report.accepted} <= self.ticked
        assert {one.id for one in report.dismissed} <= self.struck | self.deleted | self.left_out

    def _blocks(self) -> tuple[str, list[str]] | None:
        """What stands above the first proposal, and the proposals with what stands below each."""
        lines = self.desk.text.splitlines(keepends=True)
        starts = [at for at, line in enumerate(lines) if line.rstrip().rpartition("^")[2] in BY_ID]
        if not starts:
            return None
        ends = [*starts[1:], len(lines)]
        head = "".join(lines[: starts[0]])
        return head, ["".join(lines[a:b]) for a, b in zip(starts, ends, strict=True)]


def _is_new(line: str) -> bool:
    return line.startswith("- ") and not any(
        line in (*before, *after, "- standing 6 ^k6") for _, before, after in _CHANGES
    )


Reviewed.TestCase.settings = settings(
    max_examples=30, stateful_step_count=20, deadline=None, report_multiple_bugs=False
)
TestReviewed = pytest.mark.long(Reviewed.TestCase)
