"""Proposals reach the tree through one gate, which never loses what a person wrote."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.apply import apply
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.outcome import FileFailure, Verdict
from familiar_memory.operations.policy import AutomaticPolicy, Ruling
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    AddToProperty,
    CorrectRecord,
    EnsureNote,
    Proposal,
    RetireRecord,
)
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore

_WHO = "discord-42"
_PATH = f"people/{_WHO}.md"
_PEOPLE = frozenset({_WHO})
_TAIL = RecordFields(learned=date(2026, 2, 2), refs=("t1",), by=_WHO, place="discord-g.tavern")


def _fact(predicate: str, object_: str, **fields: object) -> AddRecord:
    tail = replace(_TAIL, **fields)  # type: ignore[arg-type]
    text = f"{predicate}:: {object_}"
    record = Record(text, tail, predicate=predicate, object=object_)
    return AddRecord(_PATH, "Rowan", "Facts", record)


def _merged(text: str, *operations: Proposal) -> str:
    return merge(text, operations)[0]


def _reasons(text: str, *operations: Proposal) -> list[tuple[str, str]]:
    return [(one.verdict.value, one.reason) for one in merge(text, operations)[1]]


_LIVES = "(2026-02-02, ref:t1, by:discord-42, in:discord-g.tavern)"


def test_a_new_note_has_its_title_names_and_facts() -> None:
    """Everything lands in one note, in the order proposed."""
    text = _merged(
        "", EnsureNote(_PATH, "Rowan"), AddAlias(_WHO, "Rowan", "Ro"), _fact("lives_in", "Oban")
    )
    assert text == (f"# Rowan\n\n## Aliases\n\n- Ro\n\n## Facts\n\n- lives_in:: Oban {_LIVES}\n")


def test_applying_the_same_again_changes_nothing() -> None:
    """Each operation is skipped, with its reason."""
    operations = (EnsureNote(_PATH, "Rowan"), AddAlias(_WHO, "Rowan", "Ro"), _fact("likes", "tea"))
    once = _merged("", *operations)
    assert merge(once, operations)[0] == once
    assert _reasons(once, *operations) == [
        ("skipped", "the note is there"),
        ("skipped", "the name is known"),
        ("skipped", "it is already there"),
    ]


def test_the_same_fact_for_another_audience_stands_beside_it() -> None:
    """A direct message and a channel never confirm each other."""
    text = _merged("", _fact("likes", "tea"), _fact("likes", "tea", place="discord-dm-42"))
    assert text.count("likes:: tea") == 2


def test_a_line_of_a_person_covers_every_audience() -> None:
    """What a person wrote for everyone is not repeated for a room."""
    text = "# Rowan\n\n- likes:: Tea\n"
    assert _merged(text, _fact("likes", "tea.")) == text


@pytest.mark.parametrize(
    "line",
    [
        f"- ~~likes:: tea {_LIVES}~~",
        f"- likes:: green tea {_LIVES}",
        f"- likes:: tea, I am told {_LIVES}",
    ],
)
def test_what_a_person_struck_or_rewrote_is_not_added_again(line: str) -> None:
    """The turn is known by its ref, and the person has the last word."""
    text = f"# Rowan\n\n## Facts\n\n{line}\n"
    assert _merged(text, _fact("likes", "tea")) == text


def test_two_facts_of_one_turn_are_both_added() -> None:
    """The first is not taken for an earlier form of the second."""
    text = _merged("", _fact("speaks", "French"), _fact("speaks", "German"))
    assert ("speaks:: French" in text, "speaks:: German" in text) == (True, True)


def test_a_new_home_ends_the_old_one_where_it_was_stated() -> None:
    """The old line is struck with its end; a person's line and another audience's stay."""
    text = _merged(
        "# Rowan\n\n## Facts\n\n- lives_in:: London\n",
        _fact("lives_in", "Bristol"),
        _fact("lives_in", "Leeds", place="discord-dm-42", refs=("d1",)),
        _fact("lives_in", "Oban", refs=("t9",), learned=date(2026, 2, 17)),
    )
    assert text.splitlines()[4:] == [
        "- lives_in:: London",
        "- ~~lives_in:: Bristol (2026-02-02, until 2026-02-17, ref:t1, by:discord-42,"
        " in:discord-g.tavern)~~ ^t5onx",
        "- lives_in:: Leeds (2026-02-02, ref:d1, by:discord-42, in:discord-dm-42)",
        "- lives_in:: Oban (2026-02-17, ref:t9, by:discord-42, in:discord-g.tavern,"
        " replaces:^t5onx)",
    ]


def test_an_older_value_does_not_end_a_newer_one() -> None:
    """Turns that are written up late cannot turn back the time: it is noted as the past.

    And as what the newer one replaced, as if it had come first.
    """
    newer = _fact("lives_in", "Oban", learned=date(2026, 3, 1), refs=("t9",))
    text = _merged("", newer)
    older = _fact("lives_in", "Bristol")
    noted = _merged(text, older)
    assert noted.splitlines()[4:] == [
        "- lives_in:: Oban (2026-03-01, ref:t9, by:discord-42, in:discord-g.tavern,"
        " replaces:^t5onx)",
        "- ~~lives_in:: Bristol (2026-02-02, until 2026-03-01, ref:t1, by:discord-42,"
        " in:discord-g.tavern)~~ ^t5onx",
    ]
    assert _merged(noted, older, newer) == noted


def test_a_fact_between_two_others_moves_the_end_of_the_first() -> None:
    """A line that is struck already ends sooner, and nothing else of it changes."""
    first = _fact("lives_in", "Hull", refs=("t1",), learned=date(2026, 1, 1))
    third = _fact("lives_in", "Oban", refs=("t9",), learned=date(2026, 3, 1))
    second = _fact("lives_in", "Bristol", refs=("t5",), learned=date(2026, 2, 1))
    text = _merged(_merged("", first, third), second)
    assert "- ~~lives_in:: Hull (2026-01-01, until 2026-02-01, ref:t1" in text
    assert "- ~~lives_in:: Bristol (2026-02-01, until 2026-03-01, ref:t5" in text
    assert "- lives_in:: Oban (2026-03-01, ref:t9" in text


def test_what_the_rules_of_facts_hold_or_reject_is_not_written() -> None:
    """A guess waits for a person, what cannot be is refused, and the others are written."""
    text = _merged("", _fact("lives_in", "Oban"))
    guess = _fact("lives_in", "Hull", refs=("t5",), learned=date(2026, 2, 9), source="inferred")
    impossible = _fact("studies", "law", refs=("t6",), since="2025", until="2024")
    tea = _fact("likes", "tea", refs=("t7",))
    assert _reasons(text, guess, impossible, tea) == [
        ("held", "it is a guess, and would end what was said"),
        ("rejected", "it would end before it begins"),
        ("applied", ""),
    ]
    assert _merged(text, guess, impossible) == text


def test_a_fact_told_again_counts_once_a_turn() -> None:
    """The line says how often, and by which turns; the same turn counts no second time."""
    again = _fact("likes", "Tea!", refs=("t5",), learned=date(2026, 2, 9))
    text = _merged("", _fact("likes", "tea"))
    once = _merged(text, again)
    tail = "(2026-02-02, ref:t1, ref:t5, by:discord-42, in:discord-g.tavern, seen:2)"
    assert once == text.replace(_LIVES, tail)
    assert _merged(once, again) == once
    assert _reasons(once, again) == [("skipped", "it is already there")]


def test_two_facts_of_a_turn_that_tells_one_again_are_both_taken() -> None:
    """The line that has just been counted is not taken for one that a person has rewritten."""
    text = _merged("", _fact("likes", "long walks on the beach"))
    told = (_fact("likes", "really long walks on the beach", refs=("t5",)),)
    more = _fact("likes", "coffee", refs=("t5",))
    taken = _merged(text, *told, more)
    assert ("seen:2" in taken, "likes:: coffee" in taken) == (True, True)
    assert _merged(taken, *told, more) == taken


def test_an_end_that_lies_ahead_strikes_nothing_yet() -> None:
    """The line says until when, and holds."""
    now = _fact("lives_in", "Hull")
    plan = _fact("lives_in", "Oban", refs=("t5",), learned=date(2026, 2, 9), since="2026-09")
    text = _merged("", now, plan)
    assert "- lives_in:: Hull (2026-02-02, until 2026-09, ref:t1" in text
    assert "- lives_in:: Oban (2026-02-09, since 2026-09, ref:t5" in text


def test_an_ended_fact_that_is_stated_later_comes_back() -> None:
    """Moving back home is a new fact; the old turn alone is not."""
    text = _merged(
        "",
        _fact("lives_in", "Oban"),
        _fact("lives_in", "Bristol", refs=("t2",), learned=date(2026, 3, 1)),
    )
    assert _merged(text, _fact("lives_in", "Oban")) == text
    back = _fact("lives_in", "Oban", refs=("t3",), learned=date(2026, 4, 1))
    assert _merged(text, back).count("lives_in:: Oban") == 2


def test_a_denied_fact_is_struck_as_wrong_and_stays_away() -> None:
    """It is kept for history, and saying it anew does not revive it."""
    denial = RetireRecord(_PATH, "allergic_to", "Nuts", replace(_TAIL, refs=("t5",)), ended=False)
    text = _merged("", _fact("allergic_to", "nuts"), denial)
    assert f"- ~~allergic_to:: nuts {_LIVES}~~" in text
    assert _reasons(text, _fact("allergic_to", "nuts", refs=("t7",)), denial) == [
        ("skipped", "it was struck"),
        ("skipped", "there is no such fact"),
    ]


def test_a_correction_replaces_the_one_fact_that_has_the_object() -> None:
    """Where two facts have it, nothing is done."""
    fields = replace(_TAIL, refs=("t5",))
    correction = CorrectRecord(_PATH, "Rowan", "Facts", "nuts", "sesame", fields)
    text = _merged("", _fact("allergic_to", "nuts"), correction)
    assert "- allergic_to:: sesame (2026-02-02, ref:t5" in text
    assert f"- ~~allergic_to:: nuts {_LIVES}~~" in text
    assert _reasons("", _fact("allergic_to", "nuts"), _fact("likes", "nuts"), correction)[-1] == (
        "skipped",
        "it is not clear which fact is corrected",
    )


def test_a_correction_to_what_is_nearly_the_same_is_carried_out() -> None:
    """Also to a shorter form, which would be the same if nobody had called it wrong."""
    fields = replace(_TAIL, refs=("t5",), learned=date(2026, 2, 9))
    text = _merged("", _fact("lives_in", "Oban, Scotland"))
    corrected = _merged(
        text, CorrectRecord(_PATH, "Rowan", "Facts", "Oban, Scotland", "Oban", fields)
    )
    assert f"- ~~lives_in:: Oban, Scotland {_LIVES}~~" in corrected
    assert "- lives_in:: Oban (2026-02-09, ref:t5" in corrected
    known = _merged("", _fact("likes", "rum"), _fact("likes", "tea"))
    told = _merged(known, CorrectRecord(_PATH, "Rowan", "Facts", "rum", "tea", fields))
    assert ("- ~~likes:: rum" in told, "seen:2" in told) == (True, True)
    again = CorrectRecord(_PATH, "Rowan", "Facts", "Oban, Scotland", "oban, Scotland", fields)
    assert _reasons(text, again) == [("skipped", "it is already there")]


def test_a_name_that_a_person_struck_stays_struck() -> None:
    """Somebody took it back."""
    text = "# Rowan\n\n## Aliases\n\n* ~~Ro~~\n"
    assert _merged(text, AddAlias(_WHO, "Rowan", "Ro")) == text


def test_line_ends_and_everything_a_person_wrote_survive() -> None:
    """Only lines are added, in the note's own habits."""
    text = (
        "---\nkey:   kept\n---\r\n# Rowan\r\n\r\nProse.\r\n\r\n"
        "## Facts\r\n\r\n* mine\r\n\r\n## Other\r\n"
    )
    merged = _merged(text, _fact("likes", "tea"))
    assert merged.replace(f"* likes:: tea {_LIVES}\r\n", "") == text


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (EnsureNote("people/discord-7.md", "X"), "nobody known has the note people/discord-7.md"),
        (
            EnsureNote("self/personality.md", "X"),
            "self/personality.md is closed to automatic writers",
        ),
        (EnsureNote("lore/x.md", "X"), "lore/x.md is closed to automatic writers"),
        (EnsureNote("review.md", "X"), "review.md is closed to automatic writers"),
        (
            EnsureNote("topics/../self/a.md", "X"),
            "topics/../self/a.md is closed to automatic writers",
        ),
        (
            EnsureNote("sessions/2026-02-02-noon.md", "X"),
            "sessions/2026-02-02-noon.md is closed to automatic writers",
        ),
        (EnsureNote("channels/a b.md", "X"), "channels/a b.md is not a note of a place"),
        (AddAlias(_WHO, "Rowan", " "), "a name has 1 to 80 characters"),
        (
            _fact("likes", "tea", learned=None),
            "a record without the day on which it was learned",
        ),
        (
            _fact("likes", "tea", by="discord-7"),
            "a claim about somebody else is not a fact of theirs",
        ),
        (EnsureNote("self/rules.md", "X"), None),
        (EnsureNote("topics/lantern-night.md", "X"), None),
        (EnsureNote("days/2026-02-02.md", "X"), None),
        (EnsureNote("channels/discord-g.tavern.md", "X"), None),
    ],
)
def test_what_policy_lets_through(operation: Proposal, reason: str | None) -> None:
    """A refusal says why."""
    ruling = AutomaticPolicy(_PEOPLE).judge(operation)
    assert ruling == (None if reason is None else Ruling(Verdict.REJECTED, reason))


