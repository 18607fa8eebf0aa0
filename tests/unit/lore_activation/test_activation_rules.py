"""Which entries come in: a row for each rule of World Info."""

from __future__ import annotations

from dataclasses import replace

import pytest

from familiar_memory.domain.memory.lore import (
    BookSettings,
    LoreBook,
    LoreEntry,
    LoreLogic,
    LoreSource,
)
from familiar_memory.lore.activation.compiled import compile_lore
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import ActivationSettings, Message, Scene, Strategy


def entry(name, *keys, **fields):
    """An entry of this name, found by these keys, that says its name."""
    content = fields.pop("content", f"about {name}")
    return LoreEntry(f"lore/{name}.md", name, content, keys=keys, **fields)


def book(*entries, of_character=False, **settings):
    """A book of these entries."""
    return LoreBook("book", "lore", entries, BookSettings(**settings), of_character)


def run(entries, *said, settings=None, **scene):
    """The activation of entries, or books, after these messages, the newest last."""
    books = [one for one in entries if isinstance(one, LoreBook)] or [book(*entries)]
    messages = tuple(Message("Rowan", text) if isinstance(text, str) else text for text in said)
    lore = compile_lore(books, settings or ActivationSettings())
    return activate(lore, Scene(messages, **scene))


def names(activation):
    """Who is in, in the order of the prompt."""
    return [one.entry.title for one in activation.entries]


def reasons(activation):
    """Why the others are not, by name."""
    return {one.entry.title: one.reason for one in activation.passed}


KEYS = [
    ("a part of a word", ["sword"], "my swords", {}, False),
    ("a part where it may be one", ["sword"], "my swords", {"whole_words": False}, True),
    ("another case", ["Sword"], "SWORD", {}, True),
    ("the case matters", ["Sword"], "sword", {"case_sensitive": True}, False),
    ("the case fits", ["Sword"], "a Sword", {"case_sensitive": True}, True),
    ("a key is trimmed", ["  sword "], "sword", {}, True),
    ("an empty key", [""], "anything", {}, False),
    ("a blank key", ["   "], "a b", {}, False),
    ("no keys", [], "anything", {}, False),
    ("one of several", ["axe", "bow"], "a bow", {}, True),
    ("a whole word", ["king"], "the king.", {"whole_words": True}, True),
    ("a part when whole words are wanted", ["king"], "asking", {"whole_words": True}, False),
    ("an underscore is a word's", ["king"], "king_arthur", {"whole_words": True}, False),
    ("several words are a substring", ["a king"], "aha kingdom", {"whole_words": True}, True),
    ("the second place counts", ["king"], "asking a king", {"whole_words": True}, True),
    ("Japanese inside a sentence", ["猫"], "黒猫です", {"whole_words": True}, True),
    ("a name of two letters", ["Xi"], "ask xi", {}, True),
    ("the speaker's name", ["rowan"], "hello", {}, True),
    ("a pattern", [r"/swords?\b/"], "two swords", {}, True),
    ("a pattern minds the case", ["/sword/"], "SWORD", {}, False),
    ("a pattern by its flag", ["/sword/i"], "SWORD", {"case_sensitive": True}, True),
    ("a pattern is no whole word", ["/king/"], "asking", {"whole_words": True}, True),
    ("an unescaped slash is plain text", ["/a/b/"], "and /a/b/ too", {}, True),
    ("an escaped slash", [r"/a\/b/"], "a/b", {}, True),
    ("the sign before a message", ["/\\x01Rowan: hi/"], "hi", {}, True),
    ("a broken pattern", ["/(/"], "(", {}, False),
    ("a broken pattern and a good key", ["/(/", "tea"], "tea", {}, True),
    ("use_regex without slashes", ["sw.rd"], "my SWORD", {"use_regex": True}, True),
    ("use_regex, broken", ["(sword"], "(sword", {"use_regex": True}, False),
    ("use_regex with slashes", ["/sw.rd/"], "SWORD", {"use_regex": True}, False),
    ("not selective", ["tea"], "tea", {"secondary_keys": ("milk",), "selective": False}, True),
    ("no secondary keys", ["tea"], "tea", {"logic": LoreLogic.AND_ALL}, True),
    ("an empty secondary key", ["tea"], "tea", {"secondary_keys": ("",)}, False),
    ("disabled", ["tea"], "tea", {"enabled": False}, False),
    ("disabled and constant", [], "tea", {"enabled": False, "constant": True}, False),
    ("constant", [], "anything", {"constant": True}, True),
    ("probability of 0", ["tea"], "tea", {"probability": 0}, False),
    ("probability of 100", ["tea"], "tea", {"probability": 100}, True),
    ("another trigger", ["tea"], "tea", {"triggers": ("quiet",)}, False),
    ("this trigger", ["tea"], "tea", {"triggers": ("quiet", "normal")}, True),
    ("for this character", ["tea"], "tea", {"character_names": ("ember",)}, True),
    ("for another character", ["tea"], "tea", {"character_names": ("Ash",)}, False),
    (
        "for all but this character",
        ["tea"],
        "tea",
        {"character_names": ("Ember",), "characters_excluded": True},
        False,
    ),
    (
        "for all but another",
        ["tea"],
        "tea",
        {"character_names": ("Ash",), "characters_excluded": True},
        True,
    ),
    ("for this tag", ["tea"], "tea", {"character_tags": ("Witch",)}, True),
    ("for another tag", ["tea"], "tea", {"character_tags": ("elf",)}, False),
    ("too early", ["tea"], "tea", {"delay": 2}, False),
    ("late enough", ["tea"], "tea", {"delay": 1}, True),
    ("only by recursion", ["tea"], "tea", {"delay_until_recursion": 1}, False),
    ("@@activate", [], "anything", {"content": "@@activate\nabout"}, True),
    ("@@dont_activate", ["tea"], "tea", {"content": "@@dont_activate\nabout"}, False),
    ("both", [], "x", {"content": "@@dont_activate\n@@activate\nabout"}, True),
    (
        "@@dont_activate beats constant",
        [],
        "x",
        {"content": "@@dont_activate\na", "constant": True},
        False,
    ),
    (
        "its additional keys",
        ["tea"],
        "tea and milk",
        {"content": "@@additional_keys milk\na"},
        True,
    ),
    ("not its additional keys", ["tea"], "tea", {"content": "@@additional_keys milk\na"}, False),
    ("an excluded key", ["tea"], "tea and milk", {"content": "@@exclude_keys rum, milk\na"}, False),
    ("no excluded key", ["tea"], "tea", {"content": "@@exclude_keys rum, milk\na"}, True),
    ("macros in a key", ["{{char}}'s cup"], "Ember's cup", {}, True),
    ("macros in a pattern", ["/^.*{{char}}.?s cup/m"], "now Ember's cup", {}, True),
    ("scan depth of 0", ["tea"], "tea", {"scan_depth": 0}, False),
]


