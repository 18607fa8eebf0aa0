"""Writers whose runs fail as a test has them fail, at a moment that stands still."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.testing import ScriptedModel
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter
from familiar_memory.writers.retries.retry_rules import RetryRules
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

NOW = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
UNREACHABLE = ModelUnavailableError("the model cannot be reached", "later")
NOTHING = '{"summaries": [], "operations": []}'


def writer_of(history, store, extractor=None, *, chance=0.0, **rules):
    """A writer that asks a model, whose pauses are as long as they say."""
    retries = RetryRules(chance=lambda: chance, **rules)
    extractor = extractor or ModelWriter(ExtractiveWriter())
    return MemoryWriter(
        history, store, extractor, lambda: NOW, WritingRules(UTC, retries=retries), batch_turns=1
    )


def write(writer, *replies, patience=None):
    """One run, with what the model says."""
    more = {} if patience is None else {"patience": patience}
    return asyncio.run(write_up(writer, ScriptedModel(*replies), **more))
