"""A note that people and programs change in turn: a program touches the line that it names."""

from __future__ import annotations

from datetime import date

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import Viewer, narrowest, permits
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    NamedProposal,
    Reassert,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.outcome import Miss, Outcome, Verdict
from familiar_memory.operations.policy import Proposer

PATH = "people/discord-42.md"
TAVERN, DM = "discord-lantern.tavern", "discord-dm-42"
_VIEWERS = st.sampled_from([Viewer(), Viewer(), Viewer(TAVERN), Viewer(DM)])
_BY_HAND = st.sampled_from(
    [
        "# Rowan",
        "## Facts",
        "## Plans (in:discord-dm-42)",
        "",
        "prose",
        "---",
        "```",
        "- likes:: tea",
        "- Likes *rain*,  really",
        "* Likes tea (2026-02-02, in:discord-dm-42) ^x1",
        "- Likes tea (2026-02-02, in:discord-lantern.tavern) ^x1",
        "  - nested",
        "  continued",
        f"  - nested (in:{TAVERN})",
        "- ~~gone~~",
        f"- works_at:: Acme (2026-02-01, ref:t1, by:discord-42, in:{TAVERN})",
        "- damaged (2026-13-01, in:discord-dm-42)",
        "> - quoted",
        "1. one",
        "- [ ] task 📅 2026-03-01",
        "<!-- open",
    ]
)
_BEGINNINGS = st.sampled_from(
    [
        "",
        "# Rowan\r\n\r\n* by hand\r\n* Likes *rain*,  really\r\n  a lot\r\n",
        f"- open\n- shut (2026-02-02, in:{DM}) ^x1\n  - nested\n    - deep\n"
        f"  - own (in:{TAVERN})\n",
        f"## [[channels/{DM}|@rowan]]\n\n- a (2026-02-02)\n  - nested (2026-02-02)\n- b\n",
        f"---\nvisibility: owner\n---\n- a\n  - nested (in:{TAVERN})\n",
        f"- x (2026-02-01, ref:t1, by:discord-42, in:{TAVERN})\n- x\n- x (in:{DM})\n- x\n",
        "A\n- one\n---\nB\n- two\n\n- three\n",
    ]
)
_ENDS = st.sampled_from(["\n", "\n", "\r\n"])
_PATCHES = st.sampled_from(
    [
        RecordPatch("other words"),
        RecordPatch("# x\n---"),
        RecordPatch(fields={"importance": 8}),
        RecordPatch(fields={"tags": ("a", "b"), "since": "2026"}),
        RecordPatch("both", {"expires": date(2027, 1, 1), "importance": None}),
    ]
)


def _audiences(text: str) -> list[tuple[str, str]]:
    note = parse_note(text, path=PATH)
    audiences = NoteAudiences(PATH, note, "everyone")
    return [
        (block.text, audiences.read(section, block).audience)
        for section in note.sections
        for block in section.blocks
        if block.kind != "heading"
    ]


