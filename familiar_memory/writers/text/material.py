"""Which turns a writer may learn from, and what of their text."""

from __future__ import annotations

from functools import lru_cache

import regex

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
    if not turn.author.known_names:
        return text
    signature, label = _marks_of(turn.author.known_names)
    return label.sub("", signature.sub("", text)).strip()


@lru_cache(maxsize=8_192)  # what was said before is looked at with every batch
def _marks_of(names: tuple[str, ...]) -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    """An author's name behind their words, and at the beginning of a line.

    There it stands bare, in brackets, or in bold.
    """
    any_name = "|".join(map(regex.escape, names))
    signature = regex.compile(rf"(?<!\s)\s*+(?:[—–]|--|~)\s*+(?:{any_name})\s*$")
    first = {name.split()[0] for name in names if name.strip()}
    called = "|".join(map(regex.escape, sorted({*names, *first}, key=len, reverse=True)))
    label = regex.compile(
        rf"(?mi)^[ \t]*(?:<(?:{called})>[ \t]*:?|[*_\[]*(?:{called})(?:[*_\]]*[:：][*_]*))[ \t]*"
    )
    return signature, label


def shown_name(label: str) -> str:
    """A display name that cannot be taken for Markdown."""
    return " ".join(_NAME_NOISE.sub(" ", label).split()) or "somebody"
