"""Who the familiar is: the card in `self/`, in the card's own order."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import tzinfo

from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_self, trust_of
from familiar_memory.errors import FamiliarError, NotFoundError
from familiar_memory.knowledge.audience import EVERYONE, Viewer, permits
from familiar_memory.markdown.audience.lines import speaks_of_audience
from familiar_memory.markdown.audience.permitted_text import limited_text
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.recall.layout import CHARACTER, EXAMPLES
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.parts.persona import Persona
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.store.base import NoteReader

__all__ = ["CARD_PARTS", "CharacterProvider", "permitted_body"]

_log = logging.getLogger(__name__)
_CARD = note_of_self("description")
_DEPTH_PROMPT = "depth_prompt"
_DEPTH = 4
"""Where a card says no depth: as in SillyTavern."""
_DEEPEST = 1_000
"""Messages; more than any prompt holds."""
_ROLES = ("system", "user", "assistant")

_PARTS: tuple[tuple[str, Layer, str, int], ...] = (
    ("system_prompt", Layer.CORE, CHARACTER, 100),
    ("description", Layer.CHARACTER, CHARACTER, 100),
    ("personality", Layer.CHARACTER, CHARACTER, 99),
    ("scenario", Layer.CHARACTER, CHARACTER, 98),
    ("mes_example", Layer.CHARACTER, EXAMPLES, 90),
    (_DEPTH_PROMPT, Layer.AUTHOR_NOTE, CHARACTER, 99),
    ("post_history_instructions", Layer.AUTHOR_NOTE, CHARACTER, 100),
)
"""(file of `self/`, layer, source, priority), in the order in which they are rendered.

Creator's notes are for people, and a first message is said, not remembered.
"""

CARD_PARTS: tuple[tuple[str, Layer], ...] = tuple(
    (part, layer) for part, layer, _, priority in sorted(_PARTS, key=lambda part: -part[3])
)
"""(file of `self/`, layer), the first to be served first."""


class CharacterProvider:
    """Reads the card; a part that is missing or unreadable leaves the others standing.

    What people wrote is given whole, with its macros filled in; the file keeps them.
    """

    source = CHARACTER

    def __init__(self, store: NoteReader, persona: Persona, zone: tzinfo) -> None:
        """The card of this tree, for a familiar whose days are of `zone`."""
        self._store = store
        self._card = persona.card
        self._name = persona.name
        self._zone = zone

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution a part."""
        author = None if occasion.viewer.is_broadcast else occasion.request.author
        macros = Macros.between(self._name, author, occasion.now.astimezone(self._zone))
        for part, layer, source, priority in _PARTS:
            stop.check()
            path = note_of_self(part)
            try:
                text = permitted_body(self._store.read_file(path), occasion.viewer)
            except NotFoundError:
                continue
            except FamiliarError as problem:
                if occasion.nameable((path,)):
                    page.decisions.append(_failed(path, problem.problem))
                continue
            except Exception as problem:  # noqa: BLE001 - one part of many: it must not hide the others
                _log.exception("character: %s is skipped", path)
                if occasion.nameable((path,)):
                    reason = f"internal error: {type(problem).__name__}"
                    page.decisions.append(_failed(path, reason))
                continue
            if text := macros.expand(text).strip():
                page.decisions.append(Decision(CHARACTER, path, Disposition.KEPT))
                trust = trust_of(path).value
                one = Contribution(layer, source, text, priority, path, trust)
                page.contributions.append(self._placed(one) if part == _DEPTH_PROMPT else one)

    def _placed(self, prompt: Contribution) -> Contribution:
        """The depth prompt where the card wants it: between the last messages."""
        depth = self._card.value("extensions", _DEPTH_PROMPT, "depth")
        role = self._card.value("extensions", _DEPTH_PROMPT, "role")
        is_depth = isinstance(depth, int) and not isinstance(depth, bool) and 0 <= depth <= _DEEPEST
        return replace(
            prompt,
            depth=depth if is_depth and isinstance(depth, int) else _DEPTH,
            role=role if isinstance(role, str) and role in _ROLES else _ROLES[0],
        )


def _failed(path: str, reason: str) -> Decision:
    return Decision(CHARACTER, path, Disposition.FAILED, reason)


def permitted_body(text: str, viewer: Viewer) -> str:
    """What an author wrote, without the frontmatter, which is for programs.

    Without what the note keeps from this viewer: all of it, or lines.
    """
    frontmatter = read_frontmatter(text)
    if not permits(viewer, frontmatter.audience or EVERYONE):
        return ""
    if not viewer.is_owner and speaks_of_audience(text):
        text = limited_text(_CARD, text).permitted(lambda audience: permits(viewer, audience))
    return text[frontmatter.end :].strip("\ufeff \r\n\t")