def test_a_refused_proposal_does_not_stop_the_others(tmp_path: Path) -> None:
    """Each gets its own outcome, and one note is one write."""
    store = MemoryStore(tmp_path)
    report = apply(
        store,
        (EnsureNote("lore/x.md", "X"), EnsureNote(_PATH, "Rowan"), _fact("likes", "tea")),
        AutomaticPolicy(_PEOPLE),
        TreeRegister(store),
    )
    assert [one.verdict for one in report.outcomes] == [
        Verdict.REJECTED,
        Verdict.APPLIED,
        Verdict.APPLIED,
    ]
    assert report.changed == (_PATH,)
    assert store.read_file(_PATH) == (
        f"---\nid: discord-42\n---\n\n# Rowan\n\n## Facts\n\n- likes:: tea {_LIVES}\n"
    )


def test_another_policy_may_hold_what_a_person_should_decide(tmp_path: Path) -> None:
    """What is held is written nowhere, and the rest is."""

    class Reviewed:
        def judge(self, operation: Proposal) -> Ruling | None:
            is_fact = isinstance(operation, AddRecord)
            return Ruling(Verdict.HELD, "somebody should look at it") if is_fact else None

    store = MemoryStore(tmp_path)
    held = _fact("likes", "tea")
    report = apply(store, (EnsureNote("lore/x.md", "X"), held), Reviewed(), TreeRegister(store))
    assert [one.verdict for one in report.outcomes] == [Verdict.HELD, Verdict.APPLIED]
    assert [(one.operation, one.reason) for one in report.held] == [
        (held, "somebody should look at it")
    ]
    assert not store.exists(_PATH)
    assert report.changed == ("lore/x.md",)


