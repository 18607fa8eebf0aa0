"""`familiar facts add` in a terminal: what is missing is asked for, until it can be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from familiar_memory.interfaces.cli.memories import fact_questions
from familiar_memory.interfaces.cli.memories.fact_questions import asked_fact
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.life.memories.requests import NewFact


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch):
    """Answers to what is asked; what was asked, and what was said between."""

    def made(*answers: str) -> list[str]:
        said: Iterator[str] = iter(answers)
        shown: list[str] = []

        def prompt(question: str, *_: object, **__: object) -> str:
            shown.append(question)
            return next(said)

        monkeypatch.setattr(fact_questions.typer, "prompt", prompt)
        monkeypatch.setattr(fact_questions.typer, "echo", lambda text, **_: shown.append(text))
        return shown

    return made


def test_all_that_is_missing_is_asked_for(terminal) -> None:
    """In the order of the sentence, and since when; blanks in a predicate are underscores."""
    shown = terminal("Gus", "works at", "the boatyard", "2025-03")
    fact = asked_fact(SHIPPED, (None, None, None), (None, None), None)
    assert fact == NewFact("Gus", "works_at", "the boatyard", "2025-03", None, None)
    assert shown == [
        "Whom or what is the fact about?",
        "Which kind of fact?"
        " (works_at, lives_in, likes, dislikes, has_pet, allergic_to, birthday, …)",
        "What goes after works_at:: ?",
        "Since when? (such as 2026-02-03, 2026-02 or 2026; Enter for none)",
    ]


def test_what_is_no_predicate_and_no_date_is_asked_again(terminal) -> None:
    """With what is like it, so nothing that was answered before is lost."""
    shown = terminal("workt", "works_at", "the boatyard", "spring", "2026-02-30", "")
    fact = asked_fact(SHIPPED, ("Gus", None, None), (None, None), None)
    assert fact == NewFact("Gus", "works_at", "the boatyard")
    assert "'workt' is not a known predicate; perhaps: works_at" in shown[1]
    assert "'spring' is not a date" in shown[5]
    assert "there is no such date as '2026-02-30'" in shown[7]


def test_what_is_given_is_not_asked_for(terminal) -> None:
    """Nor since when, where nothing is missing."""
    assert terminal() == []
    fact = asked_fact(SHIPPED, ("Gus", "likes", "tea"), (None, None), None)
    assert fact == NewFact("Gus", "likes", "tea")
