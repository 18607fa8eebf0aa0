"""Whatever a tree holds: proposing changes no note, and accepting everything loses nothing."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Set
from pathlib import Path

import pytest
from housekeeping_desk import HousekeepingDesk
from housekeeping_trees import EAGER, PATHS, made_up_trees
from hypothesis import given, settings
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.maintenance.sleep.step import StepStatus

_CAP = 500
_ROUNDS = 12
"""So many nights until nothing is left to propose: what is divided may be divided again."""
_WIKI = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_TARGET = re.compile(r"\([^()\s]*\.md[^()]*\)")


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
@given(made_up_trees, st.sets(st.sampled_from((*PATHS, "topics/Lost.md"))))
def test_everything_may_be_accepted_and_nothing_is_lost(
    notes: Mapping[str, str], deleted: Set[str]
) -> None:
    """Every word stays in the tree, and every line is for whom it was; then nothing is left."""
    with tempfile.TemporaryDirectory() as folder:
        desk = HousekeepingDesk(Path(folder), notes, EAGER, max_file_bytes=_CAP)
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
