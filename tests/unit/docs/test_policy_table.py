"""docs/privacy.md says what the rule does."""

from __future__ import annotations

from pathlib import Path

import pytest

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer, permits

PRIVACY = Path(__file__).parents[3] / "docs" / "privacy.md"
TAVERN = Place("discord", "tavern", "lantern").slug
GARDEN = Place("discord", "garden", "lantern").slug
ABROAD = Place("twitch", "hall", "abroad").slug
DM = Place("discord", "42", kind=PlaceKind.DM).slug
OTHER_DM = Place("discord", "7", kind=PlaceKind.DM).slug
MODS = Place("discord", "mods", "lantern", private=True).slug
SAID = {
    "`strict`": ("strict", TAVERN),
    "`guild`": ("guild", TAVERN),
    "`open`": ("open", TAVERN),
    "a private channel": (None, MODS),
    "a DM": (None, DM),
    "`owner`": (None, "owner"),
    "`everyone`": (None, "everyone"),
}


def rows():
    """The rows of the table: what was said where, and the five or six verdicts."""
    lines = PRIVACY.read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("| said in"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        said, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        table.append((said, cells))
    return table


def test_the_table_has_every_row():
    """Each policy, private channels, direct messages, the owner, everyone."""
    found = [key for said, _ in rows() for key in SAID if key in said]
    assert sorted(found) == sorted(SAID)


@pytest.mark.parametrize(("said", "cells"), rows())
def test_each_cell_is_what_the_rule_does(said, cells):
    """Whoever asks, wherever they ask."""
    policy, audience = next(SAID[key] for key in SAID if key in said)
    for one in [policy] if policy else list(AudiencePolicy):
        given = AudiencePolicy(one)
        own = Viewer(audience, given)
        if audience in (DM, MODS):
            viewers = [own, *(Viewer(p, given) for p in (GARDEN, ABROAD))]
        else:
            viewers = [Viewer(p, given) for p in (TAVERN, GARDEN, ABROAD)]
        viewers += [
            Viewer(OTHER_DM, given, frozenset({TAVERN, MODS, OTHER_DM})),
            Viewer(OTHER_DM, given, frozenset({OTHER_DM})),
            Viewer(policy=given, is_broadcast=True),
        ]
        expected = ["yes" if permits(viewer, audience) else "no" for viewer in viewers]
        assert cells == expected, given
