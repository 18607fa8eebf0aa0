"""Whom links and names mean to a viewer: an alias is for those who may know it."""

from __future__ import annotations

from familiar_memory.domain.memory.source import Origin
from familiar_memory.index.entity_values import EntityNote
from familiar_memory.inspection.knowledge.graph.names import EntityNames, leads

BEX, CAT = "people/discord-7.md", "topics/cat.md"


def _names(where: dict[str, str], *known: str) -> EntityNames:
    """Names of a viewer who knows lines of these notes; `where` links lead by the register."""
    notes = {key: EntityNote(key, "", None, (), (), Origin("memory", key, None)) for key in known}
    led = leads(lambda target: where.get(target, target), lambda key: f"people/{key[-4:]}")
    return EntityNames.of(notes, (), {}, led)


def test_a_link_that_says_the_key_leads_to_a_note_that_is_known() -> None:
    """And to none of which the viewer knows no line."""
    names = _names({}, BEX)
    assert names.of_link(BEX) == BEX
    assert names.of_link(CAT) is None


def test_a_link_by_an_alias_leads_those_who_may_know_the_alias() -> None:
    """That the register knows whose it is says nothing to others."""
    assert _names({"people/bex.md": BEX}, BEX).of_link("people/bex.md") is None
    assert _names({}, BEX, CAT).of_link("x/cat.md") == CAT
