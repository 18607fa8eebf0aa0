"""What one open familiar keeps by request: remembered, edited, retired, deleted by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from familiar_memory.domain.given import as_flag, as_texts, check_text
from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.life.memories import doing
from familiar_memory.life.memories.requests import NewFact, NewMemory
from familiar_memory.life.records.caller import THE_OWNER, Caller
from familiar_memory.life.records.desk import Desk
from familiar_memory.life.records.record_change import RecordChange
from familiar_memory.life.settings.succession import Succeeded

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["Memories"]

_Answer = TypeVar("_Answer")
_API, _BOT = "api", "tool"
"""Who made a change, in the journal, where it is not said."""


class Memories(Succeeded):
    """Keeps and changes single records: `familiar.memories`.

    Each request is one batch of the journal, which `familiar undo` takes back, and the next
    question finds what it did. Without a `caller` the owner asks, who may change every learned
    note; any other changes what they may see where they are, and what they may not see is not
    found. With `dry_run` nothing is written, and the answer says what would happen. The `source`
    stands in the journal: "api" unless it is said, and "tool" for a caller.

    A record is named by a `RecordName`, by its text (`people/rowan.md#^k3f9a1`), or, by the owner,
    as `path:line`. `was` is the text as it was read: if the line says something else by now, that
    is a conflict and nothing is done.
    """

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads

    async def remember(
        self,
        memory: NewMemory | str,
        *,
        about: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Keep a text, unless it stands there.

        Raises:
            InputError: the text is empty, or a field cannot have its value; nothing is stored.
            NotFoundError: nobody, or no place, is called so.
            UsageError: several are.
            StorageError: nothing can be written here.
        """
        if not isinstance(memory, NewMemory):
            memory = NewMemory(memory, about)
        return await self._run(
            caller, dry_run, source, lambda desk: doing.remember_text(desk, memory)
        )

    async def add_fact(
        self,
        fact: NewFact,
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Add a fact by the rules of facts: it ends what it contradicts, or was known already.

        What the owner says ends what a program noted, whoever said it; lines that people wrote by
        hand stay, and are named in `contradicts`. Errors as for `remember`, and:

        Raises:
            InputError: the predicate is in no vocabulary.
        """
        return (await self.add_facts((fact,), caller=caller, dry_run=dry_run, source=source))[0]

    async def add_facts(
        self,
        facts: Iterable[NewFact],
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> Sequence[RecordChange]:
        """Add several facts as one batch, in order.

        Errors as for `add_fact`, before any is added.
        """
        return await self._run(
            caller, dry_run, source, lambda desk: doing.add_all_facts(desk, tuple(facts))
        )

    async def edit(
        self,
        name: RecordName | str,
        text: str | None = None,
        fields: Mapping[str, Any] | None = None,
        *,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Change the text of a record (None: as it is), and some of its fields (None: taken away).

        Errors as for `remember`.
        """
        check_text(was, "the text as it was read", optional=True)
        changed = dict(fields or {})
        return await self._run(
            caller,
            dry_run,
            source,
            lambda desk: doing.edit_record(desk, name, text, changed, was),
        )

    async def retire(
        self,
        name: RecordName | str,
        until: PartialDate | None = None,
        *,
        wrong: bool = False,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Strike a record: it ended on a day (None: today), or it was `wrong`.

        Errors as for `remember`.
        """
        is_wrong = as_flag(wrong, "wrong")
        return await self._run(
            caller,
            dry_run,
            source,
            lambda desk: doing.retire_line(desk, name, until, is_wrong, was),
        )

    async def invalidate(
        self,
        name: RecordName | str,
        on: PartialDate | None = None,
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """End a fact, which stays in the note: as `retire`, and no other line."""
        return await self._run(caller, dry_run, source, lambda desk: doing.end_fact(desk, name, on))

    async def delete(
        self,
        name: RecordName | str,
        *,
        restores: bool = True,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Take a line out of its note; `familiar undo` brings it back, `forgetting` never does.

        If others were merged into it, they are live again, unless not `restores`. Errors as for
        `remember`.
        """
        brings_back = as_flag(restores, "restores")
        return await self._run(
            caller,
            dry_run,
            source,
            lambda desk: doing.delete_line(desk, name, brings_back, was),
        )

    async def count_again(
        self,
        name: RecordName | str,
        refs: Iterable[str] = (),
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Count a record once more: it was said again, in these turns; errors as for `remember`."""
        again = as_texts(refs, "the turns in which it was said")
        return await self._run(
            caller, dry_run, source, lambda desk: doing.count_record_again(desk, name, again)
        )

    async def merge(
        self,
        names: Iterable[RecordName | str],
        text: str,
        fields: Mapping[str, Any] | None = None,
        *,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Put one record in the place of several; `delete` of it brings them back.

        Errors as for `remember`.
        """
        merged, more = tuple(names), dict(fields or {})
        return await self._run(
            caller,
            dry_run,
            source,
            lambda desk: doing.merge_records(desk, merged, text, more),
        )

    async def move(
        self,
        name: RecordName | str,
        to: str,
        section: str = "",
        *,
        was: str | None = None,
        caller: Caller | None = None,
        dry_run: bool = False,
        source: str | None = None,
    ) -> RecordChange:
        """Have a record stand in another note or section, for those whom it was for.

        `to` is as `NewMemory.about`. Errors as for `remember`.
        """
        check_text(section, "a section")
        return await self._run(
            caller, dry_run, source, lambda desk: doing.move_record(desk, name, to, section, was)
        )

    async def _run(
        self,
        caller: Caller | None,
        dry_run: bool,
        source: str | None,
        work: Callable[[Desk], _Answer],
    ) -> _Answer:
        is_dry = as_flag(dry_run, "dry_run")
        check_text(source, "the source of a change", optional=True)
        whose = caller or THE_OWNER
        said = source or (_API if whose.is_owner else _BOT)
        return await self._threads.run(self._work, whose, is_dry, said, work)

    def _work(
        self, caller: Caller, is_dry: bool, source: str, work: Callable[[Desk], _Answer]
    ) -> _Answer:
        return work(Desk(self._parts, caller, source, is_dry=is_dry))
