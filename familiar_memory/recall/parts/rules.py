"""The rules of conduct in force: those for all, and those of the speaker; nobody else's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from familiar_memory.domain.memory.document import ParsedDocument, Passage
from familiar_memory.domain.question.context import Decision, Disposition, Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_self
from familiar_memory.errors import FamiliarError, NotFoundError
from familiar_memory.knowledge.audience import permits
from familiar_memory.knowledge.fact_wording import YOU
from familiar_memory.knowledge.reconcile.procedural import MOST_RULES
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.rules import RuleLine, Whose, rule_lines
from familiar_memory.recall.layout import RULES, SIZES
from familiar_memory.recall.notes.note_page import note_page
from familiar_memory.recall.page.macros import Macros
from familiar_memory.recall.provider import Occasion, Page, Shown
from familiar_memory.store.base import NoteReader

__all__ = ["RulesProvider"]

_PATH = note_of_self(RULES)
_AFTER_ALL = datetime.max.replace(tzinfo=UTC)


class RulesProvider:
    """`self/rules.md`, as far as it may be seen and is for whoever speaks.

    At most `MOST_RULES` for all, and as many of the speaker's: those that people wrote first, of
    the others the newest. What stands beside the rules, such as prose, is given with them.
    """

    source = RULES

    def __init__(self, store: NoteReader, parser: NoteParser, whose: Whose, name: str) -> None:
        """`whose` says to whom a link leads; the familiar is called `name`."""
        self._store = store
        self._parser = parser
        self._whose = whose
        self._name = name

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """The note, if there is one."""
        try:
            text = self._store.read_file(_PATH)
        except NotFoundError:
            return
        except FamiliarError as problem:
            if occasion.nameable((_PATH,)):
                failed = Decision(RULES, _PATH, Disposition.FAILED, problem.problem)
                page.decisions.append(failed)
            return
        document = self._chosen(text, occasion)
        found = note_page(
            document,
            occasion,
            layer=Layer.CORE,
            source=RULES,
            tokens=SIZES[occasion.request.mode][RULES],
            subject=YOU,
        )
        if found is None:
            return
        found.expanded(Macros.between(self._name, occasion.request.author)).put_on(page)
        if found.contribution is not None:
            # Nothing else of it is to be found beside: it would be another's.
            page.show(Shown(frozenset({_PATH})))

    def _chosen(self, text: str, occasion: Occasion) -> ParsedDocument:
        """The note with what is not for this occasion taken for retired."""
        document = self._parser.read(_PATH, text, "")
        note = parse_note(text, self._parser.vocabulary, _PATH)
        rules = {rule.line: rule for rule in rule_lines(note, self._whose)}
        author = occasion.request.author
        is_told = author is not None and not occasion.viewer.is_broadcast
        speaker = author.slug if author is not None and is_told else None
        label = author.label if author is not None else ""
        meant: list[Passage] = []
        for passage in document.passages:
            rule = rules.get(passage.line)
            meant.append(passage if rule is None else _meant(passage, rule, speaker, label))
        live = [one for one in meant if not one.retired and permits(occasion.viewer, one.audience)]
        for is_own in (True, False):
            some = [p for p in live if p.line in rules and rules[p.line].is_for_one is is_own]
            for one in _oldest_beyond(some, MOST_RULES):
                meant[meant.index(one)] = replace(one, retired=True)
        return replace(document, passages=tuple(meant))


def _meant(passage: Passage, rule: RuleLine, speaker: str | None, label: str) -> Passage:
    if not rule.is_active or not (rule.is_for(None) or (speaker and rule.is_for(speaker))):
        return replace(passage, retired=True)
    if not rule.is_for_one:
        return passage
    audience = passage.rule_audience or passage.audience
    return replace(passage, text=f"With {label}: {rule.text}", audience=audience)


def _oldest_beyond(rules: Iterable[Passage], most: int) -> Iterator[Passage]:
    """What is too much; what says no day was written by hand, and goes last."""
    newest_first = sorted(rules, key=lambda one: one.learned or _AFTER_ALL, reverse=True)
    yield from newest_first[most:]
