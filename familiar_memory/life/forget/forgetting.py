"""Forgetting, of one open familiar: what it would take, doing it, and the proof."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.assembly.erasing.eraser import Erased, Eraser
from familiar_memory.assembly.erasing.pending import PENDING_FILE
from familiar_memory.domain.given import as_flag, check_type
from familiar_memory.errors import IndexUnavailableError, UsageError
from familiar_memory.inspection.people import same_people
from familiar_memory.inspection.wanted.following import follow_lines
from familiar_memory.inspection.wanted.gone import wanted_gone
from familiar_memory.inspection.wanted.people import wanted_person
from familiar_memory.inspection.wanted.request import ForgetRequest
from familiar_memory.life.forget.freeing import free_originals
from familiar_memory.life.forget.parts import ForgetParts, wire_forgetting
from familiar_memory.life.settings.succession import Succeeded
from familiar_memory.maintenance.forget.emptied import with_emptied_notes
from familiar_memory.maintenance.forget.listing import ForgetList, list_erasure
from familiar_memory.maintenance.forget.planning import plan_erasure
from familiar_memory.maintenance.forget.proof import UNREACHED, name_hints, prove, unsearched_texts
from familiar_memory.maintenance.forget.quoting import with_quotes
from familiar_memory.store.erasing import OUT_OF_REACH
from familiar_memory.threads.built_once import built

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.erasure import Erasure
    from familiar_memory.domain.progress import Progress
    from familiar_memory.life.index_upkeep import IndexUpkeep
    from familiar_memory.maintenance.belongings.wanted import FreedOriginal, WantedGone
    from familiar_memory.maintenance.forget.tombstones import Tombstone
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["ForgetReport", "Forgetting"]

_ROUNDS = 3
"""So often it is looked again for what was said while it was erased."""


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What was forgotten, store by store, and what a search through every byte still finds.

    `residue` is empty where nothing is left; `hints` are bare names, which others may bear.
    `refused` people are not kept any more. `unsearched` texts of what went are too short to be
    searched for: anybody might say them, so they would be found everywhere.
    """

    taken: ForgetList
    stores: tuple[Erased, ...]
    residue: tuple[str, ...]
    hints: tuple[str, ...]
    refused: int = 0
    unsearched: int = 0

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """What no program here can look into, and what to do about it."""
        return UNREACHED

    @property
    def is_gone(self) -> bool:
        """Whether nothing is left that can be found here."""
        return not self.residue


