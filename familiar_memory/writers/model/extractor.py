"""The writer that asks a model, once a batch; what code finds by itself stands beside the reply."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.operations.proposal import Proposal
from familiar_memory.writers.arcs.substance import is_substantive
from familiar_memory.writers.batch import Batch, Extractor
from familiar_memory.writers.model.made.making import made_of, without_doubles
from familiar_memory.writers.model.page.instructions import writer_messages
from familiar_memory.writers.model.page.writer_page import page_of
from familiar_memory.writers.model.reply_shape import REPLY_SCHEMA, read_writer_reply
from familiar_memory.writers.text.utterance import utterances

__all__ = ["ModelWriter", "ReplyLimits"]


@dataclass(frozen=True, slots=True)
class ReplyLimits:
    """How much a model is shown (`prompt_chars`), may say (`reply_tokens`), and how long (s)."""

    prompt_chars: int = 50_000
    reply_tokens: int = 4_096
    reply_s: float = 120.0


class ModelWriter:
    """Beside what `by_code` proposes: the notes that only somebody who understands can make.

    The lines of sessions are people's own words, names come from authorship, and topics are
    counted: that is all of `by_code`, with or without a model. From the reply come summaries,
    facts, what people and topics are like, rules, and what has ended.
    """

    def __init__(
        self,
        by_code: Extractor,
        vocabulary: Vocabulary = SHIPPED,
        limits: ReplyLimits | None = None,
        markers: Markers | None = None,
    ) -> None:
        """Predicates are those of the vocabulary; None of `markers` is those that are shipped."""
        self._by_code = by_code
        self._vocabulary = vocabulary
        self._limits = limits or ReplyLimits()
        self._markers = markers

    def ask(self, batch: Batch) -> ChatRequest | None:
        """One question about the whole batch; None where nobody told anything: nobody is asked."""
        said = (one.words for one in utterances(batch.turns, batch.zone))
        if not any(is_substantive(words, self._markers) for words in said):
            return None
        limits = self._limits
        shown = page_of(batch, limits.prompt_chars)
        return ChatRequest(
            writer_messages(shown.page, self._vocabulary),
            max_tokens=limits.reply_tokens,
            temperature=0.0,
            json_schema=REPLY_SCHEMA,
            timeout_s=limits.reply_s,
        )

    def read(self, reply: Completion | None, batch: Batch) -> tuple[Proposal, ...]:
        """What code finds, what the reply says, and what of both the talk and the reply was left.

        Raises:
            ModelReplyError: the reply is cut off, or none of its kind.
        """
        by_code = self._by_code.read(None, batch)
        if reply is None:
            return by_code
        summaries, operations, refused = read_writer_reply(reply)
        shown = page_of(batch, self._limits.prompt_chars)
        made = made_of(summaries, operations, shown, batch, self._vocabulary)
        kept = without_doubles(made, by_code, batch.names)
        return tuple(dict.fromkeys((*by_code, *kept, *refused, *shown.left_out)))
