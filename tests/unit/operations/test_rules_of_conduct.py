"""Rules of conduct in their note: set, replaced, archived, and never against a person's hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.rules import nobodys, rule_lines
from familiar_memory.operations.conduct.rules import RULES_NOTE, ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.owner_policy import OwnerPolicy
from familiar_memory.operations.policy import AutomaticPolicy
from familiar_memory.operations.proposal import AddRecord, Proposal

_DAY = date(2026, 2, 2)
_WHO = "discord-42"
_SAID = RecordFields(learned=_DAY, refs=("t1",), by=_WHO, place="discord-g.tavern")
_PEOPLE = {"self/Rowan.md": _WHO, "self/Bex.md": "discord-7", f"self/{_WHO}.md": _WHO}
_VERBS = (
    "answer bow cite dance end fold greet hum idle joke knit listen mutter nod open pray quip read"
    " sing tell"
)
_TWENTY = [f"Always {verb} slowly" for verb in _VERBS.split()]


def _rule(text: str, number: int = 0, whom: str | None = None, **fields: object) -> SetRule:
    said = replace(_SAID, learned=_DAY + timedelta(number), refs=(f"t{number}",))
    stem = None if whom is None else {_WHO: "Rowan"}.get(whom)
    return SetRule(text, replace(said, **fields), whom, stem)  # type: ignore[arg-type]


def _by_hand(text: str, whom: str | None = None) -> SetRule:
    stem = "Rowan" if whom else None
    return SetRule(text, RecordFields(learned=_DAY), whom, stem, is_by_hand=True)


def _merged(text: str, *operations: Proposal) -> tuple[str, list[str]]:
    """The note, and the verdict of each with its reason."""
    merged, outcomes = merge(text, operations, whose=_PEOPLE.get)
    return merged, [f"{one.verdict.value}: {one.reason}".strip(": ") for one in outcomes]


def _active(text: str, whom: str | None = None) -> list[str]:
    lines = rule_lines(parse_note(text, path=RULES_NOTE), _PEOPLE.get)
    return [one.text for one in lines if one.is_active and one.is_for(whom)]


def _archived(text: str) -> list[Record]:
    lines = rule_lines(parse_note(text, path=RULES_NOTE), _PEOPLE.get)
    return [one.record for one in lines if one.is_archived]


def test_the_first_rule_makes_the_note() -> None:
    """Under a heading of its own; for one person it says so in a way that people read."""
    text, told = _merged("", _rule("Answer in short sentences"), _rule("No emoji", whom=_WHO))
    assert told == ["applied", "applied"]
    assert text == (
        "# Rules\n\n## Active\n\n"
        "- Answer in short sentences"
        " (2026-02-02, ref:t0, by:discord-42, in:discord-g.tavern) ^rfe1191de\n"
        "- For [[Rowan]]: No emoji (2026-02-02, ref:t0, by:discord-42, in:discord-g.tavern,"
        " subject:discord-42) ^r02b2a751\n"
    )


def test_the_opposite_takes_the_place_and_the_old_one_is_kept() -> None:
    """The archive says until when it was in force, and the new one what it replaces."""
    text, _ = _merged("", _rule("Use emoji in greetings"), _rule("Be honest"))
    after, told = _merged(text, _rule("Never use emoji in greetings", 3))
    assert (told, _active(after)) == (["applied"], ["Never use emoji in greetings", "Be honest"])
    (old,) = _archived(after)
    assert (old.text, old.fields.until) == ("Use emoji in greetings", "2026-02-05")
    new = next(rule_lines(parse_note(after, path=RULES_NOTE), nobodys)).record
    assert old.id is not None and new.fields.replaces == old.id


def test_example_13_of_opencouch() -> None:
    """The newer takes the place of the older, and the same twice is one, with the first id."""
    text, _ = _merged("", _rule("You like short replies.", quote="Please be brief."))
    longer = _rule("You like short, plain replies without praise.", 1, quote="Please be plain.")
    after, told = _merged(text, longer)
    assert (told, _active(after)) == (["applied"], [longer.text])
    again, told = _merged(after, replace(longer, fields=replace(longer.fields, refs=("t9",))))
    assert (again, told) == (after, ["skipped: it is already there"])


@pytest.mark.parametrize("times", [1, 2])
def test_what_ended_does_not_come_back_out_of_its_turn(times: int) -> None:
    """A batch that is run again after a crash changes nothing."""
    operations = (_rule("Use emoji in greetings", 1), _rule("Never use emoji in greetings", 2))
    text, _ = _merged("", *operations)
    for _ in range(times):
        again, told = _merged(text, *operations)
        assert again == text
        assert told == ["skipped: it had ended", "skipped: it is already there"]


def test_the_oldest_is_archived_and_rules_of_others_take_no_room() -> None:
    """20 for all, 20 for each person, in each place by itself."""
    mine = [_rule(text, n, whom=_WHO) for n, text in enumerate(_TWENTY)]
    text, _ = _merged("", _rule("Be kind"), *mine)
    elsewhere, _ = _merged(text, _rule("Sing", 30, whom=_WHO, place="discord-dm-42"))
    assert (len(_active(elsewhere, _WHO)), _archived(elsewhere)) == (21, [])
    after, told = _merged(text, _rule("Be brief and friendly", 30, whom=_WHO))
    assert told == ["applied"]
    assert [one.text for one in _archived(after)] == [f"For [[Rowan]]: {_TWENTY[0]}"]
    assert (len(_active(after, _WHO)), _active(after)) == (20, ["Be kind"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("~~Use emoji in greetings (in:discord-g.tavern)~~", "it was struck"),
        ("use  EMOJI in greetings", "it is already there"),
        ("Never use emoji in greetings (in:discord-g.tavern)", "a person has written otherwise"),
        (
            "Use emoji when you greet me (2026-02-02, ref:t0, by:discord-42,"
            " in:discord-g.tavern) ^r1",
            "a person has rewritten it",
        ),
    ],
)
def test_what_a_person_did_wins(line: str, told: str) -> None:
    """Struck, written by hand, rewritten: a writer changes no byte of it."""
    text = f"# Rules\n\n## Active\n\n- {line}\n"
    assert _merged(text, _rule("Use emoji in greetings")) == (text, [f"skipped: {told}"])


def test_people_who_wrote_twenty_leave_no_room_for_a_writer() -> None:
    """What they wrote is never archived for it; what they add themselves is added."""
    lines = "".join(f"- {text}\n" for text in _TWENTY)
    text = f"# Rules\n\n## Active\n\n{lines}"
    everywhere = _rule("Be brief and friendly", place=None)
    assert _merged(text, everywhere) == (text, ["skipped: people's rules leave no room"])
    after, told = _merged(text, _by_hand("Be brief and friendly"))
    assert (told, len(_active(after)), len(_archived(after))) == (["applied"], 20, 1)


def test_a_plain_list_stays_one() -> None:
    """A note with bullets and no sections gets no section of ours; an order is people's."""
    text = "# How to behave\n\nMind these:\n\n* be brief\n* be kind\n"
    after, told = _merged(text, _rule("Knock first"))
    assert told == ["applied"]
    assert after.startswith(text + "* Knock first (")
    spelt = "# Rules\n\n## ARCHIVED\n\n- ~~a (2026-01-01, until 2026-01-02)~~\n\n## active\n\n- b\n"
    after, _ = _merged(spelt, _rule("Knock first"))
    assert after.startswith(spelt + "- Knock first (")


