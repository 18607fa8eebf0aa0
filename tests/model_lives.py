"""A familiar whose writer asks a model that says what a test has it say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.operations.outcome import Outcome, Verdict
from familiar_memory.operations.proposal import NotProposed
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import ScriptedModel
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter, ReplyLimits
from familiar_memory.writers.report import WriteReport
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

Item = Mapping[str, Any]
START = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)


class Life:
    """Turns are said, and written up with a reply; what was asked is kept."""

    def __init__(self, history: HistoryStore, store: MemoryStore) -> None:
        self.history = history
        self.store = store
        self.asked: list[dict[str, Any]] = []

    def write(
        self,
        turns: Iterable[Turn],
        *operations: Item | Callable[[dict[str, Any]], Item],
        summaries: Iterable[Item] = (),
        reply: object = None,
        limits: ReplyLimits | None = None,
    ) -> WriteReport:
        """Record the turns and write up what waits; items may be made of the page."""
        self.history.record_many(list(turns))

        def said(messages: Any) -> object:
            self.asked.append(json.loads(messages[1].text))
            if reply is not None:
                return reply(messages) if callable(reply) else reply
            page = self.asked[-1]
            items = [one(page) if callable(one) else one for one in operations]
            return json.dumps({"summaries": list(summaries), "operations": items})

        writer = MemoryWriter(
            self.history,
            self.store,
            ModelWriter(ExtractiveWriter(), limits=limits),
            lambda: START,
            WritingRules(UTC),
        )
        return asyncio.run(write_up(writer, ScriptedModel(*[said] * 9)))

    def lines(self, path: str, section: str) -> list[str]:
        """The lines of a section of a note, without their tails' quotes."""
        text = self.store.read_file(path) if path in self.store.glob("**/*.md") else ""
        within = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        return [line for line in within.splitlines() if line.startswith("- ")]


def op(op: str, turn: str, quote: str, **more: Any) -> Item:
    """An operation that somebody has said."""
    return {"op": op, "turn": turn, "quote": quote, "certainty": "stated", **more}


def refusals(report: WriteReport) -> list[str]:
    """Why items of the replies came to nothing."""
    return [
        _reason(one)
        for batch in report.batches
        for one in batch.applied.outcomes
        if one.verdict is Verdict.REJECTED
    ]


def _reason(outcome: Outcome) -> str:
    operation = outcome.operation
    return operation.reason if isinstance(operation, NotProposed) else outcome.reason


def record_of(page: Mapping[str, Any], text: str) -> str:
    """The id by which a page shows a line."""
    known = page["known"]
    groups = [*known.get("people", ()), *known.get("topics", ())]
    lines = [line for group in groups for line in group.get("records", ())]
    lines += [*known.get("own_stances", ()), *known.get("rules", ())]
    return next(line["id"] for line in lines if line["text"] == text)
