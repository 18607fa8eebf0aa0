"""An object of a fact as it is compared: its words, what negates it, numbers, signs, links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.markers import is_number, marker_words, negations
from familiar_memory.knowledge.reconcile.tokens import symbols_of, tokens_of

__all__ = ["Wording", "wording_of"]

_LINK = regex.compile(
    r"\[\[(?P<wiki>[^\[\]|]+)(?:\|(?P<shown>[^\[\]]+))?\]\]"
    r"|\[(?P<label>[^\[\]]+)\]\((?P<target>[^()\s]+)\)"
)
_CAPITAL = regex.compile(r"\b\p{Lu}[\p{L}\p{M}]*")
_ASKING = regex.compile(r"[?？؟]")
_QUALIFIER = regex.compile(r"\s*[,，、(（]")


@dataclass(frozen=True, slots=True)
class Wording:
    """What is compared of an object.

    `text` is the object with links as what they show, in the form in which equal texts are equal.
    `core` are its words without negations and fillers, `negated` tells where negations stand
    among them (by the number of words before), `numbers` are those of the core, `head` is the
    text up to what qualifies it ("oban" of "Oban, Scotland"), `capitals` are the words written with
    one, `targets` the notes it links. `asks` = a question mark stands in it, which `text` may lack.
    """

    text: str
    core: tuple[str, ...]
    negated: tuple[int, ...]
    numbers: tuple[str, ...]
    symbols: str
    head: str
    capitals: frozenset[str]
    targets: frozenset[str]
    asks: bool

    @property
    def words(self) -> frozenset[str]:
        """The words of the core, each once."""
        return frozenset(self.core)


@lru_cache(maxsize=4_096)
def wording_of(text: str) -> Wording:
    """Take a text apart; nothing in it can break this."""
    shown = _LINK.sub(_shown, text)
    tokens = tokens_of(shown)
    core, negated = _parted(tokens)
    whole = normalised(shown)
    return Wording(
        text=whole,
        core=core,
        negated=negated,
        numbers=tuple(token for token in core if is_number(token)),
        symbols=symbols_of(shown),
        head=_QUALIFIER.split(whole, maxsplit=1)[0],
        capitals=frozenset(tokens_of(" ".join(_CAPITAL.findall(shown)))),
        targets=frozenset(_target(found) for found in _LINK.finditer(text)),
        asks=_ASKING.search(shown) is not None,
    )


def _parted(tokens: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The core, and where negations stand in it."""
    fillers = marker_words("fillers")
    core: list[str] = []
    negated: list[int] = []
    at = 0
    for start, end in (*negations().spans(tokens), (len(tokens), len(tokens))):
        core += (token for token in tokens[at:start] if token not in fillers)
        if start < end:
            negated.append(len(core))
        at = end
    return tuple(core), tuple(negated)


def _shown(found: regex.Match[str]) -> str:
    return str(found["shown"] or found["label"] or _target(found))


def _target(found: regex.Match[str]) -> str:
    """The name of the note that a link leads to, wherever it stands."""
    path = (found["wiki"] or found["target"]).partition("#")[0].rpartition("/")[2]
    return str(path.removesuffix(".md").strip().casefold())
