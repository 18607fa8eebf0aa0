"""What people decide in review.md: ticked is written, struck and deleted is dismissed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from review_desk import NOTE, Desk, guess

from familiar_memory.errors import InputError, NotFoundError, StorageError
from familiar_memory.maintenance.review import reviewing
from familiar_memory.maintenance.review.reviewing import Reviewing
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.table import item_of, takes_other_words
from familiar_memory.operations.rewriting.requests import Relink
from familiar_memory.store.base import Cause

CATS = guess("allergic_to:: cats")
DOGS = guess("likes:: dogs", "discord-g.tavern")
MANY = [guess(f"likes:: thing {letter}") for letter in "abcdef"]
FILE = "people/discord-42.md"
LINE = "- allergic_to:: cats (2026-02-03, ref:t1, by:discord-42, in:discord-dm-42)"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two proposals wait."""
    with Desk(tmp_path) as one:
        assert one.hold(CATS, DOGS)
        yield one


def accepted(desk: Desk) -> list[str]:
    """The texts of what settling has accepted."""
    return [one.text for one in desk.review.settle().accepted]


def waiting(desk: Desk) -> list[str]:
    """The texts of what waits."""
    return [one.text for one in desk.review.look().waiting]


def test_a_proposal_says_what_where_why_and_from_what(desk: Desk) -> None:
    """In plain Markdown."""
    assert desk.text.endswith(
        "## Open\n\n"
        "- [ ] allergic_to:: cats (2026-02-03, ref:t1, by:discord-42, in:discord-dm-42,"
        f" source:inferred) ^{CATS.id}\n"
        f"  - add to: {FILE}\n  - section: Facts\n  - title: Rowan\n"
        "  - why: it is a guess\n  - audience: discord-dm-42\n"
        "- [ ] likes:: dogs (2026-02-03, ref:t1, by:discord-42, in:discord-g.tavern,"
        f" source:inferred) ^{DOGS.id}\n"
        f"  - add to: {FILE}\n  - section: Facts\n  - title: Rowan\n"
        "  - why: it is a guess\n  - audience: discord-g.tavern\n"
    )


def test_it_is_proposed_once(desk: Desk) -> None:
    """From another turn too, and whatever became of it."""
    before = desk.text
    assert not desk.hold(CATS, guess("likes:: dogs", "discord-g.tavern", "t9"))
    assert desk.text == before
    desk.review.reject([CATS.id])
    desk.review.accept([DOGS.id])
    assert not desk.hold(CATS, DOGS)


def test_a_tick_is_written_and_settled(desk: Desk) -> None:
    """With who said it and who may know it; it is a guess no more."""
    desk.tick(CATS)
    report = desk.review.settle()
    assert [(one.id, one.note, one.reason) for one in report.accepted] == [(CATS.id, NOTE, "")]
    assert LINE in desk.note.splitlines()
    assert waiting(desk) == ["likes:: dogs"]
    assert desk.text.endswith(
        f"## Accepted\n\n- [x] {LINE[2:-1]}, source:inferred) ^{CATS.id}\n"
        f"  - add to: {FILE}\n  - section: Facts\n  - title: Rowan\n"
        "  - why: it is a guess\n  - audience: discord-dm-42\n"
    )
    assert accepted(desk) == []
    entries = list(desk.journal.entries(batch=report.batch))
    assert [(one.path, one.source) for one in entries] == [
        (NOTE, "review"),
        ("review.md", "review"),
    ]


def test_what_stands_in_the_line_is_written(desk: Desk) -> None:
    """A person rewords it before they tick it, or loses its tail: that widens nothing."""
    text = desk.text.replace("- [ ] allergic_to:: cats (", "- [ ] allergic_to:: kittens (")
    start = text.index("- [ ] likes:: dogs")
    end = text.index(f" ^{DOGS.id}")
    text = f"{text[:start]}- [ ] likes:: puppies{text[end:]}"
    desk.save(text)
    desk.tick(CATS, DOGS)
    assert accepted(desk) == ["allergic_to:: kittens", "likes:: puppies"]
    assert LINE.replace("cats", "kittens") in desk.note.splitlines()
    assert "- likes:: puppies (2026-03-01, in:discord-g.tavern)" in desk.note.splitlines()


