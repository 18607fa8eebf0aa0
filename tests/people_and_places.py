"""Who speaks in the tests, and where: so that a name means the same in each of them."""

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind

__all__ = ["DM", "ROWAN", "TAVERN"]

TAVERN = Place("discord", "tavern", "lantern")
"""An open room of a guild; its slug is `discord-lantern.tavern`."""
ROWAN = Author("discord", "42", "Rowan")
DM = Place("discord", "42", kind=PlaceKind.DM)
"""The direct messages with Rowan."""
