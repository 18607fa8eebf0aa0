"""Which turns a writer may learn from, and what of their text."""

from __future__ import annotations

import regex

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
from familiar_memory.domain.text.markers import strip_recalled
from familiar_memory.writers.text.sentences import plain_prose

__all__ = ["is_material", "own_words", "shown_name"]

_NAME_NOISE = regex.compile(r"[*`\[\]<>\\~|#\s]+|(?<!\w)_+|_+(?!\w)")


def is_material(turn: Turn) -> bool:
    """Whether a person said it and it still stands.

    The familiar's own turns are never learned from (it would believe itself), nor
    are silent, automated, withdrawn and empty ones.
    """
    return (
        turn.role is Role.USER
        and turn.kind is TurnKind.INTERACTIVE
        and not turn.silent
        and not turn.deleted
        and bool(turn.text.strip())
    )


def own_words(turn: Turn) -> str:
    """The text without recalled memory, code, quoted lines, and the author's name around it.

    A name in front ("Gus: …") is left out only where it is the author's: before other words it says
    that these are not theirs (`knowledge.speech.voices`).
    """
    text = plain_prose(strip_recalled(turn.text))
    names = "|".join(regex.escape(name) for name in turn.author.known_names)
    if not names:
        return text
    unsigned = regex.sub(rf"\s*(?:[—–]|--|~)\s*(?:{names})\s*$", "", text)
    return regex.sub(_label(turn.author), "", unsigned).strip()


def _label(author: Author) -> str:
    """How its author's name stands at the beginning of a line, bare, in brackets, or in bold."""
    first = {name.split()[0] for name in author.known_names if name.strip()}
    names = "|".join(
        map(regex.escape, sorted({*author.known_names, *first}, key=len, reverse=True))
    )
    return rf"(?mi)^[ \t]*(?:<(?:{names})>[ \t]*:?|[*_\[]*(?:{names})(?:[*_\]]*[:：][*_]*))[ \t]*"


def shown_name(label: str) -> str:
    """A display name that cannot be taken for Markdown."""
    return " ".join(_NAME_NOISE.sub(" ", label).split()) or "somebody"
