"""What is ticked reads as what will happen: by names, in today's lists and in those of before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from review_desk import Desk

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.operations.named.across import MergeRecords, ReplaceRecord
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    RetireById,
    StateRecord,
    Successor,
    UpdateRecord,
)
from familiar_memory.operations.proposal import AddRecord, CorrectRecord, RetireRecord
from familiar_memory.operations.review.item import Proposed
from familiar_memory.operations.review.kinds.table import item_of, proposals_of
from familiar_memory.operations.review.page import Mark, review_lines
from familiar_memory.operations.rewriting.requests import (
    DropName,
    MoveRecordsAbout,
    MoveRecordsUpTo,
    MoveSections,
    Relink,
    Unlink,
)
from familiar_memory.store.base import Cause

KEY, FILE = "people/discord-42.md", "people/Tomasz.md"
NAMED = f"{FILE} <!-- {KEY} -->"
TEA = Record("likes:: tea", RecordFields(learned=date(2026, 2, 1)), predicate="likes", object="tea")
LEEDS = RecordFields(by="discord-42", refs=("t1",), learned=date(2026, 1, 1))
HULL = RecordFields(by="discord-42", refs=("t2",), learned=date(2026, 2, 1))
NOTE = (
    "---\nid: discord-42\n---\n# Tomasz\n\n## Aliases\n\n- Wren\n\n## Facts\n\n"
    "- lives_in:: Leeds (2026-01-01, ref:t1, by:discord-42) ^k1\n- plays the triangle ^k2\n"
)

KINDS: dict[str, tuple[Proposed, str, str]] = {
    "ended": (
        RetireById(KEY, "k1", "2026-11-26", was="lives_in:: Leeds"),
        "end: “lives in Leeds” of Tomasz, on 2026-11-26",
        f"ended in {FILE}: lives in Leeds",
    ),
    "was wrong": (
        RetireById(KEY, "k1", None, was="lives_in:: Leeds"),
        "strike as wrong: “lives in Leeds” of Tomasz",
        f"struck as wrong in {FILE}: lives in Leeds",
    ),
    "merged": (
        RetireById(KEY, "k1", None, "k2", "lives_in:: Leeds"),
        "strike: “lives in Leeds” of Tomasz, which went into k2",
        f"struck in {FILE}: lives in Leeds",
    ),
    "a fact ended": (
        RetireRecord(KEY, "lives_in", "Leeds", LEEDS, ended=True),
        "end: “lives in Leeds” of Tomasz",
        f"ended in {FILE}: lives in Leeds",
    ),
    "a fact was wrong": (
        RetireRecord(KEY, "lives_in", "Leeds", LEEDS, ended=False),
        "strike as wrong: “lives in Leeds” of Tomasz",
        f"struck as wrong in {FILE}: lives in Leeds",
    ),
    "deleted": (
        DeleteRecord(KEY, "k2", "plays the triangle"),
        "delete: “plays the triangle” of Tomasz",
        f"deleted from {FILE}: plays the triangle",
    ),
    "replaced": (
        ReplaceRecord(KEY, "k2", "plays the triangle", "2026-11-28", "Facts", Record("the tuba")),
        "replace: “plays the triangle” of Tomasz with “the tuba”, on 2026-11-28",
        f"replaced in {FILE}: plays the triangle → the tuba",
    ),
    "set right": (
        CorrectRecord(KEY, "Tomasz", "Facts", "Leeds", "Hull", HULL),
        "set right: not “Leeds” but “Hull”, of Tomasz",
        f"set right in {FILE}: Leeds → Hull",
    ),
    "lost name": (
        DropName(KEY, "Wren"),
        "strike the name: “Wren” is not one of Tomasz's names",
        f"struck in {FILE}: the name “Wren”",
    ),
    "added": (
        AddRecord(KEY, "Tomasz", "Facts", TEA),
        "likes:: tea (2026-02-01)",
        f"written to {FILE}: likes:: tea",
    ),
    "kept": (
        StateRecord(KEY, "Tomasz", "Facts", TEA),
        "likes:: tea (2026-02-01)",
        f"written to {FILE}: likes:: tea",
    ),
    "changed": (
        UpdateRecord(KEY, "k2", RecordPatch("plays the tuba"), "plays the triangle"),
        "plays the tuba",
        f"changed in {FILE}: plays the tuba",
    ),
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A tree with the note of a person, in a file that is called after them."""
    with Desk(tmp_path) as found:
        found.store.write_file(FILE, NOTE, cause=Cause("tool"))
        yield found


