"""`familiar people NAME`: whoever is meant, in whatever form the name is typed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from familiar_memory.errors import UsageError
from familiar_memory.inspection.people import KnownPerson, named_person

FILES: Any = SimpleNamespace(
    history=SimpleNamespace(authors=lambda: ()),
    register=SimpleNamespace(key_of=lambda path: path),
    index=SimpleNamespace(aliases=lambda: {"zoë": ("discord-1",), "rené": ("discord-3",)}),
)
PEOPLE = [
    KnownPerson("discord-1", ("Zoë",)),
    KnownPerson("discord-2", ("Ren\u00e9e",)),
    KnownPerson("discord-3", ("René",)),
    KnownPerson("discord-4", ("Rene",)),
    KnownPerson("discord-5", ("\u0130lker",)),
]


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        *(("Zoe", "discord-1"), ("ZOE\u0308", "discord-1"), ("rene\u0301e", "discord-2")),
        *(("René", "discord-3"), ("rene", "discord-4"), ("ilker", "discord-5"), ("Zo", None)),
    ],
)
def test_a_name_is_found_without_its_accents(typed: str, slug: str | None) -> None:
    """Who is spelled as was typed comes first."""
    person = named_person(typed, PEOPLE, FILES)
    assert (None if person is None else person.slug) == slug


def test_several_who_differ_by_accents_only_are_not_guessed() -> None:
    """Where nobody is spelled as was typed."""
    with pytest.raises(UsageError, match="several people"):
        named_person("RENÈ", PEOPLE, FILES)