@pytest.mark.parametrize(
    ("keys", "said", "fields", "comes"), [row[1:] for row in KEYS], ids=[row[0] for row in KEYS]
)
def test_one_entry_after_one_message(keys, said, fields, comes):
    """It is in, or it is not."""
    found = run(
        [entry("it", *keys, **fields)],
        said,
        character="Ember",
        tags=("witch",),
        expand=lambda text: text.replace("{{char}}", "Ember"),
    )
    assert names(found) == (["it"] if comes else [])


@pytest.mark.parametrize(
    ("logic", "said", "comes"),
    [
        (LoreLogic.AND_ANY, "tea", False),
        (LoreLogic.AND_ANY, "tea milk", True),
        (LoreLogic.AND_ANY, "milk rum", False),
        (LoreLogic.AND_ALL, "tea milk", False),
        (LoreLogic.AND_ALL, "tea milk rum", True),
        (LoreLogic.NOT_ANY, "tea", True),
        (LoreLogic.NOT_ANY, "tea milk", False),
        (LoreLogic.NOT_ALL, "tea milk", True),
        (LoreLogic.NOT_ALL, "tea milk rum", False),
    ],
)
def test_secondary_keys(logic, said, comes):
    """A primary key must be there, and then what the logic says."""
    found = run([entry("it", "tea", secondary_keys=("milk", "rum"), logic=logic)], said)
    assert names(found) == (["it"] if comes else [])


@pytest.mark.parametrize(
    ("where", "depth", "comes"),
    [
        ("settings", 1, False),
        ("settings", 2, True),
        ("book", 1, False),
        ("book", 3, True),
        ("entry", 1, False),
        ("entry", 2, True),
    ],
)
def test_scan_depth_of_settings_book_and_entry(where, depth, comes):
    """The entry's own word is the last, then its book's."""
    settings = ActivationSettings(scan_depth=depth if where == "settings" else 1)
    own = {"scan_depth": depth} if where == "entry" else {}
    of_book = {"scan_depth": depth} if where == "book" else {}
    found = run([book(entry("it", "tea", **own), **of_book)], "tea", "hello", settings=settings)
    assert names(found) == (["it"] if comes else [])


