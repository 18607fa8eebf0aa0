"""Sticky, cooldown and delay, in messages, told from the conversation."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.lore import LoreBook, LoreEntry
from familiar_memory.lore.activation.compiled import compile_lore
from familiar_memory.lore.activation.replay import replay
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import ActivationSettings, Message, Scene
from familiar_memory.lore.activation.timed import Effects


def presence(said, **fields):
    """At each message of a person's: whether the entry is in; a reply follows each."""
    entry = replace(LoreEntry("lore/a.md", "a", "about", keys=("tea",)), **fields)
    lore = compile_lore([LoreBook("b", "lore", (entry,))], ActivationSettings(scan_depth=1))
    messages, effects, present = [], Effects(), []
    for text in said:
        messages.append(Message("Rowan", text))
        scene = Scene(tuple(messages))
        found = activate(lore, scene, effects)
        assert replay(lore, [scene], effects) == found.effects
        effects = found.effects
        present.append(bool(found.entries))
        messages.append(Message("Ember", "hm", is_reply=True))
    return present


def test_a_sticky_entry_stays_for_so_many_messages():
    """3 messages: the message two later, not the one four later."""
    assert presence(["tea", "x", "x", "x"], sticky=3) == [True, True, False, False]


def test_what_sticks_needs_no_luck():
    """The roll was made when it came."""
    assert presence(["tea", "x"], sticky=3, probability=100) == [True, True]


def test_a_cooling_entry_stays_away():
    """Whatever its keys say."""
    assert presence(["tea"] * 4, cooldown=3) == [True, False, True, False]


def test_it_cools_when_it_has_stopped_sticking():
    """First sticky, then cooling, then anew."""
    found = presence(["tea", "x", "tea", "tea", "tea"], sticky=3, cooldown=3)
    assert found == [True, True, False, False, True]


def test_a_delayed_entry_waits_for_the_conversation_to_be_so_long():
    """Its own message counts."""
    assert presence(["tea"] * 3, delay=4) == [False, False, True]


def test_decorators_that_count_replies():
    """After so many; every so many."""
    assert presence(["tea"] * 4, content="@@activate_only_after 2\nx") == [False, False, True, True]
    assert presence(["tea"] * 4, content="@@activate_only_every 2\nx") == [True, False, True, False]


def test_decorators_that_remember_a_match():
    """For ever in, or never again."""
    kept = presence(["x", "tea", "x", "x"], content="@@keep_activate_after_match\nx")
    assert kept == [False, True, True, True]
    once = presence(["tea", "tea", "tea"], content="@@dont_activate_after_match\nx")
    assert once == [True, False, False]


def test_a_conversation_that_became_shorter_forgets_what_came_later():
    """As when a reply is made anew."""
    entry = LoreEntry("lore/a.md", "a", "about", keys=("tea",), sticky=4)
    lore = compile_lore([LoreBook("b", "lore", (entry,))], ActivationSettings())
    after = activate(lore, Scene((Message("Rowan", "tea"),), length=9)).effects
    hello = (Message("Rowan", "hello"),)
    assert [bool(activate(lore, Scene(hello, length=n), after).entries) for n in (8, 9, 10)] == [
        False, False, True,
    ]  # fmt: skip
