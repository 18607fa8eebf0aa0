"""Whatever a tree holds: proposing changes no note, and accepting everything loses nothing."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Set
from pathlib import Path

import pytest
from housekeeping_desk import HousekeepingDesk
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.sleep.step import StepStatus

_EAGER = HousekeepingSettings(
    max_new=100, max_open=500, stale_days=30, promote_chars=20, split_at=0.5
)
_CAP = 500
_ROUNDS = 12
"""So many nights until nothing is left to propose: what is divided may be divided again."""
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
_PATHS = (
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
_WIKI = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_TARGET = re.compile(r"\([^()\s]*\.md[^()]*\)")

_lines = st.tuples(st.sampled_from(("- ", "  - ", "")), st.sampled_from(_TEXTS)).flatmap(
    lambda one: st.sampled_from(_TAILS).map(lambda tail: f"{one[0]}{one[1]}{tail}")
)
_sections = st.tuples(st.sampled_from(_HEADINGS), st.lists(_lines, min_size=1, max_size=5)).map(
    lambda one: "\n".join((f"## {one[0]}", "", *one[1], ""))
)


@st.composite
def _notes(draw: st.DrawFn, path: str) -> str:
    head = _HEADS.get(path, "")
    if draw(st.booleans()):
        head += draw(
            st.sampled_from(("visibility: owner\n", "places: [discord-lantern.tavern]\n", ""))
        )
    title = draw(st.sampled_from(("# Tea\n\n", "# Rowan\n\n", "")))
    body = "\n".join(draw(st.lists(_sections, max_size=3)))
    text = f"---\n{head}---\n{title}{body}" if head else f"{title}{body}"
    return text.replace("\n", draw(st.sampled_from(("\n", "\r\n"))))


_trees = st.lists(st.sampled_from(_PATHS), min_size=1, max_size=4, unique=True).flatmap(
    lambda paths: st.fixed_dictionaries({path: _notes(path) for path in paths})
)


def _shown(text: str) -> str:
    """A text as it is read: where a link leads is no word of anybody's, and what it shows is."""
    return _TARGET.sub("", _WIKI.sub(r"\1", text))


def _words(desk: HousekeepingDesk) -> Counter[str]:
    """Every word of the tree."""
    texts = map(_shown, desk.files().values())
    return Counter(word for text in texts for word in re.findall(r"\w+", text))


def _lines_for(desk: HousekeepingDesk) -> Counter[tuple[str, str]]:
    """Every record with for whom it is, however its links are written."""
    return Counter((_shown(text), audience) for text, audience in desk.audiences())


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(_trees, st.sets(st.sampled_from((*_PATHS, "topics/Lost.md"))))
def test_everything_may_be_accepted_and_nothing_is_lost(
    notes: Mapping[str, str], deleted: Set[str]
) -> None:
    """Every word stays in the tree, and every line is for whom it was; then nothing is left."""
    with tempfile.TemporaryDirectory() as folder:
        desk = HousekeepingDesk(Path(folder), notes, _EAGER, max_file_bytes=_CAP)
        for slug, name in (("42", "Rowan"), ("8", "Sam"), ("7", "Gus")):
            desk.say(Author("discord", slug, name), "hello")
        for path in sorted(deleted & notes.keys()):
            desk.store.delete(path)
        desk.register.look_at_all()
        words, lines = _words(desk), _lines_for(desk)
        for _ in range(_ROUNDS):
            before = desk.files()
            status = desk.night().status
            assert desk.files() == before
            if status is StepStatus.NOTHING and not desk.waiting():
                break
            listed = desk.list
            assert desk.night().status is StepStatus.NOTHING
            assert desk.list == listed
            failed = desk.accept_all().failed
            if failed:
                desk.review.reject([one.id for one in failed])
            assert not words - _words(desk)
            assert not lines - _lines_for(desk)
        else:
            raise AssertionError(f"still waiting: {desk.waiting()}")
