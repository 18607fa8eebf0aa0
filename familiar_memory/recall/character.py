"""Who the familiar is: the card in `self/`, in the card's own order."""

from __future__ import annotations

import logging
from datetime import datetime

from familiar_memory.domain.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.document import TrustClass
from familiar_memory.domain.source import DocumentSource
from familiar_memory.errors import FamiliarError, NotFoundError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.markdown.frontmatter import read_frontmatter
from familiar_memory.recall.macros import expand_macros
from familiar_memory.recall.note_block import render_note
from familiar_memory.store.base import NoteStore
from familiar_memory.sync.places import trust_of

__all__ = ["CHARACTER_SOURCE", "CharacterProvider"]

_log = logging.getLogger(__name__)
CHARACTER_SOURCE = "character"
_SOMEBODY = "you"
_LEARNED_TOKENS = 400

_PARTS: tuple[tuple[str, Layer, int], ...] = (
    ("system_prompt", Layer.CORE, 100),
    ("rules", Layer.CORE, 99),
    ("description", Layer.CHARACTER, 100),
    ("personality", Layer.CHARACTER, 99),
    ("scenario", Layer.CHARACTER, 98),
    ("stances", Layer.CHARACTER, 97),
    ("mes_example", Layer.CHARACTER, 90),
    ("post_history_instructions", Layer.AUTHOR_NOTE, 100),
)
"""(file of `self/`, layer, priority), in the order in which they are rendered.

Creator's notes are for people, and a first message is said, not remembered.
"""


class CharacterProvider:
    """Reads the card; a part that is missing or unreadable leaves the others standing.

    What people wrote is given whole. Rules and stances that the familiar learned are
    memories like any other: only what the viewer may see of them.
    """

    def __init__(self, notes: DocumentSource, store: NoteStore, name: str) -> None:
        self._notes = notes
        self._store = store
        self._name = name

    def load(
        self, request: RecallRequest, viewer: Viewer, now: datetime | None = None
    ) -> tuple[list[Contribution], list[Decision]]:
        """One contribution a part, names filled in."""
        contributions: list[Contribution] = []
        decisions: list[Decision] = []
        for part, layer, priority in _PARTS:
            path = f"self/{part}.md"
            try:
                text = self._read(path, viewer, now)
            except NotFoundError:
                continue
            except FamiliarError as problem:
                decisions.append(Decision("character", path, "failed", problem.problem))
                continue
            except Exception as problem:  # noqa: BLE001 - one part of many: it must not hide the others
                _log.exception("character: %s is skipped", path)
                reason = f"internal error: {type(problem).__name__}"
                decisions.append(Decision("character", path, "failed", reason))
                continue
            if text:
                decisions.append(Decision("character", path, "kept"))
                trust = trust_of(path).value
                expanded = self._expand(text, request)
                contributions.append(
                    Contribution(layer, CHARACTER_SOURCE, expanded, priority, path, trust)
                )
        return contributions, decisions

    def _read(self, path: str, viewer: Viewer, now: datetime | None) -> str:
        if trust_of(path) is TrustClass.AUTHORED:
            return _permitted_body(self._store.read_file(path), viewer)
        if self._notes.stamp(path) is None:
            return ""
        return render_note(self._notes.load(path), viewer, SHIPPED, _LEARNED_TOKENS, now)

    def _expand(self, text: str, request: RecallRequest) -> str:
        user = request.author.label if request.author is not None else _SOMEBODY
        return expand_macros(text, char=self._name, user=user)


def _permitted_body(text: str, viewer: Viewer) -> str:
    """What an author wrote, without the frontmatter, which is for programs."""
    frontmatter = read_frontmatter(text)
    visibility = frontmatter.visibility
    if visibility not in (None, "public") and not permits(viewer, visibility):
        return ""
    return text[frontmatter.end :].strip("\ufeff \r\n\t")
