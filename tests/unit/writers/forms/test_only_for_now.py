"""What sounds over, and is so only for now, in part, or in a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from familiar_memory.knowledge.languages import table_patterns
from familiar_memory.writers.forms import for_now
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.form import Stance


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language whose file says little of it."""
    table = {"de": {"limited": [r"\s+nur\s+montags\b"], "until": r"\bbis\s+Montag\b"}}
    monkeypatch.setattr(table_patterns, "language_tables", lambda name: table)
    for_now._rules.cache_clear()
    yield
    for_now._rules.cache_clear()


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("I used to live in Hull until 2019", ["Hull"]),
        ("I used to live in Hull until March", ["Hull"]),
        ("I worked at Acme until June", ["Acme"]),
        ("I no longer work at Acme", ["Acme"]),
        ("I no longer work at Acme until Monday", []),
        ("I no longer work at Acme in my dreams", []),
        ("I no longer work at Acme. I'm back on Monday.", []),
        ("I no longer work at Acme. My mum is back on Monday.", ["Acme"]),
        ("I no longer work at Acme! Tom is off until Friday.", ["Acme"]),
        ("I no longer work at Acme. 10 minutes later I had a new job.", ["Acme"]),
    ],
)
def test_until_when_something_was_is_its_end(said: str, ended: list[str]) -> None:
    """And until when it is not so is none."""
    found = [one.object for one in find_statements(said) if one.stance is Stance.ENDED]
    assert found == ended


@pytest.mark.parametrize(
    ("behind", "is_so"),
    [(" nur montags", True), (" bis Montag", True), (" für immer", False)],
)
def test_a_language_may_say_some_of_it(german: None, behind: str, is_so: bool) -> None:
    """Whatever keys its file leaves out."""
    said = "Ich arbeite nicht mehr bei Acme"
    assert for_now.is_only_for_now(f"{said}{behind}", 0, len(said)) is is_so
