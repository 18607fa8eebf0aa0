"""Which topics a sentence names."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.maintenance.curation.shown.subjects import TopicNames
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore


@pytest.fixture
def names(tmp_path: Path) -> TopicNames:
    """Of some topics, one of them in two spellings."""
    store = MemoryStore(tmp_path)
    for name in ("Night-market", "night_market", "night", "market", "C++", "Straße", "Go", "Tea's"):
        store.write_file(f"topics/{name}.md", f"# {name}\n")
    return TopicNames.read(store, TreeRegister(store))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("At the NIGHT  market.", ["Night-market", "market", "night", "night_market"]),
        ("A night by the market", ["market", "night"]),
        ("Nights, supermarkets and tonight", []),
        ("We write C++, not C+++", ["C++"]),
        ("In der STRAßE", ["Straße"]),
        ("Go", []),
        ("Tea's cold", ["Tea's"]),
        ("", []),
    ],
)
def test_a_name_is_found_as_whole_words_in_any_case(
    names: TopicNames, text: str, named: list[str]
) -> None:
    """Also one that stands in another, or is its beginning."""
    found = {key.removeprefix("topics/").removesuffix(".md") for key in names.named_in(text)}
    assert sorted(found) == named


def test_without_topics_nothing_is_named(tmp_path: Path) -> None:
    """And no pattern is made."""
    store = MemoryStore(tmp_path)
    assert list(TopicNames.read(store, TreeRegister(store)).named_in("night")) == []


def test_topics_are_known_beyond_what_a_search_shows(tmp_path: Path) -> None:
    """The cap of searches is for whoever reads what they find; folders below are none of them."""
    store = MemoryStore(tmp_path, limits=Limits(max_results=1))
    for name in ("kettles", "market", "old/attic"):
        store.write_file(f"topics/{name}.md", f"# {name}\n")
    named = TopicNames.read(store, TreeRegister(store)).named_in("A market of kettles in the attic")
    assert sorted(named) == ["topics/kettles.md", "topics/market.md"]
