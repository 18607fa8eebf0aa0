"""One line is changed by its name, and nothing else: not its neighbours, nor for whom they are."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import Viewer, narrowest
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.named.patch import RecordPatch
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    NamedProposal,
    PutRecord,
    Reassert,
    RestoreRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import Miss, Outcome, Verdict
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.touched import Touch

PATH = "people/discord-42.md"
TAVERN = "discord-g.tavern"
DM = "discord-dm-42"
OWNER = Viewer()
IN_TAVERN = Viewer(TAVERN)


def _id(text: str, said: str) -> str:
    lines = standing_lines(PATH, parse_note(text, path=PATH), "everyone")
    return next(one.id for one in lines if one.record.text == said)


def _done(text: str, *operations: NamedProposal, viewer: Viewer = OWNER) -> str:
    merged, outcomes = merge(text, operations, proposer=Proposer(viewer))
    assert [one.verdict for one in outcomes] == [Verdict.APPLIED] * len(outcomes), outcomes
    return merged


def _outcome(text: str, operation: NamedProposal, viewer: Viewer = OWNER) -> Outcome:
    merged, (outcome,) = merge(text, (operation,), proposer=Proposer(viewer))
    assert merged == text
    return outcome


def _patch(**fields: object) -> RecordPatch:
    return RecordPatch(fields=fields)


BY_HAND = (
    "\ufeff# Rowan\r\n\r\n* Likes *tea*,  and\r\n  [cake](x.md)\r\n+ other\r\n\r\nProse\\\r\n"
    "1) Plays **go**  ^go1\r\n"
)


def test_a_line_of_a_person_is_struck_in_its_own_words() -> None:
    """Bullets, line breaks, escapes, line ends and the byte order mark are theirs."""
    name = _id(BY_HAND, "Likes *tea*,  and [cake](x.md)")
    assert _done(BY_HAND, RetireById(PATH, name, "2026")) == BY_HAND.replace(
        "Likes *tea*,  and\r\n  [cake](x.md)",
        "~~Likes *tea*,  and\r\n  [cake](x.md) (until 2026)~~",
    )
    assert _done(BY_HAND, RetireById(PATH, "go1", "2026-03-01")) == BY_HAND.replace(
        "Plays **go**  ^go1", "~~Plays **go** (until 2026-03-01)~~ ^go1"
    )


@pytest.mark.parametrize(
    ("line", "patch", "after"),
    [
        ("- Likes tea", RecordPatch("Likes rain"), "- Likes rain"),
        ("- Likes tea", _patch(importance=9), "- Likes tea (importance:9)"),
        ("- Likes tea (importance:9)", _patch(importance=None), "- Likes tea"),
        (
            "- Likes tea (2026-02-01, ref:1, tags:a)",
            _patch(tags=("b", "c"), topic="tech"),
            "- Likes tea (2026-02-01, ref:1, topic:tech, tags:b|c)",
        ),
        ("- [ ] Likes tea 📅 2026-03-01", _patch(type="episodic"), None),
        ("- ~~Likes tea~~", _patch(until="2026-02"), "- ~~Likes tea (until 2026-02)~~"),
        ("- likes:: tea", RecordPatch("likes:: rain"), "- likes:: rain"),
        ("- Likes tea", RecordPatch("likes:: rain"), "- likes:: rain"),
        ("- Likes tea", RecordPatch("# a\n---\n%%b"), "- \\# a⏎---⏎\\%\\%b"),
        ("- Likes tea", RecordPatch("x (2026-01-01, in:everyone)"), None),
    ],
)
def test_a_field_or_the_text_of_a_line_is_changed(line, patch, after) -> None:
    """What is not named stays; what is named with None goes."""
    text = f"# T\n\n- before\n{line}\n  - nested\n- after\n"
    found = [one for one in parse_note(text, path=PATH).blocks if one.line == 4]
    changed = _done(text, UpdateRecord(PATH, _id(text, found[0].record.text), patch))
    if after is not None:
        assert changed == text.replace(line, after)
    read = next(b.record for b in parse_note(changed, path=PATH).blocks if b.line == 4)
    assert read.text == (patch.text or found[0].record.text)
    assert all(getattr(read.fields, name) == value for name, value in patch.fields.items() if value)
    assert changed.splitlines()[4:] == text.splitlines()[4:]


def test_a_patch_names_fields_that_there_are() -> None:
    """A misspelt one would do nothing."""
    with pytest.raises(InputError, match="no field 'importnace'"):
        RecordPatch(fields={"importnace": 3})
    with pytest.raises(InputError, match="empty"):
        RecordPatch(" ")


def test_what_a_name_does_not_find_is_not_guessed() -> None:
    """Another line never stands in for the one that was meant."""
    text = "# T\n\n- a ^x1\n- b ^x1\n- c ^y1\n- d (2026-99-01, in:x) ^z1\n"
    gone = RetireById(PATH, "x1")
    assert _outcome(text, gone).miss is Miss.AMBIGUOUS
    assert _outcome(text, DeleteRecord(PATH, "n1")).miss is Miss.NOT_FOUND
    assert _outcome(text, DeleteRecord(PATH, "z1")).miss is Miss.NOT_FOUND
    assert _outcome(text, DeleteRecord(PATH, "y1", was="C")).miss is Miss.CHANGED
    assert _outcome(text, Reassert(PATH, "~00000000")).verdict is Verdict.REJECTED


HIDDEN = (
    f"# T\n\n- a (2026-02-01, in:{DM}) ^x1\n- b (2026-02-01, in:{TAVERN}) ^x1\n"
    f"- c (2026-02-01, in:owner) ^y1\n- d ^z1\n"
)


@pytest.mark.parametrize("name", ["y1", "nowhere"])
@pytest.mark.parametrize(
    "make",
    [
        lambda name: UpdateRecord(PATH, name, RecordPatch("x")),
        lambda name: RetireById(PATH, name),
        lambda name: DeleteRecord(PATH, name),
        lambda name: DeleteRecord(PATH, name, was="c"),
        lambda name: Reassert(PATH, name, ("t1",)),
        lambda name: RestoreRecord(PATH, name, "q"),
    ],
)
def test_what_somebody_may_not_see_is_not_there(make, name) -> None:
    """In the same words, whatever is asked."""
    outcome = _outcome(HIDDEN, make(name), IN_TAVERN)
    assert (outcome.verdict, outcome.miss, outcome.lines) == (
        Verdict.REJECTED,
        Miss.NOT_FOUND,
        (),
    )


def test_an_id_is_ambiguous_among_what_one_may_see() -> None:
    """A line for others with the same id changes nothing."""
    assert _done(HIDDEN, DeleteRecord(PATH, "x1"), viewer=IN_TAVERN) == HIDDEN.replace(
        f"- b (2026-02-01, in:{TAVERN}) ^x1\n", ""
    )
    assert _outcome(HIDDEN, DeleteRecord(PATH, "x1")).miss is Miss.AMBIGUOUS


def test_new_words_are_for_where_they_were_said() -> None:
    """A correction made in private does not become known to everyone."""
    said = _done(HIDDEN, UpdateRecord(PATH, "z1", RecordPatch("e")), viewer=Viewer(DM))
    assert said == HIDDEN.replace("- d ^z1", f"- e (in:{DM}) ^z1")
    number = _done(HIDDEN, UpdateRecord(PATH, "z1", _patch(importance=9)), viewer=Viewer(DM))
    assert number == HIDDEN.replace("- d ^z1", "- d (importance:9) ^z1")


def test_what_hangs_below_a_deleted_line_stays_for_whom_it_was() -> None:
    """It had its audience from that line."""
    text = (
        f"# T\n\n- open\n- a (2026-02-01, in:{DM}) ^x1\n  - nested\n"
        f"  - other (in:{TAVERN})\n- behind\n"
    )
    assert _done(text, DeleteRecord(PATH, "x1")) == (
        f"# T\n\n- open\n  - nested (in:{DM})\n  - other (in:{TAVERN})\n- behind\n"
    )


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("- a ^x\n", ""),
        ("A\n\n- a ^x\n\nB\n", "A\n\nB\n"),
        ("A\n- a ^x\nB", None),
        ("- 1\n- a ^x\n- 2\n", "- 1\n- 2\n"),
        ("- 1\r\n- a\r\n  b ^x\r\n- 2\r\n", "- 1\r\n- 2\r\n"),
        ("1. a ^x\n2. b\n", "2. b\n"),
        ("> - a ^x\n> - b\n", "> - b\n"),
        ("A\n\n- a ^x\n***\n", "A\n\n***\n"),
        ("A\n- a ^x\n---\n", "A\n\n---\n"),
        ("- a ^x\n\t- b\n\t\t- c\n- d\n", "- b\n\t- c\n- d\n"),
        ("- 1\n- a ^x\n\t- b\n", "- 1\n\t- b\n"),
    ],
)
def test_a_line_is_taken_out_and_the_rest_reads_as_before(text, after) -> None:
    """Where a line keeps two others apart, an empty one stays."""
    if after is None:
        rest = [b.text for b in parse_note(text).blocks]
        assert rest == ["A", "a ^x\nB"]
        return
    assert _done(text, DeleteRecord(PATH, "x")) == after


def test_a_line_counts_up_to_nine_times_and_each_turn_once() -> None:
    """As with facts that are told again."""
    text = "- Likes tea (2026-02-01, ref:t1) ^x\n"
    again = Reassert(PATH, "x", ("t2",))
    once = _done(text, again)
    assert once == "- Likes tea (2026-02-01, ref:t1, ref:t2, seen:2) ^x\n"
    assert _outcome(once, again).reason == "it is counted already"
    full = once.replace("seen:2", "seen:9")
    assert _outcome(full, Reassert(PATH, "x", ("t3",))).verdict is Verdict.SKIPPED


def test_what_went_into_another_record_comes_back_with_its_words() -> None:
    """Byte for byte, also what a person wrote."""
    text = "# T\n\n* Likes *tea*\n- Likes tea (2026-02-01) ^m1\n"
    name = _id(text, "Likes *tea*")
    merged = _done(text, RetireById(PATH, name, into="m1"))
    assert merged == "# T\n\n* ~~Likes *tea* (into:^m1)~~\n- Likes tea (2026-02-01) ^m1\n"
    back, (outcome,) = merge(merged, (DeleteRecord(PATH, "m1"),))
    assert back == "# T\n\n* Likes *tea*\n"
    assert [one.touch for one in outcome.lines] == [Touch.REMOVED, Touch.RESTORED]
    kept = _done(merged, DeleteRecord(PATH, "m1", restores=False))
    assert kept == "# T\n\n* ~~Likes *tea* (into:^m1)~~\n"
    assert _outcome(kept, RestoreRecord(PATH, name, "other")).verdict is Verdict.SKIPPED


def _stated(predicate: str, object_: str, *, for_owner: bool = True, **fields: object):
    tail = {"learned": date(2026, 3, 1), "source": "user-stated", **fields}
    record = Record(
        f"{predicate}:: {object_}", RecordFields(**tail), predicate=predicate, object=object_
    )
    return StateRecord(PATH, "", "Facts", record, for_owner=for_owner)


WRITTEN = (
    "## Facts\n\n"
    f"- works_at:: Initech (2026-02-01, ref:t1, by:discord-42, in:{TAVERN})\n"
    f"- works_at:: Umbrella (2026-02-02, ref:d1, by:discord-42, in:{DM})\n"
    "- works_at:: Hooli\n"
)


def test_the_owner_ends_what_programs_noted_and_no_line_of_a_person() -> None:
    """Whoever said it, to whomever; what a person wrote is named."""
    after, (outcome,) = merge(WRITTEN, (_stated("works_at", "Acme"),))
    assert [one.touch for one in outcome.lines] == [
        Touch.ADDED,
        Touch.ENDED,
        Touch.ENDED,
        Touch.CONTRADICTS,
    ]
    assert after.splitlines()[2:] == [
        f"- ~~works_at:: Initech (2026-02-01, until 2026-03-01, ref:t1, by:discord-42,"
        f" in:{TAVERN})~~",
        f"- ~~works_at:: Umbrella (2026-02-02, until 2026-03-01, ref:d1, by:discord-42, in:{DM})~~",
        "- works_at:: Hooli",
        "- works_at:: Acme (2026-03-01, source:user-stated)",
    ]
    again, (outcome,) = merge(after, (_stated("works_at", "Acme"),))
    assert (again, outcome.reason) == (after, "it is already there")
    later = _stated("works_at", "Soylent", learned=date(2026, 4, 1))
    last = merge(after, (later,))[0].splitlines()[-2:]
    assert last[0].startswith("- ~~works_at:: Acme (2026-03-01, until 2026-04-01")
    assert last[1].endswith(f"replaces:{last[0].rpartition(' ')[2]})")


def test_a_caller_ends_what_they_said_there_and_knows_of_nothing_else() -> None:
    """Neither by what happens nor by what they are told."""
    told = _stated("works_at", "Acme", for_owner=False, by="discord-42", place=TAVERN)
    after, (outcome,) = merge(WRITTEN, (told,), proposer=Proposer(IN_TAVERN))
    alone = WRITTEN.replace(WRITTEN.splitlines()[3] + "\n", "")
    other, (without,) = merge(alone, (told,), proposer=Proposer(IN_TAVERN))
    assert outcome.lines == without.lines
    assert (outcome.verdict, outcome.reason) == (without.verdict, without.reason)
    assert after.replace(WRITTEN.splitlines()[3] + "\n", "") == other


def test_a_stranger_is_not_told_that_a_hidden_line_says_the_same() -> None:
    """It is added for them."""
    text = "---\nvisibility: owner\n---\n- likes:: tea\n"
    told = _stated("likes", "tea", for_owner=False, by="discord-42", place=TAVERN)
    _, (outcome,) = merge(text, (told,), proposer=Proposer(IN_TAVERN))
    assert outcome.verdict is Verdict.APPLIED
    assert merge(text, (_stated("likes", "tea"),))[1][0].verdict is Verdict.SKIPPED


def test_a_guess_is_held_against_what_was_said() -> None:
    """A person decides."""
    text = WRITTEN.replace("- works_at:: Hooli\n", "")
    guess = _stated(
        *("works_at", "Acme"), for_owner=False, by="discord-42", place=TAVERN, source="inferred"
    )
    assert _outcome(text, guess).verdict is Verdict.HELD


def test_a_record_from_elsewhere_is_for_whom_it_was() -> None:
    """The place is said where its surroundings would say more, and refused where it cannot be."""
    record = Record("Likes tea", RecordFields(date(2026, 2, 1)), id="q1")
    put = PutRecord(PATH, "T", "Notes", record, DM)
    text = _done("", put)
    assert text == f"# T\n\n## Notes\n\n- Likes tea (2026-02-01, in:{DM}) ^q1\n"
    assert _outcome(text, put).verdict is Verdict.SKIPPED
    other = PutRecord(PATH, "T", "Notes", Record("Other", id="q1"), "everyone")
    assert _outcome(text, other).verdict is Verdict.REJECTED


def test_the_rules_of_a_tree_say_who_knows_a_line() -> None:
    """Where notes are the owner's by default, their lines are not found from a place."""
    rules = NoteRules(default_audience="owner")
    _, (outcome,) = merge("- a ^x1\n", (DeleteRecord(PATH, "x1"),), rules, Proposer(IN_TAVERN))
    assert outcome.miss is Miss.NOT_FOUND