def test_the_link_says_for_whom_it_is() -> None:
    """A person who changes the link has changed for whom the rule is; a dead link is as said."""
    text, _ = _merged("", _rule("No emoji", whom=_WHO))
    assert (_active(text, _WHO), _active(text)) == (["No emoji"], [])
    others = text.replace("[[Rowan]]", "[[Bex]]")
    assert (_active(others, _WHO), _active(others, "discord-7")) == ([], ["No emoji"])
    renamed = text.replace("[[Rowan]]", "[[Roe]]")
    assert _active(renamed, _WHO) == ["No emoji"]
    nobody = "## Active\n\n- for [[Someone]]: sing\n- [[Bex|Bee]]: dance\n- sing, [[Bex]]: now\n"
    assert _active(nobody) == ["sing, [[Bex]]: now"]
    assert _active(nobody, "discord-7") == ["dance"]


def test_a_rule_is_archived_and_removed_by_its_line() -> None:
    """As it stands: one that was changed meanwhile is left."""
    text, _ = _merged("", _by_hand("Be kind"), _by_hand("Knock first"))
    first = next(rule_lines(parse_note(text, path=RULES_NOTE), nobodys)).record
    archived, told = _merged(text, ArchiveRule(first, _DAY))
    assert (told, _active(archived)) == (["applied"], ["Knock first"])
    (kept,) = _archived(archived)
    assert _merged(archived, ArchiveRule(kept, _DAY))[1] == ["skipped: it is archived"]
    assert _merged(archived, RemoveRule(first))[1] == ["skipped: there is no such rule"]
    gone, told = _merged(archived, RemoveRule(kept))
    assert (told, _archived(gone)) == (["applied"], [])


