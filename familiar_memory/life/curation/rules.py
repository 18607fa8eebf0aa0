"""The rules of conduct of one open familiar: what is in force, one more, one less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from familiar_memory.domain.given import as_flag, check_text, check_type
from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.life.curation.rule_applying import applied_rules, standing_with
from familiar_memory.life.curation.rule_list import Rule, named_rule, standing_rules
from familiar_memory.life.settings.succession import Succeeded
from familiar_memory.operations.conduct.rules import ArchiveRule, RemoveRule, SetRule

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.notes.rules import RuleLine
    from familiar_memory.operations.proposal import Proposal
    from familiar_memory.threads.off_loop import OffLoop

__all__ = ["RuleChange", "Rules"]

_API = "api"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What became of a change: whether anything was written (`changed`), else why not.

    `rules` are those that were set, archived or removed; `archived` those that had to go for it.
    A `batch` is for `familiar undo`; None where nothing was written.
    """

    changed: bool
    reason: str = ""
    rules: tuple[Rule, ...] = ()
    archived: tuple[Rule, ...] = ()
    batch: str | None = None


class Rules(Succeeded):
    """Lists, sets, archives and removes rules of conduct: `familiar.rules`.

    They stand in `self/rules.md`, and what people change there counts as well. With `dry_run`
    nothing is written, and the answer says what would happen.
    """

    def __init__(self, parts: Parts, threads: OffLoop) -> None:
        self._parts = parts
        self._threads = threads

    async def list(self, place: Place | None = None) -> Sequence[Rule]:
        """Every rule in the order of the note, archived ones too; in a place, what it may know.

        Raises:
            StoreError: the note cannot be read.
        """
        if place is not None:
            check_type(place, Place, "a place", "a Place, or None for the owner")
        return await self._threads.run(self._list, place)

    async def add(
        self,
        text: str,
        *,
        whom: str | None = None,
        place: Place | None = None,
        dry_run: bool = False,
        source: str = _API,
    ) -> RuleChange:
        """Set a rule: for one person (`whom`: a name, slug, id or note), or for all.

        With a `place` it holds there alone. What it contradicts is archived, and beyond 20 the
        oldest. The `source` stands in the journal.

        Raises:
            InputError: the text is no rule.
            NotFoundError, UsageError: nobody, or several, are called so.
            StorageError: nothing can be written here.
        """
        check_text(text, "a rule")
        check_text(whom, "whom a rule is for", optional=True)
        if place is not None:
            check_type(place, Place, "a place", "a Place, or None for everywhere")
        is_dry = self._is_dry(dry_run)
        return await self._threads.run(self._add, text, whom, place, source, is_dry)

    async def archive(
        self, *names: str | RecordName, dry_run: bool = False, source: str = _API
    ) -> RuleChange:
        """Put rules out of force; they are kept, struck, in the archive of the note.

        A name is a record's, an id (`^r1f0c22aa`), the number of its line, or its words.

        Raises:
            NotFoundError: there is no such rule.
            StorageError: nothing can be written here.
        """
        until = self._today()
        return await self._changed(
            names, dry_run, source, lambda one: ArchiveRule(one.record, until)
        )

    async def remove(
        self, *names: str | RecordName, dry_run: bool = False, source: str = _API
    ) -> RuleChange:
        """Take rules out of the note; the journal keeps them. Names and errors as `archive`."""
        return await self._changed(names, dry_run, source, lambda one: RemoveRule(one.record))

    async def clear(self, *, dry_run: bool = False, source: str = _API) -> int:
        """Take all rules out of the note, archived ones too; how many they were.

        Nothing else changes: not the settings, not what else stands in the note.
        """
        return await self._threads.run(self._clear, source, self._is_dry(dry_run))

    async def _changed(
        self,
        names: Sequence[str | RecordName],
        dry_run: bool,
        source: str,
        propose: Callable[[RuleLine], Proposal],
    ) -> RuleChange:
        return await self._threads.run(self._change, names, source, self._is_dry(dry_run), propose)

    def _is_dry(self, dry_run: bool) -> bool:
        is_dry = as_flag(dry_run, "dry_run")
        if not is_dry:
            self._parts.files.refuse_read_only()
        return is_dry

    def _today(self) -> date:
        setup = self._parts.setup
        return setup.clock.now().astimezone(setup.settings.zone).date()

    def _list(self, place: Place | None) -> tuple[Rule, ...]:
        policy = self._parts.setup.settings.audience.policy
        viewer = Viewer() if place is None else Viewer(place.slug, policy)
        standing = (rule for rule, _ in standing_rules(self._parts))
        return self._named((rule for rule in standing if permits(viewer, rule.audience)), viewer)

    def _named(self, rules: Iterable[Rule], viewer: Viewer) -> tuple[Rule, ...]:
        """The rules with whom they are for as the viewer knows them, where they know a name."""
        return tuple(replace(one, whom_name=self._known_as(one, viewer)) for one in rules)

    def _known_as(self, rule: Rule, viewer: Viewer) -> str | None:
        from familiar_memory.recall.names.titles import title_of

        if rule.whom is None:
            return rule.whom_name
        try:
            title = title_of(self._parts.reading.notes.load(note_of_person(rule.whom)), viewer)
        except StoreError:
            return rule.whom_name
        return rule.whom_name if title in ("", rule.whom) else title

    def _add(
        self, text: str, whom: str | None, place: Place | None, source: str, is_dry: bool
    ) -> RuleChange:
        fields = RecordFields(learned=self._today(), place=None if place is None else place.slug)
        slug, stem, label = self._person(whom, place)
        proposal = SetRule(text, fields, slug, stem, label, is_by_hand=True)
        before = standing_rules(self._parts)
        (outcome,), batch = applied_rules(self._parts, [proposal], source, dry_run=is_dry)
        if outcome.reason:
            return RuleChange(False, outcome.reason)
        known = {rule.name for rule, _ in before if rule.is_active}
        parts = self._parts
        standing = standing_with(parts, proposal) if is_dry else standing_rules(parts)
        after = [rule for rule, _ in standing]
        new = tuple(rule for rule in after if rule.is_active and rule.name not in known)
        active = {rule.name for rule in after if rule.is_active}
        archived = tuple(r for r, _ in before if r.is_active and r.name not in active)
        return RuleChange(
            True, "", self._named(new, Viewer()), self._named(archived, Viewer()), batch
        )

    def _person(self, whom: str | None, place: Place | None) -> tuple[str | None, str | None, str]:
        """The slug of whom a rule is for, how a link names them, and what it shows."""
        if whom is None:
            return None, None, ""
        from familiar_memory.inspection.wanted.people import wanted_slug
        from familiar_memory.recall.names.titles import known_names

        parts = self._parts
        slug = wanted_slug(parts, whom)
        key, policy = note_of_person(slug), parts.setup.settings.audience.policy
        readers = Viewer(policy=policy, is_broadcast=True)
        if place is not None:
            readers = Viewer(place.slug, policy)
        try:
            names: Sequence[str] = known_names(parts.reading.notes.load(key), readers)
        except StoreError:
            names = ()
        stem = parts.files.register.stem_of(key)
        # The name of a file may come from talk that whoever reads the rule may not know.
        return slug, stem, stem if stem in names else next(iter(names), slug)

    def _change(
        self,
        names: Iterable[str | RecordName],
        source: str,
        is_dry: bool,
        propose: Callable[[RuleLine], Proposal],
    ) -> RuleChange:
        standing = standing_rules(self._parts)
        meant = [named_rule(standing, name) for name in names]
        proposals = [propose(one) for _, one in meant]
        outcomes, batch = applied_rules(self._parts, proposals, source, dry_run=is_dry)
        reasons = [one.reason for one in outcomes]
        done = [rule for (rule, _), why in zip(meant, reasons, strict=True) if not why]
        named = self._named(done, Viewer())
        return RuleChange(bool(done), next(filter(None, reasons), ""), named, batch=batch)

    def _clear(self, source: str, is_dry: bool) -> int:
        proposals = [RemoveRule(one.record) for _, one in standing_rules(self._parts)]
        outcomes, _ = applied_rules(self._parts, proposals, source, dry_run=is_dry)
        return sum(not one.reason for one in outcomes)