def test_a_note_that_is_full_fails_alone(tmp_path: Path) -> None:
    """The others are written; the failure will not pass by trying again."""
    store = MemoryStore(tmp_path, limits=Limits(max_file_bytes=300))
    store.write_file(_PATH, "# Rowan\n" + "x" * 280)
    report = apply(
        store,
        (_fact("likes", "tea"), EnsureNote("topics/tea.md", "Tea")),
        AutomaticPolicy(_PEOPLE),
        TreeRegister(store),
    )
    assert report.changed == ("topics/tea.md",)
    assert [(one.path, one.may_pass) for one in report.failures] == [(_PATH, False)]
    assert isinstance(report.failures[0], FileFailure)
    assert report.count(Verdict.FAILED) == 1


def test_a_dry_run_tells_and_writes_nothing(tmp_path: Path) -> None:
    """The report is the one that a real run gives."""
    store = MemoryStore(tmp_path / "memory")
    dry = apply(
        store, (_fact("likes", "tea"),), AutomaticPolicy(_PEOPLE), TreeRegister(store), dry_run=True
    )
    assert not store.exists(_PATH)
    assert dry == apply(
        store, (_fact("likes", "tea"),), AutomaticPolicy(_PEOPLE), TreeRegister(store)
    )


def test_a_person_who_saves_meanwhile_keeps_their_change(tmp_path: Path) -> None:
    """The proposals are merged anew into what was saved."""
    store = MemoryStore(tmp_path)
    store.write_file(_PATH, "# Rowan\n")
    file = tmp_path / _PATH
    saved: list[str] = []
    original = store.edit

    def edit(path: str, change, **options):  # type: ignore[no-untyped-def]
        def racing(text: str) -> str:
            merged = change(text)
            if not saved:
                saved.append("yes")
                file.write_text("# Rowan\n\nWritten by hand.\n", encoding="utf-8")
            return merged

        return original(path, racing, **options)

    store.edit = edit  # type: ignore[method-assign]
    apply(store, (_fact("likes", "tea"),), AutomaticPolicy(_PEOPLE), TreeRegister(store))
    assert file.read_text(encoding="utf-8") == (
        f"# Rowan\n\nWritten by hand.\n\n## Facts\n\n- likes:: tea {_LIVES}\n"
    )


