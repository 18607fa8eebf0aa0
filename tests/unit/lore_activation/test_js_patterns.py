"""Patterns of JavaScript mean what they mean at home, and end in time."""

from __future__ import annotations

import time

import pytest
import regex

from familiar_memory.errors import PatternError
from familiar_memory.lore.activation.key import PatternTime, key_of
from familiar_memory.lore.js_regex.js_pattern import delimited, translate

MEANS = [
    (r"\d", "", "5", True),
    (r"^\d$", "", "٣", False),
    (r"^\w$", "", "é", False),
    (r"^[^\W]$", "", "é", False),
    (r"^[\w-]$", "", "-", True),
    (r"^[\w-z]+$", "", "-z", True),
    (r"^\s$", "", "\ufeff", True),
    (r"^\S$", "", "\ufeff", False),
    (r"\bcafé\b", "i", "CAFÉ", False),
    (r"café", "i", "CAFÉ!", True),
    (r"страж", "i", "СТРАЖ", True),
    (r"\bking\b", "i", "a KING.", True),
    (r"a$", "", "a\n", False),
    (r"a$", "m", "a\nb", True),
    (r"^b", "", "a\nb", False),
    (r"^b", "m", "a\nb", True),
    (r"a.b", "", "a\nb", False),
    (r"a.b", "s", "a\nb", True),
    (r"a.b", "", "a\x85b", True),
    (r"a[^]b", "", "a\nb", True),
    (r"a[]b", "", "ab", False),
    (r"a\/b", "", "a/b", True),
    (r"\u0041", "", "A", True),
    (r"\u{1F600}", "u", "😀", True),
    (r"\ud83d\ude00", "", "😀", True),
    (r"^u{3}$", "", "uuu", True),
    (r"\cA", "", "\x01", True),
    (r"^\a$", "", "a", True),
    (r"(?<thing>a)\k<thing>", "", "aa", True),
    (r"(?<$x>a)\k<$x>", "", "aa", True),
    (r"(?:(a)|b)\1c", "", "bc", True),
    (r"(a)\1", "", "ab", False),
    (r"\1(a)", "", "a", True),
    (r"(?<=a{1,3})b", "", "aab", True),
    (r"(?<!a)b", "", "ab", False),
    (r"(?=ab)a", "", "ab", True),
    (r"x{,3}", "", "x{,3}", True),
    (r"a{2}", "", "aa", True),
    (r"a{b", "", "a{b", True),
    (r"[[a]", "", "[", True),
    (r"^[a&&b]$", "", "&", True),
    (r"(?:a){e<=1}", "", "b", False),
    (r"[\b]", "", "\b", True),
    (r"\p{Lu}", "u", "É", True),
    (r"^p\{Lu\}$", "", "p{Lu}", True),
    (r"b", "y", "ab", False),
    (r"a", "y", "ab", True),
    (r"a+?b", "", "aab", True),
    (r"]", "", "]", True),
    (r"", "", "x", True),
    ("a#b c", "", "a#b c", True),
]


@pytest.mark.parametrize(("pattern", "flags", "text", "found"), MEANS)
def test_what_a_pattern_finds(pattern, flags, text, found):
    """As in a browser."""
    translated = translate(pattern, flags)
    compiled = regex.compile(translated.source, translated.flags)
    look = compiled.match if translated.is_sticky else compiled.search
    assert (look(text) is not None) is found


@pytest.mark.parametrize(
    ("pattern", "flags", "why"),
    [
        ("(", "", "a parenthesis is not closed"),
        (")", "", "a parenthesis is closed that was not opened"),
        ("[a", "", "a bracket is not closed"),
        ("*a", "", "there is nothing to repeat"),
        ("a++", "", "a repeat is repeated"),
        ("a**", "", "a repeat is repeated"),
        ("(?>a)", "", "it has a kind of group that JavaScript does not know"),
        ("(?P<n>a)", "", "it has a kind of group that JavaScript does not know"),
        ("(?R)", "", "it has a kind of group that JavaScript does not know"),
        ("(?<a>.)(?<a>.)", "", "two groups are called a"),
        (r"(?<a>.)\k<b>", "", "it refers to a group that is not there"),
        ("a{5,2}", "", "the repeat {5,2} is out of order, or over 1000"),
        ("(((a{1000}){1000}){1000})", "", "it repeats too much"),
        ("a\\", "", "it ends in a backslash"),
        ("a", "ii", "a flag is given twice: ii"),
        ("a" * 1001, "", "it has 1001 characters, and 1000 is the most"),
        ("(" * 60 + ")" * 60, "", "its groups are more than 50 deep"),
    ],
)
def test_what_is_refused_and_why(pattern, flags, why):
    """The reason is in plain words."""
    with pytest.raises(PatternError) as refused:
        translate(pattern, flags)
    assert refused.value.problem == why


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("swords?", ("sword",)),
        (r"\b(?:king|queen)s?\b", ("king", "queen")),
        ("a|queen", None),
        ("(?:dragon)?", None),
        ("(?=dragon)x+y", None),
        (r"x*dragon\d+", ("dragon",)),
        ("[abc]dragon", ("dragon",)),
        ("ab+c", ("ab",)),
        ("a{2}", None),
        (r"\x01Bob", ("Bob",)),
    ],
)
def test_the_words_that_every_match_holds(pattern, needs):
    """Or none where nothing can be told."""
    assert translate(pattern).needs == needs


def test_a_key_in_slashes():
    """Pattern and flags; with a slash inside it is plain text."""
    assert delimited("/a/gi") == ("a", "gi")
    assert delimited(r"/a\/b/") == (r"a\/b", "")
    assert [delimited(key) for key in ("/a/b/", "a", "//", "/a/x", "a/b/")] == [None] * 5


@pytest.mark.parametrize(
    "pattern",
    [
        "/(a+)+$/",
        "/((a{1,30}){1,30})+x/",
        "/^(([a-z])+.)+[A-Z]([a-z])+$/",
        r"/(.*)*(.*)*(.*)*\1x/",
        "/(?:a?){900}a{900}b/",
        r"/(?=(a+)+$)b|(a|aa)+$/",
    ],
)
def test_a_vicious_pattern_ends_and_is_not_run_for_ever(pattern):
    """Each time within its bound; after three strikes it is left alone."""
    key = key_of(pattern, case_sensitive=False, whole_words=False, is_pattern=False)
    assert key.pattern is not None
    text = "a" * 4_000 + "!"
    began = time.perf_counter()
    results = [key.pattern.look(text, PatternTime(0.03, 0.08, time.perf_counter)) for _ in range(5)]
    assert time.perf_counter() - began < 2
    assert [found for found, _ in results] == [False] * 5
    slow = "it takes too long: it is not looked for any more"
    assert {why for _, why in results} in ({""}, {"it took too long", slow})
