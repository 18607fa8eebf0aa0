"""Ask the providers of other packages in a recall, and take only what can stand in a prompt."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import islice
from time import monotonic

from familiar_memory.domain.given import check_type
from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Line
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.errors import ConfigError, InputError
from familiar_memory.knowledge.predicates import SAME_AS, Vocabulary
from familiar_memory.plug_ins import BrokenPlugIn
from familiar_memory.recall.current_facts import current_facts
from familiar_memory.recall.layout import PROVIDER_TOKENS
from familiar_memory.recall.page.budget import cut_to_tokens
from familiar_memory.recall.parts.facts import subject_name
from familiar_memory.recall.plugins.provider import KnownFact, ProviderRequest
from familiar_memory.recall.plugins.registry import Plugin
from familiar_memory.recall.provider import Occasion, Page, Shown
from familiar_memory.recall.running.order import PROVIDERS
from familiar_memory.recall.running.steps import Step, TimeLimits, part_step
from familiar_memory.recall.search.fresh_facts import FreshFacts

__all__ = ["Providers"]

_MOST = 32
"""So many blocks are read of one provider: more is a mistake, or has no end."""
_ENOUGH = 60
"""Of a long line that the budget cuts, so many characters identify it."""
_AUTHORED = "authored"


class Providers:
    """The steps that ask the providers of one familiar, in the order of its settings."""

    def __init__(
        self,
        chosen: Sequence[Plugin | BrokenPlugIn],
        facts: FreshFacts,
        vocabulary: Vocabulary,
        zone: tzinfo,
    ) -> None:
        """`facts` are what providers may read; the days of the familiar are of `zone`."""
        self._parts = tuple(
            _BrokenPart(one)
            if isinstance(one, BrokenPlugIn)
            else _PluginPart(one, facts, vocabulary, zone)
            for one in chosen
        )

    def steps(self, occasion: Occasion, limits: TimeLimits) -> Iterator[Step]:
        """A step a provider. All have the time of one step, each half of what is left of it.

        As of an earlier moment only the timeless are asked.
        """
        is_now = occasion.request.as_of is None
        parts = [part for part in self._parts if is_now or part.is_timeless]
        ends = monotonic() + limits.for_step_s

        def left_s() -> float:
            return max(ends - monotonic(), 0.0)

        def half_s() -> float:
            return left_s() / 2

        for part in parts:
            limit_s = left_s if part is parts[-1] else half_s
            yield replace(part_step(part, limit_s), name=PROVIDERS)


class _BrokenPart:
    """A provider that could not be made: each recall says that it lacks it."""

    is_timeless = True

    def __init__(self, broken: BrokenPlugIn) -> None:
        self.source = broken.name
        self._why = broken.why

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """Say so; why is for the owner, as it may name folders and packages."""
        why = f": {self._why}" if occasion.names_all else ""
        raise ConfigError(f"the provider cannot be loaded{why}", "`familiar doctor` says more")


class _PluginPart:
    """One provider as a part of a context: what it returns is checked, and bears its name."""

    def __init__(
        self, plugin: Plugin, facts: FreshFacts, vocabulary: Vocabulary, zone: tzinfo
    ) -> None:
        self.source = plugin.name
        self.is_timeless = plugin.is_timeless
        self._plugin = plugin
        self._facts = facts
        self._vocabulary = vocabulary
        self._zone = zone

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """Put its blocks on the page, as far as its size goes."""
        asked = self._asked(occasion, page, stop)
        with self._plugin.calls.one(stop):
            given = _blocks(self._plugin.provider.contribute(asked), stop)
        room = PROVIDER_TOKENS[occasion.request.mode]
        for one in given:
            block = self._checked(one, occasion)
            text = cut_to_tokens(block.text, room)
            page.decisions.append(_decision(self.source, block, text))
            if text:
                room -= estimate_tokens(text) + 1
                block = block.cut(len(text))
                page.contributions.append(block)
                told = sorted({line.at for line in block.lines if line.at is not None})
                page.decisions += [
                    Decision(self.source, f"{p}:{n}", Disposition.KEPT) for p, n in told
                ]
                page.show(Shown(lines=frozenset(told)))

    def _asked(self, occasion: Occasion, page: Page, stop: Stop) -> ProviderRequest:
        def facts(subjects: tuple[str, ...]) -> tuple[KnownFact, ...]:
            # As of an earlier moment, only what was known then might be told.
            if occasion.viewer.is_broadcast or occasion.request.as_of is not None:
                return ()
            stored, _ = self._facts.about(occasion.viewer, stop, subjects=subjects)
            called = self._facts.first_names(occasion.viewer)
            return tuple(
                KnownFact(
                    one.subject,
                    subject_name(one, called),
                    one.predicate,
                    one.object,
                    one.key,
                    one.line,
                )
                for one in current_facts(stored, occasion.viewer, occasion.now, self._vocabulary)
                if one.predicate != SAME_AS
            )

        now = occasion.now.astimezone(self._zone)
        return ProviderRequest(occasion.request, occasion.viewer, now, page.people, facts, stop)

    def _checked(self, given: Contribution, occasion: Occasion) -> Contribution:
        """The same block, made anew: of what it was given nothing is taken on trust."""
        if given.depth is not None or given.role:
            raise InputError("a provider's block has a depth or a role", "a block without")
        if given.trust == _AUTHORED:
            raise InputError(
                "a provider's block says that it is authored",
                "any other class: only the familiar's owner writes without marks",
            )
        lines = [_line(one) for one in given.lines]
        label, is_note = given.label or self.source, given.label.endswith(".md")
        # A note that the viewer knows nothing of is named in no trace, nor one that they knew.
        named = {line.at[0] for line in lines if line.at is not None}
        nameable = occasion.with_lines(named | {label})
        lines = [one if _is_of(one, nameable) else Line(one.text) for one in lines]
        if is_note:
            label = label if label in nameable else self.source
        elif label != self.source:
            label = f"{self.source}: {label}"
        return Contribution(
            given.layer,
            self.source,
            lines=lines,
            priority=given.priority,
            label=label,
            trust=given.trust,
        )


def _blocks(given: Iterable[Contribution], stop: Stop) -> list[Contribution]:
    """What a provider returned, read to its end."""
    accepted = "an iterable of Contribution"
    check_type(given, Iterable, "what a provider returned", accepted)
    found: list[Contribution] = []
    for one in islice(given, _MOST + 1):
        stop.check()
        check_type(one, Contribution, "what a provider returned", accepted)
        found.append(one)
    if len(found) > _MOST:
        raise InputError("a provider returned too many blocks", f"at most {_MOST}")
    return found


def _line(given: Line) -> Line:
    check_type(given.text, str, "a line of a provider", "a text")
    try:
        given.text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError("a line of a provider is not valid text", "Unicode text") from None
    at = given.at
    if at is not None and not (
        isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], str) and isinstance(at[1], int)
    ):
        raise InputError(f"a provider's line is at {at!r}", "(path of a note, number of its line)")
    return Line(given.text, at=at, enough=min(len(given.text), _ENOUGH))


def _is_of(line: Line, paths: Container[str]) -> bool:
    return line.at is None or line.at[0] in paths


def _decision(source: str, block: Contribution, text: str) -> Decision:
    if text == block.text:
        return Decision(source, block.label, Disposition.KEPT)
    verdict = Disposition.CUT if text else Disposition.DROPPED
    return Decision(source, block.label, verdict, "more than one provider may say")