class Changes(RuleBasedStateMachine):
    """One note, its people, and whoever asks for changes."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    @initialize(text=_BEGINNINGS)
    def it_begins(self, text: str) -> None:
        """It begins with nothing, or with what is awkward."""
        self.text = text

    def _lines(self) -> list[StandingLine]:
        return list(standing_lines(PATH, parse_note(self.text, path=PATH), "everyone"))

    def _apply(self, operation: NamedProposal, viewer: Viewer) -> Outcome:
        before = self.text
        self.text, (outcome,) = merge(before, (operation,), proposer=Proposer(viewer))
        if outcome.verdict is not Verdict.APPLIED:
            assert self.text == before
        return outcome

    @rule(line=_BY_HAND, end=_ENDS, at=st.integers(0, 30))
    def a_person_writes(self, line: str, end: str, at: int) -> None:
        """An editor saves a line more."""
        lines = self.text.splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines[-1] += "\n"
        lines.insert(at % (len(lines) + 1), line + end)
        self.text = "".join(lines)

    @rule(at=st.integers(0, 30))
    def a_person_deletes_a_line(self, at: int) -> None:
        """An editor saves a line less."""
        lines = self.text.splitlines(keepends=True)
        if lines:
            del lines[at % len(lines)]
        self.text = "".join(lines)

    @rule(at=st.integers(0, 30), patch=_PATCHES, viewer=_VIEWERS, kind=st.integers(0, 2))
    def a_line_is_changed(self, at: int, patch: RecordPatch, viewer: Viewer, kind: int) -> None:
        """One block changes, and nobody knows more than before."""
        if not (lines := self._lines()):
            return
        line, before = lines[at % len(lines)], self.text
        said = line.record.text
        operation: NamedProposal = (
            UpdateRecord(PATH, line.id, patch, said),
            RetireById(PATH, line.id, "2026-03-01" if at % 2 else None, was=said),
            Reassert(PATH, line.id, (f"t{at}",), said),
        )[kind]
        block = parse_note(before, path=PATH).blocks[line.ordinal]
        known = _audiences(before)
        outcome = self._apply(operation, viewer)
        if not permits(viewer, line.audience):
            # Another line of that id may be theirs; this one is not there.
            same = [one for one in lines if one.id == line.id and permits(viewer, one.audience)]
            assert same or outcome.miss is Miss.NOT_FOUND
            return
        if outcome.verdict is not Verdict.APPLIED:
            return
        if [one for one in lines if one.id == line.id] == [line]:
            behind = len(before) - block.char_end
            assert self.text[: block.char_start] == before[: block.char_start]
            assert self.text[len(self.text) - behind :] == before[block.char_end :]
        others = zip(known, _audiences(self.text), strict=True)
        assert all(narrowest((old, new)) == new for (_, old), (_, new) in others)

    @rule(at=st.integers(0, 30), viewer=_VIEWERS)
    def a_line_is_deleted(self, at: int, viewer: Viewer) -> None:
        """One block goes."""
        if not (lines := self._lines()):
            return
        line, known = lines[at % len(lines)], _audiences(self.text)
        outcome = self._apply(DeleteRecord(PATH, line.id, restores=False), viewer)
        if outcome.verdict is Verdict.APPLIED:
            after = _audiences(self.text)
            assert len(after) == len(known) - 1
            # Nobody knows more than before, whatever it hung below.
            rests = (known[:at] + known[at + 1 :] for at in range(len(known)))
            assert any(_words(rest, after) and _readers(rest) == _readers(after) for rest in rests)

    @rule(
        object_=st.sampled_from(["Acme", "Hooli", "Initech"]),
        day=st.integers(1, 28),
        viewer=_VIEWERS,
        predicate=st.sampled_from(["works_at", "likes", "visiting"]),
    )
    def a_fact_is_stated(self, object_: str, day: int, viewer: Viewer, predicate: str) -> None:
        """One line comes at most, and once."""
        fields = RecordFields(date(2026, 3, day), source="user-stated", place=viewer.place)
        if not viewer.is_owner:
            fields = RecordFields(
                date(2026, 3, day), source="user-stated", place=viewer.place, by="discord-42"
            )
        record = Record(f"{predicate}:: {object_}", fields, predicate=predicate, object=object_)
        before = self.text
        stated = StateRecord(PATH, "", "Facts", record, for_owner=viewer.is_owner)
        outcome = self._apply(stated, viewer)
        if outcome.verdict is Verdict.APPLIED:
            assert len(_audiences(self.text)) - len(_audiences(before)) in (0, 1)
            assert all(line.id for line in outcome.lines)
            if parse_note(self.text, path=PATH).frontmatter.visibility is None:
                once = self.text
                again = self._apply(stated, viewer)
                seen = any(
                    permits(viewer, one.audience) and one.record.text == record.text
                    for one in self._lines()
                )
                assert (self.text == once and again.verdict is not Verdict.APPLIED) or not seen

    @invariant()
    def every_line_has_an_id_and_the_index_knows_it(self) -> None:
        """Whatever was done."""
        ids = [one.id for one in self._lines() if one.record.id is None]
        assert len(ids) == len(set(ids))
        document = NoteParser().read(PATH, self.text, "")
        assert document == NoteParser().read(PATH, self.text, "")
        known = {p.record_id for p in document.passages if p.record_id is not None}
        assert known <= {one.id for one in self._lines()}


def _readers(blocks: list[tuple[str, str]]) -> list[str]:
    return [audience for _, audience in blocks]


def _words(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> bool:
    """Whether two lists of blocks say the same, whatever is said of for whom they are."""
    first = [said.split(" (")[0] for said, _ in one]
    return first == [said.split(" (")[0] for said, _ in other]


Changes.TestCase.settings = settings(max_examples=20, stateful_step_count=15, deadline=None)
TestChanges = Changes.TestCase