def test_a_person_may_widen_it_by_hand(desk: Desk) -> None:
    """By saying so in both places."""
    desk.save(desk.text.replace("audience: discord-dm-42", "audience: everyone"))
    desk.save(desk.text.replace(", in:discord-dm-42", "", 1))
    desk.tick(CATS)
    desk.review.settle()
    assert LINE.replace(", in:discord-dm-42", "") in desk.note.splitlines()


@pytest.mark.parametrize("source", ["tool", "import:x", "memory_writer", "api"])
def test_a_tick_by_a_program_does_not_count(desk: Desk, source: str) -> None:
    """It is listed with the reason; a person who sets it again is heard."""
    ticked = desk.text.replace("[ ] allergic", "[x] allergic")
    desk.store.write_file("review.md", ticked, cause=Cause(source))
    assert (accepted(desk), desk.note) == ([], "")
    (one,) = [one for one in desk.review.look().waiting if one.id == CATS.id]
    assert one.problem.startswith("no person has ticked it")
    desk.save(desk.text.replace("[x]", "[ ]"))
    desk.hold(MANY[0])
    desk.tick(CATS)
    assert accepted(desk) == ["allergic_to:: cats"]


@pytest.mark.parametrize("method", ["entries", "kept"])
def test_nothing_is_decided_while_nobody_knows_who_decides(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """A journal that cannot be read makes no person of a tool: it is an error, and no decision."""
    ticked = desk.text.replace("[ ] allergic", "[x] allergic")
    desk.store.write_file("review.md", ticked, cause=Cause("tool"))
    desk.save(desk.text + "\nA note of mine.\n")

    def fails(*_: object, **__: object) -> object:
        raise StorageError("the journal cannot be read", "a disk that works")

    with monkeypatch.context() as patch:
        patch.setattr(desk.journal, method, fails)
        with pytest.raises(StorageError, match="the journal cannot be read"):
            desk.review.settle()
    assert (accepted(desk), desk.note) == ([], "")


def test_a_tick_of_which_the_past_is_lost_does_not_count(desk: Desk, tmp_path: Path) -> None:
    """Without its journal nobody can say who has set it: a person sets it again."""
    ticked = desk.text.replace("[ ] allergic", "[x] allergic")
    desk.store.write_file("review.md", ticked, cause=Cause("tool"))
    desk.close()
    shutil.rmtree(tmp_path / "journal")
    with Desk(tmp_path) as again:
        assert accepted(again) == []
        again.hold(MANY[0])
        (one,) = [one for one in again.review.look().waiting if one.id == CATS.id]
        assert one.problem.startswith("no person has ticked it")
        again.save(again.text.replace("[x] allergic", "[ ] allergic"))
        again.hold(MANY[1])
        again.tick(CATS)
        assert accepted(again) == ["allergic_to:: cats"]


def test_a_list_that_a_person_has_made_is_theirs(desk: Desk) -> None:
    """Where the tree has been seen without it, who has brought it is no program."""
    ticked = desk.text.replace("[ ] allergic", "[x] allergic")
    desk.close()
    shutil.rmtree(desk.folder / "journal")
    with Desk(desk.folder) as again:
        again.save(ticked)
        assert accepted(again) == []
        again.journal.complete_baseline(again.now)
        assert accepted(again) == ["allergic_to:: cats"]


def test_a_strike_by_a_program_does_not_count(desk: Desk) -> None:
    """Nor does a deletion: it comes back."""
    struck = desk.text.replace("[ ] allergic", "[-] allergic")
    desk.store.write_file("review.md", struck, cause=Cause("tool"))
    assert desk.review.settle().dismissed == ()
    desk.store.write_file("review.md", desk.without([DOGS]), cause=Cause("tool"))
    report = desk.review.settle()
    assert (report.dismissed, report.restored) == ((), (DOGS.id,))
    assert waiting(desk) == ["allergic_to:: cats", "likes:: dogs"]


def test_a_tick_waits_through_changes_by_others(desk: Desk) -> None:
    """A writer adds a proposal after a person's save: the tick is still that person's."""
    desk.tick(CATS)
    desk.hold(MANY[0])
    assert accepted(desk) == ["allergic_to:: cats"]


@pytest.mark.parametrize("how", ["struck", "dashed", "deleted"])
def test_struck_or_deleted_is_dismissed_after_a_while(desk: Desk, how: str) -> None:
    """And kept among the dismissed, by which it is known again."""
    if how == "deleted":
        text = desk.without([CATS])
    elif how == "dashed":
        text = desk.text.replace("[ ] allergic", "[-] allergic")
    else:
        text = desk.text.replace("allergic_to:: cats", "~~allergic_to:: cats").replace(
            f"source:inferred) ^{CATS.id}", f"source:inferred)~~ ^{CATS.id}"
        )
    desk.save(text, age_s=1)
    report = desk.review.settle()
    assert (report.dismissed, report.is_unsettled, desk.text) == ((), True, text)
    desk.save(text, age_s=6)
    report = desk.review.settle()
    assert [one.id for one in report.dismissed] == [CATS.id]
    assert (waiting(desk), desk.note) == (["likes:: dogs"], "")
    dismissed = desk.text.partition("## Dismissed\n\n")[2]
    assert dismissed.startswith("- [-] ~~allergic_to:: cats (2026-02-03, ref:t1, by:discord-42,")
    assert not desk.hold(CATS)
    assert desk.review.settle() == replace(report, dismissed=(), batch="")


def test_who_changes_their_mind_takes_the_strike_away(desk: Desk) -> None:
    """A dismissed proposal that is opened, or ticked, counts as such."""
    desk.review.reject([CATS.id, DOGS.id])
    text = desk.text.replace("[-] ~~allergic", "[x] allergic").replace("inferred)~~", "inferred)")
    desk.save(text.replace("[-] ~~likes", "[ ] likes"))
    assert accepted(desk) == ["allergic_to:: cats"]
    assert waiting(desk) == ["likes:: dogs"]


@pytest.mark.parametrize("text", [None, "", "\n", "\ufeff"])
def test_an_emptied_list_dismisses_nothing(desk: Desk, text: str | None) -> None:
    """All that waited comes back."""
    desk.save(text)
    assert waiting(desk) == ["allergic_to:: cats", "likes:: dogs"]
    report = desk.review.settle()
    assert (report.dismissed, report.restored) == ((), (CATS.id, DOGS.id))
    assert waiting(desk) == ["allergic_to:: cats", "likes:: dogs"]
    assert desk.review.settle().restored == ()


def test_what_was_settled_comes_back_with_an_emptied_list(desk: Desk) -> None:
    """Or it would be proposed again."""
    desk.review.accept([CATS.id])
    desk.review.reject([DOGS.id])
    before = desk.text
    desk.save("")
    assert desk.review.settle().waiting == ()
    assert desk.text.partition("## Accepted")[2] == before.partition("## Accepted")[2]
    assert not desk.hold(CATS, DOGS)


def test_what_an_undo_took_out_was_never_proposed(desk: Desk) -> None:
    """It neither waits nor comes back."""
    desk.store.write_file("review.md", desk.without([CATS]), cause=Cause("undo"))
    assert waiting(desk) == ["likes:: dogs"]
    desk.review.settle()
    assert "cats" not in desk.text


def test_a_list_that_lost_most_dismisses_nothing(desk: Desk) -> None:
    """Six of eight at once: nobody is sure that a person meant it. Some at a time are dismissed."""
    desk.hold(*MANY)
    desk.save(desk.without(MANY))
    assert len(desk.review.settle().restored) == 6
    desk.save(desk.without(MANY[:3]))
    assert len(desk.review.settle().dismissed) == 3


@pytest.mark.parametrize(
    ("count", "lost", "is_meant"),
    [
        (3, 2, True),  # of three, whatever is lost counts
        (4, 2, True),
        (4, 3, False),
        (5, 2, True),
        (5, 3, False),
        (6, 3, True),
        (6, 4, False),
        (8, 4, True),
        (8, 5, False),
    ],
)
def test_more_than_half_of_four_or_more_is_what_nobody_means(
    desk: Desk, count: int, lost: int, is_meant: bool
) -> None:
    """Half of them counts as deleted; the first that is more does not."""
    desk.hold(*MANY[: count - 2])
    desk.save(desk.without(MANY[:lost] if lost <= count - 2 else [*MANY[: lost - 1], CATS]))
    report = desk.review.settle()
    assert (len(report.dismissed), len(report.restored)) == ((lost, 0) if is_meant else (0, lost))


def test_an_unreadable_list_dismisses_nothing(desk: Desk) -> None:
    """What cannot be read is no empty list."""
    before = desk.file.read_bytes()
    desk.file.write_bytes(b"\xff\xfe")
    with pytest.raises(Exception, match=r"UTF-8|text"):
        desk.review.settle()
    desk.file.write_bytes(before)
    assert waiting(desk) == ["allergic_to:: cats", "likes:: dogs"]


@pytest.mark.long
def test_a_file_cut_off_in_the_middle_of_a_save_writes_nothing(desk: Desk) -> None:
    """Wherever it was cut: what looks whole has been saved whole."""
    desk.tick(CATS)
    whole = desk.text
    for end in range(len(whole)):
        desk.save(whole[:end], age_s=1)
        decisions = desk.review.look()
        assert not decisions.dismissed
        assert all(
            item.record.fields.place == "discord-dm-42" for item in decisions.accepted.values()
        )
        if decisions.accepted:
            assert "audience: discord-dm-42\n" in whole[:end]


def test_an_accepted_line_is_in_force_with_its_tick_or_waits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is one batch with its line of the list, so what fails in between leaves no half."""
    desk.tick(CATS, DOGS)
    real, made = desk.store.edit_all, []

    def once(changes: object, **more: object) -> object:
        if made:
            raise StorageError("the disk is full", "room")
        made.append(changes)
        return real(changes, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "edit_all", once)
        (later,) = desk.review.settle().failed
    assert (later.id, later.reason) == (DOGS.id, "the disk is full")
    assert LINE in desk.note.splitlines() and "dogs" not in desk.note
    with Desk(desk.folder) as again:
        assert accepted(again) == ["likes:: dogs"]
        assert (LINE in again.note.splitlines(), waiting(again)) == (True, [])
    assert "problem: " not in desk.text


def test_two_processes_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read the same ticks; whoever is second writes nothing twice."""
    desk.tick(CATS)
    decisions = desk.review.look()
    with Desk(desk.folder) as other:
        assert accepted(other) == ["allergic_to:: cats"]
    before = (desk.note, desk.text)
    monkeypatch.setattr(Reviewing, "look", lambda _: decisions)
    desk.review.settle()
    assert (desk.note, desk.text) == before


def test_what_cannot_be_carried_out_says_why(desk: Desk) -> None:
    """The tick is taken back, and the reason stands below; mended, it is carried out."""
    desk.save(desk.text.replace(FILE, "self/description.md", 1))
    desk.tick(CATS)
    (failed,) = desk.review.settle().failed
    assert failed.reason == "self/description.md holds no memories"
    assert "  - problem: self/description.md holds no memories\n  - add to:" in desk.text
    desk.save(desk.text.replace("self/description.md", NOTE))
    desk.tick(CATS)
    assert accepted(desk) == ["allergic_to:: cats"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("inferred) ^p", "inferred, in:) ^p", "what stands in its last brackets cannot be read"),
        ("  - audience: discord-dm-42\n", "", "the line `audience: …` below it is missing"),
        (
            "audience: discord-dm-42",
            "audience: Bob",
            "'Bob' is no audience, or the file was cut off",
        ),
        ("[ ] allergic_to:: cats (", "[x] ~~allergic_to:: cats~~ (", ""),
    ],
)
def test_a_damaged_proposal_waits(desk: Desk, old: str, new: str, problem: str) -> None:
    """Nothing of it is written, and nothing in the file is changed."""
    desk.save(desk.text.replace(old, new, 1).replace("[ ] allergic", "[x] allergic"))
    before = desk.text
    assert accepted(desk) == []
    (one,) = [one for one in desk.review.look().waiting if one.id == CATS.id]
    assert one.problem == problem
    assert (desk.text, desk.note) == (before, "")


