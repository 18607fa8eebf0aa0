"""Macros that choose do so, and the same way twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.recall.page.macros import Macros

NOW = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)


def expanded(text, now=NOW):
    """As a card of Ember's is shown to Rowan."""
    return Macros("Ember", "Rowan", now).expand(text)


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("{{random:tea,ale}}", {"tea", "ale"}),
        ("{{Random: tea , ale }}", {"tea", "ale"}),
        ("{{random::tea, black::ale}}", {"tea, black", "ale"}),
        (r"{{pick:tea\, black,ale}}", {"tea, black", "ale"}),
        ("{{random:{{char}},{{user}}}}", {"Ember", "Rowan"}),
        ("{{random:{{pick:a,b}},c}}", {"a", "b", "c"}),
        ("{{roll:d4}}", {"1", "2", "3", "4"}),
        ("{{roll:3}}", {"1", "2", "3"}),
        ("{{roll 2d1+5}}", {"7"}),
        ("{{roll:a lot}}", {""}),
        ("{{roll:d0}}", {""}),
        ("{{reverse:abc}}", {"cba"}),
        ('{{banned "word"}}', {""}),
        ("{{lastMessage}}{{input}}", {""}),
        ("{{time_UTC+2}}", {"12:00"}),
        ("{{outlet::key}}", {"{{outlet::key}}"}),
        ("{{unheard:of}}", {"{{unheard:of}}"}),
    ],
)
def test_a_choice_is_one_of_what_there_is(text, possible):
    """Lists, dice, and what stays as in SillyTavern."""
    assert expanded(text) in possible


def test_random_falls_anew_each_day_and_pick_never():
    """Within a day a prompt stays the same, byte for byte."""
    text = "{{random:a,b,c,d}} {{pick:a,b,c,d}} {{roll:d100}}"
    days = [expanded(text, NOW + timedelta(days=n)).split() for n in range(20)]
    random, pick, roll = (set(column) for column in zip(*days, strict=True))
    assert len(random) > 1 and len(pick) == 1 and len(roll) > 5
    assert expanded(text) == expanded(text, NOW + timedelta(hours=3))


def test_equal_macros_of_a_text_fall_each_for_itself():
    """Twenty dice are not twenty times the same."""
    assert len(set(expanded("{{roll:d100}} " * 20).split())) > 10


@given(st.text(st.sampled_from("{}:,\\ adpickrolm16+-é"), max_size=60))
def test_no_text_breaks_them(text):
    """Whatever a card holds."""
    assert expanded(text) == expanded(text)


@pytest.mark.parametrize(
    ("user", "text", "shown"),
    [
        ("you", "{{user}}'s lamp, <USER>’s lamp", "your lamp, your lamp"),
        ("you", "{{user}} asks {{char}}'s cat", "you asks Ember's cat"),
        ("Rowan", "{{user}}'s lamp", "Rowan's lamp"),
        ("you", "{{unheard}}'s lamp", "{{unheard}}'s lamp"),
    ],
)
def test_what_belongs_to_whoever_is_not_named_is_yours(user: str, text: str, shown: str) -> None:
    """No "you's"."""
    assert Macros("Ember", user).expand(text) == shown