def test_a_correction_that_cannot_stand_strikes_nothing() -> None:
    """A person took the right answer out: then the wrong one is all there is, and stays."""
    text = f"# Rowan\n\n## Facts\n\n- ~~likes:: tea {_LIVES}~~\n- likes:: rum {_LIVES}\n"
    correction = CorrectRecord(_PATH, "Rowan", "Facts", "rum", "tea", replace(_TAIL, refs=("t9",)))
    assert _merged(text, correction) == text
    assert _reasons(text, correction) == [("skipped", "it was struck")]


def test_names_are_counted_once_where_a_section_takes_no_lines() -> None:
    """Whatever else of the batch cannot be added, fifty names of a talk stand, and not fewer."""
    names = "".join(f"- n{i}\n" for i in range(48))
    text = f"## Aliases\n\n{names}\n## Facts\n\n```\nleft open\n"
    proposed = [_fact("likes", "tea"), *(AddAlias(_WHO, "Rowan", name) for name in "abc")]
    assert [verdict for verdict, _ in _reasons(text, *proposed)] == [
        "rejected",
        "applied",
        "applied",
        "skipped",
    ]


def test_a_fact_is_struck_in_the_batch_that_adds_it() -> None:
    """Also when a property that its people have written otherwise takes no link in between."""
    text = "---\npeople: {a: b}\n---\n# Rowan\n"
    retired = RetireRecord(_PATH, "likes", "tea", replace(_TAIL, refs=("t2",)), ended=False)
    linked = AddToProperty(_PATH, "people", "Bex", "Bex")
    proposed = (_fact("likes", "tea"), linked, retired)
    assert [verdict for verdict, _ in _reasons(text, *proposed)] == [
        "applied",
        "skipped",
        "applied",
    ]
    assert f"- ~~likes:: tea {_LIVES}~~" in _merged(text, *proposed)


def test_a_name_that_stood_in_a_deleted_note_stands_in_the_new_one() -> None:
    """Of a note that is there, somebody deleted the name alone: there it stays away."""
    name = AddAlias(_WHO, "", "Ro", "discord-g.tavern", was_noted=True)
    assert _reasons("# Rowan\n", name) == [("skipped", "a person has deleted it")]
    assert "- Ro (in:discord-g.tavern)\n" in _merged("", EnsureNote(_PATH, ""), name)