def test_two_copies_of_a_proposal(desk: Desk) -> None:
    """Alike they are one; each another, a person is asked."""
    text = desk.text
    block = text[text.index("- [ ] allergic") : text.index("- [ ] likes")]
    desk.save(text + block.replace("cats", "bees"))
    desk.save(desk.text.replace("[ ] allergic", "[x] allergic"))
    assert accepted(desk) == []
    assert any("several times" in one.problem for one in desk.review.look().waiting)
    desk.save((text + block).replace("[ ] allergic", "[x] allergic"))
    assert accepted(desk) == ["allergic_to:: cats"]
    assert accepted(desk) == []


def test_the_command_does_the_same(desk: Desk) -> None:
    """Accept with another text, reject; unknown ids are refused."""
    report = desk.review.accept([CATS.id], {CATS.id: "allergic_to:: kittens"})
    assert [one.text for one in report.accepted] == ["allergic_to:: kittens"]
    assert LINE.replace("cats", "kittens") in desk.note.splitlines()
    assert "- [x] allergic_to:: kittens (2026-02-03, " in desk.text
    assert [one.id for one in desk.review.reject([DOGS.id]).dismissed] == [DOGS.id]
    assert waiting(desk) == []
    for name in (CATS.id, "p0000000000"):
        with pytest.raises(NotFoundError):
            desk.review.accept([name])
        with pytest.raises(NotFoundError):
            desk.review.reject([name])
    desk.hold(MANY[0])
    with pytest.raises(InputError):
        desk.review.accept([MANY[0].id], {MANY[0].id: " "})