def test_names_can_be_left_out_of_the_text():
    """Then a speaker's name brings nothing."""
    settings = ActivationSettings(include_names=False)
    assert names(run([entry("it", "rowan")], "hello", settings=settings)) == []


def test_a_plain_key_does_not_reach_over_two_messages():
    """A pattern may."""
    entries = [entry("plain", "hello there"), entry("pattern", r"/there\s+\x01Rowan: hello/")]
    assert names(run(entries, "hello", "there")) == ["pattern"]


def test_a_text_of_the_card_is_looked_through_for_entries_that_ask_for_it():
    """At any scan depth."""
    entries = [
        entry("asks", "tower", sources=frozenset({LoreSource.SCENARIO}), scan_depth=0),
        entry("does not", "tower"),
    ]
    found = run(entries, "hello", sources={LoreSource.SCENARIO: "a Tower by the sea"})
    assert names(found) == ["asks"]


CHAIN = (entry("a", "tea", content="kettle"), entry("b", "kettle", content="stove"),
         entry("c", "stove", content="wood"))  # fmt: skip
RECURSIVE = ActivationSettings(recursion=True)


def test_what_an_entry_says_brings_others():
    """Step by step; without recursion it does not."""
    found = run(CHAIN, "tea", settings=RECURSIVE)
    assert [(o.entry.title, o.step, o.because) for o in found.entries] == [
        ("a", 0, "key 'tea'"), ("b", 1, "key 'kettle'"), ("c", 2, "key 'stove'"),
    ]  # fmt: skip
    assert names(run(CHAIN, "tea", settings=ActivationSettings(recursion=False))) == ["a"]


def test_guards_of_recursion():
    """Most steps; what tells nobody; what hears nobody; a book that says otherwise."""
    a, _, c = CHAIN
    two = ActivationSettings(recursion=True, max_recursion=2)
    assert names(run(CHAIN, "tea", settings=two)) == ["a", "b"]
    dumb = entry("b", "kettle", content="stove", prevent_recursion=True)
    assert names(run([a, dumb, c], "tea", settings=RECURSIVE)) == ["a", "b"]
    deaf = entry("b", "kettle", content="stove", exclude_recursion=True)
    assert names(run([a, deaf, c], "tea", settings=RECURSIVE)) == ["a"]
    assert names(run([book(*CHAIN, recursive=False)], "tea", settings=RECURSIVE)) == ["a"]
    off = ActivationSettings(recursion=False)
    assert names(run([book(*CHAIN, recursive=True)], "tea", settings=off)) == ["a", "b", "c"]


def test_levels_of_delay_until_recursion():
    """The first level waits for a recursion; the others come when nothing else does."""
    entries = [entry("a", "tea"), entry("one", "tea", delay_until_recursion=1),
               entry("two", "tea", delay_until_recursion=2)]  # fmt: skip
    found = run(entries, "tea", settings=RECURSIVE)
    assert [(o.entry.title, o.step) for o in found.entries] == [("a", 0), ("one", 1), ("two", 3)]


def test_older_messages_are_looked_at_until_enough_entries_are_in():
    """And not further."""
    entries = [entry("old", "tea"), entry("older", "rum"), entry("oldest", "milk")]
    settings = ActivationSettings(scan_depth=1, min_activations=2)
    said = ("milk", "rum", "tea", "hello")
    assert names(run(entries, *said, settings=settings)) == ["old", "older"]
    settings = ActivationSettings(scan_depth=1, min_activations=2, max_depth=2)
    assert names(run(entries, *said, settings=settings)) == ["old"]


def test_the_higher_the_order_the_nearer_to_the_end():
    """Entries of one order stay as in the book."""
    entries = [entry("b", "tea", order=20), entry("c", "tea", order=20), entry("a", "tea", order=5)]
    assert names(run(entries, "tea")) == ["a", "b", "c"]


LONG = "word " * 100


def test_the_budget_ends_with_the_first_that_does_not_fit():
    """The highest order is served first; nothing smaller slips in; who ignores it is in."""
    entries = [
        entry("small", "tea", order=1, content="x"),
        entry("free", "tea", order=2, content=LONG, ignore_budget=True),
        entry("long", "tea", order=3, content=LONG),
        entry("first", "tea", order=4, content="x"),
    ]
    found = run(entries, "tea", settings=ActivationSettings(budget_tokens=50))
    assert names(found) == ["free", "first"]
    assert reasons(found) == dict.fromkeys(("long", "small"), "the budget of 50 tokens is used up")
    assert found.is_over_budget