@pytest.mark.parametrize(("proposal", "line", "done"), KINDS.values(), ids=KINDS)
def test_the_first_line_says_what_will_happen(
    desk: Desk, proposal: Proposed, line: str, done: str
) -> None:
    """To whom, and what; the file is the real one, and what was done is told in the same way."""
    item = item_of(proposal, "discord-42 says so")
    assert item is not None
    desk.hold(item)
    shown = desk.text.partition("## Open\n\n")[2].splitlines()
    assert shown[0] == f"- [ ] {line} ^{item.id}"
    assert shown[1].endswith(f" in: {NAMED}") or shown[1].endswith(f" to: {NAMED}")
    assert shown[-2] == "  - why: Tomasz says so"
    desk.tick(item)
    (one,) = desk.review.settle().accepted
    assert (one.done, one.reason) == (done, "")
    assert desk.store.read_file(FILE) != NOTE


@pytest.mark.parametrize(
    ("proposal", "first"),
    [
        (
            MoveSections("notes.md", ("Boat",), "topics/boat.md", "Boat", keeps_heading=True),
            "“Boat” gets a note of its own, topics/Boat.md",
        ),
        (
            MoveRecordsAbout("notes.md", "Notes", "The boat", "topics/the-boat.md", "The boat"),
            "“The boat” gets a note of its own, topics/The boat.md",
        ),
        (
            MoveRecordsUpTo("topics/log.md", "Log", 2024, "topics/log-2.md", "Log (2)"),
            "“Log” up to 2024 goes to topics/Log (2).md",
        ),
        (MoveSections("Log.md", ("Late",), "Log (2).md", "Log (2)"), "“Late” goes to Log (2).md"),
        (Relink(("Tom",), KEY, ("notes.md",)), f"links to “Tom” lead to {FILE}"),
        (Unlink(("Gone",), "Gone.md", ("notes.md",)), "links to “Gone” become plain words"),
        (MergeRecords(((KEY, "k1"), (KEY, "k2")), "lives and plays"), "lives and plays"),
    ],
)
def test_other_proposals_name_real_files(desk: Desk, proposal: Proposed, first: str) -> None:
    """Those that are there, and those that will be made; what is read back is what was proposed."""
    item = item_of(proposal, "why")
    assert item is not None
    desk.hold(item)
    (line,) = review_lines(desk.text, SHIPPED)
    assert line.record.text == first
    assert f": {KEY}" not in desk.text
    assert line.item is not None
    assert (line.item.id, proposals_of(line.item)) == (line.id, (proposal,))


def test_what_waits_to_take_its_place_is_shown_with_its_own_tail(desk: Desk) -> None:
    """And not as if the line that ends had come of it."""
    new = Record("lives in Hull", RecordFields(by="discord-7", refs=("t9",), place="discord-g.pub"))
    ending = RetireById(
        KEY, "k2", "2026-02", was="plays the triangle", successor=Successor("F", new)
    )
    item = item_of(ending, "why")
    assert item is not None
    desk.hold(item)
    assert "  - it says: plays the triangle\n" in desk.text
    assert "  - instead: lives in Hull (ref:t9, by:discord-7, in:discord-g.pub)\n" in desk.text
    (line,) = review_lines(desk.text, SHIPPED)
    assert line.refs == ("t9",)


