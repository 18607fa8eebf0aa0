"""Whatever is said: care is not switched off, spelling decides nothing, support only grows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import (
    Category,
    Explicitness,
    MemoryLayer,
    ProposedMemory,
)
from familiar_memory.knowledge.write_policy.decision import (
    Recommendation,
    decide_write,
)
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import shipped_markers
from familiar_memory.knowledge.write_policy.promotion import (
    EndedTalk,
    HeldMemory,
    promote,
)
from familiar_memory.knowledge.write_policy.support import Arc

_PHRASES = [word for mark in Marker for word in shipped_markers().words(mark)]
_SAFETY = st.sampled_from(shipped_markers().words(Marker.SAFETY))
_WORDS = st.one_of(st.sampled_from(_PHRASES), st.text(max_size=12))
_TEXTS = st.lists(_WORDS, max_size=6).map(" ".join)
_PROPOSED = st.builds(
    ProposedMemory,
    text=_TEXTS,
    layer=st.sampled_from(MemoryLayer),
    category=st.sampled_from([None, *Category]),
    message=_TEXTS,
    quote=_TEXTS,
    explicitness=st.sampled_from(Explicitness),
    is_stated=st.booleans(),
    is_lasting=st.booleans(),
    is_mention=st.booleans(),
    turn_index=st.one_of(st.none(), st.integers(0, 5)),
)
_HELD = st.builds(
    HeldMemory,
    id=st.uuids().map(str),
    recommendation=st.sampled_from(
        [Recommendation.COMMIT_AT_SESSION_END, Recommendation.REQUIRE_REPETITION]
    ),
    layer=st.sampled_from(MemoryLayer),
    text=_TEXTS,
    about=_TEXTS,
    slot=st.sampled_from([(), ("a",), ("b",)]),
    turns=st.frozensets(st.integers(1, 6), min_size=1),
)
_SPOKEN = st.dictionaries(st.integers(1, 6), _TEXTS)
_ARCS = st.lists(st.lists(_TEXTS, max_size=3).map(tuple).map(Arc), max_size=3)


@given(_PROPOSED)
def test_everything_is_decided_with_a_short_reason(proposed: ProposedMemory) -> None:
    """And the same again is decided the same."""
    decision = decide_write(candidate_of(proposed))
    assert 0 < len(decision.reason) <= 240
    assert decide_write(candidate_of(proposed)) == decision


@given(_TEXTS, _SAFETY, _TEXTS, st.sampled_from(["’", "'", "ʼ", ""]), st.booleans())
def test_a_safety_phrase_anywhere_in_the_message_drops_a_rule(
    before: str, phrase: str, after: str, apostrophe: str, is_loud: bool
) -> None:
    """Whatever stands around it, and however it is typed."""
    typed = phrase.replace("'", apostrophe)
    message = f"{before} {typed.upper() if is_loud else typed} {after}"
    proposed = ProposedMemory("You are brief.", MemoryLayer.PROCEDURAL, message=message)
    assert decide_write(candidate_of(proposed)).recommendation is Recommendation.DROP


@given(st.lists(_HELD, max_size=5, unique_by=lambda one: one.id), _SPOKEN, _ARCS)
def test_each_candidate_is_in_one_group_and_none_is_kept_on_nothing(
    held: list[HeldMemory], spoken: dict[int, str], earlier: list[Arc]
) -> None:
    """What must be repeated is kept on two messages, or one and an earlier session."""
    groups = promote(held, EndedTalk(spoken, Arc(("anything",)), earlier))
    ids = [one.id for group in groups for one in group.members]
    assert sorted(ids) == sorted(one.id for one in held)
    for group in groups:
        is_gated = any(
            one.recommendation is Recommendation.REQUIRE_REPETITION for one in group.members
        )
        if group.is_kept and is_gated:
            assert group.support.messages >= 2 or (
                group.support.messages == 1 and group.support.earlier >= 1
            )


@pytest.mark.long
@given(st.lists(_HELD, max_size=4, unique_by=lambda one: one.id), _SPOKEN, _TEXTS, _ARCS)
def test_one_more_message_takes_nothing_back(
    held: list[HeldMemory], spoken: dict[int, str], more: str, earlier: list[Arc]
) -> None:
    """What was borne out stays so."""
    before = promote(held, EndedTalk(spoken, earlier=earlier))
    after = promote(held, EndedTalk({**spoken, 7: more}, earlier=earlier))
    kept = {group.members for group in before if group.is_kept}
    assert kept <= {group.members for group in after if group.is_kept}
