"""Who is known to one open familiar."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_flag, check_text
from familiar_memory.inspection.people import (
    also_known_as,
    called_names,
    known_people,
    known_person,
)
from familiar_memory.inspection.wanted.named_person import named_person
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.held.dossier import Dossier
    from familiar_memory.inspection.people import KnownPerson
    from familiar_memory.life.background import Background
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["People"]


class People(Succeeded):
    """Everybody who spoke or has a note: `familiar.people`. For the owner: all rooms count.

    What others call them, or they themselves, is in the index, which is waited for.
    """

    def __init__(self, parts: Parts, background: Background, threads: OffLoop) -> None:
        self._parts = parts
        self._background = background
        self._threads = threads

    async def known(self) -> list[KnownPerson]:
        """All of them, by slug; a note that cannot be read is reported in `problem`.

        Raises:
            HistoryError: the conversation cannot be read.
        """
        await self._background.catch_up()
        return await self._threads.run(known_people, self._parts)

    async def named(self, name: str) -> KnownPerson | None:
        """The person with that slug, id (`discord:42`) or name; None when there is none.

        Of several whom a line `same_as::` joins it is the first by slug.

        Raises:
            InputError: the name is not a text.
            UsageError: several people have the name.
            HistoryError: the conversation cannot be read.
            IndexUnavailableError: the index cannot be read.
        """
        check_text(name, "a name")
        await self._background.catch_up()
        return await self._threads.run(self._named, name)

    async def dossier(self, name: str, *, is_all: bool = False) -> Dossier:
        """What is known of somebody, for them: by default without what they may not know.

        `is_all` adds what others said of them in rooms in which they have not spoken.

        Raises:
            InputError: the name is no text.
            NotFoundError: there is nobody of that name, slug, id or path.
            UsageError: several bear the name.
            HistoryError: the conversation cannot be read.
        """
        check_text(name, "a name")
        is_whole = as_flag(is_all, "is_all")
        await self._background.catch_up()
        return await self._threads.run(self._dossier, name, is_whole)

    def _dossier(self, name: str, is_all: bool) -> Dossier:
        from familiar_memory.inspection.held.gathering import dossier
        from familiar_memory.inspection.wanted.people import wanted_person
        from familiar_memory.life.forget.parts import sources_of

        parts = self._parts
        sources = sources_of(parts.setup, parts.files)
        return dossier(parts, wanted_person(parts, name), sources, is_all=is_all)

    def _named(self, name: str) -> KnownPerson | None:
        parts = self._parts
        slug = named_person(parts, name, is_joined=True)
        if slug is None:
            return None
        person = known_person(parts, slug)
        called = called_names(parts).get(slug, ())
        return replace(person, called=called, same_as=also_known_as(parts, person))