def test_a_first_line_that_says_something_else_is_not_carried_out(desk: Desk) -> None:
    """Nobody is taken by a word that stands below."""
    item = item_of(KINDS["ended"][0], "why")
    assert item is not None
    desk.hold(item)
    desk.save(desk.text.replace("“lives in Leeds”", "“lives in Hull”"))
    desk.tick(item)
    assert not desk.review.settle().accepted
    (one,) = desk.review.look().waiting
    assert (
        one.problem == "its first line does not say what stands below (`it says: lives_in:: Leeds`)"
    )


def test_both_lines_of_a_replacement_are_reworded(desk: Desk) -> None:
    """Or the command does it."""
    item = item_of(KINDS["replaced"][0], "why")
    assert item is not None
    desk.hold(item)
    desk.save(desk.text.replace("the tuba", "the bass tuba"))
    desk.tick(item)
    (one,) = desk.review.settle().accepted
    assert one.done == f"replaced in {FILE}: plays the triangle → the bass tuba"
    assert "- ~~plays the triangle" in desk.store.read_file(FILE)
    assert "- the bass tuba" in desk.store.read_file(FILE)


def test_another_text_by_command_is_what_the_list_then_says(desk: Desk) -> None:
    """In words, like any other."""
    item = item_of(KINDS["replaced"][0], "why")
    assert item is not None
    desk.hold(item)
    desk.review.accept([item.id], {item.id: "the bass tuba"})
    assert "- the bass tuba" in desk.store.read_file(FILE)
    assert "with “the bass tuba”, on 2026-11-28 ^" in desk.text.partition("## Accepted")[2]


def test_a_file_that_is_renamed_is_found_all_the_same(desk: Desk) -> None:
    """The key stands behind its name."""
    item = item_of(KINDS["ended"][0], "why")
    assert item is not None
    desk.hold(item)
    desk.store.move(FILE, "people/Tom.md")
    desk.tick(item)
    (one,) = desk.review.settle().accepted
    assert one.done == "ended in people/Tom.md: lives in Leeds"


def test_another_file_before_the_key_of_the_first_is_not_guessed_at(desk: Desk) -> None:
    """A person has changed one of the two, and the other says something else."""
    desk.store.write_file("people/Ivo.md", "---\nid: discord-7\n---\n# Ivo\n", cause=Cause("tool"))
    item = item_of(AddRecord(KEY, "Tomasz", "Facts", TEA), "why")
    assert item is not None
    desk.hold(item)
    desk.save(desk.text.replace(f": {FILE} <", ": people/Ivo.md <"))
    desk.tick(item)
    (one,) = desk.review.settle().failed
    assert one.reason == f"people/Ivo.md is not the note {KEY} that stands behind it"


OF_BEFORE = {
    "retired": (
        "- [{}] lives_in:: Leeds (2026-01-01, ref:t1, by:discord-42) ^p{}\n"
        f"  - retire in: {KEY}\n  - line: k1\n  - it says: lives_in:: Leeds\n"
        "  - ended on: 2026-11-26\n  - why: why\n  - audience: everyone\n",
        "ended",
        "- ~~lives_in:: Leeds (2026-01-01, until 2026-11-26, ref:t1, by:discord-42)~~ ^k1",
    ),
    "struck": (
        "- [{}] lives_in:: Leeds (2026-01-01, ref:t1, by:discord-42) ^p{}\n"
        f"  - strike in: {KEY}\n  - it: was wrong\n  - why: why\n  - audience: everyone\n",
        "a fact was wrong",
        "- ~~lives_in:: Leeds (2026-01-01, ref:t1, by:discord-42)~~ ^k1",
    ),
    "set right": (
        "- [{}] Hull (2026-02-01, ref:t2, by:discord-42) ^p{}\n"
        f"  - correct in: {KEY}\n  - instead of: Leeds\n  - section: Facts\n  - title: Tomasz\n"
        "  - why: why\n  - audience: everyone\n",
        "set right",
        "- lives_in:: Hull (2026-02-01, ref:t2, by:discord-42, replaces:^k1)",
    ),
    "deleted": (
        "- [{}] plays the triangle ^p{}\n"
        f"  - delete from: {KEY}\n  - line: k2\n  - it says: plays the triangle\n"
        "  - why: why\n  - audience: everyone\n",
        "deleted",
        None,
    ),
    "lost name": (
        "- [{}] “Wren” is none of their names ^p{}\n"
        f"  - strike the name in: {KEY}\n  - name: Wren\n  - why: why\n  - audience: everyone\n",
        "lost name",
        "- ~~Wren~~",
    ),
}


