"""Which fact took the place of which: as lines say it, else as their times do."""

from __future__ import annotations

import pytest
from stored_facts import stored_fact

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.inspection.knowledge.dated import DatedFact
from familiar_memory.inspection.knowledge.succession import succession
from familiar_memory.knowledge.predicates import SHIPPED

KEY = "people/discord-7.md"
OLD, NEW = RecordName(KEY, "old"), RecordName(KEY, "new")


def _fact(name: str, learned: str, predicate: str = "works_at", **more: object) -> DatedFact:
    said = {"predicate": predicate, "object": name, "learned": learned, "record_id": name}
    return DatedFact.of(stored_fact(**(said | more)))


NOW = _fact("new", "2026-02-01")


@pytest.mark.parametrize(
    "old",
    [
        pytest.param(
            _fact("old", "2026-01-01", retired=True, valid_until="2026-02-01"), id="by its time"
        ),
        pytest.param(_fact("old", "2026-01-01", "likes", retired=True, into="new"), id="into"),
        pytest.param(
            _fact(
                "old",
                "2026-01-01",
                retired=True,
                valid_until="2026-02-01",
                author="discord-7",
                audience="discord-lantern.tavern",
            ),
            id="said in a room, ended by the owner",
        ),
    ],
)
def test_a_fact_takes_the_place_of_another(old: DatedFact) -> None:
    """One that ended where it begins, or that says what it went into."""
    found = succession((old, NOW), SHIPPED)
    assert (found.after, found.before) == ({OLD: NEW}, {NEW: OLD})


def test_a_line_says_what_it_replaces() -> None:
    """Whatever the times are."""
    told = _fact("new", "2026-02-01", "likes", replaces="old")
    found = succession((_fact("old", "2026-03-01", "likes"), told), SHIPPED)
    assert found.after == {OLD: NEW}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            _fact("old", "2026-01-01", retired=True, valid_until="2026-02-01"),
            _fact("new", "2026-02-01", retired=True),
            id="what was wrong took nobody's place",
        ),
        pytest.param(
            _fact("old", "2026-01-01", retired=True, valid_until="2026-02-01"),
            _fact("new", "2026-02-01", author="discord-8"),
            id="another speaker",
        ),
        pytest.param(
            _fact("old", "2026-01-01", "likes", retired=True, valid_until="2026-02-01"),
            _fact("new", "2026-02-01", "likes"),
            id="both may hold",
        ),
        pytest.param(_fact("old", "2026-01-01", retired=True, into="gone"), NOW, id="unknown"),
    ],
)
def test_what_took_nobodys_place(old: DatedFact, new: DatedFact) -> None:
    """Nothing is guessed."""
    assert succession((old, new), SHIPPED).after == {}


@pytest.mark.parametrize("written", ["people/Bex#^new", "people/Bex.md#^new"])
def test_a_line_may_lead_to_a_record_of_another_note(written):
    """By what its file is called, which need not be its key; so both ways."""
    key = "people/discord-9.md"
    new = _fact("new", "2026-02-01", key=key)
    led = {"people/Bex.md": key}.__getitem__
    gone = _fact("old", "2026-01-01", retired=True, valid_until="2026-02-01", into=written)
    found = succession([gone, new], SHIPPED, led)
    assert found.after == {OLD: RecordName(key, "new")}
    told = _fact("later", "2026-03-01", replaces=written)
    assert succession([told, new], SHIPPED, led).before == {told.name: RecordName(key, "new")}