@pytest.mark.parametrize("text", ["", "  ", "!", "x" * 281])
def test_what_is_no_rule_is_rejected(text: str) -> None:
    """Nothing is written."""
    after, told = _merged("", _rule(text))
    assert after == "" and told[0].startswith("rejected: ")


@pytest.mark.parametrize(
    ("text", "said", "verdict"),
    [
        ("Keep answers short", "Please keep answers short.", None),
        ("Long lists make them tune out", "Long lists make me tune out.", Verdict.HELD),
        ("Use one sentence", "For this reply, use one sentence.", Verdict.REJECTED),
        ("Do not ask about safety", "Stop asking if I\u2019m safe.", Verdict.REJECTED),
        ("Be more direct", "From now on, be more direct with me.", Verdict.HELD),
        ("Be brief", "Ok for now. Please be brief from now on.", None),
        ("Be brief", "I am pleased with it.", Verdict.HELD),
    ],
)
def test_example_6_of_opencouch(text: str, said: str, verdict: Verdict | None) -> None:
    """What is asked for is set, what is only implied is held, this once is no rule."""
    ruling = AutomaticPolicy(frozenset({_WHO})).judge(_rule(text, whom=_WHO, quote=said))
    assert (None if ruling is None else ruling.verdict) is verdict


def test_nobody_sets_rules_for_others() -> None:
    """That needs a person; and a writer adds to the note by no other way."""
    policy = AutomaticPolicy(frozenset({_WHO}))
    for whom in (None, "discord-7"):
        ruling = policy.judge(_rule("Please answer in rhymes", whom=whom))
        assert ruling is not None and ruling.verdict is Verdict.HELD
    record = Record("Be rude", _SAID)
    others = (
        AddRecord(RULES_NOTE, "Rules", "Active", record),
        ArchiveRule(record, _DAY),
        RemoveRule(record),
        _by_hand("Be kind"),
    )
    for one in others:
        ruling = policy.judge(one)
        assert ruling is not None and ruling.verdict is Verdict.REJECTED
        assert OwnerPolicy().judge(one) is None


_TEXTS = st.sampled_from(
    ["use emoji", "never use emoji", "be brief", "be brief and kind", "two lines", "five lines"]
)


@few_and_many(
    25,
    100,
    st.lists(
        st.tuples(_TEXTS, st.sampled_from([None, _WHO, "discord-7"]), st.booleans()), max_size=12
    ),
    st.data(),
)
def test_rules_of_others_change_nothing(
    given_: Sequence[tuple[str, str | None, bool]], data: st.DataObject
) -> None:
    """Of whom, where: with or without them a group's own rules come out the same."""
    whom = data.draw(st.sampled_from([None, _WHO]))
    operations = [
        replace(
            _rule(text, n, who, place="discord-dm-42" if is_private else "discord-g.tavern"),
            most=3,
        )
        for n, (text, who, is_private) in enumerate(given_)
    ]
    own = [one for one in operations if one.whom == whom and one.fields.place == "discord-g.tavern"]
    together, alone = _merged("", *operations)[0], _merged("", *own)[0]

    def seen(text: str) -> list[tuple[str, bool, str | None]]:
        lines = rule_lines(parse_note(text, path=RULES_NOTE), _PEOPLE.get)
        return [
            (one.text, one.is_active, one.record.id)
            for one in lines
            if one.is_for(whom) and one.record.fields.place == "discord-g.tavern"
        ]

    assert seen(together) == seen(alone)
    assert sum(is_active for _, is_active, _ in seen(together)) <= 3