@pytest.mark.parametrize("text", [None, "", "# Mine\n"])
def test_a_command_decides_what_was_just_taken_out(desk: Desk, text: str | None) -> None:
    """It waits for nobody's editor: dismissed and accepted for good, whatever the file has lost."""
    desk.save(text, age_s=0)
    every = desk.review.look().waiting
    assert [one.problem for one in every] == ["not in review.md any more"] * 2
    assert [one.id for one in desk.review.reject([CATS.id]).dismissed] == [CATS.id]
    assert [one.id for one in desk.review.accept([DOGS.id]).accepted] == [DOGS.id]
    assert waiting(desk) == []
    assert "- [-] ~~allergic_to:: cats (" in desk.text.partition("## Dismissed")[2]
    assert "- [x] likes:: dogs (" in desk.text.partition("## Accepted")[2]
    desk.now += timedelta(minutes=1)
    assert (desk.review.settle().restored, waiting(desk)) == ((), [])
    assert not desk.hold(CATS, DOGS)


def test_what_could_not_be_dismissed_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told that something was dismissed that waits as before."""
    monkeypatch.setattr(reviewing, "settled", lambda text, *_: text)
    report = desk.review.reject([CATS.id])
    assert report.dismissed == ()
    assert [one.reason for one in report.failed] == ["it could not be dismissed, and still waits"]


def test_people_keep_what_is_theirs(desk: Desk) -> None:
    """Their words, line ends and byte order mark stay."""
    own = "\ufeff# My list\r\n\r\nBuy milk.\r\n\r\n- [x] milk\r\n- [ ] eggs\r\n"
    desk.save(own + desk.text.replace("\n", "\r\n"))
    desk.hold(guess("likes:: tea"))
    assert desk.text.startswith(own)
    assert "\n" not in desk.text.replace("\r\n", "")
    desk.tick(CATS)
    assert accepted(desk) == ["allergic_to:: cats"]
    assert desk.text.startswith(own)
    assert "\n" not in desk.text.replace("\r\n", "")


@pytest.mark.parametrize("item", [CATS, DOGS, *MANY[:1]])
def test_items_are_known_by_what_they_do(item: ReviewItem) -> None:
    """Not by when it was said; another audience is another proposal."""
    fields = item.record.fields
    later = replace(item, record=replace(item.record, fields=replace(fields, refs=("t9",))))
    other = replace(item, record=replace(item.record, fields=replace(fields, place=None)))
    assert later.id == item.id != other.id


def test_what_has_no_words_of_its_own_takes_no_others(desk: Desk) -> None:
    """Nothing would be done with them, and it would be said that they were written."""
    (relink,) = [item_of(Relink(("Gone",), "topics/tea.md", ("notes.md",)), "it leads nowhere")]
    assert desk.hold(relink)
    with pytest.raises(InputError, match="no words of its own"):
        desk.review.accept([relink.id], texts={relink.id: "anything"})
    assert "anything" not in desk.text
    assert [takes_other_words(one) for one in (relink, CATS)] == [False, True]
