"""Facts as the index has them."""

from __future__ import annotations

from familiar_memory.domain.memory.source import Origin
from familiar_memory.index.values import StoredFact

__all__ = ["stored_fact"]


def stored_fact(key: str = "people/discord-7.md", **said: object) -> StoredFact:
    """A fact of the note with that key, for everybody: what is `said` of it, and no more."""
    plain = StoredFact(
        subject="discord-7",
        predicate="works_at",
        object="Acme",
        object_target=None,
        category=None,
        quote=None,
        audience="everyone",
        key=key,
        title="",
        line=1,
        refs="[]",
        importance=5,
        learned=None,
        valid_since=None,
        valid_until=None,
        expires=None,
        origin=Origin("memory", key, None),
    )
    return plain._replace(**said)
