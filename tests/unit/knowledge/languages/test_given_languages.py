"""Files of languages that an operator adds: what is put together, and what is wrong in one."""

from __future__ import annotations

from typing import Any

import pytest

from familiar_memory.knowledge.languages.accepted import TABLES, TRIM_NAMES
from familiar_memory.knowledge.languages.given import LanguageFile, with_given
from familiar_memory.knowledge.languages.shipped import _shipped, language_tables
from familiar_memory.writers.forms.written import TRIMS

_SHIPPED: dict[str, dict[str, Any]] = {
    "en": {"forms": {"words": {"a": "x"}, "rows": [1]}, "worth": {"self": "i", "empty": ["hi"]}}
}


def _problems(content: str, name: str = "de.toml") -> list[tuple[str, str]]:
    tables, problems = with_given(_SHIPPED, [LanguageFile(name, content.encode())])
    assert tables == _SHIPPED
    return [(one.file, one.problem) for one in problems]


def test_a_new_language_is_made_of_its_files() -> None:
    """Several are one language."""
    files = [
        LanguageFile("de.toml", b'[worth]\nempty = ["hallo"]'),
        LanguageFile("de.names.toml", b'[names]\ntold = ["ich bin <Name>"]'),
    ]
    tables, problems = with_given(_SHIPPED, files)
    assert problems == ()
    assert tables == _SHIPPED | {
        "de": {"worth": {"empty": ["hallo"]}, "names": {"told": ["ich bin <Name>"]}}
    }


def test_a_language_that_comes_along_is_added_to() -> None:
    """Lists are added to, texts replace, and the rest stays."""
    given = b'[worth]\nself = "we"\nempty = ["yo"]\n[forms]\nwords = { b = "y" }'
    tables, problems = with_given(_SHIPPED, [LanguageFile("en.toml", given)])
    assert problems == ()
    assert tables["en"] == {
        "forms": {"words": {"a": "x", "b": "y"}, "rows": [1]},
        "worth": {"self": "we", "empty": ["hi", "yo"]},
    }


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[worth", "is no TOML: "),
        ("[wort]\na = 1", "[wort] is no table of a language; accepted: forms, statements, worth"),
        ("worth = 1", "worth is no table; [worth] is accepted"),
        ("[worth]\nempti = 1", "[worth] empti is not known; accepted: empty, answering"),
        ('[worth]\nempty = ["(a"]', "[worth] empty: the pattern '(a' cannot be read: missing )"),
        ("[worth]\nempty = [1]", "[worth] empty: 1 is no pattern; a pattern is a text in quotes"),
        ('[threads]\ndone = "a"', "[threads] done: 'a' is no list; a list of patterns in [ ]"),
        ("[spelling]\nim = 1", "[spelling] {'im': 1} is no table of words with a text each"),
        ('[names]\ntold = ["ich (?<Name>x)"]', "[names] told: the pattern 'ich (?(?:x)x)' cannot"),
        (
            '[worth]\nempty = ["(?x) hallo # Gruß"]',
            "[worth] empty: the pattern '(?x) hallo # Gruß' cannot stand beside others: missing )",
        ),
        ('[threads]\nplans = ["ich will"]', "[threads] plans: the pattern 'ich will' has to have"),
        ('[threads]\nreports = ["ich"]', "[threads] reports: the pattern 'ich' has to have (?P<v"),
        ('[names]\ntold = ["ich"]', "[names] told: the pattern 'ich' has to have <Name>"),
        ("[facts]\nsmall = 1", "[facts] small: 1 is no list of words"),
        ("[statements]\nfewest_words = 0", "[statements] fewest_words: 0 is no number from 1"),
        ("[statements]\nlife = [1]", "[statements] life: 1 is no row; { said = …, weight = … }"),
        (
            '[statements]\nlife = [{ said = "a", weight = "b" }]',
            "[statements] life: weight: 'b' is no weight; a number such as 1.1 is accepted",
        ),
        (
            '[forms]\nrows = { said = "a" }',
            "[forms] rows: {'said': 'a'} is no list; a list of rows",
        ),
        ('[forms]\nrows = [{ said = "a" }]', "has no 'predicate'"),
        (
            '[forms]\nrows = [{ said = "a", predicate = "likes" }]',
            "[forms] rows: the pattern 'a' has to have (?P<o>…), which catches the object",
        ),
        (
            '[forms]\nrows = [{ said = "(?P<o>a)", predicate = "Likes it" }]',
            "[forms] rows: predicate: 'Likes it' is no predicate",
        ),
        (
            '[forms]\nrows = [{ said = "(?P<o>a)", predicate = "likes", trim = "none" }]',
            "[forms] rows: trim: 'none' is none of thing, taste",
        ),
        (
            '[forms]\nrows = [{ said = "(?P<o>a)", predicate = "likes", loose = 1 }]',
            "[forms] rows: loose: 1 is neither true nor false",
        ),
        (
            '[forms]\nrows = [{ said = "(?P<o>a)", predicate = "likes", trimm = "home" }]',
            "[forms] rows: 'trimm' is no key of a row; accepted: predicate, said, trim",
        ),
        (
            '[forms]\nrows = [{ said = "(?P<o>a)", predicate = "likes", template = "{x}" }]',
            "[forms] rows: the template '{x}' has 'x'; accepted: {o}",
        ),
        (
            '[forms]\nanswers = [{ asked = "wo", says = "{b}" }]',
            "[forms] answers: the template '{b}' has 'b'; accepted: {a}",
        ),
        (
            '[forms]\nwords = { a = "<b>", b = "<a>" }',
            "[forms] words: the pattern '<b>' cannot be read: its words use each other",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_is_accepted(content: str, problem: str) -> None:
    """And nothing of that language is added."""
    (found, *_) = _problems(content)
    assert found[0] == "de.toml"
    assert problem in found[1]


def test_a_file_is_named_after_a_language() -> None:
    """By its code."""
    assert _problems("", "German.toml") == [
        ("German.toml", "names no language; de.toml and de.forms.toml are accepted")
    ]


def test_one_wrong_file_leaves_the_others_of_its_language_out() -> None:
    """Half of the rules of a language may mean another thing; other languages stay."""
    files = [
        LanguageFile("de.toml", b'[worth]\nempty = ["hallo"]'),
        LanguageFile("de.names.toml", b"\xff"),
        LanguageFile("fr.toml", b'[worth]\nempty = ["salut"]'),
    ]
    tables, problems = with_given(_SHIPPED, files)
    assert [one.file for one in problems] == ["de.names.toml"]
    assert tables == _SHIPPED | {"fr": {"worth": {"empty": ["salut"]}}}


@pytest.mark.long
def test_the_files_that_come_along_are_written_as_yours_may_be() -> None:
    """So they are examples: whatever table and trim they have is accepted."""
    for code, tables in _shipped().items():
        for name in TABLES:
            kinds, table = TABLES[name], language_tables(name)[code] if name in tables else {}
            if callable(kinds):
                assert not table or list(kinds(table, {})) == [], f"{code} {name}"
                continue
            for key, value in table.items():
                found = kinds[key](value, table.get("words", {}))
                assert list(found) == [], f"{code} {name} {key}"
    assert set(TRIM_NAMES) == set(TRIMS)