def test_a_line_is_not_opened_with_what_hangs_below_it() -> None:
    """What is nested has its audience from the line; who asks said nothing of that."""
    text = f"# Rowan\n\n- Likes tea (in:{DM}) ^a\n  - with rum\n"
    outcome = _outcome(text, UpdateRecord(PATH, "a", _patch(place=None)))
    assert outcome.verdict is Verdict.REJECTED
    assert "others would know more" in (outcome.reason or "")
    alone = text.replace("  - with rum\n", "")
    assert _done(alone, UpdateRecord(PATH, "a", _patch(place=None))).endswith("- Likes tea ^a\n")


_PLACES = '---\nplaces:\n  - "[[channels/discord-g.tavern|#tavern]]"\n---\n'


@pytest.mark.parametrize("section", [None, "Notes", "#tavern", TAVERN, "discord-g.hall"])
@pytest.mark.parametrize("audience", [TAVERN, DM, "owner", "everyone"])
@pytest.mark.parametrize("path", [PATH, "sessions/2026-02-01-evening.md", f"channels/{TAVERN}.md"])
def test_a_record_that_is_put_somewhere_is_for_no_others(
    path: str, audience: str, section: str | None
) -> None:
    """Whatever the note says of itself, and where the same words stand, hidden or for all."""
    same = f"# T\n\n- Sings (in:{DM})\n\n## Notes\n\n- Sings\n\n## Z\n\n- Sings (in:owner)\n"
    put = PutRecord(path, "T", section, Record("Sings", id="q1"), audience)
    for head in ("", _PLACES, "---\nvisibility: everyone\n---\n"):
        after, (outcome,) = merge(head + same, (put,), proposer=Proposer(IN_TAVERN))
        assert outcome.verdict is Verdict.APPLIED, outcome
        lines = standing_lines(path, parse_note(after, path=path), "everyone")
        (there,) = [one.audience for one in lines if one.id == "q1"]
        assert narrowest((there, audience)) == there


def test_a_name_is_no_place_for_a_record() -> None:
    """Under Aliases stand names."""
    put = PutRecord(PATH, "T", "aliases", Record("Sings", id="q1"), "everyone")
    outcome = _outcome("# T\n", put)
    assert (outcome.verdict, "no memory" in outcome.reason) == (Verdict.REJECTED, True)