class Forgetting(Succeeded):
    """Forgets people, subjects, records, places and times for good: `familiar.forgetting`.

    Unlike a deletion it leaves nothing to undo: the past of the notes goes too.
    """

    def __init__(self, parts: Parts, index: IndexUpkeep, threads: OffLoop) -> None:
        self._parts = parts
        self._index = index
        self._threads = threads

    async def plan(self, request: ForgetRequest, progress: Progress | None = None) -> ForgetList:
        """Every line and message that would go; nothing is changed.

        Raises:
            NotFoundError: there is no such thing.
            UsageError: several are called so.
            HistoryError: the conversation cannot be read.
        """
        check_type(request, ForgetRequest, "what to forget", "a ForgetRequest")
        return await self._threads.run(self._plan, request, progress)

    async def forget(
        self,
        request: ForgetRequest,
        *,
        never_again: bool = False,
        progress: Progress | None = None,
    ) -> ForgetReport:
        """Take it out of every store, bring the index up to date, and search every byte.

        With `never_again` the person is not kept any more: turns of theirs that are recorded or
        imported are refused, until `allow`. One that was cut off is ended by doing it again, or
        by forgetting something else.

        Raises:
            NotFoundError, UsageError: as for `plan`; `never_again` without a person.
            StorageError: nothing can be written here, or the disk refused.
            HistoryError: the conversation cannot be read or written.
        """
        check_type(request, ForgetRequest, "what to forget", "a ForgetRequest")
        is_final = as_flag(never_again, "never_again")
        self._parts.files.refuse_read_only()
        taken, stores, refused = await self._threads.run(self._forget, request, is_final, progress)
        return await self._proven(taken, stores, refused, progress)

    async def resume(self, progress: Progress | None = None) -> ForgetReport | None:
        """End what was begun and cut off, or left something behind; None where nothing was."""
        self._parts.files.refuse_read_only()
        what, stores = await self._threads.run(self._resume)
        if what is None:
            return None
        return await self._proven(ForgetList(erasure=what), stores, 0, progress)

    async def refused(self) -> tuple[Tombstone, ...]:
        """Who is not kept any more: marks from which nobody can be read back."""
        return await self._threads.run(self._parts.tombstones.every)

    async def allow(self, person: str) -> bool:
        """Let somebody be kept again who was forgotten for good; whether they were.

        They must be named by their id (`discord:42`): nothing else of them is known.
        """
        self._parts.files.refuse_read_only()
        return await self._threads.run(self._allow, person)

    def _plan(self, request: ForgetRequest, progress: Progress | None) -> ForgetList:
        wired = wire_forgetting(self._parts)
        wanted = wanted_gone(self._parts, request)
        what, freed = self._planned(wired, wanted, progress)
        plan = replace(list_erasure(wired.sources, what), freed=freed)
        if not wanted.people:
            return plan
        # An index that is damaged keeps nobody from forgetting.
        with suppress(IndexUnavailableError):
            same = same_people(self._parts, [one.slug for one in wanted.people])
            plan = replace(plan, same_person=same)
        return plan

    def _planned(
        self, wired: ForgetParts, wanted: WantedGone, progress: Progress | None
    ) -> tuple[Erasure, tuple[FreedOriginal, ...]]:
        what = with_quotes(wired.sources, plan_erasure(wired.sources, wanted), progress)
        return follow_lines(self._parts, with_emptied_notes(wired.sources, what))

    def _forget(
        self, request: ForgetRequest, never_again: bool, progress: Progress | None
    ) -> tuple[ForgetList, tuple[Erased, ...], int]:
        parts = self._parts
        parts.files.check_standing()
        wired = wire_forgetting(parts)
        wanted = wanted_gone(parts, request)
        refused = 0
        if never_again:
            people = [one.author for one in wanted.people if one.author is not None]
            if not people:
                raise UsageError(
                    "only a person can be refused from now on", "a person with an id: discord:42"
                )
            # First: what comes meanwhile would be kept.
            refused = parts.tombstones.add(people, parts.setup.clock.now())
        self._write_down()
        with wired.lock:
            what, freed = self._planned(wired, wanted, progress)
            taken = replace(list_erasure(wired.sources, what), freed=freed)
            stores = self._erased(wired, what, freed)
            for _ in range(_ROUNDS):
                late = plan_erasure(wired.sources, wanted)
                if late.turns <= what.turns:
                    break
                what = what.joined_to(late)
                stores = wired.eraser.erase(what, is_proven_later=True)
        return taken, stores, refused

    def _resume(self) -> tuple[Erasure | None, tuple[Erased, ...]]:
        wired = wire_forgetting(self._parts)
        what = wired.eraser.pending()
        if what is None:
            return None, ()
        self._write_down()
        with wired.lock:
            what, freed = follow_lines(self._parts, what)
            return what, self._erased(wired, what, freed)

    def _erased(
        self, wired: ForgetParts, what: Erasure, freed: tuple[FreedOriginal, ...]
    ) -> tuple[Erased, ...]:
        """Free originals, then erase: what they went into says which they are."""
        # Written down before: whoever is killed in between is met again with it.
        wired.eraser.begin(what)
        free_originals(self._parts, freed)
        return wired.eraser.erase(what, is_proven_later=True)

    def _write_down(self) -> None:
        """What was recalled is logged a moment later: not after it was erased from the log."""
        if built(self._parts, "answering"):
            self._parts.answering.recall_logger.flush()

    async def _proven(
        self,
        taken: ForgetList,
        stores: tuple[Erased, ...],
        refused: int,
        progress: Progress | None,
    ) -> ForgetReport:
        await self._index.update()
        # What was read anew has left its former text on pages that were freed, or not yet filled.
        with suppress(IndexUnavailableError):  # Then the search finds whatever is left.
            await self._threads.run(self._parts.files.index.eraser.scrub)
        eraser = wire_forgetting(self._parts).eraser
        # With it what was begun before, and had left something behind.
        what = await self._threads.run(eraser.pending) or taken.erasure
        folder = self._parts.setup.paths.root
        if any(set(one.residue) - {OUT_OF_REACH} for one in stores):
            # The alias file, say, follows the notes a moment later.
            stores = await self._threads.run(_looked_at_again, eraser, what, stores)
        proof = await self._threads.run(partial(prove, folder, what, (PENDING_FILE,), progress))
        hints = await self._threads.run(
            name_hints, wire_forgetting(self._parts).sources, _bare_names(taken)
        )
        told = dict.fromkeys(
            f"{one.store}: {words}"
            for one in stores
            for words in one.residue
            if words != OUT_OF_REACH
        )
        residue = tuple(dict.fromkeys((*told, *proof.residue)))
        said = (turn.text for turn in taken.turns if not turn.becomes)
        unsearched = len(unsearched_texts(taken.erasure, said))
        if not (told or proof.is_in_reach):
            await self._threads.run(eraser.end)
        return ForgetReport(taken, stores, residue, hints, refused, unsearched)

    def _allow(self, person: str) -> bool:
        found = wanted_person(self._parts, person)
        return found.author is not None and self._parts.tombstones.remove(found.author)


def _looked_at_again(
    eraser: Eraser, what: Erasure, stores: tuple[Erased, ...]
) -> tuple[Erased, ...]:
    """The same, with what is still there now."""
    now = {one.store: one.residue for one in eraser.residue(what)}
    return tuple(replace(one, residue=now[one.store]) for one in stores)


def _bare_names(taken: ForgetList) -> tuple[str, ...]:
    return tuple(name for name in taken.names if ":" not in name)