@pytest.mark.parametrize(("text", "kind", "after"), OF_BEFORE.values(), ids=OF_BEFORE)
def test_a_list_of_before_is_read_and_decided_as_before(
    desk: Desk, text: str, kind: str, after: str | None
) -> None:
    """By the ids that its lines have; the same is not proposed beside them, nor once dismissed.

    At the terminal it says what will happen all the same.
    """
    name, (proposal, first, _) = "0123456789", KINDS[kind]
    if kind == "lost name":
        first = "“Wren” is none of their names"
    desk.save(f"## Open\n\n{text.format(' ', name)}")
    item = item_of(proposal, "why")
    assert item is not None
    assert not desk.hold(item)
    (waiting,) = desk.review.look().waiting
    assert (waiting.text, waiting.note) == (first, FILE)
    desk.review.reject([f"p{name}"])
    assert not desk.hold(item)
    (line,) = review_lines(desk.text, SHIPPED)
    assert (line.id, line.mark) == (f"p{name}", Mark.DISMISSED)
    desk.save(f"## Open\n\n{text.format('x', name)}")
    assert [one.id for one in desk.review.settle().accepted] == [f"p{name}"]
    lines = desk.store.read_file(FILE).splitlines()
    assert after in lines if after else not any("triangle" in one for one in lines)


@pytest.mark.parametrize(
    ("change", "to"),
    [("on 2026-11-26", "on 2026-11-20"), ("] end:", "] do **not** end:"), ("Tomasz,", "Wren,")],
)
def test_a_tick_does_nothing_that_its_first_line_does_not_say(
    desk: Desk, change: str, to: str
) -> None:
    """It is opened again, however often it is ticked; with both lines changed it is done."""
    item = item_of(KINDS["ended"][0], "it is over")
    assert item is not None
    desk.hold(item)
    first = desk.text
    desk.save(first.replace(change, to, 1))
    for _ in range(2):
        desk.tick(item)
        report = desk.review.settle()
        assert (report.accepted, len(report.failed)) == ((), 1)
        assert report.failed[0].reason.startswith("its first line says something else")
        assert "  - problem: its first line says" in desk.text
        assert desk.store.read_file(FILE) == NOTE
    desk.save(first.replace("2026-11-26", "2026-11-20"))
    desk.tick(item)
    assert len(desk.review.settle().accepted) == 1
    assert "until 2026-11-20" in desk.store.read_file(FILE)


def test_the_lines_below_it_may_stand_in_any_order(desk: Desk) -> None:
    """What a proposal does is known by its name, though others name notes too."""
    item = item_of(Relink(("Old",), "topics/New.md", (KEY,)), "it leads nowhere")
    assert item is not None
    desk.hold(item)
    head, _, rest = desk.text.partition("## Open\n\n")
    first, *below = rest.splitlines()
    desk.save("\n".join([f"{head}## Open\n", first, *reversed(below), ""]))
    (line,) = review_lines(desk.text, SHIPPED)
    assert line.item is not None
    assert (line.item.does, line.item.note) == (item.does, item.note)
