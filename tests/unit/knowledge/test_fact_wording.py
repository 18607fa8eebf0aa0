"""Facts as sentences: every shipped predicate with the objects that people have, as a table."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex
from processor import work

from familiar_memory.knowledge.fact_wording import (
    RULE,
    UNSAID,
    YOU,
    SentenceSubject,
    has_wording,
    worded,
)
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.predicate_words import object_of, predicate_of
from familiar_memory.knowledge.predicates import SHIPPED

_TABLE = Path(__file__).with_name("sentences_of_facts.txt")
_ROWS = [
    row.split(" | ") for row in _TABLE.read_text("utf-8").splitlines() if not row.startswith("#")
]
_ROWAN = SentenceSubject.named("Rowan")


@pytest.mark.parametrize("row", _ROWS, ids=[row[0] for row in _ROWS])
def test_a_fact_is_said_as_people_say_it(row: list[str]) -> None:
    """As it holds and as it held, behind a name; and to whom it is about."""
    fact, *expected = row
    said = predicate_of(fact), object_of(fact)
    assert [worded(*said), worded(*said, is_past=True), worded(*said, YOU)] == expected


@pytest.mark.parametrize("language", sorted(language_tables(RULE)))
def test_the_table_holds_every_form_of_every_shipped_predicate(language: str) -> None:
    """In each language that has sentences; none is left untested."""
    forms = language_tables(RULE)[language]["facts"]
    assert list(forms) == list(SHIPPED)
    script = language_tables(RULE)["ja"]["script"]
    tested = {
        (predicate_of(row[0]), row[1])
        for row in _ROWS
        if bool(regex.search(script, row[0])) == (language == "ja")
    }
    for predicate, of_predicate in forms.items():
        sentences = [said for name, said in tested if name == predicate]
        assert len(sentences) >= len(of_predicate), predicate


@pytest.mark.parametrize(
    ("subject", "works", "birthday"),
    [
        (UNSAID, "works at Acme", "their birthday is 1 March"),
        (_ROWAN, "Rowan works at Acme", "Rowan's birthday is 1 March"),
        (YOU, "you work at Acme", "your birthday is 1 March"),
    ],
)
def test_a_sentence_agrees_with_whom_it_is_about(
    subject: SentenceSubject, works: str, birthday: str
) -> None:
    """A name, "they", "you", or nothing behind a name."""
    assert worded("works_at", "Acme", subject) == works
    assert worded("birthday", "1 March", subject) == birthday


@pytest.mark.parametrize(
    ("subject", "works", "birthday"),
    [
        (UNSAID, "銀行で働いている", "誕生日は三月"),
        (_ROWAN, "Rowanは銀行で働いている", "Rowanの誕生日は三月"),
        (YOU, "あなたは銀行で働いている", "あなたの誕生日は三月"),
    ],
)
def test_a_japanese_sentence_has_its_subject_too(
    subject: SentenceSubject, works: str, birthday: str
) -> None:
    """With the particles of Japanese."""
    assert worded("works_at", "銀行", subject) == works
    assert worded("birthday", "三月", subject) == birthday


def test_the_term_stands_behind_the_sentence() -> None:
    """In the language of the sentence."""
    assert worded("works_at", "Acme", since="2024") == "works at Acme (since 2024)"
    assert worded("works_at", "Acme", until="2026-03") == "works at Acme (until 2026-03)"
    held = worded("works_at", "Acme", _ROWAN, is_past=True, since="2024", until="2026-03")
    assert held == "Rowan used to work at Acme (from 2024 until 2026-03)"
    assert worded("works_at", "銀行", since="2024") == "銀行で働いている（2024から）"
    both = worded("works_at", "銀行", since="2024", until="2026")
    assert both == "銀行で働いている（2024から2026まで）"


def test_a_name_that_looks_like_a_place_of_a_sentence_stays_a_name() -> None:
    """What people call themselves, and what they say, fills no place."""
    odd = SentenceSubject.named("<object> {kin}")
    assert worded("works_at", "<own> {kin}", odd) == "<object> {kin} works at <own> {kin}"


def test_only_predicates_of_a_table_have_a_wording() -> None:
    """A field of somebody's own is no fact."""
    assert has_wording("works_at")
    assert not has_wording("rating")


@pytest.mark.parametrize("sign", ["a ", "a", "(", "（", "called ", "er ", "ing", "two ", "son "])
@pytest.mark.parametrize("predicate", sorted(SHIPPED))
def test_an_endless_object_costs_nothing(predicate: str, sign: str) -> None:
    """A line that a person wrote may have any length."""
    with work() as wording:
        worded(predicate, sign * (200 // len(sign)))
        worded(predicate, sign * 20_000)
    assert wording.seconds < 1
