"""How the embedder is changed from Python: a promise to programs."""

from __future__ import annotations

import dataclasses
import inspect

from familiar_memory import IndexUpkeep
from familiar_memory.sync.vectors.switch import SwitchReport


def test_the_embedder_is_switched_by_one_call():
    """By name or with one of your own; the rest is named."""
    signature = inspect.signature(IndexUpkeep.switch_embedder)
    assert inspect.iscoroutinefunction(IndexUpkeep.switch_embedder)
    assert [(p.name, p.kind.name) for p in signature.parameters.values()] == [
        ("self", "POSITIONAL_OR_KEYWORD"),
        ("embedder", "POSITIONAL_OR_KEYWORD"),
        ("model_path", "KEYWORD_ONLY"),
        ("progress", "KEYWORD_ONLY"),
    ]


def test_what_a_switch_did_is_a_value():
    """With these fields."""
    fields = [field.name for field in dataclasses.fields(SwitchReport)]
    assert fields == ["embedder", "chunks", "embedded", "done", "has_vectors"]
