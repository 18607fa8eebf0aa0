"""Rules of conduct: the same, more exact, the opposite, and the cap."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.reconcile.procedural import MOST_RULES, RuleAction, decide_rule

_DAY = date(2026, 1, 10)


def _rule(text: str, day: date = _DAY, quote: str | None = None) -> Record:
    return Record(text, RecordFields(learned=day, type="procedural", quote=quote))


@pytest.mark.parametrize(
    ("old", "new", "action"),
    [
        pytest.param(
            "You like short replies.",
            "You like short, plain replies without praise.",
            RuleAction.REPLACE,
            id="opencouch example 13",
        ),
        pytest.param(
            "You like short replies.",
            "you like  SHORT replies",
            RuleAction.SAME,
            id="opencouch example 13, twice",
        ),
        ("Use emoji in greetings", "Never use emoji in greetings", RuleAction.REPLACE),
        ("Never use emoji in greetings", "Please use emoji in greetings", RuleAction.REPLACE),
        ("Don't use emoji", "Don\u2019t use emoji!", RuleAction.SAME),
        ("Don't swear", "You may swear", RuleAction.REPLACE),
        ("Please avoid long answers", "Long answers are fine", RuleAction.REPLACE),
        ("Answer in short sentences", "Answer in short, plain sentences", RuleAction.REPLACE),
        ("Answer in short, plain sentences", "Answer in short sentences", RuleAction.SAME),
        ("Answer in two sentences", "Answer in five sentences", RuleAction.REPLACE),
        ("Answer in French", "Answer in German", RuleAction.APPEND),
        ("Never mention my ex in public", "Mention release dates in public", RuleAction.APPEND),
        ("Never mention Ann to Bob", "Never mention Bob to Ann", RuleAction.APPEND),
        (
            "Use long sentences about ships",
            "Never use short sentences about ships",
            RuleAction.APPEND,
        ),
        ("Never use long sentences in mails", "Use long sentences in stories", RuleAction.APPEND),
        ("Use formal language with Ann", "Don't use formal language with Bob", RuleAction.APPEND),
        ("Use long sentences in mails", "Never use long sentences in mails", RuleAction.REPLACE),
        ("長い文で書いて", "短い文で書かないで", RuleAction.APPEND),
        ("長い文で書いて", "長い文で書かないで", RuleAction.REPLACE),
        ("Call me Robert", "Never call before noon", RuleAction.APPEND),
        ("Use emoji", "Be honest", RuleAction.APPEND),
        ("絵文字を使って", "絵文字を使わないで", RuleAction.REPLACE),
        ("絵文字を使って", "絵文字を使って。", RuleAction.SAME),
        ("絵文字", "絵文字は禁止", RuleAction.REPLACE),
    ],
)
def test_what_a_new_rule_does(old: str, new: str, action: RuleAction) -> None:
    """To the one that stands; what is replaced is told."""
    standing = _rule(old)
    verdict = decide_rule([standing], _rule(new))
    assert verdict.action is action
    assert verdict.replaced == ((standing,) if action is RuleAction.REPLACE else ())
    assert verdict.same == (standing if action is RuleAction.SAME else None)


_WORDS = st.text("abcdefghijklm", min_size=4, max_size=8).map(lambda word: f"x{word}")


@given(_WORDS, _WORDS, st.lists(_WORDS, max_size=6, unique=True))
def test_a_ban_on_one_thing_leaves_a_request_for_another(
    one: str, other: str, more: list[str]
) -> None:
    """However many words they share; a ban on the same thing takes its place."""
    more = [word for word in more if word not in (one, other)]
    asked = _rule(" ".join(("Use", one, "words", *more)))
    banned = _rule(" ".join(("Never use", other, "words", *more)))
    expected = RuleAction.REPLACE if one == other else RuleAction.APPEND
    assert decide_rule([asked], banned).action is expected
    assert decide_rule([banned], asked).action is expected


@pytest.mark.parametrize("text", ["", "  ", "!", "please"])
def test_a_rule_that_says_nothing_is_rejected(text: str) -> None:
    """Nothing is archived for it."""
    verdict = decide_rule([_rule("Be honest")], _rule(text))
    assert (verdict.action, verdict.archived) == (RuleAction.REJECT, ())


def test_the_oldest_is_archived_when_there_are_too_many() -> None:
    """By the day on which it was learned; of one day the first in the list; undated ones last."""
    rules = [_rule(f"Rule number {n} is honest", _DAY + timedelta(n)) for n in range(MOST_RULES)]
    rules.reverse()
    verdict = decide_rule(rules, _rule("Be brief and friendly"))
    assert (verdict.action, verdict.archived) == (RuleAction.APPEND, (rules[-1],))
    undated = [*rules[1:], Record("Knock first")]
    assert decide_rule(undated, _rule("Be brief and friendly")).archived == (undated[-2],)


def test_a_rule_that_takes_the_place_of_another_drives_none_out() -> None:
    """There are as many as before."""
    rules = [_rule(f"Topic{n} is welcome") for n in range(MOST_RULES - 1)]
    flip = decide_rule([*rules, _rule("Use emoji")], _rule("Never use emoji"))
    assert (flip.action, flip.archived) == (RuleAction.REPLACE, ())


_TEXTS = st.sampled_from(
    [
        *("Use emoji", "Never use emoji", "Use emoji in greetings", "Be brief", "Don't be brief"),
        *("Answer in two sentences", "Answer in five sentences", "敬語で話して", "敬語は禁止"),
    ]
)


@given(st.lists(st.text(max_size=20) | _TEXTS, max_size=30), st.integers(1, 5))
def test_however_rules_come_there_are_never_too_many_and_none_is_lost(
    texts: list[str], most: int
) -> None:
    """Each is active, archived, said already, or empty; and again it is said already."""
    active: list[Record] = []
    archive: list[Record] = []
    for text in texts:
        new = _rule(text)
        verdict = decide_rule(active, new, most)
        if verdict.action in (RuleAction.SAME, RuleAction.REJECT):
            assert verdict.same in (*active, None)
            continue
        gone = (*verdict.replaced, *verdict.archived)
        assert all(one in active for one in gone)
        before = len(active)
        active = [*(one for one in active if one not in gone), new]
        archive += gone
        assert len(active) <= most
        assert len(active) == before + 1 - len(gone)
        assert decide_rule(active, new, most).action is RuleAction.SAME
