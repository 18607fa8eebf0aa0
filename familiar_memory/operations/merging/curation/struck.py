"""What a note had of a message and has struck: no other words of that message bring it back."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.audience import permits
from familiar_memory.knowledge.words import content_words, fold
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.text.spoken import behind_the_speaker
from familiar_memory.operations.merging.curation.finding import curated_note
from familiar_memory.operations.merging.draft import Draft

__all__ = ["was_struck"]

_STEM = 4
"""Letters that two forms of a word share."""


def was_struck(draft: Draft, record: Record) -> bool:
    """Whether of each message of a line one that has to do with it was struck, in any section.

    A message may say several things: what shares no word with what was struck is another of them.
    """
    refs = set(record.fields.refs)
    if not refs:
        return False
    struck = [one for one in _struck(draft) if one.fields.place == record.fields.place]
    over = {ref for one in struck if _has_to_do(record, one) for ref in one.fields.refs}
    return refs <= over


def _struck(draft: Draft) -> Iterator[Record]:
    """What was struck and says no more elsewhere what it said, as far as the reach knows of it."""
    note = curated_note(draft)
    for line in standing_lines(draft.lines.path, note, draft.default_audience):
        record = line.record
        is_over = record.state is not RecordState.LIVE and record.fields.into is None
        if is_over and permits(draft.viewer, line.audience):
            yield record


def _has_to_do(record: Record, struck: Record) -> bool:
    """Whether they share a word; who said it is none of what was said."""
    words, said = content_words(record.text), fold(behind_the_speaker(struck.text))
    begun = {word[:_STEM] for word in content_words(said)}
    return not words or any(
        word[:_STEM] in begun or (is_dense_script(word[0]) and word[:_STEM] in said)
        for word in words
    )
