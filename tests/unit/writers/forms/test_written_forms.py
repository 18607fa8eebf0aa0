"""Forms that are data: how people write them, what guards them, and answers in a word or two."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.written import table_forms
from familiar_memory.writers.statements.answers import find_answers


def facts(said: str) -> list[str]:
    """The facts of a message as lines."""
    return [f"{one.predicate}:: {one.object}" for one in find_statements(said)]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("i dont eat meat", ["diet:: no meat"]),
        ("im from canada", ["from_place:: canada"]),
        ("I got a new puppy, his name is Bagel", ["has_pet:: puppy called Bagel"]),
        (
            "I have two cats, Miso and Ramen",
            ["has_pet:: two cats", "has_pet:: cat called Miso", "has_pet:: cat called Ramen"],
        ),
        ("we adopted a kitten. her name is Luna", ["has_pet:: kitten called Luna"]),
        ("I've got an older brother and I miss him", ["sibling_of:: an older brother"]),
        ("im not a fan of olives", ["dislikes:: olives"]),
        ("Autumn is my favorite season", ["likes:: Autumn"]),
        ("ive been to Japan twice", ["traveled_to:: Japan"]),
        ("I'm majoring in biology", ["studies:: biology"]),
        (
            "I'm taking Biology, Business and Society, and Power, Influence, and Change.",
            [
                "studies:: Biology",
                "studies:: Business and Society",
                "studies:: Power, Influence, and Change",
            ],
        ),
        ("I joined a climbing club last week", ["member_of:: climbing club"]),
        ("I signed up for a pottery class", ["learning:: pottery"]),
        (
            "I'm using Django 5.1 and Redis 7.2, is that ok?",
            ["uses:: Django 5.1", "uses:: Redis 7.2"],
        ),
        ("We've decided against microservices", ["decided:: no microservices"]),
        ("I've completed the login page", ["completed:: login page"]),
        ("My goal is to run a marathon", ["goal:: run a marathon"]),
        ("I'm vegan, what can I order?", ["diet:: vegan"]),
    ],
)
def test_what_people_really_write(said: str, found: list[str]) -> None:
    """Lower case, no apostrophes, names of animals, projects, and what stands before a question."""
    assert facts(said) == found


@pytest.mark.parametrize(
    "said",
    [
        "I'm considering using Sass 1.56",
        "Should I use Redis 7.2?",
        "I've never used Rust 1.75",
        "If we adopted a kitten, her name would be Luna",
        "My boss says I'm from canada",
        "I don't like it",
        "we love playing “Hollow Knight” together",
        "My goal is to do it",
        "I'm from the future",
        "is blue my favorite color?",
    ],
)
def test_what_is_not_so_is_no_fact(said: str) -> None:
    """What is considered, asked, denied, supposed, claimed by others or cut in half is no fact."""
    assert facts(said) == []


@pytest.mark.parametrize(
    ("question", "answer", "found"),
    [
        ("Where are you from?", "Houston", ["from_place:: Houston"]),
        ("where do you live?", "oh just Lisbon", ["lives_in:: Lisbon"]),
        ("What's your favorite food?", "ramen!", ["favorite_food:: ramen"]),
        ("So do you have any pets?", "yes, two cats", ["has_pet:: two cats"]),
        ("What do you do for work?", "a nurse", ["job_title:: nurse"]),
        ("どこに住んでいますか？", "京都", ["lives_in:: 京都"]),
        ("Where are you from?", "Wow, why do you ask?", []),
        ("Where are you from?", "not telling you", []),
        ("How are you?", "Houston", []),
    ],
)
def test_an_answer_states_what_was_asked(question: str, answer: str, found: list[str]) -> None:
    """A short answer states what it was asked, and nothing where it does not answer."""
    assert [f"{one.predicate}:: {one.object}" for one in find_answers(question, answer)] == found


def test_every_row_has_a_predicate_of_the_vocabulary() -> None:
    """A row of a language's table that names no predicate of ours would write an unknown field."""
    assert {form.predicate for form in table_forms()} <= set(SHIPPED)
