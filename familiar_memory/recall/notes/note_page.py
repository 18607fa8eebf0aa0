"""One note as a contribution: read, kept to what the viewer may see, cut to its size."""

from __future__ import annotations

from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Contribution, Decision, Layer
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.layout import PRIORITIES
from familiar_memory.recall.notes.note_block import NoteBlock, note_block
from familiar_memory.recall.provider import Found, Occasion, Shown

__all__ = ["read_page", "shown_of"]


def read_page(
    notes: DocumentSource,
    path: str,
    occasion: Occasion,
    vocabulary: Vocabulary,
    *,
    layer: Layer,
    source: str,
    tokens: int,
) -> Found:
    """A note for a prompt; nothing where there is none, or none that this viewer may see.

    Only the owner is told that one is forbidden: for any other viewer it is absent.
    """
    absent = Found(decisions=(Decision(source, path, "absent", "no notes yet"),))
    try:
        if notes.stamp(path) is None:
            return absent
        document = notes.load(path)
    except FamiliarError as problem:
        failed = Found(decisions=(Decision(source, path, "failed", problem.problem),))
        return failed if occasion.nameable((path,)) else absent
    block = note_block(document, occasion.viewer, vocabulary, tokens, occasion.now)
    if not block.text:
        reason = "nothing that this place may see"
        forbidden = Found(decisions=(Decision(source, path, "forbidden", reason),))
        return forbidden if occasion.names_all else absent
    contribution = Contribution(
        layer, source, block.text, PRIORITIES[source], path, document.trust.value
    )
    return Found((contribution,), (Decision(source, path, "kept"),), (), shown_of(path, block))


def shown_of(path: str, block: NoteBlock) -> Shown:
    """What of a note is on the page by a block of it."""
    if block.is_whole:
        return Shown(frozenset({path}))
    return Shown(lines=frozenset((path, line) for line in block.lines))
