"""Whether what somebody asked for is a rule of conduct at once: a request that is meant to last."""

from __future__ import annotations

from familiar_memory.knowledge.write_policy.candidate import (
    Explicitness,
    MemoryLayer,
    ProposedMemory,
    candidate_of,
)
from familiar_memory.knowledge.write_policy.decision import WriteDecision, decide_write
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers

__all__ = ["bypasses_safety", "judge_rule"]


def judge_rule(
    text: str,
    quote: str = "",
    message: str = "",
    *,
    is_asked_for: bool = False,
    markers: Markers | None = None,
) -> WriteDecision:
    """Judge a rule by its text, the words that it was made of, and the message of those.

    `is_asked_for`: whoever proposes it says that it was asked for in so many words.
    """
    how = Explicitness.EXPLICIT if is_asked_for else Explicitness.IMPLIED
    proposed = ProposedMemory(
        text, MemoryLayer.PROCEDURAL, message=message, quote=quote, explicitness=how
    )
    return decide_write(candidate_of(proposed, markers))


def bypasses_safety(text: str, markers: Markers | None = None) -> bool:
    """Whether a request would switch off care for somebody's safety."""
    return (shipped_markers() if markers is None else markers).shows(Marker.SAFETY, text)
