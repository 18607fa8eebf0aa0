"""The names by which one passage calls somebody."""

from __future__ import annotations

from familiar_memory.domain.memory.document import Passage, PassageKind
from familiar_memory.domain.talk.role import Role
from familiar_memory.knowledge.callings import Calling, callings_in

__all__ = ["callings_of_passage"]


def callings_of_passage(passage: Passage) -> tuple[Calling, ...]:
    """What a turn calls people; a note tells of talk, and calls nobody."""
    if passage.kind is not PassageKind.TURN:
        return ()
    return callings_in(passage.text, by_familiar=passage.role == Role.ASSISTANT.value)