def test_a_book_has_a_budget_of_its_own():
    """Other books do not pay for it."""
    books = [
        book(entry("a", "tea", content=LONG), entry("b", "tea", content="x"), token_budget=20),
        book(entry("c", "tea", content=LONG)),
    ]
    found = run(books, "tea")
    assert names(found) == ["c"]
    assert reasons(found)["b"] == "the book's budget of 20 tokens is used up"


@pytest.mark.parametrize(
    ("strategy", "winner"),
    [
        (Strategy.CHARACTER_FIRST, "own"),
        (Strategy.GLOBAL_FIRST, "world"),
        (Strategy.EVENLY, "world"),
    ],
)
def test_whose_book_is_served_first(strategy, winner):
    """The character's, the others', or by order alone."""
    books = [
        book(entry("world", "tea", order=9, content=LONG)),
        book(entry("own", "tea", order=1, content=LONG), of_character=True),
    ]
    settings = ActivationSettings(budget_tokens=150, strategy=strategy)
    assert names(run(books, "tea", settings=settings)) == [winner]


def test_of_a_group_one_comes_in():
    """By override and order; by score; else drawn by weight."""
    by_override = [
        entry("a", "tea", groups=("g",), group_override=True, order=1),
        entry("b", "tea", groups=("g",), group_override=True, order=2),
        entry("c", "tea", groups=("g",), order=3),
    ]
    assert names(run(by_override, "tea")) == ["b"]
    by_score = [
        entry("one", "tea", groups=("g",), group_scoring=True, group_weight=1_000_000),
        entry("two", "tea", "milk", groups=("g",), group_scoring=True, group_weight=1),
    ]
    assert names(run(by_score, "tea milk")) == ["two"]
    by_weight = [
        entry("light", "tea", groups=("g",), group_weight=0),
        entry("heavy", "tea", groups=("g",), group_weight=5),
    ]
    found = run(by_weight, "tea")
    assert names(found) == ["heavy"]
    assert reasons(found) == {"light": "another entry of the group 'g' is in"}


def test_a_group_that_has_somebody_takes_nobody_in_a_later_step():
    """Whatever brings them."""
    entries = [
        entry("a", "tea", groups=("g",), content="kettle"),
        entry("b", "kettle", groups=("g",)),
    ]
    assert names(run(entries, "tea", settings=RECURSIVE)) == ["a"]


def test_chance_falls_the_same_way_each_time_and_another_by_another_seed():
    """A half of a hundred entries is some of them."""
    entries = [entry(str(n), "tea", probability=50) for n in range(100)]
    wide = {"budget_tokens": 100_000}
    first, again = (
        names(run(entries, "tea", settings=ActivationSettings(**wide))) for _ in range(2)
    )
    other = names(run(entries, "tea", settings=ActivationSettings(**wide, seed=1)))
    assert first == again
    assert first != other
    assert 20 < len(first) < 80


def test_why_an_entry_nearly_came():
    """Each with its own reason; what no key brought is not mentioned."""
    found = run(
        [
            entry("never", "rum"),
            entry("needs milk", "tea", secondary_keys=("milk",)),
            entry("unlucky", "tea", probability=0),
            entry("early", "tea", delay=9),
        ],
        "tea",
    )
    why = reasons(found)
    assert why.pop("unlucky").startswith("probability 0 %: the roll was ")
    assert why == {
        "needs milk": "key 'tea' was found, but none of its secondary keys",
        "early": "delay: not before 9 messages",
    }


def test_a_key_that_cannot_be_looked_for_is_named():
    """With the reason, and without an error; the other keys are as good as before."""
    found = run([entry("it", "sword", "/(/", secondary_keys=("/a{9999}/", "a"))], "a sword")
    assert names(found) == ["it"]
    assert found.problems == {
        "/(/": "a parenthesis is not closed",
        "/a{9999}/": "the repeat {9999} is out of order, or over 1000",
    }


def test_an_entry_of_two_books_speaks_up_once():
    """A card's book and the World Info of its name are one at home; twins in one book stay."""
    of_card = book(entry("a", "tea"), entry("b", "tea"), of_character=True)
    alone = LoreBook("twin", "lore/twin", (entry("a", "tea"), entry("b", "tea", order=7)))
    assert sorted(names(run([of_card, alone], "tea"))) == ["a", "b", "b"]
    twins = book(entry("a", "tea"), replace(entry("a", "tea"), path="lore/a2.md"))
    assert names(run([twins], "tea")) == ["a", "a"]
