"""A fact as one viewer may know it, and an answer made of facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.record import PartialDate, RecordState
from familiar_memory.domain.memory.record_name import RecordName

__all__ = ["EntityName", "Fact", "FactAnswer", "FactObject", "FactQuestion"]


@dataclass(frozen=True, slots=True)
class EntityName:
    """Somebody or something: what the viewer knows it as, and its note.

    `note` is a key (`people/discord-42.md`); the owner is given the path of the file. There need
    not be a note of that name.
    """

    name: str
    note: str
    slug: str


@dataclass(frozen=True, slots=True)
class FactObject:
    """What a fact says of its subject; `note` is the one that its link leads to, if it has one."""

    text: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a note that states a fact, with all that it says of itself.

    `since`, `until` and `expires` are as written, `learned` is an aware moment. `state` is what
    has become of it by now: live, ended, or wrong; `holds` = it holds at the moment that was asked
    about, and `gives_way` = it would, were it not for another one that holds then for a time.
    `begins` and `ends` are as far as is known: of what says no `since` when it was learned, and
    when it expires. `by` is who said it, in the turns `refs` of the `place`. `is_about` = the
    entity asked for is its subject; otherwise it is its object. `replaced_by` is the fact that took
    its place, `replaces` the one whose place it took; `is_merged` = it was right, and that one says
    since what it said. `sentence` is how it reads.
    """

    record: RecordName
    line: int
    subject: EntityName
    predicate: str
    object: FactObject
    sentence: str
    state: RecordState
    holds: bool
    is_about: bool = True
    since: PartialDate | None = None
    until: PartialDate | None = None
    begins: PartialDate | None = None
    ends: str | None = None
    gives_way: bool = False
    learned: datetime | None = None
    by: EntityName | None = None
    place: str | None = None
    refs: tuple[str, ...] = ()
    source: str | None = None
    seen: int = 1
    importance: int = 5
    confidence: float | None = None
    quote: str | None = None
    category: str | None = None
    is_temporary: bool = False
    expires: str | None = None
    replaces: RecordName | None = None
    replaced_by: RecordName | None = None
    is_merged: bool = False


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """Which facts are asked for: of one entity or of all, by one predicate or any.

    `as_of` = as they held at that (aware) moment; None = now. With `with_retired` also what does
    not hold. `limit` None = all.
    """

    entity: str | None = None
    predicate: str | None = None
    as_of: datetime | None = None
    with_retired: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class FactAnswer:
    """Facts in the order of the question, `total` of which there are without its limit.

    `entity` is whom the question means, None where it asks for everybody. `as_of` is the moment
    by which things are judged. `then` are facts that took the place of one of them and are not
    among them, and `passed_over` how many are left out because they do not hold. `degraded` says
    what had to be left out; None = nothing.
    """

    entity: EntityName | None
    facts: tuple[Fact, ...]
    total: int
    as_of: datetime
    degraded: str | None = None
    then: tuple[Fact, ...] = ()
    passed_over: int = 0

    def degraded_by(self, reasons: str) -> FactAnswer:
        """The same with all the reasons for which it may be incomplete; empty: with none."""
        return replace(self, degraded=reasons or None)
