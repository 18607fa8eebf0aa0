"""What one speaker has said in one place, message by message: which lines of it stand.

It is gone through once, in order, when a message may strike something: most strike nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from familiar_memory.domain.tree import note_of_person
from familiar_memory.knowledge.speech.plain_statement import StatementKind
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.proposal import RetireRecord
from familiar_memory.writers.forms.corrected import find_corrections
from familiar_memory.writers.forms.finding import Statement, find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.slips.said_before import SOON_US
from familiar_memory.writers.slips.slip import find_slip
from familiar_memory.writers.slips.struck_lines import AHEAD, KindOfLine, LineChanges, line_changes
from familiar_memory.writers.statements.changed import ended_line, is_changed, may_end, speak_of_one
from familiar_memory.writers.text.sentences import split_sentences
from familiar_memory.writers.text.taken_back import begins_by_taking_back, revokes
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["LinesOfMessage", "SaidLines", "Struck", "may_strike"]

LinesOfMessage = Callable[[Utterance], tuple[KindOfLine, ...]]
_PLANNED = frozenset({"goal", "decided", "moving_to"})


@dataclass(frozen=True, slots=True)
class Struck:
    """What a message does to the lines and facts from before it.

    Of what was wrong, `said_in` says which message alone said so: the one right before. `resumed`
    are what that had struck, in jest, as it was struck, and on which day.
    """

    changes: LineChanges
    over: tuple[RetireRecord, ...] = ()
    said_in: Mapping[str, str] = field(default_factory=dict)
    resumed: tuple[RetireRecord, ...] = ()
    day: str = ""


@lru_cache(maxsize=8_192)  # what was said before is looked at with every batch
def may_strike(words: str) -> bool:
    """Whether it could do anything to what was said; most messages could not, and are many."""
    return bool(
        is_changed(words)
        or may_end(words)
        or find_slip(words) is not None
        or find_corrections(words)
        or begins_by_taking_back(words)
    )


@dataclass
class SaidLines:
    """Follows what one speaker says in one place; `lines_of` are the lines of a message."""

    lines_of: LinesOfMessage
    _unread: list[Utterance] = field(default_factory=list)
    _standing: dict[str, StatementKind] = field(default_factory=dict)
    _facts: dict[str, Statement] = field(default_factory=dict)
    _past: Utterance | None = None
    _last: Struck | None = None

    def hear(self, one: Utterance) -> None:
        """Take note of what was said earlier and is written up already."""
        self._unread.append(one)

    def after(self, one: Utterance) -> Struck:
        """What the next message does to those before it."""
        if not may_strike(one.words):
            self._unread.append(one)
            return Struck(LineChanges(self.lines_of(one)))
        for past in self._unread:
            self._read(past)
        self._unread.clear()
        return self._read(one)

    def _read(self, one: Utterance) -> Struck:
        done = self._struck_by(one)
        for line in (*done.changes.ended, *done.changes.wrong):
            self._standing.pop(line, None)
        self._standing.update({line: kind for kind, line in done.changes.lines})
        for fact in find_statements(one.words):
            if fact.stance is Stance.HOLDS:
                self._facts[fact_text(fact.predicate, fact.object)] = fact
        self._past, self._last = one, done
        return done

    def _struck_by(self, one: Utterance) -> Struck:
        said = self.lines_of(one)
        if not may_strike(one.words):
            return Struck(LineChanges(said))
        past, last = self._past, self._last
        if past is None or last is None or not 0 <= one.said_us - past.said_us <= SOON_US:
            changes = line_changes(one.words, said, self._standing, ())
            return Struck(changes, tuple(self._over(one, changes)))
        before = [line for _, line in last.changes.lines]
        changes = line_changes(one.words, said, self._standing, before)
        said_in = dict.fromkeys(before, past.ref)
        if not revokes(one, past):
            return Struck(changes, tuple(self._over(one, changes)), said_in)
        joked = self._joked(past, one, last.changes.lines)
        changes = replace(changes, wrong=tuple(dict.fromkeys((*changes.wrong, *joked))))
        # Of several sentences nobody can say which was meant.
        resumed = last.over if len(split_sentences(past.words)) == 1 else ()
        day = past.slot.day.isoformat()
        return Struck(changes, tuple(self._over(one, changes)), said_in, resumed, day)

    def _joked(
        self, past: Utterance, following: Utterance, lines: Sequence[KindOfLine]
    ) -> tuple[str, ...]:
        """The lines of a message that the next one takes back, if its others stay as they are."""
        both = replace(past, words=f"{past.words}\n{following.words}")
        left = set(self.lines_of(both))
        is_whole = left <= {*lines, *self.lines_of(following)}
        return tuple(line for kind, line in lines if (kind, line) not in left) if is_whole else ()

    def _over(self, one: Utterance, changes: LineChanges) -> Iterator[RetireRecord]:
        """Strike the lines and facts that are over."""
        path = note_of_person(one.author.slug)
        for line in changes.ended:
            yield RetireRecord(path, "", line, one.fields, ended=True)
        for fact in (*self._ended_facts(one), *self._planned_facts(one, changes.lines)):
            yield RetireRecord(path, fact.predicate, fact.object, one.fields, ended=True)

    def _ended_facts(self, one: Utterance) -> Iterator[Statement]:
        """The one fact that is over: "finished the box" ends what they work on."""
        over = ended_line(one.words, self._facts) if may_end(one.words) else None
        if over is not None:
            yield self._facts[over]

    def _planned_facts(self, one: Utterance, lines: Iterable[KindOfLine]) -> Iterator[Statement]:
        """The one goal or decision that is otherwise now."""
        texts = [text for kind, text in lines if kind in AHEAD] if is_changed(one.words) else ()
        planned = [
            fact
            for fact in (self._facts.values() if texts else ())
            if fact.predicate in _PLANNED and any(speak_of_one(fact.object, it) for it in texts)
        ]
        if len(planned) == 1:
            yield planned[0]
