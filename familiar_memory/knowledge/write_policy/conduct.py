"""Whether what somebody asked for is a rule of conduct at once: a request that is meant to last."""

from __future__ import annotations

from familiar_memory.knowledge.write_policy.building import candidate_of
from familiar_memory.knowledge.write_policy.candidate import (
    Explicitness,
    MemoryLayer,
    ProposedMemory,
)
from familiar_memory.knowledge.write_policy.decision import WriteDecision, decide_write
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import shipped_markers

__all__ = ["bypasses_safety", "claims_authority", "judge_rule"]


def judge_rule(text: str, quote: str = "") -> WriteDecision:
    """Judge a rule by its text and the words that it was made of, where no message is at hand."""
    how = Explicitness.IMPLIED
    return decide_write(
        candidate_of(ProposedMemory(text, MemoryLayer.PROCEDURAL, quote=quote, explicitness=how))
    )


def bypasses_safety(text: str) -> bool:
    """Whether a request would switch off care for somebody's safety."""
    return shipped_markers().shows(Marker.SAFETY, text)


def claims_authority(text: str) -> bool:
    """Whether a request says who is to be obeyed."""
    return shipped_markers().shows(Marker.AUTHORITY, text)
