"""Made-up notes in which there is much to tidy up, for properties of housekeeping."""

from __future__ import annotations

from hypothesis import strategies as st

from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings

__all__ = ["EAGER", "PATHS", "made_up_notes", "made_up_trees"]

EAGER = HousekeepingSettings(
    max_new=100, max_open=500, stale_days=30, promote_chars=20, split_at=0.5
)
_TAILS = (
    "",
    " (2025-01-01)",
    " (2025-01-01, ref:t1, by:discord-42)",
    " (2025-02-01, ref:t2, by:discord-42, in:discord-lantern.tavern)",
    " (2025-03-01, ref:t3, by:discord-7, in:discord-dm-7, source:inferred)",
    " (2024-05-05, ref:t4, by:discord-7, importance:2)",
    " (2025-01-01, expires:2025-02-01)",
    " (in:owner)",
    " ^k1",
    " (2023-01-01, ref:t5, by:discord-42) ^k2",
    " (2025-04-01, replaces:k1)",
)
_TEXTS = (
    "works_at:: Acme",
    "works_at:: the lighthouse",
    "lives_in:: Oban",
    "called:: Sam",
    "likes:: tea",
    "dug the bed by the wall",
    "see [[Lost]] there",
    "see [[Log#^k1]] there",
    "see [[#^k2]] above",
    "see [[people/Rowan|her]]",
    "Zuerst die Wände, dann das Dach",
)
_HEADINGS = ("Facts", "Garden shed", "Aliases", "Log", "Sam", "discord-dm-42", "Early")
PATHS = (
    "notes.md",
    "people/Rowan.md",
    "people/rowan-t.md",
    "people/Gus.md",
    "topics/tea.md",
    "Tea.md",
    "Log.md",
    "vault/Log.md",
    "topics/Lost.md",
    "sessions/2025-01-01-evening.md",
    "channels/discord-lantern.tavern.md",
)
_HEADS = {
    "people/Rowan.md": "id: discord-42\n",
    "people/rowan-t.md": "id: twitch-9\ntitle: Rowan\n",
    "people/Gus.md": "id: discord-7\naliases: [Sam, Gustav]\n",
}

_lines = st.tuples(st.sampled_from(("- ", "  - ", "")), st.sampled_from(_TEXTS)).flatmap(
    lambda one: st.sampled_from(_TAILS).map(lambda tail: f"{one[0]}{one[1]}{tail}")
)
_sections = st.tuples(st.sampled_from(_HEADINGS), st.lists(_lines, min_size=1, max_size=5)).map(
    lambda one: "\n".join((f"## {one[0]}", "", *one[1], ""))
)


@st.composite
def made_up_notes(draw: st.DrawFn, path: str) -> str:
    """A note that may stand at a path."""
    head = _HEADS.get(path, "")
    if draw(st.booleans()):
        head += draw(
            st.sampled_from(("visibility: owner\n", "places: [discord-lantern.tavern]\n", ""))
        )
    title = draw(st.sampled_from(("# Tea\n\n", "# Rowan\n\n", "")))
    body = "\n".join(draw(st.lists(_sections, max_size=3)))
    text = f"---\n{head}---\n{title}{body}" if head else f"{title}{body}"
    return text.replace("\n", draw(st.sampled_from(("\n", "\r\n"))))


made_up_trees = st.lists(st.sampled_from(PATHS), min_size=1, max_size=4, unique=True).flatmap(
    lambda paths: st.fixed_dictionaries({path: made_up_notes(path) for path in paths})
)
